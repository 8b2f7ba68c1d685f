// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/target.hpp"
#include "support/check_model.hpp"
#include "vrm/vrm.hpp"

namespace vrm::fuzz {

// A broken promise ends the run, so that libFuzzer keeps the input.
inline void require(bool condition, const char* promise, const std::string& detail = {}) {
  if (condition) return;
  std::fprintf(stderr, "broken promise: %s %s\n", promise, detail.c_str());
  std::abort();
}

// Small enough that no input is slow, large enough that the seeds pass.
inline Limits smallLimits() {
  Limits limits;
  limits.fileBytes = 1u << 20;
  limits.jsonBytes = 1u << 18;
  limits.jsonDepth = 64;
  limits.nodes = 1u << 12;
  limits.accessorElements = 1u << 12;
  limits.imagePixels = 1u << 16;
  limits.decodedBytes = 1u << 20;
  return limits;
}

inline Result<gltf::Document> parse(const std::uint8_t* data, std::size_t size,
                                    const Limits& limits = smallLimits()) {
  const auto raw = std::as_bytes(std::span(data, size));
  gltf::OpenOptions options;
  options.limits = limits;
  return gltf::Document::parse({raw.begin(), raw.end()}, options);
}

// For what we wrote ourselves: text that was mended (U+FFFD for a broken byte) and data that was spelled out
// take more room than they did in the input.
inline Limits wideLimits() {
  Limits limits = smallLimits();
  limits.fileBytes *= 16;
  limits.jsonBytes *= 16;
  limits.decodedBytes *= 16;
  return limits;
}

inline void requireReason(const Error& error) {
  require(!error.message.empty(), "every error has a message");
  require(!name(error.code).empty(), "every error has a code");
}

// JSON, and the bytes of everything else.
inline bool same(const gltf::Document& a, const gltf::Document& b) {
  const auto sameBytes = [](std::span<const std::byte> x, std::span<const std::byte> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  const auto sameData = [&](std::span<const gltf::Document::Resource> x,
                            std::span<const gltf::Document::Resource> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& p, const auto& q) {
      return p.source == q.source && sameBytes(p.bytes, q.bytes);
    });
  };
  const auto sameChunks = [&](std::span<const gltf::GlbChunk> x, std::span<const gltf::GlbChunk> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& p, const auto& q) {
      return p.type == q.type && sameBytes(p.bytes, q.bytes);
    });
  };
  return gltf::Json::equal(a.root(), b.root()) && a.container() == b.container() &&
         sameData(a.buffers(), b.buffers()) && sameData(a.images(), b.images()) &&
         sameChunks(a.chunks(), b.chunks());
}

// An edit that was refused has a reason, and leaves what is written as it was, to the byte.
inline void requireRefused(const Error& error, const gltf::Document& before, const gltf::Document& after) {
  requireReason(error);
  require(same(before, after), "after an error a document is as it was");
  const Result<std::vector<std::byte>> a = before.toGlb(), b = after.toGlb();
  require(a.ok() == b.ok() && (!a || *a == *b), "after an error a document is written as it was");
}

// What its terms did not allow they do not allow afterwards; who gives terms may say what was not stated.
enum class NewTerms : std::uint8_t { None, Given };
inline void requireNoWider(const schema::Vrm& before, const schema::Vrm& after, NewTerms terms = NewTerms::None) {
  using Verdict = LicenceAnswer::Verdict;
  const Licence was = Licence::of(before), is = Licence::of(after);
  for (std::size_t i = 0; i < kUseCount; ++i) {
    const Verdict verdict = was.all()[i].verdict;
    const bool mayAllow = verdict == Verdict::Allowed || (verdict == Verdict::NotStated && terms == NewTerms::Given);
    require(mayAllow || is.all()[i].verdict != Verdict::Allowed,
            "no licence gets wider:", std::string(name(was.all()[i].use)));
  }
}

// Inputs that begin with a list of edits: their number (modulo 8), three bytes for each. Bytes that it takes.
inline std::size_t editsSize(std::span<const std::uint8_t> input) {
  return input.empty() ? 1 : 1 + 3 * (std::size_t{input[0]} % 8);
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Whatever was set, an update gives numbers that can be drawn.
inline void requireSane(const Avatar& avatar) {
  for (const Quat& q : avatar.locals().rotations) require(std::isfinite(dot(q, q)), "rotations stay finite");
  for (const float weight : avatar.expressionWeights())
    require(weight >= 0 && weight <= 1, "weights stay in range");
}

inline std::vector<std::byte> snapshotOf(const Avatar& avatar) {
  std::vector<std::byte> out(avatar.snapshotSize());
  require(avatar.save(out).ok(), "an avatar can be saved");
  return out;
}

// An error with a reason, or a model that keeps its promises.
template <class Source>
LoadResult loadChecked(Source source, const LoadOptions& options = {}) {
  LoadResult loaded = load(std::move(source), options);
  if (!loaded) {
    requireReason(loaded.error());
    return loaded;
  }
  for (const std::string& broken :
       {test::checkAsset(loaded.document(), loaded.asset()), test::checkVrm(loaded.asset(), loaded.vrm()),
        test::checkRuntime(*loaded.model())})
    require(broken.empty(), "a model is sane:", broken);
  return loaded;
}

// False if the document cannot be read as a model; otherwise a model that keeps its promises.
inline bool readChecked(const gltf::Document& document, Diagnostics& diagnostics) {
  const Result<gltf::Asset> asset = gltf::readAsset(document, diagnostics);
  if (!asset) {
    requireReason(asset.error());
    return false;
  }
  const std::string broken = test::checkAsset(document, *asset);
  require(broken.empty(), "a read model is sane:", broken);
  static_cast<void>(gltf::computeStats(document, *asset));
  static_cast<void>(findVersion(document));
  return true;
}

}  // namespace vrm::fuzz
