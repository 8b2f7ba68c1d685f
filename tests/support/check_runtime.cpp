// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>

#include "support/check_model.hpp"

namespace vrm::test {
namespace {

class ModelChecker {
 public:
  explicit ModelChecker(const Model& model) : m_(model), t_(model.tables()) {}

  std::string run() {
    nodes();
    face();
    body();
    constraints();
    springs();
    return broken_;
  }

 private:
  void expect(bool good, const char* what) {
    if (!good && broken_.empty()) broken_ = what;
  }
  template <class T>
  void range(std::uint32_t first, std::uint32_t count, std::span<const T> list, const char* what) {
    expect(first <= list.size() && count <= list.size() - first, what);
  }
  void optionalNode(std::uint32_t node, const char* what) {
    expect(node == kNone || node < m_.nodeCount(), what);
  }
  void unit(const Quat& q, const char* what) { expect(std::abs(dot(q, q) - 1) < 1e-4f, what); }
  static bool finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

  void nodes() {
    const std::uint32_t count = m_.nodeCount();
    expect(t_.subtreeEnds.size() == count && t_.fileNodes.size() == count && t_.modelNodes.size() == count &&
               t_.translations.size() == count && t_.rotations.size() == count && t_.scales.size() == count &&
               t_.restMatrices.size() == count && t_.nodeNames.size() == count,
           "lists of nodes differ in length");
    expect(m_.facts().sceneEnd <= count, "the scene ends behind the last node");
    if (!broken_.empty()) return;
    for (std::uint32_t i = 0; i < count; ++i) {
      expect(t_.parents[i] == kNone || t_.parents[i] < i, "a parent stands behind its child");
      expect(t_.subtreeEnds[i] > i && t_.subtreeEnds[i] <= count, "a subtree has a bad end");
      if (t_.parents[i] != kNone) {
        expect(t_.subtreeEnds[i] <= t_.subtreeEnds[t_.parents[i]], "a subtree is not in its parent's");
        expect((i < m_.facts().sceneEnd) == (t_.parents[i] < m_.facts().sceneEnd),
               "a tree is half in the scene");
      }
      expect(t_.modelNodes[t_.fileNodes[i].value].value == i, "node numbers do not lead back");
      unit(t_.rotations[i], "a rest rotation is no unit");
      expect(finite(t_.translations[i]) && finite(t_.scales[i]), "a rest transform is not finite");
      for (const float value : t_.restMatrices[i])
        expect(std::isfinite(value), "a rest matrix is not finite");
      range(t_.nodeNames[i].first, t_.nodeNames[i].count, t_.text, "a name is out of range");
    }
  }

  void face() {
    for (const ExpressionRow& row : t_.expressions) {
      range(row.firstMorph, row.morphCount, t_.morphBinds, "morph binds out of range");
      range(row.firstValue, row.valueCount, t_.valueBinds, "value binds out of range");
      expect(row.preset == ExpressionRow::kCustom || row.preset < kExpressionPresetCount, "no such preset");
    }
    expect(t_.expressionNames.size() == t_.expressions.size() &&
               t_.expressionKinds.size() == t_.expressions.size(),
           "lists of expressions differ in length");
    for (const NameEntry& entry : t_.expressionLookup) {
      range(entry.name.first, entry.name.count, t_.text, "a name is out of range");
      expect(entry.expression < t_.expressions.size(), "a name of no expression");
    }
    for (std::uint32_t i = 0; i < t_.expressions.size() && broken_.empty(); ++i) {
      expect(m_.expression(m_.expressionName(ExpressionIndex(i))) == ExpressionIndex(i),
             "an expression is not found by its name");
    }
    for (const MorphBind& bind : t_.morphBinds) {
      expect(bind.slot < t_.morphWeights.size() && std::isfinite(bind.weight), "a bad morph bind");
      expect(bind.slot >= t_.morphWeights.size() || t_.morphWeights[bind.slot] == 0,
             "a bound morph does not start from 0");
    }
    for (const ValueBind& bind : t_.valueBinds)
      expect(bind.slot < t_.materialValues.size(), "a bad value bind");
    for (const MaterialRow& row : t_.materials) {
      range(row.firstSlot, kMaterialValueCount, t_.materialValues, "material values out of range");
      expect(row.bound != 0, "a material that nothing changes");
    }
    for (const MeshNode& mesh : t_.meshNodes) {
      expect(mesh.node < m_.nodeCount(), "a mesh under no node");
      range(mesh.firstMorph, mesh.morphCount, t_.morphWeights, "morph weights out of range");
    }
    for (const float weight : t_.morphWeights) expect(std::isfinite(weight), "a morph weight is not finite");
  }

