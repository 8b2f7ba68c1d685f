// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the fuzz target "schema" has found, each in the smallest file that shows it (the inputs themselves are
// tests/fuzz/seeds/schema/found_*).
#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/read_model.hpp"

namespace vrm {
namespace {

using gltf::Json;
using test::ReadModel;
using test::readModel;
using test::writtenAndRead;

// Written as VRM 1.0 the model says what it said, and written again it does not change.
void expectSurvivesWriting(std::string_view members) {
  const ReadModel model = readModel(members);
  ASSERT_EQ(model.error, "");
  const ReadModel once = writtenAndRead(model);
  ASSERT_EQ(once.error, "");
  EXPECT_EQ(test::differences(test::withoutOrigin(model.vrm), test::withoutOrigin(once.vrm)), "");
  const ReadModel twice = writtenAndRead(once);
  ASSERT_EQ(twice.error, "");
  EXPECT_TRUE(Json::equal(once.document.root(), twice.document.root()))
      << once.document.json().write() << "\n" << twice.document.json().write();
}

// An object in the place of extensionsUsed had extensions inside, which were counted before it made room for a list.
TEST(SchemaFuzzRegressions, ExtensionsInThePlaceOfTheirList) {
  expectSurvivesWriting(R"("extensionsUsed":{"extensions":{"VRMC_springBone_limit":{}}})");
}

// The length of a number's spelling was taken for the number of scenes.
TEST(SchemaFuzzRegressions, ScenesThatAreNoList) {
  expectSurvivesWriting(R"("scenes":1,"nodes":[{}],"extensions":{"VRM":{}})");
}

// There was nothing to turn, and a node with an empty list of children is no glTF.
TEST(SchemaFuzzRegressions, TurningAnAvatarWithoutNodes) {
  const ReadModel written = writtenAndRead(readModel(R"("extensions":{"VRM":{}})"));
  ASSERT_EQ(written.error, "");
  EXPECT_TRUE(written.asset.nodes.empty());
}

}  // namespace
}  // namespace vrm
