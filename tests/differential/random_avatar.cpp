// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "differential/random_avatar.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace vrm::test {
namespace {

std::string text(double value) {
  return formatFloat(static_cast<float>(value));
}
std::string text(Vec3 v) {
  return "[" + formatFloat(v.x) + "," + formatFloat(v.y) + "," + formatFloat(v.z) + "]";
}
std::string text(Quat q) {
  return "[" + formatFloat(q.x) + "," + formatFloat(q.y) + "," + formatFloat(q.z) + "," + formatFloat(q.w) +
         "]";
}

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : r_(seed) {}

  AssetBuilder make() {
    skeleton();
    meshes();
    constraints();
    avatar();
    springs();
    return std::move(b_);
  }

 private:
  std::uint32_t node(std::uint32_t parent, bool scaled = false) {
    const std::uint32_t index = b_.node("n" + std::to_string(count_++), r_.vector(0.3), parent);
    const std::string pointer = "/nodes/" + std::to_string(index);
    if (r_.chance(0.7)) b_.set(pointer + "/rotation", text(r_.rotation(2.5)));
    if (scaled) {
      const double s = r_.in(0.5, 2);
      b_.set(pointer + "/scale", "[" + text(s) + "," + text(s) + "," + text(s) + "]");
    }
    return index;
  }

  void skeleton() {
    std::vector<std::uint32_t> nodes(kHumanBoneCount, kNone);
    const std::uint32_t root = r_.chance(0.7) ? node(kNone, r_.chance(0.5)) : kNone;
    for (const HumanBoneInfo& bone : allHumanBones()) {
      const auto i = static_cast<std::size_t>(bone.bone);
      // Optional bones are there or not, all of a chain that needs its parents or none of it.
      if (!bone.required &&
          (bone.needsParent ? nodes[static_cast<std::size_t>(bone.parent)] == kNone : r_.chance(0.3)))
        continue;
      std::uint32_t parent = root;
      for (HumanBone above = bone.bone; above != HumanBone::Hips;) {
        above = info(above).parent;
        if (nodes[static_cast<std::size_t>(above)] == kNone) continue;
        parent = nodes[static_cast<std::size_t>(above)];
        break;
      }
      if (r_.chance(0.15)) parent = node(parent, r_.chance(0.3));
      nodes[i] = node(parent);
      bones_ += (bones_.empty() ? "\"" : ",\"") + std::string(bone.name) + R"(":{"node":)" +
                std::to_string(nodes[i]) + "}";
      all_.push_back(nodes[i]);
    }
    for (int i = 0; i < 5; ++i)
      all_.push_back(node(all_[r_.below(static_cast<std::uint32_t>(all_.size()))], r_.chance(0.2)));
  }

