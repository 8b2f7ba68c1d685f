// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/edit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gltf/data_uri.hpp"
#include "support/asset_builder.hpp"
#include "support/check_model.hpp"

namespace vrm::gltf {
namespace {

using test::AssetBuilder;
using test::Bytes;
using test::bytesOf;

constexpr std::uint32_t kElements = 3;  // elements of every array

// A document in which exactly one reference exists: the one of `rule`, with value `index`. All "*" are the first
// element of an array, except those below the listed maps.
Document documentFor(const ReferenceRule& rule, std::uint32_t index) {
  AssetBuilder b;
  std::vector<std::string> parts;
  std::string pattern(rule.pattern);
  pattern.erase(std::remove(pattern.begin(), pattern.end(), '!'), pattern.end());
  for (std::size_t at = 1; at <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', at), pattern.size());
    parts.push_back(pattern.substr(at, end - at));
    at = end + 1;
  }
  std::string value = rule.target == Kind::Pointer ? "\"/nodes/" + std::to_string(index) + "/rotation\""
                                                   : std::to_string(index);
  for (std::size_t i = parts.size(); i-- > 1;) {
    value = parts[i] == "*" ? "[" + value + "]" : "{\"" + parts[i] + "\":" + value + "}";
  }
  b.set("/" + parts[0], value);
  const auto fill = [&](Kind kind) {
    const JsonValue* home = homeArray(b.json().root(), kind);
    for (std::uint32_t i = home ? home->size() : 0; i < kElements; ++i) {
      b.add(kind, R"({"name":")" + std::to_string(i) + "\"}");
    }
  };
  if (rule.target == Kind::AnimationSampler) {
    b.set("/animations/0/samplers", "[{},{},{}]");
  } else {
    fill(rule.target == Kind::Pointer ? Kind::Node : rule.target);
  }
  return b.document();
}

// The value of the rule's reference, wherever it stands now; nothing if it is gone.
std::optional<std::string> referenceOf(Document& document, const ReferenceRule& rule) {
  std::optional<std::string> found;
  visitReferences(document.editJson().editRoot(), [&](const ReferenceSite& site) {
    if (&site.rule == &rule) found = Json::write(site.value);
  });
  return found;
}

std::string spelled(const ReferenceRule& rule, std::uint32_t index) {
  return rule.target == Kind::Pointer ? "\"/nodes/" + std::to_string(index) + "/rotation\"" : std::to_string(index);
}

Kind removable(const ReferenceRule& rule) {
  return rule.target == Kind::Pointer ? Kind::Node : rule.target;
}

TEST(References, TheTableIsWellFormed) {
  for (const ReferenceRule& rule : referenceRules()) {
    EXPECT_TRUE(rule.pattern.starts_with('/'));
    EXPECT_LE(std::count(rule.pattern.begin(), rule.pattern.end(), '!'), 1) << rule.pattern;
    EXPECT_EQ(std::count_if(referenceRules().begin(), referenceRules().end(),
                            [&](const ReferenceRule& other) { return other.pattern == rule.pattern; }),
              1)
        << rule.pattern;
  }
  for (std::size_t k = 0; k < kKindCount; ++k) EXPECT_EQ(static_cast<std::size_t>(info(static_cast<Kind>(k)).kind), k);
}

TEST(References, EveryRowFindsItsReference) {
  for (const ReferenceRule& rule : referenceRules()) {
    Document document = documentFor(rule, 2);
    EXPECT_EQ(referenceOf(document, rule), spelled(rule, 2)) << rule.pattern;
    Diagnostics diagnostics;
    checkReferences(document.root(), diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << rule.pattern;
  }
}

TEST(References, EveryRowIsRangeChecked) {
  for (const ReferenceRule& rule : referenceRules()) {
    if (rule.target == Kind::Pointer) continue;
    const Document document = documentFor(rule, 3);
    Diagnostics diagnostics;
    checkReferences(document.root(), diagnostics);
    ASSERT_EQ(diagnostics.all().size(), 1u) << rule.pattern;
    EXPECT_EQ(diagnostics.all()[0].message,
              "3 is out of range, the file has " + counted(rule.target, 3));
    EXPECT_NE(Json::at(document.root(), diagnostics.all()[0].pointer), nullptr);
  }
}

TEST(References, MinusOneMeansNoneWhereOldVersionsSaySo) {
  AssetBuilder b;
  b.set("/extensions/VRM", R"({"firstPerson":{"firstPersonBone":-1},"secondaryAnimation":{"boneGroups":[{"center":-1}]}})");
  Diagnostics none;
  checkReferences(b.document().root(), none);
  EXPECT_TRUE(none.empty());
  b.set("/nodes", R"([{"mesh":-1},{"skin":"x"},{"camera":1.5}])");
  Diagnostics diagnostics;
  checkReferences(b.document().root(), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 3u);
  EXPECT_EQ(diagnostics.all()[0].toString(), "/nodes/0/mesh: -1 is not an index into the meshes [GLTF_INDEX_RANGE]");
  EXPECT_EQ(diagnostics.all()[1].toString(), "/nodes/1/skin: the value is not an index into the skins [GLTF_TYPE]");
  EXPECT_EQ(diagnostics.all()[2].code, Code::GltfIndexRange);
}

TEST(Edit, EveryRowIsRemappedByReordering) {
  const std::uint32_t order[] = {1, 2, 0};  // old 2 becomes 0
  for (const ReferenceRule& rule : referenceRules()) {
    if (rule.target == Kind::AnimationSampler) continue;
    Document document = documentFor(rule, 2);
    Diagnostics diagnostics;
    ASSERT_TRUE(reorderElements(document, removable(rule), order, diagnostics).ok()) << rule.pattern;
    EXPECT_EQ(referenceOf(document, rule), spelled(rule, 0)) << rule.pattern;
    EXPECT_TRUE(diagnostics.empty()) << rule.pattern;
  }
}

TEST(Edit, EveryRowIsRemappedByRemovingAnother) {
  for (const ReferenceRule& rule : referenceRules()) {
    if (rule.target == Kind::AnimationSampler) continue;
    Document document = documentFor(rule, 2);
    const Element other{removable(rule), 1};
    Diagnostics diagnostics;
    ASSERT_TRUE(removeElements(document, {&other, 1}, diagnostics).ok()) << rule.pattern;
    EXPECT_EQ(referenceOf(document, rule), spelled(rule, 1)) << rule.pattern;
    EXPECT_EQ(homeArray(document.root(), removable(rule))->size(), kElements - 1) << rule.pattern;
  }
}

TEST(Edit, EveryRowGoesOrRefusesWhenItsTargetIsRemoved) {
  for (const ReferenceRule& rule : referenceRules()) {
    if (rule.target == Kind::AnimationSampler) continue;
    Document document = documentFor(rule, 2);
    const std::string before = document.json().write();
    const Element target{removable(rule), 2};
    Diagnostics diagnostics;
    const Result<void> removed = removeElements(document, {&target, 1}, diagnostics);
    if (rule.pattern.find('!') == std::string_view::npos) {
      ASSERT_FALSE(removed.ok()) << rule.pattern;
      EXPECT_EQ(removed.error().code, Code::EditStillReferenced);
      EXPECT_NE(Json::at(document.root(), removed.error().pointer), nullptr) << rule.pattern;
      EXPECT_EQ(document.json().write(), before) << rule.pattern;
    } else {
      ASSERT_TRUE(removed.ok()) << rule.pattern;
      EXPECT_FALSE(referenceOf(document, rule)) << rule.pattern;
      EXPECT_EQ(homeArray(document.root(), removable(rule))->size(), kElements - 1) << rule.pattern;
    }
  }
}

std::string validity(const Document& document) {
  Diagnostics diagnostics = document.diagnostics();
  const Result<Asset> asset = readAsset(document, diagnostics);
  if (!asset) return asset.error().toString();
  if (!diagnostics.empty()) return diagnostics.all()[0].toString();
  return test::checkAsset(document, *asset);
}

TEST(Edit, RemovingANodeTakesItsSubtreeAndItsUses) {
  Document document = test::smallAvatar().document();
  const Element hair{Kind::Node, 15};
  Diagnostics diagnostics;
  ASSERT_TRUE(removeElements(document, {&hair, 1}, diagnostics).ok());
  EXPECT_EQ(document.root().find("nodes")->size(), 16u);
  // A spring needs a joint, and its array a spring (VRMC_springBone schema, minItems 1).
  EXPECT_EQ(Json::at(document.root(), "/extensions/VRMC_springBone/springs"), nullptr);
  EXPECT_EQ(Json::at(document.root(), "/extensions/VRMC_springBone/colliderGroups")->size(), 1u);
  EXPECT_FALSE(document.root().find("nodes")->elements()[2].has("children"));  // core arrays are never empty
  EXPECT_EQ(Json::at(document.root(), "/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/node")->index(), 15u);
  EXPECT_EQ(validity(document), "");
}

TEST(Edit, RemovalCascadesThroughExtensions) {
  Document document = test::smallAvatar().document();
  // The head carries the collider; the skin needs the head, so the body that wears the skin must go as well.
  const Element doomed[] = {{Kind::Node, 2}, {Kind::Skin, 0}};
  Diagnostics diagnostics;
  ASSERT_TRUE(removeElements(document, doomed, diagnostics).ok());
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/extensions/VRMC_springBone")), R"({"specVersion":"1.0"})");
  EXPECT_EQ(Json::at(document.root(), "/extensions/VRMC_vrm/humanoid/humanBones/head"), nullptr);
  EXPECT_EQ(document.root().find("skins"), nullptr);
  EXPECT_EQ(validity(document), "");

  Document refused = test::smallAvatar().document();
  const Element head{Kind::Node, 2};
  const Result<void> no = removeElements(refused, {&head, 1}, diagnostics);
  EXPECT_EQ(no.error().code, Code::EditStillReferenced);
  EXPECT_EQ(no.error().pointer, "/skins/0/joints/0");
}

TEST(Edit, ANodeWithoutMeshHasNoSkinEither) {
  AssetBuilder b = test::smallAvatar();
  b.set("/nodes/18/weights", "[0.5]");
  Document document = b.document();
  Diagnostics diagnostics;
  ASSERT_TRUE(removeElement(document, {Kind::Mesh, 0}, diagnostics).ok());
  const JsonValue& body = document.root().find("nodes")->elements()[18];
  EXPECT_EQ(Json::write(body), R"({"name":"body"})");  // glTF 2.0: skin and weights need a mesh
  EXPECT_EQ(validity(document), "");
}

TEST(Edit, ParallelArraysMoveAlong) {
  AssetBuilder b;
  b.set("/materials", R"([{"name":"a"},{"name":"b"},{"name":"c"}])");
  b.set("/extensions/VRM/materialProperties", R"([{"name":"a"},{"name":"b"},{"name":"c"}])");
  Document document = b.document();
  Diagnostics diagnostics;
  const std::uint32_t order[] = {2, 0, 1};
  ASSERT_TRUE(reorderElements(document, Kind::Material, order, diagnostics).ok());
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/extensions/VRM/materialProperties")),
            R"([{"name":"b"},{"name":"c"},{"name":"a"}])");
  const Element first{Kind::Material, 0};
  ASSERT_TRUE(removeElements(document, {&first, 1}, diagnostics).ok());
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/extensions/VRM/materialProperties")),
            R"([{"name":"c"},{"name":"a"}])");
}

