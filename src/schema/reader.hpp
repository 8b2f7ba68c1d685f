// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/member_reader.hpp"
#include "gltf/texts.hpp"
#include "schema/origins.hpp"
#include "schema/rest_pose.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

using gltf::Json;
using gltf::JsonValue;
using gltf::MemberReader;
using gltf::Place;

// Spellings of drafts and 0.x that are read as something else. Files repeat them hundreds of times, so each is
// reported once, with its count, when reading is over.
class Spellings {
 public:
  void note(const Place& place, std::string_view found, std::string_view meaning);
  void report(Diagnostics& diagnostics) const;
  void mute() noexcept { muted_ = true; }  // nobody wants to know

 private:
  struct Entry {
    std::string found, meaning;
    std::string pointer;  // of the first
    std::uint32_t count = 0;
  };
  // A file has a handful of different ones, so a search in order is the fastest; a hostile one gets no more than this.
  static constexpr std::size_t kMaxEntries = 100;
  std::vector<Entry> entries_;
  bool muted_ = false;
};

// What all readers of this module share.
struct Context {
  const gltf::Document& document;
  const gltf::Asset& asset;
  Diagnostics& diagnostics;
  Spellings spellings = {};
  std::uint64_t expanded = 0;          // elements made by converting 0.x or a draft
  std::optional<Error> error = {};     // set when a limit was passed; readers then stop where they are
  Origins* origins = nullptr;          // when somebody wants to know

  const RestPose& restPose() {
    if (!rest_) rest_.emplace(asset);
    return *rest_;
  }
  std::optional<RestPose> rest_ = {};  // made when first asked for
};

// Counts elements that the conversion of 0.x or a draft makes; false, with Context::error set, above
// Limits::expandedElements.
bool expand(Context& context, const Place& place, std::uint64_t count = 1);

// A member found under the first of several spellings. All but the first are noted.
struct Found {
  std::string_view key;
  const JsonValue* value = nullptr;
  explicit operator bool() const noexcept { return value != nullptr; }
};
Found findSpelling(Context& context, const MemberReader& in, std::initializer_list<std::string_view> keys);

// Calls `each(reader, index)` for every element of an array member; says so when it is no array.
template <class F>
void forEachElement(Context& context, const MemberReader& in, std::string_view key, F&& each) {
  const std::span<const JsonValue> elements = in.array(key);
  const Place list = in.place() / key;
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    const Place place = list / i;
    each(MemberReader(elements[i], place, context.diagnostics), i);
  }
}

// The object member, or null: absent silently, of another type with a diagnostic.
const JsonValue* objectMember(Context& context, const MemberReader& in, std::string_view key);

// `extensions` of an object whose other members somebody else has read and reported.
class Extensions {
 public:
  Extensions(const JsonValue& owner, const Place& place, Diagnostics& diagnostics)
      : place_(place / "extensions"), diagnostics_(diagnostics) {
    const JsonValue* value = owner.find("extensions");
    if (value && !value->isObject()) wrongType(place_, "extensions");
    if (value && value->isObject()) object_ = value;
  }
  Extensions(const Extensions&) = delete;  // places point at place_
  Extensions& operator=(const Extensions&) = delete;

  Place place(std::string_view name) const { return place_ / name; }

  // Of any type, because drafts have lists too.
  const JsonValue* findAny(std::string_view name) const { return object_ ? object_->find(name) : nullptr; }

  const JsonValue* find(std::string_view name) const {
    const JsonValue* value = findAny(name);
    if (!value || value->isObject()) return value;
    wrongType(place(name), name);
    return nullptr;
  }

 private:
  void wrongType(const Place& place, std::string_view what) const {
    diagnostics_.add(Code::GltfType, place.pointer(), std::string(what) + " must be an object");
  }

  Place place_;
  Diagnostics& diagnostics_;
  const JsonValue* object_ = nullptr;
};

// Says that an older section stands beside the final one, which counts.
void reportOlder(Context& context, const Place& older, std::string_view final);

// [x, y, z]; also {x, y, z} as 0.x and old drafts have it (noted). Nothing if absent or wrong (reported).
std::optional<Vec3> readVec3(Context& context, const MemberReader& in, std::string_view key);

