// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/same_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/meshes.hpp"

namespace vrm::test {
namespace {

constexpr std::size_t kScenes = 4, kFrames = 30;

void direct(Avatar& avatar, std::size_t scene, std::size_t frame);

struct Performer {
  LoadResult loaded;
  std::shared_ptr<const Meshes> meshes;
  Avatar avatar;
  Skinner skinner;

  static std::optional<Performer> of(const gltf::Document& document, std::string& why) {
    LoadResult loaded = load(document.clone());
    if (!loaded) {
      why = loaded.error().toString();
      return std::nullopt;
    }
    Diagnostics ignored;
    Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(loaded, ignored);
    if (!meshes) {
      why = meshes.error().toString();
      return std::nullopt;
    }
    Avatar avatar(loaded.model());
    return Performer{std::move(loaded), *meshes, std::move(avatar), Skinner(*meshes)};
  }

  void play(std::size_t scene) {
    avatar = Avatar(loaded.model());
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
      if (scene > 0) direct(avatar, scene, frame);
      avatar.update(scene == 0 ? 0.0f : 1.0f / 60);
    }
  }

  // The places of the corners of all triangles that a camera shows, in an order of their own.
  using Triangle = std::array<float, 9>;
  std::vector<Triangle> view(bool firstPerson) {
    std::vector<Triangle> out;
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < meshes->instances().size(); ++i) {
      const std::span<const std::uint32_t> corners =
          firstPerson ? meshes->firstPersonTriangles(i) : meshes->thirdPersonTriangles(i);
      if (corners.empty()) continue;
      positions.resize(meshes->parts()[meshes->instances()[i].part].vertices.positions.size());
      EXPECT_TRUE(skinner.skin(avatar, i, positions));
      for (std::size_t c = 0; c + 2 < corners.size(); c += 3) {
        Triangle& triangle = out.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3 v = positions[corners[c + k]];
          for (const std::size_t j : {0u, 1u, 2u}) triangle[3 * k + j] = j == 0 ? v.x : j == 1 ? v.y : v.z;
        }
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }
};

float wave(std::size_t a, std::size_t b) {
  return static_cast<float>(std::sin(1.7 * static_cast<double>(a) + 2.3 * static_cast<double>(b) + 0.4));
}

// Everything at once, differently for each scene.
void direct(Avatar& avatar, std::size_t scene, std::size_t frame) {
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const auto i = static_cast<std::size_t>(bone.bone);
    const Vec3 axis{wave(i, scene), wave(i + 7, scene), wave(i + 13, scene)};
    const float size = length(axis);
    const double angle =
        0.5 * static_cast<double>(wave(i + 3, scene)) * std::min(1.0, static_cast<double>(frame) / 10);
    if (size > 0.1f) avatar.pose().rotate(bone.bone, fromAxisAngle(axis * (1 / size), angle));
  }
  const std::size_t expressions = avatar.expressionWeights().size();
  for (std::uint32_t i = 0; i < expressions; ++i) {
    avatar.expression(ExpressionIndex(i), i % 3 == scene % 3 ? std::abs(wave(i, scene)) : 0.0f);
  }
  avatar.lookAt(YawPitch{20 * wave(scene, 1), 15 * wave(scene, 2)});
  RootTransform root;
  const float t = static_cast<float>(frame) / 60;
  root.translation = {0.3f * std::sin(4 * t), 0.1f * t, 0.2f * t};
  root.rotation = fromAxisAngle({0, 1, 0}, static_cast<double>(t));
  if (scene > 0) avatar.setRoot(root);
}

}  // namespace

testing::AssertionResult movesTheSame(const gltf::Document& before, const gltf::Document& after,
                                      double tolerance, double normals) {
  std::string why;
  std::optional<Performer> one = Performer::of(before, why);
  if (!one) return testing::AssertionFailure() << "before: " << why;
  std::optional<Performer> two = Performer::of(after, why);
  if (!two) return testing::AssertionFailure() << "after: " << why;
  // An edit may add a root, or make nodes of the file of those that older versions only think of.
  if (one->meshes->instances().size() != two->meshes->instances().size() ||
      one->avatar.worldMatrices().size() > two->avatar.worldMatrices().size())
    return testing::AssertionFailure() << "other numbers of nodes or meshes";
  for (std::size_t scene = 0; scene < kScenes; ++scene) {
    for (Performer* performer : {&*one, &*two}) performer->play(scene);
    // In models of tens of metres floats know less.
    double reach = 10;
    for (const Mat4& m : one->avatar.worldMatrices())
      reach = std::max(reach, static_cast<double>(length(positionOf(m))));
    const auto near = [&](Vec3 a, Vec3 b) {
      return static_cast<double>(length(a - b)) <= tolerance * reach / 10;
    };
    for (std::uint32_t i = 0; i < one->avatar.worldMatrices().size(); ++i) {
      const auto place = [&](const Performer& performer) {
        return positionOf(performer.avatar.world(performer.loaded.model()->node(NodeIndex(i))));
      };
      const Vec3 from = place(*one), to = place(*two);
      if (near(from, to)) continue;
      return testing::AssertionFailure()
             << "scene " << scene << ", node " << i << " is " << length(from - to) << " m away";
    }
    for (std::size_t i = 0; i < one->meshes->instances().size(); ++i) {
      const auto skin = [&](Performer& performer, std::vector<Vec3>& positions,
                            std::vector<Vec3>& directions) {
        const MeshPart& part = performer.meshes->parts()[performer.meshes->instances()[i].part];
        positions.resize(part.vertices.positions.size());
        directions.resize(part.vertices.normals.empty() ? 0 : positions.size());
        return performer.skinner.skin(performer.avatar, i, positions, directions);
      };
      std::vector<Vec3> from, to, fromNormals, toNormals;
      if (!skin(*one, from, fromNormals) || !skin(*two, to, toNormals) || from.size() != to.size())
        return testing::AssertionFailure() << "instance " << i << " cannot be skinned alike";
      for (std::size_t v = 0; v < from.size(); ++v) {
        if (!near(from[v], to[v])) {
          return testing::AssertionFailure()
                 << "scene " << scene << ", instance " << i << ", vertex " << v << " is "
                 << length(from[v] - to[v]) << " m away: " << from[v].x << " " << from[v].y << " "
                 << from[v].z << " -> " << to[v].x << " " << to[v].y << " " << to[v].z;
        }
        if (fromNormals.empty() || toNormals.empty()) continue;
        const double turn = static_cast<double>(length(fromNormals[v] - toNormals[v]));
        if (!(turn <= normals))
          return testing::AssertionFailure()
                 << "scene " << scene << ", instance " << i << ", normal " << v << " is " << turn << " away";
      }
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult showsTheSame(const gltf::Document& before, const gltf::Document& after) {
  std::string why;
  std::optional<Performer> one = Performer::of(before, why);
  if (!one) return testing::AssertionFailure() << "before: " << why;
  std::optional<Performer> two = Performer::of(after, why);
  if (!two) return testing::AssertionFailure() << "after: " << why;
  for (std::size_t scene = 0; scene < kScenes; ++scene) {
    for (Performer* performer : {&*one, &*two}) performer->play(scene);
    for (const bool firstPerson : {false, true}) {
      const std::vector<Performer::Triangle> from = one->view(firstPerson), to = two->view(firstPerson);
      if (from == to) continue;
      return testing::AssertionFailure()
             << "scene " << scene << ", " << (firstPerson ? "first" : "third") << " person: " << from.size()
             << " triangles before, " << to.size() << " after, and they differ";
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace vrm::test
