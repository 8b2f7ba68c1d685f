// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Constraints, published and of the draft. Nodes that scenarios name by their index come first, so that the
// index stays.
#include <utility>

#include "golden/golden_models.hpp"
#include "golden/model_parts.hpp"

namespace vrm::golden {
namespace {

constexpr const char* kPublished = "VRMC_node_constraint";
constexpr const char* kDraft = "VRMC_constraints-1.0";

// A rig to hang constrained nodes on: the scenarios turn the rig and the two sources.
class Rig {
 public:
  explicit Rig(std::uint32_t seed) : numbers_(seed) {
    rig_ = addNode(b_, "rig", {numbers_.offset(), numbers_.rotation(), {1.5f, 1.5f, 1.5f}}, kNone);
    source_ = addNode(b_, "source", numbers_.place(), rig_);
    inner_ = addNode(b_, "inner", numbers_.place(), source_);
    other_ = addNode(b_, "other", numbers_.place(), kNone);
    arm_ = addNode(b_, "arm", {numbers_.offset(), numbers_.rotation(), {0.75f, 0.75f, 0.75f}}, rig_);
  }

  std::uint32_t source() const { return source_; }
  std::uint32_t inner() const { return inner_; }  // below the source
  std::uint32_t other() const { return other_; }  // a root of the scene
  std::uint32_t arm() const { return arm_; }      // where most constrained nodes are
  Arbitrary& numbers() { return numbers_; }

  std::uint32_t node(std::uint32_t parent) { return addNode(b_, "constrained", numbers_.place(), parent); }

  // `kind` and its members: "roll", R"("source":1,"rollAxis":"X")".
  void constrain(std::uint32_t node, std::string_view kind, const std::string& members,
                 const char* extension = kPublished) {
    b_.set("/nodes/" + text(node) + "/extensions", R"({")" + std::string(extension) +
                                                       R"(":{"specVersion":"1.0","constraint":{")" +
                                                       std::string(kind) + R"(":{)" + members + "}}}}");
  }

  test::AssetBuilder finish(const char* extension) {
    b_.use(extension);
    addVrm(b_, addSkeleton(b_, numbers_, {}));
    return std::move(b_);
  }

 private:
  test::AssetBuilder b_;
  Arbitrary numbers_;
  std::uint32_t rig_ = 0, source_ = 0, inner_ = 0, other_ = 0, arm_ = 0;
};

std::string from(std::uint32_t source) {
  return R"("source":)" + text(source);
}

}  // namespace

test::AssetBuilder publishedConstraints() {
  Rig rig(9);
  for (const char* weight : {R"(,"weight":0)", R"(,"weight":0.3)", ""}) {
    for (const char* axis : {"X", "Y", "Z"}) {
      rig.constrain(rig.node(rig.arm()), "roll",
                    from(rig.source()) + R"(,"rollAxis":")" + axis + "\"" + weight);
    }
    for (const char* axis : {"PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"}) {
      rig.constrain(rig.node(rig.arm()), "aim", from(rig.inner()) + R"(,"aimAxis":")" + axis + "\"" + weight);
    }
    rig.constrain(rig.node(rig.arm()), "rotation", from(rig.source()) + weight);
  }
  // Of and to roots of the scene, which have no parent to be in the space of.
  rig.constrain(rig.node(kNone), "aim", from(rig.inner()) + R"(,"aimAxis":"PositiveZ","weight":0.5)");
  rig.constrain(rig.node(rig.arm()), "aim", from(rig.other()) + R"(,"aimAxis":"PositiveY")");
  rig.constrain(rig.node(kNone), "rotation", from(rig.other()));
  return rig.finish(kPublished);
}

test::AssetBuilder constraintChains() {
  Rig rig(10);
  // The last of a chain comes first in the file.
  const std::uint32_t last = rig.node(rig.arm()), middle = rig.node(rig.arm()), first = rig.node(rig.arm());
  rig.constrain(last, "roll", from(middle) + R"(,"rollAxis":"Y","weight":0.9)");
  rig.constrain(middle, "rotation", from(first) + R"(,"weight":0.8)");
  rig.constrain(first, "aim", from(rig.inner()) + R"(,"aimAxis":"NegativeX")");
  // At something below a constrained node, and from below one.
  const std::uint32_t tip = rig.node(first), watcher = rig.node(last);
  rig.constrain(watcher, "aim", from(tip) + R"(,"aimAxis":"PositiveX","weight":0.6)");
  // Twist bones: the source is the parent, or stands above it.
  const std::uint32_t twist = rig.node(rig.source()), deeper = rig.node(twist), back = rig.node(deeper);
  rig.constrain(twist, "roll", from(rig.source()) + R"(,"rollAxis":"X","weight":0.5)");
  rig.constrain(deeper, "rotation", from(rig.source()) + R"(,"weight":0.25)");
  rig.constrain(back, "aim", from(rig.source()) + R"(,"aimAxis":"PositiveZ")");
  return rig.finish(kPublished);
}

test::AssetBuilder draftConstraints() {
  Rig rig(11);
  const auto spaces = [](int which) {
    return std::string(R"(,"sourceSpace":")") + (which % 2 ? "local" : "model") +
           R"(","destinationSpace":")" + (which / 2 ? "local" : "model") + "\"";
  };
  constexpr const char* kMasks[] = {"", R"(,"freezeAxes":[true,false,false])",
                                    R"(,"freezeAxes":[false,true,true])", R"(,"axes":[true,false,true])",
                                    R"(,"freezeAxes":[false,false,false])"};
  int count = 0;
  for (const char* kind : {"position", "rotation"}) {
    for (int which = 0; which < 4; ++which) {
      for (const char* mask : kMasks) {
        const char* const weights[] = {"", R"(,"weight":0.3)", R"(,"weight":0.75)"};
        rig.constrain(rig.node(rig.arm()), kind,
                      from(rig.inner()) + spaces(which) + mask + weights[count++ % 3], kDraft);
      }
    }
  }
  constexpr const char* kVectors[] = {"", R"(,"aimVector":[1,0,0],"upVector":[0,0,1])",
                                      R"(,"aimVector":[0.6,0.64,-0.48])",
                                      R"(,"aimVector":[0,-1,0.5],"upVector":[2,1,-2])"};
  constexpr const char* kAims[] = {"", R"(,"freezeAxes":[true,false])",
                                   R"(,"freezeAxes":[false,true],"weight":0.5)"};
  for (int which = 0; which < 4; ++which) {
    for (const char* vectors : kVectors) {
      rig.constrain(rig.node(rig.arm()), "aim",
                    from(rig.inner()) + spaces(which) + vectors + kAims[count++ % 3], kDraft);
    }
  }
  // Weight nothing; all members left to their defaults; a root of the scene; a chain, its end first in the
  // file.
  rig.constrain(rig.node(rig.arm()), "aim", from(rig.other()) + R"(,"weight":0)", kDraft);
  rig.constrain(rig.node(rig.arm()), "rotation", from(rig.other()), kDraft);
  rig.constrain(rig.node(kNone), "position", from(rig.inner()), kDraft);
  rig.constrain(rig.node(kNone), "aim", from(rig.source()), kDraft);
  const std::uint32_t end = rig.node(rig.arm()), middle = rig.node(rig.other()), start = rig.node(rig.arm());
  rig.constrain(end, "rotation", from(middle), kDraft);
  rig.constrain(middle, "rotation", from(start) + R"(,"weight":0.5)", kDraft);
  rig.constrain(start, "aim", from(rig.source()) + R"(,"upVector":[1,0,0])", kDraft);
  return rig.finish(kDraft);
}

}  // namespace vrm::golden
