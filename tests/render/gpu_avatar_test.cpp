// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the graphics card makes of vertices is what the processor makes of them; and what cameras see.
#include <gtest/gtest.h>

#include <set>

#include "render/darkroom.hpp"
#include "render/guarded_gl.hpp"
#include "render/little_model.hpp"
#include "support/three_avatars.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm {
namespace {

using test::LittleModel;
using Rgba = std::array<int, 4>;

test::Apart updated(test::Developed& what) {
  const Result<void> done = what.gpu.update(what.avatar);
  EXPECT_TRUE(done) << done.error().toString();
  return test::farthestApart(what.gpu, what.avatar, what.meshes);
}

TEST(GpuAvatar, VerticesAreWhereTheProcessorPutsThem) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const auto developed = test::develop(test::sameAvatar(version).glb());
    ASSERT_TRUE(developed);
    Avatar& avatar = developed->avatar;
    const test::Apart atRest = updated(*developed);
    EXPECT_GE(atRest.positions, 0);
    EXPECT_LE(atRest.positions, 1e-6f);
    avatar.pose().rotate(HumanBone::Head, fromAxisAngle({0, 1, 0}, 0.7));
    avatar.pose().rotate(HumanBone::LeftUpperArm, fromAxisAngle({0, 0, 1}, -1));
    avatar.setRoot({{1, 2, 3}, fromAxisAngle({0, 1, 0}, 2), 1.5f});
    for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i) avatar.expression(ExpressionIndex(i), 0.7f);
    avatar.update(0.1f);
    EXPECT_LE(updated(*developed).positions, 5e-6f);
    // Back again: what has changed is noticed.
    avatar.reset();
    avatar.update(0);
    EXPECT_LE(updated(*developed).positions, 1e-6f);
  }
}

TEST(GpuAvatar, NormalsAreThoseOfTheProcessor) {
  const auto developed = test::develop(test::builtinFile());
  ASSERT_TRUE(developed);
  Avatar& avatar = developed->avatar;
  avatar.setPose(render::poseOf(avatar.model(), render::Stance::Natural));
  avatar.setRoot({{1, 2, 3}, fromAxisAngle({0, 1, 0}, 2), 1.5f});
  avatar.expression("happy", 1.0f);
  avatar.update(0.1f);
  const test::Apart apart = updated(*developed);
  EXPECT_GE(apart.normals, 0);
  EXPECT_LE(apart.normals, 1e-5f);
  EXPECT_LE(apart.positions, 5e-6f);
}

// glTF 2.0 section 3.7.2.1 and 3.7.4: directions turn with the node; mirrored, bitangents change sides.
TEST(GpuAvatar, TangentsTurnWithTheirNodes) {
  for (const bool mirrored : {false, true}) {
    LittleModel m;
    const std::uint32_t texture = m.texture(test::plain(128, 128, 255));
    m.material(R"("normalTexture":{"index":)" + std::to_string(texture) + "}");
    LittleModel::Shape square = LittleModel::square();
    square.tangents.assign(square.positions.size(), Vec4{1, 0, 0, -1});
    m.add(square, 0,
          std::string(R"("rotation":[0,0,0.70710678,0.70710678],"scale":)") + (mirrored ? "[1,1,-1]" : "[3,3,3]"));
    const auto developed = test::develop(m.glb());
    ASSERT_TRUE(developed);
    EXPECT_LE(updated(*developed).normals, 1e-6f);
    const auto got = developed->gpu.readVertices(0);
    ASSERT_TRUE(got);
    for (const Vec4& tangent : got->tangents) {
      EXPECT_NEAR(tangent.x, 0, 1e-6);
      EXPECT_NEAR(tangent.y, 1, 1e-6);
      EXPECT_EQ(tangent.w, mirrored ? 1 : -1);
    }
  }
}

