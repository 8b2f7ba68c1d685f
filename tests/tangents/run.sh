#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Our tangents against those of MikkTSpace: run.sh WRITE_MESHES WORK
#   WRITE_MESHES  the program that makes meshes and our tangents for them
#   WORK          a folder for the results and for the reference, which npm installs there once
# VRM_CORPUS names a folder with models whose meshes are compared, too.
# Ends with 77 when npm or the reference cannot be had.
set -euo pipefail

if [[ $# -ne 2 ]]; then
  sed -n '5,9s/^# //p' "$0" >&2
  exit 2
fi
write_meshes=$1
work=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
corpus=${VRM_CORPUS:-$here/../../../shared/models}

# shellcheck source=SCRIPTDIR/../support/npm_packages.sh
source "$here/../support/npm_packages.sh"
npm_packages "$here/package.json" "$work"

models=()
if [[ -d $corpus ]]; then
  mapfile -d '' models < <(find "$corpus" \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' \) -print0 | sort -z)
fi
"$write_meshes" "$work/meshes.txt" "${models[@]}"
node "$here/compare.mjs" "$work/npm" "$work/meshes.txt"
