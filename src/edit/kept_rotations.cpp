// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/kept_rotations.hpp"

#include <array>
#include <map>
#include <string>

#include "edit/rest_change.hpp"

namespace vrm::edit {
namespace {

using schema::AimAxis;
using schema::ConstraintSpace;
using schema::NodeConstraint;
using schema::RollAxis;

constexpr double kAxis = 1e-5;  // a hundredth of what anybody sees

Double3 vectorOf(AimAxis axis) {
  const auto i = static_cast<std::size_t>(axis);
  const double sign = i % 2 == 0 ? 1 : -1;
  return {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
}

bool isIdentity(const Double3x3& m) {
  return difference(m, {}) < kAxis;
}

// What a constraint says is about the rotations that its nodes lose (NodeChange::lost): written K below, it
// turns deltas of a node's own rotation from before into those after. Without a parent K is the identity.
class Keeper {
 public:
  // `rest`: without any rotation.
  Keeper(const gltf::Asset& asset, const schema::Vrm& vrm, const RestChange& rest, Diagnostics& diagnostics)
      : asset_(asset),
        vrm_(vrm),
        rest_(rest),
        diagnostics_(diagnostics),
        keeps_(asset.nodes.size()),
        told_(asset.nodes.size()) {}

  void keep(NodeIndex node, const std::string& why) {
    keepSilently(node);
    tell(node, why);
  }

  // Keeping the rotations of some nodes can take from a constraint what it needs of others: those of the
  // nodes are looked at again.
  void keepForConstraints() {
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t i = 0; i < vrm_.constraints.size(); ++i) {
      const NodeConstraint& c = vrm_.constraints[i];
      if (!c.node || !c.source || c.node.value >= keeps_.size() || c.source.value >= keeps_.size()) continue;
      waiting.push_back(i);
      for (const NodeIndex node : {c.node, c.source, parentOf(c.node), parentOf(c.source)}) {
        if (node) constraintsOf_.emplace(node, i);
      }
    }
    // Each node is kept once.
    while (!waiting.empty()) {
      const NodeConstraint& constraint = vrm_.constraints[waiting.back()];
      waiting.pop_back();
      if (fits(constraint)) continue;
      for (const NodeIndex node : keepFor(constraint)) {
        const auto [first, last] = constraintsOf_.equal_range(node);
        for (auto at = first; at != last; ++at) waiting.push_back(at->second);
      }
    }
  }

  std::vector<bool> take() { return std::move(keeps_); }

 private:
  NodeIndex parentOf(NodeIndex node) const { return asset_.nodes[node.value].parent; }

  Double3x3 lost(NodeIndex node) const {
    return node && !keeps_[node.value] ? rest_[node].rotation : Double3x3{};
  }

  bool fits(const NodeConstraint& c) const {
    const Double3x3 source = lost(c.source), destination = lost(c.node),
                    aboveSource = lost(parentOf(c.source)), aboveDestination = lost(parentOf(c.node));
    const bool local =
        c.sourceSpace == ConstraintSpace::Local || c.destinationSpace == ConstraintSpace::Local;
    switch (c.type) {
      case ConstraintType::Roll:
        // The source's delta in its parent's space is taken for one in the destination's parent's space.
        return difference(aboveSource, aboveDestination) < kAxis && turnedAxis(destination, c.rollAxis);
      case ConstraintType::Aim:
        return turnedAxis(destination, c.aimAxis).has_value();
      case ConstraintType::Rotation:
        return difference(source, destination) < kAxis;
      default:
        // Drafts: in model space nothing depends on the nodes' own axes.
        return !local || (isIdentity(source) && isIdentity(destination) && isIdentity(aboveSource) &&
                          isIdentity(aboveDestination));
    }
  }

  // Those that were not kept before. None when what is left is a matter of scales.
  std::vector<NodeIndex> keepFor(const NodeConstraint& c) {
    std::vector<NodeIndex> nodes{c.node};
    if (c.type != ConstraintType::Aim) nodes.push_back(c.source);
    if (c.type != ConstraintType::Rotation && c.type != ConstraintType::Aim)
      nodes.insert(nodes.end(), {parentOf(c.node), parentOf(c.source)});
    std::erase_if(nodes, [&](NodeIndex node) { return !keepSilently(node); });
    if (!nodes.empty()) tell(c.node, "its constraint could not be said with other axes");
    return nodes;
  }

  bool keepSilently(NodeIndex node) {
    if (!node || keeps_[node.value]) return false;
    keeps_[node.value] = true;
    return true;
  }

  void tell(NodeIndex node, const std::string& why) {
    if (told_[node.value]) return;
    told_[node.value] = true;
    diagnostics_.add(Code::EditKept, gltf::pointerJoin("/nodes", node.value), "the rotation stays: " + why);
  }

  const gltf::Asset& asset_;
  const schema::Vrm& vrm_;
  const RestChange& rest_;
  Diagnostics& diagnostics_;
  std::vector<bool> keeps_, told_;
  std::multimap<NodeIndex, std::uint32_t> constraintsOf_;  // of each node, and of those below it
};

}  // namespace

std::optional<AimAxis> turnedAxis(const Double3x3& turn, AimAxis axis) {
  const Double3 now = turn * vectorOf(axis);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto candidate = static_cast<AimAxis>(i);
    if (dot(now, vectorOf(candidate)) > 1 - kAxis * kAxis) return candidate;
  }
  return std::nullopt;
}

std::optional<RollAxis> turnedAxis(const Double3x3& turn, RollAxis axis) {
  const auto positive = static_cast<AimAxis>(2 * static_cast<std::size_t>(axis));
  const std::optional<AimAxis> now = turnedAxis(turn, positive);
  // Rolling about an axis and about its opposite is the same.
  return now ? std::optional(static_cast<RollAxis>(static_cast<std::size_t>(*now) / 2)) : std::nullopt;
}

std::vector<bool> keptRotations(const gltf::Document& document, const gltf::Asset& asset,
                                const schema::Vrm& vrm, Diagnostics& diagnostics) {
  const RestChange change(asset, std::vector<bool>(asset.nodes.size()));
  Keeper keeper(asset, vrm, change, diagnostics);
  const gltf::JsonValue* nodes = document.root().find("nodes");
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    if (isIdentity(change[NodeIndex(i)].rotation)) continue;
    // They look along an axis of their node (glTF 2.0 section 3.10, KHR_lights_punctual).
    const gltf::JsonValue* extensions = nodes->elements()[i].find("extensions");
    if (asset.nodes[i].camera) keeper.keep(NodeIndex(i), "a camera looks along it");
    if (extensions && extensions->has("KHR_lights_punctual"))
      keeper.keep(NodeIndex(i), "a light shines along it");
    if (extensions && extensions->has("EXT_mesh_gpu_instancing"))
      keeper.keep(NodeIndex(i), "the instances of a mesh stand along it");
  }
  keeper.keepForConstraints();
  return keeper.take();
}

}  // namespace vrm::edit
