// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/check_model.hpp"

#include <algorithm>
#include <cmath>

namespace vrm::test {
namespace {

using namespace gltf;

class AssetChecker {
 public:
  AssetChecker(const Document& document, const Asset& asset) : document_(document), a_(asset) {}

  std::string run() {
    nodes();
    lists();
    meshes();
    storage();
    primitives();
    return broken_;
  }

 private:
  void expect(bool good, const std::string& what) {
    if (!good && broken_.empty()) broken_ = what;
  }
  template <class I, class T>
  void inRange(I index, const std::vector<T>& list, const char* what) {
    expect(!index || index.value < list.size(), std::string(what) + " out of range");
  }
  template <class T>
  void range(Range r, const std::vector<T>& list, const char* what) {
    expect(r.first <= list.size() && r.count <= list.size() - r.first, std::string(what) + " is a bad range");
  }

  void nodes() {
    std::uint64_t steps = 0;
    for (const Node& n : a_.nodes) {
      inRange(n.parent, a_.nodes, "node.parent");
      inRange(n.mesh, a_.meshes, "node.mesh");
      inRange(n.skin, a_.skins, "node.skin");
      expect(!n.camera || n.camera.value < a_.cameraCount, "node.camera out of range");
      range(n.children, a_.nodeLists, "node.children");
      range(n.weights, a_.numbers, "node.weights");
      const double size = std::sqrt(static_cast<double>(dot(n.local.rotation, n.local.rotation)));
      expect(std::abs(size - 1) < 1e-5, "rotation is not a unit quaternion");
      for (const float f : {n.local.translation.x, n.local.translation.y, n.local.translation.z, n.local.scale.x,
                            n.local.scale.y, n.local.scale.z}) {
        expect(std::isfinite(f), "a node's transform is not finite");
      }
    }
    if (!broken_.empty()) return;
    // Each child names its parent and is named once; following children from the roots reaches every node once.
    std::vector<std::uint32_t> pending;
    for (std::uint32_t i = 0; i < a_.nodes.size(); ++i) {
      if (!a_.nodes[i].parent) pending.push_back(i);
    }
    while (!pending.empty()) {
      const std::uint32_t i = pending.back();
      pending.pop_back();
      if (++steps > a_.nodes.size()) break;
      for (const NodeIndex child : a_.nodeList(a_.nodes[i].children)) {
        expect(child.value < a_.nodes.size(), "child out of range");
        if (!broken_.empty()) return;
        expect(a_.nodes[child.value].parent == NodeIndex(i), "a child has another parent");
        pending.push_back(child.value);
      }
    }
    expect(steps == a_.nodes.size(), "the nodes are no forest");
  }

  void lists() {
    for (const NodeIndex n : a_.nodeLists) expect(n.value < a_.nodes.size(), "node list out of range");
    for (const float f : a_.numbers) expect(std::isfinite(f), "a number is not finite");
    inRange(a_.scene, a_.scenes, "scene");
    scenes();
    for (const Skin& s : a_.skins) {
      range(s.joints, a_.nodeLists, "skin.joints");
      inRange(s.skeleton, a_.nodes, "skin.skeleton");
      inRange(s.inverseBindMatrices, a_.accessors, "skin.inverseBindMatrices");
    }
    for (const Texture& t : a_.textures) {
      inRange(t.sampler, a_.textureSamplers, "texture.sampler");
      inRange(t.source, a_.images, "texture.source");
    }
    for (const ImageSource& i : a_.images) inRange(i.bufferView, a_.bufferViews, "image.bufferView");
    for (const Material& m : a_.materials) {
      for (const TextureInfo* t : {&m.baseColorTexture, &m.metallicRoughnessTexture, &m.normalTexture,
                                   &m.occlusionTexture, &m.emissiveTexture}) {
        inRange(t->index, a_.textures, "texture index");
        expect(std::isfinite(t->scale), "texture scale is not finite");
      }
    }
    for (const Animation& anim : a_.animations) {
      range(anim.channels, a_.channels, "animation.channels");
      range(anim.samplers, a_.samplers, "animation.samplers");
      if (!broken_.empty()) return;
      for (const AnimationChannel& c : a_.channelsOf(anim)) {
        expect(c.sampler < anim.samplers.count, "channel.sampler out of range");
        inRange(c.node, a_.nodes, "channel.node");
        channel(c, a_.samplers[anim.samplers.first + c.sampler]);
      }
    }
    for (const AnimationSampler& s : a_.samplers) {
      inRange(s.input, a_.accessors, "sampler.input");
      inRange(s.output, a_.accessors, "sampler.output");
    }
  }

