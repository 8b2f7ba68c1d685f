// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The runtime beside the reference: random avatars, random inputs, frame by frame. What the two may differ in
// is the rounding of floats.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "corpus/corpus.hpp"
#include "differential/random_avatar.hpp"
#include "differential/reference.hpp"
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

// Both sides of one model, given the same inputs.
class Pair {
 public:
  explicit Pair(gltf::Document document)
      : loaded_(load(std::move(document))),
        avatar_(loaded_.model()),
        reference_(loaded_.asset(), loaded_.vrm()) {
    avatar_.enable(Stage::Springs, false);
  }

  const Model& model() const { return *loaded_.model(); }

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

  void update() {
    EXPECT_FALSE(has(avatar_.update(1.0f / 60), UpdateFlags::InputRefused));
    reference_.update(inputs_);
  }

  // How far from the world's origin things are.
  double extent() const {
    double out = 0;
    for (const Mat4& m : avatar_.worldMatrices()) {
      for (std::size_t k = 12; k < 15; ++k) out = std::max(out, std::abs(static_cast<double>(m[k])));
    }
    return out;
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
      for (std::size_t k = 12; k < 15; ++k)
        note(worst.position, std::abs(static_cast<double>(world[k]) - reference_.world(i).m[k]));
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
  ref::Reference reference_;
  ref::Inputs inputs_;
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
  pair.update();
  pair.compare(worst);
  for (int i = 0; i < frames; ++i) {
    pair.drive(r);
    pair.update();
    pair.compare(worst);
  }
}

// The avatars here are up to thirty nodes deep and stand at random rotations, so that roundings add up; real ones stay far
// below. A gaze close to straight up or down multiplies them, and the weights that it gives have its rounding.
void expectClose(const Largest& worst, double extent) {
  EXPECT_LT(worst.rotation, 1e-4);
  EXPECT_LT(worst.position, std::max(3e-5, 5e-6 * extent));
  EXPECT_LT(worst.weight, 5e-6);
  EXPECT_LT(worst.angle, 1e-3);
}

TEST(Differential, RandomAvatars) {
  Largest all;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    Largest worst;
    Pair pair(randomAvatar(seed).document());
    run(pair, seed, 12, worst);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expectClose(worst, pair.extent());
    all = {std::max(all.rotation, worst.rotation), std::max(all.position, worst.position),
           std::max(all.weight, worst.weight), std::max(all.angle, worst.angle)};
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
    expectClose(worst, pair.extent());
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
  EXPECT_LT(worst.position, std::max(1e-5, 1e-6 * pair.extent()));
}

INSTANTIATE_TEST_SUITE_P(Files, CorpusDifferential, testing::ValuesIn(corpusFiles()), corpusTestName);

}  // namespace
}  // namespace vrm::test
