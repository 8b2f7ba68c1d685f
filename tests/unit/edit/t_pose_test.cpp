// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"
#include "support/three_avatars.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/edit/normalize.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/schema/read.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::AssetBuilder;

// Where the bones of the left side and of the middle are in a T-pose; the right side is its mirror image.
const std::map<HumanBone, Vec3>& places() {
  using enum HumanBone;
  static const std::map<HumanBone, Vec3> all = {
      {Hips, {0, 0.9f, 0.01f}},
      {Spine, {0, 1.0f, 0}},
      {Chest, {0, 1.1f, -0.01f}},
      {Neck, {0, 1.4f, -0.02f}},
      {Head, {0, 1.5f, 0}},
      {LeftEye, {0.03f, 1.56f, 0.07f}},
      {LeftUpperLeg, {0.1f, 0.85f, 0}},
      {LeftLowerLeg, {0.1f, 0.45f, 0.01f}},
      {LeftFoot, {0.1f, 0.08f, -0.01f}},
      {LeftToes, {0.11f, 0.02f, 0.12f}},
      {LeftShoulder, {0.03f, 1.36f, -0.02f}},
      {LeftUpperArm, {0.15f, 1.35f, -0.02f}},
      {LeftLowerArm, {0.4f, 1.35f, -0.02f}},
      {LeftHand, {0.62f, 1.35f, -0.02f}},
      {LeftThumbMetacarpal, {0.64f, 1.34f, 0.01f}},
      {LeftThumbProximal, {0.66f, 1.33f, 0.03f}},
      {LeftThumbDistal, {0.68f, 1.33f, 0.05f}},
      {LeftIndexProximal, {0.71f, 1.35f, 0.01f}},
      {LeftIndexIntermediate, {0.74f, 1.35f, 0.01f}},
      {LeftIndexDistal, {0.76f, 1.35f, 0.01f}},
      {LeftMiddleProximal, {0.72f, 1.35f, -0.01f}},
      {LeftMiddleIntermediate, {0.75f, 1.35f, -0.01f}},
      {LeftMiddleDistal, {0.77f, 1.35f, -0.01f}},
      {LeftLittleProximal, {0.7f, 1.35f, -0.05f}},
      {LeftLittleIntermediate, {0.72f, 1.35f, -0.05f}},
      {LeftLittleDistal, {0.74f, 1.35f, -0.05f}},
  };
  return all;
}

HumanBone mirrored(HumanBone bone) {
  std::string text(name(bone));
  if (text.starts_with("left")) text.replace(0, 4, "right");
  return *findHumanBone(text);
}

// A figure with a triangle at every bone, bound to it in the T-pose. Node 0 is the root.
struct Figure {
  VrmVersion version;
  std::map<HumanBone, Vec3> bones;
  std::map<HumanBone, std::uint32_t> nodes;
  AssetBuilder b;

