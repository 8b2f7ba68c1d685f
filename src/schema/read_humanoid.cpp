// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/reader.hpp"

namespace vrm::schema {

using gltf::nodeText;

namespace {

// One entry of humanBones, from an object (1.0, drafts) or from an array of {bone, node} (0.x).
struct Entry {
  std::string_view name;
  MemberReader in;
};

class HumanoidReader {
 public:
  HumanoidReader(Context& context, VrmVersion version, Humanoid& out)
      : context_(context), version_(version), out_(out) {}

  void read(const MemberReader& in) {
    const JsonValue* bones = in.find("humanBones");
    if (!bones) return in.missing("humanBones", "the model has no humanoid; name its bones there");
    const Place place = in.place() / "humanBones";
    if (!bones->isArray() && !bones->isObject()) {
      context_.diagnostics.add(Code::GltfType, place.pointer(), "humanBones must be an object");
      return;
    }
    if (bones->isArray() && version_ != VrmVersion::Vrm0) {
      context_.spellings.note(place, "humanBones as a list", "humanBones as an object");
    }
    if (version_ == VrmVersion::Vrm0) {
      UnityHumanDescription unity;
      if (readUnityNumbers(in, unity)) out_.unity = unity;
    }
    reportStrangers(*bones, place);
    BoneClaims claims(context_, place, out_.humanBones);
    forEachBone(*bones, place, [&](const Entry& entry) { thumbs_.see(entry.name); });
    forEachBone(*bones, place, [&](const Entry& entry) { readBone(entry, claims); });
    checkRequired(place, claims);
    claims.checkParents();
  }

 private:
  template <class F>
  void forEachBone(const JsonValue& bones, const Place& place, F&& each) {
    std::uint32_t i = 0;
    for (const JsonValue& element : bones.elements()) {
      const Place at = place / i++;
      const JsonValue* name = element.find("bone");
      visit(element, at, name ? name->string() : std::string_view(), each);
    }
    for (const gltf::JsonMember& member : bones.members()) {
      const Place at = place / member.key.string();
      visit(member.value, at, member.key.string(), each);
    }
  }

  template <class F>
  void visit(const JsonValue& bone, const Place& place, std::string_view name, F& each) {
    if (bone.isObject()) each(Entry{name, MemberReader(bone, place, context_.diagnostics)});
  }

  void reportStrangers(const JsonValue& bones, const Place& place) {
    const auto check = [&](const JsonValue& bone, const Place& at) {
      if (!bone.isObject()) context_.diagnostics.add(Code::GltfType, at.pointer(), "a bone must be an object");
    };
    std::uint32_t i = 0;
    for (const JsonValue& element : bones.elements()) check(element, place / i++);
    for (const gltf::JsonMember& member : bones.members()) check(member.value, place / member.key.string());
  }

  void readBone(const Entry& entry, BoneClaims& claims) {
    const std::uint32_t nodes = static_cast<std::uint32_t>(context_.asset.nodes.size());
    const NodeIndex node = entry.in.index<NodeIndex>("node", nodes);
    if (!entry.in.find("node")) entry.in.missing("node", "the bone is left out");
    if (const std::optional<HumanTail> tail = findHumanTail(entry.name)) {
      out_.tails[static_cast<std::size_t>(*tail)] = node;
      return;
    }
    const std::optional<HumanBone> bone = thumbs_.find(context_, entry.name, entry.in.place(), version_);
    if (!bone) {
      context_.diagnostics.add(Code::VrmBoneUnknown, entry.in.place().pointer(),
                               "there is no humanoid bone \"" + std::string(entry.name.substr(0, 60)) + "\"");
      return;
    }
    if (version_ == VrmVersion::Vrm0) readUnityLimit(entry.in, *bone);
    claims.claim(*bone, node, entry.in.place());
  }

  void checkRequired(const Place& place, const BoneClaims& claims) {
    std::string names;
    std::size_t count = 0;
    for (const HumanBoneInfo& row : allHumanBones()) {
      if (!isRequired(row.bone, version_) || out_[row.bone] || claims.isRefused(row.bone)) continue;
      names += (count++ ? ", " : "") + std::string(row.name);
    }
    if (count == 0) return;
    context_.diagnostics.add(Code::VrmBoneMissing, place.pointer(),
                             count == 1 ? "the required bone " + names + " is missing"
                                        : std::to_string(count) + " required bones are missing: " + names);
  }

