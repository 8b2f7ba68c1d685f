// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// A few bytes of a file can ask for very many copies of large values: their JSON is to stay below the limit,
// and so is the tree of it (Limits::decodedBytes), which takes several times as much.
class CopyBudget {
 public:
  explicit CopyBudget(const gltf::Document& document) : document_(document) {}

  // For `times` copies of the value, which stands at `pointer`.
  Result<void> take(const gltf::JsonValue& value, const std::string& pointer, std::uint64_t times) {
    if (times == 0) return {};
    const auto refusal = [&](Code code, std::uint64_t limit, const char* of) {
      return Error{code,
                   "it has to be copied " + std::to_string(times) + " times, and all copies take more than " +
                       std::to_string(limit) + " bytes, the limit of " + of,
                   pointer, kNoOffset};
    };
    const Limits& limits = document_.limits();
    const std::string text = gltf::Json::write(value);
    // Neither has more than 32 bits, and of text beyond the limit nothing is counted below.
    bytes_ += text.size() * times;
    if (bytes_ > limits.jsonBytes) return refusal(Code::LimitJsonBytes, limits.jsonBytes, "JSON");
    treeBytes_ += treeBytesOf(text) * times;
    if (treeBytes_ > limits.decodedBytes)
      return refusal(Code::LimitDecodedBytes, limits.decodedBytes, "decodedBytes");
    return {};
  }

 private:
  // At most: commas and colons may be in texts as well.
  static std::uint64_t treeBytesOf(const std::string& text) {
    const auto separators = [&](char c) {
      return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), c));
    };
    return sizeof(gltf::JsonValue) * (1 + separators(',') + separators('[')) +
           sizeof(gltf::JsonMember) * (separators(':')) + text.size();
  }

  const gltf::Document& document_;
  std::uint64_t bytes_ = 0, treeBytes_ = 0;
};

}  // namespace vrm::edit
