// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>

#include "render.hpp"

namespace vrm::cli {
namespace {

// Long enough for hair to hang still.
constexpr std::uint32_t kSettleSteps = 180;
constexpr float kStep = 1.0f / 60;

render::Framing framingOf(const std::string& view) {
  if (view == "three-quarter") return render::framing(render::View::ThreeQuarter);
  if (view == "side") return render::framing(render::View::Side);
  if (view == "back") return render::framing(render::View::Back);
  return render::framing(render::View::Front);
}

}  // namespace

Result<std::unique_ptr<Studio>> Studio::open() {
  Result<render::Context> context = render::Context::headless();
  if (!context) return std::move(context).error();
  Result<render::Renderer> renderer = render::Renderer::create(context->loader());
  if (!renderer) return std::move(renderer).error();
  return std::unique_ptr<Studio>(new Studio(*std::move(context), *std::move(renderer)));
}

Result<Negative> readNegative(const std::string& file, const gltf::OpenOptions& options, std::size_t threads) {
  LoadOptions loading;
  loading.file = options;
  Negative out{load(file, loading), {}, {}, {}};
  if (!out.loaded) return out.loaded.error();
  out.diagnostics = out.loaded.diagnostics();
  Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(out.loaded, out.diagnostics);
  if (!meshes) return std::move(meshes).error();
  out.meshes = *std::move(meshes);
  Result<std::vector<gltf::Image>> images = render::decodeImages(out.loaded, out.diagnostics, threads);
  if (!images) return std::move(images).error();
  out.images = *std::move(images);
  return out;
}

Sitter::Sitter(Studio& studio, const Negative& negative, std::shared_ptr<const render::GpuModel> model,
               render::Target target, const PictureOptions& options)
    : studio_(studio),
      options_(options),
      view_(options.view),
      avatar_(negative.loaded.model()),
      skinner_(negative.meshes),
      gpu_(std::move(model)),
      target_(std::move(target)) {}

Result<std::unique_ptr<Sitter>> Sitter::make(Studio& studio, const Negative& negative, const PictureOptions& options) {
  Diagnostics said = negative.diagnostics;  // vertex data has been read, and reported, before
  Result<std::shared_ptr<const render::GpuModel>> model =
      studio.renderer().upload(negative.loaded, *negative.meshes, negative.images, said);
  if (!model) return std::move(model).error();
  Result<render::Target> target = studio.renderer().makeTarget(options.width, options.height, options.samples);
  if (!target) return std::move(target).error();
  std::unique_ptr<Sitter> out(new Sitter(studio, negative, *std::move(model), *std::move(target), options));
  out->pose();
  return out;
}

void Sitter::pose() {
  const Model& model = avatar_.model();
  if (options_.pose) {
    Pose pose = *options_.pose;
    pose.moveHips(pose.hipsPosition() + model.restPose().hipsPosition());
    avatar_.setPose(pose);
  } else {
    avatar_.setPose(render::poseOf(model, options_.stance));
  }
  for (const auto& [expression, weight] : options_.expressions) avatar_.expression(expression, weight);
  if (options_.lookAt) avatar_.lookAt(*options_.lookAt);
  avatar_.warmUp(kSettleSteps);
  const auto steps = static_cast<std::uint32_t>(std::ceil(options_.time / kStep));
  for (std::uint32_t i = 0; i < steps; ++i) avatar_.update(std::min(kStep, options_.time - static_cast<float>(i) * kStep));
  avatar_.update(0);
  frame();
  if (options_.lookAtCamera) {
    avatar_.lookAt(camera_.position);
    avatar_.update(0);
  }
}

void Sitter::frame(bool turning) {
  const Bounds now = bounds();
  frame(turning ? render::turnedBounds(now, avatar_.root().translation) : now);
}

void Sitter::frame(const Bounds& whole) {
  const bool face = view_ == "face";
  const float aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
  camera_ = render::framed(face ? render::faceBounds(avatar_, whole) : whole, aspect, framingOf(view_));
  // What is before and behind the face is still there.
  if (face) camera_.farthest = std::max(camera_.farthest, 100 * camera_.nearest);
  if (options_.firstPerson) {
    const float farthest = camera_.farthest;
    camera_ = render::lookingAt(avatar_.viewpoint(), avatar_.viewpoint() + Vec3{0, -0.6f, 1});
    camera_.aspect = aspect;
    camera_.height = 1.4f;
    camera_.nearest = 0.01f;
    camera_.farthest = farthest;
    camera_.firstPerson = true;
  }
  // The light comes from over the photographer's left shoulder, wherever that is.
  light_ = {};
  light_.direction = rotate(camera_.rotation, light_.direction);
}

Result<gltf::Image> Sitter::take(float time) {
  if (Result<void> taken = gpu_.update(avatar_); !taken) return std::move(taken).error();
  target_.clear(options_.background);
  const render::GpuAvatar* avatars[] = {&gpu_};
  const render::Scene scene{camera_, light_, time, avatars, lines_};
  if (Result<void> drawn = studio_.renderer().draw(target_, scene); !drawn) return std::move(drawn).error();
  return target_.read();
}

}  // namespace vrm::cli
