// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What VRM 0.x and drafts say and 1.0 has no word for, kept in `VRMC_vrm.extras.vrmSource` of files that were
// converted, so that nothing is lost: reading such a file gives the same structs as reading its source. Other readers
// ignore it, which the VRM_LOSSY diagnostics say.
#include <algorithm>

#include "schema/member_writer.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

constexpr std::string_view kName = "vrmSource";

struct NamedMap {
  std::string_view name;
  RangeMap LookAt::*map;
};
constexpr NamedMap kMaps[] = {{"rangeMapHorizontalInner", &LookAt::rangeMapHorizontalInner},
                              {"rangeMapHorizontalOuter", &LookAt::rangeMapHorizontalOuter},
                              {"rangeMapVerticalDown", &LookAt::rangeMapVerticalDown},
                              {"rangeMapVerticalUp", &LookAt::rangeMapVerticalUp}};

struct NamedNumber {
  std::string_view name;
  float UnityHumanDescription::*number;
};
constexpr NamedNumber kUnity[] = {
    {"armStretch", &UnityHumanDescription::armStretch},       {"legStretch", &UnityHumanDescription::legStretch},
    {"upperArmTwist", &UnityHumanDescription::upperArmTwist}, {"lowerArmTwist", &UnityHumanDescription::lowerArmTwist},
    {"upperLegTwist", &UnityHumanDescription::upperLegTwist}, {"lowerLegTwist", &UnityHumanDescription::lowerLegTwist},
    {"feetSpacing", &UnityHumanDescription::feetSpacing}};

bool hasSource(const Vrm& vrm) {
  const auto curved = [&](const NamedMap& m) { return !((*vrm.lookAt).*m.map).curve.empty(); };
  return !vrm.exporterVersion.empty() || vrm.humanoid.unity || vrm.expressions.binaryRule != BinaryRule::AboveHalf ||
         std::any_of(vrm.humanoid.tails.begin(), vrm.humanoid.tails.end(), [](NodeIndex n) { return n.valid(); }) ||
         (vrm.lookAt && std::any_of(std::begin(kMaps), std::end(kMaps), curved));
}

void writeUnity(const MemberWriter& to, const UnityHumanDescription& unity) {
  const UnityHumanDescription standard;
  for (const NamedNumber& n : kUnity) to.number(n.name, unity.*n.number, standard.*n.number);
  to.boolean("hasTranslationDoF", unity.hasTranslationDoF, false);
  const auto limits = to.objects("limits", unity.limits.size());
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const UnityHumanLimit& limit = unity.limits[i];
    const MemberWriter out(to.json(), limits[i]);
    out.string("bone", name(limit.bone));
    out.vec3("min", limit.min);
    out.vec3("max", limit.max);
    out.vec3("center", limit.center);
    out.required("axisLength", limit.axisLength);
  }
}

void readUnity(Context& context, const MemberReader& in, UnityHumanDescription& out) {
  readUnityNumbers(in, out);
  forEachElement(context, in, "limits", [&](const MemberReader& limit, std::uint32_t) {
    const std::optional<HumanBone> bone = findHumanBone(limit.string("bone"));
    if (!bone) return;
    out.limits.push_back({*bone, readVec3(context, limit, "min").value_or(Vec3{}),
                          readVec3(context, limit, "max").value_or(Vec3{}),
                          readVec3(context, limit, "center").value_or(Vec3{}), limit.number("axisLength", 0)});
  });
}

}  // namespace

bool readUnityNumbers(const MemberReader& in, UnityHumanDescription& out) {
  bool any = in.find("hasTranslationDoF") != nullptr;
  for (const NamedNumber& n : kUnity) {
    any = any || in.find(n.name);
    out.*n.number = in.number(n.name, out.*n.number);
  }
  out.hasTranslationDoF = in.boolean("hasTranslationDoF", false);
  return any;
}

void writeSource(WriteContext& context, const Vrm& vrm, const MemberWriter& extension) {
  if (!hasSource(vrm)) {
    if (JsonValue* extras = extension.object().find("extras")) {
      if (extension.json().remove(*extras, kName) && extras->size() == 0) extension.remove("extras");
    }
    return;
  }
  const MemberWriter extras = extrasOf(extension);
  extras.remove(kName);
  const MemberWriter to = extras.child(kName);
  const auto lossy = [&](std::string pointer, std::string message) {
    context.diagnostics.add(Code::VrmLossy, std::move(pointer), std::move(message));
  };
  to.string("exporterVersion", vrm.exporterVersion);
  if (vrm.expressions.binaryRule == BinaryRule::NonZero) {
    to.string("binaryRule", name(BinaryRule::NonZero));
    const auto binary = [](const Expression& e) { return e.isBinary; };
    if (std::any_of(vrm.expressions.list.begin(), vrm.expressions.list.end(), binary)) {
      lossy("/extensions/VRMC_vrm/expressions",
            "binary expressions of the draft switch above 0; 1.0 readers switch them above 0.5");
    }
  }
  for (const HumanTailInfo& tail : allHumanTails()) {
    const NodeIndex node = vrm.humanoid.tails[static_cast<std::size_t>(tail.tail)];
    if (node) to.child("humanBoneTails").index(tail.name, node);
  }
  if (vrm.humanoid.unity) writeUnity(to.child("unityHumanDescription"), *vrm.humanoid.unity);
  for (const NamedMap& m : kMaps) {
    if (!vrm.lookAt || ((*vrm.lookAt).*m.map).curve.empty()) continue;
    to.child("lookAtCurves").numbers(m.name, ((*vrm.lookAt).*m.map).curve);
    lossy("/extensions/VRMC_vrm/lookAt/" + std::string(m.name),
          "1.0 has no curves; a straight line to the same end is used");
  }
}

void readSource(Context& context, const JsonValue& extension, const Place& place, Vrm& out) {
  const JsonValue* extras = extension.find("extras");
  const JsonValue* source = extras ? extras->find(kName) : nullptr;
  if (!source || !source->isObject()) return;
  const Place above = place / "extras";
  const Place at = above / kName;
  const MemberReader in(*source, at, context.diagnostics);
  out.exporterVersion = in.string("exporterVersion");
  if (in.string("binaryRule") == name(BinaryRule::NonZero)) out.expressions.binaryRule = BinaryRule::NonZero;
  if (const JsonValue* tails = objectMember(context, in, "humanBoneTails")) {
    const Place list = at / "humanBoneTails";
    const MemberReader members(*tails, list, context.diagnostics);
    for (const HumanTailInfo& tail : allHumanTails()) {
      out.humanoid.tails[static_cast<std::size_t>(tail.tail)] =
          members.index<NodeIndex>(tail.name, context.asset.nodes.size());
    }
  }
  if (const JsonValue* unity = objectMember(context, in, "unityHumanDescription")) {
    const Place member = at / "unityHumanDescription";
    readUnity(context, MemberReader(*unity, member, context.diagnostics), out.humanoid.unity.emplace());
  }
  const JsonValue* curves = objectMember(context, in, "lookAtCurves");
  if (!curves || !out.lookAt) return;
  const Place list = at / "lookAtCurves";
  const MemberReader members(*curves, list, context.diagnostics);
  for (const NamedMap& m : kMaps) {
    std::vector<float>& curve = ((*out.lookAt).*m.map).curve;
    curve.resize(std::min<std::size_t>(members.array(m.name).size(), kMaxCurveNumbers));
    if (!curve.empty() && !members.numbers(m.name, curve)) curve.clear();
  }
}

}  // namespace vrm::schema
