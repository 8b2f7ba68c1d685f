// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model as something that lives: it loads into a sane Model or says why not, runs for 60 frames with
// everything on and wild inputs in between, alone and in a crowd, saves and restores itself, and its meshes
// can be skinned and seen by all cameras.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 300
#include <cmath>
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {
namespace {

constexpr int kFrames = 60;
constexpr int kWildEvery = 20;

// Numbers for inputs, from the file itself: any bits at all.
class Wild {
 public:
  explicit Wild(std::span<const std::uint8_t> data) : data_(data) {}
  float number() {
    float out = 0;
    for (std::size_t i = 0; i < sizeof out && !data_.empty(); ++i) {
      reinterpret_cast<unsigned char*>(&out)[i] = data_[at_++ % data_.size()];
    }
    return out;
  }
  Vec3 vector() { return {number(), number(), number()}; }
  Quat rotation() { return {number(), number(), number(), number()}; }

 private:
  std::span<const std::uint8_t> data_;
  std::size_t at_ = 12;
};

void drive(Avatar& avatar, Wild& wild) {
  const Model& model = avatar.model();
  avatar.setRoot({wild.vector(), wild.rotation(), wild.number()});
  for (const HumanBoneInfo& bone : allHumanBones()) avatar.pose().rotate(bone.bone, wild.rotation());
  avatar.pose().moveHips(wild.vector());
  avatar.lookAt(wild.vector());
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i)
    avatar.expression(ExpressionIndex(i), wild.number());
  for (std::uint32_t i = 0; i < model.constraintCount(); ++i)
    avatar.setConstraintWeight(ConstraintIndex(i), wild.number());
  for (std::uint32_t i = 0; i < model.nodeCount() && i < 64; ++i) {
    avatar.setLocal(ModelNode(i), {wild.vector(), wild.rotation(), wild.vector()});
  }
  for (std::uint32_t i = 0; i < model.springJoints().size() && i < 64; ++i)
    avatar.setParameters(SpringJointIndex(i), {wild.number(), wild.number(), wild.number(), wild.vector()});
  avatar.setForce(wild.vector());
  if (wild.number() > 1) avatar.setStepping(SpringStepping::Spec);
  if (wild.number() > 1) avatar.teleport({wild.vector(), wild.rotation(), wild.number()});
  if (wild.number() > 1) avatar.resetSprings();
  avatar.update(1.0f / 60);
  avatar.update(wild.number());
}

// Side by side with others, each gets what it would get alone.
void requireCrowdsAgree(Avatar avatar) {
  Crowd crowd;
  std::vector<CrowdMember> members;
  for (int i = 0; i < 8; ++i)
    members.push_back(crowd.add(i % 3 == 0 ? avatar : Avatar(avatar.sharedModel())));
  for (int frame = 0; frame < 2; ++frame) {
    crowd.update(1.0f / 60);
    avatar.update(1.0f / 60);
    require(outputHash(crowd[members[3]]) == outputHash(avatar), "a crowd gives what an update gives");
  }
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto raw = std::as_bytes(std::span(data, size));
  LoadOptions options;
  options.file.limits = smallLimits();
  options.file.limits.nodes = 2000;
  options.file.limits.expandedElements = 5000;
  options.expressionAliases = arkitAliases();
  const LoadResult loaded = load(std::vector<std::byte>(raw.begin(), raw.end()), options);
  if (!loaded) {
    requireReason(loaded.error());
    return 0;
  }
  std::string broken = test::checkRuntime(*loaded.model());
  require(broken.empty(), "a model is sane:", broken);

  // Nothing that a file says gives numbers that cannot be drawn; only inputs may.
  Avatar avatar(loaded.model());
  avatar.update(1.0f / 60);
  for (const Mat4& matrix : avatar.worldMatrices()) {
    for (const float number : matrix) require(std::isfinite(number), "world matrices are finite");
  }
  Wild wild({data, size});
  for (int frame = 0; frame < kFrames; ++frame) {
    if (frame % kWildEvery == 0) drive(avatar, wild);
    avatar.update(1.0f / 60);
    requireSane(avatar);
  }
  requireCrowdsAgree(avatar);
  Avatar copy(loaded.model());
  const Result<void> restored = copy.restore(snapshotOf(avatar));
  require(restored.ok(), "what was saved can be restored:", restored ? "" : restored.error().toString());
  avatar.update(0);
  copy.update(0);
  require(outputHash(avatar) == outputHash(copy), "a restored avatar goes on as the other");

  Diagnostics ignored;
  const auto meshes = loadMeshes(loaded, ignored);
  if (!meshes) {
    requireReason(meshes.error());
    return 0;
  }
  broken = test::checkMeshes(**meshes);
  require(broken.empty(), "geometry is sane:", broken);
  avatar.reset();
  for (std::size_t i = 0; i < (*meshes)->instances().size(); ++i) {
    static_cast<void>((*meshes)->firstPersonTriangles(i));
    static_cast<void>((*meshes)->thirdPersonTriangles(i));
  }
  Skinner skinner(*meshes);
  static_cast<void>(skinner.bounds(avatar));
  static_cast<void>(skinner.pick(avatar, {0, 1, 5}, {0, 0, -1}));
  return 0;
}

}  // namespace vrm::fuzz
