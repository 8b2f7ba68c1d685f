// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// How hair, skirt and ribbons swing, and what they must not go through.
#include "rig.hpp"

namespace vrm::builtin {
namespace {

using schema::ColliderShape;
using schema::SpringLimit;

struct Feel {
  float stiffness, gravity, drag, radius;
};
constexpr Feel feelOf(Swing swing) {
  switch (swing) {
    case Swing::Fringe:
      return {1.8f, 0.05f, 0.45f, 0.006f};
    case Swing::Side:
      return {0.75f, 0.25f, 0.35f, 0.010f};
    case Swing::Back:
      return {0.70f, 0.22f, 0.38f, 0.012f};
    case Swing::Tuft:
      return {2.2f, 0.0f, 0.22f, 0.004f};
    case Swing::Skirt:
      return {0.90f, 0.12f, 0.45f, 0.014f};
    case Swing::HeadRibbon:
      return {0.55f, 0.25f, 0.35f, 0.012f};
    case Swing::ChestRibbon:
      return {0.60f, 0.30f, 0.40f, 0.005f};
  }
  return {};
}

constexpr float degrees(float angle) {
  return angle * kPi / 180;
}

// Limits of the hinge and spherical kinds have their axis across the plane in which the bone goes outward:
// about Y by the direction in which it does (the rotation from +Y to the bone leaves that axis alone). Near
// -Y that rotation may be any, so such bones have none (seed 000).
std::optional<SpringLimit> limitOf(Swing swing, Vec3 bone) {
  if (bone.y < -0.995f * length(bone)) return {};
  SpringLimit limit;
  const double turn = arcTan2(static_cast<double>(bone.x), static_cast<double>(bone.z));
  const auto [s, c] = sinCos(turn / 2);
  const auto rounded = [](double x) { return static_cast<float>(std::round(x * 1e6) / 1e6); };
  const Quat outward{0, rounded(s), 0, rounded(c)};
  switch (swing) {
    case Swing::Skirt:
      limit.type = SpringLimit::Type::Spherical;
      limit.pitch = degrees(55);
      limit.yaw = degrees(18);
      limit.rotation = outward;
      break;
    case Swing::Side:
      limit.type = SpringLimit::Type::Spherical;
      limit.pitch = degrees(45);
      limit.yaw = degrees(35);
      limit.rotation = outward;
      break;
    case Swing::ChestRibbon:
      limit.type = SpringLimit::Type::Hinge;
      limit.angle = degrees(50);
      limit.rotation = {};
      break;
    case Swing::Fringe:
      limit.angle = degrees(22);
      break;
    case Swing::Back:
      limit.angle = degrees(50);
      break;
    case Swing::Tuft:
      limit.angle = degrees(40);
      break;
    case Swing::HeadRibbon:
      limit.angle = degrees(45);
      break;
  }
  return limit;
}

enum Group : std::uint32_t {
  kHeadGroup,
  kTrunkGroup,
  kArmsGroup,
  kLegsGroup,
  kBackGroup,
  kHairGroup,
  kGroups
};

class ColliderList {
 public:
  ColliderList(const Skeleton& skeleton, schema::SpringBone& out) : skeleton_(skeleton), out_(out) {
    for (const char* name : {"head", "trunk", "arms", "legs", "back", "hair"})
      out_.colliderGroups.push_back({name, {}});
  }

  // Places are in model space here.
  void sphere(Group group, std::string_view node, Vec3 at, float radius) {
    ColliderShape shape;
    shape.offset = local(node, at);
    shape.radius = radius;
    add(group, node, shape, {});
  }
  void capsule(Group group, std::string_view node, Vec3 from, Vec3 to, float radius) {
    ColliderShape shape;
    shape.type = ColliderShape::Type::Capsule;
    shape.offset = local(node, from);
    shape.tail = local(node, to);
    shape.radius = radius;
    add(group, node, shape, {});
  }
  void plane(Group group, std::string_view node, Vec3 at, Vec3 normal, Vec3 fallbackAt,
             float fallbackRadius) {
    ColliderShape shape;
    shape.type = ColliderShape::Type::Plane;
    shape.offset = local(node, at);
    shape.normal = normal;
    ColliderShape fallback;
    fallback.offset = local(node, fallbackAt);
    fallback.radius = fallbackRadius;
    add(group, node, shape, fallback);
  }

