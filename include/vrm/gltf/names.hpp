// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vrm::gltf {

// The first character of a text that is not empty. It is not plain when terminals obey it or nobody sees it: bytes that
// are no UTF-8 (one at a time), controls, marks of direction, zero-width, blank and separating characters, tags. Joiners
// (U+200C, U+200D) and variation selectors are plain: writing needs them.
struct Character {
  std::size_t bytes = 1;
  bool plain = false;
};
Character firstCharacter(std::string_view text) noexcept;

// The beginning of a text of at most so many bytes, which ends between characters of UTF-8.
std::string_view beginning(std::string_view text, std::size_t most) noexcept;

// The draft of VRMC_vrm, "各種名前の制約": names are unique and usable as file names.

inline constexpr std::size_t kMaxFileNameBytes = 200;  // leaves room for an extension below the usual 255

// A file name (without folder) for any text, the same on every system, never empty and never longer than
// kMaxFileNameBytes:
// 1. Ill-formed UTF-8 becomes U+FFFD; no text at all becomes "unnamed".
// 2. \ / : * ? " < > | become '+', as in the document's EscapeFilePath; so does each character that is not
//    plain (firstCharacter), joiners and selectors that follow nothing they could change, and a dot or '-' at
//    the beginning, which hides the file or makes an option of it.
// 3. A name that Windows takes for a device, alone or before a dot (CON, nul.txt, COM1), gets a '+' after it.
// 4. What is over-long is cut at the end of a character.
// 5. Dots and spaces at the end, which Windows drops, become '+', which covers "." and ".."; so do spaces of
//    other widths and joiners there, which nobody sees.
// Two different texts can give one name; UniqueNames tells them apart.
std::string escapeFileName(std::string_view text);

// Gives out names that differ from each other by more than the case of ASCII letters, so that they stay apart
// on file systems that ignore case.
class UniqueNames {
 public:
  // escapeFileName of `wanted`, or of `fallback` if `wanted` is empty, with "_2", "_3", ... at the end when
  // the name has been given out before. A call takes logarithmic time, however often one name is asked for.
  // `extension` (".png") follows the number; the whole must differ, so "a.png" and "a" with ".png" do not meet.
  // (A hash table would be faster with ordinary names, but a hostile file can have names that all fall into
  // one bucket.)
  std::string make(std::string_view wanted, std::string_view fallback, std::string_view extension = {});

 private:
  struct Entry {
    bool taken = false;
    std::uint32_t next = 2;
  };
  std::map<std::string, Entry> entries_;  // in lower case
};

}  // namespace vrm::gltf
