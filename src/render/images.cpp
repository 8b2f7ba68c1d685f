// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <map>
#include <optional>
#include <string>

#include "base/memory.hpp"
#include "gltf/decoding_cost.hpp"
#include "render/surface.hpp"
#include "runtime/thread_pool.hpp"
#include "vrm/render/renderer.hpp"

namespace vrm::render {
namespace {

// Which images materials show; thumbnails are textures of VRM 0.x too.
std::vector<bool> drawnImages(const LoadResult& loaded) {
  const gltf::Asset& asset = loaded.asset();
  std::vector<bool> out(asset.images.size());
  for (const schema::Material& material : loaded.vrm().materials) {
    for (std::size_t i = 0; i < kSlotCount; ++i) {
      const schema::TextureInfo* info = textureOf(material, static_cast<Slot>(i));
      if (!info) continue;
      if (const ImageIndex source = asset.textures[info->index.value].source) out[source.value] = true;
    }
  }
  return out;
}

Result<std::vector<gltf::Image>> decodeImages(const LoadResult& loaded, Diagnostics& diagnostics,
                                              std::size_t threads) {
  const std::vector<bool> drawn = drawnImages(loaded);
  const std::size_t count = drawn.size();
  std::vector<gltf::Image> images(count);
  std::vector<std::optional<Error>> errors(count);

  // Headers say what the pictures take together, before any is decoded.
  const Limits& limits = loaded.document().limits();
  std::uint64_t bytes = 0;
  // Of those that lie on the same bytes one is decoded.
  std::map<std::pair<const std::byte*, std::size_t>, std::uint32_t> known;
  std::vector<std::uint32_t> sameAs(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    sameAs[i] = i;
    if (!drawn[i]) continue;
    const Result<std::span<const std::byte>> source = loaded.document().image(i);
    if (!source) continue;
    sameAs[i] = known.try_emplace({source->data(), source->size()}, i).first->second;
    const gltf::ImageInfo info = gltf::probeImage(*source);
    if (std::uint64_t{info.width} * info.height > limits.imagePixels) continue;  // it is not decoded
    bytes += gltf::decodingCost(*source, info);
    if (bytes > limits.decodedBytes) {
      return Error{Code::LimitDecodedBytes,
                   "decoding the images takes more than Limits::decodedBytes, " + std::to_string(limits.decodedBytes),
                   "/images/" + std::to_string(i), kNoOffset};
    }
  }

  const auto decode = [&](std::size_t i) {
    if (!drawn[i] || sameAs[i] != i) return;
    const Result<std::span<const std::byte>> source = loaded.document().image(static_cast<std::uint32_t>(i));
    Result<gltf::Image> image = source ? gltf::decodeImage(*source, limits) : Result<gltf::Image>(source.error());
    if (image) {
      images[i] = *std::move(image);
    } else {
      errors[i] = std::move(image).error();
    }
  };
  ThreadPool pool(threads);
  pool.run(
      count, [](void* task, std::size_t i) { (*static_cast<const decltype(decode)*>(task))(i); },
      const_cast<void*>(static_cast<const void*>(&decode)));
  for (std::size_t i = 0; i < count; ++i) {
    if (sameAs[i] != i) {
      images[i] = images[sameAs[i]];
      errors[i] = errors[sameAs[i]];
    }
    if (!errors[i]) continue;
    if (errors[i]->code == Code::OutOfMemory) return outOfMemory();
    diagnostics.add({errors[i]->code, Severity::Warning, errors[i]->message + "; it is drawn without the image",
                     "/images/" + std::to_string(i), kNoOffset, 1});
  }
  return images;
}

}  // namespace

Result<Prepared> prepare(const LoadResult& loaded, Diagnostics& diagnostics, std::size_t threads) try {
  Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(loaded, diagnostics);
  if (!meshes) return std::move(meshes).error();
  Result<std::vector<gltf::Image>> images = decodeImages(loaded, diagnostics, threads);
  if (!images) return std::move(images).error();
  return Prepared{*std::move(meshes), *std::move(images)};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
