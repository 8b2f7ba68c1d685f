// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs: which joint has which node, what belongs to one chain, and what has to be solved before what.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>

#include "base/double3.hpp"
#include "load/axis_rotation.hpp"
#include "load/compile.hpp"
#include "load/dependency_order.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::compile {
namespace {

// The vector that the linear part of the transform turns into `v`; nothing if it turns all into a plane.
std::optional<Double3> untransformed(const ModelTransform& t, Double3 v) {
  const auto column = [&](std::size_t i) { return Double3{t.matrix[i], t.matrix[i + 1], t.matrix[i + 2]}; };
  const Cofactors c(column(0), column(3), column(6));
  if (!c.invertible()) return std::nullopt;
  return c.solve(v);
}

SpringLimitRow limitRow(const schema::SpringLimit& limit, const Quat& rest, Vec3 axis) {
  SpringLimitRow row;
  row.frame = normalized(rest * axisRotation(axis) * limit.rotation);
  const auto put = [](float angle, float& cosine, float& sine) {
    // The widest of all is to hold nothing: the sine of a float that is nearly pi is not 0.
    if (angle >= std::numbers::pi_v<float>) return void((cosine = -1, sine = 0));
    const SinCos s = sinCos(static_cast<double>(angle));
    cosine = static_cast<float>(s.cos), sine = static_cast<float>(s.sin);
  };
  if (limit.type == schema::SpringLimit::Type::Spherical) {
    row.type = SpringLimitType::Spherical;
    put(limit.pitch, row.cosine, row.sine);
    put(limit.yaw, row.cosineYaw, row.sineYaw);
  } else {
    row.type = limit.type == schema::SpringLimit::Type::Cone ? SpringLimitType::Cone : SpringLimitType::Hinge;
    put(limit.angle, row.cosine, row.sine);
  }
  return row;
}

class Springs {
 public:
  explicit Springs(Compilation& c) : c_(c), t_(c.tables), claim_(t_.parents.size(), kNone) {}

  Result<void> compile() {
    const schema::SpringBone& springs = c_.vrm.springBone;
    for (const schema::Spring& spring : springs.springs) {
      t_.springNames.push_back(c_.text(spring.name));
      addJoints(spring);
    }
    makeChains();
    if (chains_.empty()) return {};
    // Springs that name large groups cost a file little, and a frame much.
    std::vector<std::uint64_t> colliders(springs.springs.size());
    for (std::size_t i = 0; i < colliders.size(); ++i) {
      for (const ColliderGroupIndex group : springs.springs[i].colliderGroups)
        colliders[i] += springs.colliderGroups[group.value].colliders.size();
    }
    std::uint64_t pairs = 0;
    for (const SpringJointRow& joint : joints_) pairs += colliders[joint.spring];
    if (pairs > c_.options.file.limits.expandedElements) {
      return Error{Code::LimitExpandedElements,
                   "the springs have " + std::to_string(pairs) +
                       " pairs of a joint and a collider, more than Limits::expandedElements, " +
                       std::to_string(c_.options.file.limits.expandedElements),
                   "", kNoOffset};
    }
    order();
    emit();
    return {};
  }

 private:
  struct Chain {
    std::vector<SpringLink> links;
    std::uint32_t spring = 0, parent = kNone, center = kNone;
    std::uint32_t wave = 0;
    bool live = false, rigid = false;
  };

  // --- Joints

