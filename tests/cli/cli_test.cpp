// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The command as people meet it: what it prints where, its exit codes, the files it leaves.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cli/cli_fixture.hpp"

namespace vrm {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::Cli;
using test::CommandResult;
using test::contains;
using test::linesOf;
using test::Printed;
using test::vrmCommand;

constexpr const char* kVerbs[] = {"info", "convert",   "extract",  "licence", "eval",
                                  "bench", "normalize", "optimize", "split",   "edit"};

test::Bytes bytesOfFile(const fs::path& path) {
  Result<std::vector<std::byte>> bytes = readFile(path, ~std::uint64_t{0});
  EXPECT_TRUE(bytes.ok()) << path;
  return bytes ? *std::move(bytes) : test::Bytes();
}

std::string textOfFile(const fs::path& path) {
  const test::Bytes bytes = bytesOfFile(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A model in which one thing had to be repaired.
test::Bytes repairedModel() {
  test::AssetBuilder b;
  b.node("root");
  b.set("/extensions/VRMC_vrm_animation", R"({"specVersion":"1.0"})");  // so that nothing is to be said about VRM
  for (int i = 0; i < 3; ++i) b.add(gltf::Kind::Mesh, R"({"primitives":[]})");
  b.set("/nodes/0/mesh", "7");
  return b.glb();
}
constexpr const char* kRepaired = "/nodes/0/mesh: 7 is out of range, the file has 3 meshes [GLTF_INDEX_RANGE]";

TEST_F(Cli, VersionSaysWhatWasBuilt) {
  const CommandResult result = vrmCommand({"--version"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 4u) << result.out;
  EXPECT_EQ(lines[0], "vrm " + std::string(buildInfo().version));
  EXPECT_TRUE(lines[1].starts_with("compiler: "));
  EXPECT_TRUE(lines[2].starts_with("simd: "));
  EXPECT_TRUE(lines[3].starts_with("options: "));
}

TEST_F(Cli, HelpNamesEveryVerbAndEachVerbShowsAnExample) {
  const CommandResult all = vrmCommand({"--help"});
  EXPECT_EQ(all.exitCode, 0);
  EXPECT_EQ(all.err, "");
  EXPECT_TRUE(contains(all.out, "Exit codes:"));
  for (const char* verb : kVerbs) {
    EXPECT_TRUE(contains(all.out, "\n  " + std::string(verb))) << verb << "\n" << all.out;
    const CommandResult one = vrmCommand({verb, "--help"});
    EXPECT_EQ(one.exitCode, 0) << verb;
    EXPECT_EQ(one.err, "") << verb;
    EXPECT_TRUE(contains(one.out, "Example: vrm " + std::string(verb) + " ")) << one.out;
    EXPECT_TRUE(contains(one.out, "--strict")) << one.out;
    EXPECT_TRUE(contains(one.out, "--limit")) << one.out;
  }
}

TEST_F(Cli, WrongArgumentsExitWith2AndSayWhereHelpIs) {
  const std::string model = avatar();
  const struct {
    const char* what;
    Arguments arguments;
    const char* message;
  } kCases[] = {
      {"nothing", {}, "a verb is required"},
      {"no such verb", {"dance", model}, "dance"},
      {"no such option", {"info", "--loud", model}, "--loud"},
      {"no such option and no file", {"info", "-x.vrm"}, "there is no option -x.vrm (for a file of that name write ./-x.vrm)"},
      {"an option in front of its verb", {"--no-external", "info", model}, "--no-external has to stand behind the verb"},
      {"files behind --", {"info", "--", model, "-b.vrm"}, "not expected"},
      {"no file", {"info"}, "FILE"},
      {"no output", {"convert", model}, "OUT"},
      {"one file too many", {"info", model, model}, "avatar.vrm"},
      {"no such limit", {"info", model, "--limit", "bones=3"}, "there is no limit \"bones\"; known are fileBytes"},
      {"a limit without a value", {"info", model, "--limit", "nodes"}, "nodes"},
      {"a limit that is no number", {"info", model, "--limit", "nodes=many"}, "the limit nodes needs a whole number"},
      {"a negative limit", {"info", model, "--limit", "nodes=-1"}, "the limit nodes needs a whole number"},
      {"a limit with a fraction", {"info", model, "--limit", "nodes=1.5"}, "the limit nodes needs a whole number"},
  };
  for (const auto& c : kCases) {
    const CommandResult result = vrmCommand(c.arguments);
    EXPECT_EQ(result.exitCode, 2) << c.what;
    EXPECT_EQ(result.out, "") << c.what;
    EXPECT_TRUE(result.err.starts_with("vrm: ")) << c.what << "\n" << result.err;
    EXPECT_TRUE(contains(result.err, c.message)) << c.what << "\n" << result.err;
    EXPECT_TRUE(contains(result.err, "--help'")) << c.what << "\n" << result.err;
  }
}

TEST_F(Cli, InfoPrintsText) {
  const std::string model = avatar();
  const CommandResult result = vrmCommand({"info", model});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* row : {"container      GLB\n", "version        VRM 1.0 (specVersion \"1.0\")\n",
                          "nodes          19 in 1 scene\n", "vertices       3\n", "triangles      1\n",
                          "morph targets  1\n", "skins          1 with 2 joints\n", "2x2 png"}) {
    EXPECT_TRUE(contains(result.out, row)) << row << "\n" << result.out;
  }
}

TEST_F(Cli, InfoPrintsJson) {
  const std::string model = avatar();
  const CommandResult result = vrmCommand({"info", "--json", model});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const Printed json(result.out);
  EXPECT_EQ(json["/file"].string(), model);
  EXPECT_EQ(json["/bytes"].number(), static_cast<double>(fs::file_size(model)));
  EXPECT_EQ(json["/container"].string(), "glb");
  EXPECT_EQ(json["/version"].string(), "VRM 1.0");
  EXPECT_EQ(json["/specVersion"].string(), "1.0");
  EXPECT_EQ(json["/extensionsUsed"].size(), 3u);
  EXPECT_EQ(json["/extensionsRequired"].size(), 0u);
  const struct {
    const char* pointer;
    std::uint32_t count;
  } kCounts[] = {
      {"/counts/scenes", 1},   {"/counts/nodes", 19},       {"/counts/meshes", 1},    {"/counts/primitives", 1},
      {"/counts/vertices", 3}, {"/counts/triangles", 1},    {"/counts/materials", 1}, {"/counts/morphTargets", 1},
      {"/counts/skins", 1},    {"/counts/joints", 2},       {"/counts/textures", 1},  {"/counts/images", 1},
      {"/counts/animations", 0}, {"/counts/accessors", 8},  {"/counts/bufferViews", 9},
      {"/images/0/width", 2},  {"/images/0/height", 2},     {"/memory/textureBytes", 2 * 2 * 4 * 4 / 3},
  };
  for (const auto& c : kCounts) EXPECT_EQ(json[c.pointer].index(), c.count) << c.pointer;
  EXPECT_EQ(json["/images/0/name"].string(), "skin");
  EXPECT_EQ(json["/images/0/format"].string(), "png");
  EXPECT_TRUE(json["/images/0/readable"].boolean());
  EXPECT_TRUE(json["/diagnostics"].isArray());
  EXPECT_EQ(json["/diagnostics"].size(), 0u);
}

TEST_F(Cli, ConvertsThereAndBack) {
  const std::string model = avatar();
  const CommandResult copied = vrmCommand({"convert", model, at("copy.GLB")});
  EXPECT_EQ(copied.exitCode, 0) << copied.err;
  EXPECT_EQ(copied.out, at("copy.GLB") + "\n");
  EXPECT_EQ(bytesOfFile(at("copy.GLB")), bytesOfFile(model)) << "GLB to GLB keeps every byte";

  fs::create_directory(at("loose"));
  const CommandResult loose = vrmCommand({"convert", model, at("loose/model.gltf")});
  EXPECT_EQ(loose.exitCode, 0) << loose.err;
  EXPECT_EQ(loose.err, "");
  const std::vector<std::string> written = linesOf(loose.out);
  ASSERT_FALSE(written.empty());
  EXPECT_EQ(written.back(), at("loose/model.gltf"));
  EXPECT_EQ(std::set<std::string>(written.begin(), written.end()),
            (std::set<std::string>{at("loose/model.bin"), at("loose/model_skin.png"), at("loose/model.gltf")}));
  EXPECT_EQ(bytesOfFile(at("loose/model_skin.png")), test::tinyPng());

  const CommandResult embedded = vrmCommand({"convert", "--embed", model, at("embedded.gltf")});
  EXPECT_EQ(embedded.exitCode, 0) << embedded.err;
  EXPECT_EQ(embedded.out, at("embedded.gltf") + "\n");
  EXPECT_TRUE(contains(textOfFile(at("embedded.gltf")), "data:image/png;base64,"));
  EXPECT_FALSE(contains(textOfFile(at("embedded.gltf")), ".bin"));

  const struct {
    std::string from, to;
  } kBack[] = {{at("loose/model.gltf"), at("back.vrm")}, {at("embedded.gltf"), at("back2.vrm")}};
  for (const auto& c : kBack) {
    const CommandResult back = vrmCommand({"convert", "--json", c.from, c.to});
    EXPECT_EQ(back.exitCode, 0) << back.err;
    const Printed listed(back.out);
    EXPECT_EQ(listed["/file"].string(), c.from);
    EXPECT_EQ(listed["/written/0"].string(), c.to);
    EXPECT_EQ(listed["/diagnostics"].size(), 0u);
    const Printed before(vrmCommand({"info", "--json", model}).out);
    const Printed after(vrmCommand({"info", "--json", c.to}).out);
    for (const char* same : {"/version", "/extensionsUsed", "/counts", "/images", "/memory"}) {
      EXPECT_TRUE(gltf::Json::equal(before[same], after[same])) << same;
    }
  }
}

TEST_F(Cli, FilesThatCannotBeReadExitWith2AndAReason) {
  test::Bytes cutOff = test::smallAvatar().glb();
  cutOff.resize(cutOff.size() - 4);
  fs::create_directory(at("folder.vrm"));
  ASSERT_EQ(mkfifo(at("pipe.vrm").c_str(), 0600), 0);
  const struct {
    std::string file;
    const char* reason;
    const char* code;
    int offset;  // -1: none
  } kCases[] = {
      {at("missing.vrm"), "there is no such file [IO_NOT_FOUND]", "IO_NOT_FOUND", -1},
      {at("folder.vrm"), "this is a folder, not a file [IO_READ]", "IO_READ", -1},
      {at("pipe.vrm"), "this is not a regular file [IO_READ]", "IO_READ", -1},
      {put("empty.vrm", {}), "byte 0: the file is empty [GLB_MAGIC]", "GLB_MAGIC", 0},
      {put("cut.vrm", cutOff), "byte 8: the GLB header says ", "GLB_LENGTH", 8},
      {put("syntax.vrm", test::glb(R"({"asset":{"version":"2.0"},})")), "byte 47: ", "JSON_SYNTAX", 47},
      {put("syntax.gltf", test::bytesOf(R"({"asset":})")), "byte 9: ", "JSON_SYNTAX", 9},
      {put("old.gltf", test::bytesOf(R"({"asset":{"version":"1.0"}})")), "/asset/version: ", "GLTF_VERSION", -1},
      {put("lost.gltf", test::bytesOf(test::gltfJson(R"("buffers":[{"byteLength":4,"uri":"lost.bin"}])"))),
       "/buffers/0/uri: ", "RESOURCE_MISSING", -1},
      {put("thief.gltf", test::bytesOf(test::gltfJson(R"("buffers":[{"byteLength":4,"uri":"../etc/passwd"}])"))),
       "/buffers/0/uri: ", "RESOURCE_REFUSED", -1},
  };
  const std::set<std::string> before = everything();
  for (const auto& c : kCases) {
    for (const Arguments& arguments : {Arguments{"info", "--json", c.file},
                                       Arguments{"convert", "--json", c.file, at("out.gltf")},
                                       Arguments{"extract", "--json", c.file, at("out")}}) {
      const CommandResult result = vrmCommand(arguments);
      EXPECT_EQ(result.exitCode, 2) << c.file;
      EXPECT_TRUE(result.err.starts_with("vrm: error: " + c.file + ": " + c.reason)) << result.err;
      EXPECT_TRUE(contains(result.err, "[" + std::string(c.code) + "]\n")) << result.err;
      EXPECT_EQ(linesOf(result.err).size(), 1u) << result.err;
      const Printed json(result.out);
      EXPECT_EQ(json["/file"].string(), c.file);
      EXPECT_EQ(json["/error/code"].string(), c.code);
      EXPECT_FALSE(json["/error/message"].string().empty());
      if (c.offset >= 0) {
        EXPECT_EQ(json["/error/offset"].number(), c.offset) << c.file;
      } else {
        EXPECT_FALSE(json.has("/error/offset")) << c.file;
      }
    }
    EXPECT_EQ(vrmCommand({"info", c.file}).out, "") << "without --json nothing goes to stdout";
  }
  EXPECT_EQ(everything(), before) << "a failure leaves nothing behind";
}

TEST_F(Cli, RepairsExitWith1AndStrictRefusesThem) {
  const std::string model = put("repaired.vrm", repairedModel());
  const std::string line = "vrm: warning: " + model + ": " + kRepaired + "\n";

  for (const Arguments& arguments : {Arguments{"info", model}, Arguments{"convert", model, at("out.glb")},
                                     Arguments{"extract", model, at("parts")}}) {
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 1) << arguments[0];
    EXPECT_EQ(result.err, line) << arguments[0];
    EXPECT_NE(result.out, "") << arguments[0];
  }
  const Printed json(vrmCommand({"info", "--json", model}).out);
  ASSERT_EQ(json["/diagnostics"].size(), 1u);
  EXPECT_EQ(json["/diagnostics/0/code"].string(), "GLTF_INDEX_RANGE");
  EXPECT_EQ(json["/diagnostics/0/severity"].string(), "warning");
  EXPECT_EQ(json["/diagnostics/0/pointer"].string(), "/nodes/0/mesh");
  EXPECT_EQ(json["/diagnostics/0/count"].index(), 1u);

  for (const Arguments& arguments :
       {Arguments{"info", "--strict", model}, Arguments{"convert", "--strict", model, at("strict.glb")},
        Arguments{"extract", "--strict", model, at("strict")}}) {
    const CommandResult result = vrmCommand(arguments);
    EXPECT_EQ(result.exitCode, 2) << arguments[0];
    EXPECT_EQ(result.err, "vrm: error: " + model + ": " + kRepaired + "\n") << arguments[0];
    EXPECT_EQ(result.out, "") << arguments[0];
  }
  EXPECT_FALSE(fs::exists(at("strict.glb")));
  EXPECT_FALSE(fs::exists(at("strict")));
  EXPECT_EQ(vrmCommand({"info", "--strict", avatar()}).exitCode, 0) << "strict takes nothing away from a good file";
}

TEST_F(Cli, LimitsAreKept) {
  const std::string model = avatar();
  const struct {
    const char* limit;
    int exitCode;
    const char* code;
  } kCases[] = {
      {"nodes=1", 2, "[LIMIT_NODES]"},
      {"nodes=18", 2, "[LIMIT_NODES]"},
      {"nodes=19", 0, ""},
      {"nodes=4294967296", 0, ""},  // more than fits is no limit, not a small one
      {"jsonDepth=1e15", 0, ""},
      {"fileBytes=100", 2, "[LIMIT_FILE_BYTES]"},
      {"jsonBytes=100", 2, "[LIMIT_JSON_BYTES]"},
      {"jsonDepth=3", 2, "[LIMIT_JSON_DEPTH]"},
      {"accessorElements=2", 2, "[LIMIT_ACCESSOR_ELEMENTS]"},
  };
  for (const auto& c : kCases) {
    const CommandResult result = vrmCommand({"info", model, "--limit", c.limit});
    EXPECT_EQ(result.exitCode, c.exitCode) << c.limit << "\n" << result.err;
    EXPECT_TRUE(contains(result.err, c.code)) << c.limit << "\n" << result.err;
    EXPECT_EQ(result.err.empty(), c.exitCode == 0) << c.limit << "\n" << result.err;
  }
  EXPECT_EQ(vrmCommand({"info", model, "--limit", "nodes=100", "--limit", "jsonDepth=3"}).exitCode, 2)
      << "the option may be repeated";
}

// Images over the same bytes can make more of a file than it was.
TEST_F(Cli, ExtractIsBounded) {
  test::AssetBuilder b;
  b.image("a", test::bytesOf(std::string(1000, 'x')), "image/x-unknown");
  for (int i = 0; i < 9; ++i) b.add(gltf::Kind::Image, R"({"mimeType":"image/x-unknown","bufferView":0})");
  const std::string model = put("many.glb", b.glb());
  EXPECT_EQ(vrmCommand({"extract", model, at("all"), "--limit", "decodedBytes=10000"}).exitCode, 0);
  const CommandResult result = vrmCommand({"extract", model, at("few"), "--limit", "decodedBytes=9999"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "/images/9: ") && contains(result.err, "[LIMIT_DECODED_BYTES]")) << result.err;
  EXPECT_FALSE(fs::exists(at("few")));
}

// One long name that is used again and again.
TEST_F(Cli, InfoCutsLongNames) {
  std::string groups = "0";
  for (int i = 0; i < 2000; ++i) groups += ",0";
  const std::string model = put("long.gltf", test::bytesOf(test::gltfJson(
      R"("nodes":[{"children":[1]},{}],"extensions":{"VRMC_springBone":{"specVersion":"1.0","colliders":[{"node":0,"shape":)"
      R"({"sphere":{"radius":1}}}],"colliderGroups":[{"name":")" + std::string(20'000, 'c') +
      R"(","colliders":[0]}],"springs":[{"joints":[{"node":0},{"node":1}],"colliderGroups":[)" + groups + "]}]}}")));
  const CommandResult result = vrmCommand({"info", model});
  EXPECT_TRUE(contains(result.out, std::string(120, 'c') + "...")) << result.err;
  EXPECT_LT(result.out.size(), 400'000u);
}

