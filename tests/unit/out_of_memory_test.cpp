// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Every request for memory fails in turn (support/starve_each.hpp), and nothing is left half made.
#include <gtest/gtest.h>

#include <optional>

#include "support/image_samples.hpp"
#include "support/starve_each.hpp"
#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::outcomeOf;
using test::Outcome;
using test::starve;
using test::Throws;

constexpr VrmVersion kVersions[] = {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1};

// The same JSON, bytes and images, and as much to say of them. Whoever compares takes memory, too.
bool same(const Document& a, const Document& b) {
  const test::Starve::Pause pause;
  if (!gltf::Json::equal(a.root(), b.root()) || a.buffers().size() != b.buffers().size() ||
      a.images().size() != b.images().size() || a.diagnostics().all().size() != b.diagnostics().all().size())
    return false;
  for (std::uint32_t i = 0; i < a.buffers().size(); ++i) {
    const auto one = a.buffer(i), other = b.buffer(i);
    if (!std::equal(one.begin(), one.end(), other.begin(), other.end())) return false;
  }
  for (std::uint32_t i = 0; i < a.images().size(); ++i) {
    const auto one = a.image(i), other = b.image(i);
    if (one.ok() != other.ok() ||
        (one && !std::equal(one->begin(), one->end(), other->begin(), other->end())))
      return false;
  }
  return true;
}

// What loads is the whole of it, also when some request was refused.
Outcome outcomeOfLoading(const LoadResult& loaded, const LoadResult& whole) {
  if (!loaded) return outcomeOf(loaded);
  if (same(loaded.document(), whole.document()) &&
      loaded.diagnostics().all().size() == whole.diagnostics().all().size())
    return {};
  return Error{Code::ApiMisuse, {}, {}, kNoOffset};
}

class OutOfMemory : public testing::TestWithParam<VrmVersion> {
 protected:
  void SetUp() override {
    file_ = test::sameAvatar(GetParam()).glb();
    document_.emplace(*Document::parse(file_));
    // What is made once and kept, tables of names and the like, is no leak.
    LoadResult loaded = load(file_);
    Diagnostics said;
    (void)loadMeshes(loaded, said);
    (void)validate(file_);
  }
  Document copy() const { return document_->clone(); }

  // An edit of a document, which stays as it was when it fails, and is as ever when it does not.
  template <class Edit>
  void starveEdit(Edit&& edit) {
    Document done = copy();
    (void)edit(done);
    starve(
        Throws::Never, [&] { return copy(); }, [&](Document& document) { return outcomeOf(edit(document)); },
        [&](Document& document, bool failed) { EXPECT_TRUE(same(document, failed ? *document_ : done)); });
  }

  std::vector<std::byte> file_;
  std::optional<Document> document_;
};

TEST_P(OutOfMemory, Parsing) {
  starve([&] { return file_; }, [](std::vector<std::byte>& file) { return outcomeOf(Document::parse(std::move(file))); });
}

TEST_P(OutOfMemory, Loading) {
  const LoadResult whole = load(file_);
  starve([&] { return file_; },
         [&](std::vector<std::byte>& file) { return outcomeOfLoading(load(std::move(file)), whole); });
}

TEST_P(OutOfMemory, LoadingAFile) {
  const test::TempFolder folder;
  const std::filesystem::path path = folder.path() / "avatar.vrm";
  ASSERT_TRUE(writeFile(path, file_));
  const LoadResult whole = load(path);
  starve([] { return 0; }, [&](int) { return outcomeOfLoading(load(path), whole); });
}

TEST_P(OutOfMemory, Geometry) {
  const LoadResult loaded = load(file_);
  starve([] { return Diagnostics(); }, [&](Diagnostics& said) { return outcomeOf(loadMeshes(loaded, said)); });
}

TEST_P(OutOfMemory, Writing) {
  starve([&] { return copy(); }, [](Document& document) { return outcomeOf(document.toGlb()); });
}

TEST_P(OutOfMemory, SavingLeavesNothingBehind) {
  const test::TempFolder folder;
  for (const std::filesystem::path& path : {folder.path() / "avatar.vrm", folder.path() / "avatar.gltf"}) {
    Diagnostics ignored;  // writers keep names of files for signal handlers, once as many as there were at a time
    (void)gltf::save(*document_, path, ignored);
    starve(
        Throws::Never,
        [&] {
          std::filesystem::remove_all(folder.path());
          std::filesystem::create_directory(folder.path());
          return copy();
        },
        [&](Document& document) {
          Diagnostics said;
          return outcomeOf(gltf::save(document, path, said));
        },
        [&](Document&, bool failed) {
          EXPECT_TRUE(!failed || folder.names().empty()) << testing::PrintToString(folder.names());
        });
  }
}

TEST_P(OutOfMemory, WritingStructs) {
  const LoadResult loaded = load(file_);
  starveEdit([&](Document& document) {
    Diagnostics said;
    return schema::writeVrm(loaded.vrm(), document, said);
  });
}

