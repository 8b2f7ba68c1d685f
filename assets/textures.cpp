// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Textures as functions of a place: u to the right, v down, both from 0 to 1.
#include "textures.hpp"

#include <functional>

#include "character.hpp"

namespace vrm::builtin {
namespace {

struct Color {
  float r, g, b, a = 1;
};
constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<float>(hex >> 16 & 255) / 255, static_cast<float>(hex >> 8 & 255) / 255,
          static_cast<float>(hex & 255) / 255};
}
Color over(Color a, Color b, float t) {
  return {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t), mix(a.a, b.a, t)};
}

// Her colours: copper, teal, cream and gold.
constexpr Color kSkinTone = rgb(0xffe4d4);
constexpr Color kBlush = rgb(0xff9c8c);
constexpr Color kCopper = rgb(0xd2703f), kCopperDeep = rgb(0xa9492b), kCopperLight = rgb(0xf2a566);
constexpr Color kTeal = rgb(0x2f7f8a), kTealDeep = rgb(0x215c6b), kTealLight = rgb(0x58b3ae);
constexpr Color kCream = rgb(0xfdf4e3), kCreamShade = rgb(0xf0e0c6);
constexpr Color kGold = rgb(0xf4b845), kGoldDeep = rgb(0xd8902c);
constexpr Color kLeather = rgb(0x74402f), kLeatherDeep = rgb(0x4f2a22);

gltf::Image paint(std::uint32_t width, std::uint32_t height, const std::function<Color(float, float)>& at) {
  gltf::Image image{width, height, {}};
  image.rgba.reserve(std::size_t{4} * width * height);
  const auto byte = [](float x) {
    return static_cast<std::uint8_t>(std::clamp(x * 255 + 0.5f, 0.0f, 255.0f));
  };
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const Color c = at((static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                         (static_cast<float>(y) + 0.5f) / static_cast<float>(height));
      image.rgba.insert(image.rgba.end(), {byte(c.r), byte(c.g), byte(c.b), byte(c.a)});
    }
  }
  return image;
}

// 1 inside of a radius, 0 outside, a soft edge between.
float disc(float x, float y, float radius, float edge) {
  return 1 - smooth(radius - edge, radius + edge, std::hypot(x, y));
}

// Rosy towards finger tips and knees.
Color skinPaint(float u, float v) {
  static_cast<void>(u);
  return over(kSkinTone, kBlush, 0.30f * smooth(0.35f, 1.0f, v));
}

Color facePaint(float u, float v) {
  const float x = u * 0.26f - 0.13f, y = 1.39f - v * 0.30f;
  Color c = kSkinTone;
  // Warm around the eyes, a touch under the nose and of the lower lip.
  c = over(c, kBlush, 0.10f * hill((std::abs(x) - 0.055f) / 0.045f) * hill((y - 1.185f) / 0.045f));
  c = over(c, kBlush, 0.38f * hill(x / 0.0055f) * hill((y - 1.1715f) / 0.0030f));
  c = over(c, kBlush, 0.16f * hill(x / 0.0085f) * hill((y - 1.1385f) / 0.0032f));
  return c;
}

// Full at the sides, thinner in the middle, none around eyes and mouth.
Color faceOutlinePaint(float u, float v) {
  const float x = std::abs(u * 0.26f - 0.13f), y = 1.39f - v * 0.30f;
  const float eye = std::hypot((x - 0.0485f) / 0.040f, (y - 1.2155f) / 0.044f),
              mouth = std::hypot(x / 0.030f, (y - 1.147f) / 0.020f);
  const float middle = 0.6f * smooth(1.0f, 1.3f, eye) * smooth(1.0f, 1.3f, mouth);
  const float edge = std::max({smooth(0.070f, 0.098f, x), smooth(1.126f, 1.112f, y), middle});
  return {edge, edge, edge};
}

Color mouthPaint(float u, float v) {
  if (u < 0.12f && v < 0.12f) return rgb(0xfffaf4);  // teeth
  const Color dark = rgb(0x7c2832), deep = rgb(0x5a1a26), tongue = rgb(0xe8777a);
  return over(over(dark, deep, disc(u - 0.5f, v - 0.42f, 0.22f, 0.15f)), tongue,
              disc((u - 0.5f) * 0.9f, v - 0.84f, 0.26f, 0.02f));
}

