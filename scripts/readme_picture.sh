#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# scripts/readme_picture.sh [VRM]: draws docs/images/avatar.png with the command VRM (build/dev/apps/vrm/vrm without).
# Needs ImageMagick.
set -euo pipefail
cd "$(dirname "$0")/.."

vrm=$(realpath "${1:-build/dev/apps/vrm/vrm}")
out=$PWD/docs/images/avatar.png
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$vrm" sample -o avatar.vrm
cat > wave.json <<'JSON'
{
  "head": {"rotation": [0.02, -0.10, 0.08, 0.991]},
  "spine": {"rotation": [0, 0.10, 0.03, 0.995]},
  "leftUpperArm": {"rotation": [0, 0, 0.30, 0.954]},
  "leftLowerArm": {"rotation": [0, 0, 0.50, 0.866]},
  "leftHand": {"rotation": [0, 0, -0.10, 0.995]},
  "rightUpperArm": {"rotation": [0, 0.10, 0.52, 0.848]},
  "rightLowerArm": {"rotation": [0, 0.20, 0, 0.980]},
  "leftUpperLeg": {"rotation": [-0.10, 0, 0.03, 0.995]},
  "leftLowerLeg": {"rotation": [0.12, 0, 0, 0.993]},
  "rightUpperLeg": {"rotation": [0.06, 0, -0.02, 0.998]},
  "rightLowerLeg": {"rotation": [0.10, 0, 0, 0.995]}
}
JSON
light=(--background '#eceef2')
"$vrm" render avatar.vrm -o wave.png "${light[@]}" --size 2048 --view three-quarter --pose wave.json --expression happy=1
"$vrm" render avatar.vrm -o face.png "${light[@]}" --size 1600 --view face --expression ee=0.4 --look-at camera
"$vrm" render avatar.vrm -o inside.png --background '#20242c' --size 2048 --overlay springs,colliders
convert wave.png -gravity center -crop 1300x1820+0+0 +repage -resize x560 wave.png
convert face.png -gravity south -crop 1371x1600+0+0 +repage -resize x560 face.png
convert inside.png -gravity center -crop 1300x1820+0+0 +repage -resize x560 inside.png
convert wave.png face.png inside.png +append -strip -colors 256 -define png:compression-level=9 "$out"
