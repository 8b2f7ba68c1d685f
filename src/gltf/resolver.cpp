// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/resolver.hpp"

#include <algorithm>

#include "base/memory.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/file.hpp"

namespace vrm::gltf {
namespace {

namespace fs = std::filesystem;

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Why a decoded path may not be followed; null if it may, as far as its spelling goes.
const char* refusal(const std::string& path) {
  if (path.empty()) return "is empty";
  if (path.find('\0') != std::string::npos) return "contains a zero byte";
  if (path.find('\\') != std::string::npos) return "contains a backslash";
  if (path.front() == '/') return "is an absolute path";
  if (path.find(':') != std::string::npos) return "is a URL or names a drive";
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    if (path.compare(start, end - start, "..") == 0) return "contains \"..\"";
    start = end + 1;
  }
  return nullptr;
}

std::string quoted(std::string_view uri) {
  return "\"" + shortened(uri, 200) + "\" ";
}

bool isBelow(const fs::path& folder, const fs::path& path) {
  const auto [left, right] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return left == folder.end() && right != path.end();
}

}  // namespace

std::string decodePercent(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && uri.size() - i > 2 && hexDigit(uri[i + 1]) >= 0 && hexDigit(uri[i + 2]) >= 0) {
      out += static_cast<char>(hexDigit(uri[i + 1]) * 16 + hexDigit(uri[i + 2]));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

std::string encodePercent(std::string_view name) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                       c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

Result<std::vector<std::byte>> FolderResolver::fetch(std::string_view uri, std::uint64_t maxBytes) const try {
  const auto refuse = [&](const std::string& why) {
    return Error{Code::ResourceRefused,
                 quoted(uri) + why + "; only files below the model's own folder are read", "", kNoOffset};
  };
  const std::string decoded = decodePercent(uri);
  if (const char* why = refusal(decoded)) return refuse(why);

  std::error_code error;
  const fs::path folder = fs::canonical(folder_.empty() ? fs::path(".") : folder_, error);
  const fs::path wanted = folder / fs::path(std::u8string(decoded.begin(), decoded.end()));
  const fs::path real = error ? fs::path() : fs::canonical(wanted, error);
  if (error == std::errc::not_enough_memory) return outOfMemory();
  if (error) {
    return Error{Code::ResourceMissing, quoted(uri) + "cannot be read: " + error.message(), "", kNoOffset};
  }
  if (real == folder) return refuse("is that folder, not a file in it");
  if (!isBelow(folder, real)) return refuse("is a link that leaves the folder");
  Result<std::vector<std::byte>> bytes = readFile(real, maxBytes);
  if (!bytes && bytes.error().code != Code::LimitFileBytes && bytes.error().code != Code::OutOfMemory) {
    return Error{Code::ResourceMissing, quoted(uri) + "cannot be read: " + bytes.error().message, "", kNoOffset};
  }
  return bytes;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> NoFiles::fetch(std::string_view uri, std::uint64_t) const try {
  return Error{Code::ResourceRefused, quoted(uri) + "is another file, and none but the model itself is to be read", "",
               kNoOffset};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
