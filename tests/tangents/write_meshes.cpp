// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Makes tangents for meshes of our own and for those of models: write_meshes OUT [MODEL]...
// compare.mjs says what OUT looks like.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/tangent_meshes.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm {
namespace {

void writeMesh(std::ofstream& out, const std::string& name, const test::TangentMesh& mesh, int allowed) {
  const Result<render::Tangents> made = render::makeTangents(mesh.input());
  if (!made) {
    std::fprintf(stderr, "write_meshes: %s: %s\n", name.c_str(), made.error().toString().c_str());
    std::exit(1);
  }
  std::string line;
  line.reserve(made->triangles.size() * 96);
  for (const std::uint32_t vertex : made->triangles) {
    const std::uint32_t source = made->source[vertex];
    const Vec3 &p = mesh.positions[source], &n = mesh.normals[source];
    const Vec2& uv = mesh.uvs[source];
    const Vec4& t = made->tangents[vertex];
    const float values[12] = {p.x, p.y, p.z, n.x, n.y, n.z, uv.x, uv.y, t.x, t.y, t.z, t.w};
    unsigned char bytes[sizeof(values)];
    std::memcpy(bytes, values, sizeof(values));
    for (const unsigned char byte : bytes) {
      line += "0123456789abcdef"[byte >> 4];
      line += "0123456789abcdef"[byte & 15];
    }
  }
  out << name << '\t' << made->triangles.size() << '\t' << allowed << '\n' << line << '\n';
}

std::vector<float> floatsOf(const gltf::Document& document, const gltf::Asset& asset,
                            const gltf::Primitive& primitive, const char* semantic) {
  Diagnostics ignored;
  const AccessorIndex accessor = asset.find(primitive.attributes, semantic);
  if (!accessor) return {};
  Result<std::vector<float>> floats = gltf::readFloats(document, asset, accessor, ignored);
  return floats ? *std::move(floats) : std::vector<float>();  // none of compressed ones
}

void writeModel(std::ofstream& out, const std::filesystem::path& file) {
  Diagnostics ignored;
  const Result<gltf::Document> document = gltf::Document::open(file);
  if (!document) return;
  const Result<gltf::Asset> asset = gltf::readAsset(*document, ignored);
  if (!asset) return;
  for (std::size_t i = 0; i < asset->primitives.size(); ++i) {
    const gltf::Primitive& primitive = asset->primitives[i];
    if (primitive.mode != gltf::PrimitiveMode::Triangles) continue;
    const std::vector<float> positions = floatsOf(*document, *asset, primitive, "POSITION");
    const std::vector<float> normals = floatsOf(*document, *asset, primitive, "NORMAL");
    const std::vector<float> uvs = floatsOf(*document, *asset, primitive, "TEXCOORD_0");
    Result<std::vector<std::uint32_t>> indices = gltf::readIndices(*document, *asset, primitive, ignored);
    if (!indices || indices->empty() || normals.empty() || uvs.empty()) continue;
    test::TangentMesh mesh;
    for (std::size_t v = 0; v < positions.size() / 3; ++v) {
      const float *p = &positions[3 * v], *n = &normals[3 * v], *uv = &uvs[2 * v];
      mesh.add({p[0], p[1], p[2]}, {n[0], n[1], n[2]}, {uv[0], uv[1]});
    }
    mesh.triangles = *std::move(indices);
    // Models have triangles so thin that rounding decides where they point.
    writeMesh(out, file.filename().string() + " primitive " + std::to_string(i), mesh, 2);
  }
}

int writeAll(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "Usage: write_meshes OUT [MODEL]...\n");
    return 2;
  }
  std::ofstream out(arguments[1]);
  writeMesh(out, "plane", test::plane(), 0);
  writeMesh(out, "cube", test::cube(), 0);
  writeMesh(out, "mirrored", test::mirrored(), 0);
  writeMesh(out, "sphere", test::sphere(24, 17), 0);
  writeMesh(out, "ball", test::sphere(4, 3), 0);
  writeMesh(out, "torus", test::torus(40, 23), 0);
  writeMesh(out, "degenerate", test::degenerate(), 0);
  // Of the edges of its last vertex the reference leaves some unsorted, so it misses a few neighbours there;
  // with the triangles in reverse order it agrees about them.
  constexpr int kUnsorted = 4;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    writeMesh(out, "chaos " + std::to_string(seed), test::chaos(seed, 12 + 5 * seed, 30 + 40 * seed),
              kUnsorted);
  }
  for (int i = 2; i < count; ++i) writeModel(out, arguments[i]);
  return out.flush() ? 0 : 1;
}

}  // namespace
}  // namespace vrm

int main(int count, char** arguments) {
  return vrm::writeAll(count, arguments);
}