TEST(Edit, MaterialPropertiesStayInStep) {
  AssetBuilder b;
  b.set("/materials", R"([{"name":"a"}])");
  b.set("/extensions/VRM/materialProperties", R"([{"name":"a"}])");
  b.add(Kind::Material, R"({"name":"new"})");
  Document document = b.document();
  const std::uint32_t order[] = {1, 0};
  Diagnostics diagnostics;
  ASSERT_TRUE(reorderElements(document, Kind::Material, order, diagnostics).ok());
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/extensions/VRM/materialProperties")),
            R"([{"name":"new","shader":"VRM_USE_GLTFSHADER"},{"name":"a"}])");
  // Lengths that differ leave nothing to go by.
  document.editJson().put("/extensions/VRM/materialProperties/-", document.editJson().object());
  ASSERT_TRUE(reorderElements(document, Kind::Material, order, diagnostics).ok());
  EXPECT_TRUE(diagnostics.has(Code::EditOutOfStep));
}

TEST(Edit, AddedElementsAreTreesOfTheirOwn) {
  AssetBuilder b;
  b.set("/materials", "[{},{},{}]");
  b.set("/meshes", R"([{"primitives":[{"attributes":{},"material":2}]}])");
  Document document = b.document();
  ASSERT_TRUE(addElement(document, Kind::Mesh, document.root().find("meshes")->elements()[0]).ok());
  const std::uint32_t order[] = {1, 2, 0};
  Diagnostics diagnostics;
  ASSERT_TRUE(reorderElements(document, Kind::Material, order, diagnostics).ok());
  for (const char* pointer : {"/meshes/0/primitives/0/material", "/meshes/1/primitives/0/material"}) {
    EXPECT_EQ(Json::at(document.root(), pointer)->index(), 0u);
  }
  Json json;
  JsonValue first = json.array();
  json.append(first, json.number(1u));
  json.set(json.editRoot(), "a", first);
  json.set(json.editRoot(), "b", first);
  json.append(*json.editRoot().find("a"), json.number(2u));
  json.append(*json.editRoot().find("b"), json.number(3u));
  EXPECT_EQ(json.write(), R"({"a":[1,2],"b":[1,3]})");
}

