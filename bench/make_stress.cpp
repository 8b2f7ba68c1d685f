// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_make_stress [OPTION VALUE]... OUT.vrm
//
// A valid VRM model whose springs are as many and of such kinds as wanted: hair around the head, cloth around
// the chest and the hips, colliders on the body. The same options and the same seed give the same bytes.
// kUsage has the options.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skeleton.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/number.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/gltf/save.hpp"

namespace {

using namespace vrm;
using namespace bench;

constexpr const char* kUsage = R"(usage: bench_make_stress [OPTION VALUE]... OUT.vrm

  --chains N      chains (20)
  --joints M      joints of each that rotate; one node more is its tail (5)
  --colliders K   all colliders (10)
  --groups G      groups they are dealt out to; chain i hits group i mod G (1)
  --capsules S    the share that are capsules and not spheres, 0 to 1 (0.5)
  --extended 0|1  every third is a plane, an inside sphere or an inside capsule (0)
  --limits KIND   none, cone, hinge, spherical or mix (none)
  --restrot 0|1   nodes are turned in the rest pose, and limits against their bones (0)
  --center WHERE  none, hips or root (none)
  --scale S       of the root node (1)
  --sparse 0|1    every second joint is followed by a node that is in no chain (0)
  --hostnode 0|1  chains hang on nodes of their own, not on bones (0)
  --vrm0 0|1      VRM 0.x, which has spheres only, neither limits nor rest rotations, and lets the tails rotate too (0)
  --seed S        of everything that is random (1)
)";

struct Options {
  std::uint32_t chains = 20, joints = 5, colliders = 10, groups = 1, seed = 1;
  float capsules = 0.5f, scale = 1;
  bool extended = false, restrot = false, sparse = false, hostnode = false, vrm0 = false;
  std::string limits = "none", center = "none";
  const char* out = nullptr;

  bool read(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string_view name = argv[i];
      if (!name.starts_with("--")) {
        if (out) return false;
        out = argv[i];
      } else if (++i >= argc || !set(name.substr(2), argv[i])) {
        return false;
      }
    }
    return out && joints > 0 && groups > 0 && scale > 0 && capsules >= 0 && capsules <= 1;
  }

 private:
  bool set(std::string_view name, std::string_view value) {
    const std::pair<const char*, std::uint32_t*> counts[] = {{"chains", &chains},
                                                             {"joints", &joints},
                                                             {"colliders", &colliders},
                                                             {"groups", &groups},
                                                             {"seed", &seed}};
    for (const auto& [key, to] : counts) {
      if (name != key) continue;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *to);
      return error == std::errc() && end == value.data() + value.size() && (to == &seed || *to <= 100'000);
    }
    const std::pair<const char*, float*> numbers[] = {{"capsules", &capsules}, {"scale", &scale}};
    for (const auto& [key, to] : numbers) {
      if (name != key) continue;
      const std::optional<double> number = parseDouble(value);
      if (number) *to = static_cast<float>(*number);
      return number.has_value();
    }
    const std::pair<const char*, bool*> switches[] = {{"extended", &extended},
                                                      {"restrot", &restrot},
                                                      {"sparse", &sparse},
                                                      {"hostnode", &hostnode},
                                                      {"vrm0", &vrm0}};
    for (const auto& [key, to] : switches) {
      if (name != key) continue;
      *to = value == "1";
      return value == "0" || value == "1";
    }
    if (name == "limits") {
      limits = value;
      return value == "none" || value == "cone" || value == "hinge" || value == "spherical" || value == "mix";
    }
    if (name == "center") {
      center = value;
      return value == "none" || value == "hips" || value == "root";
    }
    return false;
  }
};

// The same numbers on every system, which the distributions of the standard library do not promise.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  float in(double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(engine_()) / 4294967296.0);
  }
  Quat rotation() {
    const float x = in(-1, 1), y = in(-1, 1), z = in(-1, 1);
    const Vec3 axis{x, y, z};
    const double angle = static_cast<double>(in(-1.2, 1.2));
    const float size = length(axis);
    return size < 0.01f ? Quat{} : fromAxisAngle(axis * (1 / size), angle);
  }

 private:
  std::mt19937 engine_;
};

