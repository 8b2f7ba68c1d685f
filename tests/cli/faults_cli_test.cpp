// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the world does to a program: full disks, locked folders, files that go away, signals, readers that stop reading.
// The output is what was there before, or complete; nothing else is left.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "support/run_command.hpp"
#include "support/slow_build.hpp"
#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"
#include "vrm/base/file.hpp"

namespace vrm {
namespace {

namespace fs = std::filesystem;
using test::CommandResult;

class Faults : public testing::Test {
 protected:
  void SetUp() override {
    // Large enough for writing to take a moment: an avatar with an image of noise.
    test::AssetBuilder avatar = test::sameAvatar(VrmVersion::Vrm1);
    std::vector<std::byte> noise(3 << 20);
    std::uint32_t state = 1;
    for (std::byte& b : noise) b = static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24);
    const std::uint32_t image = avatar.image("noise", noise, "image/png");
    const std::uint32_t texture = avatar.add(gltf::Kind::Texture, R"({"source":)" + std::to_string(image) + "}");
    avatar.set("/materials/0/emissiveTexture", R"({"index":)" + std::to_string(texture) + "}");
    ASSERT_TRUE(writeFile(folder_.path() / "in.vrm", avatar.glb()));
    ASSERT_TRUE(writeFile(folder_.path() / "old", std::as_bytes(std::span("old", 3))));
  }
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  // In the folder; $vrm is the command.
  CommandResult shell(const std::string& script) const {
    return test::runCommand("/bin/bash", {"-c", "cd \"$1\" && vrm=$2 && " + script, "bash", folder_.path().string(), VRM_COMMAND});
  }
  // Besides what SetUp() made.
  std::set<std::string> left() const {
    std::set<std::string> names = folder_.names();
    names.erase("in.vrm");
    names.erase("old");
    return names;
  }
  bool has(const std::string& name, std::string_view content) const {
    const auto bytes = readFile(folder_.path() / name, 1 << 30);
    return bytes && std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()) == content;
  }

  test::TempFolder folder_;
};

constexpr const char* kWriters[] = {"convert", "normalize", "optimize", "split"};
using Names = std::set<std::string>;

TEST_F(Faults, ADiskThatIsFull) {
  // Two ways to run out of room: a limit for files, and where we may mount one, a small disk.
  for (const std::string verb : kWriters) {
    const CommandResult limited =
        shell("cp old out.vrm && ulimit -f 512 && exec $vrm " + verb + " in.vrm out.vrm");
    EXPECT_EQ(limited.exitCode, 2) << verb << limited.err;
    EXPECT_NE(limited.err.find("cannot write"), std::string::npos) << limited.err;
    EXPECT_EQ(left(), Names{"out.vrm"}) << verb;
    EXPECT_TRUE(has("out.vrm", "old")) << verb;
  }
  const CommandResult small = shell(
      "mkdir disk && unshare -m bash -c 'mount -t tmpfs -o size=1m tmpfs disk && cp old disk/out.vrm && "
      "{ $0 convert in.vrm disk/out.vrm; code=$?; ls disk; cmp old disk/out.vrm && exit $code; exit 99; }' $vrm || exit $?");
  if (small.err.find("unshare") != std::string::npos || small.err.find("mount") != std::string::npos)
    GTEST_SKIP() << "no small disk here: " << small.err;
  EXPECT_EQ(small.exitCode, 2) << small.err;
  EXPECT_NE(small.err.find("No space left on device"), std::string::npos) << small.err;
  EXPECT_EQ(small.out, "out.vrm\n");
}

#ifdef VRM_FAULT_AT
using Files = std::map<std::string, std::string>;  // names and contents

// Runs of commands in which something happens at each moment of writing in turn (support/fault_at.cpp), until
// there are no more of them. In a folder of its own, "out", which has old files under the names of those that
// are written.
class FaultsAtEachMoment : public Faults {
 protected:
  static constexpr int kMost = 500;

