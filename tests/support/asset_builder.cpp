// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/asset_builder.hpp"

#include <stdexcept>

namespace vrm::test {
namespace {

void appendU32(Bytes& out, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift & 0xFF));
}

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().toString());
  return *std::move(result);
}

}  // namespace

Bytes bytesOf(std::string_view text) {
  const auto raw = asBytes(text);
  return {raw.begin(), raw.end()};
}

Bytes glb(std::string_view json, const Bytes& bin) {
  std::string text(json);
  while (text.size() % 4) text += ' ';
  Bytes data = bin;
  while (data.size() % 4) data.push_back(std::byte{0});
  Bytes out = bytesOf("glTF");
  appendU32(out, 2);
  appendU32(out, 20 + text.size() + (bin.empty() ? 0 : 8 + data.size()));
  appendU32(out, text.size());
  for (const std::byte b : bytesOf("JSON")) out.push_back(b);
  for (const std::byte b : bytesOf(text)) out.push_back(b);
  if (!bin.empty()) {
    appendU32(out, data.size());
    for (const std::byte b : bytesOf(std::string_view("BIN\0", 4))) out.push_back(b);
    out.insert(out.end(), data.begin(), data.end());
  }
  return out;
}

std::string gltfJson(std::string_view members) {
  std::string text = R"({"asset":{"version":"2.0"})";
  if (!members.empty()) text += ",";
  return text + std::string(members) + "}";
}

std::string repeated(std::string_view element, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + std::string(element);
  return out;
}

std::uint32_t AssetBuilder::node(std::string_view name, Vec3 t, std::uint32_t parent) {
  gltf::JsonValue value = json().object();
  json().set(value, "name", json().string(name));
  if (t != Vec3{}) {
    const float xyz[] = {t.x, t.y, t.z};
    json().set(value, "translation", json().numbers(xyz));
  }
  const std::uint32_t index = must(gltf::addElement(document_, gltf::Kind::Node, value));
  gltf::JsonValue& root = json().editRoot();
  if (parent == kNone) {
    gltf::JsonValue& scenes = json().memberArray(root, "scenes");
    if (scenes.size() == 0) {
      json().append(scenes, json().object());
      json().set(root, "scene", json().number(0u));
    }
    gltf::JsonValue& scene = root.find("scenes")->elements()[0];
    json().append(json().memberArray(scene, "nodes"), json().number(index));
  } else {
    gltf::JsonValue& owner = root.find("nodes")->elements()[parent];
    json().append(json().memberArray(owner, "children"), json().number(index));
  }
  return index;
}

std::uint32_t AssetBuilder::floats(gltf::AccessorType type, std::initializer_list<float> values, bool minMax) {
  gltf::NewAccessor what;
  what.type = type;
  what.count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
  what.minMax = minMax;
  return must(gltf::addAccessor(document_, what, bytesOf(values)));
}

std::uint32_t AssetBuilder::indices(std::initializer_list<std::uint16_t> values) {
  gltf::NewAccessor what;
  what.componentType = gltf::ComponentType::UnsignedShort;
  what.count = static_cast<std::uint32_t>(values.size());
  return must(gltf::addAccessor(document_, what, bytesOf(values)));
}

std::uint32_t AssetBuilder::bytes(const gltf::NewAccessor& what, const Bytes& data) {
  return must(gltf::addAccessor(document_, what, data));
}

std::uint32_t AssetBuilder::image(std::string_view name, const Bytes& encoded, std::string_view mimeType) {
  const std::uint32_t view = must(gltf::addBufferView(document_, encoded));
  gltf::JsonValue value = json().object();
  json().set(value, "name", json().string(name));
  json().set(value, "mimeType", json().string(mimeType));
  json().set(value, "bufferView", json().number(view));
  return must(gltf::addElement(document_, gltf::Kind::Image, value));
}

std::uint32_t AssetBuilder::add(gltf::Kind kind, std::string_view text) {
  return must(gltf::addElement(document_, kind, must(json().fromText(text))));
}

void AssetBuilder::set(std::string_view pointer, std::string_view text) {
  if (!json().put(pointer, must(json().fromText(text)))) throw std::runtime_error("no such place");
}

void AssetBuilder::use(std::string_view extension) {
  json().append(json().memberArray(json().editRoot(), "extensionsUsed"), json().string(extension));
}

Bytes AssetBuilder::glb() const {
  return must(document_.toGlb());
}