// Names of images come from strangers, and so may links in the folder.
TEST_F(Cli, LinksWithNamesOfImagesAreReplaced) {
  const std::string model = avatar(), secret = put("secret", test::bytesOf("secret"));
  fs::create_directory(at("parts"));
  for (const char* link : {"out_skin.png", "parts/skin.png", "parts/model.json"}) fs::create_symlink(secret, at(link));
  EXPECT_EQ(vrmCommand({"convert", model, at("out.gltf")}).exitCode, 0);
  EXPECT_EQ(vrmCommand({"extract", model, at("parts")}).exitCode, 0);
  EXPECT_EQ(bytesOfFile(secret), test::bytesOf("secret"));
  EXPECT_FALSE(fs::is_symlink(at("out_skin.png")) || fs::is_symlink(at("parts/skin.png")));
}

TEST_F(Cli, WithoutExternalFilesNoneIsRead) {
  put("data.bin", test::Bytes(8));
  put("skin.png", test::tinyPng());
  const std::string buffer = put("buffer.gltf", test::bytesOf(test::gltfJson(R"("buffers":[{"uri":"data.bin","byteLength":8}])")));
  const std::string image = put("image.gltf", test::bytesOf(test::gltfJson(R"("images":[{"uri":"skin.png"}])")));
  for (const char* verb : {"info", "validate"}) {
    EXPECT_EQ(vrmCommand({verb, buffer}).exitCode, 0);
    if (verb == std::string_view("info")) {
      EXPECT_TRUE(contains(vrmCommand({verb, buffer}).out, "other files    data.bin\n"));
      EXPECT_EQ(Printed(vrmCommand({verb, buffer, "--json"}).out)["/otherFiles/0"].string(), "data.bin");
    }
    const CommandResult result = vrmCommand({verb, buffer, "--no-external"});
    EXPECT_EQ(result.exitCode, 2) << verb;
    EXPECT_TRUE(contains(result.out + result.err, "\"data.bin\" is another file")) << result.err;
    const CommandResult without = vrmCommand({verb, image, "--no-external"});
    EXPECT_EQ(without.exitCode, 1) << "an image can be done without";
    EXPECT_TRUE(contains(without.out + without.err, "RESOURCE_REFUSED")) << without.err;
  }
}

