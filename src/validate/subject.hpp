// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/double3.hpp"
#include "gltf/texts.hpp"
#include "schema/origins.hpp"
#include "schema/rest_pose.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/references.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::checks {

// A file that could be read, and where findings about it go.
struct Subject {
  const gltf::Document& document;
  const gltf::Asset& asset;
  const gltf::References& references;
  const schema::Vrm& vrm;
  const schema::Origins& origins;
  const schema::RestPose& rest;
  Diagnostics& found;
  std::set<std::string_view>& unfinished;  // what was too much to be looked at whole

  bool isAvatar() const noexcept {
    return vrm.version != VrmVersion::None && vrm.version != VrmVersion::Animation;
  }
  // What 1.0 allows and its forerunners forbid.
  Severity olderWarning() const noexcept {
    return vrm.version == VrmVersion::Vrm1 ? Severity::Information : Severity::Warning;
  }

  void report(Code code, std::string pointer, std::string message) const {
    report(code, info(code).verdict, std::move(pointer), std::move(message));
  }
  void report(Code code, Severity severity, std::string pointer, std::string message) const {
    found.add({code, severity, std::move(message), std::move(pointer), kNoOffset, 1});
  }

  // At rest, in model space: the avatar's left is +X and its front +Z, whatever the file's version (decision
  // 1).
  Double3 position(NodeIndex node) const { return model(rest.position(node)); }
  Double3 model(const schema::RestPose::Point& p) const {
    return vrm.turned ? Double3{-p[0], p[1], -p[2]} : Double3{p[0], p[1], p[2]};
  }

  // node 12 "hair_L"
  std::string text(NodeIndex node) const { return gltf::nodeText(asset, node); }

  // As the file calls it.
  std::string text(HumanBone bone) const { return std::string(schema::nameInFile(bone, origins.oldThumbs)); }

  // The value at a pointer, or null.
  const gltf::JsonValue* at(std::string_view pointer) const {
    return gltf::Json::at(document.root(), pointer);
  }
  // The extension of the avatar: "/extensions/VRM" or "/extensions/VRMC_vrm".
  std::string_view extension() const noexcept {
    return vrm.version == VrmVersion::Vrm0 ? "/extensions/VRM" : "/extensions/VRMC_vrm";
  }
};

inline std::string nodePointer(NodeIndex node) {
  return gltf::pointerJoin("/nodes", node.value);
}

// Bounds the work of a check: a file of a few bytes can name the same thing again and again.
class Budget {
 public:
  Budget(const Subject& subject, std::string_view what, std::uint64_t left)
      : subject_(subject), what_(what), left_(left) {}
  // Many times the bytes of the file, so that the time stays in proportion to it.
  Budget(const Subject& subject, std::string_view what);

  // False when there is not so much left; the report then says that not all of `what` was looked at.
  bool pay(std::uint64_t cost) {
    const bool enough = cost <= left_;
    if (enough) {
      left_ -= cost;
    } else {
      subject_.unfinished.insert(what_);
    }
    return enough;
  }

 private:
  const Subject& subject_;
  std::string_view what_;
  std::uint64_t left_;
};

// For every node, the nearest one at or above it that is marked; kNone without any. In linear time, however
// deep.
std::vector<std::uint32_t> nearestMarked(const gltf::Asset& asset, const std::vector<bool>& marked);

// The inverse bind matrices of a skin, one per joint; nothing if it has none, or an accessor that is not made
// for it.
std::optional<std::vector<Mat4>> inverseBindMatrices(const Subject& subject, const gltf::Skin& skin);

// Whether an expression shows anything.
inline bool isBound(const schema::Expression& e) {
  return !e.morphTargetBinds.empty() || !e.materialColorBinds.empty() || !e.textureTransformBinds.empty();
}

// By node: the spring that turns it, kNone for none. The last joint of a chain is only a tail.
std::vector<std::uint32_t> turningSprings(const Subject& subject);

using gltf::inQuotes;
// "a, b, c and 4 more"; all that fit into a line.
std::string listed(std::span<const std::string> names);

}  // namespace vrm::checks
