// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm_animation 1.0: which bones and expressions a motion must have, and what it must not move.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

constexpr std::string_view kExtension = "/extensions/VRMC_vrm_animation";

class AnimationChecker {
 public:
  AnimationChecker(const Subject& subject, const schema::HumanoidAnimation& animation)
      : subject_(subject), animation_(animation) {}

  void check() {
    checkBones();
    checkExpressions();
    if (subject_.asset.animations.empty()) {
      subject_.report(Code::VrmAnimationTrack, Severity::Warning, std::string(kExtension),
                      "the file has no animation to play");
    }
    for (std::uint32_t i = 0; i < subject_.asset.animations.size(); ++i) {
      checkChannels(i);
      checkTracks(i);
    }
  }

 private:
  // "humanBones.(Humanoid bone name)": required if VRMC_vrm requires it; leftEye and rightEye cannot be
  // defined.
  void checkBones() {
    const std::string list = std::string(kExtension) + "/humanoid/humanBones";
    const gltf::JsonValue* const bones = subject_.at(list);
    if (!bones) return;
    std::vector<std::string> missing;
    // Those that are there without a node of their own have been reported.
    for (const HumanBoneInfo& row : allHumanBones()) {
      if (row.required && !animation_[row.bone] && !bones->has(row.name)) missing.emplace_back(row.name);
    }
    if (!missing.empty()) {
      subject_.report(Code::VrmBoneMissing, Severity::Error, list,
                      "required bones that are missing: " + listed(missing));
    }
    for (const HumanBone eye : {HumanBone::LeftEye, HumanBone::RightEye}) {
      if (!animation_[eye]) continue;
      subject_.report(Code::VrmAnimationTrack, gltf::pointerJoin(list, name(eye)),
                      std::string(name(eye)) + " cannot be animated; lookAt is for the gaze");
    }
  }

  // "lookUp, lookDown, lookLeft, and lookRight cannot be defined."
  void checkExpressions() {
    for (const schema::ExpressionTrack& track : animation_.expressions) {
      // One animation cannot be both: the way of a bone, and a weight.
      const auto bone = std::find(animation_.humanBones.begin(), animation_.humanBones.end(), track.node);
      if (bone != animation_.humanBones.end()) {
        subject_.report(Code::VrmAnimationTrack, Severity::Warning,
                        subject_.found.full(Code::VrmAnimationTrack) ? std::string() : trackPointer(track),
                        subject_.text(track.node) + " is the bone " +
                            subject_.text(static_cast<HumanBone>(bone - animation_.humanBones.begin())) +
                            "; an expression needs a node of its own");
      }
      if (!track.preset || kindOf(*track.preset) != ExpressionKind::LookAt) continue;
      subject_.report(Code::VrmAnimationTrack,
                      gltf::pointerJoin(std::string(kExtension) + "/expressions/preset", track.name),
                      track.name + " cannot be animated; lookAt is for the gaze");
    }
  }

  // "must not include scales for the Humanoid bone", "must not include translations for bones other than the
  // Hips".
  void checkChannels(std::uint32_t index) {
    const gltf::Animation& animation = subject_.asset.animations[index];
    for (const gltf::AnimationChannel& channel : subject_.asset.channelsOf(animation)) {
      const auto bone = std::find(animation_.humanBones.begin(), animation_.humanBones.end(), channel.node);
      if (!channel.node || bone == animation_.humanBones.end()) continue;
      const auto which = static_cast<HumanBone>(bone - animation_.humanBones.begin());
      const bool scale = channel.path == gltf::AnimationPath::Scale;
      const bool moved = channel.path == gltf::AnimationPath::Translation && which != HumanBone::Hips;
      if (!scale && !moved) continue;
      subject_.report(Code::VrmAnimationTrack,
                      channelPointer(index, channel.node, scale ? "scale" : "translation"),
                      std::string(scale ? "the scale of " : "the translation of ") +
                          std::string(name(which)) + " cannot be animated");
    }
  }

  std::string trackPointer(const schema::ExpressionTrack& track) const {
    const std::string list = std::string(kExtension) + "/expressions/";
    const std::string preset = gltf::pointerJoin(list + "preset", track.name) + "/node";
    return subject_.at(preset) ? preset : gltf::pointerJoin(list + "custom", track.name) + "/node";
  }

  // "the X component of the translation is treated as the animation data for the weight of the expression";
  // "the rotation ... is treated as the animation data for the eye gaze direction". Nobody looks at the rest.
  void checkTracks(std::uint32_t index) {
    using gltf::AnimationPath;
    std::map<std::uint32_t, std::pair<std::string, AnimationPath>> wanted;  // by node
    for (const schema::ExpressionTrack& track : animation_.expressions)
      wanted.emplace(track.node.value,
                     std::pair(std::string(gltf::beginning(track.name, 60)), AnimationPath::Translation));
    if (animation_.lookAt)
      wanted.emplace(animation_.lookAt->node.value, std::pair("lookAt", AnimationPath::Rotation));
    for (const NodeIndex bone : animation_.humanBones) wanted.erase(bone.value);
    const std::span<const gltf::AnimationChannel> channels =
        subject_.asset.channelsOf(subject_.asset.animations[index]);
    std::set<std::uint32_t> driven;
    for (const gltf::AnimationChannel& channel : channels) {
      const auto found = wanted.find(channel.node.value);
      if (found != wanted.end() && channel.path == found->second.second) driven.insert(channel.node.value);
    }
    for (const gltf::AnimationChannel& channel : channels) {
      const auto found = wanted.find(channel.node.value);
      if (found == wanted.end() || channel.path == found->second.second) continue;
      if (channel.path != AnimationPath::Translation && channel.path != AnimationPath::Rotation &&
          channel.path != AnimationPath::Scale)
        continue;
      const char* const path = channel.path == AnimationPath::Translation ? "translation"
                               : channel.path == AnimationPath::Rotation  ? "rotation"
                                                                          : "scale";
      const bool weight = found->second.second == AnimationPath::Translation;
      subject_.report(Code::VrmAnimationTrack,
                      driven.contains(channel.node.value) ? Severity::Information : Severity::Warning,
                      channelPointer(index, channel.node, path),
                      std::string("the ") + path + " of " + subject_.text(channel.node) + " does nothing: " +
                          (weight ? "the weight of " + found->second.first + " is the X of its translation"
                                  : "the gaze is its rotation"));
    }
  }

  // Reading leaves out channels that cannot be played, so that its numbers are others.
  std::string channelPointer(std::uint32_t animation, NodeIndex node, std::string_view path) const {
    std::string list = gltf::pointerJoin("/animations", animation) + "/channels";
    const gltf::JsonValue* const channels =
        subject_.found.full(Code::VrmAnimationTrack) ? nullptr : subject_.at(list);
    std::uint32_t i = 0;
    for (const gltf::JsonValue& channel :
         channels ? channels->elements() : std::span<const gltf::JsonValue>()) {
      const gltf::JsonValue* const target = channel.find("target");
      const gltf::JsonValue* const moved = target ? target->find("node") : nullptr;
      const gltf::JsonValue* const which = target ? target->find("path") : nullptr;
      if (moved && which && moved->index() == node.value && which->string() == path)
        return gltf::pointerJoin(list, i);
      ++i;
    }
    return list;
  }

  const Subject& subject_;
  const schema::HumanoidAnimation& animation_;
};

}  // namespace

void checkAnimation(const Subject& subject) {
  if (subject.vrm.animation) AnimationChecker(subject, *subject.vrm.animation).check();
}

}  // namespace vrm::checks
