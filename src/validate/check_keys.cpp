// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Animations of glTF 2.0 (section 3.11): what channels drive, and the keys.
#include <cmath>
#include <set>
#include <utility>

#include "gltf/texts.hpp"
#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"

namespace vrm::checks {
namespace {

using gltf::Accessor;
using gltf::AnimationPath;
using gltf::AnimationSampler;
using gltf::JsonValue;

class KeyChecker {
 public:
  explicit KeyChecker(const Subject& subject)
      : subject_(subject), asset_(subject.asset), data_(subject, "the keys of animations"), looked_(asset_.accessors.size()) {
    if (asset_.animations.empty()) return;
    for (const JsonValue& node : elementsOf(subject, "nodes")) matrix_.push_back(node.has("matrix"));
  }

  void check() {
    const std::span<const JsonValue> animations = elementsOf(subject_, "animations");
    for (std::uint32_t i = 0; i < asset_.animations.size(); ++i) {
      pointer_ = gltf::pointerJoin("/animations", i);
      const gltf::Animation& animation = asset_.animations[i];
      std::uint32_t s = 0;
      for (const AnimationSampler& sampler : asset_.samplersOf(animation)) checkSampler(s++, sampler);
      for (const gltf::AnimationChannel& channel : asset_.channelsOf(animation))
        checkValues(animation, channel);
      checkTargets(animations[i]);
    }
  }

 private:
  enum Look : std::uint8_t { kTimes = 1, kQuaternions = 2, kCubicQuaternions = 4 };

  bool first(AccessorIndex accessor, Look look) {
    std::uint8_t& looked = looked_[accessor.value];
    if ((looked & look) != 0) return false;
    looked = static_cast<std::uint8_t>(looked | look);
    return true;
  }

  void checkSampler(std::uint32_t s, const AnimationSampler& sampler) {
    if (!sampler.input) return;
    const Accessor& input = asset_.accessors[sampler.input.value];
    const auto pointer = [&] { return gltf::pointerJoin(pointer_ + "/samplers", s) + "/input"; };
    if (sampler.interpolation == gltf::Interpolation::CubicSpline && input.count < 2) {
      subject_.report(Code::GltfAnimationKeys, pointer(), "CUBICSPLINE needs two keys at least, there is 1");
    }
    if (!first(sampler.input, kTimes)) return;
    if (input.min.count == 0 || input.max.count == 0) {
      subject_.report(Code::GltfMinMax, pointer(),
                      "accessor " + std::to_string(sampler.input.value) + " has no min and max");
    }
    if (input.type != gltf::AccessorType::Scalar || input.componentType != gltf::ComponentType::Float) return;
    const std::optional<Elements> times = data_.read(sampler.input);
    if (!times) return;
    float previous = -1;
    for (std::size_t i = 0; i < times->count; ++i) {
      const auto time = gltf::load<float>(times->at(i));
      if (time < 0 || (i > 0 && time <= previous)) {
        return subject_.report(Code::GltfAnimationKeys, pointer(),
                               "the time of key " + std::to_string(i) +
                                   (time < 0 ? " is negative" : " is not later than that of the key before"));
      }
      previous = time;
    }
  }

  // Section 3.11, "output": as many weights as the mesh has targets, rotations as unit quaternions.
  void checkValues(const gltf::Animation& animation, const gltf::AnimationChannel& channel) {
    const AnimationSampler& sampler = asset_.samplersOf(animation)[channel.sampler];
    const auto pointer = [&] {
      return gltf::pointerJoin(pointer_ + "/samplers", channel.sampler) + "/output";
    };
    const bool cubic = sampler.interpolation == gltf::Interpolation::CubicSpline;
    if (channel.path == AnimationPath::Weights && channel.node) {
      const std::uint64_t needed = std::uint64_t{asset_.accessors[sampler.input.value].count} *
                                   (cubic ? 3 : 1) * targetsOf(channel.node);
      const std::uint64_t count = asset_.accessors[sampler.output.value].count;
      if (needed > 0 && count != needed) {
        subject_.report(Code::GltfAccessorFormat, pointer(),
                        "accessor " + std::to_string(sampler.output.value) + " has " + std::to_string(count) +
                            " elements, but the keys and morph targets need " + std::to_string(needed));
      }
    }
    if (channel.path != AnimationPath::Rotation) return;
    if (!first(sampler.output, cubic ? kCubicQuaternions : kQuaternions)) return;
    const std::optional<Elements> values = data_.read(sampler.output);
    if (!values) return;
    const Accessor& a = asset_.accessors[sampler.output.value];
    constexpr float kUnit = 0.00769f;  // what four normalised bytes can be off by, with some to spare
    constexpr float kLeast = (1 - kUnit) * (1 - kUnit), kMost = (1 + kUnit) * (1 + kUnit);
    std::uint64_t wrong = 0;
    std::size_t at = 0;
    withComponent(a.componentType, [&]<class T>(T) {
      for (std::size_t i = cubic ? 1 : 0; i < values->count; i += cubic ? 3 : 1) {
        float square = 0;
        for (std::size_t c = 0; c < 4; ++c) {
          const float value = gltf::toFloat(gltf::load<T>(values->at(i) + c * sizeof(T)), a.normalized);
          square += value * value;
        }
        if ((square < kLeast || square > kMost) && wrong++ == 0) at = i;
      }
    });
    if (wrong > 0) {
      subject_.report(
          Code::GltfAnimationKeys, pointer(),
          std::to_string(wrong) + " rotations are no unit quaternions, first element " + std::to_string(at));
    }
  }

