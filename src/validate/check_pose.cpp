// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The T-pose: VRMC_vrm `tpose.md`, seed 004 "Tポーズ仕様" with decision 1. Bones tell the directions, meshes
// the ground.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "schema/t_pose.hpp"
#include "validate/checks.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm::checks {
namespace {

using Bones = std::array<NodeIndex, kHumanBoneCount>;

std::string axisText(Double3 v) {
  std::string text;
  for (const auto& [value, axis] : {std::pair(v.x, 'X'), std::pair(v.y, 'Y'), std::pair(v.z, 'Z')}) {
    if (value != 0) text += std::string(value > 0 ? "+" : "-") + axis;
  }
  return text;
}

class PoseChecker {
 public:
  PoseChecker(const Subject& subject, const Bones& bones) : subject_(subject) {
    humanoid_.humanBones = bones;
    if (!node(HumanBone::Hips) || !node(HumanBone::Head)) return;
    const Double3 way = minus(position(HumanBone::Head), position(HumanBone::Hips));
    near_ = 1e-3 * std::sqrt(dot(way, way));
  }

  void check() {
    if (!checkSides()) checkDirections();
    checkLegs();
  }

 private:
  NodeIndex node(HumanBone bone) const { return humanoid_[bone]; }
  Double3 position(HumanBone bone) const { return subject_.position(node(bone)); }

  // Left is +X (definition 1.1). Whether there is so much wrong that directions mean nothing.
  bool checkSides() {
    std::vector<std::pair<HumanBone, HumanBone>> wrong;
    std::size_t known = 0;
    for (const auto& [left, right] : schema::kBonePairs) {
      if (!node(left) || !node(right)) continue;
      const double apart = position(left).x - position(right).x;
      known += std::abs(apart) > near_;
      if (apart < -near_) wrong.emplace_back(left, right);
    }
    if (wrong.empty()) return false;
    if (2 * wrong.size() > known) {
      const double front = frontOfFeet();
      // Feet that point to the front, on the wrong sides: left and right are mixed up.
      const Code code = front > 0 ? Code::VrmSides : Code::VrmFacing;
      const auto& [left, right] = wrong.front();
      subject_.report(code, nodePointer(node(left)),
                      (front > 0   ? "left and right are swapped: "
                       : front < 0 ? "the avatar faces the wrong way: "
                                   : "the avatar faces the wrong way, or its left and right are swapped: ") +
                          std::string(name(left)) + " lies to the right of " + std::string(name(right)));
      return true;
    }
    for (const auto& [left, right] : wrong) {
      subject_.report(Code::VrmSides, nodePointer(node(left)),
                      std::string(name(left)) + " lies to the right of " + std::string(name(right)));
    }
    return false;
  }

  // Above 0: forwards. 0: nobody knows.
  double frontOfFeet() const {
    double front = 0;
    for (const auto& [toes, foot] : {std::pair(HumanBone::LeftToes, HumanBone::LeftFoot),
                                     std::pair(HumanBone::RightToes, HumanBone::RightFoot)}) {
      if (node(toes) && node(foot)) front += position(toes).z - position(foot).z;
    }
    return front;
  }

  // Legs that start above hips, which is the other way for a pelvis to be inverted.
  void checkLegs() {
    const HumanBone hips = HumanBone::Hips, left = HumanBone::LeftUpperLeg, right = HumanBone::RightUpperLeg;
    if (!node(hips) || !node(left) || !node(right)) return;
    const double least = position(hips).y + 200 * near_;  // a fifth of the way to the head; rigs differ
    if (position(left).y > least && position(right).y > least)
      subject_.report(Code::VrmPelvis, nodePointer(node(left)), "both legs start above hips");
  }

  // One finding for each limb, the first bone that is off: what follows it is off too.
  void checkDirections() {
    for (const std::vector<schema::TPoseRow>& limb : schema::tPoseLimbs()) {
      for (const schema::TPoseRow& row : limb) {
        const std::optional<HumanBone> parent = node(row.bone) ? humanoid_.parentOf(row.bone) : std::nullopt;
        if (!parent || *parent == HumanBone::LeftHand || *parent == HumanBone::RightHand) continue;
        Double3 way = minus(position(row.bone), position(*parent));
        if (row.flat) way.y = 0;
        const double size = std::sqrt(dot(way, way));
        if (!(size > near_)) continue;  // it has no direction
        const double cosine =
            std::clamp(dot(way, row.towards) / (size * std::sqrt(dot(row.towards, row.towards))), -1.0, 1.0);
        const double degrees = std::acos(cosine) * 180 / std::numbers::pi;
        if (degrees <= row.wrong) continue;
        // "Inverted pelvis" is deprecated (humanoid.md "Torso", seed 004 "胴").
        if (row.bone == HumanBone::Spine && degrees > 90) {
          subject_.report(Code::VrmPelvis, nodePointer(node(row.bone)), "spine lies below hips");
          break;
        }
        subject_.report(Code::VrmTPose, nodePointer(node(row.bone)),
                        subject_.text(row.bone) + " should lie towards " + axisText(row.towards) + " of " +
                            subject_.text(*parent) + ", and is " +
                            std::to_string(static_cast<int>(std::lround(degrees))) + " degrees off");
        break;
      }
    }
  }

  const Subject& subject_;
  schema::Humanoid humanoid_;
  double near_ = 1e-4;
};

// The lowest point of everything that is drawn, at rest; nothing when it cannot be told without skinning.
class Ground {
 public:
  explicit Ground(const Subject& subject)
      : subject_(subject), bound_(subject.asset.skins.size()), boxes_(subject.asset.meshes.size()) {}

