// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm licence` (docs/cli.md).
#include "cli/cli_fixture.hpp"

namespace vrm {
namespace {

using test::Arguments;
using test::CommandResult;
using test::contains;
using test::linesOf;
using test::Printed;
using test::vrmCommand;

class LicenceCli : public test::Cli {
 protected:
  std::string model(const std::string& extension, const std::string& meta) const {
    const std::string text =
        test::gltfJson(R"("textures":[{"source":1}],"images":[{"uri":"data:,"},{"uri":"data:,"}],"extensions":{")" +
                       extension + R"(":{"meta":)" + meta + "}}");
    return put("model.gltf", test::bytesOf(text));
  }
};

constexpr const char* kOpen = R"({"name":"Open","authors":["A","B"],"version":"2","contactInformation":"mail",
  "copyrightInformation":"(c) A","references":["one","two"],"thirdPartyLicenses":"first\nsecond","thumbnailImage":1,
  "licenseUrl":"https://vrm.dev/licenses/1.0/","otherLicenseUrl":"https://example.com/more",
  "avatarPermission":"everyone","commercialUsage":"corporation","allowRedistribution":true,
  "modification":"allowModification"})";

constexpr const char* kOld = R"({"title":"Old","author":"A","allowedUserName":"Everyone","violentUssageName":"Allow",
  "sexualUssageName":"Disallow","commercialUssageName":"Allow","licenseName":"CC_BY_NC","texture":0,
  "otherPermissionUrl":"https://example.com/terms"})";

TEST_F(LicenceCli, PrintsTheTermsForPeople) {
  const CommandResult result = vrmCommand({"licence", model("VRMC_vrm", kOpen)});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* row :
       {"name               Open\n", "authors            A, B\n", "version            2\n", "contact            mail\n",
        "copyright          (c) A\n", "reference          one\n", "reference          two\n",
        "third party        first\n                   second\n", "thumbnail          image 1\n",
        "terms of           VRM 1.0\n", "licenseUrl         https://vrm.dev/licenses/1.0/\n",
        "otherLicenseUrl    https://example.com/more\n",
        "avatar                  allowed     everyone may perform as the avatar "
        "(/extensions/VRMC_vrm/meta/avatarPermission is everyone)\n",
        "violent                 denied      not stated, so the standard's default counts: excessive violence is not allowed "
        "(/extensions/VRMC_vrm/meta/allowExcessivelyViolentUsage)\n",
        "redistribute-modified   denied "}) {
    EXPECT_TRUE(contains(result.out, row)) << row << "\n" << result.out;
  }
  EXPECT_FALSE(contains(result.out, "as stored")) << result.out;
}

TEST_F(LicenceCli, ShowsTheWordsOfOlderVersions) {
  const CommandResult result = vrmCommand({"license", model("VRM", kOld)});
  EXPECT_EQ(result.exitCode, 0) << "spellings are hints: " << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(linesOf(vrmCommand({"license", "-v", model("VRM", kOld)}).err).size(), 3u);
  for (const char* row :
       {"name               Old\n", "thumbnail          image 1\n", "terms of           VRM 0.x\n",
        "\nas stored in VRM 0.x\n", "license            CC_BY_NC\n", "commercialUsage    Allow\n",
        "otherPermissionUrl https://example.com/terms\n",
        "political               not stated  this version of VRM has no member for it\n",
        "commercial-personal     denied      CC BY-NC: free to share and change without profit, but the author must be named "
        "(/extensions/VRM/meta/licenseName is CC_BY_NC)\n"}) {
    EXPECT_TRUE(contains(result.out, row)) << row << "\n" << result.out;
  }
}

