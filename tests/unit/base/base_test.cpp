// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <set>

#include "support/heap_count.hpp"
#include "support/temp_folder.hpp"
#include "vrm/base/build_info.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/base/file.hpp"
#include "vrm/base/index.hpp"

namespace vrm {
namespace {

TEST(Codes, NamesAreUniqueAndFindable) {
  std::set<std::string_view> names;
  for (const CodeInfo& row : allCodes()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(findCode(row.name), row.code);
    EXPECT_EQ(info(row.code).name, row.name);
    EXPECT_TRUE(row.meaning.ends_with('.')) << row.name;
  }
  EXPECT_FALSE(findCode("NO_SUCH_CODE"));
}

TEST(Error, IsOneLineWithPlaceAndCode) {
  const Error inJson{Code::GltfIndexRange, "7 is out of range, the file has 3 meshes", "/nodes/12/mesh",
                     kNoOffset};
  EXPECT_EQ(inJson.toString(), "/nodes/12/mesh: 7 is out of range, the file has 3 meshes [GLTF_INDEX_RANGE]");
  const Error inBytes{Code::GlbVersion, "the GLB version is 1, only 2 is known", "", 4};
  EXPECT_EQ(inBytes.toString(), "byte 4: the GLB version is 1, only 2 is known [GLB_VERSION]");
  const Error nowhere{Code::IoNotFound, "there is no such file", "", kNoOffset};
  EXPECT_EQ(nowhere.toString(), "there is no such file [IO_NOT_FOUND]");
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 3;
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  const Result<int> bad = Error{Code::IoRead, "no", "", kNoOffset};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Code::IoRead);
  EXPECT_TRUE(Result<void>().ok());
  EXPECT_FALSE(Result<void>(Error{}).ok());
}

TEST(Diagnostics, CountsInsteadOfGrowingWithoutBound) {
  Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i) diagnostics.add(Code::GltfType, "/x", "wrong");
  diagnostics.add(Code::GltfValue, "/y", "wrong too");
  EXPECT_EQ(diagnostics.all().size(), Diagnostics::kMaxPerCode + 1);
  std::uint32_t total = 0;
  for (const Diagnostic& d : diagnostics.all()) total += d.count;
  EXPECT_EQ(total, 1001u);
  EXPECT_EQ(diagnostics.all()[Diagnostics::kMaxPerCode - 1].toString(),
            "/x: wrong [GLTF_TYPE] (and 900 more)");
  EXPECT_TRUE(diagnostics.counted(Code::GltfType));
  EXPECT_FALSE(diagnostics.counted(Code::GltfValue)) << "its texts are still wanted";
  EXPECT_EQ(diagnostics.all()[Diagnostics::kMaxPerCode - 1].toString(),
            "/x: wrong [GLTF_TYPE] (and 901 more)");
  Diagnostics sum;
  sum.append(diagnostics);
  sum.append(diagnostics);
  total = 0;
  for (const Diagnostic& d : sum.all()) total += d.count;
  EXPECT_EQ(total, 2004u);
}

TEST(Diagnostics, StrictTakesTheFirstProblemAndSkipsInformation) {
  Diagnostics diagnostics;
  diagnostics.add(Code::EditUnknownExtension, "/extensions/X", "left alone");
  EXPECT_TRUE(diagnostics.asStrictResult().ok());
  EXPECT_TRUE(diagnostics.has(Code::EditUnknownExtension));
  diagnostics.add(Code::GltfType, "/nodes", "must be an array");
  ASSERT_FALSE(diagnostics.asStrictResult().ok());
  EXPECT_EQ(diagnostics.asStrictResult().error().pointer, "/nodes");
}

TEST(Index, DefaultIsNone) {
  EXPECT_FALSE(NodeIndex());
  EXPECT_TRUE(NodeIndex(0));
  EXPECT_LT(NodeIndex(1), NodeIndex(2));
}

TEST(BuildInfo, SaysWhatThisIs) {
  const BuildInfo build = buildInfo();
  EXPECT_TRUE(build.version.starts_with("0.")) << build.version;
  EXPECT_FALSE(build.compiler.empty());
  EXPECT_FALSE(build.simdTarget.empty());
  EXPECT_NE(build.options.find("simd"), std::string_view::npos);
}

const std::vector<std::byte> kHello{std::byte{'h'}, std::byte{'i'}};

TEST(File, WritesAndReadsBack) {
  const test::TempFolder folder;
  const auto path = folder.path() / "a.bin";
  ASSERT_TRUE(writeFile(path, kHello).ok());
  EXPECT_EQ(*readFile(path, 100), kHello);
  ASSERT_TRUE(writeFile(path, {}).ok());
  EXPECT_TRUE(readFile(path, 100)->empty());
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.bin"});
}

TEST(File, SaysWhyItCannotRead) {
  const test::TempFolder folder;
  EXPECT_EQ(readFile(folder.path() / "none", 100).error().code, Code::IoNotFound);
  EXPECT_EQ(readFile(folder.path(), 100).error().code, Code::IoRead);
  ASSERT_TRUE(writeFile(folder.path() / "big", kHello).ok());
  EXPECT_EQ(readFile(folder.path() / "big", 1).error().code, Code::LimitFileBytes);
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
  EXPECT_EQ(readFile("/dev/zero", 100).error().code, Code::IoRead);  // would never end
#endif
}

