// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render.hpp"
#include "vrm/render/contact_sheet.hpp"

namespace vrm::cli {

Result<gltf::Image> takeSheet(Sitter& sitter, const PictureOptions& options, const std::string& title) {
  Avatar& avatar = sitter.avatar();
  // Before any is drawn: all of them are in memory at a time.
  const std::uint64_t count = avatar.model().expressionCount() + std::size(kViews);
  const std::uint64_t pixels = count * options.width * options.height;
  if (pixels > Limits{}.imagePixels / 2) {
    return Error{Code::LimitImagePixels,
                 std::to_string(count) + " pictures of " + std::to_string(options.width) + " x " +
                     std::to_string(options.height) + " pixels are too many for a sheet; a smaller --size will do",
                 "", kNoOffset};
  }
  std::vector<render::Cell> cells;
  const auto take = [&](const std::string& label) -> Result<void> {
    Result<gltf::Image> image = sitter.take(options.time);
    if (!image) return std::move(image).error();
    cells.push_back({label, *std::move(image)});
    return {};
  };
  for (const NamedView& view : kViews) {
    sitter.aim(sitter.subject(view.view), view.view);
    if (Result<void> taken = take(view.name); !taken) return std::move(taken).error();
  }
  // Expressions one by one, with the last view, the face; what the options ask for stays beside them.
  for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i) {
    const ExpressionIndex expression(i);
    const float before = avatar.expression(expression);
    avatar.expression(expression, 1.0f);
    avatar.update(0);
    if (Result<void> taken = take(std::string(avatar.model().expressionName(expression))); !taken)
      return std::move(taken).error();
    avatar.expression(expression, before);
  }
  avatar.update(0);
  render::SheetOptions sheet;
  sheet.title = title;
  sheet.textScale = std::max(1u, options.height / 160);
  sheet.gap = std::max(4u, options.height / 24);
  return render::contactSheet(cells, sheet);
}

}  // namespace vrm::cli
