// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that were made to hurt, each loaded, read, updated, validated and written again. All of them end with an error
// that says where, or with a sane model, within docs/limits.md's bound of memory; each takes a few seconds at most in
// the slowest build (ctest ends what takes minutes).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include <sys/stat.h>

#include "support/attack.hpp"
#include "support/attack_files.hpp"
#include "support/image_samples.hpp"
#include "support/slow_build.hpp"
#include "support/starve.hpp"
#include "support/temp_folder.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::AssetBuilder;
using test::Bytes;

using test::attack;
using test::kLoads;
using test::kMiB;
using test::refusal;
using test::Seen;

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

#if defined(__GLIBC__) && !defined(VRM_SLOW_BUILD)
// Where it measures nothing (starve.hpp), no bound here can fail.
TEST(Attack, MemoryIsMeasured) {
  const test::PeakMemory memory;
  EXPECT_EQ(memory.bytes(), 0u);
  void* (*const volatile take)(std::size_t) = std::malloc;  // the compiler shall not see that nobody uses it
  std::free(take(1 << 20));
  EXPECT_GE(memory.bytes(), std::uint64_t{1} << 20);
  EXPECT_LT(memory.bytes(), std::uint64_t{2} << 20);
  const std::vector<std::byte> more(3 << 20);
  EXPECT_GE(memory.bytes(), more.size());
  const test::PeakMemory later;
  EXPECT_EQ(later.bytes(), 0u);
}
#endif

// Whatever there can be too much of.
class Growing : public testing::TestWithParam<test::AttackFile> {};

