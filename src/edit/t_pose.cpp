// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/t_pose.hpp"

#include <array>
#include <numbers>
#include <optional>
#include <string>

#include "edit/animated_nodes.hpp"
#include "edit/model_in_file.hpp"
#include "edit/node_values.hpp"
#include "edit/rest_change.hpp"
#include "schema/rest_pose.hpp"
#include "schema/t_pose.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::edit {
namespace {

using schema::TPoseRow;

constexpr double kFacing = 3;  // degrees by which an avatar may look aside
constexpr double kTwist = 5;   // shoulders may be twisted against hips
constexpr double kHand = 20;   // and hands may lie and roll
constexpr double kLean = 25;   // and stand askew as a whole
constexpr double kStraight = 15;
constexpr double kThumb = 45;  // where a thumb alone tells how

double cosineOf(double degrees) {
  return sinCos(degrees * std::numbers::pi / 180).cos;
}

double lengthOfWay(Double3 v) {
  return std::sqrt(dot(v, v));
}

Double3 unit(Double3 v) {
  return scaled(v, 1 / lengthOfWay(v));
}

// The shortest turn between unit vectors.
Double3x3 turnBetween(Double3 from, Double3 to) {
  const double cosine = dot(from, to);
  if (cosine < -0.999999) {  // half a turn: about anything at a right angle
    const Double3 axis = perpendicular(from);
    const auto column = [&](Double3 e) { return minus(scaled(axis, 2 * dot(axis, e)), e); };
    return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})};
  }
  // Rodrigues: v + a x v + a x (a x v) / (1 + cosine)
  const Double3 a = cross(from, to);
  const auto column = [&](Double3 e) {
    const Double3 once = cross(a, e);
    return plus(plus(e, once), scaled(cross(a, once), 1 / (1 + cosine)));
  };
  return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})};
}

bool isSame(const Double3x3& a, const Double3x3& b) {
  return difference(a, b) < kSame;
}

// In a space where the avatar is to look along +Z with its left at +X, whatever the version.
class TPoser {
 public:
  TPoser(const gltf::Asset& asset, const RestChange& rest, const schema::Humanoid& humanoid, bool turned)
      : asset_(asset),
        rest_(rest),
        humanoid_(humanoid),
        family_(asset),
        turned_(turned),
        boneOf_(asset.nodes.size()) {
    for (const HumanBoneInfo& info : allHumanBones()) {
      if (has(info.bone)) boneOf_[node(info.bone).value] = info.bone;
    }
    for (const std::vector<TPoseRow>& limb : schema::tPoseLimbs()) {
      for (const TPoseRow& row : limb) {
        const std::optional<HumanBone> parent = node(row.bone) ? humanoid_.parentOf(row.bone) : std::nullopt;
        // Hips stay: what they carry is straightened below them.
        if (!parent || *parent == HumanBone::Hips || !isBelow(row.bone, *parent)) continue;
        const TPoseRow*& known = rows_[static_cast<std::size_t>(*parent)];
        if (!known) known = &row;
      }
    }
  }

  // How the whole avatar has to turn.
  Result<Double3x3> facing();
  // By node: how each turns against where it was, `whole` included.
  std::vector<Double3x3> pose(const Double3x3& whole, std::uint32_t& bones);

 private:
  NodeIndex node(HumanBone bone) const { return humanoid_[bone]; }
  bool has(HumanBone bone) const { return static_cast<bool>(node(bone)); }
  bool isBelow(HumanBone bone, HumanBone above) const {
    return has(bone) && has(above) && family_.isDescendant(node(bone), node(above));
  }
  Double3 at(HumanBone bone) const {
    const Double3 p = rest_[node(bone)].position;
    return turned_ ? Double3{-p.x, p.y, -p.z} : p;
  }
  Double3 way(HumanBone from, HumanBone to) const { return minus(at(to), at(from)); }
  bool isLong(Double3 v) const { return lengthOfWay(v) > near_; }

  Double3x3 aimed(const Double3x3& turn, Double3 along, Double3 towards, double degrees) const {
    const Double3 now = turn * along, wanted = unit(towards);
    if (!isLong(now) || dot(unit(now), wanted) >= cosineOf(degrees)) return turn;
    return turnBetween(unit(now), wanted) * turn;
  }
  Double3x3 aimed(const Double3x3& turn, HumanBone bone) const {
    const TPoseRow* row = rows_[static_cast<std::size_t>(bone)];
    if (!row) return turn;
    const Double3 along = way(bone, row->bone);
    if (!row->flat) return aimed(turn, along, row->towards, row->bent);
    Double3 now = turn * along;
    now.y = 0;
    return aimed({}, now, row->towards, row->bent) * turn;
  }