  explicit Figure(VrmVersion v) : version(v) {
    const bool turned = version == VrmVersion::Vrm0;
    const auto place = [&](Vec3 p) { return turned ? Vec3{-p.x, p.y, -p.z} : p; };
    for (const auto& [bone, at] : places()) {
      bones[bone] = place(at);
      if (mirrored(bone) != bone) bones[mirrored(bone)] = place({-at.x, at.y, at.z});
    }
    b.node("figure");
    schema::Humanoid humanoid;
    for (const auto& [bone, at] : bones) humanoid[bone] = NodeIndex(0);
    std::vector<float> positions, matrices, weights;
    std::vector<std::uint16_t> joints;
    std::string members, list;
    for (const HumanBoneInfo& info : allHumanBones()) {
      if (!bones.contains(info.bone)) continue;
      const std::optional<HumanBone> parent = humanoid.parentOf(info.bone);
      const Vec3 from = parent ? bones[*parent] : Vec3{}, at = bones[info.bone];
      const std::uint32_t node =
          b.node(info.name, {at.x - from.x, at.y - from.y, at.z - from.z}, parent ? nodes[*parent] : 0);
      nodes[info.bone] = node;
      const bool foot = info.bone == HumanBone::LeftFoot || info.bone == HumanBone::RightFoot;
      for (const Vec3 corner : {Vec3{0.01f, 0, 0}, Vec3{0, 0.01f, 0}, Vec3{0, 0, 0.01f}}) {
        for (const float f : {at.x + corner.x, foot ? 0.01f - corner.x : at.y + corner.y, at.z + corner.z})
          positions.push_back(f);
        for (const int k : {0, 1, 2, 3}) {
          joints.push_back(k == 0 ? static_cast<std::uint16_t>(nodes.size() - 1) : std::uint16_t{0});
          weights.push_back(k == 0 ? 1.0f : 0.0f);
        }
      }
      for (const float f :
           {1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, -at.x, -at.y, -at.z, 1.f})
        matrices.push_back(f);
      list += (list.empty() ? "" : ",") + std::to_string(node);
      std::string word(info.name);
      if (turned && word.ends_with("ThumbProximal")) word.replace(word.find("Proximal"), 8, "Intermediate");
      if (turned && word.ends_with("ThumbMetacarpal")) word.replace(word.find("Metacarpal"), 10, "Proximal");
      const std::string index = R"("node":)" + std::to_string(node) + "}";
      members += (members.empty() ? "" : ",") +
                 (turned ? R"({"bone":")" + word + "\"," + index : "\"" + word + "\":{" + index);
    }
    const auto floats = [&](gltf::AccessorType type, const std::vector<float>& values, bool minMax) {
      test::Bytes bytes(values.size() * sizeof(float));
      std::memcpy(bytes.data(), values.data(), bytes.size());
      const auto count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
      return std::to_string(b.bytes({gltf::ComponentType::Float, type, count, false, minMax}, bytes));
    };
    test::Bytes raw(joints.size() * 2);
    std::memcpy(raw.data(), joints.data(), raw.size());
    const std::string jointsAt =
        std::to_string(b.bytes({gltf::ComponentType::UnsignedShort, gltf::AccessorType::Vec4,
                                static_cast<std::uint32_t>(joints.size() / 4)},
                               raw));
    b.add(gltf::Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" +
                                floats(gltf::AccessorType::Vec3, positions, true) + R"(,"JOINTS_0":)" +
                                jointsAt + R"(,"WEIGHTS_0":)" +
                                floats(gltf::AccessorType::Vec4, weights, false) + "}}]}");
    b.set("/skins", R"([{"inverseBindMatrices":)" + floats(gltf::AccessorType::Mat4, matrices, false) +
                        R"(,"joints":[)" + list + "]}]");
    const std::uint32_t body = b.node("body");
    b.set("/nodes/" + std::to_string(body) + "/mesh", "0");
    b.set("/nodes/" + std::to_string(body) + "/skin", "0");
    b.set("/scenes", R"([{"nodes":[0,)" + std::to_string(body) + "]}]");
    b.use(turned ? "VRM" : "VRMC_vrm");
    if (turned) {
      b.set("/extensions/VRM",
            R"({"specVersion":"0.0","meta":{},"humanoid":{"humanBones":[)" + members + "]}}");
    } else {
      b.set("/extensions/VRMC_vrm",
            R"({"specVersion":"1.0","meta":{"name":"Figure","authors":["libvrm"],)"
            R"("licenseUrl":"https://vrm.dev/licenses/1.0/"},"humanoid":{"humanBones":{)" +
                members + "}}}");
    }
  }

  // The node of a bone, turned at rest. In 0.x the axis is turned too, so that both look alike.
  void turn(HumanBone bone, Vec3 axis, float degrees) { set(nodes[bone], axis, degrees); }
  void set(std::uint32_t node, Vec3 axis, float degrees) {
    if (version == VrmVersion::Vrm0) axis = {-axis.x, axis.y, -axis.z};
    const float half = degrees * std::numbers::pi_v<float> / 360, s = std::sin(half), c = std::cos(half);
    const std::string pointer = "/nodes/" + std::to_string(node) + "/rotation";
    Quat now{axis.x * s, axis.y * s, axis.z * s, c};
    if (const gltf::JsonValue* old = gltf::Json::at(b.json().root(), pointer)) {
      const auto part = [&](std::size_t i) { return static_cast<float>(*old->elements()[i].number()); };
      now = now * Quat{part(0), part(1), part(2), part(3)};
    }
    b.json().put(pointer, b.json().numbers(std::array{now.x, now.y, now.z, now.w}));
  }
};

struct Posed {
  Document document;
  edit::NormalizeSummary summary;
};

