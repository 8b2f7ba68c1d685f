// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "edit/resize_image.hpp"
#include "gltf/data_uri.hpp"
#include "support/asset_builder.hpp"
#include "support/image_samples.hpp"
#include "support/three_avatars.hpp"
#include "unit/edit/optimised.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm {
namespace {

using edit::PixelKind;
using gltf::Image;
using gltf::Kind;
using test::AssetBuilder;
using test::Optimised;

using Pixels = std::vector<std::uint8_t>;

Pixels halved(const Pixels& rgba, PixelKind kind) {
  return edit::resized({2, 1, rgba}, 1, 1, kind).rgba;
}

TEST(ResizeImage, ColoursAreMixedAsLight) {
  // Half of the light of white is 188 in sRGB (IEC 61966-2-1).
  EXPECT_EQ(halved({0, 0, 0, 255, 255, 255, 255, 255}, PixelKind::Color), (Pixels{188, 188, 188, 255}));
  EXPECT_EQ(halved({0, 0, 0, 255, 255, 255, 255, 255}, PixelKind::ColorAlone), (Pixels{188, 188, 188, 255}));
  EXPECT_EQ(halved({0, 0, 0, 255, 255, 255, 255, 255}, PixelKind::Data), (Pixels{128, 128, 128, 255}));
}

TEST(ResizeImage, WhatCannotBeSeenLeavesNoColour) {
  EXPECT_EQ(halved({200, 0, 0, 255, 0, 255, 0, 0}, PixelKind::Color), (Pixels{200, 0, 0, 128}));
  EXPECT_EQ(halved({0, 90, 0, 0, 0, 90, 0, 0}, PixelKind::Color), (Pixels{0, 90, 0, 0}));
  EXPECT_NE(halved({200, 0, 0, 255, 0, 255, 0, 0}, PixelKind::ColorAlone)[1], 0);
}

TEST(ResizeImage, NormalsStayAsLongAsTheyWere) {
  const Pixels out = halved({255, 128, 128, 255, 128, 128, 255, 255}, PixelKind::Normal);
  double length = 0;
  for (std::size_t c = 0; c < 3; ++c) length += (out[c] / 127.5 - 1) * (out[c] / 127.5 - 1);
  EXPECT_NEAR(length, 1, 0.02);
  EXPECT_EQ(out[0], out[2]);
  // Two that cancel each other out point straight up.
  EXPECT_EQ(edit::resized({2, 1, {255, 0, 0, 255, 0, 255, 255, 255}}, 1, 1, PixelKind::Normal).rgba,
            (Pixels{128, 128, 255, 255}));
}

TEST(ResizeImage, EachPixelCountsAsMuchAsItCovers) {
  // Of three pixels the middle one is in both.
  const Pixels out =
      edit::resized({3, 1, {0, 0, 0, 255, 90, 90, 90, 255, 240, 240, 240, 255}}, 2, 1, PixelKind::Data).rgba;
  EXPECT_EQ(out, (Pixels{30, 30, 30, 255, 190, 190, 190, 255}));
  const Image even{5, 7, Pixels(5 * 7 * 4, 77)};
  for (const PixelKind kind : {PixelKind::Color, PixelKind::ColorAlone, PixelKind::Data})
    EXPECT_EQ(edit::resized(even, 3, 4, kind).rgba, Pixels(3 * 4 * 4, 77));
  EXPECT_EQ(edit::resized(even, 5, 7, PixelKind::Color), even);
}

#if VRM_WITH_IMAGES

test::Bytes asBytesOf(const std::string& text) {
  return test::bytesOf(std::string_view(text));
}

gltf::ImageInfo imageOf(const Optimised& after, std::uint32_t index) {
  return gltf::probeImage(*after.document.image(index));
}

edit::OptimizeOptions atMost(std::uint32_t pixels) {
  edit::OptimizeOptions options;
  options.maxTexture = pixels;
  return options;
}

// The small avatar, whose picture is its thumbnail too, with another one in its place.
AssetBuilder painted(const test::Bytes& picture, std::string_view mimeType) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t image = b.image("large", picture, mimeType);
  b.set("/textures/0/source", std::to_string(image));
  return b;
}

