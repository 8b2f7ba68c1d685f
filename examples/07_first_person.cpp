// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 07_first_person FILE: what a camera in the avatar's head has to draw, and how large the avatar is.
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 07_first_person FILE"), 2;
  const vrm::LoadResult loaded = vrm::load(argv[1]);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;

  // Geometry is read only by those who want it.
  vrm::Diagnostics diagnostics;
  const auto meshes = vrm::loadMeshes(loaded, diagnostics);
  if (!meshes) return std::puts(meshes.error().toString().c_str()), 2;
  for (std::size_t i = 0; i < (*meshes)->instances().size(); ++i) {
    // Index lists over the same vertices: without the head for the wearer, all of it for everybody else.
    std::printf("part %zu: the wearer sees %zu of %zu triangles\n", i,
                (*meshes)->firstPersonTriangles(i).size() / 3, (*meshes)->thirdPersonTriangles(i).size() / 3);
  }

  vrm::Avatar avatar(loaded.model());
  avatar.setRoot({{0, 0, -2}, {}, 1});
  avatar.update(0);
  const vrm::Vec3 eyes = avatar.viewpoint();
  std::printf("the camera goes to %.2f %.2f %.2f\n", static_cast<double>(eyes.x), static_cast<double>(eyes.y),
              static_cast<double>(eyes.z));

  // Skinned on the processor: bounds, picking, baking.
  vrm::Skinner skinner(*meshes);
  const vrm::Bounds bounds = skinner.bounds(avatar);
  if (!bounds.empty()) std::printf("it is %.2f m tall\n", static_cast<double>(bounds.max.y - bounds.min.y));
  if (const auto hit = skinner.pick(avatar, {0, 1.2f, 2}, {0, 0, -1})) {
    std::printf("a ray from the front meets it after %.2f m\n", static_cast<double>(hit->hit.distance));
  }
  return 0;
}
