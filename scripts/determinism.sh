#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: scripts/determinism.sh [--jobs N] [--no-setup] [TREE...]

Builds the library and tests/determinism with several compilers, optimisation levels and for several machines, runs
every scene on every instruction set, and compares the hashes with tests/determinism/hashes.txt. At the end a table;
where something differs, the first value that does. The contract is docs/determinism.md.

  gcc-O0 gcc-O3      g++
  clang-O0 clang-O3  clang++ 14
  gcc-fma            g++ -O3 for processors with fused operations, which must not be used; without SIMD
  wasm               em++ -O3, run by node
  arm64              aarch64-linux-gnu-g++ -O3 with NEON, run by qemu

  TREE        only these
  --jobs N    compilers at a time; all processors unless told
  --no-setup  installs nothing; trees whose compiler is missing are left out
  --help      this text

Exit code 0: all the same; 1: something differs, or could not be built or run; 2: wrong usage. About 20 minutes on one
processor at first.
TEXT
}

all=(gcc-O3 gcc-O0 clang-O3 clang-O0 gcc-fma wasm arm64)
trees=()
jobs=$(nproc)
setup=true
while [[ $# -gt 0 ]]; do
  case $1 in
    --jobs)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { usage >&2 && exit 2; }
      jobs=$2
      shift
      ;;
    --no-setup) setup=false ;;
    --help | -h) usage && exit 0 ;;
    *)
      [[ " ${all[*]} " == *" $1 "* ]] || { usage >&2 && exit 2; }
      trees+=("$1")
      ;;
  esac
  shift
done
if [[ ${#trees[@]} -eq 0 ]]; then
  trees=("${all[@]}")
fi

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi
hashes=$PWD/tests/determinism/hashes.txt
folder=$PWD/build/determinism
if $setup; then
  sets=(build determinism)
  if [[ " ${trees[*]} " == *" wasm "* ]]; then
    sets+=(wasm)
  fi
  scripts/setup.sh "${sets[@]}"
fi

# What makes a tree: options of CMake, how its programs are run, and why it cannot be here.
describe() {
  options=(-DCMAKE_CXX_COMPILER=g++)
  run=()
  reason=
  case $1 in
    gcc-O0 | gcc-O3) options+=("-DCMAKE_CXX_FLAGS=-${1#gcc-}") ;;
    clang-O0 | clang-O3)
      options=(-DCMAKE_CXX_COMPILER=clang++-14 "-DCMAKE_CXX_FLAGS=-${1#clang-}")
      command -v clang++-14 >/dev/null || reason="no clang++-14"
      ;;
    gcc-fma)
      options+=("-DCMAKE_CXX_FLAGS=-O3 -march=haswell" -DVRM_SIMD=OFF)
      grep -qsw fma /proc/cpuinfo || reason="no fused operations in this processor"
      ;;
    wasm)
      options=(--toolchain cmake/WasmToolchain.cmake -DCMAKE_CXX_FLAGS=-O3)
      run=(node --no-experimental-fetch)
      command -v em++ >/dev/null || reason="no em++"
      ;;
    arm64)
      options=(--toolchain cmake/Aarch64Toolchain.cmake -DCMAKE_CXX_FLAGS=-O3)
      run=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
      command -v aarch64-linux-gnu-g++ >/dev/null || reason="no aarch64-linux-gnu-g++"
      command -v qemu-aarch64 >/dev/null || reason="no qemu-aarch64"
      ;;
  esac
}

program() {
  local built=$folder/$1/tests/determinism/vrm_determinism
  if [[ $1 == wasm ]]; then
    built+=.js
  fi
  echo "$built"
}

build() {
  cmake -S . -B "$folder/$1" -G Ninja "${options[@]}" -DCMAKE_BUILD_TYPE= -DVRM_BUILD_DETERMINISM=ON \
    -DVRM_BUILD_TESTS=OFF -DVRM_BUILD_APPS=OFF -DVRM_BUILD_EXAMPLES=OFF -DVRM_INSTALL=OFF -DVRM_IMAGES=OFF \
    -DVRM_PRECOMPILE=ON >"$folder/$1.log" 2>&1 &&
    cmake --build "$folder/$1" -j "$jobs" --target vrm_determinism >>"$folder/$1.log" 2>&1
}

