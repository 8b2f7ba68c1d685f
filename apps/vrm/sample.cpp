// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "builtin_avatar.hpp"
#include "command.hpp"

namespace vrm::cli {
namespace {

struct SampleArguments {
  std::string output;
  std::string version = "1.0";
};

int writeSample(const Command& command, const SampleArguments& arguments) {
  const VrmVersion version = arguments.version == "0.x"     ? VrmVersion::Vrm0
                             : arguments.version == "draft" ? VrmVersion::Draft
                                                            : VrmVersion::Vrm1;
  if (std::filesystem::path(arguments.output).extension() == ".vrma") {
    return fail(command, arguments.output,
                {Code::OutputFormat, "the avatar is written as .vrm, .glb or .gltf; .vrma is for motions", "", kNoOffset});
  }
  return saveModel(command, arguments.output, builtin::makeAvatar(version), arguments.output, {});
}

}  // namespace

void addSample(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<SampleArguments>();
  CLI::App* verb = app.add_subcommand("sample", "Write the built-in avatar, which is in the public domain.");
  verb->add_option("-o,--output", arguments->output, "The file to write: .vrm, .glb or .gltf")
      ->required()
      ->type_name("FILE");
  verb->add_option("--version", arguments->version, "Of VRM: 1.0, draft or 0.x [1.0]")
      ->check(CLI::IsMember({"1.0", "draft", "0.x"}))
      ->type_name("VERSION");
  verb->add_flag("--json", command.json, "Say what was written as JSON");
  verb->footer(
      "She is called Sienna and is made by code: the same bytes every time. The older versions leave out "
      "what they\n"
      "have no words for.\n"
      "Exit codes: 0 done, 2 not done.\n"
      "Example: vrm sample -o sienna.vrm");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return writeSample(command, *arguments); };
  });
}

}  // namespace vrm::cli
