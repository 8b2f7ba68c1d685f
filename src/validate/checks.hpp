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

// glTF 2.0, with or without VRM.
void checkExtensions(const Subject& subject);
void checkResources(const Subject& subject);
void checkStorage(const Subject& subject);
void checkAccessors(const Subject& subject);
void checkPrimitives(const Subject& subject);
void checkVertices(const Subject& subject);
void checkWeights(const Subject& subject);
void checkSkins(const Subject& subject);
void checkKeys(const Subject& subject);
void checkCameras(const Subject& subject);
void checkUnused(const Subject& subject);

}  // namespace vrm::checks
