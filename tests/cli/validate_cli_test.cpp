// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate`: what it prints, for one file and for many, and its exit codes.
#include <filesystem>
#include <string>

#include "cli/cli_fixture.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::bytesOf;
using test::CommandResult;
using test::contains;
using test::gltfJson;
using test::Printed;
using test::vrmCommand;

class ValidateCli : public test::Cli {
 protected:
  std::string good() const { return put("good.vrm", test::sameAvatar(VrmVersion::Vrm1).glb()); }
  std::string bad() const { return put("bad.gltf", bytesOf(gltfJson(R"("nodes":[{"mesh":7,"mehs":0}])"))); }
};

TEST_F(ValidateCli, TextSaysWhatWhereAndHowToMendIt) {
  const CommandResult result = vrmCommand({"validate", bad()});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, "bad.gltf: glTF, 1 error, 1 warning, 1 note\n")) << result.out;
  EXPECT_TRUE(contains(result.out,
                       "  error       /nodes/0/mesh: 7 is out of range, the file has 0 meshes "
                       "[GLTF_INDEX_RANGE]\n              Point at an element that exists"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "  warning     /nodes/0/mehs: ")) << result.out;
  const CommandResult clean = vrmCommand({"validate", good()});
  EXPECT_EQ(clean.exitCode, 0) << clean.out;
  EXPECT_TRUE(contains(clean.out, "good.vrm: VRM 1.0, ")) << clean.out;
}

TEST_F(ValidateCli, CodesCanBeChosen) {
  const std::string file = bad();
  EXPECT_EQ(vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE"}).exitCode, 0);
  EXPECT_EQ(vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE", "--strict"}).exitCode, 1);
  EXPECT_EQ(
      vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE,MEMBER_UNKNOWN", "--strict"}).exitCode, 0);
  const CommandResult only = vrmCommand({"validate", file, "--only", "MEMBER_UNKNOWN"});
  EXPECT_EQ(only.exitCode, 0);
  EXPECT_TRUE(contains(only.out, "bad.gltf: glTF, 1 warning\n")) << only.out;
  const CommandResult unknown = vrmCommand({"validate", file, "--only", "NOTHING"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_TRUE(contains(unknown.err, "there is no code \"NOTHING\"")) << unknown.err;
  EXPECT_TRUE(contains(vrmCommand({"validate", file, "--max", "1"}).out, "and 2 more; --max shows them\n"));
}

TEST_F(ValidateCli, JsonHasEveryIssue) {
  const std::string file = bad();
  const CommandResult result = vrmCommand({"validate", file, good(), "--json"});
  EXPECT_EQ(result.exitCode, 1);
  const Printed json(result.out);
  EXPECT_EQ(json["/files/0/file"].string(), file);
  EXPECT_EQ(json["/files/0/version"].string(), "glTF");
  EXPECT_TRUE(json["/files/0/readable"].boolean());
  EXPECT_EQ(json["/files/0/counts/error"].index(), 1u);
  EXPECT_EQ(json["/files/0/issues/0/code"].string(), "GLTF_INDEX_RANGE");
  EXPECT_EQ(json["/files/0/issues/0/severity"].string(), "error");
  EXPECT_EQ(json["/files/0/issues/0/pointer"].string(), "/nodes/0/mesh");
  EXPECT_TRUE(json["/files/0/issues/0/offset"].isNull());
  EXPECT_FALSE(json["/files/0/issues/0/fix"].string().empty());
  EXPECT_EQ(json["/files/1/version"].string(), "VRM 1.0");
}

TEST_F(ValidateCli, FoldersAndFilesThatCannotBeRead) {
  const std::string broken = put("broken.vrm", bytesOf("glTF"));
  static_cast<void>(good());
  static_cast<void>(put("notes.txt", bytesOf("no model")));
  const std::string folder = std::filesystem::path(broken).parent_path().string();
  const CommandResult result = vrmCommand({"validate", folder});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.out, "broken.vrm: glTF, 1 error\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "good.vrm: VRM 1.0, ")) << result.out;
  EXPECT_FALSE(contains(result.out, "notes.txt")) << result.out;
  EXPECT_EQ(vrmCommand({"validate", folder + "/none.vrm"}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"validate"}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
