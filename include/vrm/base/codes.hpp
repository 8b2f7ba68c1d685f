// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace vrm {

enum class Severity : std::uint8_t { Error, Warning, Information, Hint };

// The registry of everything the library can say about a file: enumerator, stable name, severity when it is reported
// as a diagnostic of reading and writing (Error: the operation stops), severity as a verdict of the validator (Error: the
// file breaks a rule), what it means, how to mend it. Loader, editor and validator share it, and docs/issues.md is made
// from it. Names never change their meaning once released.
#define VRM_CODES(X)                                                                                                  \
  X(IoNotFound, "IO_NOT_FOUND", Error, Error, \
    "The file does not exist.", \
    "Check the path.") \
  X(IoRead, "IO_READ", Error, Error, \
    "The file exists but cannot be read.", \
    "Check that the file may be read and is no folder.") \
  X(IoWrite, "IO_WRITE", Error, Error, \
    "The output cannot be written; what was there before is untouched.", \
    "Check that the folder exists, may be written and has room.") \
  X(OutputFormat, "OUTPUT_FORMAT", Error, Error, \
    "The name of the output says no format that can be written.", \
    "Name the output .vrm, .glb, .vrma or .gltf.") \
  X(ResourceRefused, "RESOURCE_REFUSED", Warning, Error, \
    "A URI points outside the model's own folder and is not followed; an image is left out, a buffer stops the load.", \
    "Put the data beside the model, or into it: save it as .vrm.") \
  X(ResourceMissing, "RESOURCE_MISSING", Warning, Error, \
    "Data that the model names cannot be read; an image is left out, a buffer stops the load.", \
    "Put the data where the URI says, or into the file: save it as .vrm.") \
  X(ResourceUri, "RESOURCE_URI", Warning, Error, \
    "A data URI is not well-formed; an image is left out, a buffer stops the load.", \
    "Export the model anew; data URIs are data:[type];base64,...") \
  X(LimitFileBytes, "LIMIT_FILE_BYTES", Error, Error, \
    "The file is larger than Limits::fileBytes.", \
    "Make it smaller, or raise the limit if the file is to be trusted.") \
  X(LimitJsonBytes, "LIMIT_JSON_BYTES", Error, Error, \
    "The JSON text is larger than Limits::jsonBytes.", \
    "Make it smaller, or raise the limit if the file is to be trusted.") \
  X(LimitJsonDepth, "LIMIT_JSON_DEPTH", Error, Error, \
    "The JSON nests deeper than Limits::jsonDepth.", \
    "No exporter nests so deep: the file is damaged or hostile.") \
  X(LimitNodes, "LIMIT_NODES", Error, Error, \
    "The file has more nodes than Limits::nodes.", \
    "Remove nodes, or raise the limit if the file is to be trusted.") \
  X(LimitElements, "LIMIT_ELEMENTS", Error, Error, \
    "A top-level array other than nodes is longer than Limits::elements.", \
    "Remove elements, or raise the limit if the file is to be trusted.") \
  X(LimitAccessorElements, "LIMIT_ACCESSOR_ELEMENTS", Error, Error, \
    "An accessor is longer than Limits::accessorElements.", \
    "Reduce the mesh, or raise the limit if the file is to be trusted.") \
  X(LimitImagePixels, "LIMIT_IMAGE_PIXELS", Error, Error, \
    "An image has more pixels than Limits::imagePixels.", \
    "Make the image smaller, or raise the limit if the file is to be trusted.") \
  X(LimitDecodedBytes, "LIMIT_DECODED_BYTES", Error, Error, \
    "Decoding needs more memory than Limits::decodedBytes.", \
    "Make it smaller, or raise the limit if the file is to be trusted.") \
  X(LimitExpandedElements, "LIMIT_EXPANDED_ELEMENTS", Error, Error, \
    "Converting VRM 0.x or a draft makes more elements than Limits::expandedElements.", \
    "Remove springs or expressions, or raise the limit if the file is to be trusted.") \
  X(OutOfMemory, "OUT_OF_MEMORY", Error, Error, \
    "The machine has no memory left for the operation.", \
    "Close other programs, or use a machine with more memory.") \
  X(ApiMisuse, "API_MISUSE", Error, Error, \
    "The calling program passed arguments that do not fit together.", \
    "Mend the calling program.") \
  X(ScenarioInvalid, "SCENARIO_INVALID", Error, Error, \
    "A scenario for `vrm eval` does not follow its format, or names what the model does not have.", \
    "Mend the scenario as docs/eval.md says.") \
  X(SnapshotMismatch, "SNAPSHOT_MISMATCH", Error, Error, \
    "A snapshot is damaged, or of another model or version of the library.", \
    "Restore snapshots into avatars of the model, and with the version of the library, that they are of.") \
  X(GlbMagic, "GLB_MAGIC", Error, Error, \
    "The file is neither GLB nor glTF JSON.", \
    "Export the model anew as .vrm or .glb.") \
  X(GlbVersion, "GLB_VERSION", Error, Error, \
    "The GLB container is not version 2.", \
    "Export the model anew with an exporter for glTF 2.0.") \
  X(GlbLength, "GLB_LENGTH", Error, Error, \
    "The GLB header claims more bytes than the file has.", \
    "The file was probably cut off: copy or download it again.") \
  X(GlbChunk, "GLB_CHUNK", Error, Error, \
    "A GLB chunk does not fit into the file.", \
    "The file was probably cut off or damaged: copy or download it again.") \
  X(GlbNoJson, "GLB_NO_JSON", Error, Error, \
    "The first GLB chunk is not JSON.", \
    "Export the model anew; the JSON comes first.") \
  X(GlbAlignment, "GLB_ALIGNMENT", Warning, Error, \
    "A GLB chunk length is not a multiple of four; it is read as it is.", \
    "Save it anew (vrm convert), which pads the chunks.") \
  X(GlbTrailing, "GLB_TRAILING", Warning, Error, \
    "The file goes on after the length in the GLB header; the rest is ignored.", \
    "Save it anew (vrm convert), which leaves the rest out.") \
  X(GlbChunkDropped, "GLB_CHUNK_DROPPED", Warning, Warning, \
    "A GLB chunk has no place in the file that was written and was left out.", \
    "Save it as .vrm or .glb to keep the chunk.") \
  X(JsonSyntax, "JSON_SYNTAX", Error, Error, \
    "The text is not JSON.", \
    "Mend the JSON where the offset points, or export the model anew.") \
  X(JsonEncoding, "JSON_ENCODING", Warning, Error, \
    "The JSON is not valid UTF-8; broken bytes are read as U+FFFD.", \
    "Save the JSON as UTF-8.") \
  X(JsonDuplicateKey, "JSON_DUPLICATE_KEY", Warning, Error, \
    "An object has a key twice; the last one counts.", \
    "Remove all but one.") \
  X(JsonPadding, "JSON_PADDING", Warning, Error, \
    "The JSON has a byte order mark or is padded with something but spaces.", \
    "Save it anew (vrm convert), which writes plain UTF-8 padded with spaces.") \
  X(GltfVersion, "GLTF_VERSION", Error, Error, \
    "asset.version (or asset.minVersion) is not a glTF 2 version.", \
    "Export the model anew with an exporter for glTF 2.0.") \
  X(GltfMissing, "GLTF_MISSING", Warning, Error, \
    "A required member is absent; a defined value or nothing is used instead.", \
    "Add the member.") \
  X(GltfType, "GLTF_TYPE", Warning, Error, \
    "A member has the wrong JSON type; it is read as if absent.", \
    "Write the value as the type that the message names.") \
  X(GltfValue, "GLTF_VALUE", Warning, Error, \
    "A member has a value outside its range; its default or the nearest legal value is used.", \
    "Use a value in the range that the message names.") \
  X(GltfIndexRange, "GLTF_INDEX_RANGE", Warning, Error, \
    "An index points past the end of its array; it is read as absent.", \
    "Point at an element that exists, or remove the member.") \
  X(MemberUnknown, "MEMBER_UNKNOWN", Hint, Warning, \
    "An object has a member that no specification knows; it is kept, and means nothing.", \
    "Correct the name, or move it into extras.") \
  X(GltfNodeCycle, "GLTF_NODE_CYCLE", Warning, Error, \
    "A node is its own ancestor; the link that closes the ring is cut.", \
    "Remove the child that leads back.") \
  X(GltfNodeTwoParents, "GLTF_NODE_TWO_PARENTS", Warning, Error, \
    "A node is named as a child twice, or a scene lists a child or a node twice; the first parent keeps it.", \
    "Remove the node from all but one list of children.") \
  X(GltfRotation, "GLTF_ROTATION", Warning, Error, \
    "A node's rotation is not a unit quaternion; it is normalised.", \
    "Normalise the quaternion.") \
  X(GltfMatrix, "GLTF_MATRIX", Warning, Error, \
    "A node's matrix is not a translation, rotation and scale; the nearest is used.", \
    "Use translation, rotation and scale instead; remove shear.") \
  X(GltfBufferMissing, "GLTF_BUFFER_MISSING", Warning, Error, \
    "A buffer has no data; accessors in it read as zeros.", \
    "Give the buffer its data: a URI, or the binary chunk for the first one.") \
  X(GltfBufferLength, "GLTF_BUFFER_LENGTH", Error, Error, \
    "A buffer has less data than its byteLength.", \
    "Set byteLength to the length of the data; or the file was cut off.") \
  X(GltfViewBounds, "GLTF_VIEW_BOUNDS", Error, Error, \
    "A buffer view reaches past the end of its buffer.", \
    "Mend byteOffset and byteLength; or the file was cut off.") \
  X(GltfAccessorBounds, "GLTF_ACCESSOR_BOUNDS", Error, Error, \
    "An accessor reaches past the end of its buffer view.", \
    "Mend byteOffset and count; or the file was cut off.") \
  X(GltfAccessorSparse, "GLTF_ACCESSOR_SPARSE", Warning, Error, \
    "Sparse indices are out of order or out of range; those out of range are skipped.", \
    "Write the indices in rising order, below count.") \
  X(GltfAccessorFinite, "GLTF_ACCESSOR_FINITE", Warning, Error, \
    "An accessor holds NaN or infinity; such numbers are read as 0.", \
    "Export the mesh anew; look for broken vertices, weights or keys.") \
  X(GltfAccessorFormat, "GLTF_ACCESSOR_FORMAT", Warning, Error, \
    "An accessor has the wrong type or length for its use; the use is dropped.", \
    "Use the type and the length that glTF asks for here.") \
  X(GltfExtensionUnsupported, "GLTF_EXTENSION_UNSUPPORTED", Warning, Warning, \
    "The file requires an extension that the library does not read.", \
    "Export without it, or decode it with another tool first.") \
  X(ImageFormat, "IMAGE_FORMAT", Warning, Error, \
    "The image is none of PNG, JPEG and WebP.", \
    "Save the image as PNG or JPEG.") \
  X(ImageBroken, "IMAGE_BROKEN", Warning, Error, \
    "The image cannot be decoded.", \
    "Save the image anew.") \
  X(ImageDisabled, "IMAGE_DISABLED", Error, Error, \
    "This build has no image codecs.", \
    "Build the library with VRM_IMAGES.") \
  X(VrmNone, "VRM_NONE", Information, Information, \
    "The file has no VRM avatar or animation in it; it is read as plain glTF.", \
    "Export it with a VRM exporter if it is meant to be an avatar.") \
  X(VrmSpecVersion, "VRM_SPEC_VERSION", Warning, Error, \
    "An extension has no specVersion or one that is not known; it is read as 1.0.", \
    "Set specVersion to \"1.0\".") \
  X(VrmTwoVersions, "VRM_TWO_VERSIONS", Information, Warning, \
    "Something of VRM 0.x or a draft stands beside its counterpart of 1.0, which counts, also for the licence.", \
    "Remove what the file is not meant to be.") \
  X(VrmSpelling, "VRM_SPELLING", Hint, Hint, \
    "A spelling of VRM 0.x or of a draft is read as its word in 1.0.", \
    "Nothing needs to be done; converting to 1.0 writes the new word.") \
  X(VrmBoneUnknown, "VRM_BONE_UNKNOWN", Warning, Error, \
    "A humanoid bone has a name that no VRM has; it is left out.", \
    "Correct the name of the bone.") \
  X(VrmBoneMissing, "VRM_BONE_MISSING", Warning, Error, \
    "Required humanoid bones are absent.", \
    "Assign the bones in the modelling tool and export again.") \
  X(VrmBoneDuplicate, "VRM_BONE_DUPLICATE", Warning, Error, \
    "A humanoid bone is given twice, or a node is two bones; the first one counts.", \
    "Give every bone a node of its own.") \
  X(VrmBoneParent, "VRM_BONE_PARENT", Warning, Error, \
    "A humanoid bone does not stand below its parent bone; it is kept.", \
    "Put the node below that of its parent bone.") \
  X(VrmExpressionName, "VRM_EXPRESSION_NAME", Warning, Error, \
    "An expression has no name or one that is taken; it gets another.", \
    "Give it a name of its own.") \
  X(VrmBind, "VRM_BIND", Warning, Error, \
    "An expression binds something that the file does not have; the bind is left out.", \
    "Remove the bind, or point it at what the model has.") \
  X(VrmLookAtUnit, "VRM_LOOK_AT_UNIT", Information, Information, \
    "A draft's look-at output could be radians or degrees; up to pi/2 it is read as radians.", \
    "Convert to 1.0, which has degrees.") \
  X(VrmLookAtCurve, "VRM_LOOK_AT_CURVE", Information, Information, \
    "A VRM 0.x look-at curve is not a straight line; it is kept, but a straight line is used.", \
    "Nothing needs to be done unless the gaze looks wrong.") \
  X(VrmAnnotation, "VRM_ANNOTATION", Warning, Error, \
    "A first-person annotation is doubled or names a node without a mesh; it is left out.", \
    "Remove the annotation, or point it at a node with a mesh.") \
  X(VrmCollider, "VRM_COLLIDER", Warning, Error, \
    "A spring collider has no shape or several; the first one counts, without any it has radius 0.", \
    "Give the collider exactly one shape.") \
  X(VrmSpringChain, "VRM_SPRING_CHAIN", Warning, Error, \
    "A spring's joint does not descend from the one before it; the chain ends there.", \
    "List joints from the top down, each below the one before.") \
  X(VrmSpringShared, "VRM_SPRING_SHARED", Warning, Error, \
    "Two springs move the same node; the last one wins.", \
    "Let every node be moved by one spring.") \
  X(VrmSpringLimit, "VRM_SPRING_LIMIT", Warning, Error, \
    "A spring joint's limit is not exactly one of cone, hinge and spherical, or lacks its angle; it is mended or left out.", \
    "Give the limit exactly one of cone, hinge and spherical, with its angles.") \
  X(VrmSpringOrder, "VRM_SPRING_ORDER", Warning, Warning, \
    "Springs hit colliders on each other in a ring; it is cut, and one of them meets the others where they were a frame before.", \
    "Let springs not hit colliders that hang on each other.") \
  X(VrmConstraint, "VRM_CONSTRAINT", Warning, Error, \
    "A node constraint cannot work (no, own or circular source, no or several kinds); it is left out.", \
    "Give the constraint one kind, and a source that does not depend on it.") \
  X(VrmMaterial, "VRM_MATERIAL", Warning, Warning, \
    "A material says something that does not fit together; the stated value is used.", \
    "Make the settings agree.") \
  X(VrmLossy, "VRM_LOSSY", Warning, Warning, \
    "VRM 1.0 cannot say this; it stays in its draft extension, or is approximated or left out as the message says.", \
    "Keep the original file.") \
  X(VrmIncomplete, "VRM_INCOMPLETE", Warning, Error, \
    "VRM 1.0 requires a member that the model does not state; the file was written without it.", \
    "Add the member.") \
  X(EditStillReferenced, "EDIT_STILL_REFERENCED", Error, Error, \
    "Something still needs what was to be removed.", \
    "Remove the references first.") \
  X(EditIndexMap, "EDIT_INDEX_MAP", Error, Error, \
    "An index map does not fit the array it is for.", \
    "Pass a map with as many entries as the array has elements.") \
  X(EditOutOfStep, "EDIT_OUT_OF_STEP", Warning, Error, \
    "materialProperties and materials have different lengths; the properties stay as they are.", \
    "Make both lists equally long.") \
  X(EditUnknownExtension, "EDIT_UNKNOWN_EXTENSION", Information, Information, \
    "An unknown extension was left alone; indices in it may be stale now.", \
    "Check the extension by hand.")

enum class Code : std::uint16_t {
#define VRM_CODE_ENUMERATOR(id, name, severity, verdict, meaning, fix) id,
  VRM_CODES(VRM_CODE_ENUMERATOR)
#undef VRM_CODE_ENUMERATOR
};

struct CodeInfo {
  Code code;
  std::string_view name;
  Severity severity;  // of a diagnostic
  Severity verdict;   // of the validator
  std::string_view meaning;
  std::string_view fix;
};

std::span<const CodeInfo> allCodes() noexcept;
const CodeInfo& info(Code code) noexcept;
std::string_view name(Code code) noexcept;
std::string_view name(Severity severity) noexcept;
std::optional<Code> findCode(std::string_view name) noexcept;

}  // namespace vrm
