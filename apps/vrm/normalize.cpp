// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"
#include "info.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct NormalizeArguments {
  std::string input;
  std::string output;
  bool tPose = false;
  edit::ExportOptions options;
};

std::string poseText(const edit::NormalizeSummary& s) {
  std::string out = "  T-pose  ";
  if (s.bones == 0 && !s.turned && !s.moved && !s.root) return out + "it stood so already\n";
  out += fmt::format("{} {} turned", s.bones, s.bones == 1 ? "bone" : "bones");
  if (s.turned) out += ", the avatar to the front";
  if (s.moved) out += ", moved to the ground and the origin";
  if (s.root) out += ", a new root";
  return out + "\n";
}

std::string textOf(const edit::NormalizeSummary& s, bool tPose) {
  std::string out = tPose ? poseText(s) : "";
  if (s.nodes + s.meshes + s.skins == 0 && s.keptRotations == 0) return out + "  it was normalised already\n";
  out += fmt::format("  nodes   {} without rotation and scale", s.nodes);
  out += s.keptRotations > 0 ? fmt::format(", {} with the rotation that they need\n", s.keptRotations) : "\n";
  out += fmt::format("  meshes  {} with {} moved vertices", s.meshes, s.vertices);
  if (s.copies > 0) out += fmt::format(", {} of them copies", s.copies);
  if (s.weighted > 0) out += fmt::format(", {} got a weight", s.weighted);
  out += fmt::format("\n  skins   {} with new matrices\n", s.skins);
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::NormalizeSummary& s, bool tPose) {
  gltf::JsonValue out = json.object();
  json.set(out, "nodes", json.number(s.nodes));
  json.set(out, "keptRotations", json.number(s.keptRotations));
  json.set(out, "meshes", json.number(s.meshes));
  json.set(out, "copies", json.number(s.copies));
  json.set(out, "skins", json.number(s.skins));
  json.set(out, "vertices", json.number(s.vertices));
  json.set(out, "weighted", json.number(s.weighted));
  if (tPose) {
    gltf::JsonValue pose = json.object();
    json.set(pose, "bones", json.number(s.bones));
    json.set(pose, "turned", json.boolean(s.turned));
    json.set(pose, "moved", json.boolean(s.moved));
    json.set(pose, "root", json.boolean(s.root));
    json.set(out, "tPose", pose);
  }
  json.set(root, "normalized", out);
}

int normalizeFile(const Command& command, const NormalizeArguments& arguments) {
  Result<Opened> opened = openModel(command, arguments.input);
  if (!opened) return fail(command, arguments.input, opened.error());
  edit::NormalizeOptions options;
  options.keepTangents = arguments.options.keepTangents;
  options.keepMorphNormals = arguments.options.keepMorphNormals;
  options.tPose = arguments.tPose;
  Progress progress;
  options.progress = [&](std::string_view what) { progress.show(std::string(what)); };
  const Result<edit::NormalizeSummary> done = edit::normalize(opened->document, options, opened->diagnostics);
  progress.hide();
  if (!done) return fail(command, arguments.input, done.error());
  const bool tPose = arguments.tPose;
  WrittenText text{textOf(*done, tPose),
                   [&](gltf::Json& json, gltf::JsonValue& root) { addMembers(json, root, *done, tPose); }};
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
  addFiles(*verb, arguments->input, arguments->output);
  verb->add_flag("--tpose", arguments->tPose,
                 "First put the rest pose into the T-pose: arms, hands, legs, facing, ground, origin");
  addExportOptions(*verb, arguments->options);
  verb->add_flag("--json", command.json, "Say what was done, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "The version of the file stays. What cannot be taken out, and what will not move quite as before, is "
      "reported\n"
      "(EDIT_KEPT, EDIT_APPROXIMATE). Exit codes: 0 done, 1 done with warnings, 2 not done.\n"
      "Example: vrm normalize avatar.vrm normalised.vrm\n"
      "         vrm normalize a-pose.vrm t-pose.vrm --tpose");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return normalizeFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
