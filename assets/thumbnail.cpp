// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Triangles filled sample by sample, with light and shade, shine and outlines as MToon has them.
#include "thumbnail.hpp"

#include "rig.hpp"

namespace vrm::builtin {
namespace {

constexpr int kSide = 512;
constexpr int kSamples = 2;  // of a pixel, across and down
constexpr int kFine = kSide * kSamples;

// What she does for it: turned and tilted a little, arms down, a smile.
constexpr float kTurn = -0.30f, kNod = 0.04f, kTilt = 0.07f, kArmsDown = 1.15f;
constexpr Vec3 kLookedAt{0, 1.244f, 0};
constexpr float kHalfView = 0.268f;  // metres from the middle to an edge
constexpr struct {
  std::string_view morph;
  float weight;
} kSmile[] = {{"ee", 0.45f}, {"relaxed", 0.15f}};

Vec3 multiplied(Vec3 a, Vec3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
Vec3 aboutY(Vec3 v, float angle) {
  const float s = sine(angle), c = cosine(angle);
  return {v.x * c + v.z * s, v.y, v.z * c - v.x * s};
}
Vec3 aboutX(Vec3 v, float angle) {
  const float s = sine(angle), c = cosine(angle);
  return {v.x, v.y * c - v.z * s, v.y * s + v.z * c};
}
Vec3 aboutZ(Vec3 v, float angle) {
  const float s = sine(angle), c = cosine(angle);
  return {v.x * c - v.y * s, v.x * s + v.y * c, v.z};
}

// Light is the square of what a picture stores: close to sRGB, and square roots are the same on all machines.
struct Sampled {
  Vec3 light;
  float alpha;
};
Sampled sampled(const gltf::Image& image, Vec2 uv) {
  const auto width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  const float x = (uv.x - std::floor(uv.x)) * static_cast<float>(width) - 0.5f;
  const float y = std::clamp(uv.y, 0.0f, 1.0f) * static_cast<float>(height) - 0.5f;
  const float left = std::floor(x), top = std::floor(y);
  float sums[4] = {};
  for (int k = 0; k < 4; ++k) {
    const int px = (static_cast<int>(left) + k % 2 + width) % width;
    const int py = std::clamp(static_cast<int>(top) + k / 2, 0, height - 1);
    const float share = (k % 2 ? x - left : 1 - (x - left)) * (k / 2 ? y - top : 1 - (y - top));
    for (int c = 0; c < 4; ++c) {
      sums[c] +=
          share * static_cast<float>(image.rgba[static_cast<std::size_t>(4 * (py * width + px) + c)]) / 255;
    }
  }
  return {{sums[0] * sums[0], sums[1] * sums[1], sums[2] * sums[2]}, sums[3]};
}

struct Corner {
  Vec3 at;  // samples to the right and up, metres towards us
  Vec3 normal;
  Vec2 uv;
};

class Portrait {
 public:
  Portrait() : light_(std::size_t{kFine} * kFine), depth_(light_.size(), -1e9f) {
    for (int y = 0; y < kFine; ++y) {
      for (int x = 0; x < kFine; ++x) light_[index(x, y)] = background(x, y);
    }
  }

  // `paint` gives the light and alpha at a normal and a place of the texture.
  template <class Paint>
  void fill(const Corner& a, const Corner& b, const Corner& c, bool deep, const Paint& paint) {
    const auto side = [](Vec3 from, Vec3 to, float x, float y) {
      return static_cast<double>(to.x - from.x) * static_cast<double>(y - from.y) -
             static_cast<double>(to.y - from.y) * static_cast<double>(x - from.x);
    };
    const double area = side(a.at, b.at, c.at.x, c.at.y);
    const auto span = [](float p, float q, float r) {
      return std::pair{std::max(0, static_cast<int>(std::min({p, q, r}))),
                       std::min(kFine - 1, static_cast<int>(std::max({p, q, r})))};
    };
    const auto [left, right] = span(a.at.x, b.at.x, c.at.x);
    const auto [low, high] = span(a.at.y, b.at.y, c.at.y);
    for (int y = low; y <= high; ++y) {
      for (int x = left; x <= right; ++x) {
        const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
        const auto u = static_cast<float>(side(b.at, c.at, px, py) / area);
        const auto v = static_cast<float>(side(c.at, a.at, px, py) / area);
        const float w = 1 - u - v;
        if (!(u >= 0 && v >= 0 && w >= 0)) continue;
        const std::size_t i = index(x, kFine - 1 - y);
        const float depth = a.at.z * u + b.at.z * v + c.at.z * w;
        if (depth <= depth_[i]) continue;
        const Sampled found =
            paint(a.normal * u + b.normal * v + c.normal * w,
                  Vec2{a.uv.x * u + b.uv.x * v + c.uv.x * w, a.uv.y * u + b.uv.y * v + c.uv.y * w});
        light_[i] = mix(light_[i], found.light, found.alpha);
        if (deep) depth_[i] = depth;
      }
    }
  }

  gltf::Image image() const {
    gltf::Image out{kSide, kSide, {}};
    const auto byte = [](float light) {
      return static_cast<std::uint8_t>(std::sqrt(std::clamp(light, 0.0f, 1.0f)) * 255 + 0.5f);
    };
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        Vec3 sum;
        for (int k = 0; k < kSamples * kSamples; ++k)
          sum = sum + light_[index(x * kSamples + k % kSamples, y * kSamples + k / kSamples)];
        sum = sum * (1.0f / (kSamples * kSamples));
        out.rgba.insert(out.rgba.end(), {byte(sum.x), byte(sum.y), byte(sum.z), 255});
      }
    }
    return out;
  }

