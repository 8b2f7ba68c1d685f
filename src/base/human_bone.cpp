// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/human_bone.hpp"

#include <algorithm>

namespace vrm {
namespace {

constexpr HumanBoneInfo kBones[] = {
#define VRM_HUMAN_BONE_ROW(id, name, parent, required, needsParent) \
  {HumanBone::id, name, HumanBone::parent, required, needsParent},
    VRM_HUMAN_BONES(VRM_HUMAN_BONE_ROW)
#undef VRM_HUMAN_BONE_ROW
};

constexpr HumanTailInfo kTails[] = {
#define VRM_HUMAN_TAIL_ROW(id, name, parent) {HumanTail::id, name, HumanBone::parent},
    VRM_HUMAN_TAILS(VRM_HUMAN_TAIL_ROW)
#undef VRM_HUMAN_TAIL_ROW
};

}  // namespace

std::span<const HumanBoneInfo> allHumanBones() noexcept {
  return kBones;
}

const HumanBoneInfo& info(HumanBone bone) noexcept {
  return kBones[static_cast<std::size_t>(bone)];
}

std::string_view name(HumanBone bone) noexcept {
  return info(bone).name;
}

std::optional<HumanBone> findHumanBone(std::string_view name) noexcept {
  const auto found = std::find_if(std::begin(kBones), std::end(kBones),
                                  [&](const HumanBoneInfo& row) { return row.name == name; });
  return found == std::end(kBones) ? std::nullopt : std::optional(found->bone);
}

std::span<const HumanTailInfo> allHumanTails() noexcept {
  return kTails;
}

std::string_view name(HumanTail tail) noexcept {
  return kTails[static_cast<std::size_t>(tail)].name;
}

std::optional<HumanTail> findHumanTail(std::string_view name) noexcept {
  const auto found = std::find_if(std::begin(kTails), std::end(kTails),
                                  [&](const HumanTailInfo& row) { return row.name == name; });
  return found == std::end(kTails) ? std::nullopt : std::optional(found->tail);
}

}  // namespace vrm
