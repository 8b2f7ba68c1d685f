// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 03_avatar IN OUT: says what an avatar of any VRM version can do, makes its springs half as stiff, and writes it as
// VRM 1.0.
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return std::puts("usage: 03_avatar IN OUT"), 2;
  const auto fail = [](const vrm::Error& error) { return std::puts(error.toString().c_str()), 2; };

  vrm::Result<vrm::gltf::Document> document = vrm::gltf::Document::open(argv[1]);
  if (!document) return fail(document.error());
  vrm::Diagnostics diagnostics = document->diagnostics();
  const auto asset = vrm::gltf::readAsset(*document, diagnostics);
  if (!asset) return fail(asset.error());
  auto avatar = vrm::schema::readVrm(*document, *asset, diagnostics);
  if (!avatar) return fail(avatar.error());

  std::printf("%s, read from %s\n", avatar->meta.name.c_str(), std::string(name(avatar->version)).c_str());
  if (const vrm::NodeIndex head = avatar->humanoid[vrm::HumanBone::Head]) {
    std::printf("its head is node %u, \"%s\"\n", head.value, std::string(asset->nodes[head.value].name).c_str());
  }
  for (const vrm::schema::Expression& e : avatar->expressions.list) {
    std::printf("expression %s moves %zu morph targets\n", e.name.c_str(), e.morphTargetBinds.size());
  }
  const vrm::LicenceAnswer answer = vrm::Licence::of(*avatar).answer(vrm::Use::CommercialPersonal);
  std::printf("making a profit with it is %s: %s\n", std::string(name(answer.verdict)).c_str(), answer.reason.c_str());

  for (vrm::schema::Spring& spring : avatar->springBone.springs) {
    for (vrm::schema::SpringJoint& joint : spring.joints) joint.stiffness /= 2;
  }
  if (const auto written = vrm::schema::writeVrm(*avatar, *document, diagnostics); !written) return fail(written.error());
  if (const auto saved = vrm::gltf::save(*document, argv[2], diagnostics); !saved) return fail(saved.error());
  return 0;
}
