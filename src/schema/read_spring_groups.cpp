// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The springs of VRM 0.x (`secondaryAnimation`) and of the 1.0 draft (seed 004 "SpringBone"): groups that name root
// bones, turned into chains of joints (decision 12).
#include <limits>

#include "schema/read_spring.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::schema {
namespace {

class SpringGroupReader : SpringReader {
 public:
  SpringGroupReader(Context& context, VrmVersion version, Vrm& out) : SpringReader(context, out), version_(version) {}

  void read(const MemberReader& in) {
    forEachElement(context_, in, "colliderGroups", [&](const MemberReader& group, std::uint32_t) {
      readColliderGroup(group);
    });
    forEachElement(context_, in, "boneGroups", [&](const MemberReader& group, std::uint32_t i) {
      if (!context_.error) readBoneGroup(group, i);
    });
    // All joints of a chain are said with the bone that it hangs on.
    const Place groups = in.place() / "boneGroups";
    checkSharedJoints(context_, out_.springBone, [&](std::uint32_t spring, std::size_t) {
      const Place group = groups / origins_[spring].group;
      const Place bones = group / "bones";
      return (bones / origins_[spring].bone).pointer();
    });
  }

 private:
  // 0.x vectors are Unity's: left-handed, Z the other way round (decision 1).
  Vec3 nodeVector(Vec3 v) const { return version_ == VrmVersion::Vrm0 ? Vec3{v.x, v.y, -v.z} : v; }

  // In model space, which for a turned avatar is half a turn about Y away from the file.
  Vec3 modelVector(Vec3 v) const {
    v = nodeVector(v);
    return out_.turned ? Vec3{-v.x, v.y, -v.z} : v;
  }

  void readColliderGroup(const MemberReader& in) {
    ColliderGroup group;
    const NodeIndex at = node(in, "node");
    if (!in.find("node")) in.missing("node", "the collider group is left out");
    if (at) {
      forEachElement(context_, in, "colliders", [&](const MemberReader& collider, std::uint32_t) {
        group.colliders.push_back(ColliderIndex(static_cast<std::uint32_t>(out_.springBone.colliders.size())));
        if (context_.origins) context_.origins->colliders.push_back(collider.place().pointer());
        out_.springBone.colliders.push_back({at, readCollider(collider), std::nullopt});
      });
    }
    addGroup(std::move(group), in.place());
  }

  // Decision 12: sphere of radius size[0] (or `radius`); capsule of radius size[0] whose segment of length size[1] has
  // its middle at `offset` and lies along Y turned by `rotation` (Euler angles in radians, X Y Z).
  ColliderShape readCollider(const MemberReader& in) {
    ColliderShape out;
    out.offset = nodeVector(readVec3(context_, in, "offset").value_or(Vec3{}));
    const std::span<const JsonValue> size = in.array("size");
    const auto sizeAt = [&](std::size_t i) -> std::optional<float> {
      if (i >= size.size()) return std::nullopt;
      const std::optional<float> n = MemberReader::finite(size[i]);
      if (!n || *n < 0) {
        in.outOfRange("size", *in.find("size"));
        return 0.0f;
      }
      return n;
    };
    out.radius = in.find("radius") ? in.clamped("radius", 0, 0, std::numeric_limits<float>::max())
                                   : sizeAt(0).value_or(0.0f);
    if (!in.find("radius") && size.empty()) in.missing("radius", "the collider has radius 0");
    constexpr std::string_view kTypes[] = {"sphere", "capsule"};
    if (readChoice(context_, in, "shapeType", kTypes, true).value_or(0) == 0) return out;
    out.type = ColliderShape::Type::Capsule;
    if (size.size() < 2) in.missing("size", "the capsule has no length; give its radius and length");
    const Vec3 turned = turnedY(readVec3(context_, in, "rotation").value_or(Vec3{}));
    const Vec3 half = turned * (sizeAt(1).value_or(0.0f) / 2);
    out.tail = moved(out.offset, half, 1);
    out.offset = moved(out.offset, half, -1);
    return out;
  }

  static Vec3 moved(Vec3 from, Vec3 by, double times) {
    const auto part = [&](float a, float b) { return narrow(static_cast<double>(a) + static_cast<double>(b) * times); };
    return {part(from.x, by.x), part(from.y, by.y), part(from.z, by.z)};
  }

