// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/asset.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/memory.hpp"
#include "gltf/asset_geometry.hpp"
#include "gltf/member_reader.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::gltf {
namespace {

class AssetReader {
 public:
  AssetReader(const Document& document, Diagnostics& diagnostics)
      : document_(document), root_(document.root()), diagnostics_(diagnostics) {}

  Result<Asset> read(References& references) {
    references = checkReferences(root_, diagnostics_);
    readHeader();
    readNodes();
    if (Result<void> storage = readStorage(document_, out_, diagnostics_); !storage) {
      return std::move(storage).error();
    }
    readTextures();
    readMaterials();
    readMeshes(document_, out_, diagnostics_);
    if (Result<void> skins = readSkins(document_, out_, diagnostics_); !skins) return std::move(skins).error();
    linkNodes();
    boundNodes();
    readScenes();
    readAnimations();
    return std::move(out_);
  }

 private:
  // Calls `each(reader, element)` for every element of a top-level array.
  template <class F>
  void forEach(std::string_view name, F&& each) {
    const Place rootPlace;
    const Place arrayPlace = rootPlace / name;
    const JsonValue* list = root_.find(name);
    if (!list) return;
    if (!list->isArray()) {
      diagnostics_.add(Code::GltfType, arrayPlace.pointer(), std::string(name) + " must be an array");
      return;
    }
    const std::span<const JsonValue> elements = list->elements();
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      const Place place = arrayPlace / i;
      each(MemberReader(elements[i], place, diagnostics_), i);
    }
  }

  std::uint32_t count(std::string_view name) const {
    const JsonValue* list = root_.find(name);
    return list && list->isArray() ? list->size() : 0;
  }

  void readHeader() {
    if (const JsonValue* asset = root_.find("asset")) {
      if (const JsonValue* generator = asset->find("generator")) out_.generator = generator->string();
    }
    const auto names = [&](std::string_view key, std::vector<std::string_view>& to) {
      const JsonValue* list = root_.find(key);
      if (!list) return;
      for (const JsonValue& entry : list->elements()) to.push_back(entry.string());
    };
    names("extensionsUsed", out_.extensionsUsed);
    names("extensionsRequired", out_.extensionsRequired);
    for (std::uint32_t i = 0; i < out_.extensionsRequired.size(); ++i) {
      const std::string_view name = out_.extensionsRequired[i];
      if (isReadExtension(name)) continue;
      diagnostics_.add(Code::GltfExtensionUnsupported, pointerJoin("/extensionsRequired", i),
                       "the file requires " + shortened(name) + ", which is not supported");
    }
    out_.cameraCount = count("cameras");
  }

  // Extensions that are read, or that change nothing in what typed access gives. Knowing where an extension keeps its
  // references (references.hpp) is not enough: compressed data would be missing without a word.
  static bool isReadExtension(std::string_view name) {
    constexpr std::string_view kRead[] = {"EXT_texture_webp",
                                          "KHR_materials_emissive_strength",
                                          "KHR_materials_unlit",
                                          "KHR_mesh_quantization",
                                          "KHR_texture_transform",
                                          "VRM",
                                          "VRMC_constraints",
                                          "VRMC_constraints-1.0",
                                          "VRMC_materials_hdr_emissiveMultiplier",
                                          "VRMC_materials_mtoon",
                                          "VRMC_node_constraint",
                                          "VRMC_springBone",
                                          "VRMC_springBone_extended_collider",
                                          "VRMC_springBone_limit",
                                          "VRMC_vrm",
                                          "VRMC_vrm_animation"};
    return std::find(std::begin(kRead), std::end(kRead), name) != std::end(kRead);
  }

  void readNodes() {
    out_.nodes.resize(count("nodes"));
    const std::uint32_t meshes = count("meshes");
    const std::uint32_t skins = count("skins");
    forEach("nodes", [&](const MemberReader& in, std::uint32_t i) {
      Node& node = out_.nodes[i];
      node.name = in.string("name");
      node.mesh = in.index<MeshIndex>("mesh", meshes);
      node.skin = in.index<SkinIndex>("skin", skins);
      node.camera = in.index<CameraIndex>("camera", out_.cameraCount);
      node.weights = readNumbers(in, "weights", out_);
      readTransform(in, node);
    });
  }

