// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Normalising: the keys of animations, also of KHR_animation_pointer, and instances of
// EXT_mesh_gpu_instancing.
#include <gtest/gtest.h>

#include <cstring>

#include "support/same_motion.hpp"
#include "support/three_avatars.hpp"
#include "unit/edit/normalised.hpp"

namespace vrm {
namespace {

using gltf::Document;
using test::AssetBuilder;
using test::floatsAt;
using test::kEnough;
using test::kSmall;
using test::Normalised;
using test::normalised;
using test::refusedBelow;
using test::triangle;

// The document as a key of its animation has it: at rest there.
Document atKey(const Document& animated, std::size_t key, std::size_t stride) {
  Document out = animated.clone();
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(animated, ignored);
  for (const gltf::AnimationChannel& channel : asset->channels) {
    const gltf::AnimationSampler& sampler = asset->samplers[channel.sampler];
    const std::vector<float> values = *gltf::readFloats(animated, *asset, sampler.output, ignored);
    const bool rotation = channel.path == gltf::AnimationPath::Rotation;
    const std::size_t size = rotation ? 4 : 3;
    const char* const name = rotation                                           ? "/rotation"
                             : channel.path == gltf::AnimationPath::Translation ? "/translation"
                                                                                : "/scale";
    const std::span<const float> value = std::span(values).subspan(size * (key * stride + stride / 2), size);
    gltf::Json& json = out.editJson();
    json.put(gltf::pointerJoin("/nodes", channel.node.value) + name, json.numbers(value));
  }
  out.editJson().remove(out.editJson().editRoot(), "animations");
  return out;
}

Document animated(std::string_view interpolation, std::string_view root) {
  AssetBuilder b = triangle(root);
  b.add(gltf::Kind::Node,
        R"({"translation":[0,1,0],"rotation":[0.6,0,0,0.8],"scale":[1.5,1.5,1.5],"mesh":0})");
  b.set("/nodes/0/children", "[1]");
  const bool cubic = interpolation == "CUBICSPLINE";
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const auto keys = [&](gltf::AccessorType type, std::vector<float> one, std::vector<float> two) {
    std::vector<float> all;
    for (const std::vector<float>& key : {one, two}) {
      const std::vector<float> tangent(cubic ? key.size() : 0, 0.25f);
      for (const std::vector<float>* part : {&tangent, &key, &tangent})
        all.insert(all.end(), part->begin(), part->end());
    }
    const auto count = static_cast<std::uint32_t>(all.size() / one.size());
    test::Bytes bytes(all.size() * sizeof(float));
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return std::to_string(b.bytes({gltf::ComponentType::Float, type, count}, bytes));
  };
  const std::string input = R"({"interpolation":")" + std::string(interpolation) + R"(","input":)" +
                            std::to_string(times) + R"(,"output":)";
  const std::string turns = keys(gltf::AccessorType::Vec4, {0, 0.6f, 0, 0.8f}, {0.48f, 0, 0.64f, 0.6f});
  const std::string moves = keys(gltf::AccessorType::Vec3, {1, 2, 3}, {-1, 0, 2});
  const std::string sizes = keys(gltf::AccessorType::Vec3, {3, 3, 3}, {0.5f, 0.5f, 0.5f});
  b.set("/animations", R"([{"samplers":[)" + input + turns + "}," + input + moves + "}," + input + sizes +
                           R"(}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}},)"
                           R"({"sampler":0,"target":{"node":1,"path":"rotation"}},)"
                           R"({"sampler":1,"target":{"node":1,"path":"translation"}},)"
                           R"({"sampler":2,"target":{"node":1,"path":"scale"}}]}])");
  return b.document();
}

// What a broken channel names and the animation does not have is not the copy that normalising adds.
TEST(NormalizeAnimations, NewSamplersAreNotThoseThatWereMissing) {
  Document document = animated("LINEAR", R"({"rotation":[0,0.6,0,0.8]})");
  const std::string channels = "/animations/0/channels";
  gltf::Json& json = document.editJson();
  ASSERT_TRUE(json.put(channels + "/-", *json.fromText(R"({"sampler":3,"target":{"node":0,"path":"scale"}})")));
  const Normalised after = normalised(document);
  EXPECT_EQ(after.at(channels + "/0/sampler"), "3");
  EXPECT_EQ(after.at(channels + "/4/sampler"), "1073741827");
}

TEST(NormalizeAnimations, KeysSayTheSame) {
  for (const char* root :
       {R"({"mesh":0,"rotation":[0,0,0.6,0.8],"scale":[2,2,2]})", R"({"mesh":0,"scale":[-1,1,1]})"}) {
    for (const char* interpolation : {"LINEAR", "STEP", "CUBICSPLINE"}) {
      const Document before = animated(interpolation, root);
      const Normalised after = normalised(before);
      const std::size_t stride = std::string_view(interpolation) == "CUBICSPLINE" ? 3 : 1;
      for (const std::size_t key : {0u, 1u}) {
        EXPECT_TRUE(test::movesTheSame(atKey(before, key, stride), atKey(after.document, key, stride), 1e-5))
            << root << " " << interpolation << " " << key;
      }
      EXPECT_EQ(after.at("/animations/0/samplers/4"), "nothing");
      EXPECT_NE(after.at("/animations/0/channels/0/sampler"), after.at("/animations/0/channels/1/sampler"));
    }
  }
}

// One sampler for many nodes, whose keys all become their own.
TEST(NormalizeAnimations, KeysOfManyNodesAreBounded) {
  AssetBuilder b;
  b.add(gltf::Kind::Node, R"({"rotation":[0,0,0.6,0.8]})");
  std::string children, channels;
  for (int i = 1; i <= 100; ++i) {
    b.add(gltf::Kind::Node, "{}");
    const std::string node = std::to_string(i), comma = i > 1 ? "," : "";
    children += comma + node;
    channels += comma + R"({"sampler":0,"target":{"path":"rotation","node":)" + node + "}}";
  }
  b.set("/nodes/0/children", "[" + children + "]");
  b.add(gltf::Kind::Accessor, R"({"count":100,"componentType":5126,"type":"SCALAR","min":[0],"max":[0]})");
  b.add(gltf::Kind::Accessor, R"({"count":100,"componentType":5126,"type":"VEC4"})");
  b.set("/animations", R"([{"samplers":[{"input":0,"output":1,"extras":")" + std::string(1000, 'x') +
                           R"("}],"channels":[)" + channels + "]}]");
  EXPECT_EQ(refusedBelow(b, kEnough), "nothing");
  EXPECT_EQ(refusedBelow(b, kSmall), "LIMIT_DECODED_BYTES /animations/0/channels/62");
  gltf::OpenOptions options;
  options.limits.jsonBytes = 20'000;  // the JSON takes about 8,000
  Result<Document> document = Document::parse(b.glb(), options);
  ASSERT_TRUE(document) << document.error().toString();
  Diagnostics said;
  const Result<edit::NormalizeSummary> done = edit::normalize(*document, {}, said);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::LimitJsonBytes);
  EXPECT_EQ(done.error().pointer, "/animations/0/samplers/0");
}

