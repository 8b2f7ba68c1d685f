// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Small models that together have everything that moves an avatar. Each is driven by the
// scenarios NAME.json of its cases; NAME.expected.json is what the reference makes of it (update.sh).
//
// Scales are positive: the reference takes rotations out of matrices, and a mirrored one gives it another
// rotation than the product of the nodes' rotations, which is what the documents speak of.
#pragma once

#include <span>

#include "support/asset_builder.hpp"

namespace vrm::golden {

struct GoldenCase {
  const char* name;
  test::AssetBuilder (*model)();
};
std::span<const GoldenCase> goldenCases();

// pose_models.cpp
test::AssetBuilder fullSkeleton();    // all 55 bones, nodes between them, scaled nodes above
test::AssetBuilder sparseSkeleton();  // the required bones alone
test::AssetBuilder oldAvatar();       // VRM 0.x, with a gaze by bones
test::AssetBuilder outsideScene();    // nodes that the scene does not have, one of them a constraint's source

// face_models.cpp
test::AssetBuilder gazeByBones();
test::AssetBuilder gazeByExpressions();
test::AssetBuilder expressionRules();   // overrides, binary ones, custom ones, several meshes
test::AssetBuilder expressionColors();  // material colours and texture transforms of every kind of material

// constraint_models.cpp
test::AssetBuilder publishedConstraints();
test::AssetBuilder constraintChains();
test::AssetBuilder draftConstraints();

// spring_models.cpp
test::AssetBuilder plainSprings();
test::AssetBuilder springColliders();
test::AssetBuilder springLimits();

}  // namespace vrm::golden
