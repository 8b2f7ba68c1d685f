// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/json.hpp"

#include <gtest/gtest.h>

#include "gltf/utf8.hpp"

namespace vrm::gltf {
namespace {

Result<Json> parse(std::string_view text, Diagnostics& diagnostics, Limits limits = {}) {
  return Json::parse(text, limits, diagnostics);
}

Json good(std::string_view text) {
  Diagnostics diagnostics;
  Result<Json> json = parse(text, diagnostics);
  EXPECT_TRUE(json.ok()) << (json ? "" : json.error().toString());
  EXPECT_TRUE(diagnostics.empty());
  return json ? *std::move(json) : Json();
}

TEST(Json, KeepsOrderSpellingAndOffsets) {
  const std::string_view text = R"({"b":1.50,"a":[-0,1e2,0.0000000000000000000000000],"c":{"x":"q\"\\\u00e9/"},"d":null})";
  const Json json = good(text);
  EXPECT_EQ(json.write(), R"({"b":1.50,"a":[-0,1e2,0.0000000000000000000000000],"c":{"x":"q\"\\é/"},"d":null})");
  EXPECT_FALSE(json.modified());
  const JsonValue& a = *json.root().find("a");
  EXPECT_EQ(text.substr(a.textOffset(), 3), "[-0");
  EXPECT_EQ(text.substr(a.elements()[1].textOffset(), 3), "1e2");
  EXPECT_EQ(*a.elements()[1].number(), 100);
  EXPECT_EQ(a.elements()[1].index(), 100u);
  const JsonValue& x = *Json::at(json.root(), "/c/x");
  EXPECT_EQ(x.string(), "q\"\\é/");
  EXPECT_EQ(text.substr(x.textOffset(), 4), "\"q\\\"");
  EXPECT_EQ(text.substr(json.root().find("d")->textOffset(), 4), "null");
}

TEST(Json, EveryValueKnowsWhereItStands) {
  // Strings whose ends look like escapes are the hard part.
  const std::string_view text = R"({"\\":"a\\","\"":"\"","":"","n\\\"x":"\\\\\"","t":true,"f":false,"e":[],"o":{}})";
  const Json json = good(text);
  for (const JsonMember& member : json.root().members()) {
    for (const JsonValue* value : {&member.key, &member.value}) {
      const std::string written = Json::write(*value);
      EXPECT_EQ(text.substr(value->textOffset(), written.size()), written);
    }
  }
}

TEST(Json, ReadsIndices) {
  const Json json = good(R"({"v":[0,7,3.0,3e0,4294967294,4294967295,-1,0.5,1e99,"3",null,99999999999]})");
  const auto v = json.root().find("v")->elements();
  EXPECT_EQ(v[0].index(), 0u);
  EXPECT_EQ(v[1].index(), 7u);
  EXPECT_EQ(v[2].index(), 3u);
  EXPECT_EQ(v[3].index(), 3u);
  EXPECT_EQ(v[4].index(), 4294967294u);
  for (std::size_t i = 5; i < v.size(); ++i) EXPECT_FALSE(v[i].index()) << i;
}

TEST(Json, SyntaxErrorsSayWhere) {
  struct Case {
    std::string_view text;
    Code code;
    std::uint64_t offset;
  };
  const Case cases[] = {
      {"", Code::JsonSyntax, 0},           {"{", Code::JsonSyntax, 1},
      {R"({"a":})", Code::JsonSyntax, 5},  {R"({"a":1,})", Code::JsonSyntax, 7},
      {R"({"a":01})", Code::JsonSyntax, 6}, {R"({"a":nan})", Code::JsonSyntax, 6},
      {"[]", Code::JsonSyntax, 0},         {"3", Code::JsonSyntax, 0},
      {R"({"a":"x)", Code::JsonSyntax, 6}, {R"({"a":"\ud800"})", Code::JsonSyntax, 6},
      {"{} x", Code::JsonSyntax, 3},       {R"({"a":1}{})", Code::JsonSyntax, 7},
  };
  for (const Case& c : cases) {
    Diagnostics diagnostics;
    const Result<Json> json = parse(c.text, diagnostics);
    ASSERT_FALSE(json.ok()) << c.text;
    EXPECT_EQ(json.error().code, c.code) << c.text;
    EXPECT_NEAR(static_cast<double>(json.error().offset), static_cast<double>(c.offset), 1) << c.text;
    EXPECT_FALSE(json.error().message.empty());
  }
}

