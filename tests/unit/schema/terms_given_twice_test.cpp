// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Terms that a file has twice, or that a later key of the same name hides (docs/licence.md).
#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "vrm/vrm.hpp"

namespace vrm::schema {
namespace {

// JSON readers take the last of two equal keys; a licence must not depend on that.
TEST(TermsGivenTwice, StateNothingWhereTheyDiffer) {
  const auto read = [](const std::string& members) {
    return load(test::glb(
        test::gltfJson(R"("extensions":{"VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":{}},)"
                       R"("meta":{"name":"n","authors":["a"],"licenseUrl":"u",)" +
                       members + "}}}")));
  };
  const LoadResult twice = read(R"("commercialUsage":"personalNonProfit","commercialUsage":"corporation")");
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice.vrm().meta.commercialUsage, std::nullopt);
  EXPECT_TRUE(twice.diagnostics().has(Code::GltfValue));
  const LoadResult same = read(R"("commercialUsage":"corporation","commercialUsage":"corporation")");
  ASSERT_TRUE(same);
  EXPECT_EQ(same.vrm().meta.commercialUsage, CommercialUsage::Corporation);
}

// Nor on which of two objects around it a reader takes.
TEST(TermsGivenTwice, ObjectsStateWhatTheyAgreeOn) {
  const std::string strict =
      R"({"name":"n","authors":["a"],"licenseUrl":"u","modification":"prohibited","avatarPermission":"everyone"})";
  const std::string loose =
      R"({"name":"n","authors":["a"],"licenseUrl":"u","modification":"allowModification",)"
      R"("avatarPermission":"everyone","allowRedistribution":true})";
  const auto vrm = [](const std::string& meta) {
    return R"("VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":{}},"meta":)" + meta + "}";
  };
  const std::string twice[] = {
      R"("extensions":{)" + vrm(strict + R"(,"meta":)" + loose) + "}",
      R"("extensions":{)" + vrm(strict) + "," + vrm(loose) + "}",
      R"("extensions":{)" + vrm(strict) + R"(},"extensions":{)" + vrm(loose) + "}",
      R"("extensions":{)" +
          vrm(R"({"name":"n","authors":["a"],"licenseUrl":"u","avatarPermission":"everyone",)"
              R"("modification":"prohibited","modification":"allowModification"})") +
          "}",
  };
  const auto check = [](const LoadResult& loaded) {
    ASSERT_TRUE(loaded);
    const schema::Meta& meta = loaded.vrm().meta;
    EXPECT_EQ(meta.name, "n");
    EXPECT_EQ(meta.avatarPermission, schema::AvatarPermission::Everyone);
    EXPECT_EQ(meta.modification, std::nullopt);
    EXPECT_EQ(meta.allowRedistribution, std::nullopt) << "only one of them has it";
    EXPECT_NE(Licence::of(loaded.vrm()).answer(Use::Modify).verdict, LicenceAnswer::Verdict::Allowed);
  };
  for (const std::string& text : twice) {
    const LoadResult loaded = load(test::glb(test::gltfJson(text + R"(,"materials":[{},{}])")));
    check(loaded);
    // Edits drop what is hidden, but not the terms.
    gltf::Document document = loaded.document().clone();
    const gltf::Element first{gltf::Kind::Material, 0};
    Diagnostics said;
    ASSERT_TRUE(gltf::removeElements(document, {&first, 1}, said));
    check(load(*document.toGlb()));
  }
}

// A reader that takes the other `extensions` sees terms of another version, which deny.
TEST(TermsGivenTwice, ThoseOfAnotherVersionCountToo) {
  const std::string vrm0 =
      R"("extensions":{"VRM":{"meta":{"title":"n","allowedUserName":"Everyone","licenseName":"CC0"}}})";
  const std::string vrm1 =
      R"("extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"n","authors":["a"],)"
      R"("licenseUrl":"u","avatarPermission":"everyone","allowRedistribution":true}}})";
  for (const std::string& text : {vrm0 + "," + vrm1, vrm1 + "," + vrm0}) {
    const LoadResult loaded = load(test::glb(test::gltfJson(text)));
    ASSERT_TRUE(loaded);
    const Licence licence = Licence::of(loaded.vrm());
    for (const Use use : {Use::Avatar, Use::Redistribute})
      EXPECT_NE(licence.answer(use).verdict, LicenceAnswer::Verdict::Allowed) << text;
  }
  // One that states none is an avatar as well.
  for (const std::string none :
       {R"("extensions":{"VRM":{}})", R"("extensions":{"VRMC_vrm":{"specVersion":"1.0"}})"}) {
    const LoadResult loaded = load(test::glb(test::gltfJson(none + "," + vrm1)));
    ASSERT_TRUE(loaded);
    EXPECT_NE(Licence::of(loaded.vrm()).answer(Use::Redistribute).verdict, LicenceAnswer::Verdict::Allowed)
        << none;
  }
  // Both visible: 1.0 counts, and VRM_TWO_VERSIONS tells of the other.
  const LoadResult both =
      load(test::glb(test::gltfJson(vrm0.substr(0, vrm0.size() - 1) + "," + vrm1.substr(14))));
  ASSERT_TRUE(both);
  EXPECT_EQ(Licence::of(both.vrm()).answer(Use::Redistribute).verdict, LicenceAnswer::Verdict::Allowed);
}

