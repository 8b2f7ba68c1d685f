// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs of all versions (seeds 002 and 000, VRMC_springBone 1.0): chains that cannot swing as they are
// meant to. What is wrong with single members, with the order of joints and with shapes the reader has
// reported.
#include <algorithm>
#include <cmath>

#include "validate/checks.hpp"
#include "vrm/base/number.hpp"

namespace vrm::checks {
namespace {

using schema::Spring;
using schema::SpringBone;
using schema::SpringJoint;

class SpringChecker {
 public:
  explicit SpringChecker(const Subject& subject)
      : subject_(subject), springBone_(subject.vrm.springBone), owners_(subject.asset.nodes.size(), kNone) {
    std::vector<bool> joints(subject.asset.nodes.size());
    for (std::uint32_t i = 0; i < springBone_.springs.size(); ++i) {
      for (const SpringJoint& joint : springBone_.springs[i].joints) {
        if (!isInFile(joint.node)) continue;
        owners_[joint.node.value] = i;
        joints[joint.node.value] = true;
      }
    }
    jointAbove_ = nearestMarked(subject.asset, joints);
  }

  void check() {
    for (std::uint32_t i = 0; i < springBone_.springs.size(); ++i) {
      const Spring& spring = springBone_.springs[i];
      checkCenter(i);
      // The chains of one group have the same parameters.
      if (i == 0 || pointerOf(i) != pointerOf(i - 1)) checkForces(i);
      for (std::size_t j = 0; j + 1 < spring.joints.size(); ++j) checkBone(i, j);
    }
    checkUnused();
  }

 private:
  bool isInFile(NodeIndex node) const { return node.value < subject_.asset.nodes.size(); }
  const std::string& pointerOf(std::uint32_t spring) const { return subject_.origins.springs[spring]; }

  std::string textOf(std::uint32_t spring) const {
    const Spring& s = springBone_.springs[spring];
    return (s.name.empty() ? "the spring" : "spring " + inQuotes(s.name)) + " from " +
           subject_.text(s.joints.front().node);
  }

  // VRMC_springBone 1.0 "Center Space": the first joint or above it; no joint of another chain, nor below
  // one. Chains of one 0.x group are not strangers to each other, and 0.x has no such rule.
  void checkCenter(std::uint32_t index) {
    const Spring& spring = springBone_.springs[index];
    if (!spring.center || !isInFile(spring.center)) return;
    const Severity severity =
        subject_.vrm.version == VrmVersion::Vrm1 || subject_.vrm.version == VrmVersion::None
            ? Severity::Error
            : Severity::Warning;
    const auto say = [&](const std::string& message) {
      if (saidOf_ == pointerOf(index)) return;  // of another chain of the group
      saidOf_ = pointerOf(index);
      subject_.report(Code::VrmSpringCenter, severity, pointerOf(index) + "/center",
                      subject_.text(spring.center) + message);
    };
    if (!subject_.rest.isDescendant(spring.joints.front().node, spring.center))
      return say(" is neither the first joint of " + textOf(index) + " nor above it");
    // Its own joints are all below it, but for the first.
    const NodeIndex first = spring.joints.front().node;
    const NodeIndex from = spring.center == first ? subject_.asset.nodes[first.value].parent : spring.center;
    const std::uint32_t joint = from ? jointAbove_[from.value] : kNone;
    const std::uint32_t owner = joint == kNone ? kNone : owners_[joint];
    if (owner != kNone && pointerOf(owner) != pointerOf(index)) say(" is moved by " + textOf(owner));
  }

  // What a chain needs to come back: it is told of the whole chain, since single joints may well be limp.
  void checkForces(std::uint32_t index) {
    const Spring& spring = springBone_.springs[index];
    if (spring.joints.size() < 2) {
      const gltf::JsonValue* const joints = subject_.at(pointerOf(index) + "/joints");
      if (joints && joints->size() > 1) return;  // it was cut off there, which has been reported
      return subject_.report(Code::VrmSpringZero, pointerOf(index),
                             textOf(index) + " has a single joint, which is only a tail: nothing swings");
    }
    bool limp = true;
    std::optional<Vec3> told;
    for (std::size_t j = 0; j + 1 < spring.joints.size(); ++j) {
      const SpringJoint& joint = spring.joints[j];
      limp = limp && joint.stiffness == 0 && joint.gravityPower == 0;
      if (joint.gravityPower == 0) continue;
      const double size = std::sqrt(dot(toDouble(joint.gravityDir), toDouble(joint.gravityDir)));
      if (std::abs(size - 1) <= 1e-3 || told == joint.gravityDir) continue;
      told = joint.gravityDir;
      subject_.report(
          Code::VrmSpringValue, memberPointer(index, joint.node, "gravityDir"),
          "the direction is not of length 1, so that gravity is not gravityPower; " + textOf(index));
    }
    checkSizes(index);
    if (limp) {
      subject_.report(Code::VrmSpringLimp, pointerOf(index),
                      textOf(index) + " has neither stiffness nor gravity");
    }
  }