  void addJoints(const schema::Spring& spring) {
    const auto number = static_cast<std::uint32_t>(&spring - c_.vrm.springBone.springs.data());
    const std::uint32_t center = c_.nodeOf(spring.center);
    // The last joint is only a tail (seed 002, "例").
    for (std::size_t i = 0; i + 1 < spring.joints.size(); ++i) {
      const schema::SpringJoint& joint = spring.joints[i];
      const std::uint32_t head = c_.nodeOf(joint.node), tail = c_.nodeOf(spring.joints[i + 1].node);
      const Double3 way = minus(place(c_.rest[tail]), place(c_.rest[head]));
      const std::optional<Double3> inside = untransformed(c_.rest[head], way);
      const std::optional<Vec3> axis = inside ? direction(*inside) : std::nullopt;
      const double length = std::sqrt(dot(way, way));
      // "A zero-length bone keeps its rest rotation" (decision 6).
      if (!axis || !(length > 0) || !(length < 1e30)) continue;
      SpringJointRow row;
      row.node = head;
      row.spring = number;
      tails_.push_back(tail);
      row.axis = *axis;
      row.length = vrm::narrow(length);
      row.inverseLength = vrm::narrow(1 / length);
      row.rest = t_.rotations[head];
      row.restDirection = rotate(row.rest, row.axis);
      // Two numbers of any size: their product must be one that a float can hold.
      const Vec3 gravity =
          narrowed(scaled(toDouble(joint.gravityDir), static_cast<double>(joint.gravityPower)));
      row.parameters = {joint.stiffness, joint.dragForce, joint.hitRadius, gravity};
      if (joint.limit) row.limit = limitRow(*joint.limit, row.rest, row.axis);
      const bool turned = c_.facts.turned && head < c_.facts.sceneEnd;
      row.startHead = positionOf(t_.restMatrices[head]);
      row.startTail = {vrm::narrow(turned ? -way.x : way.x), vrm::narrow(way.y),
                       vrm::narrow(turned ? -way.z : way.z)};
      if (center != kNone) {
        const PlacedCenter placed = placedCenter(t_.restMatrices[center]);
        row.startHead = transformVector(placed.inverse, row.startHead - positionOf(placed.matrix));
        row.startTail = transformVector(placed.inverse, row.startTail);
      }
      // As a step does it: what is too far away is not remembered.
      double sum = 0;
      for (const Vec3& v : {row.startHead, row.startTail, row.startTail}) {
        for (const float f : {v.x, v.y, v.z}) sum += std::abs(static_cast<double>(f));
      }
      if (!(sum < 1e30)) row.startHead = row.startTail = {};
      // Decision 11: of several the last has it.
      claim_[head] = static_cast<std::uint32_t>(joints_.size());
      joints_.push_back(row);
    }
  }

  // --- Chains

  // Joints of one spring, one below the other, with nothing that another spring moves between them.
  void makeChains() {
    chainOf_.assign(joints_.size(), kNone);
    claimedAbove_.assign(t_.parents.size(), kNone);
    for (std::uint32_t node = 0; node < t_.parents.size(); ++node) {
      const std::uint32_t parent = t_.parents[node];
      if (parent != kNone) claimedAbove_[node] = claim_[parent] != kNone ? parent : claimedAbove_[parent];
    }
    std::uint32_t before = kNone;  // the joint before, if the next may follow it
    for (std::uint32_t i = 0; i < joints_.size(); ++i) {
      const SpringJointRow& row = joints_[i];
      if (claim_[row.node] != i) continue;
      const bool follows = before != kNone && joints_[before].spring == row.spring &&
                           claimedAbove_[row.node] == joints_[before].node;
      if (!follows) before = kNone;
      if (before == kNone) {
        Chain chain;
        chain.spring = row.spring;
        chain.parent = t_.parents[row.node];
        chain.center = c_.nodeOf(c_.vrm.springBone.springs[row.spring].center);
        chain.live = row.node >= c_.facts.sceneEnd;
        chains_.push_back(std::move(chain));
      } else {
        addPassive(joints_[before].node, row.node);
      }
      Chain& chain = chains_.back();
      chainOf_[i] = static_cast<std::uint32_t>(chains_.size() - 1);
      chain.links.push_back({row.node, i});
      before = i;
    }
    std::vector<bool> unscaled(t_.parents.size());  // it, and all above it, but for rounding
    for (std::uint32_t node = 0; node < t_.parents.size(); ++node) {
      const Vec3 off = t_.scales[node] - Vec3{1, 1, 1};
      const bool above = t_.parents[node] == kNone || unscaled[t_.parents[node]];
      unscaled[node] = above && dot(off, off) < 1e-12f;
    }
    for (Chain& chain : chains_) {
      addTail(chain);
      chain.rigid = std::all_of(chain.links.begin(), chain.links.end(), [&](const SpringLink& link) {
        const float length = link.joint == kNone ? 1 : joints_[link.joint].length;
        return unscaled[link.node] && length > 1e-6f && length < 1e6f;
      });
    }
  }

