// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/references.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "gltf/texts.hpp"

namespace vrm::gltf {
namespace {

// The patterns of the table as a tree, so that one walk over the file serves all of them and never leaves the paths
// the table knows. Its depth, and so our recursion, is that of the longest pattern, whatever the file nests.
struct Branch {
  std::vector<std::pair<std::string_view, std::uint32_t>> named;
  std::uint64_t sizes = 0;  // a bit for each length of a name: most members of a file have none of the names
  std::uint32_t any = 0;  // 0: none (branch 0 is the root, which nothing leads to)
  const ReferenceRule* rule = nullptr;
  std::uint32_t owner = 0;
};

std::uint64_t sizeBit(std::string_view name) {
  return std::uint64_t{1} << (name.size() % 64);
}

class RuleTree {
 public:
  RuleTree() : branches_(1) {
    for (const ReferenceRule& rule : referenceRules()) add(rule);
  }
  const Branch& operator[](std::uint32_t i) const { return branches_[i]; }

 private:
  void add(const ReferenceRule& rule) {
    std::uint32_t at = 0;
    std::uint32_t depth = 0;
    std::uint32_t owner = 0;
    std::string_view rest = rule.pattern;
    while (!rest.empty()) {
      rest.remove_prefix(1);
      std::string_view part = rest.substr(0, rest.find('/'));
      rest.remove_prefix(part.size());
      ++depth;
      if (part.ends_with('!')) {
        owner = depth;
        part.remove_suffix(1);
      }
      at = child(at, part);
    }
    branches_[at].rule = &rule;
    branches_[at].owner = owner;
  }

  std::uint32_t child(std::uint32_t at, std::string_view part) {
    const auto fresh = static_cast<std::uint32_t>(branches_.size());
    if (part == "*") {
      if (branches_[at].any == 0) {
        branches_[at].any = fresh;
        branches_.emplace_back();
      }
      return branches_[at].any;
    }
    for (const auto& [key, next] : branches_[at].named) {
      if (key == part) return next;
    }
    branches_[at].named.emplace_back(part, fresh);
    branches_[at].sizes |= sizeBit(part);
    branches_.emplace_back();
    return fresh;
  }

  std::vector<Branch> branches_;
};

const RuleTree& ruleTree() {
  static const RuleTree tree;
  return tree;
}

class Walker {
 public:
  explicit Walker(const std::function<void(const ReferenceSite&)>& visit) : tree_(ruleTree()), visit_(visit) {}

  void walk(JsonValue& value, std::uint32_t at) {
    const Branch& branch = tree_[at];
    if (branch.rule) visit_({*branch.rule, path_, value, branch.owner});
    if (value.isArray()) {
      if (branch.any == 0) return;
      const std::span<JsonValue> elements = value.elements();
      for (std::uint32_t i = 0; i < elements.size(); ++i) step(value, {}, i, elements[i], branch.any);
    } else if (value.isObject()) {
      const std::span<JsonMember> members = value.members();
      for (std::uint32_t i = 0; i < members.size(); ++i) {
        const std::string_view key = members[i].key.string();
        if ((branch.sizes & sizeBit(key)) != 0) {
          for (const auto& [name, next] : branch.named) {
            if (name.size() == key.size() && name.front() == key.front() && name == key) step(value, key, i, members[i].value, next);
          }
        }
        if (branch.any != 0) step(value, key, i, members[i].value, branch.any);
      }
    }
  }

 private:
  void step(JsonValue& container, std::string_view key, std::uint32_t i, JsonValue& value, std::uint32_t next) {
    path_.push_back({&container, key, i, &value});
    walk(value, next);
    path_.pop_back();
  }

