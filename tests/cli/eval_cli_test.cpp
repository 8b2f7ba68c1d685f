// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm eval`: its output, its hash, and what it says about scenarios that are wrong. Whether the numbers are
// right is the business of tests/golden.
#include <array>
#include <set>
#include <string>
#include <vector>

#include "cli/cli_fixture.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

// Nodes of the little avatar.
constexpr const char* kHead = "2";
constexpr const char* kBody = "18";

constexpr const char* kEverything =
    R"("output":{"nodes":[2,15],"what":["rotation","translation","world"],"morphs":true,"expressions":true,)"
    R"("materials":true,"lookAt":true})";
constexpr const char* kNod =
    R"({"target":"bone:head","property":"rotation","values":[[0.1,0,0,0.9949874371],[0.3,0,0,0.9539392014]]})";
constexpr const char* kSmile = R"({"target":"expression:happy","property":"weight","values":[0.25,0.7]})";
constexpr const char* kGaze = R"({"target":"lookAt","property":"yawPitch","values":[[15,-5]]})";

std::string scenarioWith(const std::string& tracks, const std::string& members = kEverything) {
  return R"({"version":1,"dt":0.02,"frames":3,"sample":[1,3],"tracks":[)" + tracks + "]" +
         (members.empty() ? "" : ",") + members + "}";
}

class EvalCli : public test::Cli {
 protected:
  std::string scenario(const std::string& text) const { return put("scenario.json", test::bytesOf(text)); }
  CommandResult eval(const std::string& scenarioText, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"eval", avatar(), scenario(scenarioText)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return vrmCommand(arguments);
  }
  std::string hashOf(const std::string& scenarioText) const {
    const CommandResult result = eval(scenarioText, {"--hash"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
  }
  std::string textOf(const std::string& name) const {
    const Result<std::vector<std::byte>> bytes = readFile(at(name), 1 << 20);
    EXPECT_TRUE(bytes.ok()) << name;
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
  }
};

std::vector<std::string> keysOf(const gltf::JsonValue& value) {
  std::vector<std::string> keys;
  for (const gltf::JsonMember& member : value.members()) keys.emplace_back(member.key.string());
  return keys;
}
using Keys = std::vector<std::string>;

TEST_F(EvalCli, PrintsTheFramesThatWereAskedFor) {
  const CommandResult result = eval(scenarioWith(std::string(kNod) + "," + kSmile + "," + kGaze));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const Printed printed(result.out);
  EXPECT_EQ(keysOf(printed[""]), (Keys{"model", "frames"}));
  EXPECT_EQ(printed["/model"].string(), "avatar.vrm");
  ASSERT_EQ(printed["/frames"].size(), 2u);
  EXPECT_EQ(printed["/frames/0/frame"].number(), 1);
  EXPECT_EQ(printed["/frames/1/frame"].number(), 3);
  EXPECT_EQ(keysOf(printed["/frames/0"]),
            (Keys{"frame", "nodes", "morphs", "expressions", "materials", "lookAt"}));
  EXPECT_EQ(keysOf(printed["/frames/0/nodes"]), (Keys{kHead, "15"}));
  EXPECT_EQ(keysOf(printed["/frames/0/nodes/2"]), (Keys{"rotation", "translation", "world"}));
  EXPECT_EQ(printed["/frames/0/nodes/2/rotation"].size(), 4u);
  EXPECT_EQ(printed["/frames/0/nodes/2/translation"].size(), 3u);
  EXPECT_EQ(printed["/frames/0/nodes/2/world"].size(), 16u);
  EXPECT_EQ(keysOf(printed["/frames/0/morphs"]), Keys{kBody});
  EXPECT_EQ(keysOf(printed["/frames/0/expressions"]), Keys{"happy"});
  EXPECT_EQ(keysOf(printed["/frames/0/materials"]), Keys{"0"});
  EXPECT_EQ(keysOf(printed["/frames/0/materials/0"]), Keys{"color"});
  EXPECT_EQ(printed["/frames/0/materials/0/color"].size(), 4u);
  EXPECT_EQ(printed["/frames/0/lookAt/yaw"].number(), 15);
  EXPECT_EQ(printed["/frames/0/lookAt/pitch"].number(), -5);
}

TEST_F(EvalCli, LeavesOutWhatWasNotAskedFor) {
  const CommandResult result = eval(scenarioWith(kNod, R"("output":{"nodes":"humanoid","what":["world"]})"));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const Printed printed(result.out);
  EXPECT_EQ(keysOf(printed["/frames/0"]), (Keys{"frame", "nodes"}));
  EXPECT_EQ(printed["/frames/0/nodes"].members().size(), 15u);
  EXPECT_EQ(keysOf(printed["/frames/0/nodes/2"]), Keys{"world"});
}

TEST_F(EvalCli, ShortTracksHoldTheirLastValue) {
  const CommandResult result = eval(scenarioWith(kSmile));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const Printed printed(result.out);
  EXPECT_EQ(printed["/frames/0/expressions/happy"].number(), 0.25);
  EXPECT_EQ(static_cast<float>(*printed["/frames/1/expressions/happy"].number()), 0.7f);
}

// As many digits as it takes to have the same float again, and no more than a float needs.
TEST_F(EvalCli, NumbersReadBackToTheSameFloat) {
  constexpr std::array<float, 6> kValues = {0.1f, 1.0f / 3, 1e-7f, 0.7f, 16777217.0f, 3.4028235e38f};
  for (const float value : kValues) {
    const std::string number = formatDouble(static_cast<double>(value));
    const CommandResult result = eval(
        scenarioWith(R"({"target":"node:15","property":"translation","values":[[)" + number + ",0,-0.0]]}"));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Printed printed(result.out);
    const gltf::JsonValue& x = printed["/frames/0/nodes/15/translation/0"];
    EXPECT_EQ(static_cast<float>(x.number().value_or(-1)), value) << x.spelling();
    EXPECT_LE(x.spelling().size(), 14u) << x.spelling();
    EXPECT_EQ(printed["/frames/0/nodes/15/translation/2"].spelling(), "0");  // never -0
  }
}

TEST_F(EvalCli, SameInputsGiveTheSameBytes) {
  const std::string text = scenarioWith(std::string(kNod) + "," + kSmile);
  EXPECT_EQ(eval(text).out, eval(text).out);
}

TEST_F(EvalCli, WritesAFileInsteadOfPrinting) {
  const std::string text = scenarioWith(std::string(kNod) + "," + kSmile);
  const CommandResult printed = eval(text);
  const CommandResult written = eval(text, {"-o", at("out.json")});
  EXPECT_EQ(written.exitCode, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(textOf("out.json"), printed.out);
  EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "scenario.json", "out.json"}));
}

