// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs that need each other in a ring (decision 10): each hits a collider, or has a center, that the next
// one moves.
#include <algorithm>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

class SpringOrder {
 public:
  explicit SpringOrder(const Subject& subject)
      : subject_(subject),
        springs_(subject.vrm.springBone.springs),
        needs_(springs_.size()),
        owners_(turningSprings(subject)) {
    std::vector<bool> swings(owners_.size());
    for (std::size_t i = 0; i < owners_.size(); ++i) swings[i] = owners_[i] != kNone;
    above_ = nearestMarked(subject.asset, swings);
  }

  void check() {
    for (const schema::ColliderGroup& group : subject_.vrm.springBone.colliderGroups) {
      std::vector<std::uint32_t>& movers = groupMovers_.emplace_back();
      for (const ColliderIndex collider : group.colliders) {
        const std::uint32_t mover = moverOf(subject_.vrm.springBone.colliders[collider.value].node);
        if (mover != kNone) movers.push_back(mover);
      }
      sortUnique(movers);
    }
    for (std::uint32_t i = 0; i < springs_.size(); ++i) {
      if (!addNeeds(i)) return;
    }
    const std::vector<std::uint32_t> ring = inRings();
    if (ring.empty()) return;
    std::vector<std::string> names;
    for (const std::uint32_t i : ring) {
      names.push_back((springs_[i].name.empty() ? "the one" : inQuotes(springs_[i].name)) + " from " +
                      subject_.text(springs_[i].joints.front().node));
    }
    subject_.report(Code::VrmSpringOrder, subject_.origins.springs[ring.front()],
                    "springs that wait for each other in a ring: " + listed(names));
  }

 private:
  static constexpr std::uint64_t kMostEdges = 10'000'000;  // no artist makes that, and somebody has to stop

  // The spring that moves a node: the nearest at or above it.
  std::uint32_t moverOf(NodeIndex node) const {
    if (!node || node.value >= above_.size() || above_[node.value] == kNone) return kNone;
    return owners_[above_[node.value]];
  }

  // False when there is too much of it.
  bool addNeeds(std::uint32_t spring) {
    std::vector<std::uint32_t>& needs = needs_[spring];
    const auto need = [&](NodeIndex node) {
      const std::uint32_t other = moverOf(node);
      if (other != kNone && other != spring) needs.push_back(other);
    };
    const NodeIndex first = springs_[spring].joints.front().node;
    if (first.value < subject_.asset.nodes.size()) need(subject_.asset.nodes[first.value].parent);
    need(springs_[spring].center);
    for (const ColliderGroupIndex group : springs_[spring].colliderGroups) {
      for (const std::uint32_t other : groupMovers_[group.value]) {
        if (!budget_.pay(1)) return false;
        if (other != spring) needs.push_back(other);
      }
    }
    sortUnique(needs);
    return true;
  }

  static void sortUnique(std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // Those left when all that need nothing more, and then all that nobody needs, have been taken away.
  std::vector<std::uint32_t> inRings() const {
    std::vector<bool> gone(springs_.size());
    std::vector<std::vector<std::uint32_t>> neededBy(springs_.size());
    for (std::uint32_t i = 0; i < springs_.size(); ++i) {
      for (const std::uint32_t other : needs_[i]) neededBy[other].push_back(i);
    }
    peel(needs_, neededBy, gone);
    peel(neededBy, needs_, gone);
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < springs_.size(); ++i) {
      if (!gone[i]) left.push_back(i);
    }
    return left;
  }
  static void peel(const std::vector<std::vector<std::uint32_t>>& needs,
                   const std::vector<std::vector<std::uint32_t>>& neededBy, std::vector<bool>& gone) {
    std::vector<std::size_t> waiting(needs.size());
    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < needs.size(); ++i) {
      if (gone[i]) continue;
      for (const std::uint32_t other : needs[i]) waiting[i] += !gone[other];
      if (waiting[i] == 0) ready.push_back(i);
    }
    while (!ready.empty()) {
      const std::uint32_t at = ready.back();
      ready.pop_back();
      gone[at] = true;
      for (const std::uint32_t other : neededBy[at]) {
        if (!gone[other] && --waiting[other] == 0) ready.push_back(other);
      }
    }
  }

  const Subject& subject_;
  const std::vector<schema::Spring>& springs_;
  std::vector<std::vector<std::uint32_t>> needs_;
  std::vector<std::vector<std::uint32_t>> groupMovers_;  // by group: the springs that move its colliders
  Budget budget_{subject_, "the order of springs", kMostEdges};
  std::vector<std::uint32_t> owners_;  // by node: the spring that turns it
  std::vector<std::uint32_t> above_;   // by node: itself or the nearest joint above that a spring turns
};

}  // namespace

void checkSpringOrder(const Subject& subject) {
  SpringOrder(subject).check();
}

}  // namespace vrm::checks
