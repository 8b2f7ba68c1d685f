// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <set>

#include "command.hpp"

namespace vrm::cli {
namespace {

struct EditArguments {
  std::string input;
  std::string output;
  std::vector<std::string> meta, assigned, renamed, expressions, springs;  // LEFT=RIGHT, or a name
  std::string thumbnail;
  bool removeUnused = false;

  bool empty() const {
    return meta.empty() && assigned.empty() && renamed.empty() && expressions.empty() && springs.empty() &&
           thumbnail.empty() && !removeUnused;
  }
};

struct Assignment {
  std::string left, right;
};

// "LEFT=RIGHT"; CLI11 has checked that there is a "=".
Assignment assignmentOf(const std::string& text) {
  const std::size_t cut = text.find('=');
  return {text.substr(0, cut), text.substr(cut + 1)};
}

std::string checkAssignment(const std::string& text) {
  const std::size_t cut = text.find('=');
  return cut == std::string::npos || cut == 0
             ? "\"" + printable(text) + "\" has no \"=\" with something on its left"
             : std::string();
}

Result<HumanBone> boneNamed(const std::string& text) {
  if (const std::optional<HumanBone> bone = findHumanBone(text)) return *bone;
  std::string names;
  for (const HumanBoneInfo& info : allHumanBones())
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return Error{Code::VrmBoneUnknown, "VRM 1.0 has no bone " + printable(text) + "; its bones are " + names,
               "", kNoOffset};
}

// Changes in the order of the options in --help, and a line for each.
class Editor {
 public:
  Editor(gltf::Document& document, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}

  // The file that an error is about, if it is not the model.
  const std::string& wrongFile() const { return wrongFile_; }

  Result<void> run(const EditArguments& arguments) {
    for (const std::string& text : arguments.meta) {
      const auto [key, value] = assignmentOf(text);
      if (Result<void> done = edit::setMeta(document_, key, value); !done) return done;
      tell("meta", value.empty() ? key + " removed" : key + " = " + value);
    }
    if (!arguments.thumbnail.empty()) {
      if (Result<void> done = setThumbnail(arguments.thumbnail); !done) return done;
    }
    for (const std::string& text : arguments.assigned) {
      if (Result<void> done = assign(assignmentOf(text)); !done) return done;
    }
    for (const std::string& text : arguments.renamed) {
      const auto [bone, name] = assignmentOf(text);
      const Result<HumanBone> found = boneNamed(bone);
      if (!found) return found.error();
      if (Result<void> done = edit::renameBone(document_, *found, name); !done) return done;
      tell("bone", bone + " is called " + name);
    }
    for (const std::string& name : arguments.expressions) {
      if (Result<void> done = edit::removeExpression(document_, name); !done) return done;
      tell("expression", name + " removed");
    }
    for (const std::string& text : arguments.springs) {
      if (Result<void> done = setSpring(assignmentOf(text)); !done) return done;
    }
    if (!arguments.assigned.empty()) warnOfMissingBones();
    if (!arguments.removeUnused) return {};
    const std::uint64_t before = document_.glbBytes();
    if (Result<void> done = edit::removeUnused(document_, diagnostics_); !done) return done;
    const std::uint64_t after = document_.glbBytes();
    tell("unused", before > after ? fmt::format("{} bytes removed", before - after) : "nothing was");
    return {};
  }

  const std::vector<Assignment>& said() const { return said_; }

 private:
  void tell(std::string what, std::string text) { said_.push_back({std::move(what), std::move(text)}); }

  Result<void> setThumbnail(const std::string& file) {
    const Result<std::vector<std::byte>> image = readFile(file, document_.limits().fileBytes);
    if (!image) wrongFile_ = file;
    if (!image) return image.error();
    Result<void> done = edit::setThumbnail(document_, *image, diagnostics_);
    if (!done && done.error().code == Code::ImageFormat) wrongFile_ = file;
    if (done) tell("thumbnail", file);
    return done;
  }
  // At the end: nodes that change places are no bones in between.
  void warnOfMissingBones() {
    Diagnostics ignored;
    const Result<gltf::Asset> asset = gltf::readAsset(document_, ignored);
    if (!asset) return;
    const Result<schema::Vrm> vrm = schema::readVrm(document_, *asset, ignored);
    if (!vrm) return;
    for (const HumanBoneInfo& info : allHumanBones()) {
      const std::string bone(info.name);
      if (!removed_.contains(bone) || vrm->humanoid[info.bone] ||
          !schema::isRequired(info.bone, vrm->version))
        continue;
      diagnostics_.add(Code::VrmBoneMissing, "",
                       std::string(name(vrm->version)) + " requires " + bone + ", which no node is now");
    }
  }
  Result<void> assign(const Assignment& bone) {
    const Result<HumanBone> found = boneNamed(bone.left);
    if (!found) return found.error();
    NodeIndex node;
    if (!bone.right.empty()) {
      const Result<NodeIndex> named = edit::findNode(document_, bone.right);
      if (!named) return named.error();
      node = *named;
    }
    if (Result<void> done = edit::assignBone(document_, *found, node); !done) return done;
    if (!node) removed_.insert(bone.left);
    tell("bone", node ? fmt::format("{} is node {}", bone.left, node.value) : bone.left + " removed");
    return {};
  }
  Result<void> setSpring(const Assignment& spring) {
    const std::size_t dot = spring.left.rfind('.');
    if (dot == std::string::npos) {
      return Error{
          Code::GltfValue,
          "--set-spring wants NAME.stiffness=VALUE, and there is no \".\" in " + printable(spring.left), "",
          kNoOffset};
    }
    const std::string name = spring.left.substr(0, dot), member = spring.left.substr(dot + 1);
    if (Result<void> done = edit::setSpring(document_, name, member, spring.right); !done) return done;
    tell("spring", spring.left + " = " + spring.right);
    return {};
  }

