// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <cmath>
#include <numbers>

#include "evaluation.hpp"
#include "render.hpp"

namespace vrm::cli {
namespace {

// A turn takes as long as the pictures show, but not less than this: of a few pictures it would be a whirl.
constexpr double kShortestTurn = 4;

}  // namespace

Result<void> takeTurntable(Sitter& sitter, const PictureOptions& options, std::uint32_t pictures,
                           double framesPerSecond, const TakePicture& take) {
  Avatar& avatar = sitter.avatar();
  const RootTransform start = avatar.root();
  sitter.aim(render::turnedBounds(sitter.subject(options.view), start.translation), options.view);
  const double step = std::max(1 / framesPerSecond, kShortestTurn / pictures);  // from a picture to the next
  const auto parts = static_cast<std::uint32_t>(std::ceil(step / kSpringStep - 1e-6));
  // Two rounds: hair that has been turning for one meets itself again at the end of the second.
  for (std::uint32_t i = 0; i < 2 * pictures; ++i) {
    for (std::uint32_t part = 1; part <= parts; ++part) {
      RootTransform root = start;
      const double at = static_cast<double>(i % pictures) + static_cast<double>(part) / parts - 1;
      root.rotation = fromAxisAngle({0, 1, 0}, 2 * std::numbers::pi * at / pictures) * start.rotation;
      avatar.setRoot(root);
      avatar.update(static_cast<float>(step / parts));
    }
    if (i < pictures) continue;
    const auto time = options.time + static_cast<double>(i - pictures) / framesPerSecond;
    const Result<gltf::Image> image = sitter.take(time);
    if (!image) return image.error();
    if (Result<void> taken = take(*image); !taken) return taken;
  }
  return {};
}

Result<void> takeScenario(Sitter& sitter, const PictureOptions& options, const Scenario& scenario,
                          std::uint32_t pictures, const TakePicture& take, std::vector<std::string>& warnings) {
  Scenario some = scenario;
  some.frames = pictures;
  const Avatar start = sitter.avatar();
  // Twice: once to see how much room it needs, once for the pictures.
  Bounds all;
  Result<void> done;
  std::vector<std::string> same;
  for (const bool drawing : {false, true}) {
    Evaluation evaluation(sitter.loaded(), some);
    if (Result<void> ready = evaluation.prepare(drawing ? same : warnings); !ready) return ready;
    evaluation.startFrom(start);
    double time = options.time;
    const auto each = [&](std::uint32_t frame, const Avatar& avatar) {
      time += static_cast<double>(std::max(some.stepOf(frame), 0.0f));
      if (!done) return;
      sitter.avatar() = avatar;
      if (!drawing) {
        all = merge(all, sitter.subject(options.view));
        return;
      }
      const Result<gltf::Image> image = sitter.take(time);
      done = image ? take(*image) : Result<void>(image.error());
    };
    if (Result<void> ran = evaluation.run("", {}, each); !ran) return ran;
    if (!drawing) sitter.aim(all, options.view);
  }
  return done;
}

}  // namespace vrm::cli
