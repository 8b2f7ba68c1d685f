// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "builtin_avatar.hpp"

#include <cstdlib>
#include <string>

namespace vrm::builtin {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

enum Paint : std::uint32_t { kSkin, kShirt, kTrousers, kHair, kEye, kMouth, kShoe, kWhite, kPaints };
constexpr std::uint8_t kPalette[kPaints][3] = {{250, 214, 190}, {70, 130, 200}, {60, 64, 90},  {150, 84, 60},
                                               {40, 40, 60},    {190, 70, 80},  {80, 60, 50},  {245, 245, 250}};

// A bone and the box it carries. Positions are the standard's T-pose: facing +Z, left is +X, metres.
struct Part {
  const char* name;
  const char* parent;
  Vec3 position;  // in model space
  Vec3 center;    // of the box, from the position
  Vec3 half;      // of the box; zero: no box
  Paint paint;
};

constexpr Part kParts[] = {
    {"hips", "", {0, 0.92f, 0}, {0, 0.02f, 0}, {0.13f, 0.08f, 0.08f}, kTrousers},
    {"spine", "hips", {0, 1.02f, 0}, {0, 0.05f, 0}, {0.12f, 0.06f, 0.075f}, kShirt},
    {"chest", "spine", {0, 1.14f, 0}, {0, 0.08f, 0}, {0.15f, 0.1f, 0.085f}, kShirt},
    {"neck", "chest", {0, 1.34f, 0}, {0, 0.03f, 0}, {0.04f, 0.04f, 0.04f}, kSkin},
    {"head", "neck", {0, 1.4f, 0}, {0, 0.12f, 0.01f}, {0.11f, 0.12f, 0.11f}, kSkin},
    {"leftEye", "head", {0.045f, 1.53f, 0.11f}, {0, 0, 0.012f}, {0.018f, 0.024f, 0.004f}, kEye},
    {"rightEye", "head", {-0.045f, 1.53f, 0.11f}, {0, 0, 0.012f}, {0.018f, 0.024f, 0.004f}, kEye},
    {"leftShoulder", "chest", {0.06f, 1.29f, 0}, {0.05f, 0, 0}, {0.05f, 0.04f, 0.05f}, kShirt},
    {"leftUpperArm", "leftShoulder", {0.17f, 1.29f, 0}, {0.12f, 0, 0}, {0.12f, 0.045f, 0.045f}, kShirt},
    {"leftLowerArm", "leftUpperArm", {0.42f, 1.29f, 0}, {0.11f, 0, 0}, {0.11f, 0.038f, 0.038f}, kSkin},
    {"leftHand", "leftLowerArm", {0.65f, 1.29f, 0}, {0.06f, 0, 0}, {0.06f, 0.02f, 0.045f}, kSkin},
    {"rightShoulder", "chest", {-0.06f, 1.29f, 0}, {-0.05f, 0, 0}, {0.05f, 0.04f, 0.05f}, kShirt},
    {"rightUpperArm", "rightShoulder", {-0.17f, 1.29f, 0}, {-0.12f, 0, 0}, {0.12f, 0.045f, 0.045f}, kShirt},
    {"rightLowerArm", "rightUpperArm", {-0.42f, 1.29f, 0}, {-0.11f, 0, 0}, {0.11f, 0.038f, 0.038f}, kSkin},
    {"rightHand", "rightLowerArm", {-0.65f, 1.29f, 0}, {-0.06f, 0, 0}, {0.06f, 0.02f, 0.045f}, kSkin},
    {"leftUpperLeg", "hips", {0.08f, 0.88f, 0}, {0, -0.2f, 0}, {0.065f, 0.2f, 0.07f}, kTrousers},
    {"leftLowerLeg", "leftUpperLeg", {0.08f, 0.48f, 0}, {0, -0.19f, 0}, {0.055f, 0.19f, 0.06f}, kTrousers},
    {"leftFoot", "leftLowerLeg", {0.08f, 0.09f, 0}, {0, -0.045f, 0.03f}, {0.05f, 0.045f, 0.08f}, kShoe},
    {"leftToes", "leftFoot", {0.08f, 0.03f, 0.11f}, {0, 0, 0.03f}, {0.05f, 0.03f, 0.03f}, kShoe},
    {"rightUpperLeg", "hips", {-0.08f, 0.88f, 0}, {0, -0.2f, 0}, {0.065f, 0.2f, 0.07f}, kTrousers},
    {"rightLowerLeg", "rightUpperLeg", {-0.08f, 0.48f, 0}, {0, -0.19f, 0}, {0.055f, 0.19f, 0.06f}, kTrousers},
    {"rightFoot", "rightLowerLeg", {-0.08f, 0.09f, 0}, {0, -0.045f, 0.03f}, {0.05f, 0.045f, 0.08f}, kShoe},
    {"rightToes", "rightFoot", {-0.08f, 0.03f, 0.11f}, {0, 0, 0.03f}, {0.05f, 0.03f, 0.03f}, kShoe},
    // Not bones of the standard from here on.
    {"hair", "head", {0, 1.66f, -0.02f}, {0, 0, 0}, {0.12f, 0.03f, 0.12f}, kHair},
    {"mouth", "head", {0, 1.455f, 0.12f}, {0, 0, 0}, {0.03f, 0.008f, 0.004f}, kMouth},
    {"tail_1", "head", {0, 1.6f, -0.13f}, {0, -0.04f, -0.01f}, {0.035f, 0.05f, 0.03f}, kHair},
    {"tail_2", "tail_1", {0, 1.51f, -0.15f}, {0, -0.045f, 0}, {0.032f, 0.045f, 0.028f}, kHair},
    {"tail_3", "tail_2", {0, 1.42f, -0.155f}, {0, -0.045f, 0}, {0.028f, 0.045f, 0.024f}, kHair},
    {"tail_4", "tail_3", {0, 1.33f, -0.158f}, {0, -0.04f, 0}, {0.02f, 0.04f, 0.018f}, kHair},
    {"tail_end", "tail_4", {0, 1.25f, -0.16f}, {}, {}, kHair},
};
constexpr std::uint32_t kHumanBones = 23;
constexpr std::uint32_t kCount = std::size(kParts);

std::uint32_t indexOf(std::string_view name) {
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (kParts[i].name == name) return i;
  }
  return kNone;
}

