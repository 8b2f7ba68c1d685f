// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/carry_animations.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "edit/animated_nodes.hpp"
#include "edit/copy_budget.hpp"
#include "edit/work_budget.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/gltf/accessor.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;

struct DoubleQuat {
  Double3 v;
  double w;
};

DoubleQuat operator*(const DoubleQuat& a, const DoubleQuat& b) {
  return {plus(plus(scaled(b.v, a.w), scaled(a.v, b.w)), cross(a.v, b.v)), a.w * b.w - dot(a.v, b.v)};
}
DoubleQuat toDouble(Quat q) {
  return {vrm::toDouble(Vec3{q.x, q.y, q.z}), static_cast<double>(q.w)};
}
DoubleQuat conjugated(const DoubleQuat& q) {
  return {scaled(q.v, -1), q.w};
}

class AnimationCarrier {
 public:
  AnimationCarrier(const gltf::Document& document, const gltf::Asset& asset, const schema::Vrm& vrm,
                   const RestChange& change, NewAccessors& accessors, Diagnostics& diagnostics)
      : document_(document),
        asset_(asset),
        change_(change),
        accessors_(accessors),
        diagnostics_(diagnostics),
        budget_(document),
        samplers_(document) {
    // Their translations are weights (VRMC_vrm_animation 1.0 "Expressions").
    if (vrm.animation) {
      for (const schema::ExpressionTrack& track : vrm.animation->expressions)
        weights_.insert(track.node.value);
    }
  }

  Result<std::vector<SamplerCopy>> run() {
    const JsonValue* animations = document_.root().find("animations");
    for (std::uint32_t a = 0; animations && a < animations->elements().size(); ++a) {
      if (Result<void> done = carry(a, animations->elements()[a]); !done) return std::move(done).error();
    }
    return std::move(copies_);
  }

 private:
  static std::optional<std::uint32_t> indexIn(const JsonValue* object, std::string_view key) {
    const JsonValue* value = object ? object->find(key) : nullptr;
    return value ? value->index() : std::nullopt;
  }

  Result<void> carry(std::uint32_t a, const JsonValue& animation) {
    const JsonValue* channels = animation.find("channels");
    const JsonValue* samplers = animation.find("samplers");
    if (!channels || !samplers) return {};
    const std::string pointer = gltf::pointerJoin("/animations", a);
    auto next = static_cast<std::uint32_t>(samplers->elements().size());
    std::vector<std::uint32_t> users(samplers->elements().size());
    for (const JsonValue& channel : channels->elements()) {
      if (const auto s = indexIn(&channel, "sampler"); s && *s < users.size()) ++users[*s];
    }
    for (std::uint32_t c = 0; c < channels->elements().size(); ++c) {
      const JsonValue& channel = channels->elements()[c];
      const std::optional<std::uint32_t> sampler = indexIn(&channel, "sampler");
      const std::string place = gltf::pointerJoin(pointer + "/channels", c);
      const std::optional<AnimatedNode> animated = animatedNode(channel, asset_);
      if (!animated) reportSpace(animationPointer(channel), place);
      if (!sampler || *sampler >= users.size() || !animated) continue;
      const std::optional<std::uint32_t> output = indexIn(&samplers->elements()[*sampler], "output");
      if (!output || *output >= asset_.accessors.size()) continue;
      Result<std::optional<NewAccessors::Id>> made =
          keysFor(animated->node, animated->path, AccessorIndex(*output), place);
      if (!made) return std::move(made).error();
      if (!*made) continue;
      std::uint32_t target = *sampler;
      if (users[*sampler] > 1) {  // the last one takes what is there
        Result<void> paid = samplers_.take(samplers->elements()[*sampler],
                                           gltf::pointerJoin(pointer + "/samplers", *sampler), 1);
        if (!paid) return paid;
        --users[*sampler];
        target = next++;
        copies_.push_back({a, *sampler, c});
      }
      accessors_.use(**made, gltf::pointerJoin(pointer + "/samplers", target) + "/output");
    }
    return {};
  }

