// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "corpus/compare.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace vrm::test {
namespace {

using gltf::Asset;
using gltf::Document;
using gltf::Json;
using gltf::JsonMember;
using gltf::JsonValue;

// Where a buffer view is used -> which one. Images are compared by their bytes.
using ViewUses = std::map<std::string, std::uint32_t>;

// The JSON of a document without what tells how its bytes are stored.
Document withoutStorage(const Document& document, ViewUses& uses) {
  Document bare = document.clone();
  Json& json = bare.editJson();
  JsonValue& root = json.editRoot();
  if (JsonValue* images = root.find("images")) {
    for (JsonValue& image : images->elements()) {
      for (const char* member : {"uri", "bufferView", "mimeType"}) json.remove(image, member);
    }
  }
  gltf::visitReferences(root, [&](const gltf::ReferenceSite& site) {
    if (site.rule.target != gltf::Kind::BufferView || !site.value.index()) return;
    uses[gltf::pointerOf(site.path)] = *site.value.index();
    site.value = json.number(0u);
  });
  json.remove(root, "buffers");
  json.remove(root, "bufferViews");
  return bare;
}

std::string jsonDifference(const JsonValue& a, const JsonValue& b) {
  if (Json::equal(a, b)) return {};
  for (const JsonMember& member : a.members()) {
    const JsonValue* other = b.find(member.key.string());
    const std::string key(member.key.string());
    if (!other) return "/" + key + " is gone";
    if (Json::equal(member.value, *other)) continue;
    const auto left = member.value.elements();
    const auto right = other->elements();
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      if (Json::equal(left[i], right[i])) continue;
      return "/" + key + "/" + std::to_string(i) + ": " + Json::write(left[i]) + " became " + Json::write(right[i]);
    }
    return "/" + key + " changed";
  }
  return "members were added or changed places";
}

JsonValue propertiesOfView(Json& json, const Document& document, std::uint32_t index) {
  JsonValue view = json.copy(document.root().find("bufferViews")->elements()[index]);
  json.remove(view, "buffer");
  json.remove(view, "byteOffset");
  return view;
}

std::string viewDifference(const Document& a, const Document& b, const ViewUses& usesOfA, const ViewUses& usesOfB) {
  if (usesOfA.size() != usesOfB.size()) return "the number of uses of buffer views changed";
  for (const auto& [pointer, view] : usesOfA) {
    const auto found = usesOfB.find(pointer);
    if (found == usesOfB.end()) return pointer + " is gone";
    const auto left = a.bufferView(view);
    const auto right = b.bufferView(found->second);
    if (left.ok() != right.ok()) return pointer + " can be read in one file only";
    if (!left) continue;
    if (!std::equal(left->begin(), left->end(), right->begin(), right->end())) return pointer + ": other bytes";
    Json scratch;
    if (!Json::equal(propertiesOfView(scratch, a, view), propertiesOfView(scratch, b, found->second))) {
      return pointer + ": the buffer view has other properties";
    }
  }
  return {};
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

std::string accessorDifference(const Document& a, const Asset& left, const Document& b, const Asset& right) {
  if (left.accessors.size() != right.accessors.size()) return "the number of accessors changed";
  Diagnostics ignored;
  for (std::uint32_t i = 0; i < left.accessors.size(); ++i) {
    const std::string where = "accessor " + std::to_string(i);
    const auto x = gltf::readFloats(a, left, AccessorIndex(i), ignored);
    const auto y = gltf::readFloats(b, right, AccessorIndex(i), ignored);
    if (!x || !y) return where + " cannot be read";
    if (!sameBits(*x, *y)) return where + " has other values";
    if (left.accessors[i].componentType == gltf::ComponentType::Float) continue;
    const auto p = gltf::readUints(a, left, AccessorIndex(i), ignored);
    const auto q = gltf::readUints(b, right, AccessorIndex(i), ignored);
    if (!p || !q) return where + " cannot be read as integers";
    if (!sameBits(*p, *q)) return where + " has other integers";
  }
  return {};
}

std::string imageDifference(const Document& a, const Asset& left, const Document& b, const Asset& right) {
  if (left.images.size() != right.images.size()) return "the number of images changed";
  for (std::uint32_t i = 0; i < left.images.size(); ++i) {
    const std::string where = "image " + std::to_string(i);
    const auto x = a.image(i);
    const auto y = b.image(i);
    if (x.ok() != y.ok()) return where + " can be read in one file only";
    if (x && !std::equal(x->begin(), x->end(), y->begin(), y->end())) return where + " has other bytes";
  }
  return {};
}

}  // namespace

std::string differenceOf(const Document& a, const Document& b) {
  ViewUses usesOfA;
  ViewUses usesOfB;
  const Document bareA = withoutStorage(a, usesOfA);
  const Document bareB = withoutStorage(b, usesOfB);
  if (std::string found = jsonDifference(bareA.root(), bareB.root()); !found.empty()) return found;
  if (std::string found = viewDifference(a, b, usesOfA, usesOfB); !found.empty()) return found;
  Diagnostics ignored;
  const Result<Asset> left = gltf::readAsset(a, ignored);
  const Result<Asset> right = gltf::readAsset(b, ignored);
  if (!left || !right) return "the model cannot be read";
  if (std::string found = accessorDifference(a, *left, b, *right); !found.empty()) return found;
  return imageDifference(a, *left, b, *right);
}

}  // namespace vrm::test
