// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/same_motion.hpp"
#include "unit/edit/edited.hpp"
#include "vrm/edit/optimize.hpp"
#include "vrm/load.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm::test {

struct Optimised : Edited {
  edit::OptimizeSummary summary;

  std::uint32_t count(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? value->size() : 0;
  }
};

// Also checks what holds of every model: it looks and moves as before, has no new errors, and nothing is left
// to do.
inline Optimised optimised(const gltf::Document& before, const edit::OptimizeOptions& options = {}) {
  Optimised out{{before.clone(), {}}, {}};
  const Result<edit::OptimizeSummary> done = edit::optimize(out.document, options, out.said);
  EXPECT_TRUE(done) << done.error().toString();
  if (!done) return out;
  out.summary = *done;
  if (options.maxTexture == 0) {
    EXPECT_TRUE(looksTheSame(before, out.document));
  }
  const auto errors = [](const gltf::Document& document) {
    std::size_t count = 0;
    std::string list;
    for (const Diagnostic& issue : validate(*document.toGlb()).issues) {
      if (issue.severity > Severity::Warning) continue;
      ++count;
      list += issue.toString() + "\n";
    }
    return std::pair(count, list);
  };
  EXPECT_LE(errors(out.document).first, errors(before).first) << errors(out.document).second;
  gltf::Document again = out.document.clone();
  Diagnostics ignored;
  EXPECT_TRUE(edit::optimize(again, options, ignored));
  EXPECT_EQ(*again.toGlb(), *out.document.toGlb());
  EXPECT_EQ(done->bytesAfter, out.document.toGlb()->size());
  return out;
}

}  // namespace vrm::test