Bytes tinyPng() {
  constexpr unsigned char kPng[] = {
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
      0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xFD, 0xD4, 0x9A,
      0x73, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0, 0xC0,
      0x00, 0xC2, 0x0C, 0xFF, 0x81, 0x00, 0x00, 0x1F, 0xEE, 0x05, 0xFB, 0xF1, 0xAB, 0xBA, 0x77, 0x00,
      0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
  const auto raw = std::as_bytes(std::span(kPng));
  return {raw.begin(), raw.end()};
}

AssetBuilder smallAvatar() {
  using gltf::AccessorType;
  using gltf::Kind;
  AssetBuilder b;
  struct Bone {
    const char* name;
    int parent;  // position in this list
    Vec3 offset;
  };
  constexpr Bone kBones[] = {
      {"hips", -1, {0, 0.9f, 0}},           {"spine", 0, {0, 0.1f, 0}},
      {"head", 1, {0, 0.5f, 0}},            {"leftUpperLeg", 0, {0.1f, -0.05f, 0}},
      {"leftLowerLeg", 3, {0, -0.4f, 0}},   {"leftFoot", 4, {0, -0.4f, 0}},
      {"rightUpperLeg", 0, {-0.1f, -0.05f, 0}}, {"rightLowerLeg", 6, {0, -0.4f, 0}},
      {"rightFoot", 7, {0, -0.4f, 0}},      {"leftUpperArm", 1, {0.15f, 0.4f, 0}},
      {"leftLowerArm", 9, {0.25f, 0, 0}},   {"leftHand", 10, {0.25f, 0, 0}},
      {"rightUpperArm", 1, {-0.15f, 0.4f, 0}}, {"rightLowerArm", 12, {-0.25f, 0, 0}},
      {"rightHand", 13, {-0.25f, 0, 0}},
  };
  std::string bones;
  for (const Bone& bone : kBones) {
    const std::uint32_t index =
        b.node(bone.name, bone.offset, bone.parent < 0 ? kNone : static_cast<std::uint32_t>(bone.parent));
    bones += (bones.empty() ? "" : ",") + ("\"" + std::string(bone.name) + R"(":{"node":)" + std::to_string(index) + "}");
  }
  constexpr std::uint32_t kHead = 2;
  const std::uint32_t hair = b.node("hair_1", {0, 0.1f, -0.1f}, kHead);
  const std::uint32_t hair2 = b.node("hair_2", {0, -0.1f, -0.05f}, hair);
  const std::uint32_t hair3 = b.node("hair_3", {0, -0.1f, 0}, hair2);
  const std::uint32_t body = b.node("body");

  const std::uint32_t positions =
      b.floats(AccessorType::Vec3, {-0.1f, 1.5f, 0.1f, 0.1f, 1.5f, 0.1f, 0, 1.7f, 0.1f}, true);
  const std::uint32_t normals = b.floats(AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::uint32_t uvs = b.floats(AccessorType::Vec2, {0, 1, 1, 1, 0.5f, 0});
  gltf::NewAccessor joints;
  joints.componentType = gltf::ComponentType::UnsignedByte;
  joints.type = AccessorType::Vec4;
  joints.count = 3;
  const std::uint32_t morph = b.floats(AccessorType::Vec3, {0, 0.1f, 0, 0, 0.1f, 0, 0, 0, 0}, true);
  const std::uint32_t weights = b.floats(AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0});
  const std::uint32_t triangle = b.indices({0, 1, 2});
  const std::uint32_t inverse = b.floats(AccessorType::Mat4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.5f, 0, 1,
                                                              1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.0f, 0, 1});
  const std::uint32_t jointBytes = b.bytes(joints, bytesOf<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}));
  const std::uint32_t picture = b.image("skin", tinyPng(), "image/png");
  b.add(Kind::Sampler, R"({"magFilter":9729,"minFilter":9987})");
  b.add(Kind::Texture, R"({"sampler":0,"source":)" + std::to_string(picture) + "}");
  b.add(Kind::Material, R"({"name":"skin","pbrMetallicRoughness":{"baseColorTexture":{"index":0},)"
                        R"("metallicFactor":0,"roughnessFactor":0.9},"extensions":{"VRMC_materials_mtoon":)"
                        R"({"specVersion":"1.0","shadeMultiplyTexture":{"index":0}}}})");
  b.add(Kind::Mesh, R"({"name":"body","primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) +
                        R"(,"NORMAL":)" + std::to_string(normals) + R"(,"TEXCOORD_0":)" + std::to_string(uvs) +
                        R"(,"JOINTS_0":)" + std::to_string(jointBytes) + R"(,"WEIGHTS_0":)" +
                        std::to_string(weights) + R"(},"indices":)" + std::to_string(triangle) +
                        R"(,"material":0,"targets":[{"POSITION":)" + std::to_string(morph) +
                        R"(}]}],"weights":[0],"extras":{"targetNames":["smile"]}})");
  b.add(Kind::Skin, R"({"joints":[2,1],"inverseBindMatrices":)" + std::to_string(inverse) + "}");
  b.set("/nodes/" + std::to_string(body) + "/mesh", "0");
  b.set("/nodes/" + std::to_string(body) + "/skin", "0");

  b.use("VRMC_vrm");
  b.use("VRMC_springBone");
  b.use("VRMC_materials_mtoon");
  b.set("/extensions/VRMC_vrm",
        R"({"specVersion":"1.0","meta":{"name":"small","version":"1","authors":["libvrm"],)"
        R"("licenseUrl":"https://vrm.dev/licenses/1.0/","thumbnailImage":0},"humanoid":{"humanBones":{)" +
            bones + R"(}},"firstPerson":{"meshAnnotations":[{"node":)" + std::to_string(body) +
            R"(,"type":"auto"}]},"lookAt":{"type":"expression"},"expressions":{"preset":{"happy":)"
            R"({"morphTargetBinds":[{"node":)" +
            std::to_string(body) +
            R"(,"index":0,"weight":1}],"materialColorBinds":[{"material":0,"type":"color",)"
            R"("targetValue":[1,0.5,0.5,1]}]}}}})");
  const auto joint = [](std::uint32_t i) { return R"({"node":)" + std::to_string(i) + R"(,"stiffness":0.8})"; };
  b.set("/extensions/VRMC_springBone",
        R"({"specVersion":"1.0","colliders":[{"node":2,"shape":{"sphere":{"offset":[0,0.1,0],"radius":0.1}}}],)"
        R"("colliderGroups":[{"name":"head","colliders":[0]}],"springs":[{"name":"hair","joints":[)" +
            joint(hair) + "," + joint(hair2) + "," + joint(hair3) + R"(],"colliderGroups":[0],"center":0}]})");
  return b;
}

}  // namespace vrm::test
