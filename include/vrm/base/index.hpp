// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <compare>
#include <cstdint>

namespace vrm {

// "Absent" for every index of the library.
inline constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

// An index that cannot be mixed up with an index into another array.
template <class Tag>
struct Index {
  std::uint32_t value = kNone;

  constexpr Index() = default;
  constexpr explicit Index(std::uint32_t v) : value(v) {}
  constexpr bool valid() const noexcept { return value != kNone; }
  constexpr explicit operator bool() const noexcept { return valid(); }
  friend constexpr auto operator<=>(Index, Index) = default;  // NOLINT(modernize-use-nullptr): an error of clang-tidy 14
};

using NodeIndex = Index<struct NodeTag>;
using SceneIndex = Index<struct SceneTag>;
using MeshIndex = Index<struct MeshTag>;
using SkinIndex = Index<struct SkinTag>;
using CameraIndex = Index<struct CameraTag>;
using MaterialIndex = Index<struct MaterialTag>;
using TextureIndex = Index<struct TextureTag>;
using SamplerIndex = Index<struct SamplerTag>;
using ImageIndex = Index<struct ImageTag>;
using AccessorIndex = Index<struct AccessorTag>;
using BufferViewIndex = Index<struct BufferViewTag>;
using BufferIndex = Index<struct BufferTag>;
using AnimationIndex = Index<struct AnimationTag>;

}  // namespace vrm
