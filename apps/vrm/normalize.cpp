// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"
#include "info.hpp"

namespace vrm::cli {
namespace {

struct NormalizeArguments {
  std::string input;
  std::string output;
  edit::ExportOptions options;
};

std::string textOf(const edit::NormalizeSummary& s) {
  if (s.nodes + s.meshes + s.skins == 0 && s.keptRotations == 0) return "  it was normalised already\n";
  std::string out = fmt::format("  nodes   {} without rotation and scale", s.nodes);
  out += s.keptRotations > 0 ? fmt::format(", {} with the rotation that they need\n", s.keptRotations) : "\n";
  out += fmt::format("  meshes  {} with {} moved vertices", s.meshes, s.vertices);
  if (s.copies > 0) out += fmt::format(", {} of them copies", s.copies);
  if (s.weighted > 0) out += fmt::format(", {} got a weight", s.weighted);
  out += fmt::format("\n  skins   {} with new matrices\n", s.skins);
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::NormalizeSummary& s) {
  gltf::JsonValue out = json.object();
  json.set(out, "nodes", json.number(s.nodes));
  json.set(out, "keptRotations", json.number(s.keptRotations));
  json.set(out, "meshes", json.number(s.meshes));
  json.set(out, "copies", json.number(s.copies));
  json.set(out, "skins", json.number(s.skins));
  json.set(out, "vertices", json.number(s.vertices));
  json.set(out, "weighted", json.number(s.weighted));
  json.set(root, "normalized", out);
}

int normalizeFile(const Command& command, const NormalizeArguments& arguments) {
  Result<Opened> opened = openModel(command, arguments.input);
  if (!opened) return fail(command, arguments.input, opened.error());
  const Result<edit::NormalizeSummary> done =
      edit::normalize(opened->document, {arguments.options.keepTangents, arguments.options.keepMorphNormals},
                      opened->diagnostics);
  if (!done) return fail(command, arguments.input, done.error());
  WrittenText text{textOf(*done),
                   [&](gltf::Json& json, gltf::JsonValue& root) { addMembers(json, root, *done); }};
  if (done->changed) {
    const Result<void> ruled =
        applyExportRules(opened->document, arguments.options, opened->diagnostics, text);
    if (!ruled) return fail(command, arguments.input, ruled.error());
  }
  return saveModel(command, arguments.input, opened->document, arguments.output, opened->diagnostics, {},
                   text);
}

}  // namespace

void addNormalize(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<NormalizeArguments>();
  CLI::App* verb = app.add_subcommand(
      "normalize",
      "Take rotations and scales out of the nodes at rest; the avatar looks and moves as before.");
  verb->add_option("IN", arguments->input, "The model to read")->required();
  verb->add_option("OUT", arguments->output,
                   ".vrm, .glb or .vrma (one file), or .gltf (JSON, .bin and images)")
      ->required();
  addExportOptions(*verb, arguments->options);
  verb->add_flag("--json", command.json, "Say what was done, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "The version of the file stays. What cannot be taken out, and what will not move quite as before, is "
      "reported\n"
      "(EDIT_KEPT, EDIT_APPROXIMATE). Exit codes: 0 done, 1 done with warnings, 2 not done.\n"
      "Example: vrm normalize avatar.vrm normalised.vrm");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return normalizeFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
