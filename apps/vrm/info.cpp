// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <memory>

#include "command.hpp"

namespace vrm::cli {
namespace {

std::string megabytes(std::uint64_t bytes) {
  return bytes < 1'000'000 ? fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3)
                           : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string joined(const std::vector<std::string_view>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::uint64_t fileSize(const std::string& file) {
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(file, ignored);
  return ignored ? 0 : size;
}

std::string versionText(const FoundVersion& found) {
  std::string text(name(found.version));
  if (!found.specVersion.empty()) text += fmt::format(" (specVersion \"{}\")", found.specVersion);
  return text;
}

void printText(const std::string& file, const Opened& opened) {
  const gltf::Asset& a = opened.asset;
  const gltf::Stats stats = gltf::computeStats(opened.document, a);
  std::string out;
  const auto row = [&](std::string_view label, const std::string& value) {
    out += fmt::format("{:<14} {}\n", label, printable(value));
  };
  row("file", fmt::format("{} ({})", file, megabytes(fileSize(file))));
  row("container", opened.document.container() == gltf::Container::Glb ? "GLB" : "glTF JSON");
  row("version", versionText(findVersion(opened.document)));
  row("generator", a.generator.empty() ? "not stated" : std::string(a.generator));
  row("extensions", joined(a.extensionsUsed));
  if (!a.extensionsRequired.empty()) row("required", joined(a.extensionsRequired));
  row("nodes", fmt::format("{} in {}", a.nodes.size(), gltf::counted(gltf::Kind::Scene, a.scenes.size())));
  row("meshes", fmt::format("{} with {} primitive{}", a.meshes.size(), stats.primitives, stats.primitives == 1 ? "" : "s"));
  row("vertices", fmt::format("{}", stats.vertices));
  row("triangles", fmt::format("{}", stats.triangles));
  row("morph targets", fmt::format("{}", stats.morphTargets));
  row("skins", fmt::format("{} with {} joint{}", a.skins.size(), stats.joints, stats.joints == 1 ? "" : "s"));
  row("materials", fmt::format("{}", a.materials.size()));
  row("textures", fmt::format("{} of {}", a.textures.size(), gltf::counted(gltf::Kind::Image, a.images.size())));
  for (std::uint32_t i = 0; i < stats.images.size(); ++i) {
    const gltf::Stats::ImageStats& image = stats.images[i];
    const std::string_view format = gltf::fileExtension(image.info.format);
    row(fmt::format("  image {}", i),
        !image.readable ? "missing"
                        : fmt::format("{}x{} {} {} {}", image.info.width, image.info.height,
                                      format.empty() ? "unknown" : format, megabytes(image.bytes), a.images[i].name));
  }
  row("animations", fmt::format("{}", a.animations.size()));
  row("memory", fmt::format("about {} on a GPU: {} geometry, {} textures",
                            megabytes(stats.geometryBytes + stats.textureBytes), megabytes(stats.geometryBytes),
                            megabytes(stats.textureBytes)));
  print(out);
}

void printJson(const std::string& file, const Opened& opened) {
  const gltf::Asset& a = opened.asset;
  const gltf::Stats stats = gltf::computeStats(opened.document, a);
  const FoundVersion found = findVersion(opened.document);
  gltf::Json json;
  gltf::JsonValue& root = json.editRoot();
  const auto count = [&](std::size_t value) { return json.number(static_cast<std::uint64_t>(value)); };
  const auto names = [&](const std::vector<std::string_view>& list) {
    gltf::JsonValue array = json.array();
    for (const std::string_view entry : list) json.append(array, json.string(entry));
    return array;
  };
  json.set(root, "file", json.string(file));
  json.set(root, "bytes", json.number(fileSize(file)));
  json.set(root, "container", json.string(opened.document.container() == gltf::Container::Glb ? "glb" : "gltf"));
  json.set(root, "version", json.string(name(found.version)));
  json.set(root, "specVersion", found.specVersion.empty() ? gltf::JsonValue() : json.string(found.specVersion));
  json.set(root, "generator", json.string(a.generator));
  json.set(root, "extensionsUsed", names(a.extensionsUsed));
  json.set(root, "extensionsRequired", names(a.extensionsRequired));

  gltf::JsonValue counts = json.object();
  json.set(counts, "scenes", count(a.scenes.size()));
  json.set(counts, "nodes", count(a.nodes.size()));
  json.set(counts, "meshes", count(a.meshes.size()));
  json.set(counts, "primitives", count(stats.primitives));
  json.set(counts, "vertices", count(stats.vertices));
  json.set(counts, "triangles", count(stats.triangles));
  json.set(counts, "morphTargets", count(stats.morphTargets));
  json.set(counts, "skins", count(a.skins.size()));
  json.set(counts, "joints", count(stats.joints));
  json.set(counts, "materials", count(a.materials.size()));
  json.set(counts, "textures", count(a.textures.size()));
  json.set(counts, "images", count(a.images.size()));
  json.set(counts, "animations", count(a.animations.size()));
  json.set(counts, "accessors", count(a.accessors.size()));
  json.set(counts, "bufferViews", count(a.bufferViews.size()));
  json.set(root, "counts", counts);

  gltf::JsonValue images = json.array();
  for (std::uint32_t i = 0; i < stats.images.size(); ++i) {
    const gltf::Stats::ImageStats& image = stats.images[i];
    gltf::JsonValue entry = json.object();
    json.set(entry, "name", json.string(a.images[i].name));
    json.set(entry, "format", json.string(gltf::fileExtension(image.info.format)));
    json.set(entry, "width", json.number(image.info.width));
    json.set(entry, "height", json.number(image.info.height));
    json.set(entry, "bytes", json.number(image.bytes));
    json.set(entry, "readable", json.boolean(image.readable));
    json.append(images, entry);
  }
  json.set(root, "images", images);

  gltf::JsonValue memory = json.object();
  json.set(memory, "geometryBytes", json.number(stats.geometryBytes));
  json.set(memory, "textureBytes", json.number(stats.textureBytes));
  json.set(root, "memory", memory);
  json.set(root, "diagnostics", toJson(json, opened.diagnostics));
  print(json.write({.pretty = true}) + "\n");
}

int info(const Command& command, const std::string& file) {
  const Result<Opened> opened = openModel(command, file);
  if (!opened) return fail(command, file, opened.error());
  command.json ? printJson(file, *opened) : printText(file, *opened);
  return report(file, opened->diagnostics);
}

}  // namespace

void addInfo(CLI::App& app, Command& command) {
  auto file = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("info", "Say what a model file contains.");
  verb->add_option("FILE", *file, "The model to read")->required();
  verb->add_flag("--json", command.json, "Print JSON (docs/cli.md describes it)");
  addReadOptions(*verb, command);
  verb->footer("Example: vrm info avatar.vrm --json");
  verb->callback([&command, file] { command.run = [&command, file] { return info(command, *file); }; });
}

}  // namespace vrm::cli