TEST(Edit, DataMayComeFromTheDocumentItself) {
  AssetBuilder b;
  b.floats(AccessorType::Scalar, {1, 2, 3, 4, 5, 6, 7}, true);
  Document document = b.document();
  for (int i = 0; i < 6; ++i) {
    NewAccessor what;
    what.count = 7;
    what.minMax = true;
    ASSERT_TRUE(addAccessor(document, what, *document.bufferView(0)).ok());
  }
  Diagnostics diagnostics;
  const Asset asset = *readAsset(document, diagnostics);
  EXPECT_EQ(*readFloats(document, asset, AccessorIndex(6), diagnostics), (std::vector<float>{1, 2, 3, 4, 5, 6, 7}));
}

TEST(Edit, AnAssetFromBeforeAnEditIsNoticed) {
  AssetBuilder b;
  b.floats(AccessorType::Scalar, {1, 2, 3, 4, 5, 6, 7, 8});
  Document document = b.document();
  Diagnostics diagnostics;
  const Asset stale = *readAsset(document, diagnostics);
  ASSERT_TRUE(removeElement(document, {Kind::Accessor, 0}, diagnostics).ok());
  ASSERT_TRUE(addAccessor(document, {.count = 1}, bytesOf<float>({9})).ok());
  ASSERT_TRUE(compact(document, diagnostics).ok());
  EXPECT_EQ(readFloats(document, stale, AccessorIndex(0), diagnostics).error().code, Code::ApiMisuse);
}

