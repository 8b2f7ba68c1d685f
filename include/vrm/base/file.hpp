// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "vrm/base/result.hpp"

namespace vrm {

// Reads a regular file whole. Folders, devices and pipes are refused, so that a hostile name cannot make us wait.
Result<std::vector<std::byte>> readFile(const std::filesystem::path& path, std::uint64_t maxBytes);

struct FileToWrite {
  std::filesystem::path path;
  std::span<const std::byte> bytes;
};

// Writes each file to a temporary one in its folder and, when all are complete, renames them in order: readers see the
// old content or the new one, never a part. If anything fails before the renaming, no file is touched; the temporary
// ones are removed. Put the file that names the others last.
Result<void> writeFiles(std::span<const FileToWrite> files);
Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace vrm
