// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "unit/validate/validate_case.hpp"

#include <stdexcept>

#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

void remove(AssetBuilder& model, std::string_view pointer) {
  const std::size_t last = pointer.rfind('/');
  const gltf::JsonValue* const owner = gltf::Json::at(model.json().root(), pointer.substr(0, last));
  std::string_view rest = pointer.substr(last);
  if (!owner || !model.json().remove(const_cast<gltf::JsonValue&>(*owner), gltf::takePointerPart(rest)))
    throw std::runtime_error("there is no " + std::string(pointer));
}

}  // namespace

void apply(AssetBuilder& model, const std::vector<Edit>& edits) {
  for (const Edit& edit : edits) {
    edit.json.empty() ? remove(model, edit.pointer) : model.set(edit.pointer, edit.json);
  }
}

AssetBuilder cleanAvatar(VrmVersion version) {
  AssetBuilder b = sameAvatar(version);
  const std::uint32_t root = b.node("root");
  const std::uint32_t ground =
      b.floats(gltf::AccessorType::Vec3, {-0.1f, 0, 0.1f, 0.1f, 0, 0.1f, 0, 1.7f, 0.1f}, true);
  apply(b, {{"/nodes/" + std::to_string(root) + "/children", "[0]"},
            {"/scenes/0/nodes", "[" + std::to_string(root) + ",26,27,28]"},
            {"/meshes/1/primitives/0/attributes/POSITION", std::to_string(ground)}});
  switch (version) {
    case VrmVersion::Vrm0:
      apply(b, {{"/extensions/VRM/meta/texture", ""},
                {"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/ignoreBlink", ""},
                {"/extensions/VRM/secondaryAnimation/boneGroups/0/gravityDir", R"({"x":0,"y":-1,"z":0})"}});
      break;
    case VrmVersion::Draft:
      for (const char* map : {"horizontalInner", "horizontalOuter", "verticalDown", "verticalUp"})
        apply(b, {{"/extensions/VRMC_vrm/lookAt/" + std::string(map), ""}});
      apply(b, {{"/extensions/VRMC_vrm/meta/thumbnailImage", ""},
                {"/extensions/VRMC_vrm/springBone/boneGroups/0/gravityDir", "[0,-1,0]"}});
      break;
    default:
      apply(b, {{"/extensions/VRMC_vrm/meta/thumbnailImage", ""}});
      for (const char* joint :
           {"0/joints/0", "0/joints/1", "0/joints/2", "0/joints/3", "1/joints/0", "1/joints/1"})
        b.set("/extensions/VRMC_springBone/springs/" + std::string(joint) + "/gravityDir", "[0,-1,0]");
  }
  return b;
}

AssetBuilder cleanAnimation() {
  const struct {
    const char* name;
    std::uint32_t parent;
    Vec3 offset;
  } bones[] = {{"root", kNone, {}},
               {"hips", 0, {0, 0.9f, 0}},
               {"spine", 1, {0, 0.1f, 0}},
               {"head", 2, {0, 0.5f, 0}},
               {"leftUpperLeg", 1, {0.1f, -0.05f, 0}},
               {"leftLowerLeg", 4, {0, -0.4f, 0}},
               {"leftFoot", 5, {0, -0.4f, 0}},
               {"rightUpperLeg", 1, {-0.1f, -0.05f, 0}},
               {"rightLowerLeg", 7, {0, -0.4f, 0}},
               {"rightFoot", 8, {0, -0.4f, 0}},
               {"leftUpperArm", 2, {0.15f, 0.4f, 0}},
               {"leftLowerArm", 10, {0.25f, 0, 0}},
               {"leftHand", 11, {0.25f, 0, 0}},
               {"rightUpperArm", 2, {-0.15f, 0.4f, 0}},
               {"rightLowerArm", 13, {-0.25f, 0, 0}},
               {"rightHand", 14, {-0.25f, 0, 0}},
               {"happy", kNone, {}}};
  AssetBuilder b;
  for (const auto& bone : bones) b.node(bone.name, bone.offset, bone.parent);
  for (std::uint32_t i = 1; i < 16; ++i) {
    b.set("/extensions/VRMC_vrm_animation/humanoid/humanBones/" + std::string(bones[i].name),
          R"({"node":)" + std::to_string(i) + "}");
  }
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const std::uint32_t places = b.floats(gltf::AccessorType::Vec3, {0, 0.9f, 0, 0, 0.8f, 0});
  const std::uint32_t weights = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0});
  const auto sampler = [&](std::uint32_t output) {
    return R"({"input":)" + std::to_string(times) + R"(,"output":)" + std::to_string(output) + "}";
  };
  b.set("/animations", R"([{"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}},)"
                       R"({"sampler":1,"target":{"node":16,"path":"translation"}}],"samplers":[)" +
                           sampler(places) + "," + sampler(weights) + "]}]");
  b.set("/extensions/VRMC_vrm_animation/specVersion", R"("1.0")");
  b.set("/extensions/VRMC_vrm_animation/expressions", R"({"preset":{"happy":{"node":16}}})");
  b.use("VRMC_vrm_animation");
  return b;
}

void addSkin(AssetBuilder& b, std::initializer_list<float> inverseBindMatrices, const std::string& joints) {
  const std::uint32_t matrices = b.floats(gltf::AccessorType::Mat4, inverseBindMatrices);
  gltf::NewAccessor what;
  what.type = gltf::AccessorType::Vec4;
  what.componentType = gltf::ComponentType::UnsignedByte;
  what.count = 3;
  const std::uint32_t indices = b.bytes(what, Bytes(12));
  const std::uint32_t weights = b.floats(gltf::AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  b.set("/skins", R"([{"inverseBindMatrices":)" + std::to_string(matrices) + R"(,"joints":)" + joints + "}]");
  apply(b, {{"/nodes/28/skin", "0"},
            {"/meshes/1/primitives/0/attributes/JOINTS_0", std::to_string(indices)},
            {"/meshes/1/primitives/0/attributes/WEIGHTS_0", std::to_string(weights)}});
}

ValidateCase ofJson(Code code, std::string_view members, std::vector<std::string> report, Limits limits) {
  return {code, bytesOf(gltfJson(members)), std::move(report), limits};
}

ValidateCase changed(Code code, VrmVersion version, const std::vector<Edit>& edits,
                     std::vector<std::string> report) {
  AssetBuilder b = version == VrmVersion::Animation ? cleanAnimation() : cleanAvatar(version);
  apply(b, edits);
  return {code, b.glb(), std::move(report)};
}

std::vector<std::string> reportOf(const ValidateCase& c) {
  ValidateOptions options;
  options.limits = c.limits;
  options.advice = c.advice;
  const TempFolder folder;
  const gltf::FolderResolver nothing(folder.path());
  if (c.emptyFolder) options.resolver = &nothing;
  std::vector<std::string> out;
  for (const Diagnostic& issue : validate(c.file, options).issues) {
    if (issue.code != Code::VrmNone || issue.code == c.code)
      out.push_back(std::string(name(issue.severity)) + " " + issue.toString());
  }
  return out;
}

std::vector<ValidateCase> allValidateCases() {
  std::vector<ValidateCase> all;
  for (const auto& part :
       {containerCases, gltfCases, geometryCases, avatarCases, springCases, contentCases, adviceCases}) {
    for (ValidateCase& c : part()) all.push_back(std::move(c));
  }
  return all;
}

}  // namespace vrm::test
