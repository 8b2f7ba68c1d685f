// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "golden/compare_outputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

namespace vrm::golden {
namespace {

using gltf::JsonMember;
using gltf::JsonValue;
using Numbers = std::vector<double>;

// Those of a list, or a single one.
std::optional<Numbers> numbersOf(const JsonValue& value) {
  Numbers numbers;
  const auto add = [&](const JsonValue& part) {
    const std::optional<double> number = part.number();
    numbers.push_back(number.value_or(0));
    return number.has_value();
  };
  if (!value.isArray()) return add(value) ? std::optional(numbers) : std::nullopt;
  for (const JsonValue& part : value.elements()) {
    if (!add(part)) return std::nullopt;
  }
  return numbers;
}

// Of q * r^-1, from its vector part: exact also where it is small.
double angle(const Numbers& q, const Numbers& r) {
  const double x = q[0] * r[3] - q[3] * r[0] - q[1] * r[2] + q[2] * r[1];
  const double y = q[1] * r[3] - q[3] * r[1] - q[2] * r[0] + q[0] * r[2];
  const double z = q[2] * r[3] - q[3] * r[2] - q[0] * r[1] + q[1] * r[0];
  const double w = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3];
  return 2 * std::atan2(std::sqrt(x * x + y * y + z * z), std::abs(w));
}

double length(const double* v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

class Comparer {
 public:
  Comparer(Extra extra, double lateFactor) : extra_(extra), lateFactor_(lateFactor) {}

  Comparison compare(std::string_view ours, std::string_view reference) {
    Diagnostics diagnostics;
    const Result<gltf::Json> a = gltf::Json::parse(ours, Limits{}, diagnostics);
    const Result<gltf::Json> b = gltf::Json::parse(reference, Limits{}, diagnostics);
    if (!a || !b) {
      problem((a ? "the reference" : "our output") + std::string(" is not JSON"));
      return std::move(out_);
    }
    const JsonValue* x = a->root().find("frames");
    const JsonValue* y = b->root().find("frames");
    if (!x || !y || x->size() != y->size() || y->size() == 0) {
      problem("the outputs do not have the same frames");
      return std::move(out_);
    }
    for (std::uint32_t i = 0; i < y->size(); ++i) frame(x->elements()[i], y->elements()[i]);
    return std::move(out_);
  }

 private:
  void problem(std::string text) { out_.problems.push_back(std::move(text)); }

  void note(Quantity quantity, double value, double size, const std::string& where) {
    const auto i = static_cast<std::size_t>(quantity);
    if (!(value == value)) value = std::numeric_limits<double>::infinity();
    if (value > out_.largest[i].value) out_.largest[i] = {value, where};
    const double factor = quantity == Quantity::Rotation && late_ ? lateFactor_ : 1;
    if (value > std::max(kQuantities[i].tolerance * factor, kQuantities[i].relative * size)) {
      problem(where + ": " + kQuantities[i].name + " differs by " + formatDouble(value));
    }
  }

  // Calls f for every member that both have, and complains about the others.
  template <class F>
  void members(const JsonValue& x, const JsonValue& y, const std::string& where, F&& f) {
    for (const JsonMember& member : y.members()) {
      const JsonValue* found = x.find(member.key.string());
      const std::string name = where + " " + std::string(member.key.string());
      if (found) {
        f(std::string(member.key.string()), *found, member.value, name);
      } else {
        problem(name + ": we have no such thing");
      }
    }
    if (extra_ == Extra::Allowed) return;
    for (const JsonMember& member : x.members()) {
      if (!y.find(member.key.string()))
        problem(where + " " + std::string(member.key.string()) + ": only we have it");
    }
  }

  void frame(const JsonValue& x, const JsonValue& y) {
    const JsonValue* number = y.find("frame");
    const std::string where = "frame " + std::string(number ? number->spelling() : "?");
    late_ = number && number->number().value_or(0) > kEarlyFrames;
    members(x, y, where,
            [&](const std::string& key, const JsonValue& a, const JsonValue& b, const std::string& at) {
              if (key == "frame") {
                if (a.number() != b.number()) problem(at + ": another frame");
              } else if (key == "nodes") {
                nodes(a, b, at);
              } else if (key == "materials") {
                members(a, b, at,
                        [&](const std::string&, const JsonValue& p, const JsonValue& q,
                            const std::string& material) { each(Quantity::Weight, p, q, material); });
              } else {
                each(key == "lookAt" ? Quantity::Gaze : Quantity::Weight, a, b, at);
              }
            });
  }

  // Numbers or lists of numbers by name.
  void each(Quantity quantity, const JsonValue& x, const JsonValue& y, const std::string& where) {
    members(x, y, where,
            [&](const std::string&, const JsonValue& a, const JsonValue& b, const std::string& at) {
              with(a, b, at, b.isArray() ? b.size() : 1, [&](const Numbers& p, const Numbers& q) {
                for (std::size_t i = 0; i < q.size(); ++i) note(quantity, std::abs(p[i] - q[i]), 0, at);
              });
            });
  }

  // How far from the origin anything is: on the way to a node that is close to it, floats were of that size.
  static double extentOf(const JsonValue& nodes) {
    double extent = 0;
    for (const JsonMember& node : nodes.members()) {
      const JsonValue* world = node.value.find("world");
      const std::optional<Numbers> matrix = world ? numbersOf(*world) : std::nullopt;
      if (matrix && matrix->size() == 16) extent = std::max(extent, length(matrix->data() + 12));
    }
    return extent;
  }

  void nodes(const JsonValue& x, const JsonValue& y, const std::string& where) {
    extent_ = extentOf(y);
    members(x, y, where,
            [&](const std::string&, const JsonValue& a, const JsonValue& b, const std::string& name) {
              members(
                  a, b, name,
                  [&](const std::string& key, const JsonValue& p, const JsonValue& q, const std::string& at) {
                    if (key == "rotation") {
                      with(p, q, at, 4, [&](const Numbers& v, const Numbers& w) {
                        note(Quantity::Rotation, angle(v, w), 0, at);
                      });
                    } else if (key == "translation") {
                      with(p, q, at, 3,
                           [&](const Numbers& v, const Numbers& w) { position(v.data(), w.data(), at); });
                    } else {
                      with(p, q, at, 16, [&](const Numbers& v, const Numbers& w) {
                        position(v.data() + 12, w.data() + 12, at);
                        linear(v, w, at);
                      });
                    }
                  });
            });
  }

  template <class F>
  void with(const JsonValue& x, const JsonValue& y, const std::string& where, std::size_t count, F&& f) {
    const std::optional<Numbers> a = numbersOf(x), b = numbersOf(y);
    if (!a || !b || a->size() != count || b->size() != count) return problem(where + ": not as many numbers");
    f(*a, *b);
  }

  void position(const double* x, const double* y, const std::string& where) {
    double far = 0;
    for (int i = 0; i < 3; ++i) far = std::max(far, std::abs(x[i] - y[i]));
    note(Quantity::Position, far, extent_, where);
  }

  void linear(const Numbers& x, const Numbers& y, const std::string& where) {
    const double size = std::max({length(y.data()), length(y.data() + 4), length(y.data() + 8)});
    double far = 0;
    for (std::size_t i = 0; i < 12; ++i) far = std::max(far, std::abs(x[i] - y[i]));
    note(Quantity::Linear, size > 0 ? far / size : far, 0, where);
  }

  Extra extra_;
  double lateFactor_;
  bool late_ = false;
  double extent_ = 0;
  Comparison out_;
};

}  // namespace

std::string Comparison::toString() const {
  std::string text;
  for (std::size_t i = 0; i < kQuantityCount; ++i) {
    if (largest[i].where.empty()) continue;
    char number[32];
    std::snprintf(number, sizeof number, "%.1e", largest[i].value);
    text += (text.empty() ? "" : ", ") + std::string(kQuantities[i].name) + " " + number + " (" +
            largest[i].where + ")";
  }
  return text.empty() ? "equal" : text;
}

Comparison compareOutputs(std::string_view ours, std::string_view reference, Extra extra, double lateFactor) {
  return Comparer(extra, lateFactor).compare(ours, reference);
}

}  // namespace vrm::golden
