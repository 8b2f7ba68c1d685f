// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "command.hpp"

namespace vrm::cli {

// A line on stderr that says how far a verb is: only for people, and only when there is time to read it.
class Progress {
 public:
  ~Progress() {
    if (!shown_.empty()) std::fputs("\n", stderr);
  }

  void show(const std::string& text) {
    if (text == shown_ || !terminal_) return;
    if (shown_.empty() && std::chrono::steady_clock::now() - start_ < std::chrono::seconds(1)) return;
    std::fputs(("\r" + text).c_str(), stderr);
    shown_ = text;
  }

 private:
  bool terminal_ = isTerminal();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string shown_;
};

}  // namespace vrm::cli
