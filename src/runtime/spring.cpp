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

Cofactors cofactorsOf(const Mat4& m) {
  const auto column = [&](std::size_t i) { return toDouble(Vec3{m[i], m[i + 1], m[i + 2]}); };
  return {column(0), column(4), column(8)};
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
    const Cofactors c = cofactorsOf(world);
    const auto part = [](const Double3& v, float n) { return scaled(v, static_cast<double>(n)); };
    const Double3 x = part(c.x, row.tail.x), y = part(c.y, row.tail.y), z = part(c.z, row.tail.z);
    const double sign = c.determinant < 0 ? -1 : 1;
    out.way = direction(scaled({x.x + y.x + z.x, x.y + y.y + z.y, x.z + y.z + z.z}, sign)).value_or(row.tail);
  }
  return out;
}

PlacedCenter placedCenter(const Mat4& world) noexcept {
  // In double: what is read from center space a frame after it was stored goes through both.
  const Cofactors c = cofactorsOf(world);
  // A center without volume has no space: the world's is as good.
  if (!c.invertible()) return {kIdentityMatrix, kIdentityMatrix};
  const Double3 rows[] = {c.x, c.y, c.z};
  PlacedCenter out{world, kIdentityMatrix};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 row = narrowed(scaled(rows[i], 1 / c.determinant));
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
  for (const SpringChainRow& chain :
       work.program.chains.subspan(wave.firstChain + wave.packedCount, wave.chainCount - wave.packedCount))
    scalar::solveChain(work, chain);
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
    const bool turns = program.turns || !staysRigid(inputs);
    for (std::uint32_t i = wave.firstRotation; turns && i < wave.firstRotation + wave.rotationCount; ++i) {
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
  shift(work.worlds.first(work.inputs.sceneEnd), work.inputs.origin);
}

void stepSprings(const SpringProgram& program, const SpringInputs& inputs, const Locals& locals,
                 const SpringStates& states, const SpringScratch& scratch, std::span<Mat4> worlds) noexcept {
  const SpringWork work{program, inputs, locals, states, scratch, worlds};
#if VRM_WITH_SIMD
  // Springs that are off, or begin anew, are rare, and not worth a lane.
  bool usual = inputs.dt > 0;
  for (const SpringMode mode : inputs.modes) usual = usual && mode == SpringMode::On;
  if (usual) {
    step(work, solveWide);
    for (const NodeRange& range : program.read)
      shift(worlds.subspan(range.first, range.last - range.first), inputs.origin);
    return;
  }
#endif
  scalar::stepSprings(work);
}

void carrySprings(const SpringProgram& program, std::uint32_t sceneEnd, const Quat& turn, float scale,
                  const SpringStates& states) noexcept {
  for (const SpringChainRow& chain : program.chains) {
    if (chain.center != kNone || program.links[chain.firstLink].node >= sceneEnd) continue;
    for (const SpringLink& link : program.links.subspan(chain.firstLink, chain.linkCount)) {
      if (link.joint == kNone) continue;
      SpringJointState state = states.get(link.joint);
      for (Vec3* v : {&state.tail, &state.previousTail, &state.head}) {
        const Vec3 carried = rotate(turn, *v) * scale;
        if (std::isfinite(dot(carried, carried))) *v = carried;
      }
      states.set(link.joint, state);
    }
  }
}

}  // namespace vrm
