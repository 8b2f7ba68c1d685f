// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model on its way to a graphics card, without one: geometry and pictures, what shaders are told of
// materials, tangents for normal maps, cameras that see the avatar.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 200
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "fuzz_support.hpp"
#include "render/surface.hpp"

namespace vrm::fuzz {
namespace {

void requireImages(const LoadResult& loaded, const render::Prepared& prepared) {
  require(prepared.images.size() == loaded.asset().images.size(),
          "a picture for each image, or an empty one");
  for (const gltf::Image& image : prepared.images)
    require(image.rgba.size() == std::size_t{4} * image.width * image.height, "every pixel is there");
}

void requireMaterial(const schema::Material& material, const gltf::Asset& asset) {
  using namespace render;
  const UvSets sets = uvSetsOf(material);
  require(sets.count <= sets.sets.size(), "few sets of coordinates");
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const schema::TextureInfo* info = textureOf(material, static_cast<Slot>(i));
    if (!info) continue;
    require(info->index.value < asset.textures.size(), "textures of materials are there");
    require(sets.placeOf(texCoordOf(*info)) < sets.sets.size(), "coordinates have a place");
  }
  for (std::uint32_t traits = 0; traits < 8; ++traits) {
    const GeometryTraits geometry{(traits & 1) != 0, (traits & 2) != 0, (traits & 4) != 0};
    const Features features = featuresOf(material, geometry, (1u << kSlotCount) - 1, sets.count > 1);
    require(features < 1u << kFeatureCount, "features are known");
    static_cast<void>(hasOutline(material, geometry));
    require(!definesOf(features).empty() || features == 0, "features are written");
  }
  const TextureMove half{0.5f, {0.5f, 0}, {2, 2}};
  const MaterialBlock block = blockOf(material, sets, {}, {&half, 1});
  for (const Vec4& v : {block.baseColor, block.shade, block.matcap, block.rim, block.outline, block.factors,
                        block.scales, block.surface, block.animation}) {
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w),
            "what materials say stays finite:", material.name);
  }
}

// Coordinates are from the bytes of the file: few files have good ones and a normal map.
void requireTangents(const MeshPart& part, std::span<const std::uint8_t> data) {
  const std::size_t count = part.vertices.positions.size();
  if (part.vertices.normals.size() != count) return;
  std::vector<Vec2> uvs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t a = data[(2 * i) % data.size()], b = data[(2 * i + 1) % data.size()];
    uvs[i] = {static_cast<float>(a) / 16,
              a == b ? std::numeric_limits<float>::infinity() : static_cast<float>(b) / 16};
  }
  const Result<render::Tangents> made =
      render::makeTangents({part.vertices.positions, part.vertices.normals, uvs, part.triangles});
  require(made.ok(), "geometry has tangents:", made ? "" : made.error().toString());
  require(made->source.size() == made->tangents.size() && made->source.size() >= count,
          "the vertices, and others behind them");
  require(made->triangles.size() == part.triangles.size(), "as many triangles as before");
  for (std::size_t i = 0; i < made->source.size(); ++i)
    require(i < count ? made->source[i] == i : made->source[i] < count, "vertices are those of the input");
  for (std::size_t i = 0; i < made->triangles.size(); ++i) {
    require(made->triangles[i] < made->source.size() && made->source[made->triangles[i]] == part.triangles[i],
            "corners stay at their vertices");
  }
  for (const Vec4& t : made->tangents) {
    require(std::fabs(t.x * t.x + t.y * t.y + t.z * t.z - 1) < 1e-3f, "tangents have length 1");
    require(std::fabs(t.w) == 1, "tangents have a side");
  }
}

void requireCameras(const Avatar& avatar, const std::shared_ptr<const Meshes>& meshes) {
  const Bounds whole = Skinner(meshes).bounds(avatar);
  for (const Bounds& bounds :
       {whole, render::faceBounds(avatar, whole), render::turnedBounds(whole, avatar.root().translation)}) {
    const auto moderate = [](Vec3 v) {
      return std::fabs(v.x) < 1e6f && std::fabs(v.y) < 1e6f && std::fabs(v.z) < 1e6f;
    };
    if (!bounds.empty() && !(moderate(bounds.min) && moderate(bounds.max))) continue;
    for (const render::View view : {render::View::Front, render::View::Face}) {
      const render::Camera camera = render::framed(bounds, 1, render::framing(view));
      for (const Mat4& matrix : {camera.view(), camera.projection()})
        for (const float f : matrix) require(std::isfinite(f), "cameras are finite");
    }
  }
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto raw = std::as_bytes(std::span(data, size));
  LoadOptions options;
  options.file.limits = smallLimits();
  options.file.limits.nodes = 2000;
  options.file.limits.expandedElements = 5000;
  const LoadResult loaded = loadChecked(std::vector<std::byte>(raw.begin(), raw.end()), options);
  if (!loaded) return 0;
  Diagnostics diagnostics;
  const Result<render::Prepared> prepared = render::prepare(loaded, diagnostics);
  if (!prepared) {
    requireReason(prepared.error());
    return 0;
  }
  requireImages(loaded, *prepared);
  for (const schema::Material& material : loaded.vrm().materials) requireMaterial(material, loaded.asset());
  for (const MeshPart& part : prepared->meshes->parts()) requireTangents(part, {data, size});
  Avatar avatar(loaded.model());
  for (const render::Stance stance : {render::Stance::TPose, render::Stance::Natural}) {
    avatar.setPose(render::poseOf(*loaded.model(), stance));
    avatar.update(0);
    requireCameras(avatar, prepared->meshes);
  }
  return 0;
}

}  // namespace vrm::fuzz
