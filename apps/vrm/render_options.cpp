// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>

#include <array>
#include <cmath>
#include <string_view>

#include "command.hpp"
#include "pose_file.hpp"
#include "render.hpp"

namespace vrm::cli {
namespace {

constexpr std::uint32_t kMostPixelsOfSide = 16'384;
constexpr std::uint64_t kMaxPoseBytes = std::uint64_t{1} << 20;

// Numbers between commas, or whatever else stands between them; nothing when one is none.
std::optional<std::vector<double>> numbersBetween(std::string_view text, char separator) {
  std::vector<double> out;
  while (true) {
    const std::size_t end = text.find(separator);
    const std::optional<double> number = parseDouble(text.substr(0, end));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    out.push_back(*number);
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

void readSize(const std::string& text, PictureOptions& options) {
  const auto numbers = numbersBetween(text, 'x');
  const auto isSide = [](double n) { return n >= 1 && n <= kMostPixelsOfSide && n == std::floor(n); };
  if (!numbers || numbers->size() > 2 || !std::all_of(numbers->begin(), numbers->end(), isSide)) {
    throw CLI::ValidationError("--size", "a size is 512 or 512x768, sides of 1 to 16384 pixels, and not \"" +
                                             printable(text) + "\"");
  }
  options.sized = true;
  options.width = static_cast<std::uint32_t>(numbers->front());
  options.height = static_cast<std::uint32_t>(numbers->back());
}

// "transparent", a few names, or #rgb, #rrggbb, #rrggbbaa.
void readBackground(const std::string& text, PictureOptions& options) {
  struct Named {
    std::string_view name;
    Vec4 color;
  };
  static constexpr Named kNames[] = {
      {"transparent", {0, 0, 0, 0}}, {"white", {1, 1, 1, 1}}, {"black", {0, 0, 0, 1}}, {"grey", {0.5f, 0.5f, 0.5f, 1}},
      {"gray", {0.5f, 0.5f, 0.5f, 1}}};
  for (const Named& named : kNames) {
    if (named.name == text) {
      options.background = named.color;
      return;
    }
  }
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::vector<int> digits;
  for (const char c : std::string_view(text).substr(text.starts_with('#') ? 1 : 0)) digits.push_back(digit(c));
  const bool fine = std::none_of(digits.begin(), digits.end(), [](int d) { return d < 0; });
  std::array<float, 4> rgba{0, 0, 0, 1};
  if (fine && digits.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) rgba[i] = static_cast<float>(digits[i]) / 15;
  } else if (fine && (digits.size() == 6 || digits.size() == 8)) {
    for (std::size_t i = 0; i < digits.size() / 2; ++i)
      rgba[i] = static_cast<float>(16 * digits[2 * i] + digits[2 * i + 1]) / 255;
  } else {
    throw CLI::ValidationError("--background",
                               "a colour is transparent, white, grey, black, #rgb, #rrggbb or #rrggbbaa, and not \"" +
                                   printable(text) + "\"");
  }
  options.background = {rgba[0], rgba[1], rgba[2], rgba[3]};
}

void readStance(const std::string& text, PictureOptions& options) {
  if (text == "tpose") {
    options.stance = render::Stance::TPose;
  } else if (text == "apose") {
    options.stance = render::Stance::APose;
  } else if (text == "natural") {
    options.stance = render::Stance::Natural;
  } else {
    const Result<std::vector<std::byte>> bytes = readFile(text, kMaxPoseBytes);
    if (!bytes) {
      throw CLI::ValidationError("--pose", "tpose, apose, natural or a file with a pose (docs/cli.md): " +
                                               printable(text) + ": " + bytes.error().toString());
    }
    Result<Pose> pose = readPose({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!pose) throw CLI::ValidationError("--pose", printable(text) + ": " + pose.error().toString());
    options.pose = *std::move(pose);
  }
}

void readExpression(const std::string& text, PictureOptions& options) {
  const std::size_t at = text.rfind('=');
  const std::string name = text.substr(0, at);
  const std::optional<double> weight = at == std::string::npos ? 1.0 : parseDouble(std::string_view(text).substr(at + 1));
  if (name.empty() || !weight || !(*weight >= 0 && *weight <= 1)) {
    throw CLI::ValidationError("--expression",
                               "an expression is NAME or NAME=WEIGHT with a weight from 0 to 1, and not \"" +
                                   printable(text) + "\"");
  }
  options.expressions.emplace_back(name, static_cast<float>(*weight));
}

void readGaze(const std::string& text, PictureOptions& options) {
  if (text == "camera") {
    options.lookAtCamera = true;
    return;
  }
  const auto numbers = numbersBetween(text, ',');
  if (!numbers || numbers->size() != 3) {
    throw CLI::ValidationError("--look-at", "a gaze is at the camera or at X,Y,Z in metres, and not at \"" +
                                                printable(text) + "\"");
  }
  options.lookAt = Vec3{narrow((*numbers)[0]), narrow((*numbers)[1]), narrow((*numbers)[2])};
}

void readOverlays(const std::string& text, PictureOptions& options) {
  struct Named {
    std::string_view name;
    render::Overlay overlay;
  };
  static constexpr Named kNames[] = {{"bones", render::Overlay::Bones},
                                     {"springs", render::Overlay::Springs},
                                     {"colliders", render::Overlay::Colliders},
                                     {"limits", render::Overlay::Limits}};
  std::string_view rest = text;
  do {
    const std::size_t end = rest.find(',');
    std::string_view word = rest.substr(0, end);
    while (word.starts_with(' ')) word.remove_prefix(1);
    const auto found = std::find_if(std::begin(kNames), std::end(kNames), [&](const Named& n) { return n.name == word; });
    if (found == std::end(kNames)) {
      throw CLI::ValidationError("--overlay", "what can be drawn over avatars is bones, springs, colliders, limits, and "
                                              "not \"" + printable(word) + "\"");
    }
    options.overlays.push_back(found->overlay);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  } while (!rest.empty());
}

}  // namespace

void readView(const std::string& text, PictureOptions& options) {
  for (const NamedView& view : kViews) {
    if (text != view.name) continue;
    options.view = view.view;
    return;
  }
  throw CLI::ValidationError("--view", "front, three-quarter, side, back or face, not \"" + printable(text) + "\"");
}

void addPictureOptions(CLI::App& verb, PictureOptions& options) {
  const auto add = [&](const char* name, const char* type, void (*read)(const std::string&, PictureOptions&),
                       const char* help) {
    return verb.add_option_function<std::string>(
                   name, [read, &options](const std::string& text) { read(text, options); }, help)
        ->type_name(type);
  };
  add("--view", "VIEW", readView, "front, three-quarter, side, back or face [front]");
  add("--size", "WxH", readSize, "Pixels: 512 or 512x768 [1024]");
  add("--background", "COLOUR", readBackground, "#rgb, #rrggbb, #rrggbbaa, white, grey, black [transparent]");
  add("--pose", "POSE", readStance, "tpose, apose, natural, or a file with a pose as JSON (docs/cli.md) [natural]");
  verb.add_option_function<std::vector<std::string>>(
          "--expression",
          [&options](const std::vector<std::string>& list) {
            for (const std::string& text : list) readExpression(text, options);
          },
          "An expression and how much of it, e.g. happy=0.5 [all of it]; may be repeated")
      ->type_name("NAME[=WEIGHT]")
      ->allow_extra_args(false);
  add("--look-at", "X,Y,Z", readGaze, "Where it looks: a point in metres, or camera");
  verb.add_flag("--first-person", options.firstPerson, "What its wearer sees, looking down from between the eyes")
      ->excludes("--view");
  addNumber(verb, "--time", options.time, "Seconds to go by after its springs have settled; moves textures too", 0, 3600,
            false);
  add("--overlay", "WHAT", readOverlays, "Draw over it, separated by commas: bones, springs, colliders, limits");
  addNumber(verb, "--samples", options.samples, "Of each pixel, for smooth edges, as far as the driver has them; 1 is fastest [4]", 1, 16, true);
}

}  // namespace vrm::cli