  std::string contentOf(const std::filesystem::path& path) const {
    const auto bytes = readFile(path, 1 << 30);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "not readable";
  }
  Files filesIn(const std::string& folder) const {
    Files files;
    for (const auto& entry : fs::directory_iterator(folder_.path() / folder))
      files.emplace(entry.path().filename(), contentOf(entry.path()));
    return files;
  }
  // What the command writes when nothing happens.
  Files newFiles(const std::string& arguments) const {
    EXPECT_NE(shell("rm -rf out && mkdir out && exec $vrm " + arguments).exitCode, 2) << arguments;
    return filesIn("out");
  }
  CommandResult run(const std::string& arguments, const Files& files, int moment,
                    const std::string& fault) const {
    std::string script = "rm -rf out && mkdir out";
    for (const auto& [name, content] : files) script += " && cp old 'out/" + name + "'";
    // The address sanitizer of GCC, a library of its own, wants to be the first one and gives up otherwise.
    return shell(script +
                 " && export ASAN_OPTIONS=\"${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0\" "
                 "LD_PRELOAD='" VRM_FAULT_AT "' VRM_FAULT_AT=" +
                 std::to_string(moment) + fault + "; exec $vrm " + arguments);
  }
};

const std::string kWriterRuns[] = {"convert in.vrm out/a.vrm", "normalize in.vrm out/a.vrm",
                                   "optimize in.vrm out/a.vrm", "split in.vrm out/a.vrm",
                                   "convert in.vrm out/a.gltf"};

TEST_F(FaultsAtEachMoment, Killed) {
  for (const std::string& arguments : kWriterRuns) {
    SCOPED_TRACE(arguments);
    const Files files = newFiles(arguments);
    EXPECT_EQ(files.size() > 1, arguments.ends_with(".gltf"));
    int halfWritten = 0, someNew = 0, moment = 1;
    for (; moment < kMost; ++moment) {
      SCOPED_TRACE(moment);
      const CommandResult result = run(arguments, files, moment, "");
      if (result.err.find("ended by signal 9") == std::string::npos) {
        EXPECT_LE(result.exitCode, 1) << result.err;
        break;
      }
      Files left = filesIn("out");
      std::size_t fresh = 0;
      for (const auto& [name, content] : files) {
        EXPECT_TRUE(left[name] == "old" || left[name] == content) << name;
        if (left[name] == content) ++fresh;
        left.erase(name);
      }
      for (const auto& [name, content] : left) EXPECT_NE(name.find(".tmp"), name.npos) << name;
      halfWritten += left.empty() ? 0 : 1;
      someNew += fresh > 0 ? 1 : 0;
    }
    // At several moments there are files that are not whole, and behind the last of them all are new.
    EXPECT_LT(moment, kMost);
    EXPECT_GE(halfWritten, 4);
    EXPECT_GE(someNew, 1);
    EXPECT_EQ(filesIn("out"), files) << "nothing happened in the last run";
  }
}

TEST_F(FaultsAtEachMoment, TheFolderGoesAway) {
  for (const std::string& arguments : kWriterRuns) {
    if (test::kFewer > 1 && !arguments.starts_with("convert")) continue;  // all of them write in the same way
    SCOPED_TRACE(arguments);
    const Files files = newFiles(arguments);
    int moment = 1, refused = 0, unnoticed = 0;
    for (; moment < kMost; ++moment) {
      SCOPED_TRACE(moment);
      const CommandResult result = run(arguments, files, moment, " VRM_FAULT_IN=out");
      if (fs::exists(folder_.path() / "out")) break;
      EXPECT_NE(result.exitCode, -1) << result.err;
      if (result.exitCode != 2) {
        ++unnoticed;
        continue;
      }
      ++refused;
      EXPECT_NE(result.err.find("cannot write"), std::string::npos) << result.err;
      EXPECT_EQ(left(), Names());
    }
    EXPECT_LT(moment, kMost);
    EXPECT_GE(refused, 4);
    EXPECT_EQ(unnoticed, 1) << "only behind the last renaming it is nothing to the command";
  }
}
#endif

