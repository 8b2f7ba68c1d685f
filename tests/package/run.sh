#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# Uses libvrm the way other projects do: run.sh KIND BUILD_DIR SOURCE_DIR
#   find_package      installs BUILD_DIR, moves the installed tree, builds a CMake project against it
#   pkg_config        the same with a bare compiler and pkg-config
#   add_subdirectory  builds the sources as a part of another project, shared, then uses what that project installs
# CMAKE and CXX name the programs to use.
set -euo pipefail

if [[ $# -ne 3 ]]; then
  sed -n '5,9s/^# //p' "$0" >&2
  exit 2
fi
kind=$1
build=$(cd "$2" && pwd)
source=$(cd "$3" && pwd)
cmake=${CMAKE:-cmake}
cxx=${CXX:-c++}
# Where the library is built again, clang serves when it is there: another compiler than the build's, and twice as fast.
if [[ $kind == add_subdirectory ]]; then cxx=$(command -v clang++-14 || echo "$cxx"); fi

# Inside the build tree, so that the copy of the library that add_subdirectory builds is only brought up to date.
work=$build/package/$kind
rm -rf "$work"/{first,moved,consumer}
mkdir -p "$work"

read_version() { sed -n "s/^#define VRM_VERSION_$1 //p" "$source/include/vrm/version.hpp"; }
major=$(read_version MAJOR)
minor=$(read_version MINOR)
version=$major.$minor.$(read_version PATCH)

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Installs a build tree and moves the result, so that a path of the first place cannot serve by accident.
install_and_move() {
  "$cmake" --install "$1" --prefix "$work/first" >"$work/install.log" ||
    { cat "$work/install.log" && fail "cmake --install"; }
  mv "$work/first" "$work/moved"
  local path
  for path in "$source" "$build"; do
    if grep -rIlF --include='*.cmake' --include='*.pc' --include='*.hpp' -- "$path" "$work/moved"; then
      fail "these installed files name the folder $path"
    fi
  done
}

expect_version() {
  local printed
  printed=$("$@") || fail "$* exited with $?"
  [[ $printed == "libvrm $version" ]] || fail "$* printed '$printed' instead of 'libvrm $version'"
  echo "ok: $printed"
}

configure() { # SOURCE BUILD [OPTIONS]
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  "$cmake" --fresh -S "$1" -B "$2" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
    "${launcher[@]}" "${@:3}"
}

use_by_find_package() { # PREFIX
  configure "$source/tests/package/find_package" "$work/consumer" -DCMAKE_PREFIX_PATH="$1" \
    -DWANTED_VERSION="$major.$minor" -DREFUSED_VERSION="$major.$((minor + 1))"
  "$cmake" --build "$work/consumer"
  expect_version "$work/consumer/consumer"
}

case $kind in
  find_package)
    install_and_move "$build"
    use_by_find_package "$work/moved"
    if [[ -x $work/moved/bin/vrm ]]; then
      "$work/moved/bin/vrm" --version || fail "the installed command does not start"
    fi
    ;;
  pkg_config)
    install_and_move "$build"
    pc=$(find "$work/moved" -name libvrm.pc)
    export PKG_CONFIG_PATH=${pc%/*}
    [[ $(pkg-config --modversion libvrm) == "$version" ]] || fail "libvrm.pc names another version"
    flags=()
    eval "flags=($(pkg-config --cflags --static --libs libvrm))" # it escapes spaces in paths for a shell
    (set -x && "$cxx" -std=c++20 -o "$work/consumer" "$source/tests/package/find_package/main.cpp" "${flags[@]}")
    LD_LIBRARY_PATH=${pc%/pkgconfig/*} expect_version "$work/consumer"
    ;;
  add_subdirectory)
    configure "$source/tests/package/add_subdirectory" "$work/parent" -DLIBVRM_SOURCE_DIR="$source" \
      -DBUILD_SHARED_LIBS=ON -DVRM_INSTALL=ON -DVRM_PRECOMPILE=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 \
      -DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC
    "$cmake" --build "$work/parent" -j "$(nproc)"
    expect_version "$work/parent/consumer"
    install_and_move "$work/parent"
    use_by_find_package "$work/moved"
    ;;
  *)
    fail "no such kind of package test: $kind"
    ;;
esac
