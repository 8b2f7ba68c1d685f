// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>

#include "vrm/gltf/asset.hpp"

namespace vrm::edit {

// Files of a few bytes can have accessors of billions of elements, and use each of them many times. What a
// step reads and makes is paid for beforehand, and together stays below Limits::decodedBytes.
class WorkBudget {
 public:
  explicit WorkBudget(const gltf::Document& document)
      : limit_(document.limits().decodedBytes), left_(limit_) {}

  // False when it cannot be paid, for steps that leave it as it is then.
  bool pay(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  // For those that cannot go on.
  Result<void> take(std::uint64_t bytes, const std::string& pointer) {
    if (pay(bytes)) return {};
    return Error{
        Code::LimitDecodedBytes,
        "with this more than " + std::to_string(limit_) + " bytes have to be read and made, the limit",
        pointer, kNoOffset};
  }

 private:
  std::uint64_t limit_, left_;
};

// What an accessor takes as 32-bit numbers.
inline std::uint64_t readBytes(const gltf::Accessor& accessor) {
  return std::uint64_t{accessor.count} * gltf::componentCount(accessor.type) * 4;
}

}  // namespace vrm::edit
