// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/skinning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/simd_target.hpp"
#include "runtime/skinning_kernel.hpp"
#include "support/near.hpp"
#include "support/same_bits.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trs.hpp"

namespace vrm {
namespace {

using test::nearly;
using test::sameBits;

Mat4 translation(float x, float y, float z) {
  return toMatrix({{x, y, z}, {}, {1, 1, 1}});
}
Mat4 scale(float x, float y, float z) {
  return toMatrix({{}, {}, {x, y, z}});
}
// A mesh with its arrays.
struct Mesh {
  std::vector<Vec3> positions, normals;
  std::vector<std::vector<Vec3>> deltas;
  std::vector<MorphDeltas> targets;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  std::uint32_t influences = 0;

  SkinSource source() const { return {positions, normals, targets, joints, weights, influences}; }
};

struct Skinned {
  bool ok;
  std::vector<Vec3> positions, normals;
};

Skinned skinned(const Mesh& mesh, const std::vector<float>& morphWeights, const std::vector<Mat4>& matrices) {
  Skinned out{false, std::vector<Vec3>(mesh.positions.size()), std::vector<Vec3>(mesh.normals.size())};
  out.ok = skin(mesh.source(), morphWeights, matrices, out.positions, out.normals);
  return out;
}

// One vertex.
Mesh vertex(Vec3 position, Vec3 normal, std::vector<std::uint16_t> joints, std::vector<float> weights) {
  Mesh mesh;
  mesh.positions = {position};
  mesh.normals = {normal};
  mesh.influences = static_cast<std::uint32_t>(joints.size());
  mesh.joints = std::move(joints);
  mesh.weights = std::move(weights);
  return mesh;
}

TEST(Skinning, BlendsByHand) {
  const std::vector<Mat4> matrices = {translation(0, 0, 0), translation(4, 0, 8)};
  const Skinned got = skinned(vertex({1, 2, 3}, {0, 2, 0}, {0, 1, 0, 0}, {0.75f, 0.25f, 0, 0}), {}, matrices);
  ASSERT_TRUE(got.ok);
  EXPECT_EQ(got.positions[0], (Vec3{2, 2, 5}));
  EXPECT_EQ(got.normals[0], (Vec3{0, 1, 0}));  // made a unit vector
}

TEST(Skinning, WeightsAreUsedAsStored) {
  const std::vector<Mat4> matrices = {translation(0, 0, 0)};
  const Skinned got = skinned(vertex({1, 2, 3}, {0, 1, 0}, {0, 0, 0, 0}, {0.5f, 0, 0, 0}), {}, matrices);
  EXPECT_EQ(got.positions[0], (Vec3{0.5f, 1, 1.5f}));
}

TEST(Skinning, WithoutWeightTheFirstJointIsFollowed) {
  const std::vector<Mat4> matrices = {translation(0, 0, 0), translation(1, 1, 1)};
  const Skinned got = skinned(vertex({1, 2, 3}, {0, 0, 1}, {1, 0, 0, 0}, {0, 0, 0, 0}), {}, matrices);
  EXPECT_EQ(got.positions[0], (Vec3{2, 3, 4}));
  EXPECT_EQ(got.normals[0], (Vec3{0, 0, 1}));
}

TEST(Skinning, EightInfluences) {
  std::vector<Mat4> matrices;
  for (int i = 0; i < 8; ++i) matrices.push_back(translation(static_cast<float>(1 << i), 0, 0));
  const Skinned got = skinned(
      vertex({0, 0, 0}, {1, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7}, std::vector<float>(8, 0.125f)), {}, matrices);
  EXPECT_EQ(got.positions[0], (Vec3{255 * 0.125f, 0, 0}));
}

TEST(Skinning, MorphsComeFirst) {
  Mesh mesh = vertex({1, 0, 0}, {1, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0});
  const std::vector<Vec3> right = {{2, 0, 0}}, up = {{0, 4, 0}}, turn = {{-1, 1, 0}};
  mesh.targets = {{right, {}}, {up, turn}, {up, {}}};
  const Skinned got = skinned(mesh, {0.5f, 1, 0}, {scale(10, 10, 10)});
  ASSERT_TRUE(got.ok);
  EXPECT_EQ(got.positions[0], (Vec3{20, 40, 0}));
  EXPECT_TRUE(nearly(got.normals[0], {0, 1, 0}));
}

TEST(Skinning, WithoutInfluencesOneMatrixServesAll) {
  Mesh mesh;
  for (int i = 0; i < 21; ++i) mesh.positions.push_back({static_cast<float>(i), 0, 0});
  const Skinned got = skinned(mesh, {}, {translation(0, 5, 0)});
  ASSERT_TRUE(got.ok);
  for (std::size_t i = 0; i < 21; ++i) EXPECT_EQ(got.positions[i], (Vec3{static_cast<float>(i), 5, 0}));
}

TEST(Skinning, NormalsStayAtRightAnglesAndOutside) {
  const auto normal = [](const Mat4& matrix, Vec3 n) {
    return skinned(vertex({}, n, {}, {}), {}, {matrix}).normals[0];
  };
  const float s = std::sqrt(0.5f);
  // A slope of 45 degrees made twice as wide: (1, 1) along x/2 becomes (0.5, 1).
  EXPECT_TRUE(nearly(normal(scale(2, 1, 1), {s, s, 0}), {1 / std::sqrt(5.0f), 2 / std::sqrt(5.0f), 0}));
  // Mirrored: what points away from the middle still does.
  EXPECT_TRUE(nearly(normal(scale(-1, 1, 1), {1, 0, 0}), {-1, 0, 0}));
  EXPECT_TRUE(nearly(normal(scale(-1, 1, 1), {0, 1, 0}), {0, 1, 0}));
  EXPECT_TRUE(nearly(normal(scale(-2, -2, -2), {0, 0, 1}), {0, 0, -1}));
  EXPECT_TRUE(nearly(normal(scale(1e-6f, 1e-6f, 1e-6f), {s, s, 0}), {s, s, 0}));
  // Flattened: the plane's normal is left, others are gone.
  EXPECT_TRUE(nearly(normal(scale(1, 0, 1), {0, 1, 0}), {0, 1, 0}));
  EXPECT_EQ(normal(scale(1, 0, 1), {1, 0, 0}), (Vec3{0, 0, 0}));
  EXPECT_EQ(normal(scale(0, 0, 0), {1, 0, 0}), (Vec3{0, 0, 0}));
  EXPECT_EQ(normal(scale(1, 1, 1), {0, 0, 0}), (Vec3{0, 0, 0}));
}

// Files have normals of any length, and nodes of any size. All lanes at once, so that the wide code does it
// as well.
TEST(Skinning, NormalsHaveLengthOneOrZeroWhateverTheyWere) {
  constexpr float kMost = std::numeric_limits<float>::max(),
                  kLeast = std::numeric_limits<float>::denorm_min();
  constexpr float kInfinite = std::numeric_limits<float>::infinity(),
                  kNone = std::numeric_limits<float>::quiet_NaN();
  const float s = std::sqrt(0.5f);
  const struct {
    Vec3 normal;
    float scale;
    Vec3 wanted;
  } cases[] = {
      {{0, 1, 0}, 1, {0, 1, 0}},      {{1e-22f, 1e-22f, 0}, 1, {s, s, 0}},
      {{0, kLeast, 0}, 1, {0, 1, 0}}, {{0, 1e19f, -1e19f}, 1, {0, s, -s}},
      {{0, 0, kMost}, 1, {0, 0, 1}},  {{s, s, 0}, 1e-11f, {s, s, 0}},
      {{0, s, s}, 1e9f, {0, s, s}},   {{0, 0, 3e38f}, 2, {}},  // it is infinite as a number
      {{0, kInfinite, 0}, 1, {}},     {{0, kNone, 0}, 1, {}},
      {{-0.0f, 0, 0}, 1, {}},
  };
  for (const auto& one : cases) {
    Mesh mesh;
    for (int i = 0; i < 20; ++i) {
      mesh.positions.push_back({});
      mesh.normals.push_back(i % 3 == 2 ? Vec3{0, 0, 1} : one.normal);
    }
    const Skinned got = skinned(mesh, {}, {scale(one.scale, one.scale, one.scale)});
    ASSERT_TRUE(got.ok);
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_TRUE(nearly(got.normals[i], i % 3 == 2 ? Vec3{0, 0, 1} : one.wanted))
          << one.normal.y << " " << one.scale;
    Mesh alone;
    alone.positions = {{}};
    alone.normals = {one.normal};
    const Skinned scalar = skinned(alone, {}, {scale(one.scale, one.scale, one.scale)});
    EXPECT_TRUE(sameBits(scalar.normals, std::vector<Vec3>{got.normals[0]}));
  }
}

TEST(Skinning, NormalsFollowTheSurfaceUnderAnyMatrix) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> u(-1, 1);
  const auto vector = [&] { return Vec3{u(random), u(random), u(random)}; };
  for (int n = 0; n < 200; ++n) {
    const Vec3 e1 = vector(), e2 = vector();
    const Mat4 m = toMatrix({vector(), normalized({u(random), u(random), u(random), u(random)}), vector()});
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, e1, e2, cross(e1, e2)};
    mesh.normals.assign(4, cross(e1, e2));
    const Skinned got = skinned(mesh, {}, {m});
    const Vec3 normal = got.normals[0];
    EXPECT_NEAR(length(normal), 1, 1e-5);
    EXPECT_NEAR(dot(normal, got.positions[1] - got.positions[0]), 0, 1e-4);
    EXPECT_NEAR(dot(normal, got.positions[2] - got.positions[0]), 0, 1e-4);
    EXPECT_GT(dot(normal, got.positions[3] - got.positions[0]), -1e-6);  // the same side
  }
}

