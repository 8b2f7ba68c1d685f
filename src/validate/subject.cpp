// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate/subject.hpp"

#include <algorithm>

#include "vrm/gltf/accessor.hpp"

namespace vrm::checks {

Budget::Budget(const Subject& subject, std::string_view what) : Budget(subject, what, 0) {
  constexpr std::uint64_t kTimes = 16, kLittle = 1 << 20;
  for (const gltf::Document::Resource& buffer : subject.document.buffers())
    left_ += kTimes * buffer.bytes.size();
  left_ += kLittle;
}

std::vector<std::uint32_t> nearestMarked(const gltf::Asset& asset, const std::vector<bool>& marked) {
  constexpr std::uint32_t kUnknown = kNone - 1;
  std::vector<std::uint32_t> out(asset.nodes.size(), kUnknown);
  std::vector<std::uint32_t> trail;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    NodeIndex at(i);
    while (at && out[at.value] == kUnknown && !marked[at.value]) {
      trail.push_back(at.value);
      at = asset.nodes[at.value].parent;
    }
    if (at && out[at.value] == kUnknown) out[at.value] = at.value;
    for (const std::uint32_t below : trail) out[below] = at ? out[at.value] : kNone;
    trail.clear();
  }
  return out;
}

std::vector<std::uint32_t> turningSprings(const Subject& subject) {
  const std::vector<schema::Spring>& springs = subject.vrm.springBone.springs;
  std::vector<std::uint32_t> out(subject.asset.nodes.size(), kNone);
  for (std::uint32_t i = 0; i < springs.size(); ++i) {
    for (std::size_t j = 0; j + 1 < springs[i].joints.size(); ++j) {
      const std::uint32_t node = springs[i].joints[j].node.value;
      if (node < out.size()) out[node] = i;
    }
  }
  return out;
}

std::optional<std::vector<Mat4>> inverseBindMatrices(const Subject& subject, const gltf::Skin& skin) {
  const std::size_t joints = skin.joints.count;
  if (!skin.inverseBindMatrices) return std::nullopt;
  const gltf::Accessor& accessor = subject.asset.accessors[skin.inverseBindMatrices.value];
  // Many skins may share a huge accessor: those that take little of it are not worth reading it again and
  // again.
  if (accessor.type != gltf::AccessorType::Mat4 || accessor.count < joints ||
      accessor.count > 2 * joints + 16)
    return std::nullopt;
  // A buffer that is not there reads as zeros, and has been reported.
  const auto isGone = [&](BufferViewIndex view) {
    if (!view) return false;
    const BufferIndex buffer = subject.asset.bufferViews[view.value].buffer;
    return !buffer || !subject.document.hasBuffer(buffer.value);
  };
  if (isGone(accessor.bufferView) || isGone(accessor.sparse.values) || isGone(accessor.sparse.indices))
    return std::nullopt;
  Diagnostics ignored;  // the check of accessors reports what is wrong with the numbers
  const Result<std::vector<float>> read =
      gltf::readFloats(subject.document, subject.asset, skin.inverseBindMatrices, ignored);
  if (!read) return std::nullopt;
  std::vector<Mat4> out(joints);
  for (std::size_t i = 0; i < joints; ++i)
    std::copy_n(read->begin() + static_cast<std::ptrdiff_t>(16 * i), 16, out[i].begin());
  return out;
}

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 200;
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (out.size() > kMost) return out + " and " + std::to_string(names.size() - i) + " more";
    out += (i == 0 ? "" : ", ") + std::string(gltf::beginning(names[i], kMost));
  }
  return out;
}

}  // namespace vrm::checks