// Expressions of animations have their weight in X of a translation.
TEST(NormalizeAnimations, WeightsAreNotTurned) {
  AssetBuilder b;
  b.add(gltf::Kind::Node, R"({"rotation":[0,0,0.6,0.8],"children":[1]})");
  b.add(gltf::Kind::Node, R"({"name":"happy"})");
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const std::uint32_t values = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0});
  b.set("/animations", R"([{"samplers":[{"input":)" + std::to_string(times) + R"(,"output":)" +
                           std::to_string(values) +
                           R"(}],"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}])");
  b.set("/extensions/VRMC_vrm_animation",
        R"({"specVersion":"1.0","expressions":{"preset":{"happy":{"node":1}}}})");
  b.use("VRMC_vrm_animation");
  const Normalised after = normalised(b.document());
  EXPECT_EQ(floatsAt(after.document, "/animations/0/samplers/0/output"),
            (std::vector<float>{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(after.at("/nodes/0/rotation"), "nothing");
}

// By pointers instead of nodes: the same keys.
TEST(NormalizeAnimations, KeysByPointerSayTheSameToo) {
  const Document plain = animated("LINEAR", R"({"mesh":0,"rotation":[0,0,0.6,0.8],"scale":[2,2,2]})");
  Document pointed = plain.clone();
  gltf::Json& json = pointed.editJson();
  const char* const targets[] = {"0/rotation", "1/rotation", "1/translation", "1/scale"};
  for (std::size_t c = 0; c < 4; ++c) {
    const Result<gltf::JsonValue> target =
        json.fromText(R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/)" +
                      std::string(targets[c]) + "\"}}}");
    json.put(gltf::pointerJoin("/animations/0/channels", c) + "/target", *target);
  }
  const Normalised one = normalised(plain), two = normalised(pointed);
  for (std::size_t c = 0; c < 4; ++c) {
    const auto keys = [&](const Normalised& after) {
      const std::string sampler = after.at(gltf::pointerJoin("/animations/0/channels", c) + "/sampler");
      return floatsAt(after.document, "/animations/0/samplers/" + sampler + "/output");
    };
    EXPECT_EQ(keys(one), keys(two)) << targets[c];
  }
}

// Which are along the axes of nodes that are others now.
TEST(NormalizeAnimations, PointersToVectorsOfNodesAreReported) {
  const auto said = [](std::string_view rotation, std::string_view member) {
    AssetBuilder b = triangle(rotation);
    b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
    b.set("/animations", R"([{"samplers":[{"input":4,"output":4}],"channels":[{"sampler":0,"target":{"path":)"
                         R"("pointer","extensions":{"KHR_animation_pointer":{"pointer":")" +
                             std::string(member) + R"("}}}}]}])");
    const Normalised after = normalised(b.document());
    std::string out;
    for (const Diagnostic& issue : after.said.all()) out += issue.toString() + "\n";
    return out;
  };
  const char* const turned = R"({"mesh":0,"rotation":[0,0,0.6,0.8]})";
  EXPECT_NE(said(turned, "/extensions/VRMC_springBone/colliders/0/shape/sphere/offset")
                .find("/animations/0/channels/0: it animates /extensions/VRMC_springBone/colliders/0/shape/"
                      "sphere/offset, along the axes that a node had before [EDIT_APPROXIMATE]"),
            std::string::npos);
  EXPECT_EQ(said(turned, "/extensions/VRMC_springBone/colliders/0/shape/sphere/radius"), "");
  EXPECT_EQ(said(turned, "/materials/0/alphaCutoff"), "");
  EXPECT_EQ(said(R"({"mesh":0})", "/extensions/VRMC_springBone/colliders/0/shape/sphere/offset"), "");
}

