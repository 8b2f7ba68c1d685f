// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "model_inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

namespace vrm::cli {
namespace {

namespace fs = std::filesystem;

// Not recursive_directory_iterator, which either ends at a folder that it may not read or says nothing about
// it.
std::vector<ModelInput> modelsBelow(const fs::path& top, Motions motions) {
  std::vector<ModelInput> found;
  std::vector<fs::path> folders{top};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      // Links to folders are not followed: they may lead round in circles.
      if (at->symlink_status(ignored).type() == fs::file_type::directory) {
        folders.push_back(at->path());
      } else if (gltf::containerFor(at->path()) &&
                 (motions == Motions::Wanted || at->path().extension() != ".vrma")) {
        found.push_back({at->path().string(), {}});
      }
    }
    if (error) found.push_back({folder.string(), "the folder cannot be read: " + error.message()});
  }
  // A name that was mistyped must not pass for a clean folder.
  if (found.empty()) {
    const char* none = motions == Motions::Wanted ? "no .vrm, .glb, .vrma or .gltf is in this folder"
                                                  : "no .vrm, .glb or .gltf is in this folder";
    found.push_back({top.string(), none, Code::IoNotFound});
  }
  std::sort(found.begin(), found.end(),
            [](const ModelInput& a, const ModelInput& b) { return a.path < b.path; });
  return found;
}

}  // namespace

std::vector<ModelInput> modelInputs(const std::vector<std::string>& names, Motions motions) {
  std::vector<ModelInput> inputs;
  std::set<std::string> seen;
  const auto add = [&](ModelInput input) {
    std::error_code error;
    const fs::path whole = fs::absolute(input.path, error).lexically_normal();
    if (seen.insert(error ? input.path : whole.string()).second) inputs.push_back(std::move(input));
  };
  const auto addNamed = [&](const std::string& name) {
    std::error_code error;
    if (!fs::is_directory(name, error)) return add({name, {}});
    for (ModelInput& input : modelsBelow(name, motions)) add(std::move(input));
  };
  for (const std::string& name : names) {
    if (name != "-") {
      addNamed(name);
      continue;
    }
    bool named = false;
    for (std::string line; std::getline(std::cin, line);) {
      // Whatever its bytes would name is not what anybody wants to look at.
      if (line.starts_with("glTF") || line.find('\0') != std::string::npos) {
        named = true;
        add({"-", "stdin has the bytes of a file; names of files are read there, one per line"});
        break;
      }
      if (line.ends_with('\r')) line.pop_back();
      if (line.empty()) continue;
      named = true;
      addNamed(line);
    }
    if (!named) add({"-", "stdin names no file", Code::IoNotFound});
  }
  return inputs;
}

}  // namespace vrm::cli
