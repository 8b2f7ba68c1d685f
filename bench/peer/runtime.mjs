// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node runtime.mjs [--frames N] FILE
//
// How long three-vrm takes for what bench_runtime measures: humanoid, gaze, expressions, constraints and the world matrices
// of the scene, without springs and materials. Reads numbers of avatars, one per line, and answers each with a line of
// JSON, in nanoseconds per avatar; so a driver can alternate it with something else. The whole is the sum of the parts of
// a frame, which are timed in one go; each part is timed on its own in another run.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { THREE, parse, versions } from './loader.mjs';

let frames = 1000;
let file;
for (let i = 2; i < process.argv.length; ++i) {
  if (process.argv[i] === '--frames') frames = Number(process.argv[++i]);
  else file = process.argv[i];
}
if (!file || !(frames >= 200)) {
  console.error('usage: node runtime.mjs [--frames N] FILE');
  process.exit(2);
}

const BLOCK = 200;
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

const DT = 1 / 60;
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

function lowestMedian(times) {
  let best = Infinity;
  for (let at = 0; at + BLOCK <= times.length; at += BLOCK) {
    const block = times.slice(at, at + BLOCK).sort((a, b) => a - b);
    best = Math.min(best, block[BLOCK / 2]);
  }
  return best;
}

function measureUpdate(avatars, count) {
  const times = [];
  for (let frame = 0; frame < count; ++frame) {
    avatars.forEach((vrm, i) => drive(vrm, frame / 60 + 0.013 * i));
    const start = performance.now();
    for (let i = 0; i < avatars.length; ++i) update(avatars[i]);
    times.push((performance.now() - start) * 1e6);
  }
  return lowestMedian(times) / avatars.length;
}

function measureStages(avatars, count) {
  const times = Object.fromEntries(Object.keys(STAGES).map((name) => [name, []]));
  for (let frame = 0; frame < count; ++frame) {
    avatars.forEach((vrm, i) => drive(vrm, frame / 60 + 0.013 * i));
    for (const [name, stage] of Object.entries(STAGES)) {
      const start = performance.now();
      for (let i = 0; i < avatars.length; ++i) stage(avatars[i]);
      times[name].push((performance.now() - start) * 1e6);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, Math.round(lowestMedian(list) / avatars.length)]));
}

const print = (object) => process.stdout.write(JSON.stringify(object) + '\n');
const data = readFileSync(file);
const all = [];
async function avatarsOf(count) {
  while (all.length < count) {
    const gltf = await parse(file, data);
    const vrm = gltf.userData.vrm;
    if (!vrm) throw new Error('three-vrm saw no VRM in the file');
    if (vrm.lookAt) vrm.lookAt.target = new THREE.Object3D();
    vrm.scene.updateMatrixWorld(true);
    all.push(vrm);
  }
  return all.slice(0, count);
}

try {
  await avatarsOf(1);
  print({ versions });
  for await (const line of createInterface({ input: process.stdin })) {
    const count = Number(line);
    if (!(count > 0)) break;
    const avatars = await avatarsOf(count);
    const many = Math.max(BLOCK, Math.round((frames * 10) / (count + 9)));
    // The compiler needs some thousand calls before the code is as fast as it gets.
    measureUpdate(avatars, Math.max(BLOCK, many));
    print({ avatars: count, update: Math.round(measureUpdate(avatars, many)), ...measureStages(avatars, many) });
  }
} catch (error) {
  print({ error: String(error?.message ?? error) });
  process.exit(1);
}
process.exit(0);
