// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vrm/validate/licence.hpp"

namespace vrm {

enum class LicenceFamily : std::uint8_t { Old, Vrm1 };  // Old: 0.x and the draft

// What a cell of the table says about a use.
enum class LicenceCell : char {
  Silent = '.',
  Allowed = '+',
  Denied = '-',
  NotStated = '?',            // it speaks about the use without a clear yes; LicenceRule::unclear says why
  AllowedIfCommercial = 'c',  // allowed when commercialUsage says "Allow", else silent
};

// One stored word of one member.
struct LicenceRule {
  LicenceFamily family;
  std::string_view member;  // in the draft's and 1.0's spelling
  std::string_view value;
  char cells[kUseCount + 3];  // a LicenceCell per Use, in groups of 5, 2 and 4 with a space between
  std::string_view reason;
  std::string_view unclear = {};

  LicenceCell cell(Use use) const noexcept {
    const auto i = static_cast<std::size_t>(use);
    return static_cast<LicenceCell>(cells[i + (i >= 5) + (i >= 7)]);
  }
};
std::span<const LicenceRule> licenceRules() noexcept;

// What 1.0 means when a member is absent (VRMC_vrm.meta.schema.json "default").
struct LicenceDefault {
  std::string_view member;
  std::string_view value;
};
std::span<const LicenceDefault> licenceDefaults() noexcept;

}  // namespace vrm
