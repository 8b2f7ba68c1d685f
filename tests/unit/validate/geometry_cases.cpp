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
      binary(Code::GltfBufferMissing, R"("buffers":[{"byteLength":1}])", {},
             {"error /buffers/0: the buffer has neither a uri nor a binary chunk [GLTF_BUFFER_MISSING]",
              "information /buffers/0: the buffer is not used [GLTF_UNUSED]"}),
      binary(Code::GltfBufferLength, R"("buffers":[{"byteLength":9}])", bytesOf("1234"),
             {"error /buffers/0/byteLength: the buffer should have 9 bytes, but its data has 4 "
              "[GLTF_BUFFER_LENGTH]"}),
      binary(Code::GltfViewBounds, view(R"("byteOffset":1,"byteLength":4)"), bytesOf("1234"),
             {"error /bufferViews/0: bytes 1 to 5 reach past the end of buffer 0, which has 4 bytes "
              "[GLTF_VIEW_BOUNDS]"}),
      binary(Code::GltfViewBounds, view(R"("byteLength":4)", 3), bytesOf("1234"),
             {"error /bufferViews/0: bytes 0 to 4 reach past the byteLength of buffer 0 [GLTF_VIEW_BOUNDS]",
              "information /bufferViews/0: the buffer view is not used [GLTF_UNUSED]"}),
      binary(Code::GltfViewStride, view(R"("byteLength":4,"byteStride":8)"), bytesOf("1234"),
             {"error /bufferViews/0/byteStride: 8 is more than the view has [GLTF_VIEW_STRIDE]",
              "information /bufferViews/0: the buffer view is not used [GLTF_UNUSED]"}),
      edited(Code::GltfViewStride, {{"/bufferViews/9/byteStride", "4"}},
             {"error /bufferViews/9/byteStride: a view with key times must not have it [GLTF_VIEW_STRIDE]"}),
      edited(Code::GltfViewStride, {{"/bufferViews/0/byteStride", "4"}},
             {"error /accessors/0: byteStride 4 of buffer view 0 is less than an element, which has 12 bytes "
              "[GLTF_VIEW_STRIDE]"}),
      edited(Code::GltfViewStride, {{"/accessors/1/bufferView", "0"}, {"/accessors/1/byteOffset", "0"}},
             {"error /bufferViews/0: byteStride is missing, which accessors 0 and 1 that share the view need "
              "[GLTF_VIEW_STRIDE]",
              "error /meshes/0/primitives/0/attributes/NORMAL: 1 of 3 normals are not of unit length, first "
              "that of vertex 0 [GLTF_ATTRIBUTE_VALUE]",
              "information /bufferViews/1: the buffer view is not used [GLTF_UNUSED]"}),
      edited(Code::GltfUseMixed, {{"/bufferViews/6/target", "34962"}},
             {"error /meshes/0/primitives/0/indices: buffer view 6 is for vertices, here it has indices "
              "[GLTF_USE_MIXED]"}),
      edited(Code::GltfUseMixed,
             {{"/accessors/9/count", "1"},
              {"/accessors/9/max", "[0]"},
              {"/animations/0/samplers/1/output", "9"}},
             {"error /animations/0/channels/0/sampler: accessor 10 has 2 elements, but the keys need 1; the "
              "channel is left out [GLTF_ACCESSOR_FORMAT]",
              "error /animations/0/samplers/1/output: accessor 9 has key values here and key times elsewhere "
              "[GLTF_USE_MIXED]",
              "information /accessors/11: the accessor is not used [GLTF_UNUSED]"}),
      edited(Code::GltfAlignment, {{"/bufferViews/0/byteOffset", "2"}},
             {"error /accessors/0: the offset 2 in the buffer is not a multiple of 4 [GLTF_ALIGNMENT]",
              "error /accessors/0/max: component 0 is 1, but the largest number there is 2.278e-41 "
              "[GLTF_MIN_MAX]"}),
      edited(Code::GltfAlignment, {{"/accessors/5/count", "2"}, {"/accessors/5/byteOffset", "2"}},
             {"error /meshes/0/primitives/0/attributes/WEIGHTS_0: WEIGHTS_0 has 2 elements, but the "
              "primitive has 3 vertices [GLTF_ACCESSOR_FORMAT]",
              "error /accessors/5: byteOffset 2 is not a multiple of 4 [GLTF_ALIGNMENT]"}),
      edited(Code::GltfAlignment,
             {{"/accessors/3/componentType", "5121"}, {"/accessors/3/normalized", "true"}},
             {"error /meshes/0/primitives/0/attributes/COLOR_0: vertices of accessor 3 follow each other "
              "after 3 bytes, which is not a multiple of 4 [GLTF_ALIGNMENT]"}),
      // Accessors
      edited(
          Code::GltfAccessorBounds, {{"/accessors/0/count", "4"}},
          {"error /accessors/0: 4 elements need 48 bytes, but buffer view 0 has 36 [GLTF_ACCESSOR_BOUNDS]"}),
      binary(Code::GltfAccessorSparse, sparse(""), bytesOf<std::uint32_t>({0x0500, 0}),
             {"error /accessors/0/sparse/indices: a sparse index is not below the accessor's count 3 "
              "[GLTF_ACCESSOR_SPARSE]",
              "information /accessors/0: the accessor is not used [GLTF_UNUSED]"}),
      binary(Code::GltfAccessorSparse, sparse(R"(,"byteOffset":4)"), bytesOf<std::uint32_t>({0, 0}),
             {"error /accessors/0/sparse/indices: sparse indices do not increase [GLTF_ACCESSOR_SPARSE]",
              "information /accessors/0: the accessor is not used [GLTF_UNUSED]"}),
      numbers(Code::GltfAccessorFinite,
              [](Numbers& n) { n.positions[4] = std::numeric_limits<float>::quiet_NaN(); },
              {"error /accessors/0: 1 of 9 numbers are NaN or infinite [GLTF_ACCESSOR_FINITE]"}),
      edited(
          Code::GltfAccessorFormat,
          {{"/accessors/0/type", "\"VEC2\""}, {"/accessors/0/min", "[0,0]"}, {"/accessors/0/max", "[1,1]"}},
          {"error /meshes/0/primitives/0/attributes/POSITION: accessor 0 is VEC2 of component type 5126, "
           "which cannot serve as POSITION [GLTF_ACCESSOR_FORMAT]",
           "error /accessors/0/max: component 0 is 1, but the largest number there is 0 [GLTF_MIN_MAX]"}),
      edited(Code::GltfAccessorFormat, {{kAttributes + "/TANGENT", "1"}},
             {"error /meshes/0/primitives/0/attributes/TANGENT: accessor 1 is VEC3 of component type 5126, "
              "which cannot serve as TANGENT [GLTF_ACCESSOR_FORMAT]",
              "information /accessors/2: the accessor is not used [GLTF_UNUSED]"}),
      edited(Code::GltfAccessorFormat, {{"/skins/0/joints", "[1,2,0]"}},
             {"error /skins/0/inverseBindMatrices: accessor 8 is not one float MAT4 for each of 3 joints; "
              "identity matrices are used [GLTF_ACCESSOR_FORMAT]",
              "error /skins/0/joints: node 1 \"joint\" and node 0 \"mesh\" have no common root [GLTF_SKIN]"}),
      numbers(Code::GltfAccessorFormat,
              [](Numbers& n) {
                n.morphKeys = {0, 1, 0, 1};
              },
              {"error /animations/0/samplers/1/output: accessor 11 has 4 elements, but the keys and morph "
               "targets need 2 [GLTF_ACCESSOR_FORMAT]"}),
      edited(Code::GltfValue, {{"/accessors/0/normalized", "true"}},
             {"error /accessors/0/normalized: only bytes and shorts can be normalized (section 3.6.2.2) "
              "[GLTF_VALUE]"}),
      edited(Code::GltfValue, {{"/accessors/0/min", "[0,0]"}},
             {"error /accessors/0/min: has 2 elements, must have 3 [GLTF_VALUE]"}),
      edited(
          Code::GltfMinMax, {{"/accessors/0/min", "[0,0,1]"}, {"/accessors/0/max", "[1,0.5,0]"}},
          {"error /accessors/0/min: component 2 is 1, but the least number there is 0 [GLTF_MIN_MAX]",
           "error /accessors/0/max: component 1 is 0.5, but the largest number there is 1 [GLTF_MIN_MAX]"}),
      edited(
          Code::GltfMinMax, {{"/accessors/0/min", ""}, {"/accessors/7/max", ""}, {"/accessors/9/max", ""}},
          {"error /meshes/0/primitives/0/attributes/POSITION: accessor 0 has no min and max [GLTF_MIN_MAX]",
           "error /meshes/0/primitives/0/targets/0/POSITION: accessor 7 has no min and max [GLTF_MIN_MAX]",
           "error /animations/0/samplers/0/input: accessor 9 has no min and max [GLTF_MIN_MAX]"}),
      // Primitives
      numbers(Code::GltfIndices,
              [](Numbers& n) {
                n.indices = {0, 1, 3};
              },
              {"error /meshes/0/primitives/0/indices: there is an index 3, but the primitive has 3 vertices "
               "[GLTF_INDICES]"}),
      numbers(Code::GltfIndices,
              [](Numbers& n) {
                n.indices = {0, 1, 0xFFFF};
              },
              {"error /meshes/0/primitives/0/indices: an index is the largest number of its type, which "
               "restarts primitives on some machines [GLTF_INDICES]"}),
      numbers(Code::GltfDegenerate, [](Numbers& n) { n.indices = {0, 1, 2, 1, 2, 1}; },
              {"information /meshes/0/primitives/0/indices: 1 of 2 triangles use a vertex twice "
               "[GLTF_DEGENERATE]"}),
      numbers(Code::GltfTopology,
              [](Numbers& n) {
                n.indices = {0, 1, 2, 1};
              },
              {"warning /meshes/0/primitives/0: 4 indices do not make whole triangles [GLTF_TOPOLOGY]"}),
      edited(Code::GltfAttribute, {{kAttributes + "/COLOUR", "3"}, {kAttributes + "/COLOR_0", ""}},
             {"error /meshes/0/primitives/0/attributes/COLOUR: \"COLOUR\" is no attribute of glTF; names of "
              "applications begin with an underscore [GLTF_ATTRIBUTE]"}),
      edited(Code::GltfAttribute, {{kAttributes + "/COLOR_1", "3"}, {kAttributes + "/COLOR_0", ""}},
             {"error /meshes/0/primitives/0/attributes: COLOR_n must be numbered from 0 without gaps "
              "[GLTF_ATTRIBUTE]"}),
      edited(Code::GltfAttribute, {{kAttributes + "/NORMAL", ""}},
             {"warning /meshes/0/primitives/0/attributes/TANGENT: tangents mean nothing without NORMAL "
              "[GLTF_ATTRIBUTE]",
              "information /accessors/1: the accessor is not used [GLTF_UNUSED]"}),
      edited(Code::GltfAttribute, {{kAttributes + "/WEIGHTS_0", ""}},
             {"error /meshes/0/primitives/0/attributes: there are not as many sets of JOINTS (1) as of "
              "WEIGHTS (0) "
              "[GLTF_ATTRIBUTE]",
              "information /accessors/5: the accessor is not used [GLTF_UNUSED]"}),
      edited(Code::GltfAttribute,
             {{kAttributes + "/NORMAL", ""},
              {kAttributes + "/TANGENT", ""},
              {kPrimitive + "/targets/0/NORMAL", "1"}},
             {"error /meshes/0/primitives/0/targets/0/NORMAL: the primitive itself has no NORMAL "
              "[GLTF_ATTRIBUTE]",
              "information /accessors/2: the accessor is not used [GLTF_UNUSED]"}),
      numbers(Code::GltfAttributeValue,
              [](Numbers& n) {
                n.normals[2] = 0.9f;
                n.tangents[3] = 0;
                n.tangents[4] = 2;
                n.colors[0] = 1.5f;
              },
              {"error /meshes/0/primitives/0/attributes/COLOR_0: 1 of 3 colours are outside of 0 to 1, first "
               "that of vertex 0 [GLTF_ATTRIBUTE_VALUE]",
               "error /meshes/0/primitives/0/attributes/NORMAL: 1 of 3 normals are not of unit length, first "
               "that of vertex 0 [GLTF_ATTRIBUTE_VALUE]",
               "error /meshes/0/primitives/0/attributes/TANGENT: 1 of 3 tangents are not of unit length, "
               "first that of vertex 1 [GLTF_ATTRIBUTE_VALUE]",
               "error /meshes/0/primitives/0/attributes/TANGENT: 1 of 3 tangents have a w that is neither 1 "
               "nor -1, first that of vertex 0 [GLTF_ATTRIBUTE_VALUE]"}),
      edited(Code::GltfMorphWeights, {{"/meshes/0/weights", "[0,0]"}, {"/nodes/0/weights", "[1,1,1]"}},
             {"error /meshes/0/weights: there are not as many weights (2) as morph targets (1) "
              "[GLTF_MORPH_WEIGHTS]",
              "error /nodes/0/weights: there are not as many weights (3) as morph targets (1) "
              "[GLTF_MORPH_WEIGHTS]"}),
      edited(Code::GltfMorphWeights, {{"/meshes/0/primitives/-", R"({"attributes":{"POSITION":0}})"}},
             {"error /meshes/0/primitives/1: it has 0 morph targets, the first primitive has 1 "
              "[GLTF_MORPH_WEIGHTS]"}),
      // Skins
      numbers(Code::GltfSkinWeights,
              [](Numbers& n) {
                n.weights[0] = 0.9f;
                n.joints[4] = 7;
              },
              {"error /meshes/0/primitives/0/attributes/JOINTS_0: joint 7 of vertex 1 is none of the skin, "
               "which has 2; 1 such in all [GLTF_SKIN_WEIGHTS]",
               "error /meshes/0/primitives/0/attributes/WEIGHTS_0: 1 of 3 vertices have weights that do not "
               "sum to 1, first vertex 0, where it is 0.9 [GLTF_SKIN_WEIGHTS]"}),
      numbers(Code::GltfSkinWeights,
              [](Numbers& n) {
                n.weights = {2, -1, 0, 0, 1, 0, 0, 0, 0.25f, 0.5f, 0.25f, 0};
                n.joints[1] = 1;
                n.joints[5] = 1;
              },
              {"error /meshes/0/primitives/0/attributes/WEIGHTS_0: 1 of 3 vertices have negative weights, "
               "first vertex 0 [GLTF_SKIN_WEIGHTS]",
               "error /meshes/0/primitives/0/attributes/JOINTS_0: 1 of 3 vertices have a joint twice, first "
               "vertex 2 [GLTF_SKIN_WEIGHTS]",
               "information /meshes/0/primitives/0/attributes/JOINTS_0: 1 joints have no weight, but are not "
               "0, first vertex 1 [GLTF_SKIN_WEIGHTS]"}),
      numbers(Code::GltfSkin, [](Numbers& n) { n.matrices[3] = 1; },
              {"error /skins/0/inverseBindMatrices: the last row of matrix 0 is not 0, 0, 0, 1 [GLTF_SKIN]"}),
      edited(Code::GltfSkin, {{"/skins/0/skeleton", "2"}},
             {"error /skins/0/skeleton: node 2 \"end\" is not above all joints [GLTF_SKIN]"}),
      edited(Code::GltfSkin, {{"/skins/0/joints", "[1,0]"}},
             {"error /skins/0/joints: node 1 \"joint\" and node 0 \"mesh\" have no common root [GLTF_SKIN]"}),
      edited(Code::GltfSkin, {{"/scenes/0/nodes", "[0]"}},
             {"error /nodes/0: scene 0 has the node but not the joints of its skin [GLTF_SKIN]",
              "information /nodes/1: node 1 \"joint\" is in no scene [GLTF_UNUSED]"}),
      edited(Code::GltfSkin, {{kAttributes + "/JOINTS_0", ""}, {kAttributes + "/WEIGHTS_0", ""}},
             {"error /nodes/0: the node has a skin, but no vertex of its mesh has joints [GLTF_SKIN]",
              "information /accessors: 2 accessors are not used: 4, 5 [GLTF_UNUSED]"}),
      edited(Code::GltfValue, {{"/skins/0/joints", "[1,1]"}},
             {"error /skins/0/joints: node 1 \"joint\" is listed twice [GLTF_VALUE]"}),
      edited(Code::GltfSkinnedNode, {{"/nodes/0/skin", ""}},
             {"warning /nodes/0: node 0 \"mesh\" has skinned meshes but no skin [GLTF_SKINNED_NODE]",
              "information /skins/0: the skin is not used [GLTF_UNUSED]"}),
      edited(
          Code::GltfSkinnedNode, {{"/nodes/0/translation", "[0,0,1]"}},
          {"warning /nodes/0: node 0 \"mesh\" has skinned meshes and a transform, which does not move them "
           "[GLTF_SKINNED_NODE]"}),
      edited(Code::GltfSkinnedNode, {{"/nodes/1/children", "[2,0]"}, {"/scenes/0/nodes", "[1]"}},
             {"information /nodes/0: node 0 \"mesh\" has skinned meshes below other nodes, which do not "
              "move them [GLTF_SKINNED_NODE]"}),
      edited(Code::GltfSkinnedNode, {{"/nodes/2/children", "[0]"}, {"/scenes/0/nodes", "[1]"}},
             {"warning /nodes/0: node 0 \"mesh\" has skinned meshes below nodes with transforms, which do "
              "not move "
              "them [GLTF_SKINNED_NODE]"}),
      // Animations
      edited(Code::GltfAnimationTarget,
             {{"/animations/0/channels/1/target", R"({"node":1,"path":"weights"})"}},
             {"error /animations/0/channels/1/target: node 1 \"joint\" has no mesh with morph targets "
              "[GLTF_ANIMATION_TARGET]"}),
      edited(Code::GltfAnimationTarget,
             {{"/animations/0/channels/-", R"({"sampler":0,"target":{"node":2,"path":"rotation"}})"}},
             {"error /animations/0/channels/2/target: another channel drives rotation of node 2 \"end\" too "
              "[GLTF_ANIMATION_TARGET]"}),
      edited(
          Code::GltfAnimationTarget,
          {{"/nodes/2", R"({"name":"end","matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]})"}},
          {"error /animations/0/channels/0/target: node 2 \"end\" has a matrix, so that its parts cannot be "
           "driven [GLTF_ANIMATION_TARGET]"}),
      edited(Code::GltfAnimationTarget, {{"/animations/0/channels/0/target/node", "0"}},
             {"warning /animations/0/channels/0/target: node 0 \"mesh\" has a skinned mesh, which it does "
              "not move "
              "[GLTF_ANIMATION_TARGET]"}),
      numbers(Code::GltfAnimationKeys,
              [](Numbers& n) {
                n.times = {-1, 1};
              },
              {"error /animations/0/samplers/0/input: the time of key 0 is negative [GLTF_ANIMATION_KEYS]"}),
      numbers(Code::GltfAnimationKeys,
              [](Numbers& n) {
                n.times = {1, 1};
                n.rotations[3] = 0.5f;
              },
              {"error /animations/0/samplers/0/input: the time of key 1 is not later than that of the key "
               "before [GLTF_ANIMATION_KEYS]",
               "error /animations/0/samplers/0/output: 1 rotations are no unit quaternions, first element 0 "
               "[GLTF_ANIMATION_KEYS]"}),
      [] {
        Numbers n;
        n.times = {0};
        n.rotations = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
        n.morphKeys = {0};
        AssetBuilder b = model(n);
        b.set("/animations/0/samplers/0/interpolation", "\"CUBICSPLINE\"");
        return ValidateCase{Code::GltfAnimationKeys,
                            b.glb(),
                            {"error /animations/0/samplers/0/input: CUBICSPLINE needs two keys at least, "
                             "there is 1 [GLTF_ANIMATION_KEYS]"}};
      }(),
  };
}

}  // namespace vrm::test