  // Vectors of VRM in the space of nodes; which node it is, its keys do not know.
  void reportSpace(std::string_view animated, const std::string& pointer) {
    constexpr std::string_view kVectors[] = {"offset", "tail", "normal", "rotation", "offsetFromHeadBone"};
    const std::string_view last = animated.substr(std::min(animated.rfind('/') + 1, animated.size()));
    if (!animated.starts_with("/extensions/VRM") ||
        std::find(std::begin(kVectors), std::end(kVectors), last) == std::end(kVectors))
      return;
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      if (change_[NodeIndex(i)].same()) continue;
      diagnostics_.add(
          Code::EditApproximate, pointer,
          "it animates " + gltf::shortened(animated) + ", along the axes that a node had before");
      return;
    }
  }

  // Nothing when the keys are right as they are.
  Result<std::optional<NewAccessors::Id>> keysFor(NodeIndex node, std::string_view path, AccessorIndex output,
                                                  const std::string& pointer) {
    using None = std::optional<NewAccessors::Id>;
    const gltf::Accessor& accessor = asset_.accessors[output.value];
    const std::size_t size = gltf::componentCount(accessor.type);
    const bool rotation = path == "rotation" && size == 4;
    const bool translation = path == "translation" && size == 3 && !weights_.contains(node.value);
    const bool scale = path == "scale" && size == 3;
    if ((!rotation && !translation && !scale) || isUnchanged(node, path)) return None();
    const auto key = std::pair(output.value, std::string(path) + std::to_string(node.value));
    if (const auto at = made_.find(key); at != made_.end()) return None(at->second);
    if (Result<void> paid = budget_.take(readBytes(accessor), pointer); !paid) return std::move(paid).error();
    Result<std::vector<float>> values = gltf::readFloats(document_, asset_, output, diagnostics_);
    if (!values) return std::move(values).error();
    if (rotation) turn(*values, node);
    if (translation) move(*values, change_.above(node).into);
    if (scale) resize(*values, node, pointer);
    const NewAccessors::Id id = accessors_.add({gltf::ComponentType::Float, accessor.type, accessor.count},
                                               std::span<const float>(*values));
    made_.emplace(key, id);
    return None(id);
  }

  bool isUnchanged(NodeIndex node, std::string_view path) const {
    const NodeChange& above = change_.above(node);
    const Trs& local = asset_.nodes[node.value].local;
    if (path == "translation") return above.same();
    if (path == "scale") return above.same() && change_[node].same();
    return above.same() && difference(change_.rotation(node), rotationMatrix(local.rotation)) < kSame;
  }

  // What is above turns everything by this; also when it mirrors.
  static Double3x3 turnOf(const NodeChange& above) {
    const double size = std::sqrt(dot(above.into.x, above.into.x));
    const Double3x3 even{scaled(above.into.x, 1 / size), scaled(above.into.y, 1 / size),
                         scaled(above.into.z, 1 / size)};
    const bool similar = size > 1e-10 && difference(transposed(even) * even, {}) < 1e-4;
    return similar ? even : above.lost();
  }

  // q' = T (q * rest^-1) T^-1 * rest', which is linear in q, so that the tangents of splines follow it too.
  void turn(std::vector<float>& values, NodeIndex node) const {
    const Double3x3 t = turnOf(change_.above(node));
    const double sign = determinant(t) < 0 ? -1 : 1;
    const DoubleQuat rest = conjugated(toDouble(asset_.nodes[node.value].local.rotation));
    const DoubleQuat now = toDouble(quaternionOf(change_.rotation(node)));
    for (std::size_t i = 0; i + 3 < values.size(); i += 4) {
      const DoubleQuat delta = toDouble({values[i], values[i + 1], values[i + 2], values[i + 3]}) * rest;
      const DoubleQuat q = DoubleQuat{scaled(t * delta.v, sign), delta.w} * now;
      values[i] = narrow(q.v.x), values[i + 1] = narrow(q.v.y), values[i + 2] = narrow(q.v.z),
      values[i + 3] = narrow(q.w);
    }
  }

  static void move(std::vector<float>& values, const Double3x3& by) {
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
      const Double3 v = by * vrm::toDouble(Vec3{values[i], values[i + 1], values[i + 2]});
      values[i] = narrow(v.x), values[i + 1] = narrow(v.y), values[i + 2] = narrow(v.z);
    }
  }

  // Relative to the scale at rest, along the new axes. What would be a shear there cannot be said.
  void resize(std::vector<float>& values, NodeIndex node, const std::string& pointer) {
    const Trs& local = asset_.nodes[node.value].local;
    const Double3x3 c =
        transposed(change_.rotation(node)) * turnOf(change_.above(node)) * rotationMatrix(local.rotation);
    const Double3 rest = vrm::toDouble(local.scale);
    bool exact = true;
    const auto ratio = [&](float value, double old) {
      if (old != 0) return static_cast<double>(value) / old;
      exact = false;
      return 1.0;
    };
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
      const Double3 d{ratio(values[i], rest.x), ratio(values[i + 1], rest.y), ratio(values[i + 2], rest.z)};
      const Double3x3 m = c * Double3x3{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}} * transposed(c);
      exact = exact && std::abs(m.x.y) + std::abs(m.x.z) + std::abs(m.y.z) < 1e-4;
      values[i] = narrow(m.x.x), values[i + 1] = narrow(m.y.y), values[i + 2] = narrow(m.z.z);
    }
    if (!exact) {
      diagnostics_.add(
          Code::EditApproximate, pointer,
          "scales along the node's old axes are not along its new ones; the nearest ones are written");
    }
  }

  const gltf::Document& document_;
  const gltf::Asset& asset_;
  const RestChange& change_;
  NewAccessors& accessors_;
  Diagnostics& diagnostics_;
  WorkBudget budget_;
  CopyBudget samplers_;
  std::set<std::uint32_t> weights_;
  std::map<std::pair<std::uint32_t, std::string>, NewAccessors::Id> made_;
  std::vector<SamplerCopy> copies_;
};

}  // namespace

Result<std::vector<SamplerCopy>> planAnimations(const gltf::Document& document, const gltf::Asset& asset,
                                                const schema::Vrm& vrm, const RestChange& change,
                                                NewAccessors& accessors, Diagnostics& diagnostics) {
  return AnimationCarrier(document, asset, vrm, change, accessors, diagnostics).run();
}

}  // namespace vrm::edit
