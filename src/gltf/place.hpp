// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vrm/base/index.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

// Where a value stands, as a chain on the stack: the text of a pointer is only made when there is something
// to report.
struct Place {
  const Place* parent = nullptr;
  std::string_view key;
  std::uint32_t index = kNone;

  Place operator/(std::string_view member) const { return {this, member, kNone}; }
  Place operator/(std::uint32_t element) const { return {this, {}, element}; }
  std::string pointer() const {
    if (!parent) return {};
    return index == kNone ? pointerJoin(parent->pointer(), key) : pointerJoin(parent->pointer(), index);
  }
};

}  // namespace vrm::gltf
