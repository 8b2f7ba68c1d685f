// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vrm/gltf/document.hpp"

namespace vrm::test {

// The folder of other people's models: VRM_CORPUS, or ../shared/models beside the project.
bool corpusIsNamed();
std::filesystem::path corpusFolder();
std::vector<std::string> corpusFiles();  // paths below it, sorted
std::vector<std::string> corpusFilesToEdit();  // for what takes long: with sanitizers only some of them
std::string corpusTestName(const testing::TestParamInfo<std::string>& info);

// The name says that the file is broken on purpose.
bool mayBeBroken(const std::string& file);

// What the table in the folder's README.md states about a file; somebody else counted.
struct StatedRow {
  std::uint64_t nodes = 0, vertices = 0, triangles = 0, morphTargets = 0;
  std::optional<std::uint64_t> expressions;
  std::uint64_t springs = 0, joints = 0, colliders = 0;
  std::map<std::string, std::uint64_t> constraints;  // by kind
};
const std::map<std::string, StatedRow>& statedRows();

// As VRM 1.0, with terms that are made up; nothing when it is compressed. Anything else is a failure.
std::optional<gltf::Document> migratedToVrm1(const gltf::Document& source);

}  // namespace vrm::test
