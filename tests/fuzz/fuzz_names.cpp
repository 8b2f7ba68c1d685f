// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any bytes as a name and as the name of another file: names of files are what names.hpp says, texts are
// mended to UTF-8 as a second reader knows it, escapes come back, and no spelling reaches a file outside of
// the model's folder.
//
// Dictionary: names.dict
// Mutations: 2000
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <string>

#include "fuzz_support.hpp"
#include "gltf/utf8.hpp"
#include "support/temp_folder.hpp"

namespace vrm::fuzz {
namespace {

// What Unicode 15 says of UTF-8 (D92), by the numbers instead of table 3-7: where the well-formed part ends.
std::size_t wellFormed(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = [&](std::size_t k) -> std::uint32_t {
      return static_cast<unsigned char>(text[at + k]);
    };
    const std::size_t length = byte(0) < 0x80       ? 1
                               : byte(0) >> 5 == 6  ? 2
                               : byte(0) >> 4 == 14 ? 3
                               : byte(0) >> 3 == 30 ? 4
                                                    : 0;
    if (length == 0 || length > text.size() - at) return at;
    std::uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7Fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if (byte(k) >> 6 != 2) return at;
      code = code << 6 | (byte(k) & 0x3F);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return at;
    at += length;
  }
  return at;
}

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

bool isDeviceName(std::string name) {
  name = lower(name.substr(0, name.find('.')));
  name.resize(name.find_last_not_of(' ') + 1);
  for (const char* device : {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"})
    if (name == device) return true;
  const std::string port = name.size() > 3 ? name.substr(3) : "";
  const bool number =
      (port.size() == 1 && port[0] >= '0' && port[0] <= '9') || port == "¹" || port == "²" || port == "³";
  return number && (name.starts_with("com") || name.starts_with("lpt"));
}

// The first character of well-formed text.
std::uint32_t codeOf(std::string_view text) {
  const auto byte = [&](std::size_t k) -> std::uint32_t { return static_cast<unsigned char>(text[k]); };
  const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  std::uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7Fu >> length);
  for (std::size_t k = 1; k < length; ++k) code = code << 6 | (byte(k) & 0x3F);
  return code;
}

// Unicode 15: category Zs, Join_Control, Variation_Selector.
bool isSpace(std::uint32_t code) {
  for (const std::uint32_t space : {0x20u, 0xA0u, 0x1680u, 0x202Fu, 0x205Fu, 0x3000u})
    if (code == space) return true;
  return code >= 0x2000 && code <= 0x200A;
}
bool isJoiner(std::uint32_t code) {
  return code == 0x200C || code == 0x200D;
}
bool isSelector(std::uint32_t code) {
  return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF) ||
         (code >= 0x180B && code <= 0x180D) || code == 0x180F;
}

// A name for a file on any system, `extension` bytes longer than names are.
void requireFileName(const std::string& name, std::size_t extension) {
  require(!name.empty() && name.size() <= gltf::kMaxFileNameBytes + extension, "names have a length:", name);
  require(wellFormed(name) == name.size(), "names are UTF-8");
  require(name.find_first_of("\\/:*?\"<>|") == std::string::npos, "names hold nothing refused:", name);
  require(name[0] != '.' && name[0] != '-', "names do not begin with a dot or '-':", name);
  require(name.back() != '.' && name.back() != ' ', "names do not end with what Windows drops:", name);
  require(!isDeviceName(name), "names are no devices:", name);
  // names.hpp, rules 2 and 5. What exactly a joiner or selector can change is the library's knowledge; these
  // it cannot.
  std::uint32_t before = 0;  // the beginning is nothing to change either
  for (std::string_view rest = name; !rest.empty();) {
    const gltf::Character character = gltf::firstCharacter(rest);
    require(character.plain, "names hold nothing hidden:", name);
    const std::uint32_t code = codeOf(rest);
    if (isJoiner(code) || isSelector(code))
      require(before >= 0x80 && !isSpace(before) && !isJoiner(before),
              "joiners and selectors follow what they change:", name);
    before = code;
    rest.remove_prefix(character.bytes);
  }
  require(!isSpace(before) && !isJoiner(before), "nobody overlooks the end of a name:", name);
}

void requireNames(std::string_view text) {
  const std::string name = gltf::escapeFileName(text);
  requireFileName(name, 0);
  require(gltf::escapeFileName(name) == name, "a name that is fine stays as it is:", name);

  // Its lines as names of one folder.
  gltf::UniqueNames names;
  std::set<std::string> given;
  for (int i = 0; i < 40 && !text.empty(); ++i) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view extension = i % 3 == 0 ? ".png" : "";
    const std::string unique = names.make(text.substr(0, end), i % 2 == 0 ? "image" : "", extension);
    requireFileName(unique, extension.size());
    require(given.insert(lower(unique)).second, "names differ:", unique);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void requireTexts(std::string_view text) {
  const std::size_t good = wellFormed(text);
  const std::size_t bad = gltf::findInvalidUtf8(text);
  require(bad == (good == text.size() ? std::string_view::npos : good), "UTF-8 is what Unicode says");
  const std::string mended = gltf::repairUtf8(text);
  require(wellFormed(mended) == mended.size(), "mended texts are UTF-8");
  require(mended.substr(0, good) == text.substr(0, good), "what was good stays");
  require(gltf::repairUtf8(mended) == mended, "there is nothing left to mend");
  for (std::string_view rest = text; !rest.empty();) {
    const gltf::Character character = gltf::firstCharacter(rest);
    require(character.bytes >= 1 && character.bytes <= rest.size(), "characters are in their text");
    require(!character.plain || wellFormed(rest.substr(0, character.bytes)) == character.bytes,
            "plain characters are UTF-8");
    rest.remove_prefix(character.bytes);
  }
  for (const std::size_t most : {std::size_t{0}, std::size_t{1}, mended.size() / 2, mended.size()}) {
    const std::string_view begin = gltf::beginning(mended, most);
    require(begin.size() <= most && begin.size() + 3 >= std::min(most, mended.size()),
            "as much as there is room for");
    require(mended.starts_with(begin) && wellFormed(begin) == begin.size(),
            "texts are cut between characters");
  }

  const std::string escaped = gltf::encodePercent(text);
  require(gltf::decodePercent(escaped) == text, "escapes come back");
  require(std::all_of(escaped.begin(), escaped.end(),
                      [](char c) {
                        return std::strchr("%-._~", c) != nullptr || (c >= '0' && c <= '9') ||
                               (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
                      }),
          "escaped texts can stand in a URI:", escaped);
  require(gltf::decodePercent(text).size() <= text.size(), "decoding adds nothing");
}

// home/ is the model's folder, and what lies beside it is nobody's business.
class Folders {
 public:
  Folders() {
    const std::filesystem::path root = temporary_.path(), home = root / "home";
    std::filesystem::create_directories(home / "sub");
    std::filesystem::create_directories(root / "homework");
    for (const char* inside : {"a", "sub/b", "\u00E9", " ", "%41"}) put(home / inside, "inside");
    for (const char* outside : {"secret", "homework/secret"}) put(root / outside, "secret");
    std::filesystem::create_symlink("../secret", home / "link");
    std::filesystem::create_directory_symlink("../homework", home / "sub" / "far");
    std::filesystem::create_symlink("sub/b", home / "near");
    require(text("a") == "inside" && text("sub/../a").empty() && text("near") == "inside" &&
                text("%C3%A9") == "inside",
            "files of the folder are served");
  }

  // What is served; nothing after an error.
  std::string text(std::string_view uri) const {
    const Result<std::vector<std::byte>> bytes = resolver_.fetch(uri, 100);
    if (bytes) return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
    requireReason(bytes.error());
    require(bytes.error().code == Code::ResourceRefused || bytes.error().code == Code::ResourceMissing,
            "files are refused or missing:", bytes.error().toString());
    return {};
  }
  std::string secret() const { return (temporary_.path() / "secret").string(); }

 private:
  static void put(const std::filesystem::path& path, std::string_view content) {
    require(writeFile(path, std::as_bytes(std::span(content))).ok(), "the folder can be made");
  }
  test::TempFolder temporary_;
  gltf::FolderResolver resolver_{temporary_.path() / "home"};
};

void requireInside(std::string_view text) {
  static const Folders folders;
  const std::string uri(text);
  for (const std::string& one : {uri, "sub/" + uri, uri + "/../secret", uri + folders.secret(),
                                 gltf::encodePercent(uri), uri + "/link", uri + "/far/secret"}) {
    const std::string served = folders.text(one);
    require(served.empty() || served == "inside", "nothing outside of the folder is served:", one);
  }
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text = textOf(data, size);
  requireTexts(text);
  requireNames(text);
  requireInside(text);
  return 0;
}

}  // namespace vrm::fuzz
