// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 05_expressions FILE: smiles, blinks and talks at the same time, and says what a renderer has to do.
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 05_expressions FILE"), 2;
  vrm::LoadOptions options;
  options.expressionAliases = vrm::arkitAliases();  // names of face tracking: "eyeBlinkLeft", "jawOpen", ...
  const vrm::LoadResult loaded = vrm::load(argv[1], options);
  if (!loaded) return std::puts(loaded.error().toString().c_str()), 2;
  const vrm::Model& model = *loaded.model();
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i) {
    std::printf("%s%s", i > 0 ? ", " : "expressions: ",
                std::string(model.expressionName(vrm::ExpressionIndex(i))).c_str());
  }
  std::puts("");

  vrm::Avatar avatar(loaded.model());
  for (int frame = 0; frame < 4; ++frame) {
    const auto weight = static_cast<float>(frame) / 3;
    if (!avatar.expression("happy", weight)) std::puts("it cannot smile");
    avatar.expression("blink",
                      1);  // what happy says about blinking has been taken into account after the update
    avatar.expression("jawOpen", weight / 2);  // an alias, where the model has an expression for it
    const vrm::UpdateFlags flags = avatar.update(1.0f / 60);
    std::printf("frame %d:", frame);
    if (!has(flags, vrm::UpdateFlags::MorphsChanged)) std::printf(" nothing to upload");
    for (std::size_t mesh = 0; mesh < model.meshNodes().size(); ++mesh) {
      if (!avatar.morphsChanged(mesh)) continue;
      std::printf(" mesh %zu gets", mesh);
      for (const float w : avatar.morphWeights(mesh)) std::printf(" %.2f", static_cast<double>(w));
    }
    std::puts("");
  }
  return 0;
}