  // The tail of the last joint and what is on the way to it, as far as that hangs on the chain alone.
  // Downwards: the way up could lead over the nodes of all other chains, again for each.
  void addTail(Chain& chain) {
    const std::uint32_t tail = tails_[chain.links.back().joint];
    for (std::uint32_t node = chain.links.back().node; node != tail;) {
      std::uint32_t child = node + 1;  // the first; each other one stands behind the subtree of the last
      while (t_.subtreeEnds[child] <= tail) child = t_.subtreeEnds[child];
      if (claim_[child] != kNone) return;
      chain.links.push_back({child, kNone});
      node = child;
    }
  }

  void addPassive(std::uint32_t above, std::uint32_t below) {
    std::vector<SpringLink>& links = chains_.back().links;
    const std::size_t first = links.size();
    for (std::uint32_t node = t_.parents[below]; node != above; node = t_.parents[node])
      links.push_back({node, kNone});
    std::reverse(links.begin() + static_cast<std::ptrdiff_t>(first), links.end());
  }

  // --- Order

  // The chain that moves a node: its own, or the nearest above it.
  std::uint32_t moverOf(std::uint32_t node) const {
    const std::uint32_t claimed = claim_[node] != kNone ? node : claimedAbove_[node];
    return claimed == kNone ? kNone : chainOf_[claim_[claimed]];
  }

  template <class F>
  void forEachCollider(std::uint32_t spring, F&& f) const {
    const schema::SpringBone& bone = c_.vrm.springBone;
    for (const ColliderGroupIndex group : bone.springs[spring].colliderGroups) {
      for (const ColliderIndex collider : bone.colliderGroups[group.value].colliders) f(collider.value);
    }
  }
  std::uint32_t nodeOfCollider(std::uint32_t collider) const {
    return c_.nodeOf(c_.vrm.springBone.colliders[collider].node);
  }

