// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Writes models that the Khronos validator must find no fault with: write_samples FOLDER
// The little avatar as it is, and after each kind of edit, as .glb, as .gltf with files and as .gltf with data URIs; one
// avatar of each VRM version, written as 1.0.
// write_samples --as-1.0 IN OUT: the same for any model.
// write_samples --cases FOLDER: the files with something wrong that tests of the validator have.
// write_samples --clean FOLDER: what those files were before, an avatar of each version and an animation.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
#include <string>

#include "support/asset_builder.hpp"
#include "support/read_model.hpp"
#include "support/three_avatars.hpp"
#include "unit/validate/validate_case.hpp"

namespace vrm {
namespace {

using gltf::Document;
using gltf::Element;
using gltf::Kind;

[[noreturn]] void stop(const std::string& what, const Error& error) {
  std::fprintf(stderr, "write_samples: %s: %s\n", what.c_str(), error.toString().c_str());
  std::exit(1);
}

template <class T>
void must(const std::string& what, const Result<T>& result) {
  if (!result) stop(what, result.error());
}

std::uint32_t find(const Document& document, Kind kind, std::string_view name) {
  const auto elements = gltf::homeArray(document.root(), kind)->elements();
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    const gltf::JsonValue* found = elements[i].find("name");
    if (found && found->string() == name) return i;
  }
  std::fprintf(stderr, "write_samples: there is no %s\n", std::string(name).c_str());
  std::exit(1);
}

void reverse(Document& document, Kind kind, Diagnostics& diagnostics) {
  const gltf::JsonValue* home = gltf::homeArray(document.root(), kind);
  std::vector<std::uint32_t> order(home ? home->size() : 0);
  std::iota(order.rbegin(), order.rend(), 0u);
  must("reorder", gltf::reorderElements(document, kind, order, diagnostics));
}

void remove(Document& document, std::initializer_list<Element> elements, Diagnostics& diagnostics) {
  must("remove", gltf::removeElements(document, std::vector<Element>(elements), diagnostics));
}

// The avatar with a second scene, a camera, an animation and a sparse accessor, so that edits have more to do.
Document fullAvatar() {
  test::AssetBuilder b = test::smallAvatar();
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 0.5f, 1}, true);
  const std::uint32_t turns = b.floats(gltf::AccessorType::Vec4, {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1});
  b.add(Kind::Animation, R"({"name":"turn","samplers":[{"input":)" + std::to_string(times) + R"(,"output":)" +
                             std::to_string(turns) +
                             R"(}],"channels":[{"sampler":0,"target":{"node":15,"path":"rotation"}}]})");
  b.add(Kind::Camera, R"({"type":"perspective","perspective":{"yfov":1,"znear":0.1}})");
  const std::uint32_t camera = b.node("camera", {0, 1.5f, 2});
  b.set("/nodes/" + std::to_string(camera) + "/camera", "0");
  b.image("spare", test::tinyPng(), "image/png");
  b.add(Kind::Texture, R"({"source":1})");
  b.add(Kind::Material, R"({"name":"spare","emissiveTexture":{"index":1}})");
  return b.document();
}

struct Sample {
  const char* name;
  std::function<void(Document&, Diagnostics&)> edit;
};

const Sample kSamples[] = {
    {"avatar", [](Document&, Diagnostics&) {}},
    {"removed_hair",
     [](Document& d, Diagnostics& g) { remove(d, {{Kind::Node, find(d, Kind::Node, "hair_1")}}, g); }},
    {"removed_foot",
     [](Document& d, Diagnostics& g) { remove(d, {{Kind::Node, find(d, Kind::Node, "leftFoot")}}, g); }},
    {"removed_body",
     [](Document& d, Diagnostics& g) {
       remove(d, {{Kind::Node, find(d, Kind::Node, "body")}, {Kind::Mesh, 0}, {Kind::Skin, 0}}, g);
     }},
    {"removed_camera", [](Document& d, Diagnostics& g) { remove(d, {{Kind::Camera, 0}}, g); }},
    {"removed_animation", [](Document& d, Diagnostics& g) { remove(d, {{Kind::Animation, 0}}, g); }},
    {"removed_texture", [](Document& d, Diagnostics& g) { remove(d, {{Kind::Texture, 0}}, g); }},
    {"removed_image", [](Document& d, Diagnostics& g) { remove(d, {{Kind::Image, 1}, {Kind::Texture, 1}}, g); }},
    {"removed_material", [](Document& d, Diagnostics& g) { remove(d, {{Kind::Material, 0}}, g); }},
    {"removed_all_materials",
     [](Document& d, Diagnostics& g) {
       remove(d, {{Kind::Material, 0}, {Kind::Material, 1}, {Kind::Texture, 0}, {Kind::Texture, 1}, {Kind::Image, 0},
                  {Kind::Image, 1}, {Kind::Sampler, 0}},
              g);
       must("compact", gltf::compact(d, g));
     }},
    {"removed_and_compacted",
     [](Document& d, Diagnostics& g) {
       remove(d, {{Kind::Node, find(d, Kind::Node, "body")}, {Kind::Mesh, 0}, {Kind::Skin, 0}, {Kind::Animation, 0}}, g);
       std::vector<Element> all;
       const std::uint32_t accessors = gltf::homeArray(d.root(), Kind::Accessor)->size();
       for (std::uint32_t i = 0; i < accessors; ++i) all.push_back({Kind::Accessor, i});
       must("remove", gltf::removeElements(d, all, g));
       must("compact", gltf::compact(d, g));
     }},
    {"reordered",
     [](Document& d, Diagnostics& g) {
       for (const Kind kind : {Kind::Node, Kind::Material, Kind::Texture, Kind::Image, Kind::Accessor,
                               Kind::BufferView, Kind::SpringCollider}) {
         reverse(d, kind, g);
       }
     }},
    {"unpacked_and_packed",
     [](Document& d, Diagnostics& g) {
       must("unpack", gltf::unpack(d, "model", false, g));
       must("pack", gltf::pack(d, g));
       must("compact", gltf::compact(d, g));
     }},
    {"embedded_and_packed",
     [](Document& d, Diagnostics& g) {
       must("unpack", gltf::unpack(d, "model", true, g));
       must("pack", gltf::pack(d, g));
     }},
};

