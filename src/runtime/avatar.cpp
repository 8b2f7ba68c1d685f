// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/avatar.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "runtime/avatar_state.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm {
namespace {

// A rotation that can be made a unit.
bool usable(const Quat& q) {
  const float squared = dot(q, q);
  return squared >= std::numeric_limits<float>::min() && squared <= std::numeric_limits<float>::max();
}

// Emscripten's library has no std::ranges algorithms.
template <class Range, class T>
void fillAll(Range&& range, T value) {
  std::fill(range.begin(), range.end(), value);
}
template <class From, class To>
void copyAll(From&& from, To&& to) {
  std::copy(from.begin(), from.end(), to.begin());
}
template <class A, class B>
bool same(A&& a, B&& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

Avatar::Avatar(std::shared_ptr<const Model> model)
    : model_(std::move(model)), block_(allocateAlignedBlock(model_->layout().size)) {
  std::memset(block_.get(), 0, model_->layout().size);
  reset();
}

Avatar::Avatar(const Avatar& other)
    : model_(other.model_), block_(allocateAlignedBlock(model_->layout().size)) {
  std::memcpy(block_.get(), other.block_.get(), model_->layout().stateSize);
  copyStates(other.states(), blockStates());
  fixed().announce = true;
}

Avatar::Avatar(Avatar&& other) noexcept {
  if (other.block_) other.leaveLane();
  model_ = std::move(other.model_);
  block_ = std::move(other.block_);
}

Avatar& Avatar::operator=(const Avatar& other) {
  if (this == &other) return *this;
  if (!block_ || model_->layout().size != other.model_->layout().size)
    block_ = allocateAlignedBlock(other.model_->layout().size);
  if (model_ != other.model_) lane_ = nullptr;  // which is for avatars of its own model
  model_ = other.model_;
  std::memcpy(block_.get(), other.block_.get(), model_->layout().stateSize);
  copyStates(other.states(), blockStates());
  fixed().announce = true;
  syncLane();
  return *this;
}

Avatar& Avatar::operator=(Avatar&& other) noexcept {
  if (other.block_) other.leaveLane();
  if (model_ != other.model_) lane_ = nullptr;
  model_ = std::move(other.model_);
  block_ = std::move(other.block_);
  if (!block_) return *this;
  fixed().announce = true;
  syncLane();
  return *this;
}

Locals Avatar::writableLocals() noexcept {
  const AvatarLayout& layout = model_->layout();
  const std::size_t nodes = model_->nodeCount();
  return {part<Vec3>(layout.translations, nodes), part<Quat>(layout.rotations, nodes),
          part<Vec3>(layout.scales, nodes)};
}

ConstLocals Avatar::locals() const noexcept {
  const AvatarLayout& layout = model_->layout();
  const std::size_t nodes = model_->nodeCount();
  return {part<Vec3>(layout.translations, nodes), part<Quat>(layout.rotations, nodes),
          part<Vec3>(layout.scales, nodes)};
}

void Avatar::reset() noexcept {
  static_assert(sizeof(Fixed) <= kAvatarFixedSize && std::is_trivially_copyable_v<Fixed>);
  const AvatarLayout& layout = model_->layout();
  const Model::Tables& t = model_->tables();
  fixed() = Fixed{};
  fixed().pose = model_->restPose();
  fixed().reshaped = model_->facts().reshapes;
  const Locals l = writableLocals();
  std::copy(t.translations.begin(), t.translations.end(), l.translations.begin());
  std::copy(t.rotations.begin(), t.rotations.end(), l.rotations.begin());
  std::copy(t.scales.begin(), t.scales.end(), l.scales.begin());
  fillAll(part<float>(layout.weights, t.expressions.size()), 0.0f);
  fillAll(part<float>(layout.effective, t.expressions.size()), 0.0f);
  copyAll(t.expressionKinds, part<ExpressionKind>(layout.kinds, t.expressions.size()));
  copyAll(t.morphWeights, part<float>(layout.morphs, t.morphWeights.size()));
  copyAll(t.materialValues, part<Vec4>(layout.values, t.materialValues.size()));
  fillAll(part<std::uint8_t>(layout.meshDirty, t.meshNodes.size()), std::uint8_t{0});
  fillAll(part<std::uint8_t>(layout.materialDirty, t.materials.size()), std::uint8_t{0});
  const std::span<float> weights = part<float>(layout.constraintWeights, t.constraints.size());
  const std::span<Quat> last = part<Quat>(layout.constraintLast, t.constraints.size());
  for (std::size_t i = 0; i < t.constraints.size(); ++i) {
    weights[i] = t.constraints[i].weight;
    // What an aim gives until its source gives a direction: nothing.
    last[i] = t.constraints[i].type == ConstraintType::Aim ? t.constraints[i].rest.rotation : Quat{};
  }
  startSprings();
  placeNodes();
}

void Avatar::placeNodes() noexcept {
  const std::uint32_t nodes = model_->nodeCount(), inScene = model_->facts().sceneEnd;
  const std::span<const std::uint32_t> parents = model_->tables().parents;
  const std::span<Mat4> worlds = part<Mat4>(model_->layout().worlds, nodes);
  vrm::worldMatrices(parents, locals(), rootMatrix(fixed().root), 0, inScene, worlds);
  if (inScene < nodes) vrm::worldMatrices(parents, locals(), kIdentityMatrix, inScene, nodes, worlds);
}

Mat4 Avatar::rootMatrix(const RootTransform& r) const noexcept {
  return multiply(toMatrix({r.translation, r.rotation, {r.scale, r.scale, r.scale}}), model_->placement());
}

void Avatar::refuse() noexcept {
  fixed().pending |= UpdateFlags::InputRefused;
}

UpdateFlags Avatar::update(float dt) noexcept {
  return finishUpdate(dt, updateInputs(dt));
}

// The springs, and what they leave to do.
UpdateFlags Avatar::finishUpdate(float dt, UpdateFlags flags, std::uint32_t frames) noexcept {
  if (swings()) return flags | updateSprings(has(flags, UpdateFlags::TimeRefused) ? 0 : dt, frames);
  placeNodes();
  return flags;
}

// Also without the stage that marks meshes and materials: the marks are of the last update.
void Avatar::forgetChanges() noexcept {
  if (!std::as_const(*this).fixed().dirty) return;
  const Model::Tables& t = model_->tables();
  fillAll(part<std::uint8_t>(model_->layout().meshDirty, t.meshNodes.size()), std::uint8_t{0});
  fillAll(part<std::uint8_t>(model_->layout().materialDirty, t.materials.size()), std::uint8_t{0});
  fixed().dirty = false;
}

// All stages before the springs.
UpdateFlags Avatar::updateInputs(float dt) noexcept {
  Fixed& f = fixed();
  const AvatarLayout& layout = model_->layout();
  const Model::Tables& t = model_->tables();
  UpdateFlags flags = std::exchange(f.pending, UpdateFlags::None);
  if (!(dt >= 0) || !finite(dt)) flags |= UpdateFlags::TimeRefused;
  const Locals l = writableLocals();
  forgetChanges();
  ++updates_;

  if (enabled(Stage::Humanoid) &&
      applyPose(model_->facts().humanoid, f.pose, t.hipsPath, model_->facts().turned, l) != 0) {
    flags |= UpdateFlags::InputRefused;
  }
  if (enabled(Stage::LookAt)) updateGaze();
  if (enabled(Stage::Expressions)) flags |= updateExpressions();
  if (f.announce) flags |= announceAll();
  if (enabled(Stage::Constraints)) {
    applyConstraints({t.constraints, t.constraintSteps},
                     part<float>(layout.constraintWeights, t.constraints.size()), l,
                     part<Quat>(layout.constraintLast, t.constraints.size()),
                     part<ModelTransform>(layout.constraintPlaces, model_->facts().constraintSlots));
  }
  return flags;
}

UpdateFlags Avatar::announceAll() noexcept {
  const Model::Tables& t = model_->tables();
  UpdateFlags flags = UpdateFlags::None;
  for (std::size_t i = 0; i < t.meshNodes.size(); ++i) {
    if (t.meshNodes[i].morphCount == 0) continue;
    part<std::uint8_t>(model_->layout().meshDirty, t.meshNodes.size())[i] = 1;
    flags |= UpdateFlags::MorphsChanged;
  }
  fillAll(part<std::uint8_t>(model_->layout().materialDirty, t.materials.size()), std::uint8_t{1});
  if (!t.materials.empty()) flags |= UpdateFlags::MaterialsChanged;
  fixed().announce = false;
  fixed().dirty = flags != UpdateFlags::None;
  return flags;
}

void Avatar::updateGaze() noexcept {
  Fixed& f = fixed();
  const LookAtTable& table = model_->facts().lookAt;
  if (f.gazeMode == GazeMode::None || !table.present()) return;
  if (f.gazeMode == GazeMode::Target) {
    // The head of this frame (decision 31).
    const RootTransform& r = f.root;
    const std::optional<YawPitch> found =
        gazeAt(table, model_->tables().headPath, locals(),
               {r.translation, r.rotation, {r.scale, r.scale, r.scale}}, model_->facts().turned, f.target);
    if (found) f.gaze = *found;
  } else {
    f.gaze = f.direction;
  }
  if (!table.byExpressions) applyGazeToBones(table, f.gaze, writableLocals().rotations);
}

UpdateFlags Avatar::updateExpressions() noexcept {
  Fixed& f = fixed();
  const AvatarLayout& layout = model_->layout();
  const Model::Tables& t = model_->tables();
  const ExpressionTable table = model_->expressionTable();
  const std::size_t count = table.rows.size();
  const std::span<float> weights = part<float>(layout.weights, count);
  const std::span<float> effective = part<float>(layout.effective, count);
  const std::span<std::uint8_t> meshDirty = part<std::uint8_t>(layout.meshDirty, t.meshNodes.size());
  const std::span<std::uint8_t> materialDirty = part<std::uint8_t>(layout.materialDirty, t.materials.size());
  const bool gazing = f.gazeMode != GazeMode::None && model_->hasLookAt() &&
                      model_->facts().lookAt.byExpressions && enabled(Stage::LookAt);
  std::array<float, 4> own{};
  const std::array<std::uint32_t, 4>& look = model_->facts().lookAt.expressions;
  if (gazing) {
    // For the time of the gathering: what the application asked for comes back when the gaze ends.
    const std::array<float, 4> gaze = gazeWeights(model_->facts().lookAt, f.gaze);
    for (std::size_t i = 0; i < 4; ++i) {
      if (look[i] != kNone) own[i] = std::exchange(weights[look[i]], gaze[i]);
    }
  }
  const std::span<float> next = part<float>(layout.effectiveNext, count);
  gatherExpressions(table, weights, part<ExpressionKind>(layout.kinds, count), next);
  if (gazing) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (look[i] != kNone) weights[look[i]] = own[i];
    }
  }
  // Outputs that came from outside are worked out anew, whatever they claim to be made from.
  if (!f.announce && same(next, effective)) return UpdateFlags::None;
  copyAll(next, effective);

