// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate`: which files it looks at, on how many threads, and in which order it prints them.
#include <unistd.h>

#include <filesystem>
#include <string>

#include "cli/validate_cli.hpp"

namespace vrm {
namespace {

namespace fs = std::filesystem;
using test::bytesOf;
using test::CommandResult;
using test::contains;
using test::linesOf;
using test::shell;
using test::vrmCommand;

class ValidateInputs : public test::ValidateCli {
 protected:
  // What is listed, relative to the folder of the test.
  std::vector<std::string> filesIn(const CommandResult& result) const {
    const test::Printed json(result.out);
    std::vector<std::string> files;
    for (const gltf::JsonValue& entry : json["/files"].elements()) {
      files.push_back(fs::path(entry.find("file")->string()).lexically_relative(folder_.path()).string());
    }
    return files;
  }
  std::string inFolder(const std::string& folder, const std::string& name) const {
    fs::create_directories(at(folder));
    return put(folder + "/" + name, test::sameAvatar(VrmVersion::Vrm1).glb());
  }
  CommandResult listed(const std::string& lines, const std::string& options = "--json") const {
    const std::string list = put("list.txt", bytesOf(lines));
    return shell("cd '" + folder_.path().string() + "' && '" VRM_COMMAND "' validate - " + options + " <'" +
                 list + "'");
  }
};

using Names = std::vector<std::string>;

TEST_F(ValidateInputs, AFolderStandsForTheModelsInIt) {
  for (const char* name : {"b.vrm", "a.GLB", "c.vrma", "notes.txt", "d e.vrm", "\xE3\x82\xA2.vrm"})
    static_cast<void>(inFolder("top", name));
  static_cast<void>(inFolder("top/below/deep", "z.vrm"));
  static_cast<void>(inFolder("top/a folder.vrm", "y.vrm"));
  fs::create_directories(at("top/empty"));
  const CommandResult result = vrmCommand({"validate", at("top"), "--json"});
  EXPECT_NE(result.exitCode, 2) << result.err;
  const Names wanted{"top/a folder.vrm/y.vrm", "top/a.GLB",  "top/b.vrm",
                     "top/below/deep/z.vrm",   "top/c.vrma", "top/d e.vrm",
                     "top/\xE3\x82\xA2.vrm"};
  EXPECT_EQ(filesIn(result), wanted);
  EXPECT_EQ(filesIn(vrmCommand({"validate", at("top/"), "--json"})), wanted);
}

TEST_F(ValidateInputs, LinksToFoldersAreNotFollowed) {
  static_cast<void>(inFolder("top", "a.vrm"));
  fs::create_directory_symlink(at("top"), at("top/again"));
  fs::create_symlink(at("top/a.vrm"), at("top/link.vrm"));
  fs::create_symlink(at("top/none.vrm"), at("top/nowhere.vrm"));
  const CommandResult result = vrmCommand({"validate", at("top"), "--json"});
  EXPECT_EQ(result.exitCode, 2) << "a link to nothing cannot be read";
  EXPECT_EQ(filesIn(result), (Names{"top/a.vrm", "top/link.vrm", "top/nowhere.vrm"}));
}

TEST_F(ValidateInputs, NothingToLookAtIsAnError) {
  for (const CommandResult& result : {vrmCommand({"validate", "-"}), listed(""), listed("\n\n")}) {
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_TRUE(contains(result.out, "stdin names no file")) << result.out;
    EXPECT_TRUE(contains(result.out, "IO_NOT_FOUND")) << result.out;
  }
}

// Its bytes would name all kinds of things, perhaps the root of the disk.
TEST_F(ValidateInputs, AModelOnStdinIsNoList) {
  const std::string model = good();
  const CommandResult result = shell("'" VRM_COMMAND "' validate - --json <'" + model + "'");
  EXPECT_EQ(result.exitCode, 2);
  const test::Printed json(result.out);
  EXPECT_EQ(json["/files"].size(), 1u);
  EXPECT_TRUE(contains(std::string(json["/files/0/issues/0/message"].string()), "names of files are read there"));
}

TEST_F(ValidateInputs, FoldersWithoutModelsAreReported) {
  static_cast<void>(inFolder("top", "a.vrm"));
  fs::create_directories(at("empty/below"));
  const CommandResult result = vrmCommand({"validate", at("top"), at("empty"), "--json"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_EQ(filesIn(result), (Names{"top/a.vrm", "empty"}));
  EXPECT_EQ(test::Printed(result.out)["/files/1/issues/0/message"].string(),
            "no .vrm, .glb, .vrma or .gltf is in this folder");
}

TEST_F(ValidateInputs, NamesComeFromStdin) {
  static_cast<void>(good());
  static_cast<void>(bad());
  static_cast<void>(inFolder("top", "in folder.vrm"));
  static_cast<void>(inFolder("top", "\xC3\xA9.vrm"));
  const CommandResult result = listed("good.vrm\n\ntop\r\nnone of these.vrm\nbad.gltf");
  EXPECT_EQ(result.exitCode, 2);
  const test::Printed json(result.out);
  EXPECT_EQ(json["/files"].size(), 5u);
  EXPECT_EQ(json["/files/0/file"].string(), "good.vrm");
  EXPECT_EQ(json["/files/1/file"].string(), "top/in folder.vrm");
  EXPECT_EQ(json["/files/2/file"].string(), "top/\xC3\xA9.vrm");
  EXPECT_EQ(json["/files/3/file"].string(), "none of these.vrm");
  EXPECT_EQ(json["/files/3/issues/0/code"].string(), "IO_NOT_FOUND");
  EXPECT_EQ(json["/files/4/file"].string(), "bad.gltf");
  const CommandResult both = listed("good.vrm\n-\n", "bad.gltf");
  EXPECT_TRUE(contains(both.out, "good.vrm: VRM 1.0, ")) << both.out;
  EXPECT_TRUE(contains(both.out, "\n-: not readable, ")) << "a name, not a list in the list\n" << both.out;
  EXPECT_TRUE(contains(both.out, "3 files: ")) << both.out;
}

TEST_F(ValidateInputs, WhatIsNamedTwiceIsLookedAtOnce) {
  static_cast<void>(inFolder("top", "a.vrm"));
  static_cast<void>(inFolder("top", "b.vrm"));
  const CommandResult result = vrmCommand(
      {"validate", at("top/b.vrm"), at("top"), at("top/./b.vrm"), at("top/../top/a.vrm"), "--json"});
  EXPECT_EQ(filesIn(result), (Names{"top/b.vrm", "top/a.vrm"}));
  EXPECT_EQ(test::Printed(listed("top/a.vrm\n./top/a.vrm\ntop/a.vrm\n").out)["/files"].size(), 1u);
}

TEST_F(ValidateInputs, FoldersThatCannotBeReadAreReported) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  static_cast<void>(inFolder("top", "a.vrm"));
  static_cast<void>(inFolder("top/locked", "b.vrm"));
  static_cast<void>(inFolder("top/open", "c.vrm"));
  fs::permissions(at("top/locked"), fs::perms::none);
  const CommandResult result = vrmCommand({"validate", at("top"), "--json"});
  const CommandResult alone = vrmCommand({"validate", at("top/locked")});
  fs::permissions(at("top/locked"), fs::perms::owner_all);
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_EQ(filesIn(result), (Names{"top/a.vrm", "top/locked", "top/open/c.vrm"}));
  EXPECT_EQ(test::Printed(result.out)["/files/1/issues/0/code"].string(), "IO_READ");
  EXPECT_EQ(alone.exitCode, 2);
  EXPECT_TRUE(contains(alone.out, "locked: not readable, 1 error\n")) << alone.out;
  EXPECT_TRUE(contains(alone.out, "the folder cannot be read: ")) << alone.out;
}

TEST_F(ValidateInputs, ThreadsDoNotChangeAByte) {
  fs::create_directories(at("many"));
  for (int i = 0; i < 60; ++i) {
    const std::string name = "many/" + std::to_string(i);
    // Some take long, some no time at all.
    if (i % 7 == 0) {
      std::string nodes = R"({"mesh":7})";
      for (int k = 0; k < 3000; ++k) nodes += R"(,{"name":"node","mehs":0})";
      static_cast<void>(put(name + ".gltf", bytesOf(test::gltfJson(R"("nodes":[)" + nodes + "]"))));
    } else if (i % 3 == 0) {
      static_cast<void>(put(name + ".vrm", bytesOf("glTF")));
    } else {
      static_cast<void>(put(name + ".vrm", test::sameAvatar(VrmVersion::Vrm0).glb()));
    }
  }
  for (const char* form : {"--verbose", "--json", "--sarif"}) {
    const CommandResult one = vrmCommand({"validate", at("many"), form, "--threads", "1"});
    EXPECT_EQ(one.exitCode, 2);
    EXPECT_GT(linesOf(one.out).size(), 60u);
    for (const char* threads : {"0", "2", "3", "16", "256"}) {
      const CommandResult several = vrmCommand({"validate", at("many"), form, "--threads", threads});
      EXPECT_EQ(several.exitCode, 2);
      EXPECT_TRUE(several.out == one.out) << form << " on " << threads << " threads";
      EXPECT_EQ(several.err, "");
    }
  }
  for (const char* wrong : {"-1", "257", "1.5", "many"}) {
    const CommandResult refused = vrmCommand({"validate", at("many"), "--threads", wrong});
    EXPECT_EQ(refused.exitCode, 2);
    EXPECT_EQ(refused.out, "");
  }
}

TEST_F(ValidateInputs, ABarShowsProgressOnTerminals) {
  const std::string files = "'" + good() + "' '" + bad() + "'";
  // Nobody can read what is gone within a second, so the list comes late.
  const std::string run =
      "(sleep 1.2; printf '%s\\n' " + files + ") | '" VRM_COMMAND "' validate - --color never " + test::kOnly;
  const CommandResult result = shell(run, {.terminal = true});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_TRUE(contains(result.err, "\r[###############---------------] 1 of 2 files")) << result.err;
  EXPECT_TRUE(contains(result.err, "\r[##############################] 2 of 2 files")) << result.err;
  EXPECT_TRUE(result.err.ends_with(" \r")) << "the line is wiped in the end";
  EXPECT_FALSE(contains(result.out, "[#")) << result.out;
  EXPECT_EQ(shell(run).err, "");
}

}  // namespace
}  // namespace vrm
