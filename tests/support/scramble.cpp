// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/scramble.hpp"

#include <numbers>
#include <random>
#include <vector>

#include "edit/rest_change.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::test {
namespace {

using edit::NodeChange;
using edit::RestChange;

gltf::Asset assetOf(const gltf::Document& document) {
  Diagnostics ignored;
  return *gltf::readAsset(document, ignored);
}

Quat randomTurn(std::mt19937& random, Scrambling how) {
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Quat turn;
  for (const Vec3 axis : axes) {
    const double angle = how == Scrambling::Quarter ? static_cast<double>(random() % 4) * std::numbers::pi / 2
                                                    : static_cast<double>(random() % 1000) / 1000 - 0.5;
    turn = normalized(turn * fromAxisAngle(axis, angle));
  }
  return turn;
}

}  // namespace

void scramble(gltf::Document& document, Scrambling how, std::uint32_t seed) {
  std::mt19937 random(seed);
  const gltf::Asset before = assetOf(document);
  const std::vector<bool> none(before.nodes.size());
  gltf::Json& json = document.editJson();
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    gltf::JsonValue& node = json.editRoot().find("nodes")->elements()[i];
    const Trs& local = before.nodes[i].local;
    const Quat q = normalized(local.rotation * randomTurn(random, how));
    const float size = how == Scrambling::Sized ? 0.8f + 0.1f * static_cast<float>(random() % 5) : 1.0f;
    const Vec3 t = local.translation, s = local.scale * size;
    json.remove(node, "matrix");
    json.set(node, "translation", json.numbers(std::vector<float>{t.x, t.y, t.z}));
    json.set(node, "rotation", json.numbers(std::vector<float>{q.x, q.y, q.z, q.w}));
    json.set(node, "scale", json.numbers(std::vector<float>{s.x, s.y, s.z}));
  }
  const gltf::Asset after = assetOf(document);
  const RestChange now(after, none);
  for (std::uint32_t s = 0; s < after.skins.size(); ++s) {
    const std::span<const NodeIndex> joints = after.nodeList(after.skins[s].joints);
    if (joints.empty()) continue;
    std::vector<float> matrices;
    for (const NodeIndex joint : joints) {
      const NodeChange& node = now[joint];
      const Cofactors c(node.linear.x, node.linear.y, node.linear.z);
      const Double3x3 inverse{c.solve({1, 0, 0}), c.solve({0, 1, 0}), c.solve({0, 0, 1})};
      const Double3 move = scaled(inverse * node.position, -1);
      for (const Double3 column : {inverse.x, inverse.y, inverse.z, move}) {
        for (const double d : {column.x, column.y, column.z, 0.0}) matrices.push_back(narrow(d));
      }
      matrices.back() = 1;
    }
    const gltf::NewAccessor what{gltf::ComponentType::Float, gltf::AccessorType::Mat4,
                                 static_cast<std::uint32_t>(joints.size())};
    const Result<std::uint32_t> accessor =
        gltf::addAccessor(document, what, std::as_bytes(std::span(matrices)));
    json.put(gltf::pointerJoin("/skins", s) + "/inverseBindMatrices", json.number(*accessor));
  }
}

}  // namespace vrm::test
