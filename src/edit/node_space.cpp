// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/node_space.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "edit/kept_rotations.hpp"
#include "load/axis_rotation.hpp"
#include "schema/names.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

class NodeSpace {
 public:
  NodeSpace(gltf::Document& document, const gltf::Asset& asset, const schema::Vrm& vrm,
            const RestChange& change)
      : json_(document.editJson()), asset_(asset), vrm_(vrm), change_(change) {}

  void carry() {
    if (JsonValue* springs = extension("VRMC_springBone")) {
      forEach(springs->find("colliders"), [&](JsonValue& collider) { carryCollider(collider); });
      forEach(springs->find("springs"), [&](JsonValue& spring) { carryLimits(spring); });
    }
    if (JsonValue* vrm = extension("VRMC_vrm")) {
      if (JsonValue* lookAt = vrm->find("lookAt")) carryGaze(*lookAt);
      if (JsonValue* springs = vrm->find("springBone")) carryGroups(*springs, false);
    }
    if (JsonValue* vrm = extension("VRM")) {
      if (JsonValue* springs = vrm->find("secondaryAnimation")) carryGroups(*springs, true);
      if (JsonValue* firstPerson = vrm->find("firstPerson")) carryFirstPerson(*firstPerson);
    }
    carryConstraints();
  }

 private:
  JsonValue* extension(std::string_view name) {
    JsonValue* extensions = json_.editRoot().find("extensions");
    JsonValue* found = extensions ? extensions->find(name) : nullptr;
    return found && found->isObject() ? found : nullptr;
  }
  template <class F>
  static void forEach(JsonValue* list, F&& each) {
    if (!list) return;
    for (JsonValue& element : list->elements()) {
      if (element.isObject()) each(element);
    }
  }
  // The node that a member names, if something in its space has to change.
  NodeIndex changedNode(const JsonValue& object, std::string_view key) const {
    const JsonValue* value = object.find(key);
    const std::optional<std::uint32_t> i = value ? value->index() : std::nullopt;
    return i && *i < asset_.nodes.size() && !change_[NodeIndex(*i)].same() ? NodeIndex(*i) : NodeIndex();
  }

  // --- vectors: arrays, or objects of x, y and z

  static constexpr std::string_view kParts[] = {"x", "y", "z"};

