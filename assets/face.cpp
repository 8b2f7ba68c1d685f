// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The face: skin with holes for eyes and mouth, lashes, brows, lips, the inside of the mouth, and blush.
#include "character.hpp"
#include "face_shapes.hpp"
#include "head_shape.hpp"
#include "triangulate.hpp"

namespace vrm::builtin {
namespace {

constexpr int kEyeSteps = 32;
constexpr int kMouthSteps = 22;
// How the skin is unrolled for triangulation.
constexpr float kTurnLength = 0.112f;
constexpr float kRiseLength = 0.30f;

// What tells where a vertex is in any shape of the face.
using Placer = std::function<Vec3(const FaceShape&)>;

class FaceBuilder {
 public:
  explicit FaceBuilder(Character& character)
      : mesh_(character.face), head_(character.skeleton.find("head")) {}

  void build() {
    addSkin();
    for (const bool left : {true, false}) {
      addSocket(left);
      addUpperLash(left);
      addLowerLash(left);
      addCrease(left);
      addBrow(left);
      addCheek(left);
    }
    addLips();
    addMouth();
    addMorphs();
  }

 private:
  std::uint32_t put(const Placer& placer, Vec2 uv) {
    placers_.push_back(placer);
    return mesh_.add({placer(rest_), {}, uv, Weights(head_)});
  }

  // A band of two edges with n steps; placers take the step and the edge (0 or 1).
  void band(Material material, int steps, const std::function<Placer(float, int)>& edge,
            const std::function<Vec2(float)>& uv, bool flip);
  void band(Material material, int steps, const std::function<Placer(float, int)>& edge, Vec2 uv, bool flip) {
    band(
        material, steps, edge, [uv](float) { return uv; }, flip);
  }

  void addSkin();
  void addSocket(bool left);
  void addUpperLash(bool left);
  void addLowerLash(bool left);
  void addCrease(bool left);
  void addBrow(bool left);
  void addCheek(bool left);
  void addLips();
  void addMouth();
  void addMorphs();