Color eyeWhitePaint(float u, float v) {
  static_cast<void>(u);
  // The lid's shadow.
  return over(rgb(0xc9cfe0), rgb(0xfffdf9), smooth(0.17f, 0.40f, v));
}

// Five points, 1 inside.
float star(float x, float y, float radius) {
  const float angle = static_cast<float>(arcTan2(static_cast<double>(x), static_cast<double>(-y)));
  const float fifth = 2 * kPi / 5;
  float a = std::abs(angle - fifth * std::round(angle / fifth));
  const float r = std::hypot(x, y);
  // The edge runs from the point at `radius` to the notch at 0.46 of it.
  const Vec2 tip{radius, 0}, notch{radius * 0.46f * cosine(fifth / 2), radius * 0.46f * sine(fifth / 2)};
  const Vec2 p{r * cosine(a), r * sine(a)};
  const float side = (notch.x - tip.x) * (p.y - tip.y) - (notch.y - tip.y) * (p.x - tip.x);
  return smooth(-0.0008f, 0.0008f, side);
}

Color irisPaint(float u, float v) {
  const bool starry = u >= 0.5f;
  const float x = (u - (starry ? 0.75f : 0.25f)) * 4, y = (v - 0.5f) * 2;  // -1 to 1, y down
  const float r = std::hypot(x, y);
  Color c = over(rgb(0x0f5560), rgb(0x35b8a4), smooth(-0.75f, 0.55f, y));
  c = over(c, rgb(0x9bf0cf), 0.85f * hill((y - 0.72f) / 0.55f) * hill(x / 0.85f));
  // Rays.
  const float angle = static_cast<float>(arcTan2(static_cast<double>(y), static_cast<double>(x)));
  c = over(c, rgb(0x0c4a56), 0.18f * smooth(0.2f, 0.9f, sine(angle * 17)) * smooth(0.35f, 0.6f, r));
  c = over(c, rgb(0x093540), smooth(0.80f, 0.95f, r));
  c = over(c, rgb(0x0a3a46), 0.75f * smooth(-0.1f, -0.85f, y));
  if (starry) {
    c = over(c, kGold, star(x, y - 0.04f, 0.74f));
    c = over(c, rgb(0xfff3c0), star(x, y - 0.04f, 0.46f));
  } else {
    c = over(c, rgb(0x06262f), disc(x, (y - 0.02f) * 0.84f, 0.36f, 0.05f));
    c = over(c, rgb(0x2f9d95), 0.5f * hill(x / 0.24f) * hill((y - 0.24f) / 0.14f));
  }
  const Color white = rgb(0xffffff);
  c = over(c, white, disc(x + 0.33f, (y + 0.40f) * 0.86f, 0.235f, 0.025f));
  c = over(c, white, disc(x - 0.36f, (y - 0.46f) * 0.9f, 0.120f, 0.025f));
  c = over(c, white, 0.8f * disc(x + 0.50f, y - 0.02f, 0.065f, 0.02f));
  return c;
}

Color cheeksPaint(float u, float v) {
  const float x = (u - 0.5f) * 2, y = (v - 0.5f) * 2;
  Color c = kBlush;
  c.a = hill(std::hypot(x, y));
  // Three strokes of a brush.
  for (const float at : {-0.30f, 0.0f, 0.30f}) {
    const float across = x - at + y * 0.22f;
    c = over(c, {0.93f, 0.42f, 0.38f, 0.85f},
             0.55f * hill(across / 0.085f) * smooth(0.46f, 0.26f, std::abs(y)));
  }
  return c;
}

Color hairPaint(float u, float v) {
  Color c = over(kCopperDeep, kCopper, smooth(0.0f, 0.30f, v));
  c = over(c, kCopperLight, 0.85f * smooth(0.45f, 1.0f, v));
  // Fine streaks, and a band of light around the head with a ragged edge.
  c = over(c, kCopperDeep, 0.22f * smooth(0.55f, 1.0f, sine(u * 2 * kPi * 5)) * smooth(0.05f, 0.5f, v));
  const float ragged = 0.030f * sine(u * 2 * kPi * 3 + 0.7f) + 0.018f * sine(u * 2 * kPi * 7);
  c = over(c, rgb(0xffd9a0), 0.48f * hill((v - 0.30f - ragged) / 0.050f));
  return c;
}

