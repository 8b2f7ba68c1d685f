#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# What we write, in the eyes of the Khronos validator: run.sh VRM WRITE_SAMPLES WORK
#   VRM            the command
#   WRITE_SAMPLES  the program that writes our own models, which must have no error at all
#   WORK           a folder for the results and for the validator, which npm installs there once
# Models of VRM_CORPUS, when there are some, must not get errors by conversion, also to VRM 1.0, nor by other edits, that
# they did not have; edits may refuse a model for the reasons that are listed below.
# Then both validators over the same files must agree: those of the validator's tests, the models, and what is in the
# folder VRM_KHRONOS_DATA if that is set (test/ of KhronosGroup/glTF-Validator has many).
# Ends with 77 when npm or the validator cannot be had.
set -euo pipefail

if [[ $# -ne 3 ]]; then
  sed -n '5,13s/^# //p' "$0" >&2
  exit 2
fi
vrm=$1
write_samples=$2
work=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
corpus=${VRM_CORPUS:-$here/../../../shared/models}

# shellcheck source=SCRIPTDIR/../support/npm_packages.sh
source "$here/../support/npm_packages.sh"
npm_packages "$here/package.json" "$work"
modules=$work/npm

results=$work/results
list=$work/list.txt
rm -rf "$results"
mkdir -p "$results/samples"
: >"$list"

# convert IN OUT [OPTION]: exit code 1 says that the model has findings, which is none of our business here.
convert() {
  mkdir -p "$(dirname "$2")"
  local status=0
  "$vrm" convert "$@" >/dev/null 2>"$work/stderr.txt" || status=$?
  if [[ $status -gt 1 ]]; then
    return "$status"
  fi
}
must_convert() {
  convert "$@" || { echo "FAILED: vrm convert $*" >&2 && cat "$work/stderr.txt" >&2 && exit 1; }
}

# edit NAME VERB IN OUT [OPTION]: puts OUT on the list, or counts a refusal that is a known one.
declare -A refusals
edit() {
  local name=$1 status=0 code
  "$vrm" "${@:2}" --json >"$work/stdout.json" 2>"$work/stderr.txt" || status=$?
  if [[ $status -le 1 ]]; then
    printf '%s\t%s\n' "$4" "$3" >>"$list"
    return
  fi
  code=$(sed -n 's/.*"code": "\([A-Z0-9_]*\)".*/\1/p' "$work/stdout.json" | head -n 1)
  case "$name $code" in
    *" GLTF_EXTENSION_UNSUPPORTED") ;;                                # compressed with Draco or meshopt
    "migrate VRM_NONE" | "tpose VRM_NONE") ;;                         # plain glTF
    "tpose VRM_BONE_MISSING" | "tpose VRM_T_POSE" | "tpose VRM_SIDES") ;; # no body of which the pose could be told
    *)
      echo "FAILED: vrm ${*:2}" >&2
      cat "$work/stderr.txt" >&2
      exit 1
      ;;
  esac
  if [[ $status -ne 2 || -e $4 ]]; then
    echo "FAILED: vrm ${*:2}: exit code $status, and what is written must not be there" >&2
    exit 1
  fi
  refusals["$name $code"]=$((${refusals["$name $code"]:-0} + 1))
}

# Our own: as written by the program, and through the command.
"$write_samples" "$results/samples"
while IFS= read -r -d '' file; do
  printf '%s\n' "$file" >>"$list"
done < <(find "$results/samples" \( -name '*.glb' -o -name '*.gltf' \) -print0 | sort -z)
for file in "$results"/samples/avatar/model.{glb,gltf}; do
  name=${file##*.}
  must_convert "$file" "$results/own/$name.glb"
  must_convert "$file" "$results/own/$name/model.gltf"
  must_convert "$file" "$results/own/$name.embedded.gltf" --embed
  must_convert "$results/own/$name/model.gltf" "$results/own/$name.back.glb"
  printf '%s\n' "$results/own/$name".{glb,embedded.gltf,back.glb} "$results/own/$name/model.gltf" >>"$list"
done
own=$(wc -l <"$list")

# Other people's: broken ones that cannot be read are left out; the corpus test says which may be.
models=0
refused=0
printf '%s' '{"name": "a", "authors": ["b"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}' >"$work/meta.json"
if [[ -d $corpus ]]; then
  while IFS= read -r -d '' file; do
    target=$results/corpus/$((models + refused))
    if ! convert "$file" "$target/model.glb"; then
      refused=$((refused + 1))
      continue
    fi
    models=$((models + 1))
    must_convert "$file" "$target/loose/model.gltf"
    must_convert "$target/loose/model.gltf" "$target/back.glb"
    "$write_samples" --as-1.0 "$file" "$target/as-1.0.glb"
    printf "%s\t$file\n" "$target/model.glb" "$target/loose/model.gltf" "$target/back.glb" "$target/as-1.0.glb" >>"$list"
    edit normalize normalize "$file" "$target/normalize.glb"
    edit tpose normalize "$file" "$target/tpose.glb" --tpose
    edit split split "$file" "$target/split.glb"
    edit migrate convert "$file" "$target/migrate.glb" --to 1.0 --meta "$work/meta.json"
    edit optimize optimize "$file" "$target/optimize.glb" --max-texture 256
  done < <(find "$corpus" \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' -o -name '*.vrma' \) -print0 | sort -z)
  echo "$own files of our own, up to 9 from each of $models models of others, $refused that cannot be read"
  for refusal in "${!refusals[@]}"; do echo "refused: $refusal, ${refusals[$refusal]} times"; done | sort
else
  echo "$own files of our own; VRM_CORPUS names no folder with models of others"
fi
node "$here/validate.mjs" "$modules" "$list"

"$write_samples" --cases "$results/cases"
folders=("$results/cases")
for folder in "$corpus" "${VRM_KHRONOS_DATA:-}"; do
  if [[ -n $folder && -d $folder ]]; then folders+=("$(realpath "$folder")"); fi
done
find "${folders[@]}" -type f \( -name '*.vrm' -o -name '*.glb' -o -name '*.gltf' -o -name '*.vrma' \) | sort |
  node "$here/agree.mjs" "$modules" "$vrm" "$here/../../docs/validator-differences.md"

# The published JSON schemas of the VRM extensions, where somebody has put them.
schemas=${VRM_SCHEMAS:-$here/../../../shared/spec/schemas}
if [[ -d $schemas ]]; then
  "$write_samples" --clean "$results/clean"
  node "$here/schemas.mjs" "$modules" "$vrm" "$schemas" "$results/schemas" "$results"/clean/*.glb
else
  echo "VRM_SCHEMAS names no folder with JSON schemas"
fi
