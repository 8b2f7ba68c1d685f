// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"

namespace vrm::cli {
namespace {

namespace fs = std::filesystem;

struct ExtractOptions {
  std::string input;
  std::string folder;
};

int extract(const Command& command, const ExtractOptions& options) {
  const Result<Opened> opened = openModel(command, options.input);
  if (!opened) return fail(command, options.input, opened.error());
  const gltf::Document& document = opened->document;
  Diagnostics diagnostics = opened->diagnostics;
  if (const Result<void> fit = gltf::checkImageFiles(document); !fit) return fail(command, options.input, fit.error());

  const fs::path folder(options.folder);
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) {
    return fail(command, options.folder, {Code::IoWrite, "cannot make the folder: " + error.message(), "", kNoOffset});
  }

  std::vector<FileToWrite> files;
  gltf::UniqueNames names;
  const std::string jsonName = names.make("model", "model", ".json");
  for (std::uint32_t i = 0; i < document.buffers().size(); ++i) {
    if (!document.hasBuffer(i)) continue;
    files.push_back(
        {folder / names.make("buffer_" + std::to_string(i), "buffer", ".bin"), document.buffer(i), Links::Replace});
  }
  for (std::uint32_t i = 0; i < document.images().size(); ++i) {
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (!bytes) {
      diagnostics.add(bytes.error().code, bytes.error().pointer, bytes.error().message);
      continue;
    }
    const gltf::JsonValue& image = document.root().find("images")->elements()[i];
    const std::string name = gltf::imageFileName(image, i, gltf::probeImage(*bytes).format, names);
    files.push_back({folder / fs::path(std::u8string(name.begin(), name.end())), *bytes, Links::Replace});
  }
  const std::string json = document.json().write({.pretty = true}) + "\n";
  files.push_back({folder / jsonName, asBytes(json), Links::Replace});
  if (Result<void> written = writeFiles(files); !written) {
    if (made) fs::remove(folder, error);
    return fail(command, options.folder, written.error());
  }
  std::vector<fs::path> paths;
  for (const FileToWrite& file : files) paths.push_back(file.path);
  return reportWritten(command, options.input, paths, diagnostics);
}

}  // namespace

void addExtract(CLI::App& app, Command& command) {
  auto options = std::make_shared<ExtractOptions>();
  CLI::App* verb =
      app.add_subcommand("extract", "Write a model's JSON, buffers and images as files, and list them.");
  verb->add_option("FILE", options->input, "The model to read")->required();
  verb->add_option("DIR", options->folder, "Folder for the files; made if it does not exist")->required();
  verb->add_flag("--json", command.json, "List the files and findings as JSON");
  addReadOptions(*verb, command);
  verb->footer("Files of the same names in DIR are replaced.\nExample: vrm extract avatar.vrm parts");
  verb->callback([&command, options] { command.run = [&command, options] { return extract(command, *options); }; });
}

}  // namespace vrm::cli
