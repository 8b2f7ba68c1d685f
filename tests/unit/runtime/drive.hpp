// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "differential/random_avatar.hpp"
#include "vrm/runtime/avatar.hpp"

namespace vrm::test {

// Random inputs of every kind, as an application could give them in one frame. One number after the other:
// compilers differ in the order in which they work out the arguments of a call.
inline void drive(Avatar& avatar, Random& r) {
  const Model& model = avatar.model();
  avatar.setRoot({r.vector(3), r.rotation(3), static_cast<float>(r.in(0.3, 3))});
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (r.chance(0.5)) avatar.pose().rotate(bone.bone, r.rotation(2));
  }
  avatar.pose().moveHips(r.vector(1));
  for (int i = 0; i < 4 && model.nodeCount() > 0; ++i) {
    const ModelNode turned(r.below(model.nodeCount()));
    avatar.setRotation(turned, r.rotation(2));
    const ModelNode moved(r.below(model.nodeCount()));
    avatar.setTranslation(moved, r.vector(0.5));
  }
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i) {
    if (r.chance(0.5)) avatar.expression(ExpressionIndex(i), static_cast<float>(r.in(-0.2, 1.2)));
  }
  for (std::uint32_t i = 0; i < model.constraintCount(); ++i) {
    if (r.chance(0.2)) avatar.setConstraintWeight(ConstraintIndex(i), static_cast<float>(r.in(-0.2, 1.2)));
  }
  switch (r.below(3)) {
    case 0:
      return avatar.lookAtNothing();
    case 1:
      return avatar.lookAt(r.vector(4));
    default:
      return avatar.lookAt(vrm::YawPitch{static_cast<float>(r.in(-120, 120)), static_cast<float>(r.in(-80, 80))});
  }
}

}  // namespace vrm::test
