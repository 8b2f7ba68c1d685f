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

class OptimizeCli : public test::Cli {
 protected:
  // With a material that nothing uses, and a morph target that no expression does.
  std::string wasteful() {
    test::AssetBuilder b = test::smallAvatar();
    b.add(gltf::Kind::Material, R"({"name":"spare"})");
    const std::uint32_t morph = b.floats(gltf::AccessorType::Vec3, {1, 0, 0, 0, 0, 0, 0, 0, 0}, true);
    b.set("/meshes/0/primitives/0/targets/-", R"({"POSITION":)" + std::to_string(morph) + "}");
    b.set("/meshes/0/weights", "[0,0]");
    b.set("/meshes/0/extras/targetNames", R"(["smile","jawOpen"])");
    return put("wasteful.vrm", b.glb());
  }
};

TEST_F(OptimizeCli, WritesTheModelAndSaysWhatWasDone) {
  const std::string model = wasteful();
  const CommandResult result = vrmCommand({"optimize", model, at("out.vrm")});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(at("out.vrm") + "\n  size        ")) << result.out;
  EXPECT_TRUE(contains(result.out, "  draw calls  1 -> 1\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "  dropped     1 morph target, 1 material, 1 accessor\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "  merged      nothing\n")) << result.out;
  EXPECT_TRUE(test::looksTheSame(*gltf::Document::open(model), *gltf::Document::open(at("out.vrm"))));

  const Printed json(vrmCommand({"optimize", model, at("again.vrm"), "--json", "--keep-morphs"}).out);
  EXPECT_EQ(json["/written/0"].string(), at("again.vrm"));
  EXPECT_EQ(json["/optimized/dropped/morphTargets"].index(), 0u);
  EXPECT_EQ(json["/optimized/dropped/materials"].index(), 1u);
  EXPECT_EQ(json["/optimized/bytesBefore"].index(), std::filesystem::file_size(model));
  EXPECT_EQ(json["/optimized/bytesAfter"].index(), std::filesystem::file_size(at("again.vrm")));
}

TEST_F(OptimizeCli, ImagesThatStayLargeAreAWarning) {
  test::AssetBuilder b = test::smallAvatar();
  const std::uint32_t image = b.image("skin", test::bytesOf("KTX"), "image/ktx2");
  const std::uint32_t texture = b.add(gltf::Kind::Texture, R"({"source":)" + std::to_string(image) + "}");
  b.set("/materials/0/emissiveTexture", R"({"index":)" + std::to_string(texture) + "}");
  const std::string model = put("painted.vrm", b.glb());
  const CommandResult result = vrmCommand({"optimize", model, at("out.vrm"), "--max-texture", "64"});
  EXPECT_EQ(result.exitCode, 1) << result.err;
  EXPECT_TRUE(contains(result.err, "it is none of PNG, JPEG and WebP [EDIT_IMAGE_KEPT]")) << result.err;
  EXPECT_EQ(vrmCommand({"optimize", model, at("out.vrm")}).exitCode, 0) << "nobody asked for smaller ones";
}

TEST_F(OptimizeCli, WhatCannotBeHandledLeavesNothingBehind) {
  test::AssetBuilder b = test::smallAvatar();
  b.set("/meshes/0/primitives/0/extensions",
        R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  const CommandResult result = vrmCommand({"optimize", put("draco.vrm", b.glb()), at("out.vrm")});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "the data is compressed (KHR_draco_mesh_compression)")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.vrm")));
  EXPECT_EQ(vrmCommand({"optimize", wasteful(), at("none/out.vrm")}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"optimize", wasteful(), at("out.vrm"), "--max-texture", "0"}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"optimize", wasteful(), at("out.vrm"), "--max-texture", "large"}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
