// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate/member_rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "validate/member_rules_gltf.hpp"
#include "validate/member_rules_text.hpp"
#include "vrm/base/number.hpp"

namespace vrm::checks {
namespace {

template <class F>
void forEachPart(std::string_view text, char separator, F&& f) {
  for (;;) {
    const std::size_t end = text.find(separator);
    f(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

// One line of the text: see member_rules_text.hpp for the language.
class RuleParser {
 public:
  std::vector<ObjectRule> parse(std::string_view text) {
    // Types may be named before they come.
    forEachPart(text, '\n', [&](std::string_view line) {
      if (line.rfind("type ", 0) == 0) rules_.push_back({line.substr(5), {}, {}, false, 0});
    });
    ObjectRule* rule = nullptr;
    std::size_t next = 0;
    forEachPart(text, '\n', [&](std::string_view line) {
      if (line.rfind("type ", 0) == 0) {
        rule = &rules_[next++];
      } else if (rule && line.rfind("  ", 0) == 0) {
        addMember(*rule, line.substr(2));
      }
    });
    return std::move(rules_);
  }

 private:
  void addMember(ObjectRule& rule, std::string_view line) {
    if (line == "...") {
      rule.open = true;
      return;
    }
    const std::size_t space = line.find(' ');
    MemberRule member;
    member.name = line.substr(0, space);
    std::string_view value = line.substr(space);
    while (value.front() == ' ') value.remove_prefix(1);
    member.required = member.name.back() == '!';
    if (member.required) member.name.remove_suffix(1);
    member.value = parseValue(value);
    const bool extension = member.name.front() == '+';
    if (extension) member.name.remove_prefix(1);
    constexpr std::string_view kDraft = "~draft";
    member.draft = member.name.ends_with(kDraft);
    if (member.draft) member.name.remove_suffix(kDraft.size());
    rule.required += !extension && member.required;
    (extension ? rule.extensions : rule.members).push_back(std::move(member));
  }

  ValueRule parseValue(std::string_view text) {
    ValueRule rule;
    if (text.front() == '{' || text.front() == '[') {
      const std::size_t end = text.find_last_of("}]");
      rule.kind = text.front() == '{' ? ValueKind::Map : ValueKind::List;
      rule.inner.push_back(parseValue(text.substr(1, end - 1)));
      const std::string_view size = text.substr(end + 1);
      if (rule.kind == ValueKind::List) rule.least = 1;
      if (size == "*") {
        rule.least = 0;
      } else if (!size.empty()) {
        const std::size_t dash = size.find('-');
        rule.least = number(size.substr(0, dash));
        rule.most = dash == std::string_view::npos ? rule.least : number(size.substr(dash + 1));
      }
      return rule;
    }
    if (text.front() == '@') {
      rule.kind = ValueKind::Object;
      rule.orList = text.back() == '*';
      if (rule.orList) text.remove_suffix(1);
      const auto found = std::find_if(rules_.begin(), rules_.end(),
                                      [&](const ObjectRule& r) { return r.name == text.substr(1); });
      if (found == rules_.end()) std::abort();  // a slip in our own text; the first test that runs finds it
      rule.type = static_cast<std::uint32_t>(found - rules_.begin());
      return rule;
    }
    const std::size_t split = text.find_first_of(":<>");
    const std::string_view kind = text.substr(0, split);
    static constexpr std::pair<std::string_view, ValueKind> kValueKinds[] = {
        {"any", ValueKind::Any},       {"object", ValueKind::Object}, {"boolean", ValueKind::Boolean},
        {"string", ValueKind::String}, {"number", ValueKind::Number}, {"integer", ValueKind::Integer},
        {"index", ValueKind::Index}};
    const auto* const found =
        std::find_if(std::begin(kValueKinds), std::end(kValueKinds), [&](const auto& k) { return k.first == kind; });
    if (found == std::end(kValueKinds)) std::abort();
    rule.kind = found->second;
    if (split != std::string_view::npos) parseLimits(text.substr(split), rule);
    return rule;
  }

  void parseLimits(std::string_view text, ValueRule& rule) {
    const std::size_t dots = text.find("..");
    if (text.rfind(">=", 0) == 0) {
      rule.least = number(text.substr(2));
    } else if (text.front() == '>') {
      rule.least = number(text.substr(1));
      rule.above = true;
    } else if (text.rfind("<=", 0) == 0) {
      rule.most = number(text.substr(2));
    } else if (dots != std::string_view::npos) {
      rule.least = number(text.substr(1, dots - 1));
      rule.most = number(text.substr(dots + 2));
    } else {
      forEachPart(text.substr(1), '|', [&](std::string_view choice) { rule.choices.push_back(choice); });
    }
  }

  static double number(std::string_view text) { return parseDouble(text).value_or(0); }

  std::vector<ObjectRule> rules_;
};

}  // namespace

std::span<const ObjectRule> objectRules() {
  // The rules point into the text; the root is the first of it.
  static const std::string text = std::string(kGltfMemberRules) + std::string(kVrmMemberRules);
  static const std::vector<ObjectRule> rules = RuleParser().parse(text);
  return rules;
}

}  // namespace vrm::checks
