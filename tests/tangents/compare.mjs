// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Our tangents against MikkTSpace (an npm package below MODULES):
//   node compare.mjs MODULES MESHES
// MESHES is what write_meshes wrote: for each mesh a line with its name, the number of corners and the most of them, in a
// thousand, that may differ; then a line of hexadecimal bytes, 12 floats for each corner: position, normal, texture
// coordinates, our tangent. Ends with 1 if too many differ.
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const [modules, meshes] = process.argv.slice(2);
if (!modules || !meshes) {
  console.error("Usage: node compare.mjs MODULES MESHES");
  process.exit(2);
}
const load = createRequire(join(resolve(modules), "package.json"));

const kFloats = 12;
const kDegrees = 0.1; // rounding of floats in other orders
const kCosine = Math.cos((kDegrees * Math.PI) / 180);

function columns(floats, begin, width) {
  const count = floats.length / kFloats;
  const out = new Float32Array(count * width);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < width; k++) out[i * width + k] = floats[i * kFloats + begin + k];
  }
  return out;
}

// Where the program has no direction to offer it leaves (1, 0, 0), or zero where directions cancel each other; ours gives
// one across the normal.
const isNone = (tangents, i) =>
  (tangents[i] === 0 || tangents[i] === 1) && tangents[i + 1] === 0 && tangents[i + 2] === 0;

function compare(name, floats, allowed) {
  let theirs;
  try {
    theirs = load("mikktspace").generateTangents(columns(floats, 0, 3), columns(floats, 3, 3), columns(floats, 6, 2));
  } catch (error) {
    delete load.cache[load.resolve("mikktspace")]; // it does not work any more after that
    console.log(`${name}: theirs gives up (${error.message})`);
    return true;
  }
  const ours = columns(floats, 8, 4);
  let different = 0;
  let none = 0;
  for (let i = 0; i < ours.length; i += 4) {
    const cosine = ours[i] * theirs[i] + ours[i + 1] * theirs[i + 1] + ours[i + 2] * theirs[i + 2];
    // The sign is for texture coordinates that begin at the bottom; glTF's begin at the top.
    if (cosine >= kCosine && ours[i + 3] === -theirs[i + 3]) continue;
    if (isNone(theirs, i)) {
      none++;
      continue;
    }
    if (different === 0) console.log(`  ${name}, corner ${i / 4}: ours ${ours.slice(i, i + 4)}, theirs ${theirs.slice(i, i + 4)}`);
    different++;
  }
  const corners = ours.length / 4;
  console.log(`${name}: ${corners} corners, ${different} differ, ${none} without direction`);
  return different * 1000 <= allowed * corners;
}

let compared = 0;
let failed = 0;
let header;
for await (const line of createInterface({ input: createReadStream(meshes) })) {
  if (header === undefined) {
    header = line.split("\t");
    continue;
  }
  const [name, corners, allowed] = header;
  header = undefined;
  const bytes = Buffer.from(line, "hex");
  const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (floats.length !== corners * kFloats) throw new Error(`${name} is cut off`);
  compared++;
  if (!compare(name, floats, Number(allowed))) {
    failed++;
    console.error(`FAILED: ${name}`);
  }
}
console.log(`${compared} meshes compared, ${failed} failed`);
process.exit(compared === 0 || failed > 0 ? 1 : 0);