TEST(Edit, AnimationPointersFollowEveryKind) {
  AssetBuilder b;
  b.set("/extensions/KHR_lights_punctual/lights", "[{},{},{}]");
  b.set("/animations", R"([{"channels":[{"target":{"extensions":{"KHR_animation_pointer":{"pointer":)"
                       R"("/extensions/KHR_lights_punctual/lights/2/color"}}}},{"target":{"extensions":)"
                       R"({"KHR_animation_pointer":{"pointer":"/materials/7/alphaCutoff"}}}}]}])");
  Document document = b.document();
  Diagnostics before;
  checkReferences(document.root(), before);
  ASSERT_EQ(before.all().size(), 1u);
  EXPECT_EQ(before.all()[0].message, "7 is out of range, the file has 0 materials");
  Diagnostics diagnostics;
  ASSERT_TRUE(removeElement(document, {Kind::Light, 0}, diagnostics).ok());
  EXPECT_EQ(Json::at(document.root(), "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer")->string(),
            "/extensions/KHR_lights_punctual/lights/1/color");
}

// The table's own tests are made from the table; these are made from the documents, so that a row that is missing or
// misspelt shows. Every index is 1 of 4 and must become 2 when all arrays are reversed.
TEST(Edit, EveryVersionAsItsDocumentSpellsIt) {
  const char* kDocuments[] = {
      // VRM 0.x
      (R"({"extensions":{"VRM":{"meta":{"texture":1},"humanoid":{"humanBones":[{"bone":"hips","node":1}]},)"
       R"("firstPerson":{"firstPersonBone":1,"meshAnnotations":[{"mesh":1}]},"blendShapeMaster":{"blendShapeGroups":)"
       R"([{"binds":[{"mesh":1,"index":"-"}]}]},"secondaryAnimation":{"boneGroups":[{"center":1,"bones":[1],)"
       R"("colliderGroups":[1]}],"colliderGroups":[{"node":1},{"node":1},{"node":1},{"node":1}]},)"
       R"("materialProperties":[{"textureProperties":{"_MainTex":1,"_ShadeTexture":1}}]}}})"),
      // seed 004, with the spellings that the rules accept
      (R"({"extensions":{"VRMC_vrm":{"meta":{"thumbnailImage":1},"humanoid":{"humanBones":[{"bone":"hips","node":1}]},)"
       R"("blendShape":{"blendShapeGroups":[{"binds":[{"mesh":1}],"values":[{"mesh":1}],"materialValues":[{"material":1}],)"
       R"("materials":[{"material":1}],"materialUVBinds":[{"material":1}]}]},"firstPerson":{"meshAnnotations":[{"mesh":1}]},)"
       R"("springBone":{"boneGroups":[{"center":1,"bones":[1],"colliderGroups":[1]}],)"
       R"("colliderGroups":[{"node":1},{"node":1},{"node":1},{"node":1}]}}}})"),
      R"({"extensions":{"VRMC_vrm":{"blendshape":[{"values":[{"mesh":1}],"materials":[{"material":1}]}]}}})",
      // VRMC_vrm 1.0, VRMC_springBone, VRMC_materials_mtoon, VRMC_node_constraint
      (R"({"extensions":{"VRMC_vrm":{"meta":{"thumbnailImage":1},"humanoid":{"humanBones":{"hips":{"node":1}}},)"
       R"("firstPerson":{"meshAnnotations":[{"node":1}]},"expressions":{"preset":{"happy":{"morphTargetBinds":)"
       R"([{"node":1,"index":"-"}],"materialColorBinds":[{"material":1}],"textureTransformBinds":[{"material":1}]}},)"
       R"("custom":{"x":{"morphTargetBinds":[{"node":1}]}}}},"VRMC_springBone":{"colliders":[{"node":1},{"node":1},)"
       R"({"node":1},{"node":1}],"colliderGroups":[{"colliders":[1]},{"colliders":[1]},{"colliders":[1]},)"
       R"({"colliders":[1]}],"springs":[{"joints":[{"node":1}],"colliderGroups":[1],"center":1}]}}})"),
      (R"({"materials":[{"extensions":{"VRMC_materials_mtoon":{"shadeMultiplyTexture":{"index":1},)"
       R"("shadingShiftTexture":{"index":1},"matcapTexture":{"index":1},"rimMultiplyTexture":{"index":1},)"
       R"("outlineWidthMultiplyTexture":{"index":1},"uvAnimationMaskTexture":{"index":1}}}},{},{},{}]})"),
      (R"({"nodes":[{"extensions":{"VRMC_node_constraint":{"constraint":{"roll":{"source":1}}}}},)"
       R"({"extensions":{"VRMC_constraints-1.0":[{"rotation":{"source":1}}]}},)"
       R"({"extensions":{"VRMC_constraints":{"constraint":{"position":{"source":1}}}}},)"
       R"({"extensions":{"VRMC_constraints":{"aim":{"source":1}}}}]})"),
      // VRMC_vrm_animation
      (R"({"extensions":{"VRMC_vrm_animation":{"humanoid":{"humanBones":{"hips":{"node":1}}},"expressions":{"preset":)"
       R"({"happy":{"node":1}},"custom":{"x":{"node":1}}},"lookAt":{"node":1}}}})"),
  };
  const std::uint32_t reversed[] = {3, 2, 1, 0};
  for (const char* text : kDocuments) {
    AssetBuilder b;
    const JsonValue given = *b.json().fromText(text);
    for (const JsonMember& member : given.members()) b.json().put("/" + std::string(member.key.string()), member.value);
    for (const Kind kind : {Kind::Node, Kind::Mesh, Kind::Material, Kind::Texture, Kind::Image}) {
      while (!homeArray(b.json().root(), kind) || homeArray(b.json().root(), kind)->size() < 4) b.add(kind, "{}");
    }
    Document document = b.document();
    const auto ones = [&] {
      const std::string all = document.json().write();
      // The name of one extension has a 1 of its own.
      return std::count(all.begin(), all.end(), '1') - (all.find("VRMC_constraints-1.0") != std::string::npos ? 1 : 0);
    };
    ASSERT_GT(ones(), 0);
    Diagnostics diagnostics;
    for (std::size_t k = 0; k < kKindCount; ++k) {
      const auto kind = static_cast<Kind>(k);
      const JsonValue* home = homeArray(document.root(), kind);
      if (!home || home->size() != 4) continue;
      ASSERT_TRUE(reorderElements(document, kind, reversed, diagnostics).ok());
    }
    EXPECT_EQ(ones(), 0) << document.json().write();
  }
}