  void readTransform(const MemberReader& in, Node& node) {
    if (in.find("matrix")) {
      Mat4 matrix;
      if (in.numbers("matrix", matrix)) {
        const Decomposed parts = decompose(matrix);
        node.local = parts.trs;
        if (!parts.exact) {
          diagnostics_.add(Code::GltfMatrix, (in.place() / "matrix").pointer(),
                           "the matrix is not made of a translation, a rotation and a scale");
        }
      }
      return;
    }
    float t[3], s[3];
    std::array<float, 4> q;
    if (in.numbers("translation", t)) node.local.translation = {t[0], t[1], t[2]};
    if (in.numbers("scale", s)) node.local.scale = {s[0], s[1], s[2]};
    if (in.numbers("rotation", q)) node.local.rotation = unit(q, in.place());
  }

  Quat unit(const std::array<float, 4>& q, const Place& place) {
    const UnitRotation unit = unitRotation(q);
    if (!unit.usual) {
      diagnostics_.add(Code::GltfRotation, (place / "rotation").pointer(),
                       "the rotation is no unit quaternion" +
                           std::string(unit.zero ? " but zero; no rotation is used" : ""));
    }
    return unit.rotation;
  }

  // Gives every node at most one parent, cuts rings, then lists children in file order.
  void linkNodes() {
    std::vector<NodeIndex> accepted;  // children, grouped by their parents, which come in file order
    forEach("nodes", [&](const MemberReader& in, std::uint32_t i) {
      const std::span<const JsonValue> children = in.array("children");
      for (std::uint32_t k = 0; k < children.size(); ++k) {
        const std::optional<std::uint32_t> child = children[k].index();
        if (!child || *child >= out_.nodes.size()) continue;
        NodeIndex& parent = out_.nodes[*child].parent;
        if (parent) {
          if (diagnostics_.counted(Code::GltfNodeTwoParents)) continue;
          diagnostics_.add(Code::GltfNodeTwoParents, (in.place() / "children" / k).pointer(),
                           nodeText(out_, NodeIndex(*child)) + " is already a child of " +
                               nodeText(out_, parent));
        } else {
          parent = NodeIndex(i);
          accepted.push_back(NodeIndex(*child));
        }
      }
    });
    cutRings();
    for (const NodeIndex child : accepted) {
      const NodeIndex parent = out_.nodes[child.value].parent;
      if (!parent) continue;  // cut off
      Range& list = out_.nodes[parent.value].children;
      if (list.count++ == 0) list.first = static_cast<std::uint32_t>(out_.nodeLists.size());
      out_.nodeLists.push_back(child);
    }
  }

  void cutRings() {
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> marks(out_.nodes.size(), Mark::New);
    std::vector<std::uint32_t> trail;
    std::vector<bool> listed(out_.nodes.size());
    forEach("scenes", [&](const MemberReader& in, std::uint32_t) {
      for (const JsonValue& entry : in.array("nodes")) {
        const std::optional<std::uint32_t> i = entry.index();
        if (i && *i < listed.size()) listed[*i] = true;
      }
    });
    for (std::uint32_t start = 0; start < out_.nodes.size(); ++start) {
      std::uint32_t at = start;
      trail.clear();
      while (at != kNone && marks[at] == Mark::New) {
        marks[at] = Mark::Open;
        trail.push_back(at);
        const std::uint32_t up = out_.nodes[at].parent.value;
        if (up != kNone && marks[up] == Mark::Open) {
          // Cut in front of a node that a scene lists, if there is one, so that the scene keeps it.
          std::uint32_t root = at;
          for (std::uint32_t i = up; i != at && !listed[root]; i = out_.nodes[i].parent.value) {
            if (listed[i]) root = i;
          }
          diagnostics_.add(Code::GltfNodeCycle, pointerJoin("/nodes", out_.nodes[root].parent.value),
                           nodeText(out_, NodeIndex(root)) + " is a descendant of itself; it becomes a root");
          out_.nodes[root].parent = {};
          break;
        }
        at = up;
      }
      for (const std::uint32_t i : trail) marks[i] = Mark::Done;
    }
  }

