// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/image.hpp"
#include "vrm/load.hpp"
#include "vrm/render/camera.hpp"
#include "vrm/render/context.hpp"
#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/meshes.hpp"

namespace vrm::render {

// Everything here but prepare() is used with the context current that the Renderer was made in. It sets all the state
// of OpenGL that it needs, and leaves it changed.

// One light from far away, and light from all sides. A white surface that faces the light is as bright as `color` says:
// MToon's and PBR's numbers are in this unit (glTF's lights divided by pi).
struct Light {
  Vec3 direction{0.3f, -0.5f, -0.8f};  // in which it shines
  Vec3 color{0.8f, 0.8f, 0.8f};        // linear
  Vec3 sky{0.22f, 0.22f, 0.22f};       // on what looks up
  Vec3 ground{0.18f, 0.18f, 0.18f};    // on what looks down
};

// A line in the world, for what cannot be seen otherwise.
struct Line {
  Vec3 from, to;
  Vec4 color{1, 1, 1, 1};  // linear
};

// What a Renderer takes of a file.
struct Prepared {
  std::shared_ptr<const Meshes> meshes;
  std::vector<gltf::Image> images;  // one per image of the asset; empty are those that no material shows
};

// Reads the geometry and decodes the pictures, without a graphics card, on any thread. What cannot be decoded is left
// empty, and reported. The pictures may together have Limits::decodedBytes.
Result<Prepared> prepare(const LoadResult& loaded, Diagnostics& diagnostics, std::size_t threads = 1);

// What all avatars of a model share on the graphics card: vertices, textures, materials.
class GpuModel;

// An avatar on the graphics card.
class GpuAvatar {
 public:
  explicit GpuAvatar(std::shared_ptr<const GpuModel> model);
  GpuAvatar(GpuAvatar&&) noexcept;
  GpuAvatar& operator=(GpuAvatar&&) noexcept;
  ~GpuAvatar();

  // Takes over what the avatar's last update gave: uploads its matrices, and weights and materials that have changed,
  // and has the card work out the vertices. ApiMisuse for an avatar of another model; after other errors it is not
  // drawn until an update has worked.
  Result<void> update(const Avatar& avatar);

  // The vertices of an instance of Meshes::instances() as the card worked them out, in the order of the part's, with
  // copies behind them where tangents need some. Zeros for normals and tangents that it has no use for. Nothing of
  // instances that draw nothing. Not on the web, where nothing can be read back.
  struct Vertices {
    std::vector<Vec3> positions, normals;
    std::vector<Vec4> tangents;
  };
  Result<Vertices> readVertices(std::size_t instance) const;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// What is drawn, over what is there already.
struct Scene {
  Camera camera;
  Light light;
  float time = 0;  // seconds, for animated textures
  std::span<const GpuAvatar* const> avatars;
  std::span<const Line> lines;  // over everything
  float lineWidth = 2;          // pixels
};

// Where pictures are drawn. Those of makeTarget() have colours as sRGB, linear when they are mixed, alpha multiplied in;
// depth; several samples.
class Target {
 public:
  Target(Target&&) noexcept;
  Target& operator=(Target&&) noexcept;
  ~Target();

  std::uint32_t width() const noexcept;
  std::uint32_t height() const noexcept;
  // Everything this colour (sRGB, alpha not multiplied in), and nothing near.
  void clear(Vec4 color);
  // The picture, alpha not multiplied in. RENDER_FAILED for framebuffers of others that have several samples or floats.
  Result<gltf::Image> read();

  struct Impl;

 private:
  friend class Renderer;
  explicit Target(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

class Renderer {
 public:
  static Result<Renderer> create(GlLoader loader);
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // `prepared` is not needed afterwards. RENDER_FAILED when the card cannot hold the model.
  Result<std::shared_ptr<const GpuModel>> upload(const LoadResult& loaded, const Prepared& prepared,
                                                 Diagnostics& diagnostics);
  // `samples`: 1, or at most as many as the card has.
  Result<Target> makeTarget(std::uint32_t width, std::uint32_t height, std::uint32_t samples = 4);
  // A framebuffer that is there already, with colour and depth: that of a window or a web page (0), or of an engine. It
  // stays the caller's. Colours are encoded as sRGB by the framebuffer if it does that, else by the shader, unless it
  // has floats, which stay linear. Make it anew when its size changes.
  Result<Target> wrapTarget(std::uint32_t framebuffer, std::uint32_t width, std::uint32_t height);
  Result<void> draw(Target& target, const Scene& scene);

  struct Impl;

 private:
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace vrm::render
