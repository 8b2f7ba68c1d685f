// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/first_person.hpp"

#include <algorithm>

#include "base/memory.hpp"

namespace vrm {
namespace {

// One entry per vertex.
std::vector<bool> headVertices(std::span<const std::uint16_t> joints, std::span<const float> weights,
                               std::uint32_t influences, std::span<const std::uint8_t> isHeadJoint) {
  std::vector<bool> out(joints.size() / influences);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (weights[i] > 0 && joints[i] < isHeadJoint.size() && isHeadJoint[joints[i]] != 0)
      out[i / influences] = true;
  }
  return out;
}

}  // namespace

Result<HeadSplit> splitHead(std::span<const std::uint32_t> triangles, std::span<const std::uint16_t> joints,
                            std::span<const float> weights, std::uint32_t influences,
                            std::span<const std::uint8_t> isHeadJoint) try {
  if (joints.size() != weights.size()) {
    return Error{Code::ApiMisuse, "splitHead: joints and weights are not of one length", {}, kNoOffset};
  }
  if (influences == 0 ? !joints.empty() : joints.size() % influences != 0) {
    return Error{Code::ApiMisuse, "splitHead: joints are not a multiple of influences", {}, kNoOffset};
  }
  HeadSplit out;
  const std::size_t end = triangles.size() - triangles.size() % 3;
  if (joints.empty() || end == 0) return out;

  const std::vector<bool> head = headVertices(joints, weights, influences, isHeadJoint);
  const auto isHead = [&](std::size_t i) { return triangles[i] < head.size() && head[triangles[i]]; };
  const auto isHeadTriangle = [&](std::size_t i) { return isHead(i) || isHead(i + 1) || isHead(i + 2); };
  std::size_t headIndices = 0;
  for (std::size_t i = 0; i < end; i += 3) headIndices += isHeadTriangle(i) ? 3u : 0u;
  if (headIndices == 0) return out;
  if (headIndices == end) {
    out.part = HeadPart::All;
    return out;
  }

  out.part = HeadPart::Some;
  out.indices.resize(end);
  out.headStart = static_cast<std::uint32_t>(end - headIndices);
  std::size_t nextOfRest = 0, nextOfHead = out.headStart;
  for (std::size_t i = 0; i < end; i += 3) {
    std::size_t& next = isHeadTriangle(i) ? nextOfHead : nextOfRest;
    std::copy_n(triangles.begin() + static_cast<std::ptrdiff_t>(i), 3,
                out.indices.begin() + static_cast<std::ptrdiff_t>(next));
    next += 3;
  }
  return out;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Visibility visibility(FirstPersonType type, HeadPart part) noexcept {
  switch (type) {
    case FirstPersonType::Auto:
      return {part != HeadPart::All, true};
    case FirstPersonType::Both:
      return {true, true};
    case FirstPersonType::ThirdPersonOnly:
      return {false, true};
    case FirstPersonType::FirstPersonOnly:
      return {true, false};
  }
  return {};
}

}  // namespace vrm
