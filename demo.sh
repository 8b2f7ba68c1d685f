#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Builds libvrm and shows what it does, on the built-in avatar or on yours: ./demo.sh [AVATAR.vrm]
set -euo pipefail

if [[ ${1:-} == --help || $# -gt 1 ]]; then
  echo "usage: ./demo.sh [AVATAR.vrm]"
  echo "Builds libvrm, then draws, inspects, validates, measures and moves the built-in avatar (or AVATAR.vrm)."
  echo "Everything lands in demo/; open demo/index.html."
  [[ ${1:-} == --help ]] && exit 0 || exit 2
fi
avatar=
if [[ $# -eq 1 ]]; then
  avatar=$(realpath -- "$1")
  if [[ ! -f $avatar || $avatar == *.gltf ]]; then
    echo "demo: $1 is not a file with everything in it (.vrm, .glb)" >&2
    exit 2
  fi
fi
cd "$(dirname "${BASH_SOURCE[0]}")"

# title TEXT, show COMMAND...: what is being done, and the command to do it yourself
bold='' dim='' plain=''
if [[ -t 1 ]]; then
  bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'
fi
title() { printf '\n%s== %s%s\n' "$bold" "$1" "$plain"; }
show() {
  printf '%s$ %s%s\n' "$dim" "$*" "$plain"
  "$@"
}
# The same for what may find something wrong with an avatar: exit code 1 is no failure of the demo.
try() { show "$@" || [[ $? -eq 1 ]]; }
# Pictures need a graphics driver; the rest does not.
draw() { try "$@" || echo "(no picture)"; }
# keep FILE COMMAND...: its output goes to FILE too
keep() {
  local file=$1
  shift
  try "$@" 2>&1 | tee "$file"
}

title "Setting up and building (a few minutes the first time)"
scripts/setup.sh build
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi
cmake -S . -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=Release -DVRM_BUILD_TESTS=OFF -DVRM_PRECOMPILE=ON \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 >/dev/null
cmake --build build/demo

rm -rf demo
mkdir demo
export PATH="$PWD/build/demo/apps/vrm:$PWD/build/demo/examples:$PATH"
page=$PWD/scripts/demo_page.sh
cd demo
if [[ -z $avatar ]]; then
  title "The avatar that is built in, made by code"
  show vrm sample -o avatar.vrm
else
  cp -- "$avatar" avatar.vrm
fi

title "What is in it?"
keep info.txt vrm info avatar.vrm

title "Is anything wrong with it?"
keep validate.txt vrm validate avatar.vrm --advice

title "Pictures of it"
draw vrm render avatar.vrm -o portrait.png --view three-quarter --expression happy=0.6 --look-at camera --size 768x1024
draw vrm render avatar.vrm -o sheet.png --sheet --size 256
draw vrm render avatar.vrm -o turntable.webp --turntable 48 --fps 24 --size 480x640 --background '#eceef2'
draw vrm render avatar.vrm -o overlay.png --overlay bones,springs,colliders,limits --size 768x1024 --background '#20242c'

title "It moves: a nod, a smile, a gaze; the same numbers on every machine"
cat >nod.json <<'JSON'
{ "frames": 60, "dt": 0.016666666666666666, "sample": [60],
  "tracks": [
    { "target": "bone:head", "property": "rotation", "values": [[0.2, 0, 0, 0.98], [0.3, 0, 0, 0.95], [0, 0, 0, 1]] },
    { "target": "expression:happy", "property": "weight", "values": [0, 0.5, 1] },
    { "target": "lookAt", "property": "target", "values": [[1, 1.5, 2]] } ],
  "output": { "nodes": "humanoid", "what": ["rotation", "world"], "morphs": true, "expressions": true, "lookAt": true } }
JSON
try vrm eval avatar.vrm nod.json -o nod.out.json
try vrm eval avatar.vrm nod.json --hash

title "How fast is it here? A hundred of it, for a moment"
keep bench.txt vrm bench avatar.vrm --avatars 100

title "GLB to GLB keeps every byte, also of what nobody understands"
try vrm convert avatar.vrm copy.vrm
if cmp avatar.vrm copy.vrm; then
  echo "copy.vrm is identical to avatar.vrm"
fi

title "A broken file gets a clear answer, never a crash"
head -c 100 avatar.vrm >cut_off.vrm
show vrm info cut_off.vrm || echo "(exit code $?)"

"$page" >index.html
title "Done. Look into demo/:"
cat <<'TEXT'
  index.html      all of it on one page
  portrait.png    sheet.png       every expression
  turntable.webp  overlay.png     bones, springs, colliders and limits
  validate.txt    info.txt        bench.txt
  avatar.vrm      the avatar itself
TEXT
echo "Try your own: ./demo.sh path/to/avatar.vrm, or build/demo/apps/vrm/vrm --help"
