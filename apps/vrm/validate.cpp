// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "command.hpp"
#include "info.hpp"
#include "json_out.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::vector<std::string> ignore, only;
  double most = 20;  // issues of a file in text
};

struct Checked {
  std::string file;
  Report report;
};

// Folders stand for the models in them and below, "-" for the names that stdin has, one per line.
std::vector<std::string> filesOf(const std::vector<std::string>& inputs) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& input) {
    std::error_code error;
    if (!std::filesystem::is_directory(input, error)) {
      files.push_back(input);
      return;
    }
    const std::size_t before = files.size();
    using Walk = std::filesystem::recursive_directory_iterator;
    for (Walk at(input, std::filesystem::directory_options::skip_permission_denied, error);
         !error && at != Walk(); at.increment(error)) {
      if (gltf::containerFor(at->path())) files.push_back(at->path().string());
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  };
  for (const std::string& input : inputs) {
    if (input != "-") {
      add(input);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty()) add(line);
    }
  }
  return files;
}

bool wanted(const Options& options, Code code) {
  const auto named = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), name(code)) != list.end();
  };
  return !named(options.ignore) && (options.only.empty() || named(options.only));
}

// "2 errors, 1 warning"
std::string summary(const Report& report) {
  std::string text;
  for (const auto& [severity, thing] :
       {std::pair(Severity::Error, "error"), std::pair(Severity::Warning, "warning"),
        std::pair(Severity::Information, "note"), std::pair(Severity::Hint, "hint")}) {
    const std::uint64_t count = report.count(severity);
    if (count > 0) text += (text.empty() ? "" : ", ") + countText(count, thing);
  }
  return text.empty() ? "nothing to complain about" : text;
}

std::string placeOf(const Diagnostic& issue) {
  if (issue.offset != kNoOffset) return fmt::format("byte {}", issue.offset);
  return issue.pointer.empty() ? "the file" : issue.pointer;
}

void printText(const Options& options, const Command& command, const Checked& checked) {
  const Report& report = checked.report;
  std::string out =
      fmt::format("{}: {}, {}\n", printable(checked.file), name(report.version), summary(report));
  double shown = 0;
  for (const Severity severity :
       {Severity::Error, Severity::Warning, Severity::Information, Severity::Hint}) {
    if (severity == Severity::Hint && !command.verbose) continue;
    for (const Diagnostic& issue : report.issues) {
      if (issue.severity != severity || ++shown > options.most) continue;
      out += fmt::format("  {:<11} {}: {} [{}]\n", name(severity), printable(placeOf(issue)),
                         printable(issue.message), name(issue.code));
      if (issue.count > 1) out += fmt::format("  {:<11} and {} more of these\n", "", issue.count - 1);
      out += fmt::format("  {:<11} {}\n", "", info(issue.code).fix);
    }
  }
  if (shown > options.most) out += fmt::format("  and {:.0f} more; --max shows them\n", shown - options.most);
  print(out);
}

gltf::JsonValue toJson(JsonOut& out, const Checked& checked) {
  const Report& report = checked.report;
  const auto counted = [&](Severity severity) { return out.of(report.count(severity)); };
  return out.object({{"file", out.of(checked.file)},
                     {"version", out.of(report.version)},
                     {"specVersion", out.orNull(report.specVersion)},
                     {"readable", out.of(report.readable)},
                     {"counts", out.object({{"error", counted(Severity::Error)},
                                            {"warning", counted(Severity::Warning)},
                                            {"information", counted(Severity::Information)},
                                            {"hint", counted(Severity::Hint)}})},
                     {"issues", out.list(report.issues, [&](const Diagnostic& issue) {
                        return out.object({{"code", out.of(issue.code)},
                                           {"severity", out.of(issue.severity)},
                                           {"pointer", out.of(std::string_view(issue.pointer))},
                                           {"offset", out.onlyIf(issue.offset != kNoOffset, issue.offset)},
                                           {"message", out.of(std::string_view(issue.message))},
                                           {"fix", out.of(info(issue.code).fix)},
                                           {"count", out.of(issue.count)}});
                      })}});
}

int validateFiles(const Command& command, const Options& options) {
  const std::vector<std::string> files = filesOf(options.inputs);
  if (files.empty()) {
    complain("error: no .vrm, .glb, .vrma or .gltf there");
    return kFailed;
  }
  int code = kOk;
  gltf::Json json;
  JsonOut out(json);
  gltf::JsonValue& list = json.memberArray(json.editRoot(), "files");
  Progress progress;
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress.show(fmt::format("{} of {} files", i, files.size()));
    Checked checked{files[i],
                    validate(std::filesystem::path(files[i]), {openOptions(command).limits, nullptr})};
    Report& report = checked.report;
    const auto unwanted = [&](const Diagnostic& issue) { return !wanted(options, issue.code); };
    report.issues.erase(std::remove_if(report.issues.begin(), report.issues.end(), unwanted),
                        report.issues.end());
    const bool problems =
        report.count(Severity::Error) > 0 || (command.strict && report.count(Severity::Warning) > 0);
    code = std::max<int>(code, !report.readable ? kFailed : problems ? kFindings : kOk);
    command.json ? static_cast<void>(json.append(list, toJson(out, checked)))
                 : printText(options, command, checked);
  }
  if (command.json) print(json.write({.pretty = true}) + "\n");
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
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("validate", "Say what is wrong with models, where, and how to mend it.");
  verb->add_option("FILE", options->inputs, "Models, folders with models, or - for a list of them on stdin")
      ->required();
  addCodes(*verb, "--ignore", options->ignore, "Leave out issues of these codes");
  addCodes(*verb, "--only", options->only, "Leave out all others");
  verb->add_option("--max", options->most, "How many issues of a file to print; 20 if not given")
      ->type_name("N")
      ->check(CLI::Range(0.0, 1e9));
  verb->add_flag("--json", command.json, "Print JSON (docs/cli.md describes it)");
  addReadOptions(*verb, command);
  verb->footer(
      "Exit codes: 0 no errors (with --strict: and no warnings), 1 some, 2 a file could not be read.\n"
      "Example: vrm validate avatar.vrm --ignore MEMBER_UNKNOWN");
  verb->callback([&command, options] {
    command.run = [&command, options] { return validateFiles(command, *options); };
  });
}

}  // namespace vrm::cli
