// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/edit.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/image_samples.hpp"
#include "support/three_avatars.hpp"
#include "vrm/load.hpp"
#include "vrm/schema/read.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::AssetBuilder;

schema::Vrm vrmOf(const Document& document) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  return *schema::readVrm(document, *asset, ignored);
}

std::string why(const Result<void>& done) {
  return done ? "nothing" : done.error().toString();
}

class Edit : public testing::TestWithParam<VrmVersion> {
 protected:
  void SetUp() override { document = test::sameAvatar(GetParam()).document(); }
  std::string at(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? gltf::Json::write(*value) : "nothing";
  }
  bool isFinal() const { return GetParam() == VrmVersion::Vrm1; }

  // The document is what it was.
  template <class F>
  std::string refusal(F&& edit) {
    const Document before = document.clone();
    const std::string text = why(edit(document));
    EXPECT_NE(text, "nothing");
    EXPECT_TRUE(gltf::Json::equal(before.root(), document.root())) << text;
    return text;
  }

  Document document;
};
INSTANTIATE_TEST_SUITE_P(Versions, Edit,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

TEST_P(Edit, Meta) {
  EXPECT_EQ(why(edit::setMeta(document, isFinal() ? "name" : "title", "Aki")), "nothing");
  EXPECT_EQ(vrmOf(document).meta.name, "Aki");
  EXPECT_EQ(why(edit::setMeta(document, "version", "")), "nothing");
  EXPECT_EQ(vrmOf(document).meta.version, "");
  EXPECT_EQ(vrmOf(document).version, GetParam());
  if (isFinal()) {
    EXPECT_EQ(why(edit::setMeta(document, "authors", "one, two")), "nothing");
    EXPECT_EQ(vrmOf(document).meta.authors, (std::vector<std::string>{"one, two"}));
    EXPECT_EQ(why(edit::setMeta(document, "authors", R"(["one","two"])")), "nothing");
    EXPECT_EQ(vrmOf(document).meta.authors, (std::vector<std::string>{"one", "two"}));
    EXPECT_EQ(why(edit::setMeta(document, "allowRedistribution", "false")), "nothing");
    EXPECT_EQ(vrmOf(document).meta.allowRedistribution, false);
    EXPECT_EQ(why(edit::setMeta(document, "avatarPermission", "onlyAuthor")), "nothing");
  } else {
    const bool old = GetParam() == VrmVersion::Vrm0;
    EXPECT_EQ(why(edit::setMeta(document, old ? "allowedUserName" : "allowedUser", "OnlyAuthor")), "nothing");
    EXPECT_EQ(why(edit::setMeta(document, old ? "licenseName" : "license", "Redistribution_Prohibited")),
              "nothing");
    EXPECT_EQ(vrmOf(document).meta.allowRedistribution, false);
  }
  EXPECT_EQ(vrmOf(document).meta.avatarPermission, schema::AvatarPermission::OnlyAuthor);
}

TEST_P(Edit, MetaThatIsNone) {
  const auto set = [](std::string_view key, std::string_view value) {
    return [=](Document& d) { return edit::setMeta(d, key, value); };
  };
  const std::string unknown = refusal(set("colour", "red"));
  EXPECT_NE(unknown.find("has no colour that could be set; it has "), std::string::npos) << unknown;
  const std::string word = refusal(set(isFinal()                        ? "avatarPermission"
                                       : GetParam() == VrmVersion::Vrm0 ? "allowedUserName"
                                                                        : "allowedUser",
                                       "everybody"));
  EXPECT_NE(word.find(R"(has no "everybody"; it is one of )"), std::string::npos) << word;
  if (!isFinal()) return;
  EXPECT_NE(refusal(set("allowRedistribution", "yes")).find("true or false"), std::string::npos);
  EXPECT_NE(refusal(set("authors", "[1]")).find("a list of texts"), std::string::npos);
  EXPECT_NE(refusal(set("authors", "[")).find("JSON"), std::string::npos);
}

TEST_P(Edit, Thumbnail) {
  Diagnostics said;
  const std::size_t images = document.images().size();
  const test::Bytes png = test::tinyPng();
  EXPECT_EQ(why(edit::setThumbnail(document, png, said)), "nothing");
  EXPECT_EQ(document.images().size(), images + 1) << "the old one is a material's too";
  const ImageIndex shown = vrmOf(document).meta.thumbnailImage;
  ASSERT_EQ(shown.value, images);
  EXPECT_EQ(at(gltf::pointerJoin("/images", shown.value) + "/mimeType"), "\"image/png\"");
  const auto bytes = *document.image(shown.value);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), png.begin(), png.end()));
  // Now it is nobody else's.
  EXPECT_EQ(why(edit::setThumbnail(document, png, said)), "nothing");
  EXPECT_EQ(document.images().size(), images + 1);
  EXPECT_EQ(vrmOf(document).meta.thumbnailImage.value, images);
  EXPECT_TRUE(load(document.clone()));
  const test::Bytes text = test::bytesOf("no picture");
  EXPECT_NE(refusal([&](Document& d) { return edit::setThumbnail(d, text, said); }).find("PNG or JPEG"),
            std::string::npos);
}

