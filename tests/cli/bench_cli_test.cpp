// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm bench`: what it prints and what it refuses. No time is asserted but that times are not negative.
#include <cmath>
#include <initializer_list>
#include <string>

#include "cli/cli_fixture.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::Arguments;
using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

constexpr const char* kStageKeys[] = {"humanoid", "lookAt", "expressions", "constraints", "springs"};

class BenchCli : public test::Cli {
 protected:
  // An avatar with work for every stage.
  std::string complete() const { return put("complete.vrm", test::sameAvatar(VrmVersion::Vrm1).glb()); }
  std::string plain() const {
    test::AssetBuilder b;
    b.node("root");
    b.node("leaf", {0, 1, 0}, 0);
    return put("plain.glb", b.glb());
  }
  static CommandResult bench(const std::string& model, Arguments more) {
    Arguments arguments = {"bench", model, "--seconds", "0.05"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return vrmCommand(arguments);
  }
};

double numberAt(const Printed& json, const std::string& pointer) {
  const std::optional<double> number = json[pointer.c_str()].number();
  EXPECT_TRUE(number && std::isfinite(*number)) << pointer;
  return number.value_or(-1);
}

TEST_F(BenchCli, JsonHasAllNumbersAndTheyAddUp) {
  const std::string model = complete();
  for (const char* avatars : {"1", "11"}) {
    const CommandResult result = bench(model, {"--json", "--avatars", avatars, "--threads", "2"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const Printed json(result.out);
    EXPECT_EQ(json["/file"].string(), model);
    EXPECT_EQ(json["/version"].string(), "VRM 1.0");
    EXPECT_EQ(json["/build/version"].string(), buildInfo().version);
    EXPECT_EQ(json["/build/simd"].string(), buildInfo().simdTarget);
    for (const char* pointer : {"/build/compiler", "/build/options", "/build/assertions", "/diagnostics"})
      EXPECT_TRUE(json.has(pointer)) << pointer;
    EXPECT_EQ(json["/avatars"].number(), std::stod(avatars));
    EXPECT_EQ(json["/threads"].index(), 2u);
    EXPECT_GE(numberAt(json, "/rounds"), 1);
    if (numberAt(json, "/rounds") < 3) {
      EXPECT_TRUE(json["/noise"].isNull());
    } else {
      EXPECT_GE(numberAt(json, "/noise"), 0);
    }
    for (const char* count : {"nodes", "humanBones", "expressions", "constraints", "springs", "springJoints",
                              "colliders", "colliderPairs"}) {
      EXPECT_GE(numberAt(json, "/counts/" + std::string(count)), 1) << count;
    }
    EXPECT_GE(numberAt(json, "/bytesPerAvatar"), 1000);

    const double update = numberAt(json, "/update");
    double sum = numberAt(json, "/stages/worldMatrices");
    for (const char* stage : kStageKeys) {
      const double time = numberAt(json, "/stages/" + std::string(stage));
      EXPECT_GE(time, 0) << stage;
      sum += time;
    }
    EXPECT_NEAR(sum, update, 0.1) << "but for the rounding of each";
    EXPECT_EQ(numberAt(json, "/stepping/fixed/update"), update);
    EXPECT_EQ(numberAt(json, "/stepping/fixed/springs"), numberAt(json, "/stages/springs"));
    const double joints = numberAt(json, "/counts/springJoints");
    for (const char* stepping : {"fixed", "spec"}) {
      const std::string at = "/stepping/" + std::string(stepping);
      EXPECT_GE(numberAt(json, at + "/springs"), 0) << stepping;
      EXPECT_GE(numberAt(json, at + "/update"), numberAt(json, at + "/springs")) << stepping;
      EXPECT_NEAR(numberAt(json, at + "/perJoint") * joints, numberAt(json, at + "/springs"), 0.01 * joints);
    }
    const double frame = 1e9 / 60;
    EXPECT_NEAR(numberAt(json, "/frameShare") * frame, update * std::stod(avatars), 1e-4 * frame);
    EXPECT_NEAR(numberAt(json, "/avatarsPerFrame") * update, frame, 1.01 * update + 1e-4 * frame);
  }
}

TEST_F(BenchCli, TextHasARowForEveryStage) {
  const CommandResult result = bench(complete(), {"--avatars", "3"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "") << "progress is for terminals";
  for (const char* part :
       {"version        VRM 1.0\n", "measured       3 avatars on 1 thread", "\nnoise          ",
        "\nhumanoid ", "\nlook-at ", "\nexpressions ", "\nconstraints ", "\nsprings ", "\nworld matrices ",
        "\nwhole update ", " 100.0 %\n", "fixed steps, the default", "spec, one step a frame",
        " ns per joint\n", "% of 16.7 ms (60 Hz)\n", " such avatars fit at this speed"}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
  EXPECT_FALSE(contains(result.out, "none")) << result.out;
}

TEST_F(BenchCli, WhatAModelHasNotIsNoneAndNull) {
  const std::string model = plain();
  const CommandResult text = bench(model, {});
  EXPECT_EQ(text.exitCode, 0) << text.err;
  EXPECT_TRUE(contains(text.err, "[VRM_NONE]")) << text.err;
  EXPECT_TRUE(contains(text.out, "version        glTF\n")) << text.out;
  EXPECT_TRUE(contains(text.out, "springs                none\n")) << text.out;
  EXPECT_FALSE(contains(text.out, "per joint")) << text.out;
  const Printed json(bench(model, {"--json"}).out);
  for (const char* stage : kStageKeys) {
    EXPECT_TRUE(json[("/stages/" + std::string(stage)).c_str()].isNull()) << stage;
  }
  EXPECT_EQ(numberAt(json, "/stages/worldMatrices"), numberAt(json, "/update"));
  EXPECT_TRUE(json["/stepping/fixed"].isNull());
  EXPECT_TRUE(json["/stepping/spec"].isNull());
  EXPECT_EQ(json["/counts/springJoints"].index(), 0u);
}

TEST_F(BenchCli, AllThreadsOfTheMachine) {
  const Printed json(bench(complete(), {"--json", "--threads", "0"}).out);
  EXPECT_GE(numberAt(json, "/threads"), 1);
}

TEST_F(BenchCli, NumbersThatMakeNoSenseAreRefused) {
  const std::string model = complete();
  const struct {
    Arguments arguments;
    const char* message;
  } kCases[] = {
      {{"--avatars", "0"}, "--avatars: needs a whole number from 1 to 1000000, not \"0\""},
      {{"--avatars", "-1"}, "--avatars: needs a whole number from 1 to 1000000, not \"-1\""},
      {{"--avatars", "1e9"}, "--avatars: needs a whole number from 1 to 1000000, not \"1e9\""},
      {{"--avatars", "2.5"}, "--avatars: needs a whole number"},
      {{"--avatars", "many"}, "--avatars: needs a whole number"},
      {{"--avatars", ""}, "--avatars: needs a whole number"},
      {{"--avatars", "nan"}, "--avatars: needs a whole number"},
      {{"--avatars"}, "--avatars"},
      {{"--threads", "10000"}, "--threads: needs a whole number from 0 to 256, not \"10000\""},
      {{"--threads", "-1"}, "--threads: needs a whole number"},
      {{"--seconds", "0"}, "--seconds: needs a number from 0.01 to 3600, not \"0\""},
      {{"--seconds", "-2"}, "--seconds: needs a number"},
      {{"--seconds", "inf"}, "--seconds: needs a number"},
      {{"--seconds", "1e5"}, "--seconds: needs a number"},
  };
  for (const auto& c : kCases) {
    Arguments arguments = {"bench", model};
    arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 2) << c.message;
    EXPECT_EQ(result.out, "") << c.message;
    EXPECT_TRUE(contains(result.err, c.message)) << c.message << "\n" << result.err;
    EXPECT_TRUE(contains(result.err, "Try 'vrm bench --help'.")) << result.err;
  }
}

TEST_F(BenchCli, MemoryHasALimit) {
  const CommandResult result = bench(complete(), {"--avatars", "1000000"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("vrm: error: " + at("complete.vrm") + ": 1000000 avatars of "))
      << result.err;
  EXPECT_TRUE(contains(result.err, " GiB, and at most 4 are taken: --avatars ")) << result.err;
}

TEST_F(BenchCli, FilesThatCannotBeReadAndFindings) {
  const CommandResult missing = bench(at("missing.vrm"), {"--json"});
  EXPECT_EQ(missing.exitCode, 2);
  EXPECT_EQ(missing.err, "vrm: error: " + at("missing.vrm") + ": there is no such file [IO_NOT_FOUND]\n");
  EXPECT_EQ(Printed(missing.out)["/error/code"].string(), "IO_NOT_FOUND");

  test::AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  b.set("/nodes/0/mesh", "99");
  const std::string model = put("repaired.vrm", b.glb());
  const CommandResult repaired = bench(model, {});
  EXPECT_EQ(repaired.exitCode, 1);
  EXPECT_TRUE(contains(repaired.out, "whole update")) << repaired.out;
  EXPECT_TRUE(contains(repaired.err, "[GLTF_INDEX_RANGE]")) << repaired.err;
  const CommandResult strict = bench(model, {"--strict"});
  EXPECT_EQ(strict.exitCode, 2);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(bench(model, {"--limit", "nodes=1"}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