  void readUnityLimit(const MemberReader& in, HumanBone bone) {
    if (in.boolean("useDefaultValues", true)) return;
    UnityHumanLimit limit;
    limit.bone = bone;
    limit.min = readVec3(context_, in, "min").value_or(Vec3{});
    limit.max = readVec3(context_, in, "max").value_or(Vec3{});
    limit.center = readVec3(context_, in, "center").value_or(Vec3{});
    limit.axisLength = in.number("axisLength", 0);
    if (!out_.unity) out_.unity.emplace();
    out_.unity->limits.push_back(limit);
  }

  Context& context_;
  VrmVersion version_;
  Humanoid& out_;
  ThumbNames thumbs_;
};

}  // namespace

BoneClaims::BoneClaims(Context& context, const Place& list, Bones& bones)
    : context_(context), list_(list), bones_(bones), owners_(context.asset.nodes.size(), kNoBone) {}

void BoneClaims::claim(HumanBone bone, NodeIndex node, const Place& entry) {
  if (!node) return;
  std::uint8_t& owner = owners_[node.value];
  if (slot(bone)) {
    context_.diagnostics.add(Code::VrmBoneDuplicate, entry.pointer(),
                             std::string(name(bone)) + " is " + nodeText(context_.asset, slot(bone)) + " already");
  } else if (owner != kNoBone) {
    context_.diagnostics.add(Code::VrmBoneDuplicate, (entry / "node").pointer(),
                             nodeText(context_.asset, node) + " is the bone " +
                                 std::string(name(static_cast<HumanBone>(owner))) + " already; " +
                                 std::string(name(bone)) + " is left out");
    refused_[static_cast<std::size_t>(bone)] = true;
  } else {
    slot(bone) = node;
    owner = static_cast<std::uint8_t>(bone);
    entries_[static_cast<std::size_t>(bone)] = Place{&list_, entry.key, entry.index};
  }
}

void BoneClaims::checkParents() {
  Humanoid humanoid;
  humanoid.humanBones = bones_;
  for (const HumanBoneInfo& row : allHumanBones()) {
    const NodeIndex node = slot(row.bone);
    const std::optional<HumanBone> parent = node ? humanoid.parentOf(row.bone) : std::nullopt;
    if (!parent) continue;
    NodeIndex above = context_.asset.nodes[node.value].parent;
    while (above && owners_[above.value] == kNoBone) above = context_.asset.nodes[above.value].parent;
    if (above == slot(*parent)) continue;
    context_.diagnostics.add(
        Code::VrmBoneParent, (entries_[static_cast<std::size_t>(row.bone)] / "node").pointer(),
        std::string(row.name) + ", " + nodeText(context_.asset, node) + ", should stand below " +
            std::string(name(*parent)) + ", but " +
            (above ? "the first bone above it is " + std::string(name(static_cast<HumanBone>(owners_[above.value])))
                   : std::string("no bone is above it")));
  }
}

void ThumbNames::see(std::string_view boneName) {
  old_ = old_ || boneName.ends_with("ThumbIntermediate");
  new_ = new_ || boneName.ends_with("ThumbMetacarpal");
}

std::optional<HumanBone> ThumbNames::find(Context& context, std::string_view boneName, const Place& place,
                                          VrmVersion version) const {
  constexpr std::string_view kThumbs[][2] = {{"leftThumbProximal", "leftThumbMetacarpal"},
                                             {"leftThumbIntermediate", "leftThumbProximal"},
                                             {"rightThumbProximal", "rightThumbMetacarpal"},
                                             {"rightThumbIntermediate", "rightThumbProximal"}};
  const bool older = version == VrmVersion::Vrm0 || version == VrmVersion::Draft;
  if (!old_ && (new_ || !older)) return findHumanBone(boneName);
  for (const auto& [old, now] : kThumbs) {
    if (boneName != old) continue;
    context.spellings.note(place, old, now);
    return findHumanBone(now);
  }
  return findHumanBone(boneName);
}

void readHumanoid(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Humanoid& out) {
  const MemberReader in(extension, place, context.diagnostics);
  const JsonValue* humanoid = objectMember(context, in, "humanoid");
  if (!humanoid) {
    if (!in.find("humanoid")) in.missing("humanoid", "the model has no humanoid");
    return;
  }
  const Place at = place / "humanoid";
  HumanoidReader(context, version, out).read(MemberReader(*humanoid, at, context.diagnostics));
}

}  // namespace vrm::schema
