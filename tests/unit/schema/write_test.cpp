// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/write.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "support/read_model.hpp"
#include "support/slow_build.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using namespace schema;
using gltf::Document;
using gltf::Json;
using gltf::JsonValue;
using test::AssetBuilder;
using test::ReadModel;
using test::readModel;
using test::sameAvatar;

std::set<std::string> names(const Document& document, std::string_view list) {
  std::set<std::string> out;
  if (const JsonValue* value = document.root().find(list)) {
    for (const JsonValue& entry : value->elements()) out.emplace(entry.string());
  }
  return out;
}

std::string text(const Document& document, std::string_view pointer) {
  const JsonValue* value = Json::at(document.root(), pointer);
  return value ? Json::write(*value) : "absent";
}

TEST(WriteVrm, ReplacesTheExtensionOf0xAndKeepsTheListsRight) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm0);
  b.use("ACME_hat");
  b.set("/extensionsRequired", R"(["VRM"])");
  const ReadModel again = test::writtenAndRead(readModel(b.document()));
  EXPECT_EQ(text(again.document, "/extensions/VRM"), "absent");
  EXPECT_EQ(names(again.document, "extensionsUsed"),
            (std::set<std::string>{"ACME_hat", "KHR_texture_transform", "VRMC_vrm", "VRMC_springBone",
                                   "VRMC_materials_mtoon"}));
  EXPECT_EQ(text(again.document, "/extensionsRequired"), "absent");
}

TEST(WriteVrm, TakesDraftMembersAway) {
  const ReadModel again = test::writtenAndRead(readModel(sameAvatar(VrmVersion::Draft).document()));
  for (const char* member :
       {"blendShape", "springBone", "lookAt/lookAtType", "lookAt/horizontalInner", "meta/title",
        "meta/author", "meta/license", "meta/allowedUser", "humanoid/humanBones/leftThumbIntermediate",
        "firstPerson/meshAnnotations/0/mesh", "firstPerson/meshAnnotations/0/firstPersonFlag"}) {
    EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/" + std::string(member)), "absent") << member;
  }
  EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/specVersion"), "\"1.0\"");
  EXPECT_EQ(names(again.document, "extensionsUsed"),
            (std::set<std::string>{"KHR_texture_transform", "VRMC_vrm", "VRMC_springBone",
                                   "VRMC_materials_mtoon", "VRMC_node_constraint"}));
}

TEST(WriteVrm, LeavesEverythingElseAlone) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const char* kStrange = R"({"a":[1,2.50,{"b":null}]})";
  const char* kPlaces[] = {"/extras",
                           "/extensions/ACME_hat",
                           "/extensions/VRMC_vrm/extras",
                           "/extensions/VRMC_vrm/acme",
                           "/extensions/VRMC_vrm/meta/extras",
                           "/extensions/VRMC_vrm/humanoid/humanBones/hips/extras",
                           "/extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/extras",
                           "/extensions/VRMC_vrm/expressions/preset/happy/extras",
                           "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/extras",
                           "/extensions/VRMC_vrm/expressions/custom/wave/extras",
                           "/extensions/VRMC_vrm/firstPerson/meshAnnotations/1/extras",
                           "/extensions/VRMC_springBone/springs/0/extras",
                           "/extensions/VRMC_springBone/springs/0/joints/1/extras",
                           "/extensions/VRMC_springBone/colliders/0/extras",
                           "/extensions/VRMC_springBone/colliderGroups/0/extras",
                           "/materials/0/extensions/ACME_shine",
                           "/materials/0/extensions/VRMC_materials_mtoon/extras",
                           "/nodes/3/extensions"};
  for (const char* place : kPlaces) b.set(place, kStrange);
  b.set("/extensions/VRMC_springBone/springs/0/joints/0/stiffness", "0.60");  // spelled so
  const ReadModel model = readModel(b.document());
  EXPECT_EQ(model.problems(), "");
  const ReadModel again = test::writtenAndRead(model);
  for (const char* place : kPlaces) EXPECT_EQ(text(again.document, place), kStrange) << place;
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/springs/0/joints/0/stiffness"), "0.60");
  EXPECT_EQ(again.document.json().write(), model.document.json().write());
}