TEST(Edit, UnknownExtensionsAreLeftAloneAndReportedOnce) {
  AssetBuilder b;
  b.set("/nodes", R"([{"extensions":{"ACME_tail":{"node":1}}},{"extensions":{"ACME_tail":{"node":0},"VRMC_node_constraint":{}},)"
                  R"("extras":{"extensions":{"OTHER":{"node":0}}}}])");
  Document document = b.document();
  Diagnostics diagnostics;
  const std::uint32_t order[] = {1, 0};
  ASSERT_TRUE(reorderElements(document, Kind::Node, order, diagnostics).ok());
  EXPECT_EQ(Json::at(document.root(), "/nodes/1/extensions/ACME_tail/node")->index(), 1u);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, Code::EditUnknownExtension);
  EXPECT_NE(diagnostics.all()[0].pointer.find("ACME_tail"), std::string::npos);
}

TEST(Edit, BadRequestsAreRefusedAndChangeNothing) {
  Document document = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  const Element outside{Kind::Mesh, 7};
  EXPECT_EQ(removeElements(document, {&outside, 1}, diagnostics).error().toString(),
            "/meshes: 7 is out of range, the file has 1 mesh [GLTF_INDEX_RANGE]");
  const Element homeless{Kind::AnimationSampler, 0};
  EXPECT_EQ(removeElements(document, {&homeless, 1}, diagnostics).error().code, Code::ApiMisuse);
  for (const std::vector<std::uint32_t>& order :
       {std::vector<std::uint32_t>{}, {0, 0}, {1}, std::vector<std::uint32_t>{0, 1}}) {
    EXPECT_EQ(reorderElements(document, Kind::Mesh, order, diagnostics).error().code, Code::EditIndexMap);
  }
  EXPECT_EQ(addElement(document, Kind::Pointer, {}).error().code, Code::ApiMisuse);
  EXPECT_FALSE(document.json().modified());
}

