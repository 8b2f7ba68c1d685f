#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/attacks.sh [--rounds N] [--only WORD]

Measures how long files take that were made to hurt: milliseconds of one core for each step, and how much longer one of
the things takes that there are too many of when there are four times as many (1: as long; 4: the square of it). MORE is
where that is over 3.

  --rounds N   how often each is done (3); the fastest counts
  --only WORD  those with this in their name
  --help       this text
TEXT
}

rounds=3
only=
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds only -- "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_attacks
"$tree/bench/bench_attacks" --rounds "$rounds" "$only"
