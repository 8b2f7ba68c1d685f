// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 06_look_at FILE: the eyes follow a butterfly, while the head turns.
#include <cmath>
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 06_look_at FILE"), 2;
  const vrm::LoadResult loaded = vrm::load(argv[1]);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;
  if (!loaded.model()->hasLookAt()) return std::puts("this avatar has no gaze"), 1;

  vrm::Avatar avatar(loaded.model());
  avatar.update(0);
  const vrm::Vec3 eyes = avatar.viewpoint();
  for (int frame = 0; frame < 5; ++frame) {
    const double angle = 0.5 * frame - 1;
    // In the world, wherever the avatar stands. Bones or expressions: the file says which, and update does
    // it.
    avatar.lookAt(eyes +
                  vrm::Vec3{static_cast<float>(std::sin(angle)), 0.3f, static_cast<float>(std::cos(angle))});
    avatar.pose().rotate(vrm::HumanBone::Head, vrm::fromAxisAngle({0, 1, 0}, angle / 2));
    avatar.update(1.0f / 60);
    std::printf("it looks %.0f degrees to its left and %.0f down, as its head sees it\n",
                static_cast<double>(avatar.gaze().yaw), static_cast<double>(avatar.gaze().pitch));
  }
  avatar.lookAtNothing();  // the eyes are the pose's again
  return 0;
}
