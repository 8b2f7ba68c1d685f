// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

#include "support/read_model.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {

// Where the avatars of three_avatars.hpp keep things.
inline const std::string kVrm0 = "/extensions/VRM/";
inline const std::string kAvatar = "/extensions/VRMC_vrm/";
inline const std::string kSprings = "/extensions/VRMC_springBone/";

// An avatar with one member put somewhere, read.
inline ReadModel changed(AssetBuilder avatar, const std::string& pointer, std::string_view json) {
  avatar.set(pointer, json);
  return readModel(avatar.document());
}
inline ReadModel changed(VrmVersion version, const std::string& pointer, std::string_view json) {
  return changed(sameAvatar(version), pointer, json);
}

}  // namespace vrm::test
