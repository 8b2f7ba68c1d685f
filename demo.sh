#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Builds libvrm and shows what it does, on the built-in avatar or on yours: ./demo.sh [AVATAR.vrm]
set -euo pipefail

if [[ ${1:-} == --help || $# -gt 1 ]]; then
  echo "usage: ./demo.sh [AVATAR.vrm]"
  echo "Builds libvrm, then reads, converts, takes apart and moves the built-in avatar (or AVATAR.vrm) below out/demo."
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

title "Setting up and building (two or three minutes the first time)"
scripts/setup.sh build
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi
cmake -S . -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=Release -DVRM_BUILD_TESTS=OFF -DVRM_PRECOMPILE=ON >/dev/null
cmake --build build/demo

rm -rf out/demo
mkdir -p out/demo
export PATH="$PWD/build/demo/apps/vrm:$PWD/build/demo/examples:$PATH"
if [[ -z $avatar ]]; then
  build/demo/assets/make_avatar out/demo/avatar.vrm
else
  cp -- "$avatar" out/demo/avatar.vrm
fi
cd out/demo

demo() {
  title "What is in an avatar?"
  show vrm info avatar.vrm || {
    [[ $? -eq 1 ]] || { echo "demo: that is all there is to see of this file" && return 0; }
  }

  title "Is anything wrong with it?"
  show vrm validate avatar.vrm --advice || [[ $? -eq 1 ]]

  title "GLB to GLB keeps every byte, also of what we do not understand"
  show vrm convert avatar.vrm copy.vrm || [[ $? -eq 1 ]]
  if cmp avatar.vrm copy.vrm; then
    echo "copy.vrm is identical to avatar.vrm"
  fi

  title "As JSON you can read, with its data and pictures beside it; and back"
  mkdir -p gltf
  show vrm convert avatar.vrm gltf/avatar.gltf || [[ $? -eq 1 ]]
  show vrm convert gltf/avatar.gltf back.vrm || [[ $? -eq 1 ]]

  title "Its parts as files"
  show vrm extract avatar.vrm parts || [[ $? -eq 1 ]]

  title "It moves: a wave, a smile, a gaze"
  show example_04_pose avatar.vrm || [[ $? -eq 1 ]]
  show example_05_expressions avatar.vrm || [[ $? -eq 1 ]]
  show example_06_look_at avatar.vrm || [[ $? -eq 1 ]]

  title "Its hair swings"
  show example_08_springs avatar.vrm || [[ $? -eq 1 ]]

  title "A thousand of it"
  show example_09_crowd avatar.vrm || [[ $? -eq 1 ]]

  title "What its wearer sees of it, and what others see"
  show example_07_first_person avatar.vrm || [[ $? -eq 1 ]]

  title "A scenario in, numbers out: the same on every machine"
  cat >nod.json <<'JSON'
{ "frames": 60, "dt": 0.016666666666666666, "sample": [60],
  "tracks": [
    { "target": "bone:head", "property": "rotation", "values": [[0.2, 0, 0, 0.98], [0.3, 0, 0, 0.95], [0, 0, 0, 1]] },
    { "target": "expression:happy", "property": "weight", "values": [0, 0.5, 1] },
    { "target": "lookAt", "property": "target", "values": [[1, 1.5, 2]] } ],
  "output": { "nodes": "humanoid", "what": ["rotation", "world"], "morphs": true, "expressions": true, "lookAt": true } }
JSON
  show vrm eval avatar.vrm nod.json -o nod.out.json || [[ $? -eq 1 ]]
  show vrm eval avatar.vrm nod.json --hash || [[ $? -eq 1 ]]

  title "A broken file gets a clear answer, never a crash"
  head -c 100 avatar.vrm >cut_off.vrm
  show vrm info cut_off.vrm || echo "(exit code $?)"
  sed 's/"scene": *0/"scene": 7/' gltf/avatar.gltf >gltf/bad_index.gltf
  show vrm info --strict gltf/bad_index.gltf || echo "(exit code $?)"
}
demo 2>&1 | tee >(sed $'s/\033\\[[0-9]*m//g' >report.txt)

title "Done. Look into out/demo: report.txt, the avatar in three forms, its pictures in parts/, nod.out.json"
echo "Try your own: ./demo.sh path/to/avatar.vrm, or build/demo/apps/vrm/vrm --help"
