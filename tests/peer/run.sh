#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# What `vrm eval` gives, against the reference: run.sh corpus|springs COMPARE MAKE WORK
#   corpus   six frames of everything, of other people's models
#   springs  300 frames of strong motion, of those among them that have springs, and of generated ones: rotations within
#            1e-4 rad up to frame 30 and within 1e-3 up to frame 300
#   COMPARE  the program compare_models
#   MAKE     the program bench_make_stress
#   WORK     a folder for the results and for a copy of the reference, whose packages npm installs there once
# VRM_CORPUS names the folder with the models, VRM_PEER the one with the reference (tests/golden/update.sh says what
# that is). Ends with 77 when the reference, node or npm is not here, or there is nothing to compare.
set -euo pipefail

if [[ $# -ne 4 || ! $1 =~ ^(corpus|springs)$ ]]; then
  sed -n '5,13s/^# //p' "$0" >&2
  exit 2
fi
what=$1
compare=$2
make=$3
work=$(mkdir -p "$4" && cd "$4" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
corpus=${VRM_CORPUS:-$here/../../../shared/models}
source=${VRM_PEER:-$here/../../../shared/peer}

skip() {
  echo "SKIPPED: $*"
  exit 77
}

[[ -d $corpus || $what == springs ]] || skip "VRM_CORPUS names no folder with models"
[[ -f $source/eval.mjs && -f $source/package-lock.json ]] || skip "VRM_PEER names no folder with the reference"
command -v node >/dev/null || skip "node is not here"
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

results=$work/$what
rm -rf "$results"
mkdir -p "$results"

# Files that the reference does not read as the documents have it:
#   conf-springbone_extended_plane_with_base_sphere.vrm  an extended collider without specVersion: it takes the base shape
left_out=(conf-springbone_extended_plane_with_base_sphere.vrm)

# Models of the corpus, each ended by a zero byte.
corpus_models() {
  local exclude=() name
  [[ -d $corpus ]] || return 0
  for name in "${left_out[@]}"; do exclude+=(! -name "$name"); done
  find "$(cd "$corpus" && pwd)" "${exclude[@]}" \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' \) -print0 | sort -z
}

# All options of the generator. Not together: VRM 0.x and a scale (the reference makes the tail that 0.x adds 7 cm of the
# node's space, not of the world).
generated_models() {
  local options number=0
  while IFS= read -r options; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    "$make" --chains 9 --joints 4 $options --seed "$number" "$results/$number.vrm"
    printf '%s\0' "$results/$number.vrm"
  done <<'OPTIONS'
--colliders 0
--colliders 10
--colliders 8 --capsules 0
--colliders 8 --capsules 1
--colliders 9 --groups 3
--colliders 12 --extended 1
--colliders 6 --limits cone
--colliders 6 --limits hinge --restrot 1
--colliders 6 --limits spherical --restrot 1
--colliders 12 --limits mix --restrot 1 --extended 1 --groups 2
--colliders 6 --center hips --restrot 1
--colliders 6 --center root
--colliders 6 --scale 1.5
--colliders 6 --sparse 1 --restrot 1
--colliders 6 --hostnode 1 --restrot 1
--colliders 6 --vrm0 1
--colliders 6 --vrm0 1 --groups 2 --center hips --hostnode 1
--colliders 4 --chains 3 --joints 12
OPTIONS
}

scenario=$here/scenario.json
if [[ $what == corpus ]]; then
  mapfile -d '' models < <(corpus_models)
else
  scenario=$results/motion.json
  node "$here/motion.mjs" >"$scenario"
  mapfile -d '' models < <(corpus_models | xargs -0 -r grep -lazE 'VRMC_springBone|secondaryAnimation' -Z || true)
  echo "${#models[@]} models of the corpus with springs"
  mapfile -d '' -O "${#models[@]}" models < <(generated_models)
fi
[[ ${#models[@]} -gt 0 ]] || skip "there is no model in $corpus"
list=$results/list.txt
for i in "${!models[@]}"; do printf '%s\t%s\n' "$results/$i.json" "${models[i]}"; done >"$list"
node "$here/evaluate.mjs" "$peer" "$scenario" "$list" 2>"$results/stderr.txt" ||
  { tail -n 5 "$results/stderr.txt" >&2; exit 1; }
"$compare" "$scenario" "$list"