TEST(Edit, DeepSubtreesAreRemovedWithoutRecursion) {
  AssetBuilder b;
  std::string nodes = "[";
  for (int i = 0; i < 50'000; ++i) nodes += (i ? ",{\"children\":[" : "{\"children\":[") + std::to_string(i + 1) + "]}";
  b.set("/nodes", nodes + ",{}]");
  Document document = b.document();
  Diagnostics diagnostics;
  const Element top{Kind::Node, 1};
  ASSERT_TRUE(removeElements(document, {&top, 1}, diagnostics).ok());
  EXPECT_EQ(document.root().find("nodes")->size(), 1u);
}

TEST(Edit, AddedAccessorsReadBack) {
  AssetBuilder b;
  const std::uint32_t first = b.indices({1, 2, 3});
  const std::uint32_t second = b.floats(AccessorType::Vec3, {1, -2, 3, -1, 2, 5}, true);
  const Document document = b.document();
  EXPECT_EQ(validity(document), "");
  Diagnostics diagnostics;
  const Asset asset = *readAsset(document, diagnostics);
  EXPECT_EQ(*readUints(document, asset, AccessorIndex(first), diagnostics), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(*readFloats(document, asset, AccessorIndex(second), diagnostics),
            (std::vector<float>{1, -2, 3, -1, 2, 5}));
  EXPECT_EQ(asset.numberList(asset.accessors[second].min)[1], -2);
  EXPECT_EQ(asset.numberList(asset.accessors[second].max)[2], 5);
  EXPECT_EQ(asset.bufferViews[1].byteOffset % 4, 0u);
  Document other;
  EXPECT_EQ(addAccessor(other, {.count = 3}, bytesOf("12")).error().code, Code::ApiMisuse);
}

TEST(Compact, DropsWhatNothingUsesAndKeepsTheRest) {
  // Views: 0 unused, 1 and 2 overlap, 3 stands at an odd place.
  const Bytes bin = bytesOf("AAAAAAAAbbbbccccddddZZZZZxyz");
  const std::string json = test::gltfJson(
      R"("buffers":[{"byteLength":28}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":8},)"
      R"({"buffer":0,"byteOffset":12,"byteLength":8},{"buffer":0,"byteOffset":25,"byteLength":3}],)"
      R"("accessors":[{"bufferView":1,"componentType":5121,"count":8,"type":"SCALAR"},)"
      R"({"bufferView":2,"componentType":5121,"count":8,"type":"SCALAR"},{"bufferView":3,"componentType":5121,"count":3,"type":"SCALAR"}])");
  Document document = *Document::parse(test::glb(json, bin));
  Diagnostics diagnostics;
  const Asset before = *readAsset(document, diagnostics);
  std::vector<std::vector<std::uint32_t>> values;
  for (std::uint32_t i = 0; i < 3; ++i) values.push_back(*readUints(document, before, AccessorIndex(i), diagnostics));
  ASSERT_TRUE(compact(document, diagnostics).ok());
  const Asset after = *readAsset(document, diagnostics);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(*readUints(document, after, AccessorIndex(i), diagnostics), values[i]);
  }
  EXPECT_EQ(after.bufferViews.size(), 3u);
  EXPECT_EQ(document.buffer(0).size(), 16u);  // 12 shared bytes, one for alignment, 3
  EXPECT_EQ(after.bufferViews[2].byteOffset % 4, 25u % 4);
  const std::string once = document.json().write();
  ASSERT_TRUE(compact(document, diagnostics).ok());
  EXPECT_EQ(document.json().write(), once);
}

