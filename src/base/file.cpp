// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace vrm {
namespace {

namespace fs = std::filesystem;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

File openFile(const fs::path& path, const char* mode) {
#if defined(_WIN32)
  const std::wstring wide(mode, mode + std::strlen(mode));
  return File(_wfopen(path.c_str(), wide.c_str()));
#else
  return File(std::fopen(path.c_str(), mode));
#endif
}

std::string reason() {
  return std::strerror(errno);
}

fs::path temporaryName(const fs::path& path) {
#if defined(_WIN32)
  const int process = _getpid();
#else
  const int process = getpid();
#endif
  static std::atomic<unsigned> counter{0};
  fs::path name = path;
  name += ".tmp" + std::to_string(process) + "-" + std::to_string(counter++);
  return name;
}

}  // namespace

Result<std::vector<std::byte>> readFile(const fs::path& path, std::uint64_t maxBytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return Error{Code::IoNotFound, "there is no such file", "", kNoOffset};
  if (error) return Error{Code::IoRead, error.message(), "", kNoOffset};
  if (fs::is_directory(status)) return Error{Code::IoRead, "this is a folder, not a file", "", kNoOffset};
  if (!fs::is_regular_file(status)) return Error{Code::IoRead, "this is not a regular file", "", kNoOffset};
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return Error{Code::IoRead, error.message(), "", kNoOffset};
  if (size > maxBytes) {
    return Error{Code::LimitFileBytes,
                 "the file has " + std::to_string(size) + " bytes, the limit is " + std::to_string(maxBytes), "",
                 kNoOffset};
  }
  const File file = openFile(path, "rb");
  if (!file) return Error{Code::IoRead, reason(), "", kNoOffset};
  try {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    const std::size_t got = bytes.empty() ? 0 : std::fread(bytes.data(), 1, bytes.size(), file.get());
    if (got != bytes.size()) {
      return Error{Code::IoRead, std::ferror(file.get()) ? reason() : "the file became shorter while it was read", "",
                   kNoOffset};
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    return Error{Code::OutOfMemory, "no memory for " + std::to_string(size) + " bytes", "", kNoOffset};
  }
}

Result<void> writeFiles(std::span<const FileToWrite> files) {
  struct Pending {
    fs::path target;  // behind links: a link stays a link
    fs::path temporary;
  };
  std::vector<Pending> all;
  const auto fail = [&](const fs::path& path, const std::string& why) -> Result<void> {
    for (const Pending& pending : all) {
      std::error_code ignored;
      fs::remove(pending.temporary, ignored);
    }
    return Error{Code::IoWrite, "cannot write " + path.string() + ": " + why, "", kNoOffset};
  };
  for (const FileToWrite& file : files) {
    std::error_code error;  // what cannot be looked at cannot be opened either; that says why
    fs::path target = fs::is_symlink(file.path, error) ? fs::weakly_canonical(file.path, error) : file.path;
    if (target.empty()) target = file.path;
    const fs::file_status old = fs::status(target, error);
    if (fs::is_directory(old)) return fail(file.path, "it is a folder");
    // Renaming would put a file in the place of a device or pipe; /dev/null is one.
    if (fs::exists(old) && !fs::is_regular_file(old)) return fail(file.path, "it is a device or pipe, not a file");
    const fs::path folder = target.parent_path();
    if (!folder.empty() && !fs::exists(folder, error)) return fail(file.path, "its folder does not exist");
    fs::path temporary = temporaryName(target);
    File stream = openFile(temporary, "wbx");
    if (!stream) return fail(file.path, reason());
    all.push_back({std::move(target), std::move(temporary)});
    // Whoever could not read the old file shall not read the new one.
    if (fs::exists(old)) fs::permissions(all.back().temporary, old.permissions(), error);
    const std::size_t size = file.bytes.size();
    if (size > 0 && std::fwrite(file.bytes.data(), 1, size, stream.get()) != size) return fail(file.path, reason());
    // Closing reports what a full disk refuses at the last moment.
    if (std::fclose(stream.release()) != 0) return fail(file.path, reason());
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code error;
    fs::rename(all[i].temporary, all[i].target, error);
    if (error) return fail(files[i].path, error.message());
  }
  return {};
}

Result<void> writeFile(const fs::path& path, std::span<const std::byte> bytes) {
  const FileToWrite file{path, bytes};
  return writeFiles({&file, 1});
}

}  // namespace vrm
