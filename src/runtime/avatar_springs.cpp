// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The part of Avatar that is about springs.
#include <algorithm>
#include <utility>

#include "runtime/avatar_state.hpp"
#include "runtime/spring_batch.hpp"
#include "runtime/spring_solve.hpp"
#include "vrm/base/quat.hpp"

namespace vrm {

struct Avatar::SpringParts {
  std::span<const SpringJointRow> rows;
  SpringStates states;
  std::span<SpringParameters> parameters;
  std::span<Vec3> forces;
  std::span<SpringMode> modes;
  std::span<Quat> before, now;
  Locals last, step;
  std::span<Mat4> worlds;
};

Avatar::SpringParts Avatar::springParts() noexcept {
  const AvatarLayout& layout = model_->layout();
  const std::size_t joints = model_->springJoints().size(), springs = model_->springCount();
  const std::size_t nodes = joints > 0 ? model_->nodeCount() : 0;
  return {model_->springJoints(),
          states(),
          part<SpringParameters>(layout.springParameters, joints),
          part<Vec3>(layout.springForces, springs),
          part<SpringMode>(layout.springModes, springs),
          part<Quat>(layout.springBefore, joints),
          part<Quat>(layout.springNow, joints),
          {part<Vec3>(layout.lastTranslations, nodes), part<Quat>(layout.lastRotations, nodes),
           part<Vec3>(layout.lastScales, nodes)},
          {part<Vec3>(layout.stepTranslations, nodes), part<Quat>(layout.stepRotations, nodes),
           part<Vec3>(layout.stepScales, nodes)},
          part<Mat4>(layout.worlds, model_->nodeCount())};
}

namespace {

void copyLocals(const ConstLocals& from, const Locals& to) {
  std::copy(from.translations.begin(), from.translations.end(), to.translations.begin());
  std::copy(from.rotations.begin(), from.rotations.end(), to.rotations.begin());
  std::copy(from.scales.begin(), from.scales.end(), to.scales.begin());
}

// What is between two things; t goes from 0 to 1.
Vec3 mixed(Vec3 a, Vec3 b, float t) {
  return a == b ? a : a * (1 - t) + b * t;  // the difference may be too large for a float
}
Quat mixed(const Quat& a, const Quat& b, double t) {
  return a == b ? a : normalized(slerp(a, b, t));
}
RootTransform mixed(const RootTransform& a, const RootTransform& b, double t) {
  const auto u = static_cast<float>(t);
  return {mixed(a.translation, b.translation, u), mixed(a.rotation, b.rotation, t),
          a.scale * (1 - u) + b.scale * u};
}

// Of two rotations that are close: along the chord.
Quat between(const Quat& a, Quat b, float t) {
  if (dot(a, b) < 0) b = {-b.x, -b.y, -b.z, -b.w};
  const Quat q{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t};
  return normalized(q);
}

}  // namespace

void Avatar::startSprings() noexcept {
  const SpringParts parts = springParts();
  const std::span<const float> start = model_->tables().springStart;
  std::copy(start.begin(), start.end(), blockStates().base);
  syncLane();
  for (std::size_t i = 0; i < parts.rows.size(); ++i) {
    parts.before[i] = parts.now[i] = parts.rows[i].rest;
    parts.parameters[i] = parts.rows[i].parameters;
  }
  std::fill(parts.forces.begin(), parts.forces.end(), Vec3{});
  std::fill(parts.modes.begin(), parts.modes.end(), SpringMode::On);
  if (!parts.rows.empty()) copyLocals(locals(), parts.last);
}

// What the joints show now, as if the last two steps had given it.
void Avatar::showAsStepped() noexcept {
  const SpringParts parts = springParts();
  for (std::size_t i = 0; i < parts.rows.size(); ++i)
    parts.before[i] = parts.now[i] = locals().rotations[parts.rows[i].node];
}

bool Avatar::swings() const noexcept {
  return enabled(Stage::Springs) && !model_->springJoints().empty();
}

UpdateFlags Avatar::updateSprings(float dt, std::uint32_t frames) noexcept {
  Fixed& f = fixed();
  carryIfJumped();
  if (f.pause == SpringPause::Running && f.stepping == SpringStepping::Spec) {
    stepAlone(springLane(dt, f.root, writableLocals()));
    f.lastRoot = f.root;
    return UpdateFlags::None;
  }
  FixedSteps steps;
  if (f.pause == SpringPause::Running) {
    steps = fixedSteps(dt, frames);
    for (std::uint32_t i = 1; i <= steps.count; ++i) {
      const SpringLane lane = beginFixedStep(steps.part(i));
      stepAlone(lane);
      endFixedStep(lane);
    }
    f.springTime = steps.rest;
  }
  showFixed();
  return steps.dropped ? UpdateFlags::TimeDropped : UpdateFlags::None;
}

void Avatar::carryIfJumped() noexcept {
  const Fixed& f = fixed();
  const bool jumps = !(length(f.root.translation - f.lastRoot.translation) <= f.teleportDistance);
  if (jumps) jumped_ = true;
  if (jumps || f.pause != SpringPause::Running) carrySprings();
}

double Avatar::FixedSteps::part(std::uint32_t step) const noexcept {
  // Of a frame that is too long the steps are spread over all of it.
  const double part = dropped ? static_cast<double>(step) / count
                              : std::max(0.0, 1 - ((count - step) * kSpringStep + rest) / dt);
  return part > 1 - 1e-4 ? 1 : part;
}

Avatar::FixedSteps Avatar::fixedSteps(float dt, std::uint32_t frames) const noexcept {
  FixedSteps out;
  out.dt = static_cast<double>(dt);
  const double due = fixed().springTime + out.dt;
  // A step that is due but for the rounding of many frames is due.
  const double whole = due / kSpringStep + 1e-4;
  const std::uint32_t most = kMaxSpringSteps * frames;
  out.count = static_cast<std::uint32_t>(std::min(whole, static_cast<double>(most)));
  out.dropped = whole >= most + 1;
  out.rest = out.dropped ? 0 : std::max(0.0, due - out.count * kSpringStep);
  return out;
}

// Decision 13: equal steps, with the inputs as they were at the time of each.
SpringLane Avatar::beginFixedStep(double part) noexcept {
  const Fixed& f = fixed();
  const SpringParts parts = springParts();
  // At the end of the frame the inputs are what they are; what the step writes to joints is not yet shown.
  const Locals inputs = part < 1 ? parts.step : writableLocals();
  if (part < 1) mixInputs(part, inputs);
  // Joints have the rotations of their last step.
  for (std::size_t k = 0; k < parts.rows.size(); ++k) {
    const SpringMode mode = parts.modes[parts.rows[k].spring];
    if (mode == SpringMode::Restart) parts.now[k] = parts.rows[k].rest;
    if (mode != SpringMode::Off) inputs.rotations[parts.rows[k].node] = parts.now[k];
  }
  return springLane(static_cast<float>(kSpringStep), mixed(f.lastRoot, f.root, part), inputs);
}
void Avatar::endFixedStep(const SpringLane& lane) noexcept {
  const SpringParts parts = springParts();
  for (std::size_t k = 0; k < parts.rows.size(); ++k) {
    parts.before[k] = parts.now[k];
    parts.now[k] = lane.locals.rotations[parts.rows[k].node];
  }
}

// What is between the last two steps.
void Avatar::showFixed() noexcept {
  Fixed& f = fixed();
  const SpringParts parts = springParts();
  const std::span<Quat> rotations = writableLocals().rotations;
  const auto part = static_cast<float>(f.springTime / kSpringStep);
  for (std::size_t i = 0; i < parts.rows.size() && f.pause != SpringPause::Released; ++i) {
    const SpringJointRow& row = parts.rows[i];
    if (parts.modes[row.spring] == SpringMode::Off) continue;
    Quat& shown = rotations[row.node];
    shown = part > 1e-4f ? between(parts.before[i], parts.now[i], part) : parts.before[i];
    if (row.limit.type != SpringLimitType::None && !(parts.before[i] == parts.now[i]))
      shown = scalar::heldByLimit(row, shown);
  }
  placeNodes();
  f.lastRoot = f.root;
  if (f.stepping == SpringStepping::Fixed) keepInputs();
}

// The local transforms of this update, for the steps of the next. What cannot have changed is there already.
void Avatar::keepInputs() noexcept {
  const Locals last = springParts().last;
  const ConstLocals l = locals();
  if (fixed().reshaped) return copyLocals(l, last);
  std::copy(l.rotations.begin(), l.rotations.end(), last.rotations.begin());
  if (const ModelNode hips = model_->bone(HumanBone::Hips))
    last.translations[hips.value] = l.translations[hips.value];
}

// The local transforms at a time between the last update and this one.
void Avatar::mixInputs(double part, const Locals& out) noexcept {
  const SpringParts parts = springParts();
  const ConstLocals l = locals();
  for (std::size_t i = 0; i < l.rotations.size(); ++i) {
    out.translations[i] = mixed(parts.last.translations[i], l.translations[i], static_cast<float>(part));
    out.rotations[i] = mixed(parts.last.rotations[i], l.rotations[i], part);
    out.scales[i] = mixed(parts.last.scales[i], l.scales[i], static_cast<float>(part));
  }
  out.rotations.data()[out.rotations.size()] = {};  // of lanes without a node
}

// What a step begins with. It says where the root is then, so it must be taken.
SpringLane Avatar::springLane(float dt, const RootTransform& root, const Locals& l) noexcept {
  Fixed& f = fixed();
  const AvatarLayout& layout = model_->layout();
  const Model::Tables& t = model_->tables();
  const SpringParts parts = springParts();
  const Quat turn = model_->facts().turned ? Quat{0, 1, 0, 0} : Quat{};
  SpringLane lane{
      {dt, root.scale, root.rotation * turn, rootMatrix({{}, root.rotation, root.scale}), root.translation,
       root.translation - f.springRoot, f.force, f.springForces ? parts.forces : std::span<Vec3>(),
       parts.modes, t.parents, model_->facts().sceneEnd,
       f.ownParameters ? parts.parameters : std::span<SpringParameters>(), f.reshaped},
      l,
      {part<Quat>(layout.springRotations, t.springRotations.size()),
       part<PlacedCollider>(layout.springColliders, t.springColliders.size()),
       part<PlacedCenter>(layout.springCenters, t.springCenters.size())},
      parts.worlds};
  if (dt > 0) f.springRoot = root.translation;
  return lane;
}

void Avatar::stepAlone(const SpringLane& lane) noexcept {
  // Lanes of one avatar are its chains: states lie in another way there.
  float* const in = lane_;
  if (in) leaveLane();
  const SpringParts parts = springParts();
  vrm::stepSprings(model_->springProgram(), lane.inputs, lane.locals, parts.states, lane.scratch,
                   lane.worlds);
  if (in) enterLane(in);
  if (!(lane.inputs.dt > 0)) return;
  for (SpringMode& mode : parts.modes) mode = mode == SpringMode::Off ? SpringMode::Off : SpringMode::On;
}

// --- In a crowd

bool Avatar::stepsInLane(float dt) noexcept {
  const std::span<const SpringMode> modes = springParts().modes;
  return lane_ && swings() && dt > 0 && fixed().pause == SpringPause::Running &&
         std::all_of(modes.begin(), modes.end(), [](SpringMode mode) { return mode == SpringMode::On; });
}

void Avatar::copyStates(const SpringStates& from, const SpringStates& to) const noexcept {
  for (std::uint32_t i = 0; i < model_->springJoints().size(); ++i) to.set(i, from.get(i));
}
SpringStates Avatar::blockStates() const noexcept {
  return {reinterpret_cast<float*>(block_.get() + model_->layout().springStates),
          model_->tables().springPlaces};
}
SpringStates Avatar::states() const noexcept {
  return lane_ ? SpringStates{lane_, model_->tables().springLanePlaces} : blockStates();
}
void Avatar::syncLane() const noexcept {
  if (lane_) copyStates(blockStates(), states());
}
void Avatar::enterLane(float* lane) noexcept {
  lane_ = lane;
  syncLane();
}
void Avatar::leaveLane() noexcept {
  if (lane_) copyStates(states(), blockStates());
  lane_ = nullptr;
}

// As if the root had come from where it was in the last update without moving anything.
void Avatar::carrySprings() noexcept {
  Fixed& f = fixed();
  const Quat turn = f.root.rotation * conjugate(f.lastRoot.rotation);
  const float ratio = f.root.scale / f.lastRoot.scale;
  const float scale = finite(ratio) ? ratio : 1;
  vrm::carrySprings(model_->springProgram(), model_->facts().sceneEnd, turn, scale, springParts().states);
  const Vec3 there = f.root.translation + rotate(turn, f.springRoot - f.lastRoot.translation) * scale;
  f.springRoot = finite(there) ? there : f.root.translation;
  f.lastRoot = f.root;
}

void Avatar::setStepping(SpringStepping stepping) noexcept {
  if (stepping > SpringStepping::Fixed) return refuse();
  Fixed& f = fixed();
  if (stepping == f.stepping) return;
  f.stepping = stepping;
  f.springTime = 0;
  showAsStepped();
  if (!model_->springJoints().empty()) copyLocals(locals(), springParts().last);
}

void Avatar::pauseSprings(SpringPause pause) noexcept {
  if (pause > SpringPause::Released) return refuse();
  Fixed& f = fixed();
  if (pause == SpringPause::Held && f.pause == SpringPause::Running) showAsStepped();
  f.pause = pause;
}

UpdateFlags Avatar::warmUp(std::uint32_t steps) noexcept {
  const UpdateFlags flags = update(0);
  if (!swings() || fixed().pause != SpringPause::Running) return flags;
  for (std::uint32_t i = 0; i < steps; ++i)
    stepAlone(springLane(static_cast<float>(kSpringStep), fixed().root, writableLocals()));
  showAsStepped();
  placeNodes();
  return flags;
}

void Avatar::setForce(Vec3 force) noexcept {
  if (!finite(force)) return refuse();
  if (std::as_const(*this).fixed().force == force) return;
  fixed().force = force;
}
void Avatar::setForce(SpringIndex spring, Vec3 force) noexcept {
  if (spring.value >= model_->springCount() || !finite(force)) return refuse();
  if (std::as_const(*this).part<Vec3>(model_->layout().springForces, model_->springCount())[spring.value] ==
      force)
    return;
  springParts().forces[spring.value] = force;
  fixed().springForces = true;
}

void Avatar::setParameters(SpringJointIndex joint, const SpringParameters& p) noexcept {
  if (joint.value >= model_->springJoints().size() || !isSane(p)) return refuse();
  if (parameters(joint) == p) return;
  springParts().parameters[joint.value] = p;
  fixed().ownParameters = true;
}
void Avatar::setParameters(SpringIndex spring, const SpringParameters& p) noexcept {
  if (spring.value >= model_->springCount() || !isSane(p)) return refuse();
  const std::span<const SpringJointRow> rows = model_->springJoints();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].spring == spring.value) setParameters(SpringJointIndex(static_cast<std::uint32_t>(i)), p);
  }
}
SpringParameters Avatar::parameters(SpringJointIndex joint) const noexcept {
  return part<SpringParameters>(model_->layout().springParameters,
                                model_->springJoints().size())[joint.value];
}

void Avatar::enable(SpringIndex spring, bool enabled) noexcept {
  if (spring.value >= model_->springCount()) return refuse();
  SpringMode& mode = springParts().modes[spring.value];
  if (!enabled) mode = SpringMode::Off;
  if (enabled && mode == SpringMode::Off) mode = SpringMode::Restart;
}
bool Avatar::enabled(SpringIndex spring) const noexcept {
  return part<SpringMode>(model_->layout().springModes, model_->springCount())[spring.value] !=
         SpringMode::Off;
}
void Avatar::resetSprings() noexcept {
  for (SpringMode& mode : springParts().modes) {
    if (mode == SpringMode::On) mode = SpringMode::Restart;
  }
}

void Avatar::teleport(const RootTransform& root) noexcept {
  if (!takeRoot(root)) return;
  jumped_ = true;
  carrySprings();
}
void Avatar::setTeleportDistance(float metres) noexcept {
  if (!(metres >= 0)) return refuse();
  fixed().teleportDistance = metres;
}

}  // namespace vrm
