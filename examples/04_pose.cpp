// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 04_pose FILE: lets an avatar wave for two seconds, and says where its hand is.
#include <cmath>
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 04_pose FILE"), 2;
  const vrm::LoadResult loaded = vrm::load(argv[1]);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;

  // The model is shared and never changes; avatars are small and many.
  vrm::Avatar avatar(loaded.model());
  const vrm::ModelNode hand = loaded.model()->bone(vrm::HumanBone::LeftHand);
  if (!hand) return std::puts("this is not an avatar: it has no left hand"), 1;

  // The T-pose is no rotation at all, and axes are the avatar's: it faces +Z and its left is +X. So lowering
  // the left arm is a turn about -Z, whatever the file does with its bones.
  vrm::Pose relaxed = loaded.model()->restPose();
  relaxed.rotate(vrm::HumanBone::LeftUpperArm, vrm::fromAxisAngle({0, 0, 1}, -1.2));
  relaxed.rotate(vrm::HumanBone::RightUpperArm, vrm::fromAxisAngle({0, 0, 1}, 1.2));
  vrm::Pose waving = relaxed;
  waving.rotate(vrm::HumanBone::LeftUpperArm, vrm::fromAxisAngle({0, 0, 1}, 0.6));

  for (int frame = 0; frame <= 120; ++frame) {
    const float time = static_cast<float>(frame) / 60;
    waving.rotate(vrm::HumanBone::LeftLowerArm,
                  vrm::fromAxisAngle({0, 0, 1}, 0.9 + 0.4 * std::sin(9.0 * static_cast<double>(time))));
    avatar.setPose(vrm::blend(relaxed, waving, time));  // raises the arm within a second
    avatar.update(1.0f / 60);
    const vrm::Vec3 at = vrm::positionOf(avatar.world(hand));
    if (frame % 30 == 0)
      std::printf("%.1f s: the left hand is at %.2f %.2f %.2f\n", static_cast<double>(time),
                  static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z));
  }
  return 0;
}
