// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_load [--rounds N] [--milliseconds M] FILE...
//
// How long a file takes from bytes in memory to the model that runs and typed arrays, and how much heap that
// needs at most. One JSON object per file and line. A round repeats the load for M milliseconds, three times
// at least, and keeps the fastest; `best` and `median` are over the rounds.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap_count.hpp"
#include "vrm/base/file.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/glb.hpp"
#include "vrm/gltf/resolver.hpp"
#include "vrm/load.hpp"
#include "vrm/schema/read.hpp"

namespace {

using namespace vrm;
using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds(Clock::duration d) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(d).count();
}

// Accessors that a runtime reads as numbers: those of meshes, skins and animations, each once however often
// it is used.
struct Uses {
  std::vector<AccessorIndex> floats;
  std::vector<AccessorIndex> integers;
};

Uses collectUses(const gltf::Asset& asset) {
  enum : std::uint8_t { kUnused, kFloats, kIntegers };
  std::vector<std::uint8_t> uses(asset.accessors.size(), kUnused);
  const auto use = [&](AccessorIndex a, std::uint8_t as) {
    if (!a) return;
    const bool stored = asset.accessors[a.value].componentType == gltf::ComponentType::Float;
    uses[a.value] = stored ? std::uint8_t{kFloats} : as;
  };
  for (const gltf::Attribute& attribute : asset.attributes) {
    use(attribute.accessor, attribute.semantic.starts_with("JOINTS_") ? kIntegers : kFloats);
  }
  for (const gltf::Primitive& primitive : asset.primitives) use(primitive.indices, kIntegers);
  for (const gltf::Skin& skin : asset.skins) use(skin.inverseBindMatrices, kFloats);
  for (const gltf::AnimationSampler& sampler : asset.samplers) {
    use(sampler.input, kFloats);
    use(sampler.output, kFloats);
  }
  Uses result;
  for (std::uint32_t i = 0; i < uses.size(); ++i) {
    if (uses[i] == kFloats) result.floats.emplace_back(i);
    if (uses[i] == kIntegers) result.integers.emplace_back(i);
  }
  return result;
}

// One array after the other in one block, as a runtime keeps them.
template <class T>
class Block {
 public:
  Block(const gltf::Asset& asset, std::span<const AccessorIndex> accessors) {
    std::size_t total = 0;
    for (const AccessorIndex a : accessors) total += sizeOf(asset, a);
    data_.reset(new T[total]);  // not make_unique: all of it is about to be written
  }

  template <class Read>
  Result<void> fill(const gltf::Asset& asset, std::span<const AccessorIndex> accessors, const Read& read) {
    std::size_t at = 0;
    for (const AccessorIndex a : accessors) {
      const std::size_t size = sizeOf(asset, a);
      if (Result<void> done = read(a, std::span<T>(data_.get() + at, size)); !done) return done;
      at += size;
    }
    return {};
  }

 private:
  static std::size_t sizeOf(const gltf::Asset& asset, AccessorIndex a) {
    const gltf::Accessor& accessor = asset.accessors[a.value];
    return std::size_t{accessor.count} * gltf::componentCount(accessor.type);
  }

  std::unique_ptr<T[]> data_;
};

struct Arrays {
  Block<float> floats;
  Block<std::uint32_t> integers;
};

Result<Arrays> readArrays(const gltf::Document& document, const gltf::Asset& asset,
                          Diagnostics& diagnostics) {
  const Uses uses = collectUses(asset);
  Arrays arrays{{asset, uses.floats}, {asset, uses.integers}};
  Result<void> done = arrays.floats.fill(asset, uses.floats, [&](AccessorIndex a, std::span<float> out) {
    return gltf::readFloats(document, asset, a, out, diagnostics);
  });
  if (!done) return std::move(done).error();
  done = arrays.integers.fill(asset, uses.integers, [&](AccessorIndex a, std::span<std::uint32_t> out) {
    return gltf::readUints(document, asset, a, out, diagnostics);
  });
  if (!done) return std::move(done).error();
  return arrays;
}

struct Load {
  std::int64_t parse = 0, asset = 0, vrm = 0, model = 0, access = 0;  // ns
  std::size_t heap = 0;  // peak of all but access, with the file's bytes
  std::size_t nodes = 0;
  std::int64_t total() const { return parse + asset + vrm + model + access; }
};

