// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Hair: a cap that covers the skull, and strands that grow from the crown over it.
#include "character.hpp"
#include "head_shape.hpp"

namespace vrm::builtin {
namespace {

// A place over the head.
struct Over {
  float turn;
  float rise;
  float height;
};

Vec3 above(Over over) {
  return headPoint(over.turn, over.rise) + headNormal(over.turn, std::min(over.rise, 0.97f)) * over.height;
}

constexpr float kRootHeight =
    0.0095f;  // of a strand's height: inside the cap, so that its open end does not show

struct Strand {
  std::vector<Vec3> path;
  float width = 0.018f;  // half of it, where it is widest
  float thick = 0.007f;
  float widest = 0.45f;
  float rootWidth = 0.55f;  // part of the width
  int steps = 8;
  bool flat = false;
};
// Round where it is seen, with a ridge inside.
constexpr Vec2 kRound[] = {{1, 0}, {0.5f, 0.87f}, {-0.5f, 0.87f}, {-1, 0}, {0, -0.7f}};
constexpr Vec2 kFlat[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -0.7f}};

Vec3 outward(Vec3 at) {
  // From a line through the head: its own axis above, straight down below.
  const float y = std::clamp(at.y, 1.0f, 1.25f);
  return unit(at - Vec3{0, y, -0.01f});
}

void addStrand(Character& character, const Strand& strand, const std::function<Weights(float)>& weigh) {
  std::vector<Ring> rings;
  for (int i = 0; i <= strand.steps; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(strand.steps);
    const float s = mix(t, t * t, 0.35f);  // closer together where it bends over the head
    const Vec3 at = along(strand.path, s);
    const Vec3 direction = unit(along(strand.path, s + 0.02f) - along(strand.path, s - 0.02f));
    Vec3 out = outward(at);
    out = unit(out - direction * dot(out, direction));
    const Vec3 across = cross(out, direction);
    const float grow = mix(strand.rootWidth, 1.0f, smooth(0.0f, strand.widest, s));
    const float taper =
        s <= strand.widest ? 1.0f : std::pow(1 - (s - strand.widest) / (1 - strand.widest), 0.72f);
    const float size = std::max(grow * taper, 0.015f);
    rings.push_back({at, across * (strand.width * size),
                     out * (strand.thick * std::max(std::sqrt(size) * std::min(1.0f, taper * 1.4f), 0.03f)),
                     weigh(s), s});
  }
  character.hair.tube(kHair, rings, {}, {.section = strand.flat ? std::span<const Vec2>(kFlat) : kRound});
}

// A strand with a chain of its own, from `from` on.
void addSwinging(Character& character, Swing swing, const std::string& name, const Strand& strand, float from,
                 int bones) {
  std::vector<Vec3> joints;
  for (int i = 0; i <= bones; ++i) {
    joints.push_back(along(strand.path, mix(from, 1.0f, static_cast<float>(i) / static_cast<float>(bones))));
  }
  character.addChain(swing, name, character.skeleton.find("head"), joints);
  const Chain chain = character.chains.back();
  addStrand(character, strand, [&](float s) { return weightsOn(character, chain, (s - from) / (1 - from)); });
}

void addCap(Character& character) {
  const std::uint32_t head = character.skeleton.find("head");
  character.hair.sheet(kHair, 29, 7, [&](float u, float v) {
    const float turn = (2 * u - 1) * kPi;
    const float rise = mix(hairline(turn), 1.0f, v);
    const Vec3 at =
        v >= 1 ? Vec3{0, 1.4020f, 0} : above({turn, rise, mix(0.002f, 0.0155f, smooth(0.0f, 0.5f, v))});
    return Vertex{at, {}, {u * 4, mix(0.20f, 0.09f, v)}, Weights(head)};
  });
}

struct FringeStrand {
  float root, tip;  // turns
  float end;        // rise
  float width;
};

void addFringe(Character& character) {
  // Parted a little to her right.
  constexpr FringeStrand kFringe[] = {
      {-0.95f, -1.18f, 0.555f, 0.0195f}, {-0.66f, -0.82f, 0.655f, 0.0210f}, {-0.40f, -0.48f, 0.712f, 0.0200f},
      {-0.16f, -0.14f, 0.672f, 0.0215f}, {0.10f, 0.22f, 0.702f, 0.0215f},   {0.38f, 0.56f, 0.688f, 0.0210f},
      {0.68f, 0.90f, 0.636f, 0.0205f},   {0.98f, 1.20f, 0.540f, 0.0195f},
  };
  int number = 0;
  for (const FringeStrand& f : kFringe) {
    Strand strand;
    for (int i = 0; i <= 5; ++i) {
      const float s = static_cast<float>(i) / 5;
      const float height =
          i == 0 ? kRootHeight
                 : 0.0145f + 0.0110f * hill((s - 0.62f) / 0.75f) + (number % 2 == 0 ? 0.0025f : 0.0f);
      strand.path.push_back(
          above({mix(f.root * 0.8f, f.tip, s * s * 0.55f + s * 0.45f), mix(0.982f, f.end, s), height}));
    }
    strand.width = f.width;
    strand.thick = 0.0085f;
    strand.widest = 0.52f;
    strand.rootWidth = 0.36f;
    addSwinging(character, Swing::Fringe, "fringe" + std::to_string(++number), strand, 0.48f, 2);
  }
}

// Locks in front of the ears.
void addSides(Character& character) {
  struct Lock {
    float turn;
    float endY;
    float width;
    float forward;
    float below;
  };
  // The last one is behind the others, where an ear would show, and goes with both.
  constexpr Lock kLocks[] = {{1.32f, 1.045f, 0.0180f, 0.010f, 0},
                             {1.62f, 1.075f, 0.0230f, 0.000f, 0},
                             {1.48f, 1.095f, 0.0250f, -0.004f, 0.009f}};
  for (const bool left : {true, false}) {
    int number = 0;
    for (const Lock& lock : kLocks) {
      const float side = left ? 1.0f : -1.0f;
      Strand strand;
      strand.path.push_back(above({side * (lock.turn - 0.15f), 0.92f, kRootHeight}));
      strand.path.push_back(above({side * (lock.turn - 0.08f), 0.83f, 0.0180f - lock.below}));
      strand.path.push_back(above({side * (lock.turn - 0.03f), 0.74f, 0.0200f - lock.below}));
      strand.path.push_back(above({side * lock.turn, 0.65f, 0.0212f - lock.below}));
      const Vec3 cheek = above({side * lock.turn, 0.55f, 0.0222f - lock.below});
      strand.path.push_back(cheek);
      for (int i = 1; i <= 4; ++i) {
        const float s = static_cast<float>(i) / 4;
        strand.path.push_back(
            {cheek.x - side * 0.024f * s * s, mix(cheek.y, lock.endY, s), cheek.z + lock.forward * s});
      }
      strand.width = lock.width;
      strand.thick = 0.0095f;
      strand.widest = 0.52f;
      constexpr float kFrom = 0.42f;
      if (lock.below == 0) {
        strand.steps = 12;
        addSwinging(character, Swing::Side, (left ? "leftLock" : "rightLock") + std::to_string(++number),
                    strand, kFrom, 3);
        continue;
      }
      strand.flat = true;
      const std::size_t count = character.chains.size();
      addStrand(character, strand, [&](float s) {
        const float t = (s - kFrom) / (1 - kFrom) * 0.9f;
        Weights out;
        return out.add(weightsOn(character, character.chains[count - 1], t), 0.5f)
            .add(weightsOn(character, character.chains[count - 2], t), 0.5f);
      });
    }
  }
}

void addBack(Character& character) {
  constexpr int kChains = 9;
  std::vector<Chain> chains;
  const auto path = [](float turn, float shift, float lift) {
    // Longer behind than at the sides, with tips that turn out.
    const float behind = std::max(0.0f, -cosine(turn));
    std::vector<Vec3> out;
    for (const float rise : {0.982f, 0.925f, 0.79f, 0.60f, 0.44f}) {
      const float height = rise > 0.95f ? kRootHeight : 0.0150f + lift + 0.013f * smooth(0.95f, 0.6f, rise);
      out.push_back(above({turn, rise, height}));
    }
    const Vec3 nape = out.back();
    const float end = mix(1.092f, 1.005f, smooth(0.15f, 0.8f, behind)) + shift;
    const Vec3 away = unit({nape.x, 0, nape.z});
    for (int i = 1; i <= 4; ++i) {
      const float s = static_cast<float>(i) / 4;
      Vec3 p = nape + away * (0.010f * s - 0.034f * s * s * s);
      p.y = mix(nape.y, end, s);
      out.push_back(p);
    }
    return out;
  };
  for (int i = 0; i < kChains; ++i) {
    const float turn = kPi + (static_cast<float>(i) - 4) * 0.305f;
    Strand strand;
    strand.path = path(turn, i % 2 == 0 ? 0.0f : 0.018f, i % 2 == 0 ? 0.004f : 0.0f);
    strand.width = 0.0265f;
    strand.thick = 0.0100f;
    strand.widest = 0.58f;
    strand.rootWidth = 0.30f;
    strand.steps = 10;
    addSwinging(character, Swing::Back, "back" + std::to_string(i + 1), strand, 0.46f, 3);
    chains.push_back(character.chains.back());
  }
  // Between them, shorter; each goes with its two neighbours.
  for (int i = 0; i + 1 < kChains; ++i) {
    Strand strand;
    strand.path = path(kPi + (static_cast<float>(i) - 3.5f) * 0.305f, 0.040f, -0.005f);
    strand.width = 0.0230f;
    strand.thick = 0.0085f;
    strand.widest = 0.62f;
    strand.rootWidth = 0.28f;
    strand.steps = 7;
    strand.flat = true;
    addStrand(character, strand, [&](float s) {
      const float t = (s - 0.46f) / 0.54f * 0.9f;
      Weights out;
      return out.add(weightsOn(character, chains[static_cast<std::size_t>(i)], t), 0.5f)
          .add(weightsOn(character, chains[static_cast<std::size_t>(i) + 1], t), 0.5f);
    });
  }
}

// One that never lies down.
void addTuft(Character& character) {
  Strand strand;
  strand.path = {{0.004f, 1.392f, 0.004f},
                 {0.010f, 1.414f, 0.008f},
                 {0.024f, 1.434f, 0.016f},
                 {0.046f, 1.442f, 0.028f},
                 {0.064f, 1.432f, 0.038f}};
  strand.width = 0.0085f;
  strand.thick = 0.0055f;
  strand.widest = 0.35f;
  strand.rootWidth = 0.7f;
  addSwinging(character, Swing::Tuft, "tuft", strand, 0.12f, 3);
}

}  // namespace

void addHair(Character& character) {
  addCap(character);
  addBack(character);
  addSides(character);
  addFringe(character);
  addTuft(character);
}

}  // namespace vrm::builtin
