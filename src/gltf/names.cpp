// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "gltf/utf8.hpp"

namespace vrm::gltf {
namespace {

constexpr std::size_t kMaxSuffixBytes = 11;  // '_' and a 32-bit number

char toLower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

std::string toLower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return toLower(c); });
  return text;
}

// Well-formed text with '+' for what a name cannot have.
std::string withoutRefused(std::string_view text) {
  constexpr std::string_view kRefused = "\\/:*?\"<>|";
  std::string out;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    if (character.plain && kRefused.find(text[0]) == std::string_view::npos) {
      out += text.substr(0, character.bytes);
    } else {
      out += '+';
    }
    text.remove_prefix(character.bytes);
  }
  if (out[0] == '.' || out[0] == '-') out[0] = '+';
  return out;
}

// Unicode 15: those of the categories Cc, Cf, Zl and Zp that change how a text looks without being seen. The soft hyphen
// and the joiners are not among them.
bool isHidden(std::uint32_t code) noexcept {
  constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0x61C, 0x61C},   {0x180E, 0x180E},   {0x200B, 0x200B},
      {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},
      {0xE0000, 0xE007F}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return code >= range.first && code <= range.second; });
}

// Microsoft, "Naming Files, Paths, and Namespaces"; the superscript digits count as digits there.
bool isDevice(std::string_view stem) {
  static constexpr std::array<std::string_view, 7> kDevices = {"con",    "prn",     "aux",   "nul",
                                                               "conin$", "conout$", "clock$"};
  static constexpr std::array<std::string_view, 3> kSuperscripts = {"¹", "²", "³"};
  const std::string name = toLower(std::string(stem));
  if (std::find(kDevices.begin(), kDevices.end(), name) != kDevices.end()) return true;
  if (!name.starts_with("com") && !name.starts_with("lpt")) return false;
  const std::string_view port = std::string_view(name).substr(3);
  if (port.size() == 1) return port[0] >= '0' && port[0] <= '9';
  return std::find(kSuperscripts.begin(), kSuperscripts.end(), port) != kSuperscripts.end();
}

// `text` is well-formed UTF-8.
void cut(std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return;
  while ((static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  text.resize(bytes);
}

void replaceTrailing(std::string& text) {
  for (std::size_t i = text.size(); i > 0 && (text[i - 1] == '.' || text[i - 1] == ' '); --i)
    text[i - 1] = '+';
}

}  // namespace

Character firstCharacter(std::string_view text) noexcept {
  const std::size_t length = sequenceLength(text);
  if (length == 0) return {};
  constexpr std::uint32_t kBitsOfFirst[] = {0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t code = static_cast<unsigned char>(text[0]) & kBitsOfFirst[length - 1];
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  return {length, !isHidden(code)};
}

std::string escapeFileName(std::string_view text) {
  if (text.empty()) return "unnamed";
  std::string name = withoutRefused(repairUtf8(text));
  std::string_view stem = std::string_view(name).substr(0, name.find('.'));
  stem = stem.substr(0, stem.find_last_not_of(' ') + 1);  // Windows drops spaces before it looks
  if (isDevice(stem)) name.insert(stem.size(), 1, '+');
  cut(name, kMaxFileNameBytes);
  replaceTrailing(name);
  return name;
}

std::string UniqueNames::make(std::string_view wanted, std::string_view fallback, std::string_view extension) {
  std::string name = escapeFileName(wanted.empty() ? fallback : wanted);
  const std::string end(extension);
  Entry& whole = entries_[toLower(name + end)];
  if (!whole.taken) {
    whole.taken = true;
    return name + end;
  }
  // All numbered names of one length class share their stem's counter, so no number is tried twice: long
  // names that become equal by the cut do not search the same numbers again.
  cut(name, kMaxFileNameBytes - kMaxSuffixBytes);
  Entry& stem = entries_[toLower(name + end)];
  while (true) {
    std::string candidate = name + '_' + std::to_string(stem.next++) + end;
    Entry& entry = entries_[toLower(candidate)];
    if (entry.taken) continue;
    entry.taken = true;
    return candidate;
  }
}

}  // namespace vrm::gltf
