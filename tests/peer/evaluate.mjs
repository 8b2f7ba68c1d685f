// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Runs the reference on many models in one process: node evaluate.mjs PEER SCENARIO LIST
// Each line of LIST is "OUT<tab>MODEL". A model that the reference refuses is listed and gets no OUT.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [peer, scenario, list] = process.argv.slice(2);
if (!peer || !scenario || !list) {
  console.error("Usage: node evaluate.mjs PEER SCENARIO LIST");
  process.exit(2);
}
const program = pathToFileURL(join(resolve(peer), "eval.mjs")).href;
await import(new URL("load.mjs", program).href); // what is not installed is no fault of a model

let number = 0;
for (const line of readFileSync(list, "utf8").split("\n")) {
  if (line === "") continue;
  const [out, model] = line.split("\t");
  // The reference is a program, not a library. A module is run once per address, so each model gets one of its own;
  // what takes long to read, the modules that it imports, keeps its address.
  process.argv = [process.argv[0], "eval.mjs", model, scenario, "--as", "spec", "-o", out];
  try {
    await import(`${program}?${number++}`);
  } catch (error) {
    console.log(`the reference refuses ${model}: ${String(error).split("\n")[0].slice(0, 120)}`);
  }
}
