// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The runtime beside the reference: random avatars, random inputs, frame by frame. What the two may differ in
// is the rounding of floats.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include "corpus/corpus.hpp"
#include "differential/random_avatar.hpp"
#include "differential/reference.hpp"
#include "support/slow_build.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

namespace ref = reference;

ref::Vec3d wide(Vec3 v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
ref::Quatd wide(Quat q) {
  return {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
          static_cast<double>(q.w)};
}

struct Largest {
  double rotation = 0, position = 0, weight = 0, angle = 0;
  double extent = 0;  // how far from the world's origin things were
};

double angleBetween(Quat a, const ref::Quatd& b) {
  const ref::Quatd q = wide(a);
  // From the vector part of q * b^-1, which is exact near zero too.
  const double x = -q.w * b.x + q.x * b.w - q.y * b.z + q.z * b.y;
  const double y = -q.w * b.y + q.x * b.z + q.y * b.w - q.z * b.x;
  const double z = -q.w * b.z - q.x * b.y + q.y * b.x + q.z * b.w;
  const double w = q.w * b.w + q.x * b.x + q.y * b.y + q.z * b.z;
  return 2 * std::atan2(std::sqrt(x * x + y * y + z * z), std::abs(w));
}

constexpr float kFrame = 1.0f / 60;

// To and fro, from rest.
struct Swing {
  Vec3 axis;  // a unit vector
  double size = 0, perFrame = 0;

  Swing() = default;
  Swing(Random& r, double largest) {
    const Quat direction = r.rotation(3);
    axis = rotate(direction, {0, 1, 0});
    size = r.in(0.2 * largest, largest);
    perFrame = r.in(0.02, 0.1);
  }
  double at(int frame) const { return size * sinCos(perFrame * frame).sin; }
  Vec3 place(int frame) const { return axis * static_cast<float>(at(frame)); }
  Quat turn(int frame) const {
    const SinCos half = sinCos(at(frame) / 2);
    const Vec3 v = axis * static_cast<float>(half.sin);
    return {v.x, v.y, v.z, static_cast<float>(half.cos)};
  }
};

// A motion for springs: at most three centimetres and three degrees per frame of the root and as many degrees
// of a bone. The force changes now and then.
struct Sway {
  Swing place, turn;
  std::map<HumanBone, Swing> bones;
  float scale = 1;
  std::vector<Vec3> forces;  // for ten frames each

  explicit Sway(Random& r) {
    place = Swing(r, 0.3);
    turn = Swing(r, 0.5);
    for (const HumanBoneInfo& bone : allHumanBones()) {
      if (r.chance(0.3)) bones[bone.bone] = Swing(r, 0.5);
    }
    if (r.chance(0.4)) scale = static_cast<float>(r.in(0.5, 2));
    for (int i = 0; i < 6; ++i) {
      const Quat direction = r.rotation(3);
      const double size = r.chance(0.5) ? 0 : r.in(0, 1);
      forces.push_back(rotate(direction, {0, 0, static_cast<float>(size)}));
    }
  }
};

// Both sides of one model, given the same inputs.
class Pair {
 public:
  explicit Pair(gltf::Document document)
      : loaded_(load(std::move(document))),
        avatar_(loaded_.model()),
        reference_(loaded_.asset(), loaded_.vrm()),
        shaken_(loaded_.asset(), loaded_.vrm()) {
    avatar_.setStepping(SpringStepping::Spec);
  }

  const Model& model() const { return *loaded_.model(); }
  const schema::SpringBone& springBone() const { return loaded_.vrm().springBone; }

  // For motion so wild that springs hit everything and turn over, where the last bit decides which way. The
  // other stages do not mind.
  void withoutSprings() {
    avatar_.enable(Stage::Springs, false);
    springs_ = false;
  }

  void drive(Random& r) {
    const Vec3 place = r.vector(3);
    const Quat turn = r.rotation(3);
    const auto scale = static_cast<float>(r.chance(0.5) ? 1 : r.in(0.3, 3));
    avatar_.setRoot({place, turn, scale});
    inputs_.root = {wide(place),
                    wide(turn),
                    {static_cast<double>(scale), static_cast<double>(scale), static_cast<double>(scale)}};
    for (const HumanBoneInfo& bone : allHumanBones()) {
      if (!r.chance(0.7)) continue;
      const Quat q = r.rotation(2);
      avatar_.pose().rotate(bone.bone, q);
      inputs_.boneRotations[bone.bone] = wide(q);
    }
    if (r.chance(0.5)) {
      const Vec3 hips = r.vector(1);
      avatar_.pose().moveHips(hips);
      inputs_.hipsPosition = wide(hips);
    }
    const auto nodes = static_cast<std::uint32_t>(loaded_.asset().nodes.size());
    for (std::uint32_t i = 0; i < 5 && nodes > 0; ++i) {
      // Of nodes that nothing else writes: the two keep such values in different ways.
      const std::uint32_t node = r.below(nodes);
      const Quat q = r.rotation(2);
      const Vec3 t = r.vector(0.5);
      if (isWritten(node)) continue;
      avatar_.setRotation(model().node(NodeIndex(node)), q);
      avatar_.setTranslation(model().node(NodeIndex(node)), t);
      inputs_.nodes[node] = {wide(t), wide(q), std::nullopt};
    }
    for (std::uint32_t i = 0; i < model().expressionCount(); ++i) {
      if (!r.chance(0.5)) continue;
      const auto weight = static_cast<float>(r.chance(0.3) ? 0 : r.in(-0.2, 1.2));
      avatar_.expression(ExpressionIndex(i), weight);
      inputs_.expressions[std::string(model().expressionName(ExpressionIndex(i)))] =
          static_cast<double>(weight);
    }
    const std::uint32_t gaze = r.below(3);
    if (gaze == 0) avatar_.lookAtNothing(), inputs_.gaze = {};
    if (gaze == 1) {
      const Vec3 target = r.vector(4);
      avatar_.lookAt(target);
      inputs_.gaze = ref::WorldTarget{wide(target)};
    }
    if (gaze == 2) {
      const YawPitch direction{static_cast<float>(r.in(-120, 120)), static_cast<float>(r.in(-80, 80))};
      avatar_.lookAt(direction);
      inputs_.gaze = ref::YawPitch{static_cast<double>(direction.yaw), static_cast<double>(direction.pitch)};
    }
  }

  void drive(const Sway& sway, int frame) {
    const Vec3 place = sway.place.place(frame);
    const Quat turn = sway.turn.turn(frame);
    const auto scale = static_cast<double>(sway.scale);
    avatar_.setRoot({place, turn, sway.scale});
    inputs_.root = {wide(place), wide(turn), {scale, scale, scale}};
    for (const auto& [bone, swing] : sway.bones) {
      const Quat q = swing.turn(frame);
      avatar_.pose().rotate(bone, q);
      inputs_.boneRotations[bone] = wide(q);
    }
    const Vec3 force = sway.forces[static_cast<std::size_t>(frame / 10) % sway.forces.size()];
    avatar_.setForce(force);
    inputs_.force = wide(force);
  }

  // Another reference, whose springs are pushed about by a micrometre in every frame. Floats round by less,
  // so what becomes of that is a measure of what may become of their rounding.
  void updateShaken(Random& r) {
    ref::Inputs inputs = inputs_;
    const double size = 1e-6 / static_cast<double>(kFrame);
    inputs.force.x += r.in(-size, size);
    inputs.force.y += r.in(-size, size);
    inputs.force.z += r.in(-size, size);
    shaken_.update(inputs);
  }

  // Of the joints that springs turn.
  void compareSprings(double& worst, double& worstShaken) const {
    for (const schema::Spring& spring : springBone().springs) {
      for (std::size_t j = 0; j + 1 < spring.joints.size(); ++j) {
        const std::uint32_t node = spring.joints[j].node.value;
        const ref::Quatd& expected = reference_.local(node).rotation;
        const double off = angleBetween(avatar_.local(model().node(NodeIndex(node))).rotation, expected);
        worst = std::isnan(off) ? 1e9 : std::max(worst, off);
        worstShaken =
            std::max(worstShaken,
                     ref::length(ref::rotationVector(ref::inverse(expected) * shaken_.local(node).rotation)));
      }
    }
  }

  void update() {
    EXPECT_FALSE(has(avatar_.update(kFrame), UpdateFlags::InputRefused));
    inputs_.dt = springs_ ? static_cast<double>(kFrame) : 0;
    reference_.update(inputs_);
  }

  void compare(Largest& worst) const {
    const auto note = [](double& largest, double value) {
      largest = std::isnan(value) ? 1e9 : std::max(largest, value);
    };
    for (std::uint32_t i = 0; i < reference_.nodeCount(); ++i) {
      const ModelNode node = model().node(NodeIndex(i));
      const Trs local = avatar_.local(node);
      const Mat4& world = avatar_.world(node);
      note(worst.rotation, angleBetween(local.rotation, reference_.local(i).rotation));
      for (std::size_t k = 12; k < 15; ++k) {
        note(worst.position, std::abs(static_cast<double>(world[k]) - reference_.world(i).m[k]));
        note(worst.extent, std::abs(reference_.world(i).m[k]));
      }
    }
    for (std::uint32_t i = 0; i < model().expressionCount(); ++i) {
      const double expected =
          reference_.expressionWeights().at(std::string(model().expressionName(ExpressionIndex(i))));
      note(worst.weight, std::abs(static_cast<double>(avatar_.expressionWeights()[i]) - expected));
    }
    for (std::size_t i = 0; i < model().meshNodes().size(); ++i) {
      if (model().meshNodes()[i].morphCount == 0) continue;
      const std::vector<double>& expected =
          reference_.morphWeights().at(model().fileNode(ModelNode(model().meshNodes()[i].node)).value);
      for (std::size_t k = 0; k < expected.size(); ++k)
        note(worst.weight, std::abs(static_cast<double>(avatar_.morphWeights(i)[k]) - expected[k]));
    }
    EXPECT_EQ(model().materials().size(), reference_.materials().size());
    for (std::size_t i = 0; i < model().materials().size(); ++i) compareMaterial(i, worst);
    if (reference_.lookAt().active) {
      note(worst.angle, std::abs(static_cast<double>(avatar_.gaze().yaw) - reference_.lookAt().yaw));
      note(worst.angle, std::abs(static_cast<double>(avatar_.gaze().pitch) - reference_.lookAt().pitch));
    }
  }

 private:
  bool isWritten(std::uint32_t node) const {
    for (const NodeIndex bone : loaded_.vrm().humanoid.humanBones) {
      if (bone == NodeIndex(node)) return true;
    }
    for (const schema::NodeConstraint& c : loaded_.vrm().constraints) {
      if (c.node == NodeIndex(node)) return true;
    }
    return false;
  }

  void compareMaterial(std::size_t i, Largest& worst) const;

  LoadResult loaded_;
  Avatar avatar_;
  ref::Reference reference_, shaken_;
  ref::Inputs inputs_;
  bool springs_ = true;
};

void Pair::compareMaterial(std::size_t i, Largest& worst) const {
  const MaterialRow& row = model().materials()[i];
  const ref::MaterialValues& expected = reference_.materials().at(row.material.value);
  const auto compare = [&](std::uint32_t slot, std::array<double, 4> numbers) {
    if ((row.bound >> slot & 1) == 0) return;
    const Vec4& v = avatar_.materialValues(i)[slot];
    const float ours[] = {v.x, v.y, v.z, v.w};
    for (std::size_t k = 0; k < 4; ++k)
      worst.weight = std::max(worst.weight, std::abs(static_cast<double>(ours[k]) - numbers[k]));
  };
  const auto color = [](const std::optional<ref::Vec3d>& v) {
    return v ? std::array{v->x, v->y, v->z, 1.0} : std::array<double, 4>{};
  };
  compare(0, expected.color);
  compare(1, color(expected.emissionColor));
  compare(2, color(expected.shadeColor));
  compare(3, color(expected.matcapColor));
  compare(4, color(expected.rimColor));
  compare(5, color(expected.outlineColor));
  compare(kTextureTransformSlot, expected.uv);
}

void run(Pair& pair, std::uint32_t seed, int frames, Largest& worst) {
  Random r(seed);
  pair.withoutSprings();
  pair.update();
  pair.compare(worst);
  for (int i = 0; i < frames; ++i) {
    pair.drive(r);
    pair.update();
    pair.compare(worst);
  }
}

// The avatars here are up to forty nodes deep with the chains of their springs and stand at random rotations,
// so that roundings add up; real ones stay far below. A gaze close to straight up or down multiplies them,
// and the weights that it gives have its rounding.
void expectClose(const Largest& worst) {
  EXPECT_LT(worst.rotation, 1e-4);
  EXPECT_LT(worst.position, std::max(4e-5, 7e-6 * worst.extent));
  EXPECT_LT(worst.weight, 5e-6);
  EXPECT_LT(worst.angle, 1e-3);
}

TEST(Differential, RandomAvatars) {
  Largest all;
  for (std::uint32_t seed = 1; seed <= 150 / test::kFewer; ++seed) {
    Largest worst;
    Pair pair(randomAvatar(seed).document());
    run(pair, seed, 12, worst);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expectClose(worst);
    all = {std::max(all.rotation, worst.rotation), std::max(all.position, worst.position),
           std::max(all.weight, worst.weight), std::max(all.angle, worst.angle), 0};
  }
  std::printf("largest differences: %.2g rad, %.2g m, %.2g of weights, %.2g degrees of gaze\n", all.rotation,
              all.position, all.weight, all.angle);
}

TEST(Differential, TheAvatarOfEveryVersion) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    Largest worst;
    Pair pair(sameAvatar(version).document());
    run(pair, 7, 30, worst);
    SCOPED_TRACE(name(version));
    expectClose(worst);
  }
}

