// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "support/asset_builder.hpp"
#include "vrm/vrm.hpp"

// What is done with files that were made to hurt. Programs that use it have starve.cpp.
namespace vrm::test {

inline constexpr double kMiB = 1 << 20;
inline constexpr auto kLoads = std::optional<Code>();

struct Seen {
  std::optional<Code> refused;  // why it does not load
  std::set<Code> said;          // by loading it and reading its meshes
  std::string firstNode;        // the name of node 0
};

// Everything that a user would do with it, within docs/limits.md's bound of memory. `huge` files have numbers
// near the ends of float, whose sums need not be finite.
Seen attack(const Bytes& file, const LoadOptions& options = {}, bool huge = false);
std::optional<Code> refusal(const Bytes& file, const LoadOptions& options = {});

// All edits, each of a copy of its own. They end as loading does: with a document that loads or an error that
// says why, within their bound of memory.
void editAll(const Bytes& file);

// Meshes as they are drawn.
void skinAll(const std::shared_ptr<const Model>& model, const std::shared_ptr<const Meshes>& meshes,
             bool huge);

// A text of a bounded length, in whole characters.
void isForPeople(const std::string& message);

// The length of the JSON text, of a GLB or of a file of JSON.
std::size_t jsonBytes(const Bytes& file);

}  // namespace vrm::test