  const std::span<float> morphs = part<float>(layout.morphs, t.morphWeights.size());
  const std::span<float> morphsNext = part<float>(layout.morphsNext, t.morphWeights.size());
  const std::span<Vec4> values = part<Vec4>(layout.values, t.materialValues.size());
  const std::span<Vec4> valuesNext = part<Vec4>(layout.valuesNext, t.materialValues.size());
  copyAll(t.morphWeights, morphsNext);
  copyAll(t.materialValues, valuesNext);
  applyExpressions(table, effective, morphsNext, valuesNext);

  UpdateFlags flags = UpdateFlags::None;
  for (std::size_t i = 0; i < t.meshNodes.size(); ++i) {
    const MeshNode& mesh = t.meshNodes[i];
    const auto to = morphsNext.subspan(mesh.firstMorph, mesh.morphCount);
    const auto now = morphs.subspan(mesh.firstMorph, mesh.morphCount);
    if (same(to, now)) continue;
    copyAll(to, now);
    meshDirty[i] = 1;
    flags |= UpdateFlags::MorphsChanged;
  }
  for (std::size_t i = 0; i < t.materials.size(); ++i) {
    const auto to = valuesNext.subspan(t.materials[i].firstSlot, kMaterialValueCount);
    const auto now = values.subspan(t.materials[i].firstSlot, kMaterialValueCount);
    if (same(to, now)) continue;
    copyAll(to, now);
    materialDirty[i] = 1;
    flags |= UpdateFlags::MaterialsChanged;
  }
  f.dirty = flags != UpdateFlags::None;
  return flags;
}

