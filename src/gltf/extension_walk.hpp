// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

// Every member of every `extensions` object of a file, in the order of the file (glTF 2.0 section 3.12). What `extras`
// have in them is the application's, and the lists of extensions use none, whatever stands in their place. Nothing
// recurses, as files say how deep they are.
class ExtensionWalk {
 public:
  explicit ExtensionWalk(const JsonValue& root) : open_{{&root, 0, false}} {}

  bool next();  // goes on, into the present one first; false at the end
  std::string_view name() const;
  std::string pointer() const;
  void stayOut() { inner_.reset(); }  // what is in the present one is not looked at

 private:
  struct Frame {
    const JsonValue* value;
    std::uint32_t next;
    bool names;  // it is an `extensions` object
  };
  std::optional<Frame> advance(Frame& frame);

  std::vector<Frame> open_;
  std::optional<Frame> inner_;
};

}  // namespace vrm::gltf
