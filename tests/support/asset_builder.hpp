// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::test {

using Bytes = std::vector<std::byte>;

// The bytes of plain values, little-endian.
template <class T>
Bytes bytesOf(std::initializer_list<T> values) {
  const auto raw = std::as_bytes(std::span(values.begin(), values.size()));
  return {raw.begin(), raw.end()};
}
Bytes bytesOf(std::string_view text);

// A GLB of any JSON text and binary chunk, well-formed or not.
Bytes glb(std::string_view json, const Bytes& bin = {});

// '{"asset":{"version":"2.0"},' + members + '}'
std::string gltfJson(std::string_view members);

// So many times the same element, with commas between.
std::string repeated(std::string_view element, int count);

// Builds models in code through the public edit API, so that no test needs a file.
class AssetBuilder {
 public:
  gltf::Json& json() { return document_.editJson(); }

  std::uint32_t node(std::string_view name, Vec3 translation = {}, std::uint32_t parent = kNone);
  std::uint32_t floats(gltf::AccessorType type, std::initializer_list<float> values, bool minMax = false);
  std::uint32_t indices(std::initializer_list<std::uint16_t> values);
  std::uint32_t bytes(const gltf::NewAccessor& what, const Bytes& data);
  std::uint32_t image(std::string_view name, const Bytes& encoded, std::string_view mimeType);
  // Any element as JSON text, e.g. add(Kind::Material, R"({"name":"skin"})").
  std::uint32_t add(gltf::Kind kind, std::string_view json);
  // Puts JSON text at a pointer (Json::put).
  void set(std::string_view pointer, std::string_view json);
  void use(std::string_view extension);  // extensionsUsed

  gltf::Document document() const { return document_.clone(); }
  Bytes glb() const;

 private:
  gltf::Document document_;
};

// A complete little VRM 1.0 avatar: skeleton with all required bones, a skinned triangle with a morph target, textured
// material, an expression, a spring with a collider. About 6 kB.
AssetBuilder smallAvatar();

// A 2 x 2 PNG, made without a codec.
Bytes tinyPng();

}  // namespace vrm::test