TEST(WriteVrm, ElementsOfListsKeepTheirOwnExtras) {
  // Two unnamed springs, two colliders of one kind on one node, two unnamed groups: the first of each goes.
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set(
      "/extensions/VRMC_springBone/colliders",
      R"([{"node":4,"shape":{"sphere":{"radius":0.1}},"extras":"c0"},{"node":4,"shape":{"sphere":{"radius":0.20}},"extras":"c1"}])");
  b.set("/extensions/VRMC_springBone/colliderGroups",
        R"([{"colliders":[0],"extras":"g0"},{"colliders":[1,1],"extras":"g1"}])");
  b.set(
      "/extensions/VRMC_springBone/springs",
      R"([{"joints":[{"node":22},{"node":23}],"extras":"s0"},{"joints":[{"node":23,"extras":"j0"},{"node":24,"extras":"j1"}],"extras":"s1"},{"name":"n","joints":[{"node":4},{"node":22,"extras":"j2"}],"extras":"s2"}])");
  b.set("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds",
        R"([{"node":26,"index":0,"weight":1,"extras":"m0"},{"node":26,"index":1,"weight":1,"extras":"m1"}])");
  ReadModel model = readModel(b.document());
  ASSERT_EQ(model.vrm.springBone.springs.size(), 3u);
  SpringBone& s = model.vrm.springBone;
  s.colliders.erase(s.colliders.begin());
  s.colliderGroups.erase(s.colliderGroups.begin());
  s.colliderGroups[0].colliders = {ColliderIndex(0), ColliderIndex(0)};
  s.springs.erase(s.springs.begin());
  s.springs[1].joints.erase(s.springs[1].joints.begin());
  Expression& happy = *std::find_if(model.vrm.expressions.list.begin(), model.vrm.expressions.list.end(),
                                    [](const Expression& e) { return e.name == "happy"; });
  happy.morphTargetBinds.erase(happy.morphTargetBinds.begin());
  const ReadModel again = test::writtenAndRead(model);
  EXPECT_EQ(test::differences(model.vrm, again.vrm), "");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliders"),
            R"([{"node":4,"shape":{"sphere":{"radius":0.20}},"extras":"c1"}])");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliderGroups"),
            R"([{"colliders":[0,0],"extras":"g1"}])");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/springs"),
            R"([{"joints":[{"node":23,"extras":"j0"},{"node":24,"extras":"j1"}],"extras":"s1"},)"
            R"({"name":"n","joints":[{"node":22,"extras":"j2"}],"extras":"s2"}])");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/extras"),
            R"("m1")");
}

TEST(WriteVrm, WhatReadingDropsTakesNoExtrasAlong) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set("/extensions/VRMC_springBone/colliders",
        R"([{"shape":{"sphere":{}},"extras":"c0"},{"node":4,"shape":{"sphere":{}},"extras":"c1"}])");
  b.set("/extensions/VRMC_springBone/colliderGroups",
        R"([{"colliders":[],"extras":"g0"},{"colliders":[1],"extras":"g1"}])");
  b.set("/extensions/VRMC_springBone/springs",
        R"([{"joints":[],"extras":"s0"},{"joints":[{"node":22},{"node":23},{"node":999}],"extras":"s1"}])");
  const ReadModel again = test::writtenAndRead(readModel(b.document()));
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliders"),
            R"([{"node":4,"shape":{"sphere":{}},"extras":"c1"}])");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliderGroups"),
            R"([{"colliders":[0],"extras":"g1"}])");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/springs"),
            R"([{"joints":[{"node":22},{"node":23}],"extras":"s1"}])");
}

