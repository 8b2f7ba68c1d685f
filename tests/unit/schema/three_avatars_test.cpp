// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// One avatar in the words of VRM 0.x, of the draft and of 1.0 gives the same structs, but for a listed set.
#include "support/three_avatars.hpp"

#include <gtest/gtest.h>

#include "support/read_model.hpp"

namespace vrm {
namespace {

using namespace schema;
using test::ReadModel;
using test::readModel;
using test::sameAvatar;

// Vectors in the space of nodes, as they would stand if the file itself were turned.
Vrm inModelAxes(Vrm vrm) {
  if (!vrm.turned) return vrm;
  const auto turn = [](Vec3& v) { v = {-v.x + 0.0f, v.y, -v.z + 0.0f}; };
  for (AddedNode& node : vrm.addedNodes) turn(node.translation);
  for (Collider& c : vrm.springBone.colliders) {
    turn(c.shape.offset);
    turn(c.shape.tail);
  }
  if (vrm.lookAt) turn(vrm.lookAt->offsetFromHeadBone);
  return vrm;
}

// The listed set: what a version cannot say, or says about itself.
void setDifferencesAside(Vrm& vrm) {
  vrm.version = VrmVersion::Vrm1;
  vrm.specVersion.clear();
  vrm.exporterVersion.clear();
  vrm.turned = false;
  vrm.meta.source.reset();                             // 0.x, draft: the words of the licence
  vrm.meta.licenseUrl.clear();                         // 1.0 only
  vrm.humanoid.unity.reset();                          // 0.x only
  vrm.expressions.binaryRule = BinaryRule::AboveHalf;  // the draft has another
}

class ThreeAvatars : public ::testing::TestWithParam<VrmVersion> {};

TEST_P(ThreeAvatars, GiveTheSameStructs) {
  const ReadModel final = readModel(sameAvatar(VrmVersion::Vrm1).document());
  ReadModel other = readModel(sameAvatar(GetParam()).document());
  ASSERT_EQ(final.error, "");
  ASSERT_EQ(other.error, "");
  EXPECT_EQ(final.problems(), "");
  EXPECT_EQ(other.problems(), "");
  EXPECT_EQ(other.vrm.version, GetParam());
  EXPECT_EQ(other.vrm.turned, GetParam() == VrmVersion::Vrm0);
  EXPECT_EQ(other.vrm.expressions.binaryRule,
            GetParam() == VrmVersion::Draft ? BinaryRule::NonZero : BinaryRule::AboveHalf);

  Vrm a = final.vrm, b = inModelAxes(other.vrm);
  setDifferencesAside(a);
  setDifferencesAside(b);
  if (GetParam() == VrmVersion::Vrm0) {
    // It has no word for the capsule and the constraint.
    a.springBone.colliders.pop_back();
    a.springBone.colliderGroups[0].colliders.pop_back();
    a.constraints.clear();
  }
  if (GetParam() != VrmVersion::Vrm1) {
    // The tails that 1.0 has as nodes of the file.
    ASSERT_EQ(b.addedNodes.size(), 2u);
    for (std::uint32_t i = 0; i < 2; ++i) {
      const gltf::Node& node = final.asset.nodes[test::kAvatarNodes + i];
      EXPECT_EQ(b.addedNodes[i].name, node.name);
      EXPECT_EQ(b.addedNodes[i].parent, node.parent);
      EXPECT_LT(length(b.addedNodes[i].translation - node.local.translation), 1e-6f);
    }
    b.addedNodes.clear();
  }
  EXPECT_EQ(test::differences(a, b), "");
}

TEST_P(ThreeAvatars, ComeBackFromAFileOf10) {
  const ReadModel model = readModel(sameAvatar(GetParam()).document());
  const ReadModel again = test::writtenAndRead(model);
  ASSERT_EQ(again.error, "");
  EXPECT_EQ(again.vrm.version, VrmVersion::Vrm1);
  EXPECT_EQ(test::differences(test::withoutOrigin(model.vrm), test::withoutOrigin(again.vrm)), "");
  EXPECT_EQ(test::misplaced(model, again), "");
  // From here on it is 1.0: nothing changes any more.
  const ReadModel third = test::writtenAndRead(again);
  EXPECT_EQ(test::differences(again.vrm, third.vrm), "");
  EXPECT_TRUE(gltf::Json::equal(again.document.root(), third.document.root()));
}

INSTANTIATE_TEST_SUITE_P(Versions, ThreeAvatars,
                         ::testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

}  // namespace
}  // namespace vrm
