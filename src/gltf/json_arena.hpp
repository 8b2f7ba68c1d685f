// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

// Memory for values that live until the whole tree dies. Blocks never move, so values can point into them.
class Json::Arena {
 public:
  void* allocate(std::size_t bytes) {
    bytes = (bytes + 7) & ~std::size_t{7};
    if (bytes > left_) {
      // Small files get small blocks; large ones waste at most a sixteenth.
      const std::size_t block = std::max(bytes, std::clamp<std::size_t>(total_ / 16, 4096, 1u << 20));
      std::unique_ptr<std::byte[]> fresh(new std::byte[block]);  // em++ 3.1.6 has no make_unique_for_overwrite
      blocks_.push_back(std::move(fresh));
      total_ += block;
      if (block - bytes < left_) return blocks_.back().get();  // keep filling the older, emptier block
      cursor_ = blocks_.back().get();
      left_ = block;
    }
    void* result = cursor_;
    cursor_ += bytes;
    left_ -= bytes;
    return result;
  }

  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    char* place = static_cast<char*>(allocate(text.size()));
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
  }

 private:
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* cursor_ = nullptr;
  std::size_t left_ = 0;
  std::size_t total_ = 0;
};

}  // namespace vrm::gltf
