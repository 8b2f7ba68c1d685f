// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "gltf/member_reader.hpp"
#include "vrm/gltf/asset.hpp"

namespace vrm::gltf {

// The parts of readAsset that deal with binary data. Each expects the ones before it to have filled the Asset.
Result<void> readStorage(const Document& document, Asset& out, Diagnostics& diagnostics);  // buffer views, accessors
void readMeshes(const Document& document, Asset& out, Diagnostics& diagnostics);
Result<void> readSkins(const Document& document, Asset& out, Diagnostics& diagnostics);

// Appends the member's numbers to Asset::numbers; one that is no finite number becomes 0.
Range readNumbers(const MemberReader& in, std::string_view key, Asset& out);
// Appends the member's valid node indices to Asset::nodeLists.
Range readNodeList(const MemberReader& in, std::string_view key, Asset& out);

}  // namespace vrm::gltf
