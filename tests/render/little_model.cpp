// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/little_model.hpp"

#include <cmath>
#include <numbers>

namespace vrm::test {
namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& item : list) out += (out.empty() ? "" : ",") + item;
  return out;
}

std::string member(const char* name, const std::vector<std::string>& list) {
  return list.empty() ? "" : std::string(",\"") + name + "\":[" + joined(list) + "]";
}

}  // namespace

LittleModel::Shape LittleModel::sphere() {
  constexpr int kAround = 32, kDown = 16;
  Shape out;
  for (int y = 0; y <= kDown; ++y) {
    for (int x = 0; x <= kAround; ++x) {
      const double yaw = 2 * std::numbers::pi * x / kAround, down = std::numbers::pi * y / kDown;
      const Vec3 at{static_cast<float>(-std::cos(yaw) * std::sin(down)), static_cast<float>(std::cos(down)),
                    static_cast<float>(std::sin(yaw) * std::sin(down))};
      out.positions.push_back(at);
      out.normals.push_back(at);
      out.uvs.push_back({static_cast<float>(x) / kAround, static_cast<float>(y) / kDown});
      if (x == kAround || y == kDown) continue;
      const auto i = static_cast<std::uint16_t>(y * (kAround + 1) + x);
      const auto below = static_cast<std::uint16_t>(i + kAround + 1);
      for (const int k : {+i, +below, i + 1, i + 1, +below, below + 1}) out.indices.push_back(static_cast<std::uint16_t>(k));
    }
  }
  return out;
}

LittleModel::Shape LittleModel::square(float z) {
  Shape out;
  out.positions = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
  out.normals.assign(4, {0, 0, 1});
  out.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  out.indices = {0, 1, 2, 0, 2, 3};
  return out;
}

std::uint32_t LittleModel::view(std::span<const std::byte> bytes) {
  while (bin_.size() % 4 != 0) bin_.push_back(std::byte{0});
  views_.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(bin_.size()) + R"(,"byteLength":)" +
                   std::to_string(bytes.size()) + "}");
  bin_.insert(bin_.end(), bytes.begin(), bytes.end());
  return static_cast<std::uint32_t>(views_.size() - 1);
}

template <class T>
std::uint32_t LittleModel::accessor(const std::vector<T>& list, const char* type, int component) {
  const std::uint32_t index = view(std::as_bytes(std::span(list)));
  accessors_.push_back(R"({"bufferView":)" + std::to_string(index) + R"(,"componentType":)" +
                       std::to_string(component) + R"(,"count":)" + std::to_string(list.size()) + R"(,"type":")" + type +
                       "\"}");
  return static_cast<std::uint32_t>(accessors_.size() - 1);
}

std::uint32_t LittleModel::add(const Shape& shape, std::uint32_t material, const std::string& nodeMembers) {
  std::string attributes = R"("POSITION":)" + std::to_string(accessor(shape.positions, "VEC3", 5126));
  const auto attribute = [&](const char* name, const auto& list, const char* type) {
    if (!list.empty()) attributes += std::string(",\"") + name + "\":" + std::to_string(accessor(list, type, 5126));
  };
  attribute("NORMAL", shape.normals, "VEC3");
  attribute("TEXCOORD_0", shape.uvs, "VEC2");
  attribute("TEXCOORD_1", shape.otherUvs, "VEC2");
  attribute("COLOR_0", shape.colors, "VEC4");
  attribute("TANGENT", shape.tangents, "VEC4");
  const std::uint32_t indices = accessor(shape.indices, "SCALAR", 5123);
  meshes_.push_back(R"({"primitives":[{"attributes":{)" + attributes + R"(},"indices":)" + std::to_string(indices) +
                    R"(,"material":)" + std::to_string(material) + "}]}");
  nodes_.push_back(R"({"mesh":)" + std::to_string(meshes_.size() - 1) + (nodeMembers.empty() ? "" : "," + nodeMembers) +
                   "}");
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t LittleModel::texture(const gltf::Image& image, const std::string& sampler) {
  const std::uint32_t index = view(*gltf::encodePng(image));
  images_.push_back(R"({"mimeType":"image/png","bufferView":)" + std::to_string(index) + "}");
  samplers_.push_back("{" + sampler + "}");
  textures_.push_back(R"({"source":)" + std::to_string(images_.size() - 1) + R"(,"sampler":)" +
                      std::to_string(samplers_.size() - 1) + "}");
  return static_cast<std::uint32_t>(textures_.size() - 1);
}

Bytes LittleModel::glb() const {
  std::vector<std::string> roots;
  for (std::size_t i = 0; i < nodes_.size(); ++i) roots.push_back(std::to_string(i));
  const std::string members = R"("buffers":[{"byteLength":)" + std::to_string(bin_.size()) + "}]" +
                              member("bufferViews", views_) + member("accessors", accessors_) +
                              member("meshes", meshes_) + member("nodes", nodes_) + member("materials", materials_) +
                              member("images", images_) + member("samplers", samplers_) +
                              member("textures", textures_) + member("extensionsUsed", extensions_) +
                              R"(,"scene":0,"scenes":[{"nodes":[)" + joined(roots) + "]}]";
  return test::glb(gltfJson(members), bin_);
}

gltf::Image plain(std::uint8_t r, std::uint8_t g, std::uint8_t b, std::uint8_t a) {
  return {1, 1, {r, g, b, a}};
}

gltf::Image board(std::uint32_t squares, const gltf::Image& first, const gltf::Image& second) {
  gltf::Image out;
  out.width = out.height = squares;
  for (std::uint32_t y = 0; y < squares; ++y) {
    for (std::uint32_t x = 0; x < squares; ++x) {
      const std::vector<std::uint8_t>& pixel = (x + y) % 2 == 0 ? first.rgba : second.rgba;
      out.rgba.insert(out.rgba.end(), pixel.begin(), pixel.end());
    }
  }
  return out;
}

Bytes manyMaterials() {
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::string texture = std::to_string(m.texture(plain(9, 99, 199)));
  const std::string info = R"({"index":)" + texture + R"(,"texCoord":1})";
  m.material(R"("normalTexture":)" + info + R"(,"alphaMode":"BLEND","extensions":{"VRMC_materials_mtoon":{"specVersion":)"
             R"("1.0","shadeMultiplyTexture":)" + info + R"(,"matcapTexture":)" + info +
             R"(,"outlineWidthMode":"screenCoordinates","outlineWidthFactor":0.1,"uvAnimationScrollXSpeedFactor":1}})");
  m.material(R"("pbrMetallicRoughness":{"baseColorTexture":)" + info + "}");
  LittleModel::Shape shape = LittleModel::square();
  shape.otherUvs = shape.uvs;
  shape.colors.assign(4, {1, 1, 1, 1});
  m.add(shape, 0, R"("scale":[-1,1,1])");
  m.add(shape, 1);
  return m.glb();
}

}  // namespace vrm::test
