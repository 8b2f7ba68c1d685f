// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/overlay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "vrm/base/human_bone.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::render {
namespace {

constexpr std::size_t kSegments = 32;  // of a circle

constexpr Vec4 kBoneColor{1, 0.85f, 0.1f, 1};
constexpr Vec4 kSpringColor{0.1f, 0.9f, 1, 1};
constexpr Vec4 kHitColor{0.1f, 0.9f, 1, 0.35f};
constexpr Vec4 kColliderColor{1, 0.25f, 0.55f, 0.8f};
constexpr Vec4 kInsideColor{0.35f, 1, 0.4f, 0.8f};
constexpr Vec4 kLimitColor{1, 0.55f, 0.1f, 0.8f};

Vec3 unitOr(Vec3 v, Vec3 otherwise) {
  const float size = length(v);
  return size > 1e-12f && std::isfinite(size) ? v * (1 / size) : otherwise;
}

// Two directions at right angles to `v` and to each other.
std::array<Vec3, 2> across(Vec3 v) {
  const Vec3 other = std::abs(v.y) < 0.9f ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 first = unitOr(cross(other, v), {1, 0, 0});
  return {first, cross(v, first)};
}

class Pen {
 public:
  explicit Pen(std::vector<Line>& lines) : lines_(lines) {}

  void line(Vec3 from, Vec3 to, Vec4 color) { lines_.push_back({from, to, color}); }
  // From angle to angle, about center.
  void arc(Vec3 center, Vec3 x, Vec3 y, double from, double to, Vec4 color) {
    const auto at = [&](std::size_t i) {
      const SinCos turn = sinCos(from + (to - from) * static_cast<double>(i) / static_cast<double>(kSegments));
      return center + x * static_cast<float>(turn.cos) + y * static_cast<float>(turn.sin);
    };
    for (std::size_t i = 0; i < kSegments; ++i) line(at(i), at(i + 1), color);
  }
  void circle(Vec3 center, Vec3 x, Vec3 y, Vec4 color) { arc(center, x, y, 0, 2 * std::numbers::pi, color); }
  void sphere(Vec3 center, float radius, Vec4 color) {
    const Vec3 x{radius, 0, 0}, y{0, radius, 0}, z{0, 0, radius};
    circle(center, x, y, color);
    circle(center, y, z, color);
    circle(center, z, x, color);
  }
  void capsule(Vec3 from, Vec3 to, float radius, Vec4 color) {
    const Vec3 along = unitOr(to - from, {0, 1, 0}) * radius;
    const auto [first, second] = across(unitOr(along, {0, 1, 0}));
    for (const Vec3 side : {first * radius, second * radius}) {
      line(from + side, to + side, color);
      line(from - side, to - side, color);
      arc(to, side, along, 0, std::numbers::pi, color);
      arc(from, side, along * -1, 0, std::numbers::pi, color);
    }
    circle(from, first * radius, second * radius, color);
    circle(to, first * radius, second * radius, color);
  }

