// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/limits.hpp"
#include "vrm/gltf/resolver.hpp"
#include "vrm/schema/version.hpp"

namespace vrm {

// What is wrong with a file, where, and (info(code).fix) how to mend it. Severities are verdicts: an error
// breaks a rule of a specification, a warning is likely to make trouble, information is worth knowing, a hint
// a matter of taste.
struct Report {
  VrmVersion version = VrmVersion::None;
  std::string specVersion;  // as the file spells it
  bool readable = false;    // false: an error kept the rest from being looked at
  std::vector<Diagnostic> issues;  // errors first

  // Findings, also those that an issue only counts.
  std::uint64_t count(Severity severity) const noexcept;
};

struct ValidateOptions {
  Limits limits;
  const gltf::Resolver* resolver =
      nullptr;  // for external files; validate(path) uses the model's own folder if null
  bool advice = false;  // also what would make the avatar faster and smaller (isAdvice); takes longer
};

// Never throws and never changes anything.
Report validate(const std::filesystem::path& path, const ValidateOptions& options = {});
Report validate(std::vector<std::byte> file, const ValidateOptions& options = {});

}  // namespace vrm
