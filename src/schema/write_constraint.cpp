// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/member_writer.hpp"
#include "schema/names.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

constexpr std::string_view kFinal = "VRMC_node_constraint";
constexpr std::string_view kDrafts[] = {"VRMC_constraints-1.0", "VRMC_constraints"};  // the first is seed 003's

void writeFinal(Json& json, JsonValue& node, const NodeConstraint& c) {
  const MemberWriter extension = extensionOf(json, node, kFinal);
  extension.string("specVersion", "1.0");
  const MemberWriter kinds = extension.child("constraint");
  for (const ConstraintType type : {ConstraintType::Roll, ConstraintType::Aim, ConstraintType::Rotation}) {
    if (type != c.type) kinds.remove(name(type));
  }
  const MemberWriter to = kinds.child(name(c.type));
  for (const std::string_view draft : {"sourceSpace", "destinationSpace", "freezeAxes", "axes"}) to.remove(draft);
  to.index("source", c.source);
  if (c.type == ConstraintType::Roll) to.string("rollAxis", name(c.rollAxis));
  if (c.type == ConstraintType::Aim) to.string("aimAxis", name(c.aimAxis));
  to.number("weight", c.weight, 1);
}

void writeDraft(Json& json, JsonValue& node, const NodeConstraint& c) {
  const JsonValue* extensions = node.find("extensions");
  const std::string_view name = extensions && extensions->find(kDrafts[1]) ? kDrafts[1] : kDrafts[0];
  removeExtension(json, node, name);
  const MemberWriter extension = extensionOf(json, node, name);
  const std::string_view kind = c.type == ConstraintType::DraftPosition   ? "position"
                                : c.type == ConstraintType::DraftRotation ? "rotation"
                                                                          : "aim";
  const MemberWriter to = extension.child(kind);
  to.index("source", c.source);
  to.string("sourceSpace", schema::name(c.sourceSpace), "model");
  to.string("destinationSpace", schema::name(c.destinationSpace), "model");
  const std::size_t count = c.type == ConstraintType::DraftAim ? 2 : 3;
  JsonValue axes = json.array();
  for (std::size_t i = 0; i < count; ++i) json.append(axes, json.boolean(c.axes[i]));
  json.set(to.object(), "freezeAxes", axes);
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
    const bool draft = c && isDraft(c->type);
    if (!c || draft) removeExtension(json, node, kFinal);
    if (!draft) {
      for (const std::string_view name : kDrafts) removeExtension(json, node, name);
    }
    if (!c) continue;
    draft ? writeDraft(json, node, *c) : writeFinal(json, node, *c);
    if (draft) {
      context.diagnostics.add(Code::VrmLossy, "/nodes/" + std::to_string(i),
                              "1.0 has no " + std::string(name(c->type)) +
                                  " constraint; it stays in its draft extension, which 1.0 readers ignore");
    }
  }
}

}  // namespace vrm::schema
