// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/result.hpp"

namespace vrm::gltf {

inline bool isDataUri(std::string_view uri) {
  return uri.starts_with("data:");
}

// RFC 2397, base64 or percent-encoded. The error has no pointer; the caller knows where the URI stood.
Result<std::vector<std::byte>> decodeDataUri(std::string_view uri);

std::string encodeDataUri(std::string_view mimeType, std::span<const std::byte> bytes);

}  // namespace vrm::gltf