TEST_F(LicenceCli, AnswersScripts) {
  const std::string file = model("VRMC_vrm", kOpen);
  const struct {
    const char* uses;
    int exitCode;
    std::size_t lines;
  } kCases[] = {
      {"avatar", 0, 1},
      {"commercial-corporation,modify,redistribute", 0, 3},
      {"commercial-corporation,violent,redistribute,modify,credit-free", 1, 5},
      {"hate", 1, 1},
  };
  for (const auto& c : kCases) {
    for (const Arguments& arguments : {Arguments{"licence", file, "--for", c.uses},
                                       Arguments{"license", "--for", c.uses, file}}) {
      const CommandResult result = vrmCommand(arguments);
      EXPECT_EQ(result.exitCode, c.exitCode) << c.uses;
      EXPECT_EQ(linesOf(result.out).size(), c.lines) << result.out;
      EXPECT_EQ(result.err, "") << c.uses;
    }
  }
  const CommandResult ordered = vrmCommand({"licence", file, "--for", "modify", "--for", "avatar"});
  EXPECT_TRUE(linesOf(ordered.out)[0].starts_with("modify ")) << ordered.out;
  EXPECT_TRUE(linesOf(ordered.out)[1].starts_with("avatar ")) << ordered.out;

  const std::string old = model("VRM", kOld);
  EXPECT_EQ(vrmCommand({"licence", old, "--for", "avatar,violent"}).exitCode, 0);
  EXPECT_EQ(vrmCommand({"licence", old, "--for", "political"}).exitCode, 1) << "not stated is not allowed";
}

TEST_F(LicenceCli, UnknownUsesAreListed) {
  const std::string file = model("VRMC_vrm", kOpen);
  for (const char* uses : {"fun", "avatar,fun", "", "Avatar"}) {
    const CommandResult result = vrmCommand({"licence", file, "--for", uses});
    EXPECT_EQ(result.exitCode, 2) << uses;
    EXPECT_EQ(result.out, "") << uses;
    EXPECT_TRUE(contains(result.err, "there is no use \"")) << uses << result.err;
    for (std::size_t i = 0; i < kUseCount; ++i) {
      EXPECT_TRUE(contains(result.err, std::string(name(static_cast<Use>(i))))) << uses << result.err;
    }
  }
}

TEST_F(LicenceCli, PrintsJson) {
  const std::string file = model("VRMC_vrm", kOpen);
  const CommandResult result = vrmCommand({"licence", "--json", file});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  const Printed json(result.out);
  EXPECT_EQ(json["/file"].string(), file);
  EXPECT_EQ(json["/version"].string(), "VRM 1.0");
  EXPECT_EQ(json["/meta/name"].string(), "Open");
  EXPECT_EQ(json["/meta/version"].string(), "2");
  EXPECT_EQ(json["/meta/authors/1"].string(), "B");
  EXPECT_EQ(json["/meta/copyrightInformation"].string(), "(c) A");
  EXPECT_EQ(json["/meta/contactInformation"].string(), "mail");
  EXPECT_EQ(json["/meta/references/1"].string(), "two");
  EXPECT_EQ(json["/meta/thirdPartyLicenses"].string(), "first\nsecond");
  EXPECT_EQ(json["/meta/thumbnailImage"].index(), 1u);
  ASSERT_EQ(json["/uses"].size(), kUseCount);
  EXPECT_EQ(json["/uses/0/use"].string(), "avatar");
  EXPECT_EQ(json["/uses/0/verdict"].string(), "allowed");
  EXPECT_EQ(json["/uses/0/pointer"].string(), "/extensions/VRMC_vrm/meta/avatarPermission");
  EXPECT_EQ(json["/uses/0/value"].string(), "everyone");
  EXPECT_FALSE(json["/uses/0/reason"].string().empty());
  EXPECT_EQ(json["/uses/1/verdict"].string(), "denied");
  EXPECT_EQ(json["/uses/1/value"].string(), "default");
  EXPECT_FALSE(json["/allAllowed"].boolean());
  EXPECT_EQ(json["/documents/1/member"].string(), "otherLicenseUrl");
  EXPECT_EQ(json["/documents/1/url"].string(), "https://example.com/more");
  EXPECT_TRUE(json["/source"].isNull());
  EXPECT_EQ(json["/diagnostics"].size(), 0u);

  const Printed one(vrmCommand({"licence", "--json", file, "--for", "modify"}).out);
  EXPECT_EQ(one["/uses"].size(), 1u);
  EXPECT_TRUE(one["/allAllowed"].boolean());

  const Printed old(vrmCommand({"licence", "--json", model("VRM", kOld)}).out);
  EXPECT_EQ(old["/source/vrmVersion"].string(), "0.x");
  EXPECT_EQ(old["/source/license"].string(), "CC_BY_NC");
  EXPECT_FALSE(old.has("/source/modify"));
  EXPECT_EQ(old["/uses/3/verdict"].string(), "not stated");
  EXPECT_EQ(old["/uses/3/pointer"].string(), "");
}

