// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "meta_json.hpp"

namespace vrm::cli {
namespace {

constexpr SourceTermName kSourceTermNames[] = {
    {"allowedUser", &schema::SourceTerms::allowedUser},
    {"violentUsage", &schema::SourceTerms::violentUsage},
    {"sexualUsage", &schema::SourceTerms::sexualUsage},
    {"commercialUsage", &schema::SourceTerms::commercialUsage},
    {"license", &schema::SourceTerms::license},
    {"creditNotation", &schema::SourceTerms::creditNotation},
    {"modify", &schema::SourceTerms::modify},
    {"otherPermissionUrl", &schema::SourceTerms::otherPermissionUrl},
    {"alsoStated", &schema::SourceTerms::alsoStated},
};

}  // namespace

std::span<const SourceTermName> sourceTermNames() noexcept {
  return kSourceTermNames;
}

gltf::JsonValue aboutJson(JsonOut& out, const schema::Meta& meta) {
  return out.object({{"name", out.of(meta.name)},
                     {"version", out.of(meta.version)},
                     {"authors", out.of(meta.authors)},
                     {"copyrightInformation", out.of(meta.copyrightInformation)},
                     {"contactInformation", out.of(meta.contactInformation)},
                     {"references", out.of(meta.references)},
                     {"thirdPartyLicenses", out.of(meta.thirdPartyLicenses)},
                     {"thumbnailImage", out.of(meta.thumbnailImage)}});
}

gltf::JsonValue usesJson(JsonOut& out, std::span<const LicenceAnswer> answers) {
  return out.list(answers, [&](const LicenceAnswer& answer) {
    return out.object({{"use", out.of(answer.use)},
                       {"verdict", out.of(answer.verdict)},
                       {"pointer", out.of(answer.pointer)},
                       {"value", out.of(answer.value)},
                       {"reason", out.of(answer.reason)}});
  });
}

gltf::JsonValue sourceTermsJson(JsonOut& out, const schema::Meta& meta) {
  if (!meta.source) return {};
  gltf::JsonValue source = out.object({{"vrmVersion", out.of(meta.source->vrmVersion)}});
  for (const SourceTermName& member : kSourceTermNames) {
    const std::string& text = (*meta.source).*member.text;
    if (!text.empty()) out.add(source, {{member.name, out.of(text)}});
  }
  return source;
}

}  // namespace vrm::cli
