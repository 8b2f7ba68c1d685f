// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Everything the library offers.
#pragma once

#include "vrm/base/build_info.hpp"
#include "vrm/base/bytes.hpp"
#include "vrm/base/codes.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/base/file.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/limits.hpp"
#include "vrm/base/math.hpp"
#include "vrm/base/number.hpp"
#include "vrm/base/result.hpp"
#include "vrm/base/trs.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/glb.hpp"
#include "vrm/gltf/image.hpp"
#include "vrm/gltf/json.hpp"
#include "vrm/gltf/names.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/gltf/references.hpp"
#include "vrm/gltf/resolver.hpp"
#include "vrm/gltf/save.hpp"
#include "vrm/gltf/stats.hpp"
#include "vrm/schema/version.hpp"
#include "vrm/version.hpp"