void Avatar::enable(Stage stage, bool enabled) noexcept {
  const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(stage));
  fixed().stages = static_cast<std::uint8_t>(enabled ? fixed().stages | bit : fixed().stages & ~bit);
}
bool Avatar::enabled(Stage stage) const noexcept {
  return (fixed().stages >> static_cast<unsigned>(stage) & 1) != 0;
}

bool Avatar::takeRoot(const RootTransform& root) noexcept {
  if (!finite(root.translation) || !usable(root.rotation) || !finite(root.scale)) {
    refuse();
    return false;
  }
  const RootTransform taken{root.translation, normalized(root.rotation), root.scale};
  if (taken != std::as_const(*this).root()) fixed().root = taken;
  return true;
}
void Avatar::setRoot(const RootTransform& root) noexcept {
  takeRoot(root);
}
const RootTransform& Avatar::root() const noexcept {
  return fixed().root;
}
Pose& Avatar::pose() noexcept {
  // Not a touch: it is compared.
  return const_cast<Pose&>(std::as_const(*this).pose());
}
const Pose& Avatar::pose() const noexcept {
  return fixed().pose;
}

void Avatar::setLocal(ModelNode node, const Trs& local) noexcept {
  setTranslation(node, local.translation);
  setRotation(node, local.rotation);
  setScale(node, local.scale);
}
void Avatar::setTranslation(ModelNode node, Vec3 translation) noexcept {
  if (node.value >= model_->nodeCount() || !finite(translation)) return refuse();
  writableLocals().translations[node.value] = translation;
  if (node != model_->bone(HumanBone::Hips)) fixed().reshaped = true;
}
void Avatar::setRotation(ModelNode node, Quat rotation) noexcept {
  if (node.value >= model_->nodeCount() || !usable(rotation)) return refuse();
  writableLocals().rotations[node.value] = normalized(rotation);
}
void Avatar::setScale(ModelNode node, Vec3 scale) noexcept {
  if (node.value >= model_->nodeCount() || !finite(scale)) return refuse();
  writableLocals().scales[node.value] = scale;
  fixed().reshaped = true;
}

