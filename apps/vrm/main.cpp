// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

#include "command.hpp"

namespace {

std::string versionText() {
  const vrm::BuildInfo build = vrm::buildInfo();
  return fmt::format("vrm {}\ncompiler: {}\nsimd: {}\noptions: {}", build.version, build.compiler, build.simdTarget,
                     build.options);
}

// Ctrl-C and the like: what is half written goes.
extern "C" void stop(int signal) {
  vrm::removeUnfinishedFiles();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void listenToSignals() {
  const int signals[] = {
      SIGINT,
      SIGTERM,
#ifndef _WIN32
      SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU,
#endif
  };
  for (const int signal : signals) {
    if (std::signal(signal, stop) == SIG_IGN) std::signal(signal, SIG_IGN);  // as with nohup
  }
#ifndef _WIN32
  std::signal(SIGXFSZ, SIG_IGN);  // writing says then that the file is too large
#endif
}

// A program that was started without standard files must not take the next ones that it opens for them.
void keepStandardFiles() {
#ifndef _WIN32
  int file = 0;
  while (file >= 0 && file <= STDERR_FILENO) file = open("/dev/null", O_RDONLY | O_CLOEXEC);  // writing to it fails
  if (file > STDERR_FILENO) close(file);
#endif
}

// What is wrong with the words that the command was called with.
std::string mistake(const CLI::App& app, const CLI::Error& error) {
  const auto verbs = app.get_subcommands();
  for (const std::string& word : app.remaining(true)) {
    // Said first: an option that there is none of may have taken the place of what is missing.
    if (word == "--") break;  // what follows are files
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string shown = vrm::cli::printable(word);
    if (!verbs.empty() && verbs[0]->get_option_no_throw(word.substr(0, word.find('='))))
      return fmt::format("{} has to stand behind the verb: vrm {} {}", shown, verbs[0]->get_name(), shown);
    const std::string what = "there is no option " + shown;
    return word[1] == '-' ? what : fmt::format("{} (for a file of that name write ./{})", what, shown);
  }
  const std::string what = vrm::cli::printable(error.what());
  return what == "A subcommand is required" ? "a verb is required" : what;
}

int run(int argc, char** argv) {
  CLI::App app{"Inspect, mend and convert VRM avatars (.vrm, .glb, .vrma, .gltf)."};
  app.name("vrm");
  app.set_version_flag("--version", versionText());
  app.require_subcommand(1);
  if (argc == 2 && std::string_view(argv[1]) == "help") argv[1] = const_cast<char*>("--help");
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return fmt::format("vrm: {}\nTry '{} --help'.\n", mistake(*failed, error),
                       failed->get_subcommands().empty() ? "vrm" : "vrm " + failed->get_subcommands()[0]->get_name());
  });
  app.footer(
      "Exit codes: 0 all well, 1 finished but the file has problems (they are listed on stderr), 2 could not.\n"
      "Example: vrm info avatar.vrm");

  vrm::cli::Command command;
  vrm::cli::addInfo(app, command);
  vrm::cli::addConvert(app, command);
  vrm::cli::addNormalize(app, command);
  vrm::cli::addSplit(app, command);
  vrm::cli::addEdit(app, command);
  vrm::cli::addOptimize(app, command);
  vrm::cli::addExtract(app, command);
#if VRM_WITH_RENDER
  vrm::cli::addRender(app, command);
#endif
#ifdef VRM_WITH_SAMPLE
  vrm::cli::addSample(app, command);
#endif
  vrm::cli::addLicence(app, command);
  vrm::cli::addEval(app, command);
  vrm::cli::addBench(app, command);
  vrm::cli::addValidate(app, command);
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  const auto named = [&](const CLI::App* verb) { return verb->check_name(argv[1]); };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(verbs.begin(), verbs.end(), named)) {
    vrm::cli::complain(fmt::format("there is no verb \"{}\"\nTry 'vrm --help'.", vrm::cli::printable(argv[1])));
    return vrm::cli::kFailed;
  }
  try {
    app.parse(argc, argv);
    return command.run();
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error) == 0 ? vrm::cli::kOk : vrm::cli::kFailed;
    std::cout.flush();
    if (code == vrm::cli::kOk) vrm::cli::finishPrinting();
    return code;
  }
}

}  // namespace

int main(int argc, char** argv) {
  keepStandardFiles();
  listenToSignals();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    static_cast<void>(std::fputs("vrm: error: out of memory\n", stderr));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vrm: error: %s\n", error.what());
  }
  return vrm::cli::kFailed;
}
