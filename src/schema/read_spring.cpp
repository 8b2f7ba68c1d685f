// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_springBone 1.0 (seed 002) with VRMC_springBone_extended_collider and VRMC_springBone_limit (seed 000).
#include "schema/read_spring.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "schema/collider_fallback.hpp"
#include "schema/names.hpp"
#include "schema/spec_version.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::schema {

using gltf::nodeText;

NodeIndex SpringReader::center(const MemberReader& in) {
  const JsonValue* value = in.find("center");
  if (value && value->number() == -1.0) context_.spellings.note(in.place() / "center", "center -1", "no center");
  return node(in, "center");
}

SpringJoint SpringReader::parameters(const MemberReader& in) {
  constexpr float kMax = std::numeric_limits<float>::max();
  SpringJoint joint;
  joint.hitRadius = in.clamped("hitRadius", joint.hitRadius, 0, kMax);
  const Found stiffness = findSpelling(context_, in, {"stiffness", "stiffiness"});
  joint.stiffness = in.clamped(stiffness.key, joint.stiffness, 0, kMax);
  joint.gravityPower = in.number("gravityPower", joint.gravityPower);
  joint.gravityDir = readVec3(context_, in, "gravityDir").value_or(joint.gravityDir);
  if (joint.gravityPower < 0) {
    in.outOfRange("gravityPower", *in.find("gravityPower"));
    joint.gravityPower = -joint.gravityPower;
    joint.gravityDir = joint.gravityDir * -1.0f;
  }
  joint.dragForce = in.clamped("dragForce", joint.dragForce, 0, 1);
  return joint;
}

std::vector<ColliderGroupIndex> SpringReader::groupsOf(const MemberReader& in) {
  std::vector<ColliderGroupIndex> out;
  for (const JsonValue& value : in.array("colliderGroups")) {
    const std::optional<std::uint32_t> i = value.index();
    if (i && *i < groupNumbers_.size() && groupNumbers_[*i]) out.push_back(groupNumbers_[*i]);
  }
  return out;
}

void SpringReader::addGroup(ColliderGroup group, const Place& place) {
  if (group.colliders.empty()) {
    groupNumbers_.push_back({});
    return;
  }
  groupNumbers_.push_back(ColliderGroupIndex(static_cast<std::uint32_t>(out_.springBone.colliderGroups.size())));
  if (context_.origins) context_.origins->colliderGroups.push_back(place.pointer());
  out_.springBone.colliderGroups.push_back(std::move(group));
}

namespace {

class FinalSpringReader : SpringReader {
 public:
  using SpringReader::SpringReader;

  void read(const MemberReader& in) {
    checkSpecVersion(context_, in, {"1.0", "1.0-beta"});
    forEachElement(context_, in, "colliders", [&](const MemberReader& collider, std::uint32_t) {
      colliderNumbers_.push_back(readCollider(collider));
    });
    forEachElement(context_, in, "colliderGroups", [&](const MemberReader& group, std::uint32_t) { readGroup(group); });
    if (in.array("springs").empty()) return;
    forEachElement(context_, in, "springs", [&](const MemberReader& spring, std::uint32_t i) { readSpring(spring, i); });
    const Place list = in.place() / "springs";
    checkSharedJoints(context_, out_.springBone, [&](std::uint32_t spring, std::size_t joint) {
      return jointPointer(in.array("springs"), list, elements_[spring], out_.springBone.springs[spring].joints[joint].node);
    });
  }

 private:
  // --- colliders

  ColliderIndex readCollider(const MemberReader& in) {
    Collider out;
    out.node = node(in, "node");
    if (!in.find("node")) in.missing("node", "the collider is left out");
    std::optional<ColliderShape> base;
    if (const JsonValue* shape = objectMember(context_, in, "shape")) {
      const Place place = in.place() / "shape";
      base = readShape(MemberReader(*shape, place, context_.diagnostics), false);
    }
    const std::optional<ColliderShape> extended = readExtendedShape(in);
    if (!base && !in.find("shape")) {
      if (extended) {
        context_.diagnostics.add(Code::VrmColliderFallback, in.place().pointer(),
                                 "the collider has no shape for readers without VRMC_springBone_extended_collider");
      } else {
        in.missing("shape", "the collider has radius 0");
      }
    }
    if (extended) {
      // It wins over the base shape, which is there for others (recognition table).
      out.shape = *extended;
      out.fallback = base ? *base : fallbackOf(*extended);
    } else if (base) {
      out.shape = *base;
    }
    if (!out.node) return {};
    if (context_.origins) context_.origins->colliders.push_back(in.place().pointer());
    out_.springBone.colliders.push_back(out);
    return ColliderIndex(static_cast<std::uint32_t>(out_.springBone.colliders.size() - 1));
  }