RawPose Avatar::rawPose() const noexcept {
  RawPose raw;
  const ConstLocals l = locals();
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (const ModelNode node = model_->bone(static_cast<HumanBone>(i)))
      raw.rotations[i] = l.rotations[node.value];
  }
  if (const ModelNode hips = model_->bone(HumanBone::Hips)) raw.hipsTranslation = l.translations[hips.value];
  return raw;
}
void Avatar::setRawPose(const RawPose& raw) noexcept {
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (const ModelNode node = model_->bone(static_cast<HumanBone>(i))) setRotation(node, raw.rotations[i]);
  }
  if (const ModelNode hips = model_->bone(HumanBone::Hips)) setTranslation(hips, raw.hipsTranslation);
}

void Avatar::lookAt(Vec3 worldTarget) noexcept {
  if (!finite(worldTarget)) return refuse();
  if (const Fixed& now = std::as_const(*this).fixed();
      now.gazeMode == GazeMode::Target && now.target == worldTarget)
    return;
  fixed().gazeMode = GazeMode::Target;
  fixed().target = worldTarget;
}
void Avatar::lookAt(YawPitch direction) noexcept {
  if (!finite(direction.yaw) || !finite(direction.pitch)) return refuse();
  if (const Fixed& now = std::as_const(*this).fixed();
      now.gazeMode == GazeMode::Direction && now.direction == direction)
    return;
  fixed().gazeMode = GazeMode::Direction;
  fixed().direction = direction;
}
void Avatar::lookAtNothing() noexcept {
  if (std::as_const(*this).fixed().gazeMode == GazeMode::None) return;
  fixed().gazeMode = GazeMode::None;
}

