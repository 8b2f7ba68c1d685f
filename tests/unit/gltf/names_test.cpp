// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/slow_build.hpp"

namespace vrm::gltf {
namespace {

using namespace std::string_literals;

TEST(Names, Escapes) {
  const struct {
    std::string text, name;
  } kCases[] = {
      {"Face_M01", "Face_M01"},
      {"髪 の毛.png", "髪 の毛.png"},
      {R"(a\b/c:d*e?f"g<h>i|j)", "a+b+c+d+e+f+g+h+i+j"},  // the document's nine
      {"a\0b\nc\x1F"s + "d\x7F", "a+b+c+d+"},
      {"broken\xFF\xC3utf8", "broken\uFFFD\uFFFDutf8"},
      {"", "unnamed"},
      {".", "+"},
      {"..", "++"},
      {"../../etc/passwd", "+.+..+etc+passwd"},
      {" ", "+"},
      {"end. .", "end+++"},
      {".hidden", "+hidden"},
      {"-rf", "+rf"},
      {"a-b", "a-b"},
      {"gnp\u202E.exe", "gnp+.exe"},          // a mark of direction
      {"a\u0085b\uFEFFc\u200Bd", "a+b+c+d"},  // a C1 control, a byte order mark, no width
      {"👩\u200D💻", "👩\u200D💻"},
      {"❤\uFE0F", "❤\uFE0F"},
      {"a\u200D", "a+"},  // looks like "a"
      {"\u200D.x", "+.x"},
      {"क\u200Dक", "क\u200Dक"},
      {"क\u200D\u200Dक", "क\u200D+क"},
      {"あ\u200Dい\uFE0Fう\uFE01", "あ+い+う+"},  // looks like "あいう"
      {"é\uFE0F", "é+"},
      {"❤\uFE0F\u200D🔥", "❤\uFE0F\u200D🔥"},
      {"葛\U000E0100", "葛\U000E0100"},  // as names of people have them
      {"葛\U000E0100\uFE00", "葛\U000E0100+"},
      {"é\U000E0100", "é+"},  // looks like "é"
      {"a\U000E0100", "a+"},
      {"ᠠ\u180B", "ᠠ\u180B"},
      {"x\u180B", "x+"},
      {"\u3000", "+"},
      {"\u3000\uFE0F", "\u3000+"},  // a selector of a blank does not make it one that is seen
      {"x\u00A0\U000E0100", "x\u00A0+"},
      {"\u3000\u200D.", "\u3000++"},
      {"前\u3000後\u00A0\u2003", "前\u3000後++"},
      {"\u00AD\u3164\u2800\u034F", "++++"},
      {" lead", " lead"},
      {"CON", "CON+"},
      {"nul.txt", "nul+.txt"},
      {"Aux .tar.gz", "Aux+ .tar.gz"},
      {"prn.", "prn++"},
      {"COM1", "COM1+"},
      {"lpt9.log", "lpt9+.log"},
      {"COM0", "COM0+"},
      {"com²", "com²+"},
      {"CONIN$", "CONIN$+"},
      {"clock$", "clock$+"},
      {"COM", "COM"},
      {"COMA", "COMA"},
      {"COM10", "COM10"},
      {"CONTROL", "CONTROL"},
      {"x.con", "x.con"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(escapeFileName(c.text), c.name) << c.text;
    EXPECT_EQ(escapeFileName(c.name), c.name) << "a name that is fine stays as it is";
  }
}

TEST(Names, CutsAtTheEndOfACharacter) {
  EXPECT_EQ(escapeFileName(std::string(200, 'a')), std::string(200, 'a'));
  EXPECT_EQ(escapeFileName(std::string(5000, 'a')), std::string(200, 'a'));
  std::string kana;
  for (int i = 0; i < 100; ++i) kana += "か";
  EXPECT_EQ(escapeFileName(kana), kana.substr(0, 198));
  EXPECT_EQ(escapeFileName("x" + kana), "x" + kana.substr(0, 198));
  EXPECT_EQ(escapeFileName("xx" + kana), "xx" + kana.substr(0, 198));
  EXPECT_EQ(escapeFileName(std::string(197, 'a') + "😀"), std::string(197, 'a'));
  EXPECT_EQ(escapeFileName(std::string(199, 'a') + ". b"),
            std::string(199, 'a') + "+");  // a dot comes to the end
  EXPECT_EQ(escapeFileName("con." + std::string(196, 'a')), "con+." + std::string(195, 'a'));
}

TEST(Names, MakesUnique) {
  UniqueNames names;
  EXPECT_EQ(names.make("Hair", "material"), "Hair");
  EXPECT_EQ(names.make("Hair", "material"), "Hair_2");
  EXPECT_EQ(names.make("HAIR", "material"), "HAIR_3");
  EXPECT_EQ(names.make("hair_2", "material"), "hair_2_2");
  EXPECT_EQ(names.make("hair_5", "material"), "hair_5");
  EXPECT_EQ(names.make("Hair", "material"), "Hair_4");
  EXPECT_EQ(names.make("Hair", "material"), "Hair_6");
  EXPECT_EQ(names.make("", "material"), "material");
  EXPECT_EQ(names.make("", "material"), "material_2");
  EXPECT_EQ(names.make("", ""), "unnamed");
  EXPECT_EQ(names.make("a/b", ""), "a+b");
  EXPECT_EQ(names.make("a:b", ""), "a+b_2");
  EXPECT_EQ(names.make("CON", ""), "CON+");
  EXPECT_EQ(names.make("x", "", ".png"), "x.png");
  EXPECT_EQ(names.make("x", "", ".png"), "x_2.png");
  EXPECT_EQ(names.make("X", "", ".jpg"), "X.jpg");
  EXPECT_EQ(names.make("x.PNG", ""), "x.PNG_3");
  EXPECT_EQ(names.make("x", ""), "x");
  EXPECT_EQ(names.make("con+", ""), "con+_2");
  EXPECT_EQ(names.make("Ä", ""), "Ä");
  EXPECT_EQ(names.make("ä", ""), "ä");  // only the case of ASCII letters is ignored
}

TEST(Names, KeepsNumberedNamesShort) {
  UniqueNames names;
  const std::string wide = std::string(188, 'a') + "ああああ";  // exactly as long as allowed
  EXPECT_EQ(names.make(wide, ""), wide);
  EXPECT_EQ(names.make(wide, ""), std::string(188, 'a') + "_2");
  EXPECT_EQ(names.make(wide + "い", ""), std::string(188, 'a') + "_3");
  EXPECT_EQ(names.make(std::string(188, 'a'), ""), std::string(188, 'a'));
  EXPECT_EQ(names.make(std::string(188, 'a'), ""), std::string(188, 'a') + "_4");
}

// Neither of these finishes in reasonable time if numbers are searched for from the start each time.
TEST(Names, ManyEqualNames) {
  constexpr int kCount = 100'000 / int{test::kFewer};
  UniqueNames names;
  for (int i = 1; i <= kCount; ++i) {
    const std::string name = names.make("mesh", "");
    ASSERT_EQ(name, i == 1 ? "mesh" : "mesh_" + std::to_string(i));
  }
}

TEST(Names, ManyLongNamesThatDifferOnlyAtTheEnd) {
  UniqueNames names;
  std::set<std::string> given;
  for (int i = 0; i < 40'000 / int{test::kFewer}; ++i) {
    const std::string number = std::to_string(10'000 + i / 2);
    const std::string name = names.make(std::string(200 - number.size(), 'x') + number, "");
    ASSERT_LE(name.size(), kMaxFileNameBytes);
    ASSERT_TRUE(given.insert(name).second) << name;
  }
}

}  // namespace
}  // namespace vrm::gltf
