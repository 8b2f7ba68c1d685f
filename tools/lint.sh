#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Static analysis: cppcheck on library and command, then clang-tidy (.clang-tidy) on the same or on given files:
# tools/lint.sh [--cppcheck | --tidy] [FILE.cpp ...]
# Everything takes half an hour on two cores. Exit code 1 when there is something to say, 2 when a program is missing.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  sed -n '5,7s/^# //p' "$0"
  exit 0
fi
what=all
case ${1:-} in
  --cppcheck | --tidy) what=${1#--} && shift ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
need() {
  command -v "$1" >/dev/null && return
  echo "lint: $1 is not installed" >&2
  exit 2
}
[[ $what == tidy ]] || need cppcheck
[[ $what == cppcheck ]] || need clang-tidy
status=0
if [[ $what != tidy ]]; then
  cppcheck --enable=warning,performance,portability --std=c++20 --library=std --inline-suppr -I include -I src -q \
    --suppressions-list=tools/cppcheck.txt --error-exitcode=1 -j "$(nproc)" src apps || status=1
fi
if [[ $what != cppcheck ]]; then
  # A command for each file, and no precompiled headers, which clang cannot read of g++.
  cmake --preset dev -B build/files -DCMAKE_UNITY_BUILD=OFF -DVRM_PRECOMPILE=OFF >/dev/null
  files=("$@")
  if [[ ${#files[@]} -eq 0 ]]; then
    mapfile -t files < <(git ls-files 'src/*.cpp' 'apps/*.cpp')
  fi
  # It counts on stderr what it does not show, and says there why it cannot work.
  printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/files --quiet --warnings-as-errors='*' \
    2> >(grep -vE '^[0-9]+ warnings?.* generated\.$|^Suppressed ' >&2) || status=1
fi
exit "$status"
