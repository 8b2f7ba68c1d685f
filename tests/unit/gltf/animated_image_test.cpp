// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/animated_image.hpp"

#include <gtest/gtest.h>

#if VRM_WITH_IMAGES

#include <webp/demux.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gltf/png_chunks.hpp"
#include "support/image_samples.hpp"

namespace vrm::gltf::samples {
namespace {

using namespace std::string_literals;

// A picture with a square that moves; the last two frames are the same.
std::vector<Image> movingFrames(bool alpha) {
  std::vector<Image> frames;
  for (std::uint32_t i = 0; i < 6; ++i) {
    Image frame = alpha ? withAlpha(gradient(40, 24)) : gradient(40, 24);
    const std::uint32_t step = std::min(i, 4u), at = 3 + 4 * step;
    for (std::uint32_t y = at / 2; y < at / 2 + 5; ++y) {
      for (std::uint32_t x = at; x < at + 7; ++x) {
        std::uint8_t* pixel = &frame.rgba[(y * frame.width + x) * 4];
        pixel[0] = static_cast<std::uint8_t>(40 * step);
        pixel[1] = static_cast<std::uint8_t>(20 * x);
        pixel[3] = alpha ? static_cast<std::uint8_t>(255 - 9 * y) : 255;
      }
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

Bytes written(Result<AnimationWriter> writer, const std::vector<Image>& frames) {
  EXPECT_TRUE(writer.ok()) << writer.error().toString();
  if (!writer) return {};
  for (const Image& frame : frames) {
    const Result<void> added = writer->add(frame);
    EXPECT_TRUE(added.ok()) << added.error().toString();
  }
  EXPECT_EQ(writer->frames(), frames.size());
  const Result<std::vector<std::byte>> file = writer->finish();
  EXPECT_TRUE(file.ok()) << file.error().toString();
  if (!file) return {};
  return {reinterpret_cast<const char*>(file->data()), file->size()};
}

struct Decoded {
  std::vector<Image> frames;        // the whole canvas
  std::vector<double> seconds;      // that each shows
  std::vector<std::uint64_t> area;  // of what is stored for each
  std::uint32_t plays = 0;
};

// By the specification: each frame becomes a PNG of its own, which is drawn onto the canvas.
class ApngReader {
 public:
  explicit ApngReader(const Bytes& file) : file_(file) {}

  Decoded read() {
    EXPECT_EQ(file_.substr(0, kPngSignatureBytes), "\x89PNG\r\n\x1a\n"s);
    std::size_t position = kPngSignatureBytes;
    const auto bytes = std::as_bytes(std::span(file_));
    std::uint32_t frameCount = 0;
    while (const auto chunk = pngChunkAt(bytes, position)) {
      const auto size = static_cast<std::size_t>(chunk->bytes);
      const Bytes type(chunk->type, 4), data = file_.substr(position + 8, size - 12);
      EXPECT_EQ(file_.substr(position, size), pngChunk(type, data)) << "the CRC of " << type;
      order_ += type + ' ';
      if (type == "IHDR") header_ = data;
      if (type == "acTL") {
        frameCount = number(data, 0);
        out_.plays = number(data, 4);
      }
      if (type == "fcTL") {
        endFrame();
        expectSequence(data);
        control_ = data;
      }
      if (type == "IDAT") pixels_ += data;
      if (type == "fdAT") {
        expectSequence(data);
        pixels_ += data.substr(4);
      }
      position += size;
    }
    endFrame();
    EXPECT_EQ(position, file_.size());
    EXPECT_EQ(out_.frames.size(), frameCount);
    return out_;
  }
  const Bytes& order() const { return order_; }

 private:
  static std::uint32_t number(const Bytes& data, std::size_t at) {
    return bigEndian32(std::as_bytes(std::span(data)), at);
  }
  void expectSequence(const Bytes& data) { EXPECT_EQ(number(data, 0), sequence_++); }

  void endFrame() {
    if (control_.empty()) return;
    const std::uint32_t width = number(control_, 4), height = number(control_, 8);
    const std::uint32_t left = number(control_, 12), top = number(control_, 16);
    const Bytes png = file_.substr(0, kPngSignatureBytes) +
                      pngChunk("IHDR", control_.substr(4, 8) + header_.substr(8)) +
                      pngChunk("IDAT", pixels_) + pngChunk("IEND", "");
    const Result<Image> part = decodeImage(std::as_bytes(std::span(png)), {});
    ASSERT_TRUE(part.ok()) << part.error().toString();
    Image canvas = out_.frames.empty() ? *part : out_.frames.back();
    ASSERT_LE(left + width, canvas.width);
    ASSERT_LE(top + height, canvas.height);
    for (std::uint32_t y = 0; y < height; ++y) {
      const auto* row = &part->rgba[std::size_t{y} * width * 4];
      std::copy(row, row + width * 4, &canvas.rgba[(std::size_t{top + y} * canvas.width + left) * 4]);
    }
    EXPECT_EQ(control_.substr(24), "\0\0"s);  // dispose none, blend source
    out_.frames.push_back(std::move(canvas));
    const std::uint32_t delay = number(control_, 20);
    out_.seconds.push_back(double(delay >> 16) / double(delay & 0xFFFF));
    out_.area.push_back(std::uint64_t{width} * height);
    control_.clear();
    pixels_.clear();
  }

  const Bytes& file_;
  Bytes header_, control_, pixels_, order_;
  std::uint32_t sequence_ = 0;
  Decoded out_;
};

Decoded readWebp(const Bytes& file) {
  const WebPData data{reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  options.color_mode = MODE_RGBA;
  const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(
      WebPAnimDecoderNew(&data, &options), &WebPAnimDecoderDelete);
  Decoded out;
  WebPAnimInfo info;
  EXPECT_TRUE(decoder != nullptr && WebPAnimDecoderGetInfo(decoder.get(), &info));
  out.plays = info.loop_count;
  int before = 0;
  while (WebPAnimDecoderHasMoreFrames(decoder.get())) {
    std::uint8_t* pixels = nullptr;
    int time = 0;
    if (!WebPAnimDecoderGetNext(decoder.get(), &pixels, &time)) {
      ADD_FAILURE() << "frame " << out.frames.size();
      break;
    }
    const std::size_t size = std::size_t{4} * info.canvas_width * info.canvas_height;
    out.frames.push_back({info.canvas_width, info.canvas_height, {pixels, pixels + size}});
    out.seconds.push_back((time - before) / 1000.0);
    before = time;
  }
  return out;
}

TEST(AnimatedImage, ApngHasTheFrames) {
  for (const bool alpha : {false, true}) {
    const std::vector<Image> frames = movingFrames(alpha);
    const AnimationOptions options{.delayNumerator = 2, .delayDenominator = 25, .plays = 3};
    const Bytes file = written(AnimationWriter::apng(options, {.alpha = alpha}), frames);
    ApngReader reader(file);
    const Decoded decoded = reader.read();
    EXPECT_EQ(reader.order(), "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT fcTL fdAT fcTL fdAT fcTL fdAT IEND ");
    EXPECT_EQ(decoded.frames, frames);
    EXPECT_EQ(decoded.seconds, std::vector<double>(6, 0.08));
    EXPECT_EQ(decoded.plays, 3u);
    // The whole, the old and the new place of the square together, nothing.
    EXPECT_EQ(decoded.area, (std::vector<std::uint64_t>{40 * 24, 11 * 7, 11 * 7, 11 * 7, 11 * 7, 1}));

    // Others see the first frame.
    EXPECT_EQ(*decodeImage(std::as_bytes(std::span(file)), {}), frames[0]);
    const ImageInfo info = probeImage(std::as_bytes(std::span(file)));
    EXPECT_TRUE(info.animated);
    EXPECT_EQ(info.alpha, alpha);
    EXPECT_EQ(written(AnimationWriter::apng(options, {.alpha = alpha}), frames), file);
  }
}

TEST(AnimatedImage, ApngStoresWhatChangedWhereverItIs) {
  std::vector<Image> frames(1, gradient(9, 5));
  for (const auto& [x, y] : {std::pair{0u, 0u}, {8u, 4u}, {0u, 4u}, {8u, 0u}, {4u, 2u}}) {
    frames.push_back(frames.back());
    frames.back().rgba[(y * 9 + x) * 4 + 2] ^= 0xFF;
  }
  frames.push_back(noise(9, 5));
  const Bytes file = written(AnimationWriter::apng({}), frames);
  const Decoded decoded = ApngReader(file).read();
  EXPECT_EQ(decoded.frames, frames);
  EXPECT_EQ(decoded.area, (std::vector<std::uint64_t>{45, 1, 1, 1, 1, 1, 45}));
  EXPECT_EQ(decoded.seconds, std::vector<double>(7, 1.0 / 30));
  EXPECT_EQ(decoded.plays, 0u);
}

TEST(AnimatedImage, WebpHasTheFrames) {
  for (const bool alpha : {false, true}) {
    std::vector<Image> frames = movingFrames(alpha);
    const Bytes file = written(AnimationWriter::webp({.plays = 3}, {.alpha = alpha}), frames);
    const Decoded decoded = readWebp(file);
    frames.pop_back();  // is the one before, for twice as long
    EXPECT_EQ(decoded.frames, frames);
    EXPECT_EQ(decoded.seconds, (std::vector<double>{0.033, 0.034, 0.033, 0.033, 0.067}));
    EXPECT_EQ(decoded.plays, 3u);
    EXPECT_TRUE(probeImage(std::as_bytes(std::span(file))).animated);
    EXPECT_EQ(written(AnimationWriter::webp({.plays = 3}, {.alpha = alpha}), movingFrames(alpha)), file);
  }
}

TEST(AnimatedImage, WebpMayBeLossy) {
  const std::vector<Image> frames = movingFrames(false);
  const Bytes file = written(AnimationWriter::webp({}, {.lossless = false, .quality = 80}), frames);
  const Decoded decoded = readWebp(file);
  ASSERT_GE(decoded.frames.size(), 5u);
  double error = 0;
  for (std::size_t i = 0; i < frames[0].rgba.size(); ++i) {
    error += std::abs(decoded.frames[0].rgba[i] - frames[0].rgba[i]);
  }
  EXPECT_LT(error / static_cast<double>(frames[0].rgba.size()), 8);
  EXPECT_LT(file.size(),
            written(AnimationWriter::webp({}, {.lossless = false, .quality = 100}), frames).size());
}

TEST(AnimatedImage, OfOneFrameIsAPicture) {
  const std::vector<Image> frames{gradient(5, 4)};
  const Bytes png = written(AnimationWriter::apng({}), frames),
              webp = written(AnimationWriter::webp({}), frames);
  EXPECT_EQ(ApngReader(png).read().frames, frames);
  EXPECT_EQ(readWebp(webp).frames, frames);
}

TEST(AnimatedImage, ChecksItsArguments) {
  const auto codeOf = [](const auto& result) { return result ? Code{} : result.error().code; };
  EXPECT_EQ(codeOf(AnimationWriter::apng({.delayDenominator = 0})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::webp({.delayDenominator = 0})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::apng({}, {.level = 10})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::webp({}, {.level = 10})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::webp({}, {.quality = 101})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::apng({.plays = 0x8000'0000})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::webp({.plays = 65'536})), Code::ApiMisuse);
  EXPECT_EQ(codeOf(AnimationWriter::webp({.delayNumerator = 16'778, .delayDenominator = 1})),
            Code::ApiMisuse);

  for (const auto make :
       {+[] { return AnimationWriter::apng({}); }, +[] { return AnimationWriter::webp({}); }}) {
    EXPECT_EQ(codeOf(make()->finish()), Code::ApiMisuse);  // without frames
    EXPECT_EQ(codeOf(make()->add({})), Code::ApiMisuse);   // without pixels
    Result<AnimationWriter> writer = make();
    ASSERT_TRUE(writer.ok());
    EXPECT_EQ(codeOf(writer->add({2, 2, {}})), Code::ApiMisuse);
    EXPECT_EQ(codeOf(writer->add(gradient(6, 4))), Code{});
    for (const Image& other : {gradient(4, 6), gradient(6, 5), Image{6, 4, {1}}}) {
      EXPECT_EQ(codeOf(writer->add(other)), Code::ApiMisuse);
    }
    EXPECT_EQ(writer->frames(), 1u);
    AnimationWriter moved = *std::move(writer);
    EXPECT_EQ(codeOf(moved.add(noise(6, 4))), Code{});
    EXPECT_EQ(codeOf(moved.finish()), Code{});
    EXPECT_EQ(codeOf(moved.finish()), Code::ApiMisuse);
    EXPECT_EQ(codeOf(moved.add(noise(6, 4))), Code::ApiMisuse);
  }
  Result<AnimationWriter> wide = AnimationWriter::webp({});
  EXPECT_EQ(codeOf(wide->add(gradient(16'384, 1))), Code::ApiMisuse);
}

}  // namespace
}  // namespace vrm::gltf::samples

#else

namespace vrm::gltf {
namespace {

TEST(AnimatedImage, SaysThatItIsDisabled) {
  EXPECT_EQ(AnimationWriter::apng({}).error().code, Code::ImageDisabled);
  EXPECT_EQ(AnimationWriter::webp({}).error().code, Code::ImageDisabled);
}

}  // namespace
}  // namespace vrm::gltf

#endif