TEST(WriteVrm, ExtendedCollidersGetAShapeForOtherReaders) {
  ReadModel model = readModel(sameAvatar(VrmVersion::Vrm1).document());
  Collider plane, inside;
  plane.node = inside.node = NodeIndex(test::kHead);
  plane.shape.type = ColliderShape::Type::Plane;
  plane.shape.offset = {0, 1, 0};
  plane.shape.normal = {0, 1, 0};
  inside.shape.radius = 0.5f;
  inside.shape.inside = true;
  model.vrm.springBone.colliders = {plane, inside};
  model.vrm.springBone.colliderGroups[0].colliders = {ColliderIndex(0), ColliderIndex(1)};
  model.vrm.springBone.colliderGroups.resize(1);
  for (Spring& s : model.vrm.springBone.springs) s.colliderGroups.clear();
  const ReadModel again = test::writtenAndRead(model);
  EXPECT_EQ(again.problems(), "");
  ASSERT_EQ(again.vrm.springBone.colliders.size(), 2u);
  EXPECT_EQ(again.vrm.springBone.colliders[0].shape, plane.shape);
  EXPECT_EQ(again.vrm.springBone.colliders[1].shape, inside.shape);
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliders/0/shape"),
            R"({"sphere":{"offset":[0,-999,0],"radius":1000}})");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliders/1/shape"),
            R"({"sphere":{"offset":[0,-10000,0],"radius":0}})");
  EXPECT_TRUE(names(again.document, "extensionsUsed").contains("VRMC_springBone_extended_collider"));
}

TEST(WriteVrm, EditsReachTheFile) {
  ReadModel model = readModel(sameAvatar(VrmVersion::Vrm1).document());
  Vrm& v = model.vrm;
  v.meta.name = "Renamed";
  v.humanoid[HumanBone::LeftEye] = {};
  v.expressions.list.erase(v.expressions.list.begin());
  v.expressions.list[0].isBinary = false;
  v.lookAt.reset();
  v.firstPerson.meshAnnotations.clear();
  v.springBone.springs.pop_back();
  v.springBone.springs[0].joints[1].limit = SpringLimit{SpringLimit::Type::Hinge, 0.5f, 0, 0, {}};
  ColliderShape plane;
  plane.type = ColliderShape::Type::Plane;
  v.springBone.colliders[0].fallback = v.springBone.colliders[0].shape;
  v.springBone.colliders[0].shape = plane;
  NodeConstraint roll;
  roll.node = NodeIndex(25);
  roll.source = NodeIndex(13);
  v.constraints.push_back(roll);
  const ReadModel again = test::writtenAndRead(model);
  ASSERT_EQ(again.error, "");
  EXPECT_EQ(test::differences(v, again.vrm), "");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/lookAt"), "absent");
  EXPECT_EQ(names(again.document, "extensionsUsed"),
            (std::set<std::string>{"VRMC_vrm", "VRMC_springBone", "VRMC_materials_mtoon",
                                   "VRMC_springBone_limit", "VRMC_springBone_extended_collider",
                                   "VRMC_node_constraint", "KHR_texture_transform"}));
  // And away again.
  ReadModel back = readModel(again.document.clone());
  back.vrm.springBone = {};
  back.vrm.constraints.clear();
  const ReadModel bare = test::writtenAndRead(back);
  EXPECT_EQ(names(bare.document, "extensionsUsed"),
            (std::set<std::string>{"KHR_texture_transform", "VRMC_vrm", "VRMC_materials_mtoon"}));
  EXPECT_EQ(text(bare.document, "/extensions/VRMC_springBone"), "absent");
  EXPECT_EQ(text(bare.document, "/nodes/25/extensions"), "absent");
}

TEST(WriteVrm, AColliderShapeThatNobodyKnowsStays) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const char* kBox =
      R"({"VRMC_springBone_extended_collider":{"specVersion":"1.1","shape":{"box":{"size":[1,2,3]}}}})";
  b.set("/extensions/VRMC_springBone/colliders/0/extensions", kBox);
  const ReadModel again = test::writtenAndRead(readModel(b.document()));
  EXPECT_EQ(text(again.document, "/extensions/VRMC_springBone/colliders/0/extensions"), kBox);
}