  std::optional<double> lowest() {
    std::optional<double> lowest;
    for (std::uint32_t i = 0; i < subject_.asset.nodes.size(); ++i) {
      const gltf::Node& node = subject_.asset.nodes[i];
      if (!node.mesh) continue;
      if (node.skin && !isBoundAtRest(node.skin)) return std::nullopt;
      const std::optional<Box>& box = boxOf(node.mesh);
      for (unsigned corner = 0; box && corner < 8; ++corner) {
        schema::RestPose::Point p;
        for (unsigned k = 0; k < 3; ++k)
          p[k] = static_cast<double>((corner >> k & 1u) ? box->high[k] : box->low[k]);
        if (!node.skin) p = subject_.rest.toWorld(NodeIndex(i), p);
        if (!lowest || p[1] < *lowest) lowest = p[1];
      }
    }
    return lowest;
  }

 private:
  struct Box {
    std::array<float, 3> low, high;
  };

  // Whether skinning leaves a mesh as it is stored: every joint's matrix undoes its inverse bind matrix.
  bool isBoundAtRest(SkinIndex index) {
    std::optional<bool>& known = bound_[index.value];
    if (!known) known = undoes(subject_.asset.skins[index.value]);
    return *known;
  }
  bool undoes(const gltf::Skin& skin) const {
    const std::optional<std::vector<Mat4>> matrices = inverseBindMatrices(subject_, skin);
    if (!matrices) return false;
    const std::span<const NodeIndex> joints = subject_.asset.nodeList(skin.joints);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      for (const Vec3 p : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        const Double3 bound = toDouble(transformPoint((*matrices)[i], p));
        const schema::RestPose::Point back = subject_.rest.toWorld(joints[i], {bound.x, bound.y, bound.z});
        const Double3 off = minus({back[0], back[1], back[2]}, toDouble(p));
        if (!(dot(off, off) < 1e-6)) return false;
      }
    }
    return true;
  }

  const std::optional<Box>& boxOf(MeshIndex index) {
    std::optional<std::optional<Box>>& known = boxes_[index.value];
    if (!known) known = boxOf(subject_.asset.meshes[index.value]);
    return *known;
  }
  std::optional<Box> boxOf(const gltf::Mesh& mesh) const {
    std::optional<Box> box;
    for (const gltf::Primitive& primitive : subject_.asset.primitivesOf(mesh)) {
      const AccessorIndex positions = subject_.asset.find(primitive.attributes, "POSITION");
      if (!positions) continue;
      const gltf::Accessor& accessor = subject_.asset.accessors[positions.value];
      const std::span<const float> low = subject_.asset.numberList(accessor.min);
      const std::span<const float> high = subject_.asset.numberList(accessor.max);
      if (low.size() != 3 || high.size() != 3) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        if (!box) box = Box{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
        box->low[k] = std::min(box->low[k], low[k]);
        box->high[k] = std::max(box->high[k], high[k]);
      }
    }
    return box;
  }

  const Subject& subject_;
  // Once each: many nodes may share a mesh and a skin.
  std::vector<std::optional<bool>> bound_;
  std::vector<std::optional<std::optional<Box>>> boxes_;
};

std::string inMetres(double value) {
  const long millimetres = std::lround(value * 1000);
  return std::to_string(millimetres) + " mm";
}

// Definition 1.3; seed 004: heels at Y = 0.
void checkGround(const Subject& subject) {
  constexpr double kNear = 0.05;  // of the height of the hips
  const NodeIndex hips = subject.vrm.humanoid[HumanBone::Hips];
  if (!hips) return;
  const std::optional<double> lowest = Ground(subject).lowest();
  if (!lowest || !(std::abs(*lowest) < 1e6)) return;
  const double height = subject.position(hips).y - *lowest;
  if (std::abs(*lowest) <= kNear * std::abs(height)) return;
  subject.report(Code::VrmGround, nodePointer(hips),
                 "the lowest point of the avatar is " + inMetres(std::abs(*lowest)) +
                     (*lowest > 0 ? " above" : " below") + " the ground, hips " + inMetres(std::abs(height)) +
                     (height < 0 ? " below that" : " above that"));
}

// Seed 004: the root bone, the topmost above hips, is the origin; humanoid.md "root (not a humanoid bone,
// origin)".
void checkRoot(const Subject& subject) {
  const NodeIndex hips = subject.vrm.humanoid[HumanBone::Hips];
  if (!hips) return;
  NodeIndex root = hips;
  while (const NodeIndex parent = subject.asset.nodes[root.value].parent) root = parent;
  if (root == hips)
    return subject.report(Code::VrmRoot, nodePointer(hips), "hips have no node above them that is the root");
  const Double3 at = subject.position(root);
  if (std::sqrt(dot(at, at)) <= 1e-3) return;
  subject.report(Code::VrmRoot, nodePointer(root),
                 "the root of the skeleton is not at the origin but at " + inMetres(at.x) + ", " +
                     inMetres(at.y) + ", " + inMetres(at.z));
}

}  // namespace

void checkPose(const Subject& subject) {
  if (subject.vrm.animation) PoseChecker(subject, subject.vrm.animation->humanBones).check();
  if (!subject.isAvatar()) return;
  PoseChecker(subject, subject.vrm.humanoid.humanBones).check();
  checkGround(subject);
  checkRoot(subject);
}

}  // namespace vrm::checks
