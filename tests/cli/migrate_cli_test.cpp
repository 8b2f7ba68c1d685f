// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"
#include "support/same_motion.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

class MigrateCli : public test::Cli {
 protected:
  std::string old() { return put("old.vrm", test::sameAvatar(VrmVersion::Vrm0).glb()); }
  std::string terms(std::string_view text = R"({"licenseUrl":"https://vrm.dev/licenses/1.0/"})") {
    return put("terms.json", test::bytesOf(text));
  }
};

TEST_F(MigrateCli, AsksForWhatIsMissing) {
  const CommandResult result = vrmCommand({"convert", old(), at("new.vrm"), "--to", "1.0"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "VRM 1.0 requires what the file does not state: licenseUrl."))
      << result.err;
  EXPECT_TRUE(contains(result.err, R"( it is {"licenseUrl": "https://vrm.dev/licenses/1.0/"}. Then )"))
      << result.err;
  EXPECT_TRUE(contains(result.err, "--meta FILE.json")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(at("new.vrm")));
}

TEST_F(MigrateCli, WritesVrm1AndSaysWhatBecameOfEverything) {
  const std::string model = old();
  CommandResult result = vrmCommand({"convert", model, at("new.vrm"), "--to", "1.0", "--meta", terms()});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "  VRM 0.x to VRM 1.0: ")) << result.out;
  EXPECT_TRUE(contains(result.out, "(--report lists them)")) << result.out;
  const Result<gltf::Document> written = gltf::Document::open(at("new.vrm"));
  ASSERT_TRUE(written);
  EXPECT_EQ(findVersion(*written).version, VrmVersion::Vrm1);
  EXPECT_TRUE(test::movesTheSame(*gltf::Document::open(model), *written));

  result = vrmCommand({"convert", model, at("new.vrm"), "--to", "1.0", "--meta", terms(), "--report"});
  EXPECT_TRUE(contains(result.out, "  exact\n    meta          licenseUrl as given: ")) << result.out;
  EXPECT_TRUE(contains(result.out, "    springs       /extensions/VRM/secondaryAnimation: 2 chains"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "  approximated\n    licence       commercialUsage Allow: "))
      << result.out;

  const Printed json(
      vrmCommand({"convert", model, at("new.vrm"), "--to", "1.0", "--meta", terms(), "--json"}).out);
  EXPECT_EQ(json["/migrated/from"].string(), "VRM 0.x");
  EXPECT_EQ(json["/migrated/to"].string(), "VRM 1.0");
  EXPECT_EQ(json["/migrated/exact/0/what"].string(), "meta");
  EXPECT_EQ(json["/migrated/approximated/0/what"].string(), "licence");
  EXPECT_TRUE(json["/migrated/dropped"].isArray());
}

TEST_F(MigrateCli, BadTermsAreErrorsOfTheirFile) {
  const auto convert = [&](std::string_view text) {
    const CommandResult result =
        vrmCommand({"convert", old(), at("new.vrm"), "--to", "1.0", "--meta", terms(text)});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_FALSE(std::filesystem::exists(at("new.vrm")));
    return result.err;
  };
  EXPECT_TRUE(contains(convert("{"), "terms.json: ")) << convert("{");
  EXPECT_TRUE(contains(convert(R"({"licenceUrl":"x"})"), "terms.json: /licenceUrl: "));
  const std::string wider = R"({"licenseUrl":"x","commercialUsage":"corporation"})";
  EXPECT_TRUE(
      contains(convert(wider), "terms.json: /commercialUsage: the terms of a model are not made wider"))
      << convert(wider);
  const CommandResult none =
      vrmCommand({"convert", old(), at("new.vrm"), "--to", "1.0", "--meta", at("none.json")});
  EXPECT_EQ(none.exitCode, 2);
  EXPECT_TRUE(contains(none.err, "none.json")) << none.err;
}

TEST_F(MigrateCli, OptionsThatNeedAVersionSaySo) {
  const CommandResult result = vrmCommand({"convert", old(), at("new.vrm"), "--report"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_TRUE(contains(result.err, "belong to --to 1.0")) << result.err;
  EXPECT_EQ(vrmCommand({"convert", old(), at("new.vrm"), "--to", "0.x"}).exitCode, 2);
}

}  // namespace
}  // namespace vrm
