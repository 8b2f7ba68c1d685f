// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm::render {

// Light as sRGB stores it (IEC 61966-2-1), for framebuffers that do not do so themselves.
inline constexpr std::string_view kEncodeShader = R"(
vec3 encoded(vec3 light) {
  light = clamp(light, 0.0, 1.0);
  return mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(light, vec3(0.0031308))));
}
)";

}  // namespace vrm::render