  static std::optional<Double3> vectorIn(const JsonValue* value) {
    if (!value) return std::nullopt;
    double parts[3];
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonValue* part =
          value->isArray() && value->size() == 3 ? &value->elements()[i] : value->find(kParts[i]);
      const std::optional<double> number = part ? part->number() : std::nullopt;
      if (!number) return std::nullopt;
      parts[i] = *number;
    }
    return Double3{parts[0], parts[1], parts[2]};
  }
  void put(JsonValue& object, std::string_view key, Double3 v) {
    const float parts[] = {narrow(v.x), narrow(v.y), narrow(v.z)};
    JsonValue* value = object.find(key);
    if (!value || !value->isObject()) {
      json_.set(object, key, json_.numbers(parts));
      return;
    }
    for (std::size_t i = 0; i < 3; ++i) json_.set(*value, kParts[i], json_.number(parts[i]));
  }
  // Unity's vectors have the other Z (decision 1).
  void carryPoint(JsonValue& object, std::string_view key, NodeIndex node, bool unity = false) {
    std::optional<Double3> v = vectorIn(object.find(key));
    if (!v) return;
    if (unity) v->z = -v->z;
    Double3 now = change_[node].into * *v;
    if (unity) now.z = -now.z;
    put(object, key, now);
  }

  // --- what has them

  void carryShape(JsonValue& shape, NodeIndex node) {
    carryPoint(shape, "offset", node);  // the example of seed 002 has them here
    carryPoint(shape, "tail", node);
    for (const std::string_view name : schema::kColliderShapes) {
      JsonValue* members = shape.find(name);
      if (!members) continue;
      carryPoint(*members, "offset", node);
      carryPoint(*members, "tail", node);
      const std::optional<Double3> normal = vectorIn(members->find("normal"));
      const bool plane = name == "plane";
      if (!plane) continue;
      const Double3 n = forNormals(change_[node].into) * normal.value_or(Double3{0, 0, 1});
      const double length = std::sqrt(dot(n, n));
      if (length > 1e-30) put(*members, "normal", scaled(n, 1 / length));
    }
  }

  void carryCollider(JsonValue& collider) {
    const NodeIndex node = changedNode(collider, "node");
    if (!node) return;
    if (JsonValue* shape = collider.find("shape")) carryShape(*shape, node);
    JsonValue* extensions = collider.find("extensions");
    JsonValue* extended = extensions ? extensions->find("VRMC_springBone_extended_collider") : nullptr;
    if (JsonValue* shape = extended ? extended->find("shape") : nullptr) carryShape(*shape, node);
  }

  // The limit's space is the rest rotation, times the shortest one from +Y to the bone, times the limit's own
  // (decision 15): the first two change.
  void carryLimits(JsonValue& spring) {
    JsonValue* joints = spring.find("joints");
    if (!joints) return;
    const std::span<JsonValue> list = joints->elements();
    for (std::size_t j = 0; j + 1 < list.size(); ++j) {
      JsonValue* extensions = list[j].find("extensions");
      JsonValue* extended = extensions ? extensions->find("VRMC_springBone_limit") : nullptr;
      JsonValue* limit = extended ? extended->find("limit") : nullptr;
      const NodeIndex head = changedNode(list[j], "node");
      const JsonValue* next = list[j + 1].find("node");
      const std::optional<std::uint32_t> tail = next ? next->index() : std::nullopt;
      if (!limit || !head || !tail || *tail >= asset_.nodes.size()) continue;
      const std::optional<Quat> turn = limitTurn(head, NodeIndex(*tail));
      if (!turn) continue;
      for (const std::string_view name : schema::kSpringLimits) {
        if (JsonValue* members = limit->find(name)) carryLimit(*members, *turn);
      }
    }
  }
  std::optional<Quat> limitTurn(NodeIndex head, NodeIndex tail) const {
    const NodeChange& node = change_[head];
    const Double3 way = minus(change_[tail].position, node.position);
    const Cofactors inverse(node.linear.x, node.linear.y, node.linear.z);
    if (!inverse.invertible()) return std::nullopt;
    const std::optional<Vec3> before = direction(inverse.solve(way));
    const std::optional<Vec3> after = direction(transposed(node.kept) * way);
    if (!before || !after) return std::nullopt;
    return normalized(conjugate(axisRotation(*after)) * quaternionOf(node.lost()) * axisRotation(*before));
  }
  void carryLimit(JsonValue& members, Quat turn) {
    Quat rotation;
    if (const JsonValue* stored = members.find("rotation"); stored && stored->size() == 4) {
      float* const parts[] = {&rotation.x, &rotation.y, &rotation.z, &rotation.w};
      for (std::size_t i = 0; i < 4; ++i) *parts[i] = narrow(stored->elements()[i].number().value_or(0));
    }
    const Quat now = normalized(turn * rotation);
    const float parts[] = {now.x, now.y, now.z, now.w};
    json_.set(members, "rotation", json_.numbers(parts));
  }

  void carryGaze(JsonValue& lookAt) {
    const NodeIndex head = vrm_.humanoid[HumanBone::Head];
    if (!lookAt.isObject() || !head || head.value >= asset_.nodes.size() || change_[head].same()) return;
    const Double3 absent{0, 0.06, 0};  // decision 30
    put(lookAt, "offsetFromHeadBone",
        change_[head].into * vectorIn(lookAt.find("offsetFromHeadBone")).value_or(absent));
  }
  void carryFirstPerson(JsonValue& firstPerson) {
    NodeIndex node = changedNode(firstPerson, "firstPersonBone");
    const JsonValue* named = firstPerson.find("firstPersonBone");
    const NodeIndex head = vrm_.humanoid[HumanBone::Head];
    const bool none = !named || !named->index();
    if (none && head && head.value < asset_.nodes.size() && !change_[head].same()) node = head;
    if (node) carryPoint(firstPerson, "firstPersonBoneOffset", node, true);
  }

  // Colliders of 0.x and of the draft, whose capsules lie along Y turned by Euler angles (decision 12).
  void carryGroups(JsonValue& springs, bool unity) {
    forEach(springs.find("colliderGroups"), [&](JsonValue& group) {
      const NodeIndex node = changedNode(group, "node");
      if (!node) return;
      forEach(group.find("colliders"), [&](JsonValue& collider) {
        carryPoint(collider, "offset", node, unity);
        if (!unity) carryCapsule(collider, node);
      });
    });
  }
  void carryCapsule(JsonValue& collider, NodeIndex node) {
    JsonValue* size = collider.find("size");
    const JsonValue* type = collider.find("shapeType");
    if (!type || type->string() != "capsule" || !size || size->elements().size() < 2) return;
    const Double3 euler = vectorIn(collider.find("rotation")).value_or(Double3{0, 0, 0});
    const auto [sx, cx] = sinCos(euler.x);
    const auto [sy, cy] = sinCos(euler.y);
    const auto [sz, cz] = sinCos(euler.z);
    const Double3 along =
        change_[node].into * Double3{-cy * sz, cx * cz - sx * sy * sz, sx * cz + cx * sy * sz};
    const double length = std::sqrt(dot(along, along));
    if (!(length > 1e-30)) return;
    // Rx * Rz * (0, 1, 0) = (-sin z, cos x cos z, sin x cos z)
    const Double3 unit = scaled(along, 1 / length);
    const double z = arcSin(std::clamp(-unit.x, -1.0, 1.0));
    put(collider, "rotation", {arcTan2(unit.z, unit.y), 0, z});
    JsonValue& stored = size->elements()[1];
    if (const std::optional<double> old = stored.number()) stored = json_.number(narrow(*old * length));
  }

  void carryConstraints() {
    JsonValue* nodes = json_.editRoot().find("nodes");
    if (!nodes) return;
    for (const schema::NodeConstraint& c : vrm_.constraints) {
      if (c.node.value >= asset_.nodes.size()) continue;
      JsonValue* extensions = nodes->elements()[c.node.value].find("extensions");
      JsonValue* extension = extensions ? extensions->find("VRMC_node_constraint") : nullptr;
      JsonValue* constraint = extension ? extension->find("constraint") : nullptr;
      if (!constraint) continue;
      const Double3x3 lost = change_[c.node].lost();
      if (JsonValue* roll = constraint->find("roll"); roll && c.type == ConstraintType::Roll) {
        const auto axis = turnedAxis(lost, c.rollAxis);
        if (axis && *axis != c.rollAxis) json_.set(*roll, "rollAxis", json_.string(name(*axis)));
      }
      if (JsonValue* aim = constraint->find("aim"); aim && c.type == ConstraintType::Aim) {
        const auto axis = turnedAxis(lost, c.aimAxis);
        if (axis && *axis != c.aimAxis) json_.set(*aim, "aimAxis", json_.string(name(*axis)));
      }
    }
  }

  Json& json_;
  const gltf::Asset& asset_;
  const schema::Vrm& vrm_;
  const RestChange& change_;
};

}  // namespace

void carryNodeSpace(gltf::Document& document, const gltf::Asset& asset, const schema::Vrm& vrm,
                    const RestChange& change) {
  NodeSpace(document, asset, vrm, change).carry();
}

}  // namespace vrm::edit
