// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/render/context.hpp"

namespace vrm::test {

// The functions of the renderer's context (darkroom.hpp) with somebody at the door: memory never runs out inside the
// driver, its objects are counted, and it refuses what it is told to refuse.
render::GlProc guardedLoader(const char* name);

// Objects that were made through it and are still there.
std::int64_t liveGlObjects() noexcept;

// The question of that number whether something has worked, counted from 0, gets a no: functions and the version that are
// asked for, errors, shaders and programs, framebuffers, buffers that are to be read and have been.
class GlRefuses {
 public:
  explicit GlRefuses(std::uint64_t number) noexcept;
  ~GlRefuses();
  GlRefuses(const GlRefuses&) = delete;
  GlRefuses& operator=(const GlRefuses&) = delete;

  bool happened() const noexcept;  // there have been that many
};

}  // namespace vrm::test
