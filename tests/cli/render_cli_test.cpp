// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"
#include "support/asset_builder.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::vrmCommand;

class RenderCli : public test::Cli {
 protected:
  std::string putText(const std::string& name, std::string_view text) { return put(name, test::bytesOf(text)); }
  static gltf::Image picture(const std::string& path) {
    const Result<std::vector<std::byte>> bytes = readFile(path, 1 << 24);
    if (!bytes) return {};
    const Result<gltf::Image> image = gltf::decodeImage(*bytes, {});
    return image ? *image : gltf::Image{};
  }
  static std::size_t shown(const gltf::Image& image) {
    std::size_t count = 0;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) count += image.rgba[i] > 0 ? 1u : 0u;
    return count;
  }
};

TEST_F(RenderCli, DrawsAPicture) {
  const CommandResult result = vrmCommand({"render", avatar(), "-o", at("out.png"), "--size", "64x96"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, at("out.png") + "\n");
  const gltf::Image image = picture(at("out.png"));
  EXPECT_EQ(image.width, 64u);
  EXPECT_EQ(image.height, 96u);
  EXPECT_GT(shown(image), 0u);
  EXPECT_LT(shown(image), 64u * 96) << "transparent where nothing is";
}

TEST_F(RenderCli, BackgroundsAndViewsAndPosesAndGazes) {
  const std::string model = avatar();
  putText("pose.json", R"({"head":{"rotation":[0,0.5,0,0.8660254]},"hips":{"position":[0,0.1,0]}})");
  const std::vector<std::vector<std::string>> cases = {
      {"--background", "#ff8000", "--view", "face"},   {"--background", "white", "--view", "back"},
      {"--background", "#0f08", "--pose", "tpose"},    {"--pose", "apose", "--look-at", "camera"},
      {"--pose", at("pose.json"), "--look-at", "0,1,2"}, {"--first-person", "--background", "black"},
      {"--overlay", "bones,springs,colliders,limits"}, {"--time", "0.5", "--expression", "happy=0.5"},
      {"--samples", "1", "--view", "three-quarter"},
  };
  for (std::vector<std::string> arguments : cases) {
    const std::string said = arguments[0] + " " + arguments[1];
    arguments.insert(arguments.begin(), {"render", model, "-o", at("out.png"), "--size", "48"});
    const CommandResult result = vrmCommand(arguments);
    if (said == "--background #0f08") {
      EXPECT_EQ(result.exitCode, 2) << "four digits are no colour";
      continue;
    }
    EXPECT_EQ(result.exitCode, 0) << said << result.err;
    EXPECT_EQ(picture(at("out.png")).width, 48u) << said;
  }
}

TEST_F(RenderCli, SheetsTurntablesAndScenarios) {
  const std::string model = avatar();
  CommandResult result = vrmCommand({"render", model, "-o", at("sheet.png"), "--sheet", "--size", "48"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_GT(picture(at("sheet.png")).width, 100u);

  result = vrmCommand({"render", model, "-o", at("turn-%02d.png"), "--turntable", "3", "--size", "32"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, at("turn-01.png") + "\n" + at("turn-02.png") + "\n" + at("turn-03.png") + "\n");
  EXPECT_EQ(picture(at("turn-03.png")).width, 32u);

  for (const char* name : {"turn.png", "turn.webp"}) {
    result = vrmCommand({"render", model, "-o", at(name), "--turntable", "3", "--size", "32"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(gltf::probeImage(*readFile(at(name), 1 << 24)).animated) << name;
  }

  const std::string scenario = putText("nod.json", R"({"version":1,"frames":5,"dt":0.05,"tracks":[)"
                                               R"({"target":"bone:head","property":"rotation","values":[[0,0,0,1]]}]})");
  result = vrmCommand({"render", model, "-o", at("nod-%d.png"), "--animate", scenario, "--frames", "2", "--size", "32"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, at("nod-1.png") + "\n" + at("nod-2.png") + "\n");
}

TEST_F(RenderCli, ManyFilesGoIntoAFolder) {
  std::filesystem::create_directories(at("shop/new"));
  put("shop/one.vrm", test::smallAvatar().glb());
  put("shop/new/one.vrm", test::smallAvatar().glb());
  putText("shop/broken.vrm", "no model");
  const CommandResult result = vrmCommand({"render", at("shop"), "-o", at("pictures/"), "--size", "32", "--json"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "broken.vrm")) << result.err;
  EXPECT_EQ(picture(at("pictures/one.png")).width, 32u);
  EXPECT_EQ(picture(at("pictures/one_2.png")).width, 32u) << "of the same name";
  Diagnostics said;
  const Result<gltf::Json> json = gltf::Json::parse(result.out, {}, said);
  ASSERT_TRUE(json) << result.out;
  EXPECT_EQ(json->root().find("files")->size(), 3u);
}

TEST_F(RenderCli, WhatCannotBeDoneSaysWhy) {
  const std::string model = avatar();
  const auto refused = [&](std::vector<std::string> arguments, const char* why) {
    arguments.insert(arguments.begin(), {"render", model});
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 2) << why;
    EXPECT_TRUE(contains(result.err, why)) << result.err;
  };
  refused({}, "--output is required");
  refused({"-o", at("out.gif")}, "OUTPUT_FORMAT");
  refused({"-o", at("out.png"), "--size", "0"}, "a size is 512 or 512x768");
  refused({"-o", at("out.png"), "--size", "99999"}, "a size is 512 or 512x768");
  refused({"-o", at("out.png"), "--background", "bluish"}, "a colour is transparent");
  refused({"-o", at("out.png"), "--expression", "smirk"}, "there is no expression \"smirk\"; the model has happy");
  refused({"-o", at("out.png"), "--expression", "happy=2"}, "with a weight from 0 to 1");
  refused({"-o", at("out.png"), "--look-at", "1,2"}, "a gaze is at the camera");
  refused({"-o", at("out.png"), "--overlay", "hair"}, "bones, springs, colliders, limits");
  refused({"-o", at("out.png"), "--pose", at("none.json")}, "none.json");
  refused({"-o", at("out.png"), "--pose", putText("bad.json", R"({"nose":{}})")}, "this is no human bone");
  refused({"-o", at("out.png"), "--pose", putText("bad2.json", R"({"head":{"rotation":[0,0,0,0]}})")}, "length 0");
  refused({"-o", at("nowhere/out.png")}, "IO_WRITE");
  EXPECT_FALSE(std::filesystem::exists(at("out.png"))) << "nothing is left behind";
}

// With the library hidden behind an empty file, where the machine lets us do that.
TEST_F(RenderCli, WithoutEglItSaysWhatToInstall) {
  const std::string script =
      "library=$(ldconfig -p | awk '/libEGL.so.1 /{print $NF; exit}') && [ -n \"$library\" ] && "
      "mount --bind /dev/null \"$(readlink -f \"$library\")\" || exit 77; \"$0\" render \"$1\" -o \"$2\"";
  const CommandResult result = test::runCommand(
      "/usr/bin/unshare", {"-m", "/bin/sh", "-c", script, VRM_COMMAND, avatar(), at("out.png")}, {});
  if (result.exitCode != 2) GTEST_SKIP() << "mounting needs root: " << result.err;
  EXPECT_TRUE(contains(result.err, "apt-get install libegl1")) << result.err;
  EXPECT_TRUE(contains(result.err, "RENDER_UNAVAILABLE")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.png")));
}

TEST_F(RenderCli, AMissingPresetIsAWarning) {
  const CommandResult result = vrmCommand({"render", avatar(), "-o", at("out.png"), "--size", "32", "--expression", "angry"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(contains(result.err, "the model has no expression angry")) << result.err;
}

}  // namespace
}  // namespace vrm
