// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Neck, trunk and legs. The trunk is the bodice of the dress as well.
#include "body.hpp"

namespace vrm::builtin {
namespace {

struct Station {
  float at;
  const char* node;
};

// Pulls of nodes that follow each other along a line.
Weights between(const Skeleton& skeleton, std::string_view side, std::span<const Station> stations,
                float at) {
  const auto node = [&](const Station& s) {
    const std::string name(s.node);
    return skeleton.find(name[0] >= 'A' && name[0] <= 'Z' ? std::string(side) + name : name);
  };
  if (at <= stations.front().at) return Weights(node(stations.front()));
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    if (at < stations[i + 1].at) {
      return blend(node(stations[i]), node(stations[i + 1]), smooth(stations[i].at, stations[i + 1].at, at));
    }
  }
  return Weights(node(stations.back()));
}

constexpr Row<3> kTrunk[] = {
    {0.630f, {0.020f, 0.030f, -0.004f}}, {0.640f, {0.070f, 0.056f, -0.005f}},
    {0.660f, {0.098f, 0.070f, -0.006f}}, {0.700f, {0.104f, 0.077f, -0.007f}},
    {0.745f, {0.092f, 0.069f, -0.004f}}, {0.795f, {0.074f, 0.058f, 0.000f}},
    {0.840f, {0.076f, 0.060f, 0.000f}},  {0.900f, {0.088f, 0.069f, 0.000f}},
    {0.950f, {0.094f, 0.070f, -0.002f}}, {0.990f, {0.093f, 0.062f, -0.006f}},
    {1.018f, {0.080f, 0.052f, -0.009f}}, {1.036f, {0.055f, 0.043f, -0.011f}},
    {1.046f, {0.036f, 0.034f, -0.011f}},
};

constexpr Row<1> kLeg[] = {
    {0.070f, {0.0250f}}, {0.110f, {0.0260f}}, {0.180f, {0.0335f}}, {0.260f, {0.0415f}}, {0.320f, {0.0390f}},
    {0.365f, {0.0385f}}, {0.420f, {0.0430f}}, {0.500f, {0.0520f}}, {0.580f, {0.0600f}}, {0.660f, {0.0630f}},
};

void addLeg(Character& character, bool left) {
  const Skeleton& skeleton = character.skeleton;
  const auto ring = [&](float y, float more, float v) {
    const float r = sample<1>(kLeg, y)[0] + more;
    const float x = (left ? 1.0f : -1.0f) * mix(0.062f, 0.058f, smooth(0.5f, 0.66f, y));
    // Calves behind, thighs in front, and knees that are a little bent look alive.
    const float z = -0.006f * hill((y - 0.25f) / 0.14f) + 0.004f * hill((y - 0.48f) / 0.2f) -
                    0.004f * smooth(0.2f, 0.07f, y);
    Ring out = ringUp(y, r, r * 1.04f, z, v);
    out.center.x = x;
    return out;
  };
  const auto weigh = [&](Vec3 at, const Weights&) { return legWeights(skeleton, at); };
  std::vector<Ring> skin, sock;
  for (int i = 0; i <= 3; ++i)
    skin.push_back(ring(mix(0.385f, 0.640f, static_cast<float>(i) / 3), 0, static_cast<float>(i) / 3));
  character.body.tube(kSkin, skin, {}, {.sides = 12}, weigh);
  for (const float y : {0.135f, 0.195f, 0.250f, 0.305f, 0.345f, 0.370f, 0.400f}) {
    sock.push_back(ring(y, y > 0.36f ? 0.0050f : 0.0030f, (0.400f - y) / 0.320f));
  }
  sock.push_back(ring(0.3985f, 0.0005f, 0));
  character.body.tube(kCloth, sock, kSockPatch, {.sides = 12}, weigh);
}

void addBoot(Character& character, bool left) {
  const Skeleton& skeleton = character.skeleton;
  const std::string side = left ? "left" : "right";
  const float x = left ? 0.062f : -0.062f;
  const std::uint32_t lower = skeleton.find(side + "LowerLeg"), foot = skeleton.find(side + "Foot");
  const std::uint32_t toes = skeleton.find(side + "Toes");
  // The shaft, with a cuff that is folded over.
  constexpr Row<2> kShaft[] = {{0.035f, {0.034f, 0.043f}},
                               {0.060f, {0.032f, 0.040f}},
                               {0.090f, {0.0325f, 0.036f}},
                               {0.130f, {0.0385f, 0.041f}},
                               {0.150f, {0.0410f, 0.043f}}};
  std::vector<Ring> shaft;
  const auto add = [&](float y, float more, float v) {
    const auto [hx, hz] = sample<2>(kShaft, y);
    Ring ring = ringUp(y, hx + more, hz + more, -0.008f, v);
    ring.center.x = x;
    ring.weights = blend(foot, lower, smooth(0.055f, 0.10f, y));
    shaft.push_back(ring);
  };
  for (const float y : {0.048f, 0.085f, 0.118f}) add(y, 0, 0.672f - 4 * y);
  add(0.120f, 0.0045f, 0.16f);
  add(0.136f, 0.0050f, 0.10f);
  add(0.150f, 0.0035f, 0.04f);
  add(0.149f, -0.0060f, 0.02f);
  character.body.tube(kCloth, shaft, kBootPatch, {.sides = 12});
  // The foot from heel to toes: half width, height, forward.
  constexpr Row<2> kFoot[] = {
      {-0.052f, {0.016f, 0.030f}}, {-0.046f, {0.027f, 0.048f}}, {-0.030f, {0.0345f, 0.064f}},
      {0.000f, {0.0355f, 0.070f}}, {0.030f, {0.0365f, 0.062f}}, {0.060f, {0.0385f, 0.050f}},
      {0.085f, {0.0370f, 0.043f}}, {0.103f, {0.0295f, 0.033f}}, {0.112f, {0.0180f, 0.019f}}};
  std::vector<Ring> rings;
  for (const Row<2>& row : kFoot) {
    const auto [half, height] = row.values;
    Ring ring = ringForward({x + (left ? 0.03f : -0.03f) * (row.at + 0.05f), height / 2, row.at}, half,
                            height / 2, row.at > 0.09f ? 0.45f : 0.80f);
    ring.squareness = 0.72f;
    ring.weights = blend(foot, toes, smooth(0.050f, 0.086f, row.at));
    rings.push_back(ring);
  }
  character.body.tube(kCloth, rings, {kBootPatch.u0, kBootPatch.v0, kBootPatch.u1, kBootPatch.v1},
                      {.sides = 12, .capStart = true, .capEnd = true});
}

}  // namespace

