// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node spring.mjs [--frames N] FILE
//
// How long three-vrm takes for what bench_spring measures: springBoneManager.update, which writes the rotations of the
// joints and the world matrices of all that lies below the springs' common ancestor, in nanoseconds per avatar. "matrices"
// is what scene.updateMatrixWorld() takes on its own, and in no other number; "stale" counts the file's nodes whose world
// matrices the update alone does not get right.
import { BLOCK, DT, answer, lowestMedian, timeFrames } from './frames.mjs';

// The same as in spring.cpp.
function drive(vrm, t) {
  vrm.scene.position.set(0.3 * Math.sin(3 * t), 0, 0.2 * Math.cos(2 * t));
  const yaw = 0.25 * Math.sin(2 * t);
  vrm.scene.quaternion.set(0, Math.sin(yaw), 0, Math.cos(yaw));
  const nod = 0.15 * Math.sin(4 * t);
  vrm.humanoid.getRawBoneNode('head')?.quaternion.set(Math.sin(nod), 0, 0, Math.cos(nod));
}

function staleNodes(vrm) {
  drive(vrm, 0.7);
  vrm.springBoneManager.update(DT);
  const before = new Map();
  vrm.scene.traverse((node) => before.set(node, node.matrixWorld.clone()));
  vrm.humanoid.normalizedHumanBonesRoot.traverse((node) => before.delete(node)); // a rig of its own, not in the file
  vrm.scene.updateMatrixWorld(true);
  let stale = 0;
  for (const [node, matrix] of before) {
    if (matrix.elements.some((v, i) => Math.abs(v - node.matrixWorld.elements[i]) > 1e-9)) ++stale;
  }
  return stale;
}

const prepare = (vrm) => {
  if (!vrm.springBoneManager) throw new Error('three-vrm saw no springs in the file');
  vrm.springBoneManager.reset();
};

await answer(prepare, (avatars, frames) => {
  const { joints } = avatars[0].springBoneManager;
  let pairs = 0;
  for (const joint of joints) {
    for (const group of joint.colliderGroups) pairs += group.colliders.length;
  }
  // Seconds instead of minutes for crowds: shorter blocks have the lower lowest median, so that is not to our advantage.
  const block = avatars.length * joints.size >= 10000 ? BLOCK / 4 : BLOCK;
  const count = Math.max(block, Math.round((frames * block) / BLOCK));
  const nanoseconds = (many, update) => Math.round(lowestMedian(timeFrames(avatars, many, drive, [update])[0], block));
  const springs = (vrm) => vrm.springBoneManager.update(DT);
  // The compiler needs some thousand calls before the code is as fast as it gets.
  nanoseconds(count, springs);
  const update = nanoseconds(count, springs);
  const matrices = nanoseconds(block, (vrm) => vrm.scene.updateMatrixWorld());
  return { joints: joints.size, pairs, update, matrices, stale: staleNodes(avatars[0]) };
});
