// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "scenario.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace vrm::cli {
namespace {

using gltf::JsonMember;
using gltf::JsonValue;

// Two days at 60 frames per second.
constexpr std::uint32_t kMaxFrames = 10'000'000;

struct Kind {
  std::string_view target;
  std::string_view property;
  Track::Target targetId;
  Track::Property propertyId;
  std::uint32_t width;
};
constexpr Kind kKinds[] = {
    {"root", "translation", Track::Target::Root, Track::Property::Translation, 3},
    {"root", "rotation", Track::Target::Root, Track::Property::Rotation, 4},
    {"root", "scale", Track::Target::Root, Track::Property::Scale, 1},
    {"bone", "rotation", Track::Target::Bone, Track::Property::Rotation, 4},
    {"bone", "translation", Track::Target::Bone, Track::Property::Translation, 3},
    {"node", "translation", Track::Target::Node, Track::Property::Translation, 3},
    {"node", "rotation", Track::Target::Node, Track::Property::Rotation, 4},
    {"node", "scale", Track::Target::Node, Track::Property::Scale, 3},
    {"expression", "weight", Track::Target::Expression, Track::Property::Weight, 1},
    {"lookAt", "target", Track::Target::LookAt, Track::Property::Target, 3},
    {"lookAt", "yawPitch", Track::Target::LookAt, Track::Property::YawPitch, 2},
    {"force", "world", Track::Target::Force, Track::Property::World, 3},
};

class Reader {
 public:
  Result<Scenario> read(const JsonValue& root) {
    if (!object(root, "", {"version", "dt", "frames", "sample", "stepping", "tracks", "output", "extras"}))
      return error_;
    if (const JsonValue* version = root.find("version"); version && version->number() != 1) {
      return refuse("/version", "only version 1 of the format is known"), error_;
    }
    readFrames(root.find("frames"));
    if (ok()) readSteps(root.find("dt"));
    if (ok()) readSample(root.find("sample"));
    if (ok()) readStepping(root.find("stepping"));
    if (ok()) readTracks(root.find("tracks"));
    if (ok()) readOutput(root.find("output"));
    if (!ok()) return error_;
    return std::move(out_);
  }

 private:
  bool ok() const { return error_.message.empty(); }
  bool refuse(std::string pointer, std::string message) {
    error_ = {Code::ScenarioInvalid, std::move(message), std::move(pointer), kNoOffset};
    return false;
  }

