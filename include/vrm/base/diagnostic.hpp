// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vrm/base/codes.hpp"
#include "vrm/base/result.hpp"

namespace vrm {

// Something that was found, and where. What the library did about it is in the code's meaning (docs/issues.md).
struct Diagnostic {
  Code code{};
  Severity severity{};
  std::string message;
  std::string pointer;
  std::uint64_t offset = kNoOffset;
  std::uint32_t count = 1;  // how many findings this one stands for

  std::string toString() const;
};

// Collects diagnostics in the order they were found. Memory stays bounded on hostile files: after kMaxPerCode findings
// of a code, further ones only raise the `count` of the last.
class Diagnostics {
 public:
  static constexpr std::uint32_t kMaxPerCode = 100;

  void add(Code code, std::string pointer, std::string message, std::uint64_t offset = kNoOffset);
  void add(Diagnostic finding);
  void append(const Diagnostics& other);
  // Further findings of this code are only counted: their pointer and message need not be made.
  bool full(Code code) const noexcept;
  // Counts one more finding of a code that is full; false if it is not, and is to be added with its texts.
  bool counted(Code code) noexcept;

  std::span<const Diagnostic> all() const noexcept { return items_; }
  bool empty() const noexcept { return items_.empty(); }
  bool has(Code code) const noexcept;

  // The first finding of severity error or warning, as the error that `strict` reading reports.
  const Diagnostic* firstProblem() const noexcept;
  Result<void> asStrictResult() const;

 private:
  std::vector<Diagnostic> items_;
  struct Seen {
    std::uint32_t count = 0;
    std::uint32_t last = 0;  // position in items_
  };
  std::vector<Seen> perCode_;
};

}  // namespace vrm
