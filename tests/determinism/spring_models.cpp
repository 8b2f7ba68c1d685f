// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models for springs. The chains are of lengths and rest rotations that fit into no pattern of lanes.
#include <deque>
#include <string>
#include <vector>

#include "determinism/numbers.hpp"
#include "determinism/scene.hpp"
#include "support/model_builder.hpp"

namespace vrm::determinism {
namespace {

using Shape = schema::ColliderShape;
using Limit = schema::SpringLimit;

class Hair {
 public:
  explicit Hair(std::uint32_t seed) : numbers_(seed) {
    hips_ = b_.bone(HumanBone::Hips, {{0, 0.9f, 0}, numbers_.rotation(), {1, 1, 1}});
    chest_ = b_.bone(HumanBone::Chest, {{0, 0.3f, 0.02f}, numbers_.rotation(), {1.25f, 1.25f, 1.25f}}, hips_);
    head_ = b_.bone(HumanBone::Head, {{0.01f, 0.3f, 0}, numbers_.rotation(), {0.75f, 0.75f, 0.75f}}, chest_);
  }

  Numbers& numbers() { return numbers_; }
  std::uint32_t hips() const { return hips_; }
  std::uint32_t chest() const { return chest_; }
  std::uint32_t head() const { return head_; }

  std::uint32_t node(const std::string& name, std::uint32_t parent) {
    const Vec3 place = numbers_.vector(0.06f) + Vec3{0, -0.08f, 0};
    const Quat turned = numbers_.rotation();
    return b_.node({place, turned, {1, 1, 1}}, parent, names_.emplace_back(name));
  }

  // The nodes of a chain below a node: one more than it has joints that rotate. Every `skip`th node of the
  // hierarchy is in no chain.
  std::vector<std::uint32_t> nodes(std::uint32_t parent, std::uint32_t joints, std::uint32_t skip = 0) {
    const std::string name = "hair_" + std::to_string(chains_++);
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i <= joints; ++i) {
      if (skip > 0 && i % skip == skip - 1) parent = node(name + "_between_" + std::to_string(i), parent);
      parent = node(name + "_" + std::to_string(i), parent);
      list.push_back(parent);
    }
    return list;
  }

  schema::Spring& spring(const std::vector<std::uint32_t>& nodes) {
    schema::Spring& spring = b_.spring(nodes);
    for (schema::SpringJoint& joint : spring.joints) {
      joint.stiffness = numbers_.in(0.2f, 1.5f);
      joint.gravityPower = numbers_.in(0, 0.6f);
      joint.gravityDir = numbers_.vector(0.3f) + Vec3{0, -1, 0};
      joint.dragForce = numbers_.in(0.1f, 0.8f);
      joint.hitRadius = numbers_.in(0.005f, 0.04f);
    }
    return spring;
  }

  ColliderGroupIndex collider(std::uint32_t node, Shape::Type type, float radius, bool inside = false) {
    Shape shape;
    shape.type = type;
    shape.offset = numbers_.vector(0.12f);
    shape.tail = numbers_.vector(0.2f);
    shape.normal = rotate(numbers_.rotation(), {0, 1, 0});
    shape.radius = radius;
    shape.inside = inside;
    return b_.collider(node, shape);
  }

  std::shared_ptr<const Model> make() const { return b_.make(); }

 private:
  test::ModelBuilder b_;
  std::deque<std::string> names_;  // the builder keeps views of them
  Numbers numbers_;
  std::uint32_t hips_ = 0, chest_ = 0, head_ = 0, chains_ = 0;
};

}  // namespace

std::shared_ptr<const Model> stressModel() {
  Hair hair(1);
  std::vector<ColliderGroupIndex> groups;
  for (const std::uint32_t node : {hair.head(), hair.chest()}) {
    groups.push_back(hair.collider(node, Shape::Type::Sphere, 0.1f));
    groups.push_back(hair.collider(node, Shape::Type::Capsule, 0.07f));
    groups.push_back(hair.collider(node, Shape::Type::Plane, 0));
    groups.push_back(hair.collider(node, Shape::Type::Sphere, 0.6f, true));
    groups.push_back(hair.collider(node, Shape::Type::Capsule, 0.5f, true));
  }
  for (std::uint32_t i = 0; i < 20; ++i) {
    schema::Spring& spring = hair.spring(hair.nodes(i % 4 == 3 ? hair.chest() : hair.head(), 5));
    // Half of them hit everything; the others have lists of their own.
    for (std::uint32_t k = 0; k < groups.size(); ++k) {
      if (i % 2 == 0 || (i + k) % 3 == 0) spring.colliderGroups.push_back(groups[k]);
    }
  }
  return hair.make();
}

std::shared_ptr<const Model> tangledModel() {
  Hair hair(2);
  const ColliderGroupIndex body = hair.collider(hair.chest(), Shape::Type::Capsule, 0.12f);
  constexpr Limit::Type kTypes[] = {Limit::Type::Cone, Limit::Type::Hinge, Limit::Type::Spherical};
  std::uint32_t below = hair.head();
  ColliderGroupIndex carried = body;
  for (std::uint32_t i = 0; i < 17; ++i) {
    const std::uint32_t parent = i % 5 == 4 ? below : i % 2 == 0 ? hair.head() : hair.hips();
    const std::vector<std::uint32_t> nodes = hair.nodes(parent, 1 + i % 6, i % 3 == 1 ? 2 : 0);
    schema::Spring& spring = hair.spring(nodes);
    for (std::uint32_t k = 0; k < spring.joints.size(); ++k) {
      if ((i + k) % 4 == 0) continue;  // some joints without a limit
      const float angle = hair.numbers().in(0.05f, 1.4f);
      const float yaw = hair.numbers().in(0.05f, 1.4f);
      spring.joints[k].limit = Limit{kTypes[(i + k) % 3], angle, angle, yaw, hair.numbers().rotation()};
    }
    constexpr std::uint32_t kEvery = 3;
    if (i % kEvery == 1) spring.center = NodeIndex(hair.hips());
    if (i % kEvery == 2) spring.center = NodeIndex(hair.head());
    spring.colliderGroups = {body};
    if (carried != body) spring.colliderGroups.push_back(carried);
    below = nodes[nodes.size() / 2];  // the next one that hangs on a chain hangs here
    if (i % 6 == 5) carried = hair.collider(nodes.back(), Shape::Type::Sphere, 0.05f);
  }
  return hair.make();
}

}  // namespace vrm::determinism