TEST(WriteVrm, DraftConstraintsStayInTheirExtension) {
  AssetBuilder b = sameAvatar(VrmVersion::Draft);
  b.set(
      "/nodes/25/extensions",
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"position":{"source":13,"weight":0.5}}}})");
  b.set(
      "/nodes/13/extensions",
      R"({"VRMC_constraints":{"constraint":{"rotation":{"source":16,"sourceSpace":"local","destinationSpace":"local"}}}})");
  Diagnostics said;
  const ReadModel again = test::writtenAndRead(readModel(b.document()), &said);
  EXPECT_EQ(text(again.document, "/nodes/25/extensions"),
            R"({"VRMC_constraints-1.0":{"position":{"source":13,"weight":0.5}}})");
  // The one that 1.0 can say is final now.
  EXPECT_EQ(text(again.document, "/nodes/13/extensions"),
            R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":16}}}})");
  std::string lossy;
  for (const Diagnostic& d : said.all()) {
    if (d.code == Code::VrmLossy && d.pointer.starts_with("/nodes")) lossy += d.toString();
  }
  EXPECT_EQ(lossy,
            "/nodes/25: 1.0 has no draft position constraint; it stays in its draft extension, which 1.0 "
            "readers ignore [VRM_LOSSY]");
  EXPECT_TRUE(names(again.document, "extensionsUsed").contains("VRMC_constraints-1.0"));
}

TEST(WriteVrm, DraftConstraintsKeepTheirForm) {
  // Node 13 in a list and with a level, 16 with the later word for axes, 25 becomes a final one.
  const char* kListed =
      R"({"VRMC_constraints":[{"constraint":{"position":{"source":16,"weight":0.50,"extras":1},"extras":2}}]})";
  const char* kLater =
      R"({"VRMC_constraints-1.0":{"specVersion":"1.0-draft","rotation":{"axes":[true,false,true],"source":25,"extras":3}}})";
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set("/nodes/13/extensions", kListed);
  b.set("/nodes/16/extensions", kLater);
  b.set(
      "/nodes/25/extensions",
      R"({"VRMC_constraints":{"rotation":{"source":20,"sourceSpace":"local","destinationSpace":"local","extras":4}}})");
  ReadModel model = readModel(b.document());
  ASSERT_EQ(model.vrm.constraints.size(), 3u);
  const ReadModel again = test::writtenAndRead(model);
  EXPECT_EQ(test::differences(model.vrm, again.vrm), "");
  EXPECT_EQ(text(again.document, "/nodes/13/extensions"), kListed);
  EXPECT_EQ(text(again.document, "/nodes/16/extensions"), kLater);
  EXPECT_EQ(
      text(again.document, "/nodes/25/extensions"),
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":20,"extras":4}}}})");
  model.vrm.constraints[1].axes = {true, true, false};
  EXPECT_EQ(text(test::writtenAndRead(model).document, "/nodes/16/extensions/VRMC_constraints-1.0/rotation"),
            R"({"axes":[true,true,false],"source":25,"extras":3})");
}

TEST(WriteVrm, OtherExtrasMakeRoomForTheSource) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set("/extensions/VRMC_vrm/extras", R"(["mine"])");
  ReadModel model = readModel(b.document());
  model.vrm.exporterVersion = "E 1";
  EXPECT_EQ(text(test::writtenAndRead(model).document, "/extensions/VRMC_vrm/extras"),
            R"({"extras":["mine"],"vrmSource":{"exporterVersion":"E 1"}})");
}

TEST(WriteVrm, ManyExpressions) {
  ReadModel model = readModel(sameAvatar(VrmVersion::Vrm1).document());
  std::vector<Expression>& list = model.vrm.expressions.list;
  HumanoidAnimation& animation = model.vrm.animation.emplace();
  for (std::uint32_t i = 0; i < 50000 / test::kFewer; ++i) {
    list.emplace_back().name = "custom " + std::to_string(i);
    animation.expressions.push_back({list.back().name, std::nullopt, NodeIndex(0)});
  }
  const ReadModel again = test::writtenAndRead(model);
  EXPECT_EQ(test::differences(model.vrm, again.vrm), "");
  EXPECT_EQ(test::writtenAndRead(again).document.json().write(), again.document.json().write());
}

