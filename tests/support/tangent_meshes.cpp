// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/tangent_meshes.hpp"

#include <random>

#include "vrm/base/trig.hpp"

namespace vrm::test {
namespace {

constexpr double kTurn = 6.283185307179586;

Vec3 toUnit(Vec3 v) {
  return v * (1 / length(v));
}

void addQuad(TangentMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh.triangles.insert(mesh.triangles.end(), {a, b, c, a, c, d});
}

SinCos turned(std::uint32_t step, std::uint32_t steps) {
  // The last is the first to the bit, so that seams are closed.
  return sinCos(kTurn * (step % steps) / steps);
}

// A grid of vertices by their texture coordinates, (0, 0) to (1, 1), of columns by rows quads.
template <class Place>
TangentMesh grid(std::uint32_t columns, std::uint32_t rows, Place&& place) {
  TangentMesh mesh;
  for (std::uint32_t row = 0; row <= rows; ++row) {
    for (std::uint32_t column = 0; column <= columns; ++column) {
      const auto [position, normal] = place(column, row);
      mesh.add(position, normal,
               {static_cast<float>(column) / static_cast<float>(columns),
                static_cast<float>(row) / static_cast<float>(rows)});
    }
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t a = row * (columns + 1) + column, below = a + columns + 1;
      addQuad(mesh, a, below, below + 1, a + 1);
    }
  }
  return mesh;
}

}  // namespace

std::uint32_t TangentMesh::add(Vec3 position, Vec3 normal, Vec2 uv) {
  positions.push_back(position);
  normals.push_back(normal);
  uvs.push_back(uv);
  return static_cast<std::uint32_t>(positions.size() - 1);
}

TangentMesh plane() {
  return grid(1, 1, [](std::uint32_t column, std::uint32_t row) {
    return std::pair(Vec3{column ? 1.0f : -1.0f, row ? -1.0f : 1.0f, 0}, Vec3{0, 0, 1});
  });
}

TangentMesh cube() {
  TangentMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      const auto corner = [&](float a, float b) {
        const float values[3] = {side, a * side, b};
        const auto at = [&](int i) { return values[(i + 3 - axis) % 3]; };
        const Vec3 position{at(0), at(1), at(2)};
        return mesh.add(position, toUnit(position), {(a + 1) / 2, (1 - b) / 2});
      };
      const std::uint32_t a = corner(-1, -1), b = corner(1, -1), c = corner(1, 1), d = corner(-1, 1);
      addQuad(mesh, a, b, c, d);
    }
  }
  return mesh;
}

TangentMesh mirrored() {
  TangentMesh mesh = grid(2, 1, [](std::uint32_t column, std::uint32_t row) {
    return std::pair(Vec3{static_cast<float>(column) - 1, row ? -1.0f : 1.0f, 0}, Vec3{0, 0, 1});
  });
  for (std::size_t i = 0; i < mesh.uvs.size(); ++i) mesh.uvs[i].x = std::fabs(mesh.positions[i].x);
  return mesh;
}

TangentMesh sphere(std::uint32_t columns, std::uint32_t rows) {
  return grid(columns, rows, [&](std::uint32_t column, std::uint32_t row) {
    const SinCos around = turned(column, columns), down = sinCos(kTurn / 2 * row / rows);
    const double ring = row == 0 || row == rows ? 0 : down.sin;
    const Vec3 place{narrow(around.sin * ring), narrow(down.cos), narrow(around.cos * ring)};
    return std::pair(place, toUnit(place));
  });
}

TangentMesh torus(std::uint32_t columns, std::uint32_t rows) {
  return grid(columns, rows, [&](std::uint32_t column, std::uint32_t row) {
    const SinCos around = turned(column, columns), tube = turned(row, rows);
    const Vec3 normal{narrow(around.sin * tube.cos), narrow(-tube.sin), narrow(around.cos * tube.cos)};
    const Vec3 middle{narrow(2 * around.sin), 0, narrow(2 * around.cos)};
    return std::pair(middle + normal * 0.7f, normal);
  });
}

TangentMesh degenerate() {
  TangentMesh mesh = plane();
  for (Vec2& uv : mesh.uvs)
    uv = {uv.y, 1 - uv.x};  // a quarter of a turn: its tangents are not everybody's default
  const Vec3 up{0, 0, 1};
  mesh.triangles.insert(mesh.triangles.begin(), {0, 1, 1});  // before the sound ones that it takes from
  // The same place with other texture coordinates: nobody to take from.
  const std::uint32_t again = mesh.add(mesh.positions[3], up, {0.25f, 0.25f});
  mesh.triangles.insert(mesh.triangles.end(), {0, 3, again});
  // Next to the plane, with a piece of picture that is a line; then one further away.
  const std::uint32_t right = mesh.add({2, 0, 0}, up, {0.5f, 0});
  const std::uint32_t far = mesh.add({3, 1, 0}, up, {0.25f, 0});
  mesh.triangles.insert(mesh.triangles.end(), {1, 3, right, 1, right, far});
  // Somewhere else, with no picture at all.
  const Vec3 side{1, 0, 0};
  const std::uint32_t alone = mesh.add({9, 0, 0}, side, {0.5f, 0.5f});
  mesh.add({9, 1, 0}, side, {0.5f, 0.5f});
  mesh.add({9, 0, 1}, side, {0.5f, 0.5f});
  mesh.triangles.insert(mesh.triangles.end(), {alone, alone + 1, alone + 2});
  return mesh;
}

TangentMesh chaos(std::uint32_t seed, std::uint32_t vertices, std::uint32_t triangles) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random() % count); };
  const auto number = [&](std::uint32_t count) { return static_cast<float>(below(count)); };
  TangentMesh mesh;
  for (std::uint32_t i = 0; i < vertices; ++i) {
    const Vec3 normal = toUnit({number(201) - 100.5f, number(201) - 100.5f, number(201) - 100.5f});
    mesh.add({number(7), number(7), number(7)}, normal, {number(5) / 4, number(5) / 4});
  }
  for (std::uint32_t i = 0; i < 3 * triangles; ++i) mesh.triangles.push_back(below(vertices));
  return mesh;
}

}  // namespace vrm::test