TEST_P(Edit, Bones) {
  EXPECT_EQ(why(edit::assignBone(document, HumanBone::Jaw, NodeIndex(test::kHair1))), "nothing");
  EXPECT_EQ(vrmOf(document).humanoid[HumanBone::Jaw], NodeIndex(test::kHair1));
  EXPECT_EQ(why(edit::assignBone(document, HumanBone::Jaw, NodeIndex(test::kHair2))), "nothing");
  EXPECT_EQ(vrmOf(document).humanoid[HumanBone::Jaw], NodeIndex(test::kHair2));
  EXPECT_EQ(why(edit::assignBone(document, HumanBone::Jaw, NodeIndex())), "nothing");
  EXPECT_FALSE(vrmOf(document).humanoid[HumanBone::Jaw]);
  // Thumbs have other names in older files.
  EXPECT_EQ(why(edit::assignBone(document, HumanBone::LeftThumbProximal, NodeIndex(test::kHair2))),
            "nothing");
  EXPECT_EQ(vrmOf(document).humanoid[HumanBone::LeftThumbProximal], NodeIndex(test::kHair2));
  EXPECT_EQ(vrmOf(document).humanoid[HumanBone::LeftThumbMetacarpal], NodeIndex(test::kThumb1));
  EXPECT_NE(refusal([](Document& d) {
              return edit::assignBone(d, HumanBone::Jaw, NodeIndex(test::kHead));
            }).find("the node is head already"),
            std::string::npos);
  EXPECT_NE(refusal([](Document& d) {
              return edit::assignBone(d, HumanBone::Jaw, NodeIndex(999));
            }).find("no node 999"),
            std::string::npos);
}

TEST_P(Edit, NamesOfBones) {
  EXPECT_EQ(why(edit::renameBone(document, HumanBone::Head, "Kopf")), "nothing");
  EXPECT_EQ(at("/nodes/4/name"), "\"Kopf\"");
  EXPECT_EQ(*edit::findNode(document, "Kopf"), NodeIndex(4));
  EXPECT_EQ(*edit::findNode(document, "7"), NodeIndex(7));
  EXPECT_FALSE(edit::findNode(document, "999"));
  EXPECT_EQ(why(edit::renameBone(document, HumanBone::Neck, "Kopf")), "nothing");
  const Result<NodeIndex> two = edit::findNode(document, "Kopf");
  ASSERT_FALSE(two);
  EXPECT_NE(two.error().message.find("the first two are 3 and 4"), std::string::npos) << two.error().message;
  const std::string none = refusal([](Document& d) { return edit::renameBone(d, HumanBone::Jaw, "x"); });
  EXPECT_NE(none.find("has no jaw; its bones are hips, spine"), std::string::npos) << none;
}

