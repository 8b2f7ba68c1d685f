// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/base/result.hpp"
#include "vrm/base/trs.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::gltf {

// The core of glTF 2.0 (section 5) as plain structs, in the standard's spelling. Strings point into the Document.
// Lists of varying length are ranges of the flat arrays in Asset, so a file of any size needs a handful of blocks.

struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

enum class ComponentType : std::uint16_t {
  Byte = 5120,
  UnsignedByte = 5121,
  Short = 5122,
  UnsignedShort = 5123,
  UnsignedInt = 5125,
  Float = 5126,
};

enum class AccessorType : std::uint8_t { Scalar, Vec2, Vec3, Vec4, Mat2, Mat3, Mat4 };

struct BufferView {
  BufferIndex buffer;
  std::uint32_t byteStride = 0;  // 0: tightly packed
  std::uint64_t byteOffset = 0;
  std::uint64_t byteLength = 0;
};

struct SparseAccessor {
  std::uint32_t count = 0;  // 0: not sparse
  BufferViewIndex indices;
  BufferViewIndex values;
  ComponentType indicesType = ComponentType::UnsignedInt;
  std::uint64_t indicesOffset = 0;
  std::uint64_t valuesOffset = 0;
};

struct Accessor {
  BufferViewIndex bufferView;  // absent: zeros
  ComponentType componentType = ComponentType::Float;
  AccessorType type = AccessorType::Scalar;
  bool normalized = false;
  std::uint32_t count = 0;
  std::uint64_t byteOffset = 0;
  SparseAccessor sparse;
  Range min, max;  // of Asset::numbers; empty when absent
};

struct Node {
  std::string_view name;
  Trs local;  // a stored matrix is taken apart
  NodeIndex parent;
  MeshIndex mesh;
  SkinIndex skin;
  CameraIndex camera;
  Range children;  // of Asset::nodeLists
  Range weights;   // of Asset::numbers
};

struct Scene {
  std::string_view name;
  Range nodes;  // of Asset::nodeLists; roots, each once
};

struct Attribute {
  std::string_view semantic;  // "POSITION", "JOINTS_0", ...
  AccessorIndex accessor;
};

struct MorphTarget {
  Range attributes;  // of Asset::attributes
};

enum class PrimitiveMode : std::uint8_t { Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan };

struct Primitive {
  Range attributes;  // of Asset::attributes
  Range targets;     // of Asset::targets
  AccessorIndex indices;
  MaterialIndex material;
  PrimitiveMode mode = PrimitiveMode::Triangles;
};

struct Mesh {
  std::string_view name;
  Range primitives;   // of Asset::primitives
  Range weights;      // of Asset::numbers
  Range targetNames;  // of Asset::names; from mesh.extras or the first primitive.extras that has them
  std::uint32_t targetCount = 0;  // of the primitive with the most
};

struct Skin {
  std::string_view name;
  Range joints;  // of Asset::nodeLists
  AccessorIndex inverseBindMatrices;
  NodeIndex skeleton;
};

struct TextureInfo {
  TextureIndex index;
  std::uint32_t texCoord = 0;
  float scale = 1;  // normalTexture.scale or occlusionTexture.strength
};

enum class AlphaMode : std::uint8_t { Opaque, Mask, Blend };

struct Material {
  std::string_view name;
  Vec4 baseColorFactor{1, 1, 1, 1};
  float metallicFactor = 1;
  float roughnessFactor = 1;
  Vec3 emissiveFactor;
  float alphaCutoff = 0.5f;
  AlphaMode alphaMode = AlphaMode::Opaque;
  bool doubleSided = false;
  TextureInfo baseColorTexture, metallicRoughnessTexture, normalTexture, occlusionTexture, emissiveTexture;
};

struct Texture {
  std::string_view name;
  SamplerIndex sampler;
  // Also from EXT_texture_webp and KHR_texture_basisu when the core member is absent. decodeImage cannot read the
  // latter's images (KTX2).
  ImageIndex source;
};

