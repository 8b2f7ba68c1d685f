// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "document.hpp"

namespace vrm::builtin {

void writeVrm0(const Character&, const schema::Vrm& rig, gltf::Document& document) {
  writeFinal(rig, document);
}

}  // namespace vrm::builtin
