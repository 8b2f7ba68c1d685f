#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/load.sh [--rounds N] [--json OUT] [FILE...]

Measures how fast libvrm loads models and how much heap it needs, beside three-vrm, in one run; "of it VRM" is the part
of libvrm's time that reading the VRM structs takes. Without FILEs: two generated models of 1,000 and 10,000 nodes, and
the real models in $VRM_CORPUS (../shared/models if unset and there).

  --rounds N  how often the two take turns on each file (11); the best round of each counts
  --json OUT  writes all numbers there
  --help      this text
TEXT
}

rounds=11
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds json -- "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_load bench_make_model
for nodes in 1000 10000; do
  "$tree/bench/bench_make_model" "$nodes" "build/nodes-$nodes.vrm"
done
install_peer

if [[ ${#files[@]} -eq 0 ]]; then
  files=("build/nodes-1000.vrm" "build/nodes-10000.vrm")
  corpus=${VRM_CORPUS:-../shared/models}
  if [[ -d $corpus ]]; then
    # Large ones, where there is something to gain, and two small ones, where overhead would show.
    mapfile -t -O "${#files[@]}" files < <(find "$corpus" -maxdepth 1 -name '*.vrm' -size +100000c | sort)
    for name in spec-vrm_expressions_isbinary_overrides.vrm conf-smoke_spring.vrm; do
      if [[ -f $corpus/$name ]]; then files+=("$corpus/$name"); fi
    done
  else
    echo "bench: no real models in $corpus (set VRM_CORPUS)" >&2
  fi
fi

# One file: both take turns, so that a slow moment of the machine hits both. libvrm has nothing to keep warm and starts
# anew every time.
measure() {
  local file=$1 i line peer_lines=() our_lines=() peer_best="" our_best="" our_vrm=""
  start_peer load.mjs "$file"
  for ((i = 0; i < rounds; ++i)); do
    if [[ $with_peer -eq 1 ]]; then
      ask_peer round
      peer_lines+=("$answer")
      line=$(number ns "$answer")
      if [[ -z $peer_best || $line -lt $peer_best ]]; then peer_best=$line; fi
    fi
    line=$("$tree/bench/bench_load" --rounds 1 --milliseconds 100 "$file") || break
    our_lines+=("$line")
    if [[ -z $our_best || $(number total.best "$line") -lt $our_best ]]; then
      our_best=$(number total.best "$line")
      our_vrm=$(number vrm.best "$line")
    fi
  done
  end_peer

  if [[ -z $our_best ]]; then
    echo "bench: libvrm refuses ${file##*/}: $line" >&2
    return
  fi
  line=${our_lines[0]}
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "${file##*/}" "$(number bytes "$line")" "$(number jsonBytes "$line")" \
    "$(number nodes "$line")" "${peer_best:--}" "$our_best" "$(number peakHeap "$line")" "$(number heapBar "$line")" \
    "$our_vrm" >>"$rows"
  {
    [[ ! -s $raw ]] || echo ","
    local IFS=,
    printf '{"peer":%s,"peerRounds":[%s],"rounds":[%s]}' "${started:-null}" "${peer_lines[*]}" "${our_lines[*]}"
  } >>"$raw"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rows=$scratch/rows
raw=$scratch/raw
: >"$rows"
: >"$raw"
count=0
for file in "${files[@]}"; do
  count=$((count + 1))
  echo "[$count/${#files[@]}] ${file##*/}"
  measure "$file"
done

describe_machine
echo
echo "$machine"
echo "$versions"
echo "best of $rounds rounds; ratio = three-vrm / libvrm, wanted: 10; kB of heap at most, wanted: 1.3 file + 4 JSON + 1 MiB"
echo
awk -F '\t' '
  BEGIN {
    row = "| %-43s | %7s | %7s | %6s | %12s | %9s | %9s | %6s | %7s | %7s | %-5s |\n"
    printf row, "file", "kB", "JSON kB", "nodes", "three-vrm ms", "libvrm ms", "of it VRM", "ratio",
           "heap kB", "bar kB", ""
    printf "|---------------------------------------------|--------:|--------:|-------:|-------------:|----------:|"
    printf "----------:|-------:|"
    print "--------:|--------:|-------|"
  }
  {
    slow = $5 != "-" && $5 < 10 * $6
    fat = $7 != "" && $7 > $8
    printf row, $1, k($2), k($3), $4, ($5 == "-" ? "-" : sprintf("%.2f", $5 / 1e6)), sprintf("%.3f", $6 / 1e6),
           sprintf("%.3f", $9 / 1e6), ($5 == "-" ? "-" : sprintf("%.1f", $5 / $6)), ($7 == "" ? "-" : k($7)), k($8),
           (slow && fat ? "BOTH" : slow ? "SLOW" : fat ? "OVER" : "ok")
    bad += slow || fat
  }
  function k(bytes) { return sprintf("%.0f", bytes / 1000) }
  END { printf "\n%d files, %d miss a bar\n", NR, bad }
' "$rows"

if [[ -n $json ]]; then
  printf '{"machine":"%s","versions":"%s","files":[\n%s\n]}\n' "$machine" "$versions" "$(cat "$raw")" >"$json"
  echo "all numbers: $json"
fi