  void body() {
    for (const std::uint32_t node : m_.facts().humanoid.nodes) optionalNode(node, "a bone is no node");
    for (const std::uint32_t node : m_.facts().tails) optionalNode(node, "a tail is no node");
    const LookAtTable& look = m_.facts().lookAt;
    optionalNode(look.head, "the head is no node");
    for (const LookAtTable::Eye& eye : look.eyes) optionalNode(eye.node, "an eye is no node");
    for (const std::uint32_t e : look.expressions) {
      expect(e == kNone || e < t_.expressions.size(), "a look expression is out of range");
    }
  }

  void constraints() {
    const std::uint32_t slots = m_.facts().constraintSlots;
    std::vector<bool> placed(slots);
    std::size_t applied = 0;
    const auto ready = [&](std::uint32_t slot) { return slot == kNone || (slot < slots && placed[slot]); };
    for (const ConstraintStep& step : t_.constraintSteps) {
      if (step.slot != kNone) {
        expect(step.index < m_.nodeCount() && step.slot < slots && ready(step.parentSlot),
               "a place before its parent's");
        if (step.slot < slots) placed[step.slot] = true;
        continue;
      }
      expect(step.index < t_.constraints.size(), "a step of no constraint");
      if (step.index >= t_.constraints.size()) return;
      const ConstraintRow& row = t_.constraints[step.index];
      ++applied;
      expect(row.node < m_.nodeCount() && row.source < m_.nodeCount() && row.node != row.source,
             "a constraint of no nodes");
      expect(ready(row.sourceSlot) && ready(row.parentSlot), "a constraint before what it needs");
      expect(row.sourceLocal || row.sourceSlot != kNone,
             "a constraint that does not know where its source is");
      expect(row.weight >= 0 && row.weight <= 1, "a weight is out of range");
    }
    expect(applied == t_.constraints.size(), "a constraint is not evaluated once");
  }

  // Ranges, and that each chain comes after what it hangs on.
  void springs() {
    const std::uint32_t nodes = m_.nodeCount();
    std::vector<std::uint32_t> solved(nodes, 0);  // how often a node has been placed
    for (const NodeRange& range : t_.springApart) {
      expect(range.first < range.last && range.last <= nodes, "a bad range of nodes");
      for (std::uint32_t i = range.first; i < std::min(range.last, nodes); ++i) ++solved[i];
    }
    for (const SpringJointRow& row : t_.springJoints) {
      expect(row.node < nodes && row.spring < t_.springNames.size(), "a joint of nothing");
      expect(row.length > 0 && std::isfinite(row.length) && finite(row.axis) && finite(row.startHead) &&
                 finite(row.startTail),
             "a joint without numbers");
      unit(row.rest, "a rest rotation is no unit");
      unit(row.limit.frame, "a limit's frame is no unit");
    }
    std::vector<bool> taken(t_.springStart.size());  // the first number of a joint's state
    expect(t_.springPlaces.size() == t_.springJoints.size(), "a joint without a state");
    for (const std::uint32_t place : t_.springPlaces) {
      const std::size_t end = place + SpringStates::kRow - kSpringLanes;
      expect(place % SpringStates::kRow < kSpringLanes && end < taken.size() && !taken[place], "a bad state");
      if (!broken_.empty()) return;
      taken[place] = true;
    }
    for (const SpringSlot& slot : t_.springSlots) {
      for (const std::uint32_t node : slot.nodes) expect(node <= nodes, "a lane of no node");
      for (const std::uint32_t joint : slot.joints)
        expect(joint == kNone || joint < t_.springJoints.size(), "a lane of no joint");
      const std::size_t rows = t_.springStart.size() / SpringStates::kRow;
      expect(slot.stateRow == kNone || slot.stateRow < rows, "a row out of range");
    }
    std::vector<bool> stepped(t_.springJoints.size());
    for (const SpringWave& wave : t_.springWaves) {
      range(wave.firstChain, wave.chainCount, t_.springChains, "chains out of range");
      range(wave.firstPack, wave.packCount, t_.springPacks, "packs out of range");
      range(wave.firstRotation, wave.rotationCount, t_.springRotations, "rotations out of range");
      range(wave.firstCollider, wave.colliderCount, t_.springColliders, "colliders out of range");
      range(wave.firstCenter, wave.centerCount, t_.springCenters, "centers out of range");
      range(wave.firstBelow, wave.belowCount, t_.springBelow, "nodes out of range");
      if (!broken_.empty()) return;
      std::size_t packed = 0;
      for (const SpringPack& pack : t_.springPacks.subspan(wave.firstPack, wave.packCount)) {
        range(pack.firstSlot, pack.slotCount, t_.springSlots, "slots out of range");
        range(pack.firstRow, pack.rowCount, t_.springColliderLanes, "rows of colliders out of range");
        for (const std::uint32_t chain : pack.chains) packed += chain != kNone ? 1u : 0u;
      }
      for (const SpringChainRow& chain : t_.springChains.subspan(wave.firstChain, wave.chainCount)) {
        packed += chain.live ? 1u : 0u;
        range(chain.firstLink, chain.linkCount, t_.springLinks, "links out of range");
        range(chain.firstCollider, chain.colliderCount, t_.springColliderLists, "colliders out of range");
        expect(chain.rotation == kNone || chain.rotation < t_.springRotations.size(),
               "a rotation out of range");
        expect(chain.center == kNone || chain.center < t_.springCenters.size(), "a center out of range");
        expect(chain.parent == kNone || (chain.parent < nodes && solved[chain.parent] == 1),
               "a chain before its parent");
        if (!broken_.empty()) return;
        for (const SpringLink& link : t_.springLinks.subspan(chain.firstLink, chain.linkCount)) {
          expect(link.node < nodes && (link.joint == kNone || link.joint < stepped.size()),
                 "a link of nothing");
          if (!broken_.empty()) return;
          ++solved[link.node];
          if (link.joint == kNone) continue;
          expect(!stepped[link.joint] && t_.springJoints[link.joint].node == link.node,
                 "a joint is solved twice");
          stepped[link.joint] = true;
        }
      }
      expect(packed == wave.chainCount, "a chain is in no lane");
      for (const std::uint32_t node : t_.springBelow.subspan(wave.firstBelow, wave.belowCount)) {
        expect(node < nodes && t_.parents[node] != kNone && solved[t_.parents[node]] == 1,
               "a node before its parent");
        if (node < nodes) ++solved[node];
      }
    }
    for (const bool done : stepped) expect(done, "a joint is not solved");
    for (const std::uint32_t times : solved)
      expect(t_.springJoints.empty() || times == 1, "a node is not placed once");
    for (const std::uint32_t collider : t_.springColliderLists)
      expect(collider < t_.springColliders.size(), "a collider out of range");
    for (const SpringColliderRow& row : t_.springColliders) expect(row.node < nodes, "a collider on no node");
    for (const std::uint32_t node : t_.springCenters) expect(node < nodes, "a center that is no node");
  }

