// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vrm {

// Text to number and back, exact and independent of the locale. std::from_chars and std::to_chars for floating point
// are missing from one of our standard libraries (Emscripten's).

// The nearest double to a JSON number. Nothing for text that is not wholly a number and for magnitudes beyond double.
std::optional<double> parseDouble(std::string_view text) noexcept;

// Short text that reads back as the same value. Values that are not finite have no JSON spelling and give "0".
std::string formatDouble(double value);
std::string formatFloat(float value);

}  // namespace vrm
