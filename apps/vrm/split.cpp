// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct SplitArguments {
  std::string input;
  std::string output;
  edit::ExportOptions options;
};

std::string textOf(const edit::SplitSummary& s) {
  const std::string kept = s.kept > 0 ? fmt::format("  kept as auto     {}\n", s.kept) : "";
  if (!s.changed()) return kept.empty() ? "  nothing is auto\n" : kept;
  const std::string done = fmt::format(
      "  split            {} with {} triangles of the head and {} others\n"
      "  thirdPersonOnly  {}\n"
      "  both             {}\n",
      s.split, s.headTriangles, s.restTriangles, s.thirdPersonOnly, s.both);
  return done + kept;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::SplitSummary& s) {
  gltf::JsonValue out = json.object();
  json.set(out, "split", json.number(s.split));
  json.set(out, "thirdPersonOnly", json.number(s.thirdPersonOnly));
  json.set(out, "both", json.number(s.both));
  json.set(out, "kept", json.number(s.kept));
  json.set(out, "meshes", json.number(s.meshes));
  json.set(out, "headTriangles", json.number(s.headTriangles));
  json.set(out, "restTriangles", json.number(s.restTriangles));
  json.set(root, "split", out);
}

int splitFile(const Command& command, const SplitArguments& arguments) {
  Result<Opened> opened = openModel(command, arguments.input);
  if (!opened) return fail(command, arguments.input, opened.error());
  Progress progress;
  edit::SplitOptions options;
  options.progress = [&](std::string_view what) { progress.show(std::string(what)); };
  const Result<edit::SplitSummary> done =
      edit::splitFirstPerson(opened->document, options, opened->diagnostics);
  progress.hide();
  if (!done) return fail(command, arguments.input, done.error());
  WrittenText text{textOf(*done),
                   [&](gltf::Json& json, gltf::JsonValue& root) { addMembers(json, root, *done); }};
  if (done->changed()) {
    const Result<void> ruled =
        applyExportRules(opened->document, arguments.options, opened->diagnostics, text);
    if (!ruled) return fail(command, arguments.input, ruled.error());
  }
  return saveModel(command, arguments.input, opened->document, arguments.output, opened->diagnostics, {},
                   text);
}

}  // namespace

void addSplit(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<SplitArguments>();
  CLI::App* verb = app.add_subcommand(
      "split", "Split first-person meshes of type auto into the head and the rest; it looks as before.");
  addFiles(*verb, arguments->input, arguments->output);
  addExportOptions(*verb, arguments->options);
  verb->add_flag("--json", command.json, "Say what was done, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "The version of the file stays. Nodes go on showing the rest, as `both`; new ones show the head, as\n"
      "`thirdPersonOnly`. What would make springs swing differently stays whole (EDIT_KEPT).\n"
      "Exit codes: 0 done, 1 done with warnings, 2 not done.\n"
      "Example: vrm split avatar.vrm split.vrm");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return splitFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
