// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "pose_file.hpp"

#include <array>
#include <optional>
#include <string>

namespace vrm::cli {
namespace {

Error wrong(std::string pointer, std::string message) {
  return {Code::ScenarioInvalid, std::move(message), std::move(pointer), kNoOffset};
}

template <std::size_t N>
Result<std::array<float, N>> numbersOf(const gltf::JsonValue& value, const std::string& pointer) {
  std::array<float, N> out{};
  if (value.isArray() && value.size() == N) {
    std::size_t good = 0;
    for (; good < N; ++good) {
      const std::optional<double> number = value.elements()[good].number();
      if (!number) break;
      out[good] = narrow(*number);
    }
    if (good == N) return out;
  }
  return wrong(pointer, "this must be a list of " + std::to_string(N) + " numbers");
}

}  // namespace

Result<Pose> readPose(std::string_view text) {
  Diagnostics ignored;  // doubled keys: the last one counts
  Result<gltf::Json> json = gltf::Json::parse(text, {}, ignored);
  if (!json) return std::move(json).error();
  const gltf::JsonValue& root = json->root();
  if (!root.isObject()) return wrong("", "a pose is an object with a member for each bone that is turned");
  Pose pose;
  for (const gltf::JsonMember& member : root.members()) {
    const std::string pointer = gltf::pointerJoin("", member.key.string());
    const std::optional<HumanBone> bone = findHumanBone(member.key.string());
    if (!bone) return wrong(pointer, "this is no human bone of VRM 1.0");
    if (!member.value.isObject()) return wrong(pointer, "this must be an object with rotation or position");
    for (const gltf::JsonMember& part : member.value.members()) {
      if (part.key.string() != "rotation" && part.key.string() != "position")
        return wrong(gltf::pointerJoin(pointer, part.key.string()), "bones have a rotation or a position, nothing else");
    }
    if (const gltf::JsonValue* rotation = member.value.find("rotation"); rotation && !rotation->isNull()) {
      const auto r = numbersOf<4>(*rotation, pointer + "/rotation");
      if (!r) return r.error();
      const Quat q{(*r)[0], (*r)[1], (*r)[2], (*r)[3]};
      if (!(dot(q, q) > 0)) return wrong(pointer + "/rotation", "a quaternion of length 0 is no rotation");
      pose.rotate(*bone, q);
    }
    if (const gltf::JsonValue* position = member.value.find("position"); position && !position->isNull()) {
      if (*bone != HumanBone::Hips) return wrong(pointer + "/position", "only hips can be moved");
      const auto p = numbersOf<3>(*position, pointer + "/position");
      if (!p) return p.error();
      pose.moveHips({(*p)[0], (*p)[1], (*p)[2]});
    }
  }
  return pose;
}

}  // namespace vrm::cli
