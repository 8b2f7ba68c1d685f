// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "body.hpp"

namespace vrm::builtin {
namespace {

struct Finger {
  const char* name;
  const char* bones[3];
  Vec3 tip;  // of the left hand
  float radius;
};
constexpr Finger kFingers[] = {
    {"Thumb", {"Metacarpal", "Proximal", "Distal"}, {0.5375f, 0.998f, 0.0505f}, 0.0092f},
    {"Index", {"Proximal", "Intermediate", "Distal"}, {0.5795f, 1.005f, 0.0165f}, 0.0079f},
    {"Middle", {"Proximal", "Intermediate", "Distal"}, {0.5870f, 1.006f, -0.0010f}, 0.0081f},
    {"Ring", {"Proximal", "Intermediate", "Distal"}, {0.5805f, 1.005f, -0.0175f}, 0.0078f},
    {"Little", {"Proximal", "Intermediate", "Distal"}, {0.5635f, 1.003f, -0.0325f}, 0.0070f},
};

void addFinger(Character& character, const Finger& finger, bool left) {
  const Skeleton& skeleton = character.skeleton;
  const std::string side = left ? "left" : "right";
  const std::uint32_t hand = skeleton.find(side + "Hand");
  std::uint32_t bones[3];
  Vec3 joints[4];
  for (int i = 0; i < 3; ++i) {
    bones[i] = skeleton.find(side + finger.name + finger.bones[i]);
    joints[i] = skeleton.nodes[bones[i]].position;
  }
  joints[3] = {left ? finger.tip.x : -finger.tip.x, finger.tip.y, finger.tip.z};
  const bool thumb = std::string_view(finger.name) == "Thumb";
  std::vector<Ring> rings;
  const auto put = [&](Vec3 at, Vec3 direction, float radius, const Weights& weights) {
    // right x up is where the tube goes.
    const Vec3 d = unit(direction);
    const Vec3 right = unit(cross(Vec3{0, 1, 0}, d));
    const float v = static_cast<float>(rings.size()) / 5;
    rings.push_back({at, right * radius, cross(d, right) * radius, weights, v});
  };
  const Vec3 first = joints[1] - joints[0];
  put(joints[0] - first * (thumb ? 0.2f : 0.45f), first, finger.radius * (thumb ? 1.05f : 0.9f),
      Weights(hand));
  for (int i = 0; i < 3; ++i) {
    const Vec3 d = joints[i + 1] - joints[i];
    const Vec3 before = i > 0 ? joints[i] - joints[i - 1] : d;
    const float radius = finger.radius * (1.06f - 0.08f * static_cast<float>(i));
    put(joints[i], unit(d) + unit(before), radius, blend(i > 0 ? bones[i - 1] : hand, bones[i], 0.5f));
  }
  const Vec3 end = joints[3] - joints[2];
  put(mix(joints[2], joints[3], 0.80f), end, finger.radius * 0.78f, Weights(bones[2]));
  put(joints[3], end, finger.radius * 0.25f, Weights(bones[2]));
  character.body.tube(kSkin, rings, {}, {.sides = 6, .capEnd = true});
}

}  // namespace

void addHand(Character& character, bool left) {
  const Skeleton& skeleton = character.skeleton;
  // Wrist and palm: half thickness, half width, where its middle is across.
  constexpr Row<3> kPalm[] = {{0.440f, {0.0175f, 0.0185f, -0.008f}}, {0.470f, {0.0155f, 0.0195f, -0.008f}},
                              {0.488f, {0.0150f, 0.0250f, -0.007f}}, {0.508f, {0.0132f, 0.0290f, -0.007f}},
                              {0.524f, {0.0112f, 0.0290f, -0.007f}}, {0.532f, {0.0075f, 0.0265f, -0.007f}}};
  std::vector<Ring> rings;
  for (const Row<3>& row : kPalm) {
    const auto [thick, wide, z] = row.values;
    Ring ring = ringSideways(left, {row.at, 1.0045f, z}, thick, wide, 0);
    ring.squareness = 0.85f;
    rings.push_back(ring);
  }
  character.body.tube(kSkin, rings, {}, {.sides = 12, .capEnd = true},
                      [&](Vec3 at, const Weights&) { return armWeights(skeleton, at); });
  for (const Finger& finger : kFingers) addFinger(character, finger, left);
}

}  // namespace vrm::builtin