  // Decision 10: an ancestor before its descendants, and what carries a collider or center before those that
  // need it. The latter may form rings, which are cut.
  void order() {
    DependencyOrder order(chains_.size());
    std::vector<std::uint32_t> seen(chains_.size(), kNone);
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
      const auto need = [&](std::uint32_t other, DependencyOrder::Kind kind) {
        if (other == i) chains_[i].live = true;
        if (other == kNone || other == i || seen[other] == i) return;
        seen[other] = i;
        order.add(i, other, kind);
      };
      const Chain& chain = chains_[i];
      if (chain.parent != kNone) need(moverOf(chain.parent), DependencyOrder::Kind::Firm);
      forEachCollider(chain.spring, [&](std::uint32_t c) {
        need(moverOf(nodeOfCollider(c)), DependencyOrder::Kind::Loose);
      });
      if (chain.center != kNone) need(moverOf(chain.center), DependencyOrder::Kind::Loose);
    }
    order.settle(DependencyOrder::Cut::NeedOfFirst);
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
      chains_[i].wave = order.level(i);
      if (!order.isCut(i)) continue;
      chains_[i].live = true;
      c_.diagnostics.add(Code::VrmSpringOrder, "",
                         "the springs hit colliders on each other in a ring; of the one from node " +
                             std::to_string(t_.fileNodes[chains_[i].links.front().node].value) +
                             " it is cut: it meets the others where they were a frame before");
    }
  }

  // --- Tables

  // In which a node stands where it stays.
  std::uint32_t waveOf(std::uint32_t node) const {
    const std::uint32_t mover = moverOf(node);
    return mover == kNone ? 0 : chains_[mover].wave + 1;
  }

  void emit() {
    std::uint32_t waves = 0;
    for (const Chain& chain : chains_) waves = std::max(waves, chain.wave + 1);
    std::vector<SpringWave> out(waves);
    emitRotations(out);
    emitColliders(out);
    emitCenters(out);
    emitChains(out);
    emitBelow(out);
    emitKept();
    emitPacks(out);
    emitRead();
    t_.springWaves = std::move(out);
  }

  // Numbers of things by the wave in which they are due, in their own order within one.
  struct Due {
    std::uint32_t wave, thing;
  };
  static void sortByWave(std::vector<Due>& list) {
    std::stable_sort(list.begin(), list.end(), [](const Due& a, const Due& b) { return a.wave < b.wave; });
  }

  void emitRotations(std::vector<SpringWave>& waves) {
    std::vector<Due> due;
    std::vector<std::uint32_t> slot(t_.parents.size(), kNone);
    std::vector<bool> wanted(t_.parents.size());
    for (const Chain& chain : chains_) {
      for (std::uint32_t node = chain.parent; node != kNone && !wanted[node]; node = t_.parents[node])
        wanted[node] = true;
    }
    for (std::uint32_t node = 0; node < wanted.size(); ++node) {
      // Parents stand before their children, and are due no later.
      if (wanted[node]) due.push_back({waveOf(node), node});
    }
    sortByWave(due);
    for (const auto& [wave, node] : due) {
      if (wave >= waves.size()) continue;  // nothing comes after it
      if (waves[wave].rotationCount++ == 0)
        waves[wave].firstRotation = static_cast<std::uint32_t>(t_.springRotations.size());
      slot[node] = static_cast<std::uint32_t>(t_.springRotations.size());
      t_.springRotations.push_back({node, t_.parents[node] == kNone ? kNone : slot[t_.parents[node]]});
    }
    rotationSlot_ = std::move(slot);
  }

  void emitColliders(std::vector<SpringWave>& waves) {
    const std::vector<schema::Collider>& all = c_.vrm.springBone.colliders;
    std::vector<bool> used(all.size());
    for (const Chain& chain : chains_)
      forEachCollider(chain.spring, [&](std::uint32_t i) { used[i] = true; });
    std::vector<Due> due;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      // Those that move behind all chains are seen by live chains alone, which place them anew.
      if (used[i])
        due.push_back({std::min(waveOf(nodeOfCollider(i)), static_cast<std::uint32_t>(waves.size() - 1)), i});
    }
    sortByWave(due);
    colliderSlot_.assign(all.size(), kNone);
    for (const auto& [wave, i] : due) {
      if (waves[wave].colliderCount++ == 0)
        waves[wave].firstCollider = static_cast<std::uint32_t>(t_.springColliders.size());
      colliderSlot_[i] = static_cast<std::uint32_t>(t_.springColliders.size());
      const schema::ColliderShape& shape = all[i].shape;
      const bool plane = shape.type == schema::ColliderShape::Type::Plane;
      t_.springColliders.push_back({nodeOfCollider(i),
                                    plane ? SpringColliderType::Plane
                                    : shape.type == schema::ColliderShape::Type::Capsule
                                        ? SpringColliderType::Capsule
                                        : SpringColliderType::Sphere,
                                    shape.inside && !plane, plane ? 0 : shape.radius, shape.offset,
                                    plane ? shape.normal : shape.tail});
    }
  }

  void emitCenters(std::vector<SpringWave>& waves) {
    std::vector<Due> due;
    centerSlot_.assign(t_.parents.size(), kNone);
    for (const Chain& chain : chains_) {
      if (chain.center == kNone || centerSlot_[chain.center] != kNone) continue;
      centerSlot_[chain.center] = 0;
      due.push_back(
          {std::min(waveOf(chain.center), static_cast<std::uint32_t>(waves.size() - 1)), chain.center});
    }
    sortByWave(due);
    for (const auto& [wave, node] : due) {
      if (waves[wave].centerCount++ == 0)
        waves[wave].firstCenter = static_cast<std::uint32_t>(t_.springCenters.size());
      centerSlot_[node] = static_cast<std::uint32_t>(t_.springCenters.size());
      t_.springCenters.push_back(node);
    }
  }

  void emitChains(std::vector<SpringWave>& waves) {
    std::vector<Due> due;
    for (std::uint32_t i = 0; i < chains_.size(); ++i) due.push_back({chains_[i].wave, i});
    // Within a wave any order will do: chains that share colliders together, and of these the longest first,
    // since a pack takes as long as its longest chain.
    std::stable_sort(due.begin(), due.end(), [&](const Due& a, const Due& b) {
      const Chain &x = chains_[a.thing], &y = chains_[b.thing];
      const auto kind = [](const Chain& c) { return std::tuple(c.wave, c.live, c.center != kNone, c.rigid); };
      if (kind(x) != kind(y)) return kind(x) < kind(y);
      const auto& p = c_.vrm.springBone.springs[x.spring].colliderGroups;
      const auto& q = c_.vrm.springBone.springs[y.spring].colliderGroups;
      return p != q ? p < q : x.links.size() > y.links.size();
    });
    for (const ConstraintRow& row : t_.constraints)
      c_.facts.reshapes = c_.facts.reshapes || row.type == ConstraintType::DraftPosition;
    std::vector<std::uint32_t> newNumber(joints_.size(), kNone);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lists(c_.vrm.springBone.springs.size(), {kNone, 0});
    for (const auto& [wave, i] : due) {
      const Chain& chain = chains_[i];
      if (waves[wave].chainCount++ == 0)
        waves[wave].firstChain = static_cast<std::uint32_t>(t_.springChains.size());
      SpringChainRow row;
      row.spring = chain.spring;
      row.parent = chain.parent;
      row.rotation = chain.parent == kNone ? kNone : rotationSlot_[chain.parent];
      row.center = chain.center == kNone ? kNone : centerSlot_[chain.center];
      row.live = chain.live;
      row.rigid = chain.rigid;
      auto& [first, count] = lists[chain.spring];
      if (first == kNone) {
        first = static_cast<std::uint32_t>(t_.springColliderLists.size());
        forEachCollider(chain.spring,
                        [&](std::uint32_t c) { t_.springColliderLists.push_back(colliderSlot_[c]); });
        count = static_cast<std::uint32_t>(t_.springColliderLists.size()) - first;
      }
      row.firstCollider = first;
      row.colliderCount = count;
      row.firstLink = static_cast<std::uint32_t>(t_.springLinks.size());
      row.linkCount = static_cast<std::uint32_t>(chain.links.size());
      for (const SpringLink& link : chain.links) {
        if (link.joint != kNone) {
          newNumber[link.joint] = static_cast<std::uint32_t>(t_.springJoints.size());
          t_.springJoints.push_back(joints_[link.joint]);
          row.limits = row.limits || joints_[link.joint].limit.type != SpringLimitType::None;
        }
        t_.springLinks.push_back({link.node, link.joint == kNone ? kNone : newNumber[link.joint]});
        c_.facts.reshapes = c_.facts.reshapes || link.node == c_.facts.humanoid.node(HumanBone::Hips);
      }
      t_.springChains.push_back(row);
      c_.facts.springsTurn = c_.facts.springsTurn || !row.rigid || row.limits;
    }
  }

  // Chains of a wave that are not live, sixteen at a time.
  void emitPacks(std::vector<SpringWave>& waves) {
    t_.springPlaces.assign(t_.springJoints.size(), kNone);
    for (SpringWave& wave : waves) {
      wave.firstPack = static_cast<std::uint32_t>(t_.springPacks.size());
      SpringPack pack;
      std::uint32_t lane = 0;
      const auto close = [&] {
        if (lane > 0) addPack(pack);
        lane = 0;
      };
      for (std::uint32_t i = wave.firstChain; i < wave.firstChain + wave.chainCount; ++i) {
        const SpringChainRow& chain = t_.springChains[i];
        if (chain.live) break;
        ++wave.packedCount;
        const SpringChainRow& first = t_.springChains[lane == 0 ? i : pack.chains[0]];
        const bool fits = (first.center == kNone) == (chain.center == kNone) && first.rigid == chain.rigid;
        if (lane == kSpringLanes || !fits) close();
        if (lane == 0) pack.chains.fill(kNone);
        pack.chains[lane++] = i;
      }
      close();
      wave.packCount = static_cast<std::uint32_t>(t_.springPacks.size()) - wave.firstPack;
    }
    addOtherRows();
  }

  void addPack(SpringPack& pack) {
    pack.firstSlot = static_cast<std::uint32_t>(t_.springSlots.size());
    pack.firstRow = static_cast<std::uint32_t>(t_.springColliderLanes.size());
    pack.slotCount = pack.rowCount = 0;
    pack.slotCounts = {};
    pack.limits = false;
    pack.oneParent = true;
    for (std::size_t lane = 0; lane < kSpringLanes && pack.chains[lane] != kNone; ++lane) {
      const std::uint32_t chain = pack.chains[lane];
      std::uint32_t& slots = pack.slotCounts[lane / 4];
      slots = std::max(slots, t_.springChains[chain].linkCount);
      pack.rowCount = std::max(pack.rowCount, t_.springChains[chain].colliderCount);
      pack.rigid = t_.springChains[chain].rigid;
      pack.oneParent =
          pack.oneParent && t_.springChains[chain].parent == t_.springChains[pack.chains[0]].parent;
      pack.limits = pack.limits || t_.springChains[chain].limits;
    }
    pack.slotCount = *std::max_element(pack.slotCounts.begin(), pack.slotCounts.end());
    for (std::uint32_t level = 0; level < pack.slotCount; ++level) addSlot(pack, level);
    pack.halves = false;
    for (std::uint32_t row = 0; row < pack.rowCount; ++row) addColliders(pack, row);
    t_.springPacks.push_back(pack);
  }

  void addColliders(SpringPack& pack, std::uint32_t row) {
    SpringColliderLanes lanes;
    lanes.colliders.fill(kNone);
    std::size_t count = 0;
    for (; count < kSpringLanes && pack.chains[count] != kNone; ++count) {
      const SpringChainRow& chain = t_.springChains[pack.chains[count]];
      if (row < chain.colliderCount)
        lanes.colliders[count] = t_.springColliderLists[chain.firstCollider + row];
    }
    const auto kindOfLanes = [&](std::size_t first, std::size_t last) {
      const std::uint32_t collider = lanes.colliders[first];
      for (std::size_t i = first; i < last; ++i) {
        if (lanes.colliders[i] != collider) return SpringColliderKind::Different;
      }
      return collider == kNone ? SpringColliderKind::None : kindOf(t_.springColliders[collider]);
    };
    lanes.kinds.fill(kindOfLanes(0, std::min(count, kHalfSpringLanes)));
    if (count > kHalfSpringLanes) {
      lanes.kinds[1] = kindOfLanes(kHalfSpringLanes, count);
      const bool bothDifferent =
          lanes.kinds[0] == SpringColliderKind::Different && lanes.kinds[1] == lanes.kinds[0];
      pack.halves = pack.halves || (!bothDifferent && kindOfLanes(0, count) == SpringColliderKind::Different);
    }
    t_.springColliderLanes.push_back(lanes);
  }

  void addSlot(const SpringPack& pack, std::uint32_t level) {
    SpringSlot slot;
    slot.nodes.fill(static_cast<std::uint32_t>(t_.parents.size()));
    slot.joints.fill(kNone);
    slot.allJoints = slot.ends = true;
    bool anyJoint = false;
    for (std::size_t lane = 0; lane < kSpringLanes; ++lane) {
      Trs local;
      if (pack.chains[lane] != kNone && level < t_.springChains[pack.chains[lane]].linkCount) {
        const SpringLink& link = t_.springLinks[t_.springChains[pack.chains[lane]].firstLink + level];
        slot.nodes[lane] = link.node;
        slot.joints[lane] = link.joint;
        slot.allJoints = slot.allJoints && link.joint != kNone;
        slot.ends = slot.ends && t_.springKeptOf[link.node] == kNone;
        anyJoint = anyJoint || link.joint != kNone;
        local = {t_.translations[link.node], t_.rotations[link.node], t_.scales[link.node]};
      }
      const SpringJointRow joint = jointInLane(slot.joints[lane]);
      const SpringParameters& p = joint.parameters;
      put(&slot.axis[0][lane], {joint.axis});
      put(&slot.restDirection[0][lane], {joint.restDirection});
      put(&slot.rest[0][lane], {{joint.rest.x, joint.rest.y, joint.rest.z}});
      slot.rest[3][lane] = joint.rest.w;
      slot.length[lane] = joint.length;
      slot.inverseLength[lane] = joint.inverseLength;
      put(&slot.parameters[0][lane], {{p.stiffness, p.dragForce, p.hitRadius}, p.gravity});
      put(&slot.translation[0][lane], {local.translation});
      put(&slot.scale[0][lane], {local.scale});
    }
    for (std::size_t lane = 0; lane < kSpringLanes; ++lane)
      slot.places[lane] = static_cast<std::uint32_t>(sizeof(Quat)) * slot.nodes[lane];
    if (anyJoint) slot.stateRow = addRow(slot.joints);
    t_.springSlots.push_back(slot);
  }

  // What lanes without a joint work with is as good as any: one that is not would hold up the others.
  SpringJointRow jointInLane(std::uint32_t joint) const {
    if (joint != kNone) return t_.springJoints[joint];
    SpringJointRow row;
    row.axis = row.restDirection = row.startTail = {0, 1, 0};
    row.length = row.inverseLength = 1;
    return row;
  }

  // Vectors of one lane, number by number.
  static void put(float* to, std::initializer_list<Vec3> vectors) {
    for (const Vec3& v : vectors) {
      to[0] = v.x, to[kSpringLanes] = v.y, to[2 * kSpringLanes] = v.z;
      to += 3 * kSpringLanes;
    }
  }

  // Of SpringStates.
  std::uint32_t addRow(const std::array<std::uint32_t, kSpringLanes>& joints) {
    const std::size_t first = t_.springStart.size();
    t_.springStart.resize(first + SpringStates::kRow);
    for (std::size_t lane = 0; lane < kSpringLanes; ++lane) {
      const SpringJointRow joint = jointInLane(joints[lane]);
      // A tail that has not moved.
      put(&t_.springStart[first + lane], {joint.startTail, joint.startTail, joint.startHead});
      if (joints[lane] != kNone) t_.springPlaces[joints[lane]] = static_cast<std::uint32_t>(first + lane);
    }
    return static_cast<std::uint32_t>(first / SpringStates::kRow);
  }

  // Of live chains, which have no slots.
  void addOtherRows() {
    std::array<std::uint32_t, kSpringLanes> joints;
    std::size_t count = 0;
    const auto close = [&] {
      std::fill(joints.begin() + static_cast<std::ptrdiff_t>(count), joints.end(), kNone);
      if (count > 0) addRow(joints);
      count = 0;
    };
    for (std::uint32_t joint = 0; joint < t_.springPlaces.size(); ++joint) {
      if (t_.springPlaces[joint] != kNone) continue;
      joints[count++] = joint;
      if (count == kSpringLanes) close();
    }
    close();
  }

  // What avatars side by side need besides.
  void emitKept() {
    for (std::uint32_t i = 0; i < t_.springJoints.size(); ++i)
      t_.springLanePlaces.push_back(static_cast<std::uint32_t>(i * SpringStates::kRow));
    std::vector<bool> kept(t_.parents.size());
    const auto keepParent = [&](std::uint32_t node) {
      if (t_.parents[node] != kNone) kept[t_.parents[node]] = true;
    };
    for (const NodeRange& range : t_.springApart) {
      for (std::uint32_t node = range.first; node < range.last; ++node) keepParent(node);
    }
    for (const std::uint32_t node : t_.springBelow) keepParent(node);
    for (const SpringChainRow& chain : t_.springChains) keepParent(t_.springLinks[chain.firstLink].node);
    for (const SpringColliderRow& row : t_.springColliders) kept[row.node] = true;
    for (const std::uint32_t node : t_.springCenters) kept[node] = true;
    t_.springKeptOf.assign(t_.parents.size(), kNone);
    for (std::uint32_t node = 0; node < kept.size(); ++node) {
      if (kept[node]) t_.springKeptOf[node] = c_.facts.springsKept++;
    }
  }

  void emitRead() {
    std::vector<bool> ends(c_.facts.sceneEnd);
    for (const SpringSlot& slot : t_.springSlots) {
      for (const std::uint32_t node : slot.nodes) {
        if (slot.ends && node < ends.size()) ends[node] = true;
      }
    }
    for (std::uint32_t node = 0; node < ends.size(); ++node) {
      if (ends[node]) continue;
      if (!t_.springRead.empty() && t_.springRead.back().last == node) {
        ++t_.springRead.back().last;
      } else {
        t_.springRead.push_back({node, node + 1});
      }
    }
  }

  void emitBelow(std::vector<SpringWave>& waves) {
    std::vector<bool> linked(t_.parents.size());
    for (const SpringLink& link : t_.springLinks) linked[link.node] = true;
    std::vector<Due> due;
    for (std::uint32_t node = 0; node < t_.parents.size(); ++node) {
      if (const std::uint32_t mover = moverOf(node); mover != kNone) {
        if (!linked[node]) due.push_back({chains_[mover].wave, node});
        continue;
      }
      // Ranges do not go over the end of the scene: what places roots is another there.
      const bool goesOn =
          !t_.springApart.empty() && t_.springApart.back().last == node && node != c_.facts.sceneEnd;
      if (goesOn) {
        ++t_.springApart.back().last;
      } else {
        t_.springApart.push_back({node, node + 1});
      }
    }
    sortByWave(due);
    for (const auto& [wave, node] : due) {
      if (waves[wave].belowCount++ == 0)
        waves[wave].firstBelow = static_cast<std::uint32_t>(t_.springBelow.size());
      t_.springBelow.push_back(node);
    }
  }

  Compilation& c_;
  ModelTables<BuildList>& t_;
  std::vector<SpringJointRow> joints_;
  std::vector<std::uint32_t> tails_;  // nodes, by joint
  std::vector<std::uint32_t> claim_;  // by node: the joint that has it
  std::vector<Chain> chains_;
  std::vector<std::uint32_t> chainOf_;       // by joint
  std::vector<std::uint32_t> claimedAbove_;  // by node: the next one up that a joint has
  std::vector<std::uint32_t> rotationSlot_, colliderSlot_, centerSlot_;
};

}  // namespace

Result<void> addSprings(Compilation& c) {
  return Springs(c).compile();
}

}  // namespace vrm::compile
