// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/edit/migrate.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

// What becomes of each section; `reading` has what was found while reading the source.
void reportSections(const gltf::Document& source, const schema::Vrm& vrm, const Diagnostics& reading,
                    MigrationReport& report);

// Values of VRM 0.x materials that VRMC_materials_mtoon has no word for.
void reportMaterials(const gltf::Document& source, const schema::Vrm& vrm, MigrationReport& report);

// Words of the licence and what they became.
void reportTerms(const schema::Vrm& vrm, MigrationReport& report);

// Members of meta of VRM 0.x that nobody knows may be terms: they go to meta.extras.sourceTerms.unknown.
void keepUnknownTerms(const gltf::Document& source, gltf::Document& migrated);

// The source's terms with what was given; an error when that is looser, or something is missing still.
Result<schema::Meta> completedMeta(const schema::Vrm& vrm, const std::optional<schema::Meta>& given,
                                   MigrationReport& report);

}  // namespace vrm::edit
