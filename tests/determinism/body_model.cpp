// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A body without springs: what bones, gaze, expressions and constraints work out.
#include <deque>
#include <string>

#include "determinism/numbers.hpp"
#include "determinism/scene.hpp"
#include "support/model_builder.hpp"

namespace vrm::determinism {
namespace {

void addConstraints(test::ModelBuilder& b, Numbers& numbers, std::deque<std::string>& names,
                    std::uint32_t firstBone) {
  const auto bone = [&](HumanBone which) { return firstBone + static_cast<std::uint32_t>(which); };
  const std::uint32_t sources[] = {bone(HumanBone::LeftHand), bone(HumanBone::Head),
                                   bone(HumanBone::RightLowerArm)};
  std::uint32_t last = sources[0];
  for (std::uint32_t i = 0; i < 30; ++i) {
    const Vec3 place = numbers.vector(0.3f);
    const Quat turned = numbers.rotation();
    const std::uint32_t parent = bone(i % 2 == 0 ? HumanBone::Chest : HumanBone::LeftUpperLeg);
    const std::uint32_t node =
        b.node({place, turned, {1, 1, 1}}, parent, names.emplace_back("constrained_" + std::to_string(i)));
    const auto type = static_cast<ConstraintType>(i % 6);
    // Every seventh follows the one before it.
    schema::NodeConstraint& c = b.constrain(node, type, i % 7 == 6 ? last : sources[i % 3]);
    c.weight = i % 4 == 0 ? 1 : numbers.in(0, 1);
    c.rollAxis = static_cast<schema::RollAxis>(i / 6 % 3);
    c.aimAxis = static_cast<schema::AimAxis>(i / 6 + i % 2);
    c.sourceSpace = static_cast<schema::ConstraintSpace>(i / 6 % 2);
    c.destinationSpace = static_cast<schema::ConstraintSpace>(i / 12 % 2);
    c.axes = {i % 5 != 0, i % 5 != 1, i % 5 != 2};
    c.aimVector = rotate(numbers.rotation(), {0, 0, 1});
    c.upVector = rotate(numbers.rotation(), {0, 1, 0});
    last = node;
  }
}

void addExpressions(test::ModelBuilder& b, Numbers& numbers) {
  const std::uint32_t faces[] = {b.meshNode({0, 0.25f, 0, 0.5f, 0}),
                                 b.meshNode({0, 0, 0}, {0.1f, 0.2f, 0.3f})};
  for (int i = 0; i < 2; ++i) {
    schema::Material material;
    material.baseColorFactor = {0.5f, 0.25f, 1, 0.75f};
    material.emissiveFactor = numbers.vector(1);
    if (i == 1) material.mtoon.emplace();
    b.material(material);
  }
  using Override = ExpressionOverride;
  constexpr const char* kNames[] = {"happy",  "angry",    "sad",      "aa",        "oh",     "blink",
                                    "lookUp", "lookDown", "lookLeft", "lookRight", "custom", "another"};
  std::uint32_t i = 0;
  for (const char* name : kNames) {
    schema::Expression& e = b.expression(name);
    e.isBinary = i % 5 == 1;
    if (i < 3) {
      e.overrideBlink = i == 0 ? Override::Blend : Override::None;
      e.overrideMouth = i == 1 ? Override::Block : Override::Blend;
      e.overrideLookAt = i == 2 ? Override::Blend : Override::None;
    }
    const float first = numbers.in(0.2f, 1);
    const float second = numbers.in(-0.5f, 1);
    e.morphTargetBinds = {{NodeIndex(faces[0]), i % 5, first}, {NodeIndex(faces[1]), i % 3, second}};
    if (i % 2 == 0) {
      const Vec3 color = numbers.vector(1);
      e.materialColorBinds = {
          {MaterialIndex(i / 2 % 2), static_cast<MaterialColorType>(i % 6), {color.x, color.y, color.z, 1}}};
    }
    if (i % 3 == 0) {
      const Vec3 by = numbers.vector(1);
      e.textureTransformBinds = {{MaterialIndex(i % 2), {1 + by.x, 2}, {by.y, by.z}}};
    }
    ++i;
  }
}

}  // namespace

std::shared_ptr<const Model> bodyModel() {
  test::ModelBuilder b;
  std::deque<std::string> names;
  Numbers numbers(3);
  const std::uint32_t armature = b.node({numbers.vector(0.2f), numbers.rotation(), {1.5f, 1.5f, 1.5f}});
  const std::uint32_t first = b.allBones(numbers.rotation(), armature);
  addConstraints(b, numbers, names, first);
  addExpressions(b, numbers);
  schema::LookAt& gaze = b.vrm.lookAt.emplace();
  gaze.offsetFromHeadBone = {0.02f, 0.07f, 0.11f};
  gaze.rangeMapHorizontalInner = {80, 9, {}};
  gaze.rangeMapHorizontalOuter = {60, 13, {}};
  gaze.rangeMapVerticalDown = {50, 7, {}};
  return b.make();
}

}  // namespace vrm::determinism