  // How large nodes can get and how far away, however they and those above them are turned: numbers that are finite one
  // by one are infinite upon each other. Squares of what is within the bound, and of products of two, are finite.
  void boundNodes() {
    constexpr float kMost = 1e9f;
    struct Bound {
      std::uint32_t node = 0;
      float parentScale = 1, parentDistance = 0;
    };
    std::vector<Bound> open;
    for (std::uint32_t i = 0; i < out_.nodes.size(); ++i) {
      if (!out_.nodes[i].parent) open.push_back({i});
      while (!open.empty()) {
        const Bound at = open.back();
        open.pop_back();
        Node& node = out_.nodes[at.node];
        const float away = length(node.local.translation);
        float distance = at.parentDistance + at.parentScale * away;
        if (!(std::max(away, distance) <= kMost)) {
          node.local.translation = {};
          distance = at.parentDistance;
          reportSize(at.node, "farther away than 1e9 m; its translation is left out");
        }
        const Vec3 s = node.local.scale;
        const float own = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
        float scale = at.parentScale * own;
        if (!(std::max(own, scale) <= kMost)) {
          node.local.scale = {1, 1, 1};
          scale = at.parentScale;
          reportSize(at.node, "more than 1e9 times as large as it is; its scale is left out");
        }
        for (const NodeIndex child : out_.nodeList(node.children)) open.push_back({child.value, scale, distance});
      }
    }
  }
  void reportSize(std::uint32_t node, const char* what) {
    diagnostics_.add(Code::GltfNodeSize, pointerJoin("/nodes", node), nodeText(out_, NodeIndex(node)) + " is " + what);
  }

  void readScenes() {
    out_.scenes.reserve(count("scenes"));
    std::vector<std::uint32_t> lastScene(out_.nodes.size(), kNone);  // that listed the node
    forEach("scenes", [&](const MemberReader& in, std::uint32_t s) {
      Scene scene;
      scene.name = in.string("name");
      scene.nodes.first = static_cast<std::uint32_t>(out_.nodeLists.size());
      const std::span<const JsonValue> nodes = in.array("nodes");
      for (std::uint32_t k = 0; k < nodes.size(); ++k) {
        const std::optional<std::uint32_t> i = nodes[k].index();
        if (!i || *i >= out_.nodes.size()) continue;
        // Whoever walks a scene would meet such nodes twice (glTF 2.0 section 3.5.1: unique, and roots).
        const NodeIndex parent = out_.nodes[*i].parent;
        if (parent || lastScene[*i] == s) {
          if (diagnostics_.counted(Code::GltfNodeTwoParents)) continue;
          diagnostics_.add(Code::GltfNodeTwoParents, (in.place() / "nodes" / k).pointer(),
                           nodeText(out_, NodeIndex(*i)) +
                               (parent ? " is a child of " + nodeText(out_, parent) + ", not a root"
                                       : std::string(" is listed twice")));
          continue;
        }
        lastScene[*i] = s;
        out_.nodeLists.push_back(NodeIndex(*i));
      }
      scene.nodes.count = static_cast<std::uint32_t>(out_.nodeLists.size()) - scene.nodes.first;
      out_.scenes.push_back(scene);
    });
    const JsonValue* scene = root_.find("scene");
    const std::optional<std::uint32_t> i = scene ? scene->index() : std::nullopt;
    if (i && *i < out_.scenes.size()) out_.scene = SceneIndex(*i);
  }

  TextureInfo textureInfo(const MemberReader& in, std::string_view key, std::string_view scale = {}) {
    TextureInfo info;
    const JsonValue* value = in.find(key);
    if (!value) return info;
    const Place place = in.place() / key;
    const MemberReader texture(*value, place, diagnostics_);
    info.index = texture.index<TextureIndex>("index", out_.textures.size());
    info.texCoord = static_cast<std::uint32_t>(texture.unsignedNumber("texCoord", 0, 0, 255));
    if (!scale.empty()) info.scale = texture.number(scale, 1);
    return info;
  }

  void readTextures() {
    out_.images.reserve(count("images"));
    forEach("images", [&](const MemberReader& in, std::uint32_t) {
      out_.images.push_back({in.string("name"), in.string("mimeType"), in.string("uri"),
                             in.index<BufferViewIndex>("bufferView", out_.bufferViews.size())});
    });
    out_.textureSamplers.reserve(count("samplers"));
    forEach("samplers", [&](const MemberReader& in, std::uint32_t) {
      const auto choice = [&](std::string_view key, std::uint16_t fallback,
                              std::initializer_list<std::uint64_t> legal) {
        const std::uint64_t v = in.unsignedNumber(key, fallback, 0, 65535);
        if (v == fallback || std::find(legal.begin(), legal.end(), v) != legal.end()) {
          return static_cast<std::uint16_t>(v);
        }
        in.outOfRange(key, *in.find(key));
        return fallback;
      };
      Sampler sampler;
      sampler.magFilter = choice("magFilter", 0, {9728, 9729});
      sampler.minFilter = choice("minFilter", 0, {9728, 9729, 9984, 9985, 9986, 9987});
      sampler.wrapS = choice("wrapS", 10497, {33071, 33648, 10497});
      sampler.wrapT = choice("wrapT", 10497, {33071, 33648, 10497});
      out_.textureSamplers.push_back(sampler);
    });
    out_.textures.reserve(count("textures"));
    forEach("textures", [&](const MemberReader& in, std::uint32_t) {
      Texture texture;
      texture.name = in.string("name");
      texture.sampler = in.index<SamplerIndex>("sampler", out_.textureSamplers.size());
      texture.source = in.index<ImageIndex>("source", out_.images.size());
      const JsonValue* extensions = in.find("extensions");
      for (const std::string_view name : {"EXT_texture_webp", "KHR_texture_basisu"}) {
        const JsonValue* extension = extensions && !texture.source ? extensions->find(name) : nullptr;
        if (!extension) continue;
        const JsonValue* source = extension->find("source");
        const std::optional<std::uint32_t> i = source ? source->index() : std::nullopt;
        if (i && *i < out_.images.size()) texture.source = ImageIndex(*i);
      }
      out_.textures.push_back(texture);
    });
  }