// What a node mirrors is lit and bumped as its mirror image, and still shows its outer side.
TEST(GpuAvatar, MirroredNodesLookLikeMirrorImages) {
  const auto picture = [](bool mirrored) {
    LittleModel m;
    const std::uint32_t colors = m.texture(test::board(8, test::plain(200, 80, 60), test::plain(240, 240, 200)));
    const std::uint32_t bumps = m.texture(test::board(6, test::plain(168, 110, 240), test::plain(96, 150, 240)));
    m.material(R"("pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":0.4,"baseColorTexture":{"index":)" +
               std::to_string(colors) + R"(}},"normalTexture":{"index":)" + std::to_string(bumps) + "}");
    m.add(LittleModel::sphere(), 0, mirrored ? R"("scale":[-1,1,1])" : "");
    const auto developed = test::develop(m.glb());
    test::Shot shot = test::plainShot();
    shot.samples = 4;
    shot.scene.light.direction = {mirrored ? -0.5f : 0.5f, -0.3f, -0.8f};
    return test::take(*developed, shot);
  };
  const gltf::Image plain = picture(false), mirrored = picture(true);
  std::size_t off = 0, shown = 0;
  for (std::uint32_t y = 0; y < plain.height; ++y) {
    for (std::uint32_t x = 0; x < plain.width; ++x) {
      shown += test::pixel(plain, x, y)[3] == 255 ? 1u : 0u;
      off += test::isNear(test::pixel(mirrored, plain.width - 1 - x, y), test::pixel(plain, x, y), 6) ? 0u : 1u;
    }
  }
  EXPECT_GT(shown, 5000u);
  EXPECT_LT(off, shown / 25) << "only edges";
}

TEST(GpuAvatar, RefusesAvatarsOfOtherModels) {
  const auto one = test::develop(test::smallAvatar().glb()), other = test::develop(test::smallAvatar().glb());
  EXPECT_EQ(one->gpu.update(other->avatar).error().code, Code::ApiMisuse);
}

TEST(GpuAvatar, GoesWhereItsRootGoes) {
  LittleModel m;
  m.material(R"("extensions":{"KHR_materials_unlit":{}})");
  m.use("KHR_materials_unlit");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  test::Shot shot = test::plainShot();
  EXPECT_EQ(test::middle(test::take(*developed, shot))[3], 255);
  RootTransform away;
  away.translation = {5, 0, 0};
  developed->avatar.setRoot(away);
  developed->avatar.update(0);
  EXPECT_EQ(test::middle(test::take(*developed, shot))[3], 0) << "it has moved out of the picture";
}

// The head's triangles are not the wearer's; also where a normal map has taken vertices apart.
TEST(GpuAvatar, WearersDoNotSeeTheirHeads) {
  for (const bool bumps : {false, true}) {
    test::AssetBuilder b = test::smallAvatar();
    if (bumps) {
      const std::uint32_t texture = b.add(gltf::Kind::Texture, R"({"source":0})");
      b.set("/materials/0/normalTexture", R"({"index":)" + std::to_string(texture) + "}");
    }
    const auto developed = test::develop(b.glb());
    ASSERT_TRUE(developed);
    test::Shot shot = test::plainShot();
    Skinner skinner(developed->meshes);
    const Bounds bounds = skinner.bounds(developed->avatar);
    for (const bool firstPerson : {false, true}) {
      std::size_t triangles = 0, shown = 0;
      for (std::size_t i = 0; i < developed->meshes->instances().size(); ++i)
        triangles += (firstPerson ? developed->meshes->firstPersonTriangles(i) : developed->meshes->thirdPersonTriangles(i)).size();
      for (const render::View view : {render::View::Front, render::View::Back}) {
        shot.scene.camera = render::framed(bounds, 1, render::framing(view));
        shot.scene.camera.firstPerson = firstPerson;
        const gltf::Image image = test::take(*developed, shot);
        for (std::size_t i = 3; i < image.rgba.size(); i += 4) shown += image.rgba[i] > 0 ? 1u : 0u;
      }
      EXPECT_EQ(shown > 0, triangles > 0) << bumps << firstPerson;
    }
  }
}

TEST(Renderer, RefusesTheGeometryOfAnotherModel) {
  const auto one = test::develop(test::smallAvatar().glb()), other = test::develop(test::smallAvatar().glb());
  Diagnostics said;
  EXPECT_EQ(test::renderer().upload(one->loaded, {}, said).error().code, Code::ApiMisuse);
  EXPECT_EQ(test::renderer().upload(one->loaded, {other->meshes, {}}, said).error().code, Code::ApiMisuse);
}

TEST(Renderer, NeedsTheFunctionsOfOpenGl) {
  EXPECT_EQ(render::Renderer::create(nullptr).error().code, Code::ApiMisuse);
  const auto none = [](const char*) -> render::GlProc { return nullptr; };
  EXPECT_EQ(render::Renderer::create(none).error().toString(),
            "the graphics driver has no function glActiveTexture [RENDER_UNAVAILABLE]");
}

