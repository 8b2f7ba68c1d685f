// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model as an avatar: the VRM structs keep their promises, and as VRM 1.0 they say what they said before.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 300
#include <cstdint>
#include <set>
#include <span>

#include "fuzz_support.hpp"
#include "support/read_model.hpp"

namespace vrm::fuzz {
namespace {

bool isLimit(const Error& error) {
  return name(error.code).starts_with("LIMIT_");
}

// Nothing when a limit is hit. Everything else can be read, since the glTF part could.
std::optional<schema::Vrm> readChecked(const gltf::Document& document, const gltf::Asset& asset) {
  Diagnostics diagnostics;
  Result<schema::Vrm> vrm = schema::readVrm(document, asset, diagnostics);
  if (!vrm) {
    requireReason(vrm.error());
    require(isLimit(vrm.error()), "only a limit keeps an avatar from being read:", vrm.error().toString());
    return std::nullopt;
  }
  const std::string broken = test::checkVrm(asset, *vrm);
  require(broken.empty(), "the VRM structs are sane:", broken);
  const Licence licence = Licence::of(*vrm);
  for (const LicenceAnswer& answer : licence.all()) {
    require(!answer.reason.empty() && !name(answer.verdict).empty(),
            "the licence has an answer to everything");
    require(answer.verdict == LicenceAnswer::Verdict::NotStated || !answer.pointer.empty(),
            "what the licence answers rests on a member");
  }
  return *std::move(vrm);
}

// Findings after the first hundred are only counted, so that they cannot be compared.
std::set<std::string> lossesIn(const Diagnostics& diagnostics) {
  std::set<std::string> out;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.code == Code::VrmLossy && d.count == 1) out.insert(d.toString());
  }
  return out;
}

// The structs, written into the document as VRM 1.0.
gltf::Document written(const schema::Vrm& vrm, const gltf::Document& document, Diagnostics& diagnostics) {
  gltf::Document out = document.clone();
  const Result<void> done = schema::writeVrm(vrm, out, diagnostics);
  require(done.ok(), "what was read can be written:", done ? "" : done.error().toString());
  return out;
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Limits limits = smallLimits();
  limits.nodes = 2000;
  limits.expandedElements = 5000;
  const Result<gltf::Document> document = parse(data, size, limits);
  if (!document) return 0;
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(*document, ignored);
  if (!asset) return 0;
  std::string broken = test::checkAsset(*document, *asset);
  require(broken.empty(), "a read model is sane:", broken);
  const std::optional<schema::Vrm> vrm = readChecked(*document, *asset);
  if (!vrm) return 0;

  Diagnostics first;
  const gltf::Document once = written(*vrm, *document, first);
  const Result<gltf::Asset> assetOnce = gltf::readAsset(once, ignored);
  if (!assetOnce) {
    require(isLimit(assetOnce.error()), "a written model is still a model:", assetOnce.error().toString());
    return 0;
  }
  broken = test::checkAsset(once, *assetOnce);
  require(broken.empty(), "a written model is sane:", broken);
  const std::optional<schema::Vrm> again = readChecked(once, *assetOnce);
  if (!again) return 0;
  const std::string different = test::differences(test::withoutOrigin(*vrm), test::withoutOrigin(*again));
  require(different.empty(), "an avatar survives writing:", different);

  Diagnostics second;
  const gltf::Document twice = written(*again, once, second);
  require(gltf::Json::equal(once.root(), twice.root()),
          "VRM 1.0 is written as it stands:", "\n" + once.json().write() + "\n" + twice.json().write());
  // Converting says what 1.0 lacks; after that only what a draft extension keeps is said again.
  if (first.full(Code::VrmLossy)) return 0;
  const std::set<std::string> before = lossesIn(first);
  for (const std::string& loss : lossesIn(second)) {
    require(before.contains(loss), "writing again loses nothing new:", loss);
  }
  return 0;
}

}  // namespace vrm::fuzz
