// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files with something wrong: springs and constraints.
#include "unit/validate/validate_case.hpp"

namespace vrm::test {

namespace {

const std::string limit =
    "/extensions/VRMC_springBone/springs/1/joints/0/extensions/VRMC_springBone_limit/limit";

ValidateCase limited(const std::string& value, Code code, std::vector<std::string> report) {
  return changed(code, VrmVersion::Vrm1,
                 {{"/extensions/VRMC_springBone/springs/1/joints/0/extensions",
                   R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":)" + value + "}}"},
                  {"/extensionsUsed/-", R"("VRMC_springBone_limit")"}},
                 std::move(report));
}

}  // namespace

std::vector<ValidateCase> springCases() {
  return {
      changed(Code::VrmCollider, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/colliders/0/shape/capsule", R"({"radius":0.1})"}},
              {"error /extensions/VRMC_springBone/colliders/0/shape/capsule: the shape is a sphere already "
               "[VRM_COLLIDER]"}),
      changed(Code::VrmCollider, VrmVersion::Vrm1, {{"/extensions/VRMC_springBone/colliders/0/shape", "{}"}},
              {"error /extensions/VRMC_springBone/colliders/0/shape: the shape must have one of sphere and "
               "capsule [VRM_COLLIDER]"}),
      changed(
          Code::VrmColliderFallback, VrmVersion::Vrm1,
          {{"/extensions/VRMC_springBone/colliders/0/shape", ""},
           {"/extensions/VRMC_springBone/colliders/0/extensions",
            R"({"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{"plane":{"normal":[0,1,0]}}}})"},
           {"/extensionsUsed/-", R"("VRMC_springBone_extended_collider")"}},
          {"error /extensions/VRMC_springBone/colliders/0: the collider has no shape for readers without "
           "VRMC_springBone_extended_collider [VRM_COLLIDER_FALLBACK]"}),
      changed(
          Code::VrmColliderUnused, VrmVersion::Vrm1,
          {{"/extensions/VRMC_springBone/colliders/-", R"({"node":4,"shape":{"sphere":{"radius":0.1}}})"}},
          {"information /extensions/VRMC_springBone/colliders/2: no group has this collider "
           "[VRM_COLLIDER_UNUSED]"}),
      changed(Code::VrmColliderUnused, VrmVersion::Vrm0,
              {{"/extensions/VRM/secondaryAnimation/boneGroups/0/colliderGroups", "[]"}},
              {"information /extensions/VRM/secondaryAnimation/colliderGroups/0: no spring uses this group "
               "of colliders [VRM_COLLIDER_UNUSED]"}),
      changed(Code::VrmSpringChain, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/0/joints/1/node", "25"}},
              {"error /extensions/VRMC_springBone/springs/0/joints/2/node: node 24 \"hair_3\" is no "
               "descendant of the joint before it, node 25 \"branch\" [VRM_SPRING_CHAIN]",
               "error /extensions/VRMC_springBone/springs/1/joints/0/node: node 25 \"branch\" belongs to two "
               "springs, \"hair\" from node 22 \"hair_1\" and \"hair\" from node 25 \"branch\" "
               "[VRM_SPRING_SHARED]"}),
      // A chain that ends there has one joint, which is no mistake of its own.
      changed(Code::VrmSpringChain, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/0/joints/1/node", "0"}},
              {"error /extensions/VRMC_springBone/springs/0/joints/1/node: node 0 \"hips\" is no descendant "
               "of the joint before it, node 22 \"hair_1\" [VRM_SPRING_CHAIN]"}),
      changed(Code::VrmSpringShared, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/1/joints/0/node", "23"},
               {"/extensions/VRMC_springBone/springs/1/joints/1/node", "24"}},
              {"error /extensions/VRMC_springBone/springs/1/joints/0/node: node 23 \"hair_2\" belongs to two "
               "springs, \"hair\" from node 22 \"hair_1\" and \"hair\" from node 23 \"hair_2\" "
               "[VRM_SPRING_SHARED]"}),
      // Through a node that a chain skips, which stands above its second joint.
      changed(Code::VrmSpringShared, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/0/joints", R"([{"node":22},{"node":23}])"},
               {"/extensions/VRMC_springBone/springs/1/joints", R"([{"node":4},{"node":25}])"}},
              {"error /extensions/VRMC_springBone/springs/1/joints/1/node: node 22 \"hair_1\" belongs to two "
               "springs, \"hair\" from node 22 \"hair_1\" and \"hair\" from node 4 \"head\" "
               "[VRM_SPRING_SHARED]"}),
      changed(Code::VrmSpringShared, VrmVersion::Vrm0,
              {{"/extensions/VRM/secondaryAnimation/boneGroups/0/bones", "[22,25]"}},
              {"error /extensions/VRM/secondaryAnimation/boneGroups/0/bones/1: node 25 \"branch\" belongs to "
               "two springs, \"hair\" from node 25 \"branch\" and \"hair\" from node 25 \"branch\" "
               "[VRM_SPRING_SHARED]"}),
      // All of its chains, which is one mistake.
      changed(Code::VrmSpringShared, VrmVersion::Vrm0,
              {{"/extensions/VRM/secondaryAnimation/boneGroups/0/bones", "[22,22]"}},
              {"error /extensions/VRM/secondaryAnimation/boneGroups/0/bones/1: node 22 \"hair_1\" belongs to "
               "two springs, \"hair\" from node 22 \"hair_1\" and \"hair\" from node 22 \"hair_1\" "
               "[VRM_SPRING_SHARED]"}),
      changed(
          Code::VrmSpringShared, VrmVersion::Draft,
          {{"/extensions/VRMC_vrm/springBone/boneGroups/0/bones", "[22,24]"}},
          {"error /extensions/VRMC_vrm/springBone/boneGroups/0/bones/1: node 24 \"hair_3\" belongs to two "
           "springs, \"hair\" from node 22 \"hair_1\" and \"hair\" from node 24 \"hair_3\" "
           "[VRM_SPRING_SHARED]"}),
      changed(
          Code::VrmSpringCenter, VrmVersion::Vrm1, {{"/extensions/VRMC_springBone/springs/0/center", "18"}},
          {"error /extensions/VRMC_springBone/springs/0/center: node 18 \"rightHand\" is neither the first "
           "joint of spring \"hair\" from node 22 \"hair_1\" nor above it [VRM_SPRING_CENTER]"}),
      changed(Code::VrmSpringCenter, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/1/center", "22"}},
              {"error /extensions/VRMC_springBone/springs/1/center: node 22 \"hair_1\" is moved by spring "
               "\"hair\" from node 22 \"hair_1\" [VRM_SPRING_CENTER]"}),
      changed(
          Code::VrmSpringCenter, VrmVersion::Vrm0,
          {{"/extensions/VRM/secondaryAnimation/boneGroups/0/center", "18"}},
          {"warning /extensions/VRM/secondaryAnimation/boneGroups/0/center: node 18 \"rightHand\" is neither "
           "the first joint of spring \"hair\" from node 22 \"hair_1\" nor above it [VRM_SPRING_CENTER]"}),
      changed(
          Code::VrmSpringZero, VrmVersion::Vrm1, {{"/nodes/24/translation", ""}},
          {"warning /nodes/24: node 24 \"hair_3\" is the tail of node 23 \"hair_2\" and lies on it: the bone "
           "has no length [VRM_SPRING_ZERO]"}),
      changed(Code::VrmSpringZero, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/1/joints", R"([{"node":25}])"}},
              {"warning /extensions/VRMC_springBone/springs/1: spring \"hair\" from node 25 \"branch\" has a "
               "single joint, which is only a tail: nothing swings [VRM_SPRING_ZERO]"}),
      changed(Code::VrmSpringValue, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/1/joints/0/gravityDir", "[0,-2,0]"}},
              {"warning /extensions/VRMC_springBone/springs/1/joints/0/gravityDir: the direction is not of "
               "length 1, "
               "so that gravity is not gravityPower; spring \"hair\" from node 25 \"branch\" "
               "[VRM_SPRING_VALUE]"}),
      changed(Code::VrmSpringValue, VrmVersion::Vrm0,
              {{"/extensions/VRM/secondaryAnimation/boneGroups/0/gravityDir", R"({"x":0,"y":0,"z":0})"}},
              {"warning /extensions/VRM/secondaryAnimation/boneGroups/0/gravityDir: the direction is not of "
               "length 1, so that gravity is not gravityPower; spring \"hair\" from node 22 \"hair_1\" "
               "[VRM_SPRING_VALUE]"}),
      changed(
          Code::VrmSpringValue, VrmVersion::Vrm1,
          {{"/extensions/VRMC_springBone/springs/0/joints/2/stiffness", "1e9"}},
          {"warning /extensions/VRMC_springBone/springs/0/joints/2/stiffness: 1000000000: above 1000 nothing "
           "swings any more; spring \"hair\" from node 22 \"hair_1\" [VRM_SPRING_VALUE]"}),
      changed(Code::VrmSpringValue, VrmVersion::Vrm0,
              {{"/extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness", "2000"},
               {"/extensions/VRM/secondaryAnimation/boneGroups/0/hitRadius", "200"}},
              {"warning /extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness: 2000: above 1000 nothing "
               "swings any more; spring \"hair\" from node 22 \"hair_1\" [VRM_SPRING_VALUE]",
               "warning /extensions/VRM/secondaryAnimation/boneGroups/0/hitRadius: 200: units are metres; "
               "spring \"hair\" from node 22 \"hair_1\" [VRM_SPRING_VALUE]"}),
      changed(Code::VrmSpringValue, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/springBone/boneGroups/0/gravityPower", "1500"}},
              {"warning /extensions/VRMC_vrm/springBone/boneGroups/0/gravityPower: 1500: above 1000 nothing "
               "swings any more; spring \"hair\" from node 22 \"hair_1\" [VRM_SPRING_VALUE]"}),
      changed(Code::VrmSpringLimp, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/1/joints/0/stiffness", "0"},
               {"/extensions/VRMC_springBone/springs/1/joints/0/gravityPower", "0"}},
              {"warning /extensions/VRMC_springBone/springs/1: spring \"hair\" from node 25 \"branch\" has "
               "neither stiffness nor gravity [VRM_SPRING_LIMP]"}),
      changed(Code::VrmSpringOrder, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/colliders/0/node", "22"},
               {"/extensions/VRMC_springBone/colliders/1/node", "25"},
               {"/extensions/VRMC_springBone/colliderGroups", R"([{"colliders":[0]},{"colliders":[1]}])"},
               {"/extensions/VRMC_springBone/springs/0/colliderGroups", "[1]"}},
              {"warning /extensions/VRMC_springBone/springs/0: springs that wait for each other in a ring: "
               "\"hair\" from node 22 \"hair_1\", \"hair\" from node 25 \"branch\" [VRM_SPRING_ORDER]"}),
      changed(
          Code::VrmSpringLimit, VrmVersion::Vrm1,
          {{"/extensions/VRMC_springBone/springs/1/joints/0/extensions",
            R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{"cone":{"angle":1},"hinge":{"angle":1}}}})"},
           {"/extensionsUsed/-", R"("VRMC_springBone_limit")"}},
          {"error "
           "/extensions/VRMC_springBone/springs/1/joints/0/extensions/VRMC_springBone_limit/limit/hinge: the "
           "joint has another limit already [VRM_SPRING_LIMIT]"}),
      limited(R"({"cone":{}})", Code::VrmSpringLimit,
              {"error " + limit + "/cone/angle: angle is missing; it is not limited [VRM_SPRING_LIMIT]"}),
      limited(R"({"spherical":{"pitch":1}})", Code::VrmSpringLimit,
              {"error " + limit + "/spherical/yaw: yaw is missing; it is not limited [VRM_SPRING_LIMIT]"}),
      limited(R"({"spherical":{"phi":1,"theta":1}})", Code::VrmSpringLimit,
              {"error " + limit +
                   "/spherical/phi: phi is the word of an older draft, must be pitch "
                   "[VRM_SPRING_LIMIT]",
               "error " + limit +
                   "/spherical/theta: theta is the word of an older draft, must be yaw "
                   "[VRM_SPRING_LIMIT]"}),
      changed(Code::VrmSpringLimitAxis, VrmVersion::Vrm1,
              {{"/extensions/VRMC_springBone/springs/0/joints/2/extensions",
                R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{"cone":{"angle":1}}}})"},
               {"/extensionsUsed/-", R"("VRMC_springBone_limit")"}},
              {"warning /extensions/VRMC_springBone/springs/0/joints/2: the bone points along -Y of its "
               "node, where the axes of its limit may be any [VRM_SPRING_LIMIT_AXIS]"}),
      changed(Code::VrmConstraint, VrmVersion::Vrm1,
              {{"/nodes/13/extensions/VRMC_node_constraint/constraint/rotation/source", "13"}},
              {"error /nodes/13/extensions/VRMC_node_constraint/constraint/rotation/source: the source is "
               "the node itself; the constraint is left out [VRM_CONSTRAINT]"}),
      changed(Code::VrmConstraint, VrmVersion::Draft,
              {{"/nodes/13/extensions/VRMC_constraints-1.0/rotation/source", "2"}},
              {"error /nodes/13/extensions/VRMC_constraints-1.0/rotation/source: the source is an ancestor "
               "of the node, which drafts forbid; the constraint is left out [VRM_CONSTRAINT]"}),
      changed(
          Code::VrmConstraint, VrmVersion::Vrm1,
          {{"/nodes/13/extensions/VRMC_node_constraint/constraint/roll", R"({"source":16,"rollAxis":"X"})"}},
          {"error /nodes/13/extensions/VRMC_node_constraint/constraint: it has both roll and rotation; the "
           "constraint is left out [VRM_CONSTRAINT]"}),
      changed(Code::VrmConstraint, VrmVersion::Vrm1,
              {{"/nodes/16/extensions",
                R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":13}}}})"}},
              {"error /nodes/16: its source depends on the node itself, through 2 constraints; the "
               "constraint is left out [VRM_CONSTRAINT]"}),
      changed(Code::VrmConstraintSource, VrmVersion::Vrm1,
              {{"/nodes/13/extensions/VRMC_node_constraint/constraint/rotation/source", "23"}},
              {"warning /nodes/13: the source, node 23 \"hair_2\", is moved by the spring joint at node 23 "
               "\"hair_2\" "
               "[VRM_CONSTRAINT_SOURCE]"}),
  };
}

}  // namespace vrm::test
