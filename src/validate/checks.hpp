// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "validate/subject.hpp"

// What files mean beyond the types and ranges of their members. Each check is a file of its own, and looks at
// whatever it is about in every version.
namespace vrm::checks {

void checkHumanoid(const Subject& subject);
void checkPose(const Subject& subject);
void checkNormalisation(const Subject& subject);
void checkExpressions(const Subject& subject);
void checkLookAt(const Subject& subject);
void checkSprings(const Subject& subject);
void checkSpringOrder(const Subject& subject);
void checkConstraints(const Subject& subject);
void checkMeshes(const Subject& subject);
void checkMaterials(const Subject& subject);
void checkMeta(const Subject& subject);
void checkNames(const Subject& subject);
void checkAnimation(const Subject& subject);

}  // namespace vrm::checks
