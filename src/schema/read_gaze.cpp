// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Where the eyes look and what a first-person camera shows: VRM 0.x keeps both in `firstPerson`.
#include <algorithm>
#include <numbers>

#include "schema/mesh_nodes.hpp"
#include "schema/names.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

class GazeReader {
 public:
  GazeReader(Context& context, VrmVersion version, Vrm& out) : context_(context), version_(version), out_(out) {}

  void readLookAt(const MemberReader& in) {
    LookAt& lookAt = out_.lookAt.emplace();
    if (const std::optional<Vec3> offset = readVec3(context_, in, "offsetFromHeadBone")) {
      lookAt.offsetFromHeadBone = *offset;
    }
    const Found type = findSpelling(context_, in, {"type", "lookAtType"});
    const bool draft = type.key == "lookAtType" || version_ == VrmVersion::Draft;
    lookAt.type = typeOf(in, type.key);
    lookAt.rangeMapHorizontalInner = rangeMap(in, {"rangeMapHorizontalInner", "horizontalInner", "lookAtHorizontalInner"}, draft);
    lookAt.rangeMapHorizontalOuter = rangeMap(in, {"rangeMapHorizontalOuter", "horizontalOuter", "lookAtHorizontalOuter"}, draft);
    lookAt.rangeMapVerticalDown = rangeMap(in, {"rangeMapVerticalDown", "verticalDown", "lookAtVerticalDown"}, draft);
    lookAt.rangeMapVerticalUp = rangeMap(in, {"rangeMapVerticalUp", "verticalUp", "lookAtVerticalUp"}, draft);
  }

  void readLookAtVrm0(const MemberReader& in) {
    LookAt& lookAt = out_.lookAt.emplace();
    readOffsetVrm0(in);
    lookAt.type = typeOf(in, "lookAtTypeName");
    lookAt.rangeMapHorizontalInner = degreeMap(in, "lookAtHorizontalInner");
    lookAt.rangeMapHorizontalOuter = degreeMap(in, "lookAtHorizontalOuter");
    lookAt.rangeMapVerticalDown = degreeMap(in, "lookAtVerticalDown");
    lookAt.rangeMapVerticalUp = degreeMap(in, "lookAtVerticalUp");
  }

  void readAnnotations(const MemberReader& in) {
    std::vector<bool> annotated(context_.asset.nodes.size());
    MeshNodes meshNodes;
    forEachElement(context_, in, "meshAnnotations", [&](const MemberReader& annotation, std::uint32_t) {
      const Found key = findSpelling(context_, annotation, {"type", "firstPersonType", "firstPersonFlag"});
      if (!key) annotation.missing("type", "auto is used");
      const std::size_t type = readChoice(context_, annotation, key.key, firstPersonTypeNames(), true).value_or(0);
      const auto add = [&](NodeIndex node) {
        const bool doubled = annotated[node.value];
        if (doubled || !context_.asset.nodes[node.value].mesh) {
          context_.diagnostics.add(Code::VrmAnnotation, annotation.place().pointer(),
                                   gltf::nodeText(context_.asset, node) +
                                       (doubled ? " has an annotation already" : " has no mesh"));
          return;
        }
        annotated[node.value] = true;
        out_.firstPerson.meshAnnotations.push_back({node, static_cast<FirstPersonType>(type)});
      };
      if (annotation.find("node")) {
        if (const NodeIndex node = annotation.index<NodeIndex>("node", context_.asset.nodes.size())) add(node);
        return;
      }
      if (!annotation.find("mesh")) return annotation.missing("node", "the annotation is left out");
      const MeshIndex mesh = annotation.index<MeshIndex>("mesh", context_.asset.meshes.size());
      if (!mesh) return;
      // It names a mesh, so it is for every node with it (decision 32).
      for (const NodeIndex node : meshNodes.of(context_.asset, mesh)) {
        if (!expand(context_, annotation.place())) return;
        add(node);
      }
    });
  }

 private:
  LookAtType typeOf(const MemberReader& in, std::string_view key) {
    const JsonValue* value = in.find(key);
    if (value && equalIgnoringCase(value->string(), "blendShape")) {
      context_.spellings.note(in.place() / key, value->string(), "expression");
      return LookAtType::Expression;
    }
    const bool old = key != "type";  // 0.x writes "Bone"
    return static_cast<LookAtType>(readChoice(context_, in, key, kLookAtTypes, old).value_or(0));
  }

  // Absent maps and members: 90 degrees of input, 10 degrees or the full weight of output (decision 30).
  float defaultScale() const { return out_.lookAt->type == LookAtType::Bone ? 10.0f : 1.0f; }

