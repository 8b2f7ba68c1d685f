// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/bake_meshes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <tuple>

#include "edit/copy_budget.hpp"
#include "edit/rest_skinning.hpp"
#include "edit/work_budget.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::edit {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::NewAccessor;
using gltf::Primitive;
using gltf::PrimitiveMode;

double lengthOf(Double3 v) {
  return std::sqrt(dot(v, v));
}

class MeshBaker {
 public:
  MeshBaker(const gltf::Document& document, const gltf::Asset& asset, const RestChange& change,
            const NormalizeOptions& options, NewAccessors& accessors, NormalizeSummary& summary,
            Diagnostics& diagnostics)
      : document_(document),
        asset_(asset),
        change_(change),
        options_(options),
        accessors_(accessors),
        summary_(summary),
        diagnostics_(diagnostics),
        budget_(document) {}

  Result<MeshPlan> run() {
    Result<RestSkinning> skinning = RestSkinning::make(document_, asset_, change_, budget_, diagnostics_);
    if (!skinning) return std::move(skinning).error();
    skinning_ = &*skinning;
    collectVariants();
    CopyBudget copies(document_);
    for (std::uint32_t m = 0; m < variants_.size(); ++m) {
      if (options_.progress)
        options_.progress("mesh " + std::to_string(m + 1) + " of " + std::to_string(variants_.size()));
      const std::string pointer = gltf::pointerJoin("/meshes", m);
      const std::size_t ways = variants_[m].size();
      if (Result<void> done =
              copies.take(*gltf::Json::at(document_.root(), pointer), pointer, ways > 0 ? ways - 1 : 0);
          !done)
        return std::move(done).error();
      for (std::size_t v = 0; v < variants_[m].size(); ++v) {
        const Variant& variant = variants_[m][v];
        std::uint32_t target = m;
        if (v > 0) {
          target = static_cast<std::uint32_t>(asset_.meshes.size() + plan_.copies.size());
          plan_.copies.push_back({m, variant.nodes});
          ++summary_.copies;
        }
        if (Result<void> done = bake(m, target, variant); !done) return std::move(done).error();
      }
    }
    if (Result<void> done = writeSkins(); !done) return std::move(done).error();
    return std::move(plan_);
  }

 private:
  // A way in which nodes show a mesh.
  struct Variant {
    SkinIndex skin;
    Double3x3 into;            // of what has no joints
    std::uint32_t motion = 0;  // the number of that
    std::vector<NodeIndex> nodes;
  };

