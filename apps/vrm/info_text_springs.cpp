// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <span>

#include "info.hpp"

namespace vrm::cli {
namespace {

using schema::ColliderShape;
using schema::Spring;
using schema::SpringJoint;
using schema::SpringLimit;

struct Range {
  float min = 0, max = 0;
};

std::string rangeText(Range range) {
  const std::string min = numberText(range.min), max = numberText(range.max);
  return min == max ? min : min + ".." + max;
}

Range rangeOf(std::span<const SpringJoint> joints, float SpringJoint::*member) {
  const auto [min, max] = std::minmax_element(
      joints.begin(), joints.end(), [&](const SpringJoint& a, const SpringJoint& b) { return a.*member < b.*member; });
  return {(*min).*member, (*max).*member};
}

// The joints that swing: the last one only says where its parent ends. Never empty, as springs are not.
std::span<const SpringJoint> swinging(const Spring& spring) {
  return std::span(spring.joints).first(spring.joints.size() - (spring.joints.size() > 1 ? 1 : 0));
}

std::string gravityText(std::span<const SpringJoint> joints) {
  const Range power = rangeOf(joints, &SpringJoint::gravityPower);
  if (power.min == 0 && power.max == 0) return "no gravity";
  const Vec3 direction = joints.front().gravityDir;
  const bool same = std::all_of(joints.begin(), joints.end(),
                                [&](const SpringJoint& joint) { return joint.gravityDir == direction; });
  if (same && direction == Vec3{0, -1, 0}) return "gravity " + rangeText(power);
  return fmt::format("gravity {} along {}", rangeText(power), same ? vectorText(direction) : "several directions");
}

void addLimits(std::span<const SpringJoint> joints, std::vector<std::string>& pieces) {
  const auto degrees = [](float radians) { return radians * 180 / std::numbers::pi_v<float>; };
  for (const auto type : {SpringLimit::Type::Cone, SpringLimit::Type::Hinge, SpringLimit::Type::Spherical}) {
    std::size_t count = 0;
    Range first, second;  // angle, or pitch and yaw
    const auto widen = [&](Range& range, float value) {
      range = count == 0 ? Range{value, value} : Range{std::min(range.min, value), std::max(range.max, value)};
    };
    for (const SpringJoint& joint : joints) {
      if (!joint.limit || joint.limit->type != type) continue;
      const bool spherical = type == SpringLimit::Type::Spherical;
      widen(first, degrees(spherical ? joint.limit->pitch : joint.limit->angle));
      widen(second, degrees(joint.limit->yaw));
      ++count;
    }
    if (count == 0) continue;
    const std::string angles = type == SpringLimit::Type::Spherical
                                   ? fmt::format("pitch {} yaw {}", rangeText(first), rangeText(second))
                                   : rangeText(first);
    pieces.push_back(fmt::format("{} limit {} deg on {}", name(type), angles, countText(count, "joint")));
  }
}

std::vector<std::string> settingsOf(const OpenedVrm& opened, const Spring& spring) {
  const std::span<const SpringJoint> joints = swinging(spring);
  std::vector<std::string> pieces{"stiffness " + rangeText(rangeOf(joints, &SpringJoint::stiffness)),
                                  gravityText(joints), "drag " + rangeText(rangeOf(joints, &SpringJoint::dragForce)),
                                  "radius " + rangeText(rangeOf(joints, &SpringJoint::hitRadius))};
  addLimits(joints, pieces);
  if (spring.center) pieces.push_back("center " + nodeName(opened, spring.center));
  std::string groups;
  for (const ColliderGroupIndex group : spring.colliderGroups) {
    groups += (groups.empty() ? "hits " : " + ") +
              nameOrIndex(opened.vrm.springBone.colliderGroups[group.value].name, group.value);
  }
  pieces.push_back(groups.empty() ? "hits nothing" : groups);
  return pieces;
}

std::string chainText(const OpenedVrm& opened, const Spring& spring) {
  return fmt::format("{} .. {} ({})", nodeName(opened, spring.joints.front().node),
                     nodeName(opened, spring.joints.back().node), spring.joints.size());
}

// Springs of one name that follow each other and have the same settings are told together: a VRM 0.x group of hair
// becomes a spring per strand.
void addSprings(Page& page, const OpenedVrm& opened) {
  const std::vector<Spring>& springs = opened.vrm.springBone.springs;
  std::vector<std::string> labels;
  for (std::uint32_t i = 0; i < springs.size(); ++i) labels.push_back("  " + nameOrIndex(springs[i].name, i));
  page.labels(labelWidth(labels));
  for (std::size_t i = 0; i < springs.size();) {
    const std::string& label = labels[i];
    const std::vector<std::string> settings = settingsOf(opened, springs[i]);
    std::vector<std::string> chains{chainText(opened, springs[i])};
    const std::string& name = springs[i].name;
    while (++i < springs.size() && springs[i].name == name && settingsOf(opened, springs[i]) == settings) {
      chains.push_back(chainText(opened, springs[i]));
    }
    if (chains.size() == 1) {
      chains.insert(chains.end(), settings.begin(), settings.end());
      page.list(label, chains);
    } else {
      page.list(label, settings);
      page.list("", chains);
    }
  }
}

std::string shapeText(const ColliderShape& shape) {
  std::string text(name(shape.type));
  if (shape.inside) text = "inside of " + text;
  if (shape.type != ColliderShape::Type::Plane) text += " of radius " + numberText(shape.radius);
  text += shape.type == ColliderShape::Type::Capsule
              ? fmt::format(" from {} to {}", vectorText(shape.offset), vectorText(shape.tail))
              : " at " + vectorText(shape.offset);
  if (shape.type == ColliderShape::Type::Plane) text += " with normal " + vectorText(shape.normal);
  return text;
}

void addColliders(Page& page, const OpenedVrm& opened) {
  const schema::SpringBone& bone = opened.vrm.springBone;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < bone.colliders.size(); ++i) {
    labels.push_back(fmt::format("  collider #{} {}", i, nodeName(opened, bone.colliders[i].node)));
  }
  page.labels(labelWidth(labels));
  for (std::size_t i = 0; i < bone.colliders.size(); ++i) {
    const schema::Collider& collider = bone.colliders[i];
    std::vector<std::string> pieces{shapeText(collider.shape)};
    if (collider.fallback) pieces.push_back("for other readers a " + shapeText(*collider.fallback));
    page.list(labels[i], pieces);
  }
  labels.clear();
  for (std::size_t i = 0; i < bone.colliderGroups.size(); ++i) {
    labels.push_back(fmt::format("  group #{} {}", i, bone.colliderGroups[i].name));
  }
  page.labels(labelWidth(labels));
  for (std::size_t i = 0; i < bone.colliderGroups.size(); ++i) {
    std::vector<std::string> pieces;
    for (const ColliderIndex collider : bone.colliderGroups[i].colliders) {
      pieces.push_back(fmt::format("#{}", collider.value));
    }
    page.list(labels[i], pieces);
  }
}

std::string axesText(const schema::NodeConstraint& c) {
  const bool aim = c.type == schema::ConstraintType::DraftAim;
  const char* const names[] = {aim ? "yaw" : "X", aim ? "pitch" : "Y", "Z"};
  std::string text;
  for (std::size_t i = 0; i < (aim ? 2u : 3u); ++i) {
    if (c.axes[i]) text += (text.empty() ? "" : "+") + std::string(names[i]);
  }
  return text.empty() ? "no axis" : text;
}

std::vector<std::string> constraintPieces(const OpenedVrm& opened, const schema::NodeConstraint& c) {
  using Type = schema::ConstraintType;
  std::string what(name(c.type));
  if (c.type == Type::Roll) what += " " + std::string(name(c.rollAxis));
  if (c.type == Type::Aim) what += " " + std::string(name(c.aimAxis));
  what += (c.type == Type::Aim || c.type == Type::DraftAim ? " at " : " of ") + nodeName(opened, c.source);
  std::vector<std::string> pieces{what, "weight " + numberText(c.weight)};
  if (isDraft(c.type)) {
    pieces.push_back(axesText(c));
    pieces.push_back(fmt::format("{} to {} space", name(c.sourceSpace), name(c.destinationSpace)));
  }
  if (c.type == Type::DraftAim) pieces.push_back("aim " + vectorText(c.aimVector) + " up " + vectorText(c.upVector));
  return pieces;
}

}  // namespace

