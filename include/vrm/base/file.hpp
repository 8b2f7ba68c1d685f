// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "vrm/base/result.hpp"

namespace vrm {

// Reads a regular file whole. Folders, devices and pipes are refused, so that a hostile name cannot make us
// wait.
Result<std::vector<std::byte>> readFile(const std::filesystem::path& path, std::uint64_t maxBytes);

// What becomes of a link in the place of an output. Whoever names a link means what it leads to; but where a model gives
// files their names, somebody else could choose which link is hit.
enum class Links : std::uint8_t { Follow, Replace };

// A file that grows under a temporary name in its folder and gets its own when it is complete: readers see
// the old content or the new one, never a part. A writer that goes away before commit() leaves nothing
// behind. Devices and pipes are refused: renaming would replace them.
class FileWriter {
 public:
  static Result<FileWriter> open(const std::filesystem::path& path, Links links = Links::Follow);

  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&&) = delete;
  ~FileWriter();

  Result<void> write(std::span<const std::byte> bytes);
  Result<void> close();   // all bytes are with the system; a full disk may say so only now
  Result<void> commit();  // closes it if need be

 private:
  FileWriter() = default;
  Error failed(const std::string& why) const;

  struct Unfinished;  // an entry of the list that removeUnfinishedFiles() goes through

  std::filesystem::path path_, target_, temporary_;  // target: behind links, so that a link stays a link
  std::FILE* stream_ = nullptr;
  Unfinished* unfinished_ = nullptr;

  friend void removeUnfinishedFiles() noexcept;
};

// For handlers of signals that end the program: removes the temporary files of all writers there are. It calls nothing
// that a handler must not call.
void removeUnfinishedFiles() noexcept;

struct FileToWrite {
  std::filesystem::path path;
  std::span<const std::byte> bytes;
  Links links = Links::Follow;
};

// Several files, which get their names in order when all are complete. If anything fails before that, no file
// is touched; if one cannot get its name, those before it have theirs. Put the file that names the others last.
Result<void> writeFiles(std::span<const FileToWrite> files);
Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace vrm
