// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"

namespace vrm::cli {
namespace {

struct ConvertOptions {
  std::string input;
  std::string output;
  bool embed = false;
};

int convert(const Command& command, const ConvertOptions& options) {
  const Result<Opened> opened = openModel(command, options.input);
  if (!opened) return fail(command, options.input, opened.error());
  return saveModel(command, options.input, opened->document, options.output, opened->diagnostics,
                   {.embed = options.embed});
}

}  // namespace

void addConvert(CLI::App& app, Command& command) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* verb = app.add_subcommand(
      "convert", "Write a model in another container, chosen by the extension of OUT, and list the files written.");
  verb->add_option("IN", options->input, "The model to read")->required();
  verb->add_option("OUT", options->output, ".vrm, .glb or .vrma (one file), or .gltf (JSON, .bin and images)")
      ->required();
  verb->add_flag("--embed", options->embed, "With .gltf: put all data into the JSON as data URIs");
  verb->add_flag("--json", command.json, "List the files and findings as JSON");
  addReadOptions(*verb, command);
  verb->footer("Without edits GLB to GLB keeps every byte of the JSON and of the binary chunk.\n"
               "Example: vrm convert avatar.vrm avatar.gltf");
  verb->callback([&command, options] { command.run = [&command, options] { return convert(command, *options); }; });
}

}  // namespace vrm::cli