  std::optional<ColliderShape> readExtendedShape(const MemberReader& in) {
    const Extensions extensions(in.object(), in.place(), context_.diagnostics);
    const JsonValue* extension = extensions.find("VRMC_springBone_extended_collider");
    if (!extension) return std::nullopt;
    const Place place = extensions.place("VRMC_springBone_extended_collider");
    const MemberReader members(*extension, place, context_.diagnostics);
    checkOptionalSpecVersion(context_, members, {"1.0", "1.0-draft", "1.0-beta"});
    const JsonValue* shape = objectMember(context_, members, "shape");
    if (!shape) {
      if (!members.find("shape")) members.missing("shape", "the base shape is used");
      return std::nullopt;
    }
    const Place at = place / "shape";
    return readShape(MemberReader(*shape, at, context_.diagnostics), true);
  }

  std::optional<ColliderShape> readShape(const MemberReader& in, bool extended) {
    std::optional<ColliderShape> out;
    for (std::size_t i = 0; i < (extended ? 3u : 2u); ++i) {
      const JsonValue* value = objectMember(context_, in, kColliderShapes[i]);
      if (!value) continue;
      if (out) {
        context_.diagnostics.add(Code::VrmCollider, (in.place() / kColliderShapes[i]).pointer(),
                                 "the shape is a " + std::string(name(out->type)) + " already");
        break;
      }
      const Place place = in.place() / kColliderShapes[i];
      out = readShapeMembers(MemberReader(*value, place, context_.diagnostics), static_cast<ColliderShape::Type>(i));
      if (!extended) out->inside = false;  // a member of the extension only
    }
    if (out) return out;
    // The example in seed 002 leaves `capsule` out.
    if (in.find("radius")) {
      const auto type = in.find("tail") ? ColliderShape::Type::Capsule : ColliderShape::Type::Sphere;
      context_.spellings.note(in.place(), "shape.radius", "shape." + std::string(name(type)) + ".radius");
      ColliderShape shape = readShapeMembers(in, type);
      if (!extended) shape.inside = false;
      return shape;
    }
    context_.diagnostics.add(Code::VrmCollider, in.place().pointer(),
                             extended ? "the shape must have one of sphere, capsule and plane"
                                      : "the shape must have one of sphere and capsule");
    return std::nullopt;
  }

  ColliderShape readShapeMembers(const MemberReader& in, ColliderShape::Type type) {
    ColliderShape out;
    out.type = type;
    out.offset = readVec3(context_, in, "offset").value_or(Vec3{});
    if (type == ColliderShape::Type::Plane) {
      out.normal = unit(in, readVec3(context_, in, "normal").value_or(Vec3{0, 0, 1}));
      return out;
    }
    out.radius = in.clamped("radius", 0, 0, kMaxFloat);
    out.inside = in.boolean("inside", false);
    if (type == ColliderShape::Type::Capsule) out.tail = readVec3(context_, in, "tail").value_or(Vec3{});
    return out;
  }

  // "Must be normalized" (extended collider schema).
  Vec3 unit(const MemberReader& in, Vec3 v) {
    const double x = static_cast<double>(v.x), y = static_cast<double>(v.y), z = static_cast<double>(v.z);
    const double size = std::sqrt(x * x + y * y + z * z);
    if (std::abs(size - 1) < 1e-6) return v;
    if (std::abs(size - 1) > 1e-3) in.outOfRange("normal", *in.find("normal"));
    if (!(size > 1e-20)) return {0, 0, 1};
    return {static_cast<float>(x / size), static_cast<float>(y / size), static_cast<float>(z / size)};
  }

  void readGroup(const MemberReader& in) {
    ColliderGroup group;
    group.name = in.string("name");
    if (!in.find("colliders")) {
      in.missing("colliders", "the group is left out");
    } else if (in.find("colliders")->isArray() && in.array("colliders").empty()) {
      context_.diagnostics.add(Code::GltfValue, (in.place() / "colliders").pointer(),
                               "colliders is empty; the group is left out");
    }
    for (const JsonValue& value : in.array("colliders")) {
      const std::optional<std::uint32_t> i = value.index();
      if (i && *i < colliderNumbers_.size() && colliderNumbers_[*i]) group.colliders.push_back(colliderNumbers_[*i]);
    }
    addGroup(std::move(group), in.place());
  }

  // --- springs

