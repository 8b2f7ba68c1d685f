// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any bytes as a snapshot: they are refused and the avatar is as it was, or it goes on from there with sane
// numbers, and can be saved again. The input says which avatar (one byte) and how (one byte): the rest is the
// snapshot itself, or what to change in a real one, six bytes for each change (where, which four bytes).
//
// Mutations: 700
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "fuzz_support.hpp"
#include "support/three_avatars.hpp"

namespace vrm::fuzz {
namespace {

constexpr std::size_t kHead = 2, kChange = 6, kMostChanges = 64;
constexpr int kFrames = 60;

// An avatar in the middle of something, with a value in every input.
Avatar busyAvatar(const test::AssetBuilder& builder) {
  const LoadResult loaded = load(builder.document());
  require(loaded.ok(), "the avatars of the test load");
  Avatar avatar(loaded.model());
  avatar.setRoot({{1, 2, 3}, {0, 0.6f, 0, 0.8f}, 1.5f});
  avatar.pose().rotate(HumanBone::Head, {0.6f, 0, 0, 0.8f});
  avatar.pose().moveHips({0, -0.1f, 0});
  avatar.lookAt(Vec3{1, 1, 5});
  for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i)
    avatar.expression(ExpressionIndex(i), 0.5f);
  avatar.setForce({0, 0, 1});
  for (int i = 0; i < 10; ++i) avatar.update(1.0f / 50);
  return avatar;
}

const Avatar& avatarOf(std::uint8_t which) {
  static const std::array<Avatar, 3> avatars = {busyAvatar(test::smallAvatar()),
                                                busyAvatar(test::sameAvatar(VrmVersion::Vrm0)),
                                                busyAvatar(test::sameAvatar(VrmVersion::Vrm1))};
  return avatars[which % avatars.size()];
}

std::vector<std::byte> changed(std::vector<std::byte> snapshot, std::span<const std::byte> changes) {
  for (std::size_t n = 0; n < kMostChanges && changes.size() >= kChange;
       ++n, changes = changes.subspan(kChange)) {
    std::uint16_t where = 0;
    std::memcpy(&where, changes.data(), sizeof where);
    // Mostly whole numbers, which lie at multiples of four.
    const std::size_t at = where % (snapshot.size() / 4) * 4;
    if (where >= 0xF000) {
      snapshot[at + where % 4] = changes[2];
    } else {
      std::memcpy(snapshot.data() + at, changes.data() + sizeof where, 4);
    }
  }
  return snapshot;
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHead) return 0;
  const auto rest = std::as_bytes(std::span(data + kHead, size - kHead));
  Avatar avatar(avatarOf(data[0]));
  const std::vector<std::byte> before = snapshotOf(avatar);
  const std::vector<std::byte> snapshot =
      data[1] % 8 == 7 ? std::vector<std::byte>(rest.begin(), rest.end()) : changed(before, rest);
  const Result<void> restored = avatar.restore(snapshot);
  if (!restored) {
    requireReason(restored.error());
    require(restored.error().code == Code::SnapshotMismatch, "snapshots are refused with their own code");
    require(snapshotOf(avatar) == before, "a refused snapshot changes nothing");
    return 0;
  }
  Avatar other(avatar.sharedModel());
  const Result<void> again = other.restore(snapshotOf(avatar));
  require(again.ok(), "what was saved can be restored:", again ? "" : again.error().toString());
  for (int frame = 0; frame < kFrames; ++frame) {
    const UpdateFlags flags = avatar.update(1.0f / 60);
    require(other.update(1.0f / 60) == flags, "both say the same");
    requireSane(avatar);
  }
  require(outputHash(avatar) == outputHash(other), "both go on alike");
  const std::vector<std::byte> after = snapshotOf(avatar);
  require(after == snapshotOf(other), "and have the same state");
  const Result<void> last = other.restore(after);
  require(last.ok(), "after that it can be saved and restored, too:", last ? "" : last.error().toString());
  return 0;
}

}  // namespace vrm::fuzz
