// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "command.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

struct ConvertOptions {
  std::string input;
  std::string output;
  bool embed = false;
  std::string to;
  std::string meta;  // a file
  bool report = false;
  edit::ExportOptions rules;
};

constexpr std::array kOutcomes = {edit::Outcome::Exact, edit::Outcome::Approximated, edit::Outcome::Dropped};

std::string textOf(const edit::MigrationReport& report, bool whole) {
  if (!report.changed) return "  it is VRM 1.0 already\n";
  std::string out =
      fmt::format("  {} to VRM 1.0: {} exact, {} approximated, {} dropped{}\n", name(report.from),
                  report.count(edit::Outcome::Exact), report.count(edit::Outcome::Approximated),
                  report.count(edit::Outcome::Dropped), whole ? "" : " (--report lists them)");
  if (!whole) return out;
  for (const edit::Outcome outcome : kOutcomes) {
    if (report.count(outcome) == 0) continue;
    out += fmt::format("  {}\n", name(outcome));
    for (const edit::MigrationEntry& entry : report.entries) {
      if (entry.outcome != outcome) continue;
      const std::string place = entry.pointer.empty() ? "" : entry.pointer + ": ";
      out += fmt::format("    {:<13} {}{}\n", printable(entry.what), printable(place), printable(entry.text));
    }
  }
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::MigrationReport& report) {
  gltf::JsonValue out = json.object();
  json.set(out, "from", json.string(name(report.from)));
  json.set(out, "to", json.string(name(VrmVersion::Vrm1)));
  for (const edit::Outcome outcome : kOutcomes) {
    gltf::JsonValue list = json.array();
    for (const edit::MigrationEntry& entry : report.entries) {
      if (entry.outcome != outcome) continue;
      gltf::JsonValue item = json.object();
      json.set(item, "what", json.string(entry.what));
      json.set(item, "pointer", json.string(entry.pointer));
      json.set(item, "text", json.string(entry.text));
      json.append(list, item);
    }
    json.set(out, name(outcome), list);
  }
  json.set(root, "migrated", out);
}

Result<schema::Meta> readMetaFile(const std::string& file) {
  const Result<std::vector<std::byte>> bytes = readFile(file, 1u << 20);
  if (!bytes) return bytes.error();
  return edit::parseMeta({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

int migrateFile(const Command& command, const ConvertOptions& options) {
  edit::MigrateOptions how;
  how.keepTangents = options.rules.keepTangents;
  how.keepMorphNormals = options.rules.keepMorphNormals;
  if (!options.meta.empty()) {
    Result<schema::Meta> meta = readMetaFile(options.meta);
    if (!meta) return fail(command, options.meta, meta.error());
    how.meta = *std::move(meta);
  }
  Result<Opened> opened = openModel(command, options.input);
  if (!opened) return fail(command, options.input, opened.error());
  Progress progress;
  how.progress = [&](std::string_view what) { progress.show(std::string(what)); };
  Result<edit::MigrationReport> done = edit::migrate(opened->document, how, opened->diagnostics);
  progress.hide();
  if (!done) {
    Error error = std::move(done).error();
    if (error.code == Code::VrmIncomplete)
      error.message += ". Then write that into a file and give it: --meta FILE.json";
    return fail(command, error.code == Code::VrmLicenceWider ? options.meta : options.input, error);
  }
  if (command.strict) {
    if (Result<void> clean = opened->diagnostics.asStrictResult(); !clean)
      return fail(command, options.input, clean.error());
  }
  WrittenText text{textOf(*done, options.report),
                   [&](gltf::Json& json, gltf::JsonValue& root) { addMembers(json, root, *done); }};
  if (done->changed) {
    const Result<void> ruled = applyExportRules(opened->document, options.rules, opened->diagnostics, text);
    if (!ruled) return fail(command, options.input, ruled.error());
  }
  return saveModel(command, options.input, opened->document, options.output, opened->diagnostics,
                   {.embed = options.embed}, text);
}

int convert(const Command& command, const ConvertOptions& options) {
  if (!options.to.empty()) return migrateFile(command, options);
  if (!options.meta.empty() || options.report || options.rules.keepTangents ||
      options.rules.keepMorphNormals || options.rules.keepNames) {
    complain("error: --meta, --report and --keep-... belong to --to 1.0");
    return kFailed;
  }
  const Result<Opened> opened = openModel(command, options.input);
  if (!opened) return fail(command, options.input, opened.error());
  return saveModel(command, options.input, opened->document, options.output, opened->diagnostics,
                   {.embed = options.embed});
}

}  // namespace

void addConvert(CLI::App& app, Command& command) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* verb = app.add_subcommand(
      "convert", "Write a model in another container, chosen by the extension of OUT, or as VRM 1.0.");
  addFiles(*verb, options->input, options->output);
  verb->add_flag("--embed", options->embed, "With .gltf: put all data into the JSON as data URIs");
  verb->add_option("--to", options->to, "Make VRM 0.x and drafts this version: 1.0")
      ->check(CLI::IsMember({"1.0"}))
      ->type_name("VERSION");
  verb->add_option("--meta", options->meta,
                   "With --to: JSON with what meta of 1.0 requires and the file does not state: licenseUrl, "
                   "authors, name")
      ->type_name("FILE");
  verb->add_flag("--report", options->report,
                 "With --to: list what became of everything, exact, approximated or dropped");
  addExportOptions(*verb, options->rules);
  verb->add_flag("--json", command.json, "List the files, the report and findings as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "Without edits GLB to GLB keeps every byte of the JSON and of the binary chunk.\n"
      "Terms of the licence are never made wider; the words of the source stay in the file.\n"
      "Example: vrm convert avatar.vrm avatar.gltf\n"
      "         vrm convert old.vrm new.vrm --to 1.0 --meta terms.json --report");
  verb->callback(
      [&command, options] { command.run = [&command, options] { return convert(command, *options); }; });
}

}  // namespace vrm::cli
