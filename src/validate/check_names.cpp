// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 004 "各種名前の制約": names are unique and usable as file names. A rule of drafts; for others a matter
// of taste that tools which find things by name depend on.
#include <algorithm>

#include "validate/checks.hpp"
#include "vrm/gltf/names.hpp"

namespace vrm::checks {
namespace {

// Letters, digits and lines alone: what most names have, which no system refuses. Those of four letters or
// fewer may be devices of Windows ("COM1").
bool isUsual(std::string_view name) {
  const auto usual = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return name.size() > 4 && std::all_of(name.begin(), name.end(), usual);
}

template <class Elements>
void checkList(const Subject& subject, const std::string& pointer, const Elements& elements) {
  std::vector<std::string_view> names;
  std::vector<std::string> odd, doubled;
  for (const auto& element : elements) {
    const std::string_view name = element.name;
    if (name.empty()) continue;
    names.push_back(name);
    const bool tooLong = name.size() > gltf::kMaxFileNameBytes;
    if (tooLong || (!isUsual(name) && gltf::escapeFileName(name) != name)) odd.push_back(inQuotes(name));
  }
  std::sort(names.begin(), names.end());
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1] && (i < 2 || names[i - 2] != names[i]))
      doubled.push_back(inQuotes(names[i]));
  }
  const bool draft = subject.vrm.version == VrmVersion::Draft;
  if (!doubled.empty()) {
    subject.report(Code::VrmNameDoubled, draft ? Severity::Warning : Severity::Information, pointer,
                   "names that are used more than once: " + listed(doubled));
  }
  if (!odd.empty()) {
    subject.report(Code::VrmNameFile, draft ? Severity::Warning : Severity::Hint, pointer,
                   "names that cannot be file names: " + listed(odd));
  }
}

}  // namespace

void checkNames(const Subject& subject) {
  if (!subject.isAvatar()) return;
  checkList(subject, "/nodes", subject.asset.nodes);
  checkList(subject, "/meshes", subject.asset.meshes);
  checkList(subject, "/materials", subject.asset.materials);
  checkList(subject, std::string(subject.extension()), subject.vrm.expressions.list);
}

}  // namespace vrm::checks
