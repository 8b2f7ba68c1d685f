#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/edit.sh [--rounds N] [--json OUT] [FILE...]

Measures what normalising and optimising models cost: seconds of one core per 10 MB of file, and the most heap at a time,
the file included, as a multiple of it. Without FILEs: a generated avatar of 50,000 vertices with 50 morph targets, and
the large models in $VRM_CORPUS (../shared/models if unset and there).

  --rounds N  how often each is done (5); the fastest counts
  --json OUT  writes all numbers there
  --help      this text
TEXT
}

rounds=5
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds json -- "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_edit bench_make_model

if [[ ${#files[@]} -eq 0 ]]; then
  "$tree/bench/bench_make_model" 200 build/vertices-50000.vrm 50000 50
  files=(build/vertices-50000.vrm)
  corpus=${VRM_CORPUS:-../shared/models}
  if [[ -d $corpus ]]; then
    mapfile -t -O "${#files[@]}" files < <(find "$corpus" -maxdepth 1 -name '*.vrm' -size +1000000c | sort)
  fi
fi

lines=$("$tree/bench/bench_edit" --rounds "$rounds" "${files[@]}")
if [[ -n $json ]]; then printf '%s\n' "$lines" >"$json"; fi
echo
echo "wanted: at most 0.5 s per 10 MB, and 4 times the file"
echo
echo "| file | MB | normalise s per 10 MB | heap / file | optimise s per 10 MB | heap / file | |"
echo "|---|--:|--:|--:|--:|--:|---|"
field() { sed -E "s/.*\"$2\":\{[^}]*\"$3\":([0-9.]+).*/\1/" <<<"$1"; }
while IFS= read -r line; do
  name=$(sed -E 's/.*"file":"([^"]*)".*/\1/' <<<"$line")
  bytes=$(sed -E 's/.*"bytes":([0-9]+).*/\1/' <<<"$line")
  awk -v name="$(basename "$name")" -v bytes="$bytes" \
    -v ns="$(field "$line" normalize secondsPer10MB)" -v nh="$(field "$line" normalize heapPerByte)" \
    -v os="$(field "$line" optimize secondsPer10MB)" -v oh="$(field "$line" optimize heapPerByte)" 'BEGIN {
      verdict = (ns > 0.5 || os > 0.5 ? "SLOW" : "") (nh > 4 || oh > 4 ? "OVER" : "")
      printf "| %s | %.1f | %.3f | %.2f | %.3f | %.2f | %s |\n", name, bytes / 1e6, ns, nh, os, oh, verdict == "" ? "ok" : verdict
    }'
done <<<"$lines"
