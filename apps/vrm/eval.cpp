// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <set>

#include "command.hpp"
#include "scenario.hpp"

namespace vrm::cli {
namespace {

struct Options {
  std::string model;
  std::string scenario;
  std::string output;
  bool hash = false;
};

constexpr std::uint64_t kMaxScenarioBytes = std::uint64_t{1} << 28;

// Where a track writes to, found once.
struct Channel {
  const Track* track;
  HumanBone bone{};
  ModelNode node;
  ExpressionIndex expression;
};

Vec3 vec3(std::span<const float> v) {
  return {v[0], v[1], v[2]};
}
Quat quat(std::span<const float> v) {
  return {v[0], v[1], v[2], v[3]};
}

class Evaluation {
 public:
  Evaluation(const Options& options, const LoadResult& loaded, const Scenario& scenario)
      : options_(options),
        loaded_(loaded),
        model_(*loaded.model()),
        scenario_(scenario),
        avatar_(loaded.model()) {}

  // Tracks of names that the standard has and the model lacks are left out with a warning.
  Result<void> prepare() {
    for (const Track& track : scenario_.tracks) {
      Channel channel{&track, {}, {}, {}};
      const std::string pointer =
          gltf::pointerJoin("/tracks", static_cast<std::uint64_t>(&track - scenario_.tracks.data()));
      if (track.target == Track::Target::Bone) {
        channel.bone = *findHumanBone(track.subject);
        if (!model_.bone(channel.bone)) {
          warn(track, "the model has no such bone");
          continue;
        }
      } else if (track.target == Track::Target::Node) {
        if (track.number >= loaded_.asset().nodes.size()) {
          return refuse(pointer + "/target", fmt::format("the track \"{}\": the file has {} nodes",
                                                         track.name, loaded_.asset().nodes.size()));
        }
        channel.node = model_.node(NodeIndex(track.number));
      } else if (track.target == Track::Target::Expression) {
        channel.expression = model_.expression(track.subject);
        if (!channel.expression && findExpressionPreset(track.subject)) {
          warn(track, "the model has no such expression");
          continue;
        }
        if (!channel.expression) {
          return refuse(
              pointer + "/target",
              fmt::format("the track \"{}\" names an expression that neither the standard nor the model has",
                          track.name));
        }
      } else if (track.target == Track::Target::LookAt && !model_.hasLookAt()) {
        warn(track, "the model has no lookAt");
        continue;
      }
      channels_.push_back(channel);
    }
    return findNodes();
  }

  std::string run() {
    std::string text = fmt::format("{{\"model\":{},\"frames\":[",
                                   quoted(std::filesystem::path(options_.model).filename().string()));
    const auto start = std::chrono::steady_clock::now();
    bool first = true;
    for (std::uint32_t frame = 1; frame <= scenario_.frames; ++frame) {
      for (const Channel& channel : channels_) write(channel, channel.track->at(frame));
      avatar_.setRoot(root_);
      avatar_.update(scenario_.stepOf(frame));
      if (options_.hash) hash_ = outputHash(avatar_, hash_);
      if ((!options_.hash || !options_.output.empty()) && scenario_.isSample(frame)) {
        text += first ? "\n" : ",\n";
        first = false;
        addFrame(text, frame);
      }
      showProgress(frame, start);
    }
    return text + "\n]}\n";
  }
  std::uint64_t hash() const { return hash_; }

 private:
  static Result<void> refuse(std::string pointer, std::string message) {
    return Error{Code::ScenarioInvalid, std::move(message), std::move(pointer), kNoOffset};
  }
  void warn(const Track& track, std::string_view why) const {
    complain(fmt::format("warning: {}: the track \"{}\" is left out: {}", printable(options_.scenario),
                         printable(track.name), why));
  }

