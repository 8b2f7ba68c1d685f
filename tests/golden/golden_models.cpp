// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "golden/golden_models.hpp"

namespace vrm::golden {
namespace {

constexpr GoldenCase kCases[] = {
    {"pose_full", fullSkeleton},
    {"pose_sparse", sparseSkeleton},
    {"pose_vrm0", oldAvatar},
    {"outside_scene", outsideScene},
    {"gaze_bones_target", gazeByBones},
    {"gaze_bones_angles", gazeByBones},
    {"gaze_expressions_target", gazeByExpressions},
    {"gaze_expressions_angles", gazeByExpressions},
    {"expression_rules", expressionRules},
    {"expression_colors", expressionColors},
    {"constraints_published", publishedConstraints},
    {"constraint_chains", constraintChains},
    {"constraints_draft", draftConstraints},
    {"springs_plain", plainSprings},
    {"springs_colliders", springColliders},
    {"springs_limits", springLimits},
};

}  // namespace

std::span<const GoldenCase> goldenCases() {
  return kCases;
}

}  // namespace vrm::golden