TEST_P(OutOfMemory, Validating) {
  // It throws when there is not even room for a report.
  starve(
      Throws::BadAlloc, [&] { return file_; },
      [](std::vector<std::byte>& file) -> Outcome {
        const Report report = validate(std::move(file));
        if (report.readable) return std::nullopt;
        return Error{report.issues.empty() ? Code::ApiMisuse : report.issues.front().code, {}, {}, kNoOffset};
      },
      [](auto&&, bool) {});
}

TEST_P(OutOfMemory, Normalizing) {
  starveEdit([](Document& document) {
    Diagnostics said;
    return edit::normalize(document, {.tPose = true}, said);
  });
}

TEST_P(OutOfMemory, Migrating) {
  edit::MigrateOptions options;
  options.meta.emplace();
  options.meta->name = "A";
  options.meta->authors = {"B"};
  options.meta->licenseUrl = "https://vrm.dev/licenses/1.0/";
  starveEdit([&](Document& document) {
    Diagnostics said;
    return edit::migrate(document, options, said);
  });
}

TEST_P(OutOfMemory, Splitting) {
  starveEdit([](Document& document) {
    Diagnostics said;
    return edit::splitFirstPerson(document, {}, said);
  });
}

TEST_P(OutOfMemory, Optimizing) {
  starveEdit([](Document& document) {
    Diagnostics said;
    return edit::optimize(document, {}, said);
  });
}

TEST_P(OutOfMemory, Editing) {
  starveEdit([](Document& document) { return edit::removeExpression(document, "happy"); });
  const char* name = GetParam() == VrmVersion::Vrm1 ? "name" : "title";
  starveEdit([&](Document& document) { return edit::setMeta(document, name, "A name that is longer than a few letters"); });
  starveEdit([](Document& document) {
    Diagnostics said;
    return edit::removeUnused(document, said);
  });
}

TEST_P(OutOfMemory, RemovingAndReordering) {
  starveEdit([](Document& document) {
    Diagnostics said;
    const gltf::Element elements[] = {{gltf::Kind::Material, 0}, {gltf::Kind::Image, 0}, {gltf::Kind::Node, 20}};
    return gltf::removeElements(document, elements, said);
  });
  for (const gltf::Kind kind : {gltf::Kind::Node, gltf::Kind::Image, gltf::Kind::Material}) {
    const std::uint32_t count = gltf::homeArray(document_->root(), kind)->size();
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = count - 1 - i;
    starveEdit([&](Document& document) {
      Diagnostics said;
      return gltf::reorderElements(document, kind, order, said);
    });
  }
}

TEST_P(OutOfMemory, Avatars) {
  const LoadResult loaded = load(file_);
  starve(
      Throws::BadAlloc, [] { return std::optional<Avatar>(); },
      [&](std::optional<Avatar>& avatar) {
        avatar.emplace(loaded.model());
        avatar->update(0.1f);
        Avatar copied(*avatar);
        return Outcome();
      },
      [](auto&&, bool) {});
}

TEST_P(OutOfMemory, AssigningKeepsTheOld) {
  const LoadResult loaded = load(file_);
  Avatar other(loaded.model());
  other.expression("happy", 1.0f);
  other.update(0.1f);
  const LoadResult another = load(test::smallAvatar().glb());
  starve(
      Throws::BadAlloc, [&] { return Avatar(another.model()); },
      [&](Avatar& avatar) {
        avatar = other;
        return Outcome();
      },
      [&](Avatar& avatar, bool failed) {
        EXPECT_EQ(avatar.sharedModel(), failed ? another.model() : loaded.model());
        avatar.update(0.1f);
      });
}

