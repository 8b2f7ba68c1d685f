// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "schema/reader.hpp"

namespace vrm::schema {

// Reports a specVersion that is absent or none of `known`; a "*" at the end of a known one stands for anything.
inline void checkSpecVersion(Context& context, const MemberReader& in, std::initializer_list<std::string_view> known) {
  const std::string_view found = in.string("specVersion");
  const auto fits = [&](std::string_view k) {
    return k.ends_with('*') ? found.starts_with(k.substr(0, k.size() - 1)) : found == k;
  };
  if (std::any_of(known.begin(), known.end(), fits)) return;
  const JsonValue* value = in.find("specVersion");
  if (value && !value->isString()) return;  // reported
  context.diagnostics.add(Code::VrmSpecVersion, (in.place() / "specVersion").pointer(),
                          value ? "the version " + gltf::inQuotes(found) + " is not known; it is read as 1.0"
                                : std::string("specVersion is missing; it is read as 1.0"));
}

// For extensions that early files leave it out of (recognition table): then it is only noted.
inline void checkOptionalSpecVersion(Context& context, const MemberReader& in,
                                     std::initializer_list<std::string_view> known) {
  if (in.find("specVersion")) return checkSpecVersion(context, in, known);
  context.spellings.note(in.place(), "no specVersion", "1.0");
}

}  // namespace vrm::schema
