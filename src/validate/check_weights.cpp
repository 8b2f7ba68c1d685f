// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// How vertices are bound to joints (glTF 2.0 section 3.7.3.3): joints of the skin, each once, with weights
// that are not negative and sum to 1.
#include <algorithm>
#include <cmath>
#include <set>

#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"
#include "vrm/base/number.hpp"

namespace vrm::checks {
namespace {

using gltf::ComponentType;

// Four components of an element, as they are stored.
using LoadJoints = void (*)(const std::byte*, std::uint32_t*);
using LoadWeights = void (*)(const std::byte*, float*);

template <class T>
void loadJoints(const std::byte* at, std::uint32_t* out) {
  for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<std::uint32_t>(gltf::load<T>(at + i * sizeof(T)));
}
template <class T>
void loadWeights(const std::byte* at, float* out) {
  for (std::size_t i = 0; i < 4; ++i) out[i] = gltf::toFloat(gltf::load<T>(at + i * sizeof(T)), true);
}

struct Set {
  Elements joints, weights;
  LoadJoints loadJoints;
  LoadWeights loadWeights;
};

struct WeightOffence {
  std::uint64_t count = 0;
  std::uint32_t vertex = 0, joint = 0;
  float weight = 0;
  void add(std::size_t v, std::uint32_t j, float w) {
    if (count++ > 0) return;
    vertex = static_cast<std::uint32_t>(v);
    joint = j;
    weight = w;
  }
};

class WeightChecker {
 public:
  explicit WeightChecker(const Subject& subject)
      : subject_(subject),
        asset_(subject.asset),
        data_(subject, "the weights of vertices"),
        joints_(asset_.meshes.size(), kNone) {
    // A mesh may be bound to several skins: the one with the fewest joints decides.
    for (const gltf::Node& node : asset_.nodes) {
      if (!node.mesh || !node.skin) continue;
      std::uint32_t& least = joints_[node.mesh.value];
      least = std::min(least, asset_.skins[node.skin.value].joints.count);
    }
  }

  void check() {
    forEachPrimitive(subject_, [&](std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive,
                                   const gltf::JsonValue&) {
      if (joints_[m] != kNone && joints_[m] > 0) check(m, p, primitive);
    });
  }

 private:
  void check(std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive) {
    std::vector<std::uint32_t> key = {joints_[m]};
    for (std::uint32_t set = 0;; ++set) {
      const std::string number = std::to_string(set);
      const AccessorIndex joints = asset_.find(primitive.attributes, "JOINTS_" + number);
      const AccessorIndex weights = asset_.find(primitive.attributes, "WEIGHTS_" + number);
      if (!joints || !weights) break;
      key.push_back(joints.value);
      key.push_back(weights.value);
      constexpr std::size_t kMostSets = 8;  // of 4 each; nobody has more than 2 or 3
      if (key.size() > 2 * kMostSets) break;
    }
    if (key.size() == 1 || !done_.insert(key).second) return;
    std::vector<Set> sets;
    for (std::size_t i = 1; i < key.size(); i += 2) {
      std::optional<Elements> joints = data_.read(AccessorIndex(key[i]));
      std::optional<Elements> weights = data_.read(AccessorIndex(key[i + 1]));
      const ComponentType jointType = asset_.accessors[key[i]].componentType;
      const ComponentType weightType = asset_.accessors[key[i + 1]].componentType;
      if (!joints || !weights || joints->count != weights->count) return;
      if (jointType != ComponentType::UnsignedByte && jointType != ComponentType::UnsignedShort) return;
      if (weightType != ComponentType::Float && weightType != ComponentType::UnsignedByte &&
          weightType != ComponentType::UnsignedShort)
        return;  // what else there is has been reported with the attribute
      sets.push_back(
          {*std::move(joints), *std::move(weights),
           jointType == ComponentType::UnsignedByte ? loadJoints<std::uint8_t> : loadJoints<std::uint16_t>,
           weightType == ComponentType::Float          ? loadWeights<float>
           : weightType == ComponentType::UnsignedByte ? loadWeights<std::uint8_t>
                                                       : loadWeights<std::uint16_t>});
    }
    look(sets, joints_[m], primitivePointer(m, p) + "/attributes/");
  }

  void look(std::span<const Set> sets, std::uint32_t jointCount, const std::string& pointer) {
    WeightOffence beyond, twice, negative, sum, idle;
    const std::uint32_t vertices = sets[0].joints.count;
    const std::size_t size = 4 * sets.size();
    std::vector<std::uint32_t> joints(size);
    std::vector<float> weights(size);
    for (std::size_t v = 0; v < vertices; ++v) {
      for (std::size_t s = 0; s < sets.size(); ++s) {
        sets[s].loadJoints(sets[s].joints.at(v), &joints[4 * s]);
        sets[s].loadWeights(sets[s].weights.at(v), &weights[4 * s]);
      }
      float total = 0;
      int used = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const float weight = weights[i];
        if (joints[i] >= jointCount) {
          beyond.add(v, joints[i], weight);
          continue;
        }
        if (weight == 0) {
          if (joints[i] != 0) idle.add(v, joints[i], 0);
          continue;
        }
        for (std::size_t k = 0; k < i; ++k) {
          if (joints[k] != joints[i] || weights[k] == 0) continue;
          twice.add(v, joints[i], weight);
          break;
        }
        if (weight < 0) negative.add(v, joints[i], weight);
        total += weight;
        ++used;
      }
      // What rounding each of them to a float can add up to, as in the Khronos validator.
      constexpr double kEach = 2e-7;
      if (std::abs(static_cast<double>(total) - 1) > kEach * used && beyond.count == 0) sum.add(v, 0, total);
    }
    const auto of = [&](const WeightOffence& o) {
      return std::to_string(o.count) + " of " + std::to_string(vertices) + " vertices";
    };
    const auto first = [](const WeightOffence& o) { return "first vertex " + std::to_string(o.vertex); };
    if (beyond.count > 0) {
      subject_.report(Code::GltfSkinWeights, pointer + "JOINTS_0",
                      "joint " + std::to_string(beyond.joint) + " of vertex " +
                          std::to_string(beyond.vertex) + " is none of the skin, which has " +
                          std::to_string(jointCount) + "; " + std::to_string(beyond.count) + " such in all");
    }
    if (negative.count > 0)
      subject_.report(Code::GltfSkinWeights, pointer + "WEIGHTS_0",
                      of(negative) + " have negative weights, " + first(negative));
    if (sum.count > 0)
      subject_.report(Code::GltfSkinWeights, pointer + "WEIGHTS_0",
                      of(sum) + " have weights that do not sum to 1, " + first(sum) + ", where it is " +
                          formatFloat(sum.weight));
    if (twice.count > 0)
      subject_.report(Code::GltfSkinWeights, pointer + "JOINTS_0",
                      of(twice) + " have a joint twice, " + first(twice));
    if (idle.count > 0) {
      subject_.report(Code::GltfSkinWeights, Severity::Information, pointer + "JOINTS_0",
                      std::to_string(idle.count) + " joints have no weight, but are not 0, " + first(idle));
    }
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  AccessorData data_;
  std::vector<std::uint32_t> joints_;  // by mesh: how many the skin has; kNone without one
  std::set<std::vector<std::uint32_t>> done_;
};

}  // namespace

void checkWeights(const Subject& subject) {
  WeightChecker(subject).check();
}

}  // namespace vrm::checks
