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
#include <algorithm>
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

// Whether nothing in it is so large that sums of products leave the range of floats.
bool isModerate(const Meshes& meshes, const Avatar& avatar) {
  const auto small = [](float f) { return std::fabs(f) < 1e6f; };
  const auto allSmall = [&](std::span<const Vec3> points) {
    return std::all_of(points.begin(), points.end(),
                       [&](Vec3 v) { return small(v.x) && small(v.y) && small(v.z); });
  };
  const auto smallMatrices = [&](std::span<const Mat4> matrices) {
    return std::all_of(matrices.begin(), matrices.end(),
                       [&](const Mat4& m) { return std::all_of(m.begin(), m.end(), small); });
  };
  bool moderate = smallMatrices(avatar.worldMatrices());
  for (const MeshPart& part : meshes.parts()) {
    const SkinSource& vertices = part.vertices;
    moderate = moderate && allSmall(vertices.positions);
    for (const MorphDeltas& target : vertices.targets) moderate = moderate && allSmall(target.positions);
  }
  for (const SkinJoints& skin : meshes.skins()) moderate = moderate && smallMatrices(skin.inverseBinds);
  for (std::size_t i = 0; i < avatar.model().meshNodes().size(); ++i) {
    const std::span<const float> weights = avatar.morphWeights(i);
    moderate = moderate && std::all_of(weights.begin(), weights.end(), small);
  }
  return moderate;
}

void requireSkinned(const std::shared_ptr<const Meshes>& meshes, const Avatar& avatar) {
  const auto finite = [](Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
  const bool moderate = isModerate(*meshes, avatar);
  Skinner skinner(meshes);
  for (std::size_t i = 0; i < meshes->instances().size(); ++i) {
    const SkinSource& vertices = meshes->parts()[meshes->instances()[i].part].vertices;
    std::vector<Vec3> positions(vertices.positions.size()), normals(vertices.normals.size());
    require(skinner.skin(avatar, i, positions, normals), "every instance can be skinned");
    for (const Vec3& position : positions)
      require(!moderate || finite(position), "skinned vertices are finite");
    for (const Vec3& normal : normals) {
      const float size = dot(normal, normal);
      require(size == 0 || std::fabs(size - 1) < 1e-3f, "normals have length 1 or 0");
    }
  }
  const Bounds bounds = skinner.bounds(avatar);
  require(bounds.empty() || !moderate || (finite(bounds.min) && finite(bounds.max)), "bounds are finite");
  require(bounds == Bounds() || !bounds.empty(), "bounds hold something or nothing");
  for (const Vec3 target :
       {Vec3{0, 0, 0}, bounds.empty() ? Vec3{0, 1, 0} : (bounds.min + bounds.max) * 0.5f}) {
    const Vec3 origin{0, 1, 5};
    const auto picked = skinner.pick(avatar, origin, target - origin);
    if (!picked) continue;
    require(picked->instance < meshes->instances().size(), "what is picked is there");
    const MeshPart& part = meshes->parts()[meshes->instances()[picked->instance].part];
    require(3 * std::uint64_t{picked->hit.triangle} + 2 < part.triangles.size(), "its triangle too");
    require(std::isfinite(picked->hit.distance) && picked->hit.distance >= 0, "it is at some distance");
    const Vec3 weights = picked->hit.barycentric;
    require(std::fabs(weights.x + weights.y + weights.z - 1) < 1e-3f, "the weights of its corners sum to 1");
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
  const LoadResult loaded = loadChecked(std::vector<std::byte>(raw.begin(), raw.end()), options);
  if (!loaded) return 0;

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
  const std::string broken = test::checkMeshes(**meshes);
  require(broken.empty(), "geometry is sane:", broken);
  avatar.reset();
  for (std::size_t i = 0; i < (*meshes)->instances().size(); ++i) {
    static_cast<void>((*meshes)->firstPersonTriangles(i));
    static_cast<void>((*meshes)->thirdPersonTriangles(i));
  }
  requireSkinned(*meshes, avatar);
  avatar.update(1.0f / 60);
  requireSkinned(*meshes, avatar);
  return 0;
}

}  // namespace vrm::fuzz
