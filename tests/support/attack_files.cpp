// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/attack_files.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

// make(0), make(1), ... with commas between.
template <class Make>
std::string listed(std::uint32_t count, Make&& make) {
  std::string out;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    out += make(i);
  }
  return out;
}
std::string same(std::uint32_t count, std::string_view element) {
  return listed(count, [&](std::uint32_t) { return element; });
}

// --- nodes and text

Bytes chain(std::uint32_t nodes, std::string_view last) {
  std::string json = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)";
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) json += R"({"children":[)" + number(i + 1) + "]},";
  return glb(gltfJson(json + std::string(last) + "]"));
}
Bytes openChain(std::uint32_t nodes) {
  return chain(nodes, "{}");
}
Bytes closedChain(std::uint32_t nodes) {
  return chain(nodes, R"({"children":[0]})");
}
Bytes flatNodes(std::uint32_t nodes) {
  return glb(gltfJson("\"nodes\":[" + same(nodes, "{}") + "]"));
}
Bytes nodesOfOneName(std::uint32_t nodes) {
  return glb(gltfJson("\"nodes\":[" + same(nodes, R"({"name":"a"})") + "]"));
}
// All are children of all: the file has as many references as nodes to the power of two.
Bytes everybodysChildren(std::uint32_t nodes) {
  const std::string all = listed(nodes, number);
  return glb(gltfJson("\"nodes\":[" + same(nodes, R"({"children":[)" + all + "]}") + "]"));
}

Bytes withExtras(const std::string& members) {
  return glb(gltfJson("\"extras\":{" + members + "}"));
}
Bytes equalMembers(std::uint32_t count) {
  return withExtras(same(count, R"("a":0)"));
}
Bytes differentMembers(std::uint32_t count) {
  return withExtras(listed(count, [](std::uint32_t i) { return "\"" + number(i) + "\":0"; }));
}
Bytes nestedArrays(std::uint32_t depth) {
  return glb(R"({"asset":{"version":"2.0"},"extras":)" + std::string(depth, '['));
}
Bytes nestedObjects(std::uint32_t depth) {
  std::string text;
  for (std::uint32_t i = 0; i < depth; ++i) text += R"({"a":)";
  return glb(text);
}
Bytes digits(std::uint32_t count) {
  return glb(gltfJson(R"("nodes":[{"translation":[0,0.)" + std::string(count, '9') + ",0]}]"));
}
// Of numbers that are out of their range, and of an index that is none: messages say what is there.
Bytes digitsOutOfRange(std::uint32_t count) {
  const std::string nines(count, '9'), over = "2." + nines, under = "-1." + nines;
  return bytesOf(gltfJson(
      R"("nodes":[{"mesh":0.)" + nines + R"(},{"mesh":-0.)" + nines +
      R"(},{}],"materials":[{"pbrMetallicRoughness":{"metallicFactor":)" + over + R"(,"roughnessFactor":)" +
      under + R"(},"extensions":{"KHR_materials_ior":{"ior":0.)" + nines + R"(}}}],"samplers":[{"wrapS":)" +
      over + R"(}],"textures":[{"sampler":1)" + over.substr(1) +
      R"(}],"extensionsUsed":["VRMC_springBone","KHR_materials_ior"],"extensions":{"VRMC_springBone":{"specVersion":"1.0",)"
      R"("springs":[{"joints":[{"node":2,"dragForce":)" +
      over + R"(,"hitRadius":)" + under + "}]}]}}"));
}
Bytes extensionNames(std::uint32_t count) {
  return glb(gltfJson("\"extensionsUsed\":[" + listed(count, [](std::uint32_t i) { return "\"E" + number(i) + "\""; }) + "]"));
}
// Names without end, at the end of a way of long ones.
Bytes extensionNamesFarInside(std::uint32_t count) {
  std::string opened, closed;
  for (int depth = 0; depth < 200; ++depth) {
    opened += "\"" + std::string(199, 'x') + "\":{";
    closed += "}";
  }
  std::string names;
  for (std::uint32_t i = 0; i < count; ++i) names += (i > 0 ? ",\"N" : "\"N") + number(i) + "\":0";
  return glb(gltfJson(opened + R"("extensions":{)" + names + "}" + closed));
}

