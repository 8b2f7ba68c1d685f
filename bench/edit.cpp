// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_edit [--rounds N] FILE...
//
// How long normalising and optimising a model take, and how much heap they need. One line of JSON per file.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string_view>
#include <vector>

#include "heap_count.hpp"
#include "vrm/base/file.hpp"
#include "vrm/edit/normalize.hpp"
#include "vrm/edit/optimize.hpp"

namespace {

using namespace vrm;

struct Cost {
  double seconds = 0;    // of this process, whatever else the machine does
  std::size_t heap = 0;  // the most at a time, with the file itself
};

// With everything below the root turned and scaled there is something to normalise: all vertices.
void turn(gltf::Document& document) {
  gltf::Json& json = document.editJson();
  gltf::JsonValue* nodes = json.editRoot().find("nodes");
  if (!nodes) return;
  for (gltf::JsonValue& node : nodes->elements()) {
    if (!node.has("children") || node.has("matrix")) continue;
    const float rotation[] = {0, 0.6f, 0, 0.8f}, scale[] = {1.5f, 1.5f, 1.5f};
    json.set(node, "rotation", json.numbers(rotation));
    json.set(node, "scale", json.numbers(scale));
    return;
  }
}

Result<Cost> measure(const std::vector<std::byte>& file, const std::function<void(gltf::Document&)>& prepare,
                     const std::function<Result<void>(gltf::Document&)>& edit, int rounds) {
  Cost best;
  for (int i = 0; i < rounds; ++i) {
    const std::size_t before = bench::heapNow();
    Result<gltf::Document> document = gltf::Document::parse(file);
    if (!document) return std::move(document).error();
    prepare(*document);
    bench::resetHeapPeak();
    const std::clock_t start = std::clock();
    if (Result<void> done = edit(*document); !done) return std::move(done).error();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best.seconds = i == 0 ? seconds : std::min(best.seconds, seconds);
    best.heap = bench::heapPeak() - before;
  }
  return best;
}

void print(const char* name, const Cost& cost, std::size_t size) {
  const double megabytes = static_cast<double>(size) / 1e6;
  std::printf(",\"%s\":{\"seconds\":%.6f,\"secondsPer10MB\":%.4f", name, cost.seconds,
              cost.seconds / megabytes * 10);
  if (bench::kHeapCounted)
    std::printf(",\"heapPerByte\":%.2f", static_cast<double>(cost.heap) / static_cast<double>(size));
  std::printf("}");
}

int run(const char* path, int rounds) {
  const Result<std::vector<std::byte>> file = readFile(path, std::uint64_t{1} << 30);
  if (!file) {
    std::fprintf(stderr, "bench_edit: %s: %s\n", path, file.error().toString().c_str());
    return 1;
  }
  const Result<Cost> normalising = measure(
      *file, turn,
      [](gltf::Document& document) -> Result<void> {
        Diagnostics said;
        const auto done = edit::normalize(document, {}, said);
        if (!done) return done.error();
        return {};
      },
      rounds);
  const Result<Cost> optimising = measure(
      *file, [](gltf::Document&) {},
      [](gltf::Document& document) -> Result<void> {
        Diagnostics said;
        const auto done = edit::optimize(document, {}, said);
        if (!done) return done.error();
        return {};
      },
      rounds);
  for (const Result<Cost>* cost : {&normalising, &optimising}) {
    if (*cost) continue;
    std::fprintf(stderr, "bench_edit: %s: %s\n", path, cost->error().toString().c_str());
    return 1;
  }
  std::printf("{\"file\":\"%s\",\"bytes\":%zu", path, file->size());
  print("normalize", *normalising, file->size());
  print("optimize", *optimising, file->size());
  std::printf("}\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 5, first = 1;
  if (argc > 2 && std::string_view(argv[1]) == "--rounds") {
    const char* end = argv[2] + std::strlen(argv[2]);
    if (std::from_chars(argv[2], end, rounds).ptr != end || rounds < 1) rounds = 0;
    first = 3;
  }
  if (first >= argc || rounds == 0) {
    std::fprintf(stderr, "usage: bench_edit [--rounds N] FILE...\n");
    return 2;
  }
  bench::keepFreedPages();
  int status = 0;
  for (int i = first; i < argc; ++i) status = std::max(status, run(argv[i], rounds));
  return status;
}
