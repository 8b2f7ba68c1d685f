// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "determinism/skinned_mesh.hpp"

#include "determinism/numbers.hpp"
#include "vrm/base/trs.hpp"

namespace vrm::determinism {
namespace {
constexpr std::size_t kVertices = 301;
constexpr std::uint32_t kInfluences = 8;
}  // namespace

SkinnedMesh::SkinnedMesh(const Model& model) {
  Numbers numbers(4);
  for (std::size_t i = 0; i < kVertices; ++i) {
    positions_.push_back(numbers.vector(0.5f));
    normals_.push_back(rotate(numbers.rotation(), {0, 0, 1}));
    for (std::vector<Vec3>& deltas : deltas_) deltas.push_back(numbers.vector(0.05f));
    for (std::uint32_t k = 0; k < kInfluences; ++k) {
      joints_.push_back(static_cast<std::uint16_t>(numbers.below(model.nodeCount())));
      weights_.push_back(i % 40 == 0 || k > i % 8 ? 0 : numbers.in(0, 0.4f));
    }
  }
  targets_ = {{deltas_[0], {}}, {deltas_[1], deltas_[2]}, {deltas_[2], deltas_[0]}};
  for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
    nodes_.push_back(i);
    const Vec3 place = numbers.vector(0.5f);
    inverseBinds_.push_back(toMatrix({place, numbers.rotation(), {1, i % 3 == 0 ? -0.5f : 2, 1}}));
  }
  matrices_.resize(nodes_.size());
  skinnedPositions_.resize(kVertices);
  skinnedNormals_.resize(kVertices);
}

void SkinnedMesh::skin(const Avatar& avatar, std::uint32_t frame) {
  const auto t = static_cast<double>(frame) / 60;
  const float weights[] = {wave(t, 1, 1), frame % 10 == 0 ? 0 : wave(t, 0.7, 1.2, 1), 0.3f};
  const SkinSource source{positions_, normals_, targets_, joints_, weights_, kInfluences};
  if (!jointMatrices(avatar.worldMatrices(), nodes_, inverseBinds_, matrices_) ||
      !vrm::skin(source, weights, matrices_, skinnedPositions_, skinnedNormals_))
    skinnedPositions_.assign(kVertices, {});  // no expected hash is that of zeros
}

}  // namespace vrm::determinism
