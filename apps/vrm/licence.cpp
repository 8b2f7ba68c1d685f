// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command.hpp"

namespace vrm::cli {
namespace {

struct Options {
  std::string input;
  std::vector<std::string> uses;
};

struct SourceName {
  std::string_view name;
  std::string schema::SourceTerms::*text;
};
constexpr SourceName kSourceNames[] = {
    {"allowedUser", &schema::SourceTerms::allowedUser},
    {"violentUsage", &schema::SourceTerms::violentUsage},
    {"sexualUsage", &schema::SourceTerms::sexualUsage},
    {"commercialUsage", &schema::SourceTerms::commercialUsage},
    {"license", &schema::SourceTerms::license},
    {"creditNotation", &schema::SourceTerms::creditNotation},
    {"modify", &schema::SourceTerms::modify},
    {"otherPermissionUrl", &schema::SourceTerms::otherPermissionUrl},
};

// What the verb is about: findings elsewhere are the business of others.
void addFindingsOfMeta(const Diagnostics& all, std::string_view meta, Diagnostics& out) {
  for (const Diagnostic& finding : all.all()) {
    const std::string_view pointer = finding.pointer;
    if (meta.empty() || !pointer.starts_with(meta)) continue;
    if (pointer.size() > meta.size() && pointer[meta.size()] != '/') continue;
    out.add(finding.code, finding.pointer, finding.message, finding.offset);
  }
}

std::string useNames() {
  std::string names;
  for (std::size_t i = 0; i < kUseCount; ++i) names += (i ? ", " : "") + std::string(name(static_cast<Use>(i)));
  return names;
}

std::vector<LicenceAnswer> answersTo(const Options& options, const Licence& licence) {
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

class Text {
 public:
  // Rows without a value are left out; further lines of a value stand below its first.
  void row(std::string_view label, std::string_view value) {
    while (!value.empty()) {
      const std::size_t end = std::min(value.find('\n'), value.size());
      out_ += fmt::format("{:<18} {}\n", label, printable(value.substr(0, end)));
      value.remove_prefix(std::min(end + 1, value.size()));
      label = {};
    }
  }
  void answer(const LicenceAnswer& a) {
    out_ += fmt::format("{:<23} {:<11} {}", name(a.use), name(a.verdict), a.reason);
    if (!a.pointer.empty()) out_ += fmt::format(" ({} is {})", a.pointer, printable(a.value));
    out_ += '\n';
  }
  void heading(std::string_view text) { out_ += fmt::format("\n{}\n", text); }
  const std::string& text() const { return out_; }

 private:
  std::string out_;
};

void printText(const schema::Vrm& vrm, const Licence& licence, const Options& options) {
  Text out;
  if (!options.uses.empty()) {
    for (const LicenceAnswer& answer : answersTo(options, licence)) out.answer(answer);
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
  out.heading("uses");
  for (const LicenceAnswer& answer : licence.all()) out.answer(answer);
  if (!licence.documents().empty()) out.heading("documents to read");
  for (const LicenceDocument& document : licence.documents()) {
    out.row(document.member, document.url);
  }
  if (meta.source) {
    const schema::SourceTerms& source = *meta.source;
    out.heading(
        fmt::format("as stored{}{}", source.vrmVersion.empty() ? "" : " in VRM ", printable(source.vrmVersion)));
    for (const SourceName& member : kSourceNames) out.row(member.name, source.*member.text);
  }
  print(out.text());
}

void printJson(const Options& options, const schema::Vrm& vrm, const Licence& licence, const Diagnostics& findings) {
  gltf::Json json;
  gltf::JsonValue& root = json.editRoot();
  const auto list = [&](const std::vector<std::string>& values) {
    gltf::JsonValue array = json.array();
    for (const std::string& value : values) json.append(array, json.string(value));
    return array;
  };
  json.set(root, "file", json.string(options.input));
  json.set(root, "version", json.string(name(vrm.version)));
  const schema::Meta& m = vrm.meta;
  gltf::JsonValue meta = json.object();
  json.set(meta, "name", json.string(m.name));
  json.set(meta, "version", json.string(m.version));
  json.set(meta, "authors", list(m.authors));
  json.set(meta, "copyrightInformation", json.string(m.copyrightInformation));
  json.set(meta, "contactInformation", json.string(m.contactInformation));
  json.set(meta, "references", list(m.references));
  json.set(meta, "thirdPartyLicenses", json.string(m.thirdPartyLicenses));
  json.set(meta, "thumbnailImage", m.thumbnailImage ? json.number(m.thumbnailImage.value) : gltf::JsonValue());
  json.set(root, "meta", meta);

  const std::vector<LicenceAnswer> answers = answersTo(options, licence);
  gltf::JsonValue uses = json.array();
  for (const LicenceAnswer& answer : answers) {
    gltf::JsonValue entry = json.object();
    json.set(entry, "use", json.string(name(answer.use)));
    json.set(entry, "verdict", json.string(name(answer.verdict)));
    json.set(entry, "pointer", json.string(answer.pointer));
    json.set(entry, "value", json.string(answer.value));
    json.set(entry, "reason", json.string(answer.reason));
    json.append(uses, entry);
  }
  json.set(root, "uses", uses);
  json.set(root, "allAllowed", json.boolean(allAllowed(answers)));

  gltf::JsonValue documents = json.array();
  for (const LicenceDocument& document : licence.documents()) {
    gltf::JsonValue entry = json.object();
    json.set(entry, "member", json.string(document.member));
    json.set(entry, "url", json.string(document.url));
    json.append(documents, entry);
  }
  json.set(root, "documents", documents);

  gltf::JsonValue source;
  if (m.source) {
    source = json.object();
    json.set(source, "vrmVersion", json.string(m.source->vrmVersion));
    for (const SourceName& member : kSourceNames) {
      const std::string& text = (*m.source).*member.text;
      if (!text.empty()) json.set(source, member.name, json.string(text));
    }
  }
  json.set(root, "source", source);
  json.set(root, "diagnostics", toJson(json, findings));
  print(json.write({.pretty = true}) + "\n");
}

int licence(const Command& command, const Options& options) {
  const Result<Opened> opened = openModel(command, options.input);
  if (!opened) return fail(command, options.input, opened.error());
  Diagnostics diagnostics;
  const Result<schema::Vrm> vrm = schema::readVrm(opened->document, opened->asset, diagnostics);
  if (!vrm) return fail(command, options.input, vrm.error());
  Diagnostics findings;
  for (const Diagnostics* all : std::initializer_list<const Diagnostics*>{&opened->diagnostics, &diagnostics}) {
    addFindingsOfMeta(*all, Licence::metaPointer(vrm->version), findings);
  }
  if (command.strict) {
    if (const Result<void> clean = findings.asStrictResult(); !clean)
      return fail(command, options.input, clean.error());
  }
  const Licence terms = Licence::of(*vrm);
  command.json ? printJson(options, *vrm, terms, findings) : printText(*vrm, terms, options);
  const int reported = report(options.input, findings);
  if (options.uses.empty()) return reported;
  // A script asks about the licence and nothing else.
  return allAllowed(answersTo(options, terms)) ? kOk : kFindings;
}

}  // namespace

void addLicence(CLI::App& app, Command& command) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("licence", "Say what a model's author allows, and which member says so.");
  verb->alias("license");
  verb->add_option("FILE", options->input, "The model to read")->required();
  verb->add_option("--for", options->uses,
                   "Ask about these uses only; exit code 0 if all are allowed, 1 if one is denied or not stated. Of " +
                       useNames())
      ->type_name("USE,...")
      ->delimiter(',')
      ->allow_extra_args(false)  // so that a file name may follow
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
