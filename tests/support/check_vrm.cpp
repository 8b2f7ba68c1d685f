// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>
#include <set>

#include "gltf/utf8.hpp"
#include "support/check_model.hpp"

namespace vrm::test {
namespace {

using namespace schema;

bool finite(float v) {
  return std::isfinite(v);
}
bool finite(Vec2 v) {
  return finite(v.x) && finite(v.y);
}
bool finite(Vec3 v) {
  return finite(v.x) && finite(v.y) && finite(v.z);
}
bool finite(Vec4 v) {
  return finite(v.x) && finite(v.y) && finite(v.z) && finite(v.w);
}
bool unit(Quat q) {
  return std::abs(std::sqrt(dot(q, q)) - 1) < 1e-4f;
}

class VrmChecker {
 public:
  VrmChecker(const gltf::Asset& asset, const Vrm& vrm) : asset_(asset), vrm_(vrm) {
    nodes_ = asset.nodes.size() + vrm.addedNodes.size();
  }

  std::string check() {
    for (const AddedNode& added : vrm_.addedNodes) {
      expect(added.parent.value < asset_.nodes.size() && finite(added.translation), "addedNodes");
      expect(gltf::findInvalidUtf8(added.name) == std::string_view::npos, "addedNodes.name");
    }
    expect(!vrm_.meta.thumbnailImage || vrm_.meta.thumbnailImage.value < asset_.images.size(), "meta.thumbnailImage");
    humanoid();
    expressions();
    gaze();
    springs();
    constraints();
    materials();
    animation();
    return error_;
  }

 private:
  void expect(bool ok, std::string_view what) {
    if (!ok && error_.empty()) error_ = "broken promise: " + std::string(what);
  }
  bool isNode(NodeIndex i) const { return i.value < nodes_; }
  bool isNodeOrNone(NodeIndex i) const { return !i || isNode(i); }
  NodeIndex parentOf(NodeIndex i) const {
    const std::size_t file = asset_.nodes.size();
    return i.value < file ? asset_.nodes[i.value].parent : vrm_.addedNodes[i.value - file].parent;
  }

  void humanoid() {
    std::set<std::uint32_t> seen;
    for (const NodeIndex node : vrm_.humanoid.humanBones) {
      expect(isNodeOrNone(node), "humanBones in range");
      expect(!node || seen.insert(node.value).second, "no node is two bones");
    }
    for (const NodeIndex node : vrm_.humanoid.tails) expect(isNodeOrNone(node), "tails in range");
  }

  void expressions() {
    std::set<std::string> names;
    int lastPreset = -1;
    bool custom = false;
    for (const Expression& e : vrm_.expressions.list) {
      expect(!e.name.empty() && names.insert(e.name).second, "expressions have unique names");
      if (e.preset) {
        expect(e.name == name(*e.preset) && !custom && static_cast<int>(*e.preset) > lastPreset, "presets in order");
        lastPreset = static_cast<int>(*e.preset);
      } else {
        custom = true;
        expect(!findExpressionPreset(e.name), "custom expressions have names of their own");
      }
      for (const MorphTargetBind& bind : e.morphTargetBinds) {
        const bool node = bind.node.value < asset_.nodes.size() && asset_.nodes[bind.node.value].mesh;
        expect(node && finite(bind.weight), "morph binds name nodes with meshes");
        if (node) expect(bind.index < asset_.meshes[asset_.nodes[bind.node.value].mesh.value].targetCount, "morphs exist");
      }
      for (const MaterialColorBind& bind : e.materialColorBinds) {
        expect(bind.material.value < asset_.materials.size() && finite(bind.targetValue), "colour binds");
      }
      for (const TextureTransformBind& bind : e.textureTransformBinds) {
        expect(bind.material.value < asset_.materials.size() && finite(bind.scale) && finite(bind.offset), "uv binds");
      }
    }
  }

  void gaze() {
    if (vrm_.lookAt) {
      expect(finite(vrm_.lookAt->offsetFromHeadBone), "offsetFromHeadBone finite");
      for (const RangeMap* map : {&vrm_.lookAt->rangeMapHorizontalInner, &vrm_.lookAt->rangeMapHorizontalOuter,
                                  &vrm_.lookAt->rangeMapVerticalDown, &vrm_.lookAt->rangeMapVerticalUp}) {
        expect(finite(map->outputScale) && map->inputMaxValue >= 0 && map->inputMaxValue <= 180, "range maps");
        expect(std::all_of(map->curve.begin(), map->curve.end(), [](float v) { return finite(v); }), "curves finite");
      }
    }
    std::set<std::uint32_t> seen;
    for (const MeshAnnotation& a : vrm_.firstPerson.meshAnnotations) {
      expect(a.node.value < asset_.nodes.size() && asset_.nodes[a.node.value].mesh, "annotations name nodes with meshes");
      expect(seen.insert(a.node.value).second, "one annotation per node");
    }
  }

  void shape(const ColliderShape& s) {
    expect(finite(s.offset) && finite(s.tail) && finite(s.radius) && s.radius >= 0, "collider numbers");
    expect(std::abs(length(s.normal) - 1) < 1e-4f, "plane normals are unit vectors");
  }

