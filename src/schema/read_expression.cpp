// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "schema/color.hpp"
#include "schema/mesh_nodes.hpp"
#include "schema/names.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

// Presets of drafts and of 0.x (decision 25).
struct OldPreset {
  std::string_view name;
  ExpressionPreset preset;
};
constexpr OldPreset kOldPresets[] = {
    {"joy", ExpressionPreset::Happy},          {"sorrow", ExpressionPreset::Sad},
    {"fun", ExpressionPreset::Relaxed},        {"a", ExpressionPreset::Aa},
    {"i", ExpressionPreset::Ih},               {"u", ExpressionPreset::Ou},
    {"e", ExpressionPreset::Ee},               {"o", ExpressionPreset::Oh},
    {"blink_l", ExpressionPreset::BlinkLeft},  {"blink_r", ExpressionPreset::BlinkRight},
    {"lookup", ExpressionPreset::LookUp},      {"lookdown", ExpressionPreset::LookDown},
    {"lookleft", ExpressionPreset::LookLeft},  {"lookright", ExpressionPreset::LookRight},
};

// Properties of 0.x material binds that are colours.
struct ColorProperty {
  std::string_view name;
  MaterialColorType type;
};
constexpr ColorProperty kColorProperties[] = {
    {"_Color", MaterialColorType::Color},       {"_EmissionColor", MaterialColorType::EmissionColor},
    {"_ShadeColor", MaterialColorType::ShadeColor}, {"_RimColor", MaterialColorType::RimColor},
    {"_OutlineColor", MaterialColorType::OutlineColor},
};

std::optional<ExpressionPreset> presetIgnoringCase(std::string_view text) {
  for (std::size_t i = 0; i < kExpressionPresetCount; ++i) {
    const auto preset = static_cast<ExpressionPreset>(i);
    if (equalIgnoringCase(name(preset), text)) return preset;
  }
  return std::nullopt;
}

class ExpressionReader {
 public:
  ExpressionReader(Context& context, VrmVersion version, std::span<const Material> materials, Expressions& out)
      : context_(context), version_(version), materials_(materials), out_(out) {}

  // 1.0: {preset: {happy: {}}, custom: {}}.
  void readFinal(const MemberReader& in) {
    for (const std::string_view kind : {"preset", "custom"}) {
      const JsonValue* group = objectMember(context_, in, kind);
      if (!group) continue;
      const Place place = in.place() / kind;
      gltf::forEachMember(*group, [&](const gltf::JsonMember& member) {
        const Place at = place / member.key.string();
        if (!member.value.isObject()) {
          context_.diagnostics.add(Code::GltfType, at.pointer(), "an expression must be an object");
          return;
        }
        const MemberReader expression(member.value, at, context_.diagnostics);
        read(expression, member.key.string(), kind == "preset" ? member.key.string() : std::string_view());
      });
    }
    sortByPreset(out_.list);
  }

  // Drafts and 0.x: a list of groups that name their preset.
  void readGroups(std::span<const JsonValue> groups, const Place& place) {
    for (std::uint32_t i = 0; i < groups.size() && !context_.error; ++i) {
      const Place at = place / i;
      const MemberReader group(groups[i], at, context_.diagnostics);
      if (!groups[i].isObject()) continue;
      const Found preset = findSpelling(context_, group, {"preset", "presetName"});
      presetKey_ = preset ? preset.key : std::string_view();
      read(group, group.string("name"), preset ? group.string(preset.key) : std::string_view());
    }
    sortByPreset(out_.list);
  }

 private:
  void read(const MemberReader& in, std::string_view ownName, std::string_view presetName) {
    Expression out;
    identify(in, ownName, presetName, out);
    const Found binary = findSpelling(context_, in, {"isBinary", "is_binary"});
    out.isBinary = in.boolean(binary.key, false);
    out.overrideBlink = overrideOf(in, "overrideBlink", "ignoreBlink");
    out.overrideLookAt = overrideOf(in, "overrideLookAt", "ignoreLookAt");
    out.overrideMouth = overrideOf(in, "overrideMouth", "ignoreMouth");
    Origins::Expression origin;
    const Found morphs = findSpelling(context_, in, {"morphTargetBinds", "binds", "values"});
    if (morphs) {
      forEachElement(context_, in, morphs.key, [&](const MemberReader& bind, std::uint32_t i) {
        readMorph(bind, out);
        note(out, {morphs.key, i}, origin);
      });
    }
    const Found colors = findSpelling(context_, in, {"materialColorBinds", "materialValues", "materials"});
    if (colors) {
      forEachElement(context_, in, colors.key, [&](const MemberReader& bind, std::uint32_t i) {
        version_ == VrmVersion::Vrm0 ? readVrm0Material(bind, out) : readColor(bind, out);
        note(out, {colors.key, i}, origin);
      });
    }
    const Found transforms = findSpelling(context_, in, {"textureTransformBinds", "materialUVBinds"});
    if (transforms) {
      forEachElement(context_, in, transforms.key, [&](const MemberReader& bind, std::uint32_t i) {
        readTransform(bind, out);
        note(out, {transforms.key, i}, origin);
      });
    }
    if (context_.origins) {
      origin.pointer = in.place().pointer();
      context_.origins->expressions.emplace(out.name, std::move(origin));
    }
    out_.list.push_back(std::move(out));
  }

