// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/cli_fixture.hpp"
#include "support/asset_builder.hpp"
#include "support/slow_build.hpp"

namespace vrm {
namespace {

namespace fs = std::filesystem;
using test::CommandResult;
using test::contains;
using test::vrmCommand;

class RenderCli : public test::Cli {
 protected:
#if VRM_SLOW_BUILD
  // The leak checker of clang 14 crashes itself ("Tracer caught signal 11") when it looks at the thread with which Mesa writes
  // its cache of shaders. Leaks of drawing are looked for in vrm_render_tests.
  void SetUp() override { setenv("ASAN_OPTIONS", "detect_leaks=0", 0); }
  void TearDown() override { unsetenv("ASAN_OPTIONS"); }
#endif
  std::string putText(const std::string& name, std::string_view text) { return put(name, test::bytesOf(text)); }
  // With arms, hair and a face.
  std::string person() {
    EXPECT_EQ(vrmCommand({"sample", "-o", at("person.vrm")}).exitCode, 0);
    return at("person.vrm");
  }
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

// A turn takes seconds, however few pictures are taken of it: hair does not fly.
TEST_F(RenderCli, TurntablesOfAFewPicturesAreCalm) {
  const std::string model = person();
  const auto turn = [&](const std::string& name, std::vector<std::string> how) {
    how.insert(how.begin(), {"render", model, "-o", at(name + "%d.png"), "--size", "96"});
    EXPECT_EQ(vrmCommand(how).exitCode, 0);
    return picture(at(name + "1.png"));
  };
  // The same turn of four seconds, in few pictures and in many.
  const gltf::Image few = turn("few", {"--turntable", "6"}), many = turn("many", {"--turntable", "24", "--fps", "6"});
  ASSERT_EQ(few.rgba.size(), many.rgba.size());
  std::size_t differ = 0;
  for (std::size_t i = 3; i < few.rgba.size(); i += 4) differ += (few.rgba[i] > 127) != (many.rgba[i] > 127) ? 1u : 0u;
  EXPECT_GT(shown(many), 0u);
  EXPECT_LT(differ, shown(many) / 50) << "of " << shown(many);
}

TEST_F(RenderCli, AFolderOfOneModelIsAFolder) {
  fs::create_directories(at("shop"));
  fs::copy_file(avatar(), at("shop/one.vrm"));
  putText("shop/motion.vrma", "not looked at");
  const CommandResult result = vrmCommand({"render", at("shop"), "-o", at("thumbs"), "--size", "32", "--threads", "0"});
  EXPECT_LE(result.exitCode, 1) << result.err;
  EXPECT_TRUE(fs::exists(at("thumbs/one.png"))) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "1 of 1 files")) << result.out;
  // What fails says so as it does alone.
  putText("shop/broken.vrm", "x");
  const test::Printed json(vrmCommand({"render", at("shop"), "-o", at("thumbs"), "--size", "32", "--json"}).out);
  EXPECT_EQ(json["/files/0/error/code"].string(), "GLB_MAGIC");
}

TEST_F(RenderCli, SaysWhenThereIsNothingToSee) {
  // Its triangle looks away.
  putText("away.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAA"}]})");
  const CommandResult away = vrmCommand({"render", at("away.gltf"), "-o", at("out.png"), "--size", "32"});
  EXPECT_EQ(away.exitCode, 1);
  EXPECT_TRUE(contains(away.err, "nothing of it is to be seen in the picture")) << away.err;
  const CommandResult face = vrmCommand({"render", at("away.gltf"), "-o", at("out.png"), "--size", "32", "--view", "face"});
  EXPECT_TRUE(contains(face.err, "it has no head")) << face.err;
  const CommandResult motion =
      vrmCommand({"render", at("away.gltf"), "-o", at("out.png"), "--animate", putText("walk.vrma", "glTF....")});
  EXPECT_EQ(motion.exitCode, 2);
  EXPECT_TRUE(contains(motion.err, "motions as .vrma cannot be played yet")) << motion.err;
}

// Each option makes another picture than none does.
TEST_F(RenderCli, OptionsChangeThePicture) {
  const std::string model = person();
  putText("pose.json", R"({"head":{"rotation":[0,0.5,0,0.8660254]},"hips":{"position":[0,0.1,0]}})");
  const auto picture = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"render", model, "-o", at("out.png"), "--size", "96"});
    const CommandResult result = vrmCommand(arguments);
    EXPECT_LE(result.exitCode, 1) << result.err;
    return RenderCli::picture(at("out.png"));
  };
  const gltf::Image plain = picture({});
  EXPECT_GT(shown(plain), 0u);
  const std::vector<std::vector<std::string>> cases = {
      {"--background", "#ff8000"}, {"--background", "#ff800080"}, {"--view", "face"},
      {"--view", "side"},          {"--view", "three-quarter"},   {"--pose", "tpose"},
      {"--pose", "apose"},         {"--pose", at("pose.json")},   {"--overlay", "bones,springs,colliders,limits"},
      {"--expression", "happy"},   {"--first-person"},            {"--samples", "1"},
      {"--look-at", "5,1,1"},      {"--look-at", "camera", "--view", "side"},
  };
  for (std::size_t i = 0; i < cases.size(); i += test::kFewer > 1 ? 4 : 1)
    EXPECT_NE(picture(cases[i]), plain) << cases[i].front() << " " << cases[i].back();
  const gltf::Image orange = picture({"--background", "#ff8000"});
  EXPECT_EQ(std::vector(orange.rgba.begin(), orange.rgba.begin() + 4), (std::vector<std::uint8_t>{255, 128, 0, 255}));
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
  refused({"-o", at("out.png"), "--pose", putText("bad3.json", R"({"head":{"rotatoin":[0,0,0,1]}})")}, "/head/rotatoin");
  refused({"-o", at("nowhere/out.png")}, "IO_WRITE");
  refused({model, putText("other.vrm", "x"), "-o", at("out.png")}, "several models, and those in a folder, need a folder");
  refused({"-o", at("out.png"), "--sheet", "--size", "8000"}, "are too many for a sheet");
  refused({"-o", at("out.png"), "--overlay", ""}, "bones, springs, colliders, limits");
  refused({"-o", at("out.png"), "--first-person", "--view", "face"}, "excludes");
  EXPECT_FALSE(std::filesystem::exists(at("out.png"))) << "nothing is left behind";
}

