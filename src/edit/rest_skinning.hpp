// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "edit/rest_change.hpp"
#include "edit/work_budget.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

struct Affine {
  Double3x3 linear;
  Double3 offset{0, 0, 0};
};

// What happens to each vertex of a primitive. A single entry is for all.
struct Transforms {
  std::vector<Affine> each;
  bool mirrored = false;

  const Affine& of(std::size_t vertex) const { return each.size() == 1 ? each[0] : each[vertex]; }
};

// Four for each vertex.
struct Weights {
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
};

// Where skins place vertices at rest, in model space.
class RestSkinning {
 public:
  static Result<RestSkinning> make(const gltf::Document& document, const gltf::Asset& asset,
                                   const RestChange& change, WorkBudget& budget, Diagnostics& diagnostics);

  // All sets that have both; joints are in range of the skin.
  Result<std::vector<Weights>> weightsOf(const gltf::Primitive& primitive, SkinIndex skin,
                                         Diagnostics& diagnostics) const;
  // What these and their transforms take.
  std::uint64_t bytesOf(const gltf::Primitive& primitive) const;

  // `sets` of `count` vertices. "BoneWeightの無い頂点" (seed 004): the seed gives them to the skin's root.
  // Readers show them where their first joint is, which is the root in most files; there they stay, and get a
  // weight for it. `loose` counts them.
  Transforms transforms(std::vector<Weights>& sets, SkinIndex skin, std::uint32_t count,
                        std::uint64_t& loose) const;

  // Whether the joint leaves what is bound to it as it is stored.
  bool isIdle(SkinIndex skin, std::size_t joint) const;
  bool isIdle(SkinIndex skin, const Transforms& transforms) const;
  bool empty(SkinIndex skin) const { return skins_[skin.value].matrices.empty(); }

 private:
  struct Skin {
    std::vector<Affine> matrices;  // by joint
    double reach = 0;              // how far joints are from the origin
  };

  RestSkinning(const gltf::Document& document, const gltf::Asset& asset)
      : document_(document), asset_(asset) {}

  const gltf::Document& document_;
  const gltf::Asset& asset_;
  std::vector<Skin> skins_;
};

// Of matrices that were stored as floats, for places as far out as `reach`.
bool isIdentity(const Affine& a, double reach);

// An accessor as floats; fewer than there are vertices stand for zeros.
Result<std::vector<float>> readVertices(const gltf::Document& document, const gltf::Asset& asset,
                                        AccessorIndex accessor, std::uint32_t count,
                                        Diagnostics& diagnostics);

}  // namespace vrm::edit
