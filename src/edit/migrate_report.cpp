// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/migrate_report.hpp"

#include <algorithm>
#include <utility>

#include "validate/check_members.hpp"
#include "validate/known_members.hpp"

namespace vrm::edit {
namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

class SectionReporter {
 public:
  SectionReporter(const gltf::Document& source, const schema::Vrm& vrm, MigrationReport& report)
      : source_(source), vrm_(vrm), report_(report), old_(vrm.version == VrmVersion::Vrm0) {}

  void run() {
    if (vrm_.turned) exact("coordinates", "", "half a turn about Y: the avatar faces +Z");
    if (!vrm_.humanoid.empty()) humanoid();
    if (!vrm_.expressions.list.empty()) expressions();
    if (vrm_.lookAt)
      exact("gaze", old_ ? "firstPerson" : "lookAt",
            vrm_.lookAt->type == schema::LookAtType::Bone ? "by bones" : "by expressions");
    if (!vrm_.firstPerson.meshAnnotations.empty()) {
      exact("first person", "firstPerson/meshAnnotations",
            counted(vrm_.firstPerson.meshAnnotations.size(), "annotation", "annotations") + ", by node");
    }
    if (!vrm_.springBone.springs.empty()) springs();
    if (vrm_.animation) animation(*vrm_.animation);
    constraints();
    materials();
    unknownMembers();
  }

 private:
  void exact(std::string_view what, std::string_view member, std::string text) {
    const std::string pointer =
        member.empty()
            ? ""
            : std::string(old_ ? "/extensions/VRM/" : "/extensions/VRMC_vrm/") + std::string(member);
    report_.entries.push_back({Outcome::Exact, std::string(what), pointer, std::move(text)});
  }

  void humanoid() {
    std::size_t bones = 0;
    bool thumbs = false;
    for (const HumanBoneInfo& info : allHumanBones()) {
      const bool there = static_cast<bool>(vrm_.humanoid[info.bone]);
      bones += there;
      thumbs = thumbs || (there && info.name.find("Thumb") != std::string_view::npos);
    }
    exact("humanoid", "humanoid",
          counted(bones, "bone", "bones") + (thumbs ? ", thumbs by their new names" : ""));
    if (vrm_.humanoid.unity && !(*vrm_.humanoid.unity == schema::UnityHumanDescription{})) {
      report_.entries.push_back({Outcome::Dropped, "humanoid", "/extensions/VRM/humanoid",
                                 "Unity's stretch, twist and limits; kept in VRMC_vrm.extras.vrmSource"});
    }
  }

  void expressions() {
    std::size_t presets = 0;
    for (const schema::Expression& expression : vrm_.expressions.list)
      presets += expression.preset.has_value();
    exact("expressions", old_ ? "blendShapeMaster" : "blendShape",
          counted(presets, "preset", "presets") + " by their new names, " +
              std::to_string(vrm_.expressions.list.size() - presets) + " of its own");
  }

  void springs() {
    std::size_t joints = 0;
    for (const schema::Spring& spring : vrm_.springBone.springs) joints += spring.joints.size();
    std::string text = counted(vrm_.springBone.springs.size(), "chain", "chains") + " with " +
                       counted(joints, "joint", "joints");
    if (!vrm_.addedNodes.empty())
      text += ", " + counted(vrm_.addedNodes.size(), "tail", "tails") + " of 7 cm as nodes";
    exact("springs", old_ ? "secondaryAnimation" : "springBone", std::move(text));
    if (!vrm_.springBone.colliders.empty())
      exact("colliders", old_ ? "secondaryAnimation/colliderGroups" : "springBone/colliderGroups",
            counted(vrm_.springBone.colliders.size(), "collider", "colliders"));
  }

  void animation(const schema::HumanoidAnimation& tracks) {
    const auto bones = static_cast<std::size_t>(
        std::count_if(tracks.humanBones.begin(), tracks.humanBones.end(), [](NodeIndex n) { return !!n; }));
    report_.entries.push_back({Outcome::Exact, "animation", "/extensions/VRMC_vrm_animation",
                               counted(bones, "bone", "bones") + " and " +
                                   counted(tracks.expressions.size(), "expression", "expressions")});
  }

