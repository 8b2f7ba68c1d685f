// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_render [--rounds N] FILE...
//
// How long pictures take, in milliseconds: from a file to its first picture, while shaders are still being compiled, with
// what that is made of; and, the fastest of N, from a file to an encoded thumbnail, and a frame of an avatar that moves,
// read back, at 512 and 1024 pixels with four samples. One line of JSON per file, and one for all of them as thumbnails
// of 256 pixels per second, files read and decoded one by one and in threads.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "apps/vrm/in_order.hpp"
#include "vrm/vrm.hpp"

namespace {

using namespace vrm;

double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Read {
  LoadResult loaded;
  render::Prepared prepared;
  double loadTime = 0, prepareTime = 0;
};

Result<Read> readModel(const char* file, std::size_t threads) {
  const double start = milliseconds();
  Read out{load(std::filesystem::path(file)), {}};
  if (!out.loaded) return out.loaded.error();
  Diagnostics said;
  const double read = milliseconds();
  Result<render::Prepared> prepared = render::prepare(out.loaded, said, threads);
  if (!prepared) return std::move(prepared).error();
  out.prepared = *std::move(prepared);
  out.loadTime = read - start;
  out.prepareTime = milliseconds() - read;
  return out;
}

// A model in front of the camera.
struct Scene {
  Avatar avatar;
  render::GpuAvatar gpu;
  render::Target target;
  render::Scene scene;

  Result<gltf::Image> picture(render::Renderer& renderer) {
    if (Result<void> done = gpu.update(avatar); !done) return std::move(done).error();
    target.clear({0, 0, 0, 0});
    const render::GpuAvatar* avatars[] = {&gpu};
    scene.avatars = avatars;
    if (Result<void> done = renderer.draw(target, scene); !done) return std::move(done).error();
    return target.read();
  }
};

Result<Scene> makeScene(render::Renderer& renderer, const Read& read, std::uint32_t size) {
  Diagnostics said;
  Result<std::shared_ptr<const render::GpuModel>> model =
      renderer.upload(read.loaded, read.prepared, said);
  if (!model) return std::move(model).error();
  Result<render::Target> target = renderer.makeTarget(size, size, 4);
  if (!target) return std::move(target).error();
  Scene out{Avatar(read.loaded.model()), render::GpuAvatar(*model), *std::move(target), {}};
  out.avatar.setPose(render::poseOf(*read.loaded.model(), render::Stance::Natural));
  out.avatar.update(0);
  Skinner skinner(read.prepared.meshes);
  out.scene.camera = render::framed(skinner.bounds(out.avatar), 1, {});
  return out;
}

double frameTime(render::Renderer& renderer, const Read& read, std::uint32_t size, int rounds) {
  Result<Scene> scene = makeScene(renderer, read, size);
  if (!scene) return -1;
  double best = 1e9;
  for (int i = 0; i <= rounds; ++i) {
    scene->avatar.pose().rotate(HumanBone::Head, fromAxisAngle({0, 1, 0}, 0.05 * i));
    scene->avatar.update(1.0f / 60);
    const double start = milliseconds();
    if (!scene->picture(renderer)) return -1;
    if (i > 0) best = std::min(best, milliseconds() - start);  // the first one compiles shaders
  }
  return best;
}

double thumbnailTime(render::Renderer& renderer, const char* file, std::uint32_t size, std::size_t threads, int rounds) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const double start = milliseconds();
    const Result<Read> read = readModel(file, threads);
    if (!read) return -1;
    Result<Scene> scene = makeScene(renderer, *read, size);
    const Result<gltf::Image> picture = scene ? scene->picture(renderer) : Result<gltf::Image>(scene.error());
    if (!picture || !gltf::encodePng(*picture)) return -1;
    best = std::min(best, milliseconds() - start);
  }
  return best;
}

// Files as pictures of 256 pixels, encoded; files per second.
double thumbnails(render::Renderer& renderer, const std::vector<const char*>& files, std::size_t threads) {
  const double start = milliseconds();
  std::size_t count = 0;
  vrm::cli::inOrder(
      files.size(), threads, [&](std::size_t i) { return readModel(files[i], 1); },
      [&](std::size_t, const Result<Read>& read) {
        if (!read) return;
        Result<Scene> scene = makeScene(renderer, *read, 256);
        if (!scene) return;
        const Result<gltf::Image> picture = scene->picture(renderer);
        if (picture && gltf::encodePng(*picture)) ++count;
      });
  return 1000 * static_cast<double>(count) / (milliseconds() - start);
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 9, first = 1;
  if (argc > 2 && std::strcmp(argv[1], "--rounds") == 0) {
    std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), rounds);
    first = 3;
  }
  const double before = milliseconds();
  Result<render::Context> context = render::Context::headless();
  if (!context) {
    std::fprintf(stderr, "bench_render: %s\n", context.error().toString().c_str());
    return 2;
  }
  Result<render::Renderer> renderer = render::Renderer::create(context->loader());
  if (!renderer) return 2;
  const double contextTime = milliseconds() - before;
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const std::vector<const char*> files(argv + first, argv + argc);
  for (const char* file : files) {
    const double start = milliseconds();
    const Result<Read> read = readModel(file, threads);
    if (!read) {
      std::fprintf(stderr, "bench_render: %s: %s\n", file, read.error().toString().c_str());
      continue;
    }
    const double readTime = milliseconds() - start;
    double upload = 0, firstPicture = 0;
    {
      Result<Scene> scene = makeScene(*renderer, *read, 512);
      upload = milliseconds() - start - readTime;
      const Result<gltf::Image> picture = scene ? scene->picture(*renderer) : Result<gltf::Image>(scene.error());
      if (!picture) {
        std::fprintf(stderr, "bench_render: %s: %s\n", file, picture.error().toString().c_str());
        continue;
      }
      firstPicture = milliseconds() - start;
    }
    gltf::Json json;
    std::printf(
        "{\"file\":%s,\"load\":%.1f,\"prepare\":%.1f,\"upload\":%.1f,\"firstPicture\":%.1f,\"thumbnail512\":%.1f,"
        "\"thumbnail1024\":%.1f,\"frame512\":%.1f,\"frame1024\":%.1f}\n",
        gltf::Json::write(json.string(file)).c_str(), read->loadTime, read->prepareTime, upload, firstPicture,
        thumbnailTime(*renderer, file, 512, threads, rounds), thumbnailTime(*renderer, file, 1024, threads, rounds),
        frameTime(*renderer, *read, 512, rounds), frameTime(*renderer, *read, 1024, rounds));
    std::fflush(stdout);
  }
  const double warm = thumbnails(*renderer, files, 1);  // shaders of all files are compiled now
  std::printf("{\"driver\":\"%s\",\"context\":%.1f,\"files\":%zu,\"thumbnailsPerSecond\":%.2f,\"threads\":%zu,"
              "\"thumbnailsPerSecondInThreads\":%.2f}\n",
              context->renderer().c_str(), contextTime, files.size(), warm, threads,
              thumbnails(*renderer, files, threads));
}