 private:
  Vec3 local(std::string_view node, Vec3 at) const {
    const Vec3 d = at - skeleton_.at(node);
    const auto rounded = [](float x) { return std::round(x * 1e4f) / 1e4f + 0.0f; };
    return {rounded(d.x), rounded(d.y), rounded(d.z)};
  }
  void add(Group group, std::string_view node, const ColliderShape& shape,
           const std::optional<ColliderShape>& fallback) {
    out_.colliderGroups[group].colliders.emplace_back(static_cast<std::uint32_t>(out_.colliders.size()));
    out_.colliders.push_back({NodeIndex(skeleton_.find(node)), shape, fallback});
  }

  const Skeleton& skeleton_;
  schema::SpringBone& out_;
};

void addColliders(const Skeleton& skeleton, schema::SpringBone& out) {
  ColliderList list(skeleton, out);
  list.sphere(kHeadGroup, "head", {0, 1.269f, -0.005f}, 0.117f);
  list.sphere(kHeadGroup, "head", {0, 1.181f, 0.016f}, 0.082f);
  list.capsule(kTrunkGroup, "neck", {0, 1.035f, -0.012f}, {0, 1.10f, -0.012f}, 0.036f);
  list.capsule(kTrunkGroup, "upperChest", {-0.066f, 0.985f, -0.008f}, {0.066f, 0.985f, -0.008f}, 0.056f);
  list.sphere(kTrunkGroup, "chest", {0, 0.905f, 0}, 0.068f);
  for (const bool left : {true, false}) {
    const std::string side = left ? "left" : "right";
    const float x = left ? 1.0f : -1.0f;
    list.capsule(kArmsGroup, side + "UpperArm", {x * 0.115f, 1.003f, -0.008f}, {x * 0.28f, 1.003f, -0.008f},
                 0.043f);
    list.capsule(kLegsGroup, side + "UpperLeg", {x * 0.062f, 0.640f, 0}, {x * 0.062f, 0.370f, 0}, 0.062f);
    list.capsule(kLegsGroup, side + "LowerLeg", {x * 0.062f, 0.360f, 0}, {x * 0.062f, 0.120f, 0}, 0.046f);
  }
  list.sphere(kLegsGroup, "hips", {0, 0.690f, -0.006f}, 0.090f);
  // Hair itself, for the ribbon that lies on it.
  list.sphere(kHairGroup, "head", {0, 1.275f, -0.030f}, 0.142f);
  list.capsule(kHairGroup, "head", {-0.060f, 1.170f, -0.050f}, {0.060f, 1.170f, -0.050f}, 0.100f);
  list.plane(kBackGroup, "upperChest", {0, 0.98f, -0.078f}, {0, 0, -1}, {0, 0.98f, 0}, 0.078f);
}

std::vector<Group> groupsOf(const Chain& chain, Vec3 end) {
  switch (chain.swing) {
    case Swing::Skirt:
      return {kLegsGroup};
    case Swing::ChestRibbon:
      return {kTrunkGroup};
    case Swing::HeadRibbon:
      return {kHairGroup, kBackGroup};
    case Swing::Fringe:
      return {kHeadGroup};
    case Swing::Tuft:
      return {kHeadGroup};
    default:
      break;
  }
  // The plane is for what hangs behind the back.
  if (end.z < -0.10f) return {kHeadGroup, kTrunkGroup, kArmsGroup, kBackGroup};
  return {kHeadGroup, kTrunkGroup, kArmsGroup};
}

}  // namespace

schema::SpringBone makeSprings(const Character& character) {
  const Skeleton& skeleton = character.skeleton;
  schema::SpringBone out;
  addColliders(skeleton, out);
  for (const Chain& chain : character.chains) {
    const Feel feel = feelOf(chain.swing);
    schema::Spring& spring = out.springs.emplace_back();
    spring.name = chain.name;
    // The bow on the chest takes no notice of where she walks.
    if (chain.swing == Swing::ChestRibbon) spring.center = NodeIndex(skeleton.find("hips"));
    for (std::size_t i = 0; i < chain.nodes.size(); ++i) {
      schema::SpringJoint joint;
      joint.node = NodeIndex(chain.nodes[i]);
      joint.stiffness = feel.stiffness;
      joint.gravityPower = feel.gravity;
      joint.dragForce = feel.drag;
      joint.hitRadius = feel.radius;
      if (i + 1 < chain.nodes.size()) {
        joint.limit = limitOf(chain.swing, skeleton.nodes[chain.nodes[i + 1]].position -
                                               skeleton.nodes[chain.nodes[i]].position);
      }
      spring.joints.push_back(joint);
    }
    for (const Group group : groupsOf(chain, skeleton.nodes[chain.nodes.back()].position)) {
      spring.colliderGroups.emplace_back(group);
    }
  }
  return out;
}

}  // namespace vrm::builtin
