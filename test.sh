#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: ./test.sh [--quick | --preset NAME] [-DOPTION=VALUE ...]

Installs what is missing, builds libvrm and runs its tests in several ways. The last line counts the results.

  dev   everything: library, command, examples, packaging, what the Khronos validator says
  asan  with address and undefined-behaviour sanitizers
  wasm  as WebAssembly, run by node
  tsan  optimised, with the thread sanitizer, without SIMD and image codecs

  --quick        only dev
  --preset NAME  only this preset of CMakePresets.json; may be given several times
  -DOPT=VALUE    passed to CMake
  --help         this text
TEXT
}

presets=(dev asan wasm tsan)
chosen=()
cmake_options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --quick) chosen=(dev) ;;
    --preset)
      [[ $# -ge 2 ]] || { usage >&2 && exit 2; }
      chosen+=("$2")
      shift
      ;;
    -D?*) cmake_options+=("$1") ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
if [[ ${#chosen[@]} -gt 0 ]]; then
  presets=("${chosen[@]}")
fi

cd "$(dirname "${BASH_SOURCE[0]}")"
jobs=$(nproc)
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi

passed=0
failed=0
failures=()
skipped=0
step=0
steps=$((1 + 3 * ${#presets[@]}))

# run_step TITLE COMMAND...: says which step of how many this is, and afterwards how long it took.
run_step() {
  local title=$1 start=$SECONDS status=0
  shift
  step=$((step + 1))
  echo "=== [$step/$steps] $title"
  "$@" </dev/null || status=$?
  if [[ $status -eq 0 ]]; then
    echo "=== [$step/$steps] $title: done in $((SECONDS - start)) s"
  else
    echo "=== [$step/$steps] $title: FAILED after $((SECONDS - start)) s"
  fi
  return "$status"
}

# Cases passed, failed and skipped in ctest's JUnit file. A GoogleTest program that ctest runs as one test counts as
# the cases it reports; one that ended before its summary adds a failure, since the case it died in reports nothing.
count_results() {
  awk '
    function finish() {
      if (ok + bad + skip == 0) {
        if (status == "run") ok = 1
        else if (status == "fail" || unable) bad = 1
        else skip = 1
      } else if (status == "fail" && (bad == 0 || !summary)) {
        bad++
      }
      passed += ok; failed += bad; skipped += skip
    }
    /<testcase / {
      ok = bad = skip = summary = unable = 0
      status = $0
      sub(/.* status="/, "", status)
      sub(/".*/, "", status)
    }
    /<skipped message="Unable/ { unable = 1 }
    /\[       OK \] .* \([0-9]+ ms\)$/ { ok++ }
    /\[  FAILED  \] .* \([0-9]+ ms\)$/ { bad++ }
    /\[  SKIPPED \] .* \([0-9]+ ms\)$/ { skip++ }
    /\[  PASSED  \] [0-9]+ test/ { summary = 1 }
    /<\/testcase>/ { finish() }
    END { print passed + 0, failed + 0, skipped + 0 }
  ' "$1"
}

# The GoogleTest cases, or else the tests of ctest, that failed.
failed_names() {
  awk '
    /<testcase / { name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name); cases = 0; bad = / status="fail"/ }
    /^\[  FAILED  \] .* \([0-9]+ ms\)$/ { print $4; cases++ }
    /<\/testcase>/ { if (bad && cases == 0) print name }
  ' "$1"
}

# ctest cuts the output of tests that it reports; the counting needs all of it.
run_ctest() {
  ctest --preset "$1" -j "$jobs" --no-tests=error --output-junit "$PWD/build/$1/junit.xml" \
    --test-output-size-passed 100000000 --test-output-size-failed 100000000 2>&1 |
    { grep -vE '^ +Start +[0-9]+: ' || true; }
}

test_preset() {
  local preset=$1 results=build/$1/junit.xml status=0 p f s
  run_step "$preset: configure" cmake --preset "$preset" "${cmake_options[@]}" || return 1
  run_step "$preset: build" cmake --build "build/$preset" -j "$jobs" || return 1
  rm -f "$results"
  run_step "$preset: test" run_ctest "$preset" || status=1
  [[ -f $results ]] || return 1
  read -r p f s < <(count_results "$results")
  while read -r name; do
    failures+=("$preset: $name")
  done < <(failed_names "$results")
  echo "=== $preset: $p passed, $f failed, $s skipped"
  passed=$((passed + p))
  failed=$((failed + f))
  skipped=$((skipped + s))
  [[ $status -eq 0 || $f -gt 0 ]]
}

sets=(build test)
if [[ " ${presets[*]} " == *" wasm "* ]]; then
  sets+=(wasm)
fi
# What could not be configured, built or run at all counts as one failure.
run_step "setup" scripts/setup.sh "${sets[@]}" || failed=$((failed + 1))
for preset in "${presets[@]}"; do
  before=$step
  test_preset "$preset" || failed=$((failed + 1))
  step=$((before + 3))
done

echo "Total time: $SECONDS s"
if [[ $skipped -gt 0 ]]; then
  echo "$skipped skipped"
fi
for name in "${failures[@]}"; do
  echo "failed in $name"
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