  Result<void> findNodes() {
    std::set<std::uint32_t> found;
    switch (scenario_.nodes) {
      case Scenario::Nodes::Springs:
        for (const schema::Spring& spring : loaded_.vrm().springBone.springs) {
          for (std::size_t i = 0; i + 1 < spring.joints.size(); ++i)
            found.insert(spring.joints[i].node.value);
        }
        break;
      case Scenario::Nodes::Constrained:
        for (const ConstraintRow& row : model_.tables().constraints)
          found.insert(model_.fileNode(ModelNode(row.node)).value);
        break;
      case Scenario::Nodes::Humanoid:
        for (const HumanBoneInfo& bone : allHumanBones()) {
          if (const ModelNode node = model_.bone(bone.bone)) found.insert(model_.fileNode(node).value);
        }
        break;
      case Scenario::Nodes::All:
        for (std::uint32_t i = 0; i < loaded_.asset().nodes.size(); ++i) found.insert(i);
        break;
      case Scenario::Nodes::List:
        for (const std::uint32_t i : scenario_.nodeList) {
          if (i >= loaded_.asset().nodes.size()) {
            return refuse("/output/nodes", fmt::format("node {} is asked for, but the file has {} nodes", i,
                                                       loaded_.asset().nodes.size()));
          }
          found.insert(i);
        }
        break;
    }
    nodes_.assign(found.begin(), found.end());
    return {};
  }

  void write(const Channel& channel, std::span<const float> v) {
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
        return;  // nothing but springs feels it
    }
  }

  static std::string quoted(std::string_view text) {
    gltf::Json json;
    return gltf::Json::write(json.string(text));
  }
  static void addNumbers(std::string& out, std::span<const float> numbers) {
    out += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) out += ',';
      out += formatFloat(numbers[i] == 0 ? 0 : numbers[i]);  // no -0
    }
    out += ']';
  }

  void addFrame(std::string& out, std::uint32_t frame) const {
    out += fmt::format("{{\"frame\":{},\"nodes\":{{", frame);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      out += fmt::format("{}\"{}\":{{", i > 0 ? "," : "", nodes_[i]);
      addNode(out, model_.node(NodeIndex(nodes_[i])));
      out += '}';
    }
    out += '}';
    if (scenario_.morphs) addMorphs(out);
    if (scenario_.expressions) addExpressions(out);
    if (scenario_.materials) addMaterials(out);
    if (scenario_.lookAt && model_.hasLookAt()) {
      out += fmt::format(",\"lookAt\":{{\"yaw\":{},\"pitch\":{}}}", formatFloat(avatar_.gaze().yaw),
                         formatFloat(avatar_.gaze().pitch));
    }
    out += '}';
  }

  void addNode(std::string& out, ModelNode node) const {
    const Trs local = avatar_.local(node);
    const char* comma = "";
    const auto member = [&](const char* name, std::span<const float> numbers) {
      out += comma;
      out += fmt::format("\"{}\":", name);
      addNumbers(out, numbers);
      comma = ",";
    };
    const Quat& r = local.rotation;
    const Vec3& t = local.translation;
    if (scenario_.rotation) member("rotation", std::array{r.x, r.y, r.z, r.w});
    if (scenario_.translation) member("translation", std::array{t.x, t.y, t.z});
    if (scenario_.world) member("world", avatar_.world(node));
  }

  void addMorphs(std::string& out) const {
    out += ",\"morphs\":{";
    bool first = true;
    for (std::size_t i = 0; i < model_.meshNodes().size(); ++i) {
      const MeshNode& mesh = model_.meshNodes()[i];
      if (mesh.morphCount == 0) continue;
      out += fmt::format("{}\"{}\":", first ? "" : ",", model_.fileNode(ModelNode(mesh.node)).value);
      addNumbers(out, avatar_.morphWeights(i));
      first = false;
    }
    out += '}';
  }

  void addExpressions(std::string& out) const {
    out += ",\"expressions\":{";
    for (std::uint32_t i = 0; i < model_.expressionCount(); ++i) {
      out += fmt::format("{}{}:{}", i > 0 ? "," : "", quoted(model_.expressionName(ExpressionIndex(i))),
                         formatFloat(avatar_.expressionWeights()[i]));
    }
    out += '}';
  }

  void addMaterials(std::string& out) const {
    out += ",\"materials\":{";
    for (std::size_t i = 0; i < model_.materials().size(); ++i) {
      const MaterialRow& row = model_.materials()[i];
      out += fmt::format("{}\"{}\":{{", i > 0 ? "," : "", row.material.value);
      const char* comma = "";
      for (std::uint32_t slot = 0; slot < kMaterialValueCount; ++slot) {
        if ((row.bound >> slot & 1) == 0) continue;
        const Vec4& v = avatar_.materialValues(i)[slot];
        const std::array<float, 4> numbers = {v.x, v.y, v.z, v.w};
        const bool uv = slot == kTextureTransformSlot,
                   alpha = slot == static_cast<std::uint32_t>(MaterialColorType::Color);
        out += fmt::format("{}\"{}\":", comma, uv ? "uv" : name(static_cast<MaterialColorType>(slot)));
        addNumbers(out, std::span(numbers).first(uv || alpha ? 4 : 3));
        comma = ",";
      }
      out += '}';
    }
    out += '}';
  }

  // Only for people, and only when there is time to read it.
  void showProgress(std::uint32_t frame, std::chrono::steady_clock::time_point start) {
    if (frame % 1024 != 0 && frame != scenario_.frames) return;
    const auto now = std::chrono::steady_clock::now();
    if (!progress_ && now - start < std::chrono::seconds(1)) return;
    if (!isTerminal()) return;
    progress_ = true;
    std::fputs(
        fmt::format("\rframe {} of {}{}", frame, scenario_.frames, frame == scenario_.frames ? "\n" : "")
            .c_str(),
        stderr);
  }

  const Options& options_;
  const LoadResult& loaded_;
  const Model& model_;
  const Scenario& scenario_;
  Avatar avatar_;
  RootTransform root_;
  std::vector<Channel> channels_;
  std::vector<std::uint32_t> nodes_;  // of the file
  std::uint64_t hash_ = kHashStart;
  bool progress_ = false;
};

