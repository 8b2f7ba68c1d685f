// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/same_motion.hpp"
#include "support/slow_build.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/meshes.hpp"

namespace vrm::test {
namespace {

// At rest, and moving in several ways; one of these, with the first expression on, is enough for a sanitizer.
constexpr std::size_t kScenes = 4, kStep = kFewer > 1 ? 3 : 1, kFrames = 30;

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

// --- drawn triangles

struct Corner {
  std::array<float, 8> numbers{};  // position, normal, texture coordinates
  friend bool operator==(const Corner&, const Corner&) = default;
  friend bool operator<(const Corner& a, const Corner& b) { return a.numbers < b.numbers; }
};
struct DrawnTriangle {
  std::array<Corner, 3> corners;
  std::uint32_t look = 0;
  friend bool operator==(const DrawnTriangle&, const DrawnTriangle&) = default;
  friend bool operator<(const DrawnTriangle& a, const DrawnTriangle& b) {
    return std::tie(a.corners, a.look) < std::tie(b.corners, b.look);
  }
};

// Numbers for materials that look alike, whatever they are called and wherever their pictures are in the
// file.
class Looks {
 public:
  std::uint32_t of(Performer& performer, MaterialIndex material) {
    std::vector<float> driven;
    const std::span<const MaterialRow> rows = performer.loaded.model()->materials();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].material != material) continue;
      const bool still = [&] {  // one that expressions leave alone is like one that they do not know
        const auto now = performer.avatar.materialValues(i);
        const auto rest = Avatar(performer.loaded.model());
        return std::equal(now.begin(), now.end(), rest.materialValues(i).begin());
      }();
      if (still) continue;
      for (const Vec4& v : performer.avatar.materialValues(i))
        driven.insert(driven.end(), {v.x, v.y, v.z, v.w});
    }
    driven.push_back(static_cast<float>(plain(performer, material)));
    return known_.emplace(std::move(driven), static_cast<std::uint32_t>(known_.size())).first->second;
  }

 private:
  std::size_t plain(const Performer& performer, MaterialIndex material) {
    if (!material || material.value >= performer.loaded.vrm().materials.size()) return 0;
    schema::Material own = performer.loaded.vrm().materials[material.value];
    own.name.clear();
    const auto picture = [&](schema::TextureInfo& info) {
      if (info) info.index = TextureIndex(pictureOf(performer, info.index));
    };
    for (schema::TextureInfo* info : {&own.baseColorTexture, &own.metallicRoughnessTexture,
                                      &own.normalTexture, &own.occlusionTexture, &own.emissiveTexture})
      picture(*info);
    if (own.mtoon) {
      schema::MToon& m = *own.mtoon;
      for (schema::TextureInfo* info :
           {&m.shadeMultiplyTexture, &m.shadingShiftTexture, &m.matcapTexture, &m.rimMultiplyTexture,
            &m.outlineWidthMultiplyTexture, &m.uvAnimationMaskTexture})
        picture(*info);
    }
    const auto found = std::find(materials_.begin(), materials_.end(), own);
    const auto at = static_cast<std::size_t>(found - materials_.begin());
    if (found == materials_.end()) materials_.push_back(std::move(own));
    return at + 1;
  }

  std::uint32_t pictureOf(const Performer& performer, TextureIndex texture) {
    const gltf::Asset& asset = performer.loaded.asset();
    if (texture.value >= asset.textures.size()) return 0;
    const gltf::Texture& t = asset.textures[texture.value];
    gltf::Sampler sampler;
    if (t.sampler) sampler = asset.textureSamplers[t.sampler.value];
    std::vector<std::byte> key;
    for (const std::uint16_t word : {sampler.magFilter, sampler.minFilter, sampler.wrapS, sampler.wrapT}) {
      key.push_back(static_cast<std::byte>(word & 255));
      key.push_back(static_cast<std::byte>(word >> 8));
    }
    if (t.source) {
      const auto bytes = performer.loaded.document().image(t.source.value);
      if (bytes) key.insert(key.end(), bytes->begin(), bytes->end());
    }
    return pictures_.emplace(std::move(key), static_cast<std::uint32_t>(pictures_.size())).first->second;
  }

  std::map<std::vector<float>, std::uint32_t> known_;
  std::vector<schema::Material> materials_;
  std::map<std::vector<std::byte>, std::uint32_t> pictures_;
};

