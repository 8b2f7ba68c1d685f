// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that were made to hurt, each loaded, read, updated, validated and written again. All of them end with an error
// that says where, or with a sane model, within docs/limits.md's bound of memory; each takes a few seconds at most in
// the slowest build (ctest ends what takes minutes).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "support/attack_files.hpp"
#include "support/check_model.hpp"
#include "support/image_samples.hpp"
#include "support/slow_build.hpp"
#include "support/starve.hpp"
#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::AssetBuilder;
using test::Bytes;

constexpr double kMiB = 1 << 20;
constexpr auto kLoads = std::optional<Code>();

// docs/limits.md, "Memory of a load".
constexpr std::uint32_t kDecoded = 16 << 20;  // Limits::decodedBytes for meshes
struct Counted {
  std::size_t nodes = 0, springJoints = 0;
  std::size_t things = 0;  // materials, expressions and images
};
double bound(std::size_t file, std::size_t json, const Counted& counted) {
  return 1.3 * static_cast<double>(file) + 24 * static_cast<double>(json) + 700 * static_cast<double>(counted.nodes) +
         6000 * static_cast<double>(counted.springJoints) + 1000 * static_cast<double>(counted.things) + 4 * kMiB;
}

std::size_t jsonBytes(const Bytes& file) {
  if (file.size() < 20 || std::to_integer<char>(file[0]) != 'g') return file.size();
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 12, 4);
  return std::min<std::size_t>(length, file.size());
}

struct Seen {
  std::optional<Code> refused;  // why it does not load
  std::set<Code> said;          // by loading it and reading its meshes
  std::string firstNode;        // the name of node 0
};

// Everything that a user would do with it.
Seen attack(const Bytes& file, const LoadOptions& options = {}) {
  Counted counted;
  const auto within = [&](const char* what, std::uint64_t peak, std::uint32_t more = 0) {
    EXPECT_LE(static_cast<double>(peak), bound(file.size(), jsonBytes(file), counted) + more) << what;
  };
  Seen seen;
  {
    const test::PeakMemory memory;
    const LoadResult loaded = load(file, options);
    if (loaded) {
      counted.nodes = loaded.model()->nodeCount();
      for (const schema::Spring& spring : loaded.vrm().springBone.springs) counted.springJoints += spring.joints.size();
      counted.things = loaded.asset().materials.size() + loaded.vrm().expressions.list.size() + loaded.asset().images.size();
    }
    within("loading", memory.bytes());
    if (!loaded) {
      seen.refused = loaded.error().code;
      EXPECT_FALSE(loaded.error().message.empty());
      EXPECT_LT(loaded.error().toString().size(), 4096u) << "errors are for people";
    } else {
      EXPECT_EQ(test::checkRuntime(*loaded.model()), "");
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
        const test::PeakMemory decoding;
        const Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(again, said);
        if (!meshes) seen.said.insert(meshes.error().code);
        within("meshes", decoding.bytes(), kDecoded);
      }
      for (const Diagnostics* list : {&loaded.diagnostics(), static_cast<const Diagnostics*>(&said)}) {
        for (const Diagnostic& one : list->all()) {
          EXPECT_LT(one.toString().size(), 4096u);
          seen.said.insert(one.code);
        }
      }
      EXPECT_EQ(gltf::computeStats(loaded.document(), loaded.asset()).images.size(), loaded.asset().images.size());
      if (!loaded.asset().nodes.empty()) seen.firstNode = loaded.asset().nodes[0].name;
      const test::PeakMemory writing;
      const Result<std::vector<std::byte>> written = loaded.document().toGlb();
      within("writing", writing.bytes());
      EXPECT_TRUE(written && load(*written, options).ok());
    }
  }
  const test::PeakMemory memory;
  ValidateOptions how;
  how.limits = options.file.limits;
  const Report report = validate(file, how);
  within("validating", memory.bytes());
  EXPECT_EQ(report.readable, !seen.refused || *seen.refused == Code::LimitExpandedElements) << "validate() and load() agree";
  for (const Diagnostic& issue : report.issues) EXPECT_LT(issue.toString().size(), 4096u);
  return seen;
}

std::optional<Code> refusal(const Bytes& file, const LoadOptions& options = {}) {
  return attack(file, options).refused;
}

