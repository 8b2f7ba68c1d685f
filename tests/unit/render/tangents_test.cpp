// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/tangents.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "support/tangent_meshes.hpp"

namespace vrm::render {
namespace {

using test::TangentMesh;

// What MikkTSpace gives for the corners of meshes, with the sign of w changed for texture coordinates that
// begin at the top. Made with the npm package mikktspace 1.1.1 on the meshes of support/tangent_meshes.cpp;
// the test tangents.reference compares with it anew.
const Vec4 kAny{0, 0, 0, 0};  // where it has no direction to offer
// clang-format off
const std::vector<Vec4> kCube = {
    {-0.408248f, -0.816497f, -0.408248f, 1}, {0.408248f, -0.816497f, 0.408248f, 1}, {0.408248f, -0.816497f, -0.408248f, 1},
    {-0.408248f, -0.816497f, -0.408248f, 1}, {0.408248f, -0.816497f, -0.408248f, 1}, {-0.408248f, -0.816497f, 0.408248f, 1},
    {0.408248f, 0.816497f, -0.408248f, 1}, {-0.408248f, 0.816497f, 0.408248f, 1}, {-0.408248f, 0.816497f, -0.408248f, 1},
    {0.408248f, 0.816497f, -0.408248f, 1}, {-0.408248f, 0.816497f, -0.408248f, 1}, {0.408248f, 0.816497f, 0.408248f, 1},
    {-0.408248f, -0.408248f, -0.816497f, 1}, {0.408248f, 0.408248f, -0.816497f, 1}, {-0.408248f, 0.408248f, -0.816497f, 1},
    {-0.408248f, -0.408248f, -0.816497f, 1}, {-0.408248f, 0.408248f, -0.816497f, 1}, {0.408248f, -0.408248f, -0.816497f, 1},
    {-0.408248f, 0.408248f, 0.816497f, 1}, {0.408248f, -0.408248f, 0.816497f, 1}, {-0.408248f, -0.408248f, 0.816497f, 1},
    {-0.408248f, 0.408248f, 0.816497f, 1}, {-0.408248f, -0.408248f, 0.816497f, 1}, {0.408248f, 0.408248f, 0.816497f, 1},
    {-0.816497f, -0.408248f, -0.408248f, 1}, {-0.816497f, 0.408248f, 0.408248f, 1}, {-0.816497f, -0.408248f, 0.408248f, 1},
    {-0.816497f, -0.408248f, -0.408248f, 1}, {-0.816497f, -0.408248f, 0.408248f, 1}, {-0.816497f, 0.408248f, -0.408248f, 1},
    {0.816497f, -0.408248f, 0.408248f, 1}, {0.816497f, 0.408248f, -0.408248f, 1}, {0.816497f, -0.408248f, -0.408248f, 1},
    {0.816497f, -0.408248f, 0.408248f, 1}, {0.816497f, -0.408248f, -0.408248f, 1}, {0.816497f, 0.408248f, 0.408248f, 1},
};
const std::vector<Vec4> kMirrored = {
    {-1, 0, 0, -1}, {-1, 0, 0, -1}, {-1, 0, 0, -1},
    {-1, 0, 0, -1}, {-1, 0, 0, -1}, {-1, 0, 0, -1},
    {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1},
    {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1},
};
const std::vector<Vec4> kBall = {
    {0.707107f, 0, -0.707107f, 1}, {0.894427f, 0.387298f, -0.223607f, 1}, {0, 0, -1, 1},
    {0.707107f, 0, -0.707107f, 1}, {0, 0, -1, 1}, {-0.707107f, 0, -0.707107f, 1},
    {-0.707107f, 0, -0.707107f, 1}, {0, 0, -1, 1}, {-1, 0, 0, 1},
    {-0.707107f, 0, -0.707107f, 1}, {-1, 0, 0, 1}, {-0.707107f, 0, 0.707107f, 1},
    {-0.707107f, 0, 0.707107f, 1}, {-1, 0, 0, 1}, {0, 0, 1, 1},
    {-0.707107f, 0, 0.707107f, 1}, {0, 0, 1, 1}, {0.707107f, 0, 0.707107f, 1},
    {0.707107f, 0, 0.707107f, 1}, {0, 0, 1, 1}, {0.894427f, -0.387298f, 0.223607f, 1},
    {0.707107f, 0, 0.707107f, 1}, {0.894427f, -0.387298f, 0.223607f, 1}, {1, 0, 0, 1},
    {0.894427f, 0.387298f, -0.223607f, 1}, {0.894427f, -0.387298f, -0.223607f, 1}, {0, 0, -1, 1},
    {0.894427f, 0.387298f, -0.223607f, 1}, {0, 0, -1, 1}, {0, 0, -1, 1},
    {0, 0, -1, 1}, {0, 0, -1, 1}, {-1, 0, 0, 1},
    {0, 0, -1, 1}, {-1, 0, 0, 1}, {-1, 0, 0, 1},
    {-1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 0, 1, 1},
    {-1, 0, 0, 1}, {0, 0, 1, 1}, {0, 0, 1, 1},
    {0, 0, 1, 1}, {0, 0, 1, 1}, {0.894427f, 0.387298f, 0.223607f, 1},
    {0, 0, 1, 1}, {0.894427f, 0.387298f, 0.223607f, 1}, {0.894427f, -0.387298f, 0.223607f, 1},
    {0.894427f, -0.387298f, -0.223607f, 1}, {1, 0, 0, 1}, {0.707107f, 0, -0.707107f, 1},
    {0.894427f, -0.387298f, -0.223607f, 1}, {0.707107f, 0, -0.707107f, 1}, {0, 0, -1, 1},
    {0, 0, -1, 1}, {0.707107f, 0, -0.707107f, 1}, {-0.707107f, 0, -0.707107f, 1},
    {0, 0, -1, 1}, {-0.707107f, 0, -0.707107f, 1}, {-1, 0, 0, 1},
    {-1, 0, 0, 1}, {-0.707107f, 0, -0.707107f, 1}, {-0.707107f, 0, 0.707107f, 1},
    {-1, 0, 0, 1}, {-0.707107f, 0, 0.707107f, 1}, {0, 0, 1, 1},
    {0, 0, 1, 1}, {-0.707107f, 0, 0.707107f, 1}, {0.707107f, 0, 0.707107f, 1},
    {0, 0, 1, 1}, {0.707107f, 0, 0.707107f, 1}, {0.894427f, 0.387298f, 0.223607f, 1},
};
const std::vector<Vec4> kDegenerate = {
    {0, -1, 0, 1}, {0, -1, 0, 1}, {0, -1, 0, 1},
    {0, -1, 0, 1}, {0, -1, 0, 1}, {0, -1, 0, 1},
    {0, -1, 0, 1}, {0, -1, 0, 1}, {0, -1, 0, 1},
    {0, -1, 0, 1}, {0, -1, 0, 1}, kAny,
    {0, -1, 0, 1}, {0, -1, 0, 1}, kAny,
    {0, -1, 0, 1}, kAny, kAny,
    kAny, kAny, kAny,
};
// clang-format on

Tangents made(const TangentMesh& mesh) {
  Result<Tangents> result = makeTangents(mesh.input());
  if (result) return *std::move(result);
  ADD_FAILURE() << result.error().toString();
  return {};
}

bool isAlmost(Vec4 a, Vec4 b) {
  constexpr float kRounding = 2e-6f;
  return std::fabs(a.x - b.x) < kRounding && std::fabs(a.y - b.y) < kRounding &&
         std::fabs(a.z - b.z) < kRounding && a.w == b.w;
}

std::string text(Vec4 v) {
  return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ", " +
         std::to_string(v.w) + ")";
}

// What holds for every result: the inputs come first, corners stay at their vertices, tangents are unit
// vectors across the normals where these are unit vectors, w is a sign.
void expectSound(const TangentMesh& mesh, const Tangents& tangents) {
  const std::size_t vertices = mesh.positions.size();
  ASSERT_EQ(tangents.source.size(), tangents.tangents.size());
  ASSERT_GE(tangents.source.size(), vertices);
  ASSERT_EQ(tangents.triangles.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < vertices; ++i) EXPECT_EQ(tangents.source[i], i);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    ASSERT_LT(tangents.triangles[i], tangents.source.size());
    EXPECT_EQ(tangents.source[tangents.triangles[i]], mesh.triangles[i]) << "corner " << i;
  }
  for (std::size_t i = 0; i < tangents.source.size(); ++i) {
    const Vec4& t = tangents.tangents[i];
    const Vec3 tangent{t.x, t.y, t.z}, normal = mesh.normals[tangents.source[i]];
    EXPECT_NEAR(length(tangent), 1, 1e-3) << "vertex " << i << ' ' << text(t);
    EXPECT_EQ(std::fabs(t.w), 1);
    if (std::fabs(length(normal) - 1) < 1e-4f) {
      EXPECT_NEAR(dot(tangent, normal), 0, 1e-3) << "vertex " << i << ' ' << text(t);
    }
  }
}

void expectCorners(const TangentMesh& mesh, const std::vector<Vec4>& expected) {
  const Tangents tangents = made(mesh);
  expectSound(mesh, tangents);
  ASSERT_EQ(tangents.triangles.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Vec4& got = tangents.tangents[tangents.triangles[i]];
    EXPECT_TRUE(expected[i] == kAny || isAlmost(got, expected[i]))
        << "corner " << i << ": " << text(got) << ", not " << text(expected[i]);
  }
}

TEST(Tangents, AreThoseOfMikkTSpace) {
  expectCorners(test::cube(), kCube);
  expectCorners(test::mirrored(), kMirrored);
  expectCorners(test::sphere(4, 3), kBall);
  expectCorners(test::degenerate(), kDegenerate);
}

// An upright picture: to the right, and the bitangent goes up, where green of a normal map points.
TEST(Tangents, GoAlongTheTextureAsInGltf) {
  const Tangents tangents = made(test::plane());
  EXPECT_EQ(tangents.source.size(), 4u);
  for (const Vec4& tangent : tangents.tangents) EXPECT_TRUE(isAlmost(tangent, {1, 0, 0, 1})) << text(tangent);

  TangentMesh turned = test::plane();
  for (Vec2& uv : turned.uvs) uv = {uv.y, 1 - uv.x};
  for (const Vec4& tangent : made(turned).tangents)
    EXPECT_TRUE(isAlmost(tangent, {0, -1, 0, 1})) << text(tangent);

  TangentMesh mirrored = test::plane();
  for (Vec2& uv : mirrored.uvs) uv.x = 1 - uv.x;
  for (const Vec4& tangent : made(mirrored).tangents) {
    EXPECT_TRUE(isAlmost(tangent, {-1, 0, 0, -1})) << text(tangent);
  }
}

TEST(Tangents, SplitVerticesBetweenAPictureAndItsMirrorImage) {
  const TangentMesh mesh = test::mirrored();
  const Tangents tangents = made(mesh);
  expectSound(mesh, tangents);
  ASSERT_EQ(tangents.source.size(), mesh.positions.size() + 2);  // the two in the middle
  for (std::size_t i = mesh.positions.size(); i < tangents.source.size(); ++i) {
    const std::uint32_t source = tangents.source[i];
    EXPECT_EQ(mesh.positions[source].x, 0);
    EXPECT_EQ(tangents.tangents[i].x, -tangents.tangents[source].x);
    EXPECT_EQ(tangents.tangents[i].w, -tangents.tangents[source].w);
  }
  EXPECT_EQ(made(test::torus(8, 6)).source.size(), 9u * 7u);  // nothing to split
}

// Every corner a vertex of its own, and the vertices backwards: the same tangents to the last bits.
TEST(Tangents, DoNotDependOnTheOrderOfVertices) {
  for (const TangentMesh& mesh : {test::torus(9, 7), test::mirrored(), test::sphere(7, 5)}) {
    TangentMesh loose;
    const std::size_t corners = mesh.triangles.size();
    for (std::size_t i = corners; i-- > 0;) {
      const std::uint32_t vertex = mesh.triangles[i];
      loose.add(mesh.positions[vertex], mesh.normals[vertex], mesh.uvs[vertex]);
    }
    loose.triangles.resize(corners);
    std::iota(loose.triangles.rbegin(), loose.triangles.rend(), 0u);
    const Tangents shared = made(mesh), apart = made(loose);
    EXPECT_EQ(apart.source.size(), corners);
    for (std::size_t i = 0; i < corners; ++i) {
      const Vec4 &a = shared.tangents[shared.triangles[i]], &b = apart.tangents[apart.triangles[i]];
      EXPECT_TRUE(isAlmost(a, b)) << "corner " << i << ": " << text(a) << ", " << text(b);
    }
  }
}

TEST(Tangents, AreUnitVectorsWhereTheTextureHasNoArea) {
  for (const Vec3 normal : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, -1}, Vec3{0.6f, 0, 0.8f}}) {
    TangentMesh mesh = test::plane();
    std::fill(mesh.normals.begin(), mesh.normals.end(), normal);
    std::fill(mesh.uvs.begin(), mesh.uvs.end(), Vec2{0.5f, 0.5f});
    expectSound(mesh, made(mesh));
    std::fill(mesh.positions.begin(), mesh.positions.end(), Vec3{});
    expectSound(mesh, made(mesh));
  }
  // The direction of the picture is that of the normals.
  TangentMesh mesh = test::plane();
  std::fill(mesh.normals.begin(), mesh.normals.end(), Vec3{1, 0, 0});
  expectSound(mesh, made(mesh));
}