TEST(Renderer, SaysWhenAnImageIsTooLargeForTheCard) {
  LittleModel m;
  m.material(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + std::to_string(m.texture(test::plain(1, 2, 3))) +
             "}}");
  m.add(LittleModel::square());
  const LoadResult loaded = load(m.glb());
  Diagnostics said;
  const auto meshes = loadMeshes(loaded, said);
  gltf::Image wide;
  wide.width = 100'000;
  wide.height = 1;
  wide.rgba.resize(400'000);
  const auto model = test::renderer().upload(loaded, {*meshes, {wide}}, said);
  ASSERT_FALSE(model);
  EXPECT_TRUE(model.error().toString().starts_with("/images/0: an image is 100000 pixels long")) << model.error().toString();
  EXPECT_EQ(model.error().code, Code::RenderFailed);
}

TEST(Renderer, BoundsWhatManyNodesWithOneMeshTake) {
  // A few bytes of JSON each; every one has its own vertices on the card.
  LittleModel m;
  m.material("");
  m.add(LittleModel::sphere());
  for (int i = 0; i < 50; ++i) m.show(0);
  LoadOptions options;
  options.file.limits.decodedBytes = 200'000;
  const LoadResult loaded = load(m.glb(), options);
  ASSERT_TRUE(loaded);
  Diagnostics said;
  const auto meshes = loadMeshes(loaded, said);
  ASSERT_TRUE(meshes);
  const auto model = test::renderer().upload(loaded, {*meshes, {}}, said);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, Code::LimitDecodedBytes);
}

// What decoding takes is added up before the first is decoded: pixels and the encoded bytes.
TEST(Renderer, BoundsWhatPicturesTakeTogether) {
  LittleModel m;
  const gltf::Image black{32, 32, std::vector<std::uint8_t>(32 * 32 * 4)};
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t texture = m.texture(black);
    m.material(R"("emissiveTexture":{"index":)" + std::to_string(texture) + "}");
  }
  m.add(LittleModel::square());
  const std::uint64_t each = black.rgba.size() + gltf::encodePng(black)->size();
  const auto preparedWith = [&](std::uint64_t bytes) {
    LoadOptions options;
    options.file.limits.decodedBytes = bytes;
    const LoadResult loaded = load(m.glb(), options);
    Diagnostics said;
    return render::prepare(loaded, said);
  };
  EXPECT_TRUE(preparedWith(3 * each));
  const Result<render::Prepared> over = preparedWith(3 * each - 1);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, Code::LimitDecodedBytes);
  EXPECT_EQ(over.error().pointer, "/images/2");
}

// What is too large to be decoded takes nothing from the others.
TEST(Renderer, ImagesThatAreNotDecodedAreNotPaidFor) {
  LittleModel m;
  const gltf::Image small{32, 32, std::vector<std::uint8_t>(32 * 32 * 4)},
      large{64, 64, std::vector<std::uint8_t>(64 * 64 * 4)};
  for (const gltf::Image* image : {&large, &small}) {
    const std::uint32_t texture = m.texture(*image);
    m.material(R"("emissiveTexture":{"index":)" + std::to_string(texture) + "}");
  }
  m.add(LittleModel::square());
  LoadOptions options;
  options.file.limits.imagePixels = 32 * 32;
  options.file.limits.decodedBytes = small.rgba.size() + gltf::encodePng(small)->size();
  Diagnostics said;
  const Result<render::Prepared> prepared = render::prepare(load(m.glb(), options), said);
  ASSERT_TRUE(prepared) << prepared.error().toString();
  EXPECT_TRUE(said.has(Code::LimitImagePixels));
}

// A picture that is a colour and data as well is there twice.
TEST(Renderer, BoundsWhatTexturesTake) {
  LittleModel m;
  const std::uint32_t texture = m.texture({64, 64, std::vector<std::uint8_t>(64 * 64 * 4)});
  const std::string info = R"({"index":)" + std::to_string(texture) + "}";
  m.material(R"("emissiveTexture":)" + info + R"(,"occlusionTexture":)" + info);
  m.add(LittleModel::square());
  const auto uploaded = [&](std::uint64_t bytes) {
    LoadOptions options;
    options.file.limits.decodedBytes = bytes;
    const LoadResult loaded = load(m.glb(), options);
    Diagnostics said;
    const auto prepared = render::prepare(loaded, said);
    EXPECT_TRUE(prepared);
    return test::renderer().upload(loaded, *prepared, said);
  };
  constexpr std::uint64_t kBoth = 2 * 64 * 64 * 4;
  EXPECT_TRUE(uploaded(kBoth));
  const auto over = uploaded(kBoth - 1);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, Code::LimitDecodedBytes);
  EXPECT_EQ(over.error().pointer, "/images/0");
}

