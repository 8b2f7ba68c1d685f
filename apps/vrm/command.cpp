// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace vrm::cli {
namespace {

struct LimitName {
  std::string_view name;
  void (*set)(Limits&, std::uint64_t);
};
constexpr LimitName kLimits[] = {
    {"fileBytes", [](Limits& l, std::uint64_t v) { l.fileBytes = v; }},
    {"jsonBytes", [](Limits& l, std::uint64_t v) { l.jsonBytes = v; }},
    {"jsonDepth", [](Limits& l, std::uint64_t v) { l.jsonDepth = static_cast<std::uint32_t>(v); }},
    {"nodes", [](Limits& l, std::uint64_t v) { l.nodes = static_cast<std::uint32_t>(v); }},
    {"elements", [](Limits& l, std::uint64_t v) { l.elements = static_cast<std::uint32_t>(v); }},
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
    if (!number || *number < 0 || *number > 4e18) return "the limit " + std::string(name) + " needs a number";
    limit.set(limits, static_cast<std::uint64_t>(*number));
    return {};
  }
  std::string known;
  for (const LimitName& limit : kLimits) known += (known.empty() ? "" : ", ") + std::string(limit.name);
  return "there is no limit \"" + std::string(name) + "\"; known are " + known;
}

// File names go to a terminal: control characters in them must not.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

void printLine(const std::string& file, const std::string& message) {
  fmt::print(stderr, "vrm: {}: {}\n", printable(file), printable(message));
}

}  // namespace

void addReadOptions(CLI::App& app, Command& command) {
  app.add_flag("--strict", command.strict, "Treat everything that had to be repaired as an error");
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

int report(const std::string& file, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) printLine(file, diagnostic.toString());
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
  return report(input, diagnostics);
}

void print(const std::string& text) {
  const bool good = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (good) return;
  std::perror("vrm: cannot write to standard output");
  std::exit(kFailed);
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
