// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What is missing, of the wrong type, out of range or contradictory gets a diagnostic with its place and a
// defined value. Materials and meta have such tables in files of their own.
#include <gtest/gtest.h>

#include <functional>

#include "support/slow_build.hpp"
#include "unit/schema/changed_avatar.hpp"

namespace vrm {
namespace {

using namespace schema;
using test::AssetBuilder;
using test::kAvatar;
using test::kSprings;
using test::kVrm0;
using test::ReadModel;
using test::readModel;
using test::sameAvatar;
const std::string kConstraint = "/nodes/25/extensions";

// Everything that the three avatars do not have: limits, extended colliders, constraints, tracks, Unity's
// limits.
AssetBuilder richAvatar(VrmVersion version) {
  AssetBuilder b = sameAvatar(version);
  if (version == VrmVersion::Vrm0) {
    b.set(kVrm0 + "humanoid/humanBones/0",
          R"({"bone":"hips","node":0,"useDefaultValues":false,"min":{"x":0,"y":0,"z":-1},)"
          R"("max":{"x":1,"y":1,"z":1},"center":{"x":0,"y":0,"z":0},"axisLength":0.5})");
    b.set(kVrm0 + "firstPerson/lookAtVerticalUp/curve", "[0,0,0,2,1,1,0,0]");
    return b;
  }
  if (version == VrmVersion::Draft) {
    b.set(kAvatar + "humanoid/humanBones/headTail", R"({"node":22})");
    b.set(kAvatar + "springBone/colliderGroups/0/colliders/-",
          R"({"shapeType":"capsule","offset":[0,1,0],"rotation":[0,1,0],"size":[1,2]})");
    b.set(kConstraint,
          R"({"VRMC_constraints-1.0":{"aim":{"source":13,"sourceSpace":"local","destinationSpace":"model",)"
          R"("aimVector":[1,0,0],"upVector":[0,1,0],"freezeAxes":[true,false],"weight":0.5}}})");
    b.set("/nodes/13/extensions",
          R"({"VRMC_constraints":[{"position":{"source":16,"axes":[true,false,true]}}]})");
    return b;
  }
  b.set(
      kSprings + "springs/0/joints/0/extensions",
      R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{"cone":{"angle":0.5,"rotation":[0,1,0,0]}}}})");
  b.set(
      kSprings + "springs/0/joints/1/extensions",
      R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{"spherical":{"pitch":0.5,"yaw":0.25}}}})");
  b.set(
      kSprings + "colliders/-",
      R"({"node":4,"shape":{"capsule":{"offset":[0,1,0],"radius":1,"tail":[0,2,0]}},"extensions":)"
      R"({"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{"plane":{"offset":[0,1,0],"normal":[0,1,0]}}}}})");
  b.set(
      kSprings + "colliders/-",
      R"({"node":4,"shape":{"sphere":{"radius":0}},"extensions":)"
      R"({"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{"capsule":{"offset":[0,1,0],"radius":1,"tail":[0,1,1],"inside":true}}}}})");
  b.set(kSprings + "colliderGroups/0/colliders", "[0,1,2]");
  b.set(
      kConstraint,
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"roll":{"source":13,"rollAxis":"X","weight":0.5}}}})");
  b.set(
      "/nodes/13/extensions",
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"aim":{"source":16,"aimAxis":"PositiveX"}}}})");
  b.set("/extensions/VRMC_vrm_animation",
        R"({"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":0},"head":{"node":4}}},)"
        R"("expressions":{"preset":{"happy":{"node":5}},"custom":{"wave":{"node":6}}},)"
        R"("lookAt":{"node":7,"offsetFromHeadBone":[0,0.1,0]}})");
  return b;
}

ReadModel changedRich(VrmVersion version, const std::string& pointer, std::string_view json) {
  return test::changed(richAvatar(version), pointer, json);
}

std::string allFindings(const ReadModel& m) {
  std::string out;
  for (const Diagnostic& d : m.diagnostics.all()) out += d.toString() + "\n";
  return out;
}

