// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The VRM data model on models that other people made.
#include <gtest/gtest.h>

#include <cmath>

#include "corpus/corpus.hpp"
#include "support/read_model.hpp"

namespace vrm {
namespace {

using namespace schema;
using namespace test;

class SchemaCorpus : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<gltf::Document> document = gltf::Document::open(corpusFolder() / GetParam());
    if (!document) {
      EXPECT_TRUE(mayBeBroken(GetParam())) << document.error().toString();
      GTEST_SKIP() << "broken on purpose";
    }
    model_ = readModel(*std::move(document));
    ASSERT_EQ(model_.error, "");
  }

  // Joints that are nodes of the file; the independent count knows no virtual tails.
  std::uint64_t fileJoints() const {
    std::uint64_t joints = 0;
    for (const Spring& spring : model_.vrm.springBone.springs) {
      for (const SpringJoint& joint : spring.joints) joints += joint.node.value < model_.asset.nodes.size() ? 1u : 0u;
    }
    return joints;
  }

  ReadModel model_;
};

TEST_P(SchemaCorpus, CountsAreThoseOfTheReadme) {
  const auto stated = statedRows().find(GetParam());
  if (stated == statedRows().end()) return;
  const StatedRow& row = stated->second;
  if (row.expressions) {
    EXPECT_EQ(model_.vrm.expressions.list.size(), *row.expressions);
  }
  EXPECT_EQ(fileJoints(), row.joints);
  EXPECT_EQ(model_.vrm.springBone.colliders.size(), row.colliders);
  std::map<std::string, std::uint64_t> constraints;
  for (const NodeConstraint& c : model_.vrm.constraints) ++constraints[std::string(name(c.type))];
  EXPECT_EQ(constraints, row.constraints);
}

TEST_P(SchemaCorpus, ComesBackFromAFileOf10) {
  const ReadModel again = writtenAndRead(model_);
  ASSERT_EQ(again.error, "");
  EXPECT_EQ(differences(withoutOrigin(model_.vrm), withoutOrigin(again.vrm)), "");
  EXPECT_EQ(misplaced(model_, again), "");
  const ReadModel third = writtenAndRead(again);
  ASSERT_EQ(third.error, "");
  EXPECT_EQ(differences(again.vrm, third.vrm), "");
  EXPECT_TRUE(gltf::Json::equal(again.document.root(), third.document.root()));
}

// What says the same already keeps its spelling: a file of 1.0 without problems stays as it is.
TEST_P(SchemaCorpus, AFileOf10StaysAsItIs) {
  const VrmVersion version = model_.vrm.version;
  if (version == VrmVersion::Vrm0 || version == VrmVersion::Draft || !model_.problems().empty()) return;
  if (model_.has(Code::VrmSpelling) || (version != VrmVersion::None && model_.vrm.specVersion != "1.0")) return;
  const ReadModel again = writtenAndRead(model_);
  EXPECT_EQ(again.document.json().write({.pretty = true}), model_.document.json().write({.pretty = true}));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SchemaCorpus);
INSTANTIATE_TEST_SUITE_P(Files, SchemaCorpus, testing::ValuesIn(corpusFilesToEdit()), corpusTestName);

}  // namespace
}  // namespace vrm
