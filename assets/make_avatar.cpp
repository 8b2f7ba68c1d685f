// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// make_avatar OUT.vrm: writes the built-in avatar.
#include <cstdio>

#include "builtin_avatar.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_avatar OUT.vrm\n");
    return 2;
  }
  vrm::Diagnostics diagnostics;
  const auto written = vrm::gltf::save(vrm::builtin::makeAvatar(), argv[1], diagnostics);
  if (written) return 0;
  std::fprintf(stderr, "make_avatar: %s: %s\n", argv[1], written.error().toString().c_str());
  return 2;
}