// Of letters of four bytes behind one of one: where text is cut after a number of bytes that four divides, a
// letter is.
std::string longName(std::uint32_t bytes) {
  std::string name = "n";
  while (name.size() < bytes) name += "\xF0\x9D\x90\xA7";
  return name;
}
// A long text or key in each of these places; {} is the text.
Bytes withLongNames(AssetBuilder b, std::uint32_t length,
                    std::initializer_list<std::pair<const char*, const char*>> places) {
  const std::string name = longName(length);
  const auto filled = [&](std::string_view text) {
    std::string out;
    for (std::size_t at = 0, next = 0; at < text.size(); at = next) {
      next = std::min(text.find("{}", at), text.size());
      out += text.substr(at, next - at);
      if (next == text.size()) break;
      out += name;
      next += 2;
    }
    return out;
  };
  for (const auto& [pointer, value] : places) b.set(filled(pointer), filled(value));
  b.use(name);
  return b.glb();
}
Bytes longNames(std::uint32_t length) {
  return withLongNames(smallAvatar(), length,
                       {{"/nodes/0/name", R"("{}")"},
                        {"/materials/0/name", R"("{}")"},
                        {"/extensions/VRMC_vrm/meta/name", R"("{}")"},
                        {"/extensions/VRMC_vrm/expressions/custom/{}", R"({"morphTargetBinds":[]})"}});
}
Bytes longNamesInGeometry(std::uint32_t length) {
  return withLongNames(
      smallAvatar(), length,
      {{"/meshes/0/name", R"("{}")"},
       {"/meshes/0/extras/targetNames/0", R"("{}")"},
       {"/meshes/0/primitives/0/attributes/_{}", "7"},  // of another count
       {"/meshes/0/primitives/0/attributes/COLOR_{}", "8"},
       {"/meshes/0/primitives/0/attributes/{}", "0"},
       {"/meshes/0/primitives/0/targets/0/{}", "0"},
       {"/meshes/0/primitives/0/targets/0/_{}", "0"},
       {"/skins/0/name", R"("{}")"},
       {"/animations",
        R"([{"name":"{}","samplers":[{"input":0,"output":0,"interpolation":"{}"}],"channels":[)"
        R"({"sampler":0,"target":{"node":0,"path":"{}"}},{"sampler":0,"target":{"node":0,"path":"{}"}}]}])"},
       {"/cameras", R"([{"type":"{}"}])"}});
}
Bytes longNamesInImages(std::uint32_t length) {
  return withLongNames(smallAvatar(), length,
                       {{"/asset/generator", R"("{}")"},
                        {"/images/0/name", R"("{}")"},
                        {"/images/0/mimeType", R"("{}")"},
                        {"/images/-", R"({"uri":"{}"})"},
                        {"/images/-", R"({"uri":"data:{};base64,AAAA"})"},
                        {"/images/-", R"({"uri":"{}/.."})"},
                        {"/textures/0/name", R"("{}")"},
                        {"/textures/-", R"({"source":1})"},
                        {"/textures/0/extensions/{}", "{ }"},
                        {"/samplers/0/wrapS", R"("{}")"},
                        {"/materials/0/alphaMode", R"("{}")"},
                        {"/materials/0/{}Texture", R"({"index":0,"texCoord":3})"},
                        {"/materials/0/extensions/VRMC_materials_mtoon/outlineWidthMode", R"("{}")"},
                        {"/materials/0/extensions/VRMC_materials_mtoon/specVersion", R"("{}")"},
                        {"/extensionsRequired", R"(["{}"])"}});
}
Bytes longNamesOfAvatars(std::uint32_t length) {
  return withLongNames(
      sameAvatar(VrmVersion::Vrm1), length,
      {{"/extensions/VRMC_vrm/specVersion", R"("{}")"},
       {"/extensions/VRMC_vrm/meta/authors", R"(["{}"])"},
       {"/extensions/VRMC_vrm/meta/licenseUrl", R"("{}")"},
       {"/extensions/VRMC_vrm/meta/otherLicenseUrl", R"("{}")"},
       {"/extensions/VRMC_vrm/meta/avatarPermission", R"("{}")"},
       {"/extensions/VRMC_vrm/meta/{}", "0"},
       {"/extensions/VRMC_vrm/humanoid/humanBones/{}", R"({"node":0})"},
       {"/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/type", R"("{}")"},
       {"/extensions/VRMC_vrm/lookAt/type", R"("{}")"},
       {"/extensions/VRMC_vrm/expressions/preset/{}", R"({"morphTargetBinds":[]})"},
       {"/extensions/VRMC_vrm/expressions/custom/{}",
        R"({"overrideMouth":"block","materialColorBinds":[{"material":0,"type":"color","targetValue":[1,0,0,1]},)"
        R"({"material":0,"type":"color","targetValue":[1,0,0,1]}]})"},
       {"/extensions/VRMC_vrm/expressions/preset/happy/overrideBlink", R"("{}")"},
       {"/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/type", R"("{}")"},
       {"/extensions/VRMC_springBone/specVersion", R"("{}")"},
       {"/extensions/VRMC_springBone/springs/0/name", R"("{}")"},
       {"/extensions/VRMC_springBone/springs/0/joints/0/gravityDir", R"([0,2,0])"},
       {"/extensions/VRMC_springBone/springs/1/name", R"("{}")"},
       {"/extensions/VRMC_springBone/springs/1/joints/0/node", "22"},
       {"/extensions/VRMC_springBone/colliderGroups/0/name", R"("{}")"},
       {"/extensions/VRMC_springBone/colliders/0/shape/{}", "{ }"},
       {"/nodes/13/extensions/VRMC_node_constraint/constraint/{}", R"({"source":16})"},
       {"/nodes/14/extensions", R"({"VRMC_node_constraint":{"constraint":{"{}":{"source":16}}}})"},
       {"/nodes/22/name", R"("{}")"}});
}
Bytes longNamesOfOldAvatars(std::uint32_t length) {
  return withLongNames(
      sameAvatar(VrmVersion::Vrm0), length,
      {{"/extensions/VRM/specVersion", R"("{}")"},
       {"/extensions/VRM/exporterVersion", R"("{}")"},
       {"/extensions/VRM/meta/title", R"("{}")"},
       {"/extensions/VRM/meta/allowedUserName", R"("{}")"},
       {"/extensions/VRM/meta/licenseName", R"("{}")"},
       {"/extensions/VRM/meta/otherPermissionUrl", R"("{}")"},
       {"/extensions/VRM/humanoid/humanBones/0/bone", R"("{}")"},
       {"/extensions/VRM/firstPerson/lookAtTypeName", R"("{}")"},
       {"/extensions/VRM/firstPerson/meshAnnotations/0/firstPersonFlag", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/presetName", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/name", R"("")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/0/materialName", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/1/presetName", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/1/name", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/2/name", R"("{}")"},
       {"/extensions/VRM/blendShapeMaster/blendShapeGroups/2/materialValues/0/propertyName", R"("{}")"},
       {"/extensions/VRM/materialProperties/0/name", R"("{}")"},
       {"/extensions/VRM/materialProperties/0/floatProperties/{}", "1"},
       {"/extensions/VRM/materialProperties/1/shader", R"("{}")"},
       {"/extensions/VRM/secondaryAnimation/boneGroups/0/comment", R"("{}")"},
       {"/materials/1/name", R"("{}")"}});
}
Bytes longNamesOfAnimations(std::uint32_t length) {
  AssetBuilder b;
  b.node("hips");
  b.node("happy");
  b.use("VRMC_vrm_animation");
  return withLongNames(std::move(b), length,
                       {{"/extensions/VRMC_vrm_animation/specVersion", R"("{}")"},
                        {"/extensions/VRMC_vrm_animation/humanoid/humanBones/hips", R"({"node":0})"},
                        {"/extensions/VRMC_vrm_animation/humanoid/humanBones/{}", R"({"node":1})"},
                        {"/extensions/VRMC_vrm_animation/expressions/preset/{}", R"({"node":1})"},
                        {"/extensions/VRMC_vrm_animation/expressions/custom/{}", R"({"node":1})"}});
}

// --- many things over the same bytes

std::string oneBuffer(std::uint32_t bytes) {
  return R"("buffers":[{"byteLength":)" + number(bytes) + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + number(bytes) + "}]";
}
Bytes accessorsOverOneView(std::uint32_t count) {
  const std::uint32_t bytes = 1 << 20;
  const std::string accessor = R"({"bufferView":0,"componentType":5126,"type":"VEC3","count":)" + number(bytes / 12) + "}";
  return glb(gltfJson(oneBuffer(bytes) + ",\"accessors\":[" + same(count, accessor) + "]"), Bytes(bytes));
}
Bytes primitivesOverOneAccessor(std::uint32_t count) {
  const std::uint32_t bytes = 1 << 20;
  return glb(gltfJson(oneBuffer(bytes) + R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
                      number(bytes / 12) + R"(,"min":[0,0,0],"max":[0,0,0]}],"meshes":[{"primitives":[)" +
                      same(count, R"({"attributes":{"POSITION":0}})") + R"(]}],"nodes":[{"mesh":0}])"),
             Bytes(bytes));
}
Bytes nodesWithOneMesh(std::uint32_t count) {
  return glb(gltfJson(oneBuffer(36) + R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,)"
                                      R"("min":[0,0,0],"max":[0,0,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
                                      R"("targets":[{"POSITION":0},{"POSITION":0}]}]}],"nodes":[)" +
                      same(count, R"({"mesh":0})") + "]"),
             Bytes(36));
}
Bytes setsOfJoints(std::uint32_t count) {
  return glb(gltfJson(oneBuffer(36) + R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],)"
                                      R"("max":[0,0,0]},{"bufferView":0,"componentType":5121,"type":"VEC4","count":3}],)"
                                      R"("skins":[{"joints":[0]}],"nodes":[{"mesh":0,"skin":0}],"meshes":[{"primitives":[)"
                                      R"({"attributes":{"POSITION":0,)" +
                      listed(count, [](std::uint32_t i) {
                        return "\"JOINTS_" + number(i) + "\":1,\"WEIGHTS_" + number(i) + "\":1";
                      }) + "}}]}]"),
             Bytes(36));
}
// A mesh for many skins, whose joints are looked for among many attributes.
Bytes skinsOfOneMesh(std::uint32_t count) {
  return glb(
      gltfJson(oneBuffer(36) +
               R"(,"accessors":[{"bufferView":0,"componentType":5121,"type":"VEC4","count":3},)"
               R"({"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],)"
               R"("max":[0,0,0]},{"componentType":5126,"type":"VEC4","count":3}],)"
               R"("nodes":[{},)" +
               listed(count, [](std::uint32_t i) { return R"({"mesh":0,"skin":)" + number(i) + "}"; }) +
               R"(],"skins":[)" + same(count, R"({"joints":[0]})") +
               R"(],"meshes":[{"primitives":[{"attributes":{)" +
               listed(count, [](std::uint32_t i) { return "\"_A" + number(i) + "\":0"; }) +
               R"(,"POSITION":1,)" +
               listed(64,
                      [](std::uint32_t i) {
                        return "\"JOINTS_" + number(i) + "\":0,\"WEIGHTS_" + number(i) + "\":2";
                      }) +
               "}}]}]"),
      Bytes(36));
}
// One primitive has all the attributes, and the others lack them.
Bytes attributesOfOnePrimitive(std::uint32_t count) {
  return glb(
      gltfJson(oneBuffer(36) +
               R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],)"
               R"("max":[0,0,0]}],"nodes":[{"mesh":0,"rotation":[0,1,0,0]}],"meshes":[{"primitives":[)"
               R"({"attributes":{"POSITION":0,)" +
               listed(count, [](std::uint32_t i) { return "\"_A" + number(i) + "\":0"; }) + "}}," +
               same(count, R"({"attributes":{"POSITION":0}})") + "]}]"),
      Bytes(36));
}
Bytes jointsAgain(std::uint32_t count) {
  return bytesOf(gltfJson(R"("nodes":[{}],"skins":[{"joints":[)" + same(count, "0") + "]}]"));
}
Bytes emptyMaterials(std::uint32_t count) {
  return bytesOf(gltfJson("\"materials\":[" + same(count, "{}") + "]"));
}
Bytes emptyGroups(std::uint32_t count) {
  return bytesOf(gltfJson(R"("extensionsUsed":["VRM"],"extensions":{"VRM":{"blendShapeMaster":{"blendShapeGroups":[)" + same(count, "{}") + "]}}}"));
}
Bytes oneChildAgain(std::uint32_t count) {
  return bytesOf(gltfJson(R"("nodes":[{},{"children":[)" + same(count, "0") + "]}]"));
}
Bytes oneRootAgain(std::uint32_t count) {
  return bytesOf(gltfJson(R"("nodes":[{}],"scenes":[{"nodes":[)" + same(count, "0") + "]}]"));
}
Bytes childrenThatAreNone(std::uint32_t count) {
  return bytesOf(gltfJson(R"("nodes":[{"children":[)" + same(count, "9") + "]}]"));
}
Bytes imagesOverOneView(std::uint32_t count) {
  const Bytes png = tinyPng();
  return glb(gltfJson(oneBuffer(static_cast<std::uint32_t>(png.size())) + ",\"images\":[" +
                      same(count, R"({"bufferView":0,"mimeType":"image/png"})") + "]"),
             png);
}
Bytes imagesOfOneLongHeader(std::uint32_t count) {
  const std::uint32_t bytes = 1 << 20;
  Bytes jpeg = bytesOf("\xFF\xD8");
  while (jpeg.size() < bytes) {
    for (const int byte : {0xFF, 0xFE, 0, 2}) jpeg.push_back(std::byte(byte));  // a comment without a word
  }
  return glb(gltfJson(oneBuffer(bytes) + ",\"images\":[" + same(count, R"({"bufferView":0,"mimeType":"image/jpeg"})") + "]"),
             jpeg);
}
Bytes channelsOfOneNode(std::uint32_t count) {
  return glb(gltfJson(oneBuffer(32) +
                      R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"SCALAR","count":2,"min":[0],"max":[0]},)"
                      R"({"bufferView":0,"componentType":5126,"type":"VEC4","count":2}],"nodes":[{}],"animations":[{"samplers":[)" +
                      same(count, R"({"input":0,"output":1})") + R"(],"channels":[)" +
                      listed(count, [](std::uint32_t i) {
                        return R"({"sampler":)" + number(i) + R"(,"target":{"node":0,"path":"rotation"}})";
                      }) + "]}]"),
             Bytes(32));
}