std::vector<DrawnTriangle> drawn(Performer& performer, Looks& looks, bool firstPerson) {
  std::vector<DrawnTriangle> out;
  const Meshes& meshes = *performer.meshes;
  for (std::size_t i = 0; i < meshes.instances().size(); ++i) {
    const MeshPart& part = meshes.parts()[meshes.instances()[i].part];
    const std::span<const std::uint32_t> triangles =
        firstPerson ? meshes.firstPersonTriangles(i) : meshes.thirdPersonTriangles(i);
    std::vector<Vec3> positions(part.vertices.positions.size()),
        normals(part.vertices.normals.empty() ? 0 : positions.size());
    if (triangles.empty() || !performer.skinner.skin(performer.avatar, i, positions, normals)) continue;
    const gltf::Asset& asset = performer.loaded.asset();
    const gltf::Primitive& primitive = asset.primitivesOf(asset.meshes[part.mesh.value])[part.primitive];
    std::vector<float> uvs;
    if (const AccessorIndex a = asset.find(primitive.attributes, "TEXCOORD_0")) {
      Diagnostics ignored;
      uvs = *gltf::readFloats(performer.loaded.document(), asset, a, ignored);
    }
    const std::uint32_t look = looks.of(performer, part.material);
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      DrawnTriangle triangle;
      triangle.look = look;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = triangles[t + k];
        const Vec3 p = positions[v], n = normals.empty() ? Vec3{} : normals[v];
        triangle.corners[k].numbers = {
            p.x, p.y, p.z, n.x, n.y, n.z, uvs.empty() ? 0 : uvs[2 * v], uvs.empty() ? 0 : uvs[2 * v + 1]};
        for (float& f : triangle.corners[k].numbers) {
          if (std::isnan(f)) f = 0;
        }
      }
      // Which corner comes first does not matter, but which way round they go.
      std::rotate(triangle.corners.begin(),
                  std::min_element(triangle.corners.begin(), triangle.corners.end()), triangle.corners.end());
      out.push_back(triangle);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Those of the one that has fewer are among the other's.
testing::AssertionResult sameNodes(const Performer& one, const Performer& two) {
  const bool grew = one.loaded.asset().nodes.size() < two.loaded.asset().nodes.size();
  const Performer &more = grew ? two : one, &fewer = grew ? one : two;
  const auto& all = more.loaded.asset().nodes;
  const auto& some = fewer.loaded.asset().nodes;
  const auto matrix = [](const Performer& performer, std::size_t node) {
    return performer.avatar.world(
        performer.loaded.model()->node(NodeIndex(static_cast<std::uint32_t>(node))));
  };
  std::size_t at = 0;
  for (std::size_t i = 0; i < some.size(); ++i, ++at) {
    while (at < all.size() && !(all[at].name == some[i].name && matrix(more, at) == matrix(fewer, i))) ++at;
    if (at == all.size()) return testing::AssertionFailure() << "node " << i << " is not where it was";
  }
  return testing::AssertionSuccess();
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
  for (std::size_t scene = 0; scene < kScenes; scene += kStep) {
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

testing::AssertionResult looksTheSame(const gltf::Document& before, const gltf::Document& after) {
  std::string why;
  std::optional<Performer> one = Performer::of(before, why);
  if (!one) return testing::AssertionFailure() << "before: " << why;
  std::optional<Performer> two = Performer::of(after, why);
  if (!two) return testing::AssertionFailure() << "after: " << why;
  for (std::size_t scene = 0; scene < kScenes; scene += kStep) {
    for (Performer* performer : {&*one, &*two}) performer->play(scene);
    if (testing::AssertionResult same = sameNodes(*one, *two); !same) return same << ", scene " << scene;
    for (const bool firstPerson : {false, true}) {
      Looks looks;
      const std::vector<DrawnTriangle> from = drawn(*one, looks, firstPerson),
                                       to = drawn(*two, looks, firstPerson);
      if (from.size() != to.size())
        return testing::AssertionFailure()
               << "scene " << scene << ": " << from.size() << " triangles became " << to.size();
      const auto [a, b] = std::mismatch(from.begin(), from.end(), to.begin());
      if (a != from.end()) {
        return testing::AssertionFailure()
               << "scene " << scene << (firstPerson ? ", first person" : "") << ": triangle "
               << a - from.begin() << " was " << a->corners[0].numbers[0] << " " << a->corners[0].numbers[1]
               << " look " << a->look << ", is " << b->corners[0].numbers[0] << " "
               << b->corners[0].numbers[1] << " look " << b->look;
      }
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace vrm::test
