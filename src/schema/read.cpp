// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/read.hpp"

#include "schema/reader.hpp"

namespace vrm::schema {

Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics) {
  Vrm out;
  const FoundVersion found = findVersion(document);
  out.version = found.version;
  out.specVersion = found.specVersion;
  if (found.version == VrmVersion::None || found.version == VrmVersion::Animation) return out;
  Context context{document, asset, diagnostics, {}};
  const Place root;
  const Place extensions = root / "extensions";
  const Place place = extensions / (found.version == VrmVersion::Vrm0 ? "VRM" : "VRMC_vrm");
  readMeta(context, *document.root().find("extensions")->find(place.key), found.version, place, out.meta);
  context.spellings.report(diagnostics);
  return out;
}

}  // namespace vrm::schema
