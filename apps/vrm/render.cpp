// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>

#include "command.hpp"
#include "in_order.hpp"
#include "model_inputs.hpp"
#include "progress.hpp"

namespace vrm::cli {
namespace {

namespace fs = std::filesystem;
constexpr double kMostPictures = 100'000;
constexpr std::size_t kFilesAhead = 2;  // each may have hundreds of megabytes of images
constexpr std::uint32_t kSheetSide = 256;

struct RenderArguments {
  std::vector<std::string> inputs;
  std::string output;
  PictureOptions picture;
  bool sheet = false;
  double turntable = 0;  // pictures
  std::string scenario;
  double frames = 0;  // of the scenario; 0: all
  double framesPerSecond = 30;
  double threads = 0;
};

// What to do with each file, as far as it can be settled before any is read.
struct RenderJob {
  const RenderArguments& arguments;
  std::vector<ModelInput> inputs;
  std::optional<Scenario> scenario;
  std::uint32_t pictures = 1;
  double framesPerSecond = 30;
};

struct Made {
  std::vector<fs::path> written;
  std::vector<std::string> warnings;
  bool empty = true;  // nothing is to be seen in any picture
};

bool isOneColor(const gltf::Image& image) {
  for (std::size_t i = 4; i < image.rgba.size(); ++i) {
    if (image.rgba[i] != image.rgba[i - 4]) return false;
  }
  return true;
}

Result<Made> makePictures(Studio& studio, const RenderJob& job, const std::string& input, const Negative& negative,
                          const std::string& output, PictureWriter::Naming naming, Progress& progress) {
  const RenderArguments& arguments = job.arguments;
  Made made;
  Result<std::unique_ptr<Sitter>> sitter = Sitter::make(studio, negative, arguments.picture, made.warnings);
  if (!sitter) return std::move(sitter).error();
  Result<PictureWriter> writer = PictureWriter::open(output, job.pictures, job.framesPerSecond, naming);
  if (!writer) return std::move(writer).error();
  std::size_t count = 0;
  const TakePicture take = [&](const gltf::Image& image) {
    if (job.pictures > 1) progress.showBar(++count, job.pictures, "pictures");
    made.empty = made.empty && isOneColor(image);
    return writer->add(image);
  };
  Result<void> done;
  if (arguments.turntable > 0) {
    done = takeTurntable(**sitter, arguments.picture, job.pictures, job.framesPerSecond, take);
  } else if (job.scenario) {
    done = takeScenario(**sitter, arguments.picture, *job.scenario, job.pictures, take, made.warnings);
  } else {
    const Result<gltf::Image> image =
        arguments.sheet ? takeSheet(**sitter, arguments.picture, fs::path(input).filename().string())
                        : (*sitter)->take(arguments.picture.time);
    done = image ? take(*image) : Result<void>(image.error());
  }
  if (!done) return std::move(done).error();
  Result<std::vector<fs::path>> written = writer->finish();
  if (!written) return std::move(written).error();
  made.written = *std::move(written);
  if (made.empty && made.warnings.empty()) made.warnings.emplace_back("nothing of it is to be seen in the picture");
  return made;
}

void warn(const std::string& file, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings)
    complain(fmt::format("warning: {}: {}", printable(file), printable(warning)));
}

template <class Texts>
gltf::JsonValue namesOf(gltf::Json& json, const Texts& texts) {
  gltf::JsonValue list = json.array();
  for (const auto& text : texts) json.append(list, json.string(fs::path(text).string()));
  return list;
}

int renderOne(const Command& command, Studio& studio, const RenderJob& job) {
  const std::string& file = job.inputs.front().path;
  const std::size_t threads = static_cast<std::size_t>(job.arguments.threads);
  const Result<Negative> negative = readNegative(file, openOptions(command), threads);
  if (!negative) return fail(command, file, negative.error());
  Progress progress;
  const Result<Made> made = makePictures(studio, job, file, *negative, job.arguments.output,
                                         PictureWriter::Naming::Numbered, progress);
  progress.hide();
  if (!made) {
    const Code code = made.error().code;
    return fail(command, code == Code::IoWrite || code == Code::OutputFormat ? job.arguments.output : file, made.error());
  }
  warn(file, made->warnings);
  WrittenText text;
  text.json = [&](gltf::Json& json, gltf::JsonValue& root) { json.set(root, "warnings", namesOf(json, made->warnings)); };
  const int code = reportWritten(command, file, made->written, negative->diagnostics, text);
  return made->warnings.empty() ? code : std::max<int>(code, kFindings);
}

// One picture for each, named after its file.
int renderMany(const Command& command, Studio& studio, const RenderJob& job) {
  const RenderArguments& arguments = job.arguments;
  const fs::path folder = arguments.output;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return fail(command, arguments.output, {Code::IoWrite, "the folder cannot be made: " + error.message(), "", kNoOffset});
  std::vector<std::string> outputs;
  gltf::UniqueNames names;
  for (const ModelInput& input : job.inputs) {
    const std::u8string stem = fs::path(input.path).stem().u8string();
    const std::string name = names.make(std::string(stem.begin(), stem.end()), {}, ".png");
    outputs.push_back((folder / fs::path(std::u8string(name.begin(), name.end()))).string());
  }
  const auto start = std::chrono::steady_clock::now();
  Progress progress;
  std::size_t good = 0, empty = 0;
  int worst = kOk;
  gltf::Json json;
  gltf::JsonValue list = json.array();
  inOrder(
      job.inputs.size(), static_cast<std::size_t>(arguments.threads),
      [&](std::size_t i) {
        const ModelInput& input = job.inputs[i];
        if (!input.failure.empty()) return Result<Negative>(Error{input.code, input.failure, "", kNoOffset});
        return readNegative(input.path, openOptions(command), 1);
      },
      [&](std::size_t i, const Result<Negative>& negative) {
        const std::string& file = job.inputs[i].path;
        Result<Made> made = negative ? makePictures(studio, job, file, *negative, outputs[i],
                                                    PictureWriter::Naming::AsItIs, progress)
                                     : Result<Made>(negative.error());
        progress.hide();
        gltf::JsonValue row = json.object();
        json.set(row, "file", json.string(file));
        if (made) {
          ++good;
          empty += made->empty ? 1u : 0u;
          warn(file, made->warnings);
          worst = std::max(worst, report(command, file, negative->diagnostics));
          if (!made->warnings.empty()) worst = std::max<int>(worst, kFindings);
          json.set(row, "written", namesOf(json, made->written));
          json.set(row, "warnings", namesOf(json, made->warnings));
          json.set(row, "diagnostics", cli::toJson(json, negative->diagnostics));
          const fs::path picture = outputs[i];
          if (!command.json && picture.stem() != fs::path(file).stem())
            print(printable(fmt::format("{}: {}", file, picture.filename().string())) + "\n");
        } else {
          worst = kFailed;
          Command plain = command;
          plain.json = false;
          fail(plain, file, made.error());
          json.set(row, "error", cli::toJson(json, made.error()));
        }
        json.append(list, row);
        progress.showBar(i + 1, job.inputs.size(), "files");
      },
      kFilesAhead);
  progress.hide();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (command.json) {
    gltf::JsonValue& root = json.editRoot();
    json.set(root, "files", list);
    json.set(root, "seconds", json.number(seconds));
    json.set(root, "driver", json.string(studio.driver()));
    print(json.write({.pretty = true}) + "\n");
  } else {
    const std::string nothing = empty > 0 ? fmt::format(", {} of them with nothing to be seen", empty) : "";
    print(fmt::format("{} of {} files in {}{}: {:.1f} s, {:.1f} per second\n", good, job.inputs.size(),
                      arguments.output, nothing, seconds, static_cast<double>(good) / seconds));
  }
  return worst;
}

int renderFiles(const Command& command, RenderArguments& arguments) {
  if (arguments.threads == 0) arguments.threads = std::max(1u, std::thread::hardware_concurrency());
  if (arguments.sheet && !arguments.picture.sized) arguments.picture.width = arguments.picture.height = kSheetSide;
  RenderJob job{arguments, modelInputs(arguments.inputs, Motions::LeftOut), {}, 1, arguments.framesPerSecond};
  if (arguments.turntable > 0) job.pictures = static_cast<std::uint32_t>(arguments.turntable);
  if (!arguments.scenario.empty()) {
    const Result<std::vector<std::byte>> bytes = readFile(arguments.scenario, kMaxScenarioBytes);
    if (!bytes) return fail(command, arguments.scenario, bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (text.starts_with("glTF")) {
      return fail(command, arguments.scenario,
                  {Code::ScenarioInvalid, "motions as .vrma cannot be played yet; a scenario is JSON (docs/eval.md)", "",
                   kNoOffset});
    }
    Result<Scenario> scenario = readScenario(text);
    if (!scenario) return fail(command, arguments.scenario, scenario.error());
    job.scenario = *std::move(scenario);
    job.pictures = std::min(job.scenario->frames, static_cast<std::uint32_t>(kMostPictures));
    if (arguments.frames > 0) job.pictures = std::min(job.pictures, static_cast<std::uint32_t>(arguments.frames));
    // As fast as it was meant to be.
    const double dt = static_cast<double>(job.scenario->stepOf(1));
    if (dt > 0) job.framesPerSecond = std::clamp(1 / dt, 1.0, 60.0);
  }
  const ModelInput& first = job.inputs.front();
  std::error_code ignored;  // what cannot be looked at is no folder here; opening it says why
  const bool toFolder = fs::is_directory(arguments.output, ignored);
  const auto severalOf = [&](const std::string& name) { return name == "-" || fs::is_directory(name, ignored); };
  const bool many = arguments.inputs.size() > 1 ||
                    std::any_of(arguments.inputs.begin(), arguments.inputs.end(), severalOf) ||
                    toFolder || arguments.output.ends_with('/');
  if (many && isPictureName(arguments.output) && !toFolder) {
    return fail(command, arguments.output,
                {Code::OutputFormat,
                 "several models, and those in a folder, need a folder for their pictures, not one picture", "", kNoOffset});
  }
  if (!many && !first.failure.empty()) return fail(command, first.path, {first.code, first.failure, "", kNoOffset});
  if (!many) {  // before anything is opened
    const Result<PictureWriter> writer = PictureWriter::open(arguments.output, job.pictures, job.framesPerSecond);
    if (!writer) return fail(command, arguments.output, writer.error());
  }
  Result<std::unique_ptr<Studio>> studio = Studio::open();
  if (!studio) return fail(command, first.path, studio.error());
  return many ? renderMany(command, **studio, job) : renderOne(command, **studio, job);
}

}  // namespace

void addRender(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* verb = app.add_subcommand("render", "Draw avatars: portraits, contact sheets, turntables, thumbnails.");
  verb->add_option("FILE", arguments->inputs, "The models; folders stand for all models in them, - for names on stdin")->required();
  verb->add_option("-o,--output", arguments->output,
                   "The picture: .png (.apng) or .webp, with %03d in its name for numbered ones; for several files, and for "
                   "those in a folder, a folder")
      ->required();
  addPictureOptions(*verb, arguments->picture);
  CLI::Option* sheet = verb->add_flag("--sheet", arguments->sheet,
                                      "One picture with four views and all expressions (--size is that of each) [256]");
  addNumber(*verb, "--turntable", arguments->turntable, "Turn it once about itself, in so many pictures", 1,
            kMostPictures, true);
  CLI::Option* animate = verb->add_option("--animate", arguments->scenario,
                                          "Draw the frames of a scenario as JSON (docs/eval.md)")
                             ->type_name("SCENARIO");
  addNumber(*verb, "--frames", arguments->frames, "Only so many of them", 1, kMostPictures, true);
  addNumber(*verb, "--fps", arguments->framesPerSecond, "Pictures per second of a turntable [30]", 1, 60, false);
  addNumber(*verb, "--threads", arguments->threads, "For reading and decoding; 0: as many as the machine has [0]", 0,
            kMaxThreads, true);
  verb->get_option("--turntable")->excludes(sheet)->excludes(animate);
  animate->excludes(sheet);
  sheet->excludes("--view")->excludes("--first-person");
  verb->get_option("--fps")->needs("--turntable");
  verb->get_option("--frames")->needs(animate);
  verb->add_flag("--json", command.json, "Say what was written, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "Avatars stand naturally, with their hair hanging, and fill the picture. No window or screen is needed;\n"
      "where there is no graphics card, Mesa draws on the processor.\n"
      "Exit codes: 0 done, 1 done with warnings, 2 not done.\n"
      "Example: vrm render avatar.vrm -o avatar.png --view three-quarter --expression happy=1\n"
      "         vrm render avatar.vrm -o turn.webp --turntable 60 --size 512\n"
      "         vrm render shop/ -o thumbnails/ --size 256 --view face");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return renderFiles(command, *arguments); };
  });
}

}  // namespace vrm::cli
