// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Runs the Khronos validator (an npm package below MODULES) over pairs of files:
//   node validate.mjs MODULES LIST
// Each line of LIST is "NEW" or "NEW<tab>ORIGINAL". NEW must have no error (severity 0) that ORIGINAL does not have as
// often; without ORIGINAL, none at all. Ends with 1 if one has.
import { readFileSync } from "node:fs";

import { khronosErrors, khronosValidator } from "./khronos.mjs";

const [modules, list] = process.argv.slice(2);
if (!modules || !list) {
  console.error("Usage: node validate.mjs MODULES LIST");
  process.exit(2);
}
const validator = khronosValidator(modules);

const cache = new Map();

// code -> [messages] of the errors in a file. What is wrong with the data of an accessor is told for each primitive that
// uses it; splitting makes more of these, so it counts once.
async function errorsOf(file) {
  if (cache.has(file)) return cache.get(file);
  const errors = new Map();
  const told = new Set();
  const add = (code, text) => errors.set(code, [...(errors.get(code) ?? []), text]);
  try {
    for (const issue of await khronosErrors(validator, file)) {
      const text = `${issue.pointer ?? `byte ${issue.offset}`}: ${issue.message}`;
      const ofData = text.replace(/^\/meshes\/\d+\/primitives\/\d+/, "");
      if (issue.code.startsWith("ACCESSOR_") && ofData !== text) {
        if (told.has(issue.code + ofData)) continue;
        told.add(issue.code + ofData);
      }
      add(issue.code, text);
    }
  } catch (error) {
    add("CANNOT_VALIDATE", String(error));
  }
  cache.set(file, errors);
  return errors;
}

let checked = 0;
let worse = 0;
for (const line of readFileSync(list, "utf8").split("\n")) {
  if (line === "") continue;
  const [made, original] = line.split("\t");
  const before = original ? await errorsOf(original) : new Map();
  const after = await errorsOf(made);
  checked++;
  for (const [code, messages] of after) {
    const had = before.get(code)?.length ?? 0;
    if (messages.length <= had) continue;
    worse++;
    console.error(`${made}: ${messages.length} x ${code}, ${original ? `${had} in ${original}` : "none is allowed"}`);
    for (const message of messages.slice(0, 5)) console.error(`  ${message}`);
  }
}
console.log(`Khronos validator ${validator.version()}: ${checked} files checked, ${worse} new kinds of errors`);
process.exit(checked === 0 || worse > 0 ? 1 : 0);
