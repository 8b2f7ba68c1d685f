// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "page.hpp"

#include <algorithm>

#include "command.hpp"

namespace vrm::cli {
namespace {

struct CodeRange {
  char32_t first, last;
};

// Unicode Standard Annex 11, "Wide" and "Fullwidth", without the rare ones.
constexpr CodeRange kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
                               {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},  {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
                               {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
constexpr CodeRange kNoWidth[] = {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}};

template <std::size_t N>
bool isIn(const CodeRange (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const CodeRange& range) { return c >= range.first && c <= range.last; });
}

// Takes the part before the next `end` off the text.
std::string_view takeUntil(std::string_view& text, char end) {
  const std::size_t length = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return part;
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    }
    i += length;
    width += isIn(kWide, c) ? 2u : isIn(kNoWidth, c) ? 0u : 1u;
  }
  return width;
}

std::size_t Page::startRow(std::string_view label) {
  const std::string shown = printable(label);
  std::size_t width = columns(shown);
  out_ += shown;
  if (width > labels_) {  // too long to stand beside
    out_ += '\n';
    width = 0;
  }
  out_.append(labels_ + 1 - width, ' ');
  return labels_ + 1;
}

void Page::row(std::string_view label, std::string_view value) {
  while (!value.empty()) {
    startRow(label);
    out_ += printable(takeUntil(value, '\n'));
    out_ += '\n';
    label = {};
  }
}

void Page::list(std::string_view label, const std::vector<std::string>& pieces, std::string_view separator) {
  if (pieces.empty()) return;
  std::size_t column = startRow(label);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::string piece = printable(pieces[i]);
    if (i + 1 < pieces.size()) piece += separator;
    const std::size_t width = columns(piece);
    if (i > 0 && column + 1 + width > kWidth) {
      out_ += '\n';
      column = startRow({});
    } else if (i > 0) {
      out_ += ' ';
      ++column;
    }
    out_ += piece;
    column += width;
  }
  out_ += '\n';
}

void Page::prose(std::string_view label, std::string_view value) {
  while (!value.empty()) {
    std::string_view line = takeUntil(value, '\n');
    std::vector<std::string> words;
    while (!line.empty()) words.emplace_back(takeUntil(line, ' '));
    if (words.empty()) words.emplace_back();
    list(label, words, "");
    label = {};
  }
}

void Page::line(std::string_view text) {
  out_ += printable(text);
  out_ += '\n';
}

}  // namespace vrm::cli
