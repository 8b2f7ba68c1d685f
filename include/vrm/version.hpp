// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

// The one place that states the version; CMakeLists.txt reads these three lines.
#define VRM_VERSION_MAJOR 0
#define VRM_VERSION_MINOR 1
#define VRM_VERSION_PATCH 0
