// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "support/asset_builder.hpp"
#include "vrm/vrm.hpp"

namespace vrm::render {
struct Gl;
}

namespace vrm::test {

// One renderer for all tests of a program; without one, where there is no driver, tests fail.
render::Renderer& renderer();
render::GlLoader loader();
std::shared_ptr<const render::Gl> gl();  // the functions of its context
const std::string& driver();             // "llvmpipe (LLVM 15.0.6, 256 bits)"
void scissor(int x, int y, int width, int height);  // one that the renderer does without

// A model on the graphics card with an avatar of it.
struct Developed {
  LoadResult loaded;
  std::shared_ptr<const Meshes> meshes;
  std::shared_ptr<const render::GpuModel> model;
  Avatar avatar;
  render::GpuAvatar gpu;
};
std::unique_ptr<Developed> develop(const Bytes& file);
// The built-in avatar: skins, morph targets, textures, outlines, all at once.
const Bytes& builtinFile();

// How far vertices on the card are from where the processor puts them, and the ends of their normals; -1 when there is
// nothing to compare.
struct Apart {
  float positions = -1, normals = -1;
};
Apart farthestApart(const render::GpuAvatar& gpu, const Avatar& avatar, const std::shared_ptr<const Meshes>& meshes);

struct Shot {
  std::uint32_t width = 96, height = 96, samples = 1;
  Vec4 background{0, 0, 0, 0};
  render::Scene scene;  // without avatars
};
// From the front, at what is within 1.1 of the origin; one light from the camera, and none from elsewhere.
Shot plainShot();
gltf::Image take(Developed& what, const Shot& shot);
gltf::Image take(Developed& what, const Shot& shot, render::Target& target);

std::array<int, 4> pixel(const gltf::Image& image, std::uint32_t x, std::uint32_t y);
std::array<int, 4> middle(const gltf::Image& image);
// As drivers round: each channel within so much.
::testing::AssertionResult isNear(const std::array<int, 4>& got, const std::array<int, 4>& wanted, int within = 1);
// 0 to 255, of light from 0 to 1.
int srgb(double light);

// Whether a picture is like golden/NAME.png: no channel of more than 1 % of the pixels differs by more than 6, and on
// average they differ by less than 0.5. Drivers round differently. On failure the picture and the difference are written
// beside the test program. With VRM_UPDATE_GOLDEN=1 the golden picture is written instead.
::testing::AssertionResult isLikeGolden(const std::string& name, const gltf::Image& image);

}  // namespace vrm::test
