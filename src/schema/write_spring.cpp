// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/member_writer.hpp"
#include "schema/names.hpp"

namespace vrm::schema {
namespace {

using gltf::JsonValue;

constexpr std::string_view kExtended = "VRMC_springBone_extended_collider";
constexpr std::string_view kLimit = "VRMC_springBone_limit";

// One of several members of `in`; the others are removed.
MemberWriter choose(const MemberWriter& in, std::span<const std::string_view> names, std::size_t chosen) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != chosen) in.remove(names[i]);
  }
  return in.child(names[chosen]);
}

void writeShape(const MemberWriter& in, const ColliderShape& shape) {
  for (const std::string_view direct : {"offset", "radius", "tail"}) in.remove(direct);  // the example of seed 002
  const MemberWriter to = choose(in, kColliderShapes, static_cast<std::size_t>(shape.type));
  to.vec3("offset", shape.offset, Vec3{});
  if (shape.type == ColliderShape::Type::Plane) {
    to.vec3("normal", shape.normal, Vec3{0, 0, 1});
    return;
  }
  to.number("radius", shape.radius, 0);
  if (shape.type == ColliderShape::Type::Capsule) to.vec3("tail", shape.tail, Vec3{});
  to.boolean("inside", shape.inside, false);
}

void writeCollider(const MemberWriter& to, const Collider& collider) {
  to.index("node", collider.node);
  writeShape(to.child("shape"), collider.fallback ? *collider.fallback : collider.shape);
  if (!collider.fallback) {
    removeExtension(to.json(), to.object(), kExtended);
    return;
  }
  const MemberWriter extension = extensionOf(to.json(), to.object(), kExtended);
  extension.string("specVersion", "1.0");
  writeShape(extension.child("shape"), collider.shape);
}

void writeLimit(const MemberWriter& joint, const SpringLimit& limit) {
  const MemberWriter extension = extensionOf(joint.json(), joint.object(), kLimit);
  if (!extension.object().find("specVersion")) extension.string("specVersion", "1.0-draft");
  const MemberWriter to = choose(extension.child("limit"), kSpringLimits, static_cast<std::size_t>(limit.type));
  for (const std::string_view old : {"phi", "theta"}) to.remove(old);
  if (limit.type == SpringLimit::Type::Spherical) {
    to.required("pitch", limit.pitch);
    to.required("yaw", limit.yaw);
  } else {
    to.required("angle", limit.angle);
  }
  const float q[] = {limit.rotation.x, limit.rotation.y, limit.rotation.z, limit.rotation.w};
  constexpr float kNoTurn[] = {0, 0, 0, 1};
  to.numbers("rotation", q, kNoTurn);
}

void writeJoint(const MemberWriter& to, const SpringJoint& joint) {
  const SpringJoint standard;
  to.remove("stiffiness");
  to.index("node", joint.node);
  to.number("hitRadius", joint.hitRadius, standard.hitRadius);
  to.number("stiffness", joint.stiffness, standard.stiffness);
  to.number("gravityPower", joint.gravityPower, standard.gravityPower);
  to.vec3("gravityDir", joint.gravityDir, standard.gravityDir);
  to.number("dragForce", joint.dragForce, standard.dragForce);
  joint.limit ? writeLimit(to, *joint.limit) : removeExtension(to.json(), to.object(), kLimit);
}

void writeSpring(const MemberWriter& to, const Spring& spring) {
  to.string("name", spring.name);
  const auto joints = to.objects("joints", spring.joints.size(), [&](const JsonValue& old, std::size_t i) {
    return saysIndex(old, "node", spring.joints[i].node);
  });
  for (std::size_t i = 0; i < joints.size(); ++i) writeJoint({to.json(), joints[i]}, spring.joints[i]);
  to.indices("colliderGroups", spring.colliderGroups);
  to.index("center", spring.center);
}

bool saysName(const JsonValue& old, std::string_view wanted) {
  const JsonValue* value = old.find("name");
  return (value ? value->string() : std::string_view()) == wanted;
}

}  // namespace

void writeSpringBone(WriteContext& context, const Vrm& vrm) {
  const SpringBone& s = vrm.springBone;
  gltf::Json& json = context.document.editJson();
  if (s.colliders.empty() && s.colliderGroups.empty() && s.springs.empty()) {
    removeExtension(json, json.editRoot(), "VRMC_springBone");
    return;
  }
  const MemberWriter to = extensionOf(json, json.editRoot(), "VRMC_springBone");
  to.string("specVersion", "1.0");
  const auto colliders = to.objects("colliders", s.colliders.size(), [&](const JsonValue& old, std::size_t i) {
    return saysIndex(old, "node", s.colliders[i].node);
  });
  for (std::size_t i = 0; i < colliders.size(); ++i) writeCollider({json, colliders[i]}, s.colliders[i]);
  const auto groups = to.objects("colliderGroups", s.colliderGroups.size(), [&](const JsonValue& old, std::size_t i) {
    return saysName(old, s.colliderGroups[i].name);
  });
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const MemberWriter group(json, groups[i]);
    group.string("name", s.colliderGroups[i].name);
    group.indices("colliders", s.colliderGroups[i].colliders);
  }
  const auto springs = to.objects("springs", s.springs.size(), [&](const JsonValue& old, std::size_t i) {
    return saysName(old, s.springs[i].name);
  });
  for (std::size_t i = 0; i < springs.size(); ++i) writeSpring({json, springs[i]}, s.springs[i]);
}

}  // namespace vrm::schema
