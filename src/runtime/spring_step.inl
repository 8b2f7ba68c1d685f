// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The step of one joint, for any kind of number: F is one float (spring_scalar.cpp) or a vector of them
// (spring_lanes.inl), so that both do the same operations in the same order and give the same bits. Included once per
// instruction set, hence no guard; VRM_STEP_NAMESPACE and VRM_STEP_INLINE say where and how.
//
// Of F are wanted: + - * /, sqrt, abs, and masks from less(a, b) with both, either, no, any, all, select. There is no
// max: machines disagree about that of NaN.

namespace vrm {
namespace VRM_STEP_NAMESPACE {

template <class F>
struct Vec {
  F x, y, z;
};
template <class F>
struct Turn {  // a rotation
  F x, y, z, w;
};
template <class F>
struct Affine {
  Vec<F> x, y, z, place;  // columns
};

template <class F>
VRM_STEP_INLINE Vec<F> operator+(const Vec<F>& a, const Vec<F>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class F>
VRM_STEP_INLINE Vec<F> operator-(const Vec<F>& a, const Vec<F>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class F>
VRM_STEP_INLINE Vec<F> operator*(const Vec<F>& a, F s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class F>
VRM_STEP_INLINE F dot(const Vec<F>& a, const Vec<F>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class F>
VRM_STEP_INLINE Vec<F> cross(const Vec<F>& a, const Vec<F>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class F>
VRM_STEP_INLINE Vec<F> select(const typename F::Mask& mask, const Vec<F>& yes, const Vec<F>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class F>
VRM_STEP_INLINE Turn<F> select(const typename F::Mask& mask, const Turn<F>& yes, const Turn<F>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z),
          select(mask, yes.w, no.w)};
}
template <class F>
VRM_STEP_INLINE F larger(F a, F b) {
  return select(less(a, b), b, a);
}
// The order of operator* in base/quat.hpp.
template <class F>
VRM_STEP_INLINE Turn<F> operator*(const Turn<F>& a, const Turn<F>& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class F>
VRM_STEP_INLINE Turn<F> inverse(const Turn<F>& q) {
  const F zero(0.0f);
  return {zero - q.x, zero - q.y, zero - q.z, q.w};
}
template <class F>
VRM_STEP_INLINE Vec<F> rotate(const Turn<F>& q, const Vec<F>& v) {
  const Vec<F> axis{q.x, q.y, q.z};
  const Vec<F> turn = cross(axis, v) * F(2.0f);
  return v + turn * q.w + cross(axis, turn);
}
template <class F>
VRM_STEP_INLINE Vec<F> transformVector(const Affine<F>& m, const Vec<F>& p) {
  return {m.x.x * p.x + m.y.x * p.y + m.z.x * p.z, m.x.y * p.x + m.y.y * p.y + m.z.y * p.z,
          m.x.z * p.x + m.y.z * p.y + m.z.z * p.z};
}
template <class F>
VRM_STEP_INLINE Vec<F> transformPoint(const Affine<F>& m, const Vec<F>& p) {
  return transformVector(m, p) + m.place;
}

// Of length 1; `otherwise` where there is no direction.
template <class F>
VRM_STEP_INLINE Vec<F> directed(const Vec<F>& v, const Vec<F>& otherwise) {
  const F squared = dot(v, v);
  const Vec<F> out = v * (F(1.0f) / sqrt(squared));
  const auto usual = both(less(F(1e-30f), squared), less(squared, F(1e30f)));
  if (all(usual)) return out;
  // The square of the length is too small or too large for a float: the largest of the three becomes 1 first.
  const F largest = larger(larger(abs(v.x), abs(v.y)), abs(v.z)), most(3e38f);
  const auto finite = both(less(abs(v.x), most), both(less(abs(v.y), most), less(abs(v.z), most)));  // nor NaN
  const auto usable = both(less(F(1e-30f), largest), finite);
  const Vec<F> u{v.x / largest, v.y / largest, v.z / largest};
  return select(usual, out, select(usable, u * (F(1.0f) / sqrt(dot(u, u))), otherwise));
}

// The shortest rotation from one direction to another; half a turn about any axis when they are opposite.
template <class F>
VRM_STEP_INLINE Turn<F> fromTo(const Vec<F>& from, const Vec<F>& to) {
  const Vec<F> axis = cross(from, to);
  const F w = F(1.0f) + dot(from, to);
  const F squared = dot(axis, axis) + w * w;
  const F k = F(1.0f) / sqrt(squared);
  const Turn<F> out{axis.x * k, axis.y * k, axis.z * k, w * k};
  const auto opposite = less(squared, F(1e-10f));
  if (!any(opposite)) return out;
  const F zero(0.0f);
  const Vec<F> acrossX{zero, from.z, zero - from.y}, acrossY{zero - from.z, zero, from.x};
  const Vec<F> across = select(less(abs(from.x), F(0.6f)), acrossX, acrossY);
  const F size = F(1.0f) / sqrt(dot(across, across));
  return select(opposite, Turn<F>{across.x * size, across.y * size, across.z * size, zero}, out);
}

// An angle limit (seed 000). Masks say which type a lane has; none is possible.
template <class F>
struct Limit {
  typename F::Mask cone, hinge, spherical;
  Turn<F> frame;  // from limit space to the world (decision 15)
  F cosine, sine, cosineYaw, sineYaw;
  Vec<F> before;  // where the tail was, from the head: singular directions take its side (decision 16)
};

// Of (y, z), which is of length 1, the part of HingeLimit that holds the angle from +Y. Angles are compared by the sine
// of their difference: cosines say little about small ones.
template <class F>
VRM_STEP_INLINE void holdAngle(F cosine, F sine, F sideBefore, F& y, F& z) {
  const F zero(0.0f), tiny(1e-7f);
  const F size = abs(z);
  const auto onAxis = less(size, tiny);
  const auto outside = either(less(y * sine, size * cosine), both(onAxis, less(y, cosine)));
  const F side = select(onAxis, sideBefore, z);
  y = select(outside, cosine, y);
  z = select(outside, select(less(side, zero), zero - sine, sine), z);
}

// The direction (a, b) of length 1, or where it has none that of the other two numbers, or else (0, 1).
template <class F>
VRM_STEP_INLINE void flatDirection(F& a, F& b, F otherA, F otherB) {
  const F tiny(1e-14f), one(1.0f);
  const F squared = a * a + b * b, otherSquared = otherA * otherA + otherB * otherB;
  const auto none = less(squared, tiny);
  const F k = one / sqrt(squared);
  a = a * k;
  b = b * k;
  if (!any(none)) return;
  const auto noOther = less(otherSquared, tiny);
  const F otherK = one / sqrt(otherSquared);
  a = select(none, select(noOther, F(0.0f), otherA * otherK), a);
  b = select(none, select(noOther, one, otherB * otherK), b);
}

template <class F>
VRM_STEP_INLINE Vec<F> limited(const Limit<F>& limit, const Vec<F>& direction) {
  const F zero(0.0f), one(1.0f);
  const Turn<F> into = inverse(limit.frame);
  const Vec<F> d = rotate(into, direction), before = rotate(into, limit.before);
  Vec<F> out = d;
  if (any(limit.cone)) {
    F x = d.x, z = d.z;
    const F flat = sqrt(x * x + z * z);
    const auto onAxis = less(flat, F(1e-7f));
    const auto outside =
        both(limit.cone, either(less(d.y * limit.sine, flat * limit.cosine), both(onAxis, less(d.y, limit.cosine))));
    if (any(outside)) {
      flatDirection(x, z, before.x, before.z);
      out = select(outside, Vec<F>{x * limit.sine, limit.cosine, z * limit.sine}, out);
    }
  }
  const auto flat = either(limit.hinge, limit.spherical);
  if (any(flat)) {
    F y = d.y, z = d.z;
    const F across = sqrt(y * y + z * z);  // cosine of the yaw
    flatDirection(y, z, before.y, before.z);
    holdAngle(limit.cosine, limit.sine, before.z, y, z);
    const auto wide = less(limit.sineYaw, abs(d.x));
    const F x = select(wide, select(less(d.x, zero), zero - limit.sineYaw, limit.sineYaw), d.x);
    const F r = select(wide, limit.cosineYaw, across);
    out = select(limit.spherical, Vec<F>{x, r * y, r * z}, out);
    out = select(limit.hinge, Vec<F>{zero, one * y, one * z}, out);
  }
  return rotate(limit.frame, out);
}

// What a joint keeps to while its tail is being moved. Tails are told from the head: a hair of some centimetres keeps its
// digits wherever it is.
template <class F>
struct Reach {
  Vec<F> head;           // worldPosition
  Vec<F> restDirection;  // in the world, of length 1
  F length;              // boneLength
  F hitRadius;
};

// "constrain the length", then the limit, which is due whenever the length is (seed 000, "Limit Application Order").
template <bool kLimited, class F>
VRM_STEP_INLINE Vec<F> fitted(const Reach<F>& reach, const Limit<F>& limit, const Vec<F>& tail) {
  Vec<F> direction = directed(tail, reach.restDirection);
  if constexpr (kLimited)
    direction = select(either(limit.cone, either(limit.hinge, limit.spherical)), limited(limit, direction), direction);
  return direction * reach.length;
}

// "Inertia calculation". `motion` is currentTail - prevTail; `stiffness` and `force`, which holds gravity and all else
// that pulls, are times dt.
template <class F>
VRM_STEP_INLINE Vec<F> swung(const Vec<F>& current, const Vec<F>& motion, F dragForce, F stiffness,
                             const Vec<F>& restDirection, const Vec<F>& force) {
  const Vec<F> inertia = motion * (F(1.0f) - dragForce);
  return current + inertia + restDirection * stiffness + force;
}

// Whether it can be remembered: a state that is not finite would stay so for ever.
template <class F>
VRM_STEP_INLINE typename F::Mask sane(const Vec<F>& head, const Vec<F>& tail, const Vec<F>& before) {
  const Vec<F> sum{abs(head.x) + abs(tail.x) + abs(before.x), abs(head.y) + abs(tail.y) + abs(before.y),
                   abs(head.z) + abs(tail.z) + abs(before.z)};
  return less(sum.x + sum.y + sum.z, F(1e30f));
}

// A collider where it is now; PlacedCollider says what the members mean.
template <class F>
struct Shape {
  Vec<F> center;
  F radius;
  Vec<F> way;
  F inverseSquare;
};

enum class ShapeKinds { Spheres, Capsules, Any };  // Any: masks say which lanes are planes, and which inside ones

// How far the tail is from a collider: from its center, the closest point of a capsule's axis ("found from the tail",
// decision 8).
template <ShapeKinds kKinds, class F>
VRM_STEP_INLINE Vec<F> awayFrom(const Shape<F>& shape, const Reach<F>& reach, const Vec<F>& tail) {
  const Vec<F> delta = tail + (reach.head - shape.center);
  if constexpr (kKinds == ShapeKinds::Spheres) {
    return delta;
  } else {
    // A plane's inverseSquare is 0, and so is that of a sphere: nothing is taken away.
    const F zero(0.0f), one(1.0f);
    F along = dot(delta, shape.way) * shape.inverseSquare;
    along = select(less(along, zero), zero, select(less(one, along), one, along));
    return delta - shape.way * along;
  }
}

// Whether the tail is in a sphere or a capsule.
template <ShapeKinds kKinds, class F>
VRM_STEP_INLINE typename F::Mask hitBy(const Reach<F>& reach, const Shape<F>& shape, const Vec<F>& tail) {
  const Vec<F> delta = awayFrom<kKinds>(shape, reach, tail);
  const F edge = shape.radius + reach.hitRadius;
  return less(dot(delta, delta), edge * edge);
}

// "Collision with colliders": the tail, pushed out where it is in. "a zero distance pushes along the rest bone direction"
// (decision 8).
template <ShapeKinds kKinds, bool kLimited, class F>
VRM_STEP_INLINE Vec<F> collided(const Reach<F>& reach, const Limit<F>& limit, const Shape<F>& shape,
                                const typename F::Mask& plane, const typename F::Mask& inside, const Vec<F>& tail) {
  const F zero(0.0f), one(1.0f);
  const Vec<F> delta = awayFrom<kKinds>(shape, reach, tail);
  const F squared = dot(delta, delta);
  F edge = shape.radius + reach.hitRadius, sign = one, height = zero;
  auto hit = less(squared, edge * edge);
  if constexpr (kKinds == ShapeKinds::Any) {
    // "inside": the distance is radius - jointRadius - |delta|, the direction the other one.
    sign = select(inside, zero - one, one);
    edge = sign * shape.radius + reach.hitRadius;
    const auto hitInside = either(less(zero, edge), less(edge * edge, squared));
    // "plane": dot(delta, normal) - jointRadius
    height = dot(delta, shape.way);
    hit = either(both(no(either(plane, inside)), less(squared, edge * edge)),
                 either(both(inside, hitInside), both(plane, less(height, reach.hitRadius))));
  }
  if (!any(hit)) return tail;
  const F size = sqrt(squared);
  const auto atCenter = less(squared, F(1e-30f));
  const F k = one / size;
  const Vec<F> direction = select(atCenter, reach.restDirection * sign, delta * k);
  Vec<F> pushed = tail + direction * (sign * (edge - sign * size));
  if constexpr (kKinds == ShapeKinds::Any)
    pushed = select(plane, tail + shape.way * (reach.hitRadius - height), pushed);
  return select(hit, fitted<kLimited>(reach, limit, pushed), tail);
}

// "Applying rotation": initialLocalRotation * fromTo(boneAxis, to) with
//   to = (nextTail * (parent.worldMatrix * initialLocalMatrix)^-1).normalized
// `way` leads from the head to the tail. The inverse of a matrix but for its (positive) size is that of its cofactors
// with the sign of its determinant.
template <class F>
VRM_STEP_INLINE Turn<F> aimed(const Affine<F>& parent, const Vec<F>& scale, const Turn<F>& rest, const Vec<F>& axis,
                              const Vec<F>& way) {
  const F zero(0.0f);
  const Vec<F> yz = cross(parent.y, parent.z), zx = cross(parent.z, parent.x), xy = cross(parent.x, parent.y);
  const Vec<F> u{dot(yz, way), dot(zx, way), dot(xy, way)};
  const Vec<F> turned = rotate(inverse(rest), u);
  const F sxy = scale.x * scale.y;
  const Vec<F> local{turned.x * (scale.y * scale.z), turned.y * (scale.z * scale.x), turned.z * sxy};
  const auto mirrored = less(dot(parent.x, yz) * (sxy * scale.z), zero);
  const Vec<F> to = directed(select(mirrored, Vec<F>{zero - local.x, zero - local.y, zero - local.z}, local), axis);
  const Turn<F> q = rest * fromTo(axis, to);
  // The product of two is off from length 1 a little; one step of Newton's method makes that good.
  const F k = F(1.5f) - F(0.5f) * (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {q.x * k, q.y * k, q.z * k, q.w * k};
}

// The same where nothing above or at the joint has a scale but the avatar's root, which is how nearly all models are:
// the inverse is the transpose, what is left of `way` is a direction when it is divided by its length (`unit`), and
//   initialLocalRotation * fromTo(boneAxis, inverse(initialLocalRotation) * d) = fromTo(d0, d) * initialLocalRotation
// with d0 = initialLocalRotation * boneAxis.
template <class F>
VRM_STEP_INLINE Turn<F> aimedRigid(const Affine<F>& parent, F unit, const Turn<F>& rest, const Vec<F>& restDirection,
                                   const Vec<F>& way) {
  const Vec<F> d{dot(parent.x, way), dot(parent.y, way), dot(parent.z, way)};
  return fromTo(restDirection, d * unit) * rest;
}

// What a chain moves in.
template <class F>
struct Surroundings {
  F scale;                // of the avatar's root (decision 9)
  F inverseScale;         // 1 / scale; for rigid chains
  F step;                 // dt, times the scale: for forces
  Vec<F> moved;           // of the root, since the last step; nothing for chains with a center
  Vec<F> force;           // on top of gravity
  bool centered = false;  // all lanes have a center, or none has
  Affine<F> center, inverse;
};

// What a joint is, and what it remembers: SpringJointRow, SpringParameters, SpringJointState.
template <class F>
struct Joint {
  Vec<F> axis, restDirection;
  Turn<F> rest;
  F length, inverseLength;
  F stiffness, dragForce, hitRadius;
  Vec<F> gravity;
};
template <class F>
struct Memory {
  Vec<F> tail, previous, head;
};

// Its parent's matrix and rotation in the world; rigid chains without limits have no use for the rotation.
template <class F>
struct Frame {
  Affine<F> parent;
  Turn<F> rotation;
};

template <bool kRigid, class F>
VRM_STEP_INLINE Reach<F> reachOf(const Surroundings<F>& around, const Joint<F>& joint, const Frame<F>& frame,
                                 const Vec<F>& translation) {
  Vec<F> direction;
  if constexpr (kRigid) {
    direction = transformVector(frame.parent, joint.restDirection) * around.inverseScale;
  } else {
    direction = rotate(frame.rotation, joint.restDirection);
  }
  return {transformPoint(frame.parent, translation), direction, joint.length * around.scale,
          joint.hitRadius * around.scale};
}

// "Update prevTail, currentTail", in center space if there is one. `way` leads from the head to the new tail.
template <class F>
VRM_STEP_INLINE void remember(const Surroundings<F>& around, const Vec<F>& head, const Vec<F>& way,
                              const typename F::Mask& active, Memory<F>& memory) {
  Vec<F> newHead = head, newTail = way;
  if (around.centered) {
    newHead = transformVector(around.inverse, head - around.center.place);
    newTail = transformVector(around.inverse, way);
  }
  const Vec<F> before = memory.tail + ((memory.head - around.moved) - newHead);
  const auto good = both(active, sane(newHead, newTail, before));
  memory.previous = select(good, before, memory.previous);
  memory.tail = select(good, newTail, memory.tail);
  memory.head = select(good, newHead, memory.head);
}

// One step of a joint: its new rotation, and what it remembers. The solver knows its limit and its colliders.
template <bool kLimited, bool kRigid, class F, class Solver>
VRM_STEP_INLINE Turn<F> stepped(const Surroundings<F>& around, const Joint<F>& joint, const Frame<F>& frame,
                                const Vec<F>& translation, const Vec<F>& scale, const typename F::Mask& active,
                                Memory<F>& memory, const Solver& solver) {
  const Reach<F> reach = reachOf<kRigid>(around, joint, frame, translation);
  // The old tail from the new head, and how it moved, seen from the world.
  const Vec<F> oldHead = memory.head - around.moved;
  Vec<F> motion = memory.tail - memory.previous, current;
  if (around.centered) {
    motion = transformVector(around.center, motion);
    current = transformVector(around.center, memory.tail + oldHead) - (reach.head - around.center.place);
  } else {
    current = memory.tail + (oldHead - reach.head);
  }
  const Vec<F> pull = (joint.gravity + around.force) * around.step;
  const Vec<F> next =
      swung(current, motion, joint.dragForce, joint.stiffness * around.step, reach.restDirection, pull);
  Limit<F> limit;
  if constexpr (kLimited) limit = solver.limitOf(frame.rotation, current);
  const Vec<F> way =
      solver.template collided<kLimited>(reach, limit, fitted<kLimited>(reach, limit, next));
  remember(around, reach.head, way, active, memory);
  if constexpr (kRigid) {
    const F unit = joint.inverseLength * (around.inverseScale * around.inverseScale);
    return aimedRigid(frame.parent, unit, joint.rest, joint.restDirection, way);
  } else {
    return aimed(frame.parent, scale, joint.rest, joint.axis, way);
  }
}

// The world matrix of a node: the operations of toMatrix and multiply.
template <class F>
VRM_STEP_INLINE Affine<F> placed(const Affine<F>& parent, const Vec<F>& t, const Turn<F>& q, const Vec<F>& s) {
  const F one(1.0f), two(2.0f);
  const Vec<F> x{(one - two * (q.y * q.y + q.z * q.z)) * s.x, two * (q.x * q.y + q.z * q.w) * s.x,
                 two * (q.x * q.z - q.y * q.w) * s.x};
  const Vec<F> y{two * (q.x * q.y - q.z * q.w) * s.y, (one - two * (q.x * q.x + q.z * q.z)) * s.y,
                 two * (q.y * q.z + q.x * q.w) * s.y};
  const Vec<F> z{two * (q.x * q.z + q.y * q.w) * s.z, two * (q.y * q.z - q.x * q.w) * s.z,
                 (one - two * (q.x * q.x + q.y * q.y)) * s.z};
  return {parent.x * x.x + parent.y * x.y + parent.z * x.z, parent.x * y.x + parent.y * y.y + parent.z * y.z,
          parent.x * z.x + parent.y * z.y + parent.z * z.z,
          parent.x * t.x + parent.y * t.y + parent.z * t.z + parent.place};
}

}  // namespace VRM_STEP_NAMESPACE
}  // namespace vrm