TEST(BadInput, SaysWhatIsWrongAndWhere) {
  struct Case {
    VrmVersion version;
    std::string pointer;
    const char* json;
    const char*
        finding;  // the rest of the line after the pointer; with a pointer of its own when it begins with "/"
  };
  using enum VrmVersion;
  const Case cases[] = {
      // humanoid
      {Vrm1, kAvatar + "humanoid", "7", ": humanoid must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "humanoid", "{}",
       "/humanBones: humanBones is missing; the model has no humanoid; name its bones there [GLTF_MISSING]"},
      {Vrm1, kAvatar + "humanoid/humanBones", "7", ": humanBones must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "humanoid/humanBones/hips", "{}",
       "/node: node is missing; the bone is left out [GLTF_MISSING]"},
      {Vrm1, kAvatar + "humanoid/humanBones/hips", "5", ": a bone must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "humanoid/humanBones/hips/node", "99",
       ": 99 is out of range, the file has 31 nodes [GLTF_INDEX_RANGE]"},
      {Vrm1, kAvatar + "humanoid/humanBones/hips/node", "1",
       ": node 1 \"spine\" is the bone hips already; spine is left out "
       "[VRM_BONE_DUPLICATE]|/extensions/VRMC_vrm/humanoid/humanBones/spine/node"},
      {Vrm1, kAvatar + "humanoid/humanBones/tentacle", R"({"node":25})",
       ": there is no humanoid bone \"tentacle\" [VRM_BONE_UNKNOWN]"},
      {Vrm0, kVrm0 + "humanoid/humanBones/1", R"({"bone":"hips","node":25})",
       ": hips is node 0 \"hips\" already [VRM_BONE_DUPLICATE]"},
      {Vrm0, kVrm0 + "humanoid/humanBones/1", R"({"node":25})",
       ": there is no humanoid bone \"\" [VRM_BONE_UNKNOWN]"},
      {Vrm0, kVrm0 + "humanoid/humanBones/1", "7", ": a bone must be an object [GLTF_TYPE]"},
      {Vrm0, kVrm0 + "humanoid/armStretch", "\"x\"", ": armStretch must be a number [GLTF_TYPE]"},
      // expressions
      {Vrm1, kAvatar + "expressions", "7", ": this must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset", "[]", ": preset must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset/happy", "[]", ": an expression must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/isBinary", "1",
       ": isBinary must be true or false [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/overrideBlink", "\"never\"",
       ": never is not a legal value for overrideBlink [GLTF_VALUE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds", "{}",
       ": morphTargetBinds must be an array [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0", "{}",
       "/index: index is missing; the bind is left out [GLTF_MISSING]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0", R"({"index":0,"weight":1})",
       "/node: node is missing; the bind is left out [GLTF_MISSING]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0", R"({"index":0,"node":26})",
       "/weight: weight is missing; the full weight is used [GLTF_MISSING]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0/index", "2",
       ": morph target 2 is out of range, mesh 0 has 2 [VRM_BIND]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0/index", "-1",
       ": -1 is not a legal value for index [GLTF_VALUE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0/node", "0",
       ": node 0 \"hips\" has no mesh [VRM_BIND]"},
      {Vrm1, kAvatar + "expressions/preset/happy/morphTargetBinds/0/weight", "1e39",
       ": 1e39 is not a legal value for weight [GLTF_VALUE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/materialColorBinds/0", "{}",
       "/material: material is missing; the bind is left out [GLTF_MISSING]"},
      {Vrm1, kAvatar + "expressions/preset/happy/materialColorBinds/0/type", "\"glow\"",
       ": glow is not a legal value for type [GLTF_VALUE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/materialColorBinds/0/targetValue", "[1,1,1]",
       ": targetValue must be an array of 4 numbers [GLTF_TYPE]"},
      {Vrm1, kAvatar + "expressions/preset/happy/materialColorBinds/0/material", "9",
       ": 9 is out of range, the file has 2 materials [GLTF_INDEX_RANGE]"},
      {Vrm1, kAvatar + "expressions/custom/wave/textureTransformBinds/0/scale", "[1]",
       ": scale must be an array of 2 numbers [GLTF_TYPE]"},
      {Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups/0/binds/0/mesh", "9",
       ": 9 is out of range, the file has 2 meshes [GLTF_INDEX_RANGE]"},
      {Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups/0/materialValues/0/materialName", "\"tin\"",
       ": there is no material \"tin\" [VRM_BIND]"},
      {Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups/0/materialValues/0/propertyName", "\"_Glow\"",
       ": the property \"_Glow\" cannot be bound [VRM_BIND]"},
      {Vrm0, kVrm0 + "blendShapeMaster", "7", ": blendShapeMaster must be an object [GLTF_TYPE]"},
      {Draft, kAvatar + "blendShape", "7", ": this must be an object [GLTF_TYPE]"},
      // look-at and first person
      {Vrm1, kAvatar + "lookAt", "7", ": lookAt must be an object [GLTF_TYPE]"},
      {Vrm1, kAvatar + "lookAt/type", "\"ears\"", ": ears is not a legal value for type [GLTF_VALUE]"},
      {Vrm1, kAvatar + "lookAt/offsetFromHeadBone", "[1,2]",
       ": offsetFromHeadBone must be an array of 3 numbers [GLTF_TYPE]"},
      {Vrm1, kAvatar + "lookAt/rangeMapVerticalUp/inputMaxValue", "181",
       ": 181 is not a legal value for inputMaxValue [GLTF_VALUE]"},
      {Vrm1, kAvatar + "lookAt/rangeMapVerticalUp", "7", ": this must be an object [GLTF_TYPE]"},
      {Vrm0, kVrm0 + "firstPerson/lookAtVerticalUp/curve", "[0,0,0]",
       ": this is not a legal value for curve [GLTF_VALUE]"},
      {Vrm0, kVrm0 + "firstPerson/lookAtVerticalUp/xRange", "\"x\"", ": xRange must be a number [GLTF_TYPE]"},
      {Vrm1, kAvatar + "firstPerson/meshAnnotations/0", "{}",
       "/node: node is missing; the annotation is left out [GLTF_MISSING]"},
      {Vrm1, kAvatar + "firstPerson/meshAnnotations/0/type", "\"never\"",
       ": never is not a legal value for type [GLTF_VALUE]"},
      {Vrm1, kAvatar + "firstPerson/meshAnnotations/0/node", "0",
       ": node 0 \"hips\" has no mesh [VRM_ANNOTATION]|/extensions/VRMC_vrm/firstPerson/meshAnnotations/0"},
      {Vrm1, kAvatar + "firstPerson/meshAnnotations/1/node", "26",
       ": node 26 \"face_a\" has an annotation already "
       "[VRM_ANNOTATION]|/extensions/VRMC_vrm/firstPerson/meshAnnotations/1"},
      // springs
      {Vrm1, "/extensions/VRMC_springBone", "7", ": this must be an object [GLTF_TYPE]"},
      {Vrm1, kSprings + "colliders", "{}", ": colliders must be an array [GLTF_TYPE]"},
      {Vrm1, kSprings + "colliders/0", "{}",
       "/node: node is missing; the collider is left out [GLTF_MISSING]"},
      {Vrm1, kSprings + "colliders/0", R"({"node":4})",
       "/shape: shape is missing; the collider has radius 0 [GLTF_MISSING]"},
      {Vrm1, kSprings + "colliders/0/shape", "{}",
       ": the shape must have one of sphere and capsule [VRM_COLLIDER]"},
      {Vrm1, kSprings + "colliders/0/shape/capsule", "{}", ": the shape is a sphere already [VRM_COLLIDER]"},
      {Vrm1, kSprings + "colliders/0/shape/sphere/radius", "-1",
       ": -1 is not a legal value for radius [GLTF_VALUE]"},
      {Vrm1, kSprings + "colliders/0/shape/sphere/offset", "[1,1,1e300]",
       ": offset must be an array of 3 numbers that fit into a float [GLTF_TYPE]"},
      {Vrm1, kSprings + "colliders/1/extensions/VRMC_springBone_extended_collider", "{}",
       "/shape: shape is missing; the base shape is used [GLTF_MISSING]"},
      {Vrm1, kSprings + "colliders/1/extensions/VRMC_springBone_extended_collider/shape", "{}",
       ": the shape must have one of sphere, capsule and plane [VRM_COLLIDER]"},
      {Vrm1, kSprings + "colliders/1/extensions/VRMC_springBone_extended_collider/shape/plane/normal",
       "[0,0,0]", ": this is not a legal value for normal [GLTF_VALUE]"},
      {Vrm1, kSprings + "colliderGroups/0", "{}",
       "/colliders: colliders is missing; the group is left out [GLTF_MISSING]"},
      {Vrm1, kSprings + "colliderGroups/0/colliders", "[]",
       ": colliders is empty; the group is left out [GLTF_VALUE]"},
      {Vrm1, kAvatar + "blendShape", "{}",
       ": this stands beside expressions, which counts [VRM_TWO_VERSIONS]"},
      {Vrm1, kAvatar + "springBone", R"({"boneGroups":[]})",
       ": this stands beside VRMC_springBone, which counts [VRM_TWO_VERSIONS]"},
      {Vrm1, kAvatar + "expressions/preset/happy/binds", R"([{"node":99,"index":0,"weight":1}])",
       "/0/node: 99 is out of range, the file has 31 nodes [GLTF_INDEX_RANGE]"},
      {Draft, kAvatar + "blendShape", R"([{"name":"x","binds":[{"mesh":99,"index":0,"weight":1}]}])",
       "/0/binds/0/mesh: 99 is out of range, the file has 2 meshes [GLTF_INDEX_RANGE]"},
      {Draft, kAvatar + "blendShape/blendShapeGroups/0", "5", ": this must be an object [GLTF_TYPE]"},
      {Draft, kAvatar + "springBone/colliderGroups/0/colliders/1/size", "[1]",
       ": size is missing; the capsule has no length; give its radius and length [GLTF_MISSING]"},
      {Vrm1, kSprings + "colliderGroups/0/colliders/0", "9",
       ": 9 is out of range, the file has 4 colliders [GLTF_INDEX_RANGE]"},
      {Vrm1, kSprings + "springs/0/joints", "[]",
       ": joints has no joint that can be used; the spring is left out [GLTF_MISSING]"},
      {Vrm1, kSprings + "springs/0/joints/0", "{}",
       "/node: node is missing; the joint is left out [GLTF_MISSING]"},
      {Vrm1, kSprings + "springs/0/joints/0/dragForce", "1.5",
       ": 1.5 is not a legal value for dragForce [GLTF_VALUE]"},
      {Vrm1, kSprings + "springs/0/joints/0/hitRadius", "-0.5",
       ": -0.5 is not a legal value for hitRadius [GLTF_VALUE]"},
      {Vrm1, kSprings + "springs/0/joints/0/gravityDir", "7",
       ": gravityDir must be an array of 3 numbers [GLTF_TYPE]"},
      {Vrm1, kSprings + "springs/0/colliderGroups/0", "9",
       ": 9 is out of range, the file has 1 collider group [GLTF_INDEX_RANGE]"},
      {Vrm1, kSprings + "springs/0/center", "99",
       ": 99 is out of range, the file has 31 nodes [GLTF_INDEX_RANGE]"},
      {Vrm1, kSprings + "springs/0/joints/0/extensions/VRMC_springBone_limit", "{}",
       "/limit: limit is missing; the joint has no limit [GLTF_MISSING]"},
      {Vrm1, kSprings + "springs/0/joints/0/extensions/VRMC_springBone_limit/limit/cone/rotation",
       "[0,0,0,0]", ": this is not a legal value for rotation [GLTF_VALUE]"},
      {Vrm0, kVrm0 + "secondaryAnimation", "7", ": secondaryAnimation must be an object [GLTF_TYPE]"},
      {Vrm0, kVrm0 + "secondaryAnimation/boneGroups/0/bones/0", "99",
       ": 99 is out of range, the file has 29 nodes [GLTF_INDEX_RANGE]"},
      {Vrm0, kVrm0 + "secondaryAnimation/colliderGroups/0", "{}",
       "/node: node is missing; the collider group is left out [GLTF_MISSING]"},
      {Vrm0, kVrm0 + "secondaryAnimation/colliderGroups/0/colliders/0", "{}",
       "/radius: radius is missing; the collider has radius 0 [GLTF_MISSING]"},
      {Draft, kAvatar + "springBone/colliderGroups/0/colliders/0/shapeType", "\"cube\"",
       ": cube is not a legal value for shapeType [GLTF_VALUE]"},
      {Draft, kAvatar + "springBone/colliderGroups/0/colliders/0/size", "[-1]",
       ": this is not a legal value for size [GLTF_VALUE]"},
      // constraints
      {Vrm1, kConstraint + "/VRMC_node_constraint", "7", ": this must be an object [GLTF_TYPE]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint", "{}",
       ": it is none of roll, aim, rotation and position; the constraint is left out [VRM_CONSTRAINT]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/aim", "{}",
       ": it has both roll and aim; the constraint is left out "
       "[VRM_CONSTRAINT]|/nodes/25/extensions/VRMC_node_constraint/constraint"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/roll", "{}",
       "/source: source is missing; the constraint is left out [GLTF_MISSING]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/roll", R"({"source":13})",
       "/rollAxis: rollAxis is missing; the constraint is left out [GLTF_MISSING]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/roll/rollAxis", "\"W\"",
       ": W is not a legal value for rollAxis [GLTF_VALUE]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/roll/weight", "2",
       ": 2 is not a legal value for weight [GLTF_VALUE]"},
      {Vrm1, kConstraint + "/VRMC_node_constraint/constraint/roll/source", "99",
       ": 99 is out of range, the file has 31 nodes [GLTF_INDEX_RANGE]"},
      {Vrm1, kConstraint + "/VRMC_constraints", R"({"position":{"source":13}})",
       ": the node has another constraint already; the constraint is left out [VRM_CONSTRAINT]"},
      {Draft, kConstraint + "/VRMC_constraints-1.0", "[]",
       ": the list must have exactly one constraint; the constraint is left out [VRM_CONSTRAINT]"},
      {Draft, kConstraint + "/VRMC_constraints-1.0", R"({"roll":{"source":13,"rollAxis":"X"}})",
       "/roll: drafts have no roll constraint; the constraint is left out [VRM_CONSTRAINT]"},
      {Draft, kConstraint + "/VRMC_constraints-1.0/aim/freezeAxes", "[true]",
       ": freezeAxes must be an array of 2 times true or false [GLTF_TYPE]"},
      {Draft, kConstraint + "/VRMC_constraints-1.0/aim/sourceSpace", "\"world\"",
       ": world is not a legal value for sourceSpace [GLTF_VALUE]"},
      // animation
      {Vrm1, "/extensions/VRMC_vrm_animation", "7", ": VRMC_vrm_animation must be an object [GLTF_TYPE]"},
      {Vrm1, "/extensions/VRMC_vrm_animation/humanoid/humanBones/hips", "{}",
       "/node: node is missing; the track is left out [GLTF_MISSING]"},
      {Vrm1, "/extensions/VRMC_vrm_animation/humanoid/humanBones/tail", R"({"node":1})",
       ": there is no humanoid bone \"tail\" [VRM_BONE_UNKNOWN]"},
      {Vrm1, "/extensions/VRMC_vrm_animation/expressions/preset/glee", R"({"node":1})",
       ": \"glee\" is no preset; the track is read as a custom expression [VRM_EXPRESSION_NAME]"},
      {Vrm1, "/extensions/VRMC_vrm_animation/expressions/custom/sad", R"({"node":1})",
       ": \"sad\" is a preset; the track is read as a preset [VRM_EXPRESSION_NAME]"},
      {Vrm1, "/extensions/VRMC_vrm_animation/lookAt", "{}",
       "/node: node is missing; the track is left out [GLTF_MISSING]"},
      // the extension itself
      {Vrm1, "/extensions/VRMC_vrm", "7", ": VRMC_vrm must be an object [GLTF_TYPE]"},
      {Vrm0, "/extensions/VRM", "7", ": VRM must be an object [GLTF_TYPE]"},
  };
  for (const Case& c : cases) {
    const ReadModel m = changedRich(c.version, c.pointer, c.json);
    ASSERT_EQ(m.error, "") << c.pointer << " = " << c.json;
    std::string expected = c.finding;
    std::string pointer = c.pointer;
    if (const std::size_t bar = expected.find('|'); bar != std::string::npos) {  // reported at another place
      pointer = expected.substr(bar + 1);
      expected.resize(bar);
    }
    EXPECT_NE(("\n" + allFindings(m)).find("\n" + pointer + expected + "\n"), std::string::npos)
        << "expected " << pointer << expected << "\ngot\n"
        << allFindings(m);
    const ReadModel again = test::writtenAndRead(m);
    EXPECT_EQ(again.error, "") << c.pointer << " = " << c.json;
    EXPECT_EQ(test::differences(test::withoutOrigin(m.vrm), test::withoutOrigin(again.vrm)), "")
        << c.pointer << " = " << c.json;
  }
}

