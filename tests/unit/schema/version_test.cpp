// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/version.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"

namespace vrm {
namespace {

// The table "What a file may contain, and what we read it as".
TEST(Version, RecognitionTable) {
  struct Case {
    const char* extensions;
    VrmVersion version;
    const char* specVersion;
  };
  const Case cases[] = {
      {R"("VRM":{"specVersion":"0.0"})", VrmVersion::Vrm0, "0.0"},
      {R"("VRM":{})", VrmVersion::Vrm0, ""},
      {R"("VRMC_vrm":{"specVersion":"1.0"})", VrmVersion::Vrm1, "1.0"},
      {R"("VRMC_vrm":{"specVersion":"1.0-beta"})", VrmVersion::Vrm1, "1.0-beta"},
      {R"("VRMC_vrm":{})", VrmVersion::Vrm1, ""},
      {R"("VRMC_vrm":{"specVersion":"1.0","blendShape":{}})", VrmVersion::Draft, "1.0"},
      {R"("VRMC_vrm":{"blendshape":[]})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"lookAt":{"lookAtType":"bone"}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"springBone":{"boneGroups":[]}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"meta":{"title":"x"}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"meta":{"author":"x"}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"meta":{"license":"CC0"}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"meta":{"allowedUser":"Everyone"}})", VrmVersion::Draft, ""},
      {R"("VRMC_vrm":{"meta":{"title":"x","name":"x"}})", VrmVersion::Vrm1, ""},
      {R"("VRMC_vrm":{"blendShape":{},"expressions":{}})", VrmVersion::Vrm1, ""},
      {R"("VRMC_vrm":{"lookAt":{"type":"bone","lookAtType":"bone"}})", VrmVersion::Vrm1, ""},
      {R"("VRMC_vrm_animation":{"specVersion":"1.0-draft"})", VrmVersion::Animation, "1.0-draft"},
      {R"("VRMC_vrm":{"specVersion":"1.0"},"VRM":{"specVersion":"0.0"})", VrmVersion::Vrm1, "1.0"},
      {R"("VRM":[])", VrmVersion::None, ""},
      {R"("KHR_materials_variants":{})", VrmVersion::None, ""},
  };
  for (const Case& c : cases) {
    const auto document = gltf::Document::parse(
        test::bytesOf(test::gltfJson(R"("extensions":{)" + std::string(c.extensions) + "}")));
    ASSERT_TRUE(document.ok());
    EXPECT_EQ(findVersion(*document).version, c.version) << c.extensions;
    EXPECT_EQ(findVersion(*document).specVersion, c.specVersion) << c.extensions;
  }
  EXPECT_EQ(findVersion(gltf::Document()).version, VrmVersion::None);
}

TEST(Version, HasNames) {
  EXPECT_EQ(name(VrmVersion::Vrm0), "VRM 0.x");
  EXPECT_EQ(name(VrmVersion::Draft), "VRM 1.0 draft");
  EXPECT_EQ(name(VrmVersion::Vrm1), "VRM 1.0");
  EXPECT_EQ(name(VrmVersion::Animation), "VRM animation");
  EXPECT_EQ(name(VrmVersion::None), "glTF");
}

}  // namespace
}  // namespace vrm
