// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <cmath>
#include <cstring>
#include <string>

#include "base/memory.hpp"
#include "runtime/avatar_state.hpp"

namespace vrm {
namespace {

// Raise it when the meaning of the bytes changes without their number.
constexpr std::uint32_t kVersion = 8;

struct Header {
  char magic[4] = {'V', 'R', 'M', 'S'};
  std::uint32_t version = kVersion;
  std::uint64_t layout = 0;
  std::uint64_t size = 0;
};

template <class T>
T read(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(static_cast<void*>(&value), bytes.data() + offset, sizeof(T));
  return value;
}

bool finite(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(read<float>(bytes, offset + i * sizeof(float)))) return false;
  }
  return true;
}

// What joints remember: a step takes no larger numbers, and would never get rid of them.
bool modest(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!(std::abs(read<float>(bytes, offset + i * sizeof(float))) <= 1e30f)) return false;
  }
  return true;
}

// Rotations of an avatar are units, but for roundings; sizes of any kind would grow in the products.
bool units(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Quat q = read<Quat>(bytes, offset + i * sizeof(Quat));
    if (!(std::abs(dot(q, q) - 1) <= 1e-3f)) return false;  // NaN fails
  }
  return true;
}

bool saneParameters(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!isSane(read<SpringParameters>(bytes, offset + i * sizeof(SpringParameters)))) return false;
  }
  return true;
}

Error bad(std::string message) {
  return {Code::SnapshotMismatch, std::move(message), {}, kNoOffset};
}

}  // namespace

std::size_t Avatar::snapshotSize() const noexcept {
  // No byte of it is nobody's: equal avatars have equal snapshots.
  static_assert(sizeof(Fixed) == 2 * sizeof(RootTransform) + sizeof(Pose) + 3 * sizeof(Vec3) +
                                     2 * sizeof(YawPitch) + sizeof(float) + sizeof(double) +
                                     sizeof(UpdateFlags) + 16);
  return sizeof(Header) + model_->layout().stateSize;
}

