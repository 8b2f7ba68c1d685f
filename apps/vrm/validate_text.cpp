// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>

#include "colour.hpp"
#include "info.hpp"
#include "validate.hpp"

namespace vrm::cli {
namespace {

// Issues of a code, which share how to mend them.
struct Group {
  Code code;
  Severity severity;
  std::vector<const Diagnostic*> issues;
  std::size_t shown = 0;
};

constexpr std::pair<Severity, std::string_view> kWords[] = {{Severity::Error, "error"},
                                                            {Severity::Warning, "warning"},
                                                            {Severity::Information, "note"},
                                                            {Severity::Hint, "hint"}};

// Errors first, then in the order of the report.
std::vector<Group> groupsOf(const Report& report, bool hints) {
  std::vector<Group> groups;
  for (const Diagnostic& issue : report.issues) {
    // Who asked for advice wants to see it.
    if (issue.severity == Severity::Hint && !hints && !isAdvice(issue.code)) continue;
    const auto same = [&](const Group& group) {
      return group.code == issue.code && group.severity == issue.severity;
    };
    auto at = std::find_if(groups.begin(), groups.end(), same);
    if (at == groups.end()) at = groups.insert(at, Group{issue.code, issue.severity, {}});
    at->issues.push_back(&issue);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.severity < b.severity; });
  return groups;
}

// Decides which issues to show. One of each code first: a hundred of one kind must not hide the others.
void share(std::vector<Group>& groups, std::size_t most) {
  for (Group& group : groups) {
    group.shown = std::min<std::size_t>(most, 1);
    most -= group.shown;
  }
  for (Group& group : groups) {
    const std::size_t more = group.shown == 0 ? 0 : std::min(most, group.issues.size() - 1);
    group.shown += more;
    most -= more;
  }
}

std::string placeOf(const Diagnostic& issue) {
  if (issue.offset != kNoOffset) return fmt::format("byte {}", issue.offset);
  return issue.pointer.empty() ? "the file" : issue.pointer;
}

class TextPrinter final : public ReportPrinter {
 public:
  explicit TextPrinter(const ReportTextOptions& options) : options_(options), paint_(options.colours) {}

  void print(const Checked& checked) override {
    const Report& report = checked.report;
    count(report);
    std::vector<Group> groups = groupsOf(report, options_.hints);
    share(groups, static_cast<std::size_t>(options_.most));
    std::string out;
    if (files_ > 1 && (apart_ || !groups.empty())) out += "\n";
    apart_ = !groups.empty();
    out += heading(checked) + "\n";
    for (const Group& group : groups) {
      if (group.shown > 0) out += text(group);
    }
    cli::print(out + leftOut(report, groups));
  }

  void finish(int) override {
    if (files_ < 2) return;
    std::string kinds;
    const auto add = [&](std::size_t number, std::string text) {
      if (number > 0) kinds += (kinds.empty() ? "" : ", ") + std::move(text);
    };
    add(unreadable_, paint_.red(fmt::format("{} not readable", unreadable_)));
    add(withErrors_, paint_.red(fmt::format("{} with errors", withErrors_)));
    add(withWarnings_, paint_.yellow(fmt::format("{} with warnings", withWarnings_)));
    const std::size_t clean = files_ - unreadable_ - withErrors_ - withWarnings_;
    add(clean, paint_.green(fmt::format("{} clean", clean)));
    cli::print(fmt::format("\n{}: {}\n", paint_.bold(countText(files_, "file")), kinds));
  }

 private:
  // Every file is of one kind: the worst that applies.
  void count(const Report& report) {
    ++files_;
    if (!report.readable) {
      ++unreadable_;
    } else if (report.count(Severity::Error) > 0) {
      ++withErrors_;
    } else if (report.count(Severity::Warning) > 0) {
      ++withWarnings_;
    }
  }

  std::string painted(Severity severity, std::string_view text) const {
    switch (severity) {
      case Severity::Error:
        return paint_.red(text);
      case Severity::Warning:
        return paint_.yellow(text);
      case Severity::Information:
        return paint_.cyan(text);
      case Severity::Hint:
        break;
    }
    return paint_.dim(text);
  }

  // "avatar.vrm: VRM 1.0, 2 errors, 1 warning"
  std::string heading(const Checked& checked) const {
    const Report& report = checked.report;
    std::string text = paint_.bold(printable(checked.file)) + ": ";
    // Of a file that ended early nobody knows what it would have been.
    const bool known = report.readable || report.version != VrmVersion::None;
    if (known) text += name(report.version);
    if (!report.readable) text += (known ? ", " : "") + paint_.red("not readable");
    bool any = false;
    std::uint64_t advice = 0;
    for (const Diagnostic& issue : report.issues) advice += isAdvice(issue.code) ? issue.count : 0;
    for (const auto& [severity, word] : kWords) {
      const std::uint64_t number = report.count(severity) - (severity == Severity::Hint ? advice : 0);
      if (number == 0) continue;
      text += ", " + painted(severity, countText(number, word));
      any = true;
    }
    if (advice > 0) text += ", " + countText(advice, "piece") + " of advice";
    return any || advice > 0 || !report.readable ? text
                                                 : text + ", " + paint_.green("nothing to complain about");
  }

  // What options would show.
  static std::string leftOut(const Report& report, const std::vector<Group>& groups) {
    const std::size_t all = report.issues.size();
    std::size_t there = 0, shown = 0;
    for (const Group& group : groups) {
      there += group.issues.size();
      shown += group.shown;
    }
    std::string out;
    if (there > shown) out += fmt::format("  {} not shown; --max {} shows them\n", there - shown, there);
    if (all > there)
      out += fmt::format("  {} not shown; --verbose shows them\n", countText(all - there, "hint"));
    return out;
  }

  std::string text(const Group& group) const {
    const auto word = std::find_if(std::begin(kWords), std::end(kWords),
                                   [&](const auto& entry) { return entry.first == group.severity; });
    std::string out =
        fmt::format("  {} {}\n", painted(group.severity, isAdvice(group.code) ? "advice" : word->second),
                    name(group.code));
    for (std::size_t i = 0; i < group.shown; ++i) {
      const Diagnostic& issue = *group.issues[i];
      out += fmt::format("    {}: {}\n", printable(placeOf(issue)), printable(issue.message));
    }
    std::uint64_t more = 0;
    for (const Diagnostic* issue : group.issues) more += issue->count;
    more -= group.shown;
    if (more > 0) out += fmt::format("    and {} more of these\n", more);
    return out + fmt::format("    {} {}\n", paint_.green("fix:"), info(group.code).fix);
  }

  ReportTextOptions options_;
  Paint paint_;
  bool apart_ = false;  // the file before has lines of its own
  std::size_t files_ = 0, unreadable_ = 0, withErrors_ = 0, withWarnings_ = 0;
};

}  // namespace

std::unique_ptr<ReportPrinter> makeTextPrinter(const ReportTextOptions& options) {
  return std::make_unique<TextPrinter>(options);
}

}  // namespace vrm::cli