// Nearly all avatars stay within 1e-4 rad of the reference in the first half of a second and of 1e-3 in the
// second. Where a joint balances on a collider or turns over, roundings grow. How much they may is not
// guessed: not to more than 40 times what a micrometre per frame becomes in the reference.
struct SpringsOff {
  double early = 0, late = 0;  // in the first thirty frames, in all
  bool isFar() const { return early > 1e-4 || late > 1e-3; }
};

SpringsOff runSprings(Pair& pair, std::uint32_t seed, int frames) {
  Random r(seed);
  const Sway sway(r);
  SpringsOff out;
  double shaken = 0, shakenEarly = 0;
  for (int frame = 0; frame < frames; ++frame) {
    pair.drive(sway, frame);
    pair.update();
    pair.updateShaken(r);
    pair.compareSprings(out.late, shaken);
    if (frame < 30) out.early = out.late, shakenEarly = shaken;
  }
  EXPECT_LT(out.early, std::max(1e-4, 40 * shakenEarly));
  EXPECT_LT(out.late, std::max(1e-3, 40 * shaken));
  return out;
}

TEST(Differential, SpringsOfRandomAvatars) {
  int count = 0, far = 0;
  double early = 0, late = 0;
  for (std::uint32_t seed = 1; seed <= 80 / test::kFewer; ++seed) {
    Pair pair(randomAvatar(seed).document());
    if (pair.springBone().springs.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SpringsOff off = runSprings(pair, seed, 60);
    ++count;
    if (off.isFar()) ++far;
    early = std::max(early, off.early);
    late = std::max(late, off.late);
  }
  EXPECT_GT(count, 40 / static_cast<int>(test::kFewer));
  EXPECT_LE(far, count / 6);
  std::printf("springs of %d avatars: %.2g rad in 30 frames, %.2g rad in 60; %d far\n", count, early, late,
              far);
}

TEST(Differential, SpringsOfTheAvatarOfEveryVersion) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    SCOPED_TRACE(name(version));
    Pair pair(sameAvatar(version).document());
    EXPECT_LT(runSprings(pair, 7, 60).late, 1e-4);
  }
}

