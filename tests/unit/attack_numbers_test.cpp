// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Numbers that are none, or near the ends of what there is, in files that load all the same; attacks_test.cpp
// has the others.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "support/attack.hpp"
#include "support/check_model.hpp"
#include "support/slow_build.hpp"
#include "support/three_avatars.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using test::AssetBuilder;
using test::Bytes;

// A small avatar that also has colours, normals of a morph target, an accessor with sparse values, and an
// animation.
AssetBuilder avatarWithMoreNumbers() {
  using gltf::AccessorType;
  AssetBuilder b = test::smallAvatar();
  const auto put = [&](const std::string& pointer, std::uint32_t accessor) {
    b.set(pointer, std::to_string(accessor));
  };
  const std::string primitive = "/meshes/0/primitives/0";
  put(primitive + "/attributes/COLOR_0", b.floats(AccessorType::Vec4, {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1}));
  put(primitive + "/targets/0/NORMAL", b.floats(AccessorType::Vec3, {0, 0.1f, 0, 0, 0.1f, 0, 0, 0, 0}));
  const std::uint32_t indices = b.indices({0, 2});
  const std::uint32_t values = b.floats(AccessorType::Vec3, {0, 0.1f, 0, 0.2f, 0.3f, 0});
  b.add(gltf::Kind::Accessor,
        R"({"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[0.2,0.3,0],"sparse":)"
        R"({"count":2,"indices":{"componentType":5123,"bufferView":0},"values":{"bufferView":0}}})");
  const auto viewOf = [&](std::uint32_t accessor) {
    return gltf::Json::write(
        *gltf::Json::at(b.json().root(), "/accessors/" + std::to_string(accessor) + "/bufferView"));
  };
  const std::uint32_t sparse = values + 1;
  b.set("/accessors/" + std::to_string(sparse) + "/sparse/indices/bufferView", viewOf(indices));
  b.set("/accessors/" + std::to_string(sparse) + "/sparse/values/bufferView", viewOf(values));
  put(primitive + "/targets/0/POSITION", sparse);
  const std::string times = std::to_string(b.floats(AccessorType::Scalar, {0, 1}, true));
  const std::string turns = std::to_string(b.floats(AccessorType::Vec4, {0, 0, 0, 1, 0, 1, 0, 0}));
  const std::string weights = std::to_string(b.floats(AccessorType::Scalar, {0, 1}));
  b.add(gltf::Kind::Animation, R"({"samplers":[{"input":)" + times + R"(,"output":)" + turns +
                                   R"(},{"input":)" + times + R"(,"output":)" + weights +
                                   R"(}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},)"
                                   R"({"sampler":1,"target":{"node":18,"path":"weights"}}]})");
  return b;
}

// NaN, infinities, denormals and what is near the ends of float, in every number that an avatar has.
TEST(Attack, NumbersThatAreNone) {
  const Bytes file = avatarWithMoreNumbers().glb();
  ASSERT_EQ(test::attack(file).said, std::set<Code>());
  constexpr float kMost = std::numeric_limits<float>::max();
  const std::size_t start = 20 + test::jsonBytes(file) + 8;
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::denorm_min(),
                            kMost, -kMost, -0.0f}) {
    const bool huge = std::abs(value) == kMost;
    // Each float of the binary chunk on its own, then all of them. Whatever they are, the avatar loads.
    for (std::size_t at = start; at + 4 <= file.size(); at += 4 * test::kFewer) {
      Bytes one = file;
      std::memcpy(one.data() + at, &value, 4);
      EXPECT_EQ(test::attack(one, {}, huge).refused, test::kLoads) << value << " at " << at;
    }
    Bytes all = file;
    for (std::size_t at = start; at + 4 <= file.size(); at += 4) std::memcpy(all.data() + at, &value, 4);
    EXPECT_EQ(test::attack(all, {}, huge).refused, test::kLoads) << value;
    test::editAll(all);
  }
}

