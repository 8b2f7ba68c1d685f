// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The data of glTF 2.0: buffers, accessors, meshes, skins, animations.
#include <limits>

#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;

// The numbers of a skinned triangle with a morph target and an animation.
struct Numbers {
  std::vector<float> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::vector<float> normals = {0, 0, 1, 0, 0, 1, 0, 0, 1};
  std::vector<float> tangents = {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
  std::vector<float> colors = {0, 0, 0, 1, 1, 1, 0, 0.5f, 0};
  std::vector<std::uint8_t> joints = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
  std::vector<float> weights = {1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0};
  std::vector<std::uint16_t> indices = {0, 1, 2};
  std::vector<float> morph = {0, 1, 0, 0, 1, 0, 0, 0, 0};
  std::vector<float> matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  std::vector<float> times = {0, 1};
  std::vector<float> rotations = {0, 0, 0, 1, 0, 1, 0, 0};
  std::vector<float> morphKeys = {0, 1};
};

template <class T>
std::uint32_t add(AssetBuilder& b, AccessorType type, ComponentType component, const std::vector<T>& values,
                  bool minMax = false) {
  gltf::NewAccessor what;
  what.type = type;
  what.componentType = component;
  what.count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
  what.minMax = minMax;
  const auto raw = std::as_bytes(std::span(values));
  return b.bytes(what, {raw.begin(), raw.end()});
}

// Accessors: 0 positions, 1 normals, 2 tangents, 3 colours, 4 joints, 5 weights, 6 indices, 7 morph target,
// 8 matrices, 9 times, 10 rotations, 11 weights of the morph target. Nodes: 0 mesh, 1 joint, 2 its child.
AssetBuilder model(const Numbers& n = {}) {
  AssetBuilder b;
  b.node("mesh");
  b.node("joint");
  b.node("end", {0, 1, 0}, 1);
  const auto floats = [&](AccessorType type, const std::vector<float>& values, bool minMax = false) {
    add(b, type, ComponentType::Float, values, minMax);
  };
  floats(AccessorType::Vec3, n.positions, true);
  floats(AccessorType::Vec3, n.normals);
  floats(AccessorType::Vec4, n.tangents);
  floats(AccessorType::Vec3, n.colors);
  add(b, AccessorType::Vec4, ComponentType::UnsignedByte, n.joints);
  floats(AccessorType::Vec4, n.weights);
  add(b, AccessorType::Scalar, ComponentType::UnsignedShort, n.indices);
  floats(AccessorType::Vec3, n.morph, true);
  floats(AccessorType::Mat4, n.matrices);
  floats(AccessorType::Scalar, n.times, true);
  floats(AccessorType::Vec4, n.rotations);
  floats(AccessorType::Scalar, n.morphKeys);
  apply(
      b,
      {{"/meshes",
        R"([{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TANGENT":2,"COLOR_0":3,"JOINTS_0":4,)"
        R"("WEIGHTS_0":5},"indices":6,"targets":[{"POSITION":7}]}],"weights":[0.5]}])"},
       {"/skins", R"([{"joints":[1,2],"inverseBindMatrices":8}])"},
       {"/animations",
        R"([{"samplers":[{"input":9,"output":10},{"input":9,"output":11}],"channels":[)"
        R"({"sampler":0,"target":{"node":2,"path":"rotation"}},{"sampler":1,"target":{"node":0,"path":"weights"}}]}])"},
       {"/nodes/0/mesh", "0"},
       {"/nodes/0/skin", "0"}});
  return b;
}

ValidateCase edited(Code code, const std::vector<Edit>& edits, std::vector<std::string> report) {
  AssetBuilder b = model();
  apply(b, edits);
  return {code, b.glb(), std::move(report)};
}

template <class Change>
ValidateCase numbers(Code code, Change&& change, std::vector<std::string> report) {
  Numbers n;
  change(n);
  return {code, model(n).glb(), std::move(report)};
}

ValidateCase binary(Code code, std::string_view members, const Bytes& bin, std::vector<std::string> report) {
  return {code, glb(gltfJson(members), bin), std::move(report)};
}

const std::string kPrimitive = "/meshes/0/primitives/0";
const std::string kAttributes = kPrimitive + "/attributes";

std::string view(std::string_view more, int length = 4) {
  return R"("buffers":[{"byteLength":)" + std::to_string(length) + R"(}],"bufferViews":[{"buffer":0,)" +
         std::string(more) + "}]";
}

