// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/codes.hpp"

#include <cstddef>

namespace vrm {
namespace {

constexpr CodeInfo kCodes[] = {
#define VRM_CODE_ROW(id, name, severity, verdict, meaning, fix) \
  {Code::id, name, Severity::severity, Severity::verdict, meaning, fix},
    VRM_CODES(VRM_CODE_ROW)
#undef VRM_CODE_ROW
};

}  // namespace

std::span<const CodeInfo> allCodes() noexcept {
  return kCodes;
}

const CodeInfo& info(Code code) noexcept {
  return kCodes[static_cast<std::size_t>(code)];
}

std::string_view name(Code code) noexcept {
  return info(code).name;
}

std::string_view name(Severity severity) noexcept {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Information:
      return "information";
    case Severity::Hint:
      break;
  }
  return "hint";
}

std::optional<Code> findCode(std::string_view name) noexcept {
  for (const CodeInfo& row : kCodes) {
    if (row.name == name) return row.code;
  }
  return std::nullopt;
}

bool isAdvice(Code code) noexcept {
  return name(code).starts_with("ADVICE_");
}

}  // namespace vrm