Ring ringUp(float y, float halfX, float halfZ, float z, float v) {
  return {{0, y, z}, {0, 0, halfZ}, {halfX, 0, 0}, {}, v};
}

Ring ringSideways(bool left, Vec3 center, float halfY, float halfZ, float v) {
  if (left) return {center, {0, halfY, 0}, {0, 0, halfZ}, {}, v};
  return {{-center.x, center.y, center.z}, {0, 0, halfZ}, {0, halfY, 0}, {}, v};
}

Ring ringForward(Vec3 center, float halfX, float halfY, float v) {
  return {center, {halfX, 0, 0}, {0, halfY, 0}, {}, v};
}

TrunkSize trunkSize(float y) {
  const auto [x, z, middle] = sample<3>(kTrunk, y);
  return {x, z, middle};
}

Weights trunkWeights(const Skeleton& skeleton, Vec3 at) {
  constexpr Station kStations[] = {{0.715f, "hips"},       {0.775f, "spine"}, {0.815f, "spine"},
                                   {0.865f, "chest"},      {0.900f, "chest"}, {0.950f, "upperChest"},
                                   {1.040f, "upperChest"}, {1.064f, "neck"}};
  Weights weights = between(skeleton, "", kStations, at.y);
  const float shoulder = 0.75f * smooth(0.040f, 0.095f, std::abs(at.x)) * smooth(0.930f, 0.990f, at.y);
  if (shoulder <= 0) return weights;
  Weights out;
  return out.add(weights, 1 - shoulder)
      .add(skeleton.find(at.x > 0 ? "leftShoulder" : "rightShoulder"), shoulder);
}