TEST(Tangents, OfDisorderAreSound) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const TangentMesh mesh = test::chaos(seed, 10 + 7 * seed, 300);
    expectSound(mesh, made(mesh));
  }
}

TEST(Tangents, OfNumbersThatAreNoneAreSound) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kHuge = std::numeric_limits<float>::max();
  constexpr float kTiny = std::numeric_limits<float>::denorm_min();
  for (const float bad : {kNan, kInfinity, -kInfinity, kHuge, -kHuge, 1e20f, 1e-30f, kTiny}) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
      TangentMesh mesh = test::chaos(seed, 24, 60);
      for (std::size_t i = seed % 3; i < mesh.positions.size(); i += 3) {
        if (seed & 1) mesh.positions[i].y = bad;
        if (seed & 2) mesh.normals[i].x = bad;
        if (seed & 4) mesh.uvs[i].x = bad;
        if (seed & 8) mesh.positions[i] = mesh.normals[i] = {bad, -bad, bad};
      }
      expectSound(mesh, made(mesh));
    }
  }
}

// All triangles around one vertex, all along one edge: no pair is looked at on its own.
TEST(Tangents, OfFansTakeNoLongerThanOthers) {
  constexpr std::uint32_t kMany = 60000;
  TangentMesh fan, book;
  for (TangentMesh* mesh : {&fan, &book}) {
    mesh->add({}, {0, 0, 1}, {});
    mesh->add({0, 0, 1}, {0, 0, 1}, {1, 0});
  }
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const float x = static_cast<float>(i % 250) - 125, y = static_cast<float>(i) / 250 - 120;
    fan.add({x, y, 0}, {0, 0, 1}, {x, y});
    fan.triangles.insert(fan.triangles.end(), {0, 2 + i, i == 0 ? 1 + kMany : 1 + i});
    book.add({x, y, 0}, {0, 0, 1}, {x, y});
    book.triangles.insert(book.triangles.end(), {0, 1, 2 + i});
  }
  EXPECT_EQ(made(fan).triangles.size(), 3 * kMany);
  EXPECT_EQ(made(book).triangles.size(), 3 * kMany);
}

TEST(Tangents, OfNothingAreNone) {
  const Tangents tangents = made({});
  EXPECT_TRUE(tangents.source.empty() && tangents.tangents.empty() && tangents.triangles.empty());
  TangentMesh points = test::plane();
  points.triangles.clear();
  expectSound(points, made(points));
}

TEST(Tangents, RefuseWhatDoesNotFit) {
  const auto codeOf = [](const TangentMesh& mesh) {
    const Result<Tangents> result = makeTangents(mesh.input());
    return result ? Code{} : result.error().code;
  };
  TangentMesh normals = test::plane(), uvs = test::plane(), range = test::plane(), cut = test::plane();
  normals.normals.pop_back();
  uvs.uvs.emplace_back();
  range.triangles[4] = 4;
  cut.triangles.pop_back();
  for (const TangentMesh* mesh : {&normals, &uvs, &range, &cut}) EXPECT_EQ(codeOf(*mesh), Code::ApiMisuse);
}

}  // namespace
}  // namespace vrm::render
