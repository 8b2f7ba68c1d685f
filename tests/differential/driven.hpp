// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "differential/reference.hpp"
#include "support/read_model.hpp"

// For tests of the reference itself.
namespace vrm::test::reference {

inline constexpr double kTiny = 1e-6;  // rest values of files are floats

inline Quatd about(Vec3d axis, double degrees) {
  return axisAngle(axis * (1 / length(axis)), degrees * kDegree);
}
inline Quatd x(double degrees) {
  return about({1, 0, 0}, degrees);
}
inline Quatd y(double degrees) {
  return about({0, 1, 0}, degrees);
}
inline Quatd z(double degrees) {
  return about({0, 0, 1}, degrees);
}

inline void expectNear(const Vec3d& a, const Vec3d& b, const char* what = "") {
  EXPECT_LT(length(a - b), kTiny) << what << " (" << a.x << ", " << a.y << ", " << a.z << ") instead of ("
                                  << b.x << ", " << b.y << ", " << b.z << ")";
}
inline void expectNear(const Quatd& a, const Quatd& b, const char* what = "") {
  EXPECT_LT(length(rotationVector(inverse(a) * b)), kTiny)
      << what << " (" << a.x << ", " << a.y << ", " << a.z << ", " << a.w << ") instead of (" << b.x << ", "
      << b.y << ", " << b.z << ", " << b.w << ")";
}

inline Quat narrowed(const Quatd& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

// A model whose structs a test changes before it drives it.
struct Driven {
  ReadModel model;
  Inputs inputs;
  std::optional<Reference> reference;

  explicit Driven(ReadModel read) : model(std::move(read)) { EXPECT_EQ(model.error, ""); }
  schema::Vrm& vrm() { return model.vrm; }
  Trs& rest(std::uint32_t node) { return model.asset.nodes[node].local; }
  Reference& run() {
    if (!reference) reference.emplace(model.asset, model.vrm);
    reference->update(inputs);
    return *reference;
  }
};

}  // namespace vrm::test::reference
