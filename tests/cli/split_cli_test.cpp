// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"
#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

class SplitCli : public test::Cli {
 protected:
  // A second triangle, of the spine alone.
  static test::AssetBuilder shared() {
    test::AssetBuilder b = test::smallAvatar();
    const std::uint32_t weights = b.floats(gltf::AccessorType::Vec4, {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
    const gltf::Document document = b.document();
    b.set("/meshes/0/primitives/-",
          gltf::Json::write(*gltf::Json::at(document.root(), "/meshes/0/primitives/0")));
    b.set("/meshes/0/primitives/1/attributes/WEIGHTS_0", std::to_string(weights));
    return b;
  }
};

TEST_F(SplitCli, WritesTheModelAndSaysWhatWasDone) {
  const std::string model = put("whole.vrm", shared().glb());
  const CommandResult result = vrmCommand({"split", model, at("out.vrm")});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, at("out.vrm") +
                            "\n  split            1 with 1 triangles of the head and 1 others\n"
                            "  thirdPersonOnly  0\n"
                            "  both             0\n"
                            "  rules of exporters\n"
                            "    target names   written to 2 meshes and primitives\n");
  EXPECT_TRUE(test::looksTheSame(*gltf::Document::open(model), *gltf::Document::open(at("out.vrm"))));

  const Printed json(vrmCommand({"split", model, at("again.vrm"), "--json"}).out);
  EXPECT_EQ(json["/written/0"].string(), at("again.vrm"));
  EXPECT_EQ(json["/split/split"].index(), 1u);
  EXPECT_EQ(json["/split/meshes"].index(), 1u);
  EXPECT_EQ(json["/split/headTriangles"].index(), 1u);
  EXPECT_EQ(json["/exported/targetNames"].index(), 2u);
  EXPECT_TRUE(contains(vrmCommand({"split", at("out.vrm"), at("again.vrm")}).out, "nothing is auto"));
  EXPECT_EQ(*readFile(at("again.vrm"), 1'000'000), *readFile(at("out.vrm"), 1'000'000));
}

TEST_F(SplitCli, RulesOfExportersCanBeLeft) {
  test::AssetBuilder b = shared();
  b.set("/meshes/0/name", R"("a/b")");
  b.set("/meshes/0/primitives/0/targets/0/NORMAL", "1");
  b.set("/meshes/0/primitives/1/targets/0/NORMAL", "1");
  const std::string model = put("whole.vrm", b.glb());
  const Printed with(vrmCommand({"split", model, at("out.vrm"), "--json"}).out);
  EXPECT_EQ(with["/exported/names"].index(), 1u);
  EXPECT_EQ(with["/exported/morphNormals"].index(), 2u);
  const Printed without(
      vrmCommand({"split", model, at("out.vrm"), "--json", "--keep-names", "--keep-morph-normals"}).out);
  EXPECT_EQ(without["/exported/names"].index(), 0u);
  EXPECT_EQ(without["/exported/morphNormals"].index(), 0u);
}

TEST_F(SplitCli, WhatCannotBeHandledLeavesNothingBehind) {
  test::AssetBuilder b = test::smallAvatar();
  b.set("/bufferViews/0/extensions", R"({"EXT_meshopt_compression":{}})");
  const CommandResult result = vrmCommand({"split", put("packed.vrm", b.glb()), at("out.vrm")});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "/bufferViews/0: the data is compressed (EXT_meshopt_compression)"))
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.vrm")));
}

}  // namespace
}  // namespace vrm
