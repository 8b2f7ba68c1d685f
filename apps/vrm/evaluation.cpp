// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "evaluation.hpp"

#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace vrm::cli {
namespace {

Vec3 vec3(std::span<const float> v) {
  return {v[0], v[1], v[2]};
}
Quat quat(std::span<const float> v) {
  return {v[0], v[1], v[2], v[3]};
}

Result<void> refuse(std::string pointer, std::string message) {
  return Error{Code::ScenarioInvalid, std::move(message), std::move(pointer), kNoOffset};
}

std::string quoted(std::string_view text) {
  gltf::Json json;
  return gltf::Json::write(json.string(text));
}

// "name": before a member's value, after a comma if it is not the first.
void addKey(std::string& out, std::string_view name, bool& first) {
  if (!std::exchange(first, false)) out += ',';
  out += quoted(name);
  out += ':';
}

// No -0. JSON has no word for infinity.
void addNumber(std::string& out, float number) {
  out += std::isfinite(number) ? formatFloat(number == 0 ? 0 : number) : "null";
}

void addNumbers(std::string& out, std::span<const float> numbers) {
  out += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out += ',';
    addNumber(out, numbers[i]);
  }
  out += ']';
}

}  // namespace

Evaluation::Evaluation(const LoadResult& loaded, const Scenario& scenario)
    : loaded_(loaded), model_(*loaded.model()), scenario_(scenario), avatar_(loaded.model()) {
  startFrom(avatar_);
}

void Evaluation::startFrom(const Avatar& avatar) {
  if (&avatar != &avatar_) avatar_ = avatar;
  avatar_.setStepping(scenario_.fixedStepping ? SpringStepping::Fixed : SpringStepping::Spec);
}

Result<void> Evaluation::prepare(std::vector<std::string>& warnings) {
  const auto leaveOut = [&](const Track& track, std::string_view why) {
    warnings.push_back("the track \"" + track.name + "\" is left out: " + std::string(why));
  };
  for (const Track& track : scenario_.tracks) {
    Channel channel{&track, {}, {}, {}};
    const auto number = static_cast<std::uint64_t>(&track - scenario_.tracks.data());
    const std::string target = gltf::pointerJoin("/tracks", number) + "/target";
    if (track.target == Track::Target::Bone) {
      channel.bone = *findHumanBone(track.subject);
      if (!model_.bone(channel.bone)) {
        leaveOut(track, "the model has no such bone");
        continue;
      }
    } else if (track.target == Track::Target::Node) {
      const std::size_t count = loaded_.asset().nodes.size();
      if (track.number >= count) {
        return refuse(target,
                      "the track \"" + track.name + "\": the file has " + std::to_string(count) + " nodes");
      }
      channel.node = model_.node(NodeIndex(track.number));
    } else if (track.target == Track::Target::Expression) {
      channel.expression = model_.expression(track.subject);
      if (!channel.expression && findExpressionPreset(track.subject)) {
        leaveOut(track, "the model has no such expression");
        continue;
      }
      if (!channel.expression) {
        return refuse(target, "the track \"" + track.name +
                                  "\" names an expression that neither VRM 1.0 nor the model has; names of "
                                  "presets are those of 1.0 in all versions");
      }
    } else if (track.target == Track::Target::LookAt && !model_.hasLookAt()) {
      leaveOut(track, "the model has no lookAt");
      continue;
    }
    channels_.push_back(channel);
  }
  return findNodes();
}

Result<void> Evaluation::run(std::string_view modelName, const Sink& sink, const AfterFrame& afterFrame) {
  constexpr std::size_t kPiece = 1 << 16;
  std::string text = "{\"model\":" + quoted(modelName) + ",\"frames\":[";
  bool first = true;
  for (std::uint32_t frame = 1; frame <= scenario_.frames; ++frame) {
    for (const Channel& channel : channels_) write(channel, channel.track->at(frame));
    avatar_.setRoot(root_);
    avatar_.update(scenario_.stepOf(frame));
    if (sink && scenario_.isSample(frame)) {
      text += std::exchange(first, false) ? "\n" : ",\n";
      addFrame(text, frame);
      if (text.size() >= kPiece) {
        if (Result<void> taken = sink(text); !taken) return taken;
        text.clear();
      }
    }
    if (afterFrame) afterFrame(frame, avatar_);
  }
  return sink ? sink(text + "\n]}\n") : Result<void>();
}

Result<void> Evaluation::findNodes() {
  std::set<std::uint32_t> found;
  const std::size_t count = loaded_.asset().nodes.size();
  switch (scenario_.nodes) {
    case Scenario::Nodes::Springs:
      for (const schema::Spring& spring : loaded_.vrm().springBone.springs) {
        for (std::size_t i = 0; i + 1 < spring.joints.size(); ++i) found.insert(spring.joints[i].node.value);
      }
      break;
    case Scenario::Nodes::Constrained:
      for (const ConstraintRow& row : model_.tables().constraints) {
        found.insert(model_.fileNode(ModelNode(row.node)).value);
      }
      break;
    case Scenario::Nodes::Humanoid:
      for (const HumanBoneInfo& bone : allHumanBones()) {
        if (const ModelNode node = model_.bone(bone.bone)) found.insert(model_.fileNode(node).value);
      }
      break;
    case Scenario::Nodes::All:
      for (std::uint32_t i = 0; i < count; ++i) found.insert(i);
      break;
    case Scenario::Nodes::List:
      for (std::size_t i = 0; i < scenario_.nodeList.size(); ++i) {
        const std::uint32_t node = scenario_.nodeList[i];
        if (node >= count) {
          return refuse(gltf::pointerJoin("/output/nodes", i), "there is no node " + std::to_string(node) +
                                                                   ", the file has " + std::to_string(count));
        }
        found.insert(node);
      }
      break;
  }
  nodes_.assign(found.begin(), found.end());
  return {};
}