// It loads, and this is said of it.
testing::AssertionResult warns(const Bytes& file, Code code) {
  const Seen seen = attack(file);
  if (seen.refused) return testing::AssertionFailure() << "refused as " << name(*seen.refused);
  if (seen.said.contains(code)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << name(code) << " is not said";
}

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

// Whatever there can be too much of.
class Growing : public testing::TestWithParam<test::AttackFile> {};

TEST_P(Growing, Attack) {
  EXPECT_EQ(refusal(GetParam().make(GetParam().size / test::kFewer)), GetParam().refused);
}
INSTANTIATE_TEST_SUITE_P(Files, Growing, testing::ValuesIn(test::attackFiles()), [](const auto& given) {
  std::string name = given.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

TEST(Attack, CyclesOfNodes) {
  const test::AttackFile& cycle = test::attackFile("a cycle of nodes");
  for (const std::uint32_t size : {1u, 2u, 3u}) EXPECT_EQ(refusal(cycle.make(size)), kLoads);
  // Two parents, and a node that is its own grandfather.
  EXPECT_EQ(refusal(test::glb(test::gltfJson(R"("nodes":[{"children":[2]},{"children":[2]},{"children":[0]}])"))), kLoads);
}

TEST(Attack, AMillionNodes) {
  const Bytes file = test::attackFile("nodes").make(1'000'000);
  EXPECT_EQ(refusal(file), Code::LimitNodes);
  LoadOptions trusting;
  trusting.file.limits.nodes = 1'000'000;
  // A node takes more here than the two letters that it took in the file.
  if (test::kFewer > 1) return;
  EXPECT_EQ(refusal(file, trusting), kLoads);
}

// Each of them finite, infinite upon each other: attack() looks at the world matrices.
TEST(Attack, ScalesAndTranslationsUponEachOther) {
  for (const char* members : {R"("scale":[1e5,1e5,1e5])", R"("scale":[1e5,-1e5,1e5],"translation":[0,1e5,0])",
                              R"("translation":[3e38,3e38,0])", R"("scale":[3e38,1e-38,1])"}) {
    std::string nodes;
    for (int i = 0; i < 20; ++i) nodes += R"({"children":[)" + number(static_cast<std::uint64_t>(i) + 1) + "]," + members + "},";
    EXPECT_EQ(refusal(test::glb(test::gltfJson(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes + "{}]"))), kLoads);
  }
}

TEST(Attack, GiantCountsOverTinyBuffers) {
  const auto with = [](const char* pointer, const char* value) {
    AssetBuilder b = test::smallAvatar();
    b.set(pointer, value);
    return b.glb();
  };
  const auto withoutView = [](const char* count) {
    AssetBuilder b = test::smallAvatar();
    b.add(gltf::Kind::Accessor, std::string(R"({"componentType":5126,"type":"MAT4","count":)") + count + "}");
    return b.glb();
  };
  for (const char* count : {"4294967295", "4294967296"}) {
    EXPECT_EQ(refusal(with("/accessors/0/count", count)), Code::LimitAccessorElements);
    EXPECT_EQ(refusal(withoutView(count)), Code::LimitAccessorElements);
  }
  EXPECT_EQ(refusal(with("/accessors/0/count", "33554432")), Code::GltfAccessorBounds);
  EXPECT_EQ(refusal(withoutView("33554432")), kLoads) << "zeros, which nobody asks for";
  for (const char* count : {"1e18", "18446744073709551615"}) {
    EXPECT_TRUE(warns(with("/accessors/0/count", count), Code::GltfValue)) << "no count at all";
    EXPECT_TRUE(warns(withoutView(count), Code::GltfValue));
  }
  EXPECT_EQ(refusal(with("/bufferViews/0/byteLength", "4294967295")), Code::GltfViewBounds);
  EXPECT_EQ(refusal(with("/buffers/0/byteLength", "4294967295")), Code::GltfBufferLength);
  for (const char* length : {"1e300", "-1", "0"}) {
    EXPECT_EQ(refusal(with("/bufferViews/0/byteLength", length)), Code::GltfAccessorBounds) << "none is 0";
    EXPECT_EQ(refusal(with("/buffers/0/byteLength", length)), kLoads) << "the chunk has the data";
  }
}

// Zeros that a file of some bytes may ask for are decoded only within the limit, whatever they are to become.
TEST(Attack, GeometryWithoutABuffer) {
  const auto accessor = [](const char* type, int componentType, std::uint32_t count) {
    return std::string(R"({"componentType":)") + std::to_string(componentType) + R"(,"type":")" + type + R"(","count":)" +
           std::to_string(count) + R"(,"min":[0,0,0],"max":[0,0,0]})";
  };
  const auto file = [](const std::string& accessors, const std::string& primitive) {
    return test::glb(test::gltfJson(R"("accessors":[)" + accessors + R"(],"skins":[{"joints":[0]}],"meshes":[{"primitives":[)" +
                                    primitive + R"(]}],"nodes":[{"mesh":0,"skin":0}])"));
  };
  const std::string some = accessor("VEC3", 5126, 3);
  for (const std::uint32_t count : {600'000u, 900'000u, 1'300'000u, 4'000'000u}) {
    attack(file(some + "," + accessor("SCALAR", 5121, count), R"({"mode":5,"attributes":{"POSITION":0},"indices":1})"));
    attack(file(some + "," + accessor("SCALAR", 5125, count), R"({"attributes":{"POSITION":0},"indices":1})"));
    attack(file(accessor("VEC3", 5126, count) + "," + accessor("SCALAR", 5125, 3 * count),
                R"({"attributes":{"POSITION":0},"indices":1})"));
    attack(file(accessor("VEC3", 5126, count / 4), R"({"mode":6,"attributes":{"POSITION":0}})"));
    attack(file(accessor("VEC3", 5126, count / 4) + "," + accessor("VEC4", 5123, count / 4) + "," +
                    accessor("VEC4", 5126, count / 4),
                R"({"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2,"JOINTS_1":1,"WEIGHTS_1":2}})"));
  }
}

TEST(Attack, ZerosWithoutABuffer) {
  const Bytes file = test::glb(test::gltfJson(
      R"("accessors":[{"componentType":5126,"type":"VEC3","count":33554432,"min":[0,0,0],"max":[0,0,0]}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}])"));
  EXPECT_TRUE(warns(file, Code::LimitDecodedBytes));
  EXPECT_TRUE(warns(test::attackFile("primitives over one accessor").make(50), Code::LimitDecodedBytes));
}

TEST(Attack, ViewsThatOverlapAndAreMisaligned) {
  for (const char* offset : {"1", "2", "3", "5"}) {
    AssetBuilder b = test::smallAvatar();
    b.set("/bufferViews/1/byteOffset", offset);
    EXPECT_EQ(refusal(b.glb()), kLoads) << "bytes are copied, wherever they lie";
    b.set("/accessors/1/byteOffset", offset);
    EXPECT_EQ(refusal(b.glb()), Code::GltfAccessorBounds);
  }
  const auto strided = [](const char* stride) {
    AssetBuilder b = test::smallAvatar();
    b.set("/bufferViews/0/byteStride", stride);
    return b.glb();
  };
  EXPECT_EQ(refusal(strided("4")), kLoads) << "elements on top of each other";
  EXPECT_EQ(refusal(strided("252")), Code::GltfAccessorBounds);
  for (const char* stride : {"1", "3", "255", "65536", "-4"}) EXPECT_TRUE(warns(strided(stride), Code::GltfValue)) << stride;
}

TEST(Attack, SparseIndicesOutOfOrderAndOutOfRange) {
  struct Case {
    std::initializer_list<std::uint16_t> indices;
    const char* count;
    std::optional<Code> said;
  };
  for (const Case& c : {Case{{0, 1, 2}, "3", {}}, Case{{2, 1, 0}, "3", Code::GltfAccessorSparse},
                        Case{{0, 0, 0}, "3", Code::GltfAccessorSparse}, Case{{65535, 0, 1}, "3", Code::GltfAccessorSparse},
                        Case{{0, 1, 2}, "4000000000", Code::GltfValue}}) {
    AssetBuilder b = test::smallAvatar();
    const std::uint32_t indices = b.indices(c.indices);
    const gltf::JsonValue* view = gltf::Json::at(b.json().root(), "/accessors/" + number(indices) + "/bufferView");
    ASSERT_TRUE(view);
    const std::string at = gltf::Json::write(*view);
    b.set("/accessors/0/sparse", std::string(R"({"count":)") + c.count + R"(,"indices":{"bufferView":)" + at +
                                     R"(,"componentType":5123},"values":{"bufferView":0}})");
    const Seen seen = attack(b.glb());
    EXPECT_EQ(seen.refused, kLoads);
    EXPECT_EQ(seen.said, c.said ? std::set<Code>{*c.said} : std::set<Code>()) << c.count;
  }
}

// NaN, infinities, denormals and what is near the ends of float, in every number that an avatar has.
TEST(Attack, NumbersThatAreNone) {
  const float odd[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                       -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::denorm_min(),
                       std::numeric_limits<float>::max(), -0.0f};
  for (const float value : odd) {
    Bytes file = test::smallAvatar().glb();
    // Each float of the binary chunk on its own, then all of them. Whatever they are, the avatar loads.
    const std::size_t start = 20 + jsonBytes(file) + 8;
    for (std::size_t at = start; at + 4 <= file.size(); at += 4 * test::kFewer) {
      Bytes one = file;
      std::memcpy(one.data() + at, &value, 4);
      EXPECT_EQ(refusal(one), kLoads) << at;
    }
    for (std::size_t at = start; at + 4 <= file.size(); at += 4) std::memcpy(file.data() + at, &value, 4);
    EXPECT_EQ(refusal(file), kLoads);
  }
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// JSON has no words for them, but numbers that become such, in place of every number of the file, whole ones too.
TEST(Attack, NumbersThatBecomeNone) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const Bytes file = test::sameAvatar(version).glb();
    const std::size_t json = jsonBytes(file);
    const std::string text(reinterpret_cast<const char*>(file.data()) + 20, json);
    const Bytes binary(file.begin() + static_cast<std::ptrdiff_t>(20 + json + 8), file.end());
    ASSERT_TRUE(load(test::glb(text, binary)));
    constexpr std::size_t kEvery = 4 * test::kFewer + 1;  // no divisor of nine in it: all of them get their turn
    std::set<std::string> used;
    std::size_t numbers = 0, loads = 0;
    bool quoted = false;
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
      if (text[begin] == '"' && text[begin - 1] != '\\') quoted = !quoted;
      if (quoted || (!isDigit(text[begin]) && text[begin] != '-')) continue;
      std::size_t end = begin;
      while (isDigit(text[end]) || std::string_view("+-.eE").find(text[end]) != std::string_view::npos) ++end;
      for (const char* big : {"1e39", "-1e39", "1e308", "3e38", "-3e38", "1e20", "1e-320", "-0", "1e-46"}) {
        if (++numbers % kEvery != 0) continue;
        used.insert(big);
        const LoadResult loaded = load(test::glb(text.substr(0, begin) + big + text.substr(end), binary));
        if (!loaded) continue;  // an index or a length that is none
        ++loads;
        EXPECT_EQ(test::checkRuntime(*loaded.model()), "");
        Avatar avatar(loaded.model());
        avatar.update(0.02f);
        for (const Mat4& m : avatar.worldMatrices())
          for (const float f : m) ASSERT_TRUE(std::isfinite(f)) << big << " for " << text.substr(begin, 40);
      }
      begin = end - 1;
    }
    EXPECT_GT(numbers, 1000u);
    EXPECT_EQ(used.size(), 9u);
    EXPECT_GT(loads, numbers / kEvery / 2) << "most are no reason to refuse the avatar";
  }
}

