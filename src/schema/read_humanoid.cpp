// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/reader.hpp"

namespace vrm::schema {

using gltf::nodeText;

namespace {

constexpr struct {
  std::string_view old, now;
  HumanBone bone;
} kThumbs[] = {{"leftThumbProximal", "leftThumbMetacarpal", HumanBone::LeftThumbMetacarpal},
               {"leftThumbIntermediate", "leftThumbProximal", HumanBone::LeftThumbProximal},
               {"rightThumbProximal", "rightThumbMetacarpal", HumanBone::RightThumbMetacarpal},
               {"rightThumbIntermediate", "rightThumbProximal", HumanBone::RightThumbProximal}};

// The same but for capitals, or one letter too many, too few or another.
bool isNearName(std::string_view a, std::string_view b) {
  if (equalIgnoringCase(a, b)) return true;
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin());
  const auto same = static_cast<std::size_t>(differ.first - a.begin());
  const std::size_t skipped = a.size() == b.size() ? same + 1 : same;
  return a.substr(std::min(skipped, a.size())) == b.substr(same + 1);
}

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
    claims.useOldThumbs(thumbs_.areOld(version_));
    gltf::forEachMember(*bones, [&](const gltf::JsonMember& member) {
      const std::optional<HumanBone> bone = findHumanBone(member.key.string());
      if (bone && !member.value.isObject()) claims.refuse(*bone);
    });
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
    gltf::forEachMember(bones, [&](const gltf::JsonMember& member) {
      const Place at = place / member.key.string();
      visit(member.value, at, member.key.string(), each);
    });
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
    if (!bone) return unknown(entry, claims);
    if (version_ == VrmVersion::Vrm0) readUnityLimit(entry.in, *bone);
    // 0.x says "none" with -1, which nobody has reported.
    const JsonValue* const written = entry.in.find("node");
    const bool none = version_ == VrmVersion::Vrm0 && written && written->number() == -1.0;
    if (!none) claims.claim(*bone, node, entry.in.place());
  }

  // A required bone whose name is misspelt is not missing as well.
  void unknown(const Entry& entry, BoneClaims& claims) {
    std::string meant;
    for (const HumanBoneInfo& row : allHumanBones()) {
      if (!isRequired(row.bone, version_) || !isNearName(entry.name, row.name)) continue;
      claims.refuse(row.bone);
      meant = "; " + std::string(row.name) + " may be meant";
    }
    context_.diagnostics.add(Code::VrmBoneUnknown, entry.in.place().pointer(),
                             "there is no humanoid bone " + gltf::inQuotes(entry.name) + meant);
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

void BoneClaims::useOldThumbs(bool old) {
  oldThumbs_ = old;
  if (context_.origins && old) context_.origins->oldThumbs = true;
}

void BoneClaims::claim(HumanBone bone, NodeIndex node, const Place& entry) {
  if (!node) return refuse(bone);
  std::uint8_t& owner = owners_[node.value];
  if (slot(bone)) {
    // A key that is there twice has been reported.
    if (entry.index == kNone && entry.key == entries_[static_cast<std::size_t>(bone)].key) return;
    context_.diagnostics.add(Code::VrmBoneDuplicate, entry.pointer(),
                             textOf(bone) + " is " + nodeText(context_.asset, slot(bone)) + " already");
  } else if (owner != kNoBone) {
    context_.diagnostics.add(Code::VrmBoneDuplicate, (entry / "node").pointer(),
                             nodeText(context_.asset, node) + " is the bone " +
                                 textOf(static_cast<HumanBone>(owner)) + " already; " + textOf(bone) + " is left out");
    refuse(bone);
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
        textOf(row.bone) + ", " + nodeText(context_.asset, node) + ", should stand below " + textOf(*parent) + ", but " +
            (above ? "the first bone above it is " + textOf(static_cast<HumanBone>(owners_[above.value]))
                   : std::string("no bone is above it")));
  }
}

void ThumbNames::see(std::string_view boneName) {
  old_ = old_ || boneName.ends_with("ThumbIntermediate");
  new_ = new_ || boneName.ends_with("ThumbMetacarpal");
}

std::optional<HumanBone> ThumbNames::find(Context& context, std::string_view boneName, const Place& place,
                                          VrmVersion version) const {
  if (!areOld(version)) return findHumanBone(boneName);
  for (const auto& row : kThumbs) {
    if (boneName != row.old) continue;
    context.spellings.note(place, row.old, row.now);
    return row.bone;
  }
  return findHumanBone(boneName);
}

std::string_view nameInFile(HumanBone bone, bool oldThumbs) noexcept {
  for (const auto& row : kThumbs) {
    if (oldThumbs && row.bone == bone) return row.old;
  }
  return name(bone);
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
