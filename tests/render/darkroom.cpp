// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/darkroom.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "builtin_avatar.hpp"
#include "render/gl.hpp"

namespace vrm::test {
namespace {

struct Room {
  render::Context context;
  render::Renderer renderer;
};

Room& room() {
  static Room* const made = [] {
    Result<render::Context> context = render::Context::headless();
    if (!context) {
      std::fprintf(stderr, "%s\n", context.error().toString().c_str());
      std::abort();
    }
    Result<render::Renderer> renderer = render::Renderer::create(context->loader());
    if (!renderer) {
      std::fprintf(stderr, "%s\n", renderer.error().toString().c_str());
      std::abort();
    }
    return new Room{*std::move(context), *std::move(renderer)};  // as long as the program: drivers want to be last
  }();
  return *made;
}

}  // namespace

render::Renderer& renderer() {
  return room().renderer;
}

render::GlLoader loader() {
  return room().context.loader();
}

const std::string& driver() {
  return room().context.renderer();
}

std::shared_ptr<const render::Gl> gl() {
  return *render::loadGl(loader());
}

void scissor(int x, int y, int width, int height) {
  reinterpret_cast<decltype(&::glScissor)>(loader()("glScissor"))(x, y, width, height);
}

std::unique_ptr<Developed> develop(const Bytes& file) {
  LoadResult loaded = load(file);
  EXPECT_TRUE(loaded) << loaded.error().toString();
  if (!loaded) return nullptr;
  Diagnostics said;
  const Result<render::Prepared> prepared = render::prepare(loaded, said);
  EXPECT_TRUE(prepared);
  if (!prepared) return nullptr;
  Result<std::shared_ptr<const render::GpuModel>> model = renderer().upload(loaded, *prepared, said);
  EXPECT_TRUE(model) << model.error().toString();
  if (!model) return nullptr;
  Avatar avatar(loaded.model());
  avatar.update(0);
  return std::make_unique<Developed>(
      Developed{std::move(loaded), prepared->meshes, *model, std::move(avatar), render::GpuAvatar(*model)});
}

const Bytes& builtinFile() {
  static const Bytes file = *builtin::makeAvatar(VrmVersion::Vrm1).toGlb();
  return file;
}

Apart farthestApart(const render::GpuAvatar& gpu, const Avatar& avatar, const std::shared_ptr<const Meshes>& meshes) {
  Skinner skinner(meshes);
  Apart out;
  for (std::size_t i = 0; i < meshes->instances().size(); ++i) {
    const Result<render::GpuAvatar::Vertices> got = gpu.readVertices(i);
    EXPECT_TRUE(got) << got.error().toString();
    if (!got || got->positions.empty()) continue;  // draws nothing
    const auto& part = meshes->parts()[meshes->instances()[i].part].vertices;
    std::vector<Vec3> positions(part.positions.size()), normals(part.normals.size());
    EXPECT_TRUE(skinner.skin(avatar, i, positions, normals));
    EXPECT_GE(got->positions.size(), positions.size()) << "vertices are only ever added";
    for (std::size_t k = 0; k < std::min(positions.size(), got->positions.size()); ++k)
      out.positions = std::max(out.positions, length(positions[k] - got->positions[k]));
    for (std::size_t k = 0; k < std::min(normals.size(), got->normals.size()); ++k)
      out.normals = std::max(out.normals, length(normals[k] - got->normals[k]));
  }
  return out;
}

Shot plainShot() {
  Shot shot;
  shot.scene.camera.orthographic = true;
  shot.scene.camera.height = 2.2f;
  shot.scene.camera.position = {0, 0, 5};
  shot.scene.light.direction = {0, 0, -1};
  shot.scene.light.color = {1, 1, 1};
  shot.scene.light.sky = shot.scene.light.ground = {0, 0, 0};
  return shot;
}

gltf::Image take(Developed& what, const Shot& shot) {
  Result<render::Target> target = renderer().makeTarget(shot.width, shot.height, shot.samples);
  EXPECT_TRUE(target);
  return take(what, shot, *target);
}

gltf::Image take(Developed& what, const Shot& shot, render::Target& target) {
  target.clear(shot.background);
  const Result<void> updated = what.gpu.update(what.avatar);
  EXPECT_TRUE(updated) << updated.error().toString();
  render::Scene scene = shot.scene;
  const render::GpuAvatar* avatars[] = {&what.gpu};
  scene.avatars = avatars;
  const Result<void> drawn = renderer().draw(target, scene);
  EXPECT_TRUE(drawn) << drawn.error().toString();
  Result<gltf::Image> image = target.read();
  EXPECT_TRUE(image) << image.error().toString();
  return image ? *std::move(image) : gltf::Image();
}

std::array<int, 4> pixel(const gltf::Image& image, std::uint32_t x, std::uint32_t y) {
  const std::size_t at = (std::size_t{y} * image.width + x) * 4;
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}
std::array<int, 4> middle(const gltf::Image& image) {
  return pixel(image, image.width / 2, image.height / 2);
}

::testing::AssertionResult isNear(const std::array<int, 4>& got, const std::array<int, 4>& wanted, int within) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs(got[i] - wanted[i]) > within) {
      return ::testing::AssertionFailure() << "got " << ::testing::PrintToString(got) << ", wanted "
                                           << ::testing::PrintToString(wanted);
    }
  }
  return ::testing::AssertionSuccess();
}

int srgb(double light) {
  const double c = std::min(std::max(light, 0.0), 1.0);
  return static_cast<int>(std::lround(255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
}

::testing::AssertionResult isLikeGolden(const std::string& name, const gltf::Image& image) {
  const std::filesystem::path golden =
      std::filesystem::path(VRM_SOURCE_DIR) / "tests" / "render" / "golden" / (name + ".png");
  const auto write = [&](const std::filesystem::path& path, const gltf::Image& what) {
    gltf::PngOptions options;
    options.level = 9;
    const auto png = gltf::encodePng(what, options);
    return png && writeFile(path, *png);
  };
  if (std::getenv("VRM_UPDATE_GOLDEN")) {
    if (write(golden, image)) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "cannot write " << golden;
  }
  const Result<std::vector<std::byte>> bytes = readFile(golden, 1 << 24);
  const Result<gltf::Image> expected = bytes ? gltf::decodeImage(*bytes, {}) : Result<gltf::Image>(bytes.error());
  gltf::Image difference = image;
  std::size_t off = 0;
  double sum = 0;
  if (expected && expected->width == image.width && expected->height == image.height) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
      int most = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const int d = std::abs(int{image.rgba[i + k]} - int{expected->rgba[i + k]});
        most = std::max(most, d);
        sum += d;
        difference.rgba[i + k] = static_cast<std::uint8_t>(std::min(255, 8 * d));
      }
      difference.rgba[i + 3] = 255;
      off += most > 6 ? 1 : 0;
    }
    const auto pixels = static_cast<double>(image.rgba.size()) / 4;
    if (static_cast<double>(off) <= pixels / 100 && sum / (4 * pixels) < 0.5) return ::testing::AssertionSuccess();
  }
  write(name + ".actual.png", image);
  if (expected) write(name + ".difference.png", difference);
  return ::testing::AssertionFailure()
         << name << ": " << (expected ? "differs from the golden picture" : expected.error().toString()) << "; " << off
         << " pixels differ by more than 6; see " << name << ".actual.png and " << name << ".difference.png in "
         << std::filesystem::current_path() << ". VRM_UPDATE_GOLDEN=1 takes the new one.";
}

}  // namespace vrm::test
