#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/validate.sh [--rounds N] [--json OUT] [FILE...]

Measures how many files per second libvrm validates, beside the Khronos validator, in one run. Without FILEs: all models in
$VRM_CORPUS (../shared/models if unset and there), or else two generated ones of 1,000 and 10,000 nodes.

  --rounds N  how often the two take turns (5); the best round of each counts
  --json OUT  writes all numbers there
  --help      this text
TEXT
}

rounds=5
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
peer_name="the Khronos validator"
peer_packages=(gltf-validator)
read_arguments rounds json -- "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_validate bench_make_model
install_peer

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ ${#files[@]} -eq 0 ]]; then
  corpus=${VRM_CORPUS:-../shared/models}
  if [[ -d $corpus ]]; then
    mapfile -t files < <(find "$(realpath "$corpus")" -type f \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' -o -name '*.vrma' \) | sort)
  fi
fi
if [[ ${#files[@]} -eq 0 ]]; then
  echo "bench: no real models in $corpus (set VRM_CORPUS)" >&2
  for nodes in 1000 10000; do
    "$tree/bench/bench_make_model" "$nodes" "build/nodes-$nodes.vrm"
    files+=("build/nodes-$nodes.vrm")
  done
fi
list=$scratch/list
printf '%s\n' "${files[@]}" >"$list"

# Both take turns, so that a slow moment of the machine hits both.
lines=$scratch/lines
: >"$lines"
start_peer validate.mjs "$list"
for ((i = 1; i <= rounds; ++i)); do
  echo "${#files[@]} files, round $i of $rounds"
  if [[ $with_peer -eq 1 ]]; then
    ask_peer round
    printf 'peer\t%s\n' "$answer" >>"$lines"
  fi
  printf 'ours\t%s\n' "$("$tree/bench/bench_validate" "$list")" >>"$lines"
done
end_peer

describe_machine
echo
echo "$machine"
echo "$versions"
echo "best of $rounds rounds; ratio = Khronos validator / libvrm, wanted: 20"
echo
for file in "${files[@]}"; do
  printf 'file\t%s\t%s\n' "${file##*/}" "$(stat -c %s "$file" 2>/dev/null || stat -f %z "$file")"
done | awk -F '\t' '
  function lower(at, v) { if (v != "" && v != "null" && (!(at in best) || v + 0 < best[at])) best[at] = v + 0 }
  function value(key) { return match($2, "\"" key "\":[0-9]+") ? substr($2, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : "" }
  function ms(at, digits) { return at in best ? sprintf("%.*f", digits, best[at] / 1e6) : "-" }
  function ratio(a, b) { return (a in best) && (b in best) ? sprintf("%.1f", best[a] / best[b]) : "-" }
  function per_second(at) { return at in best ? sprintf("%.0f", 1e9 * files / best[at]) : "-" }
  $1 == "file" { name[++files] = $2; bytes[files] = $3; next }
  {
    list = $2
    sub(/^.*"files":\[/, "", list)
    sub(/\].*$/, "", list)
    count = split(list, times, ",")
    for (i = 1; i <= count; ++i) lower($1 i, times[i])
    lower($1 " one", value("one"))
    lower($1 " two", value("two"))
  }
  END {
    row = "| %-43s | %8s | %10s | %9s | %6s | %-4s |\n"
    printf row, "file", "kB", "Khronos ms", "libvrm ms", "ratio", ""
    print "|---------------------------------------------|---------:|-----------:|----------:|-------:|------|"
    for (i = 1; i <= files; ++i) {
      r = ratio("peer" i, "ours" i)
      slow = r != "-" && r + 0 < 20
      bad += slow
      compared += r != "-"
      printf row, name[i], sprintf("%.0f", bytes[i] / 1000), ms("peer" i, 2), ms("ours" i, 3), r, slow ? "SLOW" : r == "-" ? "" : "ok"
    }
    printf "\n%d files, %d compared, %d below the bar\n\n", files, compared, bad
    print "| all files, one after the other | files per second | ratio | |"
    print "|---|--:|--:|---|"
    printf "| Khronos validator | %s | 1 | |\n", per_second("peer one")
    r = ratio("peer one", "ours one")
    printf "| libvrm, 1 thread | %s | %s | %s |\n", per_second("ours one"), r, r == "-" ? "" : r + 0 < 20 ? "SLOW" : "ok"
    printf "| libvrm, 2 threads | %s | %s | |\n", per_second("ours two"), ratio("peer one", "ours two")
  }
' - "$lines"
if [[ -n $json ]]; then
  {
    printf '{"machine":"%s","versions":"%s","lines":[\n' "$machine" "$versions"
    awk -F '\t' '{ printf "%s{\"who\":\"%s\",\"numbers\":%s}", (NR > 1 ? ",\n" : ""), $1, $2 }' "$lines"
    printf '\n]}\n'
  } >"$json"
  echo "all numbers: $json"
fi
