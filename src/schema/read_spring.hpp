// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <functional>
#include <vector>

#include "schema/reader.hpp"

namespace vrm::schema {

// What the readers of final springs and of old spring groups share.
class SpringReader {
 public:
  SpringReader(Context& context, Vrm& out) : context_(context), out_(out) {}

 protected:
  NodeIndex node(const MemberReader& in, std::string_view key) const {
    return in.index<NodeIndex>(key, context_.asset.nodes.size());
  }

  // The `center` of a spring; -1 means none in 0.x and drafts (noted).
  NodeIndex center(const MemberReader& in);

  // The parameters of a joint or of a group of joints, in the ranges of VRMC_springBone.joint.schema.json; stiffness
  // above 1 is legal (decision 5). Negative gravity is not, but means something: it pulls the other way.
  SpringJoint parameters(const MemberReader& in);

  // Indices of groups in `in`'s member `colliderGroups`, renumbered because empty groups were dropped.
  std::vector<ColliderGroupIndex> groupsOf(const MemberReader& in);

  // Adds a group unless it is empty, and remembers its new number.
  void addGroup(ColliderGroup group, const Place& place);

  Context& context_;
  Vrm& out_;
  std::vector<ColliderGroupIndex> groupNumbers_;  // by the file's number
};

// VRM 0.x `secondaryAnimation` and the draft's `springBone` (seed 004).
void readSpringGroups(Context& context, const JsonValue& groups, VrmVersion version, const Place& place, Vrm& out);

// Reports springs that move the same node, also through nodes they skip (seed 002, decision 11). `pointer` tells where
// the file has a joint of a spring.
void checkSharedJoints(Context& context, const SpringBone& springBone,
                       const std::function<std::string(std::uint32_t spring, std::size_t joint)>& pointer);

}  // namespace vrm::schema
