// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node load.mjs [--rounds N] [--milliseconds M] FILE
//
// How long three-vrm takes from bytes in memory to a loaded scene, images not decoded. Warms up first, then prints one
// JSON object with the versions; after that one per round. Without --rounds it plays a round for every line that it
// reads, so that a driver can alternate it with something else.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse, versions } from './loader.mjs';

const options = { rounds: 0, milliseconds: 100 };
let file;
for (let i = 2; i < process.argv.length; ++i) {
  const name = process.argv[i].replace(/^--/, '');
  if (name in options) options[name] = Number(process.argv[++i]);
  else file = process.argv[i];
}
if (!file || !(options.rounds >= 0) || !(options.milliseconds > 0)) {
  console.error('usage: node load.mjs [--rounds N] [--milliseconds M] FILE');
  process.exit(2);
}

const bytes = readFileSync(file);
const isVrm = file.toLowerCase().endsWith('.vrm');

async function loadOnce() {
  const start = performance.now();
  const gltf = await parse(file, bytes);
  const time = performance.now() - start;
  // three-vrm attaches morph target binds after it has reported success; they are its gift to the next load's time.
  await new Promise((resolve) => setImmediate(resolve));
  if (isVrm && !gltf.userData.vrm) throw new Error('three-vrm saw no VRM in the file');
  return time;
}

async function playRound(milliseconds) {
  const times = [];
  const end = performance.now() + milliseconds;
  while (times.length < 3 || performance.now() < end) times.push(await loadOnce());
  const sorted = times.toSorted((a, b) => a - b);
  return { ns: Math.round(sorted[0] * 1e6), medianNs: Math.round(sorted[sorted.length >> 1] * 1e6), loads: times.length };
}

const print = (object) => process.stdout.write(JSON.stringify(object) + '\n');
try {
  const cold = await loadOnce();
  // The compiler needs some thousand calls before the code is as fast as it gets.
  const warmup = await playRound(Math.max(1500, 10 * options.milliseconds));
  print({
    file, ...versions, coldNs: Math.round(cold * 1e6), warmupLoads: warmup.loads,
  });
  for (let i = 0; i < options.rounds; ++i) print(await playRound(options.milliseconds));
  if (options.rounds === 0) {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === 'end') break;
      print(await playRound(options.milliseconds));
    }
  }
} catch (error) {
  print({ file, error: String(error?.message ?? error).slice(0, 300) });
}
process.exit(0);
