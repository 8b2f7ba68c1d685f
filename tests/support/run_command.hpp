// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace vrm::test {

struct CommandResult {
  int exitCode = -1;  // -1: could not be started, was ended by a signal or took too long; `err` says which
  std::string out;
  std::string err;
};

struct CommandOptions {
  std::string stdoutTo{};  // a file instead of `out`, e.g. /dev/full
  bool closeStdout = false;
  bool terminal = false;  // stdout and stderr are terminals, a new one each; lines end in \r\n then
  std::chrono::seconds timeout{120};
};

// Runs a program with nothing on stdin. No shell is involved: arguments arrive as they are.
CommandResult runCommand(const std::string& program, const std::vector<std::string>& arguments,
                         const CommandOptions& options = {});

}  // namespace vrm::test
