// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The include arrows of docs/architecture.md, and the other rules about source files that a machine can check.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

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

// What opens files, sockets, libraries or programs in a text, or looks at the environment. Not a regular
// expression: those of the standard library would take seconds.
std::vector<std::string> outsideOf(const std::string& text) {
  static const std::set<std::string> headers = {"fstream", "fcntl.h",   "unistd.h",  "dirent.h",
                                                "io.h",    "process.h", "spawn.h",   "dlfcn.h",
                                                "netdb.h", "windows.h", "winsock2.h"};
  static const std::set<std::string> calls = {
      "fopen",       "_wfopen", "freopen",      "openat",        "creat",          "opendir",
      "mkstemp",     "tmpfile", "mmap",         "_open",         "_wopen",         "CreateFileA",
      "CreateFileW", "socket",  "getaddrinfo",  "gethostbyname", "getenv",         "secure_getenv",
      "setenv",      "dlopen",  "LoadLibraryA", "LoadLibraryW",  "popen",          "_popen",
      "system",      "fork",    "vfork",        "posix_spawn",   "posix_spawnp",   "execv",
      "execve",      "execvp",  "execl",        "execlp",        "CreateProcessA", "CreateProcessW"};
  static const std::set<std::string> globals = {"open",   "connect", "bind",  "listen",
                                                "unlink", "remove",  "rename"};  // ::open()
  static const std::set<std::string> types = {"fstream", "ifstream", "ofstream", "filebuf", "basic_filebuf"};
  const auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find("//"), line.size()));
    if (line.starts_with("#include <")) {
      const std::string name = line.substr(10, line.find('>') - 10);
      const bool system = name.starts_with("sys/") || name.starts_with("net") || name.starts_with("arpa/");
      if (system || headers.contains(name)) found.push_back("<" + name + ">");
      continue;
    }
    for (std::size_t i = 0, end = 0; i < line.size(); i = end + 1) {
      for (end = i; end < line.size() && inWord(line[end]);) ++end;
      if (end == i) continue;
      const std::string word = line.substr(i, end - i), before = line.substr(0, i);
      const bool called = end < line.size() && line[end] == '(';
      const bool global = before.ends_with("::") && (i == 2 || (!inWord(line[i - 3]) && line[i - 3] != '>'));
      if ((called && calls.contains(word)) || (called && global && globals.contains(word)) ||
          types.contains(word))
        found.push_back(word);
      if ((before.ends_with("fs::") || before.ends_with("filesystem::")) && word != "path")
        found.push_back("fs::" + word);
    }
  }
  return found;
}

// "No access outside", SECURITY.md: one file reads and writes files, one looks where a path of a model leads,
// one takes the graphics driver, and nothing has a network, an environment or other programs.
TEST(Architecture, OneFileTouchesFilesAndNoneTheNetwork) {
  const auto allows = [](const std::string& file, const std::string& what) {
    return file == "src/base/file.cpp" || (file == "src/gltf/resolver.cpp" && what.starts_with("fs::")) ||
           (file == "src/render/context_egl.cpp" && (what == "<dlfcn.h>" || what == "dlopen"));
  };
  std::map<std::string, std::size_t> found;
  for (const char* folder : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = fs::relative(entry.path(), kRoot).generic_string();
      for (const std::string& what : outsideOf(readText(entry.path()))) {
        EXPECT_TRUE(allows(name, what)) << name << " has " << what;
        ++found[name];
      }
    }
  }
  EXPECT_GT(found["src/base/file.cpp"], 10u);
  EXPECT_GT(found["src/gltf/resolver.cpp"], 0u);
  EXPECT_EQ(found["src/render/context_egl.cpp"], 2u);
  EXPECT_EQ(
      outsideOf(
          "f = ::open(p); std::ifstream in; std::system(p); a.open(); fs::path p; fs::exists(p); // fopen("),
      (std::vector<std::string>{"open", "ifstream", "system", "fs::exists"}));
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

// "[text](file#heading)" in Markdown, as GitHub names headings: lower case, "-" for spaces, punctuation left out.
std::string anchorOf(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    const auto u = static_cast<unsigned char>(c);
    if (c == ' ') out += '-';
    if (std::isalnum(u) != 0 || c == '-' || c == '_' || u >= 0x80) out += static_cast<char>(std::tolower(u));
  }
  return out;
}

TEST(Architecture, LinksOfTheDocumentationLeadSomewhere) {
  const std::regex link(R"(\]\(([^()\s]+)\))"), heading(R"((^|\n)#+ ([^\n]+))");
  std::vector<fs::path> pages;
  for (const fs::path& folder : {kRoot, kRoot / "docs", kRoot / "docs" / "adr", kRoot / "bench"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  std::size_t checked = 0;
  for (const fs::path& page : pages) {
    const std::string text = readText(page);
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
      const std::string target = (*it)[1];
      if (target.find("://") != std::string::npos) continue;
      ++checked;
      const std::size_t cut = std::min(target.find('#'), target.size());
      const fs::path file = cut == 0 ? page : page.parent_path() / target.substr(0, cut);
      EXPECT_TRUE(fs::exists(file)) << page << " links to " << target;
      if (cut == target.size() || file.extension() != ".md") continue;
      const std::string other = readText(file);
      std::set<std::string> anchors;
      for (std::sregex_iterator h(other.begin(), other.end(), heading); h != end; ++h) anchors.insert(anchorOf((*h)[2]));
      EXPECT_TRUE(anchors.contains(target.substr(cut + 1))) << page << " links to " << target;
    }
  }
  EXPECT_GT(checked, 50u);
}

}  // namespace
