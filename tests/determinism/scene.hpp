// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "vrm/runtime/avatar.hpp"

namespace vrm::determinism {

// A model and what happens to it. Everything is made by code, so that the program needs no files.
struct Scene {
  std::string_view name;
  std::uint32_t frames;
  std::shared_ptr<const Model> (*model)();
  // Sets the inputs of a frame and gives how long it takes, in seconds. Frames come in their order.
  float (*drive)(Avatar& avatar, std::uint32_t frame);
  bool skinned = false;  // also skins a mesh to the nodes (skinned_mesh.hpp)
  bool crowd = false;    // one of many in a Crowd, on three threads
};

std::span<const Scene> scenes();
const Scene* findScene(std::string_view name);

// spring_models.cpp
std::shared_ptr<const Model> stressModel();  // 20 chains of 5 joints, 10 colliders of all shapes
std::shared_ptr<const Model>
tangledModel();  // limits, centers, skipped nodes, chains and colliders on chains
// body_model.cpp
std::shared_ptr<const Model> bodyModel();  // all bones, all constraints, expressions, gaze
// file_model.cpp
std::shared_ptr<const Model> fileModel();  // by way of the bytes of a file

}  // namespace vrm::determinism