TEST(Attack, DuplicateKeys) {
  // The last counts, whatever the first said.
  const Seen seen =
      attack(test::glb(R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"}],"nodes":[{"name":"b"},{"mesh":9}]})"));
  EXPECT_EQ(seen.refused, kLoads);
  EXPECT_TRUE(seen.said.contains(Code::JsonDuplicateKey));
  EXPECT_EQ(seen.firstNode, "b");
}

TEST(Attack, TextThatIsNone) {
  const auto named = [](const std::string& text) {
    return attack(test::glb(test::gltfJson("\"nodes\":[{\"name\":\"" + text + "\"}]")));
  };
  // UTF-8 that is none, and half a pair of surrogates behind nothing, become U+FFFD.
  for (const std::string text : {"\xFF\xFE", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", R"(\uDC00)"}) {
    const Seen seen = named(text);
    EXPECT_EQ(seen.refused, kLoads);
    EXPECT_TRUE(seen.said.contains(Code::JsonEncoding));
    EXPECT_EQ(seen.firstNode.substr(0, 3), "\xEF\xBF\xBD");
  }
  EXPECT_EQ(named(R"(\u0000)").firstNode, std::string(1, '\0'));
  for (const std::string text : {R"(\uD800)", R"(\uDC00\uD800)", "\x01", R"(\x)", R"(\u12)"})
    EXPECT_EQ(named(text).refused, Code::JsonSyntax) << text;
}

TEST(Attack, NumbersBeyondAll) {
  const auto moved = [](const std::string& n) {
    return refusal(test::glb(test::gltfJson(R"("nodes":[{"translation":[0,)" + n + ",0]}]")));
  };
  EXPECT_EQ(moved("1e-999"), kLoads) << "0";
  for (const char* n : {"1e999", "-1e999", "1e99999999999999999999", "00", "0x10", "NaN", "Infinity", "1.", ".5", "+1"})
    EXPECT_EQ(moved(n), Code::JsonSyntax) << n;
  EXPECT_EQ(moved(std::string(5'000'000, '9')), Code::JsonSyntax);
  EXPECT_EQ(moved("0." + std::string(5'000'000, '9')), kLoads);
}

TEST(Attack, ChunkHeadersThatLie) {
  const Bytes whole = test::smallAvatar().glb();
  const auto with = [&](std::size_t field, std::uint32_t value) {
    Bytes file = whole;
    std::memcpy(file.data() + field, &value, 4);
    return refusal(file);
  };
  for (const std::uint32_t value : {0u, 1u, 3u, 11u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFCu, 0xFFFFFFFFu}) {
    EXPECT_EQ(with(8, value), value < 12 ? Code::GlbNoJson : Code::GlbLength) << "the file's length " << value;
    EXPECT_EQ(with(12, value), Code::GlbChunk) << "the chunk's length " << value;
    EXPECT_EQ(with(16, value), Code::GlbNoJson) << "the chunk's type " << value;
  }
}

// --- files outside

TEST(Attack, ExternalFilesElsewhere) {
  const test::TempFolder folder;
  namespace fs = std::filesystem;
  fs::create_directory(folder.path() / "model");
  ASSERT_TRUE(writeFile(folder.path() / "secret.bin", test::bytesOf("secret!!")));
  ASSERT_TRUE(writeFile(folder.path() / "model" / "good.bin", test::bytesOf("goodgood")));
  fs::create_symlink(folder.path() / "secret.bin", folder.path() / "model" / "link.bin");
  fs::create_symlink(folder.path(), folder.path() / "model" / "up");
  fs::create_symlink("/dev/zero", folder.path() / "model" / "zero.bin");
  const std::string absolute = (folder.path() / "secret.bin").string();
  const std::string uris[] = {"../secret.bin", "..%2Fsecret.bin", "%2e%2e/secret.bin", "a/../../secret.bin", "..\\\\secret.bin",
                              "./../secret.bin", absolute, "file://" + absolute, "file:" + absolute, "//host/share/secret.bin",
                              "http://example.com/a.bin", "link.bin", "up/secret.bin", "/dev/zero", "zero.bin", "/dev/stdin",
                              "/proc/self/environ", "C:/secret.bin", "secret.bin%00.png", "good.bin/../../secret.bin", ""};
  const auto open = [&](const std::string& uri) {
    const std::string json = test::gltfJson(R"("buffers":[{"byteLength":8,"uri":")" + uri + R"("}])");
    EXPECT_TRUE(writeFile(folder.path() / "model" / "a.gltf", test::bytesOf(json)));
    return Document::open(folder.path() / "model" / "a.gltf");
  };
  ASSERT_TRUE(open("good.bin"));
  for (const std::string& uri : uris) {
    const Result<Document> document = open(uri);
    EXPECT_FALSE(document) << uri;
    if (document) continue;
    EXPECT_EQ(document.error().pointer.substr(0, 10), "/buffers/0") << uri << document.error().toString();
    EXPECT_EQ(document.error().message.find("secret!!"), std::string::npos) << "nothing of it is told";
  }
}

// --- pictures

TEST(Attack, PicturesThatBlowUp) {
  using namespace gltf::samples;
  // A PNG of 60,000 x 60,000 pixels in a hundred bytes, one whose data inflates for ever, JPEG and WebP headers that lie.
  const auto png = [](std::uint32_t width, std::uint32_t height, const std::string& data) {
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(width) + big32(height) + std::string("\x08\x06\0\0\0", 5)) +
           pngChunk("IDAT", deflated(data)) + pngChunk("IEND", "");
  };
  const auto decode = [](const std::string& file) {
    const test::PeakMemory memory;
    const Result<gltf::Image> image = gltf::decodeImage(std::as_bytes(std::span(file)), {});
    EXPECT_LE(static_cast<double>(memory.bytes()), 4 * static_cast<double>(file.size()) + 4 * kMiB);
    return image ? Code::ApiMisuse : image.error().code;
  };
  EXPECT_EQ(decode(png(60'000, 60'000, "x")), Code::LimitImagePixels);
  EXPECT_EQ(decode(png(0x7FFFFFFF, 0x7FFFFFFF, "x")), Code::ImageBroken) << "more than a PNG may have in memory";
  EXPECT_EQ(decode(png(1, 1, std::string(8 << 20, '\0'))), Code::ApiMisuse) << "what is too much is not read";
  for (std::string file : smallSamples()) {
    // The largest number wherever two bytes may be a size.
    for (std::size_t at = 0; at + 2 < std::min<std::size_t>(file.size(), 200); ++at) {
      std::string lying = file;
      lying[at] = lying[at + 1] = '\xFF';
      const test::PeakMemory memory;
      Limits limits;
      limits.imagePixels = 1 << 20;
      (void)gltf::decodeImage(std::as_bytes(std::span(lying)), limits);
      EXPECT_LE(static_cast<double>(memory.bytes()), 16 * kMiB);
    }
  }
}

