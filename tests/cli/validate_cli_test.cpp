// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate`: what it prints for people, which issues it prints, and its exit codes.
#include <string>

#include "cli/validate_cli.hpp"

namespace vrm {
namespace {

using test::bytesOf;
using test::CommandResult;
using test::contains;
using test::gltfJson;
using test::kOnly;
using test::shell;
using test::ValidateCli;
using test::vrmCommand;

TEST_F(ValidateCli, TextSaysWhatWhereAndHowToMendIt) {
  const CommandResult result = vrmCommand({"validate", bad(), kOnly});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, "bad.gltf: glTF, 1 error, 1 warning, 1 note\n")) << result.out;
  EXPECT_TRUE(contains(result.out,
                       "  error GLTF_INDEX_RANGE\n"
                       "    /nodes/0/mesh: 7 is out of range, the file has 0 meshes\n"
                       "    fix: Point at an element that exists"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "  warning MEMBER_UNKNOWN\n    /nodes/0/mehs: ")) << result.out;
  EXPECT_TRUE(contains(result.out, "  note ")) << result.out;
  EXPECT_FALSE(contains(result.out, "files: ")) << "a summary is for several files\n" << result.out;
  const CommandResult clean = vrmCommand({"validate", good(), kOnly});
  EXPECT_EQ(clean.exitCode, 0) << clean.out;
  EXPECT_TRUE(contains(clean.out, "good.vrm: VRM 1.0, ")) << clean.out;
}

TEST_F(ValidateCli, IssuesOfACodeStandTogetherWithOneFix) {
  const std::string file =
      put("many.gltf",
          bytesOf(gltfJson(R"("nodes":[{"mesh":7,"mehs":0},{"skin":3},{"mesh":8,"naem":0},{"camera":1}])")));
  const CommandResult all = vrmCommand({"validate", file, kOnly});
  EXPECT_TRUE(contains(all.out,
                       "    /nodes/0/mesh: 7 is out of range, the file has 0 meshes\n"
                       "    /nodes/1/skin: 3 is out of range, the file has 0 skins\n"
                       "    /nodes/2/mesh: 8 is out of range, the file has 0 meshes\n"
                       "    /nodes/3/camera: 1 is out of range, the file has 0 cameras\n"
                       "    fix: "))
      << all.out;
  const std::string fix(info(Code::GltfIndexRange).fix);
  EXPECT_EQ(all.out.find(fix), all.out.rfind(fix)) << all.out;
  EXPECT_LT(all.out.find("  error "), all.out.find("  warning "));
  // A few of them: one of each code first.
  const CommandResult some = vrmCommand({"validate", file, "--max", "4", kOnly});
  EXPECT_TRUE(contains(some.out, "  error GLTF_INDEX_RANGE\n    /nodes/0/mesh: ")) << some.out;
  EXPECT_TRUE(contains(some.out, "  warning MEMBER_UNKNOWN\n    /nodes/0/mehs: ")) << some.out;
  EXPECT_TRUE(contains(some.out, " more of these\n    fix: ")) << some.out;
  EXPECT_TRUE(contains(some.out, " not shown; --max ")) << some.out;
}

TEST_F(ValidateCli, ManyOfACodeAreCounted) {
  std::string nodes;
  for (int i = 0; i < 150; ++i) nodes += (i == 0 ? "" : ",") + std::string(R"({"mesh":7})");
  const std::string file = put("many.gltf", bytesOf(gltfJson(R"("nodes":[)" + nodes + "]")));
  const CommandResult result = vrmCommand({"validate", file, "--only", "GLTF_INDEX_RANGE"});
  EXPECT_TRUE(contains(result.out, ": glTF, 150 errors\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "    and 130 more of these\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "  80 not shown; --max 100 shows them\n")) << result.out;
  const CommandResult all = vrmCommand({"validate", file, "--only", "GLTF_INDEX_RANGE", "--max", "1000"});
  EXPECT_TRUE(contains(all.out, "    and 50 more of these\n")) << all.out;
  EXPECT_FALSE(contains(all.out, "--max")) << all.out;
  const CommandResult none = vrmCommand({"validate", file, "--only", "GLTF_INDEX_RANGE", "--max", "0"});
  EXPECT_TRUE(contains(none.out, ": glTF, 150 errors\n  100 not shown; --max 100 shows them\n")) << none.out;
}

