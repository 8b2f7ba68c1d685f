// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A library to put in front of others (LD_PRELOAD), in which something happens at a chosen moment of writing
// files:
//   VRM_FAULT_AT   which, counted from 1; without it nothing happens
//   VRM_FAULT_IN   the folder that disappears with all of its files; without it the program is killed
// There is a moment before and one behind each call that makes, fills, ends or renames a file, and of those
// that write one in the middle, when half of the bytes are in the file.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef __GLIBC__  // fopen64 is a function of its own there, and a macro for fopen elsewhere
#error "only for the GNU C library"
#endif

namespace {

// What the program would have called.
template <class F>
F next(const char* name, F) {
  void* const found = ::dlsym(RTLD_NEXT, name);
  if (!found) std::abort();
  F out;
  std::memcpy(&out, &found, sizeof out);
  return out;
}

void removeFolder(const char* path) {
  DIR* const folder = ::opendir(path);
  if (!folder) return;
  while (const dirent* const entry = ::readdir(folder)) ::unlinkat(::dirfd(folder), entry->d_name, 0);
  ::closedir(folder);
  ::rmdir(path);
}

void moment() {
  static long left = [] {
    const char* const at = std::getenv("VRM_FAULT_AT");
    return at ? std::atol(at) : 0;
  }();
  if (left == 0 || --left > 0) return;
  if (const char* const folder = std::getenv("VRM_FAULT_IN")) {
    removeFolder(folder);
  } else {
    std::raise(SIGKILL);
  }
}

// With one before and one behind.
template <class Call>
auto between(Call&& call) {
  moment();
  const auto result = call();
  const int error = errno;
  moment();
  errno = error;
  return result;
}

bool isStandard(std::FILE* file) {
  return file == stdout || file == stderr;
}

}  // namespace

extern "C" {

std::FILE* fopen(const char* path, const char* mode) {
  const auto open = [&] { return next("fopen", &::fopen)(path, mode); };
  return mode[0] == 'r' ? open() : between(open);
}
std::FILE* fopen64(const char* path, const char* mode) {
  const auto open = [&] { return next("fopen64", &::fopen)(path, mode); };
  return mode[0] == 'r' ? open() : between(open);
}
std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  const auto write = next("fwrite", &::fwrite);
  if (isStandard(file)) return write(data, size, count, file);
  moment();
  const std::size_t half = count / 2;
  std::size_t written = write(data, size, half, file);
  std::fflush(file);
  moment();
  if (written == half)
    written += write(static_cast<const char*>(data) + half * size, size, count - half, file);
  const int error = errno;
  moment();
  errno = error;
  return written;
}
int fclose(std::FILE* file) {
  return between([&] { return next("fclose", &::fclose)(file); });
}
::ssize_t write(int file, const void* data, std::size_t size) {
  const auto original = next("write", &::write);
  if (file <= STDERR_FILENO) return original(file, data, size);
  moment();
  const std::size_t half = size / 2;
  // As the system itself may do when it is asked for much.
  if (half > 0) {
    const ::ssize_t written = original(file, data, half);
    moment();
    return written;
  }
  return original(file, data, size);
}
int rename(const char* from, const char* to) noexcept {
  return between([&] { return next("rename", &::rename)(from, to); });
}

}  // extern "C"
