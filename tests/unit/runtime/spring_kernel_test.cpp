// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs side by side give the bits of springs one after the other, on every instruction set.
#include "base/simd_target.hpp"
#include "differential/random_avatar.hpp"
#include "runtime/spring_solve.hpp"
#include "support/same_bits.hpp"
#include "unit/runtime/prelude.hpp"
#include "unit/runtime/tangle.hpp"
#include "vrm/base/trs.hpp"

namespace vrm {
namespace {

using namespace test;
// What a step works on.
struct Body {
  const Model& model;
  std::vector<Vec3> translations, scales;
  std::vector<Quat> rotations;
  std::vector<float> states;
  std::vector<Quat> scratchRotations;
  std::vector<PlacedCollider> colliders;
  std::vector<PlacedCenter> centers;
  std::vector<Mat4> worlds;
  std::vector<Vec3> forces;
  std::vector<SpringMode> modes;
  SpringProgram program;
  bool reshaped;
  std::vector<SpringParameters> parameters;

  explicit Body(const Model& m, std::uint32_t seed)
      : model(m), program(m.springProgram()), reshaped(seed % 2 == 0) {
    const Model::Tables& t = m.tables();
    translations.assign(t.translations.begin(), t.translations.end());
    rotations.assign(t.rotations.begin(), t.rotations.end());
    scales.assign(t.scales.begin(), t.scales.end());
    rotations.emplace_back();  // for lanes without a node
    states.assign(t.springStart.begin(), t.springStart.end());
    scratchRotations.resize(t.springRotations.size());
    colliders.resize(t.springColliders.size());
    centers.resize(t.springCenters.size());
    worlds.resize(t.parents.size() + 1);
    forces.resize(t.springNames.size());
    modes.assign(t.springNames.size(), SpringMode::On);
    if (seed % 3 != 0) return;
    for (const SpringJointRow& row : t.springJoints) parameters.push_back(row.parameters);
  }

  std::vector<SpringJointState> jointStates() {
    std::vector<SpringJointState> out;
    for (std::uint32_t i = 0; i < program.joints.size(); ++i)
      out.push_back(SpringStates{states.data(), program.places}.get(i));
    return out;
  }

