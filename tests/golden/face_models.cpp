// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Gaze and expressions. Nodes that scenarios name by their index come first, so that the index stays.
#include "golden/golden_models.hpp"
#include "golden/model_parts.hpp"

namespace vrm::golden {
namespace {

constexpr HumanBone kGazing[] = {HumanBone::Neck, HumanBone::LeftEye, HumanBone::RightEye};

// A triangle with morph targets, one primitive per material.
std::uint32_t addMesh(test::AssetBuilder& b, std::uint32_t targets, std::span<const std::uint32_t> materials,
                      std::string_view members = {}) {
  const std::uint32_t points = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 0.1f, 0, 0, 0, 0.1f, 0}, true);
  const std::uint32_t coords = b.floats(gltf::AccessorType::Vec2, {0, 0, 1, 0, 0, 1});
  std::string morphs, primitives;
  for (std::uint32_t i = 0; i < targets; ++i) {
    morphs += (i > 0 ? "," : "") + (R"({"POSITION":)" + text(points)) + "}";
  }
  for (const std::uint32_t material : materials) {
    primitives += (primitives.empty() ? "" : ",") + (R"({"attributes":{"POSITION":)" + text(points)) +
                  R"(,"TEXCOORD_0":)" + text(coords) + R"(},"material":)" + text(material) +
                  (targets > 0 ? R"(,"targets":[)" + morphs + "]" : "") + "}";
  }
  return b.add(gltf::Kind::Mesh, R"({"primitives":[)" + primitives + "]" + std::string(members) + "}");
}

void wear(test::AssetBuilder& b, std::uint32_t node, std::uint32_t mesh) {
  b.set("/nodes/" + text(node) + "/mesh", text(mesh));
}

std::string morph(std::uint32_t node, std::uint32_t index, float weight) {
  return R"({"node":)" + text(node) + R"(,"index":)" + text(index) + R"(,"weight":)" + text(weight) + "}";
}

std::string rangeMap(const char* name, float input, float output) {
  return R"(,"rangeMap)" + std::string(name) + R"(":{"inputMaxValue":)" + text(input) + R"(,"outputScale":)" +
         text(output) + "}";
}

}  // namespace

test::AssetBuilder gazeByBones() {
  test::AssetBuilder b;
  Arbitrary numbers(5);
  const std::uint32_t armature =
      addNode(b, "armature", {numbers.offset(), numbers.rotation(), {1.5f, 1.5f, 1.5f}}, kNone);
  addVrm(b, addSkeleton(b, numbers, {armature, kGazing, true}),
         R"("lookAt":{"type":"bone","offsetFromHeadBone":[0.02,0.07,0.11])" +
             rangeMap("HorizontalInner", 80, 9) + rangeMap("HorizontalOuter", 60, 13) +
             rangeMap("VerticalDown", 50, 7) + rangeMap("VerticalUp", 40, 19) + "}");
  return b;
}

test::AssetBuilder gazeByExpressions() {
  test::AssetBuilder b;
  Arbitrary numbers(6);
  const std::uint32_t face = addNode(b, "face", numbers.place(), kNone);
  const std::uint32_t skin = b.add(gltf::Kind::Material, "{}");
  wear(b, face, addMesh(b, 4, {{skin}}));
  const auto look = [&](const char* name, std::uint32_t target) {
    return "\"" + std::string(name) + R"(":{"morphTargetBinds":[)" + morph(face, target, 1) + "]}";
  };
  // The outputs go beyond 1, where weights end. The one-sided map of VerticalUp is left to its default.
  addVrm(
      b, addSkeleton(b, numbers, {kNone, kGazing, true}),
      R"("lookAt":{"type":"expression","offsetFromHeadBone":[-0.01,0.05,0.1])" +
          rangeMap("HorizontalInner", 30, 0.5f) + rangeMap("HorizontalOuter", 60, 1.25f) +
          rangeMap("VerticalDown", 50, 0.75f) + R"(},"expressions":{"preset":{)" + look("lookUp", 0) + "," +
          look("lookDown", 1) + "," + look("lookLeft", 2) + "," + look("lookRight", 3) +
          R"(,"happy":{"overrideLookAt":"blend"},"surprised":{"overrideLookAt":"block","isBinary":true}}})");
  return b;
}