// Spheres in rows, each with a material of its own.
class Spheres {
 public:
  Spheres() {
    model_.use("VRMC_materials_mtoon");
    model_.use("KHR_materials_unlit");
    texture_ =
        std::to_string(model_.texture(test::board(4, test::plain(255, 128, 64), test::plain(64, 200, 255))));
  }
  // A texture's member, on a set of coordinates.
  std::string texture(const std::string& name, int set = 0) const {
    return ",\"" + name + R"(":{"index":)" + texture_ + R"(,"texCoord":)" + std::to_string(set) + "}";
  }
  // What stands for textures that are missing shows: every factor is there. Members begin with a comma.
  void toon(const std::string& members, const std::string& outer = "", const std::string& core = "",
            const LittleModel::Shape& shape = LittleModel::sphere()) {
    add(outer, core,
        R"("VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0.4,0.5,0.6],"shadingToonyFactor":0.3,)"
        R"("matcapFactor":[1,0.5,1],"parametricRimColorFactor":[0.2,0.1,0.3],"parametricRimFresnelPowerFactor":2,)"
        R"("parametricRimLiftFactor":0.3,"rimLightingMixFactor":0.5)" +
            members + "}",
        shape);
  }
  void pbr(const std::string& outer, const std::string& core = "",
           const LittleModel::Shape& shape = LittleModel::sphere()) {
    add(outer, core, "", shape);
  }
  void unlit(const std::string& outer, const std::string& core = "") {
    add(outer, core, R"("KHR_materials_unlit":{})", LittleModel::sphere());
  }
  test::Bytes glb() const { return model_.glb(); }
  std::uint32_t count() const { return count_; }
  static constexpr std::uint32_t kInRow = 6, kSize = 30;  // pixels of each in a picture of kInRow * kSize

 private:
  void add(const std::string& outer, const std::string& core, const std::string& extension,
           const LittleModel::Shape& shape) {
    model_.material(
        R"("emissiveFactor":[0.1,0.2,0.1],"pbrMetallicRoughness":{"metallicFactor":0.4,"roughnessFactor":0.5,)"
        R"("baseColorFactor":[0.9,0.8,0.7,0.6])" +
        core + R"(},"extensions":{)" + extension + "}" + outer);
    const auto place = [](std::uint32_t at) { return std::to_string(2.2 * (at + 0.5) / kInRow - 1.1); };
    model_.add(shape, count_,
               R"("scale":[0.15,0.15,0.15],"translation":[)" + place(count_ % kInRow) + "," +
                   place(count_ / kInRow) + ",0]");
    ++count_;
  }
  LittleModel model_;
  std::string texture_;
  std::uint32_t count_ = 0;
};

// 32 kinds that only this model has: without normals, with any of the textures of MToon.
Spheres manyKinds() {
  LittleModel::Shape flat = LittleModel::sphere();
  flat.normals.clear();
  Spheres out;
  for (int kind = 0; kind < 32; ++kind) {
    const auto has = [&](int bit, const char* name) {
      return (kind >> bit & 1) != 0 ? out.texture(name) : std::string();
    };
    out.toon(has(0, "shadeMultiplyTexture") + has(1, "matcapTexture") + has(2, "rimMultiplyTexture"),
             has(3, "emissiveTexture"), has(4, "baseColorTexture"), flat);
  }
  return out;
}

