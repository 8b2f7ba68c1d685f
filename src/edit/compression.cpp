// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/compression.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vrm::edit {

std::optional<Error> compression(const gltf::Document& document) {
  const auto refuse = [](std::string_view extension, std::string pointer) {
    return Error{Code::GltfExtensionUnsupported,
                 "the data is compressed (" + std::string(extension) + "); decompress the file first",
                 std::move(pointer), kNoOffset};
  };
  const auto elements = [](const gltf::JsonValue& object, std::string_view key) {
    const gltf::JsonValue* list = object.find(key);
    return list ? list->elements() : std::span<const gltf::JsonValue>();
  };
  const auto uses = [](const gltf::JsonValue& object, std::string_view extension) {
    const gltf::JsonValue* extensions = object.find("extensions");
    return extensions && extensions->has(extension);
  };
  std::uint32_t i = 0;
  for (const gltf::JsonValue& view : elements(document.root(), "bufferViews")) {
    const std::string pointer = gltf::pointerJoin("/bufferViews", i++);
    for (const std::string_view extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
      if (uses(view, extension)) return refuse(extension, pointer);
    }
  }
  i = 0;
  for (const gltf::JsonValue& mesh : elements(document.root(), "meshes")) {
    const std::string pointer = gltf::pointerJoin("/meshes", i++) + "/primitives";
    std::uint32_t p = 0;
    for (const gltf::JsonValue& primitive : elements(mesh, "primitives")) {
      constexpr std::string_view kDraco = "KHR_draco_mesh_compression";
      if (uses(primitive, kDraco)) return refuse(kDraco, gltf::pointerJoin(pointer, p));
      ++p;
    }
  }
  return std::nullopt;
}

}  // namespace vrm::edit
