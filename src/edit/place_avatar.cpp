// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/place_avatar.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "edit/animated_nodes.hpp"
#include "edit/model_in_file.hpp"
#include "edit/node_values.hpp"
#include "edit/rest_skinning.hpp"
#include "edit/work_budget.hpp"
#include "schema/rest_pose.hpp"
#include "schema/scene_root.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::edit {
namespace {

// The lowest points of what is drawn, at rest.
class Soles {
 public:
  Soles(const gltf::Document& document, const gltf::Asset& asset, const schema::Humanoid& humanoid,
        Diagnostics& diagnostics)
      : document_(document),
        asset_(asset),
        diagnostics_(diagnostics),
        budget_(document),
        rest_(asset, std::vector<bool>(asset.nodes.size())),
        isFoot_(asset.nodes.size()) {
    const schema::RestPose family(asset);
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
      for (const HumanBone bone : {HumanBone::LeftFoot, HumanBone::RightFoot}) {
        if (humanoid[bone] && family.isDescendant(NodeIndex(i), humanoid[bone])) isFoot_[i] = true;
      }
    }
  }

  // Of the feet; of everything when nothing hangs on those. Nothing without vertices.
  Result<std::optional<double>> lowest() {
    Result<RestSkinning> skinning = RestSkinning::make(document_, asset_, rest_, budget_, diagnostics_);
    if (!skinning) return std::move(skinning).error();
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      if (!asset_.nodes[i].mesh) continue;
      for (const gltf::Primitive& primitive :
           asset_.primitivesOf(asset_.meshes[asset_.nodes[i].mesh.value])) {
        if (Result<void> done = look(primitive, NodeIndex(i), *skinning); !done)
          return std::move(done).error();
      }
    }
    return ofFeet_ ? ofFeet_ : ofAll_;
  }

 private:
  Result<void> look(const gltf::Primitive& primitive, NodeIndex index, const RestSkinning& skinning) {
    const AccessorIndex position = asset_.find(primitive.attributes, "POSITION");
    if (!position) return {};
    const std::uint32_t count = gltf::vertexCount(asset_, primitive);
    const SkinIndex skin = asset_.nodes[index.value].skin;
    const bool skinned = skin && !skinning.empty(skin) && asset_.find(primitive.attributes, "JOINTS_0") &&
                         asset_.find(primitive.attributes, "WEIGHTS_0");
    // Where skinned ones are does not depend on the node.
    if (skinned && !looked_.emplace(&primitive, skin).second) return {};
    const std::uint64_t indices = primitive.indices ? asset_.accessors[primitive.indices.value].count : count;
    const std::uint64_t bytes = readBytes(asset_.accessors[position.value]) + 4 * indices +
                                (skinned ? skinning.bytesOf(primitive) : 0);
    if (Result<void> paid = budget_.take(bytes, gltf::pointerJoin("/nodes", index.value)); !paid) return paid;
    const Result<std::vector<float>> points = readVertices(document_, asset_, position, count, diagnostics_);
    if (!points) return points.error();
    const Result<std::vector<std::uint32_t>> used =
        gltf::readIndices(document_, asset_, primitive, diagnostics_);
    if (!used) return used.error();
    std::vector<Weights> sets;
    if (skinned) {
      Result<std::vector<Weights>> read = skinning.weightsOf(primitive, skin, diagnostics_);
      if (!read) return std::move(read).error();
      sets = *std::move(read);
    }
    Transforms transforms{{Affine{rest_[index].linear, rest_[index].position}}};
    std::uint64_t loose = 0;
    if (!sets.empty()) transforms = skinning.transforms(sets, skin, count, loose);
    for (const std::uint32_t v : *used) {
      const Affine& a = transforms.of(v);
      const double y =
          plus(a.linear * toDouble(Vec3{(*points)[3 * v], (*points)[3 * v + 1], (*points)[3 * v + 2]}),
               a.offset)
              .y;
      if (!(std::abs(y) < 1e6)) continue;
      ofAll_ = std::min(y, ofAll_.value_or(y));
      if (sets.empty() ? isFoot_[index.value] : hangsOnFeet(sets, skin, v))
        ofFeet_ = std::min(y, ofFeet_.value_or(y));
    }
    return {};
  }

  bool hangsOnFeet(const std::vector<Weights>& sets, SkinIndex skin, std::uint32_t vertex) const {
    const std::span<const NodeIndex> joints = asset_.nodeList(asset_.skins[skin.value].joints);
    for (const Weights& set : sets) {
      for (std::size_t k = 4 * std::size_t{vertex}; k < 4 * std::size_t{vertex} + 4; ++k) {
        if (set.weights[k] > 0 && isFoot_[joints[set.joints[k]].value]) return true;
      }
    }
    return false;
  }

  const gltf::Document& document_;
  const gltf::Asset& asset_;
  Diagnostics& diagnostics_;
  WorkBudget budget_;
  RestChange rest_;
  std::vector<bool> isFoot_;  // by node: or below one
  std::set<std::pair<const gltf::Primitive*, SkinIndex>> looked_;
  std::optional<double> ofFeet_, ofAll_;
};