// --- JSON text

std::string text(std::uint32_t number) {
  return std::to_string(number);
}
std::string text(float number) {
  return formatFloat(number);
}
std::string text(Vec3 v) {
  return "[" + text(v.x) + "," + text(v.y) + "," + text(v.z) + "]";
}
std::string text(const Quat& q) {
  return "[" + text(q.x) + "," + text(q.y) + "," + text(q.z) + "," + text(q.w) + "]";
}
// Of VRM 0.x.
std::string named(Vec3 v) {
  return R"({"x":)" + text(v.x) + R"(,"y":)" + text(v.y) + R"(,"z":)" + text(v.z) + "}";
}

std::string list(const std::vector<std::string>& values) {
  std::string out = "[";
  for (const std::string& value : values) out += (out.size() > 1 ? "," : "") + value;
  return out + "]";
}
template <class T>
std::string list(const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(text(value));
  return list(texts);
}

class StressMaker {
 public:
  explicit StressMaker(const Options& options) : o_(options), random_(options.seed) {
    root_ = addNode("Root", kNone, {});
    addBones();
    for (std::uint32_t i = 0; i < o_.chains; ++i) addChain(i);
    for (std::uint32_t i = 0; i < o_.colliders; ++i) addCollider(i);
  }

  std::string json() const {
    std::vector<std::string> used;
    for (const char* name : extensions()) used.push_back("\"" + std::string(name) + "\"");
    return R"({"asset":{"version":"2.0","generator":"libvrm bench_make_stress"},"extensionsUsed":)" +
           list(used) + R"(,"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + list(nodeTexts()) +
           R"(,"extensions":{)" + (o_.vrm0 ? vrm0() : vrm1() + (o_.chains > 0 ? "," + springBone() : "")) +
           "}}";
  }

 private:
  struct Node {
    std::string name;
    std::uint32_t parent;
    Vec3 place;  // in model space, like the rotation
    Quat rotation;
    std::vector<std::uint32_t> children;
  };
  struct Collider {
    std::uint32_t node;
    Vec3 offset, tail;  // in the node's space
    float radius;
    enum { Sphere, Capsule, Plane, InsideSphere, InsideCapsule } shape;
  };
  struct Chain {
    std::vector<std::uint32_t> nodes;
    std::vector<std::string> limits;  // of each node but the last, or empty
    float stiffness, gravityPower, dragForce, hitRadius;
  };

  std::uint32_t addNode(std::string name, std::uint32_t parent, Vec3 place) {
    const Quat rotation = o_.restrot && !o_.vrm0 && parent != kNone ? random_.rotation() : Quat{};
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    if (parent != kNone) nodes_[parent].children.push_back(index);
    nodes_.push_back({std::move(name), parent, place, rotation, {}});
    return index;
  }

  void addBones() {
    std::uint32_t middle[std::size(kMiddle)];
    const auto addBone = [&](std::string name, std::uint32_t parent, Vec3 offset) {
      bones_.push_back(addNode(std::move(name), parent, nodes_[parent].place + offset));
      return bones_.back();
    };
    for (std::size_t i = 0; i < std::size(kMiddle); ++i) {
      const Bone& b = kMiddle[i];
      middle[i] = addBone(std::string(b.name), b.parent < 0 ? root_ : middle[b.parent], {b.x, b.y, b.z});
    }
    for (const float sign : {1.0f, -1.0f}) {  // the left side is at +X
      std::uint32_t side[std::size(kSide)];
      for (std::size_t i = 0; i < std::size(kSide); ++i) {
        const SideBone& b = kSide[i];
        side[i] = addBone((sign > 0 ? "left" : "right") + std::string(b.name),
                          b.parent < 0 ? side[~b.parent] : middle[b.parent], {sign * b.x, b.y, b.z});
      }
    }
  }

  std::uint32_t bone(std::string_view name) const {
    for (const std::uint32_t i : bones_) {
      if (nodes_[i].name == name) return i;
    }
    return root_;
  }

