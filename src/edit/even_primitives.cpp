// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 004 "VertexBufferの構成": all primitives of a mesh have the same attributes and the same morph
// targets.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "edit/mesh_json.hpp"
#include "gltf/remap.hpp"
#include "gltf/texts.hpp"
#include "vrm/edit/export_rules.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::edit {
namespace {

using gltf::AccessorType;
using gltf::Json;
using gltf::JsonValue;

class PrimitiveEvener {
 public:
  PrimitiveEvener(gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics)
      : document_(document), json_(document.editJson()), asset_(asset), diagnostics_(diagnostics) {}

  Result<std::uint32_t> run() {
    for (std::uint32_t m = 0; m < asset_.meshes.size(); ++m) {
      if (Result<void> done = even(m); !done) return std::move(done).error();
    }
    return count_;
  }

 private:
  using Wanted = std::map<std::string_view, AccessorType>;

  Result<void> even(std::uint32_t m) {
    pointer_ = gltf::pointerJoin("/meshes", m);
    const std::span<const gltf::Primitive> primitives = asset_.primitivesOf(asset_.meshes[m]);
    Wanted ofVertices, ofTargets;
    std::map<std::string_view, std::uint32_t> users;  // of attributes, among the primitives that matter
    std::vector<std::uint32_t> matter;
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      note(primitives[p].attributes, ofVertices);
      for (const gltf::MorphTarget& target : asset_.targetsOf(primitives[p])) note(target.attributes, ofTargets);
      if (gltf::vertexCount(asset_, primitives[p]) == 0 || isDraco(primitiveAt(m, p))) continue;
      matter.push_back(p);
      for (const gltf::Attribute& attribute : asset_.attributeList(primitives[p].attributes)) ++users[attribute.semantic];
    }
    // What cannot be made up is told of. Nothing goes through all attributes of the mesh for each primitive.
    std::vector<std::string_view> missing;
    std::erase_if(ofVertices, [&](const auto& entry) {
      if (entry.first.starts_with("COLOR_") || entry.first.starts_with("TEXCOORD_")) return false;
      if (users[entry.first] < matter.size()) missing.push_back(entry.first);
      return true;
    });
    std::uint32_t rebuilt = 0;
    for (const std::uint32_t p : matter) {
      const std::uint32_t vertices = gltf::vertexCount(asset_, primitives[p]);
      const std::uint64_t before = added_;
      Result<void> done = fill(m, p, vertices, ofVertices);
      if (done) done = fillTargets(m, p, vertices, asset_.meshes[m].targetCount, ofTargets);
      if (!done) return done;
      rebuilt += added_ != before ? 1 : 0;
    }
    count_ += rebuilt;
    if (rebuilt > 0) {
      diagnostics_.add(Code::EditRebuilt, pointer_,
                       std::to_string(rebuilt) + " of its " + std::to_string(primitives.size()) +
                           " primitives got attributes or morph targets that others have");
    }
    if (missing.empty()) return {};
    constexpr std::size_t kTold = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(missing.size(), kTold); ++i)
      list += (i == 0 ? "" : ", ") + gltf::shortened(missing[i]);
    if (missing.size() > kTold) list += " and " + std::to_string(missing.size() - kTold) + " more";
    diagnostics_.add(Code::EditUneven, pointer_, "some of its primitives have no " + list + ", others have");
    return {};
  }

  void note(gltf::Range attributes, Wanted& wanted) const {
    for (const gltf::Attribute& attribute : asset_.attributeList(attributes))
      wanted.emplace(attribute.semantic, asset_.accessors[attribute.accessor.value].type);
  }

  JsonValue& primitiveAt(std::uint32_t m, std::uint32_t p) {
    return json_.editRoot().find("meshes")->elements()[m].find("primitives")->elements()[p];
  }

  // Looked up once: there may be thousands of them.
  using Keys = std::set<std::string, std::less<>>;
  static Keys keysOf(const JsonValue& object) {
    Keys keys;
    for (const gltf::JsonMember& member : object.members()) keys.emplace(member.key.string());
    return keys;
  }

  Result<void> fill(std::uint32_t m, std::uint32_t p, std::uint32_t vertices, const Wanted& wanted) {
    const Keys present = keysOf(json_.memberObject(primitiveAt(m, p), "attributes"));
    for (const auto& [semantic, type] : wanted) {
      if (present.contains(semantic)) continue;
      const Result<std::uint32_t> made = semantic.starts_with("COLOR_") ? ones(vertices) : zeros(type, vertices);
      if (!made) return made.error();
      json_.appendMember(json_.memberObject(primitiveAt(m, p), "attributes"), semantic, json_.number(*made));
    }
    return {};
  }

  // A morph target has no attributes that the vertices have not (glTF 2.0 section 3.7.2.2).
  Result<void> fillTargets(std::uint32_t m, std::uint32_t p, std::uint32_t vertices, std::uint32_t targets,
                           const Wanted& ofTargets) {
    if (targets == 0 || ofTargets.empty()) return {};
    Wanted wanted;
    for (const std::string& key : keysOf(json_.memberObject(primitiveAt(m, p), "attributes"))) {
      if (const auto found = ofTargets.find(key); found != ofTargets.end()) wanted.insert(*found);
    }
    if (wanted.empty()) return {};
    for (std::uint32_t t = 0; t < targets; ++t) {
      JsonValue& list = json_.memberArray(primitiveAt(m, p), "targets");
      const Keys present = t < list.size() ? keysOf(list.elements()[t]) : Keys();
      for (const auto& [semantic, type] : wanted) {
        if (present.contains(semantic)) continue;
        const Result<std::uint32_t> made = zeros(type, vertices);
        if (!made) return made.error();
        JsonValue& same = json_.memberArray(primitiveAt(m, p), "targets");
        if (t >= same.size()) json_.append(same, json_.object());
        json_.appendMember(same.elements()[t], semantic, json_.number(*made));
      }
    }
    return {};
  }

  // Each is one more member of the JSON, and a few bytes of a file can ask for very many.
  Result<void> pay() {
    constexpr std::uint64_t kBytes = 32;
    const std::uint64_t limit = document_.limits().jsonBytes;
    if (++added_ * kBytes <= limit) return {};
    return Error{Code::LimitJsonBytes,
                 "the attributes that its primitives lack take more than " + std::to_string(limit) +
                     " bytes, the limit of JSON",
                 pointer_, kNoOffset};
  }

  // glTF 2.0 section 5.1.1: without a buffer view an accessor is zeros. One for all of a size.
  Result<std::uint32_t> zeros(AccessorType type, std::uint32_t vertices) {
    if (Result<void> paid = pay(); !paid) return std::move(paid).error();
    const auto [at, fresh] = zeros_.emplace(std::pair(type, vertices), 0);
    if (!fresh) return at->second;
    detachOnce();
    const std::vector<float> bounds(gltf::componentCount(type));
    JsonValue accessor = json_.object();
    json_.set(accessor, "componentType",
              json_.number(static_cast<std::uint32_t>(gltf::ComponentType::Float)));
    json_.set(accessor, "count", json_.number(vertices));
    json_.set(accessor, "type", json_.string(gltf::name(type)));
    json_.set(accessor, "min", json_.numbers(bounds));
    json_.set(accessor, "max", json_.numbers(bounds));
    Result<std::uint32_t> made = gltf::addElement(document_, gltf::Kind::Accessor, accessor);
    if (made) at->second = *made;
    return made;
  }

  // glTF 2.0 section 3.9.2: colours are multiplied with the material's. As bytes, with alpha.
  Result<std::uint32_t> ones(std::uint32_t vertices) {
    if (Result<void> paid = pay(); !paid) return std::move(paid).error();
    const auto [at, fresh] = ones_.emplace(vertices, 0);
    if (!fresh) return at->second;
    detachOnce();
    bytes_ += 4 * std::uint64_t{vertices};
    if (bytes_ > document_.limits().decodedBytes) {
      return Error{Code::LimitDecodedBytes,
                   "the colours that its primitives lack take more than " +
                       std::to_string(document_.limits().decodedBytes) + " bytes, the limit",
                   pointer_, kNoOffset};
    }
    const std::vector<std::byte> data(4 * std::size_t{vertices}, std::byte{255});
    const gltf::NewAccessor what{gltf::ComponentType::UnsignedByte, AccessorType::Vec4, vertices, true};
    Result<std::uint32_t> made = gltf::addAccessor(document_, what, data);
    if (made) at->second = *made;
    return made;
  }

  // Before the first that is added.
  void detachOnce() {
    if (zeros_.size() + ones_.size() > 1) return;
    gltf::detachDangling(document_, {gltf::Kind::Accessor, gltf::Kind::BufferView, gltf::Kind::Buffer});
  }

  gltf::Document& document_;
  Json& json_;
  const gltf::Asset& asset_;
  Diagnostics& diagnostics_;
  std::map<std::pair<AccessorType, std::uint32_t>, std::uint32_t> zeros_;
  std::map<std::uint32_t, std::uint32_t> ones_;
  std::uint64_t added_ = 0, bytes_ = 0;
  std::uint32_t count_ = 0;
  std::string pointer_;
};

}  // namespace

Result<std::uint32_t> evenPrimitives(gltf::Document& document, Diagnostics& diagnostics) try {
  Diagnostics reading;  // loading the file has told
  const gltf::Document before = document.clone();
  const Result<gltf::Asset> asset = gltf::readAsset(before, reading);
  if (!asset) return asset.error();
  return PrimitiveEvener(document, *asset, diagnostics).run();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::edit
