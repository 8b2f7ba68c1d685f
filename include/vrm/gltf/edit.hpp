// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/image.hpp"
#include "vrm/gltf/names.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::gltf {

// Structural edits of a Document. Every reference that the table in references.hpp knows is kept right, in core glTF
// and in the VRM extensions of all versions. Unknown extensions are left alone and reported
// (Code::EditUnknownExtension), and so are `extras` and unknown members of known extensions, silently.
// After an error the document is unchanged, except that those which add something, compact, pack and unpack may have been done
// in part when memory ran out (what is in vrm::edit works on a copy). An Asset read before an edit is stale after it:
// read a new one.

struct Element {
  Kind kind;
  std::uint32_t index;
};

// Appends to the array of that kind, which is made if need be; gives the new index.
Result<std::uint32_t> addElement(Document& document, Kind kind, JsonValue element);

// Removes elements and what makes no sense without them: a texture takes the places where it is used, a node its
// subtree, its human bone, its spring joints, its expression binds, and an animation that moves nothing but it. What
// others cannot do without, such as an accessor
// of a mesh or a joint of a skin, is refused (Code::EditStillReferenced) unless its users go too.
Result<void> removeElements(Document& document, std::span<const Element> elements, Diagnostics& diagnostics);
inline Result<void> removeElement(Document& document, Element element, Diagnostics& diagnostics) {
  return removeElements(document, {&element, 1}, diagnostics);
}

// `newIndexOfOld` is a permutation: element i moves to newIndexOfOld[i].
Result<void> reorderElements(Document& document, Kind kind, std::span<const std::uint32_t> newIndexOfOld,
                             Diagnostics& diagnostics);

// Appends bytes to buffer 0 (made if need be) and a buffer view over them; gives the view's index.
Result<std::uint32_t> addBufferView(Document& document, std::span<const std::byte> bytes);
// Room for so many bytes more, before many views are added.
void reserveBytes(Document& document, std::uint64_t bytes);

struct NewAccessor {
  ComponentType componentType = ComponentType::Float;
  AccessorType type = AccessorType::Scalar;
  std::uint32_t count = 0;
  bool normalized = false;
  bool minMax = false;  // float data only; glTF wants it for POSITION and animation inputs
};
// `bytes` are tightly packed elements. Makes a buffer view of its own.
Result<std::uint32_t> addAccessor(Document& document, const NewAccessor& what, std::span<const std::byte> bytes);

// Removes the elements of a kind that nothing refers to: materials, textures, images, accessors, ... left over from other
// edits. A file with unknown extensions keeps them: something in there may use them.
Result<void> removeUnused(Document& document, Kind kind, Diagnostics& diagnostics);

// Removes unused buffer views and buffers, and the bytes that no view covers; nothing in a file with unknown extensions.
// After taking out a mesh, say: removeUnused
// of accessors, then compact.
Result<void> compact(Document& document, Diagnostics& diagnostics);

// Brings all data of buffers and images into the binary chunk: what a GLB needs to stand alone. An image whose data
// was never found keeps its uri (opening the document has reported it).
Result<void> pack(Document& document, Diagnostics& diagnostics);

struct NamedBytes {
  std::string name;
  std::vector<std::byte> bytes;
};
// The opposite, for .gltf: buffers become `stem`.bin, images `stem`_NAME.png and so on, so that models in one folder do
// not take each other's files. The document's
// URIs point at them afterwards, and the buffers lose the images' bytes. With `embed` they become data URIs and no files are returned.
Result<std::vector<NamedBytes>> unpack(Document& document, std::string_view stem, bool embed,
                                       Diagnostics& diagnostics);

// Any number of images can lie on the same bytes: LimitDecodedBytes when as files of their own they take more than
// Limits::decodedBytes.
Result<void> checkImageFiles(const Document& document);

// The name of an image as a file: its own after `prefix`, escaped and unique among `names`, with the extension of its
// format.
std::string imageFileName(const JsonValue& image, std::uint32_t index, ImageFormat format, UniqueNames& names,
                          std::string_view prefix = {});

}  // namespace vrm::gltf