// --- of VRM

// Each node follows that of sourceOf().
template <class SourceOf>
Bytes constraints(std::uint32_t count, SourceOf&& sourceOf) {
  return glb(gltfJson(R"("extensionsUsed":["VRMC_node_constraint"],"nodes":[)" + listed(count, [&](std::uint32_t i) {
                        return R"({"extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
                               number(sourceOf(i) % count) + "}}}}}";
                      }) + "]"));
}
Bytes ringOfConstraints(std::uint32_t count) {
  return constraints(count, [](std::uint32_t i) { return i + 1; });
}
Bytes lineOfConstraints(std::uint32_t count) {
  return constraints(count, [&](std::uint32_t i) { return i + 1 < count ? i + 1 : i; });
}
Bytes starOfConstraints(std::uint32_t count) {
  return constraints(count, [](std::uint32_t i) { return i == 0 ? 1u : 0u; });
}
Bytes webOfConstraints(std::uint32_t count) {
  return constraints(count, [](std::uint32_t i) { return i * 7919 + 13; });
}

Bytes springs(std::uint32_t nodes, const std::string& members) {
  return glb(gltfJson(R"("extensionsUsed":["VRMC_springBone"],"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" +
                      listed(nodes, [&](std::uint32_t i) {
                        return i + 1 < nodes ? R"({"translation":[0,-0.001,0],"children":[)" + number(i + 1) + "]}" : "{}";
                      }) + R"(],"extensions":{"VRMC_springBone":{"specVersion":"1.0",)" + members + "}}"));
}
std::string joints(std::uint32_t first, std::uint32_t count) {
  return R"({"joints":[)" + listed(count, [&](std::uint32_t i) { return R"({"node":)" + number(first + i) + "}"; }) + "]";
}
Bytes oneSpring(std::uint32_t count) {
  return springs(count, R"("springs":[)" + joints(0, count) + "}]");
}
Bytes springsOfTwo(std::uint32_t count) {
  return springs(count, R"("springs":[)" + listed(count / 2, [](std::uint32_t i) { return joints(2 * i, 2) + "}"; }) + "]");
}
// All but the first of them are refused.
Bytes springsOfTheSameJoints(std::uint32_t count) {
  return springs(count, R"("springs":[)" + same(100, joints(0, count / 100) + "}") + "]");
}
Bytes collidersOfOneJoint(std::uint32_t count) {
  return springs(3, R"("colliders":[)" + same(count, R"({"node":0,"shape":{"sphere":{"radius":0.1}}})") +
                        R"(],"colliderGroups":[{"colliders":[)" + listed(count, number) + R"(]}],"springs":[)" + joints(0, 3) +
                        R"(,"colliderGroups":[0]}])");
}

