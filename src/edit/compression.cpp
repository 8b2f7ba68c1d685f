// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/compression.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "vrm/gltf/json.hpp"

namespace vrm::edit {

using gltf::JsonValue;

std::optional<Error> compression(const gltf::Document& document) {
  const auto refuse = [](std::string_view extension, std::string pointer) {
    return Error{Code::GltfExtensionUnsupported,
                 "the data is compressed (" + std::string(extension) + "); decompress the file first",
                 std::move(pointer), kNoOffset};
  };
  const auto elements = [](const JsonValue& object, std::string_view key) {
    const JsonValue* list = object.find(key);
    return list ? list->elements() : std::span<const JsonValue>();
  };
  const auto uses = [](const JsonValue& object, std::string_view extension) {
    const JsonValue* extensions = object.find("extensions");
    return extensions && extensions->has(extension);
  };
  std::uint32_t i = 0;
  for (const JsonValue& view : elements(document.root(), "bufferViews")) {
    const std::string pointer = gltf::pointerJoin("/bufferViews", i++);
    for (const std::string_view extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
      if (uses(view, extension)) return refuse(extension, pointer);
    }
  }
  i = 0;
  for (const JsonValue& mesh : elements(document.root(), "meshes")) {
    const std::string pointer = gltf::pointerJoin("/meshes", i++) + "/primitives";
    std::uint32_t p = 0;
    for (const JsonValue& primitive : elements(mesh, "primitives")) {
      constexpr std::string_view kDraco = "KHR_draco_mesh_compression";
      if (uses(primitive, kDraco)) return refuse(kDraco, gltf::pointerJoin(pointer, p));
      ++p;
    }
  }
  return std::nullopt;
}

}  // namespace vrm::edit