  Mesh& mesh_;
  std::uint32_t head_;
  FaceShape rest_;
  std::vector<Placer> placers_;
};

Vec2 unrolled(HeadPlace place) {
  return {place.turn * kTurnLength, place.rise * kRiseLength};
}

Vec2 skinUv(Vec3 p) {
  return {std::clamp((p.x + 0.13f) / 0.26f, 0.0f, 1.0f), std::clamp((1.39f - p.y) / 0.30f, 0.0f, 1.0f)};
}

// On the skin, so far above it.
Vec3 lifted(Vec2 at, float height) {
  return facePoint(at.x, at.y) + faceNormal(at.x, at.y) * height;
}

Vec2 eyeToFace(Vec2 fromCenter, bool left) {
  return {(kEyeCenter.x + fromCenter.x) * (left ? 1.0f : -1.0f), kEyeCenter.y + fromCenter.y};
}

const EyeShape& eyeOf(const FaceShape& shape, bool left) {
  return left ? shape.left : shape.right;
}

// Away from the hole, at a right angle to its edge.
Vec2 outwardOfEye(float angle) {
  const Vec2 a = eyeEdge(angle - 0.04f), b = eyeEdge(angle + 0.04f);
  const float l = std::hypot(b.x - a.x, b.y - a.y);
  return {(b.y - a.y) / l, (a.x - b.x) / l};
}

void FaceBuilder::addSkin() {
  std::vector<Vec2> places;  // unrolled
  std::vector<Vec2> outlines[3];
  const auto ring = [&](int steps, const std::function<Vec2(float)>& at, std::vector<Vec2>* outline) {
    for (int i = 0; i < steps; ++i) {
      const Vec2 p = at(2 * kPi * static_cast<float>(i) / static_cast<float>(steps));
      places.push_back(unrolled(headPlace(p.x, p.y)));
      if (outline) outline->push_back(places.back());
    }
  };
  for (const bool left : {true, false}) {
    ring(
        kEyeSteps, [&](float a) { return eyeToFace(eyeEdge(a), left); }, &outlines[left ? 0 : 1]);
    for (const float away : {0.0045f, 0.0100f}) {
      ring(
          kEyeSteps - (away > 0.005f ? 8 : 0),
          [&](float a) {
            const Vec2 e = eyeEdge(a), n = outwardOfEye(a);
            return eyeToFace({e.x + n.x * away, e.y + n.y * away}, left);
          },
          nullptr);
    }
  }
  ring(
      kMouthSteps,
      [](float a) {
        return Vec2{kMouthCenter.x + mouthEdge(a).x, kMouthCenter.y + mouthEdge(a).y};
      },
      &outlines[2]);
  for (const float away : {0.0035f, 0.0085f}) {
    ring(
        kMouthSteps,
        [&](float a) {
          const Vec2 e = mouthEdge(a);
          return Vec2{kMouthCenter.x + e.x + away * cosine(a), kMouthCenter.y + e.y + away * sine(a)};
        },
        nullptr);
  }
  // The nose is small; its ridge, tip and wings must not fall between rows.
  for (const Vec2 at :
       {Vec2{0, 1.2050f}, Vec2{0, 1.1910f}, Vec2{0, 1.1775f}, Vec2{0, 1.1705f}, Vec2{0, 1.1655f},
        Vec2{0.0062f, 1.1850f}, Vec2{0.0068f, 1.1760f}, Vec2{0.0060f, 1.1680f}, Vec2{0.0140f, 1.1790f}}) {
    places.push_back(unrolled(headPlace(at.x, at.y)));
    if (at.x > 0) places.push_back(unrolled(headPlace(-at.x, at.y)));
  }
  const std::size_t fixed = places.size();
  // Rows of points, close together on the face, far apart behind it, none where hair covers the head.
  const float top = 0.985f;
  for (int pass = 0; pass < 2; ++pass) {
    const float gap = pass == 0 ? 0.0160f : 0.038f;
    const int rows = static_cast<int>(std::round(top * kRiseLength / (gap * 0.87f)));
    for (int r = 0; r <= rows; ++r) {
      const float rise = top * static_cast<float>(r) / static_cast<float>(rows);
      const int columns = static_cast<int>(2 * kPi * kTurnLength / gap);
      for (int c = 0; c <= columns; ++c) {
        const float shift = r % 2 == 1 ? 0.5f : 0.0f;
        float turn = kPi * (2 * (static_cast<float>(c) + shift) / static_cast<float>(columns) - 1);
        if (r % 2 == 1 && c == columns) turn = -kPi;  // every row starts and ends at the seam
        if (r % 2 == 1 && c == columns - 1) turn = kPi;
        if (rise > hairline(turn) + 0.12f) continue;
        const bool onFace = std::abs(turn) < 1.60f && rise > 0.05f && rise < 0.76f;
        const bool near = std::abs(turn) < 1.80f && rise > 0.0f && rise < 0.82f;
        if (pass == 0 ? !onFace : (near && rise > 0.001f)) continue;
        const Vec2 p = unrolled({turn, rise});
        bool free = true;
        for (std::size_t i = 0; i < places.size() && free; ++i) {
          const float room = gap * (i < fixed ? 0.42f : 0.55f);
          free = std::hypot(p.x - places[i].x, p.y - places[i].y) > room;
        }
        for (const auto& outline : outlines) free = free && !insideOutline(outline, p);
        if (free) places.push_back(p);
      }
    }
  }
  for (const Vec2 p : places) {
    const HeadPlace place{p.x / kTurnLength, p.y / kRiseLength};
    const Vec3 made = headPoint(place.turn, place.rise);
    Placer placer;
    if (std::abs(place.turn) < 1.3f && place.rise > kChinRise + 0.005f) {
      placer = [at = Vec2{made.x, headHeight(place.rise)}](const FaceShape& shape) {
        const Vec2 to = movedSkin(at, shape);
        return facePoint(to.x, to.y);
      };
    } else {
      // Under the chin: it goes with the lips' lower edge as far as that reaches.
      placer = [made, front = std::abs(place.turn) < 1.3f](const FaceShape& shape) {
        if (!front) return made;
        const Vec2 to = movedSkin({made.x, made.y}, shape);
        return Vec3{to.x, to.y, made.z};
      };
    }
    put(placer, skinUv(made));
  }
  for (const auto& t : triangulate(places)) {
    const Vec2 middle{(places[t[0]].x + places[t[1]].x + places[t[2]].x) / 3,
                      (places[t[0]].y + places[t[1]].y + places[t[2]].y) / 3};
    const auto covered = [&](std::uint32_t i) {
      return places[i].y / kRiseLength > hairline(places[i].x / kTurnLength) + 0.05f;
    };
    bool hole = covered(t[0]) && covered(t[1]) && covered(t[2]);
    for (const auto& outline : outlines) hole = hole || insideOutline(outline, middle);
    if (!hole) mesh_.triangle(kFace, t[0], t[1], t[2]);
  }
  mesh_.finishPart(0);
  // Rounder than it is: light and shade of a face are large shapes in drawings.
  for (Vertex& v : mesh_.vertices) {
    const Vec3 round = unit(v.position - Vec3{0, 1.215f, -0.055f});
    v.normal = unit(v.normal * 0.35f + round);
  }
}

void FaceBuilder::band(Material material, int steps, const std::function<Placer(float, int)>& edge,
                       const std::function<Vec2(float)>& uv, bool flip) {
  const std::size_t first = mesh_.vertices.size();
  for (int i = 0; i <= steps; ++i) {
    const float s = static_cast<float>(i) / static_cast<float>(steps);
    put(edge(s, 0), uv(s));
    put(edge(s, 1), uv(s));
  }
  for (int i = 0; i < steps; ++i) {
    const auto a = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(2 * i);
    if (flip) {
      mesh_.triangle(material, a, a + 1, a + 3);
      mesh_.triangle(material, a, a + 3, a + 2);
    } else {
      mesh_.triangle(material, a, a + 3, a + 1);
      mesh_.triangle(material, a, a + 2, a + 3);
    }
  }
  mesh_.finishPart(first);
  for (std::size_t i = first; i < mesh_.vertices.size(); ++i) {
    Vertex& v = mesh_.vertices[i];
    if (material == kDetails) v.normal = unit(v.position - Vec3{0, 1.215f, -0.055f});
  }
}

// The thickness of the lids: from the hole's edge towards the eyeball.
void FaceBuilder::addSocket(bool left) {
  band(
      kDetails, kEyeSteps,
      [left](float s, int inner) -> Placer {
        return [=](const FaceShape& shape) {
          const Vec2 at = eyeToFace(movedEyeEdge(2 * kPi * s, eyeOf(shape, left)), left);
          // Straight back: seen from the front it has no width.
          return facePoint(at.x, at.y) - Vec3{0, 0, inner ? 0.014f : 0.0f};
        };
      },
      [](float s) { return lineUv(s > 0.06f && s < 0.44f ? Line::Socket : Line::Lid); }, left);
}

void FaceBuilder::addUpperLash(bool left) {
  band(
      kDetails, 20,
      [left](float s, int outer) -> Placer {
        const float angle = mix(0.05f, kPi - 0.04f, s);
        const float thick = (0.0030f + 0.0046f * hill((s - 0.34f) / 0.60f)) * smooth(1.04f, 0.80f, s) *
                            smooth(-0.05f, 0.16f, s);
        // A little wing at the temple, which ends in a point.
        const float wing = 0.0085f * smooth(outer ? 0.26f : 0.14f, 0.0f, s);
        const Vec2 out = outwardOfEye(angle);
        return [=](const FaceShape& shape) {
          const Vec2 edge = movedEyeEdge(angle, eyeOf(shape, left));
          const float side = outer ? thick : -0.0008f;
          // Outward of the open eye, more and more upward when it closes.
          const float upward = eyeOf(shape, left).close;
          const Vec2 n{mix(out.x, 0.25f * out.x, upward), mix(out.y, 0.8f, upward)};
          const Vec2 at{edge.x + n.x * side + wing, edge.y + n.y * side + wing * 0.30f};
          return lifted(eyeToFace(at, left), 0.0011f);
        };
      },
      lineUv(Line::Lash), left);
}

void FaceBuilder::addLowerLash(bool left) {
  band(
      kDetails, 12,
      [left](float s, int outer) -> Placer {
        const float angle = mix(-0.20f, -2.0f, s);
        const float thick = 0.0016f * hill((s - 0.25f) / 0.76f);
        const Vec2 out = outwardOfEye(angle);
        return [=](const FaceShape& shape) {
          const Vec2 edge = movedEyeEdge(angle, eyeOf(shape, left));
          const float side = outer ? thick * (1 - 0.8f * eyeOf(shape, left).close) : -0.0003f;
          return lifted(eyeToFace({edge.x + out.x * side, edge.y + out.y * side}, left), 0.0009f);
        };
      },
      lineUv(Line::Lash), !left);
}

void FaceBuilder::addCrease(bool left) {
  band(
      kDetails, 12,
      [left](float s, int outer) -> Placer {
        const float angle = mix(0.45f, 2.3f, s);
        const Vec2 out = outwardOfEye(angle), edge = eyeEdge(angle);
        const float away = 0.0105f + (outer ? 0.0011f * hill((s - 0.5f) / 0.52f) : 0.0f);
        const Vec2 made = eyeToFace({edge.x + out.x * away, edge.y + out.y * away}, left);
        return [=](const FaceShape& shape) { return lifted(movedSkin(made, shape), 0.0007f); };
      },
      lineUv(Line::Crease), left);
}

void FaceBuilder::addBrow(bool left) {
  band(
      kDetails, 14,
      [left](float s, int upper) -> Placer {
        return [=](const FaceShape& shape) {
          const Vec2 p = browPoint(s, upper ? 1.0f : -1.0f, shape.brow);
          return lifted({left ? p.x : -p.x, p.y}, 0.0013f);
        };
      },
      lineUv(Line::Brow), !left);
}

void FaceBuilder::addCheek(bool left) {
  const std::size_t first = mesh_.vertices.size();
  constexpr int kSteps = 4;
  for (int r = 0; r <= kSteps; ++r) {
    for (int c = 0; c <= kSteps; ++c) {
      const float u = static_cast<float>(c) / kSteps, v = static_cast<float>(r) / kSteps;
      const Vec2 made{(left ? 1.0f : -1.0f) * 0.0635f + mix(-0.021f, 0.021f, u),
                      1.1745f + mix(-0.0125f, 0.0125f, v)};
      put([=](const FaceShape& shape) { return lifted(movedSkin(made, shape), 0.0007f); }, {u, 1 - v});
    }
  }
  for (int r = 0; r < kSteps; ++r) {
    for (int c = 0; c < kSteps; ++c) {
      const auto a = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(r * (kSteps + 1) + c);
      mesh_.triangle(kCheeks, a, a + 1, a + kSteps + 2);
      mesh_.triangle(kCheeks, a, a + kSteps + 2, a + kSteps + 1);
    }
  }
  mesh_.finishPart(first);
}

Vec2 lipPlace(float angle, const MouthShape& shape, Vec2 more) {
  const Vec2 e = movedMouthEdge(angle, shape);
  return {kMouthCenter.x + e.x + more.x, kMouthCenter.y + e.y + more.y};
}

void FaceBuilder::addLips() {
  band(
      kDetails, kMouthSteps,
      [](float s, int outer) -> Placer {
        const float angle = 2 * kPi * s;
        // Nothing but a line, thicker above and in the middle.
        const float sine2 = sine(angle);
        const float thick =
            outer ? (sine2 > 0 ? 0.0011f : 0.0006f) * (0.35f + 0.65f * std::abs(sine2)) : -0.0002f;
        return [=](const FaceShape& shape) {
          const Vec2 more{cosine(angle) * std::abs(thick) * 1.5f, (sine2 >= 0 ? 1.0f : -1.0f) * thick};
          return lifted(lipPlace(angle, shape.mouth, more), 0.0008f);
        };
      },
      lineUv(Line::Lip), true);
}

void FaceBuilder::addMouth() {
  // A bag behind the lips. Its texture is dark above and has the tongue below.
  const std::size_t first = mesh_.vertices.size();
  constexpr float kDepths[] = {-0.0002f, 0.005f, 0.013f};
  constexpr float kSizes[] = {1.0f, 1.12f, 0.8f};
  for (int ring = 0; ring < 3; ++ring) {
    for (int i = 0; i <= kMouthSteps; ++i) {
      const float angle = 2 * kPi * static_cast<float>(i) / kMouthSteps;
      const float depth = kDepths[ring], size = kSizes[ring];
      put(
          [=](const FaceShape& shape) {
            const Vec2 e = movedMouthEdge(angle, shape.mouth);
            const Vec2 at{kMouthCenter.x + e.x * size, kMouthCenter.y + e.y * size};
            const Vec3 skin = facePoint(at.x, at.y);
            return skin - Vec3{0, 0, depth};
          },
          kMouthPatch.at(0.5f + 0.5f * size * 0.8f * cosine(angle), 0.5f - 0.5f * size * 0.8f * sine(angle)));
    }
  }
  const auto middle = put(
      [](const FaceShape& shape) {
        const Vec2 top = movedMouthEdge(kPi / 2, shape.mouth), bottom = movedMouthEdge(-kPi / 2, shape.mouth);
        const Vec2 at{kMouthCenter.x, kMouthCenter.y + (top.y + bottom.y) / 2};
        return facePoint(at.x, at.y) - Vec3{0, 0, 0.015f};
      },
      kMouthPatch.at(0.5f, 0.5f));
  const auto index = [&](int ring, int i) {
    return static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(ring * (kMouthSteps + 1) + i);
  };
  for (int i = 0; i < kMouthSteps; ++i) {
    for (int ring = 0; ring < 2; ++ring) {
      mesh_.triangle(kDetails, index(ring, i), index(ring, i + 1), index(ring + 1, i + 1));
      mesh_.triangle(kDetails, index(ring, i), index(ring + 1, i + 1), index(ring + 1, i));
    }
    mesh_.triangle(kDetails, index(2, i), index(2, i + 1), middle);
  }
  // Teeth: a band behind the upper lip, in the white corner of the same texture.
  const std::size_t teeth = mesh_.vertices.size();
  for (int i = 0; i <= 8; ++i) {
    for (const bool low : {false, true}) {
      const float angle = mix(0.5f, kPi - 0.5f, static_cast<float>(i) / 8);
      put(
          [=](const FaceShape& shape) {
            Vec2 at = lipPlace(angle, shape.mouth, {0, 0.001f});
            const float open = shape.mouth.up + shape.mouth.down;
            if (low) at.y -= 0.001f + std::min(0.0042f, open * 0.28f);
            return facePoint(at.x, at.y) - Vec3{0, 0, 0.0032f};
          },
          kMouthPatch.at(0.05f, 0.05f));
    }
  }
  for (int i = 0; i < 8; ++i) {
    const auto a = static_cast<std::uint32_t>(teeth) + static_cast<std::uint32_t>(2 * i);
    mesh_.triangle(kDetails, a, a + 2, a + 3);
    mesh_.triangle(kDetails, a, a + 3, a + 1);
  }
  mesh_.finishPart(first);
  for (std::size_t i = first; i < mesh_.vertices.size(); ++i) mesh_.vertices[i].normal = {0, 0.3f, 0.954f};
}

void FaceBuilder::addMorphs() {
  for (const NamedShape& named : faceShapes()) {
    Mesh::Morph morph{named.name, {}};
    for (std::size_t i = 0; i < placers_.size(); ++i) {
      const Vec3 way = placers_[i](named.shape) - mesh_.vertices[i].position;
      const auto rounded = [](float x) { return std::abs(x) < 2e-5f ? 0.0f : std::round(x * 65536) / 65536; };
      morph.moves.push_back({rounded(way.x), rounded(way.y), rounded(way.z)});
    }
    mesh_.morphs.push_back(std::move(morph));
  }
}

}  // namespace

void addFace(Character& character) {
  FaceBuilder(character).build();
}

}  // namespace vrm::builtin
