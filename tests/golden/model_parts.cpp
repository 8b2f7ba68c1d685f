// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "golden/model_parts.hpp"

#include <algorithm>
#include <cmath>

namespace vrm::golden {

float Arbitrary::number() {
  state_ = state_ * 1664525u + 1013904223u;
  return (static_cast<float>(state_ >> 16) - 32768.0f) / 32768.0f;
}

Vec3 Arbitrary::offset() {
  const auto part = [&] {
    const float v = number() * 0.2f;
    return v < 0 ? v - 0.05f : v + 0.05f;
  };
  const float x = part(), y = part();
  return {x, y, part()};
}

Quat Arbitrary::rotation() {
  const double x = static_cast<double>(number()), y = static_cast<double>(number()),
               z = static_cast<double>(number());
  const double w = 0.25 + std::abs(static_cast<double>(number()));
  const double size = std::sqrt(x * x + y * y + z * z + w * w);
  return {static_cast<float>(x / size), static_cast<float>(y / size), static_cast<float>(z / size),
          static_cast<float>(w / size)};
}

std::string text(float value) {
  return formatFloat(value);
}
std::string text(Vec3 v) {
  return "[" + text(v.x) + "," + text(v.y) + "," + text(v.z) + "]";
}
std::string text(const Quat& q) {
  return "[" + text(q.x) + "," + text(q.y) + "," + text(q.z) + "," + text(q.w) + "]";
}
std::string text(std::uint32_t index) {
  return std::to_string(index);
}

std::uint32_t addNode(test::AssetBuilder& b, std::string_view name, const Trs& local, std::uint32_t parent) {
  const std::uint32_t node = b.node(name, local.translation, parent);
  const std::string pointer = "/nodes/" + text(node);
  if (local.rotation != Quat{}) b.set(pointer + "/rotation", text(local.rotation));
  if (local.scale != Vec3{1, 1, 1}) b.set(pointer + "/scale", text(local.scale));
  return node;
}

BoneNodes addSkeleton(test::AssetBuilder& b, Arbitrary& numbers, const SkeletonOptions& options) {
  BoneNodes nodes;
  nodes.fill(kNone);
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (!bone.required &&
        std::find(options.optional.begin(), options.optional.end(), bone.bone) == options.optional.end())
      continue;
    std::uint32_t parent = options.parent;
    for (HumanBone up = bone.bone; up != HumanBone::Hips;) {
      up = info(up).parent;
      if (at(nodes, up) == kNone) continue;
      parent = at(nodes, up);
      break;
    }
    const std::string name(bone.name);
    if (options.between && static_cast<unsigned>(bone.bone) % 3 == 1) {
      // Alike in all directions: the reference takes rotations out of matrices, and where a scale that is not
      // precedes a rotation there is none in it.
      parent =
          addNode(b, name + "_between", {numbers.offset(), numbers.rotation(), {0.9f, 0.9f, 0.9f}}, parent);
    }
    nodes[static_cast<std::size_t>(bone.bone)] = addNode(b, name, numbers.place(), parent);
  }
  return nodes;
}

void addVrm(test::AssetBuilder& b, const BoneNodes& bones, std::string_view members) {
  std::string list;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (at(bones, bone.bone) == kNone) continue;
    list += (list.empty() ? "\"" : ",\"") + std::string(bone.name) + R"(":{"node":)" +
            text(at(bones, bone.bone)) + "}";
  }
  b.use("VRMC_vrm");
  b.set("/extensions/VRMC_vrm",
        R"({"specVersion":"1.0","meta":{"name":"golden","version":"1","authors":["libvrm"],)"
        R"("licenseUrl":"https://vrm.dev/licenses/1.0/"},"humanoid":{"humanBones":{)" +
            list + "}}" + (members.empty() ? "" : ",") + std::string(members) + "}");
}

}  // namespace vrm::golden
