// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 09_crowd FILE: a thousand avatars walk through a gusty wind, those at the back at a quarter of the rate.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "vrm/vrm.hpp"

namespace {

double milliseconds(vrm::Crowd& crowd, const std::vector<vrm::CrowdMember>& members, int frames) {
  const vrm::Wind wind;
  double spent = 0;
  for (int frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      vrm::Avatar& avatar = crowd[members[i]];
      const vrm::Vec3 place{static_cast<float>(i % 40), 0,
                            static_cast<float>(i / 40) + 0.02f * static_cast<float>(frame)};
      avatar.setRoot({place, {}, 1});
      avatar.setForce(vrm::windForce(wind, frame / 60.0, place));
    }
    const auto start = std::chrono::steady_clock::now();
    crowd.update(1.0f / 60);
    spent += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  return spent / frames;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 09_crowd FILE"), 2;
  const vrm::LoadResult loaded = vrm::load(argv[1]);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;

  vrm::Crowd crowd(0);  // on all cores
  std::vector<vrm::CrowdMember> members;
  for (int i = 0; i < 1000; ++i) members.push_back(crowd.add(loaded.model()));
  std::printf("%zu avatars of %u nodes and %zu swinging joints\n", crowd.size(), loaded.model()->nodeCount(),
              loaded.model()->springJoints().size());
  std::printf("all at every frame: %.2f ms\n", milliseconds(crowd, members, 60));
  for (std::size_t i = 200; i < members.size(); ++i) {
    crowd.setRate(members[i], i < 500 ? 2 : 4);
    crowd[members[i]].setStepping(vrm::SpringStepping::Spec);  // one step per update is good enough
  }
  std::printf("those at the back at every second or fourth: %.2f ms\n", milliseconds(crowd, members, 60));
  // When nobody tells them anything they come to rest, and then cost next to nothing.
  crowd.setSleeping(true);
  for (int frame = 0; frame < 600; ++frame) crowd.update(1.0f / 60);
  std::size_t asleep = 0;
  for (const vrm::CrowdMember& member : members) asleep += crowd.asleep(member) ? 1u : 0u;
  const auto start = std::chrono::steady_clock::now();
  crowd.update(1.0f / 60);
  const double still =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  std::printf("at rest, %zu of them asleep: %.2f ms\n", asleep, still);
  return 0;
}
