// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/avatar_in_file.hpp"

#include <algorithm>

#include "gltf/texts.hpp"

namespace vrm::edit {

Result<AvatarInFile> AvatarInFile::read(const gltf::Document& document) {
  Diagnostics ignored;  // loading the file has told
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  if (!asset) return asset.error();
  AvatarInFile out;
  Result<schema::Vrm> vrm = schema::readVrm(document, *asset, ignored, out.origins);
  if (!vrm) return std::move(vrm).error();
  if (vrm->version == VrmVersion::None || vrm->version == VrmVersion::Animation)
    return Error{Code::VrmNone, "there is no avatar in the file", "", kNoOffset};
  out.extension = vrm->version == VrmVersion::Vrm0 ? "/extensions/VRM" : "/extensions/VRMC_vrm";
  out.vrm = *std::move(vrm);
  return out;
}

gltf::JsonValue& editAt(gltf::Document& document, std::string_view pointer) {
  return const_cast<gltf::JsonValue&>(*gltf::Json::at(document.editJson().editRoot(), pointer));
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 40;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    out += (i > 0 ? ", " : "") + gltf::shortened(names[i]);
  if (names.size() > kMost) out += " and " + std::to_string(names.size() - kMost) + " more";
  return out.empty() ? "none" : out;
}

}  // namespace vrm::edit