class CorpusDifferential : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CorpusDifferential);

TEST_P(CorpusDifferential, RunsAsTheReferenceDoes) {
  Result<gltf::Document> document = gltf::Document::open(corpusFolder() / GetParam());
  if (!document) GTEST_SKIP() << document.error().toString();
  Diagnostics diagnostics;
  if (!gltf::readAsset(*document, diagnostics)) GTEST_SKIP() << "no model";
  Largest worst;
  Pair pair(*std::move(document));
  run(pair, 3, 4, worst);
  EXPECT_LT(worst.rotation, 1e-5);
  EXPECT_LT(worst.weight, 1e-6);
  EXPECT_LT(worst.angle, 1e-3);
  // A float of hundreds of metres has no more digits; the Khronos sample RecursiveSkeletons is as tall as
  // that.
  EXPECT_LT(worst.position, std::max(1e-5, 1e-6 * worst.extent));
}

TEST_P(CorpusDifferential, SpringsMoveAsThoseOfTheReference) {
  Result<gltf::Document> document = gltf::Document::open(corpusFolder() / GetParam());
  if (!document) GTEST_SKIP() << document.error().toString();
  Diagnostics diagnostics;
  if (!gltf::readAsset(*document, diagnostics)) GTEST_SKIP() << "no model";
  Pair pair(*std::move(document));
  if (pair.springBone().springs.empty()) return;
  EXPECT_LT(runSprings(pair, 3, 20).late, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Files, CorpusDifferential, testing::ValuesIn(corpusFiles()), corpusTestName);

}  // namespace
}  // namespace vrm::test