TEST_P(OutOfMemory, Crowds) {
  const LoadResult loaded = load(file_);
  // Of every size around those where lanes and blocks are added.
  for (const std::size_t size : {0u, 1u, 7u, 8u, 16u}) {
    starve(
        Throws::BadAlloc,
        [&] {
          Crowd crowd;
          for (std::size_t i = 0; i < size; ++i) crowd.add(loaded.model());
          return crowd;
        },
        [&](Crowd& crowd) {
          const CrowdMember added = crowd.add(loaded.model());
          crowd[added].expression("happy", 1.0f);
          return Outcome();
        },
        [&](Crowd& crowd, bool failed) {
          EXPECT_EQ(crowd.size(), size + (failed ? 0 : 1));
          crowd.update(1.0f / 60);
          const CrowdMember after = crowd.add(loaded.model());
          EXPECT_TRUE(crowd.contains(after));
          crowd.update(1.0f / 60);
          EXPECT_TRUE(crowd.remove(after));
        });
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, OutOfMemory, testing::ValuesIn(kVersions), [](const auto& given) {
  return given.param == VrmVersion::Vrm0 ? "Vrm0" : given.param == VrmVersion::Draft ? "Draft" : "Vrm1";
});

TEST(OutOfMemoryImages, Decoding) {
  for (const std::string& sample : gltf::samples::smallSamples()) {
    const auto bytes = std::as_bytes(std::span(sample));
    // libwebp 1.2.4 itself goes through a null pointer when it gets no memory.
    if (gltf::probeImage(bytes).format == gltf::ImageFormat::WebP) continue;
    (void)gltf::decodeImage(bytes, {});
    starve([] { return 0; }, [&](int) { return outcomeOf(gltf::decodeImage(bytes, {})); });
  }
}

TEST(OutOfMemoryImages, Encoding) {
  const gltf::Image image = gltf::samples::withAlpha(gltf::samples::gradient(9, 7));
  starve([] { return 0; }, [&](int) { return outcomeOf(gltf::encodePng(image)); });
  starve([] { return 0; }, [&](int) { return outcomeOf(gltf::encodeJpeg(image)); });
  (void)gltf::encodeWebp(image);
  starve([] { return 0; }, [&](int) { return outcomeOf(gltf::encodeWebp(image)); });
}

// An image that cannot be read is left out, but not for want of memory.
TEST(OutOfMemoryFiles, Loading) {
  const test::TempFolder folder;
  const std::filesystem::path path = folder.path() / "model.gltf";
  const std::string sample = gltf::samples::smallSamples().front();
  ASSERT_TRUE(writeFile(folder.path() / "image.png", std::as_bytes(std::span(sample))));
  ASSERT_TRUE(writeFile(folder.path() / "data.bin", std::vector<std::byte>(40)));
  const std::string json = test::gltfJson(
      R"("buffers":[{"byteLength":40,"uri":"data.bin"},{"byteLength":3,"uri":"data:application/octet-stream;base64,AAAA"}],)"
      R"("images":[{"uri":"image.png"},{"uri":"data:image/png;base64,AAAA"},{"uri":"none.png"}])");
  ASSERT_TRUE(writeFile(path, std::as_bytes(std::span(json))));
  const LoadResult whole = load(path);
  ASSERT_TRUE(whole);
  ASSERT_TRUE(whole.document().image(0));
  ASSERT_TRUE(whole.diagnostics().has(Code::ResourceMissing));
  starve([] { return 0; }, [&](int) { return outcomeOfLoading(load(path), whole); });
}

TEST(OutOfMemoryFiles, Resolvers) {
  const test::TempFolder folder;
  ASSERT_TRUE(
      writeFile(folder.path() / "a long name, for which there has to be memory", std::vector<std::byte>(40)));
  const gltf::FolderResolver here(folder.path());
  starve(
      [] { return 0; },
      [&](int) {
        return outcomeOf(here.fetch("a%20long%20name,%20for%20which%20there%20has%20to%20be%20memory", 40));
      });
  // Where there is memory they refuse it.
  const auto refusedBy = [&](const gltf::Resolver& resolver) {
    starve([] { return 0; },
           [&](int) -> Outcome {
             const auto bytes = resolver.fetch("../somewhere/else", 40);
             return bytes.error().code == Code::ResourceRefused ? Outcome() : outcomeOf(bytes);
           });
  };
  refusedBy(here);
  refusedBy(gltf::NoFiles());
}

// What refuses something says why, if there is memory for that.
TEST(OutOfMemorySmall, Reasons) {
  Avatar avatar(load(test::smallAvatar().glb()).model());
  const auto orRefused = [](const auto& result) -> Outcome {
    return !result &&
                   (result.error().code == Code::SnapshotMismatch || result.error().code == Code::ApiMisuse)
               ? Outcome()
               : outcomeOf(result);
  };
  std::vector<std::byte> little(3), damaged(avatar.snapshotSize());
  ASSERT_TRUE(avatar.save(damaged));
  std::fill(damaged.begin() + 100, damaged.end(), std::byte{0xFF});
  starve([] { return 0; }, [&](int) { return orRefused(avatar.save(little)); });
  starve([] { return 0; }, [&](int) { return orRefused(avatar.restore(little)); });
  starve([] { return 0; }, [&](int) { return orRefused(avatar.restore(damaged)); });

  const std::vector<std::uint32_t> triangles{0, 1, 2, 3, 4, 5};
  const std::vector<std::uint16_t> joints(6, 0), few(5, 0);
  const std::vector<float> weights{1, 0, 0, 0, 0, 0};
  const std::vector<std::uint8_t> head{1};
  starve([] { return 0; }, [&](int) { return outcomeOf(splitHead(triangles, joints, weights, 1, head)); });
  starve([] { return 0; }, [&](int) { return orRefused(splitHead(triangles, few, weights, 1, head)); });

  starve([] { return gltf::Json(); },
         [](gltf::Json& json) { return outcomeOf(json.fromText(R"({"a":[1,2,"three"]})")); });
}

TEST(OutOfMemoryImages, Animations) {
  const gltf::Image image = gltf::samples::withAlpha(gltf::samples::gradient(9, 7));
  starve([] { return 0; },
         [&](int) -> Outcome {
           auto writer = gltf::AnimationWriter::apng({});
           if (!writer) return outcomeOf(writer);
           for (int i = 0; i < 2; ++i) {
             if (const auto added = writer->add(image); !added) return outcomeOf(added);
           }
           return outcomeOf(writer->finish());
         });
}

}  // namespace
}  // namespace vrm
