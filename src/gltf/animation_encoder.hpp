// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>

#include "vrm/gltf/animated_image.hpp"

namespace vrm::gltf {

// A format of animations. AnimationWriter gives it frames that are sound and of one size.
class AnimationEncoder {
 public:
  AnimationEncoder() = default;
  AnimationEncoder(const AnimationEncoder&) = delete;
  AnimationEncoder& operator=(const AnimationEncoder&) = delete;
  virtual ~AnimationEncoder() = default;

  virtual Result<void> add(const Image& frame) = 0;
  virtual Result<std::vector<std::byte>> finish() = 0;
};

using NewAnimationEncoder = Result<std::unique_ptr<AnimationEncoder>>;
NewAnimationEncoder newApngEncoder(const AnimationOptions& animation, const PngOptions& options);
NewAnimationEncoder newWebpEncoder(const AnimationOptions& animation, const WebpOptions& options);

}  // namespace vrm::gltf
