// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

#include "vrm/vrm.hpp"

namespace vrm::cli {

// A normalised pose as JSON: {"head": {"rotation": [x, y, z, w]}, "hips": {"position": [x, y, z]}, ...}, the form that
// three-vrm's getNormalizedPose() gives. Bones that are not named are as in the T-pose; the position is how far the hips
// are from where they rest. Errors (SCENARIO_INVALID) have a JSON pointer.
Result<Pose> readPose(std::string_view text);

}  // namespace vrm::cli
