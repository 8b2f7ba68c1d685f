// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "vrm/vrm.hpp"

namespace CLI {
class App;
}

namespace vrm::cli {

// Exit codes of every verb (docs/cli.md).
enum ExitCode : int { kOk = 0, kFindings = 1, kFailed = 2 };

// What all verbs share.
struct Command {
  std::function<int()> run;  // set by the verb that was chosen
  bool strict = false;
  bool json = false;
  bool verbose = false;
  bool noExternal = false;
  std::vector<std::string> limits;  // NAME=VALUE
};

// A model that was opened and read; the asset points into the document.
struct Opened {
  gltf::Document document;
  gltf::Asset asset;
  Diagnostics diagnostics;  // of both
};

// The same with its VRM part.
struct OpenedVrm {
  Opened model;  // its diagnostics are those of all three
  schema::Vrm vrm;
};

// Adds the options that all verbs reading a model have.
void addReadOptions(CLI::App& app, Command& command);

// IN and OUT of verbs that write a model.
void addFiles(CLI::App& verb, std::string& input, std::string& output);

// An option that is a number within bounds.
void addNumber(CLI::App& verb, const char* option, double& value, const char* help, double least, double most,
               bool whole);
inline constexpr double kMaxThreads = 256;  // where one of them is a number of threads

// What they say about opening a file.
gltf::OpenOptions openOptions(const Command& command);

// Opens and reads a model with the command's options. On failure the error has been reported already.
Result<Opened> openModel(const Command& command, const std::string& file);

// The same with its VRM part. A verb that is about the terms wants findings about those only, also with
// --strict.
enum class Findings : std::uint8_t { All, OfMeta };
Result<OpenedVrm> openVrm(const Command& command, const std::string& file, Findings wanted = Findings::All);

// "vrm: error: FILE: MESSAGE [CODE]" on stderr, and {"file", "error"} on stdout with --json. Gives the exit
// code.
int fail(const Command& command, const std::string& file, const Error& error);
gltf::JsonValue toJson(gltf::Json& json, const Error& error);

// The same for findings that did not stop us; kFindings if one is a warning or worse. Hints are printed with
// --verbose only: every VRM 0.x file has some.
int report(const Command& command, const std::string& file, const Diagnostics& diagnostics);

// What a verb has to say about what it wrote, behind the names of the files.
struct WrittenText {
  std::string lines;
  std::function<void(gltf::Json&, gltf::JsonValue& root)> json;  // adds members
};

// Lists the files that a verb wrote, on stdout, then its findings; gives the exit code.
int reportWritten(const Command& command, const std::string& input,
                  const std::vector<std::filesystem::path>& written, const Diagnostics& diagnostics,
                  const WrittenText& text = {});

// Writes a model and reports that, or why it could not be written; gives the exit code.
int saveModel(const Command& command, const std::string& input, const gltf::Document& document,
              const std::string& output, Diagnostics diagnostics, const gltf::SaveOptions& options = {},
              const WrittenText& text = {});

// The options of verbs that write a changed model: which rules of exporters are not to be followed.
void addExportOptions(CLI::App& verb, edit::ExportOptions& options);
// Follows them, and adds to what is said.
Result<void> applyExportRules(gltf::Document& document, const edit::ExportOptions& options,
                              Diagnostics& diagnostics, WrittenText& text);

void print(std::string_view text);  // to stdout, whole or exit
void finishPrinting();              // flushes stdout; exits if it cannot be written

// Texts of strangers on their way to a terminal: control characters, and what is no UTF-8, become \xNN.
std::string printable(std::string_view text);
gltf::JsonValue toJson(gltf::Json& json, const Diagnostics& diagnostics);

void complain(const std::string& message);  // "vrm: MESSAGE" to stderr
bool isTerminal(std::FILE* stream);         // somebody watches it

void addInfo(CLI::App& app, Command& command);
void addConvert(CLI::App& app, Command& command);
void addExtract(CLI::App& app, Command& command);
void addRender(CLI::App& app, Command& command);
void addLicence(CLI::App& app, Command& command);
void addEval(CLI::App& app, Command& command);
void addBench(CLI::App& app, Command& command);
void addValidate(CLI::App& app, Command& command);
void addNormalize(CLI::App& app, Command& command);
void addSplit(CLI::App& app, Command& command);
void addEdit(CLI::App& app, Command& command);
void addOptimize(CLI::App& app, Command& command);
void addSample(CLI::App& app, Command& command);

}  // namespace vrm::cli