TEST(Compact, AModelThatLosesItsMeshesLosesTheirBytes) {
  Document document = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  ASSERT_TRUE(removeElements(document, std::vector<Element>{{Kind::Mesh, 0}, {Kind::Skin, 0}}, diagnostics).ok());
  for (const Kind kind : {Kind::Accessor, Kind::Material, Kind::Texture}) {
    ASSERT_TRUE(removeUnused(document, kind, diagnostics).ok());
  }
  ASSERT_TRUE(compact(document, diagnostics).ok());
  EXPECT_FALSE(document.root().has("accessors"));
  EXPECT_TRUE(document.root().has("materials"));  // an expression changes its colour
  EXPECT_EQ(document.root().find("bufferViews")->size(), 1u);  // the picture
  EXPECT_EQ(document.buffer(0).size(), test::tinyPng().size());
  EXPECT_EQ(validity(document), "");
}

TEST(Compact, KeepsWhatAnUnknownExtensionMayUse) {
  const std::string json = test::gltfJson(
      R"("buffers":[{"byteLength":12}],"bufferViews":[{"buffer":0,"byteLength":4},{"buffer":0,"byteOffset":8,"byteLength":4}],)"
      R"("extensions":{"ACME_sound":{"bufferView":1}})");
  Document document = *Document::parse(test::glb(json, bytesOf("AAAA____BBBB")));
  Diagnostics diagnostics;
  ASSERT_TRUE(compact(document, diagnostics).ok());
  EXPECT_TRUE(diagnostics.has(Code::EditUnknownExtension));
  EXPECT_EQ(document.root().find("bufferViews")->size(), 2u);
  const auto view = *document.bufferView(1);
  EXPECT_EQ(Bytes(view.begin(), view.end()), bytesOf("BBBB"));
  EXPECT_EQ(document.buffer(0).size(), 12u);  // nor do we know which bytes it uses
}

