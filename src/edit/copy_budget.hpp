// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// A few bytes of a file can ask for very many copies of large values: their JSON is to stay below the limit.
class CopyBudget {
 public:
  explicit CopyBudget(const gltf::Document& document) : document_(document) {}

  // For `times` copies of the value, which stands at `pointer`.
  Result<void> take(const gltf::JsonValue& value, const std::string& pointer, std::uint64_t times) {
    if (times == 0) return {};
    const std::uint64_t limit = document_.limits().jsonBytes;
    const std::uint64_t size = gltf::Json::write(value).size();
    bytes_ += size * times;  // neither has more than 32 bits
    if (bytes_ <= limit) return {};
    return Error{Code::LimitJsonBytes,
                 "it has to be copied " + std::to_string(times) + " times, and all copies take more than " +
                     std::to_string(limit) + " bytes, the limit of JSON",
                 pointer, kNoOffset};
  }

 private:
  const gltf::Document& document_;
  std::uint64_t bytes_ = 0;
};

}  // namespace vrm::edit
