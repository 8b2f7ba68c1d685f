// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "differential/reference.hpp"

#include <algorithm>

namespace vrm::test::reference {
namespace {

using schema::LookAt;
using schema::RangeMap;

// Seed 001, "RangeMap", for the absolute value; decision 30 for a range of zero (a negative one is no range
// either).
double mapped(const RangeMap& map, double value) {
  const double size = std::abs(value), limit = map.inputMaxValue, scale = map.outputScale;
  if (!(limit > 0)) return size > 0 ? scale : 0;
  return std::min(size, limit) / limit * scale;
}

Trsd withUnitRotation(Trsd trs) {
  trs.rotation = normalized(trs.rotation);
  return trs;
}

}  // namespace

Reference::Reference(const gltf::Asset& asset, const schema::Vrm& vrm)
    : vrm_(vrm),
      skeleton_(asset, vrm),
      constraints_(vrm.constraints, skeleton_),
      expressions_(asset, vrm),
      springs_(vrm.springBone, skeleton_) {
  findWorld({});
}

void Reference::update(const Inputs& inputs) {
  for (const auto& [node, change] : inputs.nodes) {
    Trsd& local = skeleton_.now.at(node);
    if (change.translation) local.translation = *change.translation;
    if (change.rotation) local.rotation = normalized(*change.rotation);
    if (change.scale) local.scale = *change.scale;
  }
  poseHumanoid(inputs);
  resolveGaze(inputs);
  turnEyes();
  expressions_.run(expressionInputs(inputs));
  constraints_.run(skeleton_);
  springs_.run(skeleton_, withUnitRotation(inputs.root), inputs.dt, inputs.force);
  findWorld(inputs.root);
}

// Decision 4: raw = P^-1 * N * P * B, for every bone that the model has, in every frame.
void Reference::poseHumanoid(const Inputs& inputs) {
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = vrm_.humanoid[bone.bone];
    if (!node) continue;
    const auto found = inputs.boneRotations.find(bone.bone);
    const Quatd normal = found == inputs.boneRotations.end() ? Quatd{} : normalized(found->second);
    const Quatd parentRest = skeleton_.modelRotation(skeleton_.rest, skeleton_.parent[node.value]);
    skeleton_.now[node.value].rotation =
        normalized(inverse(parentRest) * normal * parentRest * skeleton_.rest[node.value].rotation);
  }
  // After all rotations, as nothing keeps a file from having a bone above the hips.
  const NodeIndex hips = vrm_.humanoid[HumanBone::Hips];
  if (!hips) return;
  const Vec3d target =
      inputs.hipsPosition.value_or(position(skeleton_.modelMatrix(skeleton_.rest, hips.value)));
  const auto toParent = inverse(skeleton_.modelMatrix(skeleton_.now, skeleton_.parent[hips.value]));
  // Under a parent that is scaled to nothing every translation is the same place: that of rest.
  skeleton_.now[hips.value].translation =
      toParent ? applyPoint(*toParent, target) : skeleton_.rest[hips.value].translation;
}

// Seed 001, "Yaw and Pitch in lookAt space".
void Reference::resolveGaze(const Inputs& inputs) {
  lookAt_ = {};
  if (!vrm_.lookAt) return;
  if (const YawPitch* given = std::get_if<YawPitch>(&inputs.gaze)) lookAt_ = {true, given->yaw, given->pitch};
  const WorldTarget* target = std::get_if<WorldTarget>(&inputs.gaze);
  const NodeIndex head = vrm_.humanoid[HumanBone::Head];
  if (!target || !head) return;
  lookAt_.active = true;
  // "LookAt space": below the head as it is now, moved by the offset, turned back by the head's rest rotation
  // in model space. Full matrices: an avatar twice as large looks the same way at a target twice as far.
  const Mat4d space = toMatrix(withUnitRotation(inputs.root)) *
                      skeleton_.modelMatrix(skeleton_.now, head.value) *
                      toMatrix({widen(vrm_.lookAt->offsetFromHeadBone),
                                inverse(skeleton_.modelRotation(skeleton_.rest, head.value)),
                                {1, 1, 1}});
  const auto toSpace = inverse(space);
  if (!toSpace) return;  // a head scaled to nothing looks ahead
  const Vec3d t = applyPoint(*toSpace, target->position);
  lookAt_.yaw = std::atan2(t.x, t.z) / kDegree;
  lookAt_.pitch = std::atan2(-t.y, std::hypot(t.x, t.z)) / kDegree;
}

// Seed 001, "Apply Yaw and Pitch to bone"; decision 31 for what it is applied to.
void Reference::turnEyes() {
  if (!lookAt_.active || vrm_.lookAt->type != schema::LookAtType::Bone) return;
  const LookAt& l = *vrm_.lookAt;
  const auto turn = [&](HumanBone eye, const RangeMap& left, const RangeMap& right) {
    const NodeIndex node = vrm_.humanoid[eye];
    if (!node) return;
    const double yaw = lookAt_.yaw > 0 ? mapped(left, lookAt_.yaw) : -mapped(right, lookAt_.yaw);
    const double pitch = lookAt_.pitch > 0 ? mapped(l.rangeMapVerticalDown, lookAt_.pitch)
                                           : -mapped(l.rangeMapVerticalUp, lookAt_.pitch);
    const Quatd parentRest = skeleton_.modelRotation(skeleton_.rest, skeleton_.parent[node.value]);
    skeleton_.now[node.value].rotation =
        normalized(inverse(parentRest) * axisAngle({0, 1, 0}, yaw * kDegree) *
                   axisAngle({1, 0, 0}, pitch * kDegree) * parentRest * skeleton_.rest[node.value].rotation);
  };
  turn(HumanBone::LeftEye, l.rangeMapHorizontalOuter, l.rangeMapHorizontalInner);
  turn(HumanBone::RightEye, l.rangeMapHorizontalInner, l.rangeMapHorizontalOuter);
}

// Seed 001, "Apply Yaw and Pitch to expression": a gaze of that type sets all four weights, whatever else was
// given.
std::map<std::string, double> Reference::expressionInputs(const Inputs& inputs) const {
  std::map<std::string, double> out = inputs.expressions;
  if (!lookAt_.active || vrm_.lookAt->type != schema::LookAtType::Expression) return out;
  const LookAt& l = *vrm_.lookAt;
  const double sideways = mapped(l.rangeMapHorizontalOuter, lookAt_.yaw);
  out["lookLeft"] = lookAt_.yaw > 0 ? sideways : 0;
  out["lookRight"] = lookAt_.yaw > 0 ? 0 : sideways;
  out["lookDown"] = lookAt_.pitch > 0 ? mapped(l.rangeMapVerticalDown, lookAt_.pitch) : 0;
  out["lookUp"] = lookAt_.pitch > 0 ? 0 : mapped(l.rangeMapVerticalUp, lookAt_.pitch);
  return out;
}

void Reference::findWorld(const Trsd& root) {
  world_.clear();
  for (std::uint32_t node = 0; node < skeleton_.now.size(); ++node)
    world_.push_back(skeleton_.worldMatrix(skeleton_.now, node, withUnitRotation(root)));
}

}  // namespace vrm::test::reference