void describeSprings(Page& page, const OpenedVrm& opened) {
  const schema::SpringBone& bone = opened.vrm.springBone;
  if (bone == schema::SpringBone()) return startSection(page, "springs", "none");
  std::string shapes;
  for (const auto type : {ColliderShape::Type::Sphere, ColliderShape::Type::Capsule, ColliderShape::Type::Plane}) {
    const auto count = static_cast<std::size_t>(
        std::count_if(bone.colliders.begin(), bone.colliders.end(),
                      [&](const schema::Collider& collider) { return collider.shape.type == type; }));
    if (count > 0) shapes += (shapes.empty() ? " (" : ", ") + countText(count, name(type));
  }
  startSection(page, "springs",
               fmt::format("{} with {}, {}{} in {}", bone.springs.size(), countText(springJointCount(opened), "joint"),
                           countText(bone.colliders.size(), "collider"), shapes.empty() ? "" : shapes + ")",
                           countText(bone.colliderGroups.size(), "group")));
  addSprings(page, opened);
  if (!opened.vrm.addedNodes.empty()) {
    page.prose("  added", countText(opened.vrm.addedNodes.size(), "tail node") +
                              " that the file does not have, at the ends of chains");
  }
  addColliders(page, opened);
}

void describeConstraints(Page& page, const OpenedVrm& opened) {
  const std::vector<schema::NodeConstraint>& list = opened.vrm.constraints;
  if (list.empty()) return startSection(page, "constraints", "none");
  startSection(page, "constraints", fmt::format("{}", list.size()));
  std::vector<std::string> labels;
  for (const schema::NodeConstraint& c : list) labels.push_back("  " + nodeName(opened, c.node));
  page.labels(labelWidth(labels));
  for (std::size_t i = 0; i < list.size(); ++i) page.list(labels[i], constraintPieces(opened, list[i]));
}

}  // namespace vrm::cli
