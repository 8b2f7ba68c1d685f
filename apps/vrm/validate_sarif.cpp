// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Reports as a SARIF 2.1.0 log (OASIS), which GitHub code scanning and other systems read. Section numbers
// are those of the specification.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "json_out.hpp"
#include "validate.hpp"

namespace vrm::cli {
namespace {

// 3.27.10: a note is "a minor problem or an opportunity to improve". "none" would be for results that are no
// finding at all (3.27.9), so hints are notes too; properties.severity tells them apart.
std::string_view levelOf(Severity severity) {
  if (severity == Severity::Error) return "error";
  return severity == Severity::Warning ? "warning" : "note";
}

// A path as a URI reference: relative ones stay so, and a colon never looks like the end of a scheme.
std::string uriOf(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  std::string uri = path.is_absolute() ? "file://" : "";
  const std::u8string text = path.generic_u8string();
  if (path.has_root_name() && !text.starts_with(u8'/')) uri += '/';  // C:/ -> file:///C%3A/
  for (const char8_t unit : text) {
    const auto c = static_cast<char>(unit);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(unit));
  }
  return uri;
}

// 3.11.5: braces are doubled, because {0} stands for an argument. 3.11.6: [text](address) is a link;
// strangers' texts get none.
std::string messageText(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '{' || c == '}') out += c;
    if (c == '(' && out.ends_with(']')) out += ' ';
    out += c;
  }
  return out;
}

// FNV-1a, 64 bits.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

class SarifPrinter final : public ReportPrinter {
 public:
  explicit SarifPrinter(bool hints) : hints_(hints) {}

  void print(const Checked& checked) override {
    const std::string uri = uriOf(checked.file);
    std::map<std::pair<Code, std::string_view>, unsigned> seen;
    std::string text;
    for (const Diagnostic& issue : checked.report.issues) {
      if (issue.severity == Severity::Hint && !hints_) continue;
      gltf::Json json;
      JsonOut out(json);
      const unsigned before = seen[{issue.code, issue.pointer}]++;
      text += results_++ == 0 ? kStart : ",\n";
      text += indented(gltf::Json::write(result(out, uri, issue, before), {.pretty = true}), 8);
    }
    if (!text.empty()) cli::print(text);
  }

  // The rules are known at the end only, and so come after the results.
  void finish(int exitCode) override {
    gltf::Json json;
    JsonOut out(json);
    const gltf::JsonValue driver =
        out.object({{"name", out.of("vrm")},
                    {"fullName", out.of("vrm validate (libvrm)")},
                    {"version", out.of(buildInfo().version)},
                    {"semanticVersion", out.of(buildInfo().version)},
                    {"rules", out.list(rules_, [&](Code code) { return rule(out, code); })}});
    const gltf::JsonValue invocation = out.object({{"executionSuccessful", out.of(exitCode != kFailed)},
                                                   {"exitCode", out.of(static_cast<unsigned>(exitCode))}});
    const auto member = [&](const char* key, const gltf::JsonValue& value) {
      return fmt::format(",\n      \"{}\": ", key) +
             indented(gltf::Json::write(value, {.pretty = true}), 6).substr(6);
    };
    cli::print((results_ == 0 ? std::string(kStart) : "\n") + "      ]" +
               member("tool", out.object({{"driver", driver}})) +
               member("invocations", out.list(std::array{invocation}, [](auto& value) { return value; })) +
               "\n    }\n  ]\n}\n");
  }

 private:
  static constexpr const char* kStart =
      "{\n"
      "  \"version\": \"2.1.0\",\n"
      "  \"$schema\": "
      "\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n"
      "  \"runs\": [\n"
      "    {\n"
      "      \"results\": [\n";

  std::size_t ruleIndex(Code code) {
    const auto at = std::find(rules_.begin(), rules_.end(), code);
    const auto index = static_cast<std::size_t>(at - rules_.begin());
    if (at == rules_.end()) rules_.push_back(code);
    return index;
  }

  static gltf::JsonValue message(JsonOut& out, std::string_view text) {
    return out.object({{"text", out.of(std::string_view(messageText(text)))}});
  }

  static gltf::JsonValue rule(JsonOut& out, Code code) {
    const CodeInfo& about = info(code);
    return out.object({{"id", out.of(about.name)},
                       {"shortDescription", message(out, about.meaning)},
                       {"fullDescription", message(out, about.meaning)},  // GitHub wants both
                       {"help", message(out, about.fix)},
                       {"defaultConfiguration", out.object({{"level", out.of(levelOf(about.verdict))}})},
                       {"properties", out.object({{"severity", out.of(about.verdict)}})}});
  }

  gltf::JsonValue result(JsonOut& out, const std::string& uri, const Diagnostic& issue, unsigned before) {
    gltf::JsonValue place =
        out.object({{"artifactLocation", out.object({{"uri", out.of(std::string_view(uri))}})}});
    // 3.30.12: of length 0, so it is a place between bytes and also right at the end of the file.
    if (issue.offset != kNoOffset) {
      out.add(place,
              {{"region", out.object({{"byteOffset", out.of(issue.offset)}, {"byteLength", out.of(0u)}})}});
    }
    gltf::JsonValue location = out.object({{"physicalLocation", place}});
    if (!issue.pointer.empty()) {
      const gltf::JsonValue logical = out.object(
          {{"fullyQualifiedName", out.of(std::string_view(issue.pointer))}, {"kind", out.of("member")}});
      out.add(location,
              {{"logicalLocations", out.list(std::array{logical}, [](auto& value) { return value; })}});
    }
    std::string text = issue.message;
    if (issue.count > 1) text += fmt::format(" (and {} more of these)", issue.count - 1);
    return out.object(
        {{"ruleId", out.of(issue.code)},
         {"ruleIndex", out.of(ruleIndex(issue.code))},
         {"level", out.of(levelOf(issue.severity))},
         {"message", message(out, text)},
         {"locations", out.list(std::array{location}, [](auto& value) { return value; })},
         {"partialFingerprints", fingerprints(out, issue, before)},
         {"properties", out.object({{"severity", out.of(issue.severity)}, {"count", out.of(issue.count)}})}});
  }

  // What stays the same from version to version of a file: neither wording nor byte offsets, and not the
  // file, which stands beside it. `before` tells apart what is the same otherwise. The second is the only one
  // that GitHub knows.
  static gltf::JsonValue fingerprints(JsonOut& out, const Diagnostic& issue, unsigned before) {
    const std::uint64_t hash = hashOf(fmt::format("{} {} {}", name(issue.code), before, issue.pointer));
    const std::string text = fmt::format("{:016x}", hash);
    return out.object({{"vrmIssue/v1", out.of(std::string_view(text))},
                       {"primaryLocationLineHash", out.of(std::string_view(text + ":1"))}});
  }

  bool hints_;
  std::size_t results_ = 0;
  std::vector<Code> rules_;  // those that occurred, in that order
};

}  // namespace

std::unique_ptr<ReportPrinter> makeSarifPrinter(bool hints) {
  return std::make_unique<SarifPrinter>(hints);
}

}  // namespace vrm::cli
