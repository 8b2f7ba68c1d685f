// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the tests of the command share: running it in a folder of its own and reading what it printed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/asset_builder.hpp"
#include "support/run_command.hpp"
#include "support/temp_folder.hpp"

namespace vrm::test {

using Arguments = std::vector<std::string>;

inline CommandResult vrmCommand(const Arguments& arguments, const CommandOptions& options = {}) {
  return runCommand(VRM_COMMAND, arguments, options);
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

class Cli : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string put(const std::string& name, const Bytes& bytes) const {
    EXPECT_TRUE(writeFile(at(name), bytes).ok());
    return at(name);
  }
  std::string avatar() const { return put("avatar.vrm", smallAvatar().glb()); }

  // Everything below the folder, with "/" after folders.
  std::set<std::string> everything() const {
    std::set<std::string> names;
    namespace fs = std::filesystem;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      names.insert(fs::relative(entry.path(), folder_.path()).string() + (entry.is_directory() ? "/" : ""));
    }
    return names;
  }

  TempFolder folder_;
};

// JSON that the command printed.
class Printed {
 public:
  explicit Printed(std::string text) : text_(std::move(text)) {
    Diagnostics diagnostics;
    Result<gltf::Json> json = gltf::Json::parse(text_, Limits(), diagnostics);
    EXPECT_TRUE(json.ok()) << json.error().toString() << "\n" << text_;
    EXPECT_TRUE(diagnostics.empty());
    if (json) json_ = *std::move(json);
  }
  const gltf::JsonValue& operator[](const char* pointer) const {
    static const gltf::JsonValue kNull;
    const gltf::JsonValue* found = gltf::Json::at(json_.root(), pointer);
    EXPECT_NE(found, nullptr) << pointer << " is missing in\n" << text_;
    return found ? *found : kNull;
  }
  bool has(const char* pointer) const { return gltf::Json::at(json_.root(), pointer) != nullptr; }

 private:
  std::string text_;
  gltf::Json json_;
};

}  // namespace vrm::test