// What the model says, written as VRM 1.0.
void writeAs10(Document document, const std::filesystem::path& out) {
  const test::ReadModel model = test::readModel(document.clone());
  if (!model.error.empty()) stop(out.string(), {Code::ApiMisuse, model.error, "", kNoOffset});
  Diagnostics diagnostics;
  must(out.string(), schema::writeVrm(model.vrm, document, diagnostics));
  must(out.string(), gltf::save(document, out, diagnostics));
}

int writeAll(const std::filesystem::path& folder) {
  const Document original = fullAvatar();
  for (const Sample& sample : kSamples) {
    Document document = original.clone();
    Diagnostics diagnostics;
    sample.edit(document, diagnostics);
    const std::filesystem::path stem = folder / sample.name;
    std::filesystem::create_directories(stem);
    must(sample.name, gltf::save(document, stem / "model.glb", diagnostics));
    must(sample.name, gltf::save(document, stem / "model.gltf", diagnostics));
    must(sample.name, gltf::save(document, stem / "embedded.gltf", diagnostics, {.embed = true}));
    if (const Diagnostic* problem = diagnostics.firstProblem()) {
      std::fprintf(stderr, "write_samples: %s: %s\n", sample.name, problem->toString().c_str());
      return 1;
    }
  }
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const std::filesystem::path stem = folder / ("as_1.0_from_" + std::to_string(static_cast<int>(version)));
    std::filesystem::create_directories(stem);
    writeAs10(test::sameAvatar(version).document(), stem / "model.glb");
  }
  return 0;
}

int writeCases(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::size_t i = 0;
  for (const test::ValidateCase& c : test::allValidateCases()) {
    const std::string number = std::to_string(1000 + i++).substr(1);
    const bool text = !c.file.empty() && c.file[0] == std::byte{'{'};
    const std::string file = number + "_" + std::string(name(c.code)) + (text ? ".gltf" : ".glb");
    must(file, writeFile(folder / file, c.file));
  }
  return 0;
}

int writeClean(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  using enum VrmVersion;
  for (const auto& [version, file] : {std::pair(Vrm0, "0.x.glb"), std::pair(Draft, "draft.glb"),
                                      std::pair(Vrm1, "1.0.glb"), std::pair(Animation, "animation.glb")}) {
    must(file, writeFile(folder / file, test::changed(Code::OutOfMemory, version, {}, {}).file));
  }
  return 0;
}

}  // namespace
}  // namespace vrm

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--as-1.0") {
    vrm::Result<vrm::gltf::Document> document = vrm::gltf::Document::open(argv[2]);
    if (!document) vrm::stop(argv[2], document.error());
    vrm::writeAs10(*std::move(document), argv[3]);
    return 0;
  }
  if (argc == 3 && std::string_view(argv[1]) == "--cases") return vrm::writeCases(argv[2]);
  if (argc == 3 && std::string_view(argv[1]) == "--clean") return vrm::writeClean(argv[2]);
  if (argc != 2) {
    std::fputs(
        "Usage: write_samples FOLDER\n       write_samples --as-1.0 IN OUT\n       write_samples --cases FOLDER\n       write_samples --clean FOLDER\n",
        stderr);
    return 2;
  }
  return vrm::writeAll(argv[1]);
}