Posed posed(const Document& before) {
  Posed out{before.clone(), {}};
  Diagnostics said;
  const Result<edit::NormalizeSummary> done = edit::normalize(out.document, {.tPose = true}, said);
  EXPECT_TRUE(done) << done.error().toString();
  if (done) out.summary = *done;
  return out;
}

std::vector<Vec3> bonesOf(const Document& document) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  const Result<schema::Vrm> vrm = schema::readVrm(document, *asset, ignored);
  std::vector<Vec3> out;
  for (const HumanBoneInfo& info : allHumanBones()) {
    Vec3 at;
    for (NodeIndex node = vrm->humanoid[info.bone]; node; node = asset->nodes[node.value].parent) {
      const Vec3 t = asset->nodes[node.value].local.translation;
      at = {at.x + t.x, at.y + t.y, at.z + t.z};
      EXPECT_EQ(asset->nodes[node.value].local.rotation, Quat{});
    }
    out.push_back(at);
  }
  return out;
}

std::vector<float> verticesOf(const Document& document) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  return *gltf::readFloats(document, *asset, asset->find(asset->primitives[0].attributes, "POSITION"),
                           ignored);
}

// Both stand in the same pose, bones and vertices, within `tolerance` metres.
void expectSame(const Document& wanted, const Document& got, float tolerance = 1e-5f) {
  const std::vector<Vec3> a = bonesOf(wanted), b = bonesOf(got);
  for (const HumanBoneInfo& info : allHumanBones()) {
    const Vec3 p = a[static_cast<std::size_t>(info.bone)], q = b[static_cast<std::size_t>(info.bone)];
    EXPECT_NEAR(p.x, q.x, tolerance) << info.name;
    EXPECT_NEAR(p.y, q.y, tolerance) << info.name;
    EXPECT_NEAR(p.z, q.z, tolerance) << info.name;
  }
  const std::vector<float> v = verticesOf(wanted), w = verticesOf(got);
  ASSERT_EQ(v.size(), w.size());
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], w[i], tolerance) << i;
}

std::string complaints(const Document& document) {
  std::string out;
  for (const Diagnostic& issue : validate(*document.toGlb()).issues) {
    for (const Code code : {Code::VrmTPose, Code::VrmFacing, Code::VrmSides, Code::VrmGround, Code::VrmRoot,
                            Code::VrmNormalised, Code::VrmBindMatrix})
      if (issue.code == code) out += issue.toString() + "\n";
  }
  return out;
}

class TPose : public testing::TestWithParam<VrmVersion> {
 protected:
  Figure figure{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Versions, TPose, testing::Values(VrmVersion::Vrm0, VrmVersion::Vrm1));

TEST_P(TPose, WhoStandsSoStaysToTheByte) {
  const Document before = figure.b.document();
  EXPECT_EQ(complaints(before), "");
  const Posed after = posed(before);
  EXPECT_EQ(*after.document.toGlb(), *before.toGlb());
  EXPECT_EQ(after.summary.bones, 0u);
  EXPECT_FALSE(after.summary.turned || after.summary.moved || after.summary.root);
}

TEST_P(TPose, FromAnAPose) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::LeftUpperArm, {0, 0, 1}, -45);
  figure.turn(HumanBone::RightUpperArm, {0, 0, 1}, 45);
  figure.turn(HumanBone::LeftLowerArm, {0, 1, 0}, -20);
  figure.turn(HumanBone::RightLowerArm, {0, 1, 0}, 20);
  figure.turn(HumanBone::LeftIndexProximal, {0, 0, 1}, -30);
  figure.turn(HumanBone::LeftIndexIntermediate, {0, 0, 1}, -40);
  EXPECT_NE(complaints(figure.b.document()), "");
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(complaints(after.document), "");
  EXPECT_EQ(after.summary.bones, 6u);
  expectSame(wanted, after.document);
}

// Knees and hips bent, soles on the ground: the feet stay level and come down to it again.
TEST_P(TPose, FromASquat) {
  const Document wanted = figure.b.document();
  for (const bool left : {true, false}) {
    figure.turn(left ? HumanBone::LeftUpperLeg : HumanBone::RightUpperLeg, {1, 0, 0}, -50);
    figure.turn(left ? HumanBone::LeftLowerLeg : HumanBone::RightLowerLeg, {1, 0, 0}, 80);
    figure.turn(left ? HumanBone::LeftFoot : HumanBone::RightFoot, {1, 0, 0}, -30);
  }
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(complaints(after.document), "");
  EXPECT_EQ(after.summary.bones, 6u);
  // Bones have an own little slant, which is straightened with them.
  expectSame(wanted, after.document, 0.03f);
}

