// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluation.hpp"

namespace vrm::golden {

struct Outputs {
  std::string text;
  std::uint64_t hash = kHashStart;
};

// What `vrm eval` prints, with and without --hash.
inline Result<Outputs> evaluate(const LoadResult& loaded, const cli::Scenario& scenario,
                                std::string_view modelName) {
  cli::Evaluation evaluation(loaded, scenario);
  std::vector<std::string> warnings;
  if (Result<void> ready = evaluation.prepare(warnings); !ready) return std::move(ready).error();
  Outputs out;
  const Result<void> done = evaluation.run(
      modelName,
      [&](std::string_view text) {
        out.text += text;
        return Result<void>();
      },
      [&](std::uint32_t, const Avatar& avatar) { out.hash = outputHash(avatar, out.hash); });
  if (!done) return done.error();
  return out;
}

}  // namespace vrm::golden
