// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "vrm/base/result.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::gltf {

class AnimationEncoder;

struct AnimationOptions {
  // Each frame shows for this part of a second.
  std::uint16_t delayNumerator = 1;
  std::uint16_t delayDenominator = 30;
  std::uint32_t plays = 0;  // how often; 0 is for ever
};

// Makes an animated image, frame by frame: it keeps what is compressed already and the last frame, not all of
// them. The same frames give the same bytes with the same versions of the codecs.
class AnimationWriter {
 public:
  // PNG (third edition) with animation. Programs that do not know animations show the first frame. Of later
  // frames only the rectangle that changed is stored.
  // ApiMisuse for options that are out of range, a denominator of 0, or more than 2^31 - 1 plays.
  static Result<AnimationWriter> apng(const AnimationOptions& animation, const PngOptions& options = {});

  // WebP counts milliseconds; fractions add up, so that the whole takes as long as it should. Frames that are
  // the same as those before become one that shows longer, and transparent pixels lose their colour.
  // ApiMisuse as above, for more than 65535 plays, and for frames that show for 2^24 ms or longer.
  static Result<AnimationWriter> webp(const AnimationOptions& animation, const WebpOptions& options = {});

  AnimationWriter(AnimationWriter&&) noexcept;
  AnimationWriter& operator=(AnimationWriter&&) noexcept;
  ~AnimationWriter();

  // ApiMisuse for a frame that does not have 4 * width * height bytes, is not of the size of the first one or
  // comes after finish(); it is left out. After any other error, as those of encodePng and encodeWebp, the
  // animation has failed.
  Result<void> add(const Image& frame);
  std::size_t frames() const noexcept { return frames_; }

  // The file; ApiMisuse without frames, and when it has been given out already.
  Result<std::vector<std::byte>> finish();

 private:
  explicit AnimationWriter(std::unique_ptr<AnimationEncoder> encoder);

  std::unique_ptr<AnimationEncoder> encoder_;
  std::size_t frames_ = 0;
  std::uint32_t width_ = 0, height_ = 0;
};

}  // namespace vrm::gltf
