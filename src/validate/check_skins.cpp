// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Skins and the nodes that use them (glTF 2.0 section 3.7.3), and what members of a node go together.
#include <algorithm>
#include <set>
#include <utility>

#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"

namespace vrm::checks {
namespace {

using gltf::JsonValue;
using gltf::Node;

bool isMoved(const Node& node) {
  return node.local != Trs{};
}

class SkinChecker {
 public:
  explicit SkinChecker(const Subject& subject) : subject_(subject), asset_(subject.asset) {
    std::vector<bool> roots(asset_.nodes.size()), moved(asset_.nodes.size());
    for (std::size_t i = 0; i < asset_.nodes.size(); ++i) {
      roots[i] = !asset_.nodes[i].parent;
      moved[i] = isMoved(asset_.nodes[i]);
    }
    rootOf_ = nearestMarked(asset_, roots);
    movedAt_ = nearestMarked(asset_, moved);
    for (std::uint32_t s = 0; s < asset_.scenes.size(); ++s) {
      for (const NodeIndex node : asset_.nodeList(asset_.scenes[s].nodes)) {
        scenes_.emplace(node.value, s);
      }
    }
    forEachPrimitive(subject,
                     [&](std::uint32_t m, std::uint32_t, const gltf::Primitive&, const JsonValue& json) {
                       const JsonValue* const attributes = json.find("attributes");
                       skinned_.resize(asset_.meshes.size());
                       if (attributes && attributes->has("JOINTS_0")) skinned_[m] = true;
                     });
    skinned_.resize(asset_.meshes.size());
  }

  void check() {
    for (std::uint32_t i = 0; i < asset_.skins.size(); ++i) checkSkin(i);
    checkMatrices();
    checkNodes();
  }

 private:
  // "The joints MUST have a common root"; "skeleton ... MUST be the closest common root of the joints
  // hierarchy or a direct or indirect parent node of the closest common root".
  void checkSkin(std::uint32_t i) {
    const gltf::Skin& skin = asset_.skins[i];
    const std::span<const NodeIndex> joints = asset_.nodeList(skin.joints);
    const std::string pointer = gltf::pointerJoin("/skins", i);
    std::uint32_t& root = roots_.emplace_back(kNone);
    if (joints.empty()) return;
    const auto apart = std::find_if(joints.begin(), joints.end(), [&](NodeIndex joint) {
      return rootOf_[joint.value] != rootOf_[joints[0].value];
    });
    if (apart != joints.end()) {
      subject_.report(Code::GltfSkin, pointer + "/joints",
                      subject_.text(joints[0]) + " and " + subject_.text(*apart) + " have no common root");
      return;
    }
    root = rootOf_[joints[0].value];
    const auto below = [&](NodeIndex joint) { return subject_.rest.isDescendant(joint, skin.skeleton); };
    if (skin.skeleton && !std::all_of(joints.begin(), joints.end(), below)) {
      subject_.report(Code::GltfSkin, pointer + "/skeleton",
                      subject_.text(skin.skeleton) + " is not above all joints");
    }
    std::vector<std::uint32_t> sorted;
    for (const NodeIndex joint : joints) sorted.push_back(joint.value);
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
      subject_.report(Code::GltfValue, pointer + "/joints",
                      subject_.text(NodeIndex(*twice)) + " is listed twice");
    }
  }

  // "The fourth row of each matrix MUST be set to [0, 0, 0, 1]."
  void checkMatrices() {
    AccessorData data(subject_, "the inverse bind matrices");
    std::set<std::uint32_t> done;
    for (std::uint32_t s = 0; s < asset_.skins.size(); ++s) {
      const AccessorIndex accessor = asset_.skins[s].inverseBindMatrices;
      if (!accessor || !done.insert(accessor.value).second) continue;
      const std::optional<Elements> matrices = data.read(accessor);
      if (!matrices) continue;
      for (std::size_t i = 0; i < matrices->count; ++i) {
        const auto last = [&](std::size_t column) {
          return gltf::load<float>(matrices->at(i) + (4 * column + 3) * sizeof(float));
        };
        if (last(0) == 0 && last(1) == 0 && last(2) == 0 && last(3) == 1) continue;
        subject_.report(Code::GltfSkin, gltf::pointerJoin("/skins", s) + "/inverseBindMatrices",
                        "the last row of matrix " + std::to_string(i) + " is not 0, 0, 0, 1");
        break;
      }
    }
  }

