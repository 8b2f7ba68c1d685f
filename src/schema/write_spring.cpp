// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "gltf/member_reader.hpp"
#include "schema/collider_fallback.hpp"
#include "schema/member_writer.hpp"
#include "schema/names.hpp"
#include "vrm/base/number.hpp"

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

// The base shape beside an extended one; nothing where the base shape says it all.
std::optional<ColliderShape> baseBeside(const Collider& collider) {
  if (collider.fallback) return collider.fallback;
  const bool extended = collider.shape.type == ColliderShape::Type::Plane || collider.shape.inside;
  return extended ? std::optional(fallbackOf(collider.shape)) : std::nullopt;
}

// A shape of a later version of the extension: nothing was read from it, so it is not ours to take away. A radius
// without a shape is a spelling that was read.
bool hasUnknownShape(const JsonValue& collider) {
  const JsonValue* shape = gltf::Json::at(collider, "/extensions/" + std::string(kExtended) + "/shape");
  const auto known = [&](std::string_view name) { return shape->has(name); };
  return shape && shape->size() > 0 && !shape->has("radius") && std::none_of(std::begin(kColliderShapes), std::end(kColliderShapes), known);
}

void writeCollider(const MemberWriter& to, const Collider& collider) {
  to.index("node", collider.node);
  const std::optional<ColliderShape> base = baseBeside(collider);
  writeShape(to.child("shape"), base ? *base : collider.shape);
  if (!base) {
    if (!hasUnknownShape(to.object())) removeExtension(to.json(), to.object(), kExtended);
    return;
  }
  const MemberWriter extension = extensionOf(to.json(), to.object(), kExtended);
  extension.string("specVersion", "1.0");
  writeShape(extension.child("shape"), collider.shape);
}

// --- what tells colliders, groups and springs from each other

std::string vectorText(Vec3 v) {
  return formatFloat(v.x) + "," + formatFloat(v.y) + "," + formatFloat(v.z) + ";";
}

std::string shapeText(const ColliderShape& s) {
  return std::string(name(s.type)) + ":" + vectorText(s.offset) + formatFloat(s.radius) + ";" + vectorText(s.tail) +
         vectorText(s.normal) + (s.inside ? "inside" : "outside");
}

// As the file says it, without the care of a reader: a shape that is read as another one is only less well recognised.
std::optional<ColliderShape> shapeIn(const JsonValue* owner) {
  const JsonValue* shape = owner ? owner->find("shape") : nullptr;
  for (std::size_t i = 0; shape && i < std::size(kColliderShapes); ++i) {
    const JsonValue* members = shape->find(kColliderShapes[i]);
    if (!members) continue;
    ColliderShape out;
    out.type = static_cast<ColliderShape::Type>(i);
    const auto vector = [&](std::string_view key, Vec3& v) {
      const JsonValue* value = members->find(key);
      if (!value || value->size() != 3 || !value->isArray()) return;
      float* const parts[] = {&v.x, &v.y, &v.z};
      for (std::size_t k = 0; k < 3; ++k) *parts[k] = gltf::MemberReader::finite(value->elements()[k]).value_or(0.0f);
    };
    vector("offset", out.offset);
    vector("tail", out.tail);
    vector("normal", out.normal);
    const JsonValue* radius = members->find("radius");
    if (radius) out.radius = gltf::MemberReader::finite(*radius).value_or(0.0f);
    const JsonValue* inside = members->find("inside");
    out.inside = inside && inside->boolean();
    return out;
  }
  return std::nullopt;
}

struct FileShapes {
  std::optional<ColliderShape> base, extended;
};

FileShapes shapesIn(const JsonValue& collider) {
  const JsonValue* extensions = collider.find("extensions");
  return {shapeIn(&collider), shapeIn(extensions ? extensions->find(kExtended) : nullptr)};
}

std::string nodesOf(const Spring& spring) {
  std::string out;
  for (const SpringJoint& joint : spring.joints) out += indexText(joint.node) + ",";
  return out;
}

std::string nodesOf(const JsonValue& spring) {
  std::string out;
  const JsonValue* joints = spring.find("joints");
  if (!joints) return out;
  for (const JsonValue& joint : joints->elements()) out += indexText(joint, "node") + ",";
  return out;
}

std::string nameOf(const JsonValue& object) {
  const JsonValue* value = object.find("name");
  return std::string(value ? value->string() : std::string_view());
}