// One of `names`, as its position; the first name of `names` that equals the member's text counts. Nothing when absent
// or unknown (reported). With `anyCase` other capitals are read too (noted).
std::optional<std::size_t> readChoice(Context& context, const MemberReader& in, std::string_view key,
                                      std::span<const std::string_view> names, bool anyCase = false);

bool equalIgnoringCase(std::string_view a, std::string_view b) noexcept;

// Numbers of a look-at curve of 0.x; more than anyone draws by hand.
inline constexpr std::size_t kMaxCurveNumbers = 4096;

// The readers, one file each. `extension` is VRM or VRMC_vrm, `place` where it stands.
void readMeta(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Meta& out);
void readHumanoid(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Humanoid& out);
void readExpressions(Context& context, const JsonValue& extension, VrmVersion version, const Place& place,
                     std::span<const Material> materials, Expressions& out);
void readGaze(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Vrm& out);
// Presets in the order of their enumeration, custom ones after them in file order.
template <class Named>
void sortByPreset(std::vector<Named>& list) {
  const auto rank = [](const Named& named) {
    return named.preset ? static_cast<std::size_t>(*named.preset) : kExpressionPresetCount;
  };
  std::stable_sort(list.begin(), list.end(), [&](const Named& a, const Named& b) { return rank(a) < rank(b); });
}

// How a file names thumbs. Those of 0.x and drafts count proximal, intermediate, distal from the hand outwards; 1.0 calls
// the same bones metacarpal, proximal, distal (decision 2). An intermediate one tells in any version.
class ThumbNames {
 public:
  void see(std::string_view boneName);
  // The bone of that name; older names are noted. Nothing for names that no VRM has.
  std::optional<HumanBone> find(Context& context, std::string_view boneName, const Place& place, VrmVersion version) const;
  bool areOld(VrmVersion version) const noexcept {
    const bool older = version == VrmVersion::Vrm0 || version == VrmVersion::Draft;
    return old_ || (older && !new_);
  }

 private:
  bool old_ = false;
  bool new_ = false;
};

// Which node is which bone, of avatars and animations alike. No node is two bones, and no bone two nodes: the first one
// counts (reported).
class BoneClaims {
 public:
  using Bones = std::array<NodeIndex, kHumanBoneCount>;
  // `list` is where `humanBones` stands.
  BoneClaims(Context& context, const Place& list, Bones& bones);
  // Findings then name bones as the file does.
  void useOldThumbs(bool old);

  // By the entry of `list` that `entry` is; no node is none, which has been reported.
  void claim(HumanBone bone, NodeIndex node, const Place& entry);
  // Somebody has named it, and was told that it cannot be.
  bool isRefused(HumanBone bone) const noexcept { return refused_[static_cast<std::size_t>(bone)]; }
  void refuse(HumanBone bone) noexcept { refused_[static_cast<std::size_t>(bone)] = true; }
  // Reports bones whose first humanoid bone above is not their parent bone (decision 3).
  void checkParents();

 private:
  NodeIndex& slot(HumanBone bone) { return bones_[static_cast<std::size_t>(bone)]; }
  std::string textOf(HumanBone bone) const { return std::string(nameInFile(bone, oldThumbs_)); }

  static constexpr auto kNoBone = static_cast<std::uint8_t>(kHumanBoneCount);
  Context& context_;
  const Place& list_;
  Bones& bones_;
  std::vector<std::uint8_t> owners_;               // by node: which bone it is
  std::array<Place, kHumanBoneCount> entries_;     // by bone: the last part of its place
  std::array<bool, kHumanBoneCount> refused_ = {};
  bool oldThumbs_ = false;
};

// Unity's HumanDescription without its limits; absent numbers are Unity's defaults. False when there is none at all.
bool readUnityNumbers(const MemberReader& in, UnityHumanDescription& out);
void readSource(Context& context, const JsonValue& extension, const Place& place, Vrm& out);
void readSpringBone(Context& context, const JsonValue* extension, VrmVersion version, const Place& place, Vrm& out);
void readConstraints(Context& context, std::vector<NodeConstraint>& out);
void readMaterials(Context& context, const JsonValue* vrm0, std::vector<Material>& out);
void readAnimation(Context& context, const JsonValue& extension, const Place& place, HumanoidAnimation& out);

}  // namespace vrm::schema