TEST_P(Growing, Attack) {
  EXPECT_EQ(refusal(GetParam().make(GetParam().size / test::kFewer)), GetParam().refused);
}
TEST_P(Growing, Edited) {
  test::editAll(GetParam().make(GetParam().size / test::kFewer / 4));
}
// Of what takes the most memory for its bytes, as large as loading has it.
TEST(Attack, EditsOfManyNumbers) {
  const test::AttackFile& joints = test::attackFile("one joint again and again");
  test::editAll(joints.make(joints.size / test::kFewer));
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

TEST(Attack, ChunkHeadersThatLie) {
  const Bytes whole = test::smallAvatar().glb();
  const auto with = [](Bytes file, std::size_t field, std::uint32_t value) {
    std::memcpy(file.data() + field, &value, 4);
    return attack(file);
  };
  const std::size_t binary = 20 + test::jsonBytes(whole);
  // A third chunk, behind the first two.
  Bytes longer = whole;
  for (const char letter : std::string("\x04\0\0\0odd!data", 12)) longer.push_back(std::byte(letter));
  const auto length = static_cast<std::uint32_t>(longer.size());
  std::memcpy(longer.data() + 8, &length, 4);
  EXPECT_EQ(refusal(longer), kLoads);
  for (const std::uint32_t value : {0u, 1u, 3u, 11u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFCu, 0xFFFFFFFFu}) {
    EXPECT_EQ(with(whole, 8, value).refused, value < 12 ? Code::GlbNoJson : Code::GlbLength)
        << "the file's length " << value;
    EXPECT_EQ(with(whole, 12, value).refused, Code::GlbChunk) << "the chunk's length " << value;
    EXPECT_EQ(with(whole, 16, value).refused, Code::GlbNoJson) << "the chunk's type " << value;
    EXPECT_EQ(with(whole, binary, value).refused, Code::GlbChunk) << "the binary chunk's length " << value;
    const Seen without = with(whole, binary + 4, value);
    EXPECT_EQ(without.refused, kLoads) << "the binary chunk's type " << value;
    EXPECT_TRUE(without.said.contains(Code::GltfBufferMissing)) << "there is no data";
    EXPECT_EQ(with(longer, whole.size(), value).refused, value <= 4 ? kLoads : Code::GlbChunk)
        << "the third chunk's length " << value;
    EXPECT_EQ(with(longer, whole.size() + 4, value).refused, kLoads) << "the third chunk's type " << value;
  }
  // Another chunk of JSON or data changes nothing.
  for (const std::uint32_t type : {0x4E4F534Au, 0x004E4942u})
    EXPECT_EQ(with(longer, whole.size() + 4, type).refused, kLoads);
}

// --- files outside

// Files that are there, if only the system were asked for them.
TEST(Attack, ExternalFilesElsewhere) {
  const test::TempFolder folder;
  namespace fs = std::filesystem;
  const fs::path model = folder.path() / "model";
  const std::string absolute = (folder.path() / "secret.bin").string();
  const auto make = [](const fs::path& path) {
    fs::create_directories(path.parent_path());
    EXPECT_TRUE(writeFile(path, test::bytesOf("secret!!"))) << path;
  };
  make(absolute);
  for (const std::string name :
       {"good.bin", "a/good.bin", "..\\secret.bin", "C:/secret.bin", "http:/example.com/a.bin"})
    make(model / name);
  make(model / ("file:" + absolute));
  fs::create_symlink(absolute, model / "link.bin");
  fs::create_symlink(folder.path(), model / "up");
  fs::create_symlink("/dev/zero", model / "zero.bin");
  ASSERT_EQ(::mkfifo((model / "pipe.bin").c_str(), 0600), 0);
  const auto open = [&](const std::string& uri) {
    const std::string json = test::gltfJson(R"("buffers":[{"byteLength":8,"uri":")" + uri + R"("}])");
    EXPECT_TRUE(writeFile(model / "a.gltf", test::bytesOf(json)));
    return load(model / "a.gltf");
  };
  for (const char* uri : {"good.bin", "a/good.bin", "a/%67ood.bin", "./good.bin"})
    EXPECT_TRUE(open(uri)) << uri;
  for (const std::string& uri : {std::string("../secret.bin"),
                                 std::string("..%2Fsecret.bin"),
                                 std::string("%2e%2e/secret.bin"),
                                 std::string("a/../../secret.bin"),
                                 std::string("..\\\\secret.bin"),
                                 std::string("..%5Csecret.bin"),
                                 std::string("./../secret.bin"),
                                 absolute,
                                 "file://" + absolute,
                                 "file:" + absolute,
                                 std::string("//host/share/secret.bin"),
                                 std::string("http://example.com/a.bin"),
                                 std::string("link.bin"),
                                 std::string("up/secret.bin"),
                                 std::string("/dev/zero"),
                                 std::string("zero.bin"),
                                 std::string("/dev/stdin"),
                                 std::string("/dev/fd/0"),
                                 std::string("/proc/self/environ"),
                                 std::string("C:/secret.bin"),
                                 std::string("good.bin%00.png"),
                                 std::string("good.bin\\u0000.png"),
                                 std::string("good.bin/../../secret.bin"),
                                 std::string("good.bin/../.."),
                                 std::string("a/.."),
                                 std::string("."),
                                 std::string("./"),
                                 std::string()}) {
    const LoadResult loaded = open(uri);
    ASSERT_FALSE(loaded) << uri;
    EXPECT_EQ(loaded.error().code, Code::ResourceRefused) << uri << ": " << loaded.error().toString();
    EXPECT_EQ(loaded.error().pointer.substr(0, 10), "/buffers/0") << uri << loaded.error().toString();
    EXPECT_EQ(loaded.error().message.find("secret!!"), std::string::npos) << "nothing of it is told";
  }
  // Below the folder, and nothing to read: the first would keep a reader waiting for a writer.
  for (const char* uri : {"pipe.bin", "a", "good.bin/", "good.bin/more", "none.bin"}) {
    const LoadResult loaded = open(uri);
    ASSERT_FALSE(loaded) << uri;
    EXPECT_EQ(loaded.error().code, Code::ResourceMissing) << uri << ": " << loaded.error().toString();
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
  for (const std::string& file : smallSamples()) {
    // The largest number wherever two bytes may be a size.
    std::set<Code> said;
    for (std::size_t at = 0; at + 2 < std::min<std::size_t>(file.size(), 700); ++at) {
      std::string lying = file;
      lying[at] = lying[at + 1] = '\xFF';
      const test::PeakMemory memory;
      Limits limits;
      limits.imagePixels = 1 << 14;
      const Result<gltf::Image> image = gltf::decodeImage(std::as_bytes(std::span(lying)), limits);
      EXPECT_LE(static_cast<double>(memory.bytes()), 16 * kMiB);
      if (image) {
        EXPECT_EQ(image->rgba.size(), std::size_t{4} * image->width * image->height);
        EXPECT_LE(std::uint64_t{image->width} * image->height, limits.imagePixels);
      } else {
        said.insert(image.error().code);
      }
    }
    // The size of a WebP with alpha stands there twice, so that one of them alone is no size.
    std::set<Code> expected{Code::ImageFormat, Code::ImageBroken};
    if (file.find("VP8X") == file.npos) expected.insert(Code::LimitImagePixels);
    EXPECT_EQ(said, expected) << file.substr(0, 20);
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
