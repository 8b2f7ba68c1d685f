// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "builtin_avatar.hpp"

#include "document.hpp"

namespace vrm::builtin {

gltf::Document makeAvatar(VrmVersion version) {
  const Character character = makeCharacter();
  const schema::Vrm rig = makeRig(character);
  gltf::Document document = makeScene(character, rig, version == VrmVersion::Vrm0);
  if (version == VrmVersion::Vrm0) {
    writeVrm0(character, rig, document);
  } else if (version == VrmVersion::Draft) {
    writeDraft(character, rig, document);
  } else {
    writeFinal(rig, document);
  }
  return document;
}

}  // namespace vrm::builtin