  void addChain(std::uint32_t number) {
    struct Host {
      const char* bone;
      float radius, height;
    };
    constexpr Host kHosts[] = {{"head", 0.1f, 0.06f}, {"hips", 0.13f, 0.02f}, {"chest", 0.12f, 0.1f}};
    const Host& host = kHosts[number % 3];
    const double angle = 2.39996322972865 * number;  // the golden angle never repeats
    const Vec3 out{static_cast<float>(std::cos(angle)), 0, static_cast<float>(std::sin(angle))};
    std::uint32_t parent = bone(host.bone);
    Vec3 place = nodes_[parent].place + out * host.radius + Vec3{0, host.height, 0};
    const std::string name = "Chain_" + std::to_string(number);
    if (o_.hostnode) parent = addNode(name + "_host", parent, place);
    Chain chain{};
    for (std::uint32_t i = 0; i <= o_.joints; ++i) {
      parent = addNode(name + "_" + std::to_string(i), parent, place);
      chain.nodes.push_back(parent);
      if (i == o_.joints) break;
      const Vec3 way = (Vec3{0, -0.95f, 0} + out * 0.3f) * random_.in(0.04, 0.09);
      if (o_.sparse && i % 2 == 0) {
        const Vec3 between = place + way * 0.5f + Vec3{0.01f, 0, -0.01f};
        parent = addNode(name + "_" + std::to_string(i) + "_between", parent, between);
      }
      place = place + way;
      chain.limits.push_back(limit(number + i));
    }
    chain.stiffness = random_.in(0.4, 1.8);
    chain.gravityPower = random_.in(0, 0.4);
    chain.dragForce = random_.in(0.3, 0.6);
    chain.hitRadius = random_.in(0.01, 0.03);
    chains_.push_back(std::move(chain));
  }

  std::string limit(std::uint32_t number) {
    if (o_.limits == "none" || o_.vrm0) return {};
    const char* kinds[] = {"cone", "hinge", "spherical"};
    const std::string kind = o_.limits == "mix" ? kinds[number % 3] : o_.limits;
    std::string members;
    if (kind == "spherical") {
      members = R"("pitch":)" + text(random_.in(0.3, 1.2));
      members += R"(,"yaw":)" + text(random_.in(0.3, 0.9));
    } else {
      members = R"("angle":)" + text(random_.in(0.3, 1.2));
    }
    if (o_.restrot) members += R"(,"rotation":)" + text(random_.rotation());
    return R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{")" + kind + R"(":{)" + members +
           "}}}}";
  }

  void addCollider(std::uint32_t number) {
    constexpr const char* kHosts[] = {"head",          "upperChest",   "hips",          "chest",
                                      "neck",          "leftUpperLeg", "rightUpperLeg", "leftUpperArm",
                                      "rightUpperArm", "spine"};
    Collider c{};
    c.node = bone(kHosts[number % std::size(kHosts)]);
    const auto vector = [&](double x, double y, double z) {
      const float a = random_.in(-x, x), b = random_.in(-y, y), d = random_.in(-z, z);
      return Vec3{a, b, d};
    };
    Vec3 offset = vector(0.03, 0.05, 0.03), way = vector(0.05, 0.2, 0.05);
    c.radius = random_.in(0.03, 0.08);
    const auto capsules = [&](std::uint32_t count) {
      return std::floor(static_cast<float>(count) * o_.capsules);
    };
    c.shape = capsules(number + 1) > capsules(number) && !o_.vrm0 ? Collider::Capsule : Collider::Sphere;
    if (o_.extended && !o_.vrm0 && number % 3 == 2) {
      // A wall behind the back, and balloons around all of the body.
      c.node = bone("chest");
      constexpr decltype(c.shape) kShapes[] = {Collider::Plane, Collider::InsideSphere,
                                               Collider::InsideCapsule};
      c.shape = kShapes[number / 3 % 3];
      if (c.shape == Collider::Plane)
        offset = {0, 0, -0.25f}, way = {0, 0, 1};
      else
        c.radius = random_.in(0.6, 0.8);
    }
    const Quat into = conjugate(nodes_[c.node].rotation);
    c.offset = rotate(into, offset);
    c.tail = rotate(into, way) + (c.shape == Collider::Plane ? Vec3{} : c.offset);
    colliders_.push_back(c);
  }

  std::vector<const char*> extensions() const {
    if (o_.vrm0) return {"VRM"};
    std::vector<const char*> names = {"VRMC_vrm"};
    if (o_.chains == 0) return names;
    names.push_back("VRMC_springBone");
    if (o_.limits != "none") names.push_back("VRMC_springBone_limit");
    if (o_.extended && o_.colliders > 2) names.push_back("VRMC_springBone_extended_collider");
    return names;
  }

  std::vector<std::string> nodeTexts() const {
    std::vector<std::string> out;
    for (const Node& node : nodes_) {
      const bool root = node.parent == kNone;
      const Quat into = root ? Quat{} : conjugate(nodes_[node.parent].rotation);
      Vec3 place = root ? node.place : rotate(into, node.place - nodes_[node.parent].place);
      if (o_.vrm0) place = {-place.x, place.y, -place.z};  // it looks along -Z
      std::string one = R"({"name":")" + node.name + R"(","translation":)" + text(place);
      if (o_.restrot && !o_.vrm0) one += R"(,"rotation":)" + text(normalized(into * node.rotation));
      if (root && o_.scale != 1) one += R"(,"scale":)" + text(Vec3{o_.scale, o_.scale, o_.scale});
      if (!node.children.empty()) one += R"(,"children":)" + list(node.children);
      out.push_back(one + "}");
    }
    return out;
  }

  std::uint32_t center() const { return o_.center == "root" ? root_ : bone("hips"); }

  std::string vrm1() const {
    std::string human;
    for (const std::uint32_t i : bones_)
      human += (human.empty() ? "\"" : ",\"") + nodes_[i].name + R"(":{"node":)" + text(i) + "}";
    return R"("VRMC_vrm":{"specVersion":"1.0","meta":{"name":"Stress","version":"1","authors":["libvrm"],)"
           R"("licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone","commercialUsage":"corporation",)"
           R"("creditNotation":"unnecessary","allowRedistribution":true,"modification":"allowModificationRedistribution"},)"
           R"("humanoid":{"humanBones":{)" +
           human + "}}}";
  }

