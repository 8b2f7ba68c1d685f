// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "head_shape.hpp"

namespace vrm::builtin {
namespace {

// Height, half width, depth in front, depth behind.
constexpr Row<4> kHeadRows[] = {
    {0.00f, {1.128f, 0.026f, 0.026f, 0.034f}},    {0.06f, {1.1110f, 0.0280f, 0.066f, 0.046f}},
    {0.12f, {1.1050f, 0.0340f, 0.0905f, 0.056f}}, {0.20f, {1.1180f, 0.0665f, 0.0985f, 0.070f}},
    {0.30f, {1.1440f, 0.0915f, 0.1035f, 0.086f}}, {0.42f, {1.1770f, 0.1040f, 0.1065f, 0.101f}},
    {0.56f, {1.216f, 0.1135f, 0.109f, 0.113f}},   {0.70f, {1.262f, 0.1185f, 0.110f, 0.121f}},
    {0.80f, {1.306f, 0.1130f, 0.1035f, 0.118f}},  {0.88f, {1.342f, 0.0940f, 0.0850f, 0.101f}},
    {0.95f, {1.371f, 0.0590f, 0.0525f, 0.063f}},  {1.00f, {1.386f, 0.000f, 0.000f, 0.000f}},
};
constexpr float kWidthPower = 0.94f;
constexpr float kDepthPower = 0.86f;

// A button of a nose: long and low above, short below.
float noseHeight(float x, float y) {
  const float tip = 1.1775f;
  const float up = y > tip ? hill((y - tip) / 0.034f) : hill((y - tip) / 0.012f);
  return 0.0095f * up * hill(x / mix(0.014f, 0.011f, smooth(tip, tip + 0.02f, y)));
}

}  // namespace

Vec3 headPoint(float turn, float rise) {
  const auto [y, width, front, back] = sample<4>(kHeadRows, rise);
  const float s = sine(turn), c = cosine(turn);
  const float x = width * signedPower(s, kWidthPower);
  const float z = c >= 0 ? front * std::pow(c, kDepthPower) : -back * std::pow(-c, 0.95f);
  // The jaw rises towards the ears and the nape.
  const float lift = 0.040f * smooth(1.2f, 2.5f, std::abs(turn)) * smooth(0.50f, 0.10f, rise) +
                     0.022f * smooth(0.10f, 1.60f, std::abs(turn)) * smooth(0.50f, 0.12f, rise);
  return {x, y + lift, c > 0 && rise > kChinRise ? z + noseHeight(x, y) : z};
}

Vec3 headNormal(float turn, float rise) {
  const float d = 0.004f;
  const float low = std::max(rise - d, 0.0f), high = std::min(rise + d, 0.995f);
  const Vec3 across = headPoint(turn + d, rise) - headPoint(turn - d, rise);
  const Vec3 upward = headPoint(turn, high) - headPoint(turn, low);
  return unit(cross(across, upward));
}

float headHeight(float rise) {
  return sample<4>(kHeadRows, rise)[0];
}

HeadPlace headPlace(float x, float y) {
  float low = kChinRise, high = 1;
  for (int i = 0; i < 24; ++i) {
    const float middle = (low + high) / 2;
    (sample<4>(kHeadRows, middle)[0] < y ? low : high) = middle;
  }
  const float rise = (low + high) / 2;
  const float width = sample<4>(kHeadRows, rise)[1];
  const float s = std::clamp(signedPower(x / width, 1 / kWidthPower), -1.0f, 1.0f);
  return {static_cast<float>(arcSin(static_cast<double>(s))), rise};
}

Vec3 facePoint(float x, float y) {
  const HeadPlace place = headPlace(x, y);
  return headPoint(place.turn, place.rise);
}

Vec3 faceNormal(float x, float y) {
  const HeadPlace place = headPlace(x, y);
  return headNormal(place.turn, place.rise);
}

float hairline(float turn) {
  const float t = std::abs(turn);
  return mix(mix(0.835f, 0.520f, smooth(0.70f, 1.35f, t)), 0.330f, smooth(1.5f, 2.2f, t));
}

}  // namespace vrm::builtin
