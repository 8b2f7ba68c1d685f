// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command.hpp"
#include "meta_json.hpp"
#include "page.hpp"

namespace vrm::cli {
namespace {

struct LicenceOptions {
  std::string input;
  std::vector<std::string> uses;
};

// "modify, hate" has a space after the comma.
std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string useNames() {
  std::string names;
  for (std::size_t i = 0; i < kUseCount; ++i) names += (i ? ", " : "") + std::string(name(static_cast<Use>(i)));
  return names;
}

std::vector<LicenceAnswer> answersTo(const LicenceOptions& options, const Licence& licence) {
  std::vector<LicenceAnswer> answers;
  for (const std::string& text : options.uses) {
    const std::optional<Use> use = findUse(text);
    if (use) answers.push_back(licence.answer(*use));
  }
  if (options.uses.empty()) answers.assign(licence.all().begin(), licence.all().end());
  return answers;
}

bool allAllowed(const std::vector<LicenceAnswer>& answers) {
  return std::all_of(answers.begin(), answers.end(),
                     [](const LicenceAnswer& a) { return a.verdict == LicenceAnswer::Verdict::Allowed; });
}

void addAnswer(Page& page, const LicenceAnswer& a) {
  std::string line = fmt::format("{:<23} {:<11} {}", name(a.use), name(a.verdict), a.reason);
  if (!a.pointer.empty()) {
    line += a.value == "default" ? fmt::format(" ({})", a.pointer) : fmt::format(" ({} is {})", a.pointer, a.value);
  }
  page.line(line);
}

void addHeading(Page& page, std::string_view text) {
  page.line();
  page.line(text);
}

void printText(const schema::Vrm& vrm, const Licence& licence, const LicenceOptions& options) {
  Page out(18);
  if (!options.uses.empty()) {
    for (const LicenceAnswer& answer : answersTo(options, licence)) addAnswer(out, answer);
    return print(out.text());
  }
  const schema::Meta& meta = vrm.meta;
  out.row("name", meta.name.empty() ? "not stated" : meta.name);
  out.row("authors", meta.authors.empty() ? "not stated" : fmt::format("{}", fmt::join(meta.authors, ", ")));
  out.row("version", meta.version);
  out.row("contact", meta.contactInformation);
  out.row("copyright", meta.copyrightInformation);
  for (const std::string& reference : meta.references) out.row("reference", reference);
  out.row("third party", meta.thirdPartyLicenses);
  if (meta.thumbnailImage) out.row("thumbnail", fmt::format("image {}", meta.thumbnailImage.value));
  out.row("terms of", name(vrm.version));
  addHeading(out, "uses");
  for (const LicenceAnswer& answer : licence.all()) addAnswer(out, answer);
  if (!licence.documents().empty()) addHeading(out, "documents to read");
  for (const LicenceDocument& document : licence.documents()) {
    out.row(document.member, document.url);
  }
  if (meta.source) {
    const schema::SourceTerms& source = *meta.source;
    addHeading(out, fmt::format("as stored{}{}", source.vrmVersion.empty() ? "" : " in VRM ", source.vrmVersion));
    for (const SourceTermName& member : sourceTermNames()) out.row(member.name, source.*member.text);
  }
  print(out.text());
}

void printJson(const LicenceOptions& options, const schema::Vrm& vrm, const Licence& licence, const Diagnostics& findings) {
  const std::vector<LicenceAnswer> answers = answersTo(options, licence);
  gltf::Json json;
  JsonOut out(json);
  out.add(json.editRoot(), {{"file", out.of(options.input)},
                            {"version", out.of(vrm.version)},
                            {"meta", aboutJson(out, vrm.meta)},
                            {"uses", usesJson(out, answers)},
                            {"allAllowed", out.of(allAllowed(answers))},
                            {"documents", out.list(licence.documents(),
                                                   [&](const LicenceDocument& document) {
                                                     return out.object({{"member", out.of(document.member)},
                                                                        {"url", out.of(document.url)}});
                                                   })},
                            {"source", sourceTermsJson(out, vrm.meta)},
                            {"diagnostics", toJson(json, findings)}});
  print(json.write({.pretty = true}) + "\n");
}

int licence(const Command& command, const LicenceOptions& options) {
  // Findings elsewhere are the business of other verbs.
  const Result<OpenedVrm> opened = openVrm(command, options.input, Findings::OfMeta);
  if (!opened) return fail(command, options.input, opened.error());
  const Diagnostics& findings = opened->model.diagnostics;
  const Licence terms = Licence::of(opened->vrm);
  command.json ? printJson(options, opened->vrm, terms, findings) : printText(opened->vrm, terms, options);
  const int reported = report(command, options.input, findings);
  if (options.uses.empty()) return reported;
  // A script asks about the licence and nothing else.
  return allAllowed(answersTo(options, terms)) ? kOk : kFindings;
}

}  // namespace

void addLicence(CLI::App& app, Command& command) {
  auto options = std::make_shared<LicenceOptions>();
  CLI::App* verb = app.add_subcommand("licence", "Say what a model's author allows, and which member says so.");
  verb->alias("license");
  verb->add_option("FILE", options->input, "The model to read")->required();
  verb->add_option("--for", options->uses,
                   "Ask about these uses only; exit code 0 if all are allowed, 1 if one is denied or not stated. Of " +
                       useNames())
      ->type_name("USE,...")
      ->delimiter(',')
      ->allow_extra_args(false)  // so that a file name may follow
      ->transform([](const std::string& text) { return trimmed(text); })
      ->check([](const std::string& text) {
        return findUse(text) ? std::string()
                             : fmt::format("there is no use \"{}\"; known are {}", printable(text), useNames());
      });
  verb->add_flag("--json", command.json, "Print JSON (docs/cli.md describes it)");
  addReadOptions(*verb, command);
  verb->footer(
      "What is not stated is not allowed. This is no legal advice: read the documents that are named.\n"
      "Example: vrm licence avatar.vrm --for commercial-corporation,modify");
  verb->callback([&command, options] { command.run = [&command, options] { return licence(command, *options); }; });
}

}  // namespace vrm::cli
