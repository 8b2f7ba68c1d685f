#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Builds the fuzz targets and runs one, or one after the other: scripts/fuzz.sh [TARGET|all] [SECONDS] [FOLDER...]
# SECONDS (default 60) counts for each target. Starts from tests/fuzz/seeds/TARGET, from the files in the FOLDERs (small
# ones serve best) and from what earlier runs have found interesting, which stays in build/fuzz-corpus/TARGET. An input
# that breaks a promise is kept as build/fuzz-corpus/TARGET.found/crash-*; run the target with its name to see it again.
# Needs clang 14.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  sed -n '5,9s/^# //p' "$0"
  exit 0
fi
wanted=${1:-all}
seconds=${2:-60}
folders=()
for folder in "${@:3}"; do
  folders+=("$(realpath -e "$folder")")
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
targets=()
for name in document edit export_rules image load migrate normalize optimize schema split validate; do
  if [[ $wanted == all || $wanted == "$name" ]]; then
    targets+=("$name")
  fi
done
if [[ ${#targets[@]} -eq 0 || ! $seconds =~ ^[0-9]+$ ]]; then
  echo "fuzz: no such target or time: $wanted $seconds" >&2
  exit 2
fi

if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi
cmake --preset fuzz >/dev/null
cmake --build build/fuzz -j "${FUZZ_JOBS:-$(nproc)}" --target "${targets[@]/#/fuzz_}"

failed=()
for name in "${targets[@]}"; do
  corpus=build/fuzz-corpus/$name
  found=$corpus.found
  mkdir -p "$corpus" "$found"
  dictionary=()
  if [[ $name != image ]]; then
    dictionary=(-dict=tests/fuzz/gltf.dict)
  fi
  seeds=tests/fuzz/seeds/$name
  if [[ ! -d $seeds ]]; then
    seeds=tests/fuzz/seeds/schema  # the same avatars
  fi
  echo "=== $name for $seconds s"
  build/fuzz/tests/fuzz/fuzz_"$name" "$corpus" "$seeds" "${folders[@]}" -max_total_time="$seconds" \
    -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$found/" -print_final_stats=1 "${dictionary[@]}" ||
    failed+=("$name")
done
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "fuzz: broken: ${failed[*]}" >&2
  exit 1
fi