  gltf::Document& document_;
  Diagnostics& diagnostics_;
  std::vector<Assignment> said_;
  std::set<std::string> removed_;  // bones
  std::string wrongFile_;
};

int editFile(const Command& command, const EditArguments& arguments) {
  if (arguments.empty()) {
    complain("error: nothing to change was said; vrm edit --help lists what can be");
    return kFailed;
  }
  Result<Opened> opened = openModel(command, arguments.input);
  if (!opened) return fail(command, arguments.input, opened.error());
  Editor editor(opened->document, opened->diagnostics);
  if (Result<void> done = editor.run(arguments); !done)
    return fail(command, editor.wrongFile().empty() ? arguments.input : editor.wrongFile(), done.error());
  std::string lines;
  for (const auto& [what, text] : editor.said())
    lines += fmt::format("  {:<10}  {}\n", what, printable(text));
  const auto members = [&](gltf::Json& json, gltf::JsonValue& root) {
    gltf::JsonValue list = json.array();
    for (const auto& [what, text] : editor.said()) {
      gltf::JsonValue entry = json.object();
      json.set(entry, "what", json.string(what));
      json.set(entry, "text", json.string(text));
      json.append(list, entry);
    }
    json.set(root, "edited", list);
  };
  return saveModel(command, arguments.input, opened->document, arguments.output, opened->diagnostics, {},
                   {lines, members});
}

}  // namespace

void addEdit(CLI::App& app, Command& command) {
  auto arguments = std::make_shared<EditArguments>();
  CLI::App* verb = app.add_subcommand(
      "edit", "Change single things of an avatar: meta, thumbnail, bones, expressions, springs.");
  addFiles(*verb, arguments->input, arguments->output);
  const auto addList = [&](const char* option, std::vector<std::string>& list, const char* help,
                           const char* type, bool pairs) {
    CLI::Option* added = verb->add_option(option, list, help)->type_name(type)->allow_extra_args(false);
    if (pairs) added->check(checkAssignment);
  };
  addList("--set-meta", arguments->meta,
          "A member of meta, in the words of the file's version; empty removes it", "KEY=VALUE", true);
  verb->add_option("--thumbnail", arguments->thumbnail, "Its picture: PNG or JPEG")->type_name("FILE");
  addList("--assign-bone", arguments->assigned,
          "Make a node, by name or number, this bone; empty takes the bone away", "BONE=NODE", true);
  addList("--rename-bone", arguments->renamed, "Another name for the node of a bone", "BONE=NAME", true);
  addList("--remove-expression", arguments->expressions,
          "By its name in 1.0 (happy), or the one that the avatar gives it", "NAME", false);
  addList("--set-spring", arguments->springs,
          "stiffness, gravityPower, gravityDir, dragForce or hitRadius of the springs of a name; * is all, "
          "#3 the fourth",
          "NAME.MEMBER=VALUE", true);
  verb->add_flag("--remove-unused", arguments->removeUnused,
                 "Meshes, materials, textures, images, accessors that nothing uses");
  verb->add_flag("--json", command.json, "Say what was done, and the findings, as JSON");
  addReadOptions(*verb, command);
  verb->footer(
      "Options may be repeated. The version of the file stays, and so does everything else in it.\n"
      "Example: vrm edit avatar.vrm new.vrm --set-meta name=Aki --thumbnail face.png\n"
      "         vrm edit avatar.vrm new.vrm --assign-bone head=J_Bip_C_Head --set-spring Hair.stiffness=0.8");
  verb->callback([&command, arguments] {
    command.run = [&command, arguments] { return editFile(command, *arguments); };
  });
}

}  // namespace vrm::cli
