// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <cstddef>
#include <utility>
#include <vector>

#include "determinism/numbers.hpp"
#include "determinism/scene.hpp"

namespace vrm::determinism {
namespace {

// The movements of somebody who dances: the root goes about and turns, the head and the chest shake.
void dance(Avatar& avatar, double t, float scale = 1) {
  const float x = wave(t, 0.5, 0.8), y = wave(t, 2, 0.05), z = wave(t, 0.3, 0.6, 1);
  avatar.setRoot({{x, y, z}, fromAxisAngle({0, 1, 0}, static_cast<double>(wave(t, 0.4, 2))), scale});
  const auto nod = static_cast<double>(wave(t, 1.5, 0.5));
  avatar.pose().rotate(HumanBone::Head, fromAxisAngle({1, 0, 0}, nod));
  const auto lean = static_cast<double>(wave(t, 0.9, 0.4, 2));
  avatar.pose().rotate(HumanBone::Chest, fromAxisAngle({0, 0, 1}, lean));
}

double secondsAt(std::uint32_t frame) {
  return static_cast<double>(frame) / 60;
}

// A frame of 1/60 s: one step of a spring.
float steady(Avatar& avatar, std::uint32_t frame) {
  dance(avatar, secondsAt(frame));
  return 1.0f / 60;
}

// From no time at all to more than springs follow, the same frames for all.
float irregularTime(std::uint32_t frame) {
  Numbers numbers(frame * 2654435761u);
  numbers.below(2);
  if (frame % 50 == 17) return 0;
  if (frame % 50 == 33) return 0.3f;
  return numbers.in(0.001f, 0.05f);
}

float irregular(Avatar& avatar, std::uint32_t frame) {
  dance(avatar, secondsAt(frame) * 1.5);
  return irregularTime(frame);
}

float specSteps(Avatar& avatar, std::uint32_t frame) {
  if (frame == 0) avatar.setStepping(SpringStepping::Spec);
  return irregular(avatar, frame);
}

// The whole body: every bone turns, expressions come and go, the gaze follows points, angles or nothing.
float move(Avatar& avatar, std::uint32_t frame) {
  const double t = secondsAt(frame);
  const Model& model = avatar.model();
  dance(avatar, t);
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const auto phase = static_cast<double>(static_cast<std::uint32_t>(bone.bone));
    const auto angle = static_cast<double>(wave(t, 0.2 + 0.03 * phase, 0.8, phase));
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6f, 0, 0.8f}};
    avatar.pose().rotate(bone.bone, fromAxisAngle(axes[static_cast<std::uint32_t>(bone.bone) % 4], angle));
  }
  avatar.pose().moveHips({wave(t, 1, 0.1), 0.9f, wave(t, 0.7, 0.1)});
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i)
    avatar.expression(ExpressionIndex(i), wave(t, 0.4, 1.1, static_cast<double>(i)));
  for (std::uint32_t i = 0; i < model.constraintCount(); i += 5)
    avatar.setConstraintWeight(ConstraintIndex(i), 0.5f + wave(t, 0.3, 0.6, static_cast<double>(i)));
  switch (frame / 20 % 3) {
    case 0:
      avatar.lookAt(Vec3{wave(t, 0.6, 2), 1 + wave(t, 0.5, 1), 2});
      break;
    case 1:
      avatar.lookAt(YawPitch{wave(t, 0.6, 100), wave(t, 0.8, 60)});
      break;
    default:
      avatar.lookAtNothing();
  }
  return 1.0f / 60;
}

// Everything else that can be done to springs.
float events(Avatar& avatar, std::uint32_t frame) {
  const double t = secondsAt(frame);
  dance(avatar, t, 1 + wave(t, 0.25, 0.4));
  avatar.setForce({wave(t, 0.8, 0.5), 0, 0.2f});
  switch (frame) {
    case 0:
      avatar.warmUp(20);
      break;
    case 20:
      avatar.setForce(SpringIndex(3), {0, 2, -1});
      break;
    case 30:
      avatar.teleport({{100, 3, -40}, fromAxisAngle({0, 1, 0}, 1.25), 0.5f});
      break;
    case 40:
      avatar.setTeleportDistance(0.03f);
      break;
    case 60:
      avatar.setTeleportDistance(1e6f);
      avatar.setParameters(SpringJointIndex(7), {0.1f, 0.9f, 0.05f, {0.2f, -1, 0}});
      break;
    case 70:
      avatar.pauseSprings(SpringPause::Held);
      break;
    case 80:
      avatar.pauseSprings(SpringPause::Released);
      break;
    case 85:
      avatar.pauseSprings(SpringPause::Running);
      break;
    case 90:
      avatar.enable(SpringIndex(2), false);
      break;
    case 100:
      avatar.enable(SpringIndex(2), true);
      avatar.setStepping(SpringStepping::Spec);
      break;
    case 110:
      avatar.resetSprings();
      avatar.setStepping(SpringStepping::Fixed);
      break;
    default:
      break;
  }
  if (frame % 45 == 44) {  // to another avatar by way of bytes
    std::vector<std::byte> snapshot(avatar.snapshotSize());
    Avatar other(avatar.sharedModel());
    if (avatar.save(snapshot) && other.restore(snapshot)) avatar = std::move(other);
  }
  return irregularTime(frame);
}

constexpr Scene kScenes[] = {
    {"stress", 200, stressModel, steady},
    {"stress_irregular", 150, stressModel, irregular},
    {"stress_spec", 150, stressModel, specSteps},
    {"tangled", 150, tangledModel, steady},
    {"tangled_events", 150, tangledModel, events},
    {"body", 150, bodyModel, move},
    {"file", 120, fileModel, move},
    {"skinned", 30, stressModel, steady, true},
    // The same numbers as alone.
    {"crowd", 40, stressModel, steady, false, true},
    {"crowd_spec", 40, stressModel, specSteps, false, true},
    {"crowd_events", 150, tangledModel, events, false, true},
};

}  // namespace

std::span<const Scene> scenes() {
  return kScenes;
}

const Scene* findScene(std::string_view name) {
  for (const Scene& scene : kScenes) {
    if (scene.name == name) return &scene;
  }
  return nullptr;
}

}  // namespace vrm::determinism
