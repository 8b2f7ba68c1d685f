// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include "vrm/gltf/image.hpp"

#if VRM_WITH_IMAGES

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "support/image_samples.hpp"

namespace vrm::gltf::samples {
namespace {

using namespace std::string_literals;

Result<Image> decode(const Bytes& bytes, const Limits& limits = {}) {
  return decodeImage(std::as_bytes(std::span(bytes)), limits);
}

ImageInfo probe(const Bytes& bytes) {
  return probeImage(std::as_bytes(std::span(bytes)));
}

Code codeOf(const Result<Image>& result) {
  EXPECT_FALSE(result.ok());
  return result.ok() ? Code{} : result.error().code;
}

// The largest difference of a channel; sizes have to be the same.
int difference(const Image& a, const Image& b) {
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  int worst = a.rgba.size() == b.rgba.size() ? 0 : 256;
  for (std::size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); ++i) {
    worst = std::max(worst, std::abs(a.rgba[i] - b.rgba[i]));
  }
  return worst;
}

TEST(ImageCodec, RefusesOtherFormats) {
  EXPECT_EQ(codeOf(decode("")), Code::ImageFormat);
  EXPECT_EQ(codeOf(decode("GIF89a")), Code::ImageFormat);
}

TEST(ImageCodec, PngOfEveryKind) {
  constexpr std::uint32_t kWidth = 11, kHeight = 9;  // all seven passes of Adam7 have pixels
  int kinds = 0;
  for (const PngKind kind : allPngKinds()) {
    for (const bool interlaced : {false, true}) {
      for (const bool transparency : {false, true}) {
        if (transparency && (kind.colorType & 4) != 0) continue;  // tRNS is for types without alpha
        const PngSample sample = makePng(kind, kWidth, kHeight, interlaced, transparency);
        const Result<Image> image = decode(sample.bytes);
        ASSERT_TRUE(image.ok()) << image.error().toString();
        EXPECT_EQ(*image, sample.expected)
            << "type " << int{kind.colorType} << " depth " << int{kind.depth} << " interlaced " << interlaced;
        const ImageInfo info = probe(sample.bytes);
        EXPECT_EQ(info.format, ImageFormat::Png);
        EXPECT_EQ(info.width, kWidth);
        EXPECT_EQ(info.height, kHeight);
        EXPECT_EQ(info.alpha, transparency || (kind.colorType & 4) != 0);
        ++kinds;
      }
    }
  }
  EXPECT_EQ(kinds, 2 * (2 * 11 + 4));
}

TEST(ImageCodec, PngIgnoresWhatIsNotPixels) {
  const PngSample sample = makePng({6, 8}, 4, 4, false, false);
  const auto with = [&](const Bytes& chunks) {  // behind IHDR
    return Bytes(sample.bytes).insert(8 + 25, chunks);
  };
  const Bytes badCrc = big32(4) + "gAMA\0\0\0\1"s + "oops";
  const Bytes badGamma = pngChunk("gAMA", Bytes(4, '\0'));
  const Bytes bomb = pngChunk("zTXt", "k\0\0"s + deflated(Bytes(8u << 20, 'x')));
  const Bytes animation = pngChunk("acTL", Bytes(8, '\1')) + pngChunk("fcTL", Bytes(26, '\1'));
  for (const Bytes& extra : {badCrc, badGamma, bomb, animation, pngChunk("prVt", "anything")}) {
    const Result<Image> image = decode(with(extra));
    ASSERT_TRUE(image.ok()) << image.error().toString();
    EXPECT_EQ(*image, sample.expected);
  }
  EXPECT_EQ(*decode(sample.bytes + "what follows the end"), sample.expected);
  EXPECT_EQ(*decode(sample.bytes.substr(0, sample.bytes.size() - 12)), sample.expected);  // no IEND
  EXPECT_EQ(codeOf(decode(with(pngChunk("NEWc", "")))), Code::ImageBroken);  // a critical chunk counts
  EXPECT_EQ(codeOf(decode(with(big32(0xFFFF'FFFF) + "text"))), Code::ImageBroken);
}

// Found by fuzz_image: pictures whose size probeImage() does not see would escape whoever counts what they take.
TEST(ImageCodec, PngBeginsWithItsSize) {
  const Bytes before = Bytes(makePng({6, 8}, 4, 4, false, false).bytes).insert(8, pngChunk("prVt", "anything"));
  EXPECT_EQ(probeImage(std::as_bytes(std::span(before))).width, 0u);
  EXPECT_EQ(codeOf(decode(before)), Code::ImageBroken);
}

TEST(ImageCodec, PngErrorsSayWhy) {
  const PngSample sample = makePng({2, 8}, 4, 4, false, false);
  Bytes flipped = sample.bytes;
  flipped[8 + 25 + 12] ^= 0x10;  // in IDAT
  EXPECT_EQ(codeOf(decode(flipped)), Code::ImageBroken);
  const Result<Image> cut = decode(sample.bytes.substr(0, 60));
  EXPECT_EQ(codeOf(cut), Code::ImageBroken);
  EXPECT_EQ(cut.error().message, "the PNG cannot be decoded: the file ends before the picture is complete");
  Bytes depth = sample.bytes;
  depth[24] = 3;
  const Result<Image> odd = decode(depth);
  EXPECT_EQ(codeOf(odd), Code::ImageBroken);
  EXPECT_NE(odd.error().message.find("bit depth"), Bytes::npos) << odd.error().message;
}

TEST(ImageCodec, JpegColours) {
  const Image picture = gradient(37, 21);
  const auto check = [](const Bytes& bytes, const Image& expected, int tolerance, const char* what) {
    const Result<Image> image = decode(bytes);
    ASSERT_TRUE(image.ok()) << what << ": " << image.error().toString();
    EXPECT_LE(difference(*image, expected), tolerance) << what;
    const ImageInfo info = probe(bytes);
    EXPECT_EQ(info.format, ImageFormat::Jpeg);
    EXPECT_EQ(info.width, expected.width);
    EXPECT_EQ(info.height, expected.height);
    EXPECT_FALSE(info.alpha);
  };
  check(makeJpeg(picture, {}), picture, 6, "YCbCr");
  check(makeJpeg(picture, {.progressive = true}), picture, 6, "progressive");
  check(makeJpeg(picture, {.arithmetic = true}), picture, 6, "arithmetic");
  check(makeJpeg(picture, {.separateScans = true}), picture, 6, "a scan per component");
  check(makeJpeg(picture, {.restartInterval = 1}), picture, 6, "restart markers");
  check(makeJpeg(picture, {.space = JpegSpace::Rgb}), picture, 4, "RGB");
  check(makeJpeg(picture, {.space = JpegSpace::Grey}), grey(picture), 4, "grey");
  for (const bool marker : {true, false}) {
    check(makeJpeg(picture, {.space = JpegSpace::Cmyk, .adobeMarker = marker}), picture, 8, "CMYK");
  }
  check(makeJpeg(picture, {.space = JpegSpace::Ycck}), picture, 10, "YCCK");
}

TEST(ImageCodec, JpegAcceptsHarmlessFaults) {
  const Image picture = gradient(24, 24);
  const Bytes file = makeJpeg(picture, {});
  const Image expected = *decode(file);
  EXPECT_EQ(*decode(file.substr(0, file.size() - 2)), expected);         // no end marker
  EXPECT_EQ(*decode(file + "what follows the end"), expected);           //
  EXPECT_EQ(*decode(Bytes(file).insert(20, "junk")), expected);          // between JFIF header and tables
  EXPECT_EQ(*decode(Bytes(file).insert(20, "\xFF\xFF\xFF")), expected);  // fill bytes
}

TEST(ImageCodec, JpegRefusesDamage) {
  const Image picture = gradient(64, 64);
  const auto refused = [](const Bytes& file, const char* reason) {
    const Result<Image> image = decode(file);
    EXPECT_EQ(codeOf(image), Code::ImageBroken) << reason;
    if (!image) {
      EXPECT_NE(image.error().message.find(reason), Bytes::npos) << image.error().message;
    }
  };
  const Bytes plain = makeJpeg(picture, {});
  refused(plain.substr(0, plain.size() / 2), "premature end");
  refused(plain.substr(0, 30), "does not tell its size");
  refused(plain.substr(0, plain.find("\xFF\xDA")), "missing SOS");

  Bytes precision = plain;
  precision[plain.find("\xFF\xC0") + 4] = 12;
  refused(precision, "precision 12");

  Bytes restarts = makeJpeg(picture, {.restartInterval = 2});
  restarts.erase(restarts.find("\xFF\xD1"), 2);
  refused(restarts, "instead of RST1");

  // The third of three scans, one per component, is missing: with an end marker and without.
  const Bytes separate = makeJpeg(picture, {.separateScans = true});
  const Bytes two = separate.substr(0, scans(separate)[2]);
  refused(two, "ends before the picture is complete");
  refused(two + "\xFF\xD9", "ends before the picture is complete");

  // A progressive file that promises more and stops between scans is cut off; one that says "end" is just
  // coarse.
  const Bytes progressive = makeJpeg(picture, {.progressive = true});
  const std::vector<std::size_t> starts = scans(progressive);
  for (std::size_t i = 1; i < starts.size(); ++i) refused(progressive.substr(0, starts[i]), "ends before");
  EXPECT_TRUE(decode(progressive.substr(0, starts.back()) + "\xFF\xD9").ok());
  EXPECT_EQ(*decode(progressive.substr(0, progressive.size() - 2)), *decode(progressive));
}

TEST(ImageCodec, JpegScansAreBounded) {
  const Bytes file = makeJpeg(gradient(256, 8), {.space = JpegSpace::Grey, .progressive = true});
  const std::vector<std::size_t> starts = scans(file);
  const Bytes again =
      file.substr(starts[0], starts[1] - starts[0]);  // DC: whatever came before does not matter
  const auto withScans = [&](std::size_t count) {
    Bytes many = file.substr(0, file.size() - 2);
    for (std::size_t i = starts.size(); i < count; ++i) many += again;
    return many + "\xFF\xD9";
  };
  EXPECT_TRUE(decode(withScans(500)).ok());
  const Result<Image> image = decode(withScans(501));
  EXPECT_EQ(codeOf(image), Code::ImageBroken);
  EXPECT_NE(image.error().message.find("more than 500 scans"), Bytes::npos) << image.error().message;

  // Each goes over the whole picture, so decodedBytes bounds them as well: one for every 16.
  Limits limits;
  limits.decodedBytes = 256 * 8 * 4 * 20;
  EXPECT_TRUE(decode(withScans(320), limits).ok());
  const Result<Image> slow = decode(withScans(321), limits);
  EXPECT_EQ(codeOf(slow), Code::LimitDecodedBytes);
  EXPECT_NE(slow.error().message.find("so many scans"), Bytes::npos) << slow.error().message;
}

TEST(ImageCodec, WebP) {
  const Image picture = gradient(33, 18);
  const Image translucent = withAlpha(picture);
  const struct {
    Bytes bytes;
    const Image& expected;
    int tolerance;
    bool alpha;
  } kCases[] = {
      {makeWebp(picture, false), picture, 30, false},
      {makeWebp(picture, true), picture, 0, false},
      {makeWebp(translucent, false), translucent, 30, true},
      {makeWebp(translucent, true), translucent, 0, true},
  };
  for (const auto& c : kCases) {
    const Result<Image> image = decode(c.bytes);
    ASSERT_TRUE(image.ok()) << image.error().toString();
    EXPECT_LE(difference(*image, c.expected), c.tolerance);
    const ImageInfo info = probe(c.bytes);
    EXPECT_EQ(info.format, ImageFormat::WebP);
    EXPECT_EQ(info.width, c.expected.width);
    EXPECT_EQ(info.height, c.expected.height);
    EXPECT_EQ(info.alpha, c.alpha);
    EXPECT_FALSE(info.animated);
  }
}

TEST(ImageCodec, WebpRefusals) {
  const Bytes still = makeWebp(gradient(9, 9), true);
  const Bytes animated = animatedWebp(still, 9, 9);
  EXPECT_TRUE(probe(animated).animated);
  const Result<Image> image = decode(animated);
  EXPECT_EQ(codeOf(image), Code::ImageBroken);
  EXPECT_NE(image.error().message.find("animated"), Bytes::npos);
  const Result<Image> cut = decode(still.substr(0, still.size() / 2));
  EXPECT_EQ(codeOf(cut), Code::ImageBroken);
  EXPECT_NE(cut.error().message.find("ends before"), Bytes::npos) << cut.error().message;
  Bytes corrupt = still;
  corrupt[20] = 0;  // the signature of VP8L
  EXPECT_EQ(codeOf(decode(corrupt)), Code::ImageBroken);
  Bytes interframe = makeWebp(gradient(9, 9), false);
  interframe[20] |= 1;
  EXPECT_EQ(codeOf(decode(interframe)), Code::ImageBroken);
}

// Cut-off files are refused or, when nothing of the picture is missing, decoded like the whole.
TEST(ImageCodec, EveryTruncation) {
  for (const Bytes& file : smallSamples()) {
    const Result<Image> whole = decode(file);
    ASSERT_TRUE(whole.ok()) << whole.error().toString();
    for (std::size_t n = 0; n < file.size(); ++n) {
      const Bytes part =
          file.substr(0, n);  // its own allocation, so that the sanitizer sees reads past its end
      const Result<Image> image = decode(part);
      if (image) {
        EXPECT_EQ(*image, *whole) << n << " of " << file.size() << " bytes of " << file.substr(0, 4);
      }
      probe(part);
    }
  }
}

TEST(ImageCodec, EverySingleBitFlip) {
  Limits limits;
  limits.imagePixels = 4096;
  for (const Bytes& file : smallSamples()) {
    for (std::size_t n = 0; n < file.size(); ++n) {
      for (int bit = 0; bit < 9; ++bit) {
        Bytes flipped = file;
        flipped[n] = static_cast<char>(flipped[n] ^ (bit == 8 ? 0xFF : 1 << bit));
        const ImageInfo info = probe(flipped);
        const Result<Image> image = decode(flipped, limits);
        if (!image) continue;
        EXPECT_LE(std::uint64_t{image->width} * image->height, limits.imagePixels);
        EXPECT_EQ(image->rgba.size(), std::size_t{4} * image->width * image->height);
        EXPECT_EQ(image->width, info.width) << "byte " << n << " of " << file.substr(0, 4);
        EXPECT_EQ(image->height, info.height);
      }
    }
  }
}

TEST(ImageCodec, Limits) {
  for (const Bytes& file : smallSamples()) {
    const ImageInfo info = probe(file);
    const std::uint64_t pixels = std::uint64_t{info.width} * info.height;
    Limits limits;
    limits.imagePixels = pixels;
    EXPECT_TRUE(decode(file, limits).ok());
    limits.imagePixels = pixels - 1;
    const Result<Image> image = decode(file, limits);
    EXPECT_EQ(codeOf(image), Code::LimitImagePixels);
    const std::string size = std::to_string(info.width) + " x " + std::to_string(info.height);
    EXPECT_NE(image.error().message.find(size), Bytes::npos) << image.error().message;
    EXPECT_NE(image.error().message.find(std::to_string(pixels - 1)), Bytes::npos);
    limits = Limits{};
    limits.decodedBytes = pixels * 4 - 1;
    EXPECT_EQ(codeOf(decode(file, limits)), Code::LimitDecodedBytes);
  }
}

TEST(ImageCodec, JpegCoefficientsCountAsDecodedBytes) {
  const Image picture = gradient(256, 256);
  Limits limits;
  limits.decodedBytes = picture.rgba.size();
  EXPECT_TRUE(decode(makeJpeg(picture, {}), limits).ok());
  EXPECT_EQ(codeOf(decode(makeJpeg(picture, {.progressive = true}), limits)), Code::LimitDecodedBytes);
  limits.decodedBytes *= 4;
  EXPECT_TRUE(decode(makeJpeg(picture, {.progressive = true}), limits).ok());
}

TEST(ImageCodec, Bombs) {
  const auto png = [](std::uint32_t width, std::uint32_t height) {  // 8-bit grey
    return "\x89PNG\r\n\x1A\n"s + pngChunk("IHDR", big32(width) + big32(height) + "\x08\0\0\0\0"s) +
           pngChunk("IDAT", deflated(Bytes(100, '\0'))) + pngChunk("IEND", "");
  };
  EXPECT_EQ(codeOf(decode(png(100'000, 100'000))), Code::LimitImagePixels);
  EXPECT_EQ(codeOf(decode(png(0x7FFF'FFFF, 0x7FFF'FFFF))), Code::LimitImagePixels);
  EXPECT_EQ(codeOf(decode(png(0x8000'0000, 1))), Code::ImageBroken);
  EXPECT_EQ(codeOf(decode(png(64, 64))), Code::ImageBroken);  // less data than promised

  Limits unlimited;
  unlimited.imagePixels = unlimited.decodedBytes = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(codeOf(decode(png(0x7FFF'FFFF, 0x7FFF'FFFF), unlimited)), Code::OutOfMemory);

  for (const bool progressive : {false, true}) {
    Bytes jpeg = makeJpeg(gradient(8, 8), {.progressive = progressive});
    const std::size_t frame = jpeg.find(progressive ? "\xFF\xC2" : "\xFF\xC0");
    jpeg.replace(frame + 5, 4, "\xFF\x00\xFF\x00"s);
    EXPECT_EQ(codeOf(decode(jpeg)), Code::LimitImagePixels);
  }

  Bytes lossless = makeWebp(gradient(8, 8), true);
  lossless.replace(21, 4, "\xFF\xFF\xFF\x0F"s);
  EXPECT_EQ(codeOf(decode(lossless)), Code::LimitImagePixels);
  Bytes lossy = makeWebp(gradient(8, 8), false);
  lossy.replace(26, 4, "\xFF\x3F\xFF\x3F"s);
  EXPECT_EQ(codeOf(decode(lossy)), Code::LimitImagePixels);
}

TEST(ImageCodec, PngComesBackEqual) {
  for (const Image& image :
       {gradient(1, 1), withAlpha(gradient(1, 64)), withAlpha(gradient(300, 5)), noise(67, 45)}) {
    std::size_t stored = 0;
    for (int level = 0; level <= 9; ++level) {
      const auto png = encodePng(image, {.level = level});
      ASSERT_TRUE(png.ok()) << png.error().toString();
      EXPECT_EQ(*png, *encodePng(image, {.level = level}));
      const ImageInfo info = probeImage(*png);
      EXPECT_EQ(info.format, ImageFormat::Png);
      EXPECT_EQ(info.width, image.width);
      const Result<Image> back = decodeImage(*png, {});
      ASSERT_TRUE(back.ok()) << back.error().toString();
      EXPECT_EQ(*back, image);
      if (level == 0) stored = png->size();
    }
    if (image.height == 5) {
      EXPECT_LT(encodePng(image)->size(), stored);
    }
  }
}

TEST(ImageCodec, PngWithoutAlpha) {
  const Image image = gradient(30, 20);
  const auto png = encodePng(withAlpha(image), {.alpha = false});
  ASSERT_TRUE(png.ok());
  EXPECT_FALSE(probeImage(*png).alpha);
  EXPECT_EQ(*decodeImage(*png, {}), image);
}

TEST(ImageCodec, JpegComesBackAlike) {
  for (const Image& image : {gradient(1, 1), gradient(300, 5), gradient(64, 64)}) {
    const auto jpeg = encodeJpeg(withAlpha(image));
    ASSERT_TRUE(jpeg.ok()) << jpeg.error().toString();
    EXPECT_EQ(*jpeg, *encodeJpeg(image));  // alpha is left out
    EXPECT_EQ(probeImage(*jpeg).format, ImageFormat::Jpeg);
    const auto error = [&](const std::vector<std::byte>& bytes) {
      int most = 0;
      const Result<Image> back = decodeImage(bytes, {});
      EXPECT_TRUE(back.ok() && back->rgba.size() == image.rgba.size());
      for (std::size_t i = 0; i < image.rgba.size(); ++i)
        most = std::max(most, std::abs(int{back->rgba[i]} - int{image.rgba[i]}));
      return most;
    };
    EXPECT_LT(error(*jpeg), 40);
    EXPECT_LT(error(*encodeJpeg(image, {.fullChroma = true})), 8);
  }
  EXPECT_LT(encodeJpeg(noise(64, 64), {.quality = 20})->size(), encodeJpeg(noise(64, 64))->size());
  EXPECT_EQ(encodeJpeg({2, 2, {}}).error().code, Code::ApiMisuse);
  EXPECT_EQ(encodeJpeg(gradient(1, 1), {.quality = 0}).error().code, Code::ApiMisuse);
  EXPECT_EQ(encodeJpeg(gradient(65'501, 1)).error().code, Code::ApiMisuse);
}

TEST(ImageCodec, WebpDecodesToWhatWasEncoded) {
  for (const Image& image : {gradient(33, 17), withAlpha(noise(20, 9)), noise(1, 1)}) {
    for (const int level : {0, 6, 9}) {
      const auto webp = encodeWebp(image, {.level = level});
      ASSERT_TRUE(webp.ok()) << webp.error().toString();
      const Result<Image> back = decodeImage(*webp, {});
      ASSERT_TRUE(back.ok()) << back.error().toString();
      EXPECT_EQ(*back, image);
      EXPECT_EQ(*webp, *encodeWebp(image, {.level = level}));
    }
  }
  Image clear = noise(8, 8);  // with colours nobody sees
  for (std::size_t i = 3; i < clear.rgba.size(); i += 4) clear.rgba[i] = 0;
  EXPECT_EQ(*decodeImage(*encodeWebp(clear), {}), clear);
  Image opaque = clear;
  for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) opaque.rgba[i] = 255;
  EXPECT_EQ(*decodeImage(*encodeWebp(clear, {.alpha = false}), {}), opaque);

  const Image smooth = gradient(64, 48);
  const auto lossy = encodeWebp(smooth, {.lossless = false});
  EXPECT_LT(difference(*decodeImage(*lossy, {}), smooth), 12);
  EXPECT_LT(encodeWebp(noise(64, 64), {.lossless = false, .quality = 20})->size(),
            encodeWebp(noise(64, 64), {.lossless = false})->size());

  const auto codeOfWebp = [](const Image& image, const WebpOptions& options = {}) {
    const auto webp = encodeWebp(image, options);
    return webp ? Code{} : webp.error().code;
  };
  EXPECT_EQ(codeOfWebp({2, 2, {}}), Code::ApiMisuse);
  EXPECT_EQ(codeOfWebp({}), Code::ApiMisuse);
  EXPECT_EQ(codeOfWebp(gradient(16'384, 1)), Code::ApiMisuse);
  EXPECT_EQ(codeOfWebp(gradient(1, 1), {.level = 10}), Code::ApiMisuse);
  EXPECT_EQ(codeOfWebp(gradient(1, 1), {.quality = 0}), Code::ApiMisuse);
}

TEST(ImageCodec, EncodeChecksItsArguments) {
  const auto misuse = [](const Image& image, int level = 6) {
    const auto png = encodePng(image, {.level = level});
    EXPECT_FALSE(png.ok());
    EXPECT_EQ(png.error().code, Code::ApiMisuse);
    EXPECT_FALSE(png.error().message.empty());
  };
  misuse({2, 2, std::vector<std::uint8_t>(15)});
  misuse({2, 2, std::vector<std::uint8_t>(17)});
  misuse({2, 2, std::vector<std::uint8_t>(20)});
  misuse({2, 2, {}});
  misuse({});
  misuse({0, 1, {}});
  misuse({0x8000'0000, 0x8000'0000, {}});  // 4 * width * height is 2^64
  misuse({1, 1, {0, 0, 0, 0}}, -1);
  misuse({1, 1, {0, 0, 0, 0}}, 10);
}

}  // namespace
}  // namespace vrm::gltf::samples

#else

namespace vrm::gltf {
namespace {

TEST(ImageCodec, SaysThatItIsDisabled) {
  EXPECT_EQ(decodeImage({}, {}).error().code, Code::ImageDisabled);
  EXPECT_EQ(encodePng({1, 1, {0, 0, 0, 0}}).error().code, Code::ImageDisabled);
  EXPECT_EQ(encodeJpeg({1, 1, {0, 0, 0, 0}}).error().code, Code::ImageDisabled);
  EXPECT_EQ(encodeWebp({1, 1, {0, 0, 0, 0}}).error().code, Code::ImageDisabled);
}

}  // namespace
}  // namespace vrm::gltf

#endif