// Pointers of everything below a value.
void collect(const gltf::JsonValue& value, const std::string& pointer, std::vector<std::string>& out) {
  out.push_back(pointer);
  for (std::uint32_t i = 0; i < value.elements().size(); ++i) {
    collect(value.elements()[i], gltf::pointerJoin(pointer, i), out);
  }
  for (const gltf::JsonMember& member : value.members()) {
    collect(member.value, gltf::pointerJoin(pointer, member.key.string()), out);
  }
}

std::vector<std::string> vrmPointers(const gltf::Document& document) {
  std::vector<std::string> out;
  for (const char* part : {"/extensions", "/materials", "/nodes/13/extensions", "/nodes/25/extensions"}) {
    if (const gltf::JsonValue* value = gltf::Json::at(document.root(), part)) collect(*value, part, out);
  }
  return out;
}

class BadInputEverywhere : public ::testing::TestWithParam<VrmVersion> {};

// Whatever stands where: the model is sane, and comes back from a file of 1.0.
TEST_P(BadInputEverywhere, IsRepairedTheSameWayTwice) {
  const gltf::Document document = richAvatar(GetParam()).document();
  const std::vector<std::string> pointers = vrmPointers(document);
  EXPECT_GT(pointers.size(), 200u);
  const std::size_t stride = test::kFewer > 1 ? 7 : 1;
  for (std::size_t i = 0; i < pointers.size(); i += stride) {
    const std::string& pointer = pointers[i];
    for (const char* value :
         {"null", "true", "-1", "3", "1e300", "-3.4e38", "\"x\"", "[]", "{}", "[1e39]", "[{}]"}) {
      gltf::Document copy = document.clone();
      ASSERT_TRUE(copy.editJson().put(pointer, *copy.editJson().fromText(value))) << pointer;
      const ReadModel m = readModel(std::move(copy));
      ASSERT_EQ(m.error, "") << pointer << " = " << value;
      const ReadModel again = test::writtenAndRead(m);
      ASSERT_EQ(again.error, "") << pointer << " = " << value;
      ASSERT_EQ(test::differences(test::withoutOrigin(m.vrm), test::withoutOrigin(again.vrm)), "")
          << pointer << " = " << value;
    }
  }
}