  // Rx * Ry * Rz * (0, 1, 0).
  static Vec3 turnedY(Vec3 euler) {
    const auto [sx, cx] = sinCos(static_cast<double>(euler.x));
    const auto [sy, cy] = sinCos(static_cast<double>(euler.y));
    const auto [sz, cz] = sinCos(static_cast<double>(euler.z));
    return {static_cast<float>(-cy * sz), static_cast<float>(cx * cz - sx * sy * sz),
            static_cast<float>(sx * cz + cx * sy * sz)};
  }

  void readBoneGroup(const MemberReader& in, std::uint32_t group) {
    Spring pattern;
    const Found groupName = findSpelling(context_, in, {"name", "comment"});
    pattern.name = in.string(groupName.key);
    pattern.center = center(in);
    pattern.colliderGroups = groupsOf(in);
    SpringJoint joint = parameters(in);
    joint.gravityDir = modelVector(joint.gravityDir);
    const std::span<const JsonValue> bones = in.array("bones");
    for (std::uint32_t i = 0; i < bones.size(); ++i) {
      const std::optional<std::uint32_t> root = bones[i].index();
      if (root && *root < context_.asset.nodes.size()) addChains(NodeIndex(*root), pattern, joint, in.place());
      if (context_.error) return;
      origins_.resize(out_.springBone.springs.size(), {group, i});
    }
  }

  // Every descendant is a joint. The first child continues the chain, the others start chains of their own.
  void addChains(NodeIndex root, const Spring& pattern, const SpringJoint& joint, const Place& place) {
    std::vector<NodeIndex> starts = {root};
    while (!starts.empty()) {
      NodeIndex at = starts.back();
      starts.pop_back();
      // Every chain repeats the group's name and colliders: they count like joints, the name by its length.
      if (!expand(context_, place, 1 + pattern.colliderGroups.size() + pattern.name.size() / 64)) return;
      Spring chain = pattern;
      std::vector<NodeIndex> branches;
      while (true) {
        if (!expand(context_, place)) return;
        chain.joints.push_back(joint);
        chain.joints.back().node = at;
        const std::span<const NodeIndex> children = context_.asset.nodeList(context_.asset.nodes[at.value].children);
        if (children.empty()) break;
        branches.insert(branches.end(), children.begin() + 1, children.end());
        at = children.front();
      }
      addTail(chain, joint);
      if (context_.origins) context_.origins->springs.push_back(place.pointer());
      out_.springBone.springs.push_back(std::move(chain));
      starts.insert(starts.end(), branches.rbegin(), branches.rend());  // the first branch comes next
    }
  }

  // The last joint swings as if it had a child 7 cm on (seed 002 "vrm0 の動作").
  void addTail(Spring& chain, const SpringJoint& joint) {
    const NodeIndex last = chain.joints.back().node;
    const gltf::Node& node = context_.asset.nodes[last.value];
    AddedNode tail;
    tail.name = std::string(gltf::beginning(node.name, kMaxTailName)) + "_end";
    tail.parent = last;
    tail.translation = tailOf(last);
    chain.joints.push_back(joint);
    chain.joints.back().node =
        NodeIndex(static_cast<std::uint32_t>(context_.asset.nodes.size() + out_.addedNodes.size()));
    out_.addedNodes.push_back(std::move(tail));
  }

  Vec3 tailOf(NodeIndex joint) {
    constexpr double kLength = 0.07;
    const RestPose& rest = context_.restPose();
    const RestPose::Point at = rest.position(joint);
    const RestPose::Point& direction = rest.direction(joint);
    return rest
        .toLocal(joint, {at[0] + direction[0] * kLength, at[1] + direction[1] * kLength, at[2] + direction[2] * kLength})
        .value_or(Vec3{});
  }

  static constexpr std::size_t kMaxTailName = 200;  // bytes; names of strangers may be megabytes
  VrmVersion version_;
  struct Origin {
    std::uint32_t group, bone;  // in the file
  };
  std::vector<Origin> origins_;  // by spring
};

}  // namespace

void readSpringGroups(Context& context, const JsonValue& groups, VrmVersion version, const Place& place, Vrm& out) {
  SpringGroupReader(context, version, out).read(MemberReader(groups, place, context.diagnostics));
}

}  // namespace vrm::schema
