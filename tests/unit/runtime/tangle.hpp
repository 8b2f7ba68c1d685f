// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "differential/random_avatar.hpp"
#include "unit/runtime/prelude.hpp"

namespace vrm::test {

// Chains of all lengths, with skipped nodes, below each other, with centers, limits, and colliders on bodies
// and chains.
inline ModelBuilder tangle(std::uint32_t seed) {
  Random r(seed);
  ModelBuilder b;
  std::vector<std::uint32_t> hosts;
  for (int i = 0; i < 4; ++i) {
    const Vec3 place = r.vector(0.3);
    const Quat turned = r.rotation(2);
    const Vec3 scale = r.chance(0.3) ? Vec3{0.5f, 1.5f, -1} : Vec3{1, 1, 1};
    hosts.push_back(b.node({place, turned, scale},
                           hosts.empty() ? kNone : hosts[r.below(static_cast<std::uint32_t>(hosts.size()))]));
  }
  const std::uint32_t bodies = static_cast<std::uint32_t>(hosts.size());
  std::vector<ColliderGroupIndex> groups;
  const auto addCollider = [&](std::uint32_t node) {
    schema::ColliderShape shape;
    shape.type = static_cast<schema::ColliderShape::Type>(r.below(3));
    shape.offset = r.vector(0.2);
    shape.tail = r.vector(0.2);
    shape.normal = rotate(r.rotation(3), {0, 1, 0});
    shape.radius = static_cast<float>(r.in(0, 0.3));
    shape.inside = r.chance(0.3);
    groups.push_back(b.collider(node, shape));
  };
  for (std::uint32_t i = 0; i < 6; ++i) addCollider(hosts[r.below(bodies)]);
  const std::uint32_t chains = 1 + r.below(25);
  for (std::uint32_t i = 0; i < chains; ++i) {
    std::uint32_t parent = hosts[r.below(static_cast<std::uint32_t>(hosts.size()))];
    std::vector<std::uint32_t> nodes;
    const std::uint32_t length = 2 + r.below(6);
    for (std::uint32_t k = 0; k < length; ++k) {
      if (k > 0 && r.chance(0.15)) {
        const Vec3 place = r.vector(0.1);
        parent = b.node(at(place, r.rotation(1)), parent);
      }
      const Vec3 place = r.vector(0.1);
      parent = b.node(at(place, r.rotation(1)), parent);
      nodes.push_back(parent);
    }
    schema::Spring& spring = b.spring(nodes);
    for (schema::SpringJoint& joint : spring.joints) {
      joint.stiffness = static_cast<float>(r.in(0, 2));
      joint.gravityPower = static_cast<float>(r.in(0, 1));
      joint.dragForce = static_cast<float>(r.unit());
      joint.hitRadius = static_cast<float>(r.in(0, 0.05));
      if (!r.chance(0.2)) continue;
      const auto type = static_cast<schema::SpringLimit::Type>(r.below(3));
      const auto angle = static_cast<float>(r.in(0, 3.1));
      joint.limit = schema::SpringLimit{type, angle, angle, std::min(angle, 1.5f), r.rotation(2)};
    }
    // Some share a list, some have their own.
    for (std::uint32_t k = 0; k < groups.size(); ++k) {
      if (i % 3 == 0 ? k < 3 : r.chance(0.3)) spring.colliderGroups.push_back(groups[k]);
    }
    if (r.chance(0.3)) spring.center = NodeIndex(hosts[0]);
    if (r.chance(0.05)) {
      addCollider(nodes.front());  // on itself
      b.vrm.springBone.springs.back().colliderGroups.push_back(groups.back());
    }
    if (r.chance(0.2)) hosts.push_back(nodes.front());
    if (r.chance(0.2)) addCollider(nodes.back());
  }
  return b;
}

}  // namespace vrm::test
