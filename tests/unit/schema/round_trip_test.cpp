// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// read(write(v)) == v for structs made at random from everything that they can say.
#include <gtest/gtest.h>

#include <random>

#include "support/read_model.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using namespace schema;
using test::ReadModel;
using test::readModel;

// The same numbers everywhere: the engine is specified, the distributions of the standard library are not.
class RandomVrm {
 public:
  explicit RandomVrm(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool maybe() { return below(2) == 0; }
  float number(float low, float high) {
    return low + (high - low) * static_cast<float>(below(10001)) / 10000.0f;
  }
  Vec3 vector() { return {number(-2, 2), number(-2, 2), number(-2, 2)}; }
  Vec2 pair() { return {number(-2, 2), number(-2, 2)}; }
  template <class E>
  E choice(std::uint32_t count) {
    return static_cast<E>(below(count));
  }
  Quat rotation() {
    const Quat all[] = {{0, 0, 0, 1}, {0, 1, 0, 0}, {0.6f, 0, 0, 0.8f}, {0, 0.28f, 0, 0.96f}};
    return all[below(4)];
  }
  std::string word() {
    std::string out(1 + below(6), 'a');
    for (char& c : out) c = static_cast<char>('a' + below(26));
    return out + std::to_string(below(1000));
  }

 private:
  std::mt19937 engine_;
};

constexpr std::uint32_t kFileNodes = test::kAvatarNodes + 2;

TextureInfo texture(RandomVrm& r, bool scaled = false) {
  TextureInfo out;
  if (r.maybe()) return out;
  out.index = TextureIndex(0);
  out.texCoord = r.below(3);
  if (scaled) out.scale = r.number(0, 2);
  if (r.maybe()) {
    TextureTransform t;
    t.offset = r.pair();
    t.rotation = r.number(-3, 3);
    t.scale = r.pair();
    if (r.maybe()) t.texCoord = r.below(3);
    out.transform = t;
  }
  return out;
}

Material material(RandomVrm& r, std::string name) {
  Material m;
  m.name = std::move(name);
  m.baseColorFactor = {r.number(0, 1), r.number(0, 1), r.number(0, 1), r.number(0, 1)};
  m.baseColorTexture = texture(r);
  m.metallicFactor = r.number(0, 1);
  m.normalTexture = texture(r, true);
  m.occlusionTexture = texture(r, true);
  m.emissiveFactor = {r.number(0, 1), r.number(0, 1), r.number(0, 1)};
  m.emissiveStrength = r.maybe() ? r.number(0, 9) : 1.0f;
  m.emissiveTexture = texture(r);
  m.alphaMode = r.choice<gltf::AlphaMode>(3);
  m.alphaCutoff = r.number(0, 1);
  m.doubleSided = r.maybe();
  m.unlit = r.maybe();
  if (r.maybe()) {
    MToon& t = m.mtoon.emplace();
    t.transparentWithZWrite = r.maybe();
    t.renderQueueOffsetNumber = static_cast<std::int32_t>(r.below(19)) - 9;
    t.shadeColorFactor = {r.number(0, 1), r.number(0, 1), r.number(0, 1)};
    t.shadeMultiplyTexture = texture(r);
    t.shadingShiftTexture = texture(r, true);
    t.shadingShiftFactor = r.number(-1, 1);
    t.outlineWidthMode = r.choice<OutlineWidthMode>(3);
    t.outlineWidthFactor = r.number(0, 1);
    t.uvAnimationRotationSpeedFactor = r.number(-1, 1);
  }
  return m;
}

ColliderShape shape(RandomVrm& r, bool extended) {
  ColliderShape s;
  s.type = r.choice<ColliderShape::Type>(extended ? 3 : 2);
  s.offset = r.vector();
  if (s.type == ColliderShape::Type::Plane) {
    s.normal = r.maybe() ? Vec3{0, 1, 0} : Vec3{0, 0.6f, 0.8f};
    return s;
  }
  s.radius = r.number(0, 2);
  if (s.type == ColliderShape::Type::Capsule) s.tail = r.vector();
  s.inside = extended && r.maybe();
  return s;
}

void springs(RandomVrm& r, SpringBone& out) {
  const std::uint32_t colliders = r.below(5);
  for (std::uint32_t i = 0; i < colliders; ++i) {
    Collider c;
    c.node = NodeIndex(r.below(kFileNodes));
    c.shape = shape(r, false);
    if (r.maybe()) {
      c.fallback = c.shape;
      c.shape = shape(r, true);
    }
    out.colliders.push_back(c);
  }
  const std::uint32_t groups = colliders ? r.below(4) : 0;
  for (std::uint32_t i = 0; i < groups; ++i) {
    ColliderGroup g;
    g.name = r.maybe() ? r.word() : "";
    for (std::uint32_t k = 0; k <= r.below(3); ++k) g.colliders.push_back(ColliderIndex(r.below(colliders)));
    out.colliderGroups.push_back(g);
  }
  const std::uint32_t chain[] = {test::kHead, test::kHair1, test::kHair2, test::kHair3, test::kAvatarNodes};
  for (std::uint32_t i = 0; i < r.below(4); ++i) {
    Spring s;
    s.name = r.maybe() ? r.word() : "";
    if (r.maybe()) s.center = NodeIndex(r.below(kFileNodes));
    if (groups && r.maybe()) s.colliderGroups.push_back(ColliderGroupIndex(r.below(groups)));
    for (const std::uint32_t node : chain) {
      if (r.below(4) == 0 && !(node == test::kAvatarNodes && s.joints.empty())) continue;
      SpringJoint j;
      j.node = NodeIndex(node);
      if (r.maybe()) j.hitRadius = r.number(0, 1);
      if (r.maybe()) j.stiffness = r.number(0, 4);
      if (r.maybe()) j.gravityPower = r.number(0, 2);
      if (r.maybe()) j.gravityDir = r.vector();
      if (r.maybe()) j.dragForce = r.number(0, 1);
      if (r.maybe()) {
        SpringLimit& l = j.limit.emplace();
        l.type = r.choice<SpringLimit::Type>(3);
        l.rotation = r.rotation();
        if (l.type == SpringLimit::Type::Spherical) {
          l.pitch = r.number(0, 3);
          l.yaw = r.number(0, 1.5f);
        } else {
          l.angle = r.number(0, 3);
        }
      }
      s.joints.push_back(j);
    }
    out.springs.push_back(s);
  }
}

void expressions(RandomVrm& r, Expressions& out) {
  const auto fill = [&](Expression& e) {
    e.isBinary = r.maybe();
    e.overrideBlink = r.choice<ExpressionOverride>(3);
    e.overrideLookAt = r.choice<ExpressionOverride>(3);
    e.overrideMouth = r.choice<ExpressionOverride>(3);
    for (std::uint32_t i = 0; i < r.below(3); ++i) {
      e.morphTargetBinds.push_back(
          {NodeIndex(r.maybe() ? test::kFaceA : test::kFaceB), r.below(2), r.number(-1, 2)});
    }
    for (std::uint32_t i = 0; i < r.below(3); ++i) {
      e.materialColorBinds.push_back({MaterialIndex(r.below(2)),
                                      r.choice<MaterialColorType>(6),
                                      {r.number(0, 1), r.number(0, 1), r.number(0, 1), r.number(0, 1)}});
    }
    for (std::uint32_t i = 0; i < r.below(3); ++i)
      e.textureTransformBinds.push_back({MaterialIndex(r.below(2)), r.pair(), r.pair()});
  };
  out.list.clear();
  for (std::uint32_t i = 0; i < kExpressionPresetCount; ++i) {
    if (r.below(3) != 0) continue;
    Expression e;
    e.preset = static_cast<ExpressionPreset>(i);
    e.name = name(*e.preset);
    fill(e);
    out.list.push_back(e);
  }
  for (std::uint32_t i = 0; i < r.below(4); ++i) {
    Expression e;
    e.name = r.word() + "/" + std::to_string(i);
    fill(e);
    out.list.push_back(e);
  }
  out.binaryRule = r.choice<BinaryRule>(2);
}

void constraints(RandomVrm& r, std::vector<NodeConstraint>& out) {
  // Sources after their destinations, so that there are no rings and no ancestors.
  for (std::uint32_t node = test::kLeftUpperArm; node < test::kRightHand; ++node) {
    if (r.below(3) != 0) continue;
    NodeConstraint c;
    c.node = NodeIndex(node);
    c.source = NodeIndex(node + 1 + r.below(test::kRightHand - node));
    c.type = r.choice<ConstraintType>(6);
    c.weight = r.number(0, 1);
    if (c.type == ConstraintType::Roll) c.rollAxis = r.choice<RollAxis>(3);
    if (c.type == ConstraintType::Aim) c.aimAxis = r.choice<AimAxis>(6);
    if (isDraft(c.type)) {
      c.sourceSpace = r.choice<ConstraintSpace>(2);
      c.destinationSpace = ConstraintSpace::Model;
      c.axes = {r.maybe(), r.maybe(), c.type == ConstraintType::DraftAim ? true : r.maybe()};
      if (c.type == ConstraintType::DraftAim) c.aimVector = {1, r.number(-1, 1), r.number(-1, 1)};
    }
    out.push_back(c);
  }
}

Vrm randomVrm(std::uint32_t seed, Vrm v) {
  RandomVrm r(seed);
  v.meta.name = r.word();
  v.meta.copyrightInformation = r.maybe() ? "(c) \"\\\n" + r.word() : "";
  v.meta.modification = r.maybe() ? std::optional(r.choice<Modification>(3)) : std::nullopt;
  v.meta.allowAntisocialOrHateUsage = r.maybe() ? std::optional(r.maybe()) : std::nullopt;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (!bone.required && r.maybe()) v.humanoid[bone.bone] = {};
  }
  if (r.maybe()) v.humanoid.tails[r.below(kHumanTailCount)] = NodeIndex(r.below(kFileNodes));
  if (r.maybe()) {
    UnityHumanDescription& u = v.humanoid.unity.emplace();
    u.armStretch = r.number(0, 1);
    u.hasTranslationDoF = r.maybe();
    if (r.maybe()) u.limits.push_back({HumanBone::Head, r.vector(), r.vector(), r.vector(), r.number(0, 1)});
  }
  v.exporterVersion = r.maybe() ? r.word() : "";
  expressions(r, v.expressions);
  if (r.maybe()) {
    v.lookAt->type = r.choice<LookAtType>(2);
    v.lookAt->offsetFromHeadBone = r.vector();
    v.lookAt->rangeMapVerticalUp = {r.number(0, 180), r.number(-90, 90), {}};
    if (r.maybe()) v.lookAt->rangeMapVerticalDown.curve = {0, 0, 0, r.number(0, 2), 1, 1, 0, 0};
  } else {
    v.lookAt.reset();
  }
  v.firstPerson = {};
  if (r.maybe())
    v.firstPerson.meshAnnotations.push_back({NodeIndex(test::kBody), r.choice<FirstPersonType>(4)});
  if (r.maybe())
    v.firstPerson.meshAnnotations.push_back({NodeIndex(test::kFaceA), r.choice<FirstPersonType>(4)});
  v.springBone = {};
  springs(r, v.springBone);
  v.constraints.clear();
  constraints(r, v.constraints);
  for (Material& m : v.materials) m = material(r, r.word());
  v.animation.reset();
  if (r.maybe()) {
    HumanoidAnimation& a = v.animation.emplace();
    a.humanBones[0] = NodeIndex(0);
    if (r.maybe()) a.expressions.push_back({"angry", ExpressionPreset::Angry, NodeIndex(1)});
    if (r.maybe()) a.expressions.push_back({r.word(), std::nullopt, NodeIndex(2)});
    if (r.maybe()) a.lookAt = LookAtTrack{NodeIndex(3), r.maybe() ? std::optional(r.vector()) : std::nullopt};
  }
  return v;
}

TEST(RoundTrip, RandomStructsComeBack) {
  const ReadModel base = readModel(test::sameAvatar(VrmVersion::Vrm1).document());
  ReadModel last = readModel(base.document.clone());
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    // Over the untouched file, and over what the last one left.
    for (const gltf::Document* document :
         {&base.document, static_cast<const gltf::Document*>(&last.document)}) {
      ReadModel model;
      model.document = document->clone();
      model.vrm = randomVrm(seed, base.vrm);
      ReadModel again = test::writtenAndRead(model);
      ASSERT_EQ(again.error, "") << "seed " << seed;
      ASSERT_EQ(test::differences(model.vrm, again.vrm), "") << "seed " << seed << "\n" << again.problems();
      if (document == &last.document) {
        last = std::move(again);
        break;
      }
    }
  }
}

}  // namespace
}  // namespace vrm
