// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_node_constraint 1.0 and the draft constraints of seed 003.
#include <algorithm>
#include <cmath>

#include "schema/names.hpp"
#include "schema/reader.hpp"
#include "schema/spec_version.hpp"

namespace vrm::schema {
namespace {

constexpr std::string_view kFinalName = "VRMC_node_constraint";

class ConstraintReader {
 public:
  ConstraintReader(Context& context, std::vector<NodeConstraint>& out) : context_(context), out_(out) {}

  void read() {
    const JsonValue* nodes = context_.document.root().find("nodes");
    if (!nodes) return;
    const Place root;
    const Place list = root / "nodes";
    const std::span<const JsonValue> elements = nodes->elements();
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      if (!elements[i].find("extensions")) continue;
      const Place node = list / i;
      const Extensions extensions(elements[i], node, context_.diagnostics);
      for (const std::string_view name : {kFinalName, std::string_view("VRMC_constraints-1.0"), std::string_view("VRMC_constraints")}) {
        const JsonValue* extension = extensions.findAny(name);
        if (!extension) continue;
        const Place at = extensions.place(name);
        if (name == kFinalName && extension->isObject()) {
          checkSpecVersion(context_, MemberReader(*extension, at, context_.diagnostics), {"1.0", "1.0-beta"});
        }
        if (!out_.empty() && out_.back().node.value == i) {
          drop(at, "the node has another constraint already");
        } else {
          unwrap(*extension, at, NodeIndex(i), name != kFinalName, 0);
        }
      }
    }
    dropRings();
  }

 private:
  // Object or array of one, with or without the level `constraint` (recognition table): at most both, as deep as the
  // table of references knows it.
  void unwrap(const JsonValue& value, const Place& place, NodeIndex node, bool draft, int depth) {
    if (depth > 2) return drop(place, "it lies too deep");
    if (value.isArray()) {
      if (value.size() != 1) return drop(place, "the list must have exactly one constraint");
      context_.spellings.note(place, "a list of one constraint", "the constraint");
      const Place at = place / 0u;
      return unwrap(value.elements()[0], at, node, draft, depth + 1);
    }
    const MemberReader in(value, place, context_.diagnostics);
    if (!draft && depth == 0 && value.isObject() && !in.find("constraint")) {
      context_.spellings.note(place, std::string(kFinalName) + " without constraint", "its constraint");
    }
    if (const JsonValue* inner = in.find("constraint")) {
      const Place at = place / "constraint";
      return unwrap(*inner, at, node, draft, depth + 1);
    }
    if (value.isObject()) readKind(in, node, draft);
  }

  void readKind(const MemberReader& in, NodeIndex node, bool draft) {
    std::string_view kind;
    for (const std::string_view k : kConstraintKinds) {
      if (!in.find(k)) continue;
      if (!kind.empty()) return drop(in.place(), "it has both " + std::string(kind) + " and " + std::string(k));
      kind = k;
    }
    if (kind.empty()) return drop(in.place(), "it is none of roll, aim, rotation and position");
    const JsonValue* value = objectMember(context_, in, kind);
    if (!value) return;
    const Place place = in.place() / kind;
    const MemberReader members(*value, place, context_.diagnostics);
    constexpr std::string_view kDraftMembers[] = {"sourceSpace", "destinationSpace", "freezeAxes",
                                                  "axes",        "aimVector",        "upVector"};
    const auto has = [&](std::string_view key) { return members.find(key) != nullptr; };
    draft = draft || kind == "position" || std::any_of(std::begin(kDraftMembers), std::end(kDraftMembers), has);

    NodeConstraint out;
    out.node = node;
    out.source = members.index<NodeIndex>("source", context_.asset.nodes.size());
    if (!members.find("source")) members.missing("source", "the constraint is left out");
    if (!out.source) return;
    out.weight = members.clamped("weight", 1, 0, 1);
    const bool complete = draft ? readDraft(members, kind, out) : readFinal(members, kind, out);
    if (!complete || !sourceFits(place, out)) return;
    // Between local spaces, about all axes, it is the rotation constraint of 1.0: rest * weighted (rest^-1 * now).
    if (out.type == ConstraintType::DraftRotation && out.sourceSpace == ConstraintSpace::Local &&
        out.destinationSpace == ConstraintSpace::Local && out.axes == std::array{true, true, true}) {
      NodeConstraint same;
      same.node = out.node;
      same.type = ConstraintType::Rotation;
      same.source = out.source;
      same.weight = out.weight;
      out = same;
    }
    out_.push_back(out);
  }

  bool readFinal(const MemberReader& in, std::string_view kind, NodeConstraint& out) {
    if (kind == "rotation") {
      out.type = ConstraintType::Rotation;
      return true;
    }
    const bool roll = kind == "roll";
    out.type = roll ? ConstraintType::Roll : ConstraintType::Aim;
    const std::string_view key = roll ? "rollAxis" : "aimAxis";
    if (!in.find(key)) return in.missing(key, "the constraint is left out"), false;
    const std::optional<std::size_t> axis = roll ? readChoice(context_, in, key, kRollAxes)
                                                 : readChoice(context_, in, key, kAimAxes);
    if (!axis) return false;
    if (roll) out.rollAxis = static_cast<RollAxis>(*axis);
    if (!roll) out.aimAxis = static_cast<AimAxis>(*axis);
    return true;
  }