  RangeMap rangeMap(const MemberReader& in, std::initializer_list<std::string_view> keys, bool draft) {
    RangeMap map;
    map.outputScale = defaultScale();
    const Found found = findSpelling(context_, in, keys);
    if (!found) return map;
    const Place place = in.place() / found.key;
    const MemberReader members(*found.value, place, context_.diagnostics);
    map.inputMaxValue = members.clamped("inputMaxValue", 90, 0, 180);
    map.outputScale = members.number("outputScale", map.outputScale);
    if (draft && out_.lookAt->type == LookAtType::Bone && members.find("outputScale")) {
      // Seed 004 says radians, the draft's own schema degrees (decision 29).
      const bool radians = map.outputScale <= std::numbers::pi_v<float> / 2;
      if (radians) map.outputScale = narrow(static_cast<double>(map.outputScale) * 180 / std::numbers::pi);
      context_.diagnostics.add(Code::VrmLookAtUnit, (place / "outputScale").pointer(),
                               radians ? "outputScale is at most pi/2; it is read as radians"
                                       : "outputScale is more than pi/2; it is read as degrees");
    }
    return map;
  }

  // VRM 0.x `degreemap`: xRange and yRange, and a curve that is kept when it is not the straight line.
  RangeMap degreeMap(const MemberReader& in, std::string_view key) {
    RangeMap map;
    map.outputScale = defaultScale();
    const JsonValue* value = objectMember(context_, in, key);
    if (!value) return map;
    const Place place = in.place() / key;
    const MemberReader members(*value, place, context_.diagnostics);
    map.inputMaxValue = members.clamped("xRange", 90, 0, 180);
    map.outputScale = members.number("yRange", map.outputScale);
    const std::span<const JsonValue> keys = members.array("curve");
    if (keys.empty()) return map;
    map.curve.resize(std::min<std::size_t>(keys.size(), kMaxCurveNumbers));
    if (keys.size() > kMaxCurveNumbers || keys.size() % 4 != 0 || !members.numbers("curve", map.curve)) {
      members.outOfRange("curve", *members.find("curve"));
      map.curve.clear();
      return map;
    }
    constexpr float kLine[] = {0, 0, 0, 1, 1, 1, 1, 0};
    if (std::equal(map.curve.begin(), map.curve.end(), std::begin(kLine), std::end(kLine))) {
      map.curve.clear();
    } else {
      context_.diagnostics.add(Code::VrmLookAtCurve, (place / "curve").pointer(),
                               "the curve is kept, but the output grows in a straight line");
    }
    return map;
  }

  // A Unity vector in the space of firstPersonBone (decision 1); the data model has it in the head's.
  void readOffsetVrm0(const MemberReader& in) {
    const std::optional<Vec3> unity = readVec3(context_, in, "firstPersonBoneOffset");
    if (!unity) return;
    Vec3& offset = out_.lookAt->offsetFromHeadBone;
    offset = {unity->x, unity->y, -unity->z};
    const NodeIndex bone = in.index<NodeIndex>("firstPersonBone", context_.asset.nodes.size());
    const NodeIndex head = out_.humanoid[HumanBone::Head];
    if (!bone || !head || bone == head) return;
    const RestPose& rest = context_.restPose();
    const RestPose::Point world = rest.toWorld(
        bone, {static_cast<double>(offset.x), static_cast<double>(offset.y), static_cast<double>(offset.z)});
    const std::optional<Vec3> moved = rest.toLocal(head, world);
    if (!moved) return;
    offset = *moved;
    context_.spellings.note(in.place() / "firstPersonBone", "firstPersonBone that is not the head",
                            "an offset in the head's space");
  }

  Context& context_;
  VrmVersion version_;
  Vrm& out_;
};

}  // namespace

void readGaze(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Vrm& out) {
  const MemberReader in(extension, place, context.diagnostics);
  GazeReader reader(context, version, out);
  if (version != VrmVersion::Vrm0) {
    if (const JsonValue* lookAt = objectMember(context, in, "lookAt")) {
      const Place at = place / "lookAt";
      reader.readLookAt(MemberReader(*lookAt, at, context.diagnostics));
    }
  }
  const JsonValue* firstPerson = objectMember(context, in, "firstPerson");
  if (!firstPerson) return;
  const Place at = place / "firstPerson";
  const MemberReader members(*firstPerson, at, context.diagnostics);
  if (version == VrmVersion::Vrm0) reader.readLookAtVrm0(members);
  reader.readAnnotations(members);
}

}  // namespace vrm::schema