class RandomMesh {
 public:
  explicit RandomMesh(std::size_t vertices, std::uint32_t influences, bool normals, std::size_t targets)
      : random_(static_cast<std::uint32_t>(vertices * 31 + influences)) {
    const std::size_t joints = influences == 0 ? 1 : 17;
    for (std::size_t i = 0; i < joints; ++i) {
      const Quat rotation = normalized({number(), number(), number(), number()});
      matrices.push_back(toMatrix({vector(), rotation, vector()}));
    }
    fill(mesh.positions, vertices);
    if (normals) fill(mesh.normals, vertices);
    mesh.deltas.resize(2 * targets);
    for (std::size_t t = 0; t < targets; ++t) {
      if (t != 1) fill(mesh.deltas[2 * t], vertices);
      if (t != 2) fill(mesh.deltas[2 * t + 1], vertices);
      mesh.targets.push_back({mesh.deltas[2 * t], mesh.deltas[2 * t + 1]});
      morphWeights.push_back(t == 3 ? 0 : number());
    }
    mesh.influences = influences;
    for (std::size_t i = 0; i < vertices * influences; ++i) {
      mesh.joints.push_back(static_cast<std::uint16_t>(random_() % joints));
      mesh.weights.push_back(i / influences % 5 == 1 || i % 3 == 0 ? 0 : std::abs(number()));
    }
  }

