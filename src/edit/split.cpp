// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/split.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "edit/all_or_nothing.hpp"
#include "edit/annotations.hpp"
#include "edit/compression.hpp"
#include "edit/copied_references.hpp"
#include "edit/copy_budget.hpp"
#include "edit/new_accessors.hpp"
#include "vrm/gltf/names.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/load.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

// Nodes that show a mesh in the same way afterwards.
struct SplitGroup {
  MeshIndex mesh;
  std::optional<FirstPersonType> type;  // none: what is not auto
  bool split = false;
  std::vector<NodeIndex> nodes;
  std::size_t firstInstance = 0;  // of the first node: one for each primitive
  std::uint32_t shown = kNone;    // the mesh that they show
  std::uint32_t head = kNone;     // and that of the new nodes, when it is split
  bool loose = false;             // something of the head is not skinned, so that the node's place matters

  std::uint32_t newMeshes() const noexcept { return (shown == kNone ? 1u : 0u) + (split ? 1u : 0u); }
};

class Splitter {
 public:
  Splitter(gltf::Document& document, const LoadResult& loaded, const Meshes& meshes,
           const SplitOptions& options, Diagnostics& diagnostics)
      : document_(document),
        json_(document.editJson()),
        asset_(loaded.asset()),
        model_(*loaded.model()),
        meshes_(meshes),
        options_(options),
        diagnostics_(diagnostics),
        annotations_(document, asset_, loaded.vrm().version),
        version_(loaded.vrm().version),
        places_(asset_.nodes.size()),
        swings_(asset_.nodes.size()) {
    // Only chains of groups, of VRM 0.x and drafts, end in nodes that no file has (decision 12).
    for (const schema::Spring& spring : loaded.vrm().springBone.springs) {
      if (spring.joints.empty() || spring.joints.back().node.value < swings_.size()) continue;
      for (const schema::SpringJoint& joint : spring.joints) {
        if (joint.node.value < swings_.size()) swings_[joint.node.value] = true;
      }
    }
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      if (!asset_.nodes[i].parent) markBelow(NodeIndex(i));
    }
  }

  Result<SplitSummary> run() {
    collect();
    if (!summary_.changed()) return summary_;
    if (Result<void> done = checkRoom(); !done) return std::move(done).error();
    if (Result<void> done = writeMeshes(); !done) return std::move(done).error();
    writeNodes();
    if (Result<void> done = writeAnnotations(); !done) return std::move(done).error();
    if (Result<void> done = drive(); !done) return std::move(done).error();
    if (accessors_.empty()) return summary_;
    if (Result<void> done = accessors_.write(document_); !done) return std::move(done).error();
    if (Result<void> done = gltf::removeUnused(document_, Kind::Accessor, diagnostics_); !done)
      return std::move(done).error();
    if (Result<void> done = gltf::compact(document_, diagnostics_); !done) return std::move(done).error();
    return summary_;
  }

 private:
  // Goes through each node once, however deep they are.
  void markBelow(NodeIndex root) {
    std::vector<NodeIndex> open{root};
    places_[root.value].root = root;
    while (!open.empty()) {
      const NodeIndex node = open.back();
      open.pop_back();
      const std::string own =
          gltf::pointerJoin("/nodes", node.value) + "/extensions/" + std::string(kVisibility);
      const bool veiled = places_[node.value].veiled || Json::at(document_.root(), own);
      for (const NodeIndex child : asset_.nodeList(asset_.nodes[node.value].children)) {
        places_[child.value] = {root, veiled};
        open.push_back(child);
      }
    }
  }

  // --- what is to be done

  // A primitive in the eyes of the runtime, whose rule (decision 32) this is.
  HeadPart partOf(std::size_t instance) const {
    const MeshInstance& it = meshes_.instances()[instance];
    if (it.split) return it.split->part;
    return it.visibility.firstPerson ? HeadPart::None : HeadPart::All;
  }
  const gltf::Primitive& primitiveOf(MeshIndex mesh, std::size_t p) const {
    return asset_.primitivesOf(asset_.meshes[mesh.value])[p];
  }
  // Without triangles a primitive of triangles is on neither side.
  bool isEmpty(MeshIndex mesh, std::size_t p, std::size_t instance) const {
    return primitiveOf(mesh, p).mode >= gltf::PrimitiveMode::Triangles &&
           meshes_.parts()[meshes_.instances()[instance].part].triangles.empty();
  }

  HeadPart partOfMesh(MeshIndex mesh, std::size_t firstInstance) const {
    bool head = false, rest = false;
    for (std::size_t p = 0; p < asset_.meshes[mesh.value].primitives.count; ++p) {
      const HeadPart part = partOf(firstInstance + p);
      head = head || part != HeadPart::None;
      rest = rest || (part != HeadPart::All && !isEmpty(mesh, p, firstInstance + p));
    }
    return !head ? HeadPart::None : rest ? HeadPart::Some : HeadPart::All;
  }

  // Something of the head is not skinned, so that the node's place matters.
  bool isLoose(MeshIndex mesh, std::size_t firstInstance) const {
    for (std::size_t p = 0; p < asset_.meshes[mesh.value].primitives.count; ++p) {
      const std::size_t instance = firstInstance + p;
      if (partOf(instance) == HeadPart::All && !meshes_.instances()[instance].split) return true;
    }
    return false;
  }

  // Every node below a bone of a spring group is one of its joints (decision 12), also one that is added.
  bool cannotSplit(NodeIndex node, bool loose) const {
    // At the scene it would be shown when what is above the old one is not.
    return loose ? swings_[node.value] : standsAlone(node) && places_[node.value].veiled;
  }
  // The new node is at the scene instead of beside the old one, where it would be a joint.
  bool standsAlone(NodeIndex node) const {
    const NodeIndex parent = asset_.nodes[node.value].parent;
    return parent && swings_[parent.value];
  }

  void collect() {
    std::map<std::tuple<std::uint32_t, int, std::uint32_t, bool>, std::size_t> known;
    std::size_t meshNode = 0, instance = 0;
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      const gltf::Node& node = asset_.nodes[i];
      if (!node.mesh) continue;
      const std::size_t first = instance;
      instance += asset_.meshes[node.mesh.value].primitives.count;
      SplitGroup group{node.mesh, {}, false, {}, first};
      std::tuple<std::uint32_t, int, std::uint32_t, bool> key{node.mesh.value, -1, kNone, false};
      if (model_.meshNodes()[meshNode++].annotation == FirstPersonType::Auto) {
        const HeadPart part = partOfMesh(node.mesh, first);
        group.loose = part == HeadPart::Some && isLoose(node.mesh, first);
        const bool kept = part == HeadPart::Some && cannotSplit(NodeIndex(i), group.loose);
        group.split = part == HeadPart::Some && !kept;
        if (kept) {
          diagnostics_.add(
              Code::EditKept, gltf::pointerJoin("/nodes", i),
              "its mesh stays whole, for readers to split: a new node for the head would have to "
              "be below a bone of a spring group, and swing");
        } else {
          group.type = part == HeadPart::All ? FirstPersonType::ThirdPersonOnly : FirstPersonType::Both;
        }
        ++(kept                    ? summary_.kept
           : group.split           ? summary_.split
           : part == HeadPart::All ? summary_.thirdPersonOnly
                                   : summary_.both);
        // The same primitives under one skin fall apart alike, but for those without joints, which go with
        // the node.
        if (group.split) {
          key = {node.mesh.value, -2, node.skin.value, model_.isOfHead(model_.node(NodeIndex(i)))};
        } else if (group.type && !annotations_.byNode()) {
          std::get<1>(key) = static_cast<int>(*group.type);
        }
      }
      types_.push_back(group.type);
      const auto [at, fresh] = known.emplace(key, groups_.size());
      if (fresh) groups_.push_back(std::move(group));
      groups_[at->second].nodes.push_back(NodeIndex(i));
    }
    // The first to show a mesh keeps it; others show copies.
    std::vector<bool> kept(asset_.meshes.size());
    for (SplitGroup& group : groups_) {
      if (!kept[group.mesh.value]) group.shown = group.mesh.value;
      kept[group.mesh.value] = true;
      summary_.meshes += group.newMeshes();
    }
  }

  // What the file names and does not have must not come to be what is added.
  Result<void> checkRoom() {
    const auto nodes = static_cast<std::uint32_t>(asset_.nodes.size());
    const auto meshes = static_cast<std::uint32_t>(asset_.meshes.size());
    const Limits& limits = document_.limits();
    if (std::uint64_t{nodes} + summary_.split > limits.nodes) {
      return Error{Code::LimitNodes,
                   "with the new nodes there are more than Limits::nodes, " + std::to_string(limits.nodes),
                   "/nodes", kNoOffset};
    }
    if (std::uint64_t{meshes} + summary_.meshes > limits.elements) {
      return Error{
          Code::LimitElements,
          "with the new meshes there are more than Limits::elements, " + std::to_string(limits.elements),
          "/meshes", kNoOffset};
    }
    std::optional<Error> error;
    gltf::visitReferences(json_.editRoot(), [&](const gltf::ReferenceSite& site) {
      const std::optional<gltf::Target> target = gltf::targetOf(site);
      if (!target || error) return;
      const auto meets = [&](Kind kind, std::uint32_t count, std::uint32_t added) {
        if (target->kind != kind || target->index < count || target->index - count >= added) return;
        error = Error{Code::GltfIndexRange,
                      gltf::outOfRange(kind, target->index, count) + "; mend the file first",
                      gltf::pointerOf(site.path), kNoOffset};
      };
      meets(Kind::Node, nodes, summary_.split);
      meets(Kind::Mesh, meshes, summary_.meshes);
    });
    if (error) return *std::move(error);
    return {};
  }

  // --- meshes

  Result<void> writeMeshes() {
    CopyBudget budget(document_);
    JsonValue* meshes = json_.editRoot().find("meshes");
    if (!meshes) return {};
    gltf::UniqueNames names = namesOf(*meshes);
    const auto copied = [&](MeshIndex from, std::string_view ending) {
      JsonValue copy = json_.copy(meshes->elements()[from.value]);
      setName(copy, ending, names);
      json_.append(*meshes, copy);
      return meshes->size() - 1;
    };
    for (SplitGroup& group : groups_) {
      const std::uint32_t times = group.newMeshes();
      if (times == 0) continue;
      Result<void> done = budget.take(meshes->elements()[group.mesh.value],
                                      gltf::pointerJoin("/meshes", group.mesh.value), times);
      if (!done) return done;
      if (group.shown == kNone) {
        group.shown = copied(group.mesh, "");
        meshCopies_.emplace(group.mesh.value, group.shown);
      }
      if (!group.split) continue;
      group.head = copied(group.mesh, "_head");
      meshCopies_.emplace(group.mesh.value, group.head);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (options_.progress)
        options_.progress("mesh " + std::to_string(i + 1) + " of " + std::to_string(groups_.size()));
      if (groups_[i].split) divide(groups_[i]);
    }
    return {};
  }

  void divide(SplitGroup& group) {
    const auto meshAt = [&](std::uint32_t index) -> JsonValue& {
      return json_.editRoot().find("meshes")->elements()[index];
    };
    JsonValue rest = json_.array(), head = json_.array();
    const auto take = [&](JsonValue& list, std::uint32_t mesh, std::size_t p) -> JsonValue& {
      return json_.append(list, meshAt(mesh).find("primitives")->elements()[p]);
    };
    const auto shorten = [&](JsonValue& list, std::uint32_t mesh, std::size_t p,
                             std::span<const std::uint32_t> triangles) {
      JsonValue& primitive = take(list, mesh, p);
      json_.remove(primitive, "mode");  // triangles
      const std::uint32_t vertices = gltf::vertexCount(asset_, primitiveOf(group.mesh, p));
      accessors_.use(accessors_.addIndices(triangles, vertices),
                     gltf::pointerJoin(gltf::pointerJoin("/meshes", mesh) + "/primitives", list.size() - 1) +
                         "/indices");
    };
    for (std::size_t p = 0; p < asset_.meshes[group.mesh.value].primitives.count; ++p) {
      const MeshInstance& instance = meshes_.instances()[group.firstInstance + p];
      const std::uint64_t triangles = meshes_.parts()[instance.part].triangles.size() / 3;
      std::uint64_t ofHead = 0;
      switch (partOf(group.firstInstance + p)) {
        case HeadPart::None:
          take(rest, group.shown, p);
          break;
        case HeadPart::All:
          take(head, group.head, p);
          ofHead = triangles;
          break;
        case HeadPart::Some: {
          const std::span<const std::uint32_t> indices = instance.split->indices;
          shorten(rest, group.shown, p, indices.first(instance.split->headStart));
          shorten(head, group.head, p, indices.subspan(instance.split->headStart));
          ofHead = (indices.size() - instance.split->headStart) / 3;
          break;
        }
      }
      summary_.headTriangles += ofHead * group.nodes.size();
      summary_.restTriangles += (triangles - ofHead) * group.nodes.size();
    }
    json_.set(meshAt(group.shown), "primitives", rest);
    json_.set(meshAt(group.head), "primitives", head);
  }

  static gltf::UniqueNames namesOf(const JsonValue& list) {
    gltf::UniqueNames names;
    for (const JsonValue& element : list.elements()) {
      const JsonValue* name = element.find("name");
      if (name && !name->string().empty()) names.make(name->string(), "");
    }
    return names;
  }
  // Seed 004 "各種名前の制約": unique. What has no name has none afterwards.
  void setName(JsonValue& copy, std::string_view ending, gltf::UniqueNames& names) {
    const JsonValue* name = copy.find("name");
    if (!name || name->string().empty()) return;
    json_.set(copy, "name", json_.string(names.make(std::string(name->string()) + std::string(ending), "")));
  }

  // --- nodes

  void writeNodes() {
    JsonValue* nodes = json_.editRoot().find("nodes");
    if (!nodes) return;
    gltf::UniqueNames names = namesOf(*nodes);
    const std::multimap<std::uint32_t, JsonValue*> scenes = sceneLists();
    for (const SplitGroup& group : groups_) {
      for (const NodeIndex node : group.nodes) {
        JsonValue& old = nodes->elements()[node.value];
        if (group.shown != group.mesh.value) json_.set(old, "mesh", json_.number(group.shown));
        if (!group.split) continue;
        const bool alone = !group.loose && standsAlone(node);
        JsonValue made = newNode(old, group, alone, names);
        const std::uint32_t index = nodes->size();
        json_.append(*nodes, made);
        nodeCopies_.emplace(node.value, index);
        const NodeIndex parent = group.loose ? node : asset_.nodes[node.value].parent;
        if (parent && !alone) {
          JsonValue& owner = nodes->elements()[parent.value];
          json_.append(json_.memberArray(owner, "children"), json_.number(index));
          continue;
        }
        const auto [first, last] = scenes.equal_range(places_[node.value].root.value);
        for (auto list = first; list != last; ++list) json_.append(*list->second, json_.number(index));
      }
    }
  }

  // Beside the old one, with its place: that a skinned mesh does not move with its node (glTF 2.0 section
  // 3.7.3.3) is more than some readers know. Where the place matters it is below the old one instead, and
  // moves with it. Constraints, children and the rest of the node are not doubled.
  JsonValue newNode(const JsonValue& old, const SplitGroup& group, bool alone, gltf::UniqueNames& names) {
    JsonValue made = json_.object();
    const auto carry = [&](std::string_view key) {
      if (const JsonValue* value = old.find(key)) json_.set(made, key, json_.copy(*value));
    };
    carry("name");
    setName(made, "_head", names);
    if (!group.loose && !alone) {
      for (const std::string_view key : {"matrix", "translation", "rotation", "scale"}) carry(key);
    }
    json_.set(made, "mesh", json_.number(group.head));
    carry("skin");
    carry("weights");
    const JsonValue* extensions = old.find("extensions");
    const JsonValue* visible = extensions ? extensions->find(kVisibility) : nullptr;
    if (visible && !group.loose)
      json_.set(json_.memberObject(made, "extensions"), kVisibility, json_.copy(*visible));
    return made;
  }

  // The lists of scenes that a root stands in.
  std::multimap<std::uint32_t, JsonValue*> sceneLists() {
    std::multimap<std::uint32_t, JsonValue*> out;
    JsonValue* scenes = json_.editRoot().find("scenes");
    if (!scenes) return out;
    for (JsonValue& scene : scenes->elements()) {
      JsonValue* list = scene.find("nodes");
      if (!list) continue;
      for (const JsonValue& root : list->elements()) {
        if (const std::optional<std::uint32_t> index = root.index()) out.emplace(*index, list);
      }
    }
    return out;
  }

  // --- what names them

  Result<void> writeAnnotations() {
    std::map<std::uint32_t, std::vector<NewAnnotation>> news;
    std::size_t meshNode = 0;
    if (annotations_.byNode()) {
      for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
        if (!asset_.nodes[i].mesh) continue;
        const std::optional<FirstPersonType> type = types_[meshNode++];
        if (!type) continue;
        news[i].push_back({i, *type});
        const auto made = nodeCopies_.find(i);
        if (made != nodeCopies_.end()) news[i].push_back({made->second, FirstPersonType::ThirdPersonOnly});
      }
    } else {
      for (const SplitGroup& group : groups_) {
        if (!group.type) continue;
        std::vector<NewAnnotation>& list = news[group.mesh.value];
        list.push_back({group.shown, *group.type});
        if (group.split) list.push_back({group.head, FirstPersonType::ThirdPersonOnly});
      }
    }
    const JsonValue* firstPerson = Json::at(json_.root(), "/extensions/VRM/firstPerson");
    if (version_ == VrmVersion::Vrm0 && !(firstPerson && firstPerson->isObject())) {
      diagnostics_.add(
          Code::EditApproximate, "/extensions/VRM",
          "there was no firstPerson, which has the annotations and the gaze: readers may turn the "
          "eyes now, with their own ranges");
    }
    return annotations_.replace(document_, news);
  }

  // Expressions and animations that move the morph targets of one part move those of the other.
  Result<void> drive() {
    const std::string annotations = annotations_.pointer();
    Result<void> done = nameCopies(document_, Kind::Mesh, meshCopies_,
                                   [&](const gltf::ReferenceSite& site, const gltf::Target&) {
                                     return !site.rule.pattern.starts_with(annotations);  // are written
                                   });
    if (!done) return done;
    return nameCopies(document_, Kind::Node, nodeCopies_,
                      [](const gltf::ReferenceSite& site, const gltf::Target& target) {
                        const std::string_view pattern = site.rule.pattern;
                        if (site.rule.target == Kind::Pointer)
                          return target.rest.starts_with("/weights") ||
                                 target.rest.starts_with("/extensions/" + std::string(kVisibility));
                        if (pattern.starts_with("/animations/")) {
                          const JsonValue* path = site.path.back().container->find("path");
                          return path && path->string() == "weights";
                        }
                        return pattern.ends_with("Binds/*!/node") || pattern.ends_with("/binds/*!/node") ||
                               pattern.ends_with("/values/*!/node");
                      });
  }

  static constexpr std::string_view kVisibility = "KHR_node_visibility";

  gltf::Document& document_;
  Json& json_;
  const gltf::Asset& asset_;
  const Model& model_;
  const Meshes& meshes_;
  const SplitOptions& options_;
  Diagnostics& diagnostics_;
  const Annotations annotations_;
  const VrmVersion version_;
  struct NodePlace {
    NodeIndex root;       // of all above it
    bool veiled = false;  // something above it can be hidden
  };
  std::vector<NodePlace> places_;                      // by node
  std::vector<bool> swings_;                           // by node: it is in a spring group
  std::vector<std::optional<FirstPersonType>> types_;  // of nodes with a mesh; none: what is not auto
  std::vector<SplitGroup> groups_;                     // in the order of their first nodes
  Copies meshCopies_, nodeCopies_;
  NewAccessors accessors_;
  SplitSummary summary_;
};

Result<SplitSummary> splitApart(gltf::Document& document, const SplitOptions& options,
                                Diagnostics& diagnostics) {
  if (std::optional<Error> error = compression(document)) return *std::move(error);
  if (options.progress) options.progress("reading the meshes");
  LoadOptions how;
  how.file.limits = document.limits();
  const LoadResult loaded = load(document.clone(), how);
  if (!loaded) return loaded.error();
  const VrmVersion version = loaded.vrm().version;
  if (version == VrmVersion::None || version == VrmVersion::Animation) return SplitSummary();
  Diagnostics reading;  // loading the file has told
  const Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(loaded, reading);
  if (!meshes) return meshes.error();
  return Splitter(document, loaded, **meshes, options, diagnostics).run();
}

}  // namespace

Result<SplitSummary> splitFirstPerson(gltf::Document& document, const SplitOptions& options,
                                      Diagnostics& diagnostics) {
  return allOrNothing(
      document, [&](gltf::Document& work) { return splitApart(work, options, diagnostics); },
      [](const SplitSummary& summary, const gltf::Document&) { return summary.changed(); });
}

}  // namespace vrm::edit
