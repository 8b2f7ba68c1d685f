// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/normalize.hpp"

#include <optional>

#include "edit/all_or_nothing.hpp"
#include "edit/bake_meshes.hpp"
#include "edit/carry_animations.hpp"
#include "edit/carry_instances.hpp"
#include "edit/compression.hpp"
#include "edit/copied_references.hpp"
#include "edit/kept_rotations.hpp"
#include "edit/model_in_file.hpp"
#include "edit/node_space.hpp"
#include "edit/node_values.hpp"
#include "edit/place_avatar.hpp"
#include "edit/rest_change.hpp"
#include "edit/t_pose.hpp"
#include "gltf/remap.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

void removeAt(Json& json, std::string_view pointer) {
  const std::size_t cut = pointer.rfind('/');
  // Nothing on the way is made or moved by this.
  auto* owner = const_cast<JsonValue*>(Json::at(json.editRoot(), pointer.substr(0, cut)));
  if (owner) json.remove(*owner, pointer.substr(cut + 1));
}

// What of a node that moves cannot stay as it was: under a scale that is not the same in all directions, or
// mirrors, rotations are none.
void reportUneven(const gltf::Asset& asset, const schema::Vrm& vrm, const RestChange& change,
                  Diagnostics& diagnostics) {
  std::vector<bool> moves(asset.nodes.size());
  const auto mark = [&](NodeIndex node) {
    if (node && node.value < moves.size()) moves[node.value] = true;
  };
  for (const HumanBoneInfo& bone : allHumanBones()) mark(vrm.humanoid[bone.bone]);
  for (const schema::Spring& spring : vrm.springBone.springs) {
    for (const schema::SpringJoint& joint : spring.joints) mark(joint.node);
  }
  for (const schema::NodeConstraint& constraint : vrm.constraints) mark(constraint.node);
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    if (!moves[i]) continue;
    const Double3x3& m = change[NodeIndex(i)].linear;
    const double size = std::sqrt(dot(m.x, m.x));
    const bool even =
        size > 1e-10 &&
        difference(transposed(m) * m, {{size * size, 0, 0}, {0, size * size, 0}, {0, 0, size * size}}) <
            1e-3 * size * size;
    if (even && determinant(m) > 0) continue;
    diagnostics.add(Code::EditApproximate, gltf::pointerJoin("/nodes", i),
                    even ? "it is mirrored at rest; it may turn the other way now"
                         : "it is scaled at rest, differently along its axes; what was stretched with each "
                           "move is not now");
  }
}

void writeNodes(Json& json, const gltf::Asset& asset, const RestChange& change, NormalizeSummary& summary) {
  const JsonValue* nodes = json.editRoot().find("nodes");
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    const NodeIndex index(i);
    const Trs& local = asset.nodes[i].local;
    const JsonValue& node = nodes->elements()[i];
    const Double3x3 rotation = change.rotation(index);
    const Double3 translation = change.translation(index);
    const bool turned = difference(rotation, {}) >= kSame;
    const bool scaledBefore = !(local.scale == Vec3{1, 1, 1});
    const bool rotatedBefore = difference(rotationMatrix(local.rotation), {}) >= kSame;
    const Double3 moved = minus(translation, toDouble(local.translation));
    const bool sameRotation = difference(rotation, rotationMatrix(local.rotation)) < kSame;
    summary.nodes += scaledBefore || (rotatedBefore && !sameRotation);
    summary.keptRotations += turned;
    if (!node.has("matrix") && !scaledBefore && sameRotation && std::sqrt(dot(moved, moved)) < kSame)
      continue;
    setLocal(json, index, {narrowed(translation), turned ? quaternionOf(rotation) : Quat{}, {1, 1, 1}});
  }
}