TEST_F(Faults, CtrlCTakesAwayWhatIsHalfWritten) {
  const std::map<std::string, std::string> signals{{"INT", "130\n"}, {"TERM", "143\n"}, {"HUP", "129\n"},
                                                   {"QUIT", "131\n"}, {"ALRM", "142\n"}, {"XCPU", "152\n"}};
  for (const auto& [signal, code] : signals) {
    const CommandResult result = shell(
        "cp old out.json && echo '{\"frames\":10000000,\"dt\":0.02,\"sample\":{\"every\":1}}' >long.json;"
        // A shell starts what is in its background with SIGINT ignored.
        "ulimit -c 0; set -m; $vrm eval in.vrm long.json -o out.json & pid=$!;"
        "for i in $(seq 200); do [ -n \"$(ls | grep tmp)\" ] && break; sleep 0.05; done;"
        "ls | grep -q tmp || { echo 'it never began'; kill -9 $pid; exit 9; };"
        "kill -" + signal + " $pid; wait $pid; echo $?");
    EXPECT_EQ(result.out, code) << result.err;
    EXPECT_EQ(left(), (Names{"long.json", "out.json"})) << signal;
    EXPECT_TRUE(has("out.json", "old"));
  }
}

TEST_F(Faults, FoldersThatAreReadOnly) {
  // Root may write everywhere.
  const std::string nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
  const std::string run = ::getuid() == 0 ? nobody + " $vrm" : "$vrm";
  if (shell("chmod 755 . && " + run + " --version").exitCode != 0) GTEST_SKIP() << "nobody may run the command here";
  for (const std::string verb : kWriters) {
    const CommandResult result =
        shell("mkdir -p locked && cp old locked/out.vrm && chmod 555 locked && chmod 644 in.vrm && " + run + " " + verb +
              " in.vrm locked/out.vrm; code=$?; ls locked; chmod 755 locked; exit $code");
    EXPECT_EQ(result.exitCode, 2) << verb;
    EXPECT_NE(result.err.find("Permission denied"), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "out.vrm\n");
    EXPECT_TRUE(has("locked/out.vrm", "old"));
  }
  // One of several, and those that another names: a buffer, and an image.
  const CommandResult several =
      shell("cp in.vrm a.vrm && cp in.vrm b.vrm && cp in.vrm c.vrm && chmod 000 b.vrm && " + run +
            " validate a.vrm b.vrm c.vrm");
  EXPECT_EQ(several.exitCode, 2);
  EXPECT_NE((several.out + several.err).find("b.vrm: not readable"), std::string::npos)
      << several.out << several.err;
  EXPECT_NE(several.out.find("c.vrm"), std::string::npos) << "the others are looked at: " << several.out;
  const CommandResult named = shell(
      "mkdir parts && $vrm convert in.vrm parts/a.gltf >/dev/null 2>&1; for part in $(ls parts | grep -v "
      "gltf); do "
      "chmod 000 parts/$part; " +
      run + " info parts/a.gltf 2>&1 >/dev/null; echo $part $?; chmod 644 parts/$part; done");
  EXPECT_NE(named.out.find(".bin 2\n"), std::string::npos) << named.out;
  EXPECT_NE(named.out.find(".png 1\n"), std::string::npos) << "it loads without the image: " << named.out;
  EXPECT_NE(named.out.find("cannot be read: Permission denied [RESOURCE_MISSING]"), std::string::npos)
      << named.out;
  const CommandResult unreadable = shell("chmod 000 in.vrm && " + run + " info in.vrm");
  EXPECT_EQ(unreadable.exitCode, 2);
  EXPECT_NE(unreadable.err.find("Permission denied [IO_READ]"), std::string::npos) << unreadable.err;
}

