// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The avatar in the words of the 1.0 draft (seed 004) and of its constraints (seed 003).
#include "older_words.hpp"

namespace vrm::builtin {
namespace {

std::string draftHumanoid(const schema::Humanoid& humanoid) {
  std::vector<std::string> bones;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (!humanoid.humanBones[i]) continue;
    bones.push_back(jsonText(olderBoneName(static_cast<HumanBone>(i))) + R"(:{"node":)" +
                    jsonText(humanoid.humanBones[i].value) + "}");
  }
  return R"({"humanBones":{)" + joined(bones) + "}}";
}

std::string draftLookAt(const schema::LookAt& lookAt) {
  // Seed 004 wants the angles of eyes in radians.
  const auto range = [](const schema::RangeMap& map) {
    const float radians = std::round(map.outputScale * kPi / 180 * 1e5f) / 1e5f;
    return R"({"inputMaxValue":)" + formatFloat(map.inputMaxValue) + R"(,"outputScale":)" +
           formatFloat(radians) + "}";
  };
  return R"({"lookAtType":"bone","offsetFromHeadBone":)" + jsonText(lookAt.offsetFromHeadBone) +
         R"(,"horizontalInner":)" + range(lookAt.rangeMapHorizontalInner) + R"(,"horizontalOuter":)" +
         range(lookAt.rangeMapHorizontalOuter) + R"(,"verticalDown":)" + range(lookAt.rangeMapVerticalDown) +
         R"(,"verticalUp":)" + range(lookAt.rangeMapVerticalUp) + "}";
}

std::string draftFirstPerson(const Character& character, const schema::FirstPerson& firstPerson) {
  std::vector<std::string> out;
  for (const schema::MeshAnnotation& annotation : firstPerson.meshAnnotations) {
    out.push_back(R"({"mesh":)" + jsonText(meshOfNode(character, annotation.node)) +
                  R"(,"firstPersonFlag":)" + jsonText(name(annotation.type)) + "}");
  }
  return R"({"meshAnnotations":[)" + joined(out) + "]}";
}

std::string draftExpressions(const Character& character, const schema::Expressions& expressions) {
  std::vector<std::string> groups;
  for (const schema::Expression& expression : expressions.list) {
    std::string preset = "custom";
    if (expression.preset) {
      const std::string_view older = olderPresetName(*expression.preset);
      // Vowels and lids have the names of 1.0 already; surprise is not among the presets.
      const bool same = kindOf(*expression.preset) != ExpressionKind::Other;
      if (same || !older.empty()) preset = same ? expression.name : std::string(older);
    }
    std::vector<std::string> binds, colors, transforms;
    for (const schema::MorphTargetBind& bind : expression.morphTargetBinds) {
      binds.push_back(R"({"mesh":)" + jsonText(meshOfNode(character, bind.node)) + R"(,"index":)" +
                      jsonText(bind.index) + R"(,"weight":)" + formatFloat(bind.weight) + "}");
    }
    for (const schema::MaterialColorBind& bind : expression.materialColorBinds) {
      const Vec4 v = bind.targetValue;
      colors.push_back(
          R"({"material":)" + jsonText(bind.material.value) + R"(,"type":"color","targetValue":[)" +
          joined({formatFloat(v.x), formatFloat(v.y), formatFloat(v.z), formatFloat(v.w)}) + "]}");
    }
    for (const schema::TextureTransformBind& bind : expression.textureTransformBinds) {
      transforms.push_back(R"({"material":)" + jsonText(bind.material.value) + R"(,"scaling":[)" +
                           joined({formatFloat(bind.scale.x), formatFloat(bind.scale.y)}) +
                           R"(],"offset":[)" +
                           joined({formatFloat(bind.offset.x), formatFloat(bind.offset.y)}) + "]}");
    }
    std::string group = R"({"preset":)" + jsonText(preset) + R"(,"name":)" + jsonText(expression.name);
    if (expression.isBinary) group += R"(,"isBinary":true)";
    if (overrides(expression.overrideBlink)) group += R"(,"ignoreBlink":true)";
    if (overrides(expression.overrideMouth)) group += R"(,"ignoreMouth":true)";
    if (!binds.empty()) group += R"(,"binds":[)" + joined(binds) + "]";
    if (!colors.empty()) group += R"(,"materialValues":[)" + joined(colors) + "]";
    if (!transforms.empty()) group += R"(,"materialUVBinds":[)" + joined(transforms) + "]";
    groups.push_back(group + "}");
  }
  return R"({"blendShapeGroups":[)" + joined(groups) + "]}";
}

// A capsule is along Y of a rotation here; ours lie along X or Y.
std::string draftShape(const schema::ColliderShape& shape) {
  if (shape.type != schema::ColliderShape::Type::Capsule) {
    return R"({"shapeType":"sphere","offset":)" + jsonText(shape.offset) + R"(,"size":[)" +
           formatFloat(shape.radius) + "]}";
  }
  const Vec3 way = shape.tail - shape.offset;
  const bool sideways = std::abs(way.x) > std::abs(way.y);
  return R"({"shapeType":"capsule","offset":)" + jsonText(mix(shape.offset, shape.tail, 0.5f)) +
         R"(,"rotation":)" + jsonText(Vec3{0, 0, sideways ? kPi / 2 : 0.0f}) + R"(,"size":[)" +
         joined({formatFloat(shape.radius), formatFloat(length(way))}) + "]}";
}

std::string draftSprings(const schema::SpringBone& springs) {
  const std::vector<NodeColliders> byNode = collidersByNode(springs);
  std::vector<std::string> bones, groups;
  for (const schema::Spring& spring : springs.springs) {
    const schema::SpringJoint& joint = spring.joints.front();
    std::string text = R"({"name":)" + jsonText(spring.name) + R"(,"stiffness":)" +
                       formatFloat(joint.stiffness) + R"(,"gravityPower":)" +
                       formatFloat(joint.gravityPower) + R"(,"gravityDir":)" + jsonText(joint.gravityDir) +
                       R"(,"dragForce":)" + formatFloat(joint.dragForce) + R"(,"hitRadius":)" +
                       formatFloat(joint.hitRadius);
    if (spring.center) text += R"(,"center":)" + jsonText(spring.center.value);
    bones.push_back(text + R"(,"bones":[)" + jsonText(joint.node.value) + R"(],"colliderGroups":[)" +
                    groupsOfSpring(byNode, spring) + "]}");
  }
  for (const NodeColliders& group : byNode) {
    std::vector<std::string> shapes;
    for (const schema::ColliderShape& shape : group.shapes) shapes.push_back(draftShape(shape));
    groups.push_back(R"({"node":)" + jsonText(group.node.value) + R"(,"colliders":[)" + joined(shapes) +
                     "]}");
  }
  return R"({"boneGroups":[)" + joined(bones) + R"(],"colliderGroups":[)" + joined(groups) + "]}";
}

// A roll is a rotation about one axis; what aims also needs to know what is up.
std::string draftConstraint(const schema::NodeConstraint& constraint) {
  const std::string common =
      R"("source":)" + jsonText(constraint.source.value) + R"(,"weight":)" + formatFloat(constraint.weight);
  if (constraint.type == ConstraintType::Aim) {
    return R"({"aim":{)" + common +
           R"(,"sourceSpace":"model","destinationSpace":"model","aimVector":[0,-1,0],"upVector":[0,0,1]}})";
  }
  return R"({"rotation":{)" + common + R"(,"sourceSpace":"local","destinationSpace":"local")" +
         (constraint.type == ConstraintType::Roll ? R"(,"freezeAxes":[true,false,false])" : "") + "}}";
}

}  // namespace