Result<void> writeCopies(gltf::Document& document, const MeshPlan& plan) {
  if (plan.copies.empty()) return {};
  gltf::detachDangling(document, {gltf::Kind::Mesh});
  Json& json = document.editJson();
  JsonValue& meshes = *json.editRoot().find("meshes");
  Copies copies;
  for (const MeshPlan::Copy& copy : plan.copies) {
    const std::uint32_t index = meshes.size();
    copies.emplace(copy.mesh, index);
    json.append(meshes, json.copy(meshes.elements()[copy.mesh]));
    for (const NodeIndex node : copy.nodes)
      json.set(json.editRoot().find("nodes")->elements()[node.value], "mesh", json.number(index));
  }
  // What names a mesh by its index, in older versions, is about all nodes that show it: it names the copies
  // too.
  return nameCopies(document, gltf::Kind::Mesh, copies,
                    [](const gltf::ReferenceSite&, const gltf::Target&) { return true; });
}

void writeSamplerCopies(Json& json, const std::vector<SamplerCopy>& copies) {
  for (const SamplerCopy& copy : copies) {
    const std::string pointer = gltf::pointerJoin("/animations", copy.animation);
    auto& samplers = const_cast<JsonValue&>(*Json::at(json.editRoot(), pointer + "/samplers"));
    const std::uint32_t index = samplers.size();
    json.append(samplers, json.copy(samplers.elements()[copy.sampler]));
    json.put(gltf::pointerJoin(pointer + "/channels", copy.channel) + "/sampler", json.number(index));
  }
}

Result<NormalizeSummary> normalized(gltf::Document& document, const NormalizeOptions& options,
                                    Diagnostics& diagnostics) {
  if (std::optional<Error> error = compression(document)) return *std::move(error);
  NormalizeSummary summary;
  if (options.tPose) {
    if (options.progress) options.progress("T-pose");
    Result<TPoseSummary> posed = applyTPose(document, diagnostics);
    if (!posed) return std::move(posed).error();
    const Result<Placing> placed = placeAvatar(document, diagnostics);
    if (!placed) return placed.error();
    summary.bones = posed->bones;
    summary.turned = posed->turned;
    summary.moved = placed->moved;
    summary.root = placed->root;
  }
  const Result<ModelInFile> model = ModelInFile::read(document);
  if (!model) return model.error();
  const gltf::Asset& asset = model->asset;
  const schema::Vrm& vrm = model->vrm;

  const RestChange change(asset, keptRotations(document, asset, vrm, diagnostics));
  NewAccessors accessors;
  const Result<MeshPlan> meshes =
      planMeshes(document, asset, change, options, accessors, summary, diagnostics);
  if (!meshes) return meshes.error();
  if (Result<void> done = planInstances(document, asset, change, accessors, diagnostics); !done)
    return std::move(done).error();
  const auto samplers = planAnimations(document, asset, vrm, change, accessors, diagnostics);
  if (!samplers) return samplers.error();
  reportUneven(asset, vrm, change, diagnostics);

  Json& json = document.editJson();
  writeNodes(json, asset, change, summary);
  if (Result<void> done = writeCopies(document, *meshes); !done) return std::move(done).error();
  if (!samplers->empty()) gltf::detachDangling(document, {gltf::Kind::AnimationSampler});
  writeSamplerCopies(json, *samplers);
  for (const std::string& pointer : meshes->removals) removeAt(json, pointer);
  for (const JsonValue* skins = json.root().find("skins"); const SkinIndex skin : meshes->skins)
    json.remove(const_cast<JsonValue&>(skins->elements()[skin.value]), "skeleton");
  carryNodeSpace(document, asset, vrm, change);
  if (accessors.empty() && meshes->removals.empty()) return summary;  // what is unused was so before
  summary.changed = true;                                             // the JSON may look the same afterwards
  if (Result<void> done = accessors.write(document); !done) return std::move(done).error();
  if (Result<void> done = gltf::removeUnused(document, gltf::Kind::Accessor, diagnostics); !done)
    return std::move(done).error();
  if (Result<void> done = gltf::compact(document, diagnostics); !done) return std::move(done).error();
  return summary;
}

}  // namespace

Result<NormalizeSummary> normalize(gltf::Document& document, const NormalizeOptions& options,
                                   Diagnostics& diagnostics) {
  return allOrNothing(
      document, [&](gltf::Document& work) { return normalized(work, options, diagnostics); },
      [&](NormalizeSummary& summary, const gltf::Document& work) {
        return summary.changed = summary.changed || !gltf::Json::equal(work.root(), document.root());
      });
}

}  // namespace vrm::edit
