# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# What the benchmarks share.
# shellcheck shell=bash disable=SC2034
tree=build/bench
peer=build/bench-peer
peer_name=three-vrm # whom we are compared with
peer_packages=(three @pixiv/three-vrm)
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi

# read_arguments NAME... -- ARGUMENT...: the value of each option --NAME goes to the variable NAME, the rest to files.
read_arguments() {
  local names=" "
  while [[ $1 != -- ]]; do
    names+="$1 "
    shift
  done
  shift
  files=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      --help | -h) usage && exit 0 ;;
      --*)
        [[ $# -ge 2 && $names == *" ${1#--} "* ]] || { usage >&2 && exit 2; }
        printf -v "${1#--}" '%s' "$2"
        shift
        ;;
      -*) usage >&2 && exit 2 ;;
      *) files+=("$(realpath "$1")") ;;
    esac
    shift
  done
  [[ $rounds =~ ^[1-9][0-9]*$ ]] || { usage >&2 && exit 2; }
  [[ -z $json ]] || json=$(realpath "$json")
}

# build_bench TARGET...: in a tree of its own, where only what is measured gets built; build/release keeps its options.
build_bench() {
  echo "Setting up ..."
  scripts/setup.sh build bench || echo "bench: setup failed; going on with what is here" >&2
  build_tree "$tree" "$@"
}

# build_tree TREE [-DOPTION=VALUE]... TARGET...
build_tree() {
  local where=$1 options=()
  shift
  while [[ $1 == -D* ]]; do
    options+=("$1")
    shift
  done
  cmake --preset release -B "$where" -DVRM_BUILD_BENCH=ON -DVRM_BUILD_APPS=OFF -DVRM_BUILD_EXAMPLES=OFF \
    -DVRM_BUILD_TESTS=OFF -DVRM_INSTALL=OFF "${options[@]}" >/dev/null
  cmake --build "$where" --target "$@" >/dev/null
}

# install_peer: what we are compared with and our drivers for it; have_peer says whether that worked.
install_peer() {
  have_peer=1
  if command -v npm >/dev/null; then
    mkdir -p "$peer"
    cp bench/peer/package.json bench/peer/*.mjs "$peer"
    npm --prefix "$peer" install --no-audit --no-fund --no-package-lock --loglevel=error >/dev/null || have_peer=0
    [[ $have_peer -eq 1 ]] || echo "bench: npm could not install $peer_name; only libvrm is measured" >&2
  else
    have_peer=0
    echo "bench: npm is not installed, so $peer_name is not measured; only libvrm is" >&2
  fi
}

# start_peer SCRIPT FILE: with_peer says whether it takes part, started what it said first. A node process stays for the
# whole file: warm code is what is compared.
start_peer() {
  with_peer=$have_peer started=
  [[ $with_peer -eq 1 ]] || return 0
  coproc PEER { exec node "$peer/$1" "$2"; }
  peer_pid=${PEER_PID:?}
  IFS= read -r started <&"${PEER[0]}" || started='{"error":"node ended"}'
  if [[ $started == *'"error"'* ]]; then
    with_peer=0
    echo "bench: $peer_name refuses ${2##*/}: $started" >&2
  fi
}

# ask_peer LINE: answer is what it says to that.
ask_peer() {
  echo "$1" >&"${PEER[1]}"
  IFS= read -r answer <&"${PEER[0]}" || { echo "bench: node ended early" >&2 && exit 1; }
}

end_peer() {
  if [[ $with_peer -eq 1 ]]; then echo end >&"${PEER[1]}"; fi
  if [[ $have_peer -eq 1 ]]; then wait "$peer_pid" || true; fi
}

# describe_machine: sets machine and versions.
describe_machine() {
  local cpu version peer_text compiler package
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)
  version=$(sed -n 's/^#define VRM_VERSION_[A-Z]* \([0-9]*\).*/\1/p' include/vrm/version.hpp | paste -sd.)
  peer_text="without $peer_name"
  if [[ $have_peer -eq 1 ]]; then
    peer_version() { sed -n 's/^ *"version": "\(.*\)".*/\1/p' "$peer/node_modules/$1/package.json" | head -1; }
    peer_text="node $(node --version)"
    for package in "${peer_packages[@]}"; do peer_text="${package##*/} $(peer_version "$package"), $peer_text"; done
  fi
  compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$tree/CMakeCache.txt")
  machine="$(getconf _NPROCESSORS_ONLN) x ${cpu:-unknown CPU}, $(uname -sm)"
  versions="libvrm $version ($("$compiler" --version | head -1)), $peer_text"
}

# number KEY LINE: the number after "KEY": in a line of JSON, or nothing. For "a.b": the b inside the object a.
number() {
  local line=$2
  if [[ $1 == *.* ]]; then line=${line#*\""${1%.*}"\":\{}; fi
  if [[ $line =~ \"${1#*.}\":([0-9]+) ]]; then echo "${BASH_REMATCH[1]}"; fi
}
