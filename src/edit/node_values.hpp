// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/index.hpp"
#include "vrm/base/trs.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::edit {

// Stores what a node has at rest, without what is the default; a translation that is there stays one.
inline void setLocal(gltf::Json& json, NodeIndex index, const Trs& local) {
  gltf::JsonValue& node = json.editRoot().find("nodes")->elements()[index.value];
  json.remove(node, "matrix");
  const auto put = [&](std::string_view key, std::initializer_list<float> values, bool stays) {
    if (stays) {
      json.set(node, key, json.numbers(std::span(values.begin(), values.size())));
    } else {
      json.remove(node, key);
    }
  };
  const Vec3 t = local.translation, s = local.scale;
  const Quat q = local.rotation;
  put("rotation", {q.x, q.y, q.z, q.w}, !(q == Quat{}));
  put("scale", {s.x, s.y, s.z}, !(s == Vec3{1, 1, 1}));
  put("translation", {t.x, t.y, t.z}, !(t == Vec3{}) || node.has("translation"));
}

}  // namespace vrm::edit
