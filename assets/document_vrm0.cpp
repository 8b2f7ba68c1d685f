// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The avatar in the words of VRM 0.x. The scene faces -Z.
#include "materials_vrm0.hpp"
#include "older_words.hpp"

namespace vrm::builtin {
namespace {

std::string numberText(float x) {
  return formatFloat(std::round(x * 1e5f) / 1e5f + 0.0f);
}

// A vector of ours as Unity has it: half a turn about Y, then Z the other way round.
std::string unityVector(Vec3 v) {
  return R"({"x":)" + numberText(0.0f - v.x) + R"(,"y":)" + numberText(v.y) + R"(,"z":)" + numberText(v.z) +
         "}";
}

std::string vrm0Humanoid(const schema::Humanoid& humanoid) {
  std::vector<std::string> bones;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (!humanoid.humanBones[i]) continue;
    bones.push_back(R"({"bone":)" + jsonText(olderBoneName(static_cast<HumanBone>(i))) + R"(,"node":)" +
                    jsonText(humanoid.humanBones[i].value) + R"(,"useDefaultValues":true})");
  }
  return R"({"humanBones":[)" + joined(bones) +
         R"(],"armStretch":0.05,"legStretch":0.05,"upperArmTwist":0.5,"lowerArmTwist":0.5,"upperLegTwist":0.5,)"
         R"("lowerLegTwist":0.5,"feetSpacing":0,"hasTranslationDoF":false})";
}

std::string vrm0FirstPerson(const Character& character, const schema::Vrm& rig) {
  std::vector<std::string> annotations;
  for (const schema::MeshAnnotation& annotation : rig.firstPerson.meshAnnotations) {
    std::string flag(name(annotation.type));
    flag[0] = static_cast<char>(flag[0] - 'a' + 'A');
    annotations.push_back(R"({"mesh":)" + jsonText(meshOfNode(character, annotation.node)) +
                          R"(,"firstPersonFlag":)" + jsonText(flag) + "}");
  }
  const auto range = [](const schema::RangeMap& map) {
    return R"({"curve":[0,0,0,1,1,1,1,0],"xRange":)" + numberText(map.inputMaxValue) + R"(,"yRange":)" +
           numberText(map.outputScale) + "}";
  };
  const schema::LookAt& lookAt = *rig.lookAt;
  return R"({"firstPersonBone":)" + jsonText(rig.humanoid[HumanBone::Head].value) +
         R"(,"firstPersonBoneOffset":)" + unityVector(lookAt.offsetFromHeadBone) + R"(,"meshAnnotations":[)" +
         joined(annotations) + R"(],"lookAtTypeName":"Bone","lookAtHorizontalInner":)" +
         range(lookAt.rangeMapHorizontalInner) + R"(,"lookAtHorizontalOuter":)" +
         range(lookAt.rangeMapHorizontalOuter) + R"(,"lookAtVerticalDown":)" +
         range(lookAt.rangeMapVerticalDown) + R"(,"lookAtVerticalUp":)" + range(lookAt.rangeMapVerticalUp) +
         "}";
}

std::string vrm0Expressions(const Character& character, const schema::Vrm& rig) {
  std::vector<std::string> groups;
  for (const schema::Expression& expression : rig.expressions.list) {
    std::string preset = "unknown";
    if (expression.preset) {
      const std::string_view older = olderPresetName(*expression.preset);
      if (!older.empty()) preset = older;
      if (*expression.preset == ExpressionPreset::BlinkLeft) preset = "blink_l";
      if (*expression.preset == ExpressionPreset::BlinkRight) preset = "blink_r";
    }
    std::vector<std::string> binds, values;
    for (const schema::MorphTargetBind& bind : expression.morphTargetBinds) {
      binds.push_back(R"({"mesh":)" + jsonText(meshOfNode(character, bind.node)) + R"(,"index":)" +
                      jsonText(bind.index) + R"(,"weight":)" + numberText(bind.weight * 100) + "}");
    }
    const auto value = [&](MaterialIndex material, const char* property, Vec4 v) {
      values.push_back(R"({"materialName":)" + jsonText(rig.materials[material.value].name) +
                       R"(,"propertyName":")" + property + R"(","targetValue":[)" +
                       joined({numberText(v.x), numberText(v.y), numberText(v.z), numberText(v.w)}) + "]}");
    };
    for (const schema::MaterialColorBind& bind : expression.materialColorBinds)
      value(bind.material, "_Color", bind.targetValue);
    for (const schema::TextureTransformBind& bind : expression.textureTransformBinds) {
      value(bind.material, "_MainTex_ST",
            {bind.scale.x, bind.scale.y, bind.offset.x, 1 - bind.scale.y - bind.offset.y});
    }
    groups.push_back(R"({"name":)" + jsonText(expression.name) + R"(,"presetName":)" + jsonText(preset) +
                     R"(,"isBinary":)" + (expression.isBinary ? "true" : "false") + R"(,"binds":[)" +
                     joined(binds) + R"(],"materialValues":[)" + joined(values) + "]}");
  }
  return R"({"blendShapeGroups":[)" + joined(groups) + "]}";
}

std::string vrm0Springs(const schema::SpringBone& springs) {
  const std::vector<NodeColliders> byNode = collidersByNode(springs);
  std::vector<std::string> bones, groups;
  for (const schema::Spring& spring : springs.springs) {
    const schema::SpringJoint& joint = spring.joints.front();
    bones.push_back(R"({"comment":)" + jsonText(spring.name) + R"(,"stiffiness":)" +
                    numberText(joint.stiffness) + R"(,"gravityPower":)" + numberText(joint.gravityPower) +
                    R"(,"gravityDir":)" + unityVector(joint.gravityDir) + R"(,"dragForce":)" +
                    numberText(joint.dragForce) + R"(,"center":)" +
                    (spring.center ? jsonText(spring.center.value) : std::string("-1")) + R"(,"hitRadius":)" +
                    numberText(joint.hitRadius) + R"(,"bones":[)" + jsonText(joint.node.value) +
                    R"(],"colliderGroups":[)" + groupsOfSpring(byNode, spring) + "]}");
  }
  for (const NodeColliders& group : byNode) {
    std::vector<std::string> spheres;
    for (const schema::ColliderShape& shape : group.shapes) {
      // Capsules are rows of spheres, close enough that nothing slips between them.
      const bool capsule = shape.type == schema::ColliderShape::Type::Capsule;
      const float way = capsule ? length(shape.tail - shape.offset) : 0;
      const int count = capsule ? 1 + static_cast<int>(std::ceil(way / (shape.radius * 0.9f))) : 1;
      for (int i = 0; i < count; ++i) {
        const Vec3 at =
            count == 1 ? shape.offset
                       : mix(shape.offset, shape.tail, static_cast<float>(i) / static_cast<float>(count - 1));
        spheres.push_back(R"({"offset":)" + unityVector(at) + R"(,"radius":)" + numberText(shape.radius) +
                          "}");
      }
    }
    groups.push_back(R"({"node":)" + jsonText(group.node.value) + R"(,"colliders":[)" + joined(spheres) +
                     "]}");
  }
  return R"({"boneGroups":[)" + joined(bones) + R"(],"colliderGroups":[)" + joined(groups) + "]}";
}

}  // namespace

