#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: bench/render.sh [--rounds N] [--json OUT] [FILE...]

Measures pictures, in milliseconds: reading a model, reading its geometry and decoding its images, uploading them; from
a file to its first picture of 512 pixels, shaders and all; then, with these compiled, from a file to an encoded
thumbnail and frames that are read back, at 512 and 1024 pixels with four samples; and thumbnails of 256 pixels per
second, with files read and decoded one by one and in threads.
Without FILEs: the models in $VRM_CORPUS (../shared/models if unset and there) of more than 100 kB.

  --rounds N  how often each is done (9); the fastest counts
  --json OUT  writes all numbers there
  --help      this text
TEXT
}

rounds=9
json=
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read_arguments rounds json -- "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build_bench bench_render

if [[ ${#files[@]} -eq 0 ]]; then
  mapfile -t files < <(find "${VRM_CORPUS:-../shared/models}" -maxdepth 1 -name '*.vrm' -size +100000c | sort)
fi
lines=$("$tree/bench/bench_render" --rounds "$rounds" "${files[@]}")
if [[ -n $json ]]; then printf '%s\n' "$lines" >"$json"; fi
echo
echo "| file | load | prepare | upload | first picture | thumbnail 512 | 1024 | frame 512 | 1024 |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
value() { sed -nE "s/.*\"$1\":\"?([^\",}]+).*/\1/p" <<<"$2"; }
while IFS= read -r line; do
  if [[ $line == *'"driver"'* ]]; then
    echo
    echo "$(sed -E 's/.*"driver":"([^"]*)".*/\1/' <<<"$line"), context in $(value context "$line") ms;" \
      "thumbnails per second: $(value thumbnailsPerSecond "$line") one by one," \
      "$(value thumbnailsPerSecondInThreads "$line") with $(value threads "$line") threads that read and decode"
    continue
  fi
  echo "| $(basename "$(value file "$line")") | $(value load "$line") | $(value prepare "$line") | $(value upload "$line") |" \
    "$(value firstPicture "$line") | $(value thumbnail512 "$line") | $(value thumbnail1024 "$line") |" \
    "$(value frame512 "$line") | $(value frame1024 "$line") |"
done <<<"$lines"
