// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

namespace vrm::cli {

// Text for a terminal that shows colours, or as it is.
class Paint {
 public:
  explicit Paint(bool colours) : colours_(colours) {}

  std::string bold(std::string_view text) const { return in("1", text); }
  std::string dim(std::string_view text) const { return in("2", text); }
  std::string red(std::string_view text) const { return in("1;31", text); }
  std::string yellow(std::string_view text) const { return in("1;33", text); }
  std::string cyan(std::string_view text) const { return in("36", text); }
  std::string green(std::string_view text) const { return in("32", text); }

 private:
  std::string in(const char* style, std::string_view text) const {
    if (!colours_) return std::string(text);
    return std::string("\x1b[") + style + "m" + std::string(text) + "\x1b[0m";
  }

  bool colours_;
};

// For stdout: `wish` is always, never or auto, which looks whether it is a terminal that knows colours and
// whether the user minds (NO_COLOR, see no-color.org).
bool wantsColour(std::string_view wish);

}  // namespace vrm::cli
