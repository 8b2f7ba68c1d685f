# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# For tests that need packages of npm, to be sourced.

# Ends the test: ctest takes 77 for "skipped".
skip() {
  echo "SKIPPED: $*"
  exit 77
}

# npm_packages PACKAGE_JSON WORK: installs what PACKAGE_JSON names below WORK/npm, once, or skips the test.
npm_packages() {
  local package_json=$1 work=$2 modules=$2/npm
  command -v node >/dev/null || skip "node is not here"
  mkdir -p "$work"
  if cmp -s "$package_json" "$modules/package.json" && [[ -d $modules/node_modules ]]; then
    return
  fi
  command -v npm >/dev/null || skip "npm is not here"
  rm -rf "$modules" "$modules.new"
  mkdir -p "$modules.new"
  cp "$package_json" "$modules.new/package.json"
  (cd "$modules.new" && timeout 120 npm install --no-audit --no-fund --ignore-scripts >"$work/npm.log" 2>&1) ||
    { tail -n 5 "$work/npm.log" && skip "npm cannot install the packages"; }
  mv "$modules.new" "$modules" # only what is complete gets that name
}