  bool readDraft(const MemberReader& in, std::string_view kind, NodeConstraint& out) {
    if (kind == "roll") return drop(in.place(), "drafts have no roll constraint"), false;
    out.type = kind == "position"   ? ConstraintType::DraftPosition
               : kind == "rotation" ? ConstraintType::DraftRotation
                                    : ConstraintType::DraftAim;
    const auto space = [&](std::string_view key) {
      const std::optional<std::size_t> choice = readChoice(context_, in, key, kConstraintSpaces, true);
      return choice ? static_cast<ConstraintSpace>(*choice) : ConstraintSpace::Model;
    };
    out.sourceSpace = space("sourceSpace");
    out.destinationSpace = space("destinationSpace");
    readAxes(in, out);
    return out.type == ConstraintType::DraftAim ? readDraftAim(in, out) : true;
  }

  bool readDraftAim(const MemberReader& in, NodeConstraint& out) {
    out.aimVector = readVec3(context_, in, "aimVector").value_or(out.aimVector);
    out.upVector = readVec3(context_, in, "upVector").value_or(out.upVector);
    // Aim parallel to up leaves the direction undefined (decision 21).
    const auto size = [](Vec3 v) {
      const double x = static_cast<double>(v.x), y = static_cast<double>(v.y), z = static_cast<double>(v.z);
      return std::sqrt(x * x + y * y + z * z);
    };
    const double lengths = size(out.aimVector) * size(out.upVector);
    const auto part = [](float a, float b, float c, float d) {
      return static_cast<double>(a) * static_cast<double>(b) - static_cast<double>(c) * static_cast<double>(d);
    };
    const Vec3 a = out.aimVector, u = out.upVector;
    const double x = part(a.y, u.z, a.z, u.y), y = part(a.z, u.x, a.x, u.z), z = part(a.x, u.y, a.y, u.x);
    if (!(std::sqrt(x * x + y * y + z * z) > 1e-6 * lengths) || !(lengths > 1e-20)) {
      return drop(in.place(), "aimVector and upVector are parallel or zero"), false;
    }
    return true;
  }

  // `freezeAxes`, later `axes`: true means constrained (decision 18).
  void readAxes(const MemberReader& in, NodeConstraint& out) {
    const Found found = findSpelling(context_, in, {"freezeAxes", "axes"});
    if (!found) return;
    const std::size_t count = out.type == ConstraintType::DraftAim ? 2 : 3;
    const std::span<const JsonValue> values = found.value->elements();
    const bool right = found.value->isArray() && values.size() == count &&
                       std::all_of(values.begin(), values.end(), [](const JsonValue& v) { return v.isBool(); });
    if (!right) {
      context_.diagnostics.add(Code::GltfType, (in.place() / found.key).pointer(),
                               std::string(found.key) + " must be an array of " + std::to_string(count) +
                                   " times true or false");
      return;
    }
    for (std::size_t i = 0; i < count; ++i) out.axes[i] = values[i].boolean();
  }

  // Decision 23: never the node itself; in drafts no ancestor either.
  bool sourceFits(const Place& place, const NodeConstraint& c) {
    if (c.source == c.node) return drop(place / "source", "the source is the node itself"), false;
    if (isDraft(c.type) && context_.restPose().isDescendant(c.node, c.source)) {
      return drop(place / "source", "the source is an ancestor of the node, which drafts forbid"), false;
    }
    return true;
  }

  // Constraints that wait for each other in a ring: the last one of the ring in file order goes (decision 23). As
  // every node has at most one source, a ring is found by following sources.
  void dropRings() {
    std::vector<std::uint32_t> constraintOf(context_.asset.nodes.size(), kNone);
    for (std::uint32_t i = 0; i < out_.size(); ++i) constraintOf[out_[i].node.value] = i;
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> marks(out_.size(), Mark::New);
    std::vector<bool> doomed(out_.size());
    std::vector<std::uint32_t> trail;
    for (std::uint32_t start = 0; start < out_.size(); ++start) {
      trail.clear();
      std::uint32_t at = start;
      while (at != kNone && marks[at] == Mark::New) {
        marks[at] = Mark::Open;
        trail.push_back(at);
        at = constraintOf[out_[at].source.value];
      }
      if (at != kNone && marks[at] == Mark::Open) {
        const auto ring = std::find(trail.begin(), trail.end(), at);
        const std::uint32_t last = *std::max_element(ring, trail.end());
        doomed[last] = true;
        const Place root;
        const Place list = root / "nodes";
        drop(list / out_[last].node.value, "its source depends on the node itself, through " +
                                               std::to_string(trail.end() - ring) + " constraints");
      }
      for (const std::uint32_t i : trail) marks[i] = Mark::Done;
    }
    std::uint32_t i = 0;
    std::erase_if(out_, [&](const NodeConstraint&) { return doomed[i++]; });
  }

  void drop(const Place& place, const std::string& why) {
    context_.diagnostics.add(Code::VrmConstraint, place.pointer(), why + "; the constraint is left out");
  }

  Context& context_;
  std::vector<NodeConstraint>& out_;
};

}  // namespace

void readConstraints(Context& context, std::vector<NodeConstraint>& out) {
  ConstraintReader(context, out).read();
}

}  // namespace vrm::schema
