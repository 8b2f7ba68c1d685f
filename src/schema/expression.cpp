// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/expression.hpp"

#include <algorithm>

#include "schema/names.hpp"

namespace vrm::schema {

std::string_view name(MaterialColorType type) noexcept {
  return kMaterialColorTypes[static_cast<std::size_t>(type)];
}

std::string_view name(ExpressionOverride value) noexcept {
  return kExpressionOverrides[static_cast<std::size_t>(value)];
}

std::string_view name(BinaryRule rule) noexcept {
  return kBinaryRules[static_cast<std::size_t>(rule)];
}

const Expression* Expressions::find(std::string_view name) const noexcept {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Expression& e) { return e.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace vrm::schema