  // Whatever binds have been added come from this element.
  void note(const Expression& read, Origins::Bind bind, Origins::Expression& origin) const {
    if (!context_.origins) return;
    origin.morphTargetBinds.resize(read.morphTargetBinds.size(), bind);
    origin.materialColorBinds.resize(read.materialColorBinds.size(), bind);
    origin.textureTransformBinds.resize(read.textureTransformBinds.size(), bind);
  }

  // Which preset an expression is, or its own name. Two that claim one preset or name are both kept: the second under
  // a name of its own.
  void identify(const MemberReader& in, std::string_view ownName, std::string_view presetName, Expression& out) {
    std::optional<ExpressionPreset> preset = findExpressionPreset(presetName);
    if (!preset) {
      for (const OldPreset& old : kOldPresets) {
        if (!equalIgnoringCase(old.name, presetName)) continue;
        preset = old.preset;
        context_.spellings.note(in.place(), old.name, name(*preset));
      }
    }
    if (!preset && !presetName.empty()) preset = presetIgnoringCase(presetName);
    const bool custom = presetName.empty() || presetName == "custom" || presetName == "unknown";
    if (!preset && !custom) {
      context_.diagnostics.add(
          Code::VrmExpressionName, (presetKey_.empty() ? in.place() : in.place() / presetKey_).pointer(),
          "there is no preset " + gltf::inQuotes(presetName) + "; the expression is read as a custom one");
    }
    // "Custom Expressions cannot have names that are the same as any Preset Expressions": they are meant to be it.
    if (!preset) preset = presetIgnoringCase(ownName);
    if (preset && names_.insert(std::string(name(*preset))).second) {
      out.preset = preset;
      out.name = name(*preset);
      return;
    }
    std::string base(preset && ownName.empty() ? name(*preset) : ownName);
    if (base.empty()) base = presetName.empty() ? "expression" : presetName;
    out.name = base;
    while (presetIgnoringCase(out.name) || !names_.insert(out.name).second) {
      // Remembered, because counting up from 2 for each of a million equal names would take its time.
      int& next = nextSuffix_[base];
      next = std::max(next + 1, 2);
      out.name = base + "_" + std::to_string(next);
    }
    if (out.name != ownName) {
      context_.diagnostics.add(
          Code::VrmExpressionName, in.place().pointer(),
          (ownName.empty() ? "the expression has no name; it is called "
                           : "the name " + gltf::inQuotes(ownName) + " is taken; the expression is called ") +
              gltf::inQuotes(out.name));
    }
  }

  // The draft's and 0.x's `ignoreX` is 1.0's `block` (decision 25).
  ExpressionOverride overrideOf(const MemberReader& in, std::string_view key, std::string_view old) {
    if (const std::optional<std::size_t> choice = readChoice(context_, in, key, kExpressionOverrides)) {
      return static_cast<ExpressionOverride>(*choice);
    }
    if (!in.boolean(old, false)) return ExpressionOverride::None;
    context_.spellings.note(in.place() / old, old, key);
    return ExpressionOverride::Block;
  }

