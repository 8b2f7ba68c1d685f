// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::edit {

// New elements, by the index of the one that they were copied from.
using Copies = std::multimap<std::uint32_t, std::uint32_t>;

// What stands in a list and names an element of `kind` that has copies, the bind of an expression say, stands
// there again for each of the copies, at the end. `wanted` chooses the places; all references of the table in
// vrm/gltf/references.hpp are asked about, also JSON pointers.
Result<void> nameCopies(gltf::Document& document, gltf::Kind kind, const Copies& copies,
                        const std::function<bool(const gltf::ReferenceSite&, const gltf::Target&)>& wanted);

}  // namespace vrm::edit