TEST_F(EvalCli, WritesTheFileWholeOrNotAtAll) {
  const CommandResult nowhere = eval(scenarioWith(kNod), {"-o", at("missing/out.json")});
  EXPECT_EQ(nowhere.exitCode, 2);
  EXPECT_TRUE(contains(nowhere.err, "missing/out.json")) << nowhere.err;
  EXPECT_EQ(nowhere.out, "");
  EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "scenario.json"}));

  // What was there before stays when the scenario turns out to be wrong.
  put("out.json", test::bytesOf("precious"));
  EXPECT_EQ(eval(R"({"frames":1})", {"-o", at("out.json")}).exitCode, 2);
  EXPECT_EQ(textOf("out.json"), "precious");
  EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "scenario.json", "out.json"}));
}

TEST_F(EvalCli, HashStandsForAllOutputsOfAllFrames) {
  const std::string hash = hashOf(scenarioWith(kSmile));
  ASSERT_EQ(hash.size(), 17u) << hash;
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), 16u) << hash;
  EXPECT_EQ(hash[16], '\n');
  EXPECT_EQ(hashOf(scenarioWith(kSmile)), hash);
  EXPECT_EQ(hashOf(scenarioWith(kSmile, "")), hash);  // whatever would be printed
  // Frame 2 is not sampled, and differs by the smallest step of a float.
  EXPECT_NE(hashOf(scenarioWith(
                R"({"target":"expression:happy","property":"weight","values":[0.25,0.70000005,0.7]})")),
            hash);
  EXPECT_NE(hashOf(scenarioWith(kNod)), hash);
}

TEST_F(EvalCli, HashCanComeWithTheFile) {
  const CommandResult both = eval(scenarioWith(kSmile), {"--hash", "-o", at("out.json")});
  EXPECT_EQ(both.exitCode, 0) << both.err;
  EXPECT_EQ(both.out, hashOf(scenarioWith(kSmile)));
  EXPECT_EQ(textOf("out.json"), eval(scenarioWith(kSmile)).out);
}

