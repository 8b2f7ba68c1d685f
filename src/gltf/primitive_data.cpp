// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/primitive_data.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <string>

#include "base/memory.hpp"
#include "vrm/gltf/accessor.hpp"

namespace vrm::gltf {
namespace {

// Indices that make one point, line or triangle; 0 where each continues what came before.
std::size_t listGroup(PrimitiveMode mode) {
  switch (mode) {
    case PrimitiveMode::Points:
      return 1;
    case PrimitiveMode::Lines:
      return 2;
    case PrimitiveMode::Triangles:
      return 3;
    default:
      return 0;
  }
}

void dropBadGroups(std::vector<std::uint32_t>& indices, std::size_t group, std::uint32_t vertices) {
  std::size_t kept = 0;
  for (std::size_t at = 0; at < indices.size(); at += group) {
    const std::size_t size = std::min(group, indices.size() - at);
    const auto first = indices.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(size);
    if (std::any_of(first, last, [&](std::uint32_t i) { return i >= vertices; })) continue;
    std::copy(first, last, indices.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += size;
  }
  indices.resize(kept);
}

Result<std::vector<std::uint32_t>> countUp(const Document& document, std::uint32_t count) try {
  if (count > document.limits().decodedBytes / sizeof(std::uint32_t)) {
    return Error{Code::LimitDecodedBytes,
                 "the indices need " + std::to_string(std::uint64_t{count} * sizeof(std::uint32_t)) +
                     " bytes, the limit is " + std::to_string(document.limits().decodedBytes),
                 "", kNoOffset};
  }
  std::vector<std::uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0u);
  return indices;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace

std::uint32_t vertexCount(const Asset& asset, const Primitive& primitive) noexcept {
  // readAsset has seen to it that they all agree.
  const std::span<const Attribute> attributes = asset.attributeList(primitive.attributes);
  return attributes.empty() ? 0 : asset.accessors[attributes[0].accessor.value].count;
}

Result<std::vector<std::uint32_t>> readIndices(const Document& document, const Asset& asset,
                                               const Primitive& primitive, Diagnostics& diagnostics) try {
  const std::uint32_t vertices = vertexCount(asset, primitive);
  if (!primitive.indices) return countUp(document, vertices);
  Result<std::vector<std::uint32_t>> read = readUints(document, asset, primitive.indices, diagnostics);
  if (!read || read->empty()) return read;
  std::vector<std::uint32_t>& indices = *read;
  const std::uint32_t largest = *std::max_element(indices.begin(), indices.end());
  if (largest < vertices) return read;
  const std::size_t stored = indices.size();
  if (const std::size_t group = listGroup(primitive.mode); group > 0) {
    dropBadGroups(indices, group, vertices);
  } else {
    indices.erase(std::find_if(indices.begin(), indices.end(), [&](std::uint32_t i) { return i >= vertices; }),
                  indices.end());
  }
  diagnostics.add(Code::GltfIndexRange, pointerJoin("/accessors", primitive.indices.value),
                  "the largest index is " + std::to_string(largest) + ", but the primitive has " +
                      std::to_string(vertices) + " vertices; " + std::to_string(stored - indices.size()) + " of " +
                      std::to_string(stored) + " indices are left out");
  return read;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

std::uint32_t influenceSets(const Asset& asset, const Primitive& primitive) {
  constexpr std::uint32_t kMost = 64;
  std::uint32_t sets = 0;
  while (sets < kMost && asset.find(primitive.attributes, "JOINTS_" + std::to_string(sets)) &&
         asset.find(primitive.attributes, "WEIGHTS_" + std::to_string(sets))) {
    ++sets;
  }
  return sets;
}

Result<std::vector<std::uint32_t>> readJoints(const Document& document, const Asset& asset, const Primitive& primitive,
                                              std::uint32_t set, std::uint32_t jointCount, Diagnostics& diagnostics) try {
  const AccessorIndex accessor = asset.find(primitive.attributes, "JOINTS_" + std::to_string(set));
  if (!accessor) return std::vector<std::uint32_t>();
  Result<std::vector<std::uint32_t>> read = readUints(document, asset, accessor, diagnostics);
  if (!read) return read;
  std::uint32_t largest = 0;
  std::size_t bad = 0;
  for (std::uint32_t& joint : *read) {
    if (joint < jointCount) continue;
    largest = std::max(largest, joint);
    joint = 0;
    ++bad;
  }
  if (bad > 0) {
    diagnostics.add(Code::GltfIndexRange, pointerJoin("/accessors", accessor.value),
                    "the largest joint is " + std::to_string(largest) + ", but the skin has " +
                        std::to_string(jointCount) + " joints; " + std::to_string(bad) + " of " +
                        std::to_string(read->size()) + " joints are read as 0");
  }
  return read;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