struct Geometry {
  std::vector<float> positions, normals, uvs, weights;
  std::vector<std::uint8_t> joints;
  std::vector<std::uint16_t> indices;
  std::vector<std::uint32_t> part;  // of each vertex

  void addBox(std::uint32_t joint) {
    const Part& p = kParts[joint];
    const Vec3 middle = p.position + p.center;
    for (int axis = 0; axis < 3; ++axis) {
      for (const float sign : {-1.0f, 1.0f}) {
        const auto first = static_cast<std::uint16_t>(positions.size() / 3);
        for (int corner = 0; corner < 4; ++corner) {
          float unit[3];
          unit[axis] = sign;
          unit[(axis + 1) % 3] = corner == 1 || corner == 2 ? 1.0f : -1.0f;
          unit[(axis + 2) % 3] = corner >= 2 ? 1.0f : -1.0f;
          positions.insert(positions.end(), {middle.x + unit[0] * p.half.x, middle.y + unit[1] * p.half.y,
                                             middle.z + unit[2] * p.half.z});
          float normal[3] = {};
          normal[axis] = sign;
          normals.insert(normals.end(), normal, normal + 3);
          uvs.insert(uvs.end(), {(static_cast<float>(p.paint) + 0.5f) / static_cast<float>(kPaints), 0.5f});
          joints.insert(joints.end(), {static_cast<std::uint8_t>(joint), 0, 0, 0});
          weights.insert(weights.end(), {1, 0, 0, 0});
          part.push_back(joint);
        }
        // Counter-clockwise seen from outside (glTF 2.0 section 3.7.4).
        for (const int k : {0, 1, 2, 0, 2, 3}) {
          indices.push_back(static_cast<std::uint16_t>(first + (sign > 0 ? k : (4 - k) % 4)));
        }
      }
    }
  }

  // Displacements that scale a part about its middle and move it.
  void morph(std::vector<float>& out, std::string_view name, Vec3 scale, Vec3 move) const {
    const std::uint32_t wanted = indexOf(name);
    const Vec3 middle = kParts[wanted].position + kParts[wanted].center;
    for (std::size_t v = 0; v < part.size(); ++v) {
      if (part[v] != wanted) continue;
      const float* at = &positions[3 * v];
      out[3 * v] += (at[0] - middle.x) * (scale.x - 1) + move.x;
      out[3 * v + 1] += (at[1] - middle.y) * (scale.y - 1) + move.y;
      out[3 * v + 2] += (at[2] - middle.z) * (scale.z - 1) + move.z;
    }
  }
};