  // The tail goes by stiffness and gravityPower metres in a second before it is put back to its distance
  // (VRMC_springBone 1.0 "SpringBone Algorithm"). Authors use up to 4; with 1000 that is 16 metres in a
  // frame, and the bone, which is some centimetres long, is stiff. Nobody's hair is 100 metres thick.
  void checkSizes(std::uint32_t index) {
    const struct {
      std::string_view member, older;
      float SpringJoint::*value;
      float most;
      const char* text;
    } rows[] = {
        {"stiffness", "stiffiness", &SpringJoint::stiffness, 1000, ": above 1000 nothing swings any more"},
        {"gravityPower", {}, &SpringJoint::gravityPower, 1000, ": above 1000 nothing swings any more"},
        {"hitRadius", {}, &SpringJoint::hitRadius, 100, ": units are metres"}};
    const Spring& spring = springBone_.springs[index];
    for (const auto& row : rows) {
      const auto end = spring.joints.end() - 1;  // the last is only a tail
      const auto first = std::find_if(spring.joints.begin(), end,
                                      [&](const SpringJoint& joint) { return joint.*row.value > row.most; });
      if (first == end) continue;
      subject_.report(Code::VrmSpringValue, memberPointer(index, first->node, row.member, row.older),
                      formatFloat((*first).*row.value) + row.text + "; " + textOf(index));
    }
  }

  void checkBone(std::uint32_t index, std::size_t j) {
    const Spring& spring = springBone_.springs[index];
    const NodeIndex head = spring.joints[j].node, tail = spring.joints[j + 1].node;
    if (!isInFile(tail)) return;
    const Double3 way = minus(subject_.position(tail), subject_.position(head));
    if (!(dot(way, way) > 1e-12)) {
      return subject_.report(Code::VrmSpringZero, nodePointer(tail),
                             subject_.text(tail) + " is the tail of " + subject_.text(head) +
                                 " and lies on it: the bone has no length");
    }
    // Seed 000 "注意" after the axes of a limit: bones nearly along -Y of the joint's own space.
    if (!spring.joints[j].limit) return;
    const std::optional<Vec3> axis = subject_.rest.toLocal(head, subject_.rest.position(tail));
    if (!axis) return;
    const Double3 a = toDouble(*axis);
    constexpr double kNear = 0.9962;  // cosine of 5 degrees
    if (!(a.y < -kNear * std::sqrt(dot(a, a)))) return;
    subject_.report(Code::VrmSpringLimitAxis,
                    subject_.found.full(Code::VrmSpringLimitAxis) ? std::string() : jointPointer(index, head),
                    "the bone points along -Y of its node, where the axes of its limit may be any");
  }

  // The joint with this node, in springs that list their joints.
  std::string jointPointer(std::uint32_t spring, NodeIndex node) const {
    const std::string list = pointerOf(spring) + "/joints";
    const gltf::JsonValue* const joints = subject_.at(list);
    std::uint32_t i = 0;
    for (const gltf::JsonValue& joint : joints ? joints->elements() : std::span<const gltf::JsonValue>()) {
      const gltf::JsonValue* const index = joint.find("node");
      if (index && index->index() == node.value) return gltf::pointerJoin(list, i);
      ++i;
    }
    return pointerOf(spring);
  }

  // A number of a joint; groups of 0.x and drafts say it once for all of theirs.
  std::string memberPointer(std::uint32_t spring, NodeIndex node, std::string_view member,
                            std::string_view older = {}) const {
    if (subject_.found.full(Code::VrmSpringValue)) return {};
    const gltf::JsonValue* const element = subject_.at(pointerOf(spring));
    if (element && element->has("joints")) return gltf::pointerJoin(jointPointer(spring, node), member);
    return gltf::pointerJoin(pointerOf(spring), element && element->has(older) ? older : member);
  }

  void checkUnused() {
    std::vector<bool> groups(springBone_.colliderGroups.size()), colliders(springBone_.colliders.size());
    for (const Spring& spring : springBone_.springs) {
      for (const ColliderGroupIndex group : spring.colliderGroups) groups[group.value] = true;
    }
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
      for (const ColliderIndex collider : springBone_.colliderGroups[i].colliders)
        colliders[collider.value] = true;
      if (groups[i]) continue;
      subject_.report(Code::VrmColliderUnused, subject_.origins.colliderGroups[i],
                      "no spring uses this group of colliders");
    }
    for (std::uint32_t i = 0; i < colliders.size(); ++i) {
      if (!colliders[i])
        subject_.report(Code::VrmColliderUnused, subject_.origins.colliders[i], "no group has this collider");
    }
  }

  const Subject& subject_;
  const SpringBone& springBone_;
  std::vector<std::uint32_t> owners_;      // by node: the spring whose joint it is
  std::vector<std::uint32_t> jointAbove_;  // by node: itself or the nearest joint above
  std::string_view saidOf_;                // the spring whose center was the last to be reported
};

}  // namespace

void checkSprings(const Subject& subject) {
  SpringChecker(subject).check();
}

}  // namespace vrm::checks