  template <class F>
  void step(std::uint32_t seed, F&& f) {
    Random r(seed);
    // Wide code has other ways to what is as the model has it.
    const auto by = static_cast<float>(r.in(-0.1, 0.1));
    if (reshaped) translations[r.below(static_cast<std::uint32_t>(translations.size()))].x += by;
    if (!parameters.empty())
      parameters[r.below(static_cast<std::uint32_t>(parameters.size()))].stiffness += 0.1f;
    const Quat turn = r.rotation(0.3);
    const Vec3 moved = r.vector(0.05), force = r.vector(0.5), origin = r.vector(3);
    const SpringInputs inputs{1.0f / 60,
                              1.5f,
                              turn,
                              toMatrix({{}, turn, {1.5f, 1.5f, 1.5f}}),
                              origin,
                              moved,
                              force,
                              forces,
                              modes,
                              model.tables().parents,
                              model.facts().sceneEnd,
                              parameters,
                              reshaped};
    f(program, inputs, Locals{translations, std::span(rotations).first(translations.size()), scales},
      SpringStates{states.data(), program.places}, SpringScratch{scratchRotations, colliders, centers},
      std::span(worlds).first(translations.size()));
  }
};

void expectTheBitsOfThePlainSolver(const Model& model, std::uint32_t seed) {
  for (std::size_t target = 0; target < simdTargetCount(); ++target) {
    useSimdTarget(target);
    Body plain(model, seed), wide(model, seed);
    for (std::uint32_t frame = 0; frame < 25; ++frame) {
      const std::uint32_t inputs = 1000 * seed + frame;
      plain.step(inputs, [](const SpringProgram& p, const SpringInputs& i, const Locals& l,
                            const SpringStates& s, const SpringScratch& scratch, std::span<Mat4> w) {
        scalar::stepSprings({p, i, l, s, scratch, w});
      });
      wide.step(inputs,
                [](const SpringProgram& p, const SpringInputs& i, const Locals& l, const SpringStates& s,
                   const SpringScratch& scratch, std::span<Mat4> w) { stepSprings(p, i, l, s, scratch, w); });
      ASSERT_TRUE(sameBits(plain.jointStates(), wide.jointStates()))
          << simdTargetName() << " seed " << seed << " frame " << frame;
      plain.rotations.back() = wide.rotations.back(), plain.worlds.back() = wide.worlds.back();
      ASSERT_TRUE(sameBits(plain.rotations, wide.rotations)) << simdTargetName() << " " << seed;
      ASSERT_TRUE(sameBits(plain.worlds, wide.worlds)) << simdTargetName() << " " << seed;
      wide.rotations.back() = {};
      for (const Quat& q : wide.rotations) ASSERT_NEAR(dot(q, q), 1, 1e-5f);
    }
  }
  useBestSimdTarget();
}

TEST(SpringKernel, GivesTheBitsOfThePlainSolver) {
  std::size_t packs = 0, live = 0, mixed = 0;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const auto model = tangle(seed).make();
    packs += model->tables().springPacks.size();
    for (const SpringChainRow& chain : model->tables().springChains) live += chain.live ? 1u : 0u;
    for (const SpringColliderLanes& lanes : model->tables().springColliderLanes)
      mixed +=
          std::count(lanes.kinds.begin(), lanes.kinds.end(), SpringColliderKind::Different) > 0 ? 1u : 0u;
    ASSERT_NO_FATAL_FAILURE(expectTheBitsOfThePlainSolver(*model, seed));
  }
  // The tangles have what they are for.
  EXPECT_GT(packs, 50u);
  EXPECT_GT(live, 5u);
  EXPECT_GT(mixed, 100u);
}

// Hair and a skirt: packs that are full, that have other colliders in each half, that have none, and that are
// not full.
TEST(SpringKernel, GivesTheBitsOfThePlainSolverToFullPacks) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    Random r(seed);
    ModelBuilder b;
    const std::uint32_t head = b.node(at({0, 1, 0})), hips = b.node(at({0, -0.1f, 0}), head);
    const auto collider = [&](schema::ColliderShape::Type type, bool inside) {
      schema::ColliderShape shape;
      shape.type = type, shape.inside = inside;
      shape.offset = r.vector(0.2), shape.tail = r.vector(0.2), shape.normal = {0, 1, 0};
      shape.radius = inside ? 0.6f : 0.1f;
      return b.collider(head, shape);
    };
    using Type = schema::ColliderShape::Type;
    const std::vector<ColliderGroupIndex> hair{collider(Type::Sphere, false), collider(Type::Capsule, false),
                                               collider(Type::Sphere, true)},
        skirt{collider(Type::Capsule, false), collider(Type::Plane, false)};
    // None, hair, skirt: 16; 16, 8 + 8; 8 + 3 of which some have other colliders, and one radius reaches far.
    for (std::uint32_t i = 0; i < 59; ++i) {
      std::vector<std::uint32_t> nodes{seed % 2 == 0 && i % 2 == 0 ? hips : head};
      for (std::uint32_t k = 0; k < 3 + i % 4; ++k) {
        const Vec3 place = r.vector(0.1);
        nodes.push_back(b.node(at(place, r.rotation(1)), nodes.back()));
      }
      nodes.erase(nodes.begin());
      schema::Spring& spring = b.spring(nodes);
      for (schema::SpringJoint& joint : spring.joints) {
        joint.stiffness = 0.3f, joint.hitRadius = 0.02f;
        if (seed == 3 && i % 7 == 0)
          joint.limit = schema::SpringLimit{schema::SpringLimit::Type::Cone, 0.3f, 0, 0, {}};
        if (seed == 4 && i == 42) joint.hitRadius = 3e38f;
      }
      if (seed == 5) spring.center = NodeIndex(head);
      if (i < 43) spring.colliderGroups = i < 24 ? hair : skirt;
      if (i >= 40 && i < 43) spring.colliderGroups.resize(1);
    }
    const auto model = b.make();
    const auto packs = model->tables().springPacks;
    ASSERT_EQ(packs.size(), 4u);
    const auto full = [](const SpringPack& p) { return p.chains.back() != kNone; };
    EXPECT_EQ(std::count_if(packs.begin(), packs.end(), full), 3);
    EXPECT_NE(packs[3].chains[8], kNone);
    EXPECT_GE(std::count_if(packs.begin(), packs.end(), [](const SpringPack& p) { return p.halves; }), 1);
    ASSERT_NO_FATAL_FAILURE(expectTheBitsOfThePlainSolver(*model, seed));
  }
}

// The matrices of a step are those of the hierarchy.
TEST(SpringKernel, MatricesAreThoseOfTheNodes) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const auto model = tangle(seed).make();
    Body body(*model, seed);
    Mat4 root{};
    Vec3 origin;
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
      body.step(seed + frame, [&](const SpringProgram& p, const SpringInputs& i, const Locals& l,
                                  const SpringStates& s, const SpringScratch& scratch, std::span<Mat4> w) {
        root = i.root, origin = i.origin;
        stepSprings(p, i, l, s, scratch, w);
      });
    }
    std::vector<Mat4> expected(model->nodeCount());
    worldMatrices(model->tables().parents, {body.translations, body.rotations, body.scales}, root, 0,
                  model->facts().sceneEnd, expected);
    for (Mat4& world : expected) world[12] += origin.x, world[13] += origin.y, world[14] += origin.z;
    body.worlds.pop_back();
    EXPECT_EQ(body.worlds, expected) << seed;
  }
}

}  // namespace
}  // namespace vrm
