// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>

#include "render.hpp"

namespace vrm::cli {
namespace {

// Long enough for hair to hang still.
constexpr std::uint32_t kSettleSteps = 180;

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
  Negative out{load(file, loading), {}, {}};
  if (!out.loaded) return out.loaded.error();
  out.diagnostics = out.loaded.diagnostics();
  Result<render::Prepared> prepared = render::prepare(out.loaded, out.diagnostics, threads);
  if (!prepared) return std::move(prepared).error();
  out.prepared = *std::move(prepared);
  return out;
}

Sitter::Sitter(Studio& studio, const Negative& negative, std::shared_ptr<const render::GpuModel> model,
               render::Target target, const PictureOptions& options)
    : studio_(studio),
      negative_(negative),
      options_(options),
      avatar_(negative.loaded.model()),
      skinner_(negative.prepared.meshes),
      gpu_(std::move(model)),
      target_(std::move(target)) {}

Result<std::unique_ptr<Sitter>> Sitter::make(Studio& studio, const Negative& negative, const PictureOptions& options,
                                             std::vector<std::string>& warnings) {
  Diagnostics said;  // about what only drawing reads: texture coordinates, colours, tangents
  Result<std::shared_ptr<const render::GpuModel>> model =
      studio.renderer().upload(negative.loaded, negative.prepared, said);
  if (!model) return std::move(model).error();
  for (const Diagnostic& finding : said.all()) warnings.push_back(finding.toString());
  Result<render::Target> target =
      studio.renderer().makeTarget(options.width, options.height, static_cast<std::uint32_t>(options.samples));
  if (!target) return std::move(target).error();
  std::unique_ptr<Sitter> out(new Sitter(studio, negative, *std::move(model), *std::move(target), options));
  if (Result<void> posed = out->pose(warnings); !posed) return std::move(posed).error();
  return out;
}

Result<void> Sitter::pose(std::vector<std::string>& warnings) {
  const Model& model = avatar_.model();
  if (options_.pose) {
    Pose pose = *options_.pose;
    pose.moveHips(pose.hipsPosition() + model.restPose().hipsPosition());
    avatar_.setPose(pose);
  } else {
    avatar_.setPose(render::poseOf(model, options_.stance));
  }
  for (const auto& [expression, weight] : options_.expressions) {
    if (avatar_.expression(expression, weight)) continue;
    if (findExpressionPreset(expression)) {
      warnings.push_back("the model has no expression " + expression);
      continue;
    }
    std::string all;
    for (std::uint32_t i = 0; i < model.expressionCount(); ++i)
      all += (i > 0 ? ", " : "") + std::string(model.expressionName(ExpressionIndex(i)));
    return Error{Code::ScenarioInvalid,
                 "there is no expression \"" + expression + "\"; the model has " + (all.empty() ? "none" : all), "",
                 kNoOffset};
  }
  if (options_.lookAt) avatar_.lookAt(*options_.lookAt);
  avatar_.warmUp(kSettleSteps);
  // A step of springs at a time: updates drop what is much longer.
  double left = options_.time;
  while (left > 0) {
    avatar_.update(static_cast<float>(std::min(left, kSpringStep)));
    left -= kSpringStep;
  }
  avatar_.update(0);
  const Bounds seen = subject(options_.view);
  if (options_.view == render::View::Face && !model.bone(HumanBone::Head))
    warnings.emplace_back("it has no head; the upper part of it is drawn");
  if (seen.empty()) warnings.emplace_back("there is nothing to draw in it");
  aim(seen, options_.view);
  return {};
}

std::vector<render::Line> Sitter::lines() const {
  std::vector<render::Line> lines;
  for (const render::Overlay overlay : options_.overlays) render::addOverlay(avatar_, overlay, lines);
  return lines;
}

Bounds Sitter::subject(render::View view) {
  Bounds whole = skinner_.bounds(avatar_);
  if (view == render::View::Face) return render::faceBounds(avatar_, whole);
  for (const render::Line& line : lines()) {
    const Vec3 ends[] = {line.from, line.to};
    whole = merge(whole, boundsOf(ends));
  }
  return whole;
}

void Sitter::aim(const Bounds& subject, render::View view) {
  const float aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
  camera_ = render::framed(subject, aspect, render::framing(view));
  if (view != render::View::Face) return;
  // What is before and behind the face is still there.
  const Bounds whole = skinner_.bounds(avatar_);
  const float reach = whole.empty() ? 0 : length(whole.max - whole.min);
  camera_.farthest += reach;
  camera_.nearest = std::max(camera_.nearest - reach, camera_.farthest * 1e-3f);
}

// Down to the body, from between the eyes, as the head is turned.
render::Camera Sitter::wearersView() const {
  const ModelNode head = avatar_.model().bone(HumanBone::Head);
  const auto asTheHead = [&](Vec3 direction) {
    const std::optional<Vec3> own = head ? untransformVector(avatar_.model().restMatrix(head), direction) : std::nullopt;
    return own ? transformVector(avatar_.world(head), *own) : direction;
  };
  render::Camera out = render::lookingAt(avatar_.viewpoint(), avatar_.viewpoint() + asTheHead({0, -2.5f, 1}));
  out.aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
  out.height = 1.6f;
  out.nearest = 0.01f;
  out.farthest = camera_.farthest;
  out.firstPerson = true;
  return out;
}

Result<gltf::Image> Sitter::take(double time) {
  if (options_.lookAtCamera) {
    avatar_.lookAt(camera_.position);
    avatar_.update(0);
  }
  if (Result<void> taken = gpu_.update(avatar_); !taken) return std::move(taken).error();
  target_.clear(options_.background);
  const std::vector<render::Line> over = lines();
  const render::GpuAvatar* avatars[] = {&gpu_};
  render::Scene scene;
  scene.camera = options_.firstPerson ? wearersView() : camera_;
  // The light comes from over the photographer's left shoulder, wherever that is.
  scene.light.direction = rotate(scene.camera.rotation, scene.light.direction);
  scene.time = static_cast<float>(time);
  scene.avatars = avatars;
  scene.lines = over;
  scene.lineWidth = std::max(1.0f, static_cast<float>(options_.height) / 640);
  if (Result<void> drawn = studio_.renderer().draw(target_, scene); !drawn) return std::move(drawn).error();
  return target_.read();
}

}  // namespace vrm::cli
