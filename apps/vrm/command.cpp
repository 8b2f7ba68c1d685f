// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace vrm::cli {
namespace {

// More than fits means no limit, not a small one.
std::uint32_t saturated(std::uint64_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

struct LimitName {
  std::string_view name;
  void (*set)(Limits&, std::uint64_t);
};
constexpr LimitName kLimits[] = {
    {"fileBytes", [](Limits& l, std::uint64_t v) { l.fileBytes = v; }},
    {"jsonBytes", [](Limits& l, std::uint64_t v) { l.jsonBytes = v; }},
    {"jsonDepth", [](Limits& l, std::uint64_t v) { l.jsonDepth = saturated(v); }},
    {"nodes", [](Limits& l, std::uint64_t v) { l.nodes = saturated(v); }},
    {"elements", [](Limits& l, std::uint64_t v) { l.elements = saturated(v); }},
    {"drawnElements", [](Limits& l, std::uint64_t v) { l.drawnElements = v; }},
    {"expandedElements", [](Limits& l, std::uint64_t v) { l.expandedElements = v; }},
    {"accessorElements", [](Limits& l, std::uint64_t v) { l.accessorElements = v; }},
    {"imagePixels", [](Limits& l, std::uint64_t v) { l.imagePixels = v; }},
    {"decodedBytes", [](Limits& l, std::uint64_t v) { l.decodedBytes = v; }},
};

// "nodes=1000" -> the setting; a message if it is none.
std::string applyLimit(const std::string& text, Limits& limits) {
  const std::size_t equals = text.find('=');
  const std::string_view name = std::string_view(text).substr(0, equals);
  const std::string_view value = equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1);
  for (const LimitName& limit : kLimits) {
    if (limit.name != name) continue;
    const std::optional<double> number = parseDouble(value);
    if (!number || *number < 0 || *number > 4e18 || *number != std::floor(*number)) {
      return "the limit " + std::string(name) + " needs a whole number";
    }
    limit.set(limits, static_cast<std::uint64_t>(*number));
    return {};
  }
  std::string known;
  for (const LimitName& limit : kLimits) known += (known.empty() ? "" : ", ") + std::string(limit.name);
  return "there is no limit \"" + std::string(name) + "\"; known are " + known;
}

// Not fmt::print, which throws when stderr is closed or full; then there is nobody left to tell.
void printLine(Severity severity, const std::string& file, const std::string& message) {
  complain(fmt::format("{}: {}: {}", name(severity), printable(file), printable(message)));
}

bool isAtOrBelow(std::string_view pointer, std::string_view top) {
  return !top.empty() && pointer.starts_with(top) &&
         (pointer.size() == top.size() || pointer[top.size()] == '/');
}

// Findings about the terms: at or below meta, or about what meta stands in.
bool isAboutMeta(const Diagnostic& finding, std::string_view meta) {
  if (finding.code == Code::VrmTwoVersions || finding.code == Code::VrmNone) return true;
  const bool avatar = finding.pointer == "/extensions" || finding.pointer == "/extensions/VRM" ||
                      finding.pointer == "/extensions/VRMC_vrm";
  return avatar || isAtOrBelow(finding.pointer, meta);
}

}  // namespace

void complain(const std::string& message) {
  static_cast<void>(std::fputs(("vrm: " + message + "\n").c_str(), stderr));
}

bool isTerminal(std::FILE* stream) {
#ifdef _WIN32
  return _isatty(_fileno(stream)) != 0;
#else
  return isatty(fileno(stream)) != 0;
#endif
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const gltf::Character character = gltf::firstCharacter(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    if (character.plain) {
      out += bytes;
    } else {
      for (const char byte : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    text.remove_prefix(bytes.size());
  }
  return out;
}

void addNumber(CLI::App& verb, const char* option, double& value, const char* help, double least, double most,
               bool whole) {
  verb.add_option(option, value, help)->type_name(whole ? "N" : "S")->check([=](const std::string& text) {
    const std::optional<double> number = parseDouble(text);
    if (number && *number >= least && *number <= most && (!whole || *number == std::floor(*number)))
      return std::string();
    return fmt::format("needs a {} from {} to {}, not \"{}\"", whole ? "whole number" : "number",
                       formatDouble(least), formatDouble(most), printable(text));
  });
}

void addReadOptions(CLI::App& app, Command& command) {
  app.add_flag("--strict", command.strict, "Treat everything that had to be repaired as an error");
  app.add_flag("-v,--verbose", command.verbose, "Print hints too, e.g. about older spellings");
  app.add_flag("--no-external", command.noExternal,
               "Read no file but the model; by default those that it names beside it or below are read");
  app.add_option("--limit", command.limits,
                 "Change a safety limit, e.g. nodes=500000 (see docs/limits.md); may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)  // one value each, so that a file name may follow
      ->check([](const std::string& text) {
        Limits scratch;
        return applyLimit(text, scratch);
      });
}

void addFiles(CLI::App& verb, std::string& input, std::string& output) {
  verb.add_option("IN", input, "The model to read")->required();
  verb.add_option("OUT", output, ".vrm, .glb or .vrma (one file), or .gltf (JSON, .bin and images)")->required();
}

gltf::OpenOptions openOptions(const Command& command) {
  static const gltf::NoFiles none;
  gltf::OpenOptions options;
  options.strict = command.strict;
  if (command.noExternal) options.resolver = &none;
  for (const std::string& limit : command.limits) static_cast<void>(applyLimit(limit, options.limits));
  return options;
}

namespace {

Result<Opened> open(const Command& command, const std::string& file, bool strict) {
  gltf::OpenOptions options = openOptions(command);
  options.strict = strict;
  Result<gltf::Document> document = gltf::Document::open(std::filesystem::path(file), options);
  if (!document) return std::move(document).error();
  Diagnostics diagnostics = document->diagnostics();
  Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) return std::move(asset).error();
  if (strict) {
    if (Result<void> clean = diagnostics.asStrictResult(); !clean) return std::move(clean).error();
  }
  return Opened{*std::move(document), *std::move(asset), std::move(diagnostics)};
}

}  // namespace

Result<Opened> openModel(const Command& command, const std::string& file) {
  return open(command, file, command.strict);
}

Result<OpenedVrm> openVrm(const Command& command, const std::string& file, Findings wanted) {
  Result<Opened> model = open(command, file, command.strict && wanted == Findings::All);
  if (!model) return std::move(model).error();
  Result<schema::Vrm> vrm = schema::readVrm(model->document, model->asset, model->diagnostics);
  if (!vrm) return std::move(vrm).error();
  if (wanted == Findings::OfMeta) {
    const Diagnostics all = std::exchange(model->diagnostics, {});
    for (const Diagnostic& finding : all.all()) {
      if (isAboutMeta(finding, Licence::metaPointer(vrm->version))) model->diagnostics.add(finding);
    }
  }
  if (command.strict) {
    if (Result<void> clean = model->diagnostics.asStrictResult(); !clean) return std::move(clean).error();
  }
  return OpenedVrm{*std::move(model), *std::move(vrm)};
}

gltf::JsonValue toJson(gltf::Json& json, const Error& error) {
  gltf::JsonValue entry = json.object();
  json.set(entry, "code", json.string(name(error.code)));
  json.set(entry, "message", json.string(error.message));
  json.set(entry, "pointer", json.string(error.pointer));
  if (error.offset != kNoOffset) json.set(entry, "offset", json.number(error.offset));
  return entry;
}

int fail(const Command& command, const std::string& file, const Error& error) {
  printLine(Severity::Error, file, error.toString());
  if (command.json) {
    gltf::Json json;
    gltf::JsonValue& root = json.editRoot();
    json.set(root, "file", json.string(file));
    json.set(root, "error", toJson(json, error));
    print(json.write({.pretty = true}) + "\n");
  }
  return kFailed;
}

int report(const Command& command, const std::string& file, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::Hint || command.verbose)
      printLine(diagnostic.severity, file, diagnostic.toString());
  }
  return diagnostics.firstProblem() ? kFindings : kOk;
}

int saveModel(const Command& command, const std::string& input, const gltf::Document& document,
              const std::string& output, Diagnostics diagnostics, const gltf::SaveOptions& options,
              const WrittenText& text) {
  const auto written = gltf::save(document, output, diagnostics, options);
  if (written) return reportWritten(command, input, *written, diagnostics, text);
  // What was wrong with the input may be why; only writing itself is about the output.
  report(command, input, diagnostics);
  const bool writing = written.error().code == Code::IoWrite || written.error().code == Code::OutputFormat;
  return fail(command, writing ? output : input, written.error());
}

int reportWritten(const Command& command, const std::string& input,
                  const std::vector<std::filesystem::path>& written, const Diagnostics& diagnostics,
                  const WrittenText& text) {
  if (command.json) {
    gltf::Json json;
    gltf::JsonValue& root = json.editRoot();
    json.set(root, "file", json.string(input));
    gltf::JsonValue files = json.array();
    for (const std::filesystem::path& path : written) json.append(files, json.string(path.string()));
    json.set(root, "written", files);
    if (text.json) text.json(json, root);
    json.set(root, "diagnostics", toJson(json, diagnostics));
    print(json.write({.pretty = true}) + "\n");
  } else {
    for (const std::filesystem::path& path : written) print(path.string() + "\n");
    print(text.lines);
  }
  return report(command, input, diagnostics);
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  finishPrinting();
}

void finishPrinting() {
  // An error of an earlier write stays in the stream's state; a full device refuses at the last moment.
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return;
  std::perror("vrm: cannot write to standard output");
  std::_Exit(kFailed);
}

gltf::JsonValue toJson(gltf::Json& json, const Diagnostics& diagnostics) {
  gltf::JsonValue list = json.array();
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    gltf::JsonValue entry = json.object();
    json.set(entry, "code", json.string(name(diagnostic.code)));
    json.set(entry, "severity", json.string(name(diagnostic.severity)));
    json.set(entry, "message", json.string(diagnostic.message));
    json.set(entry, "pointer", json.string(diagnostic.pointer));
    if (diagnostic.offset != kNoOffset) json.set(entry, "offset", json.number(diagnostic.offset));
    json.set(entry, "count", json.number(diagnostic.count));
    json.append(list, entry);
  }
  return list;
}

}  // namespace vrm::cli
