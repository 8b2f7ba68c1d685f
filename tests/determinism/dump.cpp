// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "determinism/dump.hpp"

#include <cstdio>
#include <memory>

#include "base/simd_target.hpp"
#include "determinism/run.hpp"
#include "vrm/base/build_info.hpp"

namespace vrm::determinism {
namespace {

class DumpWriter final : public ValueSink {
 public:
  explicit DumpWriter(std::FILE* out) : out_(out) {}

  void frame(std::uint32_t frame) override {
    std::fprintf(out_, "frame\t%u\n", static_cast<unsigned>(frame));
  }
  void values(std::string_view what, std::uint32_t index, std::string_view name,
              std::span<const float> values) override {
    std::fprintf(out_, "%.*s\t%u\t%.*s", static_cast<int>(what.size()), what.data(),
                 static_cast<unsigned>(index), static_cast<int>(name.size()), name.data());
    for (const float value : values)
      std::fprintf(out_, "\t%08x %.9g", static_cast<unsigned>(promisedBits(value)),
                   static_cast<double>(value));
    std::fputc('\n', out_);
  }

 private:
  std::FILE* out_;
};

}  // namespace

bool writeDump(const Scene& scene, const std::string& path) {
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> out(std::fopen(path.c_str(), "wb"));
  if (!out) return false;
  std::fprintf(out.get(), "scene\t%s\nbuild\t%s %s\n", std::string(scene.name).c_str(),
               buildInfo().compiler.c_str(), std::string(simdTargetName()).c_str());
  DumpWriter writer(out.get());
  runScene(scene, scene.model(), writer);
  return std::fflush(out.get()) == 0 && std::ferror(out.get()) == 0;
}

}  // namespace vrm::determinism
