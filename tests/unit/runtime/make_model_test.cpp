// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models from structs that a program has edited: what no reader could have given is refused.
#include <functional>

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;

ModelBuilder good() {
  ModelBuilder b;
  b.bone(B::Head, at({0, 1, 0}), b.bone(B::Hips));
  const std::uint32_t mesh = b.meshNode({0, 0});
  const std::uint32_t material = b.material({});
  schema::Expression& e = b.expression("happy");
  e.morphTargetBinds = {{NodeIndex(mesh), 1, 1}};
  e.materialColorBinds = {{MaterialIndex(material), MaterialColorType::Color, {1, 0, 0, 1}}};
  e.textureTransformBinds = {{MaterialIndex(material), {1, 1}, {0, 0}}};
  b.vrm.firstPerson.meshAnnotations = {{NodeIndex(mesh), FirstPersonType::Both}};
  b.vrm.addedNodes = {{"tail", NodeIndex(0), {0, 0.07f, 0}}};
  b.constrain(b.node(), C::Roll, 0);
  return b;
}

TEST(MakeModel, TakesWhatAReaderGives) {
  const ModelBuilder b = good();
  Diagnostics said;
  EXPECT_TRUE(makeModel(b.asset, b.vrm, said).ok());
}

TEST(MakeModel, RefusesWhatDoesNotFit) {
  using V = schema::Vrm;
  const std::pair<const char*, std::function<void(V&)>> cases[] = {
      {"the node of a humanoid bone is 99", [](V& v) { v.humanoid[B::Spine] = NodeIndex(99); }},
      {"is two humanoid bones", [](V& v) { v.humanoid[B::Spine] = NodeIndex(0); }},
      {"spine is an added node", [](V& v) { v.humanoid[B::Spine] = NodeIndex(4); }},
      {"the node of a humanoid tail is 99", [](V& v) { v.humanoid.tails[0] = NodeIndex(99); }},
      {"the parent of an added node is 99", [](V& v) { v.addedNodes[0].parent = NodeIndex(99); }},
      {"the parent of an added node is not set", [](V& v) { v.addedNodes[0].parent = {}; }},
      {"morph target bind is 99",
       [](V& v) { v.expressions.list[0].morphTargetBinds[0].node = NodeIndex(99); }},
      {"\"happy\" is for morph target 2 of node 2, which has 2",
       [](V& v) { v.expressions.list[0].morphTargetBinds[0].index = 2; }},
      {"morph target 1 of node 0, which has 0",
       [](V& v) { v.expressions.list[0].morphTargetBinds[0].node = NodeIndex(0); }},
      {"morph target 1 of node 4, which has 0",
       [](V& v) { v.expressions.list[0].morphTargetBinds[0].node = NodeIndex(4); }},
      {"the material of a bind is 1",
       [](V& v) { v.expressions.list[0].materialColorBinds[0].material = MaterialIndex(1); }},
      {"the material of a bind is not set",
       [](V& v) { v.expressions.list[0].textureTransformBinds[0].material = {}; }},
      {"the material of a bind is 0", [](V& v) { v.materials.clear(); }},
      {"the node of an annotation is 99",
       [](V& v) { v.firstPerson.meshAnnotations[0].node = NodeIndex(99); }},
      {"an annotation is of an added node",
       [](V& v) { v.firstPerson.meshAnnotations[0].node = NodeIndex(4); }},
      {"the source of a constraint is 99", [](V& v) { v.constraints[0].source = NodeIndex(99); }},
      {"the node of a constraint is 4", [](V& v) { v.constraints[0].node = NodeIndex(4); }},
      {"has two constraints", [](V& v) { v.constraints.push_back(v.constraints[0]); }},
      {"a constraint is not finite", [](V& v) { v.constraints[0].weight = NAN; }},
      {"two expressions", [](V& v) { v.expressions.list.push_back(v.expressions.list[0]); }},
  };
  for (const auto& [what, edit] : cases) {
    ModelBuilder b = good();
    edit(b.vrm);
    Diagnostics said;
    const Result<std::shared_ptr<const Model>> made = makeModel(b.asset, b.vrm, said);
    ASSERT_FALSE(made.ok()) << what;
    EXPECT_EQ(made.error().code, Code::ApiMisuse);
    EXPECT_NE(made.error().message.find(what), std::string::npos) << made.error().message;
  }
}

}  // namespace
}  // namespace vrm
