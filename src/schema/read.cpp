// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/read.hpp"

#include <new>

#include "base/memory.hpp"
#include "schema/reader.hpp"
#include "schema/spec_version.hpp"

namespace vrm::schema {
namespace {

// Decision 1: 0.x avatars face -Z. A draft may do either; its left leg tells. 1.0 faces +Z.
bool facesBackwards(Context& context, VrmVersion version, const Humanoid& humanoid) {
  if (version != VrmVersion::Draft) return version == VrmVersion::Vrm0;
  const NodeIndex left = humanoid[HumanBone::LeftUpperLeg];
  const NodeIndex right = humanoid[HumanBone::RightUpperLeg];
  if (!left || !right) return false;
  return context.restPose().position(left)[0] < context.restPose().position(right)[0];
}

void checkVersion(Context& context, const JsonValue& extension, const Place& place, const FoundVersion& found) {
  const MemberReader in(extension, place, context.diagnostics);
  if (found.version == VrmVersion::Vrm1) checkSpecVersion(context, in, {"1.0", "1.0-beta"});
  if (found.version == VrmVersion::Draft) in.string("specVersion");  // a draft whatever it says, but it must be a text
  if (found.version == VrmVersion::Vrm0 && in.find("specVersion") && found.specVersion != "0.0") {
    context.diagnostics.add(
        Code::VrmSpecVersion, (place / "specVersion").pointer(),
        "the version " + gltf::inQuotes(found.specVersion) + " is not known; it is read as 0.0");
  }
}

void readAvatar(Context& context, const FoundVersion& found, const JsonValue& extension, const Place& place, Vrm& out) {
  checkVersion(context, extension, place, found);
  if (found.version == VrmVersion::Vrm0) {
    out.exporterVersion = MemberReader(extension, place, context.diagnostics).string("exporterVersion");
  }
  readMeta(context, extension, found.version, place, out.meta);
  readHumanoid(context, extension, found.version, place, out.humanoid);
  out.turned = facesBackwards(context, found.version, out.humanoid);
  readExpressions(context, extension, found.version, place, out.materials, out.expressions);
  readGaze(context, extension, found.version, place, out);
  if (found.version == VrmVersion::Vrm1) readSource(context, extension, place, out);
}

Result<Vrm> read(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics,
                 Origins* origins) {
  Context context{document, asset, diagnostics};
  context.origins = origins;
  Vrm out;
  const FoundVersion found = findVersion(document);
  out.version = found.version;
  out.specVersion = found.specVersion;
  if (origins && (found.version == VrmVersion::Vrm0 || found.version == VrmVersion::Draft)) context.spellings.mute();

  const Place root;
  const Extensions extensions(document.root(), root, diagnostics);
  const JsonValue* vrm1 = extensions.find("VRMC_vrm");
  const JsonValue* vrm0 = extensions.find("VRM");
  const JsonValue* avatar = vrm1 ? vrm1 : vrm0;
  const Place place = extensions.place(vrm1 ? "VRMC_vrm" : "VRM");

  if (vrm1 && vrm0) {
    const Place older = extensions.place("VRM");
    reportOlder(context, older, "VRMC_vrm");
  }

  readMaterials(context, out.version == VrmVersion::Vrm0 ? vrm0 : nullptr, out.materials);
  if (avatar) readAvatar(context, found, *avatar, place, out);
  if (!context.error) readSpringBone(context, avatar, out.version, place, out);
  readConstraints(context, out.constraints);
  if (const JsonValue* animation = extensions.find("VRMC_vrm_animation")) {
    const Place at = extensions.place("VRMC_vrm_animation");
    readAnimation(context, *animation, at, out.animation.emplace());
  }
  if (context.error) return *std::move(context.error);
  context.spellings.report(diagnostics);
  if (out.version == VrmVersion::None) {
    diagnostics.add(Code::VrmNone, "", "the file has no VRM avatar or animation in it; it is read as plain glTF");
  }
  return out;
}

}  // namespace

static Result<Vrm> readOrRunOut(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics,
                                Origins* origins) try {
  return read(document, asset, diagnostics, origins);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics) {
  return readOrRunOut(document, asset, diagnostics, nullptr);
}
Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics,
                    Origins& origins) {
  return readOrRunOut(document, asset, diagnostics, &origins);
}

}  // namespace vrm::schema
