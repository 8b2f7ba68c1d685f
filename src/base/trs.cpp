// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trs.hpp"

#include <cmath>

#include "base/double3.hpp"

namespace vrm {
namespace {

Quat quatFromAxes(Double3 x, Double3 y, Double3 z) {
  // Shepperd's method: divide by the largest of the four components.
  double q[4];
  const double trace = x.x + y.y + z.z;
  if (trace > 0) {
    const double s = std::sqrt(trace + 1) * 2;
    q[3] = s / 4, q[0] = (y.z - z.y) / s, q[1] = (z.x - x.z) / s, q[2] = (x.y - y.x) / s;
  } else if (x.x >= y.y && x.x >= z.z) {
    const double s = std::sqrt(1 + x.x - y.y - z.z) * 2;
    q[0] = s / 4, q[3] = (y.z - z.y) / s, q[1] = (y.x + x.y) / s, q[2] = (z.x + x.z) / s;
  } else if (y.y >= z.z) {
    const double s = std::sqrt(1 + y.y - x.x - z.z) * 2;
    q[1] = s / 4, q[3] = (z.x - x.z) / s, q[0] = (y.x + x.y) / s, q[2] = (z.y + y.z) / s;
  } else {
    const double s = std::sqrt(1 + z.z - x.x - y.y) * 2;
    q[2] = s / 4, q[3] = (x.y - y.x) / s, q[0] = (z.x + x.z) / s, q[1] = (z.y + y.z) / s;
  }
  const double inverse = 1 / std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {static_cast<float>(q[0] * inverse), static_cast<float>(q[1] * inverse), static_cast<float>(q[2] * inverse),
          static_cast<float>(q[3] * inverse)};
}

}  // namespace

Decomposed decompose(const Mat4& m) {
  Decomposed out;
  out.trs.translation = {m[12], m[13], m[14]};
  out.exact = m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;

  Double3 axis[3];
  double size[3];
  for (int i = 0; i < 3; ++i) {
    axis[i] = {m[static_cast<std::size_t>(4 * i)], m[static_cast<std::size_t>(4 * i + 1)],
               m[static_cast<std::size_t>(4 * i + 2)]};
    size[i] = std::sqrt(dot(axis[i], axis[i]));
  }
  const bool mirrored = dot(cross(axis[0], axis[1]), axis[2]) < 0;
  if (mirrored) {
    axis[0] = scaled(axis[0], -1);
    size[0] = -size[0];
  }
  out.trs.scale = {static_cast<float>(size[0]), static_cast<float>(size[1]), static_cast<float>(size[2])};

  // Gram-Schmidt in the order y, z, x: the bone axis of most rigs is Y, so it keeps its direction.
  constexpr double kTiny = 1e-30;
  constexpr double kShear = 1e-4;
  bool have[3];
  for (int i = 0; i < 3; ++i) {
    have[i] = std::abs(size[i]) > kTiny;
    if (have[i]) axis[i] = scaled(axis[i], 1 / std::abs(size[i]));
    out.exact = out.exact && have[i];
  }
  if (have[1] && have[2] && std::abs(dot(axis[1], axis[2])) > kShear) out.exact = false;
  if (have[0] && have[1] && std::abs(dot(axis[0], axis[1])) > kShear) out.exact = false;
  if (have[0] && have[2] && std::abs(dot(axis[0], axis[2])) > kShear) out.exact = false;

  Double3 y = have[1] ? axis[1] : have[2] && have[0] ? cross(axis[2], axis[0]) : Double3{0, 1, 0};
  if (!have[1] && have[2] && !have[0]) y = perpendicular(axis[2]);
  if (!have[1] && !have[2] && have[0]) y = perpendicular(axis[0]);
  const double ySize = std::sqrt(dot(y, y));
  y = ySize > kTiny ? scaled(y, 1 / ySize) : Double3{0, 1, 0};
  Double3 z = have[2] ? axis[2] : have[0] ? cross(axis[0], y) : perpendicular(y);
  z = minus(z, scaled(y, dot(z, y)));
  const double zSize = std::sqrt(dot(z, z));
  z = zSize > 1e-9 ? scaled(z, 1 / zSize) : perpendicular(y);
  out.trs.rotation = quatFromAxes(cross(y, z), y, z);
  return out;
}

Mat4 toMatrix(const Trs& t) {
  const auto [x, y, z, w] = t.rotation;
  const Vec3 s = t.scale;
  return {(1 - 2 * (y * y + z * z)) * s.x, 2 * (x * y + z * w) * s.x,       2 * (x * z - y * w) * s.x,       0,
          2 * (x * y - z * w) * s.y,       (1 - 2 * (x * x + z * z)) * s.y, 2 * (y * z + x * w) * s.y,       0,
          2 * (x * z + y * w) * s.z,       2 * (y * z - x * w) * s.z,       (1 - 2 * (x * x + y * y)) * s.z, 0,
          t.translation.x,                 t.translation.y,                 t.translation.z,                 1};
}

}  // namespace vrm
