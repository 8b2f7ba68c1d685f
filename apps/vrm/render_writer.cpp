// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "render.hpp"

namespace vrm::cli {
namespace {

// Where "%d" or "%04d" stands in the name of a file, not in those of its folders.
struct NumberPlace {
  std::size_t start = 0, size = 0, digits = 0;
};
std::optional<NumberPlace> numberPlace(const std::string& name) {
  for (std::size_t at = name.find('%', name.rfind('/') == std::string::npos ? 0 : name.rfind('/')); at != std::string::npos; at = name.find('%', at + 1)) {
    std::size_t end = at + 1, digits = 0;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9' && digits < 100)
      digits = digits * 10 + static_cast<std::size_t>(name[end++] - '0');
    if (end < name.size() && name[end] == 'd') return NumberPlace{at, end + 1 - at, std::min<std::size_t>(digits, 20)};
  }
  return std::nullopt;
}

std::string lowerExtension(const std::string& name) {
  std::string out = std::filesystem::path(name).extension().string();
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

}  // namespace

bool isPictureName(const std::string& name) {
  const std::string extension = lowerExtension(name);
  return extension == ".webp" || extension == ".png" || extension == ".apng";
}

Result<PictureWriter> PictureWriter::open(const std::string& output, std::size_t pictures, double framesPerSecond,
                                          Naming naming) {
  PictureWriter out;
  out.output_ = output;
  out.webp_ = lowerExtension(output) == ".webp";
  if (!isPictureName(output)) {
    return Error{Code::OutputFormat, "pictures are written as .png (.apng) or .webp", "", kNoOffset};
  }
  out.numbered_ = naming == Naming::Numbered && numberPlace(output);
  if (out.numbered_ || pictures <= 1) return out;
  gltf::AnimationOptions options;
  // In thousandths, so that any number of frames per second is as good as exact.
  options.delayNumerator = 1000;
  options.delayDenominator = static_cast<std::uint16_t>(std::lround(std::min(framesPerSecond, 60.0) * 1000));
  Result<gltf::AnimationWriter> animation =
      out.webp_ ? gltf::AnimationWriter::webp(options) : gltf::AnimationWriter::apng(options);
  if (!animation) return std::move(animation).error();
  out.animation_.emplace(*std::move(animation));
  return out;
}

Result<std::vector<std::byte>> PictureWriter::encoded(const gltf::Image& image) const {
  if (webp_) return gltf::encodeWebp(image);
  return gltf::encodePng(image);
}

Result<void> PictureWriter::add(const gltf::Image& image) {
  ++number_;
  if (animation_) return animation_->add(image);
  Result<std::vector<std::byte>> bytes = encoded(image);
  if (!bytes) return std::move(bytes).error();
  std::string name = output_;
  if (numbered_) {
    const std::optional<NumberPlace> place = numberPlace(name);
    std::string digits = std::to_string(number_);
    if (digits.size() < place->digits) digits.insert(0, place->digits - digits.size(), '0');
    name.replace(place->start, place->size, digits);
  }
  return write(name, *bytes);
}

Result<void> PictureWriter::write(const std::string& name, std::span<const std::byte> bytes) {
  Result<FileWriter> file = FileWriter::open(name);
  if (!file) return std::move(file).error();
  if (Result<void> done = file->write(bytes); !done) return done;
  if (Result<void> done = file->close(); !done) return done;
  files_.push_back(*std::move(file));
  names_.emplace_back(name);
  return {};
}

Result<std::vector<std::filesystem::path>> PictureWriter::finish() {
  if (animation_) {
    Result<std::vector<std::byte>> bytes = animation_->finish();
    if (!bytes) return std::move(bytes).error();
    if (Result<void> done = write(output_, *bytes); !done) return std::move(done).error();
  }
  for (FileWriter& file : files_) {
    if (Result<void> done = file.commit(); !done) return std::move(done).error();
  }
  return names_;
}

}  // namespace vrm::cli
