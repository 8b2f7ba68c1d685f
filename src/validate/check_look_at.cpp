// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `lookAt` (seed 001, decisions 29 to 31): a gaze that cannot be seen.
#include <utility>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

// Where the file has it: under VRM 0.x with the first person.
std::string lookAtPointer(const Subject& subject) {
  return std::string(subject.extension()) +
         (subject.vrm.version == VrmVersion::Vrm0 ? "/firstPerson" : "/lookAt");
}

void checkEyes(const Subject& subject) {
  const bool left = subject.vrm.humanoid[HumanBone::LeftEye].valid();
  const bool right = subject.vrm.humanoid[HumanBone::RightEye].valid();
  if (left && right) return;
  // Avatars without eyes say this as well, because they must say something: 0.x has no word for none.
  const Severity severity = left || right ? Severity::Warning : Severity::Information;
  subject.report(Code::VrmLookAtEyes, severity, lookAtPointer(subject),
                 left || right ? std::string("the gaze moves eye bones, and there is no ") +
                                     (left ? "rightEye" : "leftEye")
                               : "the gaze moves eye bones, and the avatar has none");
}

void checkLookExpressions(const Subject& subject) {
  std::vector<std::string> missing;
  using enum ExpressionPreset;
  for (const auto& [preset, vrm0] : {std::pair(LookUp, "lookup"), std::pair(LookDown, "lookdown"),
                                     std::pair(LookLeft, "lookleft"), std::pair(LookRight, "lookright")}) {
    const schema::Expression* const e = subject.vrm.expressions.find(name(preset));
    if (e && isBound(*e)) continue;
    missing.emplace_back(subject.vrm.version == VrmVersion::Vrm0 ? vrm0 : name(preset));
  }
  if (missing.empty()) return;
  subject.report(Code::VrmLookAtExpressions, lookAtPointer(subject),
                 "the gaze moves expressions, and these are absent or empty: " + listed(missing));
}

void checkRanges(const Subject& subject) {
  const schema::LookAt& lookAt = *subject.vrm.lookAt;
  const bool bones = lookAt.type == schema::LookAtType::Bone;
  const struct {
    const schema::RangeMap& map;
    const char *final, *draft, *vrm0;
  } rows[] = {
      {lookAt.rangeMapHorizontalInner, "rangeMapHorizontalInner", "horizontalInner", "lookAtHorizontalInner"},
      {lookAt.rangeMapHorizontalOuter, "rangeMapHorizontalOuter", "horizontalOuter", "lookAtHorizontalOuter"},
      {lookAt.rangeMapVerticalDown, "rangeMapVerticalDown", "verticalDown", "lookAtVerticalDown"},
      {lookAt.rangeMapVerticalUp, "rangeMapVerticalUp", "verticalUp", "lookAtVerticalUp"}};
  for (const auto& row : rows) {
    // "There is no distinction between inside and outside" for expressions (lookAt.md): Outer counts.
    if (!bones && &row.map == &lookAt.rangeMapHorizontalInner) continue;
    const auto say = [&](const std::string& message) {
      const char* const member = subject.vrm.version == VrmVersion::Vrm0    ? row.vrm0
                                 : subject.vrm.version == VrmVersion::Draft ? row.draft
                                                                            : row.final;
      subject.report(Code::VrmLookAtRange, lookAtPointer(subject) + "/" + member, message);
    };
    if (!(row.map.outputScale > 0)) {
      say(row.map.outputScale < 0 ? "the eyes turn the other way: the output is below 0"
                                  : "the eyes stand still: the output is 0");
    } else if (!(row.map.inputMaxValue > 0)) {
      say("the eyes jump: the input is 0");
    }
  }
}

}  // namespace

void checkLookAt(const Subject& subject) {
  if (!subject.vrm.lookAt) return;
  if (subject.vrm.lookAt->type == schema::LookAtType::Expression) {
    checkLookExpressions(subject);
    checkRanges(subject);
    return;
  }
  checkEyes(subject);
  // Without eyes nobody sees the rest.
  if (subject.vrm.humanoid[HumanBone::LeftEye] || subject.vrm.humanoid[HumanBone::RightEye])
    checkRanges(subject);
}

}  // namespace vrm::checks
