// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#if defined(_WIN32)
#include <io.h>
#include <process.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/memory.hpp"

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

namespace {

Error unreadable(std::string why) {
  return {Code::IoRead, std::move(why), "", kNoOffset};
}

// By what the system has just said.
Error refused() {
  return errno == ENOMEM ? outOfMemory() : unreadable(reason());
}

Result<std::vector<std::byte>> room(std::uint64_t size, std::uint64_t maxBytes) {
  if (size > maxBytes) {
    return Error{Code::LimitFileBytes,
                 "the file has " + std::to_string(size) + " bytes, the limit is " + std::to_string(maxBytes),
                 "", kNoOffset};
  }
  return std::vector<std::byte>(static_cast<std::size_t>(size));
}

constexpr const char* kShorter = "the file became shorter while it was read";
constexpr const char* kFolder = "this is a folder, not a file";
constexpr const char* kSpecial = "this is not a regular file";

}  // namespace

#if defined(_WIN32)
Result<std::vector<std::byte>> readFile(const fs::path& path, std::uint64_t maxBytes) try {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return Error{Code::IoNotFound, "there is no such file", "", kNoOffset};
  if (error) return unreadable(error.message());
  if (fs::is_directory(status)) return unreadable(kFolder);
  if (!fs::is_regular_file(status)) return unreadable(kSpecial);
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return unreadable(error.message());
  Result<std::vector<std::byte>> bytes = room(size, maxBytes);
  if (!bytes) return bytes;
  const File file = openFile(path, "rb");
  if (!file) return refused();
  if (!bytes->empty() && std::fread(bytes->data(), 1, bytes->size(), file.get()) != bytes->size())
    return std::ferror(file.get()) ? refused() : unreadable(kShorter);
  return bytes;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}
#else
// One look-up of the path, and no second copy: many files are small.
Result<std::vector<std::byte>> readFile(const fs::path& path, std::uint64_t maxBytes) try {
  // A pipe that nobody writes to would keep us waiting.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return Error{Code::IoNotFound, "there is no such file", "", kNoOffset};
    return refused();
  }
  struct Closing {
    int file;
    ~Closing() { ::close(file); }
  } closing{file};
  struct stat status {};
  if (::fstat(file, &status) != 0) return refused();
  if (S_ISDIR(status.st_mode)) return unreadable(kFolder);
  if (!S_ISREG(status.st_mode)) return unreadable(kSpecial);
  Result<std::vector<std::byte>> bytes = room(static_cast<std::uint64_t>(status.st_size), maxBytes);
  if (!bytes) return bytes;
  for (std::size_t got = 0; got < bytes->size();) {
    const ::ssize_t more = ::read(file, bytes->data() + got, bytes->size() - got);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return more < 0 ? refused() : unreadable(kShorter);
    got += static_cast<std::size_t>(more);
  }
  return bytes;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}
#endif

// Entries are used again, never freed: a handler may be looking at them.
struct FileWriter::Unfinished {
  std::atomic<bool> used{true}, ready{false};
  fs::path name;
  Unfinished* next = nullptr;

  static std::atomic<Unfinished*>& first() {
    static std::atomic<Unfinished*> list{nullptr};
    return list;
  }
  // How many nobody uses: where all are in use, thousands need not be asked.
  static std::atomic<std::ptrdiff_t>& spare() {
    static std::atomic<std::ptrdiff_t> count{0};
    return count;
  }
  static Unfinished* of(const fs::path& temporary) {
    Unfinished* entry = spare() > 0 ? first().load() : nullptr;
    while (entry && entry->used.exchange(true)) entry = entry->next;
    if (entry) {
      --spare();
    } else {
      entry = new Unfinished;
      entry->next = first().load();
      while (!first().compare_exchange_weak(entry->next, entry)) {
      }
    }
    try {
      entry->name = temporary;
    } catch (...) {
      entry->finish();
      throw;
    }
    entry->ready = true;
    return entry;
  }
  void finish() noexcept {
    ready = false;
    used = false;
    ++spare();
  }
};

void removeUnfinishedFiles() noexcept {
  for (FileWriter::Unfinished* entry = FileWriter::Unfinished::first().load(); entry; entry = entry->next) {
#if defined(_WIN32)
    if (entry->ready) ::_wunlink(entry->name.c_str());
#else
    if (entry->ready) ::unlink(entry->name.c_str());
#endif
  }
}

Result<FileWriter> FileWriter::open(const fs::path& path, Links links) try {
  FileWriter writer;
  writer.path_ = path;
  std::error_code error;  // what cannot be looked at cannot be opened either; that says why
  const bool link = fs::is_symlink(path, error);
  writer.target_ = link && links == Links::Follow ? fs::weakly_canonical(path, error) : path;
  if (error == std::errc::not_enough_memory) return outOfMemory();  // or the link would be replaced
  if (writer.target_.empty()) writer.target_ = path;
  const bool replaced = link && links == Links::Replace;
  const fs::file_status old = replaced ? fs::file_status(fs::file_type::not_found) : fs::status(writer.target_, error);
  if (fs::is_directory(old)) return writer.failed("it is a folder");
  if (fs::exists(old) && !fs::is_regular_file(old))
    return writer.failed("it is a device or pipe, not a file");
  const fs::path folder = writer.target_.parent_path();
  if (!folder.empty() && !fs::exists(folder, error)) return writer.failed("its folder does not exist");
  fs::path temporary = temporaryName(writer.target_);
  writer.unfinished_ = Unfinished::of(temporary);
  writer.stream_ = openFile(temporary, "wbx").release();
  if (!writer.stream_) return errno == ENOMEM ? outOfMemory() : writer.failed(reason());
  writer.temporary_ = std::move(temporary);
  // Whoever could not read the old file shall not read the new one.
  if (fs::exists(old)) fs::permissions(writer.temporary_, old.permissions(), error);
  return writer;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      stream_(std::exchange(other.stream_, nullptr)),
      unfinished_(std::exchange(other.unfinished_, nullptr)) {}

FileWriter::~FileWriter() {
  if (stream_) std::fclose(stream_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
  if (unfinished_) unfinished_->finish();
}

Error FileWriter::failed(const std::string& why) const {
  return {Code::IoWrite, "cannot write " + path_.string() + ": " + why, "", kNoOffset};
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) try {
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size())
    return failed(reason());
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> FileWriter::close() try {
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) return failed(reason());
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> FileWriter::commit() try {
  if (stream_) {
    if (Result<void> closed = close(); !closed) return closed;
  }
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) return failed(error.message());
  temporary_.clear();
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> writeFiles(std::span<const FileToWrite> files) try {
  std::vector<FileWriter> writers;
  for (const FileToWrite& file : files) {
    Result<FileWriter> writer = FileWriter::open(file.path, file.links);
    if (!writer) return std::move(writer).error();
    if (Result<void> written = writer->write(file.bytes); !written) return written;
    if (Result<void> closed = writer->close(); !closed) return closed;
    writers.push_back(*std::move(writer));
  }
  for (FileWriter& writer : writers) {
    if (Result<void> done = writer.commit(); !done) return done;
  }
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> writeFile(const fs::path& path, std::span<const std::byte> bytes) {
  const FileToWrite file{path, bytes, Links::Follow};
  return writeFiles({&file, 1});
}

}  // namespace vrm