  bool object(const JsonValue& value, const std::string& pointer,
              std::initializer_list<std::string_view> known) {
    if (!value.isObject()) return refuse(pointer, "this must be an object");
    for (const JsonMember& member : value.members()) {
      if (std::find(known.begin(), known.end(), member.key.string()) == known.end()) {
        std::string list;
        for (const std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
        return refuse(gltf::pointerJoin(pointer, member.key.string()),
                      "there is no such member; known are " + list);
      }
    }
    return true;
  }

  // A number that a float can hold.
  bool number(const JsonValue& value, const std::string& pointer, const std::string& where, float& out) {
    const std::optional<double> found = value.number();
    if (!value.isNumber() || !found ||
        std::abs(*found) > static_cast<double>(std::numeric_limits<float>::max())) {
      return refuse(pointer,
                    where + (value.isNumber() ? "this must be finite as a 32-bit float, but is " +
                                                    std::string(gltf::beginning(value.spelling(), 40))
                                              : "this must be one number"));
    }
    out = static_cast<float>(*found);
    return true;
  }

  void readFrames(const JsonValue* value) {
    const std::optional<std::uint32_t> count = value ? value->index() : std::nullopt;
    if (!count || *count == 0 || *count > kMaxFrames) {
      refuse("/frames",
             "the number of frames must be a whole number from 1 to " + std::to_string(kMaxFrames));
    } else {
      out_.frames = *count;
    }
  }

  void readSteps(const JsonValue* value) {
    if (!value) return void(refuse("/dt", "the time step is missing: a number of seconds, or one per frame"));
    float step = 0;
    if (!value->isArray()) {
      if (number(*value, "/dt", "", step)) out_.dt = {step};
      return;
    }
    if (value->size() != out_.frames) {
      return void(refuse("/dt", "there are " + std::to_string(value->size()) + " time steps for " +
                                    std::to_string(out_.frames) + " frames"));
    }
    for (std::uint32_t i = 0; i < value->size(); ++i) {
      if (!number(value->elements()[i], gltf::pointerJoin("/dt", i), "", step)) return;
      out_.dt.push_back(step);
    }
  }

  void readSample(const JsonValue* value) {
    if (!value) {
      out_.every = 30;
      return;
    }
    if (value->isObject()) {
      if (!object(*value, "/sample", {"every"})) return;
      const JsonValue* every = value->find("every");
      const std::optional<std::uint32_t> count = every ? every->index() : std::nullopt;
      if (!count || *count == 0) return void(refuse("/sample/every", "this must be a whole number from 1"));
      out_.every = *count;
      return;
    }
    if (!value->isArray())
      return void(refuse("/sample", R"(this must be a list of frames, or {"every": N})"));
    for (std::uint32_t i = 0; i < value->size(); ++i) {
      const std::optional<std::uint32_t> frame = value->elements()[i].index();
      if (!frame || *frame == 0 || *frame > out_.frames) {
        return void(refuse(gltf::pointerJoin("/sample", i),
                           "frames are numbered from 1 to " + std::to_string(out_.frames)));
      }
      out_.sample.push_back(*frame);
    }
    std::sort(out_.sample.begin(), out_.sample.end());
  }

  void readStepping(const JsonValue* value) {
    if (!value) return;
    out_.fixedStepping = value->string() == "fixed";
    if (!out_.fixedStepping && value->string() != "spec")
      refuse("/stepping", R"(this must be "spec" or "fixed")");
  }

  void readTracks(const JsonValue* value) {
    if (!value) return;
    if (!value->isArray()) return void(refuse("/tracks", "this must be a list"));
    for (std::uint32_t i = 0; i < value->size() && ok(); ++i) {
      readTrack(value->elements()[i], gltf::pointerJoin("/tracks", i));
    }
  }

  void readTrack(const JsonValue& value, const std::string& pointer) {
    if (!object(value, pointer, {"target", "property", "values", "extras"})) return;
    const JsonValue* target = value.find("target");
    const JsonValue* property = value.find("property");
    if (!target || !target->isString()) return void(refuse(pointer + "/target", "a track needs a target"));
    if (!property || !property->isString())
      return void(refuse(pointer + "/property", "a track needs a property"));
    Track track;
    const std::string_view text = target->string();
    const std::size_t colon = text.find(':');
    const std::string_view head = text.substr(0, colon);
    track.name =
        std::string(gltf::beginning(text, 100)) + " " + std::string(gltf::beginning(property->string(), 100));
    const bool named = head == "bone" || head == "node" || head == "expression";
    bool known = false;
    std::string properties;
    for (const Kind& kind : kKinds) {
      if (kind.target != head || named != (colon != std::string_view::npos)) continue;
      known = true;
      properties += (properties.empty() ? "" : " or ") + std::string(kind.property);
      if (kind.property != property->string()) continue;
      track.target = kind.targetId;
      track.property = kind.propertyId;
      track.width = kind.width;
    }
    if (!known) {
      return void(
          refuse(pointer + "/target", "the track \"" + track.name +
                                          "\" has an unknown target; known are root, bone:NAME, node:INDEX, "
                                          "expression:NAME, lookAt and force"));
    }
    if ((" " + properties + " ").find(" " + std::string(property->string()) + " ") == std::string::npos) {
      return void(refuse(pointer + "/property", "the track \"" + track.name + "\" has an unknown property; " +
                                                    std::string(head) + " has " + properties));
    }
    if (named) track.subject = text.substr(colon + 1);
    if (track.target == Track::Target::Bone && !checkBone(track, pointer)) return;
    if (track.target == Track::Target::Node && !checkNode(track, pointer)) return;
    if (!readValues(value.find("values"), pointer + "/values", track)) return;
    out_.tracks.push_back(std::move(track));
  }

  bool checkBone(const Track& track, const std::string& pointer) {
    const std::optional<HumanBone> bone = findHumanBone(track.subject);
    if (!bone) {
      return refuse(pointer + "/target",
                    "the track \"" + track.name + "\" names a bone that VRM 1.0 does not have; names of all versions are those of 1.0");
    }
    if (track.property == Track::Property::Translation && *bone != HumanBone::Hips) {
      return refuse(pointer + "/property",
                    "the track \"" + track.name + "\": only the hips have a translation");
    }
    return true;
  }

  bool checkNode(Track& track, const std::string& pointer) {
    const bool digits = !track.subject.empty() && track.subject.size() < 10 &&
                        track.subject.find_first_not_of("0123456789") == std::string::npos;
    if (!digits)
      return refuse(pointer + "/target", "the track \"" + track.name + "\" needs the index of a node");
    track.number = static_cast<std::uint32_t>(std::stoul(track.subject));
    return true;
  }

  bool readValues(const JsonValue* values, const std::string& pointer, Track& track) {
    const std::string where = "the track \"" + track.name + "\": ";
    if (!values || !values->isArray() || values->size() == 0)
      return refuse(pointer, where + "it needs a list of values");
    track.values.reserve(std::size_t{values->size()} * track.width);
    for (std::uint32_t i = 0; i < values->size(); ++i) {
      const JsonValue& value = values->elements()[i];
      const std::string at = gltf::pointerJoin(pointer, i);
      float parts[4] = {};
      if (track.width == 1) {
        if (!number(value, at, where, parts[0])) return false;
      } else {
        if (!value.isArray() || value.size() != track.width) {
          return refuse(at, where + "value " + std::to_string(i) + " must be " + std::to_string(track.width) +
                                " numbers");
        }
        for (std::uint32_t k = 0; k < track.width; ++k) {
          if (!number(value.elements()[k], gltf::pointerJoin(at, k), where, parts[k])) return false;
        }
      }
      // What an avatar would refuse.
      const Quat q{parts[0], parts[1], parts[2], parts[3]};
      if (track.property == Track::Property::Rotation && !(dot(q, q) > 1e-12f && std::isfinite(dot(q, q)))) {
        return refuse(at, where + "value " + std::to_string(i) + " is no rotation: its length is 0 or no float");
      }
      track.values.insert(track.values.end(), parts, parts + track.width);
    }
    return true;
  }

  void readOutput(const JsonValue* value) {
    if (!value) return;
    if (!object(*value, "/output",
                {"nodes", "what", "morphs", "expressions", "materials", "lookAt", "extras"}))
      return;
    readNodes(value->find("nodes"));
    if (ok()) readWhat(value->find("what"));
    const std::pair<const char*, bool*> flags[] = {{"morphs", &out_.morphs},
                                                   {"expressions", &out_.expressions},
                                                   {"materials", &out_.materials},
                                                   {"lookAt", &out_.lookAt}};
    for (const auto& [key, flag] : flags) {
      const JsonValue* found = value->find(key);
      if (!ok() || !found) continue;
      if (!found->isBool())
        return void(refuse(gltf::pointerJoin("/output", key), "this must be true or false"));
      *flag = found->boolean();
    }
  }

  void readNodes(const JsonValue* value) {
    if (!value) return;
    constexpr std::string_view kWords[] = {"springs", "constrained", "humanoid", "all"};
    if (value->isArray()) {
      out_.nodes = Scenario::Nodes::List;
      for (std::uint32_t i = 0; i < value->size(); ++i) {
        const std::optional<std::uint32_t> node = value->elements()[i].index();
        if (!node)
          return void(refuse(gltf::pointerJoin("/output/nodes", i), "this must be the index of a node"));
        out_.nodeList.push_back(*node);
      }
      return;
    }
    const auto found = std::find(std::begin(kWords), std::end(kWords), value->string());
    if (found == std::end(kWords)) {
      return void(
          refuse("/output/nodes", "this must be springs, constrained, humanoid, all or a list of indices"));
    }
    out_.nodes = static_cast<Scenario::Nodes>(found - std::begin(kWords));
  }

  void readWhat(const JsonValue* value) {
    if (!value) return;
    out_.rotation = out_.translation = out_.world = false;
    if (!value->isArray()) return void(refuse("/output/what", "this must be a list"));
    for (std::uint32_t i = 0; i < value->size(); ++i) {
      const std::string_view word = value->elements()[i].string();
      bool* const flag = word == "rotation"      ? &out_.rotation
                         : word == "translation" ? &out_.translation
                         : word == "world"       ? &out_.world
                                                 : nullptr;
      if (!flag) {
        return void(
            refuse(gltf::pointerJoin("/output/what", i), "this must be rotation, translation or world"));
      }
      *flag = true;
    }
  }

  Scenario out_;
  Error error_;
};

// The pointer of what stands at a byte of a text that is JSON up to there: a number that no double can hold stops the
// parser, and people want to know in which track.
std::string pointerAt(std::string_view text, std::size_t offset) {
  struct Level {
    bool array;
    std::uint64_t index;
    std::string_view key;
  };
  std::vector<Level> levels;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      levels.push_back({c == '[', 0, {}});
    } else if ((c == '}' || c == ']') && !levels.empty()) {
      levels.pop_back();
    } else if (c == ',' && !levels.empty()) {
      ++levels.back().index;
      levels.back().key = {};
    } else if (c == '"') {
      const std::size_t start = i + 1;
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1u : 0u;
      if (!levels.empty() && !levels.back().array && levels.back().key.empty() && i < text.size()) {
        levels.back().key = text.substr(start, i - start);
      }
    }
  }
  std::string pointer;
  for (const Level& level : levels) {
    if (!level.array && level.key.empty()) break;
    pointer = level.array ? gltf::pointerJoin(pointer, level.index) : gltf::pointerJoin(pointer, level.key);
  }
  return pointer;
}

}  // namespace

bool Scenario::isSample(std::uint32_t frame) const {
  if (every > 0) return frame == 1 || frame % every == 0;
  return std::binary_search(sample.begin(), sample.end(), frame);
}

Result<Scenario> readScenario(std::string_view text) {
  Diagnostics diagnostics;
  const Result<gltf::Json> json = gltf::Json::parse(text, Limits{}, diagnostics);
  if (!json) {
    Error error = json.error();
    if (error.offset != kNoOffset) {
      error.pointer = pointerAt(text, static_cast<std::size_t>(error.offset));
      // Of the two places people are told the pointer.
      if (!error.pointer.empty()) error.message += " (byte " + std::to_string(error.offset) + ")";
    }
    return error;
  }
  return Reader().read(json->root());
}

}  // namespace vrm::cli
