// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "colour.hpp"
#include "in_order.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct ValidateFilesOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> ignore, only;
  double most = 20;    // issues of a file in text
  double threads = 0;  // 0: as many as the machine has
  std::string color = "auto";
  bool sarif = false;
  bool advice = false;
};

bool wanted(const ValidateFilesOptions& options, Code code) {
  const auto named = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), name(code)) != list.end();
  };
  return !named(options.ignore) && (options.only.empty() || named(options.only));
}

Report unreadable(Code code, std::string message) {
  Report report;
  report.issues.push_back({code, Severity::Error, std::move(message), {}, kNoOffset, 1});
  return report;
}

Checked check(const ValidateFilesOptions& options, const gltf::OpenOptions& opening, const ModelInput& input) {
  Checked checked{input.path, {}};
  Report& report = checked.report;
  if (!input.failure.empty()) {
    report = unreadable(input.code, input.failure);
  } else {
    try {
      report = validate(std::filesystem::path(input.path), {opening.limits, opening.resolver, options.advice});
    } catch (const std::bad_alloc&) {
      report = unreadable(Code::OutOfMemory, "there is not enough memory to look at it");
    }
  }
  // Why a file cannot be read is said in any case.
  const auto unwanted = [&](const Diagnostic& issue) {
    return !wanted(options, issue.code) && (report.readable || issue.severity != Severity::Error);
  };
  report.issues.erase(std::remove_if(report.issues.begin(), report.issues.end(), unwanted),
                      report.issues.end());
  return checked;
}

int exitCodeOf(const Command& command, const Report& report) {
  if (!report.readable) return kFailed;
  const bool problems =
      report.count(Severity::Error) > 0 || (command.strict && report.count(Severity::Warning) > 0);
  return problems ? kFindings : kOk;
}

std::unique_ptr<ReportPrinter> makePrinter(const Command& command, const ValidateFilesOptions& options) {
  if (command.json) return makeJsonPrinter();
  if (options.sarif) return makeSarifPrinter(command.verbose);
  return makeTextPrinter({options.most, command.verbose, wantsColour(options.color)});
}

int validateFiles(const Command& command, const ValidateFilesOptions& options) {
  Progress progress;
  const std::vector<ModelInput> inputs = modelInputs(options.inputs);
  auto threads = static_cast<std::size_t>(options.threads);
  if (threads == 0)
    threads = std::clamp(std::thread::hardware_concurrency(), 1u, static_cast<unsigned>(kMaxThreads));
  const gltf::OpenOptions opening = openOptions(command);
  const std::unique_ptr<ReportPrinter> printer = makePrinter(command, options);
  const bool sameTerminal = isTerminal(stdout);
  int code = kOk;
  const auto make = [&](std::size_t i) { return check(options, opening, inputs[i]); };
  const auto take = [&](std::size_t i, const Checked& checked) {
    code = std::max(code, exitCodeOf(command, checked.report));
    if (sameTerminal) progress.hide();
    printer->print(checked);
    if (inputs.size() > 1) progress.showBar(i + 1, inputs.size(), "files");
  };
  inOrder(inputs.size(), threads, make, take);
  progress.hide();
  printer->finish(code);
  return code;
}

void addCodes(CLI::App& verb, const char* option, std::vector<std::string>& codes, const char* help) {
  verb.add_option(option, codes, help)
      ->type_name("CODE")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check([](const std::string& text) {
        return findCode(text) ? std::string()
                              : fmt::format("there is no code \"{}\" (docs/issues.md)", printable(text));
      });
}

}  // namespace

void addValidate(CLI::App& app, Command& command) {
  auto options = std::make_shared<ValidateFilesOptions>();
  CLI::App* verb =
      app.add_subcommand("validate", "Say what is wrong with models, where, and how to mend it.");
  verb->add_option("FILE", options->inputs, "Models, folders with models, or - for a list of them on stdin")
      ->required();
  addCodes(*verb, "--ignore", options->ignore, "Leave out issues of these codes (commas between them)");
  addCodes(*verb, "--only", options->only, "Leave out all others (commas between codes)");
  addNumber(*verb, "--max", options->most, "How many issues of a file to print; 20 if not given", 0, 1e9,
            true);
  addNumber(
      *verb, "--threads", options->threads,
      "How many files to look at at a time, up to 256; 0, the default: as many as the machine has threads", 0,
      kMaxThreads, true);
  verb->add_flag("--advice", options->advice, "Say also what would make it faster and smaller");
  verb->add_option("--color", options->color, "Colours: auto (on terminals, the default), always or never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  CLI::Option* json = verb->add_flag("--json", command.json, "Print JSON (docs/cli.md describes it)");
  verb->add_flag("--sarif", options->sarif, "Print a SARIF 2.1.0 log, for code scanning")->excludes(json);
  addReadOptions(*verb, command);
  verb->get_option("--strict")->description("Exit with 1 for warnings too");
  verb->footer(
      "Exit codes: 0 no errors (with --strict: and no warnings), 1 some, 2 a file could not be read.\n"
      "Examples:\n"
      "  vrm validate avatar.vrm                          what is wrong with it\n"
      "  vrm validate models --strict                     all models in a folder; exit code 1 for warnings "
      "too\n"
      "  git ls-files '*.vrm' | vrm validate -            names from another program\n"
      "  vrm validate avatar.vrm --ignore MEMBER_UNKNOWN  all but issues of a code\n"
      "  vrm validate avatar.vrm --advice                 also what would make it faster and smaller\n"
      "  vrm validate avatar.vrm --json                   for programs\n"
      "  vrm validate models --sarif > vrm.sarif          for GitHub code scanning and the like");
  verb->callback([&command, options] {
    command.run = [&command, options] { return validateFiles(command, *options); };
  });
}

}  // namespace vrm::cli
