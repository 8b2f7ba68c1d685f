// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Three bows: a large one in the hair, a small one at the collar, and the sash. Their tails swing. And a
// hairpin.
#include "character.hpp"
#include "head_shape.hpp"

namespace vrm::builtin {
namespace {

struct Bow {
  Vec3 knot;
  Vec3 side;     // to where its left loop goes, unit
  Vec3 face;     // what it faces, unit
  float length;  // of a loop
  float height;  // half
  float knotSize;
};

// A loop is a pillow: narrow at the knot, full and round outside, with a dent where it is gathered.
void addLoop(Mesh& mesh, const Bow& bow, bool left, const Weights& weights, int sides) {
  const Vec3 out = left ? bow.side : Vec3{-bow.side.x, bow.side.y, bow.side.z};
  const Vec3 up = unit(cross(bow.face, out)) * (left ? 1.0f : -1.0f);
  const Vec3 face = unit(cross(out, up)) * (left ? 1.0f : -1.0f);
  constexpr Row<2> kLoop[] = {{0.00f, {0.22f, 0.30f}}, {0.30f, {0.60f, 0.42f}}, {0.58f, {0.92f, 0.52f}},
                              {0.78f, {1.02f, 0.52f}}, {0.90f, {0.99f, 0.45f}}, {0.97f, {0.85f, 0.30f}},
                              {1.00f, {0.55f, 0.08f}}};
  std::vector<Ring> rings;
  for (const Row<2>& row : kLoop) {
    const auto [tall, deep] = row.values;
    // right x up is `out`.
    const Vec3 right = left ? up * (bow.height * tall) : face * (bow.height * deep);
    const Vec3 other = left ? face * (bow.height * deep) : up * (bow.height * tall);
    rings.push_back({bow.knot + out * (bow.length * row.at), right, other, weights, row.at * 0.5f});
  }
  mesh.tube(kRibbon, rings, {}, {.sides = sides, .capEnd = true});
}

void addKnot(Mesh& mesh, const Bow& bow, const Weights& weights) {
  const Vec3 up = unit(cross(bow.face, Vec3{1, 0, 0}));
  std::vector<Ring> rings;
  for (int i = 0; i <= 4; ++i) {
    const float a = kPi * static_cast<float>(i) / 4;
    const float r = std::max(0.08f, sine(a)) * bow.knotSize;
    rings.push_back({bow.knot + up * (-cosine(a) * bow.knotSize * 1.15f), bow.face * r, Vec3{1, 0, 0} * r,
                     weights, 0.55f});
  }
  mesh.tube(kRibbon, rings, {}, {.sides = 8});
}

// A flat band that widens, with a forked end.
void addBand(Mesh& mesh, std::span<const Vec3> path, Vec3 across, float width,
             const std::function<Weights(float)>& weigh) {
  constexpr int kSteps = 7;
  const auto side = [&](float front) {
    mesh.sheet(kRibbon, 3, kSteps, [&](float u, float v) {
      const bool middle = u > 0.4f && u < 0.6f;
      // The fork: the middle ends earlier.
      const float place = (1 - v) * (middle ? 0.90f : 1.0f);
      const Vec3 at = along(path, place);
      const Vec3 direction = unit(along(path, place + 0.03f) - along(path, place - 0.03f));
      const Vec3 normal = unit(cross(across, direction)) * -1.0f;
      const float half = width * mix(0.42f, 1.0f, smooth(0.0f, 0.9f, place));
      const float x = (u - 0.5f) * 2 * front;
      // The two sides meet at the edges.
      const float thick = middle ? 0.0022f : 0.0f;
      return Vertex{at + across * (x * half) + normal * (front * thick),
                    {},
                    {0.1f + 0.8f * u, mix(0.5f, 1.0f, place)},
                    weigh(place)};
    });
  };
  side(1);
  side(-1);
}

// One that swings.
void addTail(Character& character, Mesh& mesh, Swing swing, const std::string& name, std::uint32_t parent,
             std::span<const Vec3> path, Vec3 across, float width, int bones) {
  std::vector<Vec3> joints;
  for (int i = 0; i <= bones; ++i)
    joints.push_back(along(path, static_cast<float>(i) / static_cast<float>(bones)));
  character.addChain(swing, name, parent, joints);
  const Chain chain = character.chains.back();
  addBand(mesh, path, across, width, [&](float s) { return weightsOn(character, chain, s); });
}

// A star on the fringe: a raised middle and ten edges, on a rim.
void addHairpin(Character& character, float turn, float rise, float height, float size) {
  Mesh& mesh = character.hair;
  const Weights weights(character.skeleton.find("head"));
  const Vec3 out = headNormal(turn, rise);
  const Vec3 center = headPoint(turn, rise) + out * height;
  const Vec3 right = unit(cross(Vec3{0.25f, 1, 0}, out));
  const Vec3 up = cross(out, right);
  const auto corner = [&](int i, float away, float deep) {
    const float angle = kPi * static_cast<float>(i) / 5, r = size * away * (i % 2 == 0 ? 1.0f : 0.50f);
    return center + right * (r * sine(angle)) + up * (r * cosine(angle)) + out * deep;
  };
  const Vec2 light{0.5f, 0.30f}, dark{0.5f, 0.55f};
  for (int i = 0; i < 10; ++i) {
    // Each facet has normals of its own, as cut gold has.
    const std::size_t first = mesh.vertices.size();
    const std::uint32_t a = mesh.add({corner(i, 1, 0), {}, i % 2 == 0 ? light : dark, weights});
    const std::uint32_t b = mesh.add({corner(i + 1, 1, 0), {}, i % 2 == 0 ? light : dark, weights});
    const std::uint32_t top = mesh.add({center + out * (size * 0.36f), {}, light, weights});
    mesh.triangle(kRibbon, b, a, top);
    mesh.finishPart(first);
  }
  const std::size_t first = mesh.vertices.size();
  std::uint32_t rim[2][10];
  for (int i = 0; i < 10; ++i) {
    rim[0][i] = mesh.add({corner(i, 1, 0), {}, dark, weights});
    rim[1][i] = mesh.add({corner(i, 0.92f, -size * 0.3f), {}, dark, weights});
  }
  for (int i = 0; i < 10; ++i) {
    const int j = (i + 1) % 10;
    mesh.triangle(kRibbon, rim[0][i], rim[0][j], rim[1][j]);
    mesh.triangle(kRibbon, rim[0][i], rim[1][j], rim[1][i]);
  }
  mesh.finishPart(first);
}

}  // namespace

void addRibbons(Character& character) {
  const std::uint32_t head = character.skeleton.find("head");
  const std::uint32_t chest = character.skeleton.find("upperChest");

  const Bow hair{
      {0, 1.376f, -0.098f}, unit({0.88f, 0.44f, 0.02f}), unit({0, 0.30f, -1}), 0.132f, 0.047f, 0.0175f};
  for (const bool left : {true, false}) addLoop(character.hair, hair, left, Weights(head), 14);
  addKnot(character.hair, hair, Weights(head));
  for (const bool left : {true, false}) {
    const float side = left ? 1.0f : -1.0f;
    const Vec3 path[] = {hair.knot + Vec3{side * 0.006f, -0.006f, -0.004f},
                         {side * 0.026f, 1.338f, -0.158f},
                         {side * 0.046f, 1.262f, -0.184f},
                         {side * 0.062f, 1.185f, -0.190f},
                         {side * 0.072f, 1.108f, -0.194f}};
    addTail(character, character.hair, Swing::HeadRibbon, left ? "leftRibbon" : "rightRibbon", head, path,
            unit({-1, side * -0.25f, 0}), 0.017f, 3);
  }

  addHairpin(character, 0.66f, 0.790f, 0.0350f, 0.0170f);

  const Bow collar{
      {0, 1.010f, 0.0680f}, unit({0.97f, 0.12f, -0.26f}), {0, 0.12f, 0.993f}, 0.056f, 0.0225f, 0.0100f};
  for (const bool left : {true, false}) addLoop(character.body, collar, left, Weights(chest), 8);
  addKnot(character.body, collar, Weights(chest));
  for (const bool left : {true, false}) {
    const float side = left ? 1.0f : -1.0f;
    const Vec3 path[] = {collar.knot + Vec3{side * 0.003f, -0.004f, 0.000f},
                         {side * 0.014f, 0.975f, 0.0785f},
                         {side * 0.022f, 0.938f, 0.0825f},
                         {side * 0.028f, 0.898f, 0.0825f}};
    addTail(character, character.body, Swing::ChestRibbon, left ? "leftBowTail" : "rightBowTail", chest, path,
            {1, 0, 0}, 0.0110f, 2);
  }

  // The sash is tied behind; its ends lie on the skirt and go with it.
  const std::uint32_t hips = character.skeleton.find("hips");
  const Bow sash{
      {0, 0.772f, -0.0765f}, unit({0.95f, 0.10f, 0.02f}), unit({0, 0.25f, -1}), 0.074f, 0.0290f, 0.0120f};
  for (const bool left : {true, false}) addLoop(character.body, sash, left, Weights(hips), 10);
  addKnot(character.body, sash, Weights(hips));
  for (const bool left : {true, false}) {
    const float side = left ? 1.0f : -1.0f;
    const Vec3 path[] = {sash.knot + Vec3{side * 0.004f, -0.006f, 0.002f},
                         {side * 0.020f, 0.720f, -0.1120f},
                         {side * 0.036f, 0.655f, -0.1545f},
                         {side * 0.048f, 0.585f, -0.1900f},
                         {side * 0.056f, 0.520f, -0.2070f}};
    const auto found = std::find_if(character.chains.begin(), character.chains.end(),
                                    [&](const Chain& c) { return c.name == (left ? "skirt5" : "skirt6"); });
    const Chain chain = *found;
    addBand(character.body, path, unit({-1, side * -0.3f, 0}), 0.0190f, [&](float s) {
      const float t = (0.735f - along(path, s).y) / (0.735f - 0.468f);
      return t <= 0 ? Weights(hips) : weightsOn(character, chain, std::max(t, 0.05f));
    });
  }
}

}  // namespace vrm::builtin