// --- instances

// A node for each instance.
Document expanded(const Document& source) {
  Document out = source.clone();
  gltf::Json& json = out.editJson();
  const std::string instancing = "/nodes/1/extensions/EXT_mesh_gpu_instancing/attributes/";
  const std::vector<float> places = floatsAt(source, instancing + "TRANSLATION"),
                           turns = floatsAt(source, instancing + "ROTATION"),
                           sizes = floatsAt(source, instancing + "SCALE");
  gltf::JsonValue children = json.array();
  gltf::JsonValue& nodes = *json.editRoot().find("nodes");
  const gltf::JsonValue mesh = json.copy(*nodes.elements()[1].find("mesh"));
  for (std::size_t k = 0; 3 * k < places.size(); ++k) {
    gltf::JsonValue node = json.object();
    json.set(node, "mesh", json.copy(mesh));
    json.set(node, "translation", json.numbers(std::span(places).subspan(3 * k, 3)));
    json.set(node, "rotation", json.numbers(std::span(turns).subspan(4 * k, 4)));
    json.set(node, "scale", json.numbers(std::span(sizes).subspan(3 * k, 3)));
    json.append(children, json.number(nodes.size()));
    json.append(nodes, node);
  }
  gltf::JsonValue& node = nodes.elements()[1];
  json.remove(node, "mesh");
  json.remove(node, "extensions");
  json.set(node, "children", children);
  return out;
}

Document instanced(std::string_view above, std::string_view own) {
  AssetBuilder b = triangle(above);
  const auto places = b.floats(gltf::AccessorType::Vec3, {1, 2, 3, -1, 0, 2});
  const auto turns = b.floats(gltf::AccessorType::Vec4, {0, 0.6f, 0, 0.8f, 0.48f, 0, 0.64f, 0.6f});
  const auto sizes = b.floats(gltf::AccessorType::Vec3, {1, 2, 0.5f, 3, 1, 1});
  b.add(gltf::Kind::Node, R"({"mesh":0,)" + std::string(own) +
                              R"(,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":)" +
                              std::to_string(places) + R"(,"ROTATION":)" + std::to_string(turns) +
                              R"(,"SCALE":)" + std::to_string(sizes) + "}}}}");
  b.set("/nodes/0/children", "[1]");
  b.use("EXT_mesh_gpu_instancing");
  return b.document();
}

TEST(NormalizeInstances, StandWhereTheyStood) {
  const Document before =
      instanced(R"({"rotation":[0,0,0.6,0.8],"scale":[2,2,2]})",
                R"("translation":[1,0,0],"rotation":[0.6,0,0,0.8],"scale":[1.5,1.5,1.5])");
  const Normalised after = normalised(before);
  EXPECT_TRUE(test::movesTheSame(expanded(before), expanded(after.document), 1e-5));
  EXPECT_TRUE(after.says(Code::EditKept));
  EXPECT_FALSE(after.says(Code::EditApproximate));
  EXPECT_EQ(after.at("/nodes/1/scale"), "nothing");
  EXPECT_EQ(after.summary.keptRotations, 1u);
}

TEST(NormalizeInstances, ThatWereStretchedAlongTheirOwnAxesAreReported) {
  const Normalised after = normalised(instanced("{}", R"("scale":[1,2,1])"));
  const auto said = after.said.all();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].code, Code::EditApproximate);
  EXPECT_EQ(said[0].pointer, "/nodes/1/extensions/EXT_mesh_gpu_instancing");
}

}  // namespace
}  // namespace vrm
