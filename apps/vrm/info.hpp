// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The parts of `vrm info`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "json_out.hpp"
#include "page.hpp"

namespace vrm::cli {

// What the file is as a whole.
std::uint64_t fileSize(const std::string& file);  // 0 when it cannot be told
std::vector<std::string_view> otherFiles(const gltf::Document& document);  // that were read for it, as it spells them
bool isAvatar(VrmVersion version) noexcept;
bool hasAnyVrm(const schema::Vrm& vrm);                 // also springs, constraints and toon materials of plain glTF
std::size_t springJointCount(const OpenedVrm& opened);  // joints that are nodes of the file

std::string infoText(const std::string& file, const OpenedVrm& opened);
std::string infoJson(const std::string& file, const OpenedVrm& opened);

gltf::JsonValue vrmJson(JsonOut& out, const schema::Vrm& vrm, std::uint32_t nodeCount);
gltf::JsonValue materialsJson(JsonOut& out, const std::vector<schema::Material>& materials);

// How people are shown the things of a file.
std::string megabytes(std::uint64_t bytes);  // "72.3 kB", "1.5 MB"
std::string numberText(float value);
std::string vectorText(Vec3 v);                                       // "0 0.06 0"
std::string countText(std::size_t count, std::string_view thing);     // "1 joint", "2 joints"
std::string nameOrIndex(std::string_view name, std::uint32_t index);  // "#12" for what has none; long ones are cut
std::string nodeName(const OpenedVrm& opened, NodeIndex node);        // also of added nodes
std::string materialName(const schema::Vrm& vrm, MaterialIndex material);

// The width of a label column: as wide as in the rest of the page, or wider for longer labels, within reason.
std::size_t labelWidth(const std::vector<std::string>& labels);

// Sections of the text: a heading with a summary, then one line (or a few) per thing.
void startSection(Page& page, std::string_view title, std::string_view summary);
void describeMeta(Page& page, const OpenedVrm& opened, const gltf::Stats& stats);
void describeLicence(Page& page, const schema::Vrm& vrm);
void describeHumanoid(Page& page, const OpenedVrm& opened);
void describeExpressions(Page& page, const OpenedVrm& opened);
void describeLookAt(Page& page, const schema::Vrm& vrm);
void describeFirstPerson(Page& page, const OpenedVrm& opened);
void describeSprings(Page& page, const OpenedVrm& opened);
void describeConstraints(Page& page, const OpenedVrm& opened);
void describeMaterials(Page& page, const schema::Vrm& vrm);
void describeAnimation(Page& page, const OpenedVrm& opened);

}  // namespace vrm::cli