Color hairShinePaint(float u, float v) {
  const float x = (u - 0.5f) * 2, y = (0.5f - v) * 2;
  const float r = std::hypot(x, y);
  // A crescent from above, and a little light along the rim.
  const float crescent = hill((std::hypot(x * 0.85f, y + 0.30f) - 0.86f) / 0.13f) * smooth(0.1f, 0.6f, y);
  const float rim = 0.35f * smooth(0.86f, 0.99f, r) * smooth(-0.6f, 0.6f, y);
  const float light = r > 1 ? 0.0f : 0.5f * crescent + rim;
  return {light * 0.76f, light * 0.65f, light * 0.52f};
}

bool within(const Patch& patch, float u, float v, float& pu, float& pv) {
  constexpr float kMargin = 0.009f;
  if (u < patch.u0 - kMargin || u > patch.u1 + kMargin || v < patch.v0 - kMargin || v > patch.v1 + kMargin)
    return false;
  pu = std::clamp((u - patch.u0) / (patch.u1 - patch.u0), 0.0f, 1.0f);
  pv = std::clamp((v - patch.v0) / (patch.v1 - patch.v0), 0.0f, 1.0f);
  return true;
}

float stripe(float x, float middle, float half) {
  return 1 - smooth(half - 0.004f, half + 0.004f, std::abs(x - middle));
}

Color clothPaint(float u, float v) {
  float x = 0, y = 0;
  if (within(kBodicePatch, u, v, x, y)) {
    Color c = over(kTeal, kTealDeep, 0.45f * smooth(0.6f, 1.0f, y));
    const float front = std::min(x, 1 - x);
    c = over(c, kCream, stripe(front, 0, 0.055f) * smooth(0.05f, 0.1f, y));  // placket
    for (const float at : {0.36f, 0.52f, 0.68f, 0.84f}) {                    // buttons
      c = over(c, kGold, disc(front * 5.0f, (y - at) * 3.2f, 0.052f, 0.012f));
    }
    c = over(c, kCreamShade, stripe(front, 0.062f, 0.006f));
    return over(c, kGold, smooth(0.895f, 0.905f, y));  // sash
  }
  if (within(kSleevePatch, u, v, x, y)) {
    Color c = over(kTeal, kTealLight, 0.25f * smooth(0.3f, 0.8f, y));
    c = over(c, kTealDeep,
             0.55f * smooth(0.17f, 0.27f, y) * smooth(0.40f, 0.29f, y));  // where the puff is gathered
    c = over(c, kCream, stripe(y, 0.285f, 0.022f));
    c = over(c, kCream, smooth(0.915f, 0.920f, y));  // cuff
    return over(c, kGold, stripe(y, 0.965f, 0.010f));
  }
  if (within(kSkirtPatch, u, v, x, y)) {
    Color c = over(kTealDeep, kTeal, smooth(0.0f, 0.45f, y));
    c = over(c, kTealLight, 0.35f * smooth(0.4f, 0.9f, y));
    c = over(c, kTealDeep,
             0.55f * smooth(0.30f, 1.0f, -cosine(x * 2 * kPi * 10)) * smooth(0.02f, 0.30f, y));  // folds
    c = over(c, kGold, smooth(0.075f, 0.065f, y));                                               // sash
    // Little flowers above the hem.
    const float cell = x * 30 - std::floor(x * 30) - 0.5f;
    c = over(c, kCream, disc(cell, (y - 0.775f) * 9, 0.17f, 0.05f));
    c = over(c, kCream, smooth(0.855f, 0.862f, y));  // hem
    c = over(c, kGold, stripe(y, 0.915f, 0.012f));
    return over(c, rgb(0x8a6a4a), smooth(0.975f, 0.985f, y));
  }
  if (within(kPetticoatPatch, u, v, x, y)) {
    Color c = over(kCreamShade, kCream, smooth(0.5f, 0.8f, y));
    c = over(c, kCreamShade, 0.8f * smooth(0.2f, 1.0f, -cosine(x * 2 * kPi * 10)));
    return over(c, rgb(0x8a6a4a), smooth(0.93f, 0.96f, y));
  }
  if (within(kCollarPatch, u, v, x, y)) {
    Color c = over(kCreamShade, kCream, smooth(1.0f, 0.6f, y));
    return over(c, kTeal, stripe(y, 0.17f, 0.045f));
  }
  if (within(kSockPatch, u, v, x, y)) {
    Color c = over(kCream, kCreamShade, 0.4f * smooth(0.3f, 1.0f, y));
    c = over(c, kTeal, stripe(y, 0.145f, 0.018f));
    return over(c, kGold, stripe(y, 0.205f, 0.012f));
  }
  if (within(kBootPatch, u, v, x, y)) {
    Color c = over(kLeather, kLeatherDeep,
                   smooth(0.222f, 0.212f, std::abs(x - 0.75f)) * smooth(0.50f, 0.52f, y));  // sole
    c = over(c, kGold, stripe(y, 0.225f, 0.020f));
    // A strap around the ankle, with a buckle in front.
    const float front = std::min(x, 1 - x);
    c = over(c, kLeatherDeep, stripe(y, 0.350f, 0.032f));
    c = over(c, kGold, stripe(y, 0.350f, 0.042f) * stripe(front, 0, 0.065f));
    c = over(c, kLeatherDeep, stripe(y, 0.350f, 0.020f) * stripe(front, 0, 0.035f));
    return over(c, kCream, smooth(0.19f, 0.18f, y));
  }
  return kCream;
}