  // Hands lie along X as the middle of their fingers does.
  Double3x3 aimedHand(const Double3x3& turn, bool left) const;
  // What is at a right angle to that and is to point to the front: from the little finger to the index one.
  struct Across {
    Double3 way;
    double degrees;
  };
  std::optional<Across> across(bool left) const;
  // Half of the roll is the forearm's, as it is in people.
  Double3x3 rolled(const Double3x3& turn, const Double3x3& ofHand, bool left, bool half) const;

  // The line of the shoulders lies along X, as seen from above.
  Double3x3 untwisted(const Double3x3& turn) const;

  Double3x3 poseOf(HumanBone bone, const Double3x3& above, const Double3x3& whole) const;
  Double3x3 poseOfHead(const Double3x3& above, const Double3x3& whole) const;

  const gltf::Asset& asset_;
  const RestChange& rest_;
  const schema::Humanoid& humanoid_;
  schema::RestPose family_;
  bool turned_;
  double near_ = 0;
  std::vector<std::optional<HumanBone>> boneOf_;         // by node
  std::array<const TPoseRow*, kHumanBoneCount> rows_{};  // by the bone that turns
};

Result<Double3x3> TPoser::facing() {
  std::string missing;
  for (const HumanBone bone :
       {HumanBone::Hips, HumanBone::Head, HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg}) {
    if (!has(bone)) missing += (missing.empty() ? "" : ", ") + std::string(name(bone));
  }
  if (!missing.empty()) {
    return Error{Code::VrmBoneMissing, "a T-pose cannot be told without knowing which nodes are " + missing,
                 "", kNoOffset};
  }
  const Double3 trunk = way(HumanBone::Hips, HumanBone::Head);
  near_ = 1e-3 * lengthOfWay(trunk);
  Double3 up = trunk;
  // Who bows stands upright.
  for (const HumanBone foot : {HumanBone::LeftFoot, HumanBone::RightFoot}) {
    if (has(foot)) up = plus(up, way(foot, HumanBone::Hips));
  }
  // Of the legs alone: hips stay, and whatever is twisted above them is turned back there.
  Double3 left = way(HumanBone::RightUpperLeg, HumanBone::LeftUpperLeg);
  left = minus(left, scaled(up, dot(left, up) / dot(up, up)));
  if (!(near_ > 0) || !isLong(left) || !std::isfinite(dot(left, left)) || !std::isfinite(dot(up, up))) {
    return Error{Code::VrmBoneSpot, "a T-pose cannot be told: hips, head and legs are at the same place",
                 gltf::pointerJoin("/nodes", node(HumanBone::Hips).value), kNoOffset};
  }
  const Double3x3 body{unit(left), unit(up), cross(unit(left), unit(up))};
  double front = 0;
  for (const auto& [foot, toes] : {std::pair(HumanBone::LeftFoot, HumanBone::LeftToes),
                                   std::pair(HumanBone::RightFoot, HumanBone::RightToes)}) {
    if (has(foot) && has(toes)) front += dot(way(foot, toes), body.z);
  }
  if (front < -near_) {
    return Error{Code::VrmSides,
                 "left and right are swapped, or the feet point backwards: mend the bones first",
                 gltf::pointerJoin("/nodes", node(HumanBone::LeftUpperLeg).value), kNoOffset};
  }
  // Axes that an export mixed up are quarters of turns. What is left of a lean is the trunk's and the legs',
  // unless they lean alike.
  const auto nearestAxis = [](Double3 v) {
    const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
    if (x >= y && x >= z) return Double3{v.x < 0 ? -1.0 : 1.0, 0, 0};
    return y >= z ? Double3{0, v.y < 0 ? -1.0 : 1.0, 0} : Double3{0, 0, v.z < 0 ? -1.0 : 1.0};
  };
  const Double3 y = nearestAxis(body.y);
  const Double3 x = nearestAxis(minus(body.x, scaled(y, dot(body.x, y))));
  const Double3x3 quarters = transposed({x, y, cross(x, y)});
  if ((quarters * body.y).y < cosineOf(kLean) && dot(unit(trunk), body.y) > cosineOf(kStraight))
    return transposed(body);
  Double3 side = quarters * body.x;
  side.y = 0;
  return aimed({}, scaled(side, lengthOfWay(trunk)), {1, 0, 0}, kFacing) * quarters;
}

