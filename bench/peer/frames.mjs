// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the drivers that time frames of three-vrm share.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse, versions } from './loader.mjs';

export const DT = 1 / 60;
export const BLOCK = 200;

export function lowestMedian(times, block = BLOCK) {
  let best = Infinity;
  for (let at = 0; at + block <= times.length; at += block) {
    const part = times.slice(at, at + block).sort((a, b) => a - b);
    best = Math.min(best, part[block / 2]);
  }
  return best;
}

// Times each of the functions of an avatar for all avatars, frame by frame, after `drive` has set the inputs: one list of
// nanoseconds per avatar for each.
export function timeFrames(avatars, count, drive, functions) {
  const times = functions.map(() => []);
  for (let frame = 0; frame < count; ++frame) {
    avatars.forEach((vrm, i) => drive(vrm, frame / 60 + 0.013 * i));
    functions.forEach((run, k) => {
      const start = performance.now();
      for (let i = 0; i < avatars.length; ++i) run(avatars[i]);
      times[k].push(((performance.now() - start) * 1e6) / avatars.length);
    });
  }
  return times;
}

// node SCRIPT [--frames N] FILE: reads numbers of avatars, one per line, and answers each with a line of JSON, so that a
// driver can alternate it with something else. `prepare` makes an avatar ready or throws; `measure` gets the avatars and
// about how many frames to time.
export async function answer(prepare, measure) {
  let frames = 1000;
  let file;
  for (let i = 2; i < process.argv.length; ++i) {
    if (process.argv[i] === '--frames') frames = Number(process.argv[++i]);
    else file = process.argv[i];
  }
  if (!file || !(frames >= BLOCK)) {
    console.error(`usage: node ${process.argv[1]} [--frames N] FILE`);
    process.exit(2);
  }
  const print = (object) => process.stdout.write(JSON.stringify(object) + '\n');
  const data = readFileSync(file);
  const all = [];
  const avatarsOf = async (count) => {
    while (all.length < count) {
      const { vrm } = (await parse(file, data)).userData;
      if (!vrm) throw new Error('three-vrm saw no VRM in the file');
      vrm.scene.updateMatrixWorld(true);
      prepare(vrm);
      all.push(vrm);
    }
    return all.slice(0, count);
  };
  try {
    await avatarsOf(1);
    print({ versions });
    for await (const line of createInterface({ input: process.stdin })) {
      const count = Number(line);
      if (!(count > 0)) break;
      print({ avatars: count, ...measure(await avatarsOf(count), Math.round((frames * 10) / (count + 9))) });
    }
  } catch (error) {
    print({ error: String(error?.message ?? error) });
    process.exit(1);
  }
  process.exit(0);
}
