// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Sleeves, collar and skirt of the dress.
#include "body.hpp"

namespace vrm::builtin {
namespace {

constexpr float kWaist = 0.782f;
constexpr float kHem = 0.468f;
constexpr int kSkirtChains = 10;

// A puff at the shoulder, wide at the wrist, turned in at its end.
constexpr Row<1> kSleeve[] = {
    {0.052f, {0.0290f}}, {0.068f, {0.0390f}}, {0.086f, {0.0460f}},  {0.106f, {0.0500f}},
    {0.127f, {0.0503f}}, {0.146f, {0.0468f}}, {0.161f, {0.0405f}},  {0.172f, {0.0325f}},
    {0.235f, {0.0295f}}, {0.275f, {0.0288f}}, {0.310f, {0.0300f}},  {0.420f, {0.0415f}},
    {0.425f, {0.0450f}}, {0.456f, {0.0490f}}, {0.4585f, {0.0465f}}, {0.440f, {0.0280f}},
};
constexpr float kSleeveY = 1.003f, kSleeveZ = -0.008f;

void addSleeve(Character& character, bool left) {
  const Skeleton& skeleton = character.skeleton;
  std::vector<Ring> rings;
  for (const Row<1>& row : kSleeve) {
    const float r = row.values[0];
    const bool inside = !rings.empty() && row.at < std::abs(rings.back().center.x);
    rings.push_back(ringSideways(left, {row.at, kSleeveY - 0.004f * smooth(0.3f, 0.45f, row.at), kSleeveZ}, r,
                                 r * 0.97f, inside ? 1.0f : (row.at - 0.056f) / 0.4025f));
  }
  character.body.tube(kCloth, rings, kSleevePatch, {.sides = 12},
                      [&](Vec3 at, const Weights&) { return armWeights(skeleton, at); });
}

// Two rounded leaves that lie on the shoulders.
void addCollar(Character& character) {
  const Skeleton& skeleton = character.skeleton;
  constexpr int kColumns = 33;
  // How high it must be to lie on a sleeve.
  const auto sleeve = [](float x, float z) {
    const float r = sample<1>(std::span(kSleeve).first(8), std::abs(x))[0] + 0.0065f;
    const float up = r * r - (z - kSleeveZ) * (z - kSleeveZ);
    return up > 0 ? kSleeveY + std::sqrt(up) : 0.0f;
  };
  character.body.sheet(kCloth, kColumns, 5, [&](float u, float v) {
    const float angle = (u - 0.5f) * 2 * kPi;  // 0 behind
    const float front = std::abs(std::abs(angle) - kPi);
    // Notches in front and behind.
    const float notch =
        0.50f * (1 - smooth(0.0f, 0.34f, front)) + 0.22f * (1 - smooth(0.0f, 0.16f, std::abs(angle)));
    const float out = (1 - v) * (1 - notch);  // 0 at the neck, 1 at the edge
    const float y = mix(1.052f, 0.982f, out) + 0.010f * out * std::abs(sine(angle));
    const TrunkSize size = trunkSize(std::min(y, 1.043f));
    const float more = mix(0.007f, 0.0125f, out) + (v > 0.97f ? -0.003f : 0.0f);
    // Close to the neck above, over the sleeves at the sides.
    const float spread = smooth(-0.1f, 0.4f, out);
    const float narrow = 1 - 0.10f * sine(angle) * sine(angle);
    Vec3 at{-mix(0.032f, (size.halfX + more) * narrow, spread) * sine(angle), y,
            size.z - mix(0.032f, size.halfZ + more + 0.002f, spread) * cosine(angle)};
    at.y = std::max(at.y, sleeve(at.x, at.z));
    const float onSleeve = smooth(0.040f, 0.080f, std::abs(at.x)) * std::abs(sine(angle));
    Weights weights;
    weights.add(trunkWeights(skeleton, {at.x * 0.8f, std::min(y, 1.04f), at.z}), 1 - onSleeve)
        .add(armWeights(skeleton, at), onSleeve);
    return Vertex{at, {}, kCollarPatch.at(u, v), weights};
  });
}

struct SkirtSize {
  float halfX, halfZ, z;
};
SkirtSize skirtSize(float y) {
  constexpr Row<2> kSkirt[] = {{0.440f, {0.226f, 0.212f}},  {0.468f, {0.222f, 0.207f}},
                               {0.560f, {0.200f, 0.182f}},  {0.650f, {0.162f, 0.143f}},
                               {0.715f, {0.119f, 0.100f}},  {0.760f, {0.088f, 0.071f}},
                               {0.782f, {0.0785f, 0.0625f}}};
  const auto [x, z] = sample<2>(kSkirt, y);
  return {x, z, -0.004f};
}

Vec3 skirtPoint(float angle, float y, float fold) {
  const SkirtSize size = skirtSize(y);
  const float wave = 1 + fold * smooth(kWaist, kHem, y) * cosine(angle * 10);
  return {size.halfX * wave * sine(angle), y, size.z + size.halfZ * wave * cosine(angle)};
}

float chainAngle(int chain) {
  return (static_cast<float>(chain) + 0.5f) * 2 * kPi / kSkirtChains;
}

}  // namespace

void addClothes(Character& character) {
  addSleeve(character, true);
  addSleeve(character, false);
  addCollar(character);
}

void addSkirt(Character& character) {
  const Skeleton& skeleton = character.skeleton;
  const std::uint32_t hips = skeleton.find("hips");
  std::size_t first = character.chains.size();
  for (int i = 0; i < kSkirtChains; ++i) {
    const float angle = chainAngle(i);
    std::uint32_t parent = hips;
    // Those in front go with the thighs.
    if (angle < 0.4f * kPi) parent = skeleton.find("leftSkirtAim");
    if (angle > 1.6f * kPi) parent = skeleton.find("rightSkirtAim");
    std::vector<Vec3> path;
    for (const float y : {0.735f, 0.655f, 0.565f, kHem}) path.push_back(skirtPoint(angle, y, 0));
    character.addChain(Swing::Skirt, "skirt" + std::to_string(i + 1), parent, path);
  }
  constexpr int kColumns = 61, kRows = 6;
  const auto at = [&](float u, float v, float y, float fold, float in, const Patch& patch) {
    const float angle = u * 2 * kPi;
    const float around = angle / (2 * kPi) * kSkirtChains - 0.5f + kSkirtChains;
    const int left = static_cast<int>(around);
    const float t = (0.735f - y) / (0.735f - kHem);
    const auto pull = [&](int chain) {
      const Chain& c = character.chains[first + static_cast<std::size_t>(chain % kSkirtChains)];
      return t <= 0 ? blend(hips, c.nodes[0], 0.5f * smooth(0.782f, 0.735f, y)) : [&] {
        Weights w = weightsOn(character, c, std::clamp(t, 0.17f, 1.0f));
        Weights out;
        const float hold = 0.5f * smooth(0.25f, 0.0f, t);
        return out.add(w, 1 - hold).add(hips, hold);
      }();
    };
    const float side = around - static_cast<float>(left);
    Weights weights;
    weights.add(pull(left), 1 - smooth(0.0f, 1.0f, side)).add(pull(left + 1), smooth(0.0f, 1.0f, side));
    Vec3 place = skirtPoint(angle, y, fold);
    place.x *= 1 - in;
    place.z = (place.z + 0.004f) * (1 - in) - 0.004f;
    return Vertex{place, {}, patch.at(u, 1 - v), weights};
  };
  character.body.sheet(kCloth, kColumns, kRows, [&](float u, float v) {
    return at(u, v, mix(kHem, kWaist, v), 0.060f, 0, kSkirtPatch);
  });
  // A petticoat that shows below the hem.
  character.body.sheet(kCloth, kColumns, 2, [&](float u, float v) {
    return at(u, v, mix(kHem - 0.028f, kHem + 0.025f, v), 0.075f, 0.03f, kPetticoatPatch);
  });
}

}  // namespace vrm::builtin
