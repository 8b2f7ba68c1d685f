// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "determinism/scene.hpp"

namespace vrm::determinism {

// Takes the values of a scene, frame by frame, in the order in which an update works them out, as far as
// there is one: the first that differs is the nearest to what went wrong. The same values, in the same order,
// make hashes and dumps; so what changes a hash is in the dump.
class ValueSink {
 public:
  virtual void frame(std::uint32_t frame) = 0;
  // `what` of thing number `index`, e.g. the world matrix of a node; the name may be empty.
  virtual void values(std::string_view what, std::uint32_t index, std::string_view name,
                      std::span<const float> values) = 0;

 protected:
  ~ValueSink() = default;
};

// Frame 0 is the avatar before its first update.
void runScene(const Scene& scene, std::shared_ptr<const Model> model, ValueSink& sink);

// The bits of a value as far as they are promised: 0 and -0 are equal, all NaN are one.
std::uint32_t promisedBits(float value) noexcept;

std::uint64_t hashOf(const Scene& scene, std::shared_ptr<const Model> model);

}  // namespace vrm::determinism