  void checkNodes() {
    const std::span<const JsonValue> nodes = elementsOf(subject_, "nodes");
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      checkMembers(NodeIndex(i), nodes[i]);
      const Node& node = asset_.nodes[i];
      if (!node.mesh) continue;
      const gltf::Mesh& mesh = asset_.meshes[node.mesh.value];
      const std::uint32_t targets =
          mesh.primitives.count > 0 ? asset_.primitivesOf(mesh)[0].targets.count : 0;
      if (node.weights.count > 0 && node.weights.count != targets) {
        subject_.report(Code::GltfMorphWeights, nodePointer(NodeIndex(i)) + "/weights",
                        "there are not as many weights (" + std::to_string(node.weights.count) +
                            ") as morph targets (" + std::to_string(targets) + ")");
      }
      if (mesh.primitives.count == 0) continue;
      if (node.skin) {
        checkSkinned(NodeIndex(i), node);
      } else if (skinned_[node.mesh.value]) {
        withoutSkin_.push_back(i);
      }
    }
    reportNodes(withoutSkin_, Severity::Warning, " have skinned meshes but no skin");
    reportNodes(moved_, Severity::Warning, " have skinned meshes and a transform, which does not move them");
    reportNodes(movedAbove_, Severity::Warning,
                " have skinned meshes below nodes with transforms, which do not move them");
    reportNodes(below_, Severity::Information,
                " have skinned meshes below other nodes, which do not move them");
  }

  void checkMembers(NodeIndex i, const JsonValue& json) {
    const auto conflict = [&](const char* member, const char* why) {
      subject_.report(Code::GltfMemberConflict, nodePointer(i) + member, why);
    };
    const JsonValue* const matrix = json.find("matrix");
    if (matrix && (json.has("translation") || json.has("rotation") || json.has("scale")))
      conflict("/matrix", "a node has a matrix or translation, rotation and scale, not both");
    if (matrix && asset_.nodes[i.value].local == Trs{})
      subject_.report(Code::GltfNoEffect, Severity::Hint, nodePointer(i) + "/matrix",
                      "the matrix is the identity, which is the default");
    if (json.has("mesh")) return;
    if (json.has("skin")) conflict("/skin", "a skin needs a mesh");
    if (json.has("weights")) conflict("/weights", "weights need a mesh");
  }

  void checkSkinned(NodeIndex i, const Node& node) {
    if (!skinned_[node.mesh.value]) {
      subject_.report(Code::GltfSkin, nodePointer(i),
                      "the node has a skin, but no vertex of its mesh has joints");
    }
    if (isMoved(node)) moved_.push_back(i.value);
    if (node.parent && movedAt_[node.parent.value] != kNone) {
      movedAbove_.push_back(i.value);
    } else if (node.parent) {
      below_.push_back(i.value);
    }
    // "at least one of the scenes": wherever the mesh is drawn, its joints must be too.
    const std::uint32_t own = rootOf_[i.value], joints = roots_[node.skin.value];
    if (joints == kNone || own == joints || !compared_.emplace(own, joints).second) return;
    for (auto at = scenes_.lower_bound({own, 0}); at != scenes_.end() && at->first == own; ++at) {
      if (scenes_.contains({joints, at->second})) continue;
      subject_.report(Code::GltfSkin, nodePointer(i),
                      "scene " + std::to_string(at->second) + " has the node but not the joints of its skin");
      return;
    }
  }

  void reportNodes(const std::vector<std::uint32_t>& nodes, Severity severity, const char* what) {
    if (nodes.empty()) return;
    if (nodes.size() == 1) {
      std::string one = what;  // "have" -> "has"
      one.replace(one.find("have"), 4, "has");
      return subject_.report(Code::GltfSkinnedNode, severity, nodePointer(NodeIndex(nodes[0])),
                             subject_.text(NodeIndex(nodes[0])) + one);
    }
    subject_.report(Code::GltfSkinnedNode, severity, "/nodes",
                    std::to_string(nodes.size()) + " nodes" + what + ": " + listedNodes(subject_, nodes));
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  std::vector<std::uint32_t> rootOf_;   // by node
  std::vector<std::uint32_t> movedAt_;  // by node: itself or the nearest above that has a transform
  std::set<std::pair<std::uint32_t, std::uint32_t>> scenes_;    // root, scene
  std::set<std::pair<std::uint32_t, std::uint32_t>> compared_;  // roots of nodes and joints
  std::vector<std::uint32_t> roots_;                            // of joints, by skin
  std::vector<bool> skinned_;                                   // by mesh
  std::vector<std::uint32_t> withoutSkin_, moved_, movedAbove_, below_;
};

}  // namespace

void checkSkins(const Subject& subject) {
  SkinChecker(subject).check();
}

}  // namespace vrm::checks