Double3x3 TPoser::aimedHand(const Double3x3& turn, bool left) const {
  using enum HumanBone;
  const HumanBone hand = left ? LeftHand : RightHand;
  for (const HumanBone finger :
       left ? std::array{LeftMiddleProximal, LeftIndexProximal, LeftRingProximal}
            : std::array{RightMiddleProximal, RightIndexProximal, RightRingProximal}) {
    if (isBelow(finger, hand)) return aimed(turn, way(hand, finger), {left ? 1.0 : -1.0, 0, 0}, kHand);
  }
  return turn;
}

std::optional<TPoser::Across> TPoser::across(bool left) const {
  using enum HumanBone;
  const HumanBone hand = left ? LeftHand : RightHand, index = left ? LeftIndexProximal : RightIndexProximal,
                  little = left ? LeftLittleProximal : RightLittleProximal,
                  ring = left ? LeftRingProximal : RightRingProximal;
  const auto isOfHand = [&](HumanBone bone) { return isBelow(bone, hand); };
  for (const HumanBone last : {little, ring}) {
    if (isOfHand(index) && isOfHand(last) && isLong(way(last, index))) return Across{way(last, index), kHand};
  }
  for (const HumanBone thumb :
       {left ? LeftThumbDistal : RightThumbDistal, left ? LeftThumbProximal : RightThumbProximal}) {
    if (isOfHand(thumb)) return Across{way(hand, thumb), kThumb};
  }
  return std::nullopt;
}

Double3x3 TPoser::rolled(const Double3x3& turn, const Double3x3& ofHand, bool left, bool half) const {
  const std::optional<Across> line = across(left);
  if (!line) return turn;
  Double3 now = ofHand * line->way;
  now.x = 0;
  const Double3 front{0, 0, 1};
  if (!isLong(now) || dot(unit(now), front) >= cosineOf(line->degrees)) return turn;
  const Double3 between = plus(unit(now), front);
  if (!half) return turnBetween(unit(now), front) * turn;
  // Of half a turn both ways are as far.
  return turnBetween(unit(now), lengthOfWay(between) > 1e-3 ? unit(between) : Double3{0, 1, 0}) * turn;
}

Double3x3 TPoser::untwisted(const Double3x3& turn) const {
  const HumanBone left = HumanBone::LeftUpperArm, right = HumanBone::RightUpperArm;
  if (!isBelow(left, HumanBone::Spine) || !isBelow(right, HumanBone::Spine)) return turn;
  Double3 line = turn * way(right, left);
  line.y = 0;
  return aimed({}, line, {1, 0, 0}, kTwist) * turn;
}

// With eyes it can be told whether the head was bent with the trunk or looked ahead.
Double3x3 TPoser::poseOfHead(const Double3x3& above, const Double3x3& whole) const {
  if (isSame(above, whole) || !has(HumanBone::LeftEye) || !has(HumanBone::RightEye)) return above;
  const Double3 eyes =
      plus(way(HumanBone::Head, HumanBone::LeftEye), way(HumanBone::Head, HumanBone::RightEye));
  const Double3 usual{0, 1, 1};
  return dot(whole * eyes, usual) > dot(above * eyes, usual) ? whole : above;
}

Double3x3 TPoser::poseOf(HumanBone bone, const Double3x3& above, const Double3x3& whole) const {
  using enum HumanBone;
  switch (bone) {
    case LeftLowerArm:
    case RightLowerArm: {
      const bool left = bone == LeftLowerArm;
      const Double3x3 straight = aimed(above, bone);
      return rolled(straight, aimedHand(straight, left), left, true);
    }
    case LeftHand:
    case RightHand: {
      const bool left = bone == LeftHand;
      const Double3x3 straight = aimedHand(above, left);
      return rolled(straight, straight, left, false);
    }
    case LeftFoot:
    case RightFoot:
      return aimed(whole, bone);  // soles stay as level as they were, whatever the legs did
    case Head:
      return poseOfHead(above, whole);
    case Spine:
      return untwisted(aimed(above, bone));
    default:
      return aimed(above, bone);
  }
}

