// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/diagnostic.hpp"

#include <algorithm>
#include <utility>

#include "base/memory.hpp"

namespace vrm {
namespace {

// Findings of a code may have several severities; a hundred notes must not swallow an error.
constexpr std::size_t kSeverities = 4;
std::size_t slotOf(Code code, Severity severity) {
  return static_cast<std::size_t>(code) * kSeverities + static_cast<std::size_t>(severity);
}

std::string describe(const std::string& pointer, std::uint64_t offset, const std::string& message,
                     Code code) {
  std::string text;
  if (!pointer.empty()) {
    text += pointer + ": ";
  } else if (offset != kNoOffset) {
    text += "byte " + std::to_string(offset) + ": ";
  }
  text += message;
  text += " [";
  text += name(code);
  text += "]";
  return text;
}

}  // namespace

std::string Error::toString() const {
  return describe(pointer, offset, message, code);
}

std::string Diagnostic::toString() const {
  std::string text = describe(pointer, offset, message, code);
  if (count > 1) text += " (and " + std::to_string(count - 1) + " more)";
  return text;
}

void Diagnostics::add(Code code, std::string pointer, std::string message, std::uint64_t offset) {
  add({code, info(code).severity, std::move(message), std::move(pointer), offset, 1});
}

void Diagnostics::add(Diagnostic finding) {
  perCode_.resize(allCodes().size() * kSeverities);
  Seen& seen = perCode_[slotOf(finding.code, finding.severity)];
  if (seen.count == kMaxPerCode) {
    items_[seen.last].count += finding.count;
    return;
  }
  ++seen.count;
  seen.last = static_cast<std::uint32_t>(items_.size());
  items_.push_back(std::move(finding));
}

bool Diagnostics::full(Code code) const noexcept {
  return !perCode_.empty() && perCode_[slotOf(code, info(code).severity)].count == kMaxPerCode;
}

bool Diagnostics::counted(Code code) noexcept {
  if (!full(code)) return false;
  ++items_[perCode_[slotOf(code, info(code).severity)].last].count;
  return true;
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& d : other.items_) add(d);
}

bool Diagnostics::has(Code code) const noexcept {
  return std::any_of(items_.begin(), items_.end(), [code](const Diagnostic& d) { return d.code == code; });
}

const Diagnostic* Diagnostics::firstProblem() const noexcept {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [](const Diagnostic& d) { return d.severity <= Severity::Warning; });
  return found == items_.end() ? nullptr : &*found;
}

Result<void> Diagnostics::asStrictResult() const try {
  const Diagnostic* problem = firstProblem();
  if (!problem) return {};
  return Error{problem->code, problem->message, problem->pointer, problem->offset};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm
