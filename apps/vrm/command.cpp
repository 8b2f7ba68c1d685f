// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace vrm::cli {
namespace {

// More than fits means no limit, not a small one.
std::uint32_t saturated(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
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
void printLine(const std::string& file, const std::string& message) {
  complain(fmt::format("{}: {}", printable(file), printable(message)));
}

bool isAtOrBelow(std::string_view pointer, std::string_view top) {
  return !top.empty() && pointer.starts_with(top) && (pointer.size() == top.size() || pointer[top.size()] == '/');
}

}  // namespace

void complain(const std::string& message) {
  static_cast<void>(std::fputs(("vrm: " + message + "\n").c_str(), stderr));
}

std::string printable(std::string_view text) {
  std::string out;
  bool c1 = false;  // U+0080 to U+009F, which some terminals obey like ESC and a letter, are C2 80 to C2 9F
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool second = c1;
    c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F || c1 || second) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += text[i];
    }
  }
  return out;
}

void addReadOptions(CLI::App& app, Command& command) {
  app.add_flag("--strict", command.strict, "Treat everything that had to be repaired as an error");
  app.add_flag("-v,--verbose", command.verbose, "Print hints too, e.g. about older spellings");
  app.add_option("--limit", command.limits,
                 "Change a safety limit, e.g. nodes=500000 (see docs/limits.md); may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)  // one value each, so that a file name may follow
      ->check([](const std::string& text) {
        Limits scratch;
        return applyLimit(text, scratch);
      });
}

Result<Opened> openModel(const Command& command, const std::string& file) {
  gltf::OpenOptions options;
  options.strict = command.strict;
  for (const std::string& limit : command.limits) static_cast<void>(applyLimit(limit, options.limits));
  Result<gltf::Document> document = gltf::Document::open(std::filesystem::path(file), options);
  if (!document) return std::move(document).error();
  Diagnostics diagnostics = document->diagnostics();
  Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) return std::move(asset).error();
  if (command.strict) {
    if (Result<void> clean = diagnostics.asStrictResult(); !clean) return std::move(clean).error();
  }
  return Opened{*std::move(document), *std::move(asset), std::move(diagnostics)};
}

Result<OpenedVrm> openVrm(const Command& command, const std::string& file,
                          std::string_view (*about)(VrmVersion version)) {
  Result<Opened> model = openModel(command, file);
  if (!model) return std::move(model).error();
  Result<schema::Vrm> vrm = schema::readVrm(model->document, model->asset, model->diagnostics);
  if (!vrm) return std::move(vrm).error();
  if (about) {
    const Diagnostics all = std::exchange(model->diagnostics, {});
    const std::string_view top = about(vrm->version);
    for (const Diagnostic& finding : all.all()) {
      if (isAtOrBelow(finding.pointer, top)) model->diagnostics.add(finding);
    }
  }
  if (command.strict) {
    if (Result<void> clean = model->diagnostics.asStrictResult(); !clean) return std::move(clean).error();
  }
  return OpenedVrm{*std::move(model), *std::move(vrm)};
}

int fail(const Command& command, const std::string& file, const Error& error) {
  printLine(file, error.toString());
  if (command.json) {
    gltf::Json json;
    gltf::JsonValue& root = json.editRoot();
    json.set(root, "file", json.string(file));
    gltf::JsonValue& entry = json.memberObject(root, "error");
    json.set(entry, "code", json.string(name(error.code)));
    json.set(entry, "message", json.string(error.message));
    json.set(entry, "pointer", json.string(error.pointer));
    if (error.offset != kNoOffset) json.set(entry, "offset", json.number(error.offset));
    print(json.write({.pretty = true}) + "\n");
  }
  return kFailed;
}

int report(const Command& command, const std::string& file, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::Hint || command.verbose) printLine(file, diagnostic.toString());
  }
  return diagnostics.firstProblem() ? kFindings : kOk;
}

int reportWritten(const Command& command, const std::string& input, const std::vector<std::filesystem::path>& written,
                  const Diagnostics& diagnostics) {
  if (command.json) {
    gltf::Json json;
    gltf::JsonValue& root = json.editRoot();
    json.set(root, "file", json.string(input));
    gltf::JsonValue files = json.array();
    for (const std::filesystem::path& path : written) json.append(files, json.string(path.string()));
    json.set(root, "written", files);
    json.set(root, "diagnostics", toJson(json, diagnostics));
    print(json.write({.pretty = true}) + "\n");
  } else {
    for (const std::filesystem::path& path : written) print(path.string() + "\n");
  }
  return report(command, input, diagnostics);
}

void print(const std::string& text) {
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