  Mesh mesh;
  std::vector<Mat4> matrices;
  std::vector<float> morphWeights;

 private:
  float number() { return uniform_(random_); }
  Vec3 vector() { return {number(), number(), number()}; }
  void fill(std::vector<Vec3>& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) list.push_back(vector());
  }
  std::mt19937 random_;
  std::uniform_real_distribution<float> uniform_{-1, 1};
};

TEST(Skinning, EveryInstructionSetGivesTheBitsOfTheReference) {
  for (const std::size_t vertices : {0u, 1u, 3u, 4u, 7u, 8u, 9u, 31u, 255u, 256u, 257u, 1003u}) {
    for (const std::uint32_t influences : {0u, 4u, 8u, 12u}) {
      for (const std::size_t targets : {0u, 5u}) {
        for (const bool normals : {true, false}) {
          const RandomMesh random(vertices, influences, normals, normals ? targets : 0);
          const Mesh& mesh = random.mesh;
          std::vector<Vec3> positions(vertices), outNormals(mesh.normals.size());
          const SkinSource source = mesh.source();
          skinScalar({source, random.morphWeights, random.matrices, positions, outNormals}, 0);
          for (std::size_t target = 0; target < simdTargetCount(); ++target) {
            useSimdTarget(target);
            const Skinned got = skinned(mesh, random.morphWeights, random.matrices);
            EXPECT_TRUE(got.ok);
            EXPECT_TRUE(sameBits(got.positions, positions) && sameBits(got.normals, outNormals))
                << simdTargetName() << ", " << vertices << " vertices, " << influences << " influences";
          }
          useBestSimdTarget();
        }
      }
    }
  }
}

TEST(Skinning, EveryInstructionSetFindsTheHighestJoint) {
  for (std::size_t target = 0; target < simdTargetCount(); ++target) {
    useSimdTarget(target);
    EXPECT_EQ(highestJointSimd({}), 0);
    for (std::size_t place = 0; place < 150; ++place) {
      std::vector<std::uint16_t> joints(150, 7);
      joints[place] = 0xFFFF;
      EXPECT_EQ(highestJointSimd(joints), 0xFFFF) << place;
      EXPECT_EQ(highestJointScalar(joints), 0xFFFF) << place;
    }
  }
  useBestSimdTarget();
}