  const Model& m_;
  const Model::Tables& t_;
  std::string broken_;
};

}  // namespace

std::string checkRuntime(const Model& model) {
  return ModelChecker(model).run();
}

std::string checkMeshes(const Meshes& meshes) {
  const auto finite = [](std::span<const Vec3> list) {
    return std::all_of(list.begin(), list.end(), [](const Vec3& v) {
      return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    });
  };
  for (const MeshPart& part : meshes.parts()) {
    const SkinSource& vertices = part.vertices;
    if (!finite(vertices.positions) || !finite(vertices.normals)) return "a vertex is not finite";
    for (const MorphDeltas& target : vertices.targets)
      if (!finite(target.positions) || !finite(target.normals)) return "a morph target is not finite";
    for (const float weight : vertices.weights)
      if (!std::isfinite(weight)) return "a weight is not finite";
    if (part.triangles.size() % 3 != 0) return "triangles are not whole";
    for (const std::uint32_t i : part.triangles) {
      if (i >= part.vertices.positions.size()) return "a triangle has no such vertex";
    }
  }
  for (std::size_t i = 0; i < meshes.instances().size(); ++i) {
    const MeshInstance& instance = meshes.instances()[i];
    if (instance.part >= meshes.parts().size()) return "an instance of no part";
    if (instance.skin != kNone && instance.skin >= meshes.skins().size()) return "an instance of no skin";
    if (meshes.firstPersonTriangles(i).size() > meshes.parts()[instance.part].triangles.size())
      return "a head out of nothing";
  }
  for (const SkinJoints& skin : meshes.skins()) {
    if (skin.joints.size() != skin.inverseBinds.size()) return "joints without matrices";
    for (const Mat4& matrix : skin.inverseBinds)
      for (const float f : matrix)
        if (!std::isfinite(f)) return "an inverse bind matrix is not finite";
    for (const std::uint32_t joint : skin.joints) {
      if (joint >= meshes.model().nodeCount()) return "a joint is no node";
    }
  }
  return {};
}

}  // namespace vrm::test