TEST_F(Cli, WhatCannotBeWrittenLeavesNothingBehind) {
  const std::string model = avatar();
  fs::create_directory(at("folder.glb"));
  fs::create_directory(at("busy"));
  fs::create_directory(at("busy/avatar_skin.png"));
  fs::create_directory(at("busy/model.json"));
  put("file", test::bytesOf("not a folder"));
  const std::string longName(300, 'x');
  const struct {
    const char* what;
    Arguments arguments;
    const char* code;
  } kCases[] = {
      {"no known extension", {"convert", model, at("out.fbx")}, "must end in .vrm, .glb, .vrma or .gltf"},
      {"no extension", {"convert", model, at("out")}, "must end in .vrm, .glb, .vrma or .gltf"},
      {"a GLB cannot embed", {"convert", "--embed", model, at("out.glb")}, "only .gltf can embed"},
      {"the folder is missing", {"convert", model, at("missing/out.glb")}, "[IO_WRITE]"},
      {"a folder has that name", {"convert", model, at("folder.glb")}, "[IO_WRITE]"},
      {"a file stands for the folder", {"convert", model, at("file/out.glb")}, "[IO_WRITE]"},
      {"the name is too long", {"convert", model, at(longName + ".glb")}, "[IO_WRITE]"},
      {"one of several files cannot be", {"convert", model, at("busy/avatar.gltf")}, "[IO_WRITE]"},
      {"not even root may write here", {"convert", model, "/proc/out.glb"}, "[IO_WRITE]"},
      {"extract where not even root may write", {"extract", model, "/proc/parts"}, "[IO_WRITE]"},
      {"extract into a file", {"extract", model, at("file")}, "[IO_WRITE]"},
      {"extract over a folder", {"extract", model, at("busy")}, "[IO_WRITE]"},
  };
  const std::set<std::string> before = everything();
  for (const auto& c : kCases) {
    const CommandResult result = vrmCommand(c.arguments);
    EXPECT_EQ(result.exitCode, 2) << c.what;
    EXPECT_EQ(result.out, "") << c.what;
    EXPECT_TRUE(result.err.starts_with("vrm: ")) << c.what << "\n" << result.err;
    EXPECT_TRUE(contains(result.err, c.code)) << c.what << "\n" << result.err;
    EXPECT_EQ(linesOf(result.err).size(), 1u) << c.what << "\n" << result.err;
    EXPECT_EQ(everything(), before) << c.what;
  }
}