NodeIndex rootOf(const gltf::Asset& asset, NodeIndex node) {
  while (const NodeIndex parent = asset.nodes[node.value].parent) node = parent;
  return node;
}

// Nothing shows where the node is but those below it.
bool isPlain(gltf::Json& json, NodeIndex index) {
  const gltf::JsonValue& node = json.editRoot().find("nodes")->elements()[index.value];
  for (const std::string_view key : {"mesh", "camera", "extensions"}) {
    if (node.has(key)) return false;
  }
  bool plain = true;
  gltf::visitReferences(json.editRoot(), [&](const gltf::ReferenceSite& site) {
    const std::optional<gltf::Target> target = gltf::targetOf(site);
    if (!target || target->kind != gltf::Kind::Node || target->index != index.value) return;
    // A skeleton only says where one begins (glTF 2.0 section 3.7.3.3).
    plain = plain && (site.path[0].key == "scenes" || site.path.back().key == "skeleton");
  });
  return plain;
}

}  // namespace

Result<Placing> placeAvatar(gltf::Document& document, Diagnostics& diagnostics) {
  const Result<ModelInFile> model = ModelInFile::read(document);
  if (!model) return model.error();
  const gltf::Asset& asset = model->asset;
  const schema::Vrm& vrm = model->vrm;
  Diagnostics reading;  // loading the file has told
  const NodeIndex hips = vrm.humanoid[HumanBone::Hips];
  if (!hips || vrm.animation) return Placing{};

  const RestChange rest(asset, std::vector<bool>(asset.nodes.size()));
  const Result<std::optional<double>> ground = Soles(document, asset, vrm.humanoid, reading).lowest();
  if (!ground) return ground.error();
  const NodeIndex root = rootOf(asset, hips);
  const Double3 at = rest[hips].position, origin = rest[root].position;
  const double height = std::abs(at.y - ground->value_or(0));
  // With its root, unless that is somewhere else than the avatar.
  const auto far = [&](double a, double b) { return std::abs(a - b) > height / 4; };
  const Double3 own = root == hips ? Double3{0, 0, 0} : origin;
  const Double3 middle = far(at.x, own.x) || far(at.z, own.z) ? at : own;
  constexpr double kNear = 1e-3;  // metres; what VRM_ROOT allows
  const auto off = [](double value, double allowed) { return std::abs(value) > allowed ? -value : 0; };
  const Double3 move{off(middle.x, kNear), off(ground->value_or(0), 5e-3 * height), off(middle.z, kNear)};
  const Double3 goal = plus(origin, move);  // where the root comes to be
  const bool astray = std::sqrt(dot(goal, goal)) > kNear;

  Placing out;
  out.moved = dot(move, move) > 0;
  gltf::Json& json = document.editJson();
  const bool alone = astray && root != hips && isPlain(json, root);
  for (std::uint32_t i = 0; (out.moved || alone) && i < asset.nodes.size(); ++i) {
    const NodeIndex parent = asset.nodes[i].parent;
    if (!parent && schema::isPlacedByJoints(json.root(), json.root().find("nodes")->elements()[i])) continue;
    Double3 by = move;
    if (alone && i == root.value) by = scaled(origin, -1);
    if (parent) {
      if (!alone || parent != root) continue;
      // In the space of the root, which goes to the origin while they stay.
      const Double3x3& m = rest[root].linear;
      const Cofactors inverse(m.x, m.y, m.z);
      by = inverse.invertible() ? inverse.solve(goal) : Double3{0, 0, 0};
    }
    Trs local = asset.nodes[i].local;
    local.translation = narrowed(plus(toDouble(local.translation), by));
    setLocal(json, NodeIndex(i), local);
  }
  out.root = root == hips || (astray && !alone);
  if (out.root) {
    if (asset.nodes.size() >= document.limits().nodes) {
      return Error{Code::LimitNodes,
                   "the avatar needs one more node, a root, than Limits::nodes, " +
                       std::to_string(document.limits().nodes),
                   "/nodes", kNoOffset};
    }
    schema::keepDangling(json, static_cast<std::uint32_t>(asset.nodes.size()), 1);
    out.root = schema::addSceneRoot(json, "root").has_value();
  }
  for (const AnimatedNode& animated : animatedNodes(document, asset)) {
    if (animated.path != "translation") continue;
    const NodeIndex above = asset.nodes[animated.node.value].parent;
    if (!(above ? alone && above == root : out.moved)) continue;
    diagnostics.add(Code::EditApproximate, gltf::pointerJoin("/nodes", animated.node.value),
                    "an animation moves it to where it was before the avatar was moved");
  }
  return out;
}

}  // namespace vrm::edit
