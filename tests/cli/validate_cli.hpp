// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the tests of `vrm validate` share: a file for every verdict.
#pragma once

#include <string>

#include "cli/cli_fixture.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {

inline CommandResult shell(const std::string& script, const CommandOptions& options = {}) {
  return runCommand("/bin/sh", {"-c", script}, options);
}

// The issues of the files below; a new check may find more in them.
inline constexpr const char* kOnly = "--only=GLTF_INDEX_RANGE,MEMBER_UNKNOWN,VRM_NONE";

class ValidateCli : public Cli {
 protected:
  std::string good() const { return put("good.vrm", sameAvatar(VrmVersion::Vrm1).glb()); }
  std::string bad() const { return put("bad.gltf", bytesOf(gltfJson(R"("nodes":[{"mesh":7,"mehs":0}])"))); }
  std::string warned() const { return put("warned.gltf", bytesOf(gltfJson(R"("nodes":[{"mehs":0}])"))); }
  std::string broken() const { return put("broken.vrm", bytesOf("glTF")); }
};

}  // namespace vrm::test
