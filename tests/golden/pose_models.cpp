// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Skeletons. Nodes that scenarios name by their index come first, so that the index stays.
#include "golden/golden_models.hpp"
#include "golden/model_parts.hpp"

namespace vrm::golden {
namespace {

std::vector<HumanBone> everyBone() {
  std::vector<HumanBone> bones;
  for (const HumanBoneInfo& bone : allHumanBones()) bones.push_back(bone.bone);
  return bones;
}

}  // namespace

test::AssetBuilder fullSkeleton() {
  test::AssetBuilder b;
  Arbitrary numbers(1);
  const std::uint32_t lift =
      addNode(b, "lift", {{0.1f, 0.2f, -0.3f}, numbers.rotation(), {1.25f, 1.25f, 1.25f}}, kNone);
  const std::uint32_t table =
      addNode(b, "table", {numbers.offset(), numbers.rotation(), {0.5f, 0.5f, 0.5f}}, lift);
  const std::vector<HumanBone> all = everyBone();
  const BoneNodes bones = addSkeleton(b, numbers, {table, all, true});
  // A scale that is not alike in all directions does no harm at the end of a branch.
  addNode(b, "tool", {numbers.offset(), numbers.rotation(), {2, 0.5f, 1}}, at(bones, HumanBone::RightHand));
  addVrm(b, bones);
  return b;
}

test::AssetBuilder sparseSkeleton() {
  test::AssetBuilder b;
  Arbitrary numbers(2);
  const BoneNodes bones = addSkeleton(b, numbers, {kNone, {}, true});
  addVrm(b, bones);
  return b;
}

test::AssetBuilder oldAvatar() {
  test::AssetBuilder b;
  Arbitrary numbers(3);
  const std::uint32_t armature = addNode(b, "armature", numbers.place(), kNone);
  constexpr HumanBone kOptional[] = {HumanBone::Chest, HumanBone::Neck, HumanBone::LeftEye,
                                     HumanBone::RightEye};
  const BoneNodes bones = addSkeleton(b, numbers, {armature, kOptional, true});
  std::string list;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (at(bones, bone.bone) == kNone) continue;
    list += (list.empty() ? "" : ",") + (R"({"bone":")" + std::string(bone.name)) + R"(","node":)" +
            text(at(bones, bone.bone)) + "}";
  }
  const auto map = [](const char* name, int x, int y) {
    return ",\"" + std::string(name) + R"(":{"curve":[0,0,0,1,1,1,1,0],"xRange":)" + std::to_string(x) +
           R"(,"yRange":)" + std::to_string(y) + "}";
  };
  b.use("VRM");
  b.set("/extensions/VRM",
        R"({"exporterVersion":"golden","specVersion":"0.0","meta":{"title":"golden"},)"
        R"("humanoid":{"humanBones":[)" +
            list + R"(]},"firstPerson":{"firstPersonBone":)" + text(at(bones, HumanBone::Head)) +
            R"(,"firstPersonBoneOffset":{"x":0.01,"y":0.07,"z":0.05},"lookAtTypeName":"Bone")" +
            map("lookAtHorizontalInner", 80, 8) + map("lookAtHorizontalOuter", 70, 14) +
            map("lookAtVerticalDown", 60, 11) + map("lookAtVerticalUp", 50, 17) +
            R"(},"blendShapeMaster":{"blendShapeGroups":[]},"secondaryAnimation":)"
            R"({"boneGroups":[],"colliderGroups":[]},"materialProperties":[]})");
  return b;
}

test::AssetBuilder outsideScene() {
  test::AssetBuilder b;
  Arbitrary numbers(4);
  // The reference does not work out the place of nodes outside the scene. So one stays where it is, without a
  // transform, and has its place compared; the scenario turns the other, which shows in what follows it
  // alone.
  b.add(gltf::Kind::Node, R"({"name":"still"})");
  const std::uint32_t turning = b.add(gltf::Kind::Node, R"({"name":"turning"})");
  const std::uint32_t follower = addNode(b, "follower", numbers.place(), kNone);
  b.use("VRMC_node_constraint");
  b.set("/nodes/" + text(follower) + "/extensions",
        R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
            text(turning) + R"(,"weight":0.75}}}})");
  addVrm(b, addSkeleton(b, numbers, {}));
  return b;
}

}  // namespace vrm::golden