void Evaluation::write(const Channel& channel, std::span<const float> v) {
  const Track& track = *channel.track;
  switch (track.target) {
    case Track::Target::Root:
      if (track.property == Track::Property::Translation) root_.translation = vec3(v);
      if (track.property == Track::Property::Rotation) root_.rotation = quat(v);
      if (track.property == Track::Property::Scale) root_.scale = v[0];
      return;
    case Track::Target::Bone:
      if (track.property == Track::Property::Rotation) return avatar_.pose().rotate(channel.bone, quat(v));
      return avatar_.pose().moveHips(vec3(v));
    case Track::Target::Node:
      if (track.property == Track::Property::Translation)
        return avatar_.setTranslation(channel.node, vec3(v));
      if (track.property == Track::Property::Rotation) return avatar_.setRotation(channel.node, quat(v));
      return avatar_.setScale(channel.node, vec3(v));
    case Track::Target::Expression:
      return avatar_.expression(channel.expression, v[0]);
    case Track::Target::LookAt:
      if (track.property == Track::Property::Target) return avatar_.lookAt(vec3(v));
      return avatar_.lookAt(YawPitch{v[0], v[1]});
    case Track::Target::Force:
      return avatar_.setForce(vec3(v));
  }
}

void Evaluation::addFrame(std::string& out, std::uint32_t frame) const {
  out += "{\"frame\":" + std::to_string(frame) + ",\"nodes\":{";
  bool first = true;
  for (const std::uint32_t node : nodes_) {
    addKey(out, std::to_string(node), first);
    addNode(out, model_.node(NodeIndex(node)));
  }
  out += '}';
  if (scenario_.morphs) addMorphs(out);
  if (scenario_.expressions) addExpressions(out);
  if (scenario_.materials) addMaterials(out);
  if (scenario_.lookAt && model_.hasLookAt()) {
    out += ",\"lookAt\":{\"yaw\":";
    addNumber(out, avatar_.gaze().yaw);
    out += ",\"pitch\":";
    addNumber(out, avatar_.gaze().pitch);
    out += "}";
  }
  out += '}';
}

void Evaluation::addNode(std::string& out, ModelNode node) const {
  const Trs local = avatar_.local(node);
  const Quat& r = local.rotation;
  const Vec3& t = local.translation;
  bool first = true;
  const auto member = [&](std::string_view name, std::span<const float> numbers) {
    addKey(out, name, first);
    addNumbers(out, numbers);
  };
  out += '{';
  if (scenario_.rotation) member("rotation", std::array{r.x, r.y, r.z, r.w});
  if (scenario_.translation) member("translation", std::array{t.x, t.y, t.z});
  if (scenario_.world) member("world", avatar_.world(node));
  out += '}';
}

void Evaluation::addMorphs(std::string& out) const {
  out += ",\"morphs\":{";
  bool first = true;
  for (std::size_t i = 0; i < model_.meshNodes().size(); ++i) {
    const MeshNode& mesh = model_.meshNodes()[i];
    if (mesh.morphCount == 0) continue;
    addKey(out, std::to_string(model_.fileNode(ModelNode(mesh.node)).value), first);
    addNumbers(out, avatar_.morphWeights(i));
  }
  out += '}';
}

void Evaluation::addExpressions(std::string& out) const {
  out += ",\"expressions\":{";
  bool first = true;
  for (std::uint32_t i = 0; i < model_.expressionCount(); ++i) {
    addKey(out, model_.expressionName(ExpressionIndex(i)), first);
    addNumber(out, avatar_.expressionWeights()[i]);
  }
  out += '}';
}

void Evaluation::addMaterials(std::string& out) const {
  out += ",\"materials\":{";
  bool first = true;
  for (std::size_t i = 0; i < model_.materials().size(); ++i) {
    const MaterialRow& row = model_.materials()[i];
    addKey(out, std::to_string(row.material.value), first);
    out += '{';
    bool firstValue = true;
    for (std::uint32_t slot = 0; slot < kMaterialValueCount; ++slot) {
      if ((row.bound >> slot & 1) == 0) continue;
      const Vec4& v = avatar_.materialValues(i)[slot];
      const std::array<float, 4> numbers = {v.x, v.y, v.z, v.w};
      const bool uv = slot == kTextureTransformSlot;
      const bool alpha = slot == static_cast<std::uint32_t>(MaterialColorType::Color);
      addKey(out, uv ? "uv" : name(static_cast<MaterialColorType>(slot)), firstValue);
      addNumbers(out, std::span(numbers).first(uv || alpha ? 4 : 3));
    }
    out += '}';
  }
  out += '}';
}

}  // namespace vrm::cli
