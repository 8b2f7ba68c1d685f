// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/data_uri.hpp"

#include <array>

#include "vrm/base/bytes.hpp"
#include "vrm/gltf/resolver.hpp"

namespace vrm::gltf {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> makeDecodeTable() {
  std::array<std::int8_t, 256> table{};
  table.fill(-1);
  for (std::int8_t i = 0; i < 64; ++i) table[static_cast<unsigned char>(kAlphabet[i])] = i;
  table[static_cast<unsigned char>('-')] = 62;  // the URL-safe alphabet of RFC 4648 section 5
  table[static_cast<unsigned char>('_')] = 63;
  return table;
}
constexpr std::array<std::int8_t, 256> kDecode = makeDecodeTable();

Error broken(std::string message) {
  return Error{Code::ResourceUri, std::move(message), "", kNoOffset};
}

Result<std::vector<std::byte>> decodeBase64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return broken("the base64 text of the data URI has an impossible length");
  std::vector<std::byte> out(text.size() / 4 * 3 + (text.size() % 4 ? text.size() % 4 - 1 : 0));
  std::size_t written = 0;
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::int8_t six = kDecode[static_cast<unsigned char>(text[i])];
    if (six < 0) return broken("character " + std::to_string(i) + " of the data URI's base64 text is not base64");
    bits = bits << 6 | static_cast<std::uint32_t>(six);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out[written++] = static_cast<std::byte>(bits >> count & 0xFF);
    }
  }
  return out;
}

}  // namespace

Result<std::vector<std::byte>> decodeDataUri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return broken("the data URI has no comma");
  const std::string_view kind = uri.substr(0, comma);
  const std::string_view body = uri.substr(comma + 1);
  if (kind.ends_with(";base64")) {
    return body.find('%') == std::string_view::npos ? decodeBase64(body) : decodeBase64(decodePercent(body));
  }
  const std::string text = decodePercent(body);
  const auto bytes = asBytes(text);
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

std::string encodeDataUri(std::string_view mimeType, std::span<const std::byte> bytes) {
  std::string out = "data:" + std::string(mimeType) + ";base64,";
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < have ? static_cast<std::uint32_t>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) out += k <= have ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace vrm::gltf
