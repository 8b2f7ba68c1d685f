// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "determinism/run.hpp"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "determinism/skinned_mesh.hpp"
#include "vrm/runtime/crowd.hpp"

namespace vrm::determinism {
namespace {

void give(ValueSink& sink, std::string_view what, std::uint32_t index, std::string_view name, Vec3 v) {
  const float values[] = {v.x, v.y, v.z};
  sink.values(what, index, name, values);
}
void give(ValueSink& sink, std::string_view what, std::uint32_t index, std::string_view name, const Quat& q) {
  const float values[] = {q.x, q.y, q.z, q.w};
  sink.values(what, index, name, values);
}

void giveInputs(ValueSink& sink, const Avatar& avatar, float dt) {
  sink.values("input dt", 0, {}, {&dt, 1});
  give(sink, "input root translation", 0, {}, avatar.root().translation);
  give(sink, "input root rotation", 0, {}, avatar.root().rotation);
  sink.values("input root scale", 0, {}, {&avatar.root().scale, 1});
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const auto index = static_cast<std::uint32_t>(bone.bone);
    if (avatar.model().bone(bone.bone))
      give(sink, "input rotation of bone", index, bone.name, avatar.pose().rotation(bone.bone));
  }
}

void giveOutputs(ValueSink& sink, const Avatar& avatar, UpdateFlags flags) {
  const Model& model = avatar.model();
  const auto bits = static_cast<float>(static_cast<std::uint32_t>(flags));
  sink.values("update flags", 0, {}, {&bits, 1});
  const float gaze[] = {avatar.gaze().yaw, avatar.gaze().pitch};
  sink.values("gaze", 0, {}, gaze);
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i)
    sink.values("weight of expression", i, model.expressionName(ExpressionIndex(i)),
                avatar.expressionWeights().subspan(i, 1));
  for (std::uint32_t i = 0; i < model.meshNodes().size(); ++i)
    sink.values("morph weights of mesh", i, {}, avatar.morphWeights(i));
  for (std::uint32_t i = 0; i < model.materials().size(); ++i) {
    for (const Vec4& v : avatar.materialValues(i)) {
      const float values[] = {v.x, v.y, v.z, v.w};
      sink.values("values of material", i, {}, values);
    }
  }
  for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
    const Trs local = avatar.local(ModelNode(i));
    const std::string_view name = model.nodeName(ModelNode(i));
    give(sink, "local translation of node", i, name, local.translation);
    give(sink, "local rotation of node", i, name, local.rotation);
    give(sink, "local scale of node", i, name, local.scale);
  }
  for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
    sink.values("world matrix of node", i, model.nodeName(ModelNode(i)), avatar.world(ModelNode(i)));
  give(sink, "viewpoint", 0, {}, avatar.viewpoint());
}

// FNV-1a over words, which carries nothing downwards by itself.
class Hash final : public ValueSink {
 public:
  void frame(std::uint32_t frame) override { add(frame); }
  void values(std::string_view, std::uint32_t, std::string_view, std::span<const float> values) override {
    for (const float value : values) add(promisedBits(value));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add(std::uint32_t bits) {
    value_ = (value_ ^ bits) * 0x100000001B3u;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

// The avatar of a scene, alone or among others that do the same.
class Stage {
 public:
  Stage(const Scene& scene, std::shared_ptr<const Model> model) : scene_(scene) {
    if (!scene.crowd) {
      alone_.emplace(std::move(model));
      return;
    }
    crowd_.emplace(3);
    for (int i = 0; i < 13; ++i) members_.push_back(crowd_->add(model));
  }
  Avatar& avatar() { return alone_ ? *alone_ : (*crowd_)[members_[5]]; }
  float drive(std::uint32_t frame) {
    for (const CrowdMember& member : members_) {
      if (member != members_[5]) scene_.drive((*crowd_)[member], frame);
    }
    return scene_.drive(avatar(), frame);
  }
  UpdateFlags update(float dt) {
    if (alone_) return alone_->update(dt);
    crowd_->update(dt);
    return crowd_->flags(members_[5]);
  }

 private:
  const Scene& scene_;
  std::optional<Avatar> alone_;
  std::optional<Crowd> crowd_;
  std::vector<CrowdMember> members_;
};

}  // namespace

void runScene(const Scene& scene, std::shared_ptr<const Model> model, ValueSink& sink) {
  Stage stage(scene, std::move(model));
  std::optional<SkinnedMesh> mesh;
  if (scene.skinned) mesh.emplace(stage.avatar().model());
  sink.frame(0);
  giveOutputs(sink, stage.avatar(), UpdateFlags::None);
  for (std::uint32_t frame = 0; frame < scene.frames; ++frame) {
    const float dt = stage.drive(frame);
    const UpdateFlags flags = stage.update(dt);
    const Avatar& avatar = stage.avatar();
    sink.frame(frame + 1);
    giveInputs(sink, avatar, dt);
    giveOutputs(sink, avatar, flags);
    if (!mesh) continue;
    mesh->skin(avatar, frame);
    for (std::uint32_t i = 0; i < mesh->positions().size(); ++i) {
      give(sink, "position of vertex", i, {}, mesh->positions()[i]);
      give(sink, "normal of vertex", i, {}, mesh->normals()[i]);
    }
  }
}

std::uint32_t promisedBits(float value) noexcept {
  if (value == 0) return 0;
  if (value != value) return 0x7FC00000u;
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

std::uint64_t hashOf(const Scene& scene, std::shared_ptr<const Model> model) {
  Hash hash;
  runScene(scene, std::move(model), hash);
  return hash.value();
}

}  // namespace vrm::determinism
