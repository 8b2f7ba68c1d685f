// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Bones and gaze.
#include <algorithm>

#include "load/compile.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::compile {
namespace {

// Of a node's parent, at rest, in model space: with the turn (decision 4).
Quat parentRotation(const Compilation& c, std::uint32_t node) {
  const Quat turn = c.facts.turned ? Quat{0, 1, 0, 0} : Quat{};
  const std::uint32_t parent = c.tables.parents[node];
  return parent == kNone ? turn : normalized(turn * c.restRotation(parent));
}

std::vector<std::uint32_t> pathTo(const Compilation& c, std::uint32_t node) {
  std::vector<std::uint32_t> path;
  for (; node != kNone; node = c.tables.parents[node]) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

GazeRange rangeOf(const schema::RangeMap& map) {
  return {map.inputMaxValue, map.outputScale};
}

}  // namespace

void addHumanoid(Compilation& c) {
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const std::uint32_t node = c.nodeOf(c.vrm.humanoid[bone.bone]);
    if (node != kNone)
      c.facts.humanoid.set(bone.bone, node, parentRotation(c, node), c.tables.rotations[node]);
  }
  if (const std::uint32_t hips = c.facts.humanoid.node(HumanBone::Hips); hips != kNone) {
    c.tables.hipsPath = pathTo(c, c.tables.parents[hips]);
  }
  for (std::size_t i = 0; i < kHumanTailCount; ++i) c.facts.tails[i] = c.nodeOf(c.vrm.humanoid.tails[i]);
}

void addLookAt(Compilation& c) {
  LookAtTable& table = c.facts.lookAt;
  const std::uint32_t head = c.facts.humanoid.node(HumanBone::Head);
  if (head == kNone) return;
  table.head = head;
  c.tables.headPath = pathTo(c, head);
  table.headRestRotation = normalized(parentRotation(c, head) * c.tables.rotations[head]);
  table.offsetFromHeadBone = schema::LookAt{}.offsetFromHeadBone;
  if (!c.vrm.lookAt) return;
  const schema::LookAt& lookAt = *c.vrm.lookAt;
  table.active = true;
  table.offsetFromHeadBone = lookAt.offsetFromHeadBone;
  table.byExpressions = lookAt.type == schema::LookAtType::Expression;
  table.horizontalInner = rangeOf(lookAt.rangeMapHorizontalInner);
  table.horizontalOuter = rangeOf(lookAt.rangeMapHorizontalOuter);
  table.verticalDown = rangeOf(lookAt.rangeMapVerticalDown);
  table.verticalUp = rangeOf(lookAt.rangeMapVerticalUp);
  const HumanBone eyes[] = {HumanBone::LeftEye, HumanBone::RightEye};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint32_t node = c.facts.humanoid.node(eyes[i]);
    if (node == kNone) continue;
    const Quat parent = parentRotation(c, node);
    table.eyes[i] = {node, conjugate(parent), parent * c.tables.rotations[node]};
  }
  const ExpressionPreset presets[] = {ExpressionPreset::LookUp, ExpressionPreset::LookDown,
                                      ExpressionPreset::LookLeft, ExpressionPreset::LookRight};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::uint32_t e = 0; e < c.tables.expressions.size(); ++e) {
      if (c.tables.expressions[e].preset == static_cast<std::uint8_t>(presets[i])) table.expressions[i] = e;
    }
  }
}

}  // namespace vrm::compile