std::vector<Double3x3> TPoser::pose(const Double3x3& whole, std::uint32_t& bones) {
  std::vector<Double3x3> turns(asset_.nodes.size());
  for (const NodeIndex i : parentsFirst(asset_)) {
    const NodeIndex parent = asset_.nodes[i.value].parent;
    const Double3x3 above = parent ? turns[parent.value] : whole;
    const std::optional<HumanBone>& bone = boneOf_[i.value];
    turns[i.value] = bone ? poseOf(*bone, above, whole) : above;
    bones += !isSame(turns[i.value], above);
  }
  return turns;
}

// As it is in the file, which may face the other way.
Double3x3 inFile(const Double3x3& turn, bool turned) {
  if (!turned) return turn;
  const Double3x3 half{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
  return half * turn * half;
}

// The node's own rotation when it turns by `turn` and its parent by `above`.
Double3x3 rotationAfter(const Trs& local, const NodeChange& parent, const Double3x3& above,
                        const Double3x3& turn) {
  const Double3x3 more = transposed(above) * turn;
  const Cofactors inverse(parent.linear.x, parent.linear.y, parent.linear.z);
  const Double3x3 moved = more * parent.linear;
  Double3x3 own{inverse.solve(moved.x), inverse.solve(moved.y), inverse.solve(moved.z)};
  // Scales that differ between axes: the rotations alone. What that does not say is reported with the scales.
  if (!inverse.invertible() || !(difference(transposed(own) * own, {}) < 1e-4))
    own = transposed(parent.rotation) * more * parent.rotation;
  return own * rotationMatrix(local.rotation);
}

}  // namespace

Result<TPoseSummary> applyTPose(gltf::Document& document, Diagnostics& diagnostics) {
  const Result<ModelInFile> model = ModelInFile::read(document);
  if (!model) return model.error();
  const gltf::Asset& asset = model->asset;
  const schema::Vrm& vrm = model->vrm;
  if (vrm.version == VrmVersion::None)
    return Error{Code::VrmNone, "a T-pose is one of an avatar or its animation; the file has neither", "",
                 kNoOffset};
  schema::Humanoid humanoid = vrm.humanoid;
  if (vrm.animation) humanoid.humanBones = vrm.animation->humanBones;
  const RestChange rest(asset, std::vector<bool>(asset.nodes.size()));
  TPoser poser(asset, rest, humanoid, vrm.turned);
  Result<Double3x3> whole = poser.facing();
  if (!whole) return std::move(whole).error();
  TPoseSummary summary;
  std::vector<Double3x3> turns = poser.pose(*whole, summary.bones);
  if (vrm.animation) {
    // Keys move the roots, if anything does: the T-pose is one that looks where the animation does. Upright
    // it has to be; what hips that are not would mean for their keys nobody can tell.
    if ((*whole).y.y < cosineOf(kLean)) {
      return Error{Code::VrmTPose,
                   "the hips of the animation are not upright at rest: pose its skeleton where it was made",
                   gltf::pointerJoin("/nodes", humanoid[HumanBone::Hips].value), kNoOffset};
    }
    for (Double3x3& turn : turns) turn = transposed(*whole) * turn;
    *whole = {};
  }
  summary.turned = !isSame(*whole, {});

  for (const AnimatedNode& animated : animatedNodes(document, asset)) {
    if (!summary.turned || asset.nodes[animated.node.value].parent) continue;
    diagnostics.add(Code::EditApproximate, gltf::pointerJoin("/nodes", animated.node.value),
                    "an animation moves it as it did before the avatar was turned");
  }
  gltf::Json& json = document.editJson();
  for (std::uint32_t i = 0; i < turns.size(); ++i) {
    const gltf::Node& node = asset.nodes[i];
    const Double3x3 above = node.parent ? turns[node.parent.value] : Double3x3{};
    if (isSame(above, turns[i])) continue;
    Trs local = node.local;
    const Double3x3 rotation = rotationAfter(local, rest.above(NodeIndex(i)), inFile(above, vrm.turned),
                                             inFile(turns[i], vrm.turned));
    local.rotation = isSame(rotation, {}) ? Quat{} : quaternionOf(rotation);
    if (!node.parent)
      local.translation = narrowed(inFile(turns[i], vrm.turned) * toDouble(local.translation));
    setLocal(json, NodeIndex(i), local);
  }
  return summary;
}

}  // namespace vrm::edit
