// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"
#include "vrm/base/trs.hpp"

namespace vrm::render {
namespace {

// Where a person's middle is, for boxes without one.
constexpr Vec3 kNobody{0, 0.9f, 0};

double tangentOf(double angle) {
  const SinCos s = sinCos(angle);
  return s.sin / std::max(s.cos, 1e-6);
}

}  // namespace

Mat4 Camera::view() const noexcept {
  const Quat back = conjugate(rotation);
  const Vec3 moved = rotate(back, position * -1.0f);
  return toMatrix({moved, back, {1, 1, 1}});
}

Mat4 Camera::projection() const noexcept {
  // glTF 2.0 section 3.10.3
  Mat4 m{};
  const float depth = nearest - farthest;
  if (orthographic) {
    m[0] = 2 / (height * aspect);
    m[5] = 2 / height;
    m[10] = 2 / depth;
    m[14] = (farthest + nearest) / depth;
    m[15] = 1;
    return m;
  }
  const auto scale = static_cast<float>(1 / tangentOf(static_cast<double>(height) / 2));
  m[0] = scale / aspect;
  m[5] = scale;
  m[10] = (farthest + nearest) / depth;
  m[11] = -1;
  m[14] = 2 * farthest * nearest / depth;
  return m;
}

Camera lookingAt(Vec3 position, Vec3 target) noexcept {
  Camera out;
  out.position = position;
  const Vec3 to = target - position;
  const double across = std::hypot(static_cast<double>(to.x), static_cast<double>(to.z));
  const double yaw = arcTan2(-static_cast<double>(to.x), -static_cast<double>(to.z));
  const double pitch = arcTan2(static_cast<double>(to.y), across);
  out.rotation = fromAxisAngle({0, 1, 0}, yaw) * fromAxisAngle({1, 0, 0}, pitch);
  return out;
}

Framing framing(View view) noexcept {
  Framing out;
  switch (view) {
    case View::Front:
    case View::Face: break;
    case View::ThreeQuarter:
      out.yaw = static_cast<float>(std::numbers::pi / 6);
      out.pitch = 0.12f;
      break;
    case View::Side: out.yaw = static_cast<float>(std::numbers::pi / 2); break;
    case View::Back: out.yaw = static_cast<float>(std::numbers::pi); break;
  }
  return out;
}

Camera framed(const Bounds& bounds, float aspect, const Framing& how) noexcept {
  const bool nobody = bounds.empty();
  const Vec3 low = nobody ? kNobody - Vec3{1, 1, 1} : bounds.min;
  const Vec3 high = nobody ? kNobody + Vec3{1, 1, 1} : bounds.max;
  const Vec3 center = (low + high) * 0.5f;
  const SinCos yaw = sinCos(static_cast<double>(how.yaw)), pitch = sinCos(static_cast<double>(how.pitch));
  const Vec3 back{static_cast<float>(yaw.sin * pitch.cos), static_cast<float>(pitch.sin),
                  static_cast<float>(yaw.cos * pitch.cos)};
  Camera out = lookingAt(center + back, center);
  out.height = how.height;
  out.aspect = aspect;

  // The nearest place behind the center from which every corner is inside of the four planes. The pyramid of a
  // picture that is smaller by the margins has the same tip, so its edges are what corners are held against.
  const double room = std::max(1 - 2 * static_cast<double>(how.margin), 0.05);
  const double slopeY = tangentOf(static_cast<double>(how.height) / 2) * room;
  const double slopeX = slopeY * static_cast<double>(aspect);
  const Quat into = conjugate(out.rotation);
  double away = 0, depth = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z};
    const Vec3 seen = rotate(into, at - center);
    const double x = std::abs(static_cast<double>(seen.x)), y = std::abs(static_cast<double>(seen.y));
    const double z = static_cast<double>(seen.z);
    away = std::max({away, z + x / slopeX, z + y / slopeY});
    depth = std::max(depth, std::abs(z));
  }
  away = std::max(away, 1e-3);
  out.position = center + back * static_cast<float>(away);
  out.farthest = static_cast<float>((away + depth) * 4);
  out.nearest = static_cast<float>(std::max((away - depth) * 0.5, (away + depth) * 1e-3));
  return out;
}

}  // namespace vrm::render
