// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"
#include "info.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct OptimizeArguments {
  std::string input;
  std::string output;
  double maxTexture = 0;
  edit::OptimizeOptions options;
  edit::ExportOptions rules;
};

struct CountRow {
  const char* one;
  const char* many;
  const char* key;
  std::uint64_t count;
};

std::vector<CountRow> elementRows(const edit::OptimizeSummary::Elements& e) {
  return {
      {"mesh", "meshes", "meshes", e.meshes},          {"skin", "skins", "skins", e.skins},
      {"camera", "cameras", "cameras", e.cameras},     {"material", "materials", "materials", e.materials},
      {"texture", "textures", "textures", e.textures}, {"sampler", "samplers", "samplers", e.samplers},
      {"image", "images", "images", e.images},         {"accessor", "accessors", "accessors", e.accessors}};
}

std::vector<CountRow> droppedRows(const edit::OptimizeSummary& s) {
  std::vector<CountRow> rows{{"morph target", "morph targets", "morphTargets", s.morphTargets},
                             {"vertex", "vertices", "vertices", s.vertices},
                             {"joint", "joints", "joints", s.joints},
                             {"node", "nodes", "nodes", s.nodes}};
  for (const CountRow& row : elementRows(s.unused)) rows.push_back(row);
  return rows;
}

std::vector<CountRow> mergedRows(const edit::OptimizeSummary& s) {
  std::vector<CountRow> rows{{"primitive", "primitives", "primitives", s.primitives}};
  for (const CountRow& row : elementRows(s.merged)) rows.push_back(row);
  return rows;
}

std::string listed(const std::vector<CountRow>& rows) {
  std::string out;
  for (const CountRow& row : rows) {
    if (row.count == 0) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", row.count, row.count == 1 ? row.one : row.many);
  }
  return out.empty() ? "nothing" : out;
}

std::string textOf(const edit::OptimizeSummary& s) {
  std::string out =
      fmt::format("  size        {} -> {}\n", megabytes(s.bytesBefore), megabytes(s.bytesAfter));
  out += fmt::format("  draw calls  {} -> {}\n", s.drawCallsBefore, s.drawCallsAfter);
  out += fmt::format("  dropped     {}\n", listed(droppedRows(s)));
  out += fmt::format("  merged      {}\n", listed(mergedRows(s)));
  if (s.resized > 0) out += fmt::format("  resized     {}\n", countText(s.resized, "image"));
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::OptimizeSummary& s) {
  gltf::JsonValue out = json.object(), dropped = json.object(), merged = json.object();
  json.set(out, "bytesBefore", json.number(s.bytesBefore));
  json.set(out, "bytesAfter", json.number(s.bytesAfter));
  json.set(out, "drawCallsBefore", json.number(s.drawCallsBefore));
  json.set(out, "drawCallsAfter", json.number(s.drawCallsAfter));
  for (const CountRow& row : droppedRows(s)) json.set(dropped, row.key, json.number(row.count));
  for (const CountRow& row : mergedRows(s)) json.set(merged, row.key, json.number(row.count));
  json.set(out, "dropped", dropped);
  json.set(out, "merged", merged);
  json.set(out, "shorter", json.number(s.shorter));
  json.set(out, "resized", json.number(s.resized));
  json.set(root, "optimized", out);
}

int optimizeFile(const Command& command, OptimizeArguments& arguments) {
  Result<Opened> opened = openModel(command, arguments.input);
  if (!opened) return fail(command, arguments.input, opened.error());
  Progress progress;
  arguments.options.maxTexture = static_cast<std::uint32_t>(arguments.maxTexture);
  arguments.options.progress = [&](std::string_view what) { progress.show(std::string(what)); };
  Result<edit::OptimizeSummary> done =
      edit::optimize(opened->document, arguments.options, opened->diagnostics);
  progress.hide();
  if (!done) return fail(command, arguments.input, done.error());
  WrittenText text{{}, [&](gltf::Json& json, gltf::JsonValue& root) { addMembers(json, root, *done); }};
  if (done->changed) {
    const Result<void> ruled = applyExportRules(opened->document, arguments.rules, opened->diagnostics, text);
    if (!ruled) return fail(command, arguments.input, ruled.error());
    done->bytesAfter = opened->document.glbBytes();
  }
  text.lines = textOf(*done) + text.lines;
  return saveModel(command, arguments.input, opened->document, arguments.output, opened->diagnostics, {},
                   text);
}

}  // namespace

void addOptimize(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<OptimizeArguments>();
  CLI::App* verb = app.add_subcommand(
      "optimize",
      "Drop what is not used, make one of what is there twice; the avatar looks and moves as before.");
  addFiles(*verb, arguments->input, arguments->output);
  verb->add_flag("--keep-morphs", arguments->options.keepMorphs,
                 "Keep morph targets that no expression uses; programs may set them by name");
  addExportOptions(*verb, arguments->rules);
  constexpr double kMostPixels = 65'536;
  addNumber(*verb, "--max-texture", arguments->maxTexture,
            "Make textures with a longer side than this many pixels smaller; not the thumbnail", 1,
            kMostPixels, true);
  verb->add_flag("--json", command.json, "Say what was done, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "The version of the file stays. A file with extensions that are not known is written as it was\n"
      "(EDIT_UNKNOWN_EXTENSION). Exit codes: 0 done, 1 done with warnings, 2 not done.\n"
      "Example: vrm optimize avatar.vrm small.vrm --max-texture 1024");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return optimizeFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
