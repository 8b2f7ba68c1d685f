// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/human_bone.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// Small changes to avatars of all versions, which stay what they are. Each changes one thing or, after an
// error, nothing. What is not there is an error that lists what is.

// A member of `meta`, in the words of the file's version ("name" of 1.0 is "title" before). The value is a
// text, true or false, or for lists one element or a JSON array; empty removes the member, unless 1.0
// requires it. A value that the standard does not have is refused.
Result<void> setMeta(gltf::Document& document, std::string_view key, std::string_view value);

// The picture of `meta`: PNG or JPEG. The old one goes when nothing else shows it.
Result<void> setThumbnail(gltf::Document& document, std::span<const std::byte> image,
                          Diagnostics& diagnostics);

// Makes a node this bone; an absent one takes the bone away. A node is one bone at most.
Result<void> assignBone(gltf::Document& document, HumanBone bone, NodeIndex node);

// Another name for the node of a bone. What refers to nodes does so by index, so nothing else changes.
Result<void> renameBone(gltf::Document& document, HumanBone bone, std::string_view name);

// By its name in 1.0 ("happy") or its own; everything that was bound stays as it is.
Result<void> removeExpression(gltf::Document& document, std::string_view name);

// A number of all springs of a name ("#3": the fourth; "*": all): stiffness, gravityPower, dragForce,
// hitRadius, or gravityDir as "x,y,z", in model space of 1.0 and as stored in older files.
Result<void> setSpring(gltf::Document& document, std::string_view spring, std::string_view member,
                       std::string_view value);

// Meshes, skins, cameras, materials, textures, samplers, images and accessors that nothing refers to, and
// their bytes.
Result<void> removeUnused(gltf::Document& document, Diagnostics& diagnostics);

// By its index ("12") or its name, which only one node may have.
Result<NodeIndex> findNode(const gltf::Document& document, std::string_view text);

}  // namespace vrm::edit