  void channel(const AnimationChannel& c, const AnimationSampler& s) {
    expect(s.input.valid() && s.output.valid(), "a channel without keys or values");
    inRange(s.input, a_.accessors, "sampler.input");
    inRange(s.output, a_.accessors, "sampler.output");
    if (!broken_.empty()) return;
    const Accessor& keys = a_.accessors[s.input.value];
    const Accessor& values = a_.accessors[s.output.value];
    expect(keys.type == AccessorType::Scalar && keys.componentType == ComponentType::Float, "key times are no floats");
    const std::uint64_t count = std::uint64_t{keys.count} * (s.interpolation == Interpolation::CubicSpline ? 3 : 1);
    switch (c.path) {
      case AnimationPath::Translation:
      case AnimationPath::Scale:
        expect(values.type == AccessorType::Vec3 && values.count == count, "values that do not fit their path");
        break;
      case AnimationPath::Rotation:
        expect(values.type == AccessorType::Vec4 && values.count == count, "rotations that do not fit the keys");
        break;
      case AnimationPath::Weights:
        expect(values.type == AccessorType::Scalar && count > 0 && values.count % count == 0, "odd number of weights");
        break;
      case AnimationPath::Other:
        break;
    }
  }

  void scenes() {
    for (const Scene& s : a_.scenes) range(s.nodes, a_.nodeLists, "scene.nodes");
    if (!broken_.empty()) return;
    std::vector<std::uint32_t> lastScene(a_.nodes.size(), kNone);
    for (std::uint32_t i = 0; i < a_.scenes.size(); ++i) {
      for (const NodeIndex n : a_.nodeList(a_.scenes[i].nodes)) {
        expect(!a_.nodes[n.value].parent, "a scene lists a node that is no root");
        expect(lastScene[n.value] != i, "a scene lists a node twice");
        lastScene[n.value] = i;
      }
    }
  }

  void meshes() {
    for (const Mesh& m : a_.meshes) {
      range(m.primitives, a_.primitives, "mesh.primitives");
      range(m.targetNames, a_.names, "mesh.targetNames");
      range(m.weights, a_.numbers, "mesh.weights");
    }
    for (const Primitive& p : a_.primitives) {
      range(p.attributes, a_.attributes, "primitive.attributes");
      range(p.targets, a_.targets, "primitive.targets");
      inRange(p.indices, a_.accessors, "primitive.indices");
      inRange(p.material, a_.materials, "primitive.material");
    }
    for (const MorphTarget& t : a_.targets) range(t.attributes, a_.attributes, "target.attributes");
    if (!broken_.empty()) return;
    // Asset::find() looks for them by halves.
    const auto sorted = [&](Range r) {
      const std::span<const Attribute> list = a_.attributeList(r);
      expect(std::adjacent_find(list.begin(), list.end(),
                                [](const Attribute& x, const Attribute& y) {
                                  return !(x.semantic < y.semantic);
                                }) == list.end(),
             "attributes are not sorted, or there twice");
    };
    for (const Primitive& p : a_.primitives) sorted(p.attributes);
    for (const MorphTarget& t : a_.targets) sorted(t.attributes);
    for (const Attribute& t : a_.attributes) expect(t.accessor.value < a_.accessors.size(), "attribute out of range");
  }

  void storage() {
    if (!broken_.empty()) return;
    constexpr std::uint64_t kMost = 1u << 20;  // long zero-filled accessors prove nothing
    for (std::uint32_t i = 0; i < a_.accessors.size(); ++i) {
      if (a_.accessors[i].count > kMost) continue;
      Diagnostics ignored;
      const auto floats = readFloats(document_, a_, AccessorIndex(i), ignored);
      expect(floats.ok(), "an accessor cannot be read");
      if (!floats) return;
      for (const float f : *floats) expect(std::isfinite(f), "an accessor gives numbers that are not finite");
      if (a_.accessors[i].componentType != ComponentType::Float) {
        expect(readUints(document_, a_, AccessorIndex(i), ignored).ok(), "an accessor cannot be read as integers");
      }
    }
  }

  void primitives() {
    if (!broken_.empty()) return;
    constexpr std::uint64_t kMost = 1u << 20;
    for (const Primitive& p : a_.primitives) {
      const std::uint32_t vertices = vertexCount(a_, p);
      if (vertices > kMost || (p.indices && a_.accessors[p.indices.value].count > kMost)) continue;
      Diagnostics ignored;
      const auto indices = readIndices(document_, a_, p, ignored);
      expect(indices.ok(), "indices cannot be read");
      if (!indices) return;
      for (const std::uint32_t i : *indices) expect(i < vertices, "an index names no vertex");
    }
  }

  const Document& document_;
  const Asset& a_;
  std::string broken_;
};

}  // namespace

std::string checkAsset(const Document& document, const Asset& asset) {
  return AssetChecker(document, asset).run();
}

std::vector<std::string> linesOf(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : diagnostics.all()) lines.push_back(d.toString());
  return lines;
}

}  // namespace vrm::test