 private:
  std::vector<Line>& lines_;
};

void addBones(const Avatar& avatar, Pen& pen) {
  const Model& model = avatar.model();
  for (const HumanBoneInfo& row : allHumanBones()) {
    const ModelNode node = model.bone(row.bone);
    if (!node) continue;
    // Decision 3: the first human bone above it.
    ModelNode above;
    for (HumanBone bone = row.bone; !above && bone != HumanBone::Hips;) {
      bone = info(bone).parent;
      above = model.bone(bone);
    }
    const Vec3 at = positionOf(avatar.world(node));
    if (above) {
      // A thin double pyramid says which end is which.
      const Vec3 from = positionOf(avatar.world(above));
      const Vec3 way = at - from;
      const auto [x, y] = across(unitOr(way, {0, 1, 0}));
      const float thick = length(way) * 0.08f;
      const Vec3 waist = from + way * 0.2f;
      for (const Vec3 side : {x, y, x * -1, y * -1}) {
        pen.line(from, waist + side * thick, kBoneColor);
        pen.line(waist + side * thick, at, kBoneColor);
      }
    } else {
      pen.sphere(at, 0.01f * avatar.root().scale, kBoneColor);
    }
  }
}

// Where a joint's tail is now.
Vec3 tailOf(const Avatar& avatar, const SpringJointRow& joint) {
  const Mat4& m = avatar.worldMatrices()[joint.node];
  return positionOf(m) + unitOr(transformVector(m, joint.axis), {0, -1, 0}) * (joint.length * avatar.root().scale);
}

void addSprings(const Avatar& avatar, Pen& pen) {
  const std::span<const SpringJointRow> joints = avatar.model().springJoints();
  for (std::uint32_t i = 0; i < joints.size(); ++i) {
    const Vec3 head = positionOf(avatar.worldMatrices()[joints[i].node]);
    const Vec3 tail = tailOf(avatar, joints[i]);
    pen.line(head, tail, kSpringColor);
    const float radius = avatar.parameters(SpringJointIndex(i)).hitRadius * avatar.root().scale;
    if (radius > 0) pen.sphere(tail, radius, kHitColor);
  }
}

void addColliders(const Avatar& avatar, Pen& pen) {
  const float scale = avatar.root().scale;
  for (const SpringColliderRow& collider : avatar.model().springProgram().colliders) {
    const Mat4& m = avatar.worldMatrices()[collider.node];
    const Vec3 center = transformPoint(m, collider.offset);
    const Vec4 color = collider.inside ? kInsideColor : kColliderColor;
    // Decision 9: radii are used as stored, but for the scale of the root.
    const float radius = collider.radius * scale;
    if (collider.type == SpringColliderType::Sphere) {
      pen.sphere(center, radius, color);
    } else if (collider.type == SpringColliderType::Capsule) {
      pen.capsule(center, transformPoint(m, collider.tail), radius, color);
    } else {
      constexpr float kSide = 0.25f;
      const Vec3 normal = unitOr(transformVector(m, collider.tail), {0, 0, 1});
      const auto [x, y] = across(normal);
      const Vec3 a = x * (kSide * scale), b = y * (kSide * scale);
      const std::array<Vec3, 4> corners{center + a + b, center - a + b, center - a - b, center + a - b};
      for (std::size_t i = 0; i < corners.size(); ++i) pen.line(corners[i], corners[(i + 1) % 4], color);
      pen.line(center, center + normal * (kSide * scale / 2), color);
    }
  }
}

void addLimits(const Avatar& avatar, Pen& pen) {
  const Model& model = avatar.model();
  for (const SpringJointRow& joint : model.springJoints()) {
    const SpringLimitRow& limit = joint.limit;
    if (limit.type == SpringLimitType::None) continue;
    const Vec3 head = positionOf(avatar.worldMatrices()[joint.node]);
    const ModelNode parent = model.parent(ModelNode(joint.node));
    const Mat4 above = parent ? avatar.world(parent) : model.placement();
    const float size = joint.length * avatar.root().scale;
    // Seed 000: the bone lies along +Y of limit space when it does not turn.
    const auto at = [&](double x, double y, double z) {
      const Vec3 local{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
      return head + unitOr(transformVector(above, rotate(limit.frame, local)), {0, 1, 0}) * size;
    };
    const auto path = [&](auto&& point, bool spokes) {
      for (std::size_t i = 0; i < kSegments; ++i) {
        pen.line(point(static_cast<double>(i) / kSegments), point(static_cast<double>(i + 1) / kSegments), kLimitColor);
        if (spokes && i % (kSegments / 4) == 0) pen.line(head, point(static_cast<double>(i) / kSegments), kLimitColor);
      }
    };
    const double c = static_cast<double>(limit.cosine), s = static_cast<double>(limit.sine);
    if (limit.type == SpringLimitType::Cone) {
      path([&](double t) {
        const SinCos turn = sinCos(2 * std::numbers::pi * t);
        return at(s * turn.cos, c, s * turn.sin);
      }, true);
      continue;
    }
    // Hinge: about X. Spherical: pitch about X, yaw away from its plane.
    const double pitch = arcTan2(s, c);
    const bool spherical = limit.type == SpringLimitType::Spherical;
    const double yaw =
        spherical ? arcTan2(static_cast<double>(limit.sineYaw), static_cast<double>(limit.cosineYaw)) : 0;
    const auto direction = [&](double p, double y) {
      const SinCos a = sinCos(p), b = sinCos(y);
      return at(b.sin, b.cos * a.cos, b.cos * a.sin);
    };
    for (const double side : {-1.0, 1.0}) {
      path([&](double t) { return direction(pitch * (2 * t - 1), side * yaw); }, false);
      if (spherical) path([&](double t) { return direction(side * pitch, yaw * (2 * t - 1)); }, false);
      for (const double other : {-1.0, 1.0}) pen.line(head, direction(side * pitch, other * yaw), kLimitColor);
    }
  }
}

}  // namespace

void addOverlay(const Avatar& avatar, Overlay what, std::vector<Line>& lines) {
  Pen pen(lines);
  switch (what) {
    case Overlay::Bones: return addBones(avatar, pen);
    case Overlay::Springs: return addSprings(avatar, pen);
    case Overlay::Colliders: return addColliders(avatar, pen);
    case Overlay::Limits: return addLimits(avatar, pen);
  }
}

}  // namespace vrm::render