TEST_P(Edit, Expressions) {
  const std::size_t before = vrmOf(document).expressions.list.size();
  EXPECT_EQ(why(edit::removeExpression(document, "happy")), "nothing");
  EXPECT_EQ(why(edit::removeExpression(document, "wave")), "nothing");
  const schema::Vrm vrm = vrmOf(document);
  EXPECT_EQ(vrm.expressions.list.size(), before - 2);
  EXPECT_TRUE(vrm.expressions.find("blinkLeft"));
  const std::string none = refusal([](Document& d) { return edit::removeExpression(d, "happy"); });
  EXPECT_NE(none.find(R"(no expression is called "happy"; there are blinkLeft)"), std::string::npos) << none;
}

TEST_P(Edit, Springs) {
  EXPECT_EQ(why(edit::setSpring(document, "hair", "stiffness", "0.25")), "nothing");
  EXPECT_EQ(why(edit::setSpring(document, "#0", "hitRadius", "0.5")), "nothing");
  EXPECT_EQ(why(edit::setSpring(document, "*", "dragForce", "1")), "nothing");
  EXPECT_EQ(why(edit::setSpring(document, "*", "gravityDir", "0,-1,0")), "nothing");
  const schema::Vrm vrm = vrmOf(document);
  for (const schema::Spring& spring : vrm.springBone.springs) {
    for (const schema::SpringJoint& joint : spring.joints) {
      EXPECT_EQ(joint.stiffness, 0.25f);
      EXPECT_EQ(joint.dragForce, 1.0f);
      EXPECT_EQ(joint.gravityDir.y, -1.0f);
    }
  }
  EXPECT_EQ(vrm.springBone.springs[0].joints[0].hitRadius, 0.5f);
  const auto set = [](std::string_view spring, std::string_view member, std::string_view value) {
    return [=](Document& d) { return edit::setSpring(d, spring, member, value); };
  };
  EXPECT_NE(refusal(set("tail", "stiffness", "1")).find(R"(no spring is called "tail"; there are hair)"),
            std::string::npos);
  EXPECT_NE(refusal(set("hair", "weight", "1")).find("they have stiffness"), std::string::npos);
  EXPECT_NE(refusal(set("hair", "dragForce", "2")).find("from 0 to 1"), std::string::npos);
  EXPECT_NE(refusal(set("hair", "stiffness", "soft")).find("is a number"), std::string::npos);
  EXPECT_NE(refusal(set("hair", "gravityDir", "0,1")).find("three numbers"), std::string::npos);
}

TEST_P(Edit, WhatIsUnusedGoes) {
  AssetBuilder b = test::sameAvatar(GetParam());
  b.add(gltf::Kind::Material, R"({"name":"nobody's"})");
  b.floats(gltf::AccessorType::Vec3, {1, 2, 3});
  Document more = b.document();
  Diagnostics said;
  EXPECT_EQ(why(edit::removeUnused(more, said)), "nothing");
  EXPECT_EQ(more.toGlb()->size(), [&] {
    Document plain = document.clone();
    EXPECT_TRUE(edit::removeUnused(plain, said));
    return plain.toGlb()->size();
  }());
  EXPECT_TRUE(load(more.clone()));
}

TEST(EditOther, FilesWithoutAnAvatar) {
  AssetBuilder b;
  b.node("alone");
  Document document = b.document();
  EXPECT_NE(why(edit::setMeta(document, "name", "x")).find("VRM_NONE"), std::string::npos);
}

// Pointers to keys of more than 200 bytes are cut.
TEST(EditOther, LongNames) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  const std::string name(300, 'x');
  b.json().set(const_cast<gltf::JsonValue&>(
                   *gltf::Json::at(b.json().root(), "/extensions/VRMC_vrm/expressions/custom")),
               name, b.json().object());
  Document document = b.document();
  EXPECT_EQ(why(edit::removeExpression(document, name)), "nothing");
  EXPECT_FALSE(vrmOf(document).expressions.find(name));
}

}  // namespace
}  // namespace vrm