  void collectVariants() {
    variants_.resize(asset_.meshes.size());
    std::map<std::tuple<MeshIndex, SkinIndex, std::uint32_t>, std::size_t> known;  // files can have very many
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      const gltf::Node& node = asset_.nodes[i];
      if (!node.mesh) continue;
      const NodeChange& change = change_[NodeIndex(i)];
      const bool byJoints = node.skin && hasJoints(node.mesh);
      const Double3x3 into = byJoints || change.same() ? Double3x3{} : change.into;
      const std::uint32_t motion = motionOf(into);
      std::vector<Variant>& list = variants_[node.mesh.value];
      const auto [at, fresh] = known.emplace(std::tuple(node.mesh, node.skin, motion), list.size());
      if (fresh) list.push_back({node.skin, into, motion, {}});
      list[at->second].nodes.push_back(NodeIndex(i));
    }
  }

  // What has none goes with its node, whatever skin that has (glTF 2.0 section 3.7.3.3).
  bool hasJoints(const Primitive& primitive) const {
    return asset_.find(primitive.attributes, "JOINTS_0") && asset_.find(primitive.attributes, "WEIGHTS_0");
  }
  bool hasJoints(MeshIndex mesh) const {
    const std::span<const Primitive> primitives = asset_.primitivesOf(asset_.meshes[mesh.value]);
    return std::all_of(primitives.begin(), primitives.end(),
                       [&](const Primitive& p) { return hasJoints(p); });
  }

  // A number for each matrix, told apart by all of their bits: NaN is one too.
  std::uint32_t motionOf(const Double3x3& m) {
    std::array<std::uint64_t, 9> bits;
    std::size_t i = 0;
    for (const Double3 c : {m.x, m.y, m.z}) {
      for (const double d : {c.x, c.y, c.z}) {
        const double plain = d + 0.0;  // -0 is 0
        std::memcpy(&bits[i++], &plain, sizeof plain);
      }
    }
    return motions_.emplace(bits, static_cast<std::uint32_t>(motions_.size())).first->second;
  }

  Result<void> bake(std::uint32_t mesh, std::uint32_t target, const Variant& variant) {
    bool moved = false;
    const std::span<const Primitive> primitives = asset_.primitivesOf(asset_.meshes[mesh]);
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      pointer_ = gltf::pointerJoin(gltf::pointerJoin("/meshes", target) + "/primitives", p);
      Result<bool> done = bake(primitives[p], variant);
      if (!done) return std::move(done).error();
      moved = *done || moved;
    }
    summary_.meshes += moved;
    return {};
  }

  // False when nothing had to change.
  Result<bool> bake(const Primitive& primitive, const Variant& variant) {
    const std::uint32_t count = gltf::vertexCount(asset_, primitive);
    const std::string motion = keyOf(primitive, variant);
    if (Result<void> done = place(primitive, variant, count, motion); !done) return std::move(done).error();
    if (placed_.idle) return false;
    const Transforms& transforms = placed_.transforms;
    summary_.vertices += count;
    const auto bakeTo = [&](AccessorIndex accessor, std::string_view role, bool minMax,
                            const std::string& place, const auto& change) {
      return bakeAttribute({accessor.value, std::string(role), motion}, count, minMax, place, change);
    };
    const auto move = [&](std::vector<float>& values) { transform(values, transforms, true); };
    const auto stretch = [&](std::vector<float>& values) { transform(values, transforms, false); };
    const auto turn = [&](std::vector<float>& values) { turnNormals(values, transforms); };
    const auto turnAlong = [&](std::vector<float>& values) { turnTangents(values, transforms); };

    const AccessorIndex normal = asset_.find(primitive.attributes, "NORMAL");
    for (const gltf::Attribute& attribute : asset_.attributeList(primitive.attributes)) {
      const std::string place = "/attributes/" + std::string(attribute.semantic);
      Result<void> done;
      if (attribute.semantic == "POSITION") done = bakeTo(attribute.accessor, "POSITION", true, place, move);
      if (attribute.semantic == "NORMAL") done = bakeTo(attribute.accessor, "NORMAL", false, place, turn);
      if (attribute.semantic == "TANGENT" && options_.keepTangents)
        done = bakeTo(attribute.accessor, "TANGENT", false, place, turnAlong);
      if (attribute.semantic == "TANGENT" && !options_.keepTangents) {
        plan_.removals.push_back(pointer_ + place);
        ++summary_.tangents;
      }
      if (!done) return std::move(done).error();
    }

    std::vector<double> sizes;
    const auto turnMorphs = [&](std::vector<float>& values) { turnMorphNormals(values, transforms, sizes); };
    const std::span<const gltf::MorphTarget> targets = asset_.targetsOf(primitive);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      for (const gltf::Attribute& attribute : asset_.attributeList(targets[t].attributes)) {
        const bool moves = attribute.semantic == "POSITION", turns = attribute.semantic == "NORMAL";
        if (!moves && !turns && attribute.semantic != "TANGENT") continue;
        const std::string place = gltf::pointerJoin("/targets", t) + "/" + std::string(attribute.semantic);
        const bool kept = options_.keepMorphNormals && (turns || options_.keepTangents);
        if (!moves && !kept && asset_.find(targets[t].attributes, "POSITION")) {
          plan_.removals.push_back(pointer_ + place);
          ++summary_.morphNormals;
          continue;
        }
        if (turns && normal && sizes.empty()) {
          Result<std::vector<float>> values = read(normal, count);
          if (!values) return std::move(values).error();
          sizes = turnNormals(*values, transforms);
        }
        Result<void> done =
            turns ? bakeTo(attribute.accessor, "morph NORMAL of " + std::to_string(normal.value), false,
                           place, turnMorphs)
                  : bakeTo(attribute.accessor, "morph", moves, place, stretch);
        if (!done) return std::move(done).error();
      }
    }
    if (transforms.mirrored) return flip(primitive, count);
    return true;
  }

  // --- what moves

  // What happens to the vertices of a primitive, which often shares them with the one before.
  struct Placed {
    std::string motion;  // see keyOf(); empty when only this primitive is placed so
    std::vector<Weights> sets;
    Transforms transforms;
    bool idle = false;        // nothing
    std::uint64_t loose = 0;  // vertices that had no weight
  };

  Result<void> place(const Primitive& primitive, const Variant& variant, std::uint32_t count,
                     const std::string& motion) {
    if (!variant.skin || !hasJoints(primitive)) return placeAsOne(variant.into);
    if (skinning_->empty(variant.skin)) return placeAsOne({});
    if (placed_.motion != motion) {
      placed_ = {};
      if (Result<void> paid = budget_.take(skinning_->bytesOf(primitive), pointer_); !paid) return paid;
      Result<std::vector<Weights>> sets = skinning_->weightsOf(primitive, variant.skin, diagnostics_);
      if (!sets) return std::move(sets).error();
      if (sets->empty()) return placeAsOne(variant.into);  // of no vertices
      placed_.sets = *std::move(sets);
      placed_.transforms = skinning_->transforms(placed_.sets, variant.skin, count, placed_.loose);
      placed_.idle = skinning_->isIdle(variant.skin, placed_.transforms);
      placed_.motion = motion;
    }
    summary_.weighted += placed_.loose;
    if (placed_.loose == 0) return {};
    const AccessorIndex weights = asset_.find(primitive.attributes, "WEIGHTS_0");
    const auto weigh = [&](std::vector<float>& values) { values = placed_.sets[0].weights; };
    return bakeAttribute({weights.value, "WEIGHTS", ""}, count, false, "/attributes/WEIGHTS_0", weigh);
  }

  Result<void> placeAsOne(const Double3x3& into) {
    placed_ = {};
    placed_.transforms = {{Affine{into}}, determinant(into) < 0};
    placed_.idle = isIdentity(placed_.transforms.each[0], 0);
    return {};
  }

  static Double3 vectorAt(const std::vector<float>& values, std::size_t i, std::size_t size = 3) {
    return toDouble(Vec3{values[size * i], values[size * i + 1], values[size * i + 2]});
  }
  static void store(std::vector<float>& values, std::size_t i, Double3 v, std::size_t size = 3) {
    values[size * i] = narrow(v.x);
    values[size * i + 1] = narrow(v.y);
    values[size * i + 2] = narrow(v.z);
  }

  static void transform(std::vector<float>& values, const Transforms& transforms, bool points) {
    for (std::size_t i = 0; i < values.size() / 3; ++i) {
      const Affine& a = transforms.of(i);
      const Double3 v = a.linear * vectorAt(values, i);
      store(values, i, points ? plus(v, a.offset) : v);
    }
  }

  // Gives by what each normal became a unit one again.
  static std::vector<double> turnNormals(std::vector<float>& values, const Transforms& transforms) {
    std::vector<double> sizes(values.size() / 3, 1);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Double3 n = forNormals(transforms.of(i).linear) * vectorAt(values, i);
      const double length = lengthOf(n);
      if (length > 1e-30) sizes[i] = 1 / length;
      store(values, i, scaled(n, sizes[i]));
    }
    return sizes;
  }

  static void turnMorphNormals(std::vector<float>& values, const Transforms& transforms,
                               const std::vector<double>& sizes) {
    for (std::size_t i = 0; i < values.size() / 3; ++i) {
      const Double3 n = forNormals(transforms.of(i).linear) * vectorAt(values, i);
      store(values, i, scaled(n, i < sizes.size() ? sizes[i] : 1));
    }
  }

  static void turnTangents(std::vector<float>& values, const Transforms& transforms) {
    for (std::size_t i = 0; i < values.size() / 4; ++i) {
      const Double3 t = transforms.of(i).linear * vectorAt(values, i, 4);
      const double length = lengthOf(t);
      store(values, i, length > 1e-30 ? scaled(t, 1 / length) : t, 4);
      if (transforms.mirrored) values[4 * i + 3] = -values[4 * i + 3];
    }
  }

  // --- what is stored

  using Key = std::tuple<std::uint32_t, std::string, std::string>;

  // Tells apart what happens to vertices: primitives that share them and move them alike go on sharing them.
  std::string keyOf(const Primitive& primitive, const Variant& variant) const {
    if (!variant.skin || !hasJoints(primitive)) return std::to_string(variant.motion);
    std::string key = "skin " + std::to_string(variant.skin.value);
    for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) {
      if (a.semantic.starts_with("JOINTS_") || a.semantic.starts_with("WEIGHTS_"))
        key += " " + std::to_string(a.accessor.value);
    }
    return key;
  }

  Result<std::vector<float>> read(AccessorIndex accessor, std::uint32_t count) {
    if (Result<void> paid = budget_.take(readBytes(asset_.accessors[accessor.value]), pointer_); !paid)
      return std::move(paid).error();
    return readVertices(document_, asset_, accessor, count, diagnostics_);
  }

  // An attribute whose numbers are changed; once for all that share it.
  template <class F>
  Result<void> bakeAttribute(const Key& key, std::uint32_t count, bool minMax, const std::string& place,
                             F&& change) {
    if (!made_.contains(key)) {
      const AccessorIndex accessor(std::get<0>(key));
      Result<std::vector<float>> values = read(accessor, count);
      if (!values) return std::move(values).error();
      change(*values);
      const NewAccessor what{ComponentType::Float, asset_.accessors[accessor.value].type, count, false,
                             minMax};
      made_.emplace(key, accessors_.add(what, std::span<const float>(*values)));
    }
    accessors_.use(made_.at(key), pointer_ + place);
    return {};
  }

  // In a mirror triangles turn the other way round. Strips and fans become lists.
  Result<bool> flip(const Primitive& primitive, std::uint32_t vertices) {
    if (primitive.mode < PrimitiveMode::Triangles) return true;
    if (primitive.mode != PrimitiveMode::Triangles) plan_.removals.push_back(pointer_ + "/mode");  // lists
    const Key key{primitive.indices.value, "indices",
                  std::to_string(static_cast<int>(primitive.mode)) + " " + std::to_string(vertices)};
    if (!made_.contains(key)) {
      Result<std::vector<std::uint32_t>> flipped = flippedTriangles(primitive, vertices);
      if (!flipped) return std::move(flipped).error();
      made_.emplace(key, accessors_.addIndices(*flipped, vertices));
    }
    accessors_.use(made_.at(key), pointer_ + "/indices");
    return true;
  }

  Result<std::vector<std::uint32_t>> flippedTriangles(const Primitive& primitive, std::uint32_t vertices) {
    constexpr std::uint64_t kBytes = 4 + 3 * 4;  // of an index and the triangle that it may begin
    const std::uint64_t count =
        primitive.indices ? asset_.accessors[primitive.indices.value].count : vertices;
    if (Result<void> paid = budget_.take(count * kBytes, pointer_); !paid) return std::move(paid).error();
    Result<std::vector<std::uint32_t>> read = gltf::readIndices(document_, asset_, primitive, diagnostics_);
    if (!read) return std::move(read).error();
    const std::vector<std::uint32_t>& in = *read;
    std::vector<std::uint32_t> out;
    const auto triangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      for (const std::uint32_t i : {a, c, b}) out.push_back(i);
    };
    if (primitive.mode == PrimitiveMode::Triangles) {
      for (std::size_t i = 0; i + 2 < in.size(); i += 3) triangle(in[i], in[i + 1], in[i + 2]);
    } else {
      for (std::size_t i = 0; i + 2 < in.size(); ++i) {
        if (primitive.mode == PrimitiveMode::TriangleFan) {
          triangle(in[i + 1], in[i + 2], in[0]);
        } else {
          triangle(in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]);
        }
      }
    }
    return out;
  }

  // "回転・スケールを含まずに対象ボーンのワールド座標に対する負の移動のみを含みます"; where a rotation stays,
  // that too.
  Result<void> writeSkins() {
    for (std::uint32_t s = 0; s < asset_.skins.size(); ++s) {
      const std::span<const NodeIndex> joints = asset_.nodeList(asset_.skins[s].joints);
      if (joints.empty()) continue;
      const std::string pointer = gltf::pointerJoin("/skins", s);
      // Here and as the accessor to come: a joint takes two bytes in a file.
      if (Result<void> paid = budget_.take(std::uint64_t{2} * sizeof(Mat4) * joints.size(), pointer); !paid)
        return paid;
      std::vector<float> matrices;
      matrices.reserve(16 * joints.size());
      bool same = asset_.skins[s].inverseBindMatrices.value != kNone;
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const NodeChange& node = change_[joints[j]];
        const Double3x3 turn = transposed(node.kept);
        const Double3 move = scaled(turn * node.position, -1);
        for (const Double3 c : {turn.x, turn.y, turn.z, move}) {
          for (const double d : {c.x, c.y, c.z, 0.0}) matrices.push_back(narrow(d));
        }
        matrices.back() = 1;
        same = same && skinning_->isIdle(SkinIndex(s), j) && node.same();
      }
      if (same) continue;
      ++summary_.skins;
      plan_.skins.push_back(SkinIndex(s));
      const auto count = static_cast<std::uint32_t>(joints.size());
      accessors_.use(
          accessors_.add({ComponentType::Float, AccessorType::Mat4, count}, std::span<const float>(matrices)),
          pointer + "/inverseBindMatrices");
    }
    return {};
  }

  const gltf::Document& document_;
  const gltf::Asset& asset_;
  const RestChange& change_;
  const NormalizeOptions& options_;
  NewAccessors& accessors_;
  NormalizeSummary& summary_;
  Diagnostics& diagnostics_;
  WorkBudget budget_;
  const RestSkinning* skinning_ = nullptr;
  std::vector<std::vector<Variant>> variants_;  // by mesh
  std::map<std::array<std::uint64_t, 9>, std::uint32_t> motions_;
  std::map<Key, NewAccessors::Id> made_;
  Placed placed_;
  MeshPlan plan_;
  std::string pointer_;  // of the new primitive
};

}  // namespace

Result<MeshPlan> planMeshes(const gltf::Document& document, const gltf::Asset& asset,
                            const RestChange& change, const NormalizeOptions& options,
                            NewAccessors& accessors, NormalizeSummary& summary, Diagnostics& diagnostics) {
  return MeshBaker(document, asset, change, options, accessors, summary, diagnostics).run();
}

}  // namespace vrm::edit
