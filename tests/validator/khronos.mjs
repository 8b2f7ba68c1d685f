// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The Khronos validator, an npm package below `modules`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

const kError = 0;

export function khronosValidator(modules) {
  return createRequire(join(resolve(modules), "package.json"))("gltf-validator");
}

// The errors of a file as the validator words them; throws when it cannot begin with it.
export async function khronosErrors(validator, file) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {
    uri: file.split("/").pop(),
    maxIssues: 0, // no limit
    externalResourceFunction: async (uri) =>
      new Uint8Array(readFileSync(join(dirname(file), decodeURIComponent(uri)))),
  });
  return report.issues.messages.filter((m) => m.severity === kError);
}