Result<void> Avatar::save(std::span<std::byte> out) const try {
  if (out.size() != snapshotSize()) {
    return bad("the snapshot of this avatar takes " + std::to_string(snapshotSize()) + " bytes, not " +
               std::to_string(out.size()) + "; ask snapshotSize()");
  }
  Header header;
  header.layout = model_->layout().hash;
  header.size = model_->layout().stateSize;
  std::memcpy(out.data(), &header, sizeof header);
  const std::span<std::byte> block = out.subspan(sizeof header);
  std::memcpy(block.data(), block_.get(), model_->layout().stateSize);
  writeStates(block);
  // Whoever restores it has seen none of the outputs.
  block[offsetof(Fixed, announce)] = std::byte{1};
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

// Equal avatars have equal snapshots: what lanes of springs write that are nobody's is left out, and the last
// row of matrices has no signs.
void Avatar::writeStates(std::span<std::byte> block) const {
  const AvatarLayout& layout = model_->layout();
  const std::size_t nodes = model_->nodeCount();
  for (std::size_t i = 0; i < 3 * nodes; ++i)
    std::memset(block.data() + layout.worlds + i / 3 * sizeof(Mat4) + (4 * (i % 3) + 3) * sizeof(float), 0,
                sizeof(float));
  std::memset(block.data() + layout.rotations + nodes * sizeof(Quat), 0, sizeof(Quat));
  std::memset(block.data() + layout.worlds + nodes * sizeof(Mat4), 0, sizeof(Mat4));
  const Model::Tables& t = model_->tables();
  if (t.springJoints.empty()) return;
  std::memcpy(block.data() + layout.springStates, t.springStart.data(), t.springStart.size_bytes());
  const SpringStates from = states();
  for (std::size_t i = 0; i < t.springJoints.size(); ++i) {
    for (std::size_t k = 0; k < SpringStates::kRow; k += kSpringLanes) {
      std::memcpy(block.data() + layout.springStates + (t.springPlaces[i] + k) * sizeof(float),
                  from.base + from.places[i] + k, sizeof(float));
    }
  }
}

Result<void> Avatar::restore(std::span<const std::byte> snapshot) try {
  const AvatarLayout& layout = model_->layout();
  if (snapshot.size() < sizeof(Header)) return bad("it is too short to be a snapshot");
  const Header header = read<Header>(snapshot, 0);
  if (std::memcmp(header.magic, Header{}.magic, sizeof header.magic) != 0)
    return bad("this is not a snapshot");
  if (header.version != kVersion) {
    return bad("the snapshot is of version " + std::to_string(header.version) + ", this library reads " +
               std::to_string(kVersion));
  }
  if (header.layout != layout.hash || header.size != layout.stateSize || snapshot.size() != snapshotSize()) {
    return bad("the snapshot is of another model; its avatar has " + std::to_string(header.size) +
               " bytes of state, this one " + std::to_string(layout.stateSize));
  }
  // Bytes from outside: what the update reads must be what the setters would have let in. Outputs are taken
  // as they are; the next update works all of them out anew.
  const std::span<const std::byte> block = snapshot.subspan(sizeof(Header));
  const std::size_t nodes = model_->nodeCount(), expressions = model_->expressionCount();
  const std::size_t constraints = model_->constraintCount(), springs = model_->springCount();
  const std::size_t joints = model_->springJoints().size();
  const bool sane =
      read<std::uint8_t>(block, offsetof(Fixed, gazeMode)) <=
          static_cast<std::uint8_t>(GazeMode::Direction) &&
      read<std::uint8_t>(block, offsetof(Fixed, dirty)) <= 1 &&
      read<std::uint8_t>(block, offsetof(Fixed, springForces)) <= 1 &&
      read<std::uint8_t>(block, offsetof(Fixed, ownParameters)) <= 1 &&
      read<std::uint8_t>(block, offsetof(Fixed, reshaped)) <= 1 &&
      read<std::uint8_t>(block, offsetof(Fixed, announce)) == 1 &&
      read<std::uint32_t>(block, offsetof(Fixed, pending)) <=
          static_cast<std::uint32_t>(UpdateFlags::InputRefused) &&
      finite(block, offsetof(Fixed, root), sizeof(RootTransform) / sizeof(float)) &&
      finite(block, offsetof(Fixed, target), (sizeof(Vec3) + 2 * sizeof(YawPitch)) / sizeof(float)) &&
      units(block, offsetof(Fixed, root) + offsetof(RootTransform, rotation), 1) &&
      finite(block, layout.translations, 3 * nodes) && units(block, layout.rotations, nodes) &&
      finite(block, layout.scales, 3 * nodes) && finite(block, layout.weights, expressions) &&
      finite(block, layout.constraintWeights, constraints) &&
      units(block, layout.constraintLast, constraints) &&
      finite(block, offsetof(Fixed, force), sizeof(Vec3) / sizeof(float)) &&
      finite(block, offsetof(Fixed, springRoot), sizeof(Vec3) / sizeof(float)) &&
      finite(block, offsetof(Fixed, lastRoot), sizeof(RootTransform) / sizeof(float)) &&
      units(block, offsetof(Fixed, lastRoot) + offsetof(RootTransform, rotation), 1) &&
      read<float>(block, offsetof(Fixed, teleportDistance)) >= 0 &&
      read<double>(block, offsetof(Fixed, springTime)) >= 0 &&
      read<double>(block, offsetof(Fixed, springTime)) <= kSpringStep &&
      read<std::uint8_t>(block, offsetof(Fixed, stepping)) <=
          static_cast<std::uint8_t>(SpringStepping::Fixed) &&
      read<std::uint8_t>(block, offsetof(Fixed, pause)) <= static_cast<std::uint8_t>(SpringPause::Released) &&
      units(block, layout.springBefore, joints) && units(block, layout.springNow, joints) &&
      finite(block, layout.lastTranslations, joints > 0 ? 3 * nodes : 0) &&
      units(block, layout.lastRotations, joints > 0 ? nodes : 0) &&
      finite(block, layout.lastScales, joints > 0 ? 3 * nodes : 0) &&
      finite(block, layout.springForces, 3 * springs) &&
      modest(block, layout.springStates, model_->tables().springStart.size()) &&
      saneParameters(block, layout.springParameters, joints);
  if (!sane) return bad("the snapshot is damaged: it holds numbers that no avatar has");
  for (std::size_t i = 0; i < expressions; ++i) {
    if (read<std::uint8_t>(block, layout.kinds + i) > static_cast<std::uint8_t>(ExpressionKind::LookAt)) {
      return bad("the snapshot is damaged: an expression is of no known kind");
    }
  }
  for (std::size_t i = 0; i < springs; ++i) {
    if (read<std::uint8_t>(block, layout.springModes + i) > static_cast<std::uint8_t>(SpringMode::Restart)) {
      return bad("the snapshot is damaged: a spring is in no known mode");
    }
  }
  std::memcpy(block_.get(), block.data(), layout.stateSize);
  syncLane();
  checkShortcuts();
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

// What the bytes say of ways to save work is believed only if it is true.
void Avatar::checkShortcuts() noexcept {
  const Model::Tables& t = model_->tables();
  const AvatarLayout& layout = model_->layout();
  Fixed& f = fixed();
  f.reshaped = f.reshaped || model_->facts().reshapes;
  const std::uint32_t hips = model_->facts().humanoid.node(HumanBone::Hips);
  const auto noteShapes = [&](std::span<const Vec3> scales, std::span<const Vec3> translations) {
    for (std::uint32_t i = 0; i < model_->nodeCount(); ++i)
      f.reshaped = f.reshaped || !(scales[i] == t.scales[i]) || (i != hips && !(translations[i] == t.translations[i]));
  };
  noteShapes(locals().scales, locals().translations);
  // Steps between two updates begin with those of the last one.
  if (f.stepping == SpringStepping::Fixed && !t.springJoints.empty()) {
    noteShapes(part<Vec3>(layout.lastScales, model_->nodeCount()),
               part<Vec3>(layout.lastTranslations, model_->nodeCount()));
  }
  for (const Vec3& force : part<Vec3>(layout.springForces, model_->springCount()))
    f.springForces = f.springForces || !(force == Vec3{});
  const auto parameters = part<SpringParameters>(layout.springParameters, t.springJoints.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    f.ownParameters = f.ownParameters || !(parameters[i] == t.springJoints[i].parameters);
}

}  // namespace vrm
