// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/validate/validate.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/memory.hpp"
#include "validate/advice.hpp"
#include "validate/check_members.hpp"
#include "validate/checks.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/read.hpp"

namespace vrm {
namespace {

using checks::isAboutAMember;
using gltf::Document;

class Validation {
 public:
  Validation(Report& report, bool advice) : report_(report), advice_(advice) {}

  void run(Result<Document> opened) {
    if (!opened) return stop(opened.error());
    const Document& document = *opened;
    const FoundVersion found = findVersion(document);
    report_.version = found.version;
    report_.specVersion = std::string(found.specVersion);

    Diagnostics members;
    checks::KnownMembers known;
    checks::checkMembers(document, members, known);
    take(members);
    known_ = std::move(known);  // from here on
    take(document.diagnostics());

    Diagnostics reading;
    gltf::References references;
    const Result<gltf::Asset> asset = gltf::readAsset(document, reading, references);
    take(reading);
    if (!asset) return stopUnlessKnown(asset.error());
    Diagnostics understanding;
    schema::Origins origins;
    const Result<schema::Vrm> vrm = schema::readVrm(document, *asset, understanding, origins);
    take(understanding);
    if (!vrm) return stop(vrm.error());
    report_.readable = true;
    checkMeaning(document, *asset, references, *vrm, origins);
  }

  void checkMeaning(const Document& document, const gltf::Asset& asset, const gltf::References& references,
                    const schema::Vrm& vrm, const schema::Origins& origins) {
    const schema::RestPose rest(asset);
    Diagnostics found;
    std::set<std::string_view> unfinished;
    const checks::Subject subject{document, asset, references, vrm, origins, rest, found, unfinished};
    for (const auto check : {checks::checkExtensions,  checks::checkResources,     checks::checkStorage,
                             checks::checkAccessors,   checks::checkPrimitives,    checks::checkVertices,
                             checks::checkWeights,     checks::checkSkins,         checks::checkKeys,
                             checks::checkCameras,     checks::checkUnused,        checks::checkHumanoid,
                             checks::checkPose,        checks::checkNormalisation, checks::checkExpressions,
                             checks::checkLookAt,      checks::checkSprings,       checks::checkSpringOrder,
                             checks::checkConstraints, checks::checkMeshes,        checks::checkMaterials,
                             checks::checkMeta,        checks::checkNames,         checks::checkAnimation}) {
      check(subject);
    }
    if (advice_) {
      for (const auto advise : {checks::adviseDrawing, checks::adviseMeshes, checks::adviseSprings})
        advise(subject);
    }
    if (!unfinished.empty()) {
      const std::vector<std::string> parts(unfinished.begin(), unfinished.end());
      subject.report(
          Code::LimitChecks, "",
          "the file names the same things so often that not all was looked at of " + checks::listed(parts));
    }
    const std::span<const Diagnostic> all = found.all();
    report_.issues.insert(report_.issues.end(), all.begin(), all.end());
  }

  void stop(const Error& error) {
    report_.issues.push_back({error.code, Severity::Error, error.message, error.pointer, error.offset, 1});
  }

 private:
  // By the rules of members, at the same place or inside.
  bool isKnown(Code code, const std::string& pointer) const {
    if (code == Code::VrmExpressionName) return pointer.ends_with("/presetName") && known_.has(pointer);
    if (!isAboutAMember(code) && code != Code::VrmSpecVersion && code != Code::GltfRotation) return false;
    return known_.has(pointer);
  }

  // Readers give up on a list when something in it is wrong, which has been reported.
  void stopUnlessKnown(const Error& error) {
    const auto inside = [&](const Diagnostic& issue) {
      return isAboutAMember(issue.code) && issue.pointer.starts_with(error.pointer + "/");
    };
    const bool known =
        isKnown(error.code, error.pointer) ||
        (isAboutAMember(error.code) && std::any_of(report_.issues.begin(), report_.issues.end(), inside));
    if (!known) stop(error);
  }

  void take(const Diagnostics& found) {
    for (Diagnostic issue : found.all()) {
      if (isKnown(issue.code, issue.pointer)) continue;
      issue.severity = info(issue.code).verdict;
      report_.issues.push_back(std::move(issue));
    }
  }

  Report& report_;
  bool advice_;
  checks::KnownMembers known_;  // members that checkMembers() has reported
};

// There is room for one: validateWith() has seen to that.
void fail(Report& report) {
  report.readable = false;
  report.issues.clear();
  report.issues.push_back({Code::OutOfMemory, Severity::Error, outOfMemory().message, {}, kNoOffset, 1});
}

template <class Open>
Report validateWith(const ValidateOptions& options, Open&& open) {
  Report report;
  report.issues.reserve(1);
  try {
    Validation(report, options.advice).run(open());
    std::stable_sort(report.issues.begin(), report.issues.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
  } catch (const std::bad_alloc&) {
    fail(report);
  } catch (const std::length_error&) {  // where addresses have 32 bits
    fail(report);
  }
  return report;
}

}  // namespace

std::uint64_t Report::count(Severity severity) const noexcept {
  std::uint64_t sum = 0;
  for (const Diagnostic& issue : issues) sum += issue.severity == severity ? issue.count : 0;
  return sum;
}

Report validate(const std::filesystem::path& path, const ValidateOptions& options) {
  return validateWith(options, [&] {
    return Document::open(path, {options.limits, false, options.resolver});
  });
}
Report validate(std::vector<std::byte> file, const ValidateOptions& options) {
  return validateWith(options, [&] {
    return Document::parse(std::move(file), {options.limits, false, options.resolver});
  });
}

}  // namespace vrm