struct Sampler {
  std::uint16_t magFilter = 0;  // 0: not stated
  std::uint16_t minFilter = 0;
  std::uint16_t wrapS = 10497;  // REPEAT
  std::uint16_t wrapT = 10497;
};

struct ImageSource {
  std::string_view name;
  std::string_view mimeType;
  std::string_view uri;
  BufferViewIndex bufferView;
};

enum class AnimationPath : std::uint8_t { Translation, Rotation, Scale, Weights, Other };
enum class Interpolation : std::uint8_t { Linear, Step, CubicSpline };

struct AnimationSampler {
  AccessorIndex input;
  AccessorIndex output;
  Interpolation interpolation = Interpolation::Linear;
};

struct AnimationChannel {
  std::uint32_t sampler = kNone;  // of the same animation
  NodeIndex node;
  AnimationPath path = AnimationPath::Other;  // Other: a target of an extension
};

// Only channels that can be played are listed: key times are float SCALAR, and the output has the type and number of
// values that the path needs (three per key for CubicSpline; for weights a multiple of the keys).
struct Animation {
  std::string_view name;
  Range channels;  // of Asset::channels
  Range samplers;  // of Asset::samplers
};

// After a successful read every index is in range, the nodes form a forest, rotations are unit quaternions, numbers
// are finite and every accessor can be read. What had to be repaired for that is in the diagnostics.
struct Asset {
  std::string_view generator;
  std::vector<std::string_view> extensionsUsed;
  std::vector<std::string_view> extensionsRequired;
  SceneIndex scene;
  std::vector<Scene> scenes;
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Sampler> textureSamplers;
  std::vector<ImageSource> images;
  std::vector<Animation> animations;
  std::vector<Accessor> accessors;
  std::vector<BufferView> bufferViews;
  std::uint32_t cameraCount = 0;

  std::vector<Primitive> primitives;
  std::vector<MorphTarget> targets;
  std::vector<Attribute> attributes;  // of a primitive or a target sorted by semantic, each once
  std::vector<AnimationChannel> channels;
  std::vector<AnimationSampler> samplers;
  std::vector<NodeIndex> nodeLists;
  std::vector<float> numbers;
  std::vector<std::string_view> names;

  std::span<const NodeIndex> nodeList(Range r) const { return std::span(nodeLists).subspan(r.first, r.count); }
  std::span<const float> numberList(Range r) const { return std::span(numbers).subspan(r.first, r.count); }
  std::span<const std::string_view> nameList(Range r) const { return std::span(names).subspan(r.first, r.count); }
  std::span<const Primitive> primitivesOf(const Mesh& m) const {
    return std::span(primitives).subspan(m.primitives.first, m.primitives.count);
  }
  std::span<const Attribute> attributeList(Range r) const {
    return std::span(attributes).subspan(r.first, r.count);
  }
  std::span<const MorphTarget> targetsOf(const Primitive& p) const {
    return std::span(targets).subspan(p.targets.first, p.targets.count);
  }
  std::span<const AnimationChannel> channelsOf(const Animation& a) const {
    return std::span(channels).subspan(a.channels.first, a.channels.count);
  }
  std::span<const AnimationSampler> samplersOf(const Animation& a) const {
    return std::span(samplers).subspan(a.samplers.first, a.samplers.count);
  }
  AccessorIndex find(Range list, std::string_view semantic) const;
};

struct References;  // vrm/gltf/references.hpp: what is used

// The Document must outlive the Asset.
Result<Asset> readAsset(const Document& document, Diagnostics& diagnostics);
Result<Asset> readAsset(const Document& document, Diagnostics& diagnostics, References& references);

std::uint32_t componentSize(ComponentType type) noexcept;   // bytes
std::uint32_t componentCount(AccessorType type) noexcept;   // 1 to 16
// Bytes from one tightly packed element to the next: columns of matrices are padded to multiples of four.
std::uint32_t elementStride(const Accessor& accessor) noexcept;
// Bytes that an element needs itself: without the padding after its last column.
std::uint32_t elementSize(const Accessor& accessor) noexcept;
std::string_view name(AccessorType type) noexcept;

}  // namespace vrm::gltf