test::AssetBuilder expressionRules() {
  test::AssetBuilder b;
  Arbitrary numbers(7);
  const std::uint32_t face = addNode(b, "face", numbers.place(), kNone);
  const std::uint32_t brows = addNode(b, "brows", numbers.place(), face);
  const std::uint32_t twin = addNode(b, "twin", numbers.place(), kNone);
  const std::uint32_t skin = b.add(gltf::Kind::Material, R"({"name":"skin"})");
  const std::uint32_t faceMesh = addMesh(b, 4, {{skin}}, R"(,"weights":[0.5,0,0.25,0.125])");
  wear(b, face, faceMesh);
  wear(b, brows, addMesh(b, 2, {{skin, skin}}));
  wear(b, twin, faceMesh);  // the same mesh with weights of its own, and one target that nothing binds
  b.set("/nodes/" + text(twin) + "/weights", "[0,0.75,0,1]");

  const auto expression = [](std::string_view name, std::string_view rules, const std::string& binds) {
    return "\"" + std::string(name) + R"(":{)" + std::string(rules) + (rules.empty() ? "" : ",") +
           R"("morphTargetBinds":[)" + binds + "]}";
  };
  const std::string preset =
      expression("happy", R"("overrideBlink":"blend","overrideMouth":"block")",
                 morph(face, 0, 0.5f) + "," + morph(brows, 0, 1)) +
      "," +
      expression("angry", R"("isBinary":true,"overrideBlink":"block","overrideLookAt":"blend")",
                 morph(brows, 1, 0.75f)) +
      "," +
      expression("sad", R"("overrideBlink":"blend","overrideMouth":"blend","overrideLookAt":"blend")",
                 morph(face, 0, 0.25f) + "," + morph(twin, 0, 1)) +
      // Of its own kind, so that it counts for nothing.
      "," + expression("blink", R"("overrideBlink":"block","overrideMouth":"blend")", morph(face, 1, 1)) +
      "," + expression("blinkLeft", R"("isBinary":true)", morph(face, 1, 0.5f) + "," + morph(twin, 1, 0.5f)) +
      "," + expression("aa", R"("overrideMouth":"block")", morph(face, 2, 1)) + "," +
      expression("oh", R"("isBinary":true)", morph(face, 2, 0.5f)) + "," +
      expression("lookLeft", "", morph(twin, 2, 1)) + "," + expression("neutral", "", morph(face, 0, 1));
  const std::string custom =
      expression("ほほえみ", R"("overrideMouth":"blend")", morph(face, 0, 1) + "," + morph(twin, 0, -0.5f)) +
      "," + expression("wink & smile", R"("isBinary":true)", morph(brows, 0, 0.5f));
  addVrm(b, addSkeleton(b, numbers, {}),
         R"("expressions":{"preset":{)" + preset + R"(},"custom":{)" + custom + "}}");
  return b;
}

test::AssetBuilder expressionColors() {
  test::AssetBuilder b;
  Arbitrary numbers(8);
  const std::uint32_t body = addNode(b, "body", numbers.place(), kNone);
  b.add(gltf::Kind::Texture, R"({"source":)" + text(b.image("skin", test::tinyPng(), "image/png")) + "}");
  const std::string transformed = R"("baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":)"
                                  R"({"offset":[0.125,0.25],"scale":[2,0.5]}}})";
  const std::string mtoon =
      R"("VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0.75,0.5,0.25],)"
      R"("matcapFactor":[0.5,0.5,1],"parametricRimColorFactor":[0.125,0.25,0.5],)"
      R"("outlineColorFactor":[0.25,0,0.5]})";
  const std::string own = R"(,"emissiveFactor":[0.125,0.25,0.375])";
  const std::uint32_t materials[] = {
      b.add(gltf::Kind::Material,
            R"({"name":"mtoon","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.25,0.75],)" + transformed +
                "}" + own + R"(,"extensions":{)" + mtoon + "}}"),
      b.add(gltf::Kind::Material,
            R"({"name":"pbr","pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],)"
            R"("baseColorTexture":{"index":0}})" +
                own + "}"),
      b.add(gltf::Kind::Material, R"({"name":"unlit","pbrMetallicRoughness":{)" + transformed + "}" + own +
                                      R"(,"extensions":{"KHR_materials_unlit":{}}})"),
      // As most exporters write it: unlit for those who do not know MToon, and all members at their defaults.
      b.add(gltf::Kind::Material, R"({"name":"plain","extensions":{"KHR_materials_unlit":{},)"
                                  R"("VRMC_materials_mtoon":{"specVersion":"1.0"}}})"),
      b.add(gltf::Kind::Material,
            R"({"name":"unbound","pbrMetallicRoughness":{"baseColorFactor":[0,0,0,1]}})"),
  };
  wear(b, body, addMesh(b, 0, materials));

  // Every type on every kind of material, whether it has that member or not.
  constexpr const char* kTypes[] = {"color",       "emissionColor", "shadeColor",
                                    "matcapColor", "rimColor",      "outlineColor"};
  std::string every, single;
  for (std::uint32_t material = 0; material < 4; ++material) {
    for (const char* type : kTypes) {
      const Quat target = numbers.rotation();  // four numbers
      every += (every.empty() ? "" : ",") + (R"({"material":)" + text(material)) + R"(,"type":")" + type +
               R"(","targetValue":)" + text(target) + "}";
    }
    single += (single.empty() ? "" : ",") + (R"({"material":)" + text(material)) +
              R"(,"type":"color","targetValue":[0.25,1,0,0.5]})";
  }
  const auto move = [](std::uint32_t material, const char* members) {
    return R"({"material":)" + text(material) + members + "}";
  };
  addVrm(b, addSkeleton(b, numbers, {}),
         R"("expressions":{"preset":{"happy":{"materialColorBinds":[)" + every +
             R"(]},"sad":{"materialColorBinds":[)" + single + R"(],"textureTransformBinds":[)" +
             move(0, R"(,"offset":[0.5,0.5],"scale":[1,1])") + "," + move(2, R"(,"offset":[-0.25,0.75])") +
             R"(]}},"custom":{"slide":{"textureTransformBinds":[)" + move(0, R"(,"scale":[4,4])") + "," +
             move(1, R"(,"offset":[0.5,-0.5],"scale":[0.5,2])") + "," + move(3, "") + R"(]}}})");
  for (const char* extension : {"KHR_texture_transform", "KHR_materials_unlit", "VRMC_materials_mtoon"})
    b.use(extension);
  return b;
}

}  // namespace vrm::golden