TEST_F(Faults, FilesThatGoAway) {
  // Between looking into a folder and opening what is in it; a link to nowhere stands for that.
  const CommandResult gone = shell("mkdir many && cp in.vrm many/a.vrm && ln -s nowhere many/b.vrm && cp in.vrm many/c.vrm && "
                                   "$vrm validate many");
  EXPECT_EQ(gone.exitCode, 2) << gone.out << gone.err;
  EXPECT_NE((gone.out + gone.err).find("there is no such file"), std::string::npos) << gone.out << gone.err;
  EXPECT_NE(gone.out.find("c.vrm"), std::string::npos) << "the others are looked at: " << gone.out;
  // Files that are named by others, and may not be read.
  const CommandResult parts =
      shell("mkdir parts && $vrm convert in.vrm parts/a.gltf >/dev/null 2>&1; ls parts");
  const std::string buffer = "parts/a.bin";
  for (const std::string& what :
       {"rm " + buffer + " && mkdir " + buffer, "rm -r " + buffer + " && ln -s nowhere " + buffer,
        "rm " + buffer + " && mkfifo " + buffer}) {
    const CommandResult missing = shell(what + "; exec $vrm info parts/a.gltf");
    EXPECT_EQ(missing.exitCode, 2) << what << missing.out << parts.out;
    EXPECT_NE(missing.err.find("RESOURCE_MISSING"), std::string::npos) << missing.err;
  }
  const CommandResult image = shell(
      "rm -rf parts && mkdir parts && $vrm convert in.vrm parts/a.gltf >/dev/null 2>&1;"
      "for i in parts/*.png; do rm $i && mkdir $i; done; exec $vrm info parts/a.gltf 2>&1 >/dev/null");
  EXPECT_EQ(image.exitCode, 1) << "it loads without the images: " << image.out;
  EXPECT_NE(image.out.find("RESOURCE_MISSING"), std::string::npos) << image.out;
}

// While it is being read, a file becomes shorter, is another one, is gone and is there again; so does one that it names.
TEST_F(Faults, FilesThatChangeWhileTheyAreRead) {
  const CommandResult result = shell(
      "$vrm convert in.vrm parts.gltf >/dev/null 2>&1; [ -s parts.gltf ] || { echo 'no parts'; exit 9; };"
      "part=$(ls parts*.bin | head -n 1); cp in.vrm m.vrm; cp \"$part\" whole;"
      "( while kill -0 $$; do for f in m.vrm \"$part\"; do truncate -s 1000 $f; truncate -s 0 $f; rm -f $f;"
      "  if [ $f = m.vrm ]; then cp in.vrm $f; else cp whole $f; fi; done; done ) 2>/dev/null & pid=$!;"
      "for i in $(seq " + std::string(test::kFewer > 1 ? "12" : "40") + "); do $vrm info m.vrm >/dev/null 2>>said; echo $?; $vrm info parts.gltf >/dev/null 2>>said; echo $?;"
      "done | sort | uniq >codes; kill $pid; wait $pid 2>/dev/null; cat codes; exit 0");
  // Read, read with findings, or not.
  std::istringstream lines(result.out);
  Names codes;
  for (std::string code; std::getline(lines, code);) {
    EXPECT_TRUE(code == "0" || code == "1" || code == "2") << result.out;
    codes.insert(code);
  }
  EXPECT_GE(codes.size(), 2u) << "it was whole now and then, and now and then not: " << result.out << result.err;
}

