// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "determinism/scene.hpp"

namespace vrm::determinism {

// Every value of a scene as text, a line per thing:
//   world matrix of node<tab>12<tab>hair_3<tab>3f800000 1<tab>00000000 0 ...
// with the bits of each value, which say all, and its decimal digits, for people. Lines "frame<tab>N" come
// between. False when the file cannot be written.
bool writeDump(const Scene& scene, const std::string& path);

// What the first difference between two dumps is, in words; empty when there is none.
struct Comparison {
  bool readable = false;
  std::string difference;  // or why they cannot be read
};
Comparison compareDumps(const std::string& a, const std::string& b);

}  // namespace vrm::determinism