bool Avatar::expression(std::string_view nameOrAlias, float weight) noexcept {
  const ExpressionIndex found = model_->expression(nameOrAlias);
  if (found) expression(found, weight);
  return found.valid();
}
void Avatar::expression(ExpressionIndex e, float weight) noexcept {
  if (e.value >= model_->expressionCount() || !finite(weight)) return refuse();
  if (std::as_const(*this).expression(e) == weight) return;
  part<float>(model_->layout().weights, model_->expressionCount())[e.value] = weight;
}
float Avatar::expression(ExpressionIndex e) const noexcept {
  return part<float>(model_->layout().weights, model_->expressionCount())[e.value];
}
void Avatar::setKind(ExpressionIndex e, ExpressionKind kind) noexcept {
  // The kind is an index for the update.
  if (e.value >= model_->expressionCount() || kind > ExpressionKind::LookAt) return refuse();
  part<ExpressionKind>(model_->layout().kinds, model_->expressionCount())[e.value] = kind;
}
ExpressionKind Avatar::kind(ExpressionIndex e) const noexcept {
  return part<ExpressionKind>(model_->layout().kinds, model_->expressionCount())[e.value];
}

void Avatar::setConstraintWeight(ConstraintIndex c, float weight) noexcept {
  if (c.value >= model_->constraintCount() || !finite(weight)) return refuse();
  part<float>(model_->layout().constraintWeights, model_->constraintCount())[c.value] = weight;
}
float Avatar::constraintWeight(ConstraintIndex c) const noexcept {
  return part<float>(model_->layout().constraintWeights, model_->constraintCount())[c.value];
}

std::span<const Mat4> Avatar::worldMatrices() const noexcept {
  return part<Mat4>(model_->layout().worlds, model_->nodeCount());
}
std::span<const float> Avatar::morphWeights(std::size_t mesh) const noexcept {
  const MeshNode& m = model_->meshNodes()[mesh];
  return part<float>(model_->layout().morphs, model_->tables().morphWeights.size())
      .subspan(m.firstMorph, m.morphCount);
}
bool Avatar::morphsChanged(std::size_t mesh) const noexcept {
  return part<std::uint8_t>(model_->layout().meshDirty, model_->meshNodes().size())[mesh] != 0;
}
std::span<const Vec4, kMaterialValueCount> Avatar::materialValues(std::size_t material) const noexcept {
  const std::size_t slots = model_->tables().materialValues.size();
  return part<Vec4>(model_->layout().values, slots)
      .subspan(model_->materials()[material].firstSlot)
      .first<kMaterialValueCount>();
}
bool Avatar::materialChanged(std::size_t material) const noexcept {
  return part<std::uint8_t>(model_->layout().materialDirty, model_->materials().size())[material] != 0;
}
std::span<const float> Avatar::expressionWeights() const noexcept {
  return part<float>(model_->layout().effective, model_->expressionCount());
}
YawPitch Avatar::gaze() const noexcept {
  return fixed().gaze;
}
Vec3 Avatar::viewpoint() const noexcept {
  const LookAtTable& table = model_->facts().lookAt;
  return table.head == kNone ? fixed().root.translation : vrm::viewpoint(table, worldMatrices()[table.head]);
}

}  // namespace vrm
