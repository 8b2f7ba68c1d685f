// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "cli/cli_fixture.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::Printed;
using test::vrmCommand;

class SampleCli : public test::Cli {};

TEST_F(SampleCli, WritesTheAvatarInEachVersion) {
  const std::pair<const char*, const char*> kVersions[] = {
      {"1.0", "VRM 1.0"}, {"draft", "VRM 1.0 draft"}, {"0.x", "VRM 0.x"}};
  for (const auto& [version, found] : kVersions) {
    const CommandResult result = vrmCommand({"sample", "-o", at("sienna.vrm"), "--version", version});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out, at("sienna.vrm") + "\n");
    EXPECT_EQ(result.err, "");
    const Printed info(vrmCommand({"info", at("sienna.vrm"), "--json"}).out);
    EXPECT_EQ(info["/version"].string(), found);
    EXPECT_EQ(info["/vrm/meta/name"].string(), "Sienna");
    EXPECT_TRUE(info["/vrm/meta/thumbnailImage"].index());
    const CommandResult validated = vrmCommand({"validate", at("sienna.vrm")});
    EXPECT_EQ(validated.exitCode, 0) << validated.out;
  }
}

TEST_F(SampleCli, IsOneOfVersion1UnlessToldOtherwise) {
  EXPECT_EQ(vrmCommand({"sample", "-o", at("a.vrm")}).exitCode, 0);
  EXPECT_EQ(vrmCommand({"sample", "--output", at("b.vrm"), "--version", "1.0"}).exitCode, 0);
  EXPECT_EQ(*readFile(at("a.vrm"), 2'000'000), *readFile(at("b.vrm"), 2'000'000));
  EXPECT_TRUE(contains(vrmCommand({"validate", at("a.vrm")}).out, "nothing to complain about"));
}

TEST_F(SampleCli, SaysWhatItWroteAsJson) {
  const Printed json(vrmCommand({"sample", "-o", at("sienna.gltf"), "--json"}).out);
  const auto written = json["/written"].elements();
  ASSERT_FALSE(written.empty());
  EXPECT_EQ(written.back().string(), at("sienna.gltf"));
  for (const gltf::JsonValue& file : written)
    EXPECT_TRUE(std::filesystem::exists(file.string())) << file.string();
}

TEST_F(SampleCli, RefusesWhatItCannotDo) {
  EXPECT_EQ(vrmCommand({"sample", "-o", at("sienna.vrma")}).exitCode, 2);
  EXPECT_FALSE(std::filesystem::exists(at("sienna.vrma")));
  EXPECT_EQ(vrmCommand({"sample"}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"sample", "-o", at("a.vrm"), "--version", "2.0"}).exitCode, 2);
  EXPECT_EQ(vrmCommand({"sample", "-o", at("a.png")}).exitCode, 2);
  EXPECT_TRUE(everything().empty());
}

}  // namespace
}  // namespace vrm