  void springs() {
    const SpringBone& s = vrm_.springBone;
    for (const Collider& c : s.colliders) {
      expect(isNode(c.node), "colliders have nodes");
      shape(c.shape);
      if (c.fallback) shape(*c.fallback);
      if (c.fallback) expect(c.fallback->type != ColliderShape::Type::Plane, "fallbacks are base shapes");
    }
    for (const ColliderGroup& g : s.colliderGroups) {
      expect(!g.colliders.empty(), "groups are not empty");
      for (const ColliderIndex c : g.colliders) expect(c.value < s.colliders.size(), "groups name colliders");
    }
    for (const Spring& spring : s.springs) {
      expect(isNodeOrNone(spring.center) && !spring.joints.empty(), "springs have joints");
      for (const ColliderGroupIndex g : spring.colliderGroups) expect(g.value < s.colliderGroups.size(), "springs name groups");
      for (std::size_t i = 0; i < spring.joints.size(); ++i) joint(spring.joints[i], i > 0 ? spring.joints[i - 1].node : NodeIndex());
    }
  }

  void joint(const SpringJoint& j, NodeIndex before) {
    expect(isNode(j.node) && finite(j.gravityDir) && finite(j.stiffness) && finite(j.gravityPower), "joint numbers");
    expect(finite(j.hitRadius) && j.hitRadius >= 0 && j.dragForce >= 0 && j.dragForce <= 1, "joint ranges");
    if (j.limit) expect(unit(j.limit->rotation) && j.limit->angle >= 0 && j.limit->pitch >= 0 && j.limit->yaw >= 0, "limits");
    if (!error_.empty() || !before) return;
    NodeIndex at = parentOf(j.node);
    while (at && at != before) at = parentOf(at);
    expect(at == before, "joints descend from the one before");
  }

  void constraints() {
    std::vector<NodeIndex> source(nodes_);
    NodeIndex last;
    for (const NodeConstraint& c : vrm_.constraints) {
      expect(c.node.value < asset_.nodes.size() && isNode(c.source) && c.source != c.node, "constraint nodes");
      if (!error_.empty()) return;
      expect(!last || c.node > last, "constraints in the order of their nodes");
      expect(finite(c.aimVector) && finite(c.upVector) && c.weight >= 0 && c.weight <= 1, "constraint numbers");
      last = c.node;
      source[c.node.value] = c.source;
    }
    for (const NodeConstraint& c : vrm_.constraints) {
      NodeIndex at = c.source;
      std::size_t steps = 0;
      while (at && steps <= vrm_.constraints.size()) {
        at = source[at.value];
        ++steps;
      }
      expect(!at, "no rings of constraints");
    }
  }

  void texture(const schema::TextureInfo& t) {
    expect(!t || t.index.value < asset_.textures.size(), "textures in range");
    expect(finite(t.scale), "texture scale finite");
    if (t.transform) expect(finite(t.transform->offset) && finite(t.transform->scale) && finite(t.transform->rotation), "transforms");
  }

  void materials() {
    expect(vrm_.materials.size() == asset_.materials.size(), "one material per material");
    for (const schema::Material& m : vrm_.materials) {
      expect(finite(m.baseColorFactor) && finite(m.emissiveFactor) && finite(m.emissiveStrength), "material colours");
      expect(finite(m.metallicFactor) && finite(m.roughnessFactor) && finite(m.alphaCutoff), "material numbers");
      for (const schema::TextureInfo* t : {&m.baseColorTexture, &m.metallicRoughnessTexture, &m.normalTexture,
                                   &m.occlusionTexture, &m.emissiveTexture}) {
        texture(*t);
      }
      if (m.mtoon) mtoon(*m.mtoon);
    }
  }

  void mtoon(const MToon& m) {
    for (const schema::TextureInfo* t : {&m.shadeMultiplyTexture, &m.shadingShiftTexture, &m.matcapTexture, &m.rimMultiplyTexture,
                                 &m.outlineWidthMultiplyTexture, &m.uvAnimationMaskTexture}) {
      texture(*t);
    }
    for (const Vec3 color : {m.shadeColorFactor, m.matcapFactor, m.parametricRimColorFactor, m.outlineColorFactor}) {
      expect(finite(color), "mtoon colours");
    }
    for (const float n : {m.shadingShiftFactor, m.shadingToonyFactor, m.giEqualizationFactor, m.rimLightingMixFactor,
                          m.parametricRimFresnelPowerFactor, m.parametricRimLiftFactor, m.outlineWidthFactor,
                          m.outlineLightingMixFactor, m.uvAnimationScrollXSpeedFactor, m.uvAnimationScrollYSpeedFactor,
                          m.uvAnimationRotationSpeedFactor}) {
      expect(finite(n), "mtoon numbers");
    }
    expect(m.renderQueueOffsetNumber >= -9 && m.renderQueueOffsetNumber <= 9, "render queue offset");
  }

  void animation() {
    if (!vrm_.animation) return;
    for (const NodeIndex node : vrm_.animation->humanBones) expect(isNodeOrNone(node), "animated bones");
    for (const ExpressionTrack& t : vrm_.animation->expressions) expect(isNode(t.node) && !t.name.empty(), "tracks");
    if (vrm_.animation->lookAt) expect(isNode(vrm_.animation->lookAt->node), "look-at track");
  }

  const gltf::Asset& asset_;
  const Vrm& vrm_;
  std::size_t nodes_ = 0;
  std::string error_;
};

}  // namespace

std::string checkVrm(const gltf::Asset& asset, const Vrm& vrm) {
  return VrmChecker(asset, vrm).check();
}

}  // namespace vrm::test