// A value of another type is never read in silence.
TEST_P(BadInputEverywhere, WrongTypesAreReported) {
  const gltf::Document document = richAvatar(GetParam()).document();
  const auto ignored = [](const std::string& pointer) {
    // Members that nothing reads: shader keywords of Unity, numbers of features that the material does not
    // use, and everything of a material that says that its glTF counts.
    for (const char* part : {"/keywordMap", "/tagMap", "/renderQueue", "/_Cutoff", "/_BumpScale",
                             "/_RimLightingMix", "/materialProperties/1/"}) {
      if (pointer.find(part) != std::string::npos) return true;
    }
    return pointer == "/extensions" || pointer == "/materials";
  };
  for (const std::string& pointer : vrmPointers(document)) {
    if (ignored(pointer)) continue;
    const gltf::JsonValue& old = *gltf::Json::at(document.root(), pointer);
    gltf::Document copy = document.clone();
    copy.editJson().put(pointer, old.isString() ? copy.editJson().number(17u) : copy.editJson().string("x"));
    const ReadModel m = readModel(std::move(copy));
    const bool said =
        std::any_of(m.diagnostics.all().begin(), m.diagnostics.all().end(), [&](const Diagnostic& d) {
          const bool near = pointer.starts_with(d.pointer.substr(0, d.pointer.rfind('/'))) ||
                            d.pointer.starts_with(pointer);
          return near && d.severity == Severity::Warning;
        });
    EXPECT_TRUE(said) << pointer;
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, BadInputEverywhere,
                         ::testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

}  // namespace
}  // namespace vrm
