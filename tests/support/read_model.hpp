// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

#include "vrm/vrm.hpp"

namespace vrm::test {

// A document read all the way up to the VRM structs, with everything that was said on the way. Reading proves the
// promises of check_model.hpp; a failure is in `error`.
struct ReadModel {
  gltf::Document document;
  gltf::Asset asset;
  schema::Vrm vrm;
  Diagnostics diagnostics;
  std::string error;

  // The findings of a code, one per line: "POINTER: message [CODE]".
  std::string findings(Code code) const;
  // Everything of severity warning or worse, one per line.
  std::string problems() const;
  bool has(Code code) const { return diagnostics.has(code); }
};

ReadModel readModel(gltf::Document document);
ReadModel readModel(std::string_view members);  // of a glTF JSON (asset_builder.hpp: gltfJson)

// Writes the model into a copy of its document and reads that.
ReadModel writtenAndRead(const ReadModel& model, Diagnostics* said = nullptr);

// What a model read again must have equal: everything but where it came from (version and its spelling) and what
// writing makes real nodes (the turn, the tails of springs).
schema::Vrm withoutOrigin(schema::Vrm vrm);

// A node of `before` that stands somewhere else in `after`, where an avatar that faced backwards has been turned; empty
// when there is none.
std::string misplaced(const ReadModel& before, const ReadModel& after);

// The names of the members in which two models differ, for messages; empty when they are equal.
std::string differences(const schema::Vrm& a, const schema::Vrm& b);

}  // namespace vrm::test
