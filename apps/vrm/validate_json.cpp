// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The document that docs/validate.schema.json describes.
#include "json_out.hpp"
#include "validate.hpp"

namespace vrm::cli {
namespace {

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

class JsonPrinter final : public ReportPrinter {
 public:
  void print(const Checked& checked) override {
    gltf::Json json;
    JsonOut out(json);
    cli::print((first_ ? "{\n  \"files\": [\n" : ",\n") +
               indented(gltf::Json::write(toJson(out, checked), {.pretty = true}), 4));
    first_ = false;
  }
  void finish(int) override { cli::print("\n  ]\n}\n"); }

 private:
  bool first_ = true;
};

}  // namespace

std::unique_ptr<ReportPrinter> makeJsonPrinter() {
  return std::make_unique<JsonPrinter>();
}

std::string indented(const std::string& json, std::size_t columns) {
  const std::string margin(columns, ' ');
  std::string out = margin;
  for (const char c : json) {
    out += c;
    if (c == '\n') out += margin;  // strings have none: JSON spells it \n
  }
  return out;
}

}  // namespace vrm::cli