  const RuleTree& tree_;
  const std::function<void(const ReferenceSite&)>& visit_;
  std::vector<PathStep> path_;
};

}  // namespace

std::string pointerOf(std::span<const PathStep> path) {
  std::string pointer;
  for (const PathStep& step : path) {
    pointer = step.container->isArray() ? pointerJoin(pointer, step.index) : pointerJoin(pointer, step.key);
  }
  return pointer;
}

std::optional<Target> targetOf(const ReferenceSite& site) {
  if (site.rule.target != Kind::Pointer) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (!index) return std::nullopt;
    return Target{site.rule.target, *index};
  }
  for (std::size_t k = 0; k < kKindCount; ++k) {
    const std::string_view home = info(static_cast<Kind>(k)).home;
    std::string_view rest = site.value.string();
    if (home.empty() || !rest.starts_with(home) || rest.size() <= home.size() || rest[home.size()] != '/') continue;
    rest.remove_prefix(home.size() + 1);
    std::uint32_t index = 0;
    const char* end = rest.data() + std::min(rest.find('/'), rest.size());
    const auto [stop, error] = std::from_chars(rest.data(), end, index);
    if (error != std::errc() || stop != end || stop == rest.data()) continue;
    return Target{static_cast<Kind>(k), index, rest.substr(static_cast<std::size_t>(end - rest.data()))};
  }
  return std::nullopt;
}

void visitReferences(JsonValue& root, const std::function<void(const ReferenceSite&)>& visit) {
  Walker(visit).walk(root, 0);
}

const JsonValue* homeArray(const JsonValue& root, Kind kind) {
  const std::string_view home = info(kind).home;
  if (home.empty()) return nullptr;
  const JsonValue* found = Json::at(root, home);
  return found && found->isArray() ? found : nullptr;
}

const JsonValue* targetArray(const JsonValue& root, const ReferenceSite& site) {
  if (site.rule.target != Kind::AnimationSampler) return homeArray(root, site.rule.target);
  constexpr std::size_t kAnimation = 1;  // "/animations/*"
  const JsonValue* samplers = site.path[kAnimation].value->find("samplers");
  return samplers && samplers->isArray() ? samplers : nullptr;
}

References checkReferences(const JsonValue& root, Diagnostics& diagnostics) {
  // Home arrays are looked up once; a file has far more references than kinds.
  const JsonValue* homes[kKindCount];
  References out;
  for (std::size_t k = 0; k < kKindCount; ++k) {
    homes[k] = homeArray(root, static_cast<Kind>(k));
    if (homes[k]) out.used[k].resize(homes[k]->size());
  }
  const auto mark = [&](const Target& target) {
    std::vector<bool>& marks = out.of(target.kind);
    if (target.index < marks.size()) marks[target.index] = true;
  };
  const auto report = [&](Code code, const ReferenceSite& site, const auto& message) {
    if (!diagnostics.counted(code)) diagnostics.add(code, pointerOf(site.path), message());
  };
  // Nothing is changed; the walk is shared with the edits, which do.
  visitReferences(const_cast<JsonValue&>(root), [&](const ReferenceSite& site) {
    const ReferenceRule& rule = site.rule;
    const std::optional<Target> target = targetOf(site);
    if (rule.target == Kind::Pointer) {
      if (!target) return;  // not one of our arrays
      mark(*target);
      const JsonValue* array = homes[static_cast<std::size_t>(target->kind)];
      const std::uint32_t size = array ? array->size() : 0;
      if (target->index >= size) {
        report(Code::GltfIndexRange, site, [&] { return outOfRange(target->kind, target->index, size); });
      }
      return;
    }
    if (!target) {
      if (rule.minusOneIsNone && site.value.spelling() == "-1") return;
      const bool number = site.value.isNumber();
      report(number ? Code::GltfIndexRange : Code::GltfType, site, [&] {
        return (number ? shortened(site.value.spelling()) : std::string("the value")) +
               " is not an index into the " + std::string(info(rule.target).plural);
      });
      return;
    }
    mark(*target);
    const JsonValue* home = rule.target == Kind::AnimationSampler ? targetArray(root, site)
                                                                  : homes[static_cast<std::size_t>(rule.target)];
    const std::uint32_t count = home ? home->size() : 0;
    if (target->index < count) return;
    report(Code::GltfIndexRange, site, [&] { return outOfRange(rule.target, target->index, count); });
  });
  return out;
}

}  // namespace vrm::gltf