  std::uint32_t targetsOf(NodeIndex node) const {
    const MeshIndex mesh = asset_.nodes[node.value].mesh;
    if (!mesh || asset_.meshes[mesh.value].primitives.count == 0) return 0;
    return asset_.primitivesOf(asset_.meshes[mesh.value])[0].targets.count;
  }

  void checkTargets(const JsonValue& animation) {
    const JsonValue* const channels = animation.find("channels");
    std::set<std::pair<std::uint32_t, std::string_view>> seen;
    std::uint32_t c = 0;
    for (const JsonValue& channel : channels ? channels->elements() : std::span<const JsonValue>()) {
      const auto pointer = [&, index = c++] {
        return gltf::pointerJoin(pointer_ + "/channels", index) + "/target";
      };
      const JsonValue* const target = channel.find("target");
      if (!target) continue;
      const JsonValue* const path = target->find("path");
      const JsonValue* const node = target->find("node");
      if (const JsonValue* const extension = extensionOf(*target, "KHR_animation_pointer"))
        checkPointer(*extension, node, path, pointer());
      const std::optional<std::uint32_t> index = node ? node->index() : std::nullopt;
      if (!index || *index >= asset_.nodes.size() || !path || !path->isString()) continue;
      const std::string_view name = path->string();
      const auto wrong = [&](std::string message, Severity severity = Severity::Error) {
        subject_.report(Code::GltfAnimationTarget, severity, pointer(), std::move(message));
      };
      if (!seen.emplace(*index, name).second)
        wrong("another channel drives " + gltf::shortened(name) + " of " + subject_.text(NodeIndex(*index)) +
              " too");
      if (name == "weights") {
        if (targetsOf(NodeIndex(*index)) == 0)
          wrong(subject_.text(NodeIndex(*index)) + " has no mesh with morph targets");
      } else if (name == "translation" || name == "rotation" || name == "scale") {
        if (matrix_[*index])
          wrong(subject_.text(NodeIndex(*index)) + " has a matrix, so that its parts cannot be driven");
        if (asset_.nodes[*index].skin)
          wrong(subject_.text(NodeIndex(*index)) + " has a skinned mesh, which it does not move",
                Severity::Warning);
      }
    }
  }

  // KHR_animation_pointer: "path" is "pointer", and there is no node.
  void checkPointer(const JsonValue& extension, const JsonValue* node, const JsonValue* path,
                    const std::string& pointer) {
    const JsonValue* const to = extension.find("pointer");
    if (to && to->isString() && !to->string().empty() && to->string()[0] != '/')
      subject_.report(Code::GltfValue, pointer + "/extensions/KHR_animation_pointer/pointer",
                      inQuotes(to->string()) + " is no JSON pointer, which begins with a slash");
    if (node)
      subject_.report(Code::GltfExtensionRule, pointer + "/node",
                      "KHR_animation_pointer does not go with a node");
    if (path && path->string() != "pointer")
      subject_.report(Code::GltfExtensionRule, pointer + "/path",
                      "KHR_animation_pointer needs the path \"pointer\"");
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  AccessorData data_;
  std::vector<std::uint8_t> looked_;  // by accessor
  std::vector<bool> matrix_;          // by node: it has one
  std::string pointer_;
};

}  // namespace

void checkKeys(const Subject& subject) {
  KeyChecker(subject).check();
}

}  // namespace vrm::checks
