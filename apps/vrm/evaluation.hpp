// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario.hpp"
#include "vrm/vrm.hpp"

namespace vrm::cli {

// A scenario at work on a model, and its outputs as text (docs/eval.md). It needs the library alone, so that
// tests can have what `vrm eval` prints on machines that do not have the command.
class Evaluation {
 public:
  // Both must live as long as the evaluation.
  Evaluation(const LoadResult& loaded, const Scenario& scenario);

  // Finds what the tracks name. Those of names that the standard has and the model lacks are left out; one
  // sentence each says so. To be called once, before run().
  Result<void> prepare(std::vector<std::string>& warnings);

  // Begins with the state of another avatar of the model: its pose, expressions, gaze and springs.
  void startFrom(const Avatar& avatar);

  // Takes the text of the outputs, piece by piece.
  using Sink = std::function<Result<void>(std::string_view text)>;
  // What happens after a frame beside writing its numbers.
  using AfterFrame = std::function<void(std::uint32_t frame, const Avatar& avatar)>;
  // All frames. No sink: nobody wants the numbers. Fails only when the sink does.
  Result<void> run(std::string_view modelName, const Sink& sink, const AfterFrame& afterFrame = {});

 private:
  // Where a track writes to, found once.
  struct Channel {
    const Track* track;
    HumanBone bone{};
    ModelNode node;
    ExpressionIndex expression;
  };

  Result<void> findNodes();
  void write(const Channel& channel, std::span<const float> v);
  void addFrame(std::string& out, std::uint32_t frame) const;
  void addNode(std::string& out, ModelNode node) const;
  void addMorphs(std::string& out) const;
  void addExpressions(std::string& out) const;
  void addMaterials(std::string& out) const;

  const LoadResult& loaded_;
  const Model& model_;
  const Scenario& scenario_;
  Avatar avatar_;
  RootTransform root_;
  std::vector<Channel> channels_;
  std::vector<std::uint32_t> nodes_;  // of the file
};

}  // namespace vrm::cli
