// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "differential/double_math.hpp"
#include "differential/reference_constraint.hpp"
#include "differential/reference_expression.hpp"
#include "differential/reference_spring.hpp"
#include "differential/skeleton.hpp"
#include "vrm/base/human_bone.hpp"

// The VRM runtime once more: in double, written from the documents alone and for reading,
// not for speed. Differential tests hold the library's runtime against it. It must never include vrm/runtime
// nor src/.
namespace vrm::test::reference {

// A value that is written to a node before the humanoid stage; what is empty is left as it is.
struct NodeOverride {
  std::optional<Vec3d> translation;
  std::optional<Quatd> rotation;
  std::optional<Vec3d> scale;
};

struct WorldTarget {
  Vec3d position;
};
struct YawPitch {
  double yaw = 0;    // degrees, positive to the avatar's left
  double pitch = 0;  // degrees, positive down
};
using Gaze = std::variant<std::monostate, WorldTarget, YawPitch>;

// What drives an avatar. Keep one across frames and change it: everything in it is written again at each
// update. Quaternions need not be unit ones.
struct Inputs {
  Trsd root;  // where the whole avatar stands in the world; its scale has three equal components
  std::map<HumanBone, Quatd> boneRotations;     // normalised: identity is the T-pose; missing is identity
  std::optional<Vec3d> hipsPosition;            // in model space; missing: where it is at rest
  std::map<std::uint32_t, NodeOverride> nodes;  // by node index
  std::map<std::string, double> expressions;    // weights by name; missing is 0
  Gaze gaze;
  double dt = 0;  // seconds; springs stand still without
  Vec3d force;    // on all springs, in the world
};

struct LookAtState {
  bool active = false;
  double yaw = 0, pitch = 0;  // degrees, in look-at space, before the range maps
};

class Reference {
 public:
  // Both must outlive the reference. Until the first update everything is at rest.
  Reference(const gltf::Asset& asset, const schema::Vrm& vrm);

  // One frame: humanoid, look-at, expressions, constraints, springs (decision 33). A local transform that
  // nothing writes stays as the last frame left it.
  void update(const Inputs& inputs);

  std::size_t nodeCount() const { return skeleton_.now.size(); }  // of the file and Vrm::addedNodes
  const Trsd& local(std::uint32_t node) const { return skeleton_.now[node]; }
  const Mat4d& world(std::uint32_t node) const { return world_[node]; }
  // After the binary and override rules, for every expression of the model.
  const std::map<std::string, double>& expressionWeights() const { return expressions_.weights(); }
  // Of every node with a mesh that has targets.
  const std::map<std::uint32_t, std::vector<double>>& morphWeights() const { return expressions_.morphs(); }
  // Of every material that an expression can change.
  const std::map<std::uint32_t, MaterialValues>& materials() const { return expressions_.materials(); }
  const LookAtState& lookAt() const { return lookAt_; }

 private:
  void poseHumanoid(const Inputs& inputs);
  void resolveGaze(const Inputs& inputs);
  void turnEyes();
  std::map<std::string, double> expressionInputs(const Inputs& inputs) const;
  void findWorld(const Trsd& root);

  const schema::Vrm& vrm_;
  Skeleton skeleton_;
  ConstraintStage constraints_;
  ExpressionStage expressions_;
  SpringStage springs_;
  LookAtState lookAt_;
  std::vector<Mat4d> world_;
};

}  // namespace vrm::test::reference
