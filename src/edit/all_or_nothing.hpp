// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <utility>

#include "base/memory.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// Edits a copy, so that the document stays as it was after an error, and to the byte when `changed` says that
// nothing was done. `edit` gives a Result; `changed` is asked about what is in it and about the copy.
template <class Edit, class Changed>
auto allOrNothing(gltf::Document& document, Edit&& edit, Changed&& changed) -> decltype(edit(document)) try {
  gltf::Document copy = document.clone();
  auto result = edit(copy);
  if (result && changed(*result, copy)) document = std::move(copy);
  return result;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}
template <class Edit>
Result<void> allOrNothing(gltf::Document& document, Edit&& edit) try {
  gltf::Document copy = document.clone();
  Result<void> result = edit(copy);
  if (result) document = std::move(copy);
  return result;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::edit