TEST_P(TPose, LegsApart) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::LeftUpperLeg, {0, 0, 1}, 20);
  figure.turn(HumanBone::LeftFoot, {0, 0, 1}, -20);
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(after.summary.bones, 2u);
  expectSame(wanted, after.document, 0.03f);
}

TEST_P(TPose, FeetTurnedOut) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::LeftFoot, {0, 1, 0}, 50);
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(after.summary.bones, 1u);
  expectSame(wanted, after.document, 0.012f);
}

// Thumbs to the front, as arms hang in a game's rest pose: half of the roll is the forearm's.
TEST_P(TPose, PalmsDown) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::LeftUpperArm, {0, 0, 1}, -60);
  figure.turn(HumanBone::LeftHand, {1, 0, 0}, -70);
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(complaints(after.document), "");
  const std::vector<Vec3> a = bonesOf(wanted), b = bonesOf(after.document);
  for (const HumanBone bone :
       {HumanBone::LeftHand, HumanBone::LeftIndexProximal, HumanBone::LeftLittleProximal,
        HumanBone::LeftMiddleDistal, HumanBone::LeftThumbDistal}) {
    const Vec3 p = a[static_cast<std::size_t>(bone)], q = b[static_cast<std::size_t>(bone)];
    EXPECT_NEAR(p.x, q.x, 0.01f) << name(bone);
    EXPECT_NEAR(p.y, q.y, 0.01f) << name(bone);
    EXPECT_NEAR(p.z, q.z, 0.01f) << name(bone);
  }
}

TEST_P(TPose, ABow) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::Spine, {1, 0, 0}, 50);
  const Posed bowed = posed(figure.b.document());
  EXPECT_EQ(complaints(bowed.document), "");
  EXPECT_EQ(bowed.summary.bones, 1u);
  expectSame(wanted, bowed.document, 0.06f);
  // The head looks ahead all the while: it keeps looking there.
  figure.turn(HumanBone::Head, {1, 0, 0}, -50);
  const Posed ahead = posed(figure.b.document());
  EXPECT_EQ(ahead.summary.bones, 2u);
  expectSame(wanted, ahead.document, 0.06f);
}

// The legs say where it looks.
TEST_P(TPose, ATwist) {
  const Document wanted = figure.b.document();
  figure.turn(HumanBone::Spine, {0, 1, 0}, 40);
  const Posed after = posed(figure.b.document());
  EXPECT_FALSE(after.summary.turned);
  EXPECT_EQ(after.summary.bones, 1u);
  expectSame(wanted, after.document);
}

TEST_P(TPose, LooksToTheFront) {
  const Document wanted = figure.b.document();
  for (const auto& [axis, degrees] : {std::pair(Vec3{0, 1, 0}, 90.f), std::pair(Vec3{0, 1, 0}, 180.f),
                                      std::pair(Vec3{0, 1, 0}, -37.f), std::pair(Vec3{1, 0, 0}, -90.f),
                                      std::pair(Vec3{0, 0, 1}, 90.f), std::pair(Vec3{0.6f, 0, 0.8f}, 40.f)}) {
    Figure other(GetParam());
    other.set(0, axis, degrees);
    const Posed after = posed(other.b.document());
    EXPECT_TRUE(after.summary.turned);
    EXPECT_EQ(complaints(after.document), "") << degrees;
    expectSame(wanted, after.document, degrees == 40 ? 0.03f : 2e-4f);  // askew: by its own slant
  }
}