TEST(File, WritesAllOrNothing) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "a", kHello).ok());
  std::filesystem::create_directory(folder.path() / "taken");
  const std::vector<std::byte> other{std::byte{'x'}};
  const FileToWrite files[] = {{folder.path() / "a", other}, {folder.path() / "taken", other}};
  const Result<void> done = writeFiles(files);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, Code::IoWrite);
  EXPECT_NE(done.error().message.find("taken"), std::string::npos);
  EXPECT_EQ(*readFile(folder.path() / "a", 100), kHello);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a", "taken"}));
  EXPECT_EQ(writeFile(folder.path() / "no" / "such" / "folder", other).error().code, Code::IoWrite);
}

TEST(File, LinksAreFollowedOrReplaced) {
  namespace fs = std::filesystem;
  const test::TempFolder folder;
  const auto at = [&](const char* name) { return folder.path() / name; };
  ASSERT_TRUE(writeFile(at("secret"), std::vector<std::byte>(3)).ok());
  fs::create_directory(at("room"));
  for (const char* link : {"followed", "replaced"}) fs::create_symlink("secret", at(link));
  fs::create_symlink("room", at("folder"));
  fs::create_symlink("nothing", at("nowhere"));
  ASSERT_TRUE(writeFile(at("followed"), kHello).ok());
  EXPECT_TRUE(fs::is_symlink(at("followed")));
  EXPECT_EQ(fs::file_size(at("secret")), kHello.size());
  const FileToWrite files[] = {{at("replaced"), std::span(kHello).first(1), Links::Replace},
                               {at("folder"), kHello, Links::Replace},
                               {at("nowhere"), kHello, Links::Replace}};
  ASSERT_TRUE(writeFiles(files).ok());
  EXPECT_EQ(fs::file_size(at("secret")), kHello.size()) << "it is not touched";
  for (const char* name : {"replaced", "folder", "nowhere"}) EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(at(name)))) << name;
  EXPECT_FALSE(fs::exists(at("nothing")));
  EXPECT_TRUE(fs::is_empty(at("room")));
}

// A service may have many at a time, for years.
TEST(FileWriter, ManyAtATimeTakeNoMoreMemoryInTheLongRun) {
  if (!test::heapIsCounted()) GTEST_SKIP();
  const test::TempFolder folder;
  const auto callsWith = [&](std::size_t open) {
    std::deque<FileWriter> writers;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < open + 200; ++i) {
      if (i == open + 100) before = test::heapCalls();
      if (writers.size() == open) writers.pop_front();
      writers.push_back(*FileWriter::open(folder.path() / "same"));
    }
    return test::heapCalls() - before;
  };
  const std::uint64_t few = callsWith(2);
  EXPECT_LT(callsWith(30), few + 100);
}

TEST(File, AWriterThatGivesUpLeavesNothing) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "a", kHello).ok());
  const std::vector<std::byte> other(100, std::byte{'x'});
  {
    Result<FileWriter> writer = FileWriter::open(folder.path() / "a");
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->write(other).ok());
    FileWriter moved = *std::move(writer);  // there is one owner
    ASSERT_TRUE(moved.write(other).ok());
    EXPECT_EQ(folder.names().size(), 2u);
  }
  EXPECT_EQ(folder.names(), std::set<std::string>{"a"});
  EXPECT_EQ(*readFile(folder.path() / "a", 1000), kHello);
  {
    Result<FileWriter> writer = FileWriter::open(folder.path() / "a");
    ASSERT_TRUE(writer.ok());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer->write(other).ok());
    EXPECT_EQ(*readFile(folder.path() / "a", 1000), kHello);
    ASSERT_TRUE(writer->commit().ok());
  }
  EXPECT_EQ(folder.names(), std::set<std::string>{"a"});
  EXPECT_EQ(readFile(folder.path() / "a", 1000)->size(), 300u);
}

TEST(FileWriter, SaysThatItsFolderIsGone) {
  const test::TempFolder folder;
  namespace fs = std::filesystem;
  for (const bool closed : {false, true}) {
    fs::create_directory(folder.path() / "out");
    ASSERT_TRUE(writeFile(folder.path() / "out" / "a", kHello).ok());
    Result<FileWriter> writer = FileWriter::open(folder.path() / "out" / "a");
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->write(kHello).ok());
    if (closed) {
      ASSERT_TRUE(writer->close().ok());
    }
    fs::remove_all(folder.path() / "out");
    const Result<void> done = writer->commit();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, Code::IoWrite);
    EXPECT_TRUE(done.error().message.starts_with("cannot write ")) << done.error().message;
    EXPECT_EQ(folder.names(), std::set<std::string>()) << "it makes no folder of its own";
  }
}

// A hundred notes of a code do not swallow its errors.
TEST(Diagnostics, SeveritiesAreCountedApart) {
  Diagnostics d;
  for (int i = 0; i < 300; ++i) d.add({Code::GltfUnused, Severity::Information, "note", "/a", kNoOffset, 1});
  d.add({Code::GltfUnused, Severity::Error, "error", "/b", kNoOffset, 1});
  ASSERT_EQ(d.all().size(), Diagnostics::kMaxPerCode + 1);
  EXPECT_EQ(d.all().back().severity, Severity::Error);
  EXPECT_EQ(d.all()[Diagnostics::kMaxPerCode - 1].count, 201u);
}

}  // namespace
}  // namespace vrm