struct BadScenario {
  const char* what;
  std::string text;
  std::vector<const char*> said;  // on stderr: the JSON pointer, the track where it is one, what is wrong
};

std::string track(const char* target, const char* property, const char* values) {
  return scenarioWith(R"({"target":"root","property":"translation","values":[[0,0,0]]},{"target":")" +
                      std::string(target) + R"(","property":")" + property + R"(","values":)" + values + "}");
}

std::vector<BadScenario> badScenarios() {
  const auto plain = [](const char* members) {
    return R"({"dt":0.02,"frames":3)" + std::string(members) + "}";
  };
  return {
      {"unknown target",
       track("moon", "rotation", "[[0,0,0,1]]"),
       {"/tracks/1/target", "moon rotation", "unknown target"}},
      {"a name for what has none",
       track("root:1", "rotation", "[[0,0,0,1]]"),
       {"/tracks/1/target", "root:1 rotation"}},
      {"no name for what needs one",
       track("bone", "rotation", "[[0,0,0,1]]"),
       {"/tracks/1/target", "bone rotation"}},
      {"unknown property",
       track("bone:head", "colour", "[[0,0,0,1]]"),
       {"/tracks/1/property", "bone:head colour"}},
      {"translation of another bone",
       track("bone:head", "translation", "[[0,0,0]]"),
       {"/tracks/1/property", "bone:head translation", "hips"}},
      {"unknown bone",
       track("bone:tail", "rotation", "[[0,0,0,1]]"),
       {"/tracks/1/target", "bone:tail rotation"}},
      {"unknown expression",
       track("expression:grin", "weight", "[1]"),
       {"/tracks/1/target", "expression:grin weight"}},
      {"node out of range",
       track("node:99", "scale", "[[1,1,1]]"),
       {"/tracks/1/target", "node:99 scale", "the file has 19"}},
      {"node that is no number", track("node:x", "scale", "[[1,1,1]]"), {"/tracks/1/target", "node:x scale"}},
      {"value too short",
       track("bone:head", "rotation", "[[0,0,0,1],[0,0,1]]"),
       {"/tracks/1/values/1", "bone:head rotation", "4 numbers"}},
      {"value too long",
       track("lookAt", "yawPitch", "[[0,0,0]]"),
       {"/tracks/1/values/0", "lookAt yawPitch", "2 numbers"}},
      {"list for a number",
       track("expression:happy", "weight", "[[1]]"),
       {"/tracks/1/values/0", "expression:happy weight"}},
      {"no values", track("root", "scale", "[]"), {"/tracks/1/values", "root scale"}},
      {"beyond double", track("root", "scale", "[1,1e999]"), {"/tracks/1/values/1: ", "byte 169", "1.8e308"}},
      {"beyond float",
       track("force", "world", "[[0,1e39,0]]"),
       {"/tracks/1/values/0/1", "force world", "finite as a 32-bit float"}},
      {"zero rotation",
       track("root", "rotation", "[[0,0,0,0]]"),
       {"/tracks/1/values/0", "root rotation", "no rotation"}},
      {"too few time steps", R"({"dt":[0.1,0.1],"frames":3})", {"/dt", "2 time steps for 3 frames"}},
      {"too many time steps", R"({"dt":[0.1,0.1],"frames":1})", {"/dt", "2 time steps for 1 frames"}},
      {"no time step", R"({"frames":3})", {"/dt"}},
      {"no frames", R"({"dt":0.1})", {"/frames"}},
      {"frames that are none", R"({"dt":0.1,"frames":0})", {"/frames"}},
      {"sample beyond the end", plain(R"(,"sample":[1,4])"), {"/sample/1", "1 to 3"}},
      {"sample before the start", plain(R"(,"sample":[0])"), {"/sample/0", "1 to 3"}},
      {"sample every 0", plain(R"(,"sample":{"every":0})"), {"/sample/every"}},
      {"unknown member", plain(R"(,"speed":2)"), {"/speed", "no such member"}},
      {"unknown member of a track", scenarioWith(R"({"target":"root","loop":true})"), {"/tracks/0/loop"}},
      {"unknown stepping", plain(R"(,"stepping":"fast")"), {"/stepping"}},
      {"unknown nodes", plain(R"(,"output":{"nodes":"some"})"), {"/output/nodes"}},
      {"output node out of range",
       plain(R"(,"output":{"nodes":[19]})"),
       {"/output/nodes", "the file has 19"}},
      {"unknown output", plain(R"(,"output":{"what":["colour"]})"), {"/output/what/0"}},
      {"flag that is none", plain(R"(,"output":{"morphs":1})"), {"/output/morphs"}},
      {"version 2", plain(R"(,"version":2)"), {"/version", "version 1"}},
      {"list", "[]", {"not an object"}},
      {"not JSON", "frames: 3", {"JSON"}},
      {"cut off", R"({"frames":3,)", {"byte 12: this is not JSON: ", "member [JSON_SYNTAX]"}},
      {"empty", "", {"JSON"}},
  };
}