  // Those of drafts that 1.0 cannot say are told when they are written.
  void constraints() {
    const auto isFinal = [](const schema::NodeConstraint& c) {
      return c.type == ConstraintType::Roll || c.type == ConstraintType::Aim ||
             c.type == ConstraintType::Rotation;
    };
    const auto count =
        static_cast<std::size_t>(std::count_if(vrm_.constraints.begin(), vrm_.constraints.end(), isFinal));
    if (count > 0) exact("constraints", "", counted(count, "constraint", "constraints"));
  }

  void materials() {
    std::size_t toon = 0;
    for (const schema::Material& material : vrm_.materials) toon += material.mtoon.has_value();
    if (toon > 0)
      exact("materials", old_ ? "materialProperties" : "",
            counted(toon, "MToon material", "MToon materials") + (old_ ? ", by UniVRM's formulas" : ""));
  }

  // The section goes as a whole; of 1.0 and drafts unknown members stay. Those of meta are kept
  // (keepUnknownTerms).
  void unknownMembers() {
    constexpr std::string_view kSection = "/extensions/VRM/";
    if (!old_) return;
    Diagnostics found;
    checks::KnownMembers known;
    checks::checkMembers(source_, found, known);
    for (const Diagnostic& issue : found.all()) {
      if (issue.code != Code::MemberUnknown || !issue.pointer.starts_with(kSection)) continue;
      const bool term = issue.pointer.starts_with("/extensions/VRM/meta/");
      dropped("unknown member", issue.pointer,
              (term ? "kept in meta.extras.sourceTerms.unknown" : "VRM 0.x has no such member") +
                  (issue.count > 1 ? ", and " + std::to_string(issue.count - 1) + " more like it"
                                   : std::string()));
    }
    // Which the rules allow everywhere.
    std::size_t count = 0;
    std::vector<std::pair<const gltf::JsonValue*, std::string>> pending;
    if (const gltf::JsonValue* section = gltf::Json::at(source_.root(), "/extensions/VRM"))
      pending.emplace_back(section, "/extensions/VRM");
    while (!pending.empty() && count < 100) {
      const auto [value, pointer] = pending.back();
      pending.pop_back();
      for (const gltf::JsonMember& member : value->members()) {
        const std::string_view key = member.key.string();
        if (key == "extras" || key == "extensions") {
          ++count;
          dropped("unknown member", gltf::pointerJoin(pointer, key),
                  pointer == "/extensions/VRM/meta" ? "kept in meta.extras.sourceTerms.unknown"
                                                    : "it goes with its section");
        } else if (member.value.isObject() || member.value.isArray()) {
          pending.emplace_back(&member.value, gltf::pointerJoin(pointer, key));
        }
      }
      for (std::uint32_t i = 0; i < value->elements().size(); ++i) {
        const gltf::JsonValue& element = value->elements()[i];
        if (element.isObject() || element.isArray())
          pending.emplace_back(&element, gltf::pointerJoin(pointer, i));
      }
    }
  }

  void dropped(std::string_view what, std::string pointer, std::string text) {
    report_.entries.push_back({Outcome::Dropped, std::string(what), std::move(pointer), std::move(text)});
  }

  const gltf::Document& source_;
  const schema::Vrm& vrm_;
  MigrationReport& report_;
  bool old_;
};

}  // namespace

std::string_view name(Outcome outcome) noexcept {
  constexpr std::string_view kNames[] = {"exact", "approximated", "dropped"};
  const auto i = static_cast<std::size_t>(outcome);
  return i < std::size(kNames) ? kNames[i] : std::string_view();
}

std::size_t MigrationReport::count(Outcome outcome) const noexcept {
  return static_cast<std::size_t>(std::count_if(
      entries.begin(), entries.end(), [&](const MigrationEntry& e) { return e.outcome == outcome; }));
}

void reportSections(const gltf::Document& source, const schema::Vrm& vrm, const Diagnostics& reading,
                    MigrationReport& report) {
  SectionReporter(source, vrm, report).run();
  // What could not be read is not in the structs.
  for (const Diagnostic& issue : reading.all()) {
    if (issue.severity <= Severity::Warning)
      report.entries.push_back({Outcome::Dropped, "unreadable", issue.pointer, issue.message});
  }
}

}  // namespace vrm::edit