// What takes little room in a file and would take much in optimize(), with its memory.
TEST(Attack, Optimising) {
  const auto peak = [](const Bytes& file, std::uint64_t decodedBytes) {
    gltf::OpenOptions options;
    options.limits.decodedBytes = decodedBytes;
    Document document = *Document::parse(file, options);
    Diagnostics said;
    const test::PeakMemory memory;
    EXPECT_TRUE(edit::optimize(document, {}, said));
    return static_cast<double>(memory.bytes());
  };
  // Many materials of one name, which VRM 0.x binds to by name.
  const std::uint32_t materials = 1000 / test::kFewer;
  std::string list, binds;
  for (std::uint32_t i = 0; i < materials; ++i) list += std::string(i > 0 ? "," : "") + R"({"name":"a"})";
  for (std::uint32_t i = 0; i < 2 * materials; ++i)
    binds += std::string(i > 0 ? "," : "") + R"({"materialName":"a","propertyName":"_Color","targetValue":[0,0,0,)" + number(i) + "]}";
  const Bytes named = test::bytesOf(test::gltfJson(
      R"("materials":[)" + list + R"(],"extensions":{"VRM":{"materialProperties":[)" + list +
      R"(],"blendShapeMaster":{"blendShapeGroups":[{"name":"x","presetName":"unknown","materialValues":[)" + binds + "]}]}}}"));
  EXPECT_LT(peak(named, 1 << 20), 24 * static_cast<double>(named.size()) + 4 * kMiB);
  // Joints that are there twice, so that the skin stays as it is.
  std::string joints = "0";
  for (std::uint32_t i = 1; i < 200'000 / test::kFewer; ++i) joints += ",0";
  const Bytes twice = test::bytesOf(test::gltfJson(R"("nodes":[{}],"skins":[{"joints":[)" + joints + "]}]"));
  EXPECT_LT(peak(twice, 1 << 20), 24 * static_cast<double>(twice.size()) + 4 * kMiB);
  // Matrices without bytes, for many skins.
  std::string skins, matrices;
  for (int i = 0; i < 20; ++i) {
    matrices += std::string(i > 0 ? "," : "") + R"({"componentType":5126,"type":"MAT4","count":)" + number(1'000'000u + static_cast<unsigned>(i)) + "}";
    skins += std::string(i > 0 ? "," : "") + R"({"joints":[0],"inverseBindMatrices":)" + std::to_string(i) + "}";
  }
  const Bytes skinned = test::bytesOf(test::gltfJson(R"("nodes":[{}],"accessors":[)" + matrices + R"(],"skins":[)" + skins + "]"));
  EXPECT_LT(peak(skinned, 1 << 20), 6 * kMiB);
}

}  // namespace
}  // namespace vrm