# Lines "ok|DIFFERS SET SCENE HASH..." for every instruction set, and on 2 to 8 threads.
check() {
  local threads
  "${run[@]}" "$(program "$1")" --check "$hashes" || true
  if [[ $1 != wasm ]]; then
    for threads in 2 3 4 5 6 7 8; do
      "${run[@]}" "$(program "$1")" --threads "$threads" --check "$hashes" || true
    done
  fi
}

mkdir -p "$folder"
mapfile -t scenes < <(cut -d' ' -f1 "$hashes")
status=0
declare -A state sets_of result
step=0
for tree in "${trees[@]}"; do
  step=$((step + 1))
  start=$SECONDS
  describe "$tree"
  if [[ -n $reason ]]; then
    state[$tree]="left out: $reason"
    echo "=== [$step/${#trees[@]}] $tree: ${state[$tree]}"
    continue
  fi
  echo "=== [$step/${#trees[@]}] $tree: building ..."
  if ! build "$tree"; then
    state[$tree]="could not be built, see build/determinism/$tree.log"
    tail -n 20 "$folder/$tree.log"
    status=1
    continue
  fi
  echo "=== [$step/${#trees[@]}] $tree: built in $((SECONDS - start)) s, running ..."
  check "$tree" >"$folder/$tree.results" 2>&1
  sets_of[$tree]=$(awk '$1 == "ok" || $1 == "DIFFERS" { if (!seen[$2]++) printf "%s ", $2 }' "$folder/$tree.results")
  good=true
  for scene in "${scenes[@]}"; do
    case $(awk -v scene="$scene" '$3 == scene { print $1 }' "$folder/$tree.results" | sort -u | xargs) in
      ok) result[$tree,$scene]=ok ;;
      *DIFFERS*) result[$tree,$scene]=DIFFERS && good=false ;;
      *) result[$tree,$scene]="not run" && good=false ;;
    esac
  done
  # What it says besides: other scenes than in the file, a crash.
  if grep -vE '^(ok|DIFFERS) ' "$folder/$tree.results"; then
    good=false
  fi
  $good || status=1
  state[$tree]="on ${sets_of[$tree]}"
  echo "=== [$step/${#trees[@]}] $tree: $($good && echo "all the same" || echo DIFFERS) after $((SECONDS - start)) s"
done

echo
printf '%-18s' scene
printf '%-10s' "${trees[@]}"
echo
for scene in "${scenes[@]}"; do
  printf '%-18s' "$scene"
  for tree in "${trees[@]}"; do
    printf '%-10s' "${result[$tree,$scene]:--}"
  done
  echo
done
echo
for tree in "${trees[@]}"; do
  printf '%-10s%s\n' "$tree" "${state[$tree]}"
done

# The first value that differs, against g++ -O3 on its best instruction set.
dump() {
  local tree=$1 set=$2 scene=$3
  describe "$tree"
  "${run[@]}" "$(program "$tree")" --target "$set" --dump "$scene" "$folder/$tree.$set.$scene.dump"
}
for tree in "${trees[@]}"; do
  for scene in "${scenes[@]}"; do
    [[ ${result[$tree,$scene]:-} == DIFFERS ]] || continue
    set=$(awk -v scene="$scene" '$1 == "DIFFERS" && $3 == scene { print $2; exit }' "$folder/$tree.results")
    echo
    echo "$scene of $tree on $set:"
    best=${sets_of[gcc-O3]:-}
    best=${best%% *}
    if [[ -z $best ]]; then
      echo "  (there is no gcc-O3 to compare with; name it among the trees)"
    elif dump gcc-O3 "$best" "$scene" && dump "$tree" "$set" "$scene"; then
      if "$(program gcc-O3)" --compare "$folder/gcc-O3.$best.$scene.dump" "$folder/$tree.$set.$scene.dump"; then
        echo "  as gcc-O3 on $best: if all trees agree, the numbers have changed and hashes.txt must follow;"
        echo "  if only runs with several threads differ, threads share something."
      fi
    fi
  done
done
exit "$status"