  void readMorph(const MemberReader& in, Expression& out) {
    const JsonValue* index = in.find("index");
    if (!index) return in.missing("index", "the bind is left out");
    const std::optional<std::uint32_t> target = index->index();
    if (!target) return in.outOfRange("index", *index);
    if (!in.find("weight")) in.missing("weight", "the full weight is used");
    // 0.x counts to 100 (decision 25).
    const float weight =
        version_ == VrmVersion::Vrm0 ? in.number("weight", 100) / 100.0f : in.number("weight", 1);

    const std::size_t nodes = context_.asset.nodes.size();
    const auto add = [&](NodeIndex node) {
      const gltf::Node& owner = context_.asset.nodes[node.value];
      const std::uint32_t count = owner.mesh ? context_.asset.meshes[owner.mesh.value].targetCount : 0;
      if (*target < count) {
        out.morphTargetBinds.push_back({node, *target, weight});
        return;
      }
      context_.diagnostics.add(Code::VrmBind, (in.place() / (owner.mesh ? "index" : "node")).pointer(),
                               owner.mesh ? "morph target " + std::to_string(*target) + " is out of range, mesh " +
                                                std::to_string(owner.mesh.value) + " has " + std::to_string(count)
                                          : gltf::nodeText(context_.asset, node) + " has no mesh");
    };
    if (in.find("node")) {
      if (const NodeIndex node = in.index<NodeIndex>("node", nodes)) add(node);
      return;
    }
    if (!in.find("mesh")) return in.missing("node", "the bind is left out");
    const MeshIndex mesh = in.index<MeshIndex>("mesh", context_.asset.meshes.size());
    if (!mesh) return;
    // A bind that names a mesh applies to every node with it (decision 27).
    const std::span<const NodeIndex> users = meshNodes_.of(context_.asset, mesh);
    if (users.empty()) {
      context_.diagnostics.add(Code::VrmBind, (in.place() / "mesh").pointer(),
                               "no node has mesh " + std::to_string(mesh.value));
    }
    for (const NodeIndex node : users) {
      if (!expand(context_, in.place())) return;
      add(node);
    }
  }

  // Up to four numbers; what is absent keeps its value.
  bool readTarget(const MemberReader& in, std::size_t least, std::span<float, 4> out) {
    const JsonValue* value = in.find("targetValue");
    if (!value) return in.missing("targetValue", "the bind is left out"), false;
    if (value->isArray() && value->size() >= least && value->size() <= 4) {
      return in.numbers("targetValue", out.first(value->size()));
    }
    return in.numbers("targetValue", out);  // reports
  }

  void readColor(const MemberReader& in, Expression& out) {
    if (!in.find("material")) return in.missing("material", "the bind is left out");
    const MaterialIndex material = in.index<MaterialIndex>("material", context_.asset.materials.size());
    if (!material) return;
    if (!in.find("type")) return in.missing("type", "the bind is left out");
    const std::string_view type = in.string("type");
    float v[4] = {0, 0, 0, 1};
    // Parts of texture transforms in the draft of seed 004 ("MaterialValueBind").
    if (type == "uvScale" || type == "uvOffset") {
      if (!readTarget(in, 2, v)) return;
      context_.spellings.note(in.place() / "type", type, "textureTransformBinds");
      TextureTransformBind bind = baseOf(material);
      (type == "uvScale" ? bind.scale : bind.offset) = {v[0], v[1]};
      out.textureTransformBinds.push_back(bind);
      return;
    }
    const std::optional<std::size_t> choice = readChoice(context_, in, "type", kMaterialColorTypes);
    if (!choice || !readTarget(in, version_ == VrmVersion::Vrm1 ? 4 : 3, v)) return;
    out.materialColorBinds.push_back(
        {material, static_cast<MaterialColorType>(*choice), {v[0], v[1], v[2], v[3]}});
  }

  void readTransform(const MemberReader& in, Expression& out) {
    if (!in.find("material")) return in.missing("material", "the bind is left out");
    const MaterialIndex material = in.index<MaterialIndex>("material", context_.asset.materials.size());
    if (!material) return;
    TextureTransformBind bind;
    bind.material = material;
    float v[2];
    const Found scale = findSpelling(context_, in, {"scale", "scaling"});
    if (scale && in.numbers(scale.key, v)) bind.scale = {v[0], v[1]};
    if (in.numbers("offset", v)) bind.offset = {v[0], v[1]};
    out.textureTransformBinds.push_back(bind);
  }

  // VRM 0.x `materialValues`: materials by name, properties of Unity shaders.
  void readVrm0Material(const MemberReader& in, Expression& out) {
    const std::string_view materialName = in.string("materialName");
    const std::string_view property = in.string("propertyName");
    float v[4] = {0, 0, 0, 1};
    if (!readTarget(in, 3, v)) return;
    const std::span<const MaterialIndex> found = materialsNamed(materialName);
    if (found.empty()) {
      context_.diagnostics.add(Code::VrmBind, (in.place() / "materialName").pointer(),
                               "there is no material " + gltf::inQuotes(materialName));
    }
    for (const MaterialIndex material : found) {
      if (!expand(context_, in.place())) return;
      if (!addVrm0Bind(material, property, v, out)) {
        context_.diagnostics.add(Code::VrmBind, (in.place() / "propertyName").pointer(),
                                 "the property " + gltf::inQuotes(property) + " cannot be bound");
        return;
      }
    }
  }