TEST(Json, DepthIsLimitedAndNothingRecurses) {
  Limits limits;
  const auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  Diagnostics diagnostics;
  EXPECT_TRUE(parse(nested(limits.jsonDepth), diagnostics).ok());
  EXPECT_EQ(parse(nested(limits.jsonDepth + 1), diagnostics).error().code, Code::LimitJsonDepth);
  // With the limit lifted, a million levels neither crash the parser nor the writer, the copier and the comparison.
  limits.jsonDepth = 2'000'000;
  const std::string deep = nested(1'000'000);
  const Result<Json> json = parse(deep, diagnostics, limits);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->write(), deep);
  EXPECT_TRUE(Json::equal(json->clone().root(), json->root()));
}

TEST(Json, SizeIsLimited) {
  Limits limits;
  limits.jsonBytes = 10;
  Diagnostics diagnostics;
  EXPECT_TRUE(parse(R"({"a":1234})", diagnostics, limits).ok());
  const Result<Json> json = parse(R"({"a":12345})", diagnostics, limits);
  EXPECT_EQ(json.error().code, Code::LimitJsonBytes);
  EXPECT_EQ(json.error().message, "the JSON has 11 bytes, the limit is 10");
}

// Few members are compared with each other, many are sorted.
TEST(Json, EveryKeyThatIsThereAgainIsReportedOnce) {
  std::string many;
  for (int i = 0; i < 40; ++i) many += ",\"k" + std::to_string(i) + "\":0";
  for (const std::string& more : {std::string(), many}) {
    Diagnostics diagnostics;
    const Result<Json> json =
        Json::parse(R"({"b":1,"a":2,"b":3,"c":4,"a":5,"b":6)" + more + "}", {}, diagnostics);
    ASSERT_TRUE(json);
    std::string said;
    for (const Diagnostic& d : diagnostics.all()) said += d.toString() + "\n";
    EXPECT_EQ(said,
              "byte 13: the key \"b\" appears twice in one object [JSON_DUPLICATE_KEY]\n"
              "byte 25: the key \"a\" appears twice in one object [JSON_DUPLICATE_KEY]\n");
  }
}

TEST(Json, DuplicateKeysAreReportedAndTheLastCounts) {
  Diagnostics diagnostics;
  const Result<Json> json = parse(R"({"a":1,"b":2,"a":3})", diagnostics);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->root().find("a")->index(), 3u);
  EXPECT_EQ(json->write(), R"({"a":1,"b":2,"a":3})");
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, Code::JsonDuplicateKey);
  EXPECT_EQ(diagnostics.all()[0].offset, 13u);

  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  Diagnostics none;
  EXPECT_TRUE(parse(many + "\"z\":0}", none).ok());
  EXPECT_TRUE(none.empty());
  Diagnostics one;
  EXPECT_TRUE(parse(many + "\"k50\":0}", one).ok());
  EXPECT_TRUE(one.has(Code::JsonDuplicateKey));
}

TEST(Json, BrokenUtf8IsRepairedWithADiagnostic) {
  Diagnostics diagnostics;
  const Result<Json> json = parse("{\"a\":\"x\xFFy\"}", diagnostics);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->root().find("a")->string(), "x\xEF\xBF\xBDy");
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, Code::JsonEncoding);
  EXPECT_EQ(diagnostics.all()[0].offset, 7u);
}

