// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `humanoid` (humanoid.md) beyond what its reader says: bones that need a parent bone, lie on one
// spot, or are scaled away. Bones that are missing, doubled or in the wrong order the reader has reported.
// The bones of an animation are the same: "The definition of the bone and its structure" is that of VRMC_vrm
// (VRMC_vrm_animation 1.0 "Humanoid").
#include <algorithm>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

struct Skeleton {
  schema::Humanoid humanoid;
  std::string list;       // where its bones stand in the file
  std::string_view what;  // "the avatar"
  bool final = true;      // by the published standard
};

// Where the file has the bone.
std::string bonePointer(const Subject& subject, const Skeleton& skeleton, HumanBone bone) {
  const std::string& list = skeleton.list;
  const gltf::JsonValue* const bones = subject.at(list);
  const NodeIndex node = skeleton.humanoid[bone];
  if (!bones) return list;
  const auto is = [&](const gltf::JsonValue& entry) {
    const gltf::JsonValue* const index = entry.find("node");
    return index && index->index() == node.value;
  };
  for (const gltf::JsonMember& member : bones->members()) {
    if (is(member.value)) return gltf::pointerJoin(list, member.key.string());
  }
  std::uint32_t i = 0;
  for (const gltf::JsonValue& element : bones->elements()) {
    if (is(element)) return gltf::pointerJoin(list, i);
    ++i;
  }
  return list;
}

// Whether the file has an entry for the bone, with or without a node. 0.x says "none" with -1.
bool isNamed(const Subject& subject, const Skeleton& skeleton, HumanBone bone) {
  const gltf::JsonValue* const bones = subject.at(skeleton.list);
  if (!bones) return false;
  const std::string text = subject.text(bone);
  const gltf::JsonValue* entry = bones->find(text);
  for (const gltf::JsonValue& element : bones->elements()) {
    const gltf::JsonValue* const which = element.find("bone");
    if (which && which->string() == text) entry = &element;
  }
  const gltf::JsonValue* const node = entry ? entry->find("node") : nullptr;
  return entry && (subject.vrm.version != VrmVersion::Vrm0 || !node || node->number() != -1.0);
}

// "Needs Parent Bone" of 1.0; drafts look further up (seed 004, table headings), and 0.x says nothing.
void checkGaps(const Subject& subject, const Skeleton& skeleton) {
  const schema::Humanoid& humanoid = skeleton.humanoid;
  for (const HumanBoneInfo& row : allHumanBones()) {
    if (!humanoid[row.bone] || !row.needsParent || humanoid[row.parent]) continue;
    if (isNamed(subject, skeleton, row.parent)) continue;  // without a node, which has been reported
    subject.report(Code::VrmBoneGap, skeleton.final ? Severity::Error : Severity::Warning,
                   bonePointer(subject, skeleton, row.bone),
                   std::string(skeleton.what) + " has " + subject.text(row.bone) + " and not " +
                       subject.text(row.parent) + ", which it needs");
  }
}

// Seed 004 "ヒューマノイド・スケルトン仕様": parent and child apart. The relative position of eyes and jaw is
// free.
void checkSpots(const Subject& subject, const Skeleton& skeleton) {
  constexpr double kNear = 1e-4;  // of the way from hips to head
  const schema::Humanoid& humanoid = skeleton.humanoid;
  const auto distance = [&](NodeIndex a, NodeIndex b) {
    const Double3 way = minus(subject.position(a), subject.position(b));
    return std::sqrt(dot(way, way));
  };
  const NodeIndex hips = humanoid[HumanBone::Hips], head = humanoid[HumanBone::Head];
  const double size = hips && head ? distance(hips, head) : 1.0;
  // Seed 004 "座標の単位", VRMC_vrm 1.0 "Coordinate Units": metres.
  constexpr double kSmallest = 0.01, kLargest = 50;
  if (!(size >= kSmallest && size <= kLargest)) {
    subject.report(Code::VrmScale, Severity::Warning, nodePointer(hips),
                   std::string("hips and head are ") +
                       (size < kLargest ? "less than 1 cm" : "more than 50 m") +
                       " apart, which is nobody's size");
    if (!(size <= 1e6)) return;  // what is near cannot be told
  }
  for (const HumanBoneInfo& row : allHumanBones()) {
    if (row.bone == HumanBone::LeftEye || row.bone == HumanBone::RightEye || row.bone == HumanBone::Jaw)
      continue;
    const NodeIndex node = humanoid[row.bone];
    const std::optional<HumanBone> parent = node ? humanoid.parentOf(row.bone) : std::nullopt;
    if (!parent || !(distance(node, humanoid[*parent]) <= kNear * size)) continue;
    subject.report(Code::VrmBoneSpot, nodePointer(node),
                   subject.text(row.bone) + " lies on " + subject.text(*parent));
  }
}

// humanoid.md "Forbidden Transforms".
void checkScales(const Subject& subject, const Skeleton& skeleton) {
  for (const HumanBoneInfo& row : allHumanBones()) {
    const NodeIndex node = skeleton.humanoid[row.bone];
    if (!node) continue;
    const Vec3 scale = subject.asset.nodes[node.value].local.scale;
    if (scale.x > 0 && scale.y > 0 && scale.z > 0) continue;
    subject.report(Code::VrmBoneScale, nodePointer(node),
                   subject.text(row.bone) + " has a scale that is not above 0");
  }
}

}  // namespace

void checkHumanoid(const Subject& subject) {
  const auto check = [&](const Skeleton& skeleton) {
    checkGaps(subject, skeleton);
    checkSpots(subject, skeleton);
    checkScales(subject, skeleton);
  };
  if (subject.isAvatar()) {
    check({subject.vrm.humanoid, std::string(subject.extension()) + "/humanoid/humanBones", "the avatar",
           subject.vrm.version == VrmVersion::Vrm1});
  }
  if (subject.vrm.animation) {
    Skeleton skeleton{{}, "/extensions/VRMC_vrm_animation/humanoid/humanBones", "the animation"};
    skeleton.humanoid.humanBones = subject.vrm.animation->humanBones;
    check(skeleton);
  }
}

}  // namespace vrm::checks
