// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <charconv>

#include "vrm/gltf/json.hpp"
#include "gltf/json_allocator.hpp"

namespace vrm::gltf {
namespace {

// A container whose children are being visited.
struct Frame {
  const JsonValue* container;
  std::uint32_t next = 0;
};

template <class Writer>
void writeLeaf(Writer& writer, const JsonValue& value) {
  switch (value.type()) {
    case JsonType::True:
    case JsonType::False:
      writer.Bool(value.boolean());
      break;
    case JsonType::Number:
      writer.RawValue(value.spelling().data(), value.size(), rapidjson::kNumberType);
      break;
    case JsonType::String:
      writer.String(value.size() ? value.string().data() : "", value.size());
      break;
    default:
      writer.Null();
      break;
  }
}

template <class Writer>
void writeTree(Writer& writer, const JsonValue& root) {
  std::vector<Frame> stack;
  const auto enter = [&](const JsonValue& value) {
    if (value.isObject()) {
      writer.StartObject();
      stack.push_back({&value});
    } else if (value.isArray()) {
      writer.StartArray();
      stack.push_back({&value});
    } else {
      writeLeaf(writer, value);
    }
  };
  enter(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const JsonValue& container = *frame.container;
    if (frame.next == container.size()) {
      container.isObject() ? writer.EndObject() : writer.EndArray();
      stack.pop_back();
      continue;
    }
    const std::uint32_t i = frame.next++;
    if (container.isObject()) {
      const JsonMember& member = container.members()[i];
      writer.Key(member.key.size() ? member.key.string().data() : "", member.key.size());
      enter(member.value);
    } else {
      enter(container.elements()[i]);
    }
  }
}

bool equalLeaves(const JsonValue& a, const JsonValue& b) {
  if (a.type() != b.type()) return false;
  if (a.isString()) return a.string() == b.string();
  if (a.isNumber()) return a.spelling() == b.spelling() || (a.number() && a.number() == b.number());
  return true;
}

}  // namespace

std::string Json::write(const JsonValue& value, JsonWriteOptions options) {
  using Buffer = rapidjson::GenericStringBuffer<rapidjson::UTF8<>, JsonAllocator>;
  Buffer buffer;
  if (options.pretty) {
    rapidjson::PrettyWriter<Buffer, rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> writer(buffer);
    writer.SetIndent(' ', 2);
    writer.SetFormatOptions(rapidjson::kFormatSingleLineArray);
    writeTree(writer, value);
  } else {
    rapidjson::Writer<Buffer, rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> writer(buffer);
    writeTree(writer, value);
  }
  return {buffer.GetString(), buffer.GetSize()};
}

bool Json::equal(const JsonValue& a, const JsonValue& b) {
  std::vector<std::pair<const JsonValue*, const JsonValue*>> pending{{&a, &b}};
  while (!pending.empty()) {
    const auto [x, y] = pending.back();
    pending.pop_back();
    if (!equalLeaves(*x, *y)) return false;
    if (!x->isArray() && !x->isObject()) continue;
    if (x->size() != y->size()) return false;
    for (std::size_t i = 0; i < x->elements().size(); ++i) {
      pending.emplace_back(&x->elements()[i], &y->elements()[i]);
    }
    for (std::size_t i = 0; i < x->members().size(); ++i) {
      if (x->members()[i].key.string() != y->members()[i].key.string()) return false;
      pending.emplace_back(&x->members()[i].value, &y->members()[i].value);
    }
  }
  return true;
}

const JsonValue* Json::at(const JsonValue& from, std::string_view pointer) {
  const JsonValue* value = &from;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return nullptr;
    // Hardly any key has to be decoded.
    const std::size_t length = std::min(pointer.find('/', 1), pointer.size());
    const std::string_view raw = pointer.substr(1, length - 1);
    std::string decoded;
    const bool plain = raw.find('~') == std::string_view::npos;
    if (plain) {
      pointer.remove_prefix(length);
    } else {
      decoded = takePointerPart(pointer);
    }
    const std::string_view key = plain ? raw : decoded;
    if (value->isArray()) {
      std::uint32_t i = 0;
      const char* end = key.data() + key.size();
      const auto [stop, error] = std::from_chars(key.data(), end, i);
      if (error != std::errc() || stop != end || i >= value->size()) return nullptr;
      value = &value->elements()[i];
    } else {
      value = value->find(key);
      if (!value) return nullptr;
    }
  }
  return value;
}

}  // namespace vrm::gltf
