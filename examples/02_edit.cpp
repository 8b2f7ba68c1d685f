// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 02_edit IN OUT: takes the springs' colliders out of a model and adds a note. Everything else stays as it was, also
// what the library does not understand, and every index in the file is kept right.
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return std::puts("usage: 02_edit IN OUT"), 2;
  using namespace vrm::gltf;

  vrm::Result<Document> document = Document::open(argv[1]);
  if (!document) return std::puts(document.error().toString().c_str()), 2;

  std::vector<Element> doomed;
  if (const JsonValue* colliders = homeArray(document->root(), Kind::SpringCollider)) {
    for (std::uint32_t i = 0; i < colliders->size(); ++i) doomed.push_back({Kind::SpringCollider, i});
  }
  vrm::Diagnostics diagnostics;
  if (const auto removed = removeElements(*document, doomed, diagnostics); !removed) {
    return std::puts(removed.error().toString().c_str()), 2;
  }

  Json& json = document->editJson();
  json.put("/asset/extras/note", json.string("edited by 02_edit"));

  // Whole or not at all; the container follows the extension.
  const auto written = save(*document, argv[2], diagnostics);
  if (!written) return std::puts(written.error().toString().c_str()), 2;
  std::printf("removed %zu colliders\n", doomed.size());
  return 0;
}
