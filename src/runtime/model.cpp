// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/model.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm {
namespace {

std::size_t aligned(std::size_t offset, std::size_t to) {
  return (offset + to - 1) / to * to;
}

AvatarLayout layoutOf(const Model::Tables& t, const ModelFacts& facts) {
  constexpr std::size_t kLine = 64;  // every part on a cache line of its own
  AvatarLayout layout;
  // The placement of the root, the pose, the gaze and the rest of Avatar's fixed part come first; see
  // avatar.cpp.
  std::size_t at = aligned(kAvatarFixedSize, kLine);
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a over the counts
  const auto part = [&](std::size_t& offset, std::size_t count, std::size_t size) {
    offset = at;
    at = aligned(at + count * size, kLine);
    hash = (hash ^ count) * 0x100000001B3u;
    hash = (hash ^ size) * 0x100000001B3u;
  };
  const std::size_t nodes = t.parents.size();
  part(layout.translations, nodes, sizeof(Vec3));
  part(layout.rotations, nodes + 1, sizeof(Quat));  // and one for lanes of springs without a node
  part(layout.scales, nodes, sizeof(Vec3));
  part(layout.worlds, nodes + 1, sizeof(Mat4));
  part(layout.weights, t.expressions.size(), sizeof(float));
  part(layout.effective, t.expressions.size(), sizeof(float));
  part(layout.kinds, t.expressions.size(), sizeof(ExpressionKind));
  part(layout.morphs, t.morphWeights.size(), sizeof(float));
  part(layout.values, t.materialValues.size(), sizeof(Vec4));
  part(layout.meshDirty, t.meshNodes.size(), sizeof(std::uint8_t));
  part(layout.materialDirty, t.materials.size(), sizeof(std::uint8_t));
  part(layout.constraintWeights, t.constraints.size(), sizeof(float));
  part(layout.constraintLast, t.constraints.size(), sizeof(Quat));
  part(layout.springStates, t.springStart.size(), sizeof(float));
  part(layout.springParameters, t.springJoints.size(), sizeof(SpringParameters));
  part(layout.springForces, t.springNames.size(), sizeof(Vec3));
  part(layout.springModes, t.springNames.size(), sizeof(SpringMode));
  const std::size_t joints = t.springJoints.size(), interpolated = joints > 0 ? nodes : 0;
  part(layout.springBefore, joints, sizeof(Quat));
  part(layout.springNow, joints, sizeof(Quat));
  part(layout.lastTranslations, interpolated, sizeof(Vec3));
  part(layout.lastRotations, interpolated, sizeof(Quat));
  part(layout.lastScales, interpolated, sizeof(Vec3));
  layout.stateSize = at;
  part(layout.effectiveNext, t.expressions.size(), sizeof(float));
  part(layout.morphsNext, t.morphWeights.size(), sizeof(float));
  part(layout.valuesNext, t.materialValues.size(), sizeof(Vec4));
  part(layout.constraintPlaces, facts.constraintSlots, sizeof(ModelTransform));
  part(layout.springRotations, t.springRotations.size(), sizeof(Quat));
  part(layout.springColliders, t.springColliders.size(), sizeof(PlacedCollider));
  part(layout.springCenters, t.springCenters.size(), sizeof(PlacedCenter));
  part(layout.stepTranslations, interpolated, sizeof(Vec3));
  part(layout.stepRotations, interpolated + 1, sizeof(Quat));
  part(layout.stepScales, interpolated, sizeof(Vec3));
  // Two models may have as many of everything; their nodes and names tell them apart.
  for (const std::uint32_t parent : t.parents) hash = (hash ^ parent) * 0x100000001B3u;
  for (const char c : t.text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  layout.size = at;
  layout.hash = hash;
  return layout;
}

// The bone that a limb goes on with, if it goes on.
std::optional<HumanBone> nextBone(HumanBone bone) {
  using B = HumanBone;
  if (bone == B::LeftHand) return B::LeftMiddleProximal;
  if (bone == B::RightHand) return B::RightMiddleProximal;
  const auto next = static_cast<std::size_t>(bone) + 1;
  if (bone == B::Head || next >= kHumanBoneCount) return std::nullopt;
  const HumanBoneInfo& i = info(static_cast<HumanBone>(next));
  return i.parent == bone ? std::optional(i.bone) : std::nullopt;
}

}  // namespace

std::shared_ptr<const Model> Model::make(const ModelFacts& facts, ModelTables<BuildList> tables) {
  std::shared_ptr<Model> model(new Model);
  std::size_t size = 0;
  tables.zip(tables, [&](const auto& list, const auto&) {
    using T = typename std::decay_t<decltype(list)>::value_type;
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kBlockAlignment);
    size = aligned(size, alignof(T)) + list.size() * sizeof(T);
  });
  model->block_ = allocateAlignedBlock(size);
  std::size_t at = 0;
  tables.zip(model->tables_, [&](const auto& list, auto& packed) {
    using T = typename std::decay_t<decltype(list)>::value_type;
    at = aligned(at, alignof(T));
    T* const place = reinterpret_cast<T*>(model->block_.get() + at);
    if (!list.empty()) std::memcpy(static_cast<void*>(place), list.data(), list.size() * sizeof(T));
    packed = std::span<const T>(place, list.size());
    at += list.size() * sizeof(T);
  });
  model->facts_ = facts;
  model->layout_ = layoutOf(model->tables_, facts);
  model->placement_ = kIdentityMatrix;
  if (facts.turned) model->placement_[0] = model->placement_[10] = -1;
  if (const ModelNode hips = model->bone(HumanBone::Hips)) {
    model->restPose_.moveHips(positionOf(model->restMatrix(hips)));
  }
  return model;
}

