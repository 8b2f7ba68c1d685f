// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/asset_builder.hpp"

namespace vrm::test {

// A little file with something wrong, and everything that validate() says about it.
struct ValidateCase {
  Code code;
  Bytes file;
  std::vector<std::string> report;  // "error /pointer: message [CODE]"
  Limits limits = {};
  bool advice = false;
  bool emptyFolder = false;  // other files may be asked for; there are none
};

// sameAvatar() without anything to complain about.
AssetBuilder cleanAvatar(VrmVersion version);
// A VRM animation of all required bones, with one key.
AssetBuilder cleanAnimation();

// Plain glTF: a skinned triangle with a morph target and an animation.
Bytes cleanMesh();

struct Edit {
  std::string pointer, json;  // no JSON: the member is removed
};
void apply(AssetBuilder& model, const std::vector<Edit>& edits);
// The body of a clean avatar hangs on the first joint. `joints` is JSON, and what may follow it in the skin.
void addSkin(AssetBuilder& avatar, std::initializer_list<float> inverseBindMatrices,
             const std::string& joints);
// A glTF file of these members.
ValidateCase ofJson(Code code, std::string_view members, std::vector<std::string> report, Limits limits = {});
// A clean file with something changed.
ValidateCase changed(Code code, VrmVersion version, const std::vector<Edit>& edits,
                     std::vector<std::string> report);

// What validate() says, without VRM_NONE unless that is what it is about.
std::vector<std::string> reportOf(const ValidateCase& c);

std::vector<ValidateCase> containerCases();
std::vector<ValidateCase> gltfCases();
std::vector<ValidateCase> geometryCases();
std::vector<ValidateCase> avatarCases();   // humanoid, pose, expressions, gaze, first person
std::vector<ValidateCase> springCases();   // springs and constraints
std::vector<ValidateCase> contentCases();  // meshes, materials, licence, names, animations
std::vector<ValidateCase> adviceCases();
std::vector<ValidateCase> allValidateCases();

}  // namespace vrm::test
