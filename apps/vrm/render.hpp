// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vrm/render/portrait.hpp"
#include "vrm/render/renderer.hpp"
#include "vrm/vrm.hpp"

namespace vrm::cli {

// How pictures are taken, from the options of `vrm render`.
struct PictureOptions {
  std::uint32_t width = 1024, height = 1024;
  Vec4 background{0, 0, 0, 0};  // sRGB
  std::string view = "front";   // names of kViews
  std::uint32_t samples = 4;
  render::Stance stance = render::Stance::Natural;
  std::optional<Pose> pose;  // instead of it; hips as far from rest as they are from the origin
  std::vector<std::pair<std::string, float>> expressions;
  std::optional<Vec3> lookAt;
  bool lookAtCamera = false;
  bool firstPerson = false;
  float time = 0;  // seconds after the springs have settled
};

// The views by name.
inline constexpr const char* kViews[] = {"front", "three-quarter", "side", "back", "face"};

// A context for all pictures of a run.
class Studio {
 public:
  static Result<std::unique_ptr<Studio>> open();

  render::Context& context() { return context_; }
  render::Renderer& renderer() { return renderer_; }

 private:
  Studio(render::Context context, render::Renderer renderer)
      : context_(std::move(context)), renderer_(std::move(renderer)) {}

  render::Context context_;
  render::Renderer renderer_;
};

// A file that was read and decoded: what can be done on any thread.
struct Negative {
  LoadResult loaded;
  std::shared_ptr<const Meshes> meshes;
  std::vector<gltf::Image> images;
  Diagnostics diagnostics;  // of all of it
};
Result<Negative> readNegative(const std::string& file, const gltf::OpenOptions& options, std::size_t threads);

// An avatar in the studio, in its pose and with its hair hanging.
class Sitter {
 public:
  static Result<std::unique_ptr<Sitter>> make(Studio& studio, const Negative& negative, const PictureOptions& options);

  Avatar& avatar() { return avatar_; }
  // Frames it as it is now, or all of it at any turn about Y.
  void frame(bool turning = false);
  Bounds bounds() { return skinner_.bounds(avatar_); }
  void frame(const Bounds& bounds);
  void setView(const std::string& view) { view_ = view; }
  // As the avatar's last update left it.
  Result<gltf::Image> take(float time);
  // What is drawn over it.
  std::vector<render::Line>& lines() { return lines_; }

 private:
  Sitter(Studio& studio, const Negative& negative, std::shared_ptr<const render::GpuModel> model, render::Target target,
         const PictureOptions& options);
  void pose();

  Studio& studio_;
  const PictureOptions& options_;
  std::string view_;
  Avatar avatar_;
  Skinner skinner_;
  render::GpuAvatar gpu_;
  render::Target target_;
  render::Camera camera_;
  render::Light light_;
  std::vector<render::Line> lines_;
};

}  // namespace vrm::cli