void writeDraft(const Character& character, const schema::Vrm& rig, gltf::Document& document) {
  // Materials are those of 1.0.
  schema::Vrm only = rig;
  only.springBone = {};
  only.constraints.clear();
  writeFinal(only, document);
  putJson(
      document, "/extensions/VRMC_vrm",
      R"({"specVersion":"1.0","meta":{"title":)" + jsonText(rig.meta.name) + R"(,"version":)" +
          jsonText(rig.meta.version) + R"(,"author":)" + jsonText(rig.meta.authors[0]) +
          R"(,"thumbnailImage":)" + jsonText(rig.meta.thumbnailImage.value) +
          R"(,"allowedUser":"Everyone","violentUsage":"Allow","sexualUsage":"Allow","commercialUsage":"Allow",)"
          R"("license":"CC0"},"humanoid":)" +
          draftHumanoid(rig.humanoid) + R"(,"blendShape":)" + draftExpressions(character, rig.expressions) +
          R"(,"firstPerson":)" + draftFirstPerson(character, rig.firstPerson) + R"(,"lookAt":)" +
          draftLookAt(*rig.lookAt) + R"(,"springBone":)" + draftSprings(rig.springBone) + "}");
  for (const schema::NodeConstraint& constraint : rig.constraints) {
    putJson(document, "/nodes/" + jsonText(constraint.node.value) + "/extensions/VRMC_constraints-1.0",
            draftConstraint(constraint));
  }
  putJson(document, "/extensionsUsed", R"(["VRMC_vrm","VRMC_materials_mtoon","VRMC_constraints-1.0"])");
}

}  // namespace vrm::builtin
