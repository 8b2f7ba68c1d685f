// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "differential/double_math.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::test::reference {

// What an expression can change of a material. Members that the material does not have are empty
// (expressions.md, "MaterialColorBind").
struct MaterialValues {
  std::array<double, 4> color{};
  std::optional<Vec3d> emissionColor, shadeColor, matcapColor, rimColor, outlineColor;
  std::array<double, 4> uv{0, 0, 1, 1};  // offset x, y, scale x, y
};

// expressions.md with decisions 26 to 28.
class ExpressionStage {
 public:
  // Both must outlive the stage.
  ExpressionStage(const gltf::Asset& asset, const schema::Vrm& vrm);

  // `inputs`: by name; what is missing is 0.
  void run(const std::map<std::string, double>& inputs);

  const std::map<std::string, double>& weights() const { return weights_; }
  const std::map<std::uint32_t, std::vector<double>>& morphs() const { return morphs_; }
  const std::map<std::uint32_t, MaterialValues>& materials() const { return materials_; }

 private:
  void gather(const std::map<std::string, double>& inputs);
  void apply();

  const schema::Vrm& vrm_;
  std::map<std::string, double> weights_;
  // As they are while no expression is shown.
  std::map<std::uint32_t, std::vector<double>> baseMorphs_;
  std::map<std::uint32_t, MaterialValues> baseMaterials_;
  std::map<std::uint32_t, std::vector<double>> morphs_;
  std::map<std::uint32_t, MaterialValues> materials_;
};

}  // namespace vrm::test::reference