TEST_F(ValidateCli, CodesCanBeChosen) {
  const std::string file = bad();
  EXPECT_EQ(vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE", kOnly}).exitCode, 0);
  EXPECT_EQ(vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE", kOnly, "--strict"}).exitCode, 1);
  EXPECT_EQ(vrmCommand({"validate", file, "--ignore", "GLTF_INDEX_RANGE,MEMBER_UNKNOWN", kOnly, "--strict"})
                .exitCode,
            0);
  const CommandResult only = vrmCommand({"validate", file, "--only", "MEMBER_UNKNOWN"});
  EXPECT_EQ(only.exitCode, 0);
  EXPECT_TRUE(contains(only.out, "bad.gltf: glTF, 1 warning\n")) << only.out;
  const CommandResult unknown = vrmCommand({"validate", file, "--only", "NOTHING"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_TRUE(contains(unknown.err, "there is no code \"NOTHING\"")) << unknown.err;
  EXPECT_TRUE(
      contains(vrmCommand({"validate", file, "--max", "1", kOnly}).out, "2 not shown; --max 3 shows them\n"));
}

TEST_F(ValidateCli, SeveralFilesGetASummary) {
  const CommandResult result =
      vrmCommand({"validate", bad(), warned(), good(), broken(), at("none.vrm"), kOnly});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.out, "broken.vrm: not readable, 1 error\n")) << result.out;
  EXPECT_TRUE(result.out.ends_with("\n\n5 files: 2 not readable, 1 with errors, 1 with warnings, 1 clean\n"))
      << result.out;
  const CommandResult clean =
      vrmCommand({"validate", good(), put("other.vrm", test::sameAvatar(VrmVersion::Vrm1).glb()), kOnly});
  EXPECT_TRUE(clean.out.ends_with("\n\n2 files: 2 clean\n")) << clean.out;
  const CommandResult none = vrmCommand({"validate", at("none.vrm")});
  EXPECT_TRUE(contains(none.out, "none.vrm: not readable, 1 error\n  error IO_NOT_FOUND\n")) << none.out;
}

TEST_F(ValidateCli, TheWorstFileDecidesTheExitCode) {
  struct Case {
    test::Arguments files;
    int plain, strict;
  };
  const Case cases[] = {
      {{good()}, 0, 0},
      {{warned()}, 0, 1},
      {{bad()}, 1, 1},
      {{broken()}, 2, 2},
      {{good(), warned()}, 0, 1},
      {{warned(), bad(), good()}, 1, 1},
      {{bad(), at("none.vrm"), good()}, 2, 2},
      {{broken(), good()}, 2, 2},
  };
  for (const Case& c : cases) {
    for (const char* form : {"--max=5", "--json", "--sarif"}) {
      test::Arguments arguments{"validate", form, kOnly};
      arguments.insert(arguments.end(), c.files.begin(), c.files.end());
      EXPECT_EQ(vrmCommand(arguments).exitCode, c.plain) << form << " " << c.files[0];
      arguments.push_back("--strict");
      EXPECT_EQ(vrmCommand(arguments).exitCode, c.strict) << form << " " << c.files[0];
    }
  }
}

TEST_F(ValidateCli, ColoursAreForTerminals) {
  const std::string file = bad();
  const std::string run = "'" VRM_COMMAND "' validate '" + file + "' ";
  const std::string colour = "\x1b[1;31merror\x1b[0m GLTF_INDEX_RANGE";
  EXPECT_FALSE(contains(shell(run).out, "\x1b"));
  EXPECT_TRUE(contains(shell(run + "--color always").out, colour));
  EXPECT_TRUE(contains(shell("NO_COLOR=1 " + run + "--color=always").out, colour));
  const test::CommandOptions terminal{.terminal = true};
  EXPECT_TRUE(contains(shell("TERM=xterm NO_COLOR= " + run, terminal).out, colour));
  EXPECT_FALSE(contains(shell("TERM=xterm NO_COLOR=1 " + run, terminal).out, "\x1b"));
  EXPECT_FALSE(contains(shell("TERM=dumb " + run, terminal).out, "\x1b"));
  EXPECT_FALSE(contains(shell("TERM=xterm " + run + "--color never", terminal).out, "\x1b"));
  const CommandResult wrong = vrmCommand({"validate", file, "--color", "pink"});
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_TRUE(contains(wrong.err, "pink")) << wrong.err;
}

TEST_F(ValidateCli, TextOfStrangersStaysPrintable) {
  const std::string file =
      put("a\x1b[2Jb\n\x9b.gltf", bytesOf(gltfJson(R"("nodes":[{"\u001b[31m\u009b\u202e":0}])")));
  const CommandResult result = vrmCommand({"validate", file, "--color", "never"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_TRUE(contains(result.out, "a\\x1b[2Jb\\x0a\\x9b.gltf: glTF, ")) << result.out;
  EXPECT_TRUE(contains(result.out, "/nodes/0/\\x1b[31m\\xc2\\x9b\\xe2\\x80\\xae: ")) << result.out;
  const CommandResult japanese =
      vrmCommand({"validate", put("\xE3\x82\xA2\xE3\x83\x90 \xF0\x9F\x98\x80.vrm", bytesOf("glTF"))});
  EXPECT_TRUE(contains(japanese.out, "\xE3\x82\xA2\xE3\x83\x90 \xF0\x9F\x98\x80.vrm: ")) << japanese.out;
}

TEST_F(ValidateCli, HelpHasExamples) {
  const CommandResult result = vrmCommand({"validate", "--help"});
  EXPECT_EQ(result.exitCode, 0);
  for (const char* part :
       {"vrm validate avatar.vrm ", "vrm validate -", "--sarif >", "--strict", "Exit codes: "}) {
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  }
  EXPECT_EQ(vrmCommand({"validate"}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