TEST(WriteVrm, LongLists) {
  ReadModel model = readModel(sameAvatar(VrmVersion::Vrm1).document());
  SpringBone& s = model.vrm.springBone;
  const Spring spring = s.springs[0];
  s = {};
  for (std::uint32_t i = 0; i < 30000 / test::kFewer; ++i) {
    s.colliders.emplace_back().node = NodeIndex(test::kHead);
    s.colliders.back().shape.radius = static_cast<float>(i);
    s.colliderGroups.emplace_back().colliders.push_back(ColliderIndex(i));
    s.springs.emplace_back().joints = spring.joints;
  }
  ReadModel again = test::writtenAndRead(model);
  EXPECT_EQ(test::differences(model.vrm, again.vrm), "");
  SpringBone& t = again.vrm.springBone;
  t.colliderGroups.pop_back();
  t.colliders.erase(t.colliders.begin());
  t.colliderGroups.back().name = "last";
  t.springs.erase(t.springs.begin(), t.springs.begin() + 15000 / test::kFewer);
  EXPECT_EQ(test::differences(again.vrm, test::writtenAndRead(again).vrm), "");
}

TEST(WriteVrm, LookAtThatLeavesItsDefaultsOutStaysSo) {
  for (const char* lookAt : {"{}", R"({"type":"expression","rangeMapVerticalUp":{}})",
                             R"({"rangeMapVerticalUp":{"outputScale":5.0}})"}) {
    AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
    b.set("/extensions/VRMC_vrm/lookAt", lookAt);
    ReadModel model = readModel(b.document());
    EXPECT_EQ(text(test::writtenAndRead(model).document, "/extensions/VRMC_vrm/lookAt"), lookAt);
    model.vrm.lookAt->rangeMapVerticalDown.outputScale = 7;
    EXPECT_EQ(test::differences(model.vrm, test::writtenAndRead(model).vrm), "");
  }
}

TEST(WriteVrm, OlderSectionsBeside10) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const char* kOlder = R"({"specVersion":"0.0","meta":{"title":"old"}})";
  b.set("/extensions/VRM", kOlder);
  b.use("VRM");
  b.set("/extensions/VRMC_vrm/blendShape", R"({"blendShapeGroups":[]})");
  b.set("/extensions/VRMC_vrm/springBone", R"({"boneGroups":[]})");
  Diagnostics said;
  const ReadModel again = test::writtenAndRead(readModel(b.document()), &said);
  EXPECT_EQ(text(again.document, "/extensions/VRM"), kOlder);
  EXPECT_TRUE(names(again.document, "extensionsUsed").contains("VRM"));
  EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/blendShape"), "absent");
  EXPECT_EQ(text(again.document, "/extensions/VRMC_vrm/springBone"), "absent");
  std::string lossy;
  for (const Diagnostic& d : said.all()) {
    if (d.code == Code::VrmLossy) lossy += d.toString() + "\n";
  }
  EXPECT_EQ(lossy,
            "/extensions/VRMC_vrm/blendShape: the draft's blendShape stands beside expressions, which "
            "counts; it is left out [VRM_LOSSY]\n"
            "/extensions/VRMC_vrm/springBone: the draft's springBone stands beside VRMC_springBone, which "
            "counts; it is left out [VRM_LOSSY]\n");
}

TEST(WriteVrm, TurnsWhatTheScenesShow) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm0);
  const std::uint32_t orphan = b.node("orphan");
  const std::uint32_t other = b.node("other");
  const std::string o = std::to_string(other);
  b.set("/scenes", R"([{"nodes":[0,26,27,28]},{"nodes":[)" + o + R"(]},{"nodes":[0,)" + o + "]}]");
  const ReadModel model = readModel(b.document());
  const ReadModel again = test::writtenAndRead(model);
  const auto turn = static_cast<std::uint32_t>(again.asset.nodes.size() - 1);
  const std::string t = std::to_string(turn);
  EXPECT_EQ(text(again.document, "/scenes"),
            R"([{"nodes":[)" + t + R"(]},{"nodes":[)" + o + R"(]},{"nodes":[)" + o + "," + t + "]}]");
  EXPECT_EQ(again.asset.nodes[orphan].parent, NodeIndex(turn));  // in no scene: bones may be among such
  EXPECT_FALSE(again.asset.nodes[other].parent);                 // another scene's own
}

