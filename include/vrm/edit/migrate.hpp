// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/meta.hpp"
#include "vrm/schema/version.hpp"

namespace vrm::edit {

// What became of something that the source says.
enum class Outcome : std::uint8_t {
  Exact,         // 1.0 says the same
  Approximated,  // 1.0 says something close to it, in case of terms something stricter
  Dropped,       // 1.0 has no word for it
};
std::string_view name(Outcome outcome) noexcept;  // "exact"

struct MigrationEntry {
  Outcome outcome{};
  std::string what;     // e.g. "springs"
  std::string pointer;  // where the source says it; may be empty
  std::string text;
};

struct MigrationReport {
  VrmVersion from = VrmVersion::None;
  std::vector<MigrationEntry> entries;
  bool changed = false;  // a file of 1.0 mostly is not

  std::size_t count(Outcome outcome) const noexcept;
};

struct MigrateOptions {
  // What 1.0 requires and the source does not state (name, authors, licenseUrl), and whatever else it does
  // not. What it states stays; terms may be stricter, never looser (VRM_LICENCE_WIDER).
  std::optional<schema::Meta> meta;
  bool keepTangents = false;  // as with normalize(), which takes part
  bool keepMorphNormals = false;
  std::function<void(std::string_view)> progress;  // is told what comes next
};

// An object with members of VRMC_vrm `meta` of 1.0 but `thumbnailImage`, as JSON text. Unknown members and
// wrong values are errors.
Result<schema::Meta> parseMeta(std::string_view json);

// Makes an avatar of VRM 0.x or a draft one of published 1.0 (draft animations too): coordinates turned to
// face +Z, tails of springs as nodes, everything in the words of 1.0, by the decisions in docs/decisions.md.
// What the source said of its licence stays in the file, and is never widened; what 1.0 requires and nobody
// states is an error (VRM_INCOMPLETE). A file of 1.0 stays as it is, but for words of drafts in it and what
// is given. After an error the document is unchanged.
Result<MigrationReport> migrate(gltf::Document& document, const MigrateOptions& options,
                                Diagnostics& diagnostics);

}  // namespace vrm::edit
