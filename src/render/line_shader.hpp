// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm::render {

// Lines as wide as asked for, which OpenGL ES does not promise.
inline constexpr std::string_view kLineVertex = R"(
layout(location = 0) in vec3 aFrom;
layout(location = 1) in vec3 aTo;
layout(location = 2) in vec4 aColor;
layout(location = 3) in float aCorner;  // 0 and 1 at the start, 2 and 3 at the end
uniform mat4 uViewProjection;
uniform vec4 uSize;  // pixels: of the picture, and the width; w: 1 when colours are to be encoded
out vec4 vColor;
out float vEncoded;
void main() {
  vColor = aColor;
  vEncoded = uSize.w;
  vec4 from = uViewProjection * vec4(aFrom, 1.0), to = uViewProjection * vec4(aTo, 1.0);
  const float kNear = 1e-4;  // what is behind the camera has no place on the picture
  if (from.w < kNear && to.w < kNear) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (from.w < kNear) from = mix(from, to, (kNear - from.w) / (to.w - from.w));
  if (to.w < kNear) to = mix(to, from, (kNear - to.w) / (from.w - to.w));
  vec2 way = (to.xy / to.w - from.xy / from.w) * uSize.xy;
  vec2 along = dot(way, way) > 0.0 ? normalize(way) : vec2(1.0, 0.0);
  vec4 end = aCorner < 1.5 ? from : to;
  float side = mod(aCorner, 2.0) < 0.5 ? -1.0 : 1.0;
  vec2 offset = vec2(-along.y, along.x) * side * uSize.z / uSize.xy;
  gl_Position = vec4(end.xy / end.w + offset, min(end.z / end.w, 1.0), 1.0);
}
)";

inline constexpr std::string_view kLineFragment = R"(
in vec4 vColor;
in float vEncoded;
out vec4 oColor;
void main() { oColor = vec4(vEncoded > 0.5 ? encoded(vColor.rgb) : vColor.rgb, vColor.a); }
)";

}  // namespace vrm::render
