// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "info.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

namespace vrm::cli {
namespace {

int info(const Command& command, const std::string& file) {
  const Result<OpenedVrm> opened = openVrm(command, file);
  if (!opened) return fail(command, file, opened.error());
  print(command.json ? infoJson(file, *opened) : infoText(file, *opened));
  return report(command, file, opened->model.diagnostics);
}

}  // namespace

std::uint64_t fileSize(const std::string& file) {
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(file, ignored);
  return ignored ? 0 : size;
}

std::vector<std::string_view> otherFiles(const gltf::Document& document) {
  std::vector<std::string_view> files;
  const auto add = [&](std::string_view key, std::span<const gltf::Document::Resource> resources) {
    for (std::size_t i = 0; i < resources.size(); ++i) {
      if (resources[i].source == gltf::Document::Resource::Source::External)
        files.push_back(document.root().find(key)->elements()[i].find("uri")->string());
    }
  };
  add("buffers", document.buffers());
  add("images", document.images());
  return files;
}

bool isAvatar(VrmVersion version) noexcept {
  return version != VrmVersion::None && version != VrmVersion::Animation;
}

bool hasAnyVrm(const schema::Vrm& vrm) {
  return vrm.version != VrmVersion::None || vrm.springBone != schema::SpringBone() || !vrm.constraints.empty() ||
         std::any_of(vrm.materials.begin(), vrm.materials.end(),
                     [](const schema::Material& material) { return material.mtoon.has_value(); });
}

std::size_t springJointCount(const OpenedVrm& opened) {
  std::size_t count = 0;
  for (const schema::Spring& spring : opened.vrm.springBone.springs) {
    count += static_cast<std::size_t>(std::count_if(
        spring.joints.begin(), spring.joints.end(),
        [&](const schema::SpringJoint& joint) { return joint.node.value < opened.model.asset.nodes.size(); }));
  }
  return count;
}

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
