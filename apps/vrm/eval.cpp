// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "command.hpp"
#include "evaluation.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct EvalOptions {
  std::string model;
  std::string scenario;
  std::string output;
  bool hash = false;
};

int eval(const Command& command, const EvalOptions& options) {
  const Result<std::vector<std::byte>> bytes = readFile(options.scenario, kMaxScenarioBytes);
  if (!bytes) return fail(command, options.scenario, bytes.error());
  const Result<Scenario> scenario =
      readScenario({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!scenario) return fail(command, options.scenario, scenario.error());
  LoadOptions loading;
  loading.file = openOptions(command);
  const LoadResult loaded = load(options.model, loading);
  if (!loaded) return fail(command, options.model, loaded.error());

  Evaluation evaluation(loaded, *scenario);
  std::vector<std::string> warnings;
  if (const Result<void> ready = evaluation.prepare(warnings); !ready) {
    return fail(command, options.scenario, ready.error());
  }
  for (const std::string& warning : warnings) {
    complain(fmt::format("warning: {}: {}", printable(options.scenario), printable(warning)));
  }
  std::error_code ignored;
  for (const std::string& input : {options.model, options.scenario}) {
    if (!options.output.empty() && std::filesystem::equivalent(options.output, input, ignored)) {
      return fail(command, options.output,
                  {Code::IoWrite, "this is what is being read; give the output another name", "", kNoOffset});
    }
  }
  const auto negative =
      std::find_if(scenario->dt.begin(), scenario->dt.end(), [](float dt) { return dt < 0; });
  if (negative != scenario->dt.end()) {
    complain(fmt::format("warning: {}: /dt: time does not run backwards; {} counts as 0",
                         printable(options.scenario), *negative));
  }
  Evaluation::Sink sink;
  std::optional<FileWriter> file;
  if (!options.output.empty()) {
    Result<FileWriter> opened = FileWriter::open(options.output);
    if (!opened) return fail(command, options.output, opened.error());
    file.emplace(*std::move(opened));
    sink = [&](std::string_view text) { return file->write(std::as_bytes(std::span(text))); };
  } else if (!options.hash) {
    sink = [](std::string_view text) {
      print(text);
      return Result<void>();
    };
  }
  std::optional<Progress> progress(std::in_place);
  std::uint64_t hash = kHashStart;
  Result<void> done =
      evaluation.run(std::filesystem::path(options.model).filename().string(), sink,
                     [&](std::uint32_t frame, const Avatar& avatar) {
                       if (options.hash) hash = outputHash(avatar, hash);
                       if (frame % 1024 == 0 || frame == scenario->frames)
                         progress->show(fmt::format("frame {} of {}", frame, scenario->frames));
                     });
  progress.reset();
  if (done && file) done = file->commit();
  if (!done) return fail(command, options.output, done.error());
  if (options.hash && command.json) {
    print(fmt::format("{{\"hash\":\"{:016x}\"}}\n", hash));
  } else if (options.hash) {
    print(fmt::format("{:016x}\n", hash));
  }
  return report(command, options.model, loaded.diagnostics());
}

}  // namespace

void addEval(CLI::App& app, Command& command) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* verb = app.add_subcommand(
      "eval", "Drive an avatar frame by frame through a scenario and print what came out.");
  verb->add_option("MODEL", options->model, "The avatar")->required();
  verb->add_option("SCENARIO", options->scenario, "What to do to it, as JSON (docs/eval.md describes it)")
      ->required();
  verb->add_option("-o,--output", options->output,
                   "Write the numbers to this file instead of standard output");
  verb->add_flag("--hash", options->hash,
                 "Print a 64-bit hash of all outputs of all frames instead of the numbers; it is the same on "
                 "every machine");
  verb->add_flag("--json", command.json, "Errors and the hash as JSON too; the numbers always are");
  addReadOptions(*verb, command);
  verb->footer(
      "The same model and scenario give the same bytes everywhere.\n"
      "Example: vrm eval avatar.vrm nod.json -o nod.out.json");
  verb->callback(
      [&command, options] { command.run = [&command, options] { return eval(command, *options); }; });
}

}  // namespace vrm::cli
