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
    // What is longer than the new text would stay.
    const std::size_t rest = shown_.size() > text.size() ? shown_.size() - text.size() : 0;
    std::fputs(("\r" + text + std::string(rest, ' ')).c_str(), stderr);
    shown_ = text;
  }

  // "[#####-----] 12 of 24 files"
  void showBar(std::size_t done, std::size_t all, const char* things) {
    constexpr std::size_t kWidth = 30;
    const std::size_t full = all == 0 ? kWidth : done * kWidth / all;
    show("[" + std::string(full, '#') + std::string(kWidth - full, '-') + "] " + std::to_string(done) +
         " of " + std::to_string(all) + " " + things);
  }

  // Before something else is printed: stdout may be the same terminal.
  void hide() {
    if (shown_.empty()) return;
    std::fputs(("\r" + std::string(shown_.size(), ' ') + "\r").c_str(), stderr);
    shown_.clear();
  }

 private:
  bool terminal_ = isTerminal(stderr);
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string shown_;
};

}  // namespace vrm::cli
