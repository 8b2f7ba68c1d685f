// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node spring.mjs [--frames N] FILE
//
// How long three-vrm takes for what bench_spring measures: springBoneManager.update, which writes the rotations of the
// joints and the world matrices of all that lies below the springs' common ancestor. Reads numbers of avatars, one per
// line, and answers each with a line of JSON, in nanoseconds per avatar; so a driver can alternate it with something else.
// "matrices" is what scene.updateMatrixWorld() takes on its own, and in no other number; "stale" counts the file's nodes
// whose world matrices the update alone does not get right.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse, versions } from './loader.mjs';

let frames = 1000;
let file;
for (let i = 2; i < process.argv.length; ++i) {
  if (process.argv[i] === '--frames') frames = Number(process.argv[++i]);
  else file = process.argv[i];
}
if (!file || !(frames >= 200)) {
  console.error('usage: node spring.mjs [--frames N] FILE');
  process.exit(2);
}

const DT = 1 / 60;

// The same as in spring.cpp.
function drive(vrm, t) {
  vrm.scene.position.set(0.3 * Math.sin(3 * t), 0, 0.2 * Math.cos(2 * t));
  const yaw = 0.25 * Math.sin(2 * t);
  vrm.scene.quaternion.set(0, Math.sin(yaw), 0, Math.cos(yaw));
  const nod = 0.15 * Math.sin(4 * t);
  vrm.humanoid.getRawBoneNode('head')?.quaternion.set(Math.sin(nod), 0, 0, Math.cos(nod));
}

function lowestMedian(times, block) {
  let best = Infinity;
  for (let at = 0; at + block <= times.length; at += block) {
    const part = times.slice(at, at + block).sort((a, b) => a - b);
    best = Math.min(best, part[block / 2]);
  }
  return best;
}

function measure(avatars, count, block, update) {
  const times = [];
  for (let frame = 0; frame < count; ++frame) {
    avatars.forEach((vrm, i) => drive(vrm, frame / 60 + 0.013 * i));
    const start = performance.now();
    for (let i = 0; i < avatars.length; ++i) update(avatars[i]);
    times.push((performance.now() - start) * 1e6);
  }
  return Math.round(lowestMedian(times, block) / avatars.length);
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

const print = (object) => process.stdout.write(JSON.stringify(object) + '\n');
const data = readFileSync(file);
const all = [];
async function avatarsOf(count) {
  while (all.length < count) {
    const { vrm } = (await parse(file, data)).userData;
    if (!vrm?.springBoneManager) throw new Error('three-vrm saw no springs in the file');
    vrm.scene.updateMatrixWorld(true);
    vrm.springBoneManager.reset();
    all.push(vrm);
  }
  return all.slice(0, count);
}

try {
  const [first] = await avatarsOf(1);
  const joints = first.springBoneManager.joints.size;
  let pairs = 0;
  for (const joint of first.springBoneManager.joints) {
    for (const group of joint.colliderGroups) pairs += group.colliders.length;
  }
  print({ versions });
  for await (const line of createInterface({ input: process.stdin })) {
    const count = Number(line);
    if (!(count > 0)) break;
    const avatars = await avatarsOf(count);
    // Seconds instead of minutes for crowds: shorter blocks have the lower lowest median, so that is not to our advantage.
    const block = count * joints >= 10000 ? 50 : 200;
    const many = Math.max(block, Math.round((frames * 10) / (count + 9) / (block < 200 ? 4 : 1)));
    const springs = (vrm) => vrm.springBoneManager.update(DT);
    // The compiler needs some thousand calls before the code is as fast as it gets.
    measure(avatars, many, block, springs);
    const update = measure(avatars, many, block, springs);
    const matrices = measure(avatars, block, block, (vrm) => vrm.scene.updateMatrixWorld());
    print({ avatars: count, joints, pairs, update, matrices, stale: staleNodes(avatars[0]) });
  }
} catch (error) {
  print({ error: String(error?.message ?? error) });
  process.exit(1);
}
process.exit(0);
