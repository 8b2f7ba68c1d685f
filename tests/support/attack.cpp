// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/attack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "gltf/utf8.hpp"
#include "support/check_model.hpp"
#include "support/starve.hpp"

namespace vrm::test {
namespace {

using gltf::Document;

// docs/limits.md, "Memory of a load".
constexpr std::uint32_t kDecoded = 16 << 20;  // Limits::decodedBytes for meshes
struct Counted {
  std::size_t nodes = 0, springJoints = 0;
  std::size_t things = 0;  // materials, expressions and images
};
Counted countOf(const LoadResult& loaded) {
  Counted counted;
  counted.nodes = loaded.model()->nodeCount();
  for (const schema::Spring& spring : loaded.vrm().springBone.springs)
    counted.springJoints += spring.joints.size();
  counted.things =
      loaded.asset().materials.size() + loaded.vrm().expressions.list.size() + loaded.asset().images.size();
  return counted;
}
double bound(std::size_t file, std::size_t json, const Counted& counted) {
  return 1.3 * static_cast<double>(file) + 24 * static_cast<double>(json) +
         700 * static_cast<double>(counted.nodes) + 6000 * static_cast<double>(counted.springJoints) +
         1000 * static_cast<double>(counted.things) + 4 * kMiB;
}

// What makes another file of it.
struct Edit {
  const char* name;
  bool decodes;  // geometry or images, within Limits::decodedBytes
  std::function<std::optional<Error>(Document&, Diagnostics&)> run;
};
template <class Made>
std::optional<Error> whyNot(const Result<Made>& result) {
  return result ? std::nullopt : std::optional(result.error());
}
const std::vector<Edit>& edits() {
  static const std::vector<Edit> all = {
      {"clone", false, [](Document& d, Diagnostics&) { return d.clone(), std::optional<Error>(); }},
      {"normalize", true,
       [](Document& d, Diagnostics& said) { return whyNot(edit::normalize(d, {}, said)); }},
      {"t-pose", true,
       [](Document& d, Diagnostics& said) { return whyNot(edit::normalize(d, {.tPose = true}, said)); }},
      {"split", true,
       [](Document& d, Diagnostics& said) { return whyNot(edit::splitFirstPerson(d, {}, said)); }},
      {"optimize", true, [](Document& d, Diagnostics& said) { return whyNot(edit::optimize(d, {}, said)); }},
      {"textures", true,
       [](Document& d, Diagnostics& said) {
         edit::OptimizeOptions options;
         options.maxTexture = 1;
         return whyNot(edit::optimize(d, options, said));
       }},
      {"export rules", true,
       [](Document& d, Diagnostics& said) { return whyNot(edit::applyExportRules(d, {}, said)); }},
      {"unused", false, [](Document& d, Diagnostics& said) { return whyNot(edit::removeUnused(d, said)); }},
      {"migrate", true, [](Document& d, Diagnostics& said) {
         edit::MigrateOptions options;
         options.meta =
             *edit::parseMeta(R"({"name":"a","authors":["b"],"licenseUrl":"https://vrm.dev/licenses/1.0/"})");
         const Result<edit::MigrationReport> report = edit::migrate(d, options, said);
         if (!report) return whyNot(report);
         for (const edit::MigrationEntry& entry : report->entries) {
           isForPeople(entry.what);
           isForPeople(entry.text);
         }
         return std::optional<Error>();
       }}};
  return all;
}

}  // namespace

std::size_t jsonBytes(const Bytes& file) {
  if (file.size() < 20 || std::to_integer<char>(file[0]) != 'g') return file.size();
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 12, 4);
  return std::min<std::size_t>(length, file.size());
}

void isForPeople(const std::string& message) {
  EXPECT_LT(message.size(), 4096u) << message.substr(0, 200);
  EXPECT_EQ(gltf::findInvalidUtf8(message), std::string::npos) << message.substr(0, 4096);
}

void skinAll(const std::shared_ptr<const Model>& model, const std::shared_ptr<const Meshes>& meshes,
             bool huge) {
  EXPECT_EQ(checkMeshes(*meshes), "");
  Avatar avatar(model);
  avatar.update(1.0f / 60);
  Skinner skinner(meshes);
  std::vector<Vec3> positions, normals;
  for (std::size_t i = 0; i < std::min<std::size_t>(meshes->instances().size(), 100); ++i) {
    const SkinSource& vertices = meshes->parts()[meshes->instances()[i].part].vertices;
    positions.resize(vertices.positions.size());
    normals.resize(vertices.normals.size());
    EXPECT_TRUE(skinner.skin(avatar, i, positions, normals));
    const auto finite = [](const Vec3& v) {
      return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    EXPECT_TRUE(huge || std::all_of(positions.begin(), positions.end(), finite));
    EXPECT_TRUE(huge || std::all_of(normals.begin(), normals.end(), finite));
  }
}

Seen attack(const Bytes& file, const LoadOptions& options, bool huge) {
  Counted counted;
  const auto within = [&](const char* what, std::uint64_t peak, std::uint32_t more = 0) {
    EXPECT_LE(static_cast<double>(peak), bound(file.size(), jsonBytes(file), counted) + more) << what;
  };
  Seen seen;
  {
    const PeakMemory memory;
    const LoadResult loaded = load(file, options);
    if (loaded) counted = countOf(loaded);
    within("loading", memory.bytes());
    if (!loaded) {
      seen.refused = loaded.error().code;
      EXPECT_FALSE(loaded.error().message.empty());
      isForPeople(loaded.error().toString());
    } else {
      EXPECT_EQ(checkRuntime(*loaded.model()), "");
      Avatar avatar(loaded.model());
      for (std::uint32_t i = 0; i < std::min(loaded.model()->expressionCount(), 10u); ++i)
        avatar.expression(ExpressionIndex(i), 0.5f);
      for (int frame = 0; frame < 3; ++frame) avatar.update(1.0f / 60);
      for (const Mat4& m : avatar.worldMatrices())
        for (const float f : m) EXPECT_TRUE(std::isfinite(f));
      Diagnostics said;
      {
        LoadOptions little = options;
        little.file.limits.decodedBytes = kDecoded;
        const LoadResult again = load(file, little);
        const PeakMemory decoding;
        const Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(again, said);
        if (!meshes) seen.said.insert(meshes.error().code);
        within("meshes", decoding.bytes(), kDecoded);
        if (meshes) skinAll(again.model(), *meshes, huge);
      }
      for (const Diagnostics* list : {&loaded.diagnostics(), static_cast<const Diagnostics*>(&said)}) {
        for (const Diagnostic& one : list->all()) {
          isForPeople(one.toString());
          seen.said.insert(one.code);
        }
      }
      EXPECT_EQ(gltf::computeStats(loaded.document(), loaded.asset()).images.size(),
                loaded.asset().images.size());
      if (!loaded.asset().nodes.empty()) seen.firstNode = loaded.asset().nodes[0].name;
      const PeakMemory writing;
      const Result<std::vector<std::byte>> written = loaded.document().toGlb();
      within("writing", writing.bytes());
      EXPECT_TRUE(written && load(*written, options).ok());
    }
  }
  const PeakMemory memory;
  ValidateOptions how;
  how.limits = options.file.limits;
  const Report report = validate(file, how);
  within("validating", memory.bytes());
  EXPECT_EQ(report.readable, !seen.refused || *seen.refused == Code::LimitExpandedElements)
      << "validate() and load() agree";
  for (const Diagnostic& issue : report.issues) isForPeople(issue.toString());
  return seen;
}

std::optional<Code> refusal(const Bytes& file, const LoadOptions& options) {
  return attack(file, options).refused;
}

void editAll(const Bytes& file) {
  LoadOptions options;
  options.file.limits.decodedBytes = kDecoded;
  Counted counted;
  {
    const LoadResult loaded = load(file, options);
    if (!loaded) return;
    counted = countOf(loaded);
  }
  const Document document = *Document::parse(file, options.file);
  for (const Edit& edit : edits()) {
    SCOPED_TRACE(edit.name);
    Document copy = document.clone();
    Diagnostics said;
    const PeakMemory memory;
    const std::optional<Error> error = edit.run(copy, said);
    EXPECT_LE(static_cast<double>(memory.bytes()),
              bound(file.size(), jsonBytes(file), counted) + (edit.decodes ? kDecoded : 0));
    for (const Diagnostic& one : said.all()) isForPeople(one.toString());
    if (error) {
      EXPECT_FALSE(error->message.empty());
      isForPeople(error->toString());
      continue;
    }
    const Result<std::vector<std::byte>> written = copy.toGlb();
    if (!written) {  // a GLB has an end
      isForPeople(written.error().toString());
      ADD_FAILURE() << written.error().toString();
      continue;
    }
    LoadOptions trusting;  // it may have become more than the limits let in
    trusting.file.limits.jsonBytes = 256 << 20;
    const LoadResult again = load(*written, trusting);
    if (again) {
      EXPECT_EQ(checkRuntime(*again.model()), "");
    } else {
      ADD_FAILURE() << again.error().toString();
    }
  }
}

}  // namespace vrm::test
