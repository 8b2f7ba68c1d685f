// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "face_shapes.hpp"

namespace vrm::builtin {
namespace {

constexpr EyeShape kOpen{};
constexpr EyeShape kBlink{.close = 1};
constexpr EyeShape kLaugh{.close = 1, .line = -0.013f, .arch = 0.014f};
constexpr EyeShape kSoft{
    .close = 0.34f, .line = -0.010f, .arch = 0.006f, .lower = 0.004f, .outerDrop = 0.004f};
constexpr EyeShape kGlare{.close = 0.12f, .lower = 0.003f, .innerDrop = 0.013f};
constexpr EyeShape kSorrow{.close = 0.18f, .outerDrop = 0.010f};
constexpr EyeShape kStare{.wide = 0.0035f};

constexpr FaceShape both(EyeShape eye, BrowShape brow, MouthShape mouth) {
  return {eye, eye, brow, mouth};
}
constexpr FaceShape says(MouthShape mouth) {
  return {kOpen, kOpen, {}, mouth};
}

constexpr NamedShape kShapes[] = {
    {"happy", both(kLaugh, {.raise = 0.005f, .arch = 0.003f}, {0.0205f, 0.0005f, 0.0155f, 0.0065f, 0.002f})},
    {"angry", both(kGlare, {.raise = -0.003f, .inner = -0.009f, .outer = 0.004f},
                   {0.0125f, 0.0003f, 0.0006f, -0.0045f, -0.001f})},
    {"sad", both(kSorrow, {.raise = -0.001f, .inner = 0.009f, .outer = -0.004f},
                 {0.0110f, 0.0003f, 0.0006f, -0.0035f, -0.001f})},
    {"relaxed",
     both(kSoft, {.raise = 0.003f, .inner = 0.002f}, {0.0180f, 0.0001f, 0.0004f, 0.0060f, 0.001f})},
    {"surprised",
     both(kStare, {.raise = 0.011f, .arch = 0.003f}, {0.0085f, 0.0080f, 0.0105f, -0.001f, -0.002f}), 0.82f},
    {"aa", says({0.0160f, 0.0055f, 0.0175f, 0.0010f, 0.001f})},
    {"ih", says({0.0205f, 0.0035f, 0.0055f, 0.0025f, 0})},
    {"ou", says({0.0070f, 0.0050f, 0.0060f, 0, 0})},
    {"ee", says({0.0180f, 0.0045f, 0.0095f, 0.0015f, 0})},
    {"oh", says({0.0105f, 0.0080f, 0.0125f, 0, 0})},
    {"blinkLeft", {kBlink, kOpen, {}, {}}},
    {"blinkRight", {kOpen, kBlink, {}, {}}},
};

constexpr float kEyeHalf = 0.0285f, kEyeUp = 0.0292f, kEyeDown = 0.0265f, kEyeSlant = 0.07f;
constexpr float kMouthHalf = 0.0155f, kMouthUp = 0.0045f, kMouthDown = 0.0055f;

// The way that the skin goes with an edge: all at the edge, less and less behind it. `reach` must be longer
// than the way, or the skin would fold.
float follow(float distance, float reach) {
  return distance >= reach ? 0 : std::pow(1 - distance / reach, 1.25f);
}

Vec2 plus(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
Vec2 minus(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
float distance(Vec2 a, Vec2 b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

std::span<const NamedShape> faceShapes() {
  return kShapes;
}

Vec2 eyeEdge(float angle) {
  const float c = cosine(angle), s = sine(angle);
  // Fuller at the temple's side than at the nose's.
  const float x = kEyeHalf * signedPower(c, 0.92f);
  const float y = (s > 0 ? kEyeUp : kEyeDown) * signedPower(s, s > 0 ? 0.74f : 0.86f);
  return {x, y + kEyeSlant * x};
}

Vec2 mouthEdge(float angle) {
  return {kMouthHalf * cosine(angle), (sine(angle) > 0 ? kMouthUp : kMouthDown) * sine(angle)};
}

Vec2 movedEyeEdge(float angle, const EyeShape& shape) {
  Vec2 at = eyeEdge(angle);
  const float across = at.x / kEyeHalf;
  const float upper = std::max(0.0f, sine(angle)), lower = std::max(0.0f, -sine(angle));
  at.y += std::min(1.0f, upper * 2) * (shape.wide - shape.innerDrop * smooth(0.5f, -1.0f, across) -
                                       shape.outerDrop * smooth(-0.5f, 1.0f, across));
  at.y += shape.lower * lower;
  const float meet = shape.line + shape.arch * (1 - across * across) + kEyeSlant * 0.5f * at.x;
  // They overlap a little, so that nothing shines through.
  at.y = mix(at.y, meet + (upper > 0 ? -0.0006f : 0.0006f), shape.close);
  return at;
}

Vec2 movedMouthEdge(float angle, const MouthShape& shape) {
  const float c = cosine(angle), s = sine(angle);
  const float line = shape.corner * c * c + shape.rise - shape.corner * 0.4f;
  return {shape.half * c, line + (s > 0 ? shape.up : shape.down) * signedPower(s, 0.8f)};
}

Vec2 movedSkin(Vec2 at, const FaceShape& shape) {
  const bool left = at.x >= 0;
  const Vec2 eye{(left ? at.x : -at.x) - kEyeCenter.x, at.y - kEyeCenter.y};
  const float eyeAngle = static_cast<float>(arcTan2(
      static_cast<double>(eye.y / (eye.y > 0 ? kEyeUp : kEyeDown)), static_cast<double>(eye.x / kEyeHalf)));
  const Vec2 edge = eyeEdge(eyeAngle);
  const Vec2 way = minus(movedEyeEdge(eyeAngle, left ? shape.left : shape.right), edge);
  const float reach = mix(0.034f, 0.062f, smooth(-0.4f, 0.4f, sine(eyeAngle)));
  const float eyeShare = follow(distance(eye, edge), reach) * smooth(0.0f, 0.018f, std::abs(at.x));

  const Vec2 mouth = minus(at, kMouthCenter);
  const float mouthAngle = static_cast<float>(
      arcTan2(static_cast<double>(mouth.y / kMouthUp), static_cast<double>(mouth.x / kMouthHalf)));
  const Vec2 lip = mouthEdge(mouthAngle);
  const Vec2 lipWay = minus(movedMouthEdge(mouthAngle, shape.mouth), lip);
  const float lipShare =
      follow(distance(mouth, lip), mix(0.040f, 0.026f, smooth(-0.5f, 0.5f, sine(mouthAngle))));

  return plus(
      at, {(left ? way.x : -way.x) * eyeShare + lipWay.x * lipShare, way.y * eyeShare + lipWay.y * lipShare});
}

Vec2 browPoint(float s, float t, const BrowShape& shape) {
  const float x = mix(0.0225f, 0.0745f, s);
  const float thick = 0.0029f * (1 - 0.65f * s) * smooth(-0.12f, 0.10f, s);
  const float y = 1.2635f + 0.0075f * hill((s - 0.55f) / 0.8f) - 0.004f * s + shape.raise +
                  shape.inner * (1 - s) * (1 - s) + shape.outer * s * s +
                  shape.arch * hill((s - 0.5f) / 0.6f);
  return {x, y + t * thick};
}

}  // namespace vrm::builtin
