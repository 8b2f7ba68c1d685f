// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/write.hpp"

#include <algorithm>
#include <new>
#include <set>

#include "base/memory.hpp"
#include "gltf/extension_walk.hpp"
#include "gltf/json_or_nothing.hpp"
#include "schema/check.hpp"
#include "schema/member_writer.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

// Extensions that this module writes or replaces, and whose names it therefore keeps right in extensionsUsed.
constexpr std::string_view kOwn[] = {"VRM",
                                     "VRMC_vrm",
                                     "VRMC_springBone",
                                     "VRMC_springBone_extended_collider",
                                     "VRMC_springBone_limit",
                                     "VRMC_node_constraint",
                                     "VRMC_constraints-1.0",
                                     "VRMC_constraints",
                                     "VRMC_materials_mtoon",
                                     "VRMC_materials_hdr_emissiveMultiplier",
                                     "VRMC_vrm_animation",
                                     "KHR_materials_emissive_strength",
                                     "KHR_materials_unlit",
                                     "KHR_texture_transform"};

constexpr std::string_view kLists[] = {"extensionsUsed", "extensionsRequired"};

// Names of all extensions in the tree that are ours.
std::set<std::string_view> usedExtensions(const JsonValue& root) {
  std::set<std::string_view> found;
  for (gltf::ExtensionWalk walk(root); walk.next();) {
    const auto own = std::find(std::begin(kOwn), std::end(kOwn), walk.name());
    if (own != std::end(kOwn)) found.insert(*own);
  }
  return found;
}

// Adds what is used now and takes away what was used `before` and is no more.
void renewExtensionLists(Json& json, const std::set<std::string_view>& before) {
  const std::set<std::string_view> used = usedExtensions(json.root());
  const auto gone = [&](const JsonValue& entry) {
    return before.contains(entry.string()) && !used.contains(entry.string());
  };
  for (const std::string_view key : kLists) {
    JsonValue* list = json.editRoot().find(key);
    if (!list || !list->isArray()) continue;
    json.eraseElements(*list, gone);
    if (list->size() == 0) json.remove(json.editRoot(), key);
  }
  for (const std::string_view name : used) {
    JsonValue& list = json.memberArray(json.editRoot(), "extensionsUsed");
    const std::span<const JsonValue> entries = list.elements();
    const auto same = [&](const JsonValue& entry) { return entry.string() == name; };
    if (std::none_of(entries.begin(), entries.end(), same)) json.append(list, json.string(name));
  }
}

// Sections of the draft beside those of 1.0, which counted when the file was read. 1.0 has no place for them.
void reportDoubled(WriteContext& context, const JsonValue& extension) {
  const auto report = [&](std::string_view key, std::string_view counts) {
    if (!extension.find(key)) return;
    context.diagnostics.add(Code::VrmLossy, "/extensions/VRMC_vrm/" + std::string(key),
                            "the draft's " + std::string(key) + " stands beside " + std::string(counts) +
                                ", which counts; it is left out");
  };
  if (extension.find("expressions")) {
    report("blendShape", "expressions");
    report("blendshape", "expressions");
  }
  if (Json::at(context.document.root(), "/extensions/VRMC_springBone"))
    report("springBone", "VRMC_springBone");
}

void writeAvatar(WriteContext& context, const Vrm& vrm) {
  Json& json = context.document.editJson();
  const MemberWriter extension = extensionOf(json, json.editRoot(), "VRMC_vrm");
  reportDoubled(context, extension.object());
  extension.string("specVersion", "1.0");
  writeMeta(context, vrm, extension);
  writeHumanoid(context, vrm, extension);
  writeGaze(context, vrm, extension);
  writeExpressions(context, vrm, extension);
  writeSource(context, vrm, extension);
  extension.remove("springBone");  // the draft's; springs have an extension of their own
}

// What is hidden on the way to the terms. They are written as all of them agreed (readMeta), in other words
// than before, so that a second object of older ones would contradict them.
void dropHiddenTerms(Json& json) {
  JsonValue* object = &json.editRoot();
  for (const std::string_view key : {"extensions", "VRMC_vrm", "meta"}) {
    const JsonValue* counts = object->find(key);
    if (!counts) return;
    json.eraseMembers(*object, [&](const gltf::JsonMember& member) {
      return member.key.string() == key && &member.value != counts;
    });
    object = object->find(key);
  }
}

// Whether the document is what writing this struct left. Doing so again would turn the avatar back and add
// its tails twice.
bool isWritten(const Vrm& vrm, const gltf::Document& document) {
  if (findVersion(document).version != VrmVersion::Vrm1) return false;
  if (vrm.version == VrmVersion::Vrm0 || vrm.version == VrmVersion::Draft) return true;
  // 1.0 with springs of the draft, which writing removes: the last added node is the last one of the file,
  // below its parent.
  if (gltf::Json::at(document.root(), "/extensions/VRMC_vrm/springBone")) return false;
  const JsonValue* nodes = document.root().find("nodes");
  if (vrm.addedNodes.empty() || !nodes || nodes->elements().empty()) return false;
  const AddedNode& added = vrm.addedNodes.back();
  const std::span<const JsonValue> list = nodes->elements();
  const JsonValue* name = list.back().find("name");
  const JsonValue* children =
      added.parent.value < list.size() ? list[added.parent.value].find("children") : nullptr;
  return name && name->string() == added.name && children && children->isArray() && children->size() > 0 &&
         children->elements().back().index() == list.size() - 1;
}

// Why `vrm` cannot be written into the document; nothing when it can.
std::optional<Error> unwritable(const Vrm& vrm, const gltf::Document& document) {
  if (isWritten(vrm, document)) {
    return Error{Code::ApiMisuse, "the document has been written as 1.0 already; read it again", "",
                 kNoOffset};
  }
  const auto count = [&](std::string_view key) {
    const JsonValue* list = document.root().find(key);
    return list && list->isArray() ? list->size() : 0u;
  };
  return misfit(vrm, {count("nodes"), count("materials"), count("textures"), count("images")});
}

}  // namespace

Result<void> writeVrm(const Vrm& vrm, gltf::Document& document, Diagnostics& diagnostics) try {
  if (std::optional<Error> error = unwritable(vrm, document)) return *std::move(error);
  gltf::editJsonOrNothing(document, [&] {
    WriteContext context{document, diagnostics};
    Json& json = document.editJson();
    const std::set<std::string_view> used = usedExtensions(json.root());
    writeNodes(context, vrm);
    const bool avatar = vrm.version != VrmVersion::None && vrm.version != VrmVersion::Animation;
    if (avatar) {
      if (vrm.version != VrmVersion::Vrm1) dropHiddenTerms(json);
      writeAvatar(context, vrm);
      // Beside 1.0 it is there for older readers, and nothing was read from it.
      if (vrm.version != VrmVersion::Vrm1) removeExtension(json, json.editRoot(), "VRM");
    }
    writeSpringBone(context, vrm);
    writeConstraints(context, vrm);
    writeMaterials(context, vrm);
    writeAnimation(context, vrm);
    renewExtensionLists(json, used);
  });
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::schema
