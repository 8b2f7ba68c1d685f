// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The skeleton of generated models: all 55 bones.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace bench {

struct Bone {
  std::string_view name;
  int parent;  // row of this table
  float x, y, z;
};

// Left limbs and fingers; the right ones are mirrored. A T-pose that looks along +Z, as VRM 1.0 wants it.
inline constexpr Bone kMiddle[] = {
    {"hips", -1, 0, 0.95f, 0},      {"spine", 0, 0, 0.08f, 0},     {"chest", 1, 0, 0.13f, 0.005f},
    {"upperChest", 2, 0, 0.12f, 0}, {"neck", 3, 0, 0.14f, -0.01f}, {"head", 4, 0, 0.07f, 0.015f},
    {"jaw", 5, 0, 0.01f, 0.04f},
};
inline constexpr int kHips = 0, kUpperChest = 3, kHead = 5;
struct SideBone {
  std::string_view name;  // after "left" or "right"
  int parent;             // row of kMiddle if not negative, else ~row of this table
  float x, y, z;
};
inline constexpr SideBone kSide[] = {
    {"Eye", kHead, 0.03f, 0.06f, 0.07f},      {"UpperLeg", kHips, 0.08f, -0.04f, 0.001f},
    {"LowerLeg", ~1, 0.003f, -0.42f, 0.004f}, {"Foot", ~2, 0, -0.41f, -0.03f},
    {"Toes", ~3, 0.002f, -0.06f, 0.11f},      {"Shoulder", kUpperChest, 0.03f, 0.1f, -0.02f},
    {"UpperArm", ~5, 0.09f, -0.01f, -0.003f}, {"LowerArm", ~6, 0.24f, 0, 0},
    {"Hand", ~7, 0.22f, 0, 0.006f},           {"ThumbMetacarpal", ~8, 0.02f, -0.01f, 0.02f},
    {"ThumbProximal", ~9, 0.03f, 0, 0.02f},   {"ThumbDistal", ~10, 0.02f, 0, 0.01f},
    {"IndexProximal", ~8, 0.08f, 0, 0.02f},   {"IndexIntermediate", ~12, 0.03f, 0, 0},
    {"IndexDistal", ~13, 0.02f, 0, 0},        {"MiddleProximal", ~8, 0.08f, 0, 0},
    {"MiddleIntermediate", ~15, 0.04f, 0, 0}, {"MiddleDistal", ~16, 0.03f, 0, 0},
    {"RingProximal", ~8, 0.08f, 0, -0.02f},   {"RingIntermediate", ~18, 0.03f, 0, 0},
    {"RingDistal", ~19, 0.02f, 0, 0},         {"LittleProximal", ~8, 0.07f, 0, -0.04f},
    {"LittleIntermediate", ~21, 0.02f, 0, 0}, {"LittleDistal", ~22, 0.02f, 0, 0},
};
inline constexpr std::uint32_t kHumanBones =
    static_cast<std::uint32_t>(std::size(kMiddle)) + 2 * static_cast<std::uint32_t>(std::size(kSide));

}  // namespace bench
