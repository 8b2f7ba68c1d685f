// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/rest_skinning.hpp"

#include <algorithm>
#include <string>

#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::edit {
namespace {

// How the skin places what is bound to each joint.
Result<std::vector<Affine>> jointMatrices(const gltf::Document& document, const gltf::Asset& asset,
                                          const RestChange& change, const gltf::Skin& skin,
                                          Diagnostics& diagnostics) {
  const std::span<const NodeIndex> joints = asset.nodeList(skin.joints);
  std::vector<Affine> out(joints.size());
  std::vector<float> inverse;
  if (skin.inverseBindMatrices) {
    Result<std::vector<float>> read =
        gltf::readFloats(document, asset, skin.inverseBindMatrices, diagnostics);
    if (!read) return std::move(read).error();
    inverse = *std::move(read);
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const NodeChange& node = change[joints[j]];
    Affine bind;
    if (inverse.size() >= 16 * (j + 1)) {
      const auto column = [&](std::size_t c) {
        const float* m = inverse.data() + 16 * j + 4 * c;
        return toDouble(Vec3{m[0], m[1], m[2]});
      };
      bind = {{column(0), column(1), column(2)}, column(3)};
    }
    out[j] = {node.linear * bind.linear, plus(node.position, node.linear * bind.offset)};
  }
  return out;
}

void add(Affine& sum, const Affine& m, double w) {
  sum.linear.x = plus(sum.linear.x, scaled(m.linear.x, w));
  sum.linear.y = plus(sum.linear.y, scaled(m.linear.y, w));
  sum.linear.z = plus(sum.linear.z, scaled(m.linear.z, w));
  sum.offset = plus(sum.offset, scaled(m.offset, w));
}

}  // namespace

bool isIdentity(const Affine& a, double reach) {
  constexpr double kRounding = 2e-6;
  return difference(a.linear, {}) < kRounding && std::sqrt(dot(a.offset, a.offset)) < kRounding * (1 + reach);
}

Result<std::vector<float>> readVertices(const gltf::Document& document, const gltf::Asset& asset,
                                        AccessorIndex accessor, std::uint32_t count,
                                        Diagnostics& diagnostics) {
  Result<std::vector<float>> values = gltf::readFloats(document, asset, accessor, diagnostics);
  if (values) values->resize(std::size_t{count} * gltf::componentCount(asset.accessors[accessor.value].type));
  return values;
}

Result<RestSkinning> RestSkinning::make(const gltf::Document& document, const gltf::Asset& asset,
                                        const RestChange& change, WorkBudget& budget,
                                        Diagnostics& diagnostics) {
  RestSkinning out(document, asset);
  for (std::uint32_t s = 0; s < asset.skins.size(); ++s) {
    const gltf::Skin& skin = asset.skins[s];
    std::uint64_t bytes = skin.joints.count * sizeof(Affine);
    if (skin.inverseBindMatrices) bytes += readBytes(asset.accessors[skin.inverseBindMatrices.value]);
    if (Result<void> paid = budget.take(bytes, gltf::pointerJoin("/skins", s)); !paid)
      return std::move(paid).error();
    Result<std::vector<Affine>> matrices = jointMatrices(document, asset, change, skin, diagnostics);
    if (!matrices) return std::move(matrices).error();
    double reach = 0;
    for (const NodeIndex joint : asset.nodeList(skin.joints)) {
      const Double3 at = change[joint].position;
      reach = std::max(reach, std::sqrt(dot(at, at)));
    }
    out.skins_.push_back({*std::move(matrices), reach});
  }
  return out;
}

Result<std::vector<Weights>> RestSkinning::weightsOf(const gltf::Primitive& primitive, SkinIndex skin,
                                                     Diagnostics& diagnostics) const {
  const std::uint32_t count = gltf::vertexCount(asset_, primitive);
  const auto jointCount = static_cast<std::uint32_t>(skins_[skin.value].matrices.size());
  std::vector<Weights> sets;
  const std::uint32_t setCount = gltf::influenceSets(asset_, primitive);
  for (std::uint32_t set = 0; set < setCount; ++set) {
    const AccessorIndex weights = asset_.find(primitive.attributes, "WEIGHTS_" + std::to_string(set));
    Result<std::vector<std::uint32_t>> joints =
        gltf::readJoints(document_, asset_, primitive, set, jointCount, diagnostics);
    if (!joints) return std::move(joints).error();
    if (joints->empty()) return sets;
    Result<std::vector<float>> values = readVertices(document_, asset_, weights, count, diagnostics);
    if (!values) return std::move(values).error();
    sets.push_back({*std::move(joints), *std::move(values)});
  }
  return sets;
}

std::uint64_t RestSkinning::bytesOf(const gltf::Primitive& primitive) const {
  std::uint64_t bytes = 0;
  for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) {
    if (a.semantic.starts_with("JOINTS_") || a.semantic.starts_with("WEIGHTS_"))
      bytes += readBytes(asset_.accessors[a.accessor.value]);
  }
  return bytes == 0 ? 0 : bytes + gltf::vertexCount(asset_, primitive) * std::uint64_t{sizeof(Affine)};
}

Transforms RestSkinning::transforms(std::vector<Weights>& sets, SkinIndex skin, std::uint32_t count,
                                    std::uint64_t& loose) const {
  const std::vector<Affine>& matrices = skins_[skin.value].matrices;
  Transforms out;
  out.each.resize(count);
  for (std::uint32_t v = 0; v < count; ++v) {
    Affine sum{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, 0}};
    double total = 0;
    for (const Weights& set : sets) {
      for (std::size_t k = 4 * std::size_t{v}; k < 4 * std::size_t{v} + 4; ++k) {
        const auto w = static_cast<double>(set.weights[k]);
        if (w == 0) continue;
        add(sum, matrices[set.joints[k]], w);
        total += w;
      }
    }
    if (total != 0) {
      out.each[v] = {
          {scaled(sum.linear.x, 1 / total), scaled(sum.linear.y, 1 / total), scaled(sum.linear.z, 1 / total)},
          scaled(sum.offset, 1 / total)};
    } else {
      const std::size_t first = 4 * std::size_t{v};
      out.each[v] = matrices[sets[0].joints[first]];
      sets[0].weights[first] = 1;
      ++loose;
    }
  }
  out.mirrored = count > 0 && determinant(out.each[0].linear) < 0;
  return out;
}

bool RestSkinning::isIdle(SkinIndex skin, std::size_t joint) const {
  const Skin& s = skins_[skin.value];
  return isIdentity(s.matrices[joint], s.reach);
}

bool RestSkinning::isIdle(SkinIndex skin, const Transforms& transforms) const {
  const double reach = skins_[skin.value].reach;
  return std::all_of(transforms.each.begin(), transforms.each.end(),
                     [&](const Affine& a) { return isIdentity(a, reach); });
}

}  // namespace vrm::edit
