// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdlib>

#include "rig.hpp"

namespace vrm::builtin {

// Everything here is ours and right by construction; a failure is a bug in the library.
template <class T>
T must(Result<T> result) {
  if (!result) std::abort();
  return *std::move(result);
}

// Nodes, meshes, skin, textures and thumbnail: what all versions have alike. `turned` makes it face -Z, as
// VRM 0.x does.
gltf::Document makeScene(const Character& character, const schema::Vrm& rig, bool turned);

// What each version says beside that.
void writeFinal(const schema::Vrm& rig, gltf::Document& document);
void writeDraft(const Character& character, const schema::Vrm& rig, gltf::Document& document);
void writeVrm0(const Character& character, const schema::Vrm& rig, gltf::Document& document);

// Puts a JSON text at a pointer.
void putJson(gltf::Document& document, std::string_view pointer, const std::string& text);
std::string jsonText(std::string_view text);  // quoted; our names need no escapes
std::string jsonText(Vec3 v);                 // [x,y,z]
std::string jsonText(std::uint32_t number);
std::string joined(const std::vector<std::string>& parts);  // with commas

}  // namespace vrm::builtin
