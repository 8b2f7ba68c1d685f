// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/wind.hpp"

#include <cmath>

#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

// Between -1 and 1, with a period of about 1 that never quite repeats: three waves whose periods have no
// common multiple.
double unrest(double t) {
  constexpr double kTurn = 6.283185307179586;
  return 0.5 * sinCos(kTurn * t).sin + 0.3 * sinCos(kTurn * t * 1.6180339887498949 + 1).sin +
         0.2 * sinCos(kTurn * t * 2.4142135623730951 + 2).sin;
}

}  // namespace

Vec3 windForce(const Wind& wind, double seconds, Vec3 place) noexcept {
  const float strength = std::sqrt(dot(wind.force, wind.force));
  if (!(strength > 0)) return {};
  // A gust is somewhere else a moment later.
  const double along = static_cast<double>(dot(place, wind.force)) / static_cast<double>(strength);
  const double delay = wind.speed > 0 ? along / static_cast<double>(wind.speed) : 0;
  const bool gusty = wind.period > 0;
  const double time = gusty ? (seconds - delay) / static_cast<double>(wind.period) : 0;
  const double gust = gusty ? 1 + static_cast<double>(wind.gusts) * unrest(time) : 1;
  const double turn = gusty ? static_cast<double>(wind.sway) * unrest(time / 2.7 + 0.37) : 0;
  const Vec3 out = rotate(fromAxisAngle({0, 1, 0}, turn), wind.force * static_cast<float>(gust));
  return std::isfinite(dot(out, out)) ? out : Vec3{};
}

}  // namespace vrm