TEST_F(LicenceCli, OnlyFindingsOfMetaCount) {
  const std::string broken = put("broken.gltf", test::bytesOf(test::gltfJson(
      R"("scene":7,"extensions":{"VRMC_vrm":{"meta":{"name":"x","authors":["y"],"licenseUrl":"z"},"metaphor":1}})")));
  const CommandResult elsewhere = vrmCommand({"licence", broken});
  EXPECT_EQ(elsewhere.exitCode, 0) << elsewhere.err;
  EXPECT_EQ(elsewhere.err, "");

  const std::string wrong = model(
      "VRMC_vrm", R"({"name":"x","authors":["y"],"avatarPermission":"everyone","modification":"perhaps"})");
  const CommandResult found = vrmCommand({"licence", wrong});
  EXPECT_EQ(found.exitCode, 1);
  EXPECT_EQ(linesOf(found.err).size(), 2u) << found.err;
  EXPECT_TRUE(contains(found.err, "/extensions/VRMC_vrm/meta/licenseUrl: ")) << found.err;
  EXPECT_TRUE(contains(found.err, "/extensions/VRMC_vrm/meta/modification: perhaps is not a legal value")) << found.err;
  EXPECT_EQ(Printed(vrmCommand({"licence", "--json", wrong}).out)["/diagnostics"].size(), 2u);
  EXPECT_EQ(vrmCommand({"licence", wrong, "--for", "avatar"}).exitCode, 0) << "the question was the licence";
  EXPECT_EQ(vrmCommand({"licence", wrong, "--strict"}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"licence", wrong, "--strict"}).out, "");
}

TEST_F(LicenceCli, FilesThatAreNoAvatarsStateNothing) {
  const std::string plain = put("plain.gltf", test::bytesOf(test::gltfJson(R"("nodes":[{}])")));
  const CommandResult result = vrmCommand({"licence", plain});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "terms of           glTF\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "avatar                  not stated  the file is no avatar\n")) << result.out;
  EXPECT_FALSE(contains(result.out, " allowed ")) << result.out;
  EXPECT_EQ(vrmCommand({"licence", plain, "--for", "credit-free"}).exitCode, 1);
  EXPECT_EQ(vrmCommand({"licence", at("missing.vrm"), "--for", "avatar"}).exitCode, 2);
  EXPECT_EQ(Printed(vrmCommand({"licence", at("missing.vrm"), "--json"}).out)["/error/code"].string(), "IO_NOT_FOUND");
}

TEST_F(LicenceCli, NothingThatATerminalObeysIsPrinted) {
  const std::string evil = R"("\u001b[31m\r\nx")";
  const std::string file = model("VRM", R"({"title":)" + evil + R"(,"author":)" + evil + R"(,"licenseName":)" + evil +
                                            R"(,"otherLicenseUrl":)" + evil + "}");
  const CommandResult result = vrmCommand({"licence", file});
  EXPECT_EQ(result.exitCode, 1);
  for (const std::string& text : {result.out, result.err}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find('\r'), std::string::npos) << text;
  }
  EXPECT_TRUE(contains(result.out, "name               \\x1b[31m\\x0d\n")) << result.out;
}

}  // namespace
}  // namespace vrm
