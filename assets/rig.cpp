// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "rig.hpp"

#include "face_shapes.hpp"
#include "materials.hpp"
#include "textures.hpp"

namespace vrm::builtin {
namespace {

schema::Meta makeMeta() {
  schema::Meta meta;
  meta.name = "Sienna";
  meta.version = "1.0";
  meta.authors = {"the libvrm authors"};
  meta.copyrightInformation = "In the public domain (CC0 1.0)";
  meta.thumbnailImage = ImageIndex(kThumbnailImage);
  meta.licenseUrl = "https://vrm.dev/licenses/1.0/";
  // CC0 grants everything, so every term does too.
  meta.avatarPermission = schema::AvatarPermission::Everyone;
  meta.allowExcessivelyViolentUsage = true;
  meta.allowExcessivelySexualUsage = true;
  meta.commercialUsage = schema::CommercialUsage::Corporation;
  meta.allowPoliticalOrReligiousUsage = true;
  meta.allowAntisocialOrHateUsage = true;
  meta.creditNotation = schema::CreditNotation::Unnecessary;
  meta.allowRedistribution = true;
  meta.modification = schema::Modification::AllowModificationRedistribution;
  meta.otherLicenseUrl = "https://creativecommons.org/publicdomain/zero/1.0/";
  return meta;
}

schema::LookAt makeLookAt(const Skeleton& skeleton) {
  schema::LookAt lookAt;
  const Vec3 eye = skeleton.at("leftEye");
  const Vec3 head = skeleton.at("head");
  const auto rounded = [](float x) { return std::round(x * 1000) / 1000; };
  lookAt.offsetFromHeadBone = {0, rounded(eye.y - head.y), rounded(eye.z - head.z + 0.05f)};
  lookAt.type = schema::LookAtType::Bone;
  // Large irises leave little room towards the nose.
  lookAt.rangeMapHorizontalInner = {60, 7, {}};
  lookAt.rangeMapHorizontalOuter = {60, 9, {}};
  lookAt.rangeMapVerticalDown = {45, 8, {}};
  lookAt.rangeMapVerticalUp = {45, 7, {}};
  return lookAt;
}

}  // namespace

const Mesh& meshOf(const Character& character, std::uint32_t mesh) {
  const Mesh* const all[] = {&character.body, &character.face, &character.eyes, &character.hair};
  return *all[mesh];
}

NodeIndex meshNode(const Character& character, MeshNode mesh) {
  return NodeIndex(static_cast<std::uint32_t>(character.skeleton.nodes.size()) + mesh);
}

std::vector<schema::NodeConstraint> makeConstraints(const Skeleton& skeleton) {
  std::vector<schema::NodeConstraint> all;
  for (const std::string side : {"left", "right"}) {
    const auto add = [&](const char* node, ConstraintType type, const char* source, float weight) {
      schema::NodeConstraint constraint;
      constraint.node = NodeIndex(skeleton.find(side + node));
      constraint.type = type;
      constraint.source = NodeIndex(skeleton.find(side + source));
      constraint.weight = weight;
      constraint.rollAxis = schema::RollAxis::X;
      constraint.aimAxis = schema::AimAxis::NegativeY;
      all.push_back(constraint);
    };
    // Forearms and sleeves turn little by little.
    add("UpperArmTwist", ConstraintType::Roll, "LowerArm", 0.5f);
    add("LowerArmTwist", ConstraintType::Roll, "Hand", 0.5f);
    // Shoulders and knees bend in two halves.
    add("Puff", ConstraintType::Rotation, "UpperArm", 0.5f);
    add("Knee", ConstraintType::Rotation, "LowerLeg", 0.5f);
    // The skirt makes room for the thigh.
    add("SkirtAim", ConstraintType::Aim, "LowerLeg", 0.6f);
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
  return all;
}

schema::Vrm makeRig(const Character& character) {
  const Skeleton& skeleton = character.skeleton;
  schema::Vrm vrm;
  vrm.version = VrmVersion::Vrm1;
  vrm.specVersion = "1.0";
  vrm.meta = makeMeta();
  for (std::uint32_t i = 0; i < skeleton.nodes.size(); ++i) {
    if (const auto bone = findHumanBone(skeleton.nodes[i].name)) vrm.humanoid[*bone] = NodeIndex(i);
  }
  vrm.expressions = makeExpressions(character);
  vrm.lookAt = makeLookAt(skeleton);
  vrm.firstPerson.meshAnnotations = {{meshNode(character, kBodyMesh), FirstPersonType::Auto},
                                     {meshNode(character, kFaceMesh), FirstPersonType::ThirdPersonOnly},
                                     {meshNode(character, kEyesMesh), FirstPersonType::ThirdPersonOnly},
                                     {meshNode(character, kHairMesh), FirstPersonType::ThirdPersonOnly}};
  vrm.springBone = makeSprings(character);
  vrm.constraints = makeConstraints(skeleton);
  vrm.materials = makeMaterials();
  return vrm;
}

}  // namespace vrm::builtin
