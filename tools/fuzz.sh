#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tools/fuzz.sh [TARGET|all] [SECONDS] [FOLDER...]
       tools/fuzz.sh --minimise [TARGET|all]
       tools/fuzz.sh --report | --list | --help

Builds the fuzz targets (docs/fuzzing.md; needs clang 14) and runs one, or one after the other, each for SECONDS
(default 60). A run starts from the seeds in tests/fuzz/seeds, from the files in the FOLDERs (small ones serve best) and
from what earlier runs have found interesting, which stays in build/fuzz-corpus/TARGET, or in $VRM_FUZZ_CORPUS/TARGET.
An input that breaks a promise is kept as TARGET.found/crash-* beside it; run the target with its name to see it again.

  --minimise  makes the corpus as small as it can be with the same coverage, and puts some files of it, small and
              large ones, into tests/fuzz/seeds/TARGET: at most 64 and 400 kB
  --report    seconds (of processor time) and executions of all runs that log.tsv in the corpus has, and the last coverage
  --list      the targets

FUZZ_JOBS=N builds N files at a time.
TEXT
}

cd_root() { cd "$(dirname "${BASH_SOURCE[0]}")/.."; }

# Every file fuzz_NAME.cpp is a target.
list_targets() {
  local file
  for file in tests/fuzz/fuzz_*.cpp; do
    file=${file##*/fuzz_}
    echo "${file%.cpp}"
  done
}

# choose NAME|all: sets `targets`.
choose() {
  mapfile -t targets < <(list_targets)
  [[ $1 == all ]] && return
  if ! printf '%s\n' "${targets[@]}" | grep -Fqx -- "$1"; then
    echo "fuzz: no such target: $1 (--list lists them)" >&2
    exit 2
  fi
  targets=("$1")
}

build() {
  if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
  fi
  cmake --preset fuzz >/dev/null
  cmake --build build/fuzz -j "${FUZZ_JOBS:-$(nproc)}" --target "${targets[@]/#/fuzz_}"
}

# said_by NAME WORD: what the target says of itself in a line "// WORD: ...".
said_by() { sed -n "s|^// $2: ||p" "tests/fuzz/fuzz_$1.cpp"; }

# seeds_of NAME: its folders of seeds that there are.
seeds_of() {
  local folder
  for folder in "$1" $(said_by "$1" Seeds); do
    [[ ! -d tests/fuzz/seeds/$folder ]] || echo "tests/fuzz/seeds/$folder"
  done
}

options_of() {
  local words
  words=$(said_by "$1" Dictionary)
  echo "-timeout=20 -rss_limit_mb=2048${words:+ -dict=tests/fuzz/$words}"
}

# last_number WORD FILE: the number after the last "WORD: ".
last_number() { sed -nE "s/.*\b$1: +([0-9]+).*/\1/p" "$2" | tail -n 1; }

row() { printf '%-14s %9s %12s %9s %9s %9s %9s\n' "$@"; }

run() {
  local name=$1 seconds=$2 out=$corpus/$1.log status=0 seeds executions taken TIMEFORMAT='%U %S'
  mapfile -t seeds < <(seeds_of "$name")
  mkdir -p "$corpus/$name" "$corpus/$name.found"
  echo "=== $name for $seconds s"
  # What counts is the time that the target had a processor, on a busy machine less than what has passed.
  # shellcheck disable=SC2046  # several options
  { time build/fuzz/tests/fuzz/fuzz_"$name" "$corpus/$name" "${seeds[@]}" "${folders[@]}" -max_total_time="$seconds" \
    $(options_of "$name") -artifact_prefix="$corpus/$name.found/" -print_final_stats=1 >"$out" 2>&1; } 2>"$out.time" || status=$?
  taken=$(awk 'END { printf "%d", $1 + $2 }' "$out.time")
  rm -f "$out.time"
  executions=$(last_number stat::number_of_executed_units "$out")
  # What a run that found something had done until then, it said in its last line of progress.
  executions=${executions:-$(sed -nE 's/^#([0-9]+).*/\1/p' "$out" | tail -n 1)}
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$(date -u +%FT%TZ)" "$name" "$taken" "${executions:-0}" \
    "$(last_number cov "$out")" "$(last_number ft "$out")" "$(find "$corpus/$name" -type f | wc -l)" >>"$corpus/log.tsv"
  rows+=("$(tail -n 1 "$corpus/log.tsv")")
  if [[ $status -ne 0 ]]; then
    failed+=("$name")
    tail -n 40 "$out"
  fi
}

# print_rows: from lines as in log.tsv.
print_rows() {
  local name taken executions cov ft files
  row target seconds executions per_s cov ft corpus
  while IFS=$'\t' read -r _ name taken executions cov ft files; do
    row "$name" "$taken" "$executions" $((executions / (taken > 0 ? taken : 1))) "${cov:--}" "${ft:--}" "$files"
  done
}

run_all() {
  choose "${1:-all}"
  local seconds=${2:-60} name
  # libFuzzer takes 0 for ever.
  if [[ ! $seconds =~ ^0*[1-9][0-9]*$ ]]; then
    echo "fuzz: no such time: $seconds" >&2
    exit 2
  fi
  build
  failed=()
  rows=()
  for name in "${targets[@]}"; do run "$name" "$seconds"; done
  printf '%s\n' "${rows[@]}" | print_rows
  if [[ ${#failed[@]} -gt 0 ]]; then
    echo "fuzz: broken: ${failed[*]}" >&2
    exit 1
  fi
}

report() {
  [[ -f $corpus/log.tsv ]] || { echo "fuzz: nothing has run yet" >&2 && exit 1; }
  awk -F '\t' -v OFS='\t' '
    { taken[$2] += $3; runs[$2] += $4; last[$2] = $5 OFS $6 OFS $7 }
    END { for (name in taken) print "-", name, taken[name], runs[name], last[name] }
  ' "$corpus/log.tsv" | sort | print_rows
}

minimise() {
  choose "${1:-all}"
  build
  local name most=64 most_bytes=400000 hashed='.*/[0-9a-f]{40}'
  for name in "${targets[@]}"; do
    local home=tests/fuzz/seeds/$name all=$corpus/$name.all small=$corpus/$name.small count=0 bytes=0 step size file files folder i
    rm -rf "$all" "$small"
    mkdir -p "$all" "$small" "$home" "$corpus/$name"
    # Files with a name count as there; those that earlier runs of this put beside them have a hash for a name.
    while read -r folder; do
      mkdir "$small/${folder##*/}"
      find "$folder" -regextype posix-extended -type f ! -regex "$hashed" -exec cp -t "$small/${folder##*/}" {} +
    done < <(seeds_of "$name")
    cp -r "$corpus/$name/." "$all"
    find "$home" -regextype posix-extended -type f -regex "$hashed" -exec cp -t "$all" {} +
    # Seeds and corpus go when what replaces them is there.
    # shellcheck disable=SC2046  # several options
    if ! build/fuzz/tests/fuzz/fuzz_"$name" -merge=1 $(options_of "$name") "$small" "$all" >"$corpus/$name.log" 2>&1; then
      tail -n 20 "$corpus/$name.log" >&2
      echo "fuzz: $name is not any smaller: see $corpus/$name.log" >&2
      exit 1
    fi
    find "$home" -regextype posix-extended -type f -regex "$hashed" -delete
    rm -rf "$all" "${corpus:?}/$name"
    mkdir "$corpus/$name"
    mapfile -t files < <(find "$small" -regextype posix-extended -type f -regex "$hashed" -printf '%s %f\n' | sort -n)
    step=$((${#files[@]} > most ? ${#files[@]} : most))
    for ((i = 0; i < most && i < ${#files[@]}; ++i)); do
      read -r size file <<<"${files[$(((2 * i + 1) * step / (2 * most)))]}"
      [[ $((bytes + size)) -le $most_bytes ]] || continue
      cp "$small/$file" "$home"
      count=$((count + 1))
      bytes=$((bytes + size))
    done
    find "$small" -regextype posix-extended -type f -regex "$hashed" -exec mv -t "$corpus/$name" {} +
    rm -rf "$small"
    rmdir --ignore-fail-on-non-empty "$home"
    echo "$name: $(find "$corpus/$name" -type f | wc -l) files in the corpus, $count of them with $bytes bytes as seeds"
  done
}

# Folders are the caller's, not ours.
folders=()
for folder in "${@:3}"; do
  folders+=("$(realpath -e "$folder")")
done
corpus=${VRM_FUZZ_CORPUS:+$(realpath -m "$VRM_FUZZ_CORPUS")}
cd_root
corpus=${corpus:-build/fuzz-corpus}
case ${1:-} in
  --help | -h) usage ;;
  --list) list_targets ;;
  --report) report ;;
  --minimise) minimise "${@:2}" ;;
  -*) usage >&2 && exit 2 ;;
  *) run_all "$@" ;;
esac