  void readSpring(const MemberReader& in, std::uint32_t element) {
    const RestPose& rest = context_.restPose();
    Spring spring;
    spring.name = in.string("name");
    spring.center = center(in);
    spring.colliderGroups = groupsOf(in);
    bool ended = false;
    forEachElement(context_, in, "joints", [&](const MemberReader& joint, std::uint32_t) {
      if (ended) return;
      const NodeIndex at = node(joint, "node");
      if (!joint.find("node")) joint.missing("node", "the joint is left out");
      if (!at) return;
      // joints[n] is an ancestor of joints[n + 1] (seed 002 "joints"); decision 6 for those that are not.
      if (!spring.joints.empty()) {
        const NodeIndex before = spring.joints.back().node;
        if (at == before || !rest.isDescendant(at, before)) {
          context_.diagnostics.add(Code::VrmSpringChain, (joint.place() / "node").pointer(),
                                   nodeText(context_.asset, at) + " is no descendant of the joint before it, " +
                                       nodeText(context_.asset, before));
          ended = true;
          return;
        }
      }
      spring.joints.push_back(readJoint(joint, at));
    });
    if (spring.joints.empty()) {
      const std::string why = in.find("joints") ? "joints has no joint that can be used" : "joints is missing";
      context_.diagnostics.add(Code::GltfMissing, (in.place() / "joints").pointer(), why + "; the spring is left out");
      return;
    }
    if (context_.origins) context_.origins->springs.push_back(in.place().pointer());
    elements_.push_back(element);
    out_.springBone.springs.push_back(std::move(spring));
  }

  // Joints that cannot be used are left out, so that the file has other numbers.
  static std::string jointPointer(std::span<const JsonValue> springs, const Place& list, std::uint32_t element,
                                  NodeIndex node) {
    const Place spring = list / element;
    const Place joints = spring / "joints";
    const JsonValue* const values = springs[element].find("joints");
    std::uint32_t i = 0;
    for (const JsonValue& joint : values ? values->elements() : std::span<const JsonValue>()) {
      const JsonValue* const index = joint.find("node");
      if (index && index->index() == node.value) {
        const Place at = joints / i;
        return (at / "node").pointer();
      }
      ++i;
    }
    return joints.pointer();
  }

  SpringJoint readJoint(const MemberReader& in, NodeIndex at) {
    SpringJoint joint = parameters(in);
    joint.node = at;
    joint.limit = readLimit(in);
    return joint;
  }

  std::optional<SpringLimit> readLimit(const MemberReader& in) {
    const Extensions extensions(in.object(), in.place(), context_.diagnostics);
    const JsonValue* extension = extensions.find("VRMC_springBone_limit");
    if (!extension) return std::nullopt;
    const Place place = extensions.place("VRMC_springBone_limit");
    const MemberReader members(*extension, place, context_.diagnostics);
    checkSpecVersion(context_, members, {"1.0*"});
    const JsonValue* limit = objectMember(context_, members, "limit");
    if (!limit) {
      if (!members.find("limit")) members.missing("limit", "the joint has no limit");
      return std::nullopt;
    }
    const Place at = place / "limit";
    const MemberReader kinds(*limit, at, context_.diagnostics);
    std::optional<SpringLimit> out;
    bool any = false;
    for (std::size_t i = 0; i < std::size(kSpringLimits); ++i) {
      const JsonValue* value = objectMember(context_, kinds, kSpringLimits[i]);
      if (!value) continue;
      const Place kind = at / kSpringLimits[i];
      if (any) {
        context_.diagnostics.add(Code::VrmSpringLimit, kind.pointer(), "the joint has another limit already");
        break;
      }
      any = true;
      out = readLimitMembers(MemberReader(*value, kind, context_.diagnostics), static_cast<SpringLimit::Type>(i));
    }
    if (!any) {
      context_.diagnostics.add(Code::VrmSpringLimit, at.pointer(),
                               "the limit must have one of cone, hinge and spherical; the joint has none");
    }
    return out;
  }

  std::optional<SpringLimit> readLimitMembers(const MemberReader& in, SpringLimit::Type type) {
    constexpr float kPi = std::numbers::pi_v<float>;
    SpringLimit limit;
    limit.type = type;
    if (type == SpringLimit::Type::Spherical) {
      const Found pitch = sphericalAngle(in, "pitch", "phi");
      const Found yaw = sphericalAngle(in, "yaw", "theta");
      // A missing angle means no limit (recognition table): the widest.
      if (!pitch) withoutAngle(in, "pitch");
      if (!yaw) withoutAngle(in, "yaw");
      if (!pitch && !yaw) return std::nullopt;
      limit.pitch = angle(in, pitch.key, kPi);
      limit.yaw = angle(in, yaw.key, kPi / 2);
    } else {
      if (!in.find("angle")) return withoutAngle(in, "angle"), std::nullopt;
      limit.angle = angle(in, "angle", kPi);
    }
    if (std::array<float, 4> q; in.numbers("rotation", q)) {
      const UnitRotation unit = unitRotation(q);
      if (!unit.usual) in.outOfRange("rotation", *in.find("rotation"));
      limit.rotation = unit.rotation;
    }
    return limit;
  }