TEST(WriteVrm, PlainGltfStaysPlain) {
  const ReadModel plain = readModel(R"("nodes":[{"name":"n"}])");
  const ReadModel again = test::writtenAndRead(plain);
  EXPECT_EQ(again.document.json().write(), plain.document.json().write());
}

TEST(WriteVrm, OlderStructsAreWrittenOnce) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    AssetBuilder b = sameAvatar(version);
    if (version == VrmVersion::Vrm1) {  // with the springs of the draft
      b.json().remove(*b.json().editRoot().find("extensions"), "VRMC_springBone");
      b.set("/extensions/VRMC_vrm/springBone", R"({"boneGroups":[{"bones":[22]}]})");
    }
    ReadModel model = readModel(b.document());
    EXPECT_FALSE(model.vrm.addedNodes.empty());
    Diagnostics diagnostics;
    ASSERT_TRUE(writeVrm(model.vrm, model.document, diagnostics).ok());
    const std::string once = model.document.json().write();
    const Result<void> again = writeVrm(model.vrm, model.document, diagnostics);
    ASSERT_FALSE(again.ok());
    EXPECT_EQ(again.error().code, Code::ApiMisuse);
    EXPECT_EQ(again.error().message, "the document has been written as 1.0 already; read it again");
    EXPECT_EQ(model.document.json().write(), once);
  }
}

