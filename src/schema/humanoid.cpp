// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/humanoid.hpp"

#include <algorithm>

namespace vrm::schema {

std::optional<HumanBone> Humanoid::parentOf(HumanBone bone) const noexcept {
  while (bone != HumanBone::Hips) {
    bone = info(bone).parent;
    if ((*this)[bone]) return bone;
  }
  return std::nullopt;
}

bool Humanoid::empty() const noexcept {
  return std::none_of(humanBones.begin(), humanBones.end(), [](NodeIndex node) { return node.valid(); });
}

bool isRequired(HumanBone bone, VrmVersion version) noexcept {
  if (version == VrmVersion::None || version == VrmVersion::Animation) return false;
  return info(bone).required ||
         (version == VrmVersion::Vrm0 && (bone == HumanBone::Chest || bone == HumanBone::Neck));
}

}  // namespace vrm::schema
