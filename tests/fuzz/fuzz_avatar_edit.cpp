// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What `vrm edit` does, on any model: a refused edit changes nothing, and what was a model stays one. The
// input is a list of edits (what, on what, which value), then the model.
//
// Dictionary: gltf.dict
// Mutations: 150
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"
#include "support/asset_builder.hpp"

namespace vrm::fuzz {
namespace {

constexpr std::string_view kMetaKeys[] = {"name",
                                          "authors",
                                          "version",
                                          "licenseUrl",
                                          "references",
                                          "avatarPermission",
                                          "allowRedistribution",
                                          "commercialUsage",
                                          "modification",
                                          "otherLicenseUrl",
                                          "title",
                                          "author",
                                          "allowedUserName",
                                          "violentUssageName",
                                          "licenseName",
                                          "thumbnailImage",
                                          "texture",
                                          "nothing"};
constexpr std::string_view kValues[] = {"",           "a",           "true",       "false",        "everyone",
                                        "onlyAuthor", "corporation", "prohibited", R"(["a","b"])", "[]",
                                        "Allow",      "Disallow",    "CC0",        "0.5",          "-1",
                                        "1e39",       "0,-1,0",      "0,0,0",      "nan",          "\xFF"};
constexpr std::string_view kSprings[] = {"*", "#0", "#1", "#4294967296", "hair", "all", ""};
constexpr std::string_view kMembers[] = {"stiffness", "gravityPower", "dragForce",
                                         "hitRadius", "gravityDir",   "none"};

template <std::size_t N>
std::string_view oneOf(const std::string_view (&list)[N], std::uint8_t which) {
  return list[which % N];
}

Result<void> apply(gltf::Document& document, std::uint8_t what, std::uint8_t on, std::uint8_t value) {
  const HumanBone bone = allHumanBones()[on % kHumanBoneCount].bone;
  Diagnostics said;
  switch (what % 8) {
    case 0:
      return edit::setMeta(document, oneOf(kMetaKeys, on), oneOf(kValues, value));
    case 1: {
      test::Bytes picture = test::tinyPng();
      if (value % 2) picture.resize(on % picture.size());
      return edit::setThumbnail(document, picture, said);
    }
    case 2:
      return edit::assignBone(document, bone, value == 255 ? NodeIndex() : NodeIndex(value));
    case 3:
      return edit::renameBone(document, bone, oneOf(kValues, value));
    case 4: {
      const std::span<const std::string_view> names = words();
      const std::size_t number = std::size_t{on} * 256 + value;
      return edit::removeExpression(document, on == 255 ? "happy" : names[number % names.size()]);
    }
    case 5:
      return edit::setSpring(document, oneOf(kSprings, on), oneOf(kMembers, on / 8), oneOf(kValues, value));
    case 6:
      return edit::removeUnused(document, said);
    default: {
      const Result<NodeIndex> node =
          edit::findNode(document, value % 2 ? std::to_string(on) : std::string(words()[on]));
      if (!node) return node.error();
      return {};
    }
  }
}

bool loads(const gltf::Document& document) {
  return loadChecked(document.clone()).ok();
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return std::min(editsSize(input), input.size());
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::size_t head = editsSize({data, size});
  if (size < head) return 0;
  Result<gltf::Document> document = parse(data + head, size - head);
  if (!document) return 0;
  const bool model = loads(*document);
  bool changed = false;
  for (std::size_t at = 1; at < head; at += 3) {
    const gltf::Document before = document->clone();
    const Result<void> done = apply(*document, data[at], data[at + 1], data[at + 2]);
    changed = changed || done.ok();
    if (done) continue;
    requireRefused(done.error(), before, *document);
  }
  require(!model || !changed || loads(*document), "a model stays a model");
  return 0;
}

}  // namespace vrm::fuzz