// Everything here is ours and right by construction; a failure is a bug in the library.
template <class T>
T must(Result<T> result) {
  if (!result) std::abort();
  return *std::move(result);
}

class Builder {
 public:
  gltf::Document build() {
    for (std::uint32_t i = 0; i < kCount; ++i) {
      if (kParts[i].half != Vec3{}) geometry_.addBox(i);
    }
    set("/asset/generator", R"("libvrm built-in avatar")");
    addNodes();
    addMaterial();
    addMesh();
    addVrm();
    return std::move(document_);
  }

 private:
  Json& json() { return document_.editJson(); }

  JsonValue parsed(const std::string& text) { return must(json().fromText(text)); }
  void set(std::string_view pointer, const std::string& text) { json().put(pointer, parsed(text)); }
  std::uint32_t add(Kind kind, const std::string& text) { return must(addElement(document_, kind, parsed(text))); }

  template <class T>
  std::string accessor(AccessorType type, ComponentType component, const std::vector<T>& values, bool minMax = false) {
    gltf::NewAccessor what;
    what.type = type;
    what.componentType = component;
    what.count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
    what.minMax = minMax;
    return std::to_string(must(addAccessor(document_, what, std::as_bytes(std::span(values)))));
  }

  void addNodes();
  void addMaterial();
  void addMesh();
  void addVrm();

  gltf::Document document_;
  Geometry geometry_;
};

std::string text(Vec3 v) {
  return "[" + formatFloat(v.x) + "," + formatFloat(v.y) + "," + formatFloat(v.z) + "]";
}

std::string nodeOf(std::string_view name) {
  return R"({"node":)" + std::to_string(indexOf(name)) + "}";
}

void Builder::addNodes() {
  std::vector<std::string> children(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t parent = indexOf(kParts[i].parent);
    if (parent != kNone) children[parent] += (children[parent].empty() ? "" : ",") + std::to_string(i);
  }
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t parent = indexOf(kParts[i].parent);
    const Vec3 offset = parent == kNone ? kParts[i].position : kParts[i].position - kParts[parent].position;
    add(Kind::Node, R"({"name":")" + std::string(kParts[i].name) + R"(","translation":)" + text(offset) +
                        (children[i].empty() ? "" : R"(,"children":[)" + children[i] + "]") + "}");
  }
  add(Kind::Node, R"({"name":"body","mesh":0,"skin":0})");
  add(Kind::Node, R"({"name":"root","children":[0]})");
  add(Kind::Scene, R"({"nodes":[)" + std::to_string(kCount + 1) + "," + std::to_string(kCount) + "]}");
  set("/scene", "0");
}

void Builder::addMaterial() {
  gltf::Image palette{kPaints, 1, {}};
  for (const auto& colour : kPalette) palette.rgba.insert(palette.rgba.end(), {colour[0], colour[1], colour[2], 255});
  const std::uint32_t view = must(addBufferView(document_, must(encodePng(palette))));
  add(Kind::Image, R"({"name":"palette","mimeType":"image/png","bufferView":)" + std::to_string(view) + "}");
  add(Kind::Sampler, R"({"magFilter":9728,"minFilter":9728,"wrapS":33071,"wrapT":33071})");
  add(Kind::Texture, R"({"sampler":0,"source":0})");
  add(Kind::Material, R"({"name":"boxy","pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicFactor":0,)"
                      R"("roughnessFactor":0.9},"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0",)"
                      R"("shadeColorFactor":[0.75,0.68,0.78],"shadeMultiplyTexture":{"index":0},"shadingToonyFactor":0.9,)"
                      R"("outlineWidthMode":"worldCoordinates","outlineWidthFactor":0.003,"outlineColorFactor":[0.2,0.15,0.2]}}})");
}