TEST(Skinning, NormalsNeedNotBeWanted) {
  const Mesh mesh = vertex({1, 2, 3}, {0, 1, 0}, {0, 0, 0, 0}, {1, 0, 0, 0});
  std::vector<Vec3> positions(1);
  EXPECT_TRUE(skin(mesh.source(), {}, std::vector<Mat4>{translation(1, 0, 0)}, positions, {}));
  EXPECT_EQ(positions[0], (Vec3{2, 2, 3}));
}

TEST(Skinning, RefusesWhatDoesNotFit) {
  const RandomMesh good(9, 4, true, 2);
  const auto refused = [&](const char* what, auto&& change) {
    RandomMesh bad = good;
    std::vector<Vec3> positions(9, {7, 7, 7}), normals(9, {7, 7, 7});
    SkinSource source = bad.mesh.source();
    change(bad, source, positions, normals);
    const std::vector<Vec3> before = positions;
    EXPECT_FALSE(skin(source, bad.morphWeights, bad.matrices, positions, normals)) << what;
    EXPECT_TRUE(sameBits(positions, before)) << what;
  };
  using Points = std::vector<Vec3>;
  refused("positions", [](RandomMesh&, SkinSource&, Points& p, Points&) { p.pop_back(); });
  refused("normals", [](RandomMesh&, SkinSource&, Points&, Points& n) { n.pop_back(); });
  refused("stored normals",
          [](RandomMesh&, SkinSource& s, Points&, Points&) { s.normals = s.normals.first(8); });
  refused("no stored normals", [](RandomMesh&, SkinSource& s, Points&, Points&) { s.normals = {}; });
  refused("morph weights", [](RandomMesh& m, SkinSource&, Points&, Points&) { m.morphWeights.pop_back(); });
  refused("deltas", [](RandomMesh& m, SkinSource& s, Points&, Points&) {
    m.mesh.targets[1].normals = m.mesh.targets[1].normals.first(3);
    s.targets = m.mesh.targets;
  });
  refused("joints", [](RandomMesh&, SkinSource& s, Points&, Points&) { s.joints = s.joints.first(35); });
  refused("weights", [](RandomMesh&, SkinSource& s, Points&, Points&) { s.weights = s.weights.first(32); });
  refused("three influences", [](RandomMesh&, SkinSource& s, Points&, Points&) {
    s.influences = 3;
    s.joints = s.joints.first(27);
    s.weights = s.weights.first(27);
  });
  refused("too many influences", [](RandomMesh&, SkinSource& s, Points&, Points&) { s.influences = 8; });
  refused("no influences", [](RandomMesh&, SkinSource& s, Points&, Points&) { s.influences = 0; });
  refused("several matrices for a rigid mesh", [](RandomMesh&, SkinSource& s, Points&, Points&) {
    s.influences = 0;
    s.joints = {};
    s.weights = {};
  });
  refused("no matrices", [](RandomMesh& m, SkinSource&, Points&, Points&) { m.matrices.clear(); });
  refused("a joint out of range", [](RandomMesh& m, SkinSource& s, Points&, Points&) {
    m.mesh.joints[20] = 17;
    s.joints = m.mesh.joints;
  });
}

TEST(JointMatrices, ByHand) {
  const std::vector<Mat4> worlds = {translation(1, 0, 0), scale(2, 3, 4)};
  const std::vector<std::uint32_t> joints = {1, 0};
  std::vector<Mat4> out(2);
  ASSERT_TRUE(jointMatrices(worlds, joints, {}, out));
  EXPECT_EQ(out, (std::vector<Mat4>{worlds[1], worlds[0]}));

  const std::vector<Mat4> inverseBinds = {translation(1, 1, 1), translation(-1, 0, 0), translation(9, 9, 9)};
  ASSERT_TRUE(jointMatrices(worlds, joints, inverseBinds, out));
  EXPECT_EQ(out[0], toMatrix({{2, 3, 4}, {}, {2, 3, 4}}));
  EXPECT_EQ(out[1], translation(0, 0, 0));
}

TEST(JointMatrices, RefusesWhatDoesNotFit) {
  const std::vector<Mat4> worlds(2), one(1);
  std::vector<Mat4> out(2), small(1);
  const std::vector<std::uint32_t> joints = {0, 1}, outside = {0, 2};
  EXPECT_FALSE(jointMatrices(worlds, joints, {}, small));
  EXPECT_FALSE(jointMatrices(worlds, joints, one, out));
  EXPECT_FALSE(jointMatrices(worlds, outside, {}, out));
  EXPECT_TRUE(jointMatrices({}, {}, {}, {}));
}

}  // namespace
}  // namespace vrm
