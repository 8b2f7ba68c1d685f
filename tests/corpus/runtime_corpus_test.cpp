// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The runtime on models that other people made.
#include <gtest/gtest.h>

#include <cmath>

#include "corpus/corpus.hpp"
#include "support/check_model.hpp"

namespace vrm {
namespace {

using namespace test;

class RuntimeCorpus : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    loaded_.emplace(load(corpusFolder() / GetParam()));
    if (*loaded_) return;
    EXPECT_TRUE(mayBeBroken(GetParam())) << loaded_->error().toString();
    GTEST_SKIP() << "broken on purpose";
  }
  const Model& model() const { return *loaded_->model(); }

  std::optional<LoadResult> loaded_;
};

TEST_P(RuntimeCorpus, IsSaneAndStaysAtRest) {
  EXPECT_EQ(checkRuntime(model()), "");
  Avatar avatar(loaded_->model());
  avatar.enable(Stage::Springs, false);  // gravity pulls at once
  EXPECT_FALSE(has(avatar.update(1.0f / 60), UpdateFlags::InputRefused));
  for (std::uint32_t i = 0; i < model().nodeCount(); ++i) {
    const Mat4& rest = model().restMatrix(ModelNode(i));
    for (std::size_t k = 0; k < 16; ++k) {
      EXPECT_NEAR(avatar.world(ModelNode(i))[k], rest[k], 1e-5f + 1e-6f * std::abs(rest[k])) << "node " << i;
    }
  }
}

TEST_P(RuntimeCorpus, AvatarsFaceForward) {
  const ModelNode left = model().bone(HumanBone::LeftUpperLeg),
                  right = model().bone(HumanBone::RightUpperLeg);
  if (!left || !right || loaded_->vrm().version == VrmVersion::None) return;
  if (GetParam() == "bl-draco.vrm") GTEST_SKIP() << "its legs are crossed";
  EXPECT_GT(positionOf(model().restMatrix(left)).x, positionOf(model().restMatrix(right)).x);
}

TEST_P(RuntimeCorpus, MeshesCanBeSkinned) {
  Diagnostics diagnostics;
  const auto meshes = loadMeshes(*loaded_, diagnostics);
  ASSERT_TRUE(meshes) << meshes.error().toString();
  EXPECT_EQ(checkMeshes(**meshes), "");
  Avatar avatar(loaded_->model());
  avatar.update(0);
  Skinner skinner(*meshes);
  const Bounds bounds = skinner.bounds(avatar);
  if (bounds.empty()) return;
  if (loaded_->diagnostics().has(Code::GltfExtensionUnsupported)) return;  // compressed: all zeros
  EXPECT_TRUE(std::isfinite(length(bounds.min)) && std::isfinite(length(bounds.max)));
  // Moved as a whole, it is as large as before.
  avatar.setRoot({{3, -2, 5}, {}, 2});
  avatar.update(0);
  const Bounds moved = skinner.bounds(avatar);
  const Vec3 size = bounds.max - bounds.min, movedSize = moved.max - moved.min;
  const float large = length(size);
  EXPECT_NEAR(movedSize.y, 2 * size.y, 1e-4f * large);
  EXPECT_NEAR(moved.min.x, 2 * bounds.min.x + 3, 1e-4f * large);
}

INSTANTIATE_TEST_SUITE_P(Files, RuntimeCorpus, testing::ValuesIn(corpusFiles()), corpusTestName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RuntimeCorpus);

}  // namespace
}  // namespace vrm