  void meshes() {
    const std::uint32_t positions = b_.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
    const std::string p = std::to_string(positions);
    const std::string target = R"({"POSITION":)" + p + "}";
    b_.add(
        gltf::Kind::Material,
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,0.75]},"emissiveFactor":[0.1,0.2,0.3]})");
    b_.add(gltf::Kind::Material, R"({"extensions":{"KHR_materials_unlit":{}}})");
    b_.add(
        gltf::Kind::Material,
        R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0.3,0.2,0.1],)"
        R"("matcapFactor":[0.9,0.8,0.7],"parametricRimColorFactor":[0.4,0.5,0.6],"outlineColorFactor":[0.2,0.1,0]}}})");
    for (int i = 0; i < 2; ++i) {
      b_.add(gltf::Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" + p + R"(},"material":)" +
                                   std::to_string(i) + R"(,"targets":[)" + target + "," + target + "," +
                                   target + R"(]}],"weights":[0.1,0.2,)" + text(r_.unit()) + "]}");
      const std::uint32_t n = b_.node("mesh" + std::to_string(i));
      b_.set("/nodes/" + std::to_string(n) + "/mesh", std::to_string(i));
      meshNodes_.push_back(n);
    }
  }

  std::string expression() {
    std::string out = R"({"isBinary":)" + std::string(r_.chance(0.25) ? "true" : "false");
    const char* const kOverrides[] = {"none", "block", "blend"};
    for (const char* which : {"Blink", "LookAt", "Mouth"}) {
      out += R"(,"override)" + std::string(which) + R"(":")" +
             kOverrides[r_.chance(0.6) ? 0 : 1 + r_.below(2)] + "\"";
    }
    std::string morphs, colors, transforms;
    for (std::uint32_t i = r_.below(4); i > 0; --i) {
      morphs += (morphs.empty() ? "" : ",") +
                (R"({"node":)" + std::to_string(meshNodes_[r_.below(2)]) + R"(,"index":)" +
                 std::to_string(r_.below(2)) + R"(,"weight":)" + text(r_.unit()) + "}");
    }
    const char* const kTypes[] = {"color",       "emissionColor", "shadeColor",
                                  "matcapColor", "rimColor",      "outlineColor"};
    for (std::uint32_t i = r_.below(3); i > 0; --i) {
      colors += (colors.empty() ? "" : ",") +
                (R"({"material":)" + std::to_string(r_.below(3)) + R"(,"type":")" + kTypes[r_.below(6)] +
                 R"(","targetValue":[)" + text(r_.unit()) + "," + text(r_.unit()) + "," + text(r_.unit()) +
                 "," + text(r_.unit()) + "]}");
    }
    if (r_.chance(0.3)) {
      transforms = R"({"material":)" + std::to_string(r_.below(3)) + R"(,"scale":[)" + text(r_.in(0.5, 2)) +
                   ",1]" + R"(,"offset":[0,)" + text(r_.unit()) + "]}";
    }
    return out + R"(,"morphTargetBinds":[)" + morphs + R"(],"materialColorBinds":[)" + colors +
           R"(],"textureTransformBinds":[)" + transforms + "]}";
  }

  // Each on a little chain of its own, so that later constraints can take it as their source and none can
  // come round.
  void constraints() {
    const char* const kRoll[] = {"X", "Y", "Z"};
    const char* const kAim[] = {"PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"};
    const char* const kSpaces[] = {"local", "model"};
    const auto flag = [&] { return std::string(r_.chance(0.7) ? "true" : "false"); };
    std::vector<std::uint32_t> sources = all_;
    for (int i = 0; i < 12; ++i) {
      const std::uint32_t parent = sources[r_.below(static_cast<std::uint32_t>(sources.size()))];
      const std::uint32_t destination = node(parent, r_.chance(0.2));
      std::uint32_t source = sources[r_.below(static_cast<std::uint32_t>(sources.size()))];
      std::string common = R"("weight":)" + text(r_.chance(0.3) ? 1 : r_.unit());
      std::string body, extension = R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{)",
                        end = "}}}";
      const std::uint32_t kind = r_.below(6);
      if (kind >= 3) {
        source = all_[r_.below(static_cast<std::uint32_t>(all_.size()))];
        for (std::uint32_t above = parent; above != kNone; above = parentOf(above)) {
          if (above == source) source = kNone;  // drafts forbid ancestors
          if (source == kNone) break;
        }
        if (source == kNone) continue;
        extension = R"({"VRMC_constraints-1.0":{)";
        end = "}}";
        common += R"(,"sourceSpace":")" + std::string(kSpaces[r_.below(2)]) + R"(","destinationSpace":")" +
                  kSpaces[r_.below(2)] + "\"";
        common += R"(,"freezeAxes":[)" + flag() + "," + flag() + (kind == 5 ? "" : "," + flag()) + "]";
      }
      common += R"(,"source":)" + std::to_string(source);
      if (kind == 0)
        body = R"("roll":{"rollAxis":")" + std::string(kRoll[r_.below(3)]) + "\"," + common + "}";
      if (kind == 1) body = R"("aim":{"aimAxis":")" + std::string(kAim[r_.below(6)]) + "\"," + common + "}";
      if (kind == 2) body = R"("rotation":{)" + common + "}";
      if (kind == 3) body = R"("position":{)" + common + "}";
      if (kind == 4) body = R"("rotation":{)" + common + "}";
      if (kind == 5)
        body = R"("aim":{"aimVector":)" + text(r_.vector(1)) + R"(,"upVector":)" + text(r_.vector(1)) + "," +
               common + "}";
      b_.set("/nodes/" + std::to_string(destination) + "/extensions", extension + body + end);
      sources.push_back(destination);
      sources.push_back(node(destination));
    }
    b_.use("VRMC_node_constraint");
    b_.use("VRMC_constraints-1.0");
  }

  std::uint32_t parentOf(std::uint32_t child) {
    const gltf::JsonValue* nodes = b_.json().root().find("nodes");
    for (std::uint32_t i = 0; i < nodes->size(); ++i) {
      const gltf::JsonValue* children = nodes->elements()[i].find("children");
      if (!children) continue;
      for (const gltf::JsonValue& c : children->elements()) {
        if (c.index() == child) return i;
      }
    }
    return kNone;
  }

  void avatar() {
    std::string presets;
    for (std::size_t i = 0; i < kExpressionPresetCount; ++i) {
      presets +=
          (i > 0 ? ",\"" : "\"") + std::string(name(static_cast<ExpressionPreset>(i))) + "\":" + expression();
    }
    const auto range = [&] {
      return R"({"inputMaxValue":)" + text(r_.chance(0.1) ? 0 : r_.in(20, 90)) + R"(,"outputScale":)" +
             text(r_.in(0.2, 20)) + "}";
    };
    b_.set(
        "/extensions/VRMC_vrm",
        R"({"specVersion":"1.0","meta":{"name":"Random","authors":["x"],"licenseUrl":"https://vrm.dev/licenses/1.0/"},)"
        R"("humanoid":{"humanBones":{)" +
            bones_ + R"(}},"lookAt":{"type":")" + (r_.chance(0.5) ? "bone" : "expression") +
            R"(","offsetFromHeadBone":)" + text(r_.vector(0.1)) + R"(,"rangeMapHorizontalInner":)" + range() +
            R"(,"rangeMapHorizontalOuter":)" + range() + R"(,"rangeMapVerticalDown":)" + range() +
            R"(,"rangeMapVerticalUp":)" + range() + R"(},"expressions":{"preset":{)" + presets +
            R"(},"custom":{"own":)" + expression() + "}}}");
    b_.use("VRMC_vrm");
    b_.use("VRMC_materials_mtoon");
    b_.use("KHR_materials_unlit");
  }

  // Springs come last: what is above does not depend on whether there are any. Compilers differ in the order
  // in which they evaluate arguments, so every random number has a statement of its own.
  void springs() {
    if (!r_.chance(0.7)) return;
    const std::uint32_t count = 2 + r_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) chain();
    // Ancestors and carriers of colliders come first in any order of the file (decision 10).
    if (r_.chance(0.4)) std::reverse(chains_.begin(), chains_.end());
    std::string springs;
    for (const std::string& c : chains_) springs += (springs.empty() ? "" : ",") + c;
    b_.set("/extensions/VRMC_springBone", R"({"specVersion":"1.0","colliders":[)" + colliders_ +
                                              R"(],"colliderGroups":[)" + groups_ + R"(],"springs":[)" +
                                              springs + "]}");
    b_.use("VRMC_springBone");
    b_.use("VRMC_springBone_extended_collider");
    b_.use("VRMC_springBone_limit");
    // A constraint that follows a joint sees it as of the frame before (decision 23).
    const std::uint32_t source = jointNodes_[r_.below(static_cast<std::uint32_t>(jointNodes_.size()))];
    const std::uint32_t parent = all_[r_.below(static_cast<std::uint32_t>(all_.size()))];
    if (!r_.chance(0.5)) return;
    const std::uint32_t follower = b_.node("follower", {0.1f, 0, 0}, parent);
    b_.set("/nodes/" + std::to_string(follower) + "/extensions",
           R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
               std::to_string(source) + "}}}}");
  }

  Vec3 vectorOf(double length) {
    const Quat q = r_.rotation(3);
    return rotate(q, {0, static_cast<float>(length), 0});
  }

  std::uint32_t jointNode(std::uint32_t parent, Vec3 translation) {
    const std::uint32_t index = b_.node("j" + std::to_string(count_++), translation, parent);
    const std::string pointer = "/nodes/" + std::to_string(index);
    if (r_.chance(0.5)) {
      const Quat rotation = r_.rotation(1);
      b_.set(pointer + "/rotation", text(rotation));
    }
    if (r_.chance(0.05)) b_.set(pointer + "/scale", "[1.25,1.25,1.25]");
    return index;
  }

  std::string limit() {
    const char* const kTypes[] = {"cone", "hinge", "spherical"};
    const std::uint32_t type = r_.below(3);
    const double angle = r_.in(0.2, 1.5);
    const double yaw = r_.in(0.2, 1.2);
    std::string out = R"(,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{")" +
                      std::string(kTypes[type]) + R"(":{)";
    if (type == 2)
      out += R"("pitch":)" + text(angle) + R"(,"yaw":)" + text(yaw);
    else
      out += R"("angle":)" + text(angle);
    if (r_.chance(0.5)) {
      const Quat rotation = r_.rotation(0.4);
      out += R"(,"rotation":)" + text(rotation);
    }
    return out + "}}}}";
  }

  std::string joint(std::uint32_t node) {
    const double radius = r_.chance(0.3) ? 0 : r_.in(0.01, 0.05);
    const double stiffness = r_.in(0.2, 3);
    const double drag = r_.in(0.2, 0.9);
    std::string out = R"({"node":)" + std::to_string(node) + R"(,"hitRadius":)" + text(radius) +
                      R"(,"stiffness":)" + text(stiffness) + R"(,"dragForce":)" + text(drag);
    if (r_.chance(0.6)) {
      const double power = r_.in(0, 1);
      out += R"(,"gravityPower":)" + text(power);
    }
    if (r_.chance(0.3)) {
      const Vec3 direction = vectorOf(1);
      out += R"(,"gravityDir":)" + text(direction);
    }
    if (r_.chance(0.3)) out += limit();
    return out + "}";
  }

  // Near a point of the node's space, small enough for most of a chain to be outside of it, or large enough
  // for most to be inside.
  std::string collider(std::uint32_t node, Vec3 near) {
    const std::uint32_t kind = r_.below(5);
    const Vec3 aside = vectorOf(0.12);
    const Vec3 along = vectorOf(0.15);
    const double size = r_.in(0.03, 0.1);
    const Vec3 offset = near + aside;
    const Vec3 tail = offset + along;
    const std::string ends =
        R"("offset":)" + text(offset) + (kind % 2 == 1 ? R"(,"tail":)" + text(tail) : "");
    const std::string out = R"({"node":)" + std::to_string(node) + R"(,"shape":)";
    const char* const kTypes[] = {"sphere", "capsule"};
    if (kind < 2)
      return out + R"({")" + kTypes[kind] + R"(":{)" + ends + R"(,"radius":)" + text(size) + "}}}";
    const std::string extension =
        out +
        R"({"sphere":{"radius":0,"offset":[0,-10000,0]}},"extensions":{"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":)";
    if (kind == 4) {  // away from the point, and facing it
      const Vec3 foot = near - along;
      return extension + R"({"plane":{"offset":)" + text(foot) + R"(,"normal":)" +
             text(along * static_cast<float>(1 / 0.15)) + "}}}}}";
    }
    return extension + R"({")" + kTypes[kind % 2] + R"(":{)" + ends + R"(,"radius":)" + text(size * 6) +
           R"(,"inside":true}}}}})";
  }

  void chain() {
    std::uint32_t parent = all_[r_.below(static_cast<std::uint32_t>(all_.size()))];
    const bool onBody = jointNodes_.empty() || !r_.chance(0.2);
    if (!onBody) parent = jointNodes_[r_.below(static_cast<std::uint32_t>(jointNodes_.size()))];
    std::uint32_t above = parent;
    std::string joints, group;
    Vec3 place;
    const std::vector<std::uint32_t> before = jointNodes_;
    const std::uint32_t length = 2 + r_.below(6);
    for (std::uint32_t i = 0; i < length; ++i) {
      const double size = r_.in(0.05, 0.3);
      Vec3 by = vectorOf(size);
      if (i > 0 && r_.chance(0.15)) {  // a node between that is no joint
        const Vec3 half = by * 0.5f;
        const Vec3 aside = vectorOf(0.02);
        above = jointNode(above, half + aside);
        by = half;
      }
      if (i == 0) place = by;
      above = jointNode(above, by);
      joints += (joints.empty() ? "" : ",") + joint(above);
      jointNodes_.push_back(above);
    }
    for (std::uint32_t i = r_.below(4); i > 0; --i) {
      std::string added = collider(parent, place);
      // Or on an earlier chain, which then moves first.
      if (!before.empty() && r_.chance(0.2)) {
        const std::uint32_t carrier = before[r_.below(static_cast<std::uint32_t>(before.size()))];
        added = collider(carrier, {});
      }
      colliders_ += (colliders_.empty() ? "" : ",") + added;
      group += (group.empty() ? "" : ",") + std::to_string(colliderCount_++);
    }
    std::string out = R"({"joints":[)" + joints + "]";
    if (!group.empty()) {
      groups_ += (groups_.empty() ? R"({"colliders":[)" : R"(,{"colliders":[)") + group + "]}";
      out += R"(,"colliderGroups":[)" + std::to_string(groupCount_++) + "]";
    }
    if (onBody && r_.chance(0.4)) {  // no spring moves it
      std::uint32_t center = parent;
      for (std::uint32_t up = r_.below(4); up > 0; --up) {
        const std::uint32_t higher = parentOf(center);
        if (higher != kNone) center = higher;
      }
      out += R"(,"center":)" + std::to_string(center);
    }
    chains_.push_back(out + "}");
  }

  Random r_;
  AssetBuilder b_;
  std::uint32_t count_ = 0;
  std::string bones_;
  std::vector<std::uint32_t> all_;  // bones and what hangs on them, without constraints
  std::vector<std::uint32_t> meshNodes_;
  std::vector<std::string> chains_;
  std::vector<std::uint32_t> jointNodes_;  // of all chains so far
  std::string colliders_, groups_;
  std::uint32_t colliderCount_ = 0, groupCount_ = 0;
};

}  // namespace

Quat Random::rotation(double angle) {
  double v[3], size = 0;
  do {
    for (double& c : v) c = in(-1, 1);
    size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  } while (size < 0.1);
  const SinCos half = sinCos(in(-angle, angle) / 2);  // the same on every system
  const double s = half.sin / size;
  return {static_cast<float>(v[0] * s), static_cast<float>(v[1] * s), static_cast<float>(v[2] * s),
          static_cast<float>(half.cos)};
}

AssetBuilder randomAvatar(std::uint32_t seed) {
  return Maker(seed).make();
}

}  // namespace vrm::test