int eval(const Command& command, const Options& options) {
  const Result<std::vector<std::byte>> bytes = readFile(options.scenario, kMaxScenarioBytes);
  if (!bytes) return fail(command, options.scenario, bytes.error());
  const Result<Scenario> scenario =
      readScenario({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!scenario) return fail(command, options.scenario, scenario.error());
  LoadOptions loading;
  loading.file = openOptions(command);
  const LoadResult loaded = load(options.model, loading);
  if (!loaded) return fail(command, options.model, loaded.error());

  Evaluation evaluation(options, loaded, *scenario);
  if (const Result<void> ready = evaluation.prepare(); !ready)
    return fail(command, options.scenario, ready.error());
  if (!loaded.vrm().springBone.springs.empty()) {
    complain(fmt::format("warning: {}: springs are not simulated yet; they stay at rest",
                         printable(options.model)));
  }
  const std::string text = evaluation.run();
  if (!options.output.empty()) {
    const Result<void> written = writeFile(options.output, std::as_bytes(std::span(text)));
    if (!written) return fail(command, options.output, written.error());
  }
  if (options.hash) {
    print(fmt::format("{:016x}\n", evaluation.hash()));
  } else if (options.output.empty()) {
    print(text);
  }
  return report(command, options.model, loaded.diagnostics());
}

}  // namespace

void addEval(CLI::App& app, Command& command) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "eval", "Drive an avatar frame by frame through a scenario and print what came out.");
  verb->add_option("MODEL", options->model, "The avatar")->required();
  verb->add_option("SCENARIO", options->scenario, "What to do to it, as JSON (docs/eval.md describes it)")
      ->required();
  verb->add_option("-o,--output", options->output,
                   "Write the numbers to this file instead of standard output");
  verb->add_flag("--hash", options->hash,
                 "Print a 64-bit hash of all outputs of all frames instead of the numbers; it is the same on "
                 "every machine");
  addReadOptions(*verb, command);
  verb->footer(
      "The same model and scenario give the same bytes everywhere.\n"
      "Example: vrm eval avatar.vrm nod.json -o nod.out.json");
  verb->callback(
      [&command, options] { command.run = [&command, options] { return eval(command, *options); }; });
}

}  // namespace vrm::cli
