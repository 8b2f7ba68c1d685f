// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "vrm/base/result.hpp"
#include "vrm/runtime/model.hpp"

namespace vrm {

struct SpringLane;

// Where the whole avatar stands in the world.
struct RootTransform {
  Vec3 translation;
  Quat rotation;
  float scale = 1;  // uniform
  friend constexpr bool operator==(const RootTransform&, const RootTransform&) = default;
};

// What an update has to say; bits.
enum class UpdateFlags : std::uint32_t {
  None = 0,
  InputRefused = 1,      // since the last update an input that was not finite or not in its range was ignored
  TimeRefused = 2,       // dt was negative or not finite and counted as 0
  MorphsChanged = 4,     // morphsChanged() says of which meshes
  MaterialsChanged = 8,  // materialChanged() says which
  TimeDropped = 16,      // dt was longer than springs follow; SpringStepping::Fixed
};
constexpr UpdateFlags operator|(UpdateFlags a, UpdateFlags b) noexcept {
  return static_cast<UpdateFlags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr UpdateFlags& operator|=(UpdateFlags& a, UpdateFlags b) noexcept {
  return a = a | b;
}
constexpr bool has(UpdateFlags flags, UpdateFlags flag) noexcept {
  return (static_cast<std::uint32_t>(flags) & static_cast<std::uint32_t>(flag)) != 0;
}

// The stages of an update, in their order (seed 004, "更新の適用順"; decision 33).
enum class Stage : std::uint8_t { Humanoid, LookAt, Expressions, Constraints, Springs };

// How springs go through time (decision 13). The published algorithm takes one step per update, and swings in
// another way at another frame rate. Fixed takes steps of 1/60 s, between updates too, and shows the
// rotations between the last two of them: the motion is the same at every frame rate, and a sixtieth of a
// second late. It follows 8 steps per update and drops the rest of the time.
enum class SpringStepping : std::uint8_t { Spec, Fixed };
inline constexpr double kSpringStep = 1.0 / 60;
inline constexpr std::uint32_t kMaxSpringSteps = 8;

enum class SpringPause : std::uint8_t {
  Running,
  Held,      // joints keep the rotations that they had, whatever is set
  Released,  // joints are the application's
};

// One living copy of a model: what goes in, what comes out, and nothing shared but the Model. It is one block
// of memory; copying an avatar copies the block. One thread at a time may use an avatar; different avatars
// need no locks.
//
// Inputs stay until they are changed. Inputs that are not finite or have no meaning (an index out of range, a
// drag of 2) are ignored, and the next update says so; poses and setLocal() take what is good of them.
// Getters do not check their indices. Outputs are those of the last update, at first of the rest pose; spans
// stay valid as long as the avatar. One that has been moved from can be assigned to and destroyed, nothing
// else.
class Avatar {
 public:
  explicit Avatar(std::shared_ptr<const Model> model);  // not null
  Avatar(const Avatar& other);
  Avatar& operator=(const Avatar& other);
  Avatar(Avatar&& other) noexcept;
  Avatar& operator=(Avatar&& other) noexcept;

  const Model& model() const noexcept { return *model_; }
  const std::shared_ptr<const Model>& sharedModel() const noexcept { return model_; }

  // Everything as it was in the beginning.
  void reset() noexcept;

  // Runs all stages that are enabled and gives the outputs. It cannot fail and does not allocate, lock or
  // throw. dt, in seconds, is for what moves by itself.
  UpdateFlags update(float dt) noexcept;
  void enable(Stage stage, bool enabled) noexcept;
  bool enabled(Stage stage) const noexcept;

  // --- Inputs
  void setRoot(const RootTransform& root) noexcept;
  const RootTransform& root() const noexcept;

  // The normalised pose, applied by every update to all bones the model has; Stage::Humanoid.
  Pose& pose() noexcept;
  const Pose& pose() const noexcept;
  void setPose(const Pose& pose) noexcept { this->pose() = pose; }

  // Local transforms of single nodes. The humanoid stage overwrites the rotations of bones and the
  // translation of hips.
  void setLocal(ModelNode node, const Trs& local) noexcept;
  void setTranslation(ModelNode node, Vec3 translation) noexcept;
  void setRotation(ModelNode node, Quat rotation) noexcept;
  void setScale(ModelNode node, Vec3 scale) noexcept;
  // Local rotations of the bones as they are now, and setting them; the latter needs Stage::Humanoid
  // disabled.
  RawPose rawPose() const noexcept;
  void setRawPose(const RawPose& raw) noexcept;

  // The gaze: at a point of the world, or a direction seen from the head. Without one the eyes keep their
  // pose and the look* expressions their weights.
  void lookAt(Vec3 worldTarget) noexcept;
  void lookAt(YawPitch direction) noexcept;
  void lookAtNothing() noexcept;

  // False when the model has no such expression. Weights are clamped to [0, 1] by the update.
  bool expression(std::string_view nameOrAlias, float weight) noexcept;
  void expression(ExpressionIndex expression, float weight) noexcept;
  float expression(ExpressionIndex expression) const noexcept;
  // Which overrides an expression obeys; so that custom ones can be lip sync, blink or gaze.
  void setKind(ExpressionIndex expression, ExpressionKind kind) noexcept;
  ExpressionKind kind(ExpressionIndex expression) const noexcept;

  void setConstraintWeight(ConstraintIndex constraint, float weight) noexcept;
  float constraintWeight(ConstraintIndex constraint) const noexcept;

  // --- Inputs of springs
  void setStepping(SpringStepping stepping) noexcept;  // at first Fixed
  // Without time for the springs, and without a jump afterwards.
  void pauseSprings(SpringPause pause) noexcept;
  // An update without time, and then that many steps of 1/60 s for the springs alone: an avatar that shows up
  // with its hair hanging.
  UpdateFlags warmUp(std::uint32_t steps) noexcept;
  // A force in the world adds to gravity: for all springs, and for one more.
  void setForce(Vec3 force) noexcept;
  void setForce(SpringIndex spring, Vec3 force) noexcept;
  // One that is disabled leaves its nodes alone; it begins at rest when it is enabled again.
  void enable(SpringIndex spring, bool enabled) noexcept;
  bool enabled(SpringIndex spring) const noexcept;
  // Of a joint, or of all joints of a spring.
  void setParameters(SpringJointIndex joint, const SpringParameters& parameters) noexcept;
  void setParameters(SpringIndex spring, const SpringParameters& parameters) noexcept;
  SpringParameters parameters(SpringJointIndex joint) const noexcept;
  // The next update in which time goes on has all joints at rest, and not moving.
  void resetSprings() noexcept;
  // Puts the avatar somewhere else without swinging its hair: everything comes along as it is. setRoot() is a
  // movement; from a distance on, in metres and one update, that counts as this too (at first: never).
  void teleport(const RootTransform& root) noexcept;
  void setTeleportDistance(float metres) noexcept;

  // --- Outputs
  std::span<const Mat4> worldMatrices() const noexcept;  // column-major, in the order of the model's nodes
  const Mat4& world(ModelNode node) const noexcept { return worldMatrices()[node.value]; }
  Trs local(ModelNode node) const noexcept { return locals()[node.value]; }
  ConstLocals locals() const noexcept;

  // Of a mesh of model().meshNodes(): the weights of its morph targets.
  std::span<const float> morphWeights(std::size_t mesh) const noexcept;
  // By the last update. The first one of an avatar, also after reset, restore and assignment, counts
  // everything.
  bool morphsChanged(std::size_t mesh) const noexcept;
  // Of a material of model().materials(): the values in the order of MaterialColorType, then the texture
  // transform.
  std::span<const Vec4, kMaterialValueCount> materialValues(std::size_t material) const noexcept;
  bool materialChanged(std::size_t material) const noexcept;

  std::span<const float> expressionWeights() const noexcept;  // after binary and override rules
  YawPitch gaze() const noexcept;                             // of the last update with a gaze
  Vec3 viewpoint() const noexcept;                            // between the eyes, in the world

  // --- Snapshots: all of the state, as bytes. They fit every avatar of the same model, in the same version
  // of the library.
  std::size_t snapshotSize() const noexcept;
  Result<void> save(std::span<std::byte> out) const;
  Result<void> restore(std::span<const std::byte> snapshot);

 private:
  struct Fixed;

  template <class T>
  std::span<T> part(std::size_t offset, std::size_t count) noexcept {
    touched_ = true;
    return {reinterpret_cast<T*>(block_.get() + offset), count};
  }
  template <class T>
  std::span<const T> part(std::size_t offset, std::size_t count) const noexcept {
    return {reinterpret_cast<const T*>(block_.get() + offset), count};
  }
  Fixed& fixed() noexcept {
    touched_ = true;
    return *reinterpret_cast<Fixed*>(block_.get());
  }
  const Fixed& fixed() const noexcept { return *reinterpret_cast<const Fixed*>(block_.get()); }
  Locals writableLocals() noexcept;
  Mat4 rootMatrix(const RootTransform& root) const noexcept;
  void placeNodes() noexcept;
  UpdateFlags updateInputs(float dt) noexcept;
  UpdateFlags finishUpdate(float dt, UpdateFlags flags, std::uint32_t frames = 1) noexcept;
  void forgetChanges() noexcept;

  struct SpringParts;
  SpringParts springParts() noexcept;
  bool swings() const noexcept;
  void startSprings() noexcept;
  void showAsStepped() noexcept;
  UpdateFlags updateSprings(float dt, std::uint32_t frames) noexcept;
  void carrySprings() noexcept;
  void carryIfJumped() noexcept;
  SpringLane springLane(float dt, const RootTransform& root, const Locals& locals) noexcept;
  void stepAlone(const SpringLane& lane) noexcept;
  // SpringStepping::Fixed
  struct FixedSteps {
    double dt = 0;
    std::uint32_t count = 0;
    double rest = 0;  // time after the last of them
    bool dropped = false;
    double part(std::uint32_t step) const noexcept;  // of the frame that has gone by then
  };
  FixedSteps fixedSteps(float dt, std::uint32_t frames) const noexcept;  // an update that is for several
  SpringLane beginFixedStep(double part) noexcept;
  void endFixedStep(const SpringLane& lane) noexcept;
  void mixInputs(double part, const Locals& out) noexcept;
  void showFixed() noexcept;
  void keepInputs() noexcept;

  // What a Crowd does with its avatars: the states of their joints lie in lanes of its own.
  friend class Crowd;
  bool stepsInLane(float dt) noexcept;
  void enterLane(float* lane) noexcept;
  void leaveLane() noexcept;
  SpringStates states() const noexcept;
  SpringStates blockStates() const noexcept;
  void copyStates(const SpringStates& from, const SpringStates& to) const noexcept;
  void writeStates(std::span<std::byte> block) const;
  void checkShortcuts() noexcept;
  void syncLane() const noexcept;

  bool takeRoot(const RootTransform& root) noexcept;
  void refuse() noexcept;
  void updateGaze() noexcept;
  UpdateFlags updateExpressions() noexcept;
  UpdateFlags announceAll() noexcept;

  std::shared_ptr<const Model> model_;
  AlignedBlock block_;
  float* lane_ = nullptr;      // of a Crowd
  bool touched_ = true;        // something may have changed since the last update of the Crowd
  bool jumped_ = false;        // teleported since then
  std::uint32_t updates_ = 0;  // counts them
};

}  // namespace vrm
