// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/carry_instances.hpp"

#include <cmath>
#include <optional>

#include "edit/work_budget.hpp"
#include "vrm/gltf/accessor.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;

bool isEven(const Double3x3& m) {
  const double s = m.x.x;
  return s > 0 && difference(m, {{s, 0, 0}, {0, s, 0}, {0, 0, s}}) < 1e-4 * s;
}
bool isDiagonal(const Double3x3& m) {
  const Double3x3 scale{{m.x.x, 0, 0}, {0, m.y.y, 0}, {0, 0, m.z.z}};
  return difference(m, scale) < 1e-4 * std::sqrt(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z));
}

}  // namespace

// What was M * I * v, with M what the node loses, becomes I' * (M * v), so that I' = M * I * M^-1. Of a
// translation t that is M t; rotations and scales stay what they are if M commutes with them.
Result<void> planInstances(const gltf::Document& document, const gltf::Asset& asset, const RestChange& change,
                           NewAccessors& accessors, Diagnostics& diagnostics) {
  WorkBudget budget(document);
  const JsonValue* nodes = document.root().find("nodes");
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    const std::string pointer = gltf::pointerJoin("/nodes", i) + "/extensions/EXT_mesh_gpu_instancing";
    const JsonValue* extensions = nodes->elements()[i].find("extensions");
    const JsonValue* instancing = extensions ? extensions->find("EXT_mesh_gpu_instancing") : nullptr;
    const JsonValue* attributes = instancing ? instancing->find("attributes") : nullptr;
    const NodeChange& node = change[NodeIndex(i)];
    if (!attributes || node.same()) continue;
    const Double3x3& m = node.into;
    const bool turned = attributes->has("ROTATION"), sized = attributes->has("SCALE");
    if (!isEven(m) && (turned || (sized && !isDiagonal(m)))) {
      diagnostics.add(Code::EditApproximate, pointer,
                      "its instances were stretched by the scale of the node, each along its own axes");
    }
    const JsonValue* translation = attributes->find("TRANSLATION");
    const std::optional<std::uint32_t> index = translation ? translation->index() : std::nullopt;
    if (!index || *index >= asset.accessors.size()) continue;
    const gltf::Accessor& accessor = asset.accessors[*index];
    if (gltf::componentCount(accessor.type) != 3) continue;
    if (Result<void> paid = budget.take(2 * readBytes(accessor), pointer); !paid) return paid;
    Result<std::vector<float>> places = gltf::readFloats(document, asset, AccessorIndex(*index), diagnostics);
    if (!places) return std::move(places).error();
    for (std::size_t k = 0; k + 2 < places->size(); k += 3) {
      float* const p = places->data() + k;
      const Double3 v = m * toDouble(Vec3{p[0], p[1], p[2]});
      p[0] = narrow(v.x), p[1] = narrow(v.y), p[2] = narrow(v.z);
    }
    accessors.use(accessors.add({gltf::ComponentType::Float, accessor.type, accessor.count},
                                std::span<const float>(*places)),
                  pointer + "/attributes/TRANSLATION");
  }
  return {};
}

}  // namespace vrm::edit
