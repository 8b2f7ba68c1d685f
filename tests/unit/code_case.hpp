// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::test {

// One way to get a code.
struct CodeCase {
  Code code;
  std::string got;       // the finding or error, as text
  std::string expected;  // how it begins: the place and the message
};

std::vector<CodeCase> schemaCodeCases();  // schema/codes_cases.cpp

}  // namespace vrm::test
