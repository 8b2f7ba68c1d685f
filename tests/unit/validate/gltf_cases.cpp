// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "unit/validate/validate_case.hpp"

namespace vrm::test {

std::vector<ValidateCase> gltfCases() {
  return {};
}

}  // namespace vrm::test