  static std::string shape(const Collider& c) {
    const std::string offset = R"({"offset":)" + text(c.offset), radius = R"(,"radius":)" + text(c.radius);
    switch (c.shape) {
      case Collider::Sphere:
        return R"("shape":{"sphere":)" + offset + radius + "}}";
      case Collider::Capsule:
        return R"("shape":{"capsule":)" + offset + radius + R"(,"tail":)" + text(c.tail) + "}}";
      default:
        break;
    }
    std::string extended = R"("plane":)" + offset + R"(,"normal":)" + text(c.tail) + "}";
    if (c.shape == Collider::InsideSphere) extended = R"("sphere":)" + offset + radius + R"(,"inside":true})";
    if (c.shape == Collider::InsideCapsule)
      extended = R"("capsule":)" + offset + radius + R"(,"tail":)" + text(c.tail) + R"(,"inside":true})";
    // For readers that do not know the extension a collider that nothing meets, as it says.
    return R"("shape":{"sphere":{"offset":[0,-10000,0],"radius":0}},"extensions":)"
           R"({"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{)" +
           extended + "}}}";
  }

  std::vector<std::uint32_t> group(std::uint32_t number) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = number; i < o_.colliders; i += o_.groups) out.push_back(i);
    return out;
  }

  std::string springBone() const {
    std::vector<std::string> colliders, groups, springs;
    for (const Collider& c : colliders_)
      colliders.push_back(R"({"node":)" + text(c.node) + "," + shape(c) + "}");
    for (std::uint32_t i = 0; i < std::min(o_.groups, o_.colliders); ++i)
      groups.push_back(R"({"name":"Group_)" + text(i) + R"(","colliders":)" + list(group(i)) + "}");
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
      const Chain& chain = chains_[i];
      std::vector<std::string> joints;
      for (std::size_t k = 0; k < chain.nodes.size(); ++k) {
        std::string joint = R"({"node":)" + text(chain.nodes[k]);
        if (k + 1 < chain.nodes.size()) {
          joint += R"(,"hitRadius":)" + text(chain.hitRadius) + R"(,"stiffness":)" + text(chain.stiffness) +
                   R"(,"gravityPower":)" + text(chain.gravityPower) +
                   R"(,"gravityDir":[0,-1,0],"dragForce":)" + text(chain.dragForce);
          if (!chain.limits[k].empty()) joint += R"(,"extensions":)" + chain.limits[k];
        }
        joints.push_back(joint + "}");
      }
      std::string spring = R"({"name":"Chain_)" + text(i) + R"(","joints":)" + list(joints);
      if (i % o_.groups < groups.size()) spring += R"(,"colliderGroups":[)" + text(i % o_.groups) + "]";
      if (o_.center != "none") spring += R"(,"center":)" + text(center());
      springs.push_back(spring + "}");
    }
    std::string all = R"("VRMC_springBone":{"specVersion":"1.0",)";
    if (!colliders.empty())
      all += R"("colliders":)" + list(colliders) + R"(,"colliderGroups":)" + list(groups) + ",";
    return all + R"("springs":)" + list(springs) + "}";
  }

  // A group of 0.x belongs to a node, so each collider is one.
  std::string vrm0() const {
    std::vector<std::string> human, colliders, springs;
    for (const std::uint32_t i : bones_) {
      std::string name = nodes_[i].name;
      if (name.ends_with("ThumbProximal")) name.replace(name.size() - 8, 8, "Intermediate");
      if (name.ends_with("ThumbMetacarpal")) name.replace(name.size() - 10, 10, "Proximal");
      human.push_back(R"({"bone":")" + name + R"(","node":)" + text(i) + R"(,"useDefaultValues":true})");
    }
    for (const Collider& c : colliders_) {
      // The node's axes are half a turn from ours, and Unity's Z is the other way round.
      const Vec3 offset{-c.offset.x, c.offset.y, c.offset.z};
      colliders.push_back(R"({"node":)" + text(c.node) + R"(,"colliders":[{"offset":)" + named(offset) +
                          R"(,"radius":)" + text(c.radius) + "}]}");
    }
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
      const Chain& chain = chains_[i];
      springs.push_back(R"({"comment":"Chain_)" + text(i) + R"(","stiffiness":)" + text(chain.stiffness) +
                        R"(,"gravityPower":)" + text(chain.gravityPower) + R"(,"gravityDir":)" +
                        named({0, -1, 0}) + R"(,"dragForce":)" + text(chain.dragForce) + R"(,"center":)" +
                        (o_.center == "none" ? "-1" : text(center())) + R"(,"hitRadius":)" +
                        text(chain.hitRadius) + R"(,"bones":)" + list(std::vector{chain.nodes[0]}) +
                        R"(,"colliderGroups":)" + list(group(i % o_.groups)) + "}");
    }
    return R"("VRM":{"exporterVersion":"libvrm bench_make_stress","specVersion":"0.0","meta":{"title":"Stress",)"
           R"("version":"1","author":"libvrm","allowedUserName":"Everyone","violentUssageName":"Allow",)"
           R"("sexualUssageName":"Allow","commercialUssageName":"Allow","licenseName":"CC0"},"humanoid":{"humanBones":)" +
           list(human) + R"(},"secondaryAnimation":{"boneGroups":)" + list(springs) +
           R"(,"colliderGroups":)" + list(colliders) + "}}";
  }

  const Options& o_;
  Random random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> bones_;
  std::vector<Chain> chains_;
  std::vector<Collider> colliders_;
  std::uint32_t root_ = 0;
};

int fail(const Error& error) {
  std::fprintf(stderr, "bench_make_stress: %s\n", error.toString().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.read(argc, argv)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const std::string json = StressMaker(options).json();
  const auto bytes = std::as_bytes(std::span(json));
  const Result<gltf::Document> document = gltf::Document::parse({bytes.begin(), bytes.end()});
  if (!document) return fail(document.error());
  Diagnostics diagnostics;
  const auto saved = gltf::save(*document, options.out, diagnostics);
  if (!saved) return fail(saved.error());
  for (const Diagnostic& finding : diagnostics.all())
    std::fprintf(stderr, "%s\n", finding.toString().c_str());
  return diagnostics.all().empty() ? 0 : 1;
}