  void readMaterials() {
    out_.materials.reserve(count("materials"));
    forEach("materials", [&](const MemberReader& in, std::uint32_t) {
      Material m;
      m.name = in.string("name");
      if (const JsonValue* value = in.find("pbrMetallicRoughness")) {
        const Place place = in.place() / "pbrMetallicRoughness";
        const MemberReader pbr(*value, place, diagnostics_);
        float c[4];
        if (pbr.numbers("baseColorFactor", c)) m.baseColorFactor = {c[0], c[1], c[2], c[3]};
        m.metallicFactor = pbr.number("metallicFactor", 1, 0, 1);
        m.roughnessFactor = pbr.number("roughnessFactor", 1, 0, 1);
        m.baseColorTexture = textureInfo(pbr, "baseColorTexture");
        m.metallicRoughnessTexture = textureInfo(pbr, "metallicRoughnessTexture");
      }
      m.normalTexture = textureInfo(in, "normalTexture", "scale");
      m.occlusionTexture = textureInfo(in, "occlusionTexture", "strength");
      m.emissiveTexture = textureInfo(in, "emissiveTexture");
      float e[3];
      if (in.numbers("emissiveFactor", e)) m.emissiveFactor = {e[0], e[1], e[2]};
      m.alphaCutoff = in.number("alphaCutoff", 0.5f, 0);
      m.doubleSided = in.boolean("doubleSided", false);
      const std::string_view mode = in.string("alphaMode");
      if (mode == "MASK") {
        m.alphaMode = AlphaMode::Mask;
      } else if (mode == "BLEND") {
        m.alphaMode = AlphaMode::Blend;
      } else if (!mode.empty() && mode != "OPAQUE") {
        in.outOfRange("alphaMode", *in.find("alphaMode"));
      }
      out_.materials.push_back(m);
    });
  }

  void readAnimations() {
    out_.animations.reserve(count("animations"));
    forEach("animations", [&](const MemberReader& in, std::uint32_t) {
      Animation animation;
      animation.name = in.string("name");
      animation.samplers.first = static_cast<std::uint32_t>(out_.samplers.size());
      const Place samplersPlace = in.place() / "samplers";
      const std::span<const JsonValue> samplers = in.array("samplers");
      for (std::uint32_t i = 0; i < samplers.size(); ++i) {
        const Place place = samplersPlace / i;
        out_.samplers.push_back(readSampler(MemberReader(samplers[i], place, diagnostics_)));
      }
      animation.samplers.count = static_cast<std::uint32_t>(samplers.size());

      animation.channels.first = static_cast<std::uint32_t>(out_.channels.size());
      const Place channelsPlace = in.place() / "channels";
      const std::span<const JsonValue> channels = in.array("channels");
      for (std::uint32_t i = 0; i < channels.size(); ++i) {
        const Place place = channelsPlace / i;
        readChannel(MemberReader(channels[i], place, diagnostics_), animation);
      }
      animation.channels.count = static_cast<std::uint32_t>(out_.channels.size()) - animation.channels.first;
      out_.animations.push_back(animation);
    });
  }

  AnimationSampler readSampler(const MemberReader& in) {
    AnimationSampler sampler;
    sampler.input = in.index<AccessorIndex>("input", out_.accessors.size());
    sampler.output = in.index<AccessorIndex>("output", out_.accessors.size());
    const std::string_view name = in.string("interpolation");
    if (name == "STEP") {
      sampler.interpolation = Interpolation::Step;
    } else if (name == "CUBICSPLINE") {
      sampler.interpolation = Interpolation::CubicSpline;
    } else if (!name.empty() && name != "LINEAR") {
      in.outOfRange("interpolation", *in.find("interpolation"));
    }
    return sampler;
  }