// With the library hidden behind an empty file, where the machine lets us do that.
TEST_F(RenderCli, WithoutEglItSaysWhatToInstall) {
  const std::string script =
      "library=$(ldconfig -p | awk '/libEGL.so.1 /{print $NF; exit}') && [ -n \"$library\" ] && "
      "mount --bind /dev/null \"$(readlink -f \"$library\")\" || exit 77; \"$0\" render \"$1\" -o \"$2\"";
  const CommandResult result = test::runCommand(
      "/usr/bin/unshare", {"-m", "/bin/sh", "-c", script, VRM_COMMAND, avatar(), at("out.png")}, {});
  if (result.exitCode == 77 || contains(result.err, "unshare")) GTEST_SKIP() << "mounting needs root: " << result.err;
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "apt-get install libegl1")) << result.err;
  EXPECT_TRUE(contains(result.err, "RENDER_UNAVAILABLE")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.png")));
}

TEST_F(RenderCli, NothingToDrawIsAWarning) {
  const std::string empty = putText("empty.gltf", test::gltfJson(R"("nodes":[{}],"scenes":[{"nodes":[0]}],"scene":0)"));
  const CommandResult result = vrmCommand({"render", empty, "-o", at("out.png"), "--size", "32", "--json"});
  EXPECT_EQ(result.exitCode, 1) << result.err;
  EXPECT_TRUE(contains(result.err, "there is nothing to draw in it")) << result.err;
  EXPECT_TRUE(contains(result.out, "there is nothing to draw in it")) << result.out;
}

// Frames begin as pictures do: in the pose and with the expressions of the options; and every camera follows.
TEST_F(RenderCli, ScenariosBeginWithTheOptions) {
  const std::string model = person();
  const std::string walk = putText("walk.json", R"({"version":1,"frames":2,"dt":0.05,"tracks":[)"
                                                R"({"target":"root","property":"translation","values":[[0,0,0],[9,0,0]]}]})");
  const auto second = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"render", model, "-o", at("w-%d.png"), "--animate", walk, "--size", "64"});
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return picture(at("w-2.png"));
  };
  EXPECT_NE(second({}), second({"--pose", "tpose"}));
  EXPECT_GT(shown(second({"--first-person"})), 0u) << "its eyes have gone with it";
  EXPECT_GT(shown(second({"--view", "face"})), 0u) << "both places are in the picture";
}

// Whoever uploads models chooses their names. Those of pictures are as harmless as those of images (extract).
TEST_F(RenderCli, NamesOfPicturesHarmNobody) {
  std::filesystem::create_directories(at("shop"));
  put("shop/-o.vrm", test::smallAvatar().glb());
  put("shop/a\033[2J\n\xFF.vrm", test::smallAvatar().glb());
  put("shop/plain.vrm", test::smallAvatar().glb());
  const CommandResult result = vrmCommand({"render", at("shop"), "-o", at("pictures/"), "--size", "16"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  for (const char* name : {"+o.png", "a+[2J+\uFFFD.png", "plain.png"})
    EXPECT_TRUE(std::filesystem::exists(at(std::string("pictures/") + name))) << name;
  EXPECT_TRUE(contains(result.out, at("shop/-o.vrm") + ": +o.png\n")) << result.out;
  EXPECT_TRUE(contains(result.out, at("shop/a\\x1b[2J\\x0a\\xff.vrm") + ": a+[2J+\uFFFD.png\n"))
      << result.out;
  EXPECT_FALSE(contains(result.out, "plain.vrm")) << "as one would think: " << result.out;
}

// Names of files are no patterns.
TEST_F(RenderCli, NamesWithPercentsStayAsTheyAre) {
  std::filesystem::create_directories(at("100%d"));
  put("a%d.vrm", test::smallAvatar().glb());
  EXPECT_EQ(vrmCommand({"render", at("a%d.vrm"), "-o", at("100%d/"), "--size", "16"}).exitCode, 0);
  EXPECT_TRUE(std::filesystem::exists(at("100%d/a%d.png")));
}

TEST_F(RenderCli, AMissingPresetIsAWarning) {
  const CommandResult result = vrmCommand({"render", avatar(), "-o", at("out.png"), "--size", "32", "--expression", "angry"});
  EXPECT_EQ(result.exitCode, 1) << result.err;
  EXPECT_TRUE(contains(result.err, "the model has no expression angry")) << result.err;
}

}  // namespace
}  // namespace vrm
