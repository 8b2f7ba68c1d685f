// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate` and the Khronos validator (an npm package below MODULES) over the same files:
//   node agree.mjs MODULES VRM DOC < LIST
// A file with an error of Khronos must have one of ours, and the other way round where Khronos can judge (it knows no
// VRM), except for what differences.json lists with a reason and DOC tells people. Ends with 1 otherwise.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { khronosErrors, khronosValidator } from "./khronos.mjs";

const [modules, vrm, doc] = process.argv.slice(2);
if (!doc) {
  console.error("Usage: node agree.mjs MODULES VRM DOC < LIST");
  process.exit(2);
}
const validator = khronosValidator(modules);
const here = dirname(fileURLToPath(import.meta.url));
const differences = JSON.parse(readFileSync(join(here, "differences.json"), "utf8"));
const onlyKhronos = new Set(differences.onlyKhronos.map((d) => d.code));
// With `pointer`, a pattern, only for findings at such places.
const isOnlyOurs = (issue) => differences.onlyOurs.some((d) => d.code === issue.code && new RegExp(d.pointer ?? "").test(issue.pointer ?? ""));

const list = readFileSync(0, "utf8");
const files = list.split("\n").filter((line) => line !== "");

async function codesOf(file) {
  try {
    return new Set((await khronosErrors(validator, file)).map((m) => m.code));
  } catch {
    return null; // not even begun with
  }
}

// The exit code says that there are findings, which is what we are after.
function ourReports() {
  const { stdout } = spawnSync(vrm, ["validate", "--json", "-"], { input: list, maxBuffer: 1 << 30 });
  return new Map(JSON.parse(stdout).files.map((f) => [f.file, f.issues]));
}

// On some broken images the Khronos validator throws beside the report that it still gives.
process.on("uncaughtException", (error) => {
  if (!/Future already completed/.test(String(error))) throw error;
});

const ours = ourReports();
let wrong = 0;
let withErrors = 0;
for (const file of files) {
  const issues = ours.get(file);
  const errors = issues?.filter((i) => i.severity === "error") ?? [];
  const khronos = await codesOf(file);
  if (!issues) {
    console.error(`${file}: no report of ours`);
    wrong++;
  } else if (khronos === null) {
    if (errors.length === 0) {
      console.error(`${file}: the Khronos validator cannot read it, we have no error`);
      wrong++;
    }
  } else if (khronos.size > 0) {
    withErrors++;
    const missed = [...khronos].filter((code) => !onlyKhronos.has(code));
    if (errors.length > 0 || missed.length === 0) continue;
    console.error(`${file}: Khronos has ${missed.join(", ")}, we have no error`);
    wrong++;
  } else {
    // Khronos looks at no VRM.
    const judged = errors.filter((i) => !i.code.startsWith("VRM_") && !/\/extensions\/VRM/.test(i.pointer) && !i.code.startsWith("LIMIT_"));
    const added = judged.filter((i) => !isOnlyOurs(i));
    if (added.length === 0) continue;
    console.error(`${file}: Khronos has no error, we have ${added.map((i) => `${i.pointer}: ${i.message} [${i.code}]`).join("; ")}`);
    wrong++;
  }
}

const told = readFileSync(doc, "utf8");
for (const { code } of [...differences.onlyKhronos, ...differences.onlyOurs]) {
  if (told.includes(`\`${code}\``)) continue;
  console.error(`${doc} does not mention ${code}, which differences.json has`);
  wrong++;
}
console.log(`Khronos validator ${validator.version()} and ours: ${files.length} files, ${withErrors} with errors, ${wrong} disagreements`);
process.exit(files.length === 0 || wrong > 0 ? 1 : 0);
