// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm::schema {

// The standard's words for the enumerations of this module, in the order of their enumerators. Readers look them up,
// name() and writers give them back.
inline constexpr std::string_view kLookAtTypes[] = {"bone", "expression"};
inline constexpr std::string_view kOutlineWidthModes[] = {"none", "worldCoordinates", "screenCoordinates"};
inline constexpr std::string_view kAlphaModeNames[] = {"OPAQUE", "MASK", "BLEND"};
inline constexpr std::string_view kColliderShapes[] = {"sphere", "capsule", "plane"};
inline constexpr std::string_view kSpringLimits[] = {"cone", "hinge", "spherical"};
inline constexpr std::string_view kRollAxes[] = {"X", "Y", "Z"};
inline constexpr std::string_view kAimAxes[] = {"PositiveX", "NegativeX", "PositiveY",
                                                "NegativeY", "PositiveZ", "NegativeZ"};
inline constexpr std::string_view kConstraintSpaces[] = {"local", "model"};

// A constraint has one of these members.
inline constexpr std::string_view kConstraintKinds[] = {"roll", "aim", "rotation", "position"};

}  // namespace vrm::schema
