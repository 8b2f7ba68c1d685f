// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "load/dependency_order.hpp"

#include <algorithm>

#include "vrm/base/index.hpp"

namespace vrm::compile {

void DependencyOrder::add(std::uint32_t item, std::uint32_t needed, Kind kind) {
  items_[needed].neededBy.push_back({item, items_[item].needs.size()});
  items_[item].needs.push_back({needed, kind == Kind::Loose, false});
  ++items_[item].waiting;
}

void DependencyOrder::settle(Cut cut) {
  constexpr std::uint64_t kSteps = 1'000'000, kStepsPerItem = 64;
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    if (items_[i].waiting == 0) ready_.push_back(i);
  }
  std::uint32_t undone = 0;  // all items before it are done
  for (;;) {
    while (order_.size() < ready_.size()) finish(ready_[order_.size()]);
    if (order_.size() == items_.size()) return;
    if (steps_ > kSteps + kStepsPerItem * items_.size()) {
      // Rings through one another: each item of a file can close one that is as long as the file. Nobody
      // means that, so it gets no more than a fair number of steps, and then everything in a ring or behind
      // one is cut.
      for (std::uint32_t i = 0; i < items_.size(); ++i) {
        if (!items_[i].done) cutLoose(i);
      }
      continue;
    }
    while (items_[undone].done) ++undone;
    cutRing(undone, cut);
  }
}

void DependencyOrder::finish(std::uint32_t item) {
  items_[item].done = true;
  order_.push_back(item);
  for (const Need& need : items_[item].needs) {
    if (!need.cut) items_[item].level = std::max(items_[item].level, items_[need.item].level + 1);
  }
  for (const NeededBy& by : items_[item].neededBy) {
    if (!items_[by.item].needs[by.need].cut && --items_[by.item].waiting == 0) ready_.push_back(by.item);
  }
}

DependencyOrder::Need* DependencyOrder::unmet(std::uint32_t item) {
  for (Need& need : items_[item].needs) {
    ++steps_;
    if (!need.cut && !items_[need.item].done) return &need;
  }
  return nullptr;
}

// Everything left waits for something that is left too, so following that leads round a ring, and a ring has
// a loose need in it.
void DependencyOrder::cutRing(std::uint32_t start, Cut cut) {
  // Numbers of searches instead of flags: clearing them for every ring would take the square of the file's
  // size.
  ++search_;
  std::uint32_t at = start;
  for (; items_[at].visited != search_; at = unmet(at)->item) items_[at].visited = search_;
  std::uint32_t found = kNone, item = at;
  do {
    const Need& need = *unmet(item);
    const bool better = found == kNone || (cut == Cut::NeedOfFirst ? item < found : item > found);
    if (need.loose && better) found = item;
    item = need.item;
  } while (item != at);
  if (cut == Cut::NeedOfFirst) {
    drop(found, *unmet(found));
  } else {
    cutLoose(found);
  }
}

void DependencyOrder::cutLoose(std::uint32_t item) {
  for (Need& need : items_[item].needs) {
    if (need.loose && !need.cut && !items_[need.item].done) drop(item, need);
  }
}

void DependencyOrder::drop(std::uint32_t item, Need& need) {
  need.cut = true;
  items_[item].isCut = true;
  if (--items_[item].waiting == 0) ready_.push_back(item);
}

}  // namespace vrm::compile
