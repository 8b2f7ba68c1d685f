// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Eyeballs: a part of a sphere that stays, and irises on it that turn with the eye bones.
#include "character.hpp"
#include "face_shapes.hpp"
#include "head_shape.hpp"

namespace vrm::builtin {
namespace {

constexpr float kBall = 0.056f;  // radius; flat, as drawn eyes are

// A round piece of a sphere about `pivot`, as seen from the front: an ellipse around `middle`.
void addCap(Mesh& mesh, Material material, Vec3 pivot, float radius, Vec2 middle, Vec2 half, int rings,
            int sides, const Weights& weights, std::vector<Vec3>* smaller, float scale) {
  const std::size_t first = mesh.vertices.size();
  const auto put = [&](float r, float angle) {
    const auto at = [&](float size) {
      const float x = middle.x + half.x * r * size * cosine(angle) - pivot.x;
      const float y = middle.y + half.y * r * size * sine(angle) - pivot.y;
      const float z2 = radius * radius - x * x - y * y;
      return pivot + Vec3{x, y, std::sqrt(std::max(z2, 0.0f))};
    };
    const Vec2 uv{0.5f + 0.5f * r * cosine(angle), 0.5f - 0.5f * r * sine(angle)};
    mesh.add(
        {at(1), {}, material == kIris ? Vec2{uv.x * 0.5f, uv.y} : kEyeWhitePatch.at(uv.x, uv.y), weights});
    if (smaller) smaller->push_back(at(scale) - at(1));
  };
  put(0, 0);
  for (int r = 1; r <= rings; ++r) {
    for (int i = 0; i < sides; ++i) {
      put(static_cast<float>(r) / static_cast<float>(rings),
          2 * kPi * static_cast<float>(i) / static_cast<float>(sides));
    }
  }
  const auto index = [&](int r, int i) {
    return static_cast<std::uint32_t>(first) +
           (r == 0 ? 0u : 1u + static_cast<std::uint32_t>((r - 1) * sides + i % sides));
  };
  for (int r = 0; r < rings; ++r) {
    for (int i = 0; i < sides; ++i) {
      mesh.triangle(material, index(r, i), index(r + 1, i), index(r + 1, i + 1));
      if (r > 0) mesh.triangle(material, index(r, i), index(r + 1, i + 1), index(r, i + 1));
    }
  }
  mesh.finishPart(first);
  for (std::size_t i = first; i < mesh.vertices.size(); ++i)
    mesh.vertices[i].normal = unit(mesh.vertices[i].normal + Vec3{0, 0.6f, 1.2f});
}

}  // namespace

void addEyes(Character& character) {
  Mesh& mesh = character.eyes;
  const std::uint32_t head = character.skeleton.find("head");
  std::vector<Vec3> smaller;
  Vec3 pivots[2];
  std::uint32_t bones[2];
  for (const bool left : {true, false}) {
    const float side = left ? 1.0f : -1.0f;
    const Vec3 skin = facePoint(kEyeCenter.x, kEyeCenter.y);
    const Vec3 normal = faceNormal(kEyeCenter.x, kEyeCenter.y);
    Vec3 pivot = skin - normal * (kBall + 0.0045f);
    pivot.x *= side;
    pivots[left] = pivot;
    bones[left] = character.skeleton.add(left ? "leftEye" : "rightEye", head, pivot);
    addCap(mesh, kDetails, pivot, kBall, {side * kEyeCenter.x, kEyeCenter.y}, {0.034f, 0.037f}, 2, 16,
           Weights(head), &smaller, 1);
  }
  for (const bool left : {true, false}) {
    const float side = left ? 1.0f : -1.0f;
    addCap(mesh, kIris, pivots[left], kBall + 0.0012f,
           {side * (kEyeCenter.x - 0.0025f), kEyeCenter.y + 0.0012f}, {0.0238f, 0.0294f}, 2, 20,
           Weights(bones[left]), &smaller, 0.80f);
  }
  mesh.morphs.push_back({"small", std::move(smaller)});
}

}  // namespace vrm::builtin
