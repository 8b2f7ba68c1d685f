// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/asset_builder.hpp"
#include "vrm/vrm.hpp"

namespace vrm::test {

// A model of a few shapes, made for pictures. Members are JSON text.
class LittleModel {
 public:
  struct Shape {
    std::vector<Vec3> positions, normals;
    std::vector<Vec2> uvs, otherUvs;
    std::vector<Vec4> colors, tangents;
    std::vector<std::uint16_t> indices;
  };
  static Shape sphere();                  // radius 1, u goes round, v from the top down
  static Shape square(float z = 0);       // 2 x 2, faces +Z

  // Gives the index of the mesh's node.
  std::uint32_t add(const Shape& shape, std::uint32_t material = 0, const std::string& nodeMembers = "");
  void show(std::uint32_t mesh) { nodes_.push_back(R"({"mesh":)" + std::to_string(mesh) + "}"); }  // once more
  std::uint32_t texture(const gltf::Image& image, const std::string& sampler = "");
  void material(const std::string& members) { materials_.push_back("{" + members + "}"); }
  void use(const std::string& extension) { extensions_.push_back("\"" + extension + "\""); }

  Bytes glb() const;

 private:
  std::uint32_t view(std::span<const std::byte> bytes);
  template <class T>
  std::uint32_t accessor(const std::vector<T>& list, const char* type, int component);

  std::vector<std::string> views_, accessors_, meshes_, nodes_, materials_, images_, textures_, samplers_, extensions_;
  Bytes bin_;
};

// One colour, or a board of two.
gltf::Image plain(std::uint8_t r, std::uint8_t g, std::uint8_t b, std::uint8_t a = 255);
gltf::Image board(std::uint32_t squares, const gltf::Image& first, const gltf::Image& second);

// Two squares, one mirrored: textures of all kinds, MToon with outlines that blends, vertex colours, two sets of
// coordinates, tangents that have to be made.
Bytes manyMaterials();

}  // namespace vrm::test
