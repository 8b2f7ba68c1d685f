#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Lets two crowds of mixed models live for a time, with the same random inputs, and looks at memory, finite numbers and
# equal hashes: tools/soak.sh [SECONDS] [FILE.vrm ...]
# SECONDS: 60 by default. FILEs come to the built-in and random models. Exit code 1 when something is wrong, 2 when a
# FILE is no model.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  sed -n '5,8s/^# //p' "$0"
  exit 0
fi
seconds=${1:-60}
if [[ ! $seconds =~ ^[0-9]+$ ]]; then
  echo "soak: a number of seconds is needed, not $seconds" >&2
  exit 2
fi
files=()
for file in "${@:2}"; do
  files+=("$(realpath -e "$file")")
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi
cmake -S . -B build/soak -G Ninja -DCMAKE_BUILD_TYPE=Release -DVRM_BUILD_TESTS=ON -DVRM_BUILD_APPS=OFF -DVRM_BUILD_EXAMPLES=OFF \
  -DVRM_IMAGES=OFF -DVRM_PRECOMPILE=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 >/dev/null
cmake --build build/soak --target vrm_soak
exec build/soak/tests/vrm_soak "$seconds" 2000 "${files[@]}"
