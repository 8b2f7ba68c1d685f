// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/animated_image.hpp"

#include <string>
#include <utility>

#include "base/memory.hpp"
#include "gltf/animation_encoder.hpp"
#include "gltf/image_checks.hpp"

#if VRM_WITH_IMAGES
#include <new>
#endif

namespace vrm::gltf {

AnimationWriter::AnimationWriter(std::unique_ptr<AnimationEncoder> encoder) : encoder_(std::move(encoder)) {}
AnimationWriter::AnimationWriter(AnimationWriter&&) noexcept = default;
AnimationWriter& AnimationWriter::operator=(AnimationWriter&&) noexcept = default;
AnimationWriter::~AnimationWriter() = default;

#if VRM_WITH_IMAGES

namespace {

Result<void> checkAnimation(const AnimationOptions& animation) {
  if (animation.delayDenominator != 0) return {};
  return imageError(Code::ApiMisuse, "AnimationOptions::delayDenominator is 0");
}

}  // namespace

Result<AnimationWriter> AnimationWriter::apng(const AnimationOptions& animation,
                                              const PngOptions& options) try {
  if (Result<void> sound = checkAnimation(animation); !sound) return std::move(sound).error();
  NewAnimationEncoder encoder = newApngEncoder(animation, options);
  if (!encoder) return std::move(encoder).error();
  return AnimationWriter(*std::move(encoder));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<AnimationWriter> AnimationWriter::webp(const AnimationOptions& animation,
                                              const WebpOptions& options) try {
  if (Result<void> sound = checkAnimation(animation); !sound) return std::move(sound).error();
  NewAnimationEncoder encoder = newWebpEncoder(animation, options);
  if (!encoder) return std::move(encoder).error();
  return AnimationWriter(*std::move(encoder));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> AnimationWriter::add(const Image& frame) try {
  if (!encoder_) return imageError(Code::ApiMisuse, "the animation is finished or has failed");
  if (Result<void> sound = checkPixels(frame); !sound) return sound;
  if (frames_ > 0 && (frame.width != encoder_->width || frame.height != encoder_->height)) {
    return imageError(Code::ApiMisuse,
                      "a frame of " + std::to_string(frame.width) + " x " + std::to_string(frame.height) +
                          " pixels does not fit an animation of " + std::to_string(encoder_->width) + " x " +
                          std::to_string(encoder_->height));
  }
  if (Result<void> added = encoder_->add(frame); !added) {
    encoder_.reset();
    return added;
  }
  encoder_->width = frame.width;
  encoder_->height = frame.height;
  ++frames_;
  return {};
} catch (const std::bad_alloc&) {
  encoder_.reset();
  return outOfMemory();
}

Result<std::vector<std::byte>> AnimationWriter::finish() try {
  if (!encoder_) return imageError(Code::ApiMisuse, "the animation is finished or has failed");
  if (frames_ == 0) return imageError(Code::ApiMisuse, "an animation needs a frame");
  const std::unique_ptr<AnimationEncoder> encoder = std::move(encoder_);
  return encoder->finish();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

#else

Result<AnimationWriter> AnimationWriter::apng(const AnimationOptions&, const PngOptions&) {
  return imagesDisabled();
}

Result<AnimationWriter> AnimationWriter::webp(const AnimationOptions&, const WebpOptions&) {
  return imagesDisabled();
}

Result<void> AnimationWriter::add(const Image&) {
  return imagesDisabled();
}

Result<std::vector<std::byte>> AnimationWriter::finish() {
  return imagesDisabled();
}

#endif

}  // namespace vrm::gltf