// Per collider group of the file its name and the nodes of its colliders.
std::vector<std::string> groupsIn(const JsonValue& extension) {
  std::vector<std::string> out;
  const JsonValue* list = extension.find("colliderGroups");
  const JsonValue* colliders = extension.find("colliders");
  if (!list) return out;
  for (const JsonValue& group : list->elements()) {
    std::string text = nameOf(group) + ":";
    if (const JsonValue* members = group.find("colliders"); members && colliders) {
      for (const JsonValue& member : members->elements()) {
        const std::optional<std::uint32_t> i = member.index();
        if (i && *i < colliders->elements().size()) text += indexText(colliders->elements()[*i], "node") + ",";
      }
    }
    out.push_back(std::move(text));
  }
  return out;
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
  const auto joints = to.objects("joints", spring.joints.size(),
                                 {{[](const JsonValue& old, std::size_t) { return indexText(old, "node"); },
                                   [&](std::size_t i) { return indexText(spring.joints[i].node); }}});
  for (std::size_t i = 0; i < joints.size(); ++i) writeJoint({to.json(), joints[i]}, spring.joints[i]);
  to.indices("colliderGroups", spring.colliderGroups);
  to.index("center", spring.center);
}

void writeColliders(const MemberWriter& to, const std::vector<Collider>& colliders) {
  const Identity exact = {[](const JsonValue& old, std::size_t) {
                            const FileShapes shapes = shapesIn(old);
                            return indexText(old, "node") + (shapes.base ? shapeText(*shapes.base) : "") +
                                   (shapes.extended ? shapeText(*shapes.extended) : "");
                          },
                          [&](std::size_t i) {
                            const std::optional<ColliderShape> base = baseBeside(colliders[i]);
                            return indexText(colliders[i].node) + (base ? shapeText(*base) : "") +
                                   shapeText(colliders[i].shape);
                          }};
  const Identity kind = {[](const JsonValue& old, std::size_t) {
                           const FileShapes shapes = shapesIn(old);
                           const std::optional<ColliderShape>& shape = shapes.extended ? shapes.extended : shapes.base;
                           return indexText(old, "node") + std::string(shape ? name(shape->type) : "");
                         },
                         [&](std::size_t i) {
                           return indexText(colliders[i].node) + std::string(name(colliders[i].shape.type));
                         }};
  const Identity node = {[](const JsonValue& old, std::size_t) { return indexText(old, "node"); },
                         [&](std::size_t i) { return indexText(colliders[i].node); }, false};
  const auto list = to.objects("colliders", colliders.size(), {exact, kind, node});
  for (std::size_t i = 0; i < list.size(); ++i) writeCollider({to.json(), list[i]}, colliders[i]);
}

// `old` is groupsIn the file before its colliders were written.
void writeGroups(const MemberWriter& to, const SpringBone& s, const std::vector<std::string>& old) {
  const std::vector<ColliderGroup>& groups = s.colliderGroups;
  const Identity exact = {[&](const JsonValue&, std::size_t i) { return old[i]; },
                          [&](std::size_t i) {
                            std::string text = groups[i].name + ":";
                            for (const ColliderIndex c : groups[i].colliders) {
                              text += indexText(s.colliders[c.value].node) + ",";
                            }
                            return text;
                          }};
  const Identity named = {[](const JsonValue& group, std::size_t) { return nameOf(group); },
                          [&](std::size_t i) { return groups[i].name; }};
  // With as many groups as before none was added or taken away, so that the place tells.
  std::string same = old.size() == groups.size() ? "same" : "";
  const Identity place = {[&](const JsonValue&, std::size_t) { return same; }, [&](std::size_t) { return same; },
                          false};
  const auto list = to.objects("colliderGroups", groups.size(), {exact, named, place});
  for (std::size_t i = 0; i < list.size(); ++i) {
    const MemberWriter group(to.json(), list[i]);
    group.string("name", groups[i].name);
    group.indices("colliders", groups[i].colliders);
  }
}

void writeSprings(const MemberWriter& to, const std::vector<Spring>& springs) {
  const Identity chain = {[](const JsonValue& old, std::size_t) { return nodesOf(old); },
                          [&](std::size_t i) { return nodesOf(springs[i]); }};
  const Identity named = {[](const JsonValue& old, std::size_t) { return nameOf(old); },
                          [&](std::size_t i) { return springs[i].name; }};
  // A chain whose end was dropped while reading still starts where it did.
  const Identity start = {[](const JsonValue& old, std::size_t) {
                            const std::string nodes = nodesOf(old);
                            return nodes.substr(0, nodes.find(','));
                          },
                          [&](std::size_t i) {
                            return springs[i].joints.empty() ? std::string() : indexText(springs[i].joints[0].node);
                          }};
  const auto list = to.objects("springs", springs.size(), {chain, named, start});
  for (std::size_t i = 0; i < list.size(); ++i) writeSpring({to.json(), list[i]}, springs[i]);
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
  const std::vector<std::string> groups = groupsIn(to.object());
  writeColliders(to, s.colliders);
  writeGroups(to, s, groups);
  writeSprings(to, s.springs);
}

}  // namespace vrm::schema
