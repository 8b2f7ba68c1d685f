// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace vrm::gltf {

static_assert(std::endian::native == std::endian::little, "accessor data is little-endian and read as it is");

// A component of an accessor's element. Hostile files do not keep to the alignment that glTF promises.
template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// glTF 2.0 section 3.11: f = c / max, and max(c / max, -1) for signed types.
template <class T>
float toFloat(T value, bool normalized) {
  if constexpr (std::is_same_v<T, float>) {
    return value;
  } else {
    if (!normalized) return static_cast<float>(value);
    const float f = static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max());
    return std::max(f, -1.0f);
  }
}

}  // namespace vrm::gltf
