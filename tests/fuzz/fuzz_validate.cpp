// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any bytes in the eyes of the validator: it has a report, the same every time, whose pointers lead somewhere
// or say what is missing, and what loads can be looked at.
//
// Seeds: document avatars
// Dictionary: gltf.dict
// Mutations: 300
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto raw = std::as_bytes(std::span(data, size));
  const std::vector<std::byte> file(raw.begin(), raw.end());
  ValidateOptions options;
  options.limits = smallLimits();
  options.advice = true;
  const Report report = validate(file, options);
  const Report again = validate(file, options);
  require(report.readable || report.count(Severity::Error) > 0, "a file that cannot be read has an error");
  require(report.issues.size() == again.issues.size(), "reports are the same every time");
  Severity last = Severity::Error;
  for (std::size_t i = 0; i < report.issues.size(); ++i) {
    const Diagnostic& issue = report.issues[i];
    require(issue.toString() == again.issues[i].toString(),
            "reports are the same every time:", issue.toString());
    require(!issue.message.empty() && issue.count > 0, "issues say something");
    require(issue.severity >= last, "errors come first");
    require(issue.pointer.empty() || issue.pointer.front() == '/', "places are pointers:", issue.pointer);
    last = issue.severity;
  }
  LoadOptions loading;
  loading.file.limits = options.limits;
  const LoadResult loaded = loadChecked(file, loading);
  require(!loaded || report.readable, "what loads can be looked at");
  return 0;
}

}  // namespace vrm::fuzz