// Without any texture, with each of them alone, and the rest of what tells programs apart.
Spheres comparedKinds() {
  const std::string mask = R"(,"alphaMode":"MASK")", blend = R"(,"alphaMode":"BLEND")";
  LittleModel::Shape flat = LittleModel::sphere(), colored = flat, twoSets = flat;
  flat.normals.clear();
  colored.colors.assign(colored.positions.size(), Vec4{0.5f, 1, 0.8f, 0.9f});
  for (const Vec2& uv : twoSets.uvs) twoSets.otherUvs.push_back({uv.y, uv.x});
  Spheres out;
  const std::string base = out.texture("baseColorTexture"), emissive = out.texture("emissiveTexture");
  out.toon("");
  out.toon("", "", base);
  out.toon("", emissive);
  for (const char* name :
       {"shadeMultiplyTexture", "matcapTexture", "rimMultiplyTexture", "shadingShiftTexture"})
    out.toon(out.texture(name));
  out.toon("", mask);
  out.toon("", blend);
  out.toon(R"(,"uvAnimationScrollXSpeedFactor":0.3)", out.texture("normalTexture"), base);
  out.toon(
      R"(,"outlineWidthMode":"worldCoordinates","outlineWidthFactor":0.02,"outlineColorFactor":[1,0,0])");
  out.toon(out.texture("shadeMultiplyTexture", 1), "", base, twoSets);
  out.pbr("");
  out.pbr("", base);
  out.pbr(emissive);
  out.pbr("", out.texture("metallicRoughnessTexture"));
  out.pbr(out.texture("occlusionTexture"));
  out.pbr(mask, "", colored);
  out.pbr(blend, "", flat);
  out.unlit(mask);
  out.unlit(mask, base);
  return out;
}

// Beyond a number of kinds there are a few programs for all, which draw the same: to the bit where the same
// arithmetic runs in all of them, as on Mesa's software drivers.
TEST(Renderer, BoundsHowManyProgramsThereAre) {
  constexpr std::uint32_t kWidth = Spheres::kInRow * Spheres::kSize;
  const Spheres many = manyKinds(), compared = comparedKinds();
  std::vector<gltf::Image> pictures;
  std::vector<std::int64_t> programs;
  for (const bool late : {false, true}) {
    render::Renderer fresh = *render::Renderer::create(test::guardedLoader);
    for (const Spheres* spheres : {&many, &compared}) {
      if (spheres == &many && !late) continue;
      const LoadResult loaded = load(spheres->glb());
      ASSERT_TRUE(loaded);
      Diagnostics said;
      const render::Prepared prepared = *render::prepare(loaded, said);
      Avatar avatar(loaded.model());
      avatar.update(0.5f);
      render::GpuAvatar gpu(*fresh.upload(loaded, prepared, said));
      ASSERT_TRUE(gpu.update(avatar));
      const render::GpuAvatar* const avatars[] = {&gpu};
      test::Shot shot = test::plainShot();
      shot.scene.avatars = avatars;
      shot.scene.light.direction = {0.8f, -0.3f, -0.5f};
      shot.scene.time = 0.5f;
      shot.scene.light.sky = shot.scene.light.ground = {0.2f, 0.3f, 0.2f};  // for occlusion
      render::Target target = *fresh.makeTarget(kWidth, kWidth, 1);
      target.clear({});
      const std::int64_t before = test::liveGlObjects();
      ASSERT_TRUE(fresh.draw(target, shot.scene));
      programs.push_back(test::liveGlObjects() - before);
      if (spheres == &compared) pictures.push_back(*target.read());
    }
  }
  // Rims and shifts share one, metal and occlusion too; one for the outline, whose inside is that of the
  // first.
  EXPECT_EQ(programs, (std::vector<std::int64_t>{19, 32, 9}));
  const std::string driver = test::driver();
  const bool software = driver.find("llvmpipe") != driver.npos || driver.find("softpipe") != driver.npos;
  std::set<Rgba> seen;
  for (std::uint32_t i = 0; i < compared.count(); ++i) {
    SCOPED_TRACE("material " + std::to_string(i));
    std::size_t shown = 0, different = 0;
    for (std::uint32_t x = 0; x < Spheres::kSize; ++x) {
      for (std::uint32_t y = 0; y < Spheres::kSize; ++y) {
        const std::uint32_t left = i % Spheres::kInRow * Spheres::kSize + x,
                            up = i / Spheres::kInRow * Spheres::kSize + y;
        const Rgba alone = test::pixel(pictures[0], left, kWidth - 1 - up);
        different +=
            test::isNear(test::pixel(pictures[1], left, kWidth - 1 - up), alone, software ? 0 : 1) ? 0u : 1u;
        shown += alone[3] > 0 ? 1u : 0u;
        seen.insert(alone);
      }
    }
    EXPECT_GT(shown, 200u);
    EXPECT_EQ(different, 0u) << driver;
  }
  EXPECT_GT(seen.size(), 1000u);
}

