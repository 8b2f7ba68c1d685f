// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/image.hpp"

#include "base/memory.hpp"
#include "gltf/image_checks.hpp"

#if VRM_WITH_IMAGES

#include <webp/encode.h>
#include <webp/mux.h>

#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "gltf/animation_encoder.hpp"

namespace vrm::gltf {
namespace {

Error webpFailure(const std::string& reason) {
  return imageError(Code::ApiMisuse, "the WebP cannot be written: " + reason);
}

Result<WebPConfig> webpConfig(const WebpOptions& options) {
  if (Result<void> sound = checkOption("WebpOptions::level", options.level, 0, 9); !sound) {
    return std::move(sound).error();
  }
  if (Result<void> sound = checkOption("WebpOptions::quality", options.quality, 1, 100); !sound) {
    return std::move(sound).error();
  }
  WebPConfig config;
  bool sound = WebPConfigInit(&config) != 0;
  config.quality = static_cast<float>(options.quality);
  if (sound && options.lossless) sound = WebPConfigLosslessPreset(&config, options.level) != 0;
  config.exact = options.lossless ? 1 : 0;
  if (!sound) return webpFailure("the version of libwebp does not fit");
  return config;
}

// A copy of an image as libwebp wants it.
class WebpPicture {
 public:
  WebpPicture() = default;
  WebpPicture(const WebpPicture&) = delete;
  WebpPicture& operator=(const WebpPicture&) = delete;
  ~WebpPicture() { WebPPictureFree(&picture_); }

  Result<void> set(const Image& image, bool alpha) {
    if (Result<void> sound = checkPixels(image); !sound) return sound;
    if (!WebPPictureInit(&picture_)) return webpFailure("the version of libwebp does not fit");
    if (image.width == 0 || image.height == 0 || image.width > WEBP_MAX_DIMENSION ||
        image.height > WEBP_MAX_DIMENSION) {
      return webpFailure("its sides have to be 1 to 16383 pixels long");
    }
    picture_.use_argb = 1;
    picture_.width = static_cast<int>(image.width);
    picture_.height = static_cast<int>(image.height);
    const int stride = picture_.width * static_cast<int>(kBytesPerPixel);
    const auto import = alpha ? WebPPictureImportRGBA : WebPPictureImportRGBX;
    if (!import(&picture_, image.rgba.data(), stride)) return outOfMemory();
    return {};
  }
  WebPPicture* get() noexcept { return &picture_; }

 private:
  WebPPicture picture_{};
};

bool isOutOfMemory(WebPEncodingError code) {
  // What is written goes to memory.
  return code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
         code == VP8_ENC_ERROR_BAD_WRITE;
}

struct WriterDeleter {
  void operator()(WebPMemoryWriter* writer) const noexcept { WebPMemoryWriterClear(writer); }
};

struct AnimEncoderDeleter {
  void operator()(WebPAnimEncoder* encoder) const noexcept { WebPAnimEncoderDelete(encoder); }
};

struct DataDeleter {
  void operator()(WebPData* data) const noexcept { WebPDataClear(data); }
};

std::vector<std::byte> copied(const std::uint8_t* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  return {bytes, bytes + size};
}

class WebpAnimation final : public AnimationEncoder {
 public:
  WebpAnimation(const AnimationOptions& animation, const WebPConfig& config, bool alpha)
      : animation_(animation), config_(config), alpha_(alpha) {}

  Result<void> add(const Image& frame) override {
    WebpPicture picture;
    if (Result<void> sound = picture.set(frame, alpha_); !sound) return sound;
    if (!encoder_) {
      if (Result<void> begun = begin(frame); !begun) return begun;
    }
    if (milliseconds(frames_ + 1) > std::numeric_limits<int>::max()) {
      return webpFailure("the animation takes too long");
    }
    const int time = static_cast<int>(milliseconds(frames_));
    if (!WebPAnimEncoderAdd(encoder_.get(), picture.get(), time, &config_)) {
      return failed(picture.get()->error_code);
    }
    ++frames_;
    return {};
  }

  Result<std::vector<std::byte>> finish() override {
    WebPData data;
    WebPDataInit(&data);
    const std::unique_ptr<WebPData, DataDeleter> clear(&data);
    // A last call without a picture says how long the last frame shows.
    const int end = static_cast<int>(milliseconds(frames_));
    if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, end, nullptr) ||
        !WebPAnimEncoderAssemble(encoder_.get(), &data)) {
      return failed(VP8_ENC_OK);
    }
    return copied(data.bytes, data.size);
  }

 private:
  Result<void> begin(const Image& frame) {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options)) return webpFailure("the version of libwebp does not fit");
    options.anim_params.loop_count = static_cast<int>(animation_.plays);
    options.anim_params.bgcolor = 0;  // transparent
    encoder_.reset(
        WebPAnimEncoderNew(static_cast<int>(frame.width), static_cast<int>(frame.height), &options));
    if (!encoder_) return outOfMemory();
    return {};
  }

  // From the beginning to the frame of that number, rounded to the nearest.
  std::uint64_t milliseconds(std::uint64_t frame) const {
    const std::uint64_t divisor = animation_.delayDenominator;
    return (frame * 1000 * animation_.delayNumerator + divisor / 2) / divisor;
  }

  Error failed(WebPEncodingError code) {
    if (isOutOfMemory(code)) return outOfMemory();
    return webpFailure(WebPAnimEncoderGetError(encoder_.get()));
  }

  AnimationOptions animation_;
  WebPConfig config_;
  bool alpha_;
  std::unique_ptr<WebPAnimEncoder, AnimEncoderDeleter> encoder_;
  std::uint64_t frames_ = 0;
};

}  // namespace

Result<std::vector<std::byte>> encodeWebp(const Image& image, const WebpOptions& options) try {
  Result<WebPConfig> config = webpConfig(options);
  if (!config) return std::move(config).error();
  WebpPicture picture;
  if (Result<void> sound = picture.set(image, options.alpha); !sound) return std::move(sound).error();
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  const std::unique_ptr<WebPMemoryWriter, WriterDeleter> clear(&writer);
  picture.get()->writer = WebPMemoryWrite;
  picture.get()->custom_ptr = &writer;
  if (!WebPEncode(&*config, picture.get())) {
    const WebPEncodingError code = picture.get()->error_code;
    if (isOutOfMemory(code)) return outOfMemory();
    return webpFailure("error " + std::to_string(code));
  }
  return copied(writer.mem, writer.size);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

NewAnimationEncoder newWebpEncoder(const AnimationOptions& animation, const WebpOptions& options) {
  constexpr std::uint32_t kMostPlays = 65535,
                          kMostMilliseconds = (1 << 24) - 1;  // WebP Container, ANIM and ANMF
  Result<WebPConfig> config = webpConfig(options);
  if (!config) return std::move(config).error();
  if (animation.plays > kMostPlays) {
    return imageError(Code::ApiMisuse, "AnimationOptions::plays is more than WebP can say");
  }
  if (std::uint64_t{1000} * animation.delayNumerator >
      std::uint64_t{kMostMilliseconds} * animation.delayDenominator) {
    return imageError(Code::ApiMisuse, "a frame of the animation shows for longer than WebP can say");
  }
  return std::unique_ptr<AnimationEncoder>(
      std::make_unique<WebpAnimation>(animation, *config, options.alpha));
}

}  // namespace vrm::gltf

#else

namespace vrm::gltf {

Result<std::vector<std::byte>> encodeWebp(const Image&, const WebpOptions&) try {
  return imagesDisabled();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf

#endif