TEST_F(Cli, AFolderWithoutPermissionIsNoSurprise) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const std::string model = avatar();
  fs::create_directory(at("locked"));
  for (const auto permissions : {fs::perms::owner_read | fs::perms::owner_exec, fs::perms::none}) {
    fs::permissions(at("locked"), permissions);
    const CommandResult result = vrmCommand({"convert", model, at("locked/out.glb")});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_TRUE(contains(result.err, "[IO_WRITE]")) << result.err;
  }
  fs::permissions(at("locked"), fs::perms::owner_all);
  EXPECT_TRUE(fs::is_empty(at("locked")));
}

TEST_F(Cli, ConvertReplacesWhatWasThere) {
  const std::string model = avatar();
  const std::string output = put("out.glb", test::bytesOf("old"));
  EXPECT_EQ(vrmCommand({"convert", model, output}).exitCode, 0);
  EXPECT_EQ(bytesOfFile(output), bytesOfFile(model));
  EXPECT_EQ(vrmCommand({"convert", model, model}).exitCode, 0) << "also itself";
  EXPECT_EQ(bytesOfFile(output), bytesOfFile(model));
  EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "out.glb"}));
}

TEST_F(Cli, ExtractWritesTheParts) {
  const std::string model = avatar();
  const CommandResult result = vrmCommand({"extract", model, at("new/parts")});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            at("new/parts/buffer_0.bin") + "\n" + at("new/parts/skin.png") + "\n" + at("new/parts/model.json") + "\n");
  EXPECT_EQ(everything(), (std::set<std::string>{"avatar.vrm", "new/", "new/parts/", "new/parts/buffer_0.bin",
                                                 "new/parts/skin.png", "new/parts/model.json"}));
  const gltf::Document document = test::smallAvatar().document();
  const auto buffer = document.buffer(0);
  test::Bytes padded(buffer.begin(), buffer.end());
  padded.resize((padded.size() + 3) & ~std::size_t{3});
  EXPECT_EQ(bytesOfFile(at("new/parts/buffer_0.bin")), padded) << "the binary chunk as it is";
  EXPECT_EQ(bytesOfFile(at("new/parts/skin.png")), test::tinyPng());
  const std::string text = textOfFile(at("new/parts/model.json"));
  Diagnostics diagnostics;
  const Result<gltf::Json> json = gltf::Json::parse(text, Limits(), diagnostics);
  ASSERT_TRUE(json.ok());
  EXPECT_TRUE(gltf::Json::equal(json->root(), document.root()));
}

