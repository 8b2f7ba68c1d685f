// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node runtime.mjs [--frames N] FILE
//
// How long three-vrm takes for what bench_runtime measures: humanoid, gaze, expressions, constraints and the world matrices
// of the scene, without springs and materials, in nanoseconds per avatar. The parts of a frame are timed in one go; each is
// timed on its own in another run.
import { BLOCK, DT, answer, lowestMedian, timeFrames } from './frames.mjs';
import { THREE } from './loader.mjs';

const TURN = 2 * Math.PI;
// The same as in runtime.cpp.
const MOTIONS = [
  ['hips', 'y', 0.2, 0.7], ['spine', 'x', 0.1, 0.4], ['chest', 'z', 0.08, 0.55], ['neck', 'x', 0.3, 0.9],
  ['head', 'z', 0.35, 1.1], ['leftUpperArm', 'z', 0.6, 0.8], ['rightUpperArm', 'z', -0.6, 0.8],
  ['leftLowerArm', 'y', -0.5, 0.6], ['rightLowerArm', 'y', 0.5, 0.6], ['leftUpperLeg', 'x', 0.4, 0.65],
  ['rightUpperLeg', 'x', -0.4, 0.65],
];

function drive(vrm, t) {
  for (const [bone, axis, size, frequency] of MOTIONS) {
    const node = vrm.humanoid.getNormalizedBoneNode(bone);
    if (!node) continue;
    const half = (size * Math.sin(TURN * frequency * t)) / 2;
    const s = Math.sin(half);
    node.quaternion.set(axis === 'x' ? s : 0, axis === 'y' ? s : 0, axis === 'z' ? s : 0, Math.cos(half));
  }
  vrm.scene.position.set(0.3 * Math.sin(TURN * 0.5 * t), 0, 0);
  const yaw = 0.25 * Math.sin(TURN * 0.3 * t);
  vrm.scene.quaternion.set(0, Math.sin(yaw), 0, Math.cos(yaw));
  vrm.lookAt?.target?.position.set(2 * Math.sin(t), 1.4 + 0.5 * Math.sin(0.7 * t), 2 * Math.cos(t));
  vrm.lookAt?.target?.updateMatrixWorld();
  vrm.expressionManager?.setValue('aa', 0.5 + 0.5 * Math.sin(5 * t));
  vrm.expressionManager?.setValue('blink', 0.5 + 0.5 * Math.sin(3 * t));
  vrm.expressionManager?.setValue('happy', 0.5 + 0.5 * Math.sin(t));
}

const STAGES = {
  humanoid: (vrm) => vrm.humanoid.update(),
  lookAt: (vrm) => vrm.lookAt?.update(DT),
  expressions: (vrm) => vrm.expressionManager?.update(),
  constraints: (vrm) => vrm.nodeConstraintManager?.update(),
  matrices: (vrm) => vrm.scene.updateMatrixWorld(),
};
const update = (vrm) => {
  vrm.humanoid.update();
  vrm.lookAt?.update(DT);
  vrm.expressionManager?.update();
  vrm.nodeConstraintManager?.update();
  vrm.scene.updateMatrixWorld();
};

const prepare = (vrm) => {
  if (vrm.lookAt) vrm.lookAt.target = new THREE.Object3D();
};

await answer(prepare, (avatars, frames) => {
  const count = Math.max(BLOCK, frames);
  const nanoseconds = (functions) => timeFrames(avatars, count, drive, functions).map((times) => Math.round(lowestMedian(times)));
  // The compiler needs some thousand calls before the code is as fast as it gets.
  nanoseconds([update]);
  const stages = nanoseconds(Object.values(STAGES));
  return { update: nanoseconds([update])[0], ...Object.fromEntries(Object.keys(STAGES).map((name, i) => [name, stages[i]])) };
});