void Builder::addMesh() {
  const Geometry& g = geometry_;
  using enum ComponentType;
  const std::string attributes =
      R"({"POSITION":)" + accessor(AccessorType::Vec3, Float, g.positions, true) + R"(,"NORMAL":)" +
      accessor(AccessorType::Vec3, Float, g.normals) + R"(,"TEXCOORD_0":)" + accessor(AccessorType::Vec2, Float, g.uvs) +
      R"(,"JOINTS_0":)" + accessor(AccessorType::Vec4, UnsignedByte, g.joints) + R"(,"WEIGHTS_0":)" +
      accessor(AccessorType::Vec4, Float, g.weights) + "}";

  std::vector<float> morphs[3];
  for (auto& m : morphs) m.resize(g.positions.size());
  g.morph(morphs[0], "mouth", {1.4f, 1.6f, 1}, {0, 0.006f, 0});  // smile
  g.morph(morphs[1], "leftEye", {1, 0.1f, 1}, {});               // blink
  g.morph(morphs[1], "rightEye", {1, 0.1f, 1}, {});
  g.morph(morphs[2], "mouth", {0.8f, 3.5f, 1}, {0, -0.008f, 0});  // open
  std::string targets;
  for (const auto& m : morphs) {
    targets += (targets.empty() ? "" : ",") +
               (R"({"POSITION":)" + accessor(AccessorType::Vec3, Float, m, true) + "}");
  }
  add(Kind::Mesh, R"({"name":"body","primitives":[{"attributes":)" + attributes + R"(,"indices":)" +
                      accessor(AccessorType::Scalar, UnsignedShort, g.indices) + R"(,"material":0,"targets":[)" +
                      targets + R"(]}],"weights":[0,0,0],"extras":{"targetNames":["smile","blink","open"]}})");

  std::vector<float> inverse;
  std::string joints;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Vec3 p = kParts[i].position;
    inverse.insert(inverse.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -p.x, -p.y, -p.z, 1});
    joints += (i ? "," : "") + std::to_string(i);
  }
  add(Kind::Skin, R"({"joints":[)" + joints + R"(],"inverseBindMatrices":)" +
                      accessor(AccessorType::Mat4, Float, inverse) + "}");
}

void Builder::addVrm() {
  set("/extensionsUsed", R"(["VRMC_vrm","VRMC_springBone","VRMC_materials_mtoon"])");
  std::string bones;
  for (std::uint32_t i = 0; i < kHumanBones; ++i) {
    bones += (i ? ",\"" : "\"") + std::string(kParts[i].name) + "\":" + nodeOf(kParts[i].name);
  }
  const std::string body = std::to_string(kCount);
  const auto expression = [&](const char* name, int morph) {
    return "\"" + std::string(name) + R"(":{"morphTargetBinds":[{"node":)" + body + R"(,"index":)" +
           std::to_string(morph) + R"(,"weight":1}]})";
  };
  const std::string range = R"({"inputMaxValue":90,"outputScale":10})";
  set("/extensions/VRMC_vrm",
      R"({"specVersion":"1.0","meta":{"name":"Boxy","version":"1","authors":["libvrm"],)"
      R"("licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone",)"
      R"("allowExcessivelyViolentUsage":true,"allowExcessivelySexualUsage":true,"commercialUsage":"corporation",)"
      R"("allowPoliticalOrReligiousUsage":true,"allowAntisocialOrHateUsage":false,"creditNotation":"unnecessary",)"
      R"("allowRedistribution":true,"modification":"allowModificationRedistribution"},"humanoid":{"humanBones":{)" +
          bones + R"(}},"lookAt":{"type":"bone","offsetFromHeadBone":[0,0.12,0.06],"rangeMapHorizontalInner":)" + range +
          R"(,"rangeMapHorizontalOuter":)" + range + R"(,"rangeMapVerticalDown":)" + range +
          R"(,"rangeMapVerticalUp":)" + range + R"(},"firstPerson":{"meshAnnotations":[{"node":)" + body +
          R"(,"type":"auto"}]},"expressions":{"preset":{)" + expression("happy", 0) + "," + expression("blink", 1) +
          "," + expression("aa", 2) + "}}}");

  std::string joints;
  for (const char* name : {"tail_1", "tail_2", "tail_3", "tail_4"}) {
    joints += R"({"node":)" + std::to_string(indexOf(name)) +
              R"(,"hitRadius":0.03,"stiffness":0.6,"gravityPower":0.25,"dragForce":0.4},)";
  }
  joints += nodeOf("tail_end");
  set("/extensions/VRMC_springBone",
      R"({"specVersion":"1.0","colliders":[{"node":)" + std::to_string(indexOf("head")) +
          R"(,"shape":{"sphere":{"offset":[0,0.12,0],"radius":0.12}}},{"node":)" + std::to_string(indexOf("chest")) +
          R"(,"shape":{"capsule":{"offset":[0,0,-0.02],"tail":[0,0.16,-0.02],"radius":0.1}}}],)"
          R"("colliderGroups":[{"name":"body","colliders":[0,1]}],"springs":[{"name":"pony tail","joints":[)" +
          joints + R"(],"colliderGroups":[0]}]})");
}

}  // namespace

gltf::Document makeAvatar() {
  return Builder().build();
}

}  // namespace vrm::builtin