TEST(OptimizeTextures, BecomeSmallerInTheirFormat) {
  const Image picture = gltf::samples::gradient(40, 20);
  {
    const Optimised after = optimised(painted(*gltf::encodePng(picture), "image/png").document(), atMost(16));
    EXPECT_EQ(after.summary.resized, 1u);
    const gltf::ImageInfo info = imageOf(after, 1);
    EXPECT_EQ(info.format, gltf::ImageFormat::Png);
    EXPECT_EQ(info.width, 16u);
    EXPECT_EQ(info.height, 8u);
    EXPECT_EQ(imageOf(after, 0).width, 2u);
  }
  {
    const Optimised after =
        optimised(painted(*gltf::encodeJpeg(picture), "image/jpeg").document(), atMost(16));
    EXPECT_EQ(imageOf(after, 1).format, gltf::ImageFormat::Jpeg);
    EXPECT_EQ(imageOf(after, 1).height, 8u);
    EXPECT_EQ(after.at("/images/1/mimeType"), R"("image/jpeg")");
  }
  for (const bool lossless : {true, false}) {
    const test::Bytes webp = *gltf::encodeWebp(picture, {.lossless = lossless});
    const Optimised after = optimised(painted(webp, "image/webp").document(), atMost(16));
    EXPECT_EQ(imageOf(after, 1).format, gltf::ImageFormat::WebP);
    EXPECT_EQ(imageOf(after, 1).width, 16u);
    const std::span<const std::byte> bytes = *after.document.image(1);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_EQ(text.find("VP8L") != std::string_view::npos, lossless);
  }
  EXPECT_EQ(optimised(painted(*gltf::encodePng(picture), "image/png").document(), atMost(40)).summary.resized,
            0u);
}

TEST(OptimizeTextures, ThumbnailsStay) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t image =
      b.image("large", *gltf::encodePng(gltf::samples::gradient(40, 40)), "image/png");
  b.set("/extensions/VRMC_vrm/meta/thumbnailImage", std::to_string(image));
  EXPECT_EQ(optimised(b.document(), atMost(16)).summary.resized, 0u);

  AssetBuilder old = test::sameAvatar(VrmVersion::Vrm0);
  const std::uint32_t large =
      old.image("large", *gltf::encodePng(gltf::samples::gradient(40, 40)), "image/png");
  old.add(Kind::Texture, R"({"source":)" + std::to_string(large) + "}");
  old.set("/extensions/VRM/meta/texture", "1");
  EXPECT_EQ(optimised(old.document(), atMost(16)).summary.resized, 0u);
  old.set("/extensions/VRM/meta/texture", "0");
  old.set("/extensions/VRM/materialProperties/0/textureProperties/_ShadeTexture", "1");
  EXPECT_EQ(optimised(old.document(), atMost(16)).summary.resized, 1u);
}

TEST(OptimizeTextures, WhatTheyMeanDecidesHowTheyAreMixed) {
  const Image picture{2, 1, {0, 0, 0, 255, 255, 255, 255, 255}};
  const auto red = [&](std::string_view pointer, std::string_view alphaMode = R"("OPAQUE")") {
    AssetBuilder b = test::smallAvatar();
    const std::uint32_t image = b.image("large", *gltf::encodePng(picture), "image/png");
    b.add(Kind::Texture, R"({"source":)" + std::to_string(image) + "}");
    b.set(pointer, R"({"index":1})");
    b.set("/materials/0/alphaMode", alphaMode);
    return gltf::decodeImage(*optimised(b.document(), atMost(1)).document.image(1), {})->rgba[0];
  };
  EXPECT_EQ(red("/materials/0/emissiveTexture"), 188);
  EXPECT_EQ(red("/materials/0/emissiveTexture", R"("BLEND")"), 188);
  EXPECT_EQ(red("/materials/0/extensions/VRMC_materials_mtoon/matcapTexture"), 188);
  EXPECT_EQ(red("/materials/0/occlusionTexture"), 128);
  EXPECT_EQ(red("/materials/0/extensions/VRMC_materials_mtoon/outlineWidthMultiplyTexture"), 128);
}

TEST(OptimizeTextures, WhatCannotBeWrittenStays) {
  const auto still = gltf::samples::makeWebp(gltf::samples::gradient(40, 40), true);
  AssetBuilder b = painted(asBytesOf(gltf::samples::animatedWebp(still, 40, 40)), "image/webp");
  const Optimised after = optimised(b.document(), atMost(16));
  EXPECT_EQ(after.summary.resized, 0u);
  EXPECT_TRUE(after.says(Code::EditImageKept));

  test::Bytes broken = *gltf::encodePng(gltf::samples::noise(40, 40));
  broken.resize(broken.size() / 2);
  EXPECT_TRUE(optimised(painted(broken, "image/png").document(), atMost(16)).says(Code::EditImageKept));
  EXPECT_TRUE(optimised(painted(test::bytesOf("KTX"), "image/ktx2").document(), atMost(16)).says(Code::EditImageKept));
}

