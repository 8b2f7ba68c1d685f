// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// node validate.mjs [--milliseconds M] LIST
//
// How long the Khronos validator takes, with its default options, for the files that LIST names, one per line: each read from
// disk, over and over. Warms up first and says so in a line of JSON; then for every line that it reads one with
// `files`, the fastest run of each in M milliseconds (of three at least; null: it refuses the file), and `one`, the fastest of
// three walks through all of them. All in nanoseconds.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import validator from 'gltf-validator';

let milliseconds = 20;
let list;
for (let i = 2; i < process.argv.length; ++i) {
  if (process.argv[i] === '--milliseconds') milliseconds = Number(process.argv[++i]);
  else list = process.argv[i];
}
if (!list || !(milliseconds > 0)) {
  console.error('usage: node validate.mjs [--milliseconds M] LIST');
  process.exit(2);
}
const files = readFileSync(list, 'utf8').split('\n').filter((line) => line !== '');

async function validate(file) {
  const folder = dirname(file);
  try {
    await validator.validateBytes(new Uint8Array(readFileSync(file)), {
      uri: file,
      externalResourceFunction: async (uri) => new Uint8Array(readFileSync(join(folder, decodeURIComponent(uri)))),
    });
    return true;
  } catch {
    return false; // e.g. no glTF at all
  }
}

async function bestOf(times, budget, work) {
  const end = performance.now() + budget;
  let best = Infinity;
  for (let i = 0; i < times || performance.now() < end; ++i) {
    const start = performance.now();
    if ((await work()) === false) return null;
    best = Math.min(best, performance.now() - start);
  }
  return Math.round(best * 1e6);
}

async function walk() {
  for (const file of files) await validate(file);
}

async function playRound() {
  const times = [];
  for (const file of files) times.push(await bestOf(3, milliseconds, () => validate(file)));
  return { files: times, one: await bestOf(3, 0, walk) };
}

const print = (object) => process.stdout.write(JSON.stringify(object) + '\n');
// The compiler needs some thousand calls before the code is as fast as it gets.
const ready = performance.now() + 5000;
do await walk(); while (performance.now() < ready);
print({ validator: validator.version() });
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  print(await playRound());
}
process.exit(0);