// Copying the file before and freeing everything afterwards are not part of the time.
Result<Load> loadOnce(const std::vector<std::byte>& file, const gltf::OpenOptions& options) {
  const std::size_t before = bench::heapNow();
  std::vector<std::byte> bytes = file;
  bench::resetHeapPeak();
  Load load;
  Diagnostics diagnostics;

  const Clock::time_point start = Clock::now();
  const Result<gltf::Document> document = gltf::Document::parse(std::move(bytes), options);
  if (!document) return document.error();
  const Clock::time_point parsed = Clock::now();
  const Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) return asset.error();
  const Clock::time_point typed = Clock::now();
  const Result<schema::Vrm> vrm = schema::readVrm(*document, *asset, diagnostics);
  if (!vrm) return vrm.error();
  const Clock::time_point understood = Clock::now();
  const Result<std::shared_ptr<const Model>> model = makeModel(*asset, *vrm, diagnostics);
  if (!model) return model.error();
  const Clock::time_point compiled = Clock::now();
  load.heap = bench::heapPeak() - before;
  const Clock::time_point resumed = Clock::now();
  const Result<Arrays> arrays = readArrays(*document, *asset, diagnostics);
  if (!arrays) return arrays.error();
  const Clock::time_point end = Clock::now();

  load.parse = nanoseconds(parsed - start);
  load.asset = nanoseconds(typed - parsed);
  load.vrm = nanoseconds(understood - typed);
  load.model = nanoseconds(compiled - understood);
  load.access = nanoseconds(end - resumed);
  load.nodes = asset->nodes.size();
  return load;
}

Result<Load> playRound(const std::vector<std::byte>& file, const gltf::OpenOptions& options,
                       Clock::duration budget) {
  const Clock::time_point end = Clock::now() + budget;
  Load best;
  for (int i = 0; i < 3 || Clock::now() < end; ++i) {
    Result<Load> load = loadOnce(file, options);
    if (!load) return load;
    if (i == 0 || load->total() < best.total()) best = *load;
  }
  return best;
}

std::size_t jsonBytes(const std::vector<std::byte>& file) {
  if (!gltf::looksLikeGlb(file)) return file.size();
  Diagnostics ignored;
  const Result<gltf::Glb> glb = gltf::parseGlb(file, ignored);
  return glb ? glb->json.size() : 0;
}

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

void printTimes(const char* name, const std::vector<Load>& sorted, std::int64_t (*part)(const Load&)) {
  std::vector<std::int64_t> times;
  for (const Load& load : sorted) times.push_back(part(load));
  std::sort(times.begin(), times.end());
  std::printf(",\"%s\":{\"best\":%lld,\"median\":%lld}", name, static_cast<long long>(times.front()),
              static_cast<long long>(times[times.size() / 2]));
}

bool fail(const std::string& path, const Error& error) {
  std::printf("{\"file\":%s,\"error\":%s}\n", jsonString(path).c_str(), jsonString(error.toString()).c_str());
  return false;
}

bool benchFile(const std::string& path, int rounds, Clock::duration budget) {
  const Result<std::vector<std::byte>> file = readFile(path, Limits().fileBytes);
  if (!file) return fail(path, file.error());
  const gltf::FolderResolver folder(std::filesystem::path(path).parent_path());
  gltf::OpenOptions options;
  options.resolver = &folder;
  std::vector<Load> loads;
  for (int i = 0; i < rounds; ++i) {
    const Result<Load> load = playRound(*file, options, budget);
    if (!load) return fail(path, load.error());
    loads.push_back(*load);
  }

  const std::size_t json = jsonBytes(*file);
  const std::size_t bar = file->size() * 13 / 10 + 4 * json + (std::size_t{1} << 20);
  std::printf("{\"file\":%s,\"bytes\":%zu,\"jsonBytes\":%zu,\"nodes\":%zu", jsonString(path).c_str(),
              file->size(), json, loads.front().nodes);
  printTimes("total", loads, [](const Load& l) { return l.total(); });
  printTimes("parse", loads, [](const Load& l) { return l.parse; });
  printTimes("asset", loads, [](const Load& l) { return l.asset; });
  printTimes("vrm", loads, [](const Load& l) { return l.vrm; });
  printTimes("model", loads, [](const Load& l) { return l.model; });
  printTimes("access", loads, [](const Load& l) { return l.access; });
  if (bench::kHeapCounted) std::printf(",\"peakHeap\":%zu", loads.front().heap);
  std::printf(",\"heapBar\":%zu}\n", bar);
  std::fflush(stdout);
  return true;
}

int usage() {
  std::fputs("usage: bench_load [--rounds N] [--milliseconds M] FILE...\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 9;
  int milliseconds = 50;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    int* number = arg == "--rounds" ? &rounds : arg == "--milliseconds" ? &milliseconds : nullptr;
    if (!number) {
      files.emplace_back(arg);
      continue;
    }
    if (++i == argc) return usage();
    const char* end = argv[i] + std::strlen(argv[i]);
    if (std::from_chars(argv[i], end, *number).ptr != end || *number < 1) return usage();
  }
  if (files.empty()) return usage();
  bench::keepFreedPages();
  bool good = true;
  for (const std::string& file : files)
    good = benchFile(file, rounds, std::chrono::milliseconds(milliseconds)) && good;
  return good ? 0 : 1;
}
