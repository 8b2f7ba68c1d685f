// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Rotations and scales at rest: forbidden by 0.x and seed 004 "モデルの正規化"; 1.0 allows all but scales
// that are not positive and uniform (`tpose.md`, definition 2.1).
#include <cmath>
#include <set>

#include "gltf/texts.hpp"
#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

constexpr float kRestTolerance = 1e-3f;

bool isNear(float a, float b) {
  return std::abs(a - b) <= kRestTolerance * std::max(1.0f, std::max(std::abs(a), std::abs(b)));
}
bool isTurned(Quat q) {
  return std::abs(q.x) + std::abs(q.y) + std::abs(q.z) > kRestTolerance;
}
bool isScaled(Vec3 s) {
  return !isNear(s.x, 1) || !isNear(s.y, 1) || !isNear(s.z, 1);
}
bool isPositiveAndUniform(Vec3 s) {
  return s.x > 0 && s.y > 0 && s.z > 0 && std::abs(s.x - s.y) <= kRestTolerance * s.x &&
         std::abs(s.x - s.z) <= kRestTolerance * s.x;
}

std::string nodeName(const Subject& subject, std::uint32_t node) {
  const std::string_view name = subject.asset.nodes[node].name;
  return name.empty() ? "#" + std::to_string(node) : gltf::shortened(name);
}

void checkNodes(const Subject& subject) {
  std::set<std::uint32_t> bones;
  for (const NodeIndex bone : subject.vrm.humanoid.humanBones) bones.insert(bone.value);
  std::vector<std::string> turned, scaled;
  std::uint32_t first = kNone;
  for (std::uint32_t i = 0; i < subject.asset.nodes.size(); ++i) {
    const Trs& local = subject.asset.nodes[i].local;
    if (!isTurned(local.rotation) && !isScaled(local.scale)) continue;
    first = std::min(first, i);
    if (isTurned(local.rotation)) turned.push_back(nodeName(subject, i));
    if (isScaled(local.scale)) scaled.push_back(nodeName(subject, i));
    const bool positive = local.scale.x > 0 && local.scale.y > 0 && local.scale.z > 0;
    if (!positive && bones.contains(i)) continue;  // VRM_BONE_SCALE
    if (subject.vrm.version == VrmVersion::Vrm1 && !isPositiveAndUniform(local.scale)) {
      subject.report(Code::VrmScale, nodePointer(NodeIndex(i)),
                     "the scale of " + inQuotes(nodeName(subject, i)) +
                         " is not the same positive number along all axes");
    }
  }
  if (first == kNone) return;
  std::string text;
  if (!turned.empty()) text = "rotated at rest: " + listed(turned);
  if (!scaled.empty()) text += (text.empty() ? "" : "; ") + ("scaled: " + listed(scaled));
  subject.report(Code::VrmNormalised, subject.olderWarning(), nodePointer(NodeIndex(first)), text);
}

// "[1, 0, 0, 0] [0, 1, 0, 0] [0, 0, 1, 0] [-x, -y, -z, 1]" (seed 004 "メッシュの正規化").
bool isTranslation(const Mat4& m) {
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      if (!isNear(m[4 * column + row], column == row ? 1.0f : 0.0f)) return false;
    }
  }
  return true;
}

void checkSkin(const Subject& subject, std::uint32_t index) {
  const gltf::Skin& skin = subject.asset.skins[index];
  const std::string pointer = gltf::pointerJoin("/skins", index);
  if (const std::optional<std::vector<Mat4>> matrices = inverseBindMatrices(subject, skin)) {
    const std::span<const NodeIndex> joints = subject.asset.nodeList(skin.joints);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      if (!isTranslation((*matrices)[i])) names.push_back(nodeName(subject, joints[i].value));
    }
    if (!names.empty()) {
      subject.report(Code::VrmBindMatrix, subject.olderWarning(), pointer + "/inverseBindMatrices",
                     "more than a translation for " + listed(names));
    }
  }
  // Without them the mesh is taken as if all joints were at the origin (glTF 2.0 section 3.7.3.1), which
  // tears it apart.
  if (!skin.inverseBindMatrices) {
    for (const NodeIndex joint : subject.asset.nodeList(skin.joints)) {
      const Double3 place = subject.position(joint);
      if (dot(place, place) <= 1e-6) continue;
      subject.report(Code::VrmBindMatrix, Severity::Warning, pointer,
                     "the skin has no inverse bind matrices, and joints that are not at the origin");
      break;
    }
  }
  if (!skin.skeleton) return;
  const Double3 at = subject.position(skin.skeleton);
  if (std::sqrt(dot(at, at)) <= 1e-3) return;
  subject.report(Code::VrmSkeleton, subject.olderWarning(), pointer + "/skeleton",
                 subject.text(skin.skeleton) + " is not at the origin");
}

// VRMC_vrm_animation 1.0 "Humanoid": "it is strongly recommended that the hierarchy of nodes that represent
// the T-Pose does not include scale". The hierarchy is the bones and what stands above them; rotations are
// free.
void checkSkeleton(const Subject& subject, const schema::HumanoidAnimation& animation) {
  std::set<std::uint32_t> bones, seen;
  for (const NodeIndex bone : animation.humanBones) bones.insert(bone.value);
  std::vector<std::string> scaled;
  std::uint32_t first = kNone;
  for (const NodeIndex bone : animation.humanBones) {
    for (NodeIndex at = bone; at && seen.insert(at.value).second; at = subject.asset.nodes[at.value].parent) {
      const Vec3 scale = subject.asset.nodes[at.value].local.scale;
      const bool positive = scale.x > 0 && scale.y > 0 && scale.z > 0;
      if (!isScaled(scale) || (!positive && bones.contains(at.value))) continue;  // VRM_BONE_SCALE
      first = std::min(first, at.value);
      scaled.push_back(nodeName(subject, at.value));
    }
  }
  if (first == kNone) return;
  subject.report(Code::VrmScale, Severity::Warning, nodePointer(NodeIndex(first)),
                 "the skeleton of an animation should not be scaled: " + listed(scaled));
}

}  // namespace

void checkNormalisation(const Subject& subject) {
  if (subject.vrm.animation) checkSkeleton(subject, *subject.vrm.animation);
  if (!subject.isAvatar()) return;
  checkNodes(subject);
  for (std::uint32_t i = 0; i < subject.asset.skins.size(); ++i) checkSkin(subject, i);
}

}  // namespace vrm::checks