// Images that lie on the same bytes are decoded once, and look the same, or are told of each.
TEST(Renderer, ImagesOverTheSameBytesAreAllThere) {
  const auto preparedOf = [](const test::Bytes& png, Diagnostics& said) {
    test::AssetBuilder b;
    b.image("a", png, "image/png");
    b.add(gltf::Kind::Image, R"({"mimeType":"image/png","bufferView":0})");
    for (const char* source : {"0", "1"}) b.add(gltf::Kind::Texture, std::string(R"({"source":)") + source + "}");
    b.add(gltf::Kind::Material, R"({"emissiveTexture":{"index":0},"occlusionTexture":{"index":1}})");
    const LoadResult loaded = load(b.glb());
    return render::prepare(loaded, said);
  };
  Diagnostics said;
  test::Bytes png = *gltf::encodePng(test::plain(9, 99, 199));
  const auto both = preparedOf(png, said);
  ASSERT_TRUE(both);
  ASSERT_EQ(both->images.size(), 2u);
  EXPECT_FALSE(both->images[0].rgba.empty());
  EXPECT_EQ(both->images[0], both->images[1]);
  EXPECT_TRUE(said.empty());
  png.resize(png.size() / 2);
  EXPECT_TRUE(preparedOf(png, said));
  ASSERT_EQ(said.all().size(), 2u) << "both are cut off";
  EXPECT_EQ(said.all()[1].pointer, "/images/1");
  EXPECT_EQ(said.all()[1].severity, Severity::Warning);
}

// Bones, springs, colliders and limits of one avatar, beside a golden picture; and a bone where it is.
TEST(Lines, ShowWhatCannotBeSeen) {
  const auto developed = test::develop(test::sameAvatar(VrmVersion::Vrm1).glb());
  ASSERT_TRUE(developed);
  std::vector<render::Line> lines;
  render::addOverlay(developed->avatar, render::Overlay::Bones, lines);
  const Avatar& avatar = developed->avatar;
  const auto place = [&](HumanBone bone) { return positionOf(avatar.world(avatar.model().bone(bone))); };
  const Vec3 hips = place(HumanBone::Hips), spine = place(HumanBone::Spine);
  const auto ends = [&](const render::Line& line) {
    return length(line.from - hips) < 1e-6f || length(line.from - spine) < 1e-6f;
  };
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), ends));
  test::Shot shot;
  shot.scene.camera = render::lookingAt((hips + spine) * 0.5f + Vec3{0, 0, 3}, (hips + spine) * 0.5f);
  shot.scene.lines = lines;
  EXPECT_EQ(test::middle(test::take(*developed, shot))[3], 255) << "between hips and spine";

  for (const render::Overlay overlay :
       {render::Overlay::Springs, render::Overlay::Colliders, render::Overlay::Limits})
    render::addOverlay(avatar, overlay, lines);
  Bounds bounds;
  for (const render::Line& line : lines) {
    const Vec3 both[] = {line.from, line.to};
    bounds = merge(bounds, boundsOf(both));
  }
  shot.width = 128;
  shot.height = 192;
  shot.background = {0, 0, 0, 1};
  shot.scene.camera =
      render::framed(bounds, 128.0f / 192, render::framing(render::View::ThreeQuarter));
  shot.scene.lines = lines;
  EXPECT_TRUE(test::isLikeGolden("overlays", test::take(*developed, shot)));
}

TEST(Lines, AreDrawnOverEverything) {
  LittleModel m;
  m.use("KHR_materials_unlit");
  m.material(R"("extensions":{"KHR_materials_unlit":{}})");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  test::Shot shot = test::plainShot();
  const render::Line lines[] = {{{-2, 0, -1}, {2, 0, -1}, {1, 0, 0, 1}}, {{0, 0, 50}, {0, 1, 60}, {0, 1, 0, 1}}};
  shot.scene.lines = lines;
  shot.scene.lineWidth = 6;
  const gltf::Image image = test::take(*developed, shot);
  EXPECT_EQ(test::middle(image), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(test::pixel(image, 48, 42), (Rgba{255, 255, 255, 255}));
  EXPECT_TRUE(test::isLikeGolden("lines", image));
}

}  // namespace
}  // namespace vrm
