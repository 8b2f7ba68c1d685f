// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm validate`: what it prints for programs, as JSON and as SARIF.
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
using test::contains;
using test::gltfJson;
using test::Printed;
using test::ValidateCli;
using test::vrmCommand;

std::set<std::string> keySetOf(const JsonValue& object) {
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
    for (const std::string& key : keySetOf(rule)) {
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
    EXPECT_EQ(keySetOf(value), keySetOf(properties)) << where;
    std::set<std::string> required;
    for (const JsonValue& name : rule.find("required")->elements())
      required.insert(std::string(name.string()));
    EXPECT_EQ(required, keySetOf(properties)) << "nothing is optional: " << where;
    EXPECT_FALSE(rule.find("additionalProperties")->boolean()) << where;
    for (const gltf::JsonMember& member : value.members()) {
      const std::string key(member.key.string());
      if (const JsonValue* inner = properties.find(key))
        check(member.value, *inner, std::string(where).append("/").append(key));
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

TEST_F(ValidateCli, SarifHasRulesAndResults) {
  const std::string file = bad();
  const CommandResult result =
      vrmCommand({"validate", good(), file, warned(), test::kOnly, "--sarif", "--max", "0"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.err, "");
  const Printed log(result.out);
  EXPECT_EQ(log["/version"].string(), "2.1.0");
  EXPECT_TRUE(log["/$schema"].string().ends_with("/sarif-schema-2.1.0.json"));
  EXPECT_EQ(log["/runs"].size(), 1u);
  EXPECT_EQ(log["/runs/0/tool/driver/name"].string(), "vrm");
  EXPECT_EQ(log["/runs/0/tool/driver/version"].string(), buildInfo().version);
  EXPECT_TRUE(log["/runs/0/invocations/0/executionSuccessful"].boolean());
  EXPECT_EQ(log["/runs/0/invocations/0/exitCode"].index(), 1u);

  const auto rules = log["/runs/0/tool/driver/rules"].elements();
  std::set<std::string> used, ids, fingerprints;
  for (const JsonValue& rule : rules) {
    const std::string id(rule.find("id")->string());
    EXPECT_TRUE(ids.insert(id).second) << id;
    ASSERT_TRUE(findCode(id)) << id;
    EXPECT_EQ(rule.find("help")->find("text")->string(), info(*findCode(id)).fix);
  }
  for (const JsonValue& one : log["/runs/0/results"].elements()) {
    const std::string id(one.find("ruleId")->string());
    used.insert(id);
    ASSERT_LT(one.find("ruleIndex")->index().value_or(~0u), rules.size());
    EXPECT_EQ(rules[*one.find("ruleIndex")->index()].find("id")->string(), id);
    EXPECT_FALSE(one.find("message")->find("text")->string().empty());
  }
  EXPECT_EQ(used, ids) << "rules are those that occur";

  const char* first = "/runs/0/results/0";
  const auto at = [&](const char* rest) -> const JsonValue& {
    return log[(first + std::string(rest)).c_str()];
  };
  EXPECT_EQ(at("/level").string(), "error");
  EXPECT_EQ(at("/ruleId").string(), "GLTF_INDEX_RANGE");
  EXPECT_EQ(at("/locations/0/physicalLocation/artifactLocation/uri").string(), "file://" + file);
  EXPECT_EQ(at("/locations/0/logicalLocations/0/fullyQualifiedName").string(), "/nodes/0/mesh");
  EXPECT_FALSE(log.has("/runs/0/results/0/locations/0/physicalLocation/region"));
  EXPECT_EQ(at("/properties/severity").string(), "error");
  EXPECT_EQ(at("/partialFingerprints/vrmIssue~1v1").string().size(), 16u);
}

TEST_F(ValidateCli, SarifOfACleanFileHasNoResults) {
  const Printed log(vrmCommand({"validate", good(), "--only", "IO_READ", "--sarif"}).out);
  EXPECT_EQ(log["/runs/0/results"].size(), 0u);
  EXPECT_EQ(log["/runs/0/tool/driver/rules"].size(), 0u);
  EXPECT_EQ(log["/runs/0/invocations/0/exitCode"].index(), 0u);
}

TEST_F(ValidateCli, SarifPlacesAreUrisAndBytes) {
  const std::string name = "a b#%\xC3\xA9:c.vrm";
  static_cast<void>(put(name, bytesOf("glTF\2")));
  const CommandResult result = test::shell("cd '" + folder_.path().string() +
                                           "' && '" VRM_COMMAND "' validate './" + name + "' --sarif");
  EXPECT_EQ(result.exitCode, 2);
  const Printed log(result.out);
  EXPECT_EQ(log["/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri"].string(),
            "a%20b%23%25%C3%A9%3Ac.vrm");
  EXPECT_FALSE(log["/runs/0/invocations/0/executionSuccessful"].boolean());
  const std::string text = put("text.gltf", bytesOf("{\"asset\":{\"version\":\"2.0\"},,}"));
  const Printed broken(vrmCommand({"validate", text, "--sarif"}).out);
  EXPECT_EQ(broken["/runs/0/results/0/locations/0/physicalLocation/region/byteOffset"].index(), 27u);
  EXPECT_EQ(broken["/runs/0/results/0/locations/0/physicalLocation/region/byteLength"].index(), 0u);
}

TEST_F(ValidateCli, SarifFingerprintsFollowAnIssue) {
  const auto prints = [&](const std::string& nodes) {
    const std::string file = put("moving.gltf", bytesOf(gltfJson(R"("nodes":[)" + nodes + "]")));
    const Printed log(vrmCommand({"validate", file, "--only", "GLTF_INDEX_RANGE", "--sarif"}).out);
    std::vector<std::string> found;
    for (const JsonValue& one : log["/runs/0/results"].elements())
      found.emplace_back(one.find("partialFingerprints")->find("vrmIssue/v1")->string());
    return found;
  };
  const std::vector<std::string> before = prints(R"({"mesh":7},{"mesh":8})");
  ASSERT_EQ(before.size(), 2u);
  EXPECT_NE(before[0], before[1]);
  EXPECT_EQ(prints(R"({"mesh":9,"name":"longer"},{"mesh":7})"), before) << "the same places, other words";
}

TEST_F(ValidateCli, SarifMessagesOfStrangersAreNoTemplatesAndNoLinks) {
  const std::string file =
      put("strange.gltf",
          bytesOf(gltfJson(R"-("nodes":[{"{0} [a](http://example.org)\u001b":0}],"scenes":"{1}[b](c)")-")));
  const CommandResult result = vrmCommand({"validate", file, "--sarif"});
  const Printed log(result.out);
  for (const JsonValue& one : log["/runs/0/results"].elements()) {
    const std::string text(one.find("message")->find("text")->string());
    EXPECT_FALSE(contains(text, "](")) << text;
    EXPECT_FALSE(std::regex_search(text, std::regex(R"((^|[^{])\{[0-9])"))) << text;
    EXPECT_FALSE(contains(text, "\x1b")) << text;
  }
}

TEST_F(ValidateCli, HintsAreInSarifIfAskedFor) {
  test::AssetBuilder odd = test::sameAvatar(VrmVersion::Vrm1);
  odd.set("/nodes/0/name", R"("a:b")");
  const std::string file = put("odd.vrm", odd.glb());
  const auto hints = [&](const test::Arguments& arguments) {
    const Printed log(vrmCommand(arguments).out);
    std::size_t count = 0;
    for (const JsonValue& one : log["/runs/0/results"].elements()) {
      if (one.find("properties")->find("severity")->string() != "hint") continue;
      EXPECT_EQ(one.find("level")->string(), "note");
      ++count;
    }
    return count;
  };
  EXPECT_EQ(hints({"validate", file, "--sarif"}), 0u);
  EXPECT_GT(hints({"validate", file, "--sarif", "--verbose"}), 0u);
}

TEST_F(ValidateCli, OneFormAtATime) {
  const CommandResult result = vrmCommand({"validate", good(), "--sarif", "--json"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contains(result.err, "--json excludes --sarif")) << result.err;
}

}  // namespace
}  // namespace vrm
