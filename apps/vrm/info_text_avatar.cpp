// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "info.hpp"

namespace vrm::cli {
namespace {

std::string nodeWithIndex(const OpenedVrm& opened, NodeIndex node) {
  const std::string text = nodeName(opened, node);
  const std::string index = fmt::format("#{}", node.value);
  return text == index ? index : text + " " + index;
}

// "hips #0" by the node of that name, "hips (Root #0)" by another.
std::string trackText(const OpenedVrm& opened, std::string_view name, NodeIndex node) {
  const std::string text = nodeWithIndex(opened, node);
  const std::string_view own = opened.model.asset.nodes[node.value].name;
  return own == name ? text : fmt::format("{} ({})", name, text);
}

// Optional bones that the model does not have. The fingers are three bones each at the end of the table; whole ones are
// named as one.
std::vector<std::string> absentBones(const schema::Vrm& vrm) {
  constexpr auto kFirstFinger = static_cast<std::size_t>(HumanBone::LeftThumbMetacarpal);
  constexpr std::size_t kBones = 3, kFingers = (kHumanBoneCount - kFirstFinger) / kBones;
  const std::span<const HumanBoneInfo> all = allHumanBones();
  const auto absent = [&](const HumanBoneInfo& bone) {
    return !vrm.humanoid[bone.bone] && !schema::isRequired(bone.bone, vrm.version);
  };
  std::vector<std::string> names, fingers;
  for (const HumanBoneInfo& bone : all.first(kFirstFinger)) {
    if (absent(bone)) names.emplace_back(bone.name);
  }
  std::size_t whole = 0;
  for (std::size_t finger = 0; finger < kFingers; ++finger) {
    const auto bones = all.subspan(kFirstFinger + finger * kBones, kBones);
    if (std::all_of(bones.begin(), bones.end(), absent)) {
      // "leftIndexDistal" -> "leftIndex (all)"
      fingers.push_back(std::string(bones.back().name.substr(0, bones.back().name.find("Distal"))) + " (all)");
      ++whole;
      continue;
    }
    for (const HumanBoneInfo& bone : bones) {
      if (absent(bone)) fingers.emplace_back(bone.name);
    }
  }
  if (whole == kFingers) fingers = {"all fingers"};
  names.insert(names.end(), fingers.begin(), fingers.end());
  return names;
}

// The bones that a model has, below each other as they hang together. Required ones are shown in any case.
class BoneTree {
 public:
  BoneTree(Page& page, const OpenedVrm& opened) : page_(page), opened_(opened), humanoid_(opened.vrm.humanoid) {
    page_.labels(48);
    add(std::nullopt, 1);
  }

 private:
  // As deep as the table of bones.
  void add(std::optional<HumanBone> parent, std::size_t depth) {
    for (const HumanBoneInfo& bone : allHumanBones()) {
      const NodeIndex node = humanoid_[bone.bone];
      if (!node && !schema::isRequired(bone.bone, opened_.vrm.version)) continue;
      if (humanoid_.parentOf(bone.bone) != parent) continue;
      page_.list(std::string(2 * depth, ' ') + std::string(bone.name),
                 {node ? nodeWithIndex(opened_, node) : "MISSING"});
      if (node) add(bone.bone, depth + 1);
    }
  }

