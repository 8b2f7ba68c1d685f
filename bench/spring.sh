#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/spring.sh [--rounds N] [--avatars N,N,...] [--most N] [--json OUT] [FILE...]

Measures how long the springs of a frame take, with all world matrices: libvrm, libvrm with its plain solver (no SIMD) and
three-vrm; in one run, taking turns. Without FILEs: generated avatars of 20 chains of 5 joints and of 100 chains of 10, each
without and with 10 colliders.

  --rounds N       how often they take turns (3); the best round of each counts
  --avatars N,...  how many avatars of the model are updated (1,10,100,1000); several are a Crowd, on 1 and 2 threads
  --most N         three-vrm is measured with up to so many avatars (100)
  --json OUT       writes all numbers there
  --help           this text

For ns per pair of joint and collider a FILE named NAME-K.vrm needs one named NAME-0.vrm, the same without colliders.
TEXT
}

rounds=3
avatars=1,10,100,1000
most=100
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds avatars most json -- "$@"
[[ $avatars =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ && $most =~ ^[0-9]+$ ]] || { usage >&2 && exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_spring bench_make_stress
plain=build/bench-plain
build_tree "$plain" -DVRM_SIMD=OFF bench_spring
install_peer
if [[ ${#files[@]} -eq 0 ]]; then
  for shape in "20 5" "100 10"; do
    read -r chains joints <<<"$shape"
    for colliders in 0 10; do
      file=build/springs-${chains}x$joints-$colliders.vrm
      "$tree/bench/bench_make_stress" --chains "$chains" --joints "$joints" --colliders "$colliders" "$file"
      files+=("$file")
    done
  done
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
lines=$scratch/lines
: >"$lines"
for file in "${files[@]}"; do
  name=${file##*/}
  start_peer spring.mjs "$file"
  for count in ${avatars//,/ }; do
    for ((i = 1; i <= rounds; ++i)); do
      echo "$name, $count avatars, round $i of $rounds"
      if [[ $with_peer -eq 1 && $count -le $most ]]; then
        ask_peer "$count"
        printf '%s\tpeer\t%s\n' "$name" "$answer" >>"$lines"
      fi
      # One avatar by itself, several as a crowd on one thread and on two.
      if [[ $count -eq 1 ]]; then threads=0; else threads=1; fi
      printf '%s\tplain\t%s\n' "$name" "$("$plain/bench/bench_spring" --avatars "$count" --threads $threads "$file")" >>"$lines"
      for ((; threads <= (count == 1 ? 0 : 2); ++threads)); do
        printf '%s\tours\t%s\n' "$name" "$("$tree/bench/bench_spring" --avatars "$count" --threads $threads "$file")" >>"$lines"
      done
    done
  done
  end_peer
done

describe_machine
echo
echo "$machine"
echo "$versions"
echo "ns per joint, best of $rounds rounds; ratio = three-vrm / libvrm; pair: what colliders add, per pair of joint and collider"
echo "wanted: ratio 28 (40 with colliders), from 100 avatars on 90 (160 on two threads); 26 ns per joint without colliders,"
echo "from 100 avatars on 22; 0.6 ns per pair"
echo
awk -F '\t' '
  function value(key) { return match($3, "\"" key "\":[0-9]+") ? substr($3, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : -1 }
  function lower(at, v) { if (!(at in best) || v < best[at]) best[at] = v }
  # ns per pair of a row, from the row of the model without colliders; nothing if there is none.
  function per_pair(who, file, avatars, threads,    bare, at, other) {
    if (!pairs[file] || file !~ /-[0-9]+\.[a-z]+$/) return ""
    bare = file
    sub(/-[0-9]+\./, "-0.", bare)
    at = who SUBSEP file SUBSEP avatars SUBSEP threads
    other = who SUBSEP bare SUBSEP avatars SUBSEP threads
    return (at in best) && (other in best) ? (best[at] - best[other]) / pairs[file] : ""
  }
  function show(v, digits) { return v == "" ? "-" : sprintf("%.*f", digits, v) }
  {
    avatars = value("avatars")
    # Of a crowd; 0: without one. three-vrm has no such thing.
    threads = $2 == "peer" ? -1 : value("threads")
    lower($2 SUBSEP $1 SUBSEP avatars SUBSEP threads, value("update"))
    if ($2 == "peer") next
    joints[$1] = value("joints")
    pairs[$1] = value("pairs")
    id = $1 SUBSEP avatars SUBSEP threads
    if (!(id in seen)) { seen[id] = 1; order[++rows] = id }
  }
  END {
    print "| model | avatars | threads | three-vrm | plain | libvrm | wanted | ratio | wanted | plain ratio | three-vrm pair | plain pair | libvrm pair | wanted | |"
    print "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"
    for (r = 1; r <= rows; ++r) {
      split(order[r], part, SUBSEP)
      file = part[1]; n = part[2]; threads = part[3]; j = joints[file]
      if (j < 1) continue
      at = file SUBSEP n SUBSEP
      ours = ("ours" SUBSEP at threads) in best ? best["ours" SUBSEP at threads] / j : ""
      plain = ("plain" SUBSEP at threads) in best ? best["plain" SUBSEP at threads] / j : ""
      peer = ("peer" SUBSEP at "-1") in best ? best["peer" SUBSEP at "-1"] / j : ""
      ratio = peer != "" && ours > 0 ? peer / ours : ""
      plain_ratio = peer != "" && plain > 0 ? peer / plain : ""
      want_ratio = n >= 100 ? (threads >= 2 ? 160 : 90) : pairs[file] ? 40 : 28
      want_ns = pairs[file] ? "" : n >= 100 ? 22 : 26
      pair = per_pair("ours", file, n, threads)
      missed = ""
      if (want_ns != "" && ours > want_ns) missed = missed " ns"
      if (ratio != "" && ratio < want_ratio) missed = missed " ratio"
      if (pair != "" && pair > 0.6) missed = missed " pair"
      bad += missed != ""
      ++printed
      printf "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", file, n, threads < 1 ? "-" : threads,
             show(peer, 0), show(plain, 1), show(ours, 1), want_ns == "" ? "-" : want_ns, show(ratio, 1),
             ratio == "" ? "-" : want_ratio, show(plain_ratio, 1), show(per_pair("peer", file, n, -1), 1),
             show(per_pair("plain", file, n, threads), 2), show(pair, 2), pair == "" ? "-" : "0.6",
             missed == "" ? "ok" : "SLOW:" missed
    }
    printf "\n%d rows, %d miss a bar\n", printed, bad
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
