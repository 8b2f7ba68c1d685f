// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenario.hpp"
#include "vrm/vrm.hpp"

namespace CLI {
class App;
}

namespace vrm::cli {

// How pictures are taken, from the options of `vrm render`.
struct PictureOptions {
  std::uint32_t width = 1024, height = 1024;
  bool sized = false;  // somebody said so
  Vec4 background{0, 0, 0, 0};  // sRGB
  render::View view = render::View::Front;
  double samples = 4;
  render::Stance stance = render::Stance::Natural;
  std::optional<Pose> pose;  // instead of that; hips as far from where they rest as they are from the origin
  std::vector<std::pair<std::string, float>> expressions;
  std::optional<Vec3> lookAt;
  bool lookAtCamera = false;
  bool firstPerson = false;
  double time = 0;  // seconds after the springs have settled
  std::vector<render::Overlay> overlays;
};
bool isPictureName(const std::string& name);  // .png, .apng, .webp
struct NamedView {
  const char* name;
  render::View view;
};
inline constexpr NamedView kViews[] = {{"front", render::View::Front},
                                       {"three-quarter", render::View::ThreeQuarter},
                                       {"side", render::View::Side},
                                       {"back", render::View::Back},
                                       {"face", render::View::Face}};
void addPictureOptions(CLI::App& verb, PictureOptions& options);

// A context for all pictures of a run.
class Studio {
 public:
  static Result<std::unique_ptr<Studio>> open();

  const std::string& driver() const { return context_.renderer(); }
  render::Renderer& renderer() { return renderer_; }

 private:
  Studio(render::Context context, render::Renderer renderer)
      : context_(std::move(context)), renderer_(std::move(renderer)) {}

  render::Context context_;
  render::Renderer renderer_;
};

// A file that was read and decoded: what can be done in any thread.
struct Negative {
  LoadResult loaded;
  render::Prepared prepared;
  Diagnostics diagnostics;  // of all of it
};
Result<Negative> readNegative(const std::string& file, const gltf::OpenOptions& options, std::size_t threads);

// An avatar in the studio, in its pose and with its hair hanging.
class Sitter {
 public:
  // Expressions that the standard has and the model lacks are left out, with a sentence each.
  static Result<std::unique_ptr<Sitter>> make(Studio& studio, const Negative& negative, const PictureOptions& options,
                                              std::vector<std::string>& warnings);

  Avatar& avatar() { return avatar_; }
  const LoadResult& loaded() const { return negative_.loaded; }
  // The box around what a view shows of it now, with what is drawn over it.
  Bounds subject(render::View view);
  // A view of what is in the box.
  void aim(const Bounds& subject, render::View view);
  // A picture of it as its last update left it, from where the camera was aimed, or from its own eyes.
  Result<gltf::Image> take(double time);

 private:
  Sitter(Studio& studio, const Negative& negative, std::shared_ptr<const render::GpuModel> model, render::Target target,
         const PictureOptions& options);
  Result<void> pose(std::vector<std::string>& warnings);
  render::Camera wearersView() const;
  std::vector<render::Line> lines() const;

  Studio& studio_;
  const Negative& negative_;
  const PictureOptions& options_;
  Avatar avatar_;
  Skinner skinner_;
  render::GpuAvatar gpu_;
  render::Target target_;
  render::Camera camera_;
};

// What is written: pictures, one after the other, by the name of the output. "%03d" in it: numbered files; else one,
// animated if there are several.
class PictureWriter {
 public:
  // OUTPUT_FORMAT for names that say no format. Names that somebody else chose have no numbers put into them.
  enum class Naming : std::uint8_t { Numbered, AsItIs };
  static Result<PictureWriter> open(const std::string& output, std::size_t pictures, double framesPerSecond,
                                    Naming naming = Naming::Numbered);
  Result<void> add(const gltf::Image& image);
  // The files, which have their names now.
  Result<std::vector<std::filesystem::path>> finish();

 private:
  PictureWriter() = default;
  Result<std::vector<std::byte>> encoded(const gltf::Image& image) const;
  Result<void> write(const std::string& name, std::span<const std::byte> bytes);

  std::string output_;
  bool webp_ = false, numbered_ = false;
  std::size_t number_ = 0;
  std::optional<gltf::AnimationWriter> animation_;
  std::vector<FileWriter> files_;
  std::vector<std::filesystem::path> names_;
};

// What `vrm render` can make of a sitter.
using TakePicture = std::function<Result<void>(const gltf::Image&)>;
// Turns it once about itself, in so many pictures.
Result<void> takeTurntable(Sitter& sitter, const PictureOptions& options, std::uint32_t pictures, double framesPerSecond,
                           const TakePicture& take);
// The first frames of a scenario (docs/eval.md).
Result<void> takeScenario(Sitter& sitter, const PictureOptions& options, const Scenario& scenario,
                          std::uint32_t pictures, const TakePicture& take, std::vector<std::string>& warnings);
// Four views and all expressions, with labels.
Result<gltf::Image> takeSheet(Sitter& sitter, const PictureOptions& options, const std::string& title);

}  // namespace vrm::cli
