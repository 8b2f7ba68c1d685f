// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What nothing refers to, one finding for each kind; cameras, whose numbers are few.
#include <array>

#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::checks {
namespace {

using gltf::JsonValue;
using gltf::Kind;

constexpr Kind kKinds[] = {Kind::Mesh,       Kind::Skin,    Kind::Camera,
                           Kind::Material, Kind::Texture,    Kind::Sampler, Kind::Image,
                           Kind::Accessor, Kind::BufferView, Kind::Buffer,  Kind::Light};

void reportUnused(const Subject& subject, Kind kind, const std::vector<std::uint32_t>& unused,
                  const char* what) {
  if (unused.empty()) return;
  const gltf::KindInfo& row = gltf::info(kind);
  const bool one = unused.size() == 1;
  const bool nodes = kind == Kind::Node;
  const std::string list = one ? std::string() : nodes ? listedNodes(subject, unused) : listedIndices(unused);
  subject.report(Code::GltfUnused, one ? gltf::pointerJoin(row.home, unused[0]) : std::string(row.home),
                 (one && nodes ? subject.text(NodeIndex(unused[0]))
                  : one        ? "the " + std::string(row.singular)
                               : std::to_string(unused.size()) + " " + std::string(row.plural)) +
                     (one ? " is " : " are ") + what + (one ? "" : ": " + list));
}

}  // namespace

void checkUnused(const Subject& subject) {
  for (const Kind kind : kKinds) {
    std::vector<std::uint32_t> unused;
    const std::vector<bool>& marks = subject.references.of(kind);
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
      if (!marks[i]) unused.push_back(i);
    }
    reportUnused(subject, kind, unused, "not used");
  }
  // Nodes are there to be drawn: a tree that no scene has is not (glTF 2.0 section 3.5.1).
  std::vector<bool> listed(subject.asset.nodes.size());
  for (const gltf::Scene& scene : subject.asset.scenes) {
    for (const NodeIndex node : subject.asset.nodeList(scene.nodes)) listed[node.value] = true;
  }
  std::vector<std::uint32_t> outside;
  for (std::uint32_t i = 0; i < listed.size(); ++i) {
    if (!listed[i] && !subject.asset.nodes[i].parent) outside.push_back(i);
  }
  if (!subject.asset.scenes.empty()) reportUnused(subject, Kind::Node, outside, "in no scene");
  // glTF 2.0 section 3.5.1 allows files without scenes, and need not show anything of them. An avatar's model
  // space is that of "the root of the glTF scene" (VRMC_vrm 1.0 "Model space").
  if (subject.asset.scenes.empty() && subject.isAvatar())
    subject.report(Code::GltfUnused, "/scenes",
                   "the file has no scene, so that nothing of the avatar need be shown");
}

// glTF 2.0 section 3.10.
void checkCameras(const Subject& subject) {
  std::uint32_t i = 0;
  for (const JsonValue& camera : elementsOf(subject, "cameras")) {
    const std::string pointer = gltf::pointerJoin("/cameras", i++);
    const JsonValue* const perspective = camera.find("perspective");
    const JsonValue* const orthographic = camera.find("orthographic");
    const JsonValue* const type = camera.find("type");
    if (perspective && orthographic) {
      subject.report(Code::GltfMemberConflict, pointer, "a camera is perspective or orthographic, not both");
    }
    if (type && type->isString() && !camera.has(type->string()) &&
        (type->string() == "perspective" || type->string() == "orthographic")) {
      subject.report(Code::GltfMemberConflict, pointer,
                     "the type is " + std::string(type->string()) + ", but there is no such member");
    }
    const auto number = [](const JsonValue& object, const char* key) {
      const JsonValue* const value = object.find(key);
      return value ? value->number() : std::nullopt;
    };
    for (const JsonValue* const lens : {perspective, orthographic}) {
      if (!lens) continue;
      const std::string place = pointer + (lens == perspective ? "/perspective" : "/orthographic");
      const std::optional<double> far = number(*lens, "zfar"), near = number(*lens, "znear");
      if (far && near && *far <= *near) subject.report(Code::GltfCamera, place, "zfar must be above znear");
      constexpr double kHalfTurn = 3.141592653589793;
      if (number(*lens, "yfov").value_or(0) >= kHalfTurn)
        subject.report(Code::GltfCamera, Severity::Warning, place + "/yfov", "the view opens to 180 degrees");
      for (const char* const key : {"xmag", "ymag"}) {
        const double size = number(*lens, key).value_or(1);
        if (size <= 0)
          subject.report(Code::GltfCamera, size == 0 ? Severity::Error : Severity::Warning, place + "/" + key,
                         size == 0 ? "it must not be 0" : "it should not be negative");
      }
    }
  }
}

}  // namespace vrm::checks