TEST(Compact, DropsUnusedBuffers) {
  Document document = *Document::parse(test::glb(
      test::gltfJson(R"("buffers":[{"byteLength":4},{"byteLength":1,"uri":"data:,x"}],"bufferViews":[{"buffer":0,"byteLength":4}])"),
      bytesOf("1234")));
  Diagnostics diagnostics;
  ASSERT_TRUE(compact(document, diagnostics).ok());
  EXPECT_EQ(document.root().find("buffers"), nullptr);
  EXPECT_EQ(document.root().find("bufferViews"), nullptr);
  EXPECT_TRUE(document.buffers().empty());
  EXPECT_EQ(*document.toGlb(), test::glb(document.json().write()));
}

// However many images lie on the same bytes: one file, and no more than the limit.
TEST(Unpack, ImagesOnTheSameBytesAreOneFile) {
  AssetBuilder b;
  const std::uint32_t first = b.image("a", test::tinyPng(), "image/png");
  const std::string view = Json::write(*Json::at(b.json().root(), "/images/" + std::to_string(first) + "/bufferView"));
  b.add(Kind::Image, R"({"name":"b","mimeType":"image/png","bufferView":)" + view + "}");
  Document document = b.document();
  Diagnostics diagnostics;
  const Result<std::vector<NamedBytes>> files = unpack(document, "m", false, diagnostics);
  ASSERT_TRUE(files) << files.error().toString();
  EXPECT_EQ(files->size(), 1u);
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/images/0/uri")), R"("m_a.png")");
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/images/1/uri")), R"("m_a.png")");
  OpenOptions options;
  options.limits.decodedBytes = 2 * test::tinyPng().size() - 1;
  Document limited = *Document::parse(b.glb(), options);
  EXPECT_EQ(unpack(limited, "m", true, diagnostics).error().code, Code::LimitDecodedBytes);
}

TEST(Pack, MergesBuffersAndImages) {
  const Bytes png = test::tinyPng();
  // Buffer 0 has no data: a placeholder such as meshopt's.
  Document document = *Document::parse(bytesOf(test::gltfJson(
      R"("buffers":[{"byteLength":8},{"byteLength":3,"uri":"data:,abc"},{"byteLength":2,"uri":"data:,de"}],)"
      R"("bufferViews":[{"buffer":2,"byteLength":2},{"buffer":1,"byteOffset":1,"byteLength":2},{"buffer":0,"byteLength":8}],)"
      R"("accessors":[{"bufferView":0,"componentType":5121,"count":2,"type":"SCALAR"},)"
      R"({"bufferView":1,"componentType":5121,"count":2,"type":"SCALAR"}],"images":[{"uri":")" +
      encodeDataUri("image/png", png) + R"("}])")));
  Diagnostics diagnostics;
  ASSERT_TRUE(pack(document, diagnostics).ok());
  const Asset asset = *readAsset(document, diagnostics);
  EXPECT_EQ(*readUints(document, asset, AccessorIndex(0), diagnostics), (std::vector<std::uint32_t>{'d', 'e'}));
  EXPECT_EQ(*readUints(document, asset, AccessorIndex(1), diagnostics), (std::vector<std::uint32_t>{'b', 'c'}));
  EXPECT_EQ(document.root().find("buffers")->size(), 2u);
  EXPECT_TRUE(document.hasBuffer(0));
  EXPECT_FALSE(document.hasBuffer(1));
  EXPECT_EQ(asset.bufferViews[2].buffer, BufferIndex(1));
  const auto image = document.image(0);
  ASSERT_TRUE(image.ok());
  EXPECT_TRUE(std::equal(image->begin(), image->end(), png.begin(), png.end()));
  EXPECT_EQ(asset.images[0].mimeType, "image/png");
  EXPECT_TRUE(document.toGlb().ok());
}

}  // namespace
}  // namespace vrm::gltf
