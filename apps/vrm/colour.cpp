// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "colour.hpp"

#include <cstdio>
#include <cstdlib>

#include "command.hpp"

namespace vrm::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool wantsColour(std::string_view wish) {
  if (wish != "auto") return wish == "always";
#ifdef _WIN32
  const bool known =
      !environment("WT_SESSION").empty() || !environment("TERM").empty();  // older ones print codes
#else
  const bool known = !environment("TERM").empty();
#endif
  return isTerminal(stdout) && known && environment("TERM") != "dumb" && environment("NO_COLOR").empty();
}

}  // namespace vrm::cli
