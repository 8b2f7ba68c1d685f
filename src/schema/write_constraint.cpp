// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/member_writer.hpp"
#include "schema/names.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

constexpr std::string_view kFinal = "VRMC_node_constraint";
constexpr std::string_view kDrafts[] = {"VRMC_constraints-1.0", "VRMC_constraints"};  // the first is seed 003's

std::string_view kindOf(ConstraintType type) {
  switch (type) {
    case ConstraintType::Roll:
      return "roll";
    case ConstraintType::Aim:
    case ConstraintType::DraftAim:
      return "aim";
    case ConstraintType::Rotation:
    case ConstraintType::DraftRotation:
      return "rotation";
    case ConstraintType::DraftPosition:
      break;
  }
  return "position";
}

JsonValue* extensionIn(JsonValue& node, std::string_view name) {
  JsonValue* extensions = node.find("extensions");
  return extensions ? extensions->find(name) : nullptr;
}

// The object that names the kind: inside lists of one and levels `constraint`, as the reader unwraps them.
JsonValue* unwrapped(JsonValue* at) {
  while (at) {
    JsonValue* inner = at->find("constraint");
    if (at->isArray()) {
      inner = at->size() == 1 ? &at->elements()[0] : nullptr;
    } else if (!inner) {
      return at;
    }
    at = inner;
  }
  return nullptr;
}

// The object of a kind in an extension of the node; null when there is none.
JsonValue* kindIn(JsonValue& node, std::string_view extension, std::string_view kind) {
  JsonValue* kinds = unwrapped(extensionIn(node, extension));
  JsonValue* found = kinds ? kinds->find(kind) : nullptr;
  return found && found->isObject() ? found : nullptr;
}

// What a kind's object says besides the members that we write, wherever the node has it.
JsonValue kindAnywhere(Json& json, JsonValue& node, std::string_view kind) {
  for (const std::string_view extension : {kFinal, kDrafts[0], kDrafts[1]}) {
    if (const JsonValue* found = kindIn(node, extension, kind)) return *found;
  }
  return json.object();
}

void writeFinal(Json& json, JsonValue& node, const NodeConstraint& c) {
  const std::string_view kind = kindOf(c.type);
  const JsonValue old = kindAnywhere(json, node, kind);
  for (const std::string_view name : kDrafts) removeExtension(json, node, name);
  const MemberWriter extension = extensionOf(json, node, kFinal);
  extension.string("specVersion", "1.0");
  // Without the level `constraint`. Before that is made: what goes moves what stands behind it.
  for (const std::string_view other : kConstraintKinds) extension.remove(other);
  const MemberWriter kinds = extension.child("constraint");
  for (const std::string_view other : kConstraintKinds) {
    if (other != kind) kinds.remove(other);
  }
  const JsonValue* there = kinds.object().find(kind);
  if (!there || !there->isObject()) json.set(kinds.object(), kind, old);
  const MemberWriter to = kinds.child(kind);
  for (const std::string_view draft :
       {"sourceSpace", "destinationSpace", "freezeAxes", "axes", "aimVector", "upVector"}) {
    to.remove(draft);
  }
  to.index("source", c.source);
  if (c.type == ConstraintType::Roll) to.string("rollAxis", name(c.rollAxis));
  if (c.type == ConstraintType::Aim) to.string("aimAxis", name(c.aimAxis));
  to.number("weight", c.weight, 1);
}

void writeAxes(const MemberWriter& to, const NodeConstraint& c) {
  const std::size_t count = c.type == ConstraintType::DraftAim ? 2 : 3;
  const std::span<const bool> axes(c.axes.data(), count);
  const std::string_view key = to.object().find("axes") && !to.object().find("freezeAxes") ? "axes" : "freezeAxes";
  if (const JsonValue* old = to.object().find(key)) {
    const std::span<const JsonValue> values = old->elements();
    const auto says = [](const JsonValue& value, bool axis) { return value.isBool() && value.boolean() == axis; };
    if (std::equal(values.begin(), values.end(), axes.begin(), axes.end(), says)) return;
  } else if (std::find(axes.begin(), axes.end(), false) == axes.end()) {
    return;
  }
  JsonValue list = to.json().array();
  for (const bool axis : axes) to.json().append(list, to.json().boolean(axis));
  to.json().set(to.object(), key, list);
}

// Over the kind's object where a draft extension has it, so that its form stays; otherwise anew, with what another
// extension says.
JsonValue& draftObject(Json& json, JsonValue& node, std::string_view kind) {
  for (const std::string_view name : kDrafts) {
    if (!kindIn(node, name, kind)) continue;
    for (const std::string_view other : {kFinal, kDrafts[0], kDrafts[1]}) {
      if (other != name) removeExtension(json, node, other);
    }
    JsonValue& kinds = *unwrapped(extensionIn(node, name));
    for (const std::string_view other : kConstraintKinds) {
      if (other != kind) json.remove(kinds, other);
    }
    return *kinds.find(kind);
  }
  const JsonValue old = kindAnywhere(json, node, kind);
  const std::string_view name = extensionIn(node, kDrafts[1]) ? kDrafts[1] : kDrafts[0];
  for (const std::string_view other : {kFinal, kDrafts[0], kDrafts[1]}) removeExtension(json, node, other);
  return json.set(extensionOf(json, node, name).object(), kind, old);
}

void writeDraft(Json& json, JsonValue& node, const NodeConstraint& c) {
  const MemberWriter to(json, draftObject(json, node, kindOf(c.type)));
  for (const std::string_view final : {"rollAxis", "aimAxis"}) to.remove(final);
  to.index("source", c.source);
  to.string("sourceSpace", name(c.sourceSpace), "model");
  to.string("destinationSpace", name(c.destinationSpace), "model");
  writeAxes(to, c);
  if (c.type == ConstraintType::DraftAim) {
    to.vec3("aimVector", c.aimVector, Vec3{0, 0, 1});
    to.vec3("upVector", c.upVector, Vec3{0, 1, 0});
  }
  to.number("weight", c.weight, 1);
}

}  // namespace

void writeConstraints(WriteContext& context, const Vrm& vrm) {
  Json& json = context.document.editJson();
  JsonValue* nodes = json.editRoot().find("nodes");
  if (!nodes) return;
  const std::span<JsonValue> elements = nodes->elements();
  std::vector<const NodeConstraint*> wanted(elements.size(), nullptr);
  for (const NodeConstraint& c : vrm.constraints) wanted[c.node.value] = &c;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    JsonValue& node = elements[i];
    const NodeConstraint* c = wanted[i];
    if (!c) {
      for (const std::string_view name : {kFinal, kDrafts[0], kDrafts[1]}) removeExtension(json, node, name);
      continue;
    }
    const bool draft = isDraft(c->type);
    draft ? writeDraft(json, node, *c) : writeFinal(json, node, *c);
    if (draft) {
      context.diagnostics.add(Code::VrmLossy, "/nodes/" + std::to_string(i),
                              "1.0 has no " + std::string(name(c->type)) +
                                  " constraint; it stays in its draft extension, which 1.0 readers ignore");
    }
    // Axes of the model turn with the avatar, those of nodes do not.
    if (draft && vrm.turned && c->sourceSpace != c->destinationSpace) {
      context.diagnostics.add(Code::VrmLossy, "/nodes/" + std::to_string(i),
                              "its constraint is told in model and in local space; turned to the front, it moves otherwise");
    }
  }
}

}  // namespace vrm::schema