TEST_P(TPose, StandsAtTheOrigin) {
  const Document wanted = figure.b.document();
  figure.b.set("/nodes/0/translation", "[2,0.5,-3]");
  Posed after = posed(figure.b.document());
  EXPECT_TRUE(after.summary.moved);
  EXPECT_FALSE(after.summary.root) << "the root itself can go there";
  EXPECT_EQ(complaints(after.document), "");
  expectSame(wanted, after.document);

  // Off the ground above its root: that stays, unless something else is there too.
  figure.b.set("/nodes/0/translation", "[0,0,0]");
  const std::string hips = gltf::pointerJoin("/nodes", figure.nodes[HumanBone::Hips]) + "/translation";
  figure.b.set(hips, GetParam() == VrmVersion::Vrm0 ? "[0,1.4,-0.01]" : "[0,1.4,0.01]");
  after = posed(figure.b.document());
  EXPECT_TRUE(after.summary.moved);
  EXPECT_FALSE(after.summary.root);
  expectSame(wanted, after.document);
  figure.b.set("/nodes/0/camera", "0");
  figure.b.set("/cameras", R"([{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}])");
  after = posed(figure.b.document());
  EXPECT_TRUE(after.summary.root) << "the camera stays with the avatar";
  EXPECT_EQ(complaints(after.document), "");
  expectSame(wanted, after.document);
}

TEST_P(TPose, HipsGetARoot) {
  Document before = figure.b.document();
  gltf::Json& json = before.editJson();
  json.remove(json.editRoot().find("nodes")->elements()[0], "children");
  json.put("/scenes/0/nodes", json.numbers(std::array{static_cast<float>(figure.nodes[HumanBone::Hips]),
                                                      static_cast<float>(figure.nodes.size() + 1)}));
  EXPECT_NE(complaints(before), "");
  const Posed after = posed(before);
  EXPECT_TRUE(after.summary.root);
  EXPECT_EQ(complaints(after.document), "");
  expectSame(before, after.document);
  EXPECT_EQ(*posed(after.document).document.toGlb(), *after.document.toGlb()) << "once";
}

// Rotations and sizes of nodes that say nothing about where bones are do not matter.
TEST_P(TPose, FromAnyAxes) {
  const Document wanted = figure.b.document();
  figure.set(0, {1, 0, 0}, 90);
  figure.b.set("/nodes/0/scale", "[100,100,100]");
  figure.b.set("/nodes/" + std::to_string(figure.nodes[HumanBone::Hips]) + "/scale", "[0.01,0.01,0.01]");
  figure.b.set("/nodes/" + std::to_string(figure.nodes[HumanBone::Hips]) + "/translation",
               GetParam() == VrmVersion::Vrm0 ? "[0,0.009,-0.0001]" : "[0,0.009,0.0001]");
  figure.turn(HumanBone::LeftUpperArm, {0, 0, 1}, -45);
  const Posed after = posed(figure.b.document());
  EXPECT_EQ(complaints(after.document), "");
  expectSame(wanted, after.document, 2e-4f);
}

TEST(TPoseOdd, FingersWithoutAHand) {
  Figure figure(VrmVersion::Vrm1);
  gltf::Json& json = figure.b.json();
  const gltf::JsonValue* bones = gltf::Json::at(json.root(), "/extensions/VRMC_vrm/humanoid/humanBones");
  json.remove(const_cast<gltf::JsonValue&>(*bones), "leftHand");
  figure.turn(HumanBone::LeftUpperArm, {0, 0, 1}, -45);
  EXPECT_EQ(posed(figure.b.document()).summary.bones, 1u);
}

// By its node or by a pointer to it.
TEST(TPoseOdd, AnimationsOfTheRootOfATurnedAvatarAreReported) {
  for (const char* const target :
       {R"({"node":0,"path":"rotation"})",
        R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0/rotation"}}})"}) {
    Figure figure(VrmVersion::Vrm1);
    figure.b.set("/nodes/0/rotation", "[0,1,0,0]");
    figure.b.set("/animations", R"([{"samplers":[],"channels":[{"target":)" + std::string(target) + "}]}]");
    Document document = figure.b.document();
    Diagnostics said;
    const Result<edit::NormalizeSummary> done = edit::normalize(document, {.tPose = true}, said);
    ASSERT_TRUE(done) << done.error().toString();
    EXPECT_TRUE(done->turned);
    bool told = false;
    for (const Diagnostic& issue : said.all())
      told = told || (issue.code == Code::EditApproximate && issue.pointer == "/nodes/0");
    EXPECT_TRUE(told) << target;
  }
}

// --- what cannot be

std::string refusal(const Document& before) {
  Document document = before.clone();
  Diagnostics said;
  const Result<edit::NormalizeSummary> done = edit::normalize(document, {.tPose = true}, said);
  EXPECT_TRUE(gltf::Json::equal(document.root(), before.root()));
  return done ? "nothing" : done.error().toString();
}

