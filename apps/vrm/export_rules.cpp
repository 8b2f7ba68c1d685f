// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"

namespace vrm::cli {
namespace {

std::string textOf(const edit::ExportSummary& s) {
  std::string out;
  const auto line = [&](std::uint32_t count, std::string_view what, std::string_view done,
                        std::string_view one, std::string_view many, std::string_view option) {
    if (count == 0) return;
    out += fmt::format("    {:<13}  {}{} {}{}\n", what, done, count, count == 1 ? one : many, option);
  };
  line(s.tangents, "tangents", "left out in ", "primitive", "primitives", " (--keep-tangents)");
  line(s.morphNormals, "morph normals", "left out in ", "primitive", "primitives", " (--keep-morph-normals)");
  line(s.primitives, "attributes", "added to ", "primitive", "primitives",
       ", as others of its mesh have them");
  line(s.targetNames, "target names", "written to ", "mesh or primitive", "meshes and primitives", "");
  line(s.names, "names", "", "name changed", "names changed", " (--keep-names)");
  if (!out.empty()) out = "  rules of exporters\n" + out;
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::ExportSummary& s) {
  gltf::JsonValue out = json.object();
  json.set(out, "tangents", json.number(s.tangents));
  json.set(out, "morphNormals", json.number(s.morphNormals));
  json.set(out, "primitives", json.number(s.primitives));
  json.set(out, "targetNames", json.number(s.targetNames));
  json.set(out, "names", json.number(s.names));
  json.set(root, "exported", out);
}

}  // namespace

void addExportOptions(CLI::App& verb, edit::ExportOptions& options) {
  verb.add_flag("--keep-tangents", options.keepTangents,
                "Keep the tangents of vertices; without it readers make them");
  verb.add_flag("--keep-morph-normals", options.keepMorphNormals,
                "Keep normals and tangents of morph targets");
  verb.add_flag("--keep-names", options.keepNames,
                "Keep names that are used twice, or that cannot be file names");
}

Result<void> applyExportRules(gltf::Document& document, const edit::ExportOptions& options,
                              Diagnostics& diagnostics, WrittenText& text) {
  const Result<edit::ExportSummary> done = edit::applyExportRules(document, options, diagnostics);
  if (!done) return done.error();
  text.lines += textOf(*done);
  text.json = [before = std::move(text.json), summary = *done](gltf::Json& json, gltf::JsonValue& root) {
    if (before) before(json, root);
    addMembers(json, root, summary);
  };
  return {};
}

}  // namespace vrm::cli