// Which stay two where materials see them differently.
TEST(OptimizeTextures, ImagesOverTheSameBytesBecomeOneAgain) {
  AssetBuilder b = painted(*gltf::encodePng(gltf::samples::gradient(40, 40)), "image/png");
  const std::string view = gltf::Json::write(*gltf::Json::at(b.json().root(), "/images/1/bufferView"));
  const std::uint32_t image = b.add(Kind::Image, R"({"name":"other","mimeType":"image/png","bufferView":)" + view + "}");
  const std::uint32_t texture = b.add(Kind::Texture, R"({"source":)" + std::to_string(image) + "}");
  b.set("/materials/0/emissiveTexture", R"({"index":)" + std::to_string(texture) + "}");
  const Optimised same = optimised(b.document(), atMost(16));
  EXPECT_EQ(same.summary.resized, 2u);
  EXPECT_EQ(same.count("/images"), 2u) << "with the thumbnail";
  EXPECT_EQ(imageOf(same, 1).width, 16u);
  b.set("/materials/0/emissiveTexture", "{}");
  b.set("/materials/0/normalTexture", R"({"index":)" + std::to_string(texture) + "}");
  EXPECT_EQ(optimised(b.document(), atMost(16)).count("/images"), 3u);
  // Those that cannot be decoded are each told of.
  test::Bytes broken = *gltf::encodePng(gltf::samples::noise(40, 40));
  broken.resize(broken.size() / 2);
  AssetBuilder c = painted(broken, "image/png");
  c.add(Kind::Image, R"({"mimeType":"image/png","bufferView":)" + view + "}");
  c.add(Kind::Texture, R"({"source":2})");
  c.set("/materials/0/emissiveTexture", R"({"index":)" + std::to_string(texture) + "}");
  std::size_t kept = 0;
  const Optimised after = optimised(c.document(), atMost(16));
  for (const Diagnostic& one : after.said.all()) kept += one.code == Code::EditImageKept ? 1 : 0;
  EXPECT_EQ(kept, 2u);
}

// Where an image has both, the file counts and not the view.
TEST(OptimizeTextures, ImagesWithFilesAndOneViewStayTwo) {
  const auto uri = [](std::uint8_t red) {
    gltf::Image image;
    image.width = image.height = 40;
    for (int i = 0; i < 40 * 40; ++i) image.rgba.insert(image.rgba.end(), {red, 0, 0, 255});
    return gltf::encodeDataUri("image/png", *gltf::encodePng(image));
  };
  AssetBuilder b = painted(*gltf::encodePng(gltf::samples::noise(4, 4)), "image/png");
  b.set("/images/1/uri", '"' + uri(10) + '"');
  const std::string view = gltf::Json::write(*gltf::Json::at(b.json().root(), "/images/1/bufferView"));
  const std::uint32_t image =
      b.add(Kind::Image, R"({"mimeType":"image/png","bufferView":)" + view + R"(,"uri":")" + uri(250) + R"("})");
  const std::uint32_t texture = b.add(Kind::Texture, R"({"source":)" + std::to_string(image) + "}");
  b.set("/materials/0/emissiveTexture", R"({"index":)" + std::to_string(texture) + "}");
  const Result<gltf::Document> read = gltf::Document::parse(b.glb());
  ASSERT_TRUE(read);
  const Optimised after = optimised(*read, atMost(16));
  EXPECT_EQ(after.summary.resized, 2u);
  EXPECT_EQ(after.summary.merged.images, 0u);
}

TEST(OptimizeTextures, ThatAreNoListAreNone) {
  AssetBuilder b = test::smallAvatar();
  b.set("/textures", R"({"0":{"source":0}})");
  gltf::Document document = b.document();
  Diagnostics said;
  EXPECT_TRUE(edit::optimize(document, atMost(1), said));
}

TEST(OptimizeTextures, DataUrisBecomeViews) {
  AssetBuilder b = painted(*gltf::encodePng(gltf::samples::gradient(40, 20)), "image/png");
  gltf::Document document = b.document();
  Diagnostics ignored;
  ASSERT_TRUE(gltf::unpack(document, "model", true, ignored));
  ASSERT_TRUE(edit::optimize(document, atMost(16), ignored));
  const gltf::JsonValue* image = gltf::Json::at(document.root(), "/images/1");
  EXPECT_FALSE(image->has("uri"));
  EXPECT_EQ(gltf::probeImage(*document.image(1)).width, 16u);
  ASSERT_TRUE(gltf::pack(document, ignored));
  EXPECT_TRUE(load(document.clone()));
}

#else

TEST(OptimizeTextures, NeedImageCodecs) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t image = b.image("other", test::tinyPng(), "image/png");
  b.set("/textures/0/source", std::to_string(image));
  gltf::Document document = b.document();
  Diagnostics said;
  edit::OptimizeOptions options;
  options.maxTexture = 1;
  const Result<edit::OptimizeSummary> done = edit::optimize(document, options, said);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::ImageDisabled);
}

#endif

}  // namespace
}  // namespace vrm
