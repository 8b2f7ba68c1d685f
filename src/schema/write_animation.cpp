// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/member_writer.hpp"

namespace vrm::schema {
namespace {

void writeTracks(const MemberWriter& extension, const HumanoidAnimation& animation) {
  if (animation.expressions.empty() && !extension.object().find("expressions")) return;
  const MemberWriter expressions = extension.child("expressions");
  for (const bool preset : {true, false}) {
    std::vector<const ExpressionTrack*> group;
    std::vector<std::string_view> names;
    for (const ExpressionTrack& track : animation.expressions) {
      if (track.preset.has_value() != preset) continue;
      group.push_back(&track);
      names.push_back(track.name);
    }
    const std::vector<gltf::JsonValue*> to = writeNamed(expressions, preset ? "preset" : "custom", names, !preset);
    for (std::size_t i = 0; i < to.size(); ++i) MemberWriter(extension.json(), *to[i]).index("node", group[i]->node);
  }
}

}  // namespace

void writeAnimation(WriteContext& context, const Vrm& vrm) {
  gltf::Json& json = context.document.editJson();
  if (!vrm.animation) return removeExtension(json, json.editRoot(), "VRMC_vrm_animation");
  const MemberWriter to = extensionOf(json, json.editRoot(), "VRMC_vrm_animation");
  to.string("specVersion", "1.0");
  const MemberWriter bones = to.child("humanoid").child("humanBones");
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = (*vrm.animation)[bone.bone];
    node ? bones.child(bone.name).index("node", node) : bones.remove(bone.name);
  }
  if (bones.object().size() == 0) to.remove("humanoid");
  writeTracks(to, *vrm.animation);
  if (!vrm.animation->lookAt) return to.remove("lookAt");
  const MemberWriter lookAt = to.child("lookAt");
  lookAt.index("node", vrm.animation->lookAt->node);
  const std::optional<Vec3>& offset = vrm.animation->lookAt->offsetFromHeadBone;
  offset ? lookAt.vec3("offsetFromHeadBone", *offset) : lookAt.remove("offsetFromHeadBone");
}

}  // namespace vrm::schema
