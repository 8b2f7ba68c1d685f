#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# What `vrm eval` gives for other people's models, against the reference: run.sh COMPARE WORK
#   COMPARE  the program compare_models
#   WORK     a folder for the results and for a copy of the reference, whose packages npm installs there once
# VRM_CORPUS names the folder with the models, VRM_PEER the one with the reference (tests/golden/update.sh says what
# that is). Ends with 77 when one of them, node or npm is not here.
set -euo pipefail

if [[ $# -ne 2 ]]; then
  sed -n '5,9s/^# //p' "$0" >&2
  exit 2
fi
compare=$1
work=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
corpus=${VRM_CORPUS:-$here/../../../shared/models}
source=${VRM_PEER:-$here/../../../shared/peer}

skip() {
  echo "SKIPPED: $*"
  exit 77
}

[[ -d $corpus ]] || skip "VRM_CORPUS names no folder with models"
[[ -f $source/eval.mjs && -f $source/package-lock.json ]] || skip "VRM_PEER names no folder with the reference"
command -v node >/dev/null || skip "node is not here"
corpus=$(cd "$corpus" && pwd)
peer=$work/peer
if ! cmp -s "$source/package-lock.json" "$peer/package-lock.json" || [[ ! -d $peer/node_modules ]]; then
  command -v npm >/dev/null || skip "npm is not here"
  rm -rf "$peer" "$peer.new"
  mkdir "$peer.new"
  install -m 644 "$source"/package.json "$source"/package-lock.json "$peer.new"
  (cd "$peer.new" && timeout 120 npm ci --no-audit --no-fund --ignore-scripts >"$work/npm.log" 2>&1) ||
    { tail -n 5 "$work/npm.log"; skip "npm cannot install the packages of the reference"; }
  mv "$peer.new" "$peer" # only what is complete gets that name
fi
install -m 644 "$source"/*.mjs "$peer"

results=$work/results
list=$work/list.txt
rm -rf "$results"
mkdir -p "$results"
count=0
while IFS= read -r -d '' model; do
  printf '%s\t%s\n' "$results/$count.json" "$model"
  count=$((count + 1))
# The reference loads an extended collider without specVersion by its base shape (conf-...).
done < <(find "$corpus" ! -name conf-springbone_extended_plane_with_base_sphere.vrm \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' \) -print0 | sort -z) >"$list"
[[ -s $list ]] || skip "there is no model in $corpus"
node "$here/evaluate.mjs" "$peer" "$here/scenario.json" "$list" 2>"$work/stderr.txt" ||
  { tail -n 5 "$work/stderr.txt" >&2; exit 1; }
"$compare" "$here/scenario.json" "$list"
