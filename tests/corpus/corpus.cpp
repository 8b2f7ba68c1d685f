// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "corpus/corpus.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "support/slow_build.hpp"
#include "vrm/vrm.hpp"

namespace vrm::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start != std::string::npos;) {
    const std::size_t end = text.find(at, start);
    std::string part = text.substr(start, end == std::string::npos ? end : end - start);
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    parts.push_back(part);
    start = end == std::string::npos ? end : end + 1;
  }
  return parts;
}

std::optional<std::uint64_t> count(const std::string& text) {
  const std::optional<double> number = parseDouble(text);
  return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

// | file | kind | bytes | nodes | vertices | triangles | morph targets | expressions | s/j/c | constraints | ...
std::optional<StatedRow> rowOf(const std::vector<std::string>& cells) {
  if (cells.size() < 12) return std::nullopt;
  StatedRow row;
  std::uint64_t* counts[] = {&row.nodes, &row.vertices, &row.triangles, &row.morphTargets};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<std::uint64_t> n = count(cells[4 + i]);
    if (!n) return std::nullopt;
    *counts[i] = *n;
  }
  row.expressions = count(cells[8]);
  if (const std::vector<std::string> springs = split(cells[9], '/'); springs.size() == 3) {
    row.springs = count(springs[0]).value_or(0);
    row.joints = count(springs[1]).value_or(0);
    row.colliders = count(springs[2]).value_or(0);
  }
  for (const std::string& entry : split(cells[10], ',')) {
    const std::vector<std::string> kind = split(entry, ':');
    if (kind.size() == 2) row.constraints[kind[0]] = count(kind[1]).value_or(0);
  }
  return row;
}

}  // namespace

bool corpusIsNamed() {
  const char* named = std::getenv("VRM_CORPUS");
  return named && *named;
}

fs::path corpusFolder() {
  return corpusIsNamed() ? fs::path(std::getenv("VRM_CORPUS")) : fs::path(VRM_SOURCE_DIR) / ".." / "shared" / "models";
}

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(corpusFolder(), error), end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file() && gltf::containerFor(it->path())) {
      files.push_back(fs::relative(it->path(), corpusFolder()).generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> corpusFilesToEdit() {
  const std::vector<std::string> all = corpusFiles();
  std::vector<std::string> some;
  for (std::size_t i = 0; i < all.size(); i += kFewer > 1 ? 3 : 1) some.push_back(all[i]);
  return some;
}

std::string corpusTestName(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  // Two names can become one; the place in the list tells them apart.
  const std::vector<std::string> files = corpusFiles();
  const auto alike = [&](const std::string& other) {
    return other != info.param && other.size() == name.size() &&
           std::equal(other.begin(), other.end(), name.begin(), [](char c, char to) {
             return (std::isalnum(static_cast<unsigned char>(c)) ? c : '_') == to;
           });
  };
  if (std::any_of(files.begin(), files.end(), alike)) name += "_" + std::to_string(info.index);
  return name;
}

bool mayBeBroken(const std::string& file) {
  return file.find("bad") != std::string::npos || file.find("invalid") != std::string::npos;
}

const std::map<std::string, StatedRow>& statedRows() {
  static const std::map<std::string, StatedRow> all = [] {
    std::map<std::string, StatedRow> rows;
    std::ifstream readme(corpusFolder() / "README.md");
    for (std::string line; std::getline(readme, line);) {
      if (!line.starts_with('|')) continue;
      const std::vector<std::string> cells = split(line, '|');
      if (const std::optional<StatedRow> row = rowOf(cells)) rows[cells[1]] = *row;
    }
    return rows;
  }();
  return all;
}

std::optional<gltf::Document> migratedToVrm1(const gltf::Document& source) {
  edit::MigrateOptions options;
  options.meta.emplace();
  options.meta->name = "somebody's";
  options.meta->authors = {"somebody"};
  options.meta->licenseUrl = "https://vrm.dev/licenses/1.0/";
  options.keepMorphNormals = true;  // they are compared too
  gltf::Document document = source.clone();
  Diagnostics said;
  const Result<edit::MigrationReport> done = edit::migrate(document, options, said);
  const bool compressed = !done && done.error().code == Code::GltfExtensionUnsupported;
  EXPECT_TRUE(done || compressed) << done.error().toString();
  if (!done) return std::nullopt;
  return document;
}

}  // namespace vrm::test