 private:
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * kFine + x); }

  // A sun of cream on pale teal.
  static Vec3 background(int column, int row) {
    const float x = static_cast<float>(column) / kFine - 0.5f, y = static_cast<float>(row) / kFine - 0.47f;
    const float r = std::sqrt(x * x + y * y);
    const Vec3 sky = mix(Vec3{0.42f, 0.70f, 0.69f}, Vec3{0.62f, 0.82f, 0.77f}, y + 0.5f);
    const Vec3 ring = mix(sky, {0.86f, 0.93f, 0.86f}, 0.5f * smooth(0.447f, 0.443f, r));
    return mix(ring, {0.98f, 0.94f, 0.84f}, smooth(0.412f, 0.408f, r));
  }

  std::vector<Vec3> light_;
  std::vector<float> depth_;
};

class Sitter {
 public:
  explicit Sitter(const Skeleton& skeleton)
      : arms_{skeleton.at("rightUpperArm"), skeleton.at("leftUpperArm")}, turn_(skeleton.nodes.size()) {
    for (std::size_t i = 0; i < turn_.size(); ++i) {
      const Node& node = skeleton.nodes[i];
      for (const bool left : {false, true}) {
        const std::string side = left ? "left" : "right";
        if (node.name == side + "UpperArm") turn_[i] = left ? -1.0f : 1.0f;
        if (node.name == side + "Puff") turn_[i] = left ? -0.5f : 0.5f;
      }
      if (turn_[i] == 0 && node.parent != kNone) turn_[i] = turn_[node.parent];
    }
  }

  // How the light falls on it and where it is in the picture; `out` moves it along its normal.
  Corner corner(const Vertex& vertex, Vec3 position, float out) const {
    float angle = 0, sum = 0;
    for (const Weights::Pull& pull : vertex.weights.pulls) {
      angle += turn_[pull.node] * pull.weight * kArmsDown;
      sum += pull.weight;
    }
    angle /= sum;
    const Vec3 pivot = arms_[angle < 0];
    const Vec3 normal = turned(aboutZ(vertex.normal, angle));
    const Vec3 at = turned(pivot + aboutZ(position - pivot, angle) - kLookedAt) + normal * out;
    const auto samples = [](float x) { return std::round((x / kHalfView + 1) * 0.5f * kFine * 64) / 64; };
    return {{samples(at.x), samples(at.y), at.z}, normal, vertex.uv};
  }

