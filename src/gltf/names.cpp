// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/names.hpp"

#include <algorithm>
#include <array>

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

bool refused(char c) noexcept {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7F || std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos;
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

std::string escapeFileName(std::string_view text) {
  if (text.empty()) return "unnamed";
  std::string name = repairUtf8(text);
  std::replace_if(name.begin(), name.end(), refused, '+');
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