TEST_P(TPose, SwappedSidesAreRefused) {
  const bool old = GetParam() == VrmVersion::Vrm0;
  for (const char* const part : {"UpperLeg", "LowerLeg", "Foot", "Toes", "Shoulder", "UpperArm"}) {
    const HumanBone l = *findHumanBone(std::string("left") + part),
                    r = *findHumanBone(std::string("right") + part);
    const auto put = [&](HumanBone bone, std::uint32_t node) {
      gltf::Json& json = figure.b.json();
      if (!old)
        return void(json.put("/extensions/VRMC_vrm/humanoid/humanBones/" + std::string(name(bone)) + "/node",
                             json.number(node)));
      for (gltf::JsonValue& entry :
           const_cast<gltf::JsonValue*>(gltf::Json::at(json.root(), "/extensions/VRM/humanoid/humanBones"))
               ->elements())
        if (entry.find("bone")->string() == name(bone)) json.set(entry, "node", json.number(node));
    };
    put(l, figure.nodes[r]);
    put(r, figure.nodes[l]);
  }
  EXPECT_NE(refusal(figure.b.document()).find("VRM_SIDES"), std::string::npos)
      << refusal(figure.b.document());
}

TEST(TPoseRefused, WithoutBones) {
  AssetBuilder b;
  b.node("alone");
  EXPECT_NE(refusal(b.document()).find("VRM_NONE"), std::string::npos) << refusal(b.document());
  Figure headless(VrmVersion::Vrm1);
  for (const char* const bone : {"head", "leftUpperLeg"})
    headless.b.json().remove(const_cast<gltf::JsonValue&>(*gltf::Json::at(
                                 headless.b.json().root(), "/extensions/VRMC_vrm/humanoid/humanBones")),
                             bone);
  EXPECT_NE(refusal(headless.b.document()).find("which nodes are head, leftUpperLeg [VRM_BONE_MISSING]"),
            std::string::npos)
      << refusal(headless.b.document());
  Figure flat(VrmVersion::Vrm1);
  for (const auto& [bone, node] : flat.nodes)
    flat.b.set("/nodes/" + std::to_string(node) + "/translation", "[0,0,0]");
  EXPECT_NE(refusal(flat.b.document()).find("VRM_BONE_SPOT"), std::string::npos);
}

// An animation in a T-pose is in one wherever it looks.
TEST(TPoseOdd, AnimationsStayWhereTheyLook) {
  Figure figure(VrmVersion::Vrm1);
  gltf::Json& json = figure.b.json();
  const gltf::JsonValue bones = json.copy(*gltf::Json::at(json.root(), "/extensions/VRMC_vrm/humanoid"));
  json.remove(json.editRoot(), "extensions");
  figure.b.use("VRMC_vrm_animation");
  figure.b.set("/extensions/VRMC_vrm_animation", R"({"specVersion":"1.0"})");
  json.put("/extensions/VRMC_vrm_animation/humanoid", bones);
  for (const float degrees : {0.f, 180.f, 70.f}) {
    Document before = figure.b.document();
    const float half = degrees * std::numbers::pi_v<float> / 360;
    gltf::Json& edited = before.editJson();
    edited.put("/nodes/0/rotation", edited.numbers(std::array{0.f, std::sin(half), 0.f, std::cos(half)}));
    EXPECT_EQ(posed(before).summary.bones, 0u) << degrees;
  }
}

// Springs, constraints, gaze and expressions go with the bones they are about.
class TPoseMotion : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(Versions, TPoseMotion,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

TEST_P(TPoseMotion, MovesAsTheTPosedOneDoes) {
  AssetBuilder b = test::sameAvatar(GetParam());
  const Posed wanted = posed(b.document());
  const float turn = GetParam() == VrmVersion::Vrm0 ? 1.0f : -1.0f;
  for (const auto& [node, side] :
       {std::pair(test::kLeftUpperArm, turn), std::pair(test::kRightUpperArm, -turn)}) {
    const std::array<float, 4> q = {0, 0, 0.38268343f * side, 0.92387953f};
    b.json().put(gltf::pointerJoin("/nodes", node) + "/rotation", b.json().numbers(q));
  }
  const Posed after = posed(b.document());
  EXPECT_EQ(after.summary.bones, 2u);
  EXPECT_TRUE(test::movesTheSame(wanted.document, after.document));
}

}  // namespace
}  // namespace vrm