TEST(Utf8, FollowsTheTableOfWellFormedSequences) {
  for (const std::string_view text : {"", "abc", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                                      "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "12345678\xE3\x81\x82"}) {
    EXPECT_EQ(findInvalidUtf8(text), std::string_view::npos) << text;
    EXPECT_EQ(repairUtf8(text), text);
  }
  for (const std::string_view text : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE3\x81", "\xC2", "\xFF", "\xE3\x28\x80"}) {
    EXPECT_EQ(findInvalidUtf8(text), 0u);
    EXPECT_EQ(findInvalidUtf8("12345678" + std::string(text)), 8u);
    EXPECT_EQ(findInvalidUtf8(repairUtf8(text)), std::string_view::npos);
  }
}

TEST(Json, PaddingAndByteOrderMarkAreReported) {
  for (const std::string_view text : {std::string_view("\xEF\xBB\xBF{}"), std::string_view("{}\0\0", 4)}) {
    Diagnostics diagnostics;
    EXPECT_TRUE(parse(text, diagnostics).ok());
    EXPECT_TRUE(diagnostics.has(Code::JsonPadding));
  }
  Diagnostics diagnostics;
  EXPECT_TRUE(parse("{} \n\t ", diagnostics).ok());
  EXPECT_TRUE(diagnostics.empty());
}

TEST(JsonEdit, SetsAddsAndRemoves) {
  Json json = good(R"({"a":1,"b":[1,2,3],"c":{}})");
  JsonValue& root = json.editRoot();
  json.set(root, "a", json.string("one"));
  json.set(root, "new", json.number(0.1f));
  json.append(*root.find("b"), json.number(4u));
  json.eraseElements(*root.find("b"), [](const JsonValue& v) { return *v.index() % 2 == 1; });
  json.set(json.memberObject(root, "c"), "deep", json.boolean(true));
  json.append(json.memberArray(root, "list"), json.array());
  EXPECT_TRUE(json.remove(root, "new"));
  EXPECT_FALSE(json.remove(root, "new"));
  json.set(root, "null", JsonValue());
  EXPECT_EQ(json.write(), R"({"a":"one","b":[2,4],"c":{"deep":true},"list":[[]],"null":null})");
  EXPECT_TRUE(json.modified());
}

TEST(JsonEdit, PutsValuesAtPointers) {
  Json json = good(R"({"a":[{"x":1}],"n":3})");
  EXPECT_TRUE(json.put("/a/0/x", json.number(2u)));
  EXPECT_TRUE(json.put("/a/-", json.boolean(true)));
  EXPECT_TRUE(json.put("/new/deep~1er", *json.fromText(" [1, \"two\"] ")));
  EXPECT_FALSE(json.put("/a/7/x", json.array()));
  EXPECT_FALSE(json.put("/n/x", json.array()));
  EXPECT_FALSE(json.put("n", json.array()));
  EXPECT_FALSE(json.put("", json.array()));
  EXPECT_EQ(json.write(), R"({"a":[{"x":2},true],"n":3,"new":{"deep/er":[1,"two"]}})");
  for (const char* text : {"", "1,2", "{", "]"}) EXPECT_FALSE(json.fromText(text).ok()) << text;
}

TEST(JsonEdit, GrowingContainersKeepTheirContent) {
  Json json;
  json.memberArray(json.editRoot(), "list");
  json.memberObject(json.editRoot(), "object");
  JsonValue* both[] = {json.editRoot().find("list"), json.editRoot().find("object")};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    json.append(*both[0], json.number(i));
    json.set(*both[1], "k" + std::to_string(i), json.number(i));
    if (i == 500) json.eraseElements(*both[0], [](const JsonValue& v) { return *v.index() >= 100; });
  }
  EXPECT_EQ(both[0]->size(), 100u + 499u);
  EXPECT_EQ(both[0]->elements()[100].index(), 501u);
  EXPECT_EQ(both[1]->size(), 1000u);
  EXPECT_EQ(both[1]->find("k999")->index(), 999u);
}

TEST(JsonEdit, CopiesAreDeepAndIndependent) {
  Json copy;
  {
    const std::string text = R"({"a":[1,{"b":"long enough to matter"}],"n":12.50})";
    const Json json = good(text);
    copy.editRoot() = copy.copy(json.root());
  }
  EXPECT_EQ(copy.write(), R"({"a":[1,{"b":"long enough to matter"}],"n":12.50})");
}

TEST(Json, ComparesValuesNotSpelling) {
  EXPECT_TRUE(Json::equal(good(R"({"a":[1.0,"x"]})").root(), good(R"({"a": [1, "\u0078"] })").root()));
  for (const std::string_view other : {R"({"a":[1]})", R"({"a":[1,"y"]})", R"({"b":[1,"x"]})", R"({"a":[2,"x"]})",
                                       R"({"a":[1,"x"],"b":0})", R"({"a":{}})"}) {
    EXPECT_FALSE(Json::equal(good(R"({"a":[1,"x"]})").root(), good(other).root())) << other;
  }
}

TEST(Json, PointersFollowRfc6901) {
  const Json json = good(R"({"a/b":{"m~n":[10,20]},"":1})");
  EXPECT_EQ(Json::at(json.root(), "/a~1b/m~0n/1")->index(), 20u);
  EXPECT_EQ(Json::at(json.root(), "/")->index(), 1u);
  EXPECT_EQ(Json::at(json.root(), ""), &json.root());
  for (const std::string_view none : {"/x", "/a~1b/m~0n/2", "/a~1b/m~0n/x", "/a~1b/m~0n/1/2", "a"}) {
    EXPECT_EQ(Json::at(json.root(), none), nullptr) << none;
  }
  EXPECT_EQ(pointerJoin("/a", "b/c~d"), "/a/b~1c~0d");
  EXPECT_EQ(pointerJoin("/a", std::uint64_t{3}), "/a/3");
}

TEST(Json, PrettyWritesMembersOnLines) {
  EXPECT_EQ(good(R"({"a":[1,2],"b":{"c":3}})").write({.pretty = true}),
            "{\n  \"a\": [1, 2],\n  \"b\": {\n    \"c\": 3\n  }\n}");
}

}  // namespace
}  // namespace vrm::gltf
