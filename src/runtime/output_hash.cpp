// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/output_hash.hpp"

#include <cstring>

namespace vrm {
namespace {

// FNV-1a over the bits of floats.
class Hash {
 public:
  explicit Hash(std::uint64_t start) : value_(start) {}

  void add(float number) noexcept {
    if (number == 0) number = 0;  // -0
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    if (number != number) bits = 0x7FC00000u;  // machines make NaN with different signs
    value_ = (value_ ^ bits) * 0x100000001B3u;
    value_ ^= value_ >> 29;  // FNV alone carries nothing downwards
  }
  void add(Vec3 v) noexcept { add(v.x), add(v.y), add(v.z); }
  void add(const Quat& q) noexcept { add(q.x), add(q.y), add(q.z), add(q.w); }
  void add(const Vec4& v) noexcept { add(v.x), add(v.y), add(v.z), add(v.w); }
  template <class Range>
  void addAll(const Range& range) noexcept {
    for (const auto& value : range) add(value);
  }

  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace

std::uint64_t outputHash(const Avatar& avatar, std::uint64_t before) noexcept {
  Hash hash(before);
  const ConstLocals locals = avatar.locals();
  hash.addAll(locals.translations);
  hash.addAll(locals.rotations);
  hash.addAll(locals.scales);
  for (const Mat4& world : avatar.worldMatrices()) hash.addAll(world);
  for (std::size_t i = 0; i < avatar.model().meshNodes().size(); ++i) hash.addAll(avatar.morphWeights(i));
  for (std::size_t i = 0; i < avatar.model().materials().size(); ++i) hash.addAll(avatar.materialValues(i));
  hash.addAll(avatar.expressionWeights());
  hash.add(avatar.gaze().yaw);
  hash.add(avatar.gaze().pitch);
  return hash.value();
}

}  // namespace vrm
