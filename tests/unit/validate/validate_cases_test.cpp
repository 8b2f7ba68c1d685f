// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// For every code a little file that has it, with the whole report.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/validate/validate_case.hpp"

namespace vrm {
namespace {

using test::ValidateCase;

// What is said about the path itself (validate_test.cpp), when files are written, edited or simulated, when images are
// decoded, which a validator has no need for, or when the machine has no memory left.
const std::set<Code> kNotOfFiles = {Code::IoNotFound,
                                    Code::IoRead,
                                    Code::IoWrite,
                                    Code::OutputFormat,
                                    Code::OutOfMemory,
                                    Code::ApiMisuse,
                                    Code::LimitImagePixels,
                                    Code::ImageDisabled,
                                    Code::ScenarioInvalid,
                                    Code::SnapshotMismatch,
                                    Code::GlbChunkDropped,
                                    Code::VrmLossy,
                                    Code::VrmIncomplete,
                                    Code::EditStillReferenced,
                                    Code::EditIndexMap,
                                    Code::EditOutOfStep,
                                    Code::EditUnknownExtension};

TEST(ValidateCases, EveryCodeHasAFileWithItsReport) {
  std::set<Code> seen = kNotOfFiles;
  for (const ValidateCase& c : test::allValidateCases()) {
    seen.insert(c.code);
    const std::vector<std::string> report = test::reportOf(c);
    EXPECT_EQ(report, c.report) << name(c.code);
    const std::string tag = "[" + std::string(name(c.code)) + "]";
    const auto has = [&](const std::string& line) { return line.find(tag) != std::string::npos; };
    EXPECT_TRUE(std::any_of(report.begin(), report.end(), has)) << tag;
  }
  for (const CodeInfo& row : allCodes()) EXPECT_TRUE(seen.contains(row.code)) << row.name << " has no file";
}

// What the cases change is clean before.
TEST(ValidateCases, CleanFilesAreClean) {
  for (const VrmVersion version :
       {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1, VrmVersion::Animation}) {
    const ValidateCase c = test::changed(Code::OutOfMemory, version, {}, {});
    EXPECT_EQ(test::reportOf(c), c.report) << name(version);
  }
  const ValidateCase mesh{Code::OutOfMemory, test::cleanMesh(), {}};
  EXPECT_EQ(test::reportOf(mesh), mesh.report);
}

}  // namespace
}  // namespace vrm