// Of what is hidden only the terms stay when something is removed, and indices in them keep their meaning.
TEST(TermsGivenTwice, OfWhatIsHiddenTheyStayAlone) {
  gltf::Document document = *gltf::Document::parse(test::glb(test::gltfJson(
      R"("images":[{},{"name":"kept"}],"extensions":{"VRM":{"specVersion":"0.0"},"VRMC_vrm":{"specVersion":"1.0",)"
      R"("humanoid":{"humanBones":{}},"meta":{"thumbnailImage":1,"x":1}},"EXT_x":{}},"extensions":5,)"
      R"("extensions":{"VRMC_vrm":{"meta":{"thumbnailImage":1}}})")));
  const gltf::Element first{gltf::Kind::Image, 0};
  Diagnostics said;
  ASSERT_TRUE(gltf::removeElements(document, {&first, 1}, said));
  EXPECT_EQ(document.json().write(),
            R"({"asset":{"version":"2.0"},"images":[{"name":"kept"}],)"
            R"("extensions":{"VRM":{},"VRMC_vrm":{"meta":{"thumbnailImage":0,"x":1}}},)"
            R"("extensions":{"VRMC_vrm":{"meta":{"thumbnailImage":0}}}})");
}

// Whichever version an object has: readers take the newer one of those in it.
TEST(TermsGivenTwice, StricterOnesOf1AreNotOverlooked) {
  const std::string loose =
      R"("VRM":{"meta":{"title":"n","author":"a","allowedUserName":"Everyone","licenseName":"CC0",)"
      R"("commercialUssageName":"Allow"}})";
  const std::string strict =
      R"("VRMC_vrm":{"specVersion":"1.0","meta":{"name":"n","authors":["a"],"licenseUrl":"u",)"
      R"("avatarPermission":"onlyAuthor","allowRedistribution":false,"commercialUsage":"personalNonProfit"}})";
  const auto extensions = [](const std::string& members) { return R"("extensions":{)" + members + "}"; };
  for (const std::string& file : {
           extensions(strict + "," + loose) + "," + extensions(loose),
           extensions(loose + "," + strict) + "," + extensions(loose),
           extensions(strict) + "," + extensions(loose),
           extensions(strict + R"(,"VRMC_vrm":5,)" + loose),
       }) {
    SCOPED_TRACE(file);
    const auto check = [](const LoadResult& loaded) {
      ASSERT_TRUE(loaded);
      const Licence licence = Licence::of(loaded.vrm());
      for (const Use use : {Use::Avatar, Use::Redistribute, Use::CommercialCorporation})
        EXPECT_NE(licence.answer(use).verdict, LicenceAnswer::Verdict::Allowed);
    };
    const LoadResult loaded = load(test::glb(test::gltfJson(file + R"(,"materials":[{},{}],"nodes":[{}])")));
    check(loaded);
    gltf::Document edited = loaded.document().clone(), migrated = loaded.document().clone();
    const gltf::Element first{gltf::Kind::Material, 0};
    Diagnostics said;
    ASSERT_TRUE(gltf::removeElements(edited, {&first, 1}, said));
    check(load(*edited.toGlb()));
    edit::MigrateOptions options;
    options.meta.emplace();
    options.meta->name = "n";
    options.meta->authors = {"a"};
    options.meta->licenseUrl = "https://vrm.dev/licenses/1.0/";
    const auto report = edit::migrate(migrated, options, said);
    ASSERT_TRUE(report) << report.error().toString();
    check(load(*migrated.toGlb()));
  }
}

// What an edit leaves of an avatar without terms goes on stating none.
TEST(TermsGivenTwice, NoneStaysNone) {
  const std::string terms =
      R"("extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"n","authors":["a"],)"
      R"("licenseUrl":"u","avatarPermission":"everyone","allowRedistribution":true}}})";
  for (const std::string none :
       {R"("VRM":{"specVersion":"0.0"})", R"("VRMC_vrm":{"specVersion":"1.0"})", R"("VRM":{},"VRM":5)"}) {
    const LoadResult loaded =
        load(test::glb(test::gltfJson(R"("materials":[{},{}],"extensions":{)" + none + "}," + terms)));
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.vrm().meta.allowRedistribution, std::nullopt) << none;
    gltf::Document edited = loaded.document().clone();
    const gltf::Element first{gltf::Kind::Material, 0};
    Diagnostics said;
    ASSERT_TRUE(gltf::removeElements(edited, {&first, 1}, said));
    const LoadResult after = load(*edited.toGlb());
    ASSERT_TRUE(after);
    EXPECT_EQ(after.vrm().meta.allowRedistribution, std::nullopt) << none;
  }
}

TEST(TermsGivenTwice, NamesInFindingsAreCut) {
  const std::string key(100'000, 'x');
  const LoadResult loaded = load(test::glb(test::gltfJson(R"("extensions":{"VRM":{"meta":{")" + key +
                                                          R"(":1}}},"extensions":{"VRM":{"meta":{}}})")));
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded.diagnostics().has(Code::GltfValue));
  for (const Diagnostic& d : loaded.diagnostics().all()) EXPECT_LT(d.toString().size(), 4096u);
}

}  // namespace
}  // namespace vrm::schema