Weights armWeights(const Skeleton& skeleton, Vec3 at) {
  constexpr Station kStations[] = {
      {0.060f, "Shoulder"},      {0.095f, "Puff"},          {0.105f, "Puff"},     {0.145f, "UpperArm"},
      {0.215f, "UpperArmTwist"}, {0.268f, "UpperArmTwist"}, {0.312f, "LowerArm"}, {0.350f, "LowerArm"},
      {0.400f, "LowerArmTwist"}, {0.452f, "LowerArmTwist"}, {0.478f, "Hand"}};
  return between(skeleton, at.x > 0 ? "left" : "right", kStations, std::abs(at.x));
}

Weights legWeights(const Skeleton& skeleton, Vec3 at) {
  constexpr Station kStations[] = {{-0.690f, "hips"},     {-0.620f, "UpperLeg"}, {-0.400f, "UpperLeg"},
                                   {-0.370f, "Knee"},     {-0.360f, "Knee"},     {-0.330f, "LowerLeg"},
                                   {-0.095f, "LowerLeg"}, {-0.060f, "Foot"}};
  return between(skeleton, at.x > 0 ? "left" : "right", kStations, -at.y);
}

void addBody(Character& character) {
  const Skeleton& skeleton = character.skeleton;
  const auto trunk = [&](Vec3 at, const Weights&) {
    Weights weights = trunkWeights(skeleton, at);
    const float thigh = 0.55f * smooth(0.690f, 0.640f, at.y) * smooth(0.0f, 0.04f, std::abs(at.x));
    if (thigh <= 0) return weights;
    Weights out;
    return out.add(weights, 1 - thigh).add(skeleton.find(at.x > 0 ? "leftUpperLeg" : "rightUpperLeg"), thigh);
  };
  const auto rings = [&](float from, float to, int steps, float v0, float v1) {
    std::vector<Ring> out;
    for (int i = 0; i <= steps; ++i) {
      const float s = static_cast<float>(i) / static_cast<float>(steps), y = mix(from, to, s);
      const TrunkSize size = trunkSize(y);
      out.push_back(ringUp(y, size.halfX, size.halfZ, size.z, mix(v0, v1, s)));
    }
    return out;
  };
  character.body.tube(kCloth, rings(0.630f, 0.740f, 3, 1, 0), kShortsPatch, {.sides = 10, .capStart = true},
                      trunk);
  character.body.tube(kCloth, rings(0.760f, 1.046f, 9, 1, 0), kBodicePatch, {.sides = 20}, trunk);

  std::vector<Ring> neck;
  constexpr Row<2> kNeck[] = {{1.026f, {0.0380f, -0.012f}},
                              {1.046f, {0.0285f, -0.012f}},
                              {1.070f, {0.0250f, -0.010f}},
                              {1.100f, {0.0250f, -0.006f}},
                              {1.135f, {0.0270f, -0.002f}}};
  for (const Row<2>& row : kNeck) {
    // Rosy under the chin, where it is in the shade.
    Ring ring = ringUp(row.at, row.values[0], row.values[0], row.values[1], smooth(1.05f, 1.11f, row.at));
    ring.weights = row.at < 1.04f
                       ? Weights(skeleton.find("upperChest"))
                       : blend(skeleton.find("neck"), skeleton.find("head"), smooth(1.06f, 1.12f, row.at));
    neck.push_back(ring);
  }
  character.body.tube(kSkin, neck, {}, {.sides = 12});
  for (const bool left : {true, false}) {
    addLeg(character, left);
    addBoot(character, left);
  }
}

}  // namespace vrm::builtin
