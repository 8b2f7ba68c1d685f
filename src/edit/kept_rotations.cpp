// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/kept_rotations.hpp"

#include <array>
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
  Keeper(const gltf::Asset& asset, const schema::Vrm& vrm, Diagnostics& diagnostics)
      : asset_(asset),
        vrm_(vrm),
        diagnostics_(diagnostics),
        keeps_(asset.nodes.size()),
        told_(asset.nodes.size()) {}

  void keep(NodeIndex node, const std::string& why) {
    keepSilently(node);
    tell(node, why);
  }

  // Keeping the rotations of some nodes can take from a constraint what it needs of others: until nothing
  // changes.
  void keepForConstraints() {
    for (bool again = true; again;) {
      again = false;
      const RestChange change(asset_, keeps_);
      for (const NodeConstraint& constraint : vrm_.constraints) {
        if (!constraint.node || !constraint.source || constraint.node.value >= asset_.nodes.size() ||
            constraint.source.value >= asset_.nodes.size() || fits(constraint, change))
          continue;
        again = keepFor(constraint) || again;
      }
    }
  }

  std::vector<bool> take() { return std::move(keeps_); }

 private:
  NodeIndex parentOf(NodeIndex node) const { return asset_.nodes[node.value].parent; }

  bool fits(const NodeConstraint& c, const RestChange& change) const {
    const Double3x3 source = change[c.source].lost(), destination = change[c.node].lost();
    const Double3x3 aboveSource = change.above(c.source).lost(),
                    aboveDestination = change.above(c.node).lost();
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

  // False when all of them are kept already: what is left is a matter of scales.
  bool keepFor(const NodeConstraint& c) {
    const bool ofParents = c.type != ConstraintType::Rotation && c.type != ConstraintType::Aim;
    bool any = keepSilently(c.node);
    if (c.type != ConstraintType::Aim) any = keepSilently(c.source) || any;
    if (ofParents) {
      any = keepSilently(parentOf(c.node)) || any;
      any = keepSilently(parentOf(c.source)) || any;
    }
    if (any) tell(c.node, "its constraint could not be said with other axes");
    return any;
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
  Diagnostics& diagnostics_;
  std::vector<bool> keeps_, told_;
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
  Keeper keeper(asset, vrm, diagnostics);
  const RestChange change(asset, std::vector<bool>(asset.nodes.size()));
  const gltf::JsonValue* nodes = document.root().find("nodes");
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    if (isIdentity(change[NodeIndex(i)].rotation)) continue;
    // They look along an axis of their node (glTF 2.0 section 3.10, KHR_lights_punctual).
    const gltf::JsonValue* extensions = nodes->elements()[i].find("extensions");
    if (asset.nodes[i].camera) keeper.keep(NodeIndex(i), "a camera looks along it");
    if (extensions && extensions->has("KHR_lights_punctual"))
      keeper.keep(NodeIndex(i), "a light shines along it");
  }
  keeper.keepForConstraints();
  return keeper.take();
}

}  // namespace vrm::edit
