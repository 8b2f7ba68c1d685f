// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>

#include "command.hpp"
#include "frame_bench.hpp"
#include "info.hpp"
#include "json_out.hpp"
#include "page.hpp"
#include "progress.hpp"
#include "stage_times.hpp"

namespace vrm::cli {
namespace {

struct BenchOptions {
  std::string model;
  double avatars = 1, threads = 1, seconds = 2;
};

constexpr double kFrame = 1e9 / 60;  // in nanoseconds
constexpr double kGiB = 1 << 30, kMaxBytes = 4 * kGiB;
constexpr double kMaxAvatars = 1e6, kFewestSeconds = 0.01, kMostSeconds = 3600;
#ifdef NDEBUG
constexpr bool kAssertions = false;
#else
constexpr bool kAssertions = true;
#endif

// What is printed, besides what the model says of itself.
struct Measured {
  std::size_t avatars = 1, threads = 1;
  std::size_t bones = 0, pairs = 0;
  StageTimes times;

  // Of all avatars together.
  double frame() const { return times.update * static_cast<double>(avatars); }
  double avatarsPerFrame() const { return times.update > 0 ? std::floor(kFrame / times.update) : 0; }
};

constexpr std::string_view kKeys[kStageCount] = {"humanoid", "lookAt", "expressions", "constraints",
                                                 "springs"};

double perJoint(double nanoseconds, const Model& model) {
  return nanoseconds / static_cast<double>(model.springJoints().size());
}

// That memory is taken for.
double mostAvatars(const Model& model) {
  return std::min(kMaxAvatars, std::floor(kMaxBytes / static_cast<double>(model.layout().size)));
}

// Times in the unit that suits the longest of them, so that a column of them can be compared.
std::string timeText(double nanoseconds, double longest) {
  if (longest < 1e4) return fmt::format("{:.0f} ns", nanoseconds);
  if (longest < 1e6) return fmt::format("{:.2f} us", nanoseconds / 1e3);
  return fmt::format("{:.3f} ms", nanoseconds / 1e6);
}

// What a stage works on.
std::string workText(const Model& model, const Measured& found, Stage stage) {
  switch (stage) {
    case Stage::Humanoid:
      return countText(found.bones, "bone");
    case Stage::LookAt:
      return model.facts().lookAt.byExpressions ? "by expressions" : "by bones";
    case Stage::Expressions:
      return countText(model.expressionCount(), "expression");
    case Stage::Constraints:
      return countText(model.constraintCount(), "constraint");
    case Stage::Springs: {
      std::string text = fmt::format("{} in {}", countText(model.springJoints().size(), "joint"),
                                     countText(model.springCount(), "spring"));
      if (found.pairs > 0) {
        text += fmt::format(", {} with {}", countText(found.pairs, "pair"),
                            countText(model.tables().springColliders.size(), "collider"));
      }
      return text;
    }
  }
  return {};
}

void printText(const BenchOptions& options, const LoadResult& loaded, const Measured& found) {
  const Model& model = *loaded.model();
  const StageTimes& times = found.times;
  const BuildInfo build = buildInfo();
  Page page(14);
  page.row("file", options.model);
  page.row("version", name(loaded.vrm().version));
  page.row("build", fmt::format("libvrm {}, {}, {}{}", build.version, build.compiler, build.simdTarget,
                                kAssertions ? ", with assertions: a release build is faster" : ""));
  page.row("measured",
           fmt::format("{} on {}, {} in {:.1f} s", countText(found.avatars, "avatar"),
                       countText(found.threads, "thread"), countText(times.rounds, "round"), times.seconds));
  page.row("noise",
           !times.noise
               ? "unknown, since there were too few rounds; give it more --seconds"
               : fmt::format("the usual round took {:.0f} % longer than the best{}", 100 * *times.noise,
                             *times.noise > StageTimes::kQuiet
                                 ? ": the machine was busy, the stages may be wrong; measure again"
                                 : ""));
  page.row("memory", megabytes(model.layout().size) + " per avatar" +
                         (found.avatars == 1
                              ? ""
                              : fmt::format(", {} for all", megabytes(model.layout().size * found.avatars))));
  page.line();
  page.line(fmt::format("{:<15}{:>12}  {:>7}", "stage", "per avatar", "share"));
  const auto row = [&](std::string_view label, double nanoseconds, const std::string& work) {
    const double share = times.update > 0 ? 100 * nanoseconds / times.update : 0;
    page.line(fmt::format("{:<15}{:>12}  {:>5.1f} %{}{}", label, timeText(nanoseconds, times.update), share,
                          work.empty() ? "" : "  ", work));
  };
  constexpr std::string_view kLabels[kStageCount] = {"humanoid", "look-at", "expressions", "constraints",
                                                     "springs"};
  for (std::size_t i = 0; i < kStageCount; ++i) {
    if (times.stages[i]) {
      row(kLabels[i], *times.stages[i], workText(model, found, kStages[i]));
    } else {
      page.line(fmt::format("{:<15}{:>12}", kLabels[i], "none"));
    }
  }
  row("world matrices", times.matrices, countText(model.nodeCount(), "node"));
  row("whole update", times.update, "");
  page.line();
  if (times.specSprings) {
    const auto springs = [&](std::string_view kind, double nanoseconds) {
      return fmt::format("{}  {:>9}, {:.1f} ns per joint", kind, timeText(nanoseconds, times.update),
                         perJoint(nanoseconds, model));
    };
    page.row("springs", springs("fixed steps, the default", *times.stages[kStageCount - 1]) + "\n" +
                            springs("spec, one step a frame  ", *times.specSprings));
  }
  const double percent = 100 * found.frame() / kFrame;
  page.row("frame",
           fmt::format("{} for {}, {} % of 16.7 ms (60 Hz)", timeText(found.frame(), found.frame()),
                       countText(found.avatars, "avatar"),
                       percent < 100 ? fmt::format("{:.3g}", percent) : fmt::format("{:.0f}", percent)));
  // Many avatars do not fit into the caches that serve a few.
  const double fit = found.avatarsPerFrame();
  const bool worthTrying = fit > 2 * static_cast<double>(found.avatars) && fit <= mostAvatars(model);
  page.row("", fmt::format("{:.0f} such avatars fit at this speed{}", fit,
                           worthTrying ? fmt::format("; --avatars {:.0f} tries it", fit) : ""));
  print(page.text());
}

void printJson(const BenchOptions& options, const LoadResult& loaded, const Measured& found) {
  const Model& model = *loaded.model();
  const StageTimes& times = found.times;
  const BuildInfo build = buildInfo();
  gltf::Json json;
  JsonOut out(json);
  // Clocks are not better than that.
  const auto ns = [&](std::optional<double> t) {
    return t ? out.of(std::round(*t * 100) / 100) : JsonOut::Value();
  };
  gltf::JsonValue stages = json.object();
  for (std::size_t i = 0; i < kStageCount; ++i) json.set(stages, kKeys[i], ns(times.stages[i]));
  json.set(stages, "worldMatrices", ns(times.matrices));
  const auto stepping = [&](std::optional<double> update, std::optional<double> springs) {
    if (!springs) return JsonOut::Value();
    return out.object(
        {{"update", ns(update)}, {"springs", ns(springs)}, {"perJoint", ns(perJoint(*springs, model))}});
  };
  const auto count = [&](std::size_t number) { return out.of(static_cast<std::uint64_t>(number)); };
  out.add(json.editRoot(),
          {{"file", out.of(options.model)},
           {"version", out.of(loaded.vrm().version)},
           {"build", out.object({{"version", out.of(build.version)},
                                 {"compiler", out.of(build.compiler)},
                                 {"simd", out.of(build.simdTarget)},
                                 {"options", out.of(build.options)},
                                 {"assertions", out.of(kAssertions)}})},
           {"avatars", count(found.avatars)},
           {"threads", count(found.threads)},
           {"seconds", ns(times.seconds)},
           {"rounds", count(times.rounds)},
           {"noise", ns(times.noise)},
           {"bytesPerAvatar", count(model.layout().size)},
           {"counts", out.object({{"nodes", out.of(model.nodeCount())},
                                  {"humanBones", count(found.bones)},
                                  {"expressions", out.of(model.expressionCount())},
                                  {"constraints", out.of(model.constraintCount())},
                                  {"springs", out.of(model.springCount())},
                                  {"springJoints", count(model.springJoints().size())},
                                  {"colliders", count(model.tables().springColliders.size())},
                                  {"colliderPairs", count(found.pairs)}})},
           {"update", ns(times.update)},
           {"stages", stages},
           {"stepping", out.object({{"fixed", stepping(times.update, times.stages[kStageCount - 1])},
                                    {"spec", stepping(times.specUpdate, times.specSprings)}})},
           {"frameShare", out.of(found.frame() / kFrame)},
           {"avatarsPerFrame", out.of(found.avatarsPerFrame())},
           {"diagnostics", toJson(json, loaded.diagnostics())}});
  print(json.write({.pretty = true}) + "\n");
}

int bench(const Command& command, const BenchOptions& options) {
  LoadOptions loading;
  loading.file = openOptions(command);
  const LoadResult loaded = load(options.model, loading);
  if (!loaded) return fail(command, options.model, loaded.error());
  const Model& model = *loaded.model();

  Measured found;
  found.avatars = static_cast<std::size_t>(options.avatars);
  found.threads = static_cast<std::size_t>(options.threads);
  if (found.threads == 0) found.threads = std::max(1u, std::thread::hardware_concurrency());
  if (options.avatars > mostAvatars(model)) {
    const auto size = static_cast<double>(model.layout().size);
    complain(
        fmt::format("error: {}: {} of {} bytes each are {:.1f} GiB, and at most {:.0f} are taken: --avatars "
                    "{:.0f} or fewer",
                    printable(options.model), countText(found.avatars, "avatar"), model.layout().size,
                    options.avatars * size / kGiB, kMaxBytes / kGiB, mostAvatars(model)));
    return kFailed;
  }
  for (const HumanBoneInfo& bone : allHumanBones()) found.bones += model.bone(bone.bone) ? 1u : 0u;
  found.pairs = colliderPairs(model);
  {
    Progress progress;
    found.times =
        measureStages(loaded.model(), {found.avatars, found.threads, options.seconds, [&](double done) {
                                         progress.show(fmt::format("measuring: {:.0f} %", 100 * done));
                                       }});
  }
  command.json ? printJson(options, loaded, found) : printText(options, loaded, found);
  return report(command, options.model, loaded.diagnostics());
}

}  // namespace

void addBench(CLI::App& app, Command& command) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* verb = app.add_subcommand("bench", "Measure how long a frame of a model takes, stage by stage.");
  verb->add_option("FILE", options->model, "The model to read")->required();
  addNumber(*verb, "--avatars", options->avatars,
            "How many avatars of it are updated together, 1 to 1000000 and 4 GiB; 1 if not given", 1,
            kMaxAvatars, true);
  addNumber(*verb, "--threads", options->threads,
            "On how many threads, up to 256; 0: as many as the machine has; 1 if not given", 0, kMaxThreads,
            true);
  addNumber(*verb, "--seconds", options->seconds, "How long to measure, about: 0.01 to 3600; 2 if not given",
            kFewestSeconds, kMostSeconds, false);
  verb->add_flag("--json", command.json, "Print JSON (docs/cli.md describes it)");
  addReadOptions(*verb, command);
  verb->footer(
      "Every frame moves eleven bones, the root, the gaze and three expressions, which is not timed, and "
      "updates all\n"
      "avatars by 1/60 s, which is. The stages are switched on one after the other, in the order of an "
      "update: first\n"
      "none, which leaves the world matrices; each then counts for what it adds, so all of them together are "
      "the whole\n"
      "update. Each of these updates is measured in many blocks of up to 200 frames, by turns; the block "
      "with the\n"
      "lowest median counts. Times are those of the clock on the wall, divided by the avatars.\n"
      "Example: vrm bench avatar.vrm --avatars 100 --threads 2");
  verb->callback(
      [&command, options] { command.run = [&command, options] { return bench(command, *options); }; });
}

}  // namespace vrm::cli
