// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs: chains of many lengths below the head and the hips, more than fit into one set of lanes.
#include <utility>

#include "golden/golden_models.hpp"
#include "golden/model_parts.hpp"

namespace vrm::golden {
namespace {

class Hair {
 public:
  explicit Hair(std::uint32_t seed) : numbers_(seed) {
    bones_ = addSkeleton(b_, numbers_, {});
    head_ = at(bones_, HumanBone::Head);
    hips_ = at(bones_, HumanBone::Hips);
  }

  Arbitrary& numbers() { return numbers_; }
  std::uint32_t head() const { return head_; }
  std::uint32_t hips() const { return hips_; }

  // Gives the joints, as JSON. Every `skip`th node is in none.
  std::string chain(std::uint32_t parent, int joints, int skip = 0, const std::string& limit = {}) {
    std::string list;
    for (int i = 0; i < joints; ++i) {
      if (skip > 0 && i % skip == skip - 1) parent = addNode(b_, "between", small(), parent);
      parent = addNode(b_, "joint", small(), parent);
      last_ = parent;
      // Parameters in their usual ranges.
      const float n = numbers_.number();
      list += (list.empty() ? "" : ",") + (R"({"node":)" + text(parent)) + R"(,"stiffness":)" +
              text(0.8f + 0.6f * n) + R"(,"gravityPower":)" + text(0.3f + 0.3f * n) + R"(,"gravityDir":)" +
              text(numbers_.offset()) + R"(,"dragForce":)" + text(0.5f + 0.3f * n) + R"(,"hitRadius":)" +
              text(0.03f + 0.02f * n) + limit + "}";
    }
    return "[" + list + "]";
  }
  std::uint32_t last() const { return last_; }

  void spring(const std::string& joints, const std::string& more = {}) {
    springs_ += (springs_.empty() ? "" : ",") + (R"({"joints":)" + joints) + more + "}";
  }
  void collider(std::uint32_t node, const std::string& shape) { colliders_ += entry(node, shape, {}); }
  void extended(std::uint32_t node, const std::string& shape) {
    colliders_ +=
        entry(node, R"("sphere":{"radius":0,"offset":[0,-10000,0]})",
              R"(,"extensions":{"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{)" + shape +
                  "}}}");
  }

  test::AssetBuilder finish(const std::string& groups) {
    b_.use("VRMC_springBone");
    b_.set("/extensions/VRMC_springBone", R"({"specVersion":"1.0","colliders":[)" + colliders_ +
                                              R"(],"colliderGroups":[)" + groups + R"(],"springs":[)" +
                                              springs_ + "]}");
    addVrm(b_, bones_);
    return std::move(b_);
  }

 private:
  Trs small() { return {numbers_.offset() * 0.3f, numbers_.rotation(), {1, 1, 1}}; }
  std::string entry(std::uint32_t node, const std::string& shape, const std::string& more) const {
    return (colliders_.empty() ? "" : ",") + (R"({"node":)" + text(node)) + R"(,"shape":{)" + shape + "}" +
           more + "}";
  }

  test::AssetBuilder b_;
  Arbitrary numbers_;
  BoneNodes bones_{};
  std::uint32_t head_ = 0, hips_ = 0, last_ = 0;
  std::string springs_, colliders_;
};

}  // namespace

test::AssetBuilder plainSprings() {
  Hair hair(11);
  for (int i = 0; i < 11; ++i)
    hair.spring(hair.chain(i % 2 == 0 ? hair.head() : hair.hips(), 2 + i % 5, i % 3 == 2 ? 2 : 0));
  // One with a center, and one below another.
  hair.spring(hair.chain(hair.head(), 4), R"(,"center":)" + text(hair.hips()));
  hair.chain(hair.head(), 3);
  return hair.finish("");
}

test::AssetBuilder springColliders() {
  Hair hair(23);
  hair.collider(hair.head(), R"("sphere":{"offset":[0.1,0,0.1],"radius":0.12})");
  hair.collider(hair.hips(), R"("capsule":{"offset":[0,-0.3,0],"tail":[0.2,0.4,0.1],"radius":0.15})");
  hair.collider(hair.head(), R"("sphere":{"offset":[0,-0.2,0],"radius":0.1})");
  hair.extended(hair.hips(), R"("plane":{"offset":[0,-0.4,0],"normal":[0,0.8,0.6]})");
  hair.extended(hair.head(), R"("sphere":{"offset":[0,0,0],"radius":0.5,"inside":true})");
  hair.extended(hair.head(),
                R"("capsule":{"offset":[0,0.1,0],"tail":[0.1,-0.5,0],"radius":0.4,"inside":true})");
  const char* const lists[] = {"[0]", "[0,1]", "[1,0]", "[2]", "[0,1,2]"};
  for (int i = 0; i < 12; ++i)
    hair.spring(hair.chain(i % 2 == 0 ? hair.head() : hair.hips(), 3 + i % 3),
                std::string(R"(,"colliderGroups":)") + lists[i % 5]);
  // A collider on the end of a chain, which another one hits.
  hair.spring(hair.chain(hair.head(), 3));
  hair.collider(hair.last(), R"("sphere":{"radius":0.1})");
  hair.spring(hair.chain(hair.head(), 3), R"(,"colliderGroups":[3])");
  return hair.finish(R"({"colliders":[0,1]},{"colliders":[2,3]},{"colliders":[4,5]},{"colliders":[6]})");
}

test::AssetBuilder springLimits() {
  Hair hair(37);
  hair.collider(hair.head(), R"("sphere":{"offset":[0.1,0,0.1],"radius":0.12})");
  const auto limit = [&](const std::string& kind) {
    return R"(,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{)" + kind +
           R"(,"rotation":)" + text(hair.numbers().rotation()) + "}}}}";
  };
  for (int i = 0; i < 3; ++i) {
    const std::string angle = text(0.2f + 0.3f * static_cast<float>(i));
    hair.spring(hair.chain(hair.head(), 4, 0, limit(R"("cone":{"angle":)" + angle)),
                R"(,"colliderGroups":[0])");
    hair.spring(hair.chain(hair.hips(), 3, 0, limit(R"("hinge":{"angle":)" + angle)),
                R"(,"colliderGroups":[0])");
    hair.spring(hair.chain(hair.head(), 5, 2, limit(R"("spherical":{"pitch":)" + angle + R"(,"yaw":0.4)")));
    hair.spring(hair.chain(hair.head(), 3));
  }
  return hair.finish(R"({"colliders":[0]})");
}

}  // namespace vrm::golden