  // Readers take the word of an older draft; for the validator it is a limit without what it must have, in one finding.
  Found sphericalAngle(const MemberReader& in, std::string_view now, std::string_view old) {
    if (!context_.origins || in.find(now) || !in.find(old)) return findSpelling(context_, in, {now, old});
    context_.diagnostics.add(Code::VrmSpringLimit, (in.place() / old).pointer(),
                             std::string(old) + " is the word of an older draft, must be " + std::string(now));
    return {old, in.find(old)};
  }

  void withoutAngle(const MemberReader& in, const std::string& what) {
    context_.diagnostics.add(Code::VrmSpringLimit, (in.place() / what).pointer(),
                             what + " is missing; it is not limited");
  }

  // Below 0 is wrong and read as 0; above the widest is legal and means the widest (decision 17).
  float angle(const MemberReader& in, std::string_view key, float widest) {
    return std::min(in.clamped(key, widest, 0, kMaxFloat), widest);
  }

  static constexpr float kMaxFloat = std::numeric_limits<float>::max();
  std::vector<ColliderIndex> colliderNumbers_;  // by the file's number
  std::vector<std::uint32_t> elements_;         // by spring: its number in the file
};

}  // namespace

// By its name and its first node, which people can find in the file; numbers change when springs are left out.
static std::string springText(const Context& context, const SpringBone& springBone, std::uint32_t i) {
  const Spring& spring = springBone.springs[i];
  return (spring.name.empty() ? "the one" : gltf::inQuotes(spring.name)) + " from " +
         nodeText(context.asset, spring.joints.front().node);
}

void checkSharedJoints(Context& context, const SpringBone& springBone,
                       const std::function<std::string(std::uint32_t, std::size_t)>& pointer) {
  if (context.error) return;  // the springs end in the middle
  constexpr std::uint32_t kFree = kNone;
  std::vector<std::uint32_t> owner(context.asset.nodes.size(), kFree);
  std::string told;  // chains of one bone of a group are one mistake
  for (std::uint32_t s = 0; s < springBone.springs.size(); ++s) {
    const Spring& spring = springBone.springs[s];
    // Up from the last joint that the file has to the first. Every step either takes a free node or ends the walk, so
    // that the whole check is linear.
    std::size_t last = spring.joints.size();
    while (last > 0 && spring.joints[last - 1].node.value >= owner.size()) --last;
    if (last == 0) continue;
    const NodeIndex first = spring.joints.front().node;
    std::size_t joint = last - 1;  // the one at or below the node
    for (NodeIndex at = spring.joints[joint].node; at; at = context.asset.nodes[at.value].parent) {
      if (joint > 0 && at == spring.joints[joint - 1].node) --joint;
      if (owner[at.value] != kFree) {
        // What is above it may be shared too: people look for the beginning.
        for (std::size_t j = 0; j < joint; ++j) {
          const NodeIndex node = spring.joints[j].node;
          if (node.value >= owner.size() || owner[node.value] == kFree) continue;
          joint = j;
          at = node;
          break;
        }
        std::string where = pointer(s, joint);
        if (where == std::exchange(told, where)) break;
        const bool full = context.diagnostics.full(Code::VrmSpringShared);
        context.diagnostics.add(Code::VrmSpringShared, std::move(where),
                                full ? std::string()
                                     : nodeText(context.asset, at) + " belongs to two springs, " +
                                           springText(context, springBone, owner[at.value]) + " and " +
                                           springText(context, springBone, s));
        break;
      }
      owner[at.value] = s;
      if (at == first) break;
    }
  }
}

void readSpringBone(Context& context, const JsonValue* extension, VrmVersion version, const Place& place, Vrm& out) {
  const Place root;
  const Place extensions = root / "extensions";
  const JsonValue* list = context.document.root().find("extensions");
  const JsonValue* final = list ? list->find("VRMC_springBone") : nullptr;
  if (final) {
    const Place at = extensions / "VRMC_springBone";
    const std::string_view older = version == VrmVersion::Vrm0 ? "secondaryAnimation" : "springBone";
    if (extension && extension->find(older)) reportOlder(context, place / older, "VRMC_springBone");
    FinalSpringReader(context, out).read(MemberReader(*final, at, context.diagnostics));
    return;
  }
  if (!extension) return;
  const std::string_view key = version == VrmVersion::Vrm0 ? "secondaryAnimation" : "springBone";
  const MemberReader in(*extension, place, context.diagnostics);
  if (const JsonValue* groups = objectMember(context, in, key)) {
    const Place at = place / key;
    readSpringGroups(context, *groups, version, at, out);
  }
}

}  // namespace vrm::schema