TEST_F(EvalCli, RefusesWrongScenariosAndWritesNothing) {
  for (const BadScenario& bad : badScenarios()) {
    SCOPED_TRACE(bad.what);
    const CommandResult result = eval(bad.text, {"-o", at("out.json")});
    EXPECT_EQ(result.exitCode, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, "scenario.json")) << result.err;
    for (const char* said : bad.said) EXPECT_TRUE(contains(result.err, said)) << said << "\n" << result.err;
    EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "scenario.json"}));
  }
}

TEST_F(EvalCli, WhatTheStandardHasAndTheModelLacksIsAWarning) {
  const std::string lacking = R"({"target":"bone:jaw","property":"rotation","values":[[1,0,0,0]]},)"
                              R"({"target":"expression:angry","property":"weight","values":[1]},)";
  const CommandResult result = eval(scenarioWith(lacking + kSmile));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  for (const char* name : {"bone:jaw rotation", "expression:angry weight"}) {
    EXPECT_TRUE(contains(result.err, "warning: " + at("scenario.json") + ": the track \"" + name + "\""))
        << result.err;
  }
  EXPECT_EQ(result.out, eval(scenarioWith(kSmile)).out);
}

TEST_F(EvalCli, FilesThatAreMissingAreErrors) {
  const CommandResult noScenario = vrmCommand({"eval", avatar(), at("nothing.json")});
  EXPECT_EQ(noScenario.exitCode, 2);
  EXPECT_TRUE(contains(noScenario.err, "nothing.json")) << noScenario.err;
  const CommandResult noModel = vrmCommand({"eval", at("nothing.vrm"), scenario(scenarioWith(kNod))});
  EXPECT_EQ(noModel.exitCode, 2);
  EXPECT_TRUE(contains(noModel.err, "nothing.vrm")) << noModel.err;
}

TEST_F(EvalCli, HelpHasAnExample) {
  const CommandResult result = vrmCommand({"eval", "--help"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  for (const char* part : {"Example: vrm eval ", "--hash", "--output", "SCENARIO"}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
}

// A pipe stands for every device: renaming a file over one would replace it.
TEST_F(EvalCli, NeitherDevicesNorInputsAreReplaced) {
  const std::string pipe = at("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const CommandResult device = eval(scenarioWith(kNod), {"-o", pipe});
  EXPECT_EQ(device.exitCode, 2);
  EXPECT_TRUE(contains(device.err, "it is a device or pipe, not a file")) << device.err;
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  const std::string model = avatar();
  const auto size = std::filesystem::file_size(model);
  const CommandResult own = eval(scenarioWith(kNod), {"-o", model});
  EXPECT_EQ(own.exitCode, 2);
  EXPECT_TRUE(contains(own.err, "this is what is being read")) << own.err;
  EXPECT_EQ(std::filesystem::file_size(model), size);
}

TEST_F(EvalCli, WhatLeavesTheRangeOfFloatsIsNull) {
  const CommandResult result = eval(
      R"({"frames":1,"dt":-1,"sample":[1],"tracks":[{"target":"root","property":"scale","values":[1e38]},)"
      R"({"target":"node:2","property":"scale","values":[[1e38,1e38,1e38]]}],"output":{"nodes":[2],"what":["world"]}})");
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(Printed(result.out)["/frames/0/nodes/2/world/0"].isNull()) << result.out;
  EXPECT_TRUE(contains(result.err, "/dt: time does not run backwards")) << result.err;
}

}  // namespace
}  // namespace vrm
