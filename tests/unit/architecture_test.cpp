// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The include arrows of docs/architecture.md, and the other rules about source files that a machine can check.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = VRM_SOURCE_DIR;

// What a module may include besides itself.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"gltf", {"base"}},
    {"schema", {"base", "gltf"}},
    {"validate", {"base", "gltf", "schema"}},
    {"runtime", {"base"}},
    {"load", {"base", "gltf", "schema", "runtime"}},
    {"edit", {"base", "gltf", "schema", "validate", "runtime", "load"}},
    {"animation", {"base", "gltf", "schema", "runtime", "load"}},
    {"render", {"base", "gltf", "schema", "runtime", "load"}},
};

bool isSource(const fs::path& path) {
  return path.extension() == ".cpp" || path.extension() == ".hpp";
}

std::string readText(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "gltf" for src/gltf/x.cpp, include/vrm/gltf/x.hpp and the include path vrm/gltf/x.hpp; "load" for vrm/load.hpp.
std::string moduleOf(const fs::path& below) {
  const std::string first = below.begin()->string();
  return below.has_parent_path() ? first : below.stem().string();
}

template <class F>
void forEachSource(const fs::path& folder, F&& visit) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && isSource(entry.path())) visit(entry.path());
  }
}

TEST(Architecture, IncludesFollowTheArrows) {
  const std::regex include(R"(#include "([^"]+)\")");
  int checked = 0;
  for (const fs::path& base : {kRoot / "src", kRoot / "include" / "vrm"}) {
    forEachSource(base, [&](const fs::path& path) {
      const std::string module = moduleOf(fs::relative(path, base));
      if (module == "vrm" || module == "version") return;  // the umbrella and the version
      ASSERT_TRUE(kMayInclude.contains(module)) << path << ": unknown module; add it to docs/architecture.md and here";
      const std::string text = readText(path);
      for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
        fs::path target = (*it)[1].str();
        if (*target.begin() == "vrm") target = fs::relative(target, "vrm");
        const std::string other = moduleOf(target);
        if (other == "version") continue;
        EXPECT_TRUE(other == module || kMayInclude.at(module).contains(other)) << path << " includes " << (*it)[1];
        ++checked;
      }
    });
  }
  EXPECT_GT(checked, 50);
}

TEST(Architecture, PublicHeadersNameNoThirdPartyLibrary) {
  const std::regex foreign(R"(#include <(rapidjson|fast_float|hwy|spng|webp|jpeg|fmt|CLI))");
  forEachSource(kRoot / "include", [&](const fs::path& path) {
    EXPECT_FALSE(std::regex_search(readText(path), foreign)) << path;
  });
}

TEST(Architecture, EveryPublicHeaderIsInTheUmbrella) {
  const std::string umbrella = readText(kRoot / "include" / "vrm" / "vrm.hpp");
  forEachSource(kRoot / "include", [&](const fs::path& path) {
    const std::string name = fs::relative(path, kRoot / "include").generic_string();
    if (name == "vrm/vrm.hpp") return;
    EXPECT_NE(umbrella.find("#include \"" + name + "\""), std::string::npos) << name;
  });
}

TEST(Architecture, FilesHaveAHeaderAndAModestLength) {
  for (const char* folder : {"src", "include", "apps", "tests", "examples", "bench"}) {
    if (!fs::exists(kRoot / folder)) continue;
    forEachSource(kRoot / folder, [&](const fs::path& path) {
      const std::string text = readText(path);
      EXPECT_TRUE(text.starts_with("// SPDX-License-Identifier: MIT\n// Copyright (c) ")) << path;
      EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 700) << path << " wants splitting";
    });
  }
}

}  // namespace
