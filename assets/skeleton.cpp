// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The bones of the standard, the helpers that constraints move, and where they are.
#include "character.hpp"

namespace vrm::builtin {
namespace {

struct Bone {
  const char* name;
  const char* parent;
  Vec3 position;
};

constexpr Bone kMiddle[] = {
    {"hips", "", {0, 0.685f, 0}},
    {"spine", "hips", {0, 0.76f, 0}},
    {"chest", "spine", {0, 0.85f, 0}},
    {"upperChest", "chest", {0, 0.935f, -0.004f}},
    {"neck", "upperChest", {0, 1.05f, -0.012f}},
    {"head", "neck", {0, 1.105f, -0.008f}},
};

// Of the left; the right is its mirror image. Names get "left" or "right" in front.
constexpr Bone kSides[] = {
    {"UpperLeg", "hips", {0.062f, 0.655f, 0}},
    {"LowerLeg", "UpperLeg", {0.062f, 0.365f, 0}},
    {"Foot", "LowerLeg", {0.062f, 0.075f, -0.008f}},
    {"Toes", "Foot", {0.064f, 0.024f, 0.068f}},
    {"Shoulder", "upperChest", {0.03f, 1.005f, -0.008f}},
    {"UpperArm", "Shoulder", {0.098f, 1.005f, -0.008f}},
    {"LowerArm", "UpperArm", {0.29f, 1.005f, -0.008f}},
    {"Hand", "LowerArm", {0.468f, 1.005f, -0.008f}},
    {"ThumbMetacarpal", "Hand", {0.479f, 1.0f, 0.010f}},
    {"ThumbProximal", "ThumbMetacarpal", {0.500f, 0.998f, 0.030f}},
    {"ThumbDistal", "ThumbProximal", {0.520f, 0.998f, 0.042f}},
    {"IndexProximal", "Hand", {0.524f, 1.005f, 0.0145f}},
    {"IndexIntermediate", "IndexProximal", {0.546f, 1.005f, 0.0155f}},
    {"IndexDistal", "IndexIntermediate", {0.562f, 1.005f, 0.016f}},
    {"MiddleProximal", "Hand", {0.526f, 1.006f, -0.001f}},
    {"MiddleIntermediate", "MiddleProximal", {0.551f, 1.006f, -0.001f}},
    {"MiddleDistal", "MiddleIntermediate", {0.568f, 1.006f, -0.001f}},
    {"RingProximal", "Hand", {0.524f, 1.005f, -0.0155f}},
    {"RingIntermediate", "RingProximal", {0.547f, 1.005f, -0.0165f}},
    {"RingDistal", "RingIntermediate", {0.563f, 1.005f, -0.017f}},
    {"LittleProximal", "Hand", {0.519f, 1.003f, -0.0285f}},
    {"LittleIntermediate", "LittleProximal", {0.536f, 1.003f, -0.0305f}},
    {"LittleDistal", "LittleIntermediate", {0.549f, 1.003f, -0.0315f}},
    // Not bones of the standard: half of a neighbour's turn, so that sleeves and knees keep their volume.
    {"UpperArmTwist", "UpperArm", {0.20f, 1.005f, -0.008f}},
    {"LowerArmTwist", "LowerArm", {0.385f, 1.005f, -0.008f}},
    {"Puff", "Shoulder", {0.098f, 1.005f, -0.008f}},
    {"Knee", "UpperLeg", {0.062f, 0.365f, 0}},
    // Follows the thigh half way, for the front of the skirt.
    {"SkirtAim", "hips", {0.062f, 0.655f, 0}},
};

}  // namespace

void addSkeleton(Character& character) {
  Skeleton& skeleton = character.skeleton;
  for (const Bone& bone : kMiddle) {
    skeleton.add(bone.name, *bone.parent ? skeleton.find(bone.parent) : kNone, bone.position);
  }
  for (const bool left : {true, false}) {
    const std::string side = left ? "left" : "right";
    for (const Bone& bone : kSides) {
      const std::string_view parent = bone.parent;
      const bool middle = parent == "hips" || parent == "upperChest";
      const Vec3 p = bone.position;
      skeleton.add(side + bone.name, skeleton.find(middle ? std::string(parent) : side + bone.parent),
                   {left ? p.x : -p.x, p.y, p.z});
    }
  }
}

}  // namespace vrm::builtin
