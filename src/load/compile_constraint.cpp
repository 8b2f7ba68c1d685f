// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <string>

#include "base/double3.hpp"
#include "load/compile.hpp"
#include "load/dependency_order.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::compile {
namespace {

Vec3 rollAxis(schema::RollAxis axis) {
  return {axis == schema::RollAxis::X ? 1.0f : 0, axis == schema::RollAxis::Y ? 1.0f : 0,
          axis == schema::RollAxis::Z ? 1.0f : 0};
}

Vec3 aimAxis(schema::AimAxis axis) {
  const auto i = static_cast<std::size_t>(axis);
  const float sign = i % 2 == 0 ? 1.0f : -1.0f;
  return {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
}

Vec3 unit(Vec3 v) {
  const float size = length(v);
  return size > 0 ? v * (1 / size) : v;
}

// The order of constraints, and of the places in model space that they need (decision 23). Items are the
// constraints, then the nodes whose place is needed. An item waits for others:
//   a constraint that reads its source in model space, for the place of the source; one that reads it
//   locally, for the constraint on the source; one that needs the space of its own parent, for the place of
//   that; a place, for that of the parent and for the constraint on the node.
class Order {
 public:
  Order(Compilation& c, std::vector<ConstraintRow>& rows)
      : c_(c), rows_(rows), constraintOn_(c.rest.size(), kNone), slot_(c.rest.size(), kNone) {
    for (std::uint32_t i = 0; i < rows.size(); ++i) constraintOn_[rows[i].node] = i;
    for (const ConstraintRow& row : rows_) {
      if (!row.sourceLocal) need(row.source);
      if (needsParent(row) && c_.tables.parents[row.node] != kNone) need(c_.tables.parents[row.node]);
    }
  }

  // Of a ring the last of the file's constraints is left out.
  void settle() {
    const auto first = static_cast<std::uint32_t>(rows_.size());
    DependencyOrder order(rows_.size() + places_.size());
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      const ConstraintRow& row = rows_[i];
      const std::uint32_t parent = needsParent(row) ? c_.tables.parents[row.node] : kNone;
      const std::uint32_t source = row.sourceLocal ? constraintOn_[row.source] : first + slot_[row.source];
      if (source != kNone) order.add(i, source, DependencyOrder::Kind::Loose);
      if (parent != kNone && first + slot_[parent] != source)
        order.add(i, first + slot_[parent], DependencyOrder::Kind::Loose);
    }
    for (std::uint32_t i = 0; i < places_.size(); ++i) {
      const std::uint32_t node = places_[i], parent = c_.tables.parents[node];
      if (parent != kNone) order.add(first + i, first + slot_[parent], DependencyOrder::Kind::Firm);
      if (constraintOn_[node] != kNone)
        order.add(first + i, constraintOn_[node], DependencyOrder::Kind::Firm);
    }
    order.settle(DependencyOrder::Cut::AllOfLast);
    items_ = order.order();
    dropped_.resize(rows_.size());
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      dropped_[i] = order.isCut(i);
      if (!dropped_[i]) continue;
      c_.diagnostics.add(Code::VrmConstraint,
                         "/nodes/" + std::to_string(c_.tables.fileNodes[rows_[i].node].value),
                         "where its source is depends on the node itself; the constraint is left out");
    }
  }

  bool dropped(std::uint32_t constraint) const { return dropped_[constraint]; }
  std::uint32_t slotOf(std::uint32_t node) const { return node == kNone ? kNone : slot_[node]; }
  const std::vector<std::uint32_t>& items() const { return items_; }
  std::uint32_t placeCount() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t placeOf(std::uint32_t item) const { return places_[item - rows_.size()]; }

  static bool needsParent(const ConstraintRow& row) {
    return row.type == ConstraintType::Aim || (isDraft(row.type) && !row.destinationLocal);
  }

 private:
  void need(std::uint32_t node) {
    for (; node != kNone && slot_[node] == kNone; node = c_.tables.parents[node]) {
      slot_[node] = static_cast<std::uint32_t>(places_.size());
      places_.push_back(node);
    }
  }

