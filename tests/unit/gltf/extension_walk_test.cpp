// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/extension_walk.hpp"

#include <gtest/gtest.h>

namespace vrm::gltf {
namespace {

using Pointers = std::vector<std::string>;

Pointers walked(std::string_view text, std::string_view closed = "") {
  Diagnostics ignored;
  const Result<Json> json = Json::parse(text, Limits(), ignored);
  Pointers out;
  for (ExtensionWalk walk(json->root()); walk.next();) {
    out.push_back(walk.pointer());
    EXPECT_TRUE(out.back().ends_with("/" + std::string(walk.name())));
    if (walk.name() == closed) walk.stayOut();
  }
  return out;
}

TEST(ExtensionWalk, InTheOrderOfTheFile) {
  constexpr std::string_view kText =
      R"({"nodes":[1,{"extensions":{"B":{"x":[{"extensions":{"C":1}}]},"A":{}}}],"extensions":{"D":2}})";
  EXPECT_EQ(walked(kText), (Pointers{"/nodes/1/extensions/B", "/nodes/1/extensions/B/x/0/extensions/C",
                                     "/nodes/1/extensions/A", "/extensions/D"}));
  EXPECT_EQ(walked(kText, "B"), (Pointers{"/nodes/1/extensions/B", "/nodes/1/extensions/A", "/extensions/D"}));
}

TEST(ExtensionWalk, ExtrasAreTheApplicationsButMayBeTheNameOfAnExtension) {
  EXPECT_EQ(walked(R"({"extras":{"extensions":{"A":{}}},"extensions":{"extras":{"extensions":{"B":{}},"extras":{"extensions":{"C":{}}}}}})"),
            (Pointers{"/extensions/extras", "/extensions/extras/extensions/B"}));
  // An extension may be called so too; what is in it is no list of names.
  EXPECT_EQ(walked(R"({"extensions":{"extensions":{"A":{}}}})"), Pointers{"/extensions/extensions"});
}

TEST(ExtensionWalk, WhatIsNoObjectHasNone) {
  EXPECT_EQ(walked(R"({"extensions":[{"A":{}}],"nodes":{"extensions":3}})"), Pointers());
  EXPECT_EQ(walked(R"({"extensionsUsed":{"extensions":{"A":{}}},"extensionsRequired":[{"extensions":{"B":{}}}]})"), Pointers());
  EXPECT_EQ(walked(R"({"asset":{"extensionsUsed":{"extensions":{"A":{}}}}})"), Pointers{"/asset/extensionsUsed/extensions/A"});
  EXPECT_EQ(walked("{}"), Pointers());
}

}  // namespace
}  // namespace vrm::gltf