Color ribbonPaint(float u, float v) {
  Color c = over(kGold, kGoldDeep, 0.55f * hill((v - 0.02f) / 0.12f) + 0.5f * hill((v - 0.55f) / 0.09f));
  // Gathered at the knot.
  if (v < 0.5f)
    c = over(c, kGoldDeep,
             0.75f * smooth(0.35f, 0.95f, sine(u * 2 * kPi * 5 + 0.6f)) * smooth(0.34f, 0.06f, v));
  const float edge = std::abs(u - 0.5f);
  if (v > 0.62f) c = over(c, kCream, stripe(edge, 0.31f, 0.04f));
  return c;
}

Color linesPaint(float u, float v) {
  static_cast<void>(v);
  constexpr Color kCells[] = {rgb(0x42211f), rgb(0x93472c), rgb(0x9c4440), rgb(0xd59a82),
                              rgb(0x5a302c), rgb(0xf4eef0), kSkinTone,     kSkinTone};
  static_assert(std::size(kCells) == static_cast<std::size_t>(Line::Count));
  return kCells[std::min(static_cast<std::size_t>(u * static_cast<float>(Line::Count)),
                         std::size(kCells) - 1)];
}

Color detailsPaint(float u, float v) {
  float x = 0, y = 0;
  if (within(kMouthPatch, u, v, x, y)) return mouthPaint(x, y);
  if (within(kEyeWhitePatch, u, v, x, y)) return eyeWhitePaint(x, y);
  return linesPaint(u, v);
}

struct Painting {
  std::string_view name;
  std::uint32_t width, height;
  Color (*at)(float, float);
};
constexpr Painting kPaintings[kTextures] = {
    {"skin", 32, 64, skinPaint},
    {"face", 256, 256, facePaint},
    {"face_outline", 64, 64, faceOutlinePaint},
    {"details", 256, 128, detailsPaint},
    {"iris", 512, 256, irisPaint},
    {"cheeks", 128, 64, cheeksPaint},
    {"hair", 128, 256, hairPaint},
    {"hair_shine", 128, 128, hairShinePaint},
    {"cloth", 512, 1024, clothPaint},
    {"ribbon", 64, 128, ribbonPaint},
};

}  // namespace

std::string_view textureName(Texture texture) {
  return kPaintings[texture].name;
}

gltf::Image paintTexture(Texture texture) {
  const Painting& painting = kPaintings[texture];
  return paint(painting.width, painting.height, painting.at);
}

}  // namespace vrm::builtin