 private:
  static Vec3 turned(Vec3 v) { return aboutZ(aboutX(aboutY(v, kTurn), kNod), kTilt); }

  Vec3 arms_[2];
  std::vector<float> turn_;  // of each node's share of the arms' way down
};

}  // namespace

gltf::Image drawThumbnail(const Character& character, std::span<const schema::Material> materials,
                          std::span<const gltf::Image> textures) {
  Portrait portrait;
  const Sitter sitter(character.skeleton);
  const Vec3 sun = unit({-0.30f, 0.55f, 0.78f});
  const auto draw = [&](const Mesh& mesh, const Primitive& primitive, bool outline) {
    const schema::Material& material = materials[primitive.material];
    const schema::MToon& toon = *material.mtoon;
    const gltf::Image& base = textures[material.baseColorTexture.index.value];
    const bool blended = material.alphaMode == gltf::AlphaMode::Blend;
    const auto lit = [&](Vec3 normal, Vec2 uv) {
      const Vec3 n = unit(normal);
      const Sampled color = sampled(base, uv);
      const float edge = 1 - toon.shadingToonyFactor;
      const float shading =
          std::clamp((dot(n, sun) + toon.shadingShiftFactor + edge) / (2 * edge), 0.0f, 1.0f);
      Vec3 light = multiplied(color.light, mix(toon.shadeColorFactor, Vec3{1, 1, 1}, shading));
      if (toon.matcapTexture) {
        const Vec2 at{0.5f + 0.495f * n.x, 0.5f - 0.495f * n.y};
        light = light +
                multiplied(sampled(textures[toon.matcapTexture.index.value], at).light, toon.matcapFactor);
      }
      return Sampled{light, blended ? color.alpha * material.baseColorFactor.w : 1.0f};
    };
    std::vector<Vec3> moves(mesh.vertices.size());
    for (const Mesh::Morph& morph : mesh.morphs) {
      for (const auto& [name, weight] : kSmile) {
        if (morph.name != name) continue;
        for (std::size_t v = 0; v < morph.moves.size(); ++v) moves[v] = moves[v] + morph.moves[v] * weight;
      }
    }
    const auto line = [&](Vec3, Vec2) { return Sampled{toon.outlineColorFactor, 1}; };
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
      Corner corners[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = primitive.indices[i + k];
        const Vertex& vertex = mesh.vertices[v];
        float out = outline ? toon.outlineWidthFactor : 0.0f;
        if (outline && toon.outlineWidthMultiplyTexture)
          out *= sampled(textures[toon.outlineWidthMultiplyTexture.index.value], vertex.uv).light.x;
        corners[k] = sitter.corner(vertex, vertex.position + moves[v], out);
      }
      const Vec3 a = corners[0].at, b = corners[1].at, c = corners[2].at;
      const bool front = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
      if (outline) {
        if (!front) portrait.fill(corners[0], corners[1], corners[2], true, line);
      } else if (front || material.doubleSided) {
        portrait.fill(corners[0], corners[1], corners[2], !blended, lit);
      }
    }
  };
  for (const bool blended : {false, true}) {
    for (std::uint32_t i = 0; i < kMeshes; ++i) {
      const Mesh& mesh = meshOf(character, i);
      for (const Primitive& primitive : mesh.primitives) {
        const schema::Material& material = materials[primitive.material];
        if ((material.alphaMode == gltf::AlphaMode::Blend) != blended) continue;
        draw(mesh, primitive, false);
        if (material.mtoon->outlineWidthMode != schema::OutlineWidthMode::None) draw(mesh, primitive, true);
      }
    }
  }
  return portrait.image();
}

}  // namespace vrm::builtin