  Page& page_;
  const OpenedVrm& opened_;
  const schema::Humanoid& humanoid_;
};

std::string thumbnailText(ImageIndex image, const gltf::Stats& stats) {
  if (!image) return "none";
  const gltf::Stats::ImageStats& found = stats.images[image.value];
  return !found.readable ? fmt::format("image {}, missing", image.value)
                         : fmt::format("image {}, {}x{}", image.value, found.info.width, found.info.height);
}

}  // namespace

void describeMeta(Page& page, const OpenedVrm& opened, const gltf::Stats& stats) {
  const schema::Meta& meta = opened.vrm.meta;
  const auto stated = [&](std::string_view label, const std::string& value) {
    page.prose(label, value.empty() ? "not stated" : value);
  };
  startSection(page, "meta", "");
  stated("  name", meta.name);
  stated("  version", meta.version);
  if (meta.authors.empty()) stated("  authors", "");
  page.list("  authors", meta.authors);
  stated("  contact", meta.contactInformation);
  if (meta.references.empty()) stated("  references", "");
  std::string_view label = "  references";
  for (const std::string& reference : meta.references) {
    page.prose(label, reference);
    label = {};
  }
  stated("  copyright", meta.copyrightInformation);
  stated("  third party", meta.thirdPartyLicenses);
  page.row("  thumbnail", thumbnailText(meta.thumbnailImage, stats));
  page.prose("  exporter", opened.vrm.exporterVersion);
}

void describeLicence(Page& page, const schema::Vrm& vrm) {
  startSection(page, "licence", "vrm licence FILE gives the reasons");
  page.labels(25);
  const Licence licence = Licence::of(vrm);
  for (const LicenceAnswer& answer : licence.all()) {
    page.row("  " + std::string(name(answer.use)), name(answer.verdict));
  }
}

void describeHumanoid(Page& page, const OpenedVrm& opened) {
  const schema::Humanoid& humanoid = opened.vrm.humanoid;
  std::size_t count = 0, missing = 0;
  std::vector<std::string> tails;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (humanoid[bone.bone]) {
      ++count;
    } else if (schema::isRequired(bone.bone, opened.vrm.version)) {
      ++missing;
    }
  }
  for (const HumanTailInfo& tail : allHumanTails()) {
    const NodeIndex node = humanoid.tails[static_cast<std::size_t>(tail.tail)];
    if (node) tails.push_back(fmt::format("{} is {}", tail.name, nodeWithIndex(opened, node)));
  }
  std::string summary = fmt::format("{} of {} bones", count, kHumanBoneCount);
  if (missing > 0) summary += fmt::format(", {} missing", countText(missing, "required bone"));
  if (opened.vrm.turned) summary += "; the avatar faces -Z in the file and is turned to face +Z";
  startSection(page, "humanoid", summary);
  BoneTree(page, opened);
  page.labels(14);
  page.list("  without", absentBones(opened.vrm));
  page.list("  tails", tails);
  if (humanoid.unity) {
    const schema::UnityHumanDescription& unity = *humanoid.unity;
    page.list(
        "  for Unity",
        {"arm stretch " + numberText(unity.armStretch), "leg stretch " + numberText(unity.legStretch),
         "upper arm twist " + numberText(unity.upperArmTwist), "lower arm twist " + numberText(unity.lowerArmTwist),
         "upper leg twist " + numberText(unity.upperLegTwist), "lower leg twist " + numberText(unity.lowerLegTwist),
         "feet spacing " + numberText(unity.feetSpacing),
         unity.hasTranslationDoF ? "bones may move" : "bones only turn",
         unity.limits.empty() ? "no limits" : "limits of " + countText(unity.limits.size(), "bone")});
  }
}

void describeAnimation(Page& page, const OpenedVrm& opened) {
  if (!opened.vrm.animation) return startSection(page, "animation", "none");
  const schema::HumanoidAnimation& animation = *opened.vrm.animation;
  std::vector<std::string> bones, expressions;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = animation[bone.bone];
    if (node) bones.push_back(trackText(opened, bone.name, node));
  }
  for (const schema::ExpressionTrack& track : animation.expressions) {
    expressions.push_back((track.preset ? "" : "custom ") + trackText(opened, track.name, track.node));
  }
  startSection(page, "animation",
               fmt::format("{}, {}, {}", countText(bones.size(), "bone"), countText(expressions.size(), "expression"),
                           animation.lookAt ? "look-at" : "no look-at"));
  page.list("  bones", bones);
  page.list("  expressions", expressions);
  if (animation.lookAt) {
    const schema::LookAtTrack& track = *animation.lookAt;
    page.list("  look-at",
              {"by " + nodeWithIndex(opened, track.node),
               track.offsetFromHeadBone ? "eyes at " + vectorText(*track.offsetFromHeadBone) + " from the head"
                                        : "offset from the head not stated"});
  }
}

}  // namespace vrm::cli
