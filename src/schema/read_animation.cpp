// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/reader.hpp"
#include "schema/spec_version.hpp"

namespace vrm::schema {
namespace {

NodeIndex trackNode(Context& context, const MemberReader& in) {
  if (!in.find("node")) in.missing("node", "the track is left out");
  return in.index<NodeIndex>("node", context.asset.nodes.size());
}

void readBones(Context& context, const MemberReader& in, HumanoidAnimation& out) {
  const JsonValue* bones = objectMember(context, in, "humanBones");
  if (!bones) return;
  const Place place = in.place() / "humanBones";
  ThumbNames thumbs;
  BoneClaims claims(context, place, out.humanBones);
  for (const gltf::JsonMember& member : bones->members()) thumbs.see(member.key.string());
  claims.useOldThumbs(thumbs.areOld(VrmVersion::Animation));
  gltf::forEachMember(*bones, [&](const gltf::JsonMember& member) {
    const Place at = place / member.key.string();
    const MemberReader bone(member.value, at, context.diagnostics);
    if (!member.value.isObject()) return;
    const NodeIndex node = trackNode(context, bone);
    if (const std::optional<HumanBone> which = thumbs.find(context, member.key.string(), at, VrmVersion::Animation)) {
      claims.claim(*which, node, at);
    } else {
      context.diagnostics.add(Code::VrmBoneUnknown, at.pointer(),
                              "there is no humanoid bone " + gltf::inQuotes(member.key.string()));
    }
  });
  // "based on the Humanoid of VRMC_vrm" (VRMC_vrm_animation 1.0 "Humanoid"): its bones are unique and stand below each
  // other as those of avatars do.
  claims.checkParents();
}

void readTracks(Context& context, const MemberReader& in, HumanoidAnimation& out) {
  for (const std::string_view kind : {"preset", "custom"}) {
    const JsonValue* group = objectMember(context, in, kind);
    if (!group) continue;
    const Place place = in.place() / kind;
    gltf::forEachMember(*group, [&](const gltf::JsonMember& member) {
      const std::string_view name = member.key.string();
      const Place at = place / name;
      const MemberReader expression(member.value, at, context.diagnostics);
      if (!member.value.isObject()) return;
      const NodeIndex node = trackNode(context, expression);
      if (!node) return;
      const std::optional<ExpressionPreset> preset = findExpressionPreset(name);
      if (preset.has_value() != (kind == "preset")) {
        context.diagnostics.add(Code::VrmExpressionName, at.pointer(),
                                gltf::inQuotes(name) + " is " + (preset ? "a" : "no") +
                                    " preset; the track is read as a " +
                                    (preset ? "preset" : "custom expression"));
      }
      out.expressions.push_back({std::string(name), preset, node});
    });
  }
  sortByPreset(out.expressions);
  // A name in both lists: the first one counts.
  const auto doubled = [&](const ExpressionTrack& a, const ExpressionTrack& b) { return a.preset && a.preset == b.preset; };
  out.expressions.erase(std::unique(out.expressions.begin(), out.expressions.end(), doubled), out.expressions.end());
}

}  // namespace

void readAnimation(Context& context, const JsonValue& extension, const Place& place, HumanoidAnimation& out) {
  const MemberReader in(extension, place, context.diagnostics);
  checkOptionalSpecVersion(context, in, {"1.0", "1.0-draft"});
  if (const JsonValue* humanoid = objectMember(context, in, "humanoid")) {
    const Place at = place / "humanoid";
    readBones(context, MemberReader(*humanoid, at, context.diagnostics), out);
  }
  if (const JsonValue* expressions = objectMember(context, in, "expressions")) {
    const Place at = place / "expressions";
    readTracks(context, MemberReader(*expressions, at, context.diagnostics), out);
  }
  if (const JsonValue* lookAt = objectMember(context, in, "lookAt")) {
    const Place at = place / "lookAt";
    const MemberReader members(*lookAt, at, context.diagnostics);
    const NodeIndex node = trackNode(context, members);
    if (node) out.lookAt = LookAtTrack{node, readVec3(context, members, "offsetFromHeadBone")};
  }
}

}  // namespace vrm::schema
