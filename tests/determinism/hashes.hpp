// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vrm::determinism {

// Lines "scene hash", as this program prints them. Nothing for a file that cannot be read.
using Hashes = std::map<std::string, std::string, std::less<>>;
std::optional<Hashes> readHashes(const std::string& path);

std::string hashText(std::uint64_t hash);

// The hash of every scene by `threads` threads at once, each of which runs all scenes on the same models,
// with avatars of its own; those of a thread are one entry of the result.
std::vector<std::vector<std::uint64_t>> hashScenes(unsigned threads);

}  // namespace vrm::determinism
