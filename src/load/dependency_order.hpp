// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

namespace vrm::compile {

// An order of items in which each comes after all that it needs. Where needs lead round in a ring, one is
// cut.
class DependencyOrder {
 public:
  enum class Kind : std::uint8_t { Firm, Loose };  // loose ones may be cut; firm ones alone form no ring
  // What a ring is cut at: one need of the first item in it that has a loose one, or all loose needs of the
  // last.
  enum class Cut : std::uint8_t { NeedOfFirst, AllOfLast };

  explicit DependencyOrder(std::size_t items) : items_(items) {}

  // Each pair once.
  void add(std::uint32_t item, std::uint32_t needed, Kind kind);
  void settle(Cut cut);

  const std::vector<std::uint32_t>& order() const { return order_; }
  // One more than that of all it needs, cut ones aside.
  std::uint32_t level(std::uint32_t item) const { return items_[item].level; }
  bool isCut(std::uint32_t item) const { return items_[item].isCut; }

 private:
  struct Need {
    std::uint32_t item;
    bool loose, cut;
  };
  struct NeededBy {
    std::uint32_t item;
    std::size_t need;  // of its needs
  };
  struct Item {
    std::vector<Need> needs;
    std::vector<NeededBy> neededBy;
    std::uint32_t waiting = 0;  // for how many
    std::uint32_t level = 0;
    std::uint32_t visited = 0;  // by which search for a ring
    bool done = false, isCut = false;
  };

  void finish(std::uint32_t item);
  Need* unmet(std::uint32_t item);
  void cutRing(std::uint32_t start, Cut cut);
  void cutLoose(std::uint32_t item);
  void drop(std::uint32_t item, Need& need);

  std::vector<Item> items_;
  std::vector<std::uint32_t> ready_, order_;
  std::uint32_t search_ = 0;
  std::uint64_t steps_ = 0;  // of the searches for rings
};

}  // namespace vrm::compile