  Compilation& c_;
  const std::vector<ConstraintRow>& rows_;
  std::vector<std::uint32_t> constraintOn_;  // by node
  std::vector<std::uint32_t> slot_;          // by node
  std::vector<std::uint32_t> places_;        // nodes, by slot
  std::vector<std::uint32_t> items_;
  std::vector<bool> dropped_;
};

ConstraintRow rowOf(const Compilation& c, const schema::NodeConstraint& constraint) {
  ConstraintRow row;
  row.type = constraint.type;
  row.node = c.nodeOf(constraint.node);
  row.source = c.nodeOf(constraint.source);
  row.weight = constraint.weight;
  row.axes = constraint.axes;
  const Trs rest{c.tables.translations[row.node], c.tables.rotations[row.node], c.tables.scales[row.node]};
  row.rest = rest;
  const Quat sourceRest = c.tables.rotations[row.source];
  const bool draft = isDraft(row.type);
  row.sourceLocal =
      draft ? constraint.sourceSpace == schema::ConstraintSpace::Local : row.type != ConstraintType::Aim;
  row.destinationLocal =
      draft ? constraint.destinationSpace == schema::ConstraintSpace::Local : row.type != ConstraintType::Aim;
  const Double3 source =
      row.sourceLocal ? toDouble(c.tables.translations[row.source]) : place(c.rest[row.source]);
  switch (row.type) {
    case ConstraintType::Roll:
      row.before = conjugate(rest.rotation);
      row.after = conjugate(sourceRest) * rest.rotation;
      row.axis = rollAxis(constraint.rollAxis);
      break;
    case ConstraintType::Rotation:
      row.before = rest.rotation * conjugate(sourceRest);
      break;
    case ConstraintType::Aim:
      row.axis = aimAxis(constraint.aimAxis);
      break;
    case ConstraintType::DraftPosition:
      row.sourceRest = {source.x, source.y, source.z};
      break;
    case ConstraintType::DraftRotation:
      row.before = conjugate(sourceRest);
      row.after = conjugate(c.restRotation(row.source));
      break;
    case ConstraintType::DraftAim: {
      row.axis = unit(constraint.aimVector);
      row.up = unit(constraint.upVector);
      // As in a frame, so that a frame at rest turns nothing.
      const Double3 from = row.destinationLocal ? toDouble(rest.translation) : place(c.rest[row.node]);
      if (const std::optional<Vec3> way = direction(minus(source, from))) {
        row.before = conjugate(draftAim(row.axis, row.up, *way, row.axes[0], row.axes[1]).value_or(Quat{}));
      }
      row.after = c.restRotation(row.node);
      break;
    }
  }
  return row;
}

}  // namespace

void addConstraints(Compilation& c) {
  std::vector<ConstraintRow> rows;
  rows.reserve(c.vrm.constraints.size());
  for (const schema::NodeConstraint& constraint : c.vrm.constraints) rows.push_back(rowOf(c, constraint));
  Order order(c, rows);
  order.settle();

  std::vector<std::uint32_t> kept(rows.size(), kNone);  // where it went
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (order.dropped(i)) continue;
    kept[i] = static_cast<std::uint32_t>(c.tables.constraints.size());
    ConstraintRow row = rows[i];
    if (!row.sourceLocal) row.sourceSlot = order.slotOf(row.source);
    if (Order::needsParent(row)) row.parentSlot = order.slotOf(c.tables.parents[row.node]);
    c.tables.constraints.push_back(row);
  }
  c.facts.constraintSlots = order.placeCount();
  for (const std::uint32_t item : order.items()) {
    if (item < rows.size()) {
      if (kept[item] != kNone) c.tables.constraintSteps.push_back({kept[item], kNone, kNone});
    } else {
      const std::uint32_t node = order.placeOf(item);
      c.tables.constraintSteps.push_back({node, order.slotOf(node), order.slotOf(c.tables.parents[node])});
    }
  }
}

}  // namespace vrm::compile