ModelNode Model::node(NodeIndex inFile) const noexcept {
  return inFile.value < tables_.modelNodes.size() ? tables_.modelNodes[inFile.value] : ModelNode();
}

ModelNode Model::findNode(std::string_view name) const noexcept {
  // The first of the file: the order of the model's nodes is nobody's choice.
  for (const ModelNode n : tables_.modelNodes) {
    if (nodeName(n) == name) return n;
  }
  return {};
}

SpringIndex Model::findSpring(std::string_view name) const noexcept {
  for (std::uint32_t i = 0; i < springCount(); ++i) {
    if (springName(SpringIndex(i)) == name) return SpringIndex(i);
  }
  return {};
}

Trs Model::rest(ModelNode n) const noexcept {
  return {tables_.translations[n.value], tables_.rotations[n.value], tables_.scales[n.value]};
}

RawPose Model::toRaw(const Pose& pose) const noexcept {
  RawPose raw;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    const auto b = static_cast<HumanBone>(i);
    if (bone(b)) raw.rotations[i] = vrm::toRaw(facts_.humanoid, b, normalized(pose.rotation(b)));
  }
  if (const ModelNode hips = bone(HumanBone::Hips)) {
    const ModelNode above = parent(hips);
    raw.hipsTranslation = untransformPoint(above ? restMatrix(above) : placement_, pose.hipsPosition())
                              .value_or(tables_.translations[hips.value]);
  }
  return raw;
}

Pose Model::toNormalized(const RawPose& raw) const noexcept {
  Pose pose;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    const auto b = static_cast<HumanBone>(i);
    if (bone(b)) pose.rotate(b, vrm::toNormalized(facts_.humanoid, b, normalized(raw.rotations[i])));
  }
  if (const ModelNode hips = bone(HumanBone::Hips)) {
    const ModelNode above = parent(hips);
    pose.moveHips(transformPoint(above ? restMatrix(above) : placement_, raw.hipsTranslation));
  }
  return pose;
}

std::optional<BoneFrame> Model::boneFrame(HumanBone wanted) const noexcept {
  const ModelNode node = bone(wanted);
  if (!node) return std::nullopt;
  const Vec3 head = positionOf(restMatrix(node));
  for (const HumanTailInfo& tail : allHumanTails()) {
    const ModelNode hint(facts_.tails[static_cast<std::size_t>(tail.tail)]);
    if (tail.parent == wanted && hint) return vrm::boneFrame(wanted, head, positionOf(restMatrix(hint)));
  }
  for (std::optional<HumanBone> next = nextBone(wanted); next; next = nextBone(*next)) {
    if (const ModelNode below = bone(*next))
      return vrm::boneFrame(wanted, head, positionOf(restMatrix(below)));
  }
  for (HumanBone above = wanted; above != HumanBone::Hips;) {
    above = info(above).parent;
    if (const ModelNode from = bone(above)) {
      return vrm::boneFrame(wanted, head, head + (head - positionOf(restMatrix(from))));
    }
  }
  return std::nullopt;
}

ExpressionIndex Model::expression(std::string_view nameOrAlias) const noexcept {
  const auto found = std::lower_bound(
      tables_.expressionLookup.begin(), tables_.expressionLookup.end(), nameOrAlias,
      [&](const NameEntry& entry, std::string_view wanted) { return textOf(entry.name) < wanted; });
  if (found == tables_.expressionLookup.end() || textOf(found->name) != nameOrAlias) return {};
  return ExpressionIndex(found->expression);
}

ExpressionIndex Model::expression(ExpressionPreset preset) const noexcept {
  for (std::uint32_t i = 0; i < expressionCount(); ++i) {
    if (tables_.expressions[i].preset == static_cast<std::uint8_t>(preset)) return ExpressionIndex(i);
  }
  return {};
}

ExpressionTable Model::expressionTable() const noexcept {
  return {tables_.expressions, tables_.morphBinds, tables_.valueBinds, facts_.binaryRule};
}

bool Model::isOfHead(ModelNode node) const noexcept {
  const ModelNode head = bone(HumanBone::Head);
  return head && node.value >= head.value && node.value < tables_.subtreeEnds[head.value];
}

std::optional<Visibility> Model::visibility(const MeshNode& mesh) const noexcept {
  if (mesh.annotation != FirstPersonType::Auto) return vrm::visibility(mesh.annotation);
  if (!bone(HumanBone::Head)) return vrm::visibility(FirstPersonType::Both);
  if (mesh.skin) return std::nullopt;
  return vrm::visibility(isOfHead(ModelNode(mesh.node)) ? FirstPersonType::ThirdPersonOnly
                                                        : FirstPersonType::Both);
}

ConstraintIndex Model::constraintOf(ModelNode node) const noexcept {
  for (std::uint32_t i = 0; i < constraintCount(); ++i) {
    if (tables_.constraints[i].node == node.value) return ConstraintIndex(i);
  }
  return {};
}

SpringJointIndex Model::springJointOf(ModelNode node) const noexcept {
  for (std::uint32_t i = 0; i < tables_.springJoints.size(); ++i) {
    if (tables_.springJoints[i].node == node.value) return SpringJointIndex(i);
  }
  return {};
}

SpringProgram Model::springProgram() const noexcept {
  const Tables& t = tables_;
  return {t.springJoints,    t.springChains,    t.springLinks,         t.springWaves,
          t.springPacks,     t.springSlots,     t.springPlaces,        t.springColliderLanes,
          t.springRotations, t.springColliders, t.springColliderLists, t.springCenters,
          t.springBelow,     t.springApart,     t.springRead,          facts_.springsTurn};
}

}  // namespace vrm
