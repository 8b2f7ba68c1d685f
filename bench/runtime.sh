#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/runtime.sh [--rounds N] [--avatars N,N,...] [--json OUT] [FILE...]

Measures how long libvrm and three-vrm take for a frame of an avatar without springs: pose, gaze, expressions, constraints,
world matrices; in one run, taking turns. Without FILEs: a generated avatar of 200 nodes, and two real ones from
$VRM_CORPUS (../shared/models if unset and there).

  --rounds N       how often the two take turns (5); the best round of each counts
  --avatars N,...  how many avatars of the model are updated one after the other (1,100,1000)
  --json OUT       writes all numbers there
  --help           this text
TEXT
}

rounds=5
avatars=1,100,1000
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds avatars json -- "$@"
[[ $avatars =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || { usage >&2 && exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_runtime bench_make_model
install_peer
if [[ ${#files[@]} -eq 0 ]]; then
  "$tree/bench/bench_make_model" 200 build/nodes-200.vrm
  files=(build/nodes-200.vrm)
  for name in godette-v4.vrm samplebot-v1.vrm; do
    if [[ -f ${VRM_CORPUS:-../shared/models}/$name ]]; then files+=("${VRM_CORPUS:-../shared/models}/$name"); fi
  done
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
lines=$scratch/lines
: >"$lines"
for file in "${files[@]}"; do
  start_peer runtime.mjs "$file"
  for count in ${avatars//,/ }; do
    for ((i = 1; i <= rounds; ++i)); do
      echo "${file##*/}, $count avatars, round $i of $rounds"
      if [[ $with_peer -eq 1 ]]; then
        ask_peer "$count"
        printf '%s\tpeer\t%s\n' "${file##*/}" "$answer" >>"$lines"
      fi
      printf '%s\tours\t%s\n' "${file##*/}" "$("$tree/bench/bench_runtime" --avatars "$count" "$file")" >>"$lines"
    done
  done
  end_peer
done

describe_machine
echo
echo "$machine"
echo "$versions"
echo "ns per avatar, best of $rounds rounds; ratio = three-vrm / libvrm, wanted: 25, from 100 avatars on 50; an avatar of up to 200 nodes: 64 KiB"
echo
awk -F '\t' '
  function value(key) { return match($3, "\"" key "\":[0-9]+") ? substr($3, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : -1 }
  BEGIN { n = split("update matrices humanoid lookAt expressions constraints", keys, " ") }
  {
    id = $1 SUBSEP value("avatars")
    if (!(id in seen)) { seen[id] = 1; order[++rows] = id }
    if ($2 == "ours") { bytes[id] = value("bytes"); nodes[id] = value("nodes") }
    for (k = 1; k <= n; ++k) {
      v = value(keys[k])
      if (v < 0) continue
      at = id SUBSEP $2 SUBSEP keys[k]
      if (!(at in best) || v < best[at]) best[at] = v
    }
  }
  END {
    print "| model | avatars | KiB each | stage | three-vrm | libvrm | ratio | |"
    print "|---|--:|--:|---|--:|--:|--:|---|"
    for (r = 1; r <= rows; ++r) {
      id = order[r]
      split(id, part, SUBSEP)
      for (k = 1; k <= n; ++k) {
        ours = best[id SUBSEP "ours" SUBSEP keys[k]]
        has = (id SUBSEP "peer" SUBSEP keys[k]) in best
        peer = best[id SUBSEP "peer" SUBSEP keys[k]]
        whole = k == 1
        verdict = ""
        if (whole) {
          slow = has && peer < (part[2] >= 100 ? 50 : 25) * ours
          fat = nodes[id] <= 200 && bytes[id] > 65536
          bad += slow || fat
          verdict = slow && fat ? "BOTH" : slow ? "SLOW" : fat ? "OVER" : "ok"
        }
        printf "| %s | %s | %s | %s | %s | %d | %s | %s |\n", whole ? part[1] : "", whole ? part[2] : "",
               whole ? sprintf("%.1f", bytes[id] / 1024) : "", whole ? "**whole update**" : keys[k],
               has ? peer : "-", ours, (has && ours > 0) ? sprintf("%.1f", peer / ours) : "-", verdict
      }
    }
    printf "\n%d rows, %d miss a bar\n", rows, bad
  }
' "$lines"
if [[ -n $json ]]; then
  {
    printf '{"machine":"%s","versions":"%s","lines":[\n' "$machine" "$versions"
    awk -F '\t' '{ printf "%s{\"file\":\"%s\",\"who\":\"%s\",\"numbers\":%s}", (NR > 1 ? ",\n" : ""), $1, $2, $3 }' "$lines"
    printf '\n]}\n'
  } >"$json"
  echo "all numbers: $json"
fi
