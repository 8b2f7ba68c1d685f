// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"
#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"
#include "support/scramble.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

class NormalizeCli : public test::Cli {
 protected:
  std::string turned() {
    gltf::Document document = test::smallAvatar().document();
    test::scramble(document, test::Scrambling::Any, 4);
    return put("turned.vrm", *document.toGlb());
  }
};

TEST_F(NormalizeCli, WritesTheModelAndSaysWhatWasDone) {
  const std::string model = turned();
  const CommandResult result = vrmCommand({"normalize", model, at("out.vrm")});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(at("out.vrm") + "\n  nodes   ")) << result.out;
  EXPECT_TRUE(contains(result.out, "  skins   1 with new matrices\n")) << result.out;
  EXPECT_TRUE(test::movesTheSame(*gltf::Document::open(model), *gltf::Document::open(at("out.vrm"))));

  const Printed json(vrmCommand({"normalize", at("out.vrm"), at("again.vrm"), "--json"}).out);
  EXPECT_EQ(json["/written/0"].string(), at("again.vrm"));
  EXPECT_EQ(json["/normalized/nodes"].index(), 0u);
  EXPECT_TRUE(
      contains(vrmCommand({"normalize", at("out.vrm"), at("again.vrm")}).out, "it was normalised already"));
}

TEST_F(NormalizeCli, PutsItIntoTheTPose) {
  test::AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  b.set(gltf::pointerJoin("/nodes", test::kLeftUpperArm) + "/rotation", "[0,0,-0.38268343,0.92387953]");
  const std::string model = put("a.vrm", b.glb());
  const CommandResult result = vrmCommand({"normalize", model, at("t.vrm"), "--tpose"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(
      contains(result.out, "  T-pose  1 bone turned, moved to the ground and the origin, a new root\n"))
      << result.out;
  const Printed json(vrmCommand({"normalize", at("t.vrm"), at("again.vrm"), "--tpose", "--json"}).out);
  EXPECT_EQ(json["/normalized/tPose/bones"].index(), 0u);
  EXPECT_FALSE(json["/normalized/tPose/moved"].boolean());
  EXPECT_TRUE(contains(vrmCommand({"normalize", at("t.vrm"), at("again.vrm"), "--tpose"}).out,
                       "  T-pose  it stood so already\n"));
  const CommandResult none = vrmCommand(
      {"normalize", put("none.glb", test::glb(test::gltfJson("\"nodes\":[{}]"))), at("none.vrm"), "--tpose"});
  EXPECT_EQ(none.exitCode, 2);
  EXPECT_TRUE(contains(none.err, "the file has neither [VRM_NONE]")) << none.err;
}

TEST_F(NormalizeCli, WhatCannotBeHandledLeavesNothingBehind) {
  test::AssetBuilder b = test::smallAvatar();
  b.set("/meshes/0/primitives/0/extensions",
        R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  const CommandResult result = vrmCommand({"normalize", put("draco.vrm", b.glb()), at("out.vrm")});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(
      contains(result.err, "/meshes/0/primitives/0: the data is compressed (KHR_draco_mesh_compression)"))
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.vrm")));
  EXPECT_EQ(vrmCommand({"normalize", turned(), at("none/out.vrm")}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
