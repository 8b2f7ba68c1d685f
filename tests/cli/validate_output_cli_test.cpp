// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate`: what it prints for programs: JSON.
#include <regex>
#include <set>
#include <string>

#include "cli/validate_cli.hpp"
#include "vrm/base/file.hpp"

namespace vrm {
namespace {

using gltf::JsonValue;
using test::bytesOf;
using test::CommandResult;
using test::Printed;
using test::ValidateCli;
using test::vrmCommand;

std::set<std::string> keysOf(const JsonValue& object) {
  std::set<std::string> keys;
  for (const gltf::JsonMember& member : object.members()) keys.insert(std::string(member.key.string()));
  return keys;
}

// The part of JSON Schema that docs/validate.schema.json uses; what else it says is an error of the schema.
class SchemaCheck {
 public:
  explicit SchemaCheck(const JsonValue& schema) : schema_(schema) {}

  void check(const JsonValue& value, const JsonValue& rule, const std::string& where) const {
    if (const JsonValue* other = rule.find("$ref")) {
      const JsonValue* target = gltf::Json::at(schema_, other->string().substr(1));
      ASSERT_NE(target, nullptr) << other->string();
      return check(value, *target, where);
    }
    const JsonValue* type = rule.find("type");
    ASSERT_NE(type, nullptr) << "a rule without a type for " << where;
    bool fits = !type->isArray() && is(value, type->string());
    for (const JsonValue& one : type->isArray() ? type->elements() : std::span<const JsonValue>())
      fits = fits || is(value, one.string());
    EXPECT_TRUE(fits) << where << " has the wrong type";
    if (value.isObject()) checkObject(value, rule, where);
    if (value.isArray()) checkArray(value, rule, where);
    if (const JsonValue* choices = rule.find("enum")) {
      bool found = false;
      for (const JsonValue& choice : choices->elements()) found = found || gltf::Json::equal(choice, value);
      EXPECT_TRUE(found) << where << " is none of the choices";
    }
    if (const JsonValue* least = rule.find("minimum"); least && value.isNumber()) {
      EXPECT_GE(value.number().value_or(-1), least->number().value_or(0)) << where;
    }
    if (const JsonValue* pattern = rule.find("pattern")) {
      EXPECT_TRUE(std::regex_search(std::string(value.string()), std::regex(std::string(pattern->string()))))
          << where << " is " << value.string();
    }
    for (const std::string& key : keysOf(rule)) {
      EXPECT_EQ(kKnown.count(key), 1u) << "this test does not know what " << key << " means";
    }
  }

 private:
  static inline const std::set<std::string> kKnown{
      "type",     "enum",     "minimum",    "pattern",     "items",
      "minItems", "required", "properties", "description", "additionalProperties"};

  static bool is(const JsonValue& value, std::string_view type) {
    if (type == "object") return value.isObject();
    if (type == "array") return value.isArray();
    if (type == "string") return value.isString();
    if (type == "boolean") return value.isBool();
    if (type == "null") return value.isNull();
    return type == "integer" && value.isNumber() &&
           value.spelling().find_first_of(".eE") == std::string_view::npos;
  }

  void checkObject(const JsonValue& value, const JsonValue& rule, const std::string& where) const {
    const JsonValue& properties = *rule.find("properties");
    EXPECT_EQ(keysOf(value), keysOf(properties)) << where;
    std::set<std::string> required;
    for (const JsonValue& name : rule.find("required")->elements())
      required.insert(std::string(name.string()));
    EXPECT_EQ(required, keysOf(properties)) << "nothing is optional: " << where;
    EXPECT_FALSE(rule.find("additionalProperties")->boolean()) << where;
    for (const gltf::JsonMember& member : value.members()) {
      const std::string key(member.key.string());
      if (const JsonValue* inner = properties.find(key)) check(member.value, *inner, where + "/" + key);
    }
  }

  void checkArray(const JsonValue& value, const JsonValue& rule, const std::string& where) const {
    if (const JsonValue* least = rule.find("minItems")) {
      EXPECT_GE(value.size(), least->index().value_or(0)) << where;
    }
    std::size_t i = 0;
    for (const JsonValue& element : value.elements())
      check(element, *rule.find("items"), where + "/" + std::to_string(i++));
  }

  const JsonValue& schema_;
};

Printed schema() {
  const Result<std::vector<std::byte>> file = readFile(VRM_SOURCE_DIR "/docs/validate.schema.json", 1 << 20);
  EXPECT_TRUE(file.ok());
  return Printed(file ? std::string(reinterpret_cast<const char*>(file->data()), file->size()) : "{}");
}

TEST_F(ValidateCli, JsonHasEveryIssue) {
  const std::string file = bad();
  const CommandResult result = vrmCommand({"validate", file, good(), test::kOnly, "--json", "--max", "0"});
  EXPECT_EQ(result.exitCode, 1);
  const Printed json(result.out);
  EXPECT_EQ(json["/files/0/file"].string(), file);
  EXPECT_EQ(json["/files/0/version"].string(), "glTF");
  EXPECT_TRUE(json["/files/0/specVersion"].isNull());
  EXPECT_TRUE(json["/files/0/readable"].boolean());
  EXPECT_EQ(json["/files/0/counts/error"].index(), 1u);
  EXPECT_EQ(json["/files/0/issues/0/code"].string(), "GLTF_INDEX_RANGE");
  EXPECT_EQ(json["/files/0/issues/0/severity"].string(), "error");
  EXPECT_EQ(json["/files/0/issues/0/pointer"].string(), "/nodes/0/mesh");
  EXPECT_TRUE(json["/files/0/issues/0/offset"].isNull());
  EXPECT_FALSE(json["/files/0/issues/0/fix"].string().empty());
  EXPECT_EQ(json["/files/1/version"].string(), "VRM 1.0");
  EXPECT_EQ(json["/files/1/specVersion"].string(), "1.0");
}

TEST_F(ValidateCli, JsonIsWhatTheSchemaSays) {
  const Printed rules = schema();
  EXPECT_EQ(rules["/$schema"].string(), "https://json-schema.org/draft/2020-12/schema");
  const std::string old = put("old.vrm", test::sameAvatar(VrmVersion::Vrm0).glb());
  const std::string text = put("text.gltf", bytesOf("{\"asset\":{\"version\":\"2.0\"},,}"));
  for (const test::Arguments& files :
       {test::Arguments{good()}, {bad(), warned(), broken(), good(), old, text, at("none.vrm")}}) {
    test::Arguments arguments{"validate", "--json"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const Printed json(vrmCommand(arguments).out);
    EXPECT_EQ(json["/files"].size(), files.size());
    SchemaCheck(rules[""]).check(json[""], rules[""], "");
  }
}

}  // namespace
}  // namespace vrm