TEST(WriteVrm, WhatDoesNotFitChangesNothing) {
  struct Case {
    std::function<void(Vrm&)> break_;
    const char* message;
  };
  const NodeIndex far(99);
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInfinity = std::numeric_limits<float>::infinity();
  const Case cases[] = {
      {[&](Vrm& v) { v.humanoid[HumanBone::Jaw] = far; },
       "the node of a humanoid bone is 99, but there are only 31"},
      {[&](Vrm& v) { v.humanoid.tails[0] = far; }, "the node of a humanoid tail is 99"},
      {[&](Vrm& v) { v.meta.thumbnailImage = ImageIndex(7); },
       "meta.thumbnailImage is 7, but there are only 1"},
      {[&](Vrm& v) { v.expressions.list[0].morphTargetBinds[0].node = {}; },
       "the node of a morph target bind is not set"},
      {[&](Vrm& v) { v.expressions.list[0].materialColorBinds[0].material = MaterialIndex(7); },
       "the material of a bind is 7"},
      {[&](Vrm& v) { v.expressions.list[2].textureTransformBinds[0].material = MaterialIndex(7); },
       "the material of a bind is 7"},
      {[&](Vrm& v) { v.firstPerson.meshAnnotations[0].node = far; }, "the node of an annotation is 99"},
      {[&](Vrm& v) { v.springBone.colliders[0].node = far; }, "the node of a collider is 99"},
      {[&](Vrm& v) { v.springBone.colliderGroups[0].colliders[0] = ColliderIndex(9); },
       "a collider of a group is 9"},
      {[&](Vrm& v) { v.springBone.springs[0].joints[0].node = far; }, "the node of a joint is 99"},
      {[&](Vrm& v) { v.springBone.springs[0].center = far; }, "the center of a spring is 99"},
      {[&](Vrm& v) { v.springBone.springs[0].colliderGroups[0] = ColliderGroupIndex(9); },
       "a collider group of a spring is 9"},
      {[&](Vrm& v) { v.constraints.push_back({.node = NodeIndex(1), .source = far}); },
       "the source of a constraint is 99"},
      {[&](Vrm& v) { v.constraints.push_back({.node = far, .source = NodeIndex(1)}); },
       "the node of a constraint is 99"},
      {[&](Vrm& v) { v.materials[0].baseColorTexture.index = TextureIndex(9); },
       "a texture of a material is 9"},
      {[&](Vrm& v) { v.materials[0].mtoon->matcapTexture.index = TextureIndex(9); },
       "a texture of a material is 9"},
      {[&](Vrm& v) {
         v.addedNodes.push_back({"x", far, {}});
       },
       "the parent of an added node is 99"},
      {[&](Vrm& v) {
         v.animation.emplace().expressions.push_back({"x", std::nullopt, far});
       },
       "the node of a track is 99"},
      {[&](Vrm& v) {
         v.animation.emplace().lookAt = LookAtTrack{far, std::nullopt};
       },
       "the node of the look-at track is 99"},
      {[&](Vrm& v) { v.animation.emplace().humanBones[0] = far; }, "the node of a bone's track is 99"},
      {[&](Vrm& v) { v.expressions.list[0].morphTargetBinds[0].weight = kNan; },
       "a number of expression \"happy\" is not finite"},
      {[&](Vrm& v) { v.expressions.list[0].name = ""; }, "an expression has no name"},
      {[&](Vrm& v) { v.expressions.list[0].name = "glad"; }, "expression \"glad\" is the preset \"happy\""},
      {[&](Vrm& v) { v.expressions.list.push_back(v.expressions.list[0]); },
       "there are two expressions \"happy\""},
      {[&](Vrm& v) { v.expressions.list.emplace_back().name = "Angry"; },
       "the custom expression \"Angry\" has the name of a preset"},
      {[&](Vrm& v) { v.lookAt->rangeMapVerticalUp.outputScale = kInfinity; },
       "a number of lookAt is not finite"},
      {[&](Vrm& v) { v.lookAt->rangeMapVerticalUp.curve = {kNan}; }, "a number of lookAt is not finite"},
      {[&](Vrm& v) { v.humanoid.unity.emplace().feetSpacing = kNan; },
       "a number of humanoid.unity is not finite"},
      {[&](Vrm& v) { v.springBone.colliders[0].shape.offset.y = kNan; },
       "a number of a collider is not finite"},
      {[&](Vrm& v) { v.springBone.springs[0].joints[0].gravityDir.z = kInfinity; }, "a number of spring"},
      {[&](Vrm& v) { v.springBone.springs[0].joints[0].limit.emplace().rotation.w = kNan; },
       "a number of spring"},
      {[&](Vrm& v) {
         v.constraints.push_back({.node = NodeIndex(1), .source = NodeIndex(2), .weight = kNan});
       },
       "a number of a constraint"},
      {[&](Vrm& v) { v.materials[0].alphaCutoff = kNan; }, "a number of material"},
      {[&](Vrm& v) { v.materials[0].mtoon->matcapFactor.x = kInfinity; }, "a number of material"},
      {[&](Vrm& v) { v.materials[0].mtoon->matcapTexture.transform.emplace().rotation = kNan; },
       "a number of material"},
      {[&](Vrm& v) {
         v.addedNodes.push_back({"x", NodeIndex(0), {kNan, 0, 0}});
       },
       "a number of an added node"},
      {[&](Vrm& v) {
         v.animation.emplace().lookAt = LookAtTrack{NodeIndex(0), Vec3{0, kNan, 0}};
       },
       "a number of the look-at track"},
      {[&](Vrm& v) { v.humanoid[HumanBone::Jaw] = v.humanoid[HumanBone::Head]; },
       "node 4 is two humanoid bones, one of them jaw"},
      {[&](Vrm& v) {
         v.constraints.push_back({.node = NodeIndex(1), .source = NodeIndex(2)});
         v.constraints.push_back({.node = NodeIndex(1), .source = NodeIndex(3)});
       },
       "node 1 has two constraints"},
  };
  for (const Case& c : cases) {
    ReadModel model = readModel(sameAvatar(VrmVersion::Vrm1).document());
    const std::string before = model.document.json().write();
    c.break_(model.vrm);
    Diagnostics diagnostics;
    const Result<void> written = writeVrm(model.vrm, model.document, diagnostics);
    ASSERT_FALSE(written.ok()) << c.message;
    EXPECT_EQ(written.error().code, Code::ApiMisuse);
    EXPECT_TRUE(written.error().message.starts_with(c.message)) << written.error().message;
    EXPECT_EQ(model.document.json().write(), before);
  }
}

}  // namespace
}  // namespace vrm
