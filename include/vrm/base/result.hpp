// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "vrm/base/codes.hpp"

namespace vrm {

// Says that an error or a diagnostic has no place in the byte stream.
inline constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

// Why an operation could not be done. `pointer` is a JSON pointer (RFC 6901) into the glTF JSON, empty when
// the problem lies outside it; `offset` is a byte offset into the file, or kNoOffset.
struct Error {
  Code code{};
  std::string message;
  std::string pointer;
  std::uint64_t offset = kNoOffset;

  // "/nodes/12/mesh: 7 is out of range, the file has 3 meshes [GLTF_INDEX_RANGE]"
  std::string toString() const;
};

// A value or the reason why there is none. C++23's std::expected is not available on every compiler we serve.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  T& value() & noexcept { return *get(); }
  const T& value() const& noexcept { return *get(); }
  T value() && { return std::move(*get()); }  // by value, so that loops over a temporary's content are safe
  T& operator*() & noexcept { return *get(); }
  const T& operator*() const& noexcept { return *get(); }
  T operator*() && { return std::move(*get()); }
  T* operator->() noexcept { return get(); }
  const T* operator->() const noexcept { return get(); }

  const Error& error() const& noexcept { return *std::get_if<1>(&state_); }
  Error error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  T* get() noexcept {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  const T* get() const noexcept {
    assert(ok());
    return std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }
  const Error& error() const& noexcept { return *error_; }
  Error error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace vrm
