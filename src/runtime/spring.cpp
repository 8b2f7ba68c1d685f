// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/spring.hpp"

#include <cmath>

#include "base/double3.hpp"
#include "runtime/spring_solve.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trs.hpp"

namespace vrm {
namespace {

Vec3 column(const Mat4& m, std::size_t i) {
  return {m[4 * i], m[4 * i + 1], m[4 * i + 2]};
}

// Rows of the matrix of cofactors, which is the inverse but for the determinant.
struct Cofactors {
  Vec3 x, y, z;
  float determinant;
};
Cofactors cofactors(const Mat4& m) {
  const Vec3 x = column(m, 0), y = column(m, 1), z = column(m, 2);
  const Vec3 yz = cross(y, z);
  return {yz, cross(z, x), cross(x, y), dot(x, yz)};
}

}  // namespace

PlacedCollider placedCollider(const SpringColliderRow& row, const Mat4& world,
                              const SpringInputs& inputs) noexcept {
  PlacedCollider out;
  out.center = transformPoint(world, row.offset);
  out.radius = row.node < inputs.sceneEnd ? row.radius * inputs.scale : row.radius;
  if (row.type == SpringColliderType::Capsule) {
    out.way = transformPoint(world, row.tail) - out.center;
    const float squared = dot(out.way, out.way);
    if (squared > 1e-30f && squared < 1e30f) out.inverseSquare = 1 / squared;
  } else if (row.type == SpringColliderType::Plane) {
    // A normal goes through the inverse transpose.
    const Cofactors c = cofactors(world);
    const Vec3 n = c.x * row.tail.x + c.y * row.tail.y + c.z * row.tail.z;
    const float squared = dot(n, n);
    const float k = (c.determinant < 0 ? -1.0f : 1.0f) / std::sqrt(squared);
    out.way = squared > 1e-30f && squared < 1e30f ? n * k : row.tail;
  }
  return out;
}

PlacedCenter placedCenter(const Mat4& world) noexcept {
  // In double: what is read from center space a frame after it was stored goes through both.
  const auto column = [&](std::size_t i) {
    return Double3{static_cast<double>(world[i]), static_cast<double>(world[i + 1]),
                   static_cast<double>(world[i + 2])};
  };
  const Double3 x = column(0), y = column(4), z = column(8);
  const Double3 rows[] = {cross(y, z), cross(z, x), cross(x, y)};
  const double determinant = dot(x, rows[0]);
  // A center without volume has no space: the world's is as good.
  if (!(std::abs(determinant) > 1e-30) || !(std::abs(determinant) < 1e30))
    return {kIdentityMatrix, kIdentityMatrix};
  PlacedCenter out{world, kIdentityMatrix};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 row = narrowed(scaled(rows[i], 1 / determinant));
    out.inverse[i] = row.x, out.inverse[4 + i] = row.y, out.inverse[8 + i] = row.z;
  }
  return out;
}

namespace {

void solvePlain(const SpringWork& work, const SpringWave& wave) {
  for (const SpringChainRow& chain : work.program.chains.subspan(wave.firstChain, wave.chainCount))
    scalar::solveChain(work, chain);
}

#if VRM_WITH_SIMD
void solveWide(const SpringWork& work, const SpringWave& wave) {
  wide::solvePacks(work, work.program.packs.subspan(wave.firstPack, wave.packCount));
  for (const SpringChainRow& chain : work.program.chains.subspan(wave.firstChain, wave.chainCount)) {
    if (chain.live) scalar::solveChain(work, chain);
  }
}
#endif

template <class Solve>
void step(const SpringWork& work, Solve&& solve) {
  const SpringProgram& program = work.program;
  const SpringInputs& inputs = work.inputs;
  for (const NodeRange& range : program.apart) {
    worldMatrices(inputs.parents, work.locals, range.first < inputs.sceneEnd ? inputs.root : kIdentityMatrix,
                  range.first, range.last, work.worlds);
  }
  for (const SpringWave& wave : program.waves) {
    for (std::uint32_t i = wave.firstRotation; i < wave.firstRotation + wave.rotationCount; ++i) {
      const SpringRotation& r = program.rotations[i];
      const Quat root = r.node < inputs.sceneEnd ? inputs.rootRotation : Quat{};
      work.scratch.rotations[i] =
          (r.parent == kNone ? root : work.scratch.rotations[r.parent]) * work.locals.rotations[r.node];
    }
    for (std::uint32_t i = wave.firstCollider; i < wave.firstCollider + wave.colliderCount; ++i) {
      const SpringColliderRow& row = program.colliders[i];
      work.scratch.colliders[i] = placedCollider(row, work.worlds[row.node], inputs);
    }
    for (std::uint32_t i = wave.firstCenter; i < wave.firstCenter + wave.centerCount; ++i)
      work.scratch.centers[i] = placedCenter(work.worlds[program.centers[i]]);
    solve(work, wave);
    for (const std::uint32_t node : program.below.subspan(wave.firstBelow, wave.belowCount))
      work.worlds[node] = multiply(work.worlds[inputs.parents[node]], toMatrix(work.locals[node]));
  }
}

}  // namespace

void scalar::stepSprings(const SpringWork& work) noexcept {
  step(work, solvePlain);
}

void stepSprings(const SpringProgram& program, const SpringInputs& inputs, const Locals& locals,
                 std::span<SpringJointState> states, const SpringScratch& scratch,
                 std::span<Mat4> worlds) noexcept {
  const SpringWork work{program, inputs, locals, states, scratch, worlds};
#if VRM_WITH_SIMD
  // Springs that are off, or begin anew, are rare, and not worth a lane.
  bool usual = inputs.dt > 0;
  for (const SpringMode mode : inputs.modes) usual = usual && mode == SpringMode::On;
  if (usual) return step(work, solveWide);
#endif
  step(work, solvePlain);
}

void carrySprings(const SpringProgram& program, std::uint32_t sceneEnd, const Quat& turn, float scale,
                  std::span<SpringJointState> states) noexcept {
  for (const SpringChainRow& chain : program.chains) {
    if (chain.center != kNone || program.links[chain.firstLink].node >= sceneEnd) continue;
    for (const SpringLink& link : program.links.subspan(chain.firstLink, chain.linkCount)) {
      if (link.joint == kNone) continue;
      SpringJointState& state = states[link.joint];
      for (Vec3* v : {&state.tail, &state.previousTail, &state.head}) {
        const Vec3 carried = rotate(turn, *v) * scale;
        if (std::isfinite(dot(carried, carried))) *v = carried;
      }
    }
  }
}

}  // namespace vrm