TEST_F(Faults, WithoutStandardFiles) {
  for (const std::string verb : kWriters) {
    // What it has to say is not told to anybody, least of all to its output.
    const CommandResult result =
        shell("$vrm " + verb + " in.vrm new.vrm >/dev/null 2>&1; $vrm " + verb +
              " in.vrm out.vrm <&- >&- 2>&-; code=$?; cmp new.vrm out.vrm && rm new.vrm out.vrm && exit $code; exit 9");
    EXPECT_EQ(result.exitCode, 2) << verb << result.err;
    EXPECT_EQ(left(), Names()) << verb;
  }
  const CommandResult evaluated = shell(
      "echo '{\"frames\":3,\"dt\":0.02,\"sample\":{\"every\":1}}' >short.json; $vrm eval in.vrm short.json -o a.json >/dev/null 2>&1;"
      "$vrm eval in.vrm short.json -o b.json >&-; $vrm eval in.vrm short.json -o c.json 2>&-; cmp a.json b.json && cmp a.json c.json");
  EXPECT_EQ(evaluated.exitCode, 0) << evaluated.err;
  const CommandResult closed = shell("$vrm info in.vrm >&-");
  EXPECT_EQ(closed.exitCode, 2);
  EXPECT_NE(closed.err.find("cannot write to standard output"), std::string::npos) << closed.err;
}

TEST_F(Faults, NamesThatStopComing) {
  const CommandResult closed = shell("$vrm validate - <&-");
  EXPECT_EQ(closed.exitCode, 2);
  EXPECT_NE(closed.out.find("stdin names no file"), std::string::npos) << closed.out;
  // Whoever wrote them has died, behind a line and in the middle of one.
  const CommandResult all = shell("$vrm validate in.vrm");
  const CommandResult died = shell("(echo in.vrm; kill -9 $BASHPID) 2>/dev/null | $vrm validate -");
  EXPECT_EQ(died.exitCode, all.exitCode) << died.err;
  EXPECT_EQ(died.out, all.out);
  const CommandResult cut = shell("(echo in.vrm; printf in.v; kill -9 $BASHPID) 2>/dev/null | $vrm validate -");
  EXPECT_EQ(cut.exitCode, 2) << cut.out << cut.err;
  EXPECT_NE((cut.out + cut.err).find("in.v: not readable"), std::string::npos) << cut.out << cut.err;
}

#ifndef VRM_SLOW_BUILD  // sanitizers take terabytes of addresses
// From what is enough to start it (with less, the system's loader gives up) to what is enough for the file.
TEST_F(Faults, NoMemory) {
  const CommandResult result = shell(
      "least=4000; until (ulimit -v $least; exec $vrm --version) >/dev/null 2>&1; do least=$((least + 500)); done 2>/dev/null;"
      "for kb in $(seq $((least + 500)) 1000 $((least + 30000))); do"
      "  (ulimit -v $kb; exec $vrm normalize in.vrm out.vrm) >/dev/null 2>said; code=$?;"
      "  if grep -q 'out of memory' said; then echo \"memory $code\"; else echo \"other $code\"; fi;"
      "  [ $code -le 1 ] || [ ! -e out.vrm ] || { echo 'half written'; exit 9; }; rm -f out.vrm; done | sort | uniq; rm -f said");
  std::istringstream lines(result.out);
  bool ranOut = false, enough = false;
  for (std::string line; std::getline(lines, line);) {
    const Names fine{"other 0", "other 1", "memory 2"};
    EXPECT_TRUE(fine.contains(line)) << line;
    ranOut |= line == "memory 2";
    enough |= line.starts_with("other");
  }
  EXPECT_TRUE(ranOut && enough) << result.out << result.err;
  EXPECT_EQ(left(), Names());
}
#endif

TEST_F(Faults, ReadersThatStopReading) {
  for (const std::string arguments : {"info in.vrm", "info --json in.vrm", "validate --json in.vrm", "--help", "eval in.vrm long.json"}) {
    const CommandResult result =
        shell("echo '{\"frames\":2000,\"dt\":0.02,\"sample\":{\"every\":1}}' >long.json; $vrm " + arguments +
              " | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}");
    // The signal has ended it, or it says that it could not write. What is little fits into the pipe before anybody looks
    // (the model has findings, so 1 is as good as 0).
    Names fine{"2\n", "141\n"};
    if (!arguments.starts_with("eval")) fine.insert({"0\n", "1\n"});
    EXPECT_TRUE(fine.contains(result.out)) << arguments << ": " << result.out;
    EXPECT_EQ(result.err.find("terminate"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace vrm
