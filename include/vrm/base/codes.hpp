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
// as a diagnostic (Error: the operation stops), what it means. Loader, editor and validator share it, and
// docs/errors.md is made from it. Names never change their meaning once released.
#define VRM_CODES(X)                                                                                                  \
  X(IoNotFound, "IO_NOT_FOUND", Error, "The file does not exist.")                                                    \
  X(IoRead, "IO_READ", Error, "The file exists but cannot be read.")                                                  \
  X(IoWrite, "IO_WRITE", Error, "The output cannot be written; what was there before is untouched.")                  \
  X(OutputFormat, "OUTPUT_FORMAT", Error, "The name of the output says no format that can be written.")               \
  X(ResourceRefused, "RESOURCE_REFUSED", Warning, "A URI points outside the model's own folder and is not followed; an image is left out, a buffer stops the load.") \
  X(ResourceMissing, "RESOURCE_MISSING", Warning, "Data that the model names cannot be read; an image is left out, a buffer stops the load.") \
  X(ResourceUri, "RESOURCE_URI", Warning, "A data URI is not well-formed; an image is left out, a buffer stops the load.") \
  X(LimitFileBytes, "LIMIT_FILE_BYTES", Error, "The file is larger than Limits::fileBytes.")                          \
  X(LimitJsonBytes, "LIMIT_JSON_BYTES", Error, "The JSON text is larger than Limits::jsonBytes.")                     \
  X(LimitJsonDepth, "LIMIT_JSON_DEPTH", Error, "The JSON nests deeper than Limits::jsonDepth.")                       \
  X(LimitNodes, "LIMIT_NODES", Error, "The file has more nodes than Limits::nodes.")                                  \
  X(LimitElements, "LIMIT_ELEMENTS", Error, "A top-level array other than nodes is longer than Limits::elements.")    \
  X(LimitAccessorElements, "LIMIT_ACCESSOR_ELEMENTS", Error, "An accessor is longer than Limits::accessorElements.")  \
  X(LimitImagePixels, "LIMIT_IMAGE_PIXELS", Error, "An image has more pixels than Limits::imagePixels.")              \
  X(LimitDecodedBytes, "LIMIT_DECODED_BYTES", Error, "Decoding needs more memory than Limits::decodedBytes.")         \
  X(LimitExpandedElements, "LIMIT_EXPANDED_ELEMENTS", Error, "Converting VRM 0.x or a draft makes more elements than Limits::expandedElements.") \
  X(OutOfMemory, "OUT_OF_MEMORY", Error, "The machine has no memory left for the operation.")                         \
  X(ApiMisuse, "API_MISUSE", Error, "The calling program passed arguments that do not fit together.")                 \
  X(ScenarioInvalid, "SCENARIO_INVALID", Error, "A scenario for `vrm eval` does not follow its format, or names what the model does not have.") \
  X(SnapshotMismatch, "SNAPSHOT_MISMATCH", Error, "A snapshot is damaged, or of another model or version of the library.") \
  X(GlbMagic, "GLB_MAGIC", Error, "The file is neither GLB nor glTF JSON.")                                           \
  X(GlbVersion, "GLB_VERSION", Error, "The GLB container is not version 2.")                                          \
  X(GlbLength, "GLB_LENGTH", Error, "The GLB header claims more bytes than the file has.")                            \
  X(GlbChunk, "GLB_CHUNK", Error, "A GLB chunk does not fit into the file.")                                          \
  X(GlbNoJson, "GLB_NO_JSON", Error, "The first GLB chunk is not JSON.")                                              \
  X(GlbAlignment, "GLB_ALIGNMENT", Warning, "A GLB chunk length is not a multiple of four; it is read as it is.")     \
  X(GlbTrailing, "GLB_TRAILING", Warning, "The file goes on after the length in the GLB header; the rest is ignored.") \
  X(GlbChunkDropped, "GLB_CHUNK_DROPPED", Warning, "A GLB chunk has no place in the file that was written and was left out.") \
  X(JsonSyntax, "JSON_SYNTAX", Error, "The text is not JSON.")                                                        \
  X(JsonEncoding, "JSON_ENCODING", Warning, "The JSON is not valid UTF-8; broken bytes are read as U+FFFD.")          \
  X(JsonDuplicateKey, "JSON_DUPLICATE_KEY", Warning, "An object has a key twice; the last one counts.")               \
  X(JsonPadding, "JSON_PADDING", Warning, "The JSON has a byte order mark or is padded with something but spaces.")   \
  X(GltfVersion, "GLTF_VERSION", Error, "asset.version (or asset.minVersion) is not a glTF 2 version.")               \
  X(GltfMissing, "GLTF_MISSING", Warning, "A required member is absent; a defined value or nothing is used instead.")  \
  X(GltfType, "GLTF_TYPE", Warning, "A member has the wrong JSON type; it is read as if absent.")                     \
  X(GltfValue, "GLTF_VALUE", Warning, "A member has a value outside its range; its default or the nearest legal value is used.")                 \
  X(GltfIndexRange, "GLTF_INDEX_RANGE", Warning, "An index points past the end of its array; it is read as absent.")  \
  X(GltfNodeCycle, "GLTF_NODE_CYCLE", Warning, "A node is its own ancestor; the link that closes the ring is cut.")   \
  X(GltfNodeTwoParents, "GLTF_NODE_TWO_PARENTS", Warning, "A node is named as a child twice, or a scene lists a child or a node twice; the first parent keeps it.") \
  X(GltfRotation, "GLTF_ROTATION", Warning, "A node's rotation is not a unit quaternion; it is normalised.")          \
  X(GltfMatrix, "GLTF_MATRIX", Warning, "A node's matrix is not a translation, rotation and scale; the nearest is used.") \
  X(GltfBufferMissing, "GLTF_BUFFER_MISSING", Warning, "A buffer has no data; accessors in it read as zeros.")        \
  X(GltfBufferLength, "GLTF_BUFFER_LENGTH", Error, "A buffer has less data than its byteLength.")                     \
  X(GltfViewBounds, "GLTF_VIEW_BOUNDS", Error, "A buffer view reaches past the end of its buffer.")                   \
  X(GltfAccessorBounds, "GLTF_ACCESSOR_BOUNDS", Error, "An accessor reaches past the end of its buffer view.")        \
  X(GltfAccessorSparse, "GLTF_ACCESSOR_SPARSE", Warning, "Sparse indices are out of order or out of range; those out of range are skipped.") \
  X(GltfAccessorFinite, "GLTF_ACCESSOR_FINITE", Warning, "An accessor holds NaN or infinity; such numbers are read as 0.") \
  X(GltfAccessorFormat, "GLTF_ACCESSOR_FORMAT", Warning, "An accessor has the wrong type or length for its use; the use is dropped.") \
  X(GltfExtensionUnsupported, "GLTF_EXTENSION_UNSUPPORTED", Warning, "The file requires an extension that the library does not read.") \
  X(ImageFormat, "IMAGE_FORMAT", Warning, "The image is none of PNG, JPEG and WebP.")                                 \
  X(ImageBroken, "IMAGE_BROKEN", Warning, "The image cannot be decoded.")                                             \
  X(ImageDisabled, "IMAGE_DISABLED", Error, "This build has no image codecs.")                                        \
  X(VrmNone, "VRM_NONE", Information, "The file has no VRM avatar or animation in it; it is read as plain glTF.")                          \
  X(VrmSpecVersion, "VRM_SPEC_VERSION", Warning, "An extension has no specVersion or one that is not known; it is read as 1.0.") \
  X(VrmTwoVersions, "VRM_TWO_VERSIONS", Information, "Something of VRM 0.x or a draft stands beside its counterpart of 1.0, which counts, also for the licence.") \
  X(VrmSpelling, "VRM_SPELLING", Hint, "A spelling of VRM 0.x or of a draft is read as its word in 1.0.")             \
  X(VrmBoneUnknown, "VRM_BONE_UNKNOWN", Warning, "A humanoid bone has a name that no VRM has; it is left out.")       \
  X(VrmBoneMissing, "VRM_BONE_MISSING", Warning, "Required humanoid bones are absent.")                               \
  X(VrmBoneDuplicate, "VRM_BONE_DUPLICATE", Warning, "A humanoid bone is given twice, or a node is two bones; the first one counts.") \
  X(VrmBoneParent, "VRM_BONE_PARENT", Warning, "A humanoid bone does not stand below its parent bone; it is kept.")   \
  X(VrmExpressionName, "VRM_EXPRESSION_NAME", Warning, "An expression has no name or one that is taken; it gets another.") \
  X(VrmBind, "VRM_BIND", Warning, "An expression binds something that the file does not have; the bind is left out.") \
  X(VrmLookAtUnit, "VRM_LOOK_AT_UNIT", Information, "A draft's look-at output could be radians or degrees; up to pi/2 it is read as radians.") \
  X(VrmLookAtCurve, "VRM_LOOK_AT_CURVE", Information, "A VRM 0.x look-at curve is not a straight line; it is kept, but a straight line is used.") \
  X(VrmAnnotation, "VRM_ANNOTATION", Warning, "A first-person annotation is doubled or names a node without a mesh; it is left out.") \
  X(VrmCollider, "VRM_COLLIDER", Warning, "A spring collider has no shape or several; the first one counts, without any it has radius 0.") \
  X(VrmSpringChain, "VRM_SPRING_CHAIN", Warning, "A spring's joint does not descend from the one before it; the chain ends there.") \
  X(VrmSpringShared, "VRM_SPRING_SHARED", Warning, "Two springs move the same node; the last one wins.")              \
  X(VrmSpringLimit, "VRM_SPRING_LIMIT", Warning, "A spring joint's limit is not exactly one of cone, hinge and spherical, or lacks its angle; it is mended or left out.") \
  X(VrmSpringOrder, "VRM_SPRING_ORDER", Warning, "Springs hit colliders on each other in a ring; it is cut, and one of them meets the others where they were a frame before.") \
  X(VrmConstraint, "VRM_CONSTRAINT", Warning, "A node constraint cannot work (no, own or circular source, no or several kinds); it is left out.") \
  X(VrmMaterial, "VRM_MATERIAL", Warning, "A material says something that does not fit together; the stated value is used.") \
  X(VrmLossy, "VRM_LOSSY", Warning, "VRM 1.0 cannot say this; it stays in its draft extension, or is approximated or left out as the message says.") \
  X(VrmIncomplete, "VRM_INCOMPLETE", Warning, "VRM 1.0 requires a member that the model does not state; the file was written without it.") \
  X(EditStillReferenced, "EDIT_STILL_REFERENCED", Error, "Something still needs what was to be removed.")             \
  X(EditIndexMap, "EDIT_INDEX_MAP", Error, "An index map does not fit the array it is for.")                          \
  X(EditOutOfStep, "EDIT_OUT_OF_STEP", Warning, "materialProperties and materials have different lengths; the properties stay as they are.") \
  X(EditUnknownExtension, "EDIT_UNKNOWN_EXTENSION", Information, "An unknown extension was left alone; indices in it may be stale now.")

enum class Code : std::uint16_t {
#define VRM_CODE_ENUMERATOR(id, name, severity, meaning) id,
  VRM_CODES(VRM_CODE_ENUMERATOR)
#undef VRM_CODE_ENUMERATOR
};

struct CodeInfo {
  Code code;
  std::string_view name;
  Severity severity;
  std::string_view meaning;
};

std::span<const CodeInfo> allCodes() noexcept;
const CodeInfo& info(Code code) noexcept;
std::string_view name(Code code) noexcept;
std::string_view name(Severity severity) noexcept;
std::optional<Code> findCode(std::string_view name) noexcept;

}  // namespace vrm
