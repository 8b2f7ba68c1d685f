// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::cli {

// A file to look at, or a folder or list that gives none.
struct ModelInput {
  std::string path;
  std::string failure;  // why it gives none
  Code code = Code::IoRead;
};

// Folders stand for the models in them and below, "-" for the names that stdin has, one per line. What is
// named more than once comes once, at its first place.
enum class Motions : std::uint8_t { Wanted, LeftOut };  // .vrma in folders
std::vector<ModelInput> modelInputs(const std::vector<std::string>& names, Motions motions = Motions::Wanted);

}  // namespace vrm::cli