// Names come from strangers. Every image must get a file of its own, with its own bytes, inside the folder.
TEST_F(Cli, HostileImageNamesStayInTheFolder) {
  test::AssetBuilder b;
  const std::string names[] = {
      "../../evil", "/etc/evil", "..", ".", "CON", "same", "same", "SAME", "", "a\nb\x1b[31m", "-rf", "\u202Egnp", "model.json",
      "buffer_0.bin", "model.bin", "model.gltf", "model", "picture.png", "picture", std::string(500, 'n'),
  };
  std::vector<test::Bytes> images;
  for (std::size_t i = 0; i < std::size(names); ++i) {
    // Every other one is no picture we know: it gets no extension of ours, so its name alone decides.
    test::Bytes bytes = i % 2 ? test::tinyPng() : test::bytesOf("image ");
    bytes.push_back(static_cast<std::byte>(i));
    images.push_back(bytes);
    b.image(names[i], bytes, i % 2 ? "image/png" : "image/x-unknown");
    // The same name with the other kind of content.
    images.push_back(i % 2 ? test::bytesOf("other " + std::to_string(i)) : test::tinyPng());
    images.back().push_back(static_cast<std::byte>(i));
    b.image(names[i], images.back(), i % 2 ? "image/x-unknown" : "image/png");
  }
  fs::create_directory(at("deep"));
  const std::string model = put("hostile.glb", b.glb());
  for (const auto& [verb, output, others] :
       {std::tuple<std::string, std::string, std::size_t>{"extract", at("deep/parts"), 2},
        std::tuple<std::string, std::string, std::size_t>{"convert", at("deep/out/model.gltf"), 1}}) {
    const fs::path folder = verb == "extract" ? fs::path(output) : fs::path(output).parent_path();
    fs::create_directory(folder);
    const CommandResult result = vrmCommand({verb, model, output});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    std::multiset<test::Bytes> found;
    std::set<std::string> lower;
    for (const auto& entry : fs::directory_iterator(folder)) {
      ASSERT_TRUE(entry.is_regular_file()) << entry.path();
      found.insert(bytesOfFile(entry.path()));
      std::string name = entry.path().filename().string();
      for (const char c : name) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << name;
      EXPECT_TRUE(name[0] != '-' && name[0] != '.' && !contains(name, "\u202E")) << name;
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
      EXPECT_TRUE(lower.insert(name).second) << name << " differs from another file by case alone";
      EXPECT_NE(name.substr(0, name.find('.')), "con");
    }
    EXPECT_EQ(found.size(), images.size() + others) << verb;
    for (const test::Bytes& image : images) EXPECT_TRUE(found.contains(image)) << verb;
    EXPECT_EQ(linesOf(result.out).size(), found.size()) << verb;
    const CommandResult again =
        vrmCommand({"info", verb == "extract" ? model : output, "--json"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    const Printed json(again.out);
    for (std::size_t i = 0; i < images.size(); ++i) {
      EXPECT_EQ(json[("/images/" + std::to_string(i) + "/bytes").c_str()].number(),
                static_cast<double>(images[i].size()))
          << verb << " " << i;
    }
  }
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"deep", "hostile.glb"}));
  EXPECT_EQ(std::distance(fs::directory_iterator(at("deep")), {}), 2);
}