// Weights are divided by their sum, which may be next to nothing or more than a float holds.
TEST(Attack, WeightsWithOddSums) {
  constexpr float kMost = std::numeric_limits<float>::max(),
                  kLeast = std::numeric_limits<float>::denorm_min();
  for (const std::array<float, 4>& four :
       {std::array{kMost, kMost, kMost, kMost}, std::array{kMost, -kMost, 1e-3f, 0.0f},
        std::array{kLeast, 0.0f, 0.0f, 0.0f}, std::array{1.0f, -1.0f, kLeast, 0.0f},
        std::array{kMost, -kMost, kLeast, kLeast}, std::array{-kMost, -kMost, 0.0f, 0.0f}}) {
    AssetBuilder b = test::smallAvatar();
    b.set("/meshes/0/primitives/0/attributes/WEIGHTS_0",
          std::to_string(b.floats(gltf::AccessorType::Vec4, {four[0], four[1], four[2], four[3], 1, 0, 0, 0,
                                                             four[3], four[2], four[1], four[0]})));
    SCOPED_TRACE(four[0]);
    SCOPED_TRACE(four[1]);
    EXPECT_EQ(test::refusal(b.glb()), test::kLoads);
    test::editAll(b.glb());
  }
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// JSON has no words for them, but numbers that become such, in place of every number of the file, whole ones
// too.
TEST(Attack, NumbersThatBecomeNone) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const Bytes file = test::sameAvatar(version).glb();
    const std::size_t json = test::jsonBytes(file);
    const std::string text(reinterpret_cast<const char*>(file.data()) + 20, json);
    const Bytes binary(file.begin() + static_cast<std::ptrdiff_t>(20 + json + 8), file.end());
    ASSERT_TRUE(load(test::glb(text, binary)));
    constexpr std::size_t kEvery =
        test::kFewer > 1 ? 41 : 1;  // no divisor of ten: all of them get their turn
    std::set<std::string> used;
    std::size_t numbers = 0, loads = 0;
    bool quoted = false;
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
      if (text[begin] == '"' && text[begin - 1] != '\\') quoted = !quoted;
      if (quoted || (!isDigit(text[begin]) && text[begin] != '-')) continue;
      std::size_t end = begin;
      while (isDigit(text[end]) || std::string_view("+-.eE").find(text[end]) != std::string_view::npos) ++end;
      for (const char* big :
           {"1e39", "-1e39", "1e308", "3e38", "-3e38", "1e20", "1e-40", "1e-320", "-0", "1e-46"}) {
        if (++numbers % kEvery != 0) continue;
        used.insert(big);
        const Bytes odd = test::glb(text.substr(0, begin) + big + text.substr(end), binary);
        for (const Diagnostic& issue : validate(odd).issues) test::isForPeople(issue.toString());
        const LoadResult loaded = load(odd);
        if (!loaded) continue;  // an index or a length that is none
        ++loads;
        EXPECT_EQ(test::checkRuntime(*loaded.model()), "");
        Avatar avatar(loaded.model());
        avatar.update(0.02f);
        for (const Mat4& m : avatar.worldMatrices())
          for (const float f : m) ASSERT_TRUE(std::isfinite(f)) << big << " for " << text.substr(begin, 40);
        Diagnostics said;
        if (const auto meshes = loadMeshes(loaded, said)) {
          SCOPED_TRACE(big + (" for " + text.substr(begin, 40)));
          test::skinAll(loaded.model(), *meshes, false);
        }
      }
      begin = end - 1;
    }
    EXPECT_GT(numbers, 1000u);
    EXPECT_EQ(used.size(), 10u);
    EXPECT_GT(loads, numbers / kEvery / 2) << "most are no reason to refuse the avatar";
  }
}

TEST(Attack, NumbersBeyondAll) {
  const auto moved = [](const std::string& n) {
    return test::refusal(test::glb(test::gltfJson(R"("nodes":[{"translation":[0,)" + n + ",0]}]")));
  };
  EXPECT_EQ(moved("1e-999"), test::kLoads) << "0";
  for (const char* n :
       {"1e999", "-1e999", "1e99999999999999999999", "00", "0x10", "NaN", "Infinity", "1.", ".5", "+1"})
    EXPECT_EQ(moved(n), Code::JsonSyntax) << n;
  EXPECT_EQ(moved(std::string(5'000'000, '9')), Code::JsonSyntax);
  EXPECT_EQ(moved("0." + std::string(5'000'000, '9')), test::kLoads);
}

}  // namespace
}  // namespace vrm