void writeVrm0(const Character& character, const schema::Vrm& rig, gltf::Document& document) {
  for (const schema::Material& material : rig.materials) {
    gltf::Json& json = document.editJson();
    must(addElement(document, gltf::Kind::Material, must(json.fromText(plainMaterial(material)))));
  }
  std::vector<std::string> properties;
  for (const schema::Material& material : rig.materials) properties.push_back(materialProperties(material));
  putJson(
      document, "/extensions/VRM",
      R"({"exporterVersion":"libvrm","specVersion":"0.0","meta":{"title":)" + jsonText(rig.meta.name) +
          R"(,"version":)" + jsonText(rig.meta.version) + R"(,"author":)" + jsonText(rig.meta.authors[0]) +
          R"(,"contactInformation":"","reference":"","texture":)" + jsonText(rig.meta.thumbnailImage.value) +
          R"(,"allowedUserName":"Everyone","violentUssageName":"Allow",)"
          R"("sexualUssageName":"Allow","commercialUssageName":"Allow","otherPermissionUrl":"","licenseName":"CC0",)"
          R"("otherLicenseUrl":""},"humanoid":)" +
          vrm0Humanoid(rig.humanoid) + R"(,"firstPerson":)" + vrm0FirstPerson(character, rig) +
          R"(,"blendShapeMaster":)" + vrm0Expressions(character, rig) + R"(,"secondaryAnimation":)" +
          vrm0Springs(rig.springBone) + R"(,"materialProperties":[)" + joined(properties) + "]}");
  putJson(document, "/extensionsUsed", R"(["VRM"])");
}

}  // namespace vrm::builtin
