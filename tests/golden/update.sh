#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tests/golden/update.sh PEER [BUILD]

Makes the expected outputs of the golden tests anew: runs every scenario tests/golden/NAME.json on its model in the
reference and writes tests/golden/NAME.expected.json. Needed after a change of a model or of a scenario, never after a
change of the library: those files are what it is held against.

  PEER   a folder with the reference: eval.mjs and its npm packages, installed (npm ci). It takes
           node eval.mjs MODEL SCENARIO --as spec -o OUT
         and uses @pixiv/three-vrm for loading and the scene graph alone; everything that moves follows the documents.
  BUILD  a configured build folder that can make the models (default: build/dev)
  --help this text
TEXT
}

if [[ ${1:-} == --help ]]; then
  usage
  exit 0
fi
if [[ $# -lt 1 || $# -gt 2 ]]; then
  usage >&2
  exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
peer=$1
build=${2:-$here/../../build/dev}
if [[ ! -f $peer/eval.mjs || ! -d $peer/node_modules ]]; then
  echo "update: $peer has no eval.mjs with its packages installed" >&2
  exit 2
fi

cmake --build "$build" --target vrm_golden_models
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=$("$build/tests/vrm_golden_models" "$work")
for name in $names; do
  node "$peer/eval.mjs" "$work/$name.glb" "$here/$name.json" --as spec -o "$work/$name.out.json"
  # One line per frame, for people who look at differences.
  sed 's/{"frame"/\n&/g' "$work/$name.out.json" >"$work/$name.expected.json"
  mv "$work/$name.expected.json" "$here/$name.expected.json"
  echo "$name: $(wc -c <"$here/$name.expected.json") bytes"
done
