// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 08_springs FILE: hair and clothes swing after a step to the side, and not at all after a teleport.
#include <cmath>
#include <cstdio>

#include "vrm/vrm.hpp"

namespace {

// How far the joints are from their rest, in degrees, on average.
double swing(const vrm::Avatar& avatar) {
  double sum = 0;
  for (const vrm::SpringJointRow& joint : avatar.model().springJoints()) {
    const vrm::Quat now = avatar.local(vrm::ModelNode(joint.node)).rotation;
    sum += 2 * std::acos(std::fmin(1, std::abs(static_cast<double>(dot(now, joint.rest))))) * 57.29577951;
  }
  return sum / static_cast<double>(avatar.model().springJoints().size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 08_springs FILE"), 2;
  const vrm::LoadResult loaded = vrm::load(argv[1]);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;
  if (loaded.model()->springJoints().empty()) return std::puts("nothing of this avatar swings"), 1;

  vrm::Avatar avatar(loaded.model());
  avatar.warmUp(120);  // it shows up hanging, not falling
  std::printf("hanging: %.1f degrees from rest\n", swing(avatar));
  // Springs swing the same at any frame rate; here are 48 frames per second.
  float x = 0;
  for (int frame = 1; frame <= 48; ++frame) {
    if (frame <= 12) x += 0.04f;  // a step of half a metre
    avatar.setRoot({{x, 0, 0}, {}, 1});
    avatar.update(1.0f / 48);
    if (frame % 12 == 0) std::printf("%.2f s after the start: %.1f\n", frame / 48.0, swing(avatar));
  }
  avatar.teleport({{100, 0, 0}, {}, 1});
  avatar.update(1.0f / 48);
  std::printf("teleported: %.1f\n", swing(avatar));
  avatar.setForce({0, 0, 1});  // wind from behind
  for (int frame = 0; frame < 48; ++frame) avatar.update(1.0f / 48);
  std::printf("in the wind: %.1f\n", swing(avatar));
  return 0;
}
