// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <filesystem>

#include "command.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct RenderArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::string size = "1024";
  std::string background = "transparent";
  std::string pose = "natural";
  std::vector<std::string> expressions;
  std::string lookAt;
  double time = 0;
  double samples = 4;
  PictureOptions picture;
};

int renderFile(const Command& command, RenderArguments& arguments) {
  const std::string& file = arguments.inputs.front();
  Result<std::unique_ptr<Studio>> studio = Studio::open();
  if (!studio) return fail(command, file, studio.error());
  Result<Negative> negative = readNegative(file, openOptions(command), 2);
  if (!negative) return fail(command, file, negative.error());
  Result<std::unique_ptr<Sitter>> sitter = Sitter::make(**studio, *negative, arguments.picture);
  if (!sitter) return fail(command, file, sitter.error());
  const Result<gltf::Image> image = (*sitter)->take(arguments.picture.time);
  if (!image) return fail(command, file, image.error());
  const Result<std::vector<std::byte>> png = gltf::encodePng(*image);
  if (!png) return fail(command, file, png.error());
  if (const Result<void> written = writeFile(arguments.output, *png); !written)
    return fail(command, arguments.output, written.error());
  return reportWritten(command, file, {arguments.output}, negative->diagnostics, {});
}

}  // namespace

void addRender(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* verb = app.add_subcommand("render", "Draw pictures of avatars.");
  verb->add_option("FILE", arguments->inputs, "The models to draw")->required();
  verb->add_option("-o,--output", arguments->output, "The picture to write")->required();
  verb->add_option("--view", arguments->picture.view, "front, three-quarter, side, back or face");
  verb->add_flag("--json", command.json, "Say what was written, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer("Example: vrm render avatar.vrm -o avatar.png");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return renderFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
