// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <utility>

#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::checks {

// Where a check is in the JSON. A chain on the stack, since a pointer is only wanted when something is wrong.
struct Path {
  const Path* above = nullptr;
  std::string_view key;
  std::uint64_t index = 0;  // when there is no key

  Path() = default;
  Path(const Path& up, std::string_view name) : above(&up), key(name) {}
  Path(const Path& up, std::uint64_t i) : above(&up), index(i) {}
  std::string pointer() const {
    if (!above) return {};
    return key.data() ? gltf::pointerJoin(above->pointer(), key) : gltf::pointerJoin(above->pointer(), index);
  }
};

// What the passes of the validator find.
class Issues {
 public:
  // `message` is a function that makes it: most findings of a hostile file are only counted.
  template <class Message>
  void add(Code code, const Path& path, Message&& message) {
    if (found_.full(code)) {
      found_.add({code, info(code).verdict, {}, {}, kNoOffset, 1});
    } else {
      found_.add({code, info(code).verdict, std::forward<Message>(message)(), path.pointer(), kNoOffset, 1});
    }
  }
  Diagnostics& all() noexcept { return found_; }

 private:
  Diagnostics found_;
};

}  // namespace vrm::checks
