// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

class EditCli : public test::Cli {
 protected:
  std::string model() { return put("a.vrm", test::sameAvatar(VrmVersion::Vrm1).glb()); }
};

TEST_F(EditCli, ChangesWhatItIsToldAndSaysSo) {
  const std::string picture = put("face.png", test::tinyPng());
  const CommandResult result = vrmCommand({"edit", model(), at("b.vrm"), "--set-meta", "name=Aki",
                                           "--set-meta", "version=", "--thumbnail", picture, "--assign-bone",
                                           "jaw=hair_1", "--rename-bone", "head=Kopf", "--remove-expression",
                                           "wave", "--set-spring", "hair.stiffness=0.5", "--remove-unused"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  for (const char* const line :
       {"  meta        name = Aki\n", "  meta        version removed\n", "  bone        jaw is node 22\n",
        "  bone        head is called Kopf\n", "  expression  wave removed\n",
        "  spring      hair.stiffness = 0.5\n", "  unused      "})
    EXPECT_TRUE(contains(result.out, line)) << line << result.out;
  const Printed info(vrmCommand({"info", "--json", at("b.vrm")}).out);
  EXPECT_EQ(info["/vrm/meta/name"].string(), "Aki");
  EXPECT_EQ(info["/vrm/humanoid/humanBones/jaw"].index(), 22u);
  EXPECT_EQ(info["/nodes/4/name"].string(), "Kopf");

  const Printed json(vrmCommand({"edit", model(), at("c.vrm"), "--set-meta", "name=Aki", "--json"}).out);
  EXPECT_EQ(json["/edited/0/what"].string(), "meta");
  EXPECT_EQ(json["/edited/0/text"].string(), "name = Aki");
}

TEST_F(EditCli, MistakesLeaveNothingBehind) {
  const auto fails = [&](std::vector<std::string> options) {
    std::vector<std::string> arguments = {"edit", model(), at("b.vrm")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 2) << result.out;
    EXPECT_FALSE(std::filesystem::exists(at("b.vrm")));
    return result.err;
  };
  EXPECT_TRUE(contains(fails({}), "nothing to change was said"));
  EXPECT_TRUE(contains(fails({"--set-meta", "name"}), R"("name" has no "=")"));
  EXPECT_TRUE(contains(fails({"--set-meta", "nam=x"}), "has no nam that could be set"));
  EXPECT_TRUE(contains(fails({"--set-meta", "name=x", "--assign-bone", "tail=hair_1"}),
                       "has no bone tail; its bones are hips"));
  EXPECT_TRUE(contains(fails({"--assign-bone", "jaw=nobody"}), "no node has the name or number"));
  EXPECT_TRUE(contains(fails({"--thumbnail", model()}), "a.vrm: byte 0: a thumbnail is PNG or JPEG"));
  EXPECT_TRUE(contains(fails({"--thumbnail", at("none.png")}),
                       "error: " + at("none.png") + ": there is no such file"));
  EXPECT_TRUE(contains(fails({"--set-meta", "name="}), "VRM 1.0 requires name"));
  EXPECT_TRUE(contains(fails({"--set-spring", "hair=1"}), "NAME.stiffness=VALUE"));
}

// Two nodes change places, and in between one of them is no bone.
TEST_F(EditCli, BonesThatAreRequiredAreMissedInTheEnd) {
  CommandResult result =
      vrmCommand({"edit", model(), at("b.vrm"), "--assign-bone", "head=", "--assign-bone", "head=4"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  result = vrmCommand({"edit", model(), at("b.vrm"), "--assign-bone", "head=", "--assign-bone", "jaw="});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_TRUE(contains(result.err, "VRM 1.0 requires head, which no node is now [VRM_BONE_MISSING]"))
      << result.err;
  EXPECT_FALSE(contains(result.err, "jaw")) << result.err;
}

}  // namespace
}  // namespace vrm
