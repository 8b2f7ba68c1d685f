// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vrm::cli {

// Columns that a text takes on a terminal: letters of East Asia take two.
std::size_t columns(std::string_view text);

// Text for people: a column of labels, values beside it. Everything on it is printable().
class Page {
 public:
  static constexpr std::size_t kWidth = 100;

  explicit Page(std::size_t labels) : labels_(labels) {}

  void labels(std::size_t width) { labels_ = width; }  // from now on

  // The lines of a value stand below each other. Without a value there is no row.
  void row(std::string_view label, std::string_view value);
  // Pieces beside each other with a separator between them, in as many lines of kWidth columns as they need.
  void list(std::string_view label, const std::vector<std::string>& pieces, std::string_view separator = ",");
  // The same for prose: broken between words. Its lines stay lines.
  void prose(std::string_view label, std::string_view value);
  void line(std::string_view text = {});

  const std::string& text() const { return out_; }

 private:
  std::size_t startRow(std::string_view label);  // gives the column behind the label

  std::size_t labels_;
  std::string out_;
};

}  // namespace vrm::cli
