// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/image.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace vrm::gltf {
namespace {

using namespace std::string_literals;
using Header = std::string;  // literals and + make short work of file headers

std::span<const std::byte> view(const Header& bytes) {
  return std::as_bytes(std::span(bytes));
}

Header big32(std::uint32_t value) {
  Header out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
  return out;
}

Header pngHeader(std::uint32_t width, std::uint32_t height, char colorType = 6) {
  return "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR"s + big32(width) + big32(height) + '\x08' + colorType + "\0\0\0"s;
}

Header riff(const Header& chunks) {
  Header size = big32(static_cast<std::uint32_t>(chunks.size() + 4));
  return "RIFF" + Header(size.rbegin(), size.rend()) + "WEBP" + chunks;
}

struct Size {
  std::uint32_t width, height;
  friend bool operator==(const Size&, const Size&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Size& s) {
    return out << s.width << "x" << s.height;
  }
};

Size sizeOf(const Header& bytes) {
  const ImageInfo info = probeImage(view(bytes));
  return {info.width, info.height};
}

TEST(ImageInfo, Names) {
  for (const ImageFormat format :
       {ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Unknown}) {
    EXPECT_EQ(formatFromMimeType(mimeType(format)), format);
  }
  EXPECT_EQ(mimeType(ImageFormat::Jpeg), "image/jpeg");
  EXPECT_EQ(fileExtension(ImageFormat::Png), "png");
  EXPECT_EQ(fileExtension(ImageFormat::Jpeg), "jpg");
  EXPECT_EQ(fileExtension(ImageFormat::WebP), "webp");
  EXPECT_EQ(fileExtension(ImageFormat::Unknown), "");
  EXPECT_EQ(formatFromMimeType("image/jpg"), ImageFormat::Jpeg);
  EXPECT_EQ(formatFromMimeType("IMAGE/PNG"), ImageFormat::Png);
  for (const char* other : {"", "image/pn", "image/pngx", "image/ktx2", "application/octet-stream"}) {
    EXPECT_EQ(formatFromMimeType(other), ImageFormat::Unknown) << other;
  }
}

TEST(ImageInfo, UnknownBytes) {
  for (const Header& bytes : {""s, "\x89PNG\r\n\x1A"s, "\xFF\xD8"s, "\xFF\xD8\x00"s, "RIFF\0\0\0\0WEBX"s,
                             "RIFX\0\0\0\0WEBP"s, "GIF89a\1\0\1\0"s, "BM"s}) {
    EXPECT_EQ(probeImage(view(bytes)).format, ImageFormat::Unknown);
  }
}

TEST(ImageInfo, Png) {
  EXPECT_EQ(sizeOf(pngHeader(640, 480)), (Size{640, 480}));
  EXPECT_EQ(sizeOf(pngHeader(0x7FFF'FFFF, 1)), (Size{0x7FFF'FFFF, 1}));
  EXPECT_EQ(sizeOf(pngHeader(0x8000'0000, 1)), (Size{0, 0}));
  EXPECT_EQ(sizeOf(pngHeader(1, 0x8000'0000)), (Size{0, 0}));
  EXPECT_EQ(sizeOf(pngHeader(0, 1)), (Size{0, 0}));
  EXPECT_EQ(sizeOf(pngHeader(1, 0)), (Size{0, 0}));
  Header other = pngHeader(1, 1);
  other[12] = 'J';
  EXPECT_EQ(sizeOf(other), (Size{0, 0}));
  EXPECT_EQ(probeImage(view(other)).format, ImageFormat::Png);
  for (std::size_t n = 8; n < 29; ++n) {
    EXPECT_EQ(sizeOf(pngHeader(2, 2).substr(0, n)), (Size{0, 0}));
    EXPECT_EQ(probeImage(view(pngHeader(2, 2).substr(0, n))).format, ImageFormat::Png);
  }
}

TEST(ImageInfo, PngAlphaAndAnimation) {
  const Header crc(4, '\0'), idat = big32(0) + "IDAT" + crc;
  const Header trns = big32(1) + "tRNS\0"s + crc, actl = big32(8) + "acTL" + Header(8, '\0') + crc;
  const Header before = crc + trns + idat, behind = crc + idat + trns;
  for (const char type : {'\0', '\2', '\3'}) {
    EXPECT_FALSE(probeImage(view(pngHeader(1, 1, type))).alpha);
    EXPECT_TRUE(probeImage(view(pngHeader(1, 1, type) + before)).alpha);
    EXPECT_FALSE(probeImage(view(pngHeader(1, 1, type) + behind)).alpha);
  }
  EXPECT_TRUE(probeImage(view(pngHeader(1, 1, 4))).alpha);
  EXPECT_TRUE(probeImage(view(pngHeader(1, 1, 6))).alpha);
  EXPECT_TRUE(probeImage(view(pngHeader(1, 1) + crc + actl + idat)).animated);
  EXPECT_FALSE(probeImage(view(pngHeader(1, 1) + crc + idat)).animated);
  // A length that leads out of the file ends the search.
  EXPECT_FALSE(probeImage(view(pngHeader(1, 1, 2) + crc + big32(0xFFFF'FFFF) + "tEXt" + crc + trns)).alpha);
}

TEST(ImageInfo, Jpeg) {
  const Header soi = "\xFF\xD8"s, app = "\xFF\xE0\0\4ab"s;
  const Header sof = "\xFF\xC0\0\x0B\x08\0\x10\1\x20\1\1\x11\0"s;  // 288 x 16
  const Size known{0x120, 0x10}, none{0, 0};
  EXPECT_EQ(sizeOf(soi + sof), known);
  EXPECT_EQ(sizeOf(soi + app + sof), known);
  EXPECT_EQ(sizeOf(soi + "\xFF\xFF\xFF" + sof), known);                     // fill bytes
  EXPECT_EQ(sizeOf(soi + app + "junk\xFF\0more"s + sof), known);            // garbage, stuffed zero
  EXPECT_EQ(sizeOf(soi + "\xFF\xD0\xFF\x01\xFF\xD8"s + app + sof), known);  // markers without a segment
  EXPECT_EQ(sizeOf(soi + "\xFF\xC4\0\2\xFF\xC8\0\2\xFF\xCC\0\2"s + sof),
            known);  // DHT, JPG, DAC: no frame headers
  EXPECT_EQ(sizeOf(soi + "\xFF\xD9" + sof), none);
  EXPECT_EQ(sizeOf(soi + "\xFF\xDA" + sof), none);
  EXPECT_EQ(sizeOf(soi + "\xFF\xE0\0\0"s + sof), known);     // shorter than its own length field
  EXPECT_EQ(sizeOf(soi + "\xFF\xE0\xFF\xFF"s + sof), none);  // leads out of the file
  EXPECT_EQ(sizeOf(soi + "\xFF\xC0\0\7\x08\0\x10\1\x20"s), none);
  EXPECT_EQ(sizeOf(soi + "\xFF\xC0\0\x0B\x08\0\0\1\x20"s), none);  // the height is to follow (DNL)
  const Header plain = soi + app + sof;
  for (int marker = 0xC0; marker <= 0xCF; ++marker) {
    if (marker == 0xC4 || marker == 0xC8 || marker == 0xCC) continue;
    Header file = plain;
    file[9] = static_cast<char>(marker);
    EXPECT_EQ(sizeOf(file), known) << marker;
  }
  for (std::size_t n = 3; n < soi.size() + 9; ++n) {
    EXPECT_EQ(sizeOf((soi + sof).substr(0, n)), none) << n;
    EXPECT_EQ(probeImage(view((soi + sof).substr(0, n))).format, ImageFormat::Jpeg);
  }
}

// Any number of images can lie on the same bytes: none of them is searched to its end.
TEST(ImageInfo, LongHeadersAreNotSearched) {
  const Header sof = "\xFF\xC0\0\x0B\x08\0\x10\1\x20\1\1\x11\0"s;
  const auto behind = [&](const Header& one, int count) {
    Header file = "\xFF\xD8\xFF\xFE\0\2"s;
    for (int i = 0; i < count; ++i) file += one;
    return file + sof;
  };
  const Size known{0x120, 0x10}, none{0, 0};
  EXPECT_EQ(sizeOf(behind("\xFF\xFE\0\2"s, 4000)), known);
  EXPECT_EQ(sizeOf(behind("\xFF\xFE\0\2"s, 4200)), none);
  EXPECT_EQ(sizeOf(behind("\xFF", 4200)), none);
  EXPECT_EQ(sizeOf(behind("x", 4200)), none);
#if VRM_WITH_IMAGES
  EXPECT_EQ(decodeImage(view(behind("x", 4200)), {}).error().message,
            "the JPEG cannot be decoded: its header does not tell its size");
#endif
  const Header crc = "1234", trns = big32(0) + "tRNS" + crc, text = big32(0) + "tEXt" + crc;
  const auto opaque = [&](int count) {
    Header file = pngHeader(1, 1, 2) + crc;
    for (int i = 0; i < count; ++i) file += text;
    return !probeImage(view(file + trns)).alpha;
  };
  EXPECT_FALSE(opaque(4000));
  EXPECT_TRUE(opaque(4200));
}

TEST(ImageInfo, WebP) {
  const Header lossy = riff("VP8 \x0A\0\0\0\0\0\0\x9D\x01\x2A\x20\xC1\x10\x40"s);
  const Header lossless = riff("VP8L\5\0\0\0\x2F\x1F\xC1\3\x10"s);
  const Header extended = riff("VP8X\x0A\0\0\0\x12\0\0\0\x1F\1\0\xFF\xFF\xFF"s);
  EXPECT_EQ(sizeOf(lossy), (Size{0x120, 0x10}));  // the upper two bits are a scale
  EXPECT_FALSE(probeImage(view(lossy)).alpha);
  EXPECT_EQ(sizeOf(lossless), (Size{0x120, 0x10}));
  EXPECT_TRUE(probeImage(view(lossless)).alpha);
  EXPECT_EQ(sizeOf(extended), (Size{0x120, 0x100'0000}));
  EXPECT_TRUE(probeImage(view(extended)).alpha);
  EXPECT_TRUE(probeImage(view(extended)).animated);
  for (const Header& file : {lossy, lossless, extended}) {
    for (std::size_t n = 12; n < file.size(); ++n) {
      EXPECT_EQ(sizeOf(file.substr(0, n)), (Size{0, 0})) << n;
      EXPECT_EQ(probeImage(view(file.substr(0, n))).format, ImageFormat::WebP);
    }
  }
  EXPECT_EQ(sizeOf(riff("VP8 \x0A\0\0\0\0\0\0\x9D\x01\x2B\x20\1\x10\0"s)), (Size{0, 0}));  // no start code
  EXPECT_EQ(sizeOf(riff("VP8L\5\0\0\0\x2E\x1F\xC1\3\x10"s)), (Size{0, 0}));
  EXPECT_EQ(sizeOf(riff("ALPH" + Header(20, '\0'))), (Size{0, 0}));
}

}  // namespace
}  // namespace vrm::gltf