std::string bindOf(AssetBuilder& b) {
  const gltf::JsonValue* binds = gltf::Json::at(b.json().root(), "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds");
  if (!binds) throw std::logic_error("the small avatar is not happy");
  const std::string list = gltf::Json::write(*binds);
  return list.substr(1, list.size() - 2);
}
Bytes expressionsOnOneMorph(std::uint32_t count) {
  AssetBuilder b = smallAvatar();
  const std::string bind = bindOf(b);
  b.set("/extensions/VRMC_vrm/expressions/custom", "{" + listed(count, [&](std::uint32_t i) {
          return "\"e" + number(i) + R"(":{"morphTargetBinds":[)" + bind + "]}";
        }) + "}");
  return b.glb();
}
Bytes bindsOfOneExpression(std::uint32_t count) {
  AssetBuilder b = smallAvatar();
  const std::string bind = bindOf(b);
  b.set("/extensions/VRMC_vrm/expressions/custom", R"({"e":{"morphTargetBinds":[)" + same(count, bind) + "]}}");
  return b.glb();
}

constexpr AttackFile kFiles[] = {
    {"a chain of nodes", 100'000, openChain},
    {"a cycle of nodes", 100'000, closedChain},
    {"nodes", 250'000, flatNodes},
    {"nodes of one name", 100'000, nodesOfOneName},
    {"nodes that are all children of all", 500, everybodysChildren},
    {"one child again and again", 500'000, oneChildAgain},
    {"one root again and again", 500'000, oneRootAgain},
    {"children that are none", 500'000, childrenThatAreNone},
    {"sets of joints", 20'000, setsOfJoints},
    {"skins of one mesh", 5'000, skinsOfOneMesh},
    {"attributes of one primitive", 20'000, attributesOfOnePrimitive},
    {"one joint again and again", 500'000, jointsAgain},
    {"empty materials", 100'000, emptyMaterials},
    {"empty groups of blend shapes", 100'000, emptyGroups},
    {"equal members", 1'000'000, equalMembers},
    {"different members", 1'000'000, differentMembers},
    {"arrays in arrays", 10'000'000, nestedArrays, Code::LimitJsonDepth},
    {"objects in objects", 2'000'000, nestedObjects, Code::LimitJsonDepth},
    {"digits", 5'000'000, digits},
    {"names of extensions", 100'000, extensionNames},
    {"names of extensions far inside", 100'000, extensionNamesFarInside},
    {"digits out of range", 1'000'000, digitsOutOfRange},
    {"letters of names", 1 << 20, longNames},
    {"letters of names in geometry", 1 << 18, longNamesInGeometry},
    {"letters of names in images", 1 << 18, longNamesInImages},
    {"letters of names of avatars", 1 << 18, longNamesOfAvatars},
    {"letters of names of old avatars", 1 << 18, longNamesOfOldAvatars},
    {"letters of names of animations", 1 << 18, longNamesOfAnimations},
    {"accessors over one view", 20'000, accessorsOverOneView},
    {"primitives over one accessor", 2'000, primitivesOverOneAccessor},
    {"nodes with one mesh", 100'000, nodesWithOneMesh},
    {"images over one view", 100'000, imagesOverOneView},
    {"images of one long header", 20'000, imagesOfOneLongHeader},
    {"channels of one node", 50'000, channelsOfOneNode},
    {"a ring of constraints", 10'000, ringOfConstraints},
    {"a line of constraints", 10'000, lineOfConstraints},
    {"a star of constraints", 10'000, starOfConstraints},
    {"a web of constraints", 10'000, webOfConstraints},
    {"spring joints in one chain", 100'000, oneSpring},
    {"spring joints in pairs", 100'000, springsOfTwo},
    {"spring joints that are shared", 100'000, springsOfTheSameJoints},
    {"colliders of one spring", 100'000, collidersOfOneJoint},
    {"expressions on one morph", 100'000, expressionsOnOneMorph},
    {"binds of one expression", 100'000, bindsOfOneExpression},
};

}  // namespace

std::span<const AttackFile> attackFiles() {
  return kFiles;
}

const AttackFile& attackFile(std::string_view name) {
  for (const AttackFile& file : kFiles)
    if (file.name == name) return file;
  throw std::logic_error("no such attack: " + std::string(name));
}

}  // namespace vrm::test
