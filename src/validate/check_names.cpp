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

// What most names have, and no system refuses: letters, digits and lines, and points and spaces between them.
// Four letters or fewer before a point may be a device of Windows ("COM1").
bool isUsual(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  const auto usual = [&](char c) { return plain(c) || c == '.' || c == ' '; };
  const std::string_view stem = name.substr(0, name.find('.'));
  return stem.size() > 4 && plain(stem.back()) && plain(name.back()) &&
         std::all_of(name.begin(), name.end(), usual);
}

// "3, 5, 9 and 4 more"
std::string firstOf(std::span<const std::pair<std::string_view, std::uint32_t>> names, std::size_t begin,
                    std::size_t end) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = begin; i < std::min(end, begin + kMost); ++i)
    text += (i == begin ? "" : ", ") + std::to_string(names[i].second);
  return text + (end - begin > kMost ? " and " + std::to_string(end - begin - kMost) + " more" : "");
}

template <class Elements>
void checkList(const Subject& subject, const std::string& pointer, const Elements& elements) {
  std::vector<std::pair<std::string_view, std::uint32_t>> names;
  std::vector<std::string> odd, doubled;
  std::uint32_t index = 0;
  for (const auto& element : elements) {
    const std::string_view name = element.name;
    const std::uint32_t i = index++;
    if (name.empty()) continue;
    names.emplace_back(name, i);
    const bool tooLong = name.size() > gltf::kMaxFileNameBytes;
    if (tooLong || (!isUsual(name) && gltf::escapeFileName(name) != name)) odd.push_back(inQuotes(name));
  }
  std::sort(names.begin(), names.end());
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i + 1;
    while (end < names.size() && names[end].first == names[i].first) ++end;
    constexpr std::size_t kMost = 100;  // what listed() has room for; the others are counted
    if (end - i > 1) {
      doubled.emplace_back();
      if (doubled.size() <= kMost)
        doubled.back() = inQuotes(names[i].first) + " (" + firstOf(names, i, end) + ")";
    }
    i = end;
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