std::string sparse(std::string_view indices) {
  return R"("buffers":[{"byteLength":8}],"bufferViews":[{"buffer":0,"byteLength":8}],"accessors":[{"componentType":5126,)"
         R"("count":3,"type":"SCALAR","sparse":{"count":2,"indices":{"bufferView":0,"componentType":5121)" +
         std::string(indices) + R"(},"values":{"bufferView":0}}}])";
}

}  // namespace

Bytes cleanMesh() {
  return model().glb();
}

std::vector<ValidateCase> geometryCases() {
  return {
      // Buffers
      binary(Code::GltfBufferMissing, R"("buffers":[{"byteLength":1}])", {}, {}),
      binary(Code::GltfBufferLength, R"("buffers":[{"byteLength":9}])", bytesOf("1234"), {}),
      binary(Code::GltfViewBounds, view(R"("byteOffset":1,"byteLength":4)"), bytesOf("1234"), {}),
      binary(Code::GltfViewBounds, view(R"("byteLength":4)", 3), bytesOf("1234"), {}),
      binary(Code::GltfViewStride, view(R"("byteLength":4,"byteStride":8)"), bytesOf("1234"), {}),
      edited(Code::GltfViewStride, {{"/bufferViews/6/byteStride", "4"}}, {}),
      edited(Code::GltfViewStride, {{"/bufferViews/0/byteStride", "4"}}, {}),
      edited(Code::GltfViewStride, {{"/accessors/1/bufferView", "0"}, {"/accessors/1/byteOffset", "0"}}, {}),
      edited(Code::GltfUseMixed, {{"/bufferViews/6/target", "34962"}}, {}),
      edited(Code::GltfUseMixed,
             {{"/accessors/9/count", "1"},
              {"/accessors/9/max", "[0]"},
              {"/animations/0/samplers/1/output", "9"}},
             {}),
      edited(Code::GltfAlignment, {{"/bufferViews/0/byteOffset", "2"}}, {}),
      edited(Code::GltfAlignment, {{"/accessors/5/count", "2"}, {"/accessors/5/byteOffset", "2"}}, {}),
      edited(Code::GltfAlignment,
             {{"/accessors/3/componentType", "5121"}, {"/accessors/3/normalized", "true"}}, {}),
      // Accessors
      edited(Code::GltfAccessorBounds, {{"/accessors/0/count", "4"}}, {}),
      binary(Code::GltfAccessorSparse, sparse(""), bytesOf<std::uint32_t>({0x0500, 0}), {}),
      binary(Code::GltfAccessorSparse, sparse(R"(,"byteOffset":4)"), bytesOf<std::uint32_t>({0, 0}), {}),
      numbers(Code::GltfAccessorFinite,
              [](Numbers& n) { n.positions[4] = std::numeric_limits<float>::quiet_NaN(); }, {}),
      edited(
          Code::GltfAccessorFormat,
          {{"/accessors/0/type", "\"VEC2\""}, {"/accessors/0/min", "[0,0]"}, {"/accessors/0/max", "[1,1]"}},
          {}),
      edited(Code::GltfAccessorFormat, {{kAttributes + "/TANGENT", "1"}}, {}),
      edited(Code::GltfAccessorFormat, {{"/skins/0/joints", "[1,2,0]"}}, {}),
      numbers(Code::GltfAccessorFormat,
              [](Numbers& n) {
                n.morphKeys = {0, 1, 0, 1};
              },
              {}),
      edited(Code::GltfValue, {{"/accessors/0/normalized", "true"}}, {}),
      edited(Code::GltfValue, {{"/accessors/0/min", "[0,0]"}}, {}),
      edited(Code::GltfMinMax, {{"/accessors/0/min", "[0,0,1]"}, {"/accessors/0/max", "[1,0.5,0]"}}, {}),
      edited(Code::GltfMinMax, {{"/accessors/0/min", ""}, {"/accessors/7/max", ""}, {"/accessors/9/max", ""}},
             {}),
      // Primitives
      numbers(Code::GltfIndices,
              [](Numbers& n) {
                n.indices = {0, 1, 3};
              },
              {}),
      numbers(Code::GltfIndices,
              [](Numbers& n) {
                n.indices = {0, 1, 0xFFFF};
              },
              {}),
      numbers(Code::GltfDegenerate, [](Numbers& n) { n.indices = {0, 1, 2, 1, 2, 1}; }, {}),
      numbers(Code::GltfTopology,
              [](Numbers& n) {
                n.indices = {0, 1, 2, 1};
              },
              {}),
      edited(Code::GltfAttribute, {{kAttributes + "/COLOUR", "3"}, {kAttributes + "/COLOR_0", ""}}, {}),
      edited(Code::GltfAttribute, {{kAttributes + "/COLOR_1", "3"}, {kAttributes + "/COLOR_0", ""}}, {}),
      edited(Code::GltfAttribute, {{kAttributes + "/NORMAL", ""}}, {}),
      edited(Code::GltfAttribute, {{kAttributes + "/WEIGHTS_0", ""}}, {}),
      edited(Code::GltfAttribute,
             {{kAttributes + "/NORMAL", ""},
              {kAttributes + "/TANGENT", ""},
              {kPrimitive + "/targets/0/NORMAL", "1"}},
             {}),
      numbers(Code::GltfAttributeValue,
              [](Numbers& n) {
                n.normals[2] = 0.9f;
                n.tangents[3] = 0;
                n.tangents[4] = 2;
                n.colors[0] = 1.5f;
              },
              {}),
      edited(Code::GltfMorphWeights, {{"/meshes/0/weights", "[0,0]"}, {"/nodes/0/weights", "[1,1,1]"}}, {}),
      edited(Code::GltfMorphWeights, {{"/meshes/0/primitives/-", R"({"attributes":{"POSITION":0}})"}}, {}),
      // Skins
      numbers(Code::GltfSkinWeights,
              [](Numbers& n) {
                n.weights[0] = 0.9f;
                n.joints[4] = 7;
              },
              {}),
      numbers(Code::GltfSkinWeights,
              [](Numbers& n) {
                n.weights = {2, -1, 0, 0, 1, 0, 0, 0, 0.25f, 0.5f, 0.25f, 0};
                n.joints[1] = 1;
                n.joints[5] = 1;
              },
              {}),
      numbers(Code::GltfSkin, [](Numbers& n) { n.matrices[3] = 1; }, {}),
      edited(Code::GltfSkin, {{"/skins/0/skeleton", "2"}}, {}),
      edited(Code::GltfSkin, {{"/skins/0/joints", "[1,0]"}}, {}),
      edited(Code::GltfSkin, {{"/scenes/0/nodes", "[0]"}}, {}),
      edited(Code::GltfSkin, {{kAttributes + "/JOINTS_0", ""}, {kAttributes + "/WEIGHTS_0", ""}}, {}),
      edited(Code::GltfValue, {{"/skins/0/joints", "[1,1]"}}, {}),
      edited(Code::GltfSkinnedNode, {{"/nodes/0/skin", ""}}, {}),
      edited(Code::GltfSkinnedNode, {{"/nodes/0/translation", "[0,0,1]"}}, {}),
      edited(Code::GltfSkinnedNode, {{"/nodes/1/children", "[2,0]"}, {"/scenes/0/nodes", "[1]"}}, {}),
      edited(Code::GltfSkinnedNode, {{"/nodes/2/children", "[0]"}, {"/scenes/0/nodes", "[1]"}}, {}),
      // Animations
      edited(Code::GltfAnimationTarget,
             {{"/animations/0/channels/1/target", R"({"node":1,"path":"weights"})"}}, {}),
      edited(Code::GltfAnimationTarget,
             {{"/animations/0/channels/-", R"({"sampler":0,"target":{"node":2,"path":"rotation"}})"}}, {}),
      edited(Code::GltfAnimationTarget,
             {{"/nodes/2", R"({"name":"end","matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]})"}}, {}),
      edited(Code::GltfAnimationTarget, {{"/animations/0/channels/0/target/node", "0"}}, {}),
      numbers(Code::GltfAnimationKeys,
              [](Numbers& n) {
                n.times = {-1, 1};
              },
              {}),
      numbers(Code::GltfAnimationKeys,
              [](Numbers& n) {
                n.times = {1, 1};
                n.rotations[3] = 0.5f;
              },
              {}),
      [] {
        Numbers n;
        n.times = {0};
        n.rotations = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
        n.morphKeys = {0};
        AssetBuilder b = model(n);
        b.set("/animations/0/samplers/0/interpolation", "\"CUBICSPLINE\"");
        return ValidateCase{Code::GltfAnimationKeys, b.glb(), {}};
      }(),
  };
}

}  // namespace vrm::test
