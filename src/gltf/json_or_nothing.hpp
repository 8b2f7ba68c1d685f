// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <new>
#include <utility>

#include "vrm/gltf/document.hpp"

namespace vrm::gltf {

// The JSON of the document is as it was when memory runs out in the middle of `edit`, which goes on to throw.
template <class Edit>
void editJsonOrNothing(Document& document, Edit&& edit) {
  Json before = document.json().clone();
  try {
    edit();
  } catch (const std::bad_alloc&) {
    document.editJson() = std::move(before);
    throw;
  }
}

}  // namespace vrm::gltf
