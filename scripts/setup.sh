#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Installs what a job needs and this machine lacks: scripts/setup.sh SET...
#   build  compiler, CMake and the libraries of libvrm and its command
#   test   GoogleTest, clang with its sanitizers, lld, node, npm
#   wasm   emscripten (large: more than 1 GB)
#   bench  node, npm
#   determinism  clang, and compiler and emulator for 64-bit ARM
# Packages come from apt-get (Debian, Ubuntu). Without apt-get it says what is missing and ends without an error,
# because the same things may be there under other names.
set -euo pipefail

usage() {
  sed -n '5,12s/^# \{0,1\}//p' "$0"
}

# Debian package, or package=probe where the probe is a command or a file that says that it is there already, perhaps
# from somewhere else.
declare -A sets=(
  [build]="g++=g++ cmake=cmake ninja-build=ninja pkg-config=pkg-config rapidjson-dev libfast-float-dev libhwy-dev
           libspng-dev libwebp-dev libjpeg-dev=/usr/include/jpeglib.h libcli11-dev libfmt-dev
           libegl-dev libgles-dev libegl1 libegl-mesa0 libgl1-mesa-dri"
  [test]="libgtest-dev googletest clang-14=clang++-14 libclang-rt-14-dev lld=ld.lld nodejs=node npm=npm"
  [wasm]="emscripten=em++ googletest nodejs=node"
  [bench]="nodejs=node npm=npm"
  [determinism]="clang-14=clang++-14 g++-aarch64-linux-gnu=aarch64-linux-gnu-g++ qemu-user=qemu-aarch64"
)

if [[ $# -eq 0 ]]; then
  usage >&2
  exit 2
fi

missing=()
unprobed=()
for name in "$@"; do
  if [[ $name == --help ]]; then
    usage
    exit 0
  elif [[ -z ${sets[$name]:-} ]]; then
    echo "setup: there is no set '$name'; there are: ${!sets[*]}" >&2
    exit 2
  fi
  for item in ${sets[$name]}; do
    package=${item%%=*}
    probe=${item#"$package"}
    probe=${probe#=}
    case $probe in
      "") unprobed+=("$package") ;;
      /*) [[ -e $probe ]] || missing+=("$package") ;;
      *) command -v "$probe" >/dev/null || missing+=("$package") ;;
    esac
  done
done

if ! command -v apt-get >/dev/null; then
  echo "setup: no apt-get here. These Debian packages, or the same software from elsewhere, are needed:"
  echo "  ${missing[*]} ${unprobed[*]}"
  exit 0
fi

# One query for all packages without a probe.
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${unprobed[@]}" 2>/dev/null || true)
for package in "${unprobed[@]}"; do
  grep -qxF "$package installed" <<<"$installed" || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: please install as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@" </dev/null
}
apt update >/dev/null || echo "setup: apt-get update failed; trying with the package lists that are here" >&2
apt install --no-install-recommends "${missing[@]}" || {
  echo "setup: could not install ${missing[*]}" >&2
  exit 1
}
