// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/read_model.hpp"

#include <cmath>

#include "schema/rest_pose.hpp"
#include "support/asset_builder.hpp"
#include "support/check_model.hpp"

namespace vrm::test {

std::string ReadModel::findings(Code code) const {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.code == code) out += d.toString() + "\n";
  }
  return out;
}

std::string ReadModel::problems() const {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::Error || d.severity == Severity::Warning) out += d.toString() + "\n";
  }
  return out;
}

ReadModel readModel(gltf::Document document) {
  ReadModel out;
  out.document = std::move(document);
  out.diagnostics = out.document.diagnostics();
  Result<gltf::Asset> asset = gltf::readAsset(out.document, out.diagnostics);
  if (!asset) {
    out.error = asset.error().toString();
    return out;
  }
  out.asset = *std::move(asset);
  out.error = checkAsset(out.document, out.asset);
  if (!out.error.empty()) return out;
  Result<schema::Vrm> vrm = schema::readVrm(out.document, out.asset, out.diagnostics);
  if (!vrm) {
    out.error = vrm.error().toString();
    return out;
  }
  out.vrm = *std::move(vrm);
  out.error = checkVrm(out.asset, out.vrm);
  return out;
}

ReadModel readModel(std::string_view members) {
  Result<gltf::Document> document = gltf::Document::parse(bytesOf(gltfJson(members)));
  if (document) return readModel(*std::move(document));
  ReadModel out;
  out.error = document.error().toString();
  return out;
}

ReadModel writtenAndRead(const ReadModel& model, Diagnostics* said) {
  gltf::Document document = model.document.clone();
  Diagnostics diagnostics;
  const Result<void> written = schema::writeVrm(model.vrm, document, said ? *said : diagnostics);
  if (written) return readModel(std::move(document));
  ReadModel out;
  out.error = written.error().toString();
  return out;
}

schema::Vrm withoutOrigin(schema::Vrm vrm) {
  if (vrm.version != VrmVersion::None && vrm.version != VrmVersion::Animation) vrm.version = VrmVersion::Vrm1;
  vrm.specVersion.clear();
  vrm.turned = false;
  vrm.addedNodes.clear();
  return vrm;
}

std::string misplaced(const ReadModel& before, const ReadModel& after) {
  const schema::RestPose was(before.asset), is(after.asset);
  const double sign = before.vrm.turned != after.vrm.turned ? -1 : 1;
  for (std::uint32_t i = 0; i < before.asset.nodes.size(); ++i) {
    const auto a = was.position(NodeIndex(i)), b = is.position(NodeIndex(i));
    const double size = 1 + std::abs(a[0]) + std::abs(a[1]) + std::abs(a[2]);
    const double off = std::abs(a[0] * sign - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] * sign - b[2]);
    if (!(off <= 1e-6 * size) && std::isfinite(off)) return "node " + std::to_string(i);
  }
  return {};
}

std::string differences(const schema::Vrm& a, const schema::Vrm& b) {
  std::string out;
  const auto compare = [&](bool same, std::string_view name) {
    if (!same) out += (out.empty() ? "" : ", ") + std::string(name);
  };
  compare(a.version == b.version, "version");
  compare(a.specVersion == b.specVersion, "specVersion");
  compare(a.exporterVersion == b.exporterVersion, "exporterVersion");
  compare(a.turned == b.turned, "turned");
  compare(a.addedNodes == b.addedNodes, "addedNodes");
  compare(a.meta == b.meta, "meta");
  compare(a.humanoid.humanBones == b.humanoid.humanBones, "humanoid.humanBones");
  compare(a.humanoid.tails == b.humanoid.tails, "humanoid.tails");
  compare(a.humanoid.unity == b.humanoid.unity, "humanoid.unity");
  compare(a.expressions.list == b.expressions.list, "expressions.list");
  compare(a.expressions.binaryRule == b.expressions.binaryRule, "expressions.binaryRule");
  compare(a.lookAt == b.lookAt, "lookAt");
  compare(a.firstPerson == b.firstPerson, "firstPerson");
  compare(a.springBone.colliders == b.springBone.colliders, "springBone.colliders");
  compare(a.springBone.colliderGroups == b.springBone.colliderGroups, "springBone.colliderGroups");
  compare(a.springBone.springs == b.springBone.springs, "springBone.springs");
  compare(a.constraints == b.constraints, "constraints");
  for (std::size_t i = 0; i < std::max(a.materials.size(), b.materials.size()); ++i) {
    const bool same = i < a.materials.size() && i < b.materials.size() && a.materials[i] == b.materials[i];
    compare(same, "materials[" + std::to_string(i) + "]");
  }
  compare(a.animation == b.animation, "animation");
  if (out.empty() && !(a == b)) out = "something that differences() does not list";
  return out;
}

}  // namespace vrm::test