TEST_F(Cli, OutputThatGoesNowhereIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string model = avatar();
  test::CommandOptions full;
  full.stdoutTo = "/dev/full";
  test::CommandOptions closed;
  closed.closeStdout = true;
  for (const test::CommandOptions& options : {full, closed}) {
    for (const Arguments& arguments :
         {Arguments{"info", model}, Arguments{"info", "--json", model}, Arguments{"convert", model, at("out.glb")},
          Arguments{"extract", model, at("parts")}, Arguments{"--help"}, Arguments{"--version"},
          Arguments{"info", "--help"}}) {
      const CommandResult result = vrmCommand(arguments, options);
      EXPECT_EQ(result.exitCode, 2) << arguments[0] << (options.closeStdout ? " closed" : " full");
      EXPECT_TRUE(contains(result.err, "vrm: cannot write to standard output")) << arguments[0] << result.err;
    }
  }
}

TEST_F(Cli, WithoutAnEarForFindingsTheExitCodeStillTells) {
  const std::string broken = put("broken.gltf", test::bytesOf(test::gltfJson(R"("scene":7)")));
  const struct {
    std::string arguments;
    int exitCode;
  } kCases[] = {{"info '" + broken + "'", 1}, {"info '" + at("none.vrm") + "'", 2}, {"bogus", 2}, {"info", 2}};
  for (const auto& c : kCases) {
    for (const char* ear : {"2>&-", "2>/dev/full"}) {
      const CommandResult result =
          test::runCommand("/bin/sh", {"-c", "'" VRM_COMMAND "' " + c.arguments + " >/dev/null " + ear}, {});
      EXPECT_EQ(result.exitCode, c.exitCode) << c.arguments << " " << ear;
    }
  }
}

