// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/result.hpp"

namespace vrm::gltf {

// Fetches the external buffers and images that a .gltf names. The library touches no file or network but through it.
class Resolver {
 public:
  virtual ~Resolver() = default;
  // `uri` as the file spells it, never a data URI. Errors: ResourceRefused, ResourceMissing, LimitFileBytes.
  virtual Result<std::vector<std::byte>> fetch(std::string_view uri, std::uint64_t maxBytes) const = 0;
};

// Serves files below one folder. Absolute paths, URLs, "..", backslashes and links that lead out are refused.
class FolderResolver final : public Resolver {
 public:
  explicit FolderResolver(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<std::vector<std::byte>> fetch(std::string_view uri, std::uint64_t maxBytes) const override;

 private:
  std::filesystem::path folder_;
};

// Serves none: the model has to hold everything itself.
class NoFiles final : public Resolver {
 public:
  Result<std::vector<std::byte>> fetch(std::string_view uri, std::uint64_t maxBytes) const override;
};

// RFC 3986 percent-decoding; nothing changes in malformed escapes.
std::string decodePercent(std::string_view uri);
// The opposite, for file names: everything but unreserved characters is escaped.
std::string encodePercent(std::string_view name);

}  // namespace vrm::gltf