  bool addVrm0Bind(MaterialIndex material, std::string_view property, const float (&v)[4], Expression& out) {
    const auto color = std::find_if(std::begin(kColorProperties), std::end(kColorProperties),
                                    [&](const ColorProperty& row) { return row.name == property; });
    if (color != std::end(kColorProperties)) {
      // Like the material's own colours (read_material_vrm0.cpp), or expressions would shift them.
      // Their emission is the factor times the strength, and stays that.
      const Vec3 linear = color->type == MaterialColorType::EmissionColor
                              ? Vec3{v[0], v[1], v[2]} * (1 / emissiveStrength(material))
                              : linearFromSrgb({v[0], v[1], v[2]});
      out.materialColorBinds.push_back({material, color->type, {linear.x, linear.y, linear.z, v[3]}});
      return true;
    }
    // Unity counts V from below, glTF from above (decision 25).
    const bool s = property == "_MainTex_ST" || property == "_MainTex_ST_S";
    const bool t = property == "_MainTex_ST" || property == "_MainTex_ST_T";
    if (!s && !t) return false;
    TextureTransformBind bind = baseOf(material);
    if (s) {
      bind.scale.x = v[0];
      bind.offset.x = v[2];
    }
    if (t) {
      bind.scale.y = v[1];
      bind.offset.y = narrow(1 - static_cast<double>(v[3]) - static_cast<double>(v[1]));
    }
    out.textureTransformBinds.push_back(bind);
    return true;
  }

  float emissiveStrength(MaterialIndex material) const {
    const float strength = material.value < materials_.size() ? materials_[material.value].emissiveStrength : 1;
    return strength > 0 ? strength : 1;
  }

  TextureTransformBind baseOf(MaterialIndex material) const {
    TextureTransformBind bind;
    bind.material = material;
    if (material.value >= materials_.size()) return bind;
    const std::optional<TextureTransform>& base = materials_[material.value].baseColorTexture.transform;
    if (base) {
      bind.scale = base->scale;
      bind.offset = base->offset;
    }
    return bind;
  }

  std::span<const MaterialIndex> materialsNamed(std::string_view wanted) {
    if (byName_.empty()) {
      for (std::uint32_t i = 0; i < context_.asset.materials.size(); ++i) {
        byName_[context_.asset.materials[i].name].push_back(MaterialIndex(i));
      }
    }
    const auto found = byName_.find(wanted);
    return found == byName_.end() ? std::span<const MaterialIndex>() : found->second;
  }

  Context& context_;
  VrmVersion version_;
  std::span<const Material> materials_;
  Expressions& out_;
  MeshNodes meshNodes_;
  std::unordered_set<std::string> names_;
  std::string_view presetKey_;  // the member of a group that names its preset
  std::unordered_map<std::string, int> nextSuffix_;
  std::unordered_map<std::string_view, std::vector<MaterialIndex>> byName_;
};

}  // namespace

void readExpressions(Context& context, const JsonValue& extension, VrmVersion version, const Place& place,
                     std::span<const Material> materials, Expressions& out) {
  const MemberReader in(extension, place, context.diagnostics);
  if (version == VrmVersion::Vrm0) {
    const JsonValue* master = objectMember(context, in, "blendShapeMaster");
    if (!master) return;
    const Place at = place / "blendShapeMaster";
    const MemberReader groups(*master, at, context.diagnostics);
    ExpressionReader(context, version, materials, out).readGroups(groups.array("blendShapeGroups"), at / "blendShapeGroups");
    return;
  }
  if (const JsonValue* expressions = in.find("expressions")) {
    const Place at = place / "expressions";
    for (const std::string_view older : {"blendShape", "blendshape"}) {
      if (in.find(older)) reportOlder(context, place / older, "expressions");
    }
    ExpressionReader reader(context, version, materials, out);
    // A list in the drafts between seed 004 and the published standard.
    if (expressions->isArray()) return reader.readGroups(expressions->elements(), at);
    return reader.readFinal(MemberReader(*expressions, at, context.diagnostics));
  }
  const Found old = findSpelling(context, in, {"expressions", "blendShape", "blendshape"});
  if (!old) return;
  // The draft: everything but zero switches a binary expression on (decision 26).
  out.binaryRule = BinaryRule::NonZero;
  const Place at = place / old.key;
  ExpressionReader reader(context, VrmVersion::Draft, materials, out);
  if (old.value->isArray()) return reader.readGroups(old.value->elements(), at);
  const MemberReader groups(*old.value, at, context.diagnostics);
  reader.readGroups(groups.array("blendShapeGroups"), at / "blendShapeGroups");
}

}  // namespace vrm::schema
