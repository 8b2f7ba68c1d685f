// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The parts of `vrm validate`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "model_inputs.hpp"

namespace vrm::cli {


struct Checked {
  std::string file;
  Report report;
};

// Prints reports one after the other, so that none needs to be kept.
class ReportPrinter {
 public:
  virtual ~ReportPrinter() = default;
  virtual void print(const Checked& checked) = 0;
  virtual void finish(int exitCode) = 0;  // after the last
};

struct ReportTextOptions {
  double most = 20;  // issues of a file
  bool hints = false;
  bool colours = false;
};
std::unique_ptr<ReportPrinter> makeTextPrinter(const ReportTextOptions& options);
std::unique_ptr<ReportPrinter> makeJsonPrinter();
std::unique_ptr<ReportPrinter> makeSarifPrinter(bool hints);

// A part of a JSON text that is printed piece by piece: every line `columns` further right.
std::string indented(const std::string& json, std::size_t columns);

}  // namespace vrm::cli