  // Channels that cannot be played (no sampler, no keys) are left out; what is wrong with them has been reported.
  void readChannel(const MemberReader& in, const Animation& animation) {
    AnimationChannel channel;
    channel.sampler = in.index<Index<struct LocalSamplerTag>>("sampler", animation.samplers.count).value;
    const JsonValue* target = in.find("target");
    if (!target) return in.missing("target", "the channel is left out");
    const Place place = in.place() / "target";
    const MemberReader to(*target, place, diagnostics_);
    channel.node = to.index<NodeIndex>("node", out_.nodes.size());
    const std::string_view path = to.string("path");
    constexpr std::string_view kPaths[] = {"translation", "rotation", "scale", "weights"};
    const auto found = std::find(std::begin(kPaths), std::end(kPaths), path);
    channel.path = static_cast<AnimationPath>(found - std::begin(kPaths));
    if (channel.path == AnimationPath::Other && !to.find("extensions")) {
      if (const JsonValue* value = to.find("path"); value && value->isString()) return to.outOfRange("path", *value);
      if (!to.find("path")) to.missing("path", "the channel is left out");
      return;
    }
    if (channel.sampler == kNone) return;
    const AnimationSampler& sampler = out_.samplers[animation.samplers.first + channel.sampler];
    if (!sampler.input || !sampler.output) return;
    const std::string misfit = samplerMisfit(sampler, channel.path, path);
    if (misfit.empty()) {
      out_.channels.push_back(channel);
    } else {
      diagnostics_.add(Code::GltfAccessorFormat, (in.place() / "sampler").pointer(),
                       misfit + "; the channel is left out");
    }
  }

  // Why a sampler cannot drive a path (glTF 2.0 section 3.11); empty when it can. What extensions animate is unknown,
  // so only the keys count there.
  std::string samplerMisfit(const AnimationSampler& sampler, AnimationPath path, std::string_view pathName) const {
    const auto misfit = [&](AccessorIndex index, std::string_view use) {
      const Accessor& a = out_.accessors[index.value];
      return "accessor " + std::to_string(index.value) + " is " + std::string(gltf::name(a.type)) +
             " of component type " + std::to_string(static_cast<unsigned>(a.componentType)) +
             (a.normalized ? ", normalized" : "") + ", which cannot serve as " + std::string(use);
    };
    const Accessor& input = out_.accessors[sampler.input.value];
    const Accessor& output = out_.accessors[sampler.output.value];
    if (input.type != AccessorType::Scalar || input.componentType != ComponentType::Float) {
      return misfit(sampler.input, "key times");
    }
    if (path == AnimationPath::Other) return {};
    const AccessorType type = path == AnimationPath::Rotation  ? AccessorType::Vec4
                              : path == AnimationPath::Weights ? AccessorType::Scalar
                                                               : AccessorType::Vec3;
    const bool number = output.componentType == ComponentType::Float ||
                        (output.normalized && output.componentType != ComponentType::UnsignedInt);
    if (output.type != type || !number) return misfit(sampler.output, pathName);
    const std::uint64_t needed =
        std::uint64_t{input.count} * (sampler.interpolation == Interpolation::CubicSpline ? 3 : 1);
    const bool fits = path == AnimationPath::Weights ? needed > 0 && output.count % needed == 0 : output.count == needed;
    if (fits) return {};
    return "accessor " + std::to_string(sampler.output.value) + " has " + std::to_string(output.count) +
           " elements, but the keys need " + (path == AnimationPath::Weights ? "a multiple of " : "") +
           std::to_string(needed);
  }

  const Document& document_;
  const JsonValue& root_;
  Diagnostics& diagnostics_;
  Asset out_;
};

}  // namespace

AccessorIndex Asset::find(Range list, std::string_view semantic) const {
  const std::span<const Attribute> sorted = attributeList(list);
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), semantic,
                                      [](const Attribute& a, std::string_view s) { return a.semantic < s; });
  return found != sorted.end() && found->semantic == semantic ? found->accessor : AccessorIndex();
}

Result<Asset> readAsset(const Document& document, Diagnostics& diagnostics) {
  References ignored;
  return readAsset(document, diagnostics, ignored);
}

Result<Asset> readAsset(const Document& document, Diagnostics& diagnostics, References& references) try {
  return AssetReader(document, diagnostics).read(references);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
