// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/run_command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace vrm::test {
namespace {

class Pipe {
 public:
  explicit Pipe(bool terminal) {
    if (terminal) {
      ends_[0] = posix_openpt(O_RDWR | O_NOCTTY);
      if (grantpt(ends_[0]) == 0 && unlockpt(ends_[0]) == 0)
        ends_[1] = open(ptsname(ends_[0]), O_RDWR | O_NOCTTY);
    } else if (pipe(ends_.data()) != 0) {
      ends_ = {-1, -1};
    }
    for (const int end : ends_) fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  ~Pipe() {
    closeRead();
    closeWrite();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read() const { return ends_[0]; }
  int write() const { return ends_[1]; }
  void closeRead() { close(ends_[0]); }
  void closeWrite() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

// Reads both pipes until they end; false when the time is over first.
bool drain(Pipe& out, Pipe& err, CommandResult& result, std::chrono::steady_clock::time_point deadline) {
  while (out.read() >= 0 || err.read() >= 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    std::array<pollfd, 2> waiting{{{out.read(), POLLIN, 0}, {err.read(), POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      std::array<char, 65536> block;
      const ssize_t got = read(waiting[i].fd, block.data(), block.size());
      if (got > 0) {
        (i == 0 ? result.out : result.err).append(block.data(), static_cast<std::size_t>(got));
      } else if (got == 0 || errno != EINTR) {
        (i == 0 ? out : err).closeRead();
      }
    }
  }
  return true;
}

}  // namespace

CommandResult runCommand(const std::string& program, const std::vector<std::string>& arguments,
                         const CommandOptions& options) {
  CommandResult result;
  Pipe out(options.terminal);
  Pipe err(options.terminal);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (options.closeStdout) {
    posix_spawn_file_actions_addclose(&actions, 1);
  } else if (!options.stdoutTo.empty()) {
    posix_spawn_file_actions_addopen(&actions, 1, options.stdoutTo.c_str(), O_WRONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, out.write(), 1);
  }
  posix_spawn_file_actions_adddup2(&actions, err.write(), 2);

  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failure = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  out.closeWrite();
  err.closeWrite();
  if (failure != 0) {
    result.err = "cannot start " + program + ": " + std::strerror(failure);
    return result;
  }
  const bool inTime = drain(out, err, result, std::chrono::steady_clock::now() + options.timeout);
  if (!inTime) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!inTime) {
    result.err += "\ntook too long and was ended";
  } else if (WIFEXITED(status)) {
    result.exitCode = WEXITSTATUS(status);
  } else if (WIFSIGNALED(status)) {
    result.err += "\nended by signal " + std::to_string(WTERMSIG(status));
  }
  return result;
}

}  // namespace vrm::test
