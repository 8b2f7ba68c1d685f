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

// Of one well-formed character.
std::uint32_t codeOf(std::string_view character) noexcept {
  constexpr std::uint32_t kBitsOfFirst[] = {0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t code = static_cast<unsigned char>(character[0]) & kBitsOfFirst[character.size() - 1];
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

bool isWithin(std::uint32_t code, std::uint32_t first, std::uint32_t last) noexcept {
  return code >= first && code <= last;
}

bool isJoiner(std::uint32_t code) noexcept {
  return code == 0x200C || code == 0x200D;
}
// Unicode 15, property Variation_Selector: those of symbols and emoji, of ideographs, of Mongolian.
bool isSymbolSelector(std::uint32_t code) noexcept {
  return isWithin(code, 0xFE00, 0xFE0F);
}
bool isIdeographSelector(std::uint32_t code) noexcept {
  return isWithin(code, 0xE0100, 0xE01EF);
}
bool isMongolianSelector(std::uint32_t code) noexcept {
  return isWithin(code, 0x180B, 0x180F) && code != 0x180E;
}
bool isSelector(std::uint32_t code) noexcept {
  return isSymbolSelector(code) || isIdeographSelector(code) || isMongolianSelector(code);
}

// Category Zs.
bool isSpace(std::uint32_t code) noexcept {
  return code == ' ' || code == 0xA0 || code == 0x1680 || isWithin(code, 0x2000, 0x200A) || code == 0x202F ||
         code == 0x205F || code == 0x3000;
}

bool isIdeograph(std::uint32_t code) noexcept {
  return isWithin(code, 0x3400, 0x9FFF) || isWithin(code, 0xF900, 0xFAFF) || isWithin(code, 0x20000, 0x3FFFF);
}
// Blocks that have emoji, by emoji-data.txt and StandardizedVariants.txt of Unicode 15.
bool isSymbol(std::uint32_t code) noexcept {
  return code == 0xA9 || code == 0xAE || code == 0x203C || code == 0x2049 || isWithin(code, 0x2100, 0x214F) ||
         isWithin(code, 0x2190, 0x2BFF) || code == 0x3030 || code == 0x303D || code == 0x3297 ||
         code == 0x3299 || isWithin(code, 0x1F000, 0x1FAFF);
}
// Arabic to Myanmar, Khmer, Mongolian and the later blocks of those of India.
bool isOfJoiningScript(std::uint32_t code) noexcept {
  return isWithin(code, 0x0600, 0x109F) || isWithin(code, 0x1780, 0x18AF) || isWithin(code, 0xA800, 0xABFF);
}

// Whether a joiner or selector stands behind something that it can change, so that its name is not another
// one that looks the same. Emoji have a joiner behind a selector.
bool changes(std::uint32_t code, std::uint32_t before) noexcept {
  if (isIdeographSelector(code)) return isIdeograph(before);
  if (isMongolianSelector(code)) return isWithin(before, 0x1820, 0x18AA);
  if (isSymbolSelector(code)) return isSymbol(before) || isIdeograph(before);
  return isSymbol(before) || isSymbolSelector(before) || isOfJoiningScript(before);
}

// Well-formed text with '+' for what a name cannot have.
std::string withoutRefused(std::string_view text) {
  constexpr std::string_view kRefused = "\\/:*?\"<>|";
  std::string out;
  std::uint32_t before = '+';
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    std::uint32_t code = codeOf(bytes);
    const bool alone = (isJoiner(code) || isSelector(code)) && !changes(code, before);
    if (character.plain && !alone && kRefused.find(text[0]) == std::string_view::npos) {
      out += bytes;
    } else {
      out += '+';
      code = '+';
    }
    before = code;
    text.remove_prefix(character.bytes);
  }
  if (out[0] == '.' || out[0] == '-') out[0] = '+';
  return out;
}

// Unicode 15: controls, line and paragraph separators, blank letters, and what Default_Ignorable_Code_Point
// has but joiners and variation selectors.
bool isHidden(std::uint32_t code) noexcept {
  constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0x00, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
      {0x115F, 0x1160},  {0x17B4, 0x17B5}, {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
      {0x2028, 0x202E},  {0x2060, 0x206F}, {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},  {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF},
      {0xE01F0, 0xE0FFF}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return isWithin(code, range.first, range.second); });
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

void cut(std::string& text, std::size_t bytes) {
  text.resize(beginning(text, bytes).size());
}

// `text` is well-formed UTF-8.
void replaceTrailing(std::string& text) {
  std::size_t kept = text.size(), replaced = 0;
  while (kept > 0) {
    const std::size_t last = beginning(text, kept - 1).size();
    const std::uint32_t code = codeOf(std::string_view(text).substr(last, kept - last));
    if (code != '.' && !isSpace(code) && !isJoiner(code)) break;
    kept = last;
    ++replaced;
  }
  text.replace(kept, text.size() - kept, replaced, '+');
}

}  // namespace

Character firstCharacter(std::string_view text) noexcept {
  const std::size_t length = sequenceLength(text);
  if (length == 0) return {};
  return {length, !isHidden(codeOf(text.substr(0, length)))};
}

std::string_view beginning(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
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