TEST_F(Cli, NothingThatATerminalObeysIsPrinted) {
  test::AssetBuilder b;
  b.node("root");
  b.image("evil\x1b[2J\xC2\x9B""31m", test::tinyPng(), "image/png");
  b.use("EXT_\x1b]0;title\a");
  b.set("/asset/generator", R"("gen\u001b[31m")");
  const std::string model = put("red\x1b[31m\n.vrm", b.glb());
  const std::string shown = at("red\\x1b[31m\\x0a.vrm");
  const auto clean = [](const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return false;
      if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return false;
    }
    return true;
  };
  const CommandResult good = vrmCommand({"info", model});
  EXPECT_EQ(good.exitCode, 0) << good.err;
  EXPECT_TRUE(clean(good.out)) << good.out;
  EXPECT_TRUE(contains(good.out, "file           " + shown + " (")) << good.out;
  EXPECT_TRUE(contains(good.out, "generator      gen\\x1b[31m\n")) << good.out;
  EXPECT_TRUE(contains(good.out, "evil\\x1b[2J\\xc2\\x9b31m")) << good.out;

  const CommandResult missing = vrmCommand({"info", at("blue\x1b[34m.vrm")});
  EXPECT_EQ(missing.exitCode, 2);
  EXPECT_EQ(missing.err, "vrm: error: " + at("blue\\x1b[34m.vrm") + ": there is no such file [IO_NOT_FOUND]\n");

  // Marks of direction would show the rest of the line backwards.
  const CommandResult turned = vrmCommand({"info", at("gnp.\xE2\x80\xAEmrv.vrm")});
  EXPECT_EQ(turned.err, "vrm: error: " + at("gnp.\\xe2\\x80\\xaemrv.vrm") + ": there is no such file [IO_NOT_FOUND]\n");

  const CommandResult json = vrmCommand({"info", "--json", model});
  EXPECT_EQ(json.out.find('\x1b'), std::string::npos) << json.out;
  EXPECT_EQ(Printed(json.out)["/file"].string(), model) << "as data the name is what it is";

  // A name that is no UTF-8 must not make bad JSON either.
  const CommandResult binary = vrmCommand({"info", "--json", at("\xff.vrm")});
  EXPECT_EQ(binary.exitCode, 2);
  EXPECT_EQ(Printed(binary.out)["/error/code"].string(), "IO_NOT_FOUND");
}

}  // namespace
}  // namespace vrm
