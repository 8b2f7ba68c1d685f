// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/expression.hpp"

#include <algorithm>

namespace vrm::schema {

const Expression* Expressions::find(std::string_view name) const noexcept {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Expression& e) { return e.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace vrm::schema
