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
    "A URI points outside the model's own folder, or to another file where none is to be read, and is not followed; an image is left out, a buffer stops the load.", \
    "Ask for the model as one file with everything in it (.vrm).") \
  X(ResourceMissing, "RESOURCE_MISSING", Warning, Error, \
    "Data that the model names cannot be read; an image is left out, a buffer stops the load.", \
    "Put the data where the URI says, or export the model anew with it inside.") \
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
  X(LimitDrawnElements, "LIMIT_DRAWN_ELEMENTS", Error, Error, \
    "The nodes of a model draw more vertices, indices, morph targets and joints than Limits::drawnElements.", \
    "Let fewer nodes show the same large mesh, or raise the limit if the file is to be trusted.") \
  X(LimitChecks, "LIMIT_CHECKS", Warning, Warning, \
    "The file is made so that looking at all of it would take too long for its size.", \
    "Do not let so many accessors, images or colliders share the same few; what was not looked at may be wrong.") \
  X(OutOfMemory, "OUT_OF_MEMORY", Error, Error, \
    "The machine has no memory left for the operation.", \
    "Close other programs, or use a machine with more memory.") \
  X(ApiMisuse, "API_MISUSE", Error, Error, \
    "The calling program passed arguments that do not fit together.", \
    "Mend the calling program.") \
  X(RenderUnavailable, "RENDER_UNAVAILABLE", Error, Error, \
    "Nothing can be drawn on this machine: there is no EGL, no graphics driver, or none with OpenGL ES 3.", \
    "Install a driver; Mesa's software driver will do (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri).") \
  X(RenderFailed, "RENDER_FAILED", Error, Error, \
    "The graphics driver refuses something that drawing needs.", \
    "Make the model or the picture smaller, or use another driver (LIBGL_ALWAYS_SOFTWARE=1 for Mesa's own).") \
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
  X(GlbChunks, "GLB_CHUNKS", Error, Error, \
    "GLB chunks are doubled, out of order, of an unknown kind, empty, or longer than what uses them.", \
    "Save it anew (vrm convert), which writes one JSON and one binary chunk.") \
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
    "Add the member, or export the model anew with a tool that writes it.") \
  X(GltfType, "GLTF_TYPE", Warning, Error, \
    "A member has the wrong JSON type; it is read as if absent.", \
    "Write the value as the type that the message names.") \
  X(GltfValue, "GLTF_VALUE", Warning, Error, \
    "A member has a value outside its range; its default or the nearest legal value is used.", \
    "Use a value, or as many of them, as the message says.") \
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
  X(GltfNodeSize, "GLTF_NODE_SIZE", Warning, Warning, \
    "Scales or translations of nodes upon each other are beyond 1e9; that of the last one is left out.", \
    "Use numbers of the size of a person, in metres.") \
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
  X(GltfExtensionUndeclared, "GLTF_EXTENSION_UNDECLARED", Error, Error, \
    "An extension is used but not in extensionsUsed, required but not used, or cannot be optional and is not required.", \
    "List it in extensionsUsed, and in extensionsRequired if the file cannot be shown without it.") \
  X(GltfExtensionPlace, "GLTF_EXTENSION_PLACE", Error, Error, \
    "An extension stands on an object that it is not made for, where it means nothing.", \
    "Remove it, or move it to the object that its specification names.") \
  X(GltfExtensionRule, "GLTF_EXTENSION_RULE", Error, Error, \
    "What an extension says contradicts itself or the object that it extends.", \
    "Make the values agree as the message says.") \
  X(GltfMemberConflict, "GLTF_MEMBER_CONFLICT", Error, Error, \
    "Members stand together that exclude each other, or one stands without another that it needs.", \
    "Keep one of them, or add the one that is missing.") \
  X(GltfNoEffect, "GLTF_NO_EFFECT", Information, Information, \
    "A member has no effect where it stands.", \
    "Remove it, or change what keeps it from working.") \
  X(GltfViewStride, "GLTF_VIEW_STRIDE", Error, Error, \
    "A buffer view has a byteStride where it must have none, a wrong one, or none where it needs one.", \
    "Export the model anew; byteStride is for vertices alone, a multiple of 4 and at least as long as a vertex.") \
  X(GltfAlignment, "GLTF_ALIGNMENT", Error, Error, \
    "Numbers in a buffer do not begin at a multiple of their size, or vertices not at a multiple of 4.", \
    "Export the model anew; pad the data.") \
  X(GltfUseMixed, "GLTF_USE_MIXED", Error, Error, \
    "An accessor or a buffer view serves two purposes, or not the one that it states.", \
    "Give vertices, indices, animations, matrices and images accessors and buffer views of their own.") \
  X(GltfMinMax, "GLTF_MIN_MAX", Error, Error, \
    "The min or max of an accessor is not that of its numbers, or missing where it is required.", \
    "Export the model anew, or calculate min and max from the data.") \
  X(GltfIndices, "GLTF_INDICES", Error, Error, \
    "The indices of a primitive name vertices that it does not have, or the value that is reserved for restarts.", \
    "Export the mesh anew.") \
  X(GltfDegenerate, "GLTF_DEGENERATE", Information, Information, \
    "Triangles use a vertex twice, so that they cannot be seen.", \
    "Remove them in the modelling tool.") \
  X(GltfTopology, "GLTF_TOPOLOGY", Warning, Warning, \
    "The number of vertices or indices does not fit points, lines or triangles of the primitive.", \
    "Export the mesh anew; or the mode is wrong.") \
  X(GltfAttribute, "GLTF_ATTRIBUTE", Error, Error, \
    "The attributes of a primitive or a morph target do not belong there or do not go together.", \
    "Export the mesh anew; names of your own begin with an underscore.") \
  X(GltfAttributeValue, "GLTF_ATTRIBUTE_VALUE", Error, Error, \
    "Vertices have normals or tangents that are not of unit length, or colours outside of 0 to 1.", \
    "Normalise the vectors, clamp the colours; export the mesh anew.") \
  X(GltfMaterialAttributes, "GLTF_MATERIAL_ATTRIBUTES", Error, Error, \
    "A material needs texture coordinates or tangents that the primitive does not have.", \
    "Unwrap the mesh and export it with them, or change texCoord.") \
  X(GltfSkinWeights, "GLTF_SKIN_WEIGHTS", Error, Error, \
    "Vertices are bound with weights that are negative or do not sum to 1, or to joints that the skin does not have or that are doubled.", \
    "Normalise the weights in the modelling tool and export it again.") \
  X(GltfSkin, "GLTF_SKIN", Error, Error, \
    "A skin cannot work: its joints have no common root or are not in the scene, its matrices are no transforms, or the mesh has no joints.", \
    "Put the joints below one node of the scene, and bind the mesh again.") \
  X(GltfSkinnedNode, "GLTF_SKINNED_NODE", Warning, Warning, \
    "A node with a skinned mesh has a transform or stands below nodes that have one, which has no effect; or it has no skin.", \
    "Give the node its skin, or move it to the top of the scene, without a transform.") \
  X(GltfMorphWeights, "GLTF_MORPH_WEIGHTS", Error, Error, \
    "There are not as many weights as morph targets, or primitives of a mesh have different numbers of targets.", \
    "Export the mesh anew.") \
  X(GltfAnimationTarget, "GLTF_ANIMATION_TARGET", Error, Error, \
    "An animation drives something twice, or something that the node cannot have driven.", \
    "Remove the channel.") \
  X(GltfAnimationKeys, "GLTF_ANIMATION_KEYS", Error, Error, \
    "Keys of an animation have times that are negative or do not increase, are too few, or are rotations that are no unit quaternions.", \
    "Export the animation anew.") \
  X(GltfCamera, "GLTF_CAMERA", Error, Error, \
    "The numbers of a camera show nothing: zfar is not above znear, a magnification is 0, or the view opens to 180 degrees.", \
    "Set the numbers as the message says.") \
  X(GltfUri, "GLTF_URI", Information, Information, \
    "A GLB refers to other files or holds data as text, so that it cannot stand alone or is longer than it needs to be.", \
    "Look whether the files it names are to be part of it; then save it anew (vrm convert), which puts them into the binary chunk.") \
  X(GltfUnused, "GLTF_UNUSED", Information, Information, \
    "The file carries what nothing in it uses.", \
    "Use it, or remove it to make the file smaller; look for a wrong index first.") \
  X(ImageFormat, "IMAGE_FORMAT", Warning, Error, \
    "The image is none of PNG, JPEG and WebP.", \
    "Save the image as PNG or JPEG.") \
  X(ImageType, "IMAGE_TYPE", Error, Error, \
    "The image has another format than it states, or one that needs an extension which the texture does not use.", \
    "Correct mimeType, or save the image as PNG or JPEG.") \
  X(ImageBroken, "IMAGE_BROKEN", Warning, Error, \
    "The image cannot be decoded.", \
    "Save the image anew.") \
  X(ImageDisabled, "IMAGE_DISABLED", Error, Error, \
    "This build has no image codecs.", \
    "Build the library with VRM_IMAGES.") \
  X(VrmNone, "VRM_NONE", Information, Information, \
    "The file has no VRM avatar or animation in it; it is read as plain glTF. If extensionsUsed names VRM, that is an error.", \
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
  X(VrmBoneGap, "VRM_BONE_GAP", Error, Error, \
    "A humanoid bone has no parent bone where it needs one: upperChest without chest, a finger with a gap.", \
    "Assign the bone between, or leave this one out.") \
  X(VrmBoneSpot, "VRM_BONE_SPOT", Warning, Warning, \
    "A humanoid bone lies on its parent bone, so that its direction cannot be told.", \
    "Move the bones apart in the modelling tool.") \
  X(VrmBoneScale, "VRM_BONE_SCALE", Error, Error, \
    "A humanoid bone has a scale that is zero or negative.", \
    "Apply the scale in the modelling tool, so that it is 1.") \
  X(VrmPelvis, "VRM_PELVIS", Warning, Warning, \
    "The spine or the legs start on the wrong side of the hips (inverted pelvis).", \
    "Put the hips below the spine and above the legs.") \
  X(VrmFacing, "VRM_FACING", Error, Error, \
    "The avatar faces the wrong way: 1.0 faces +Z, 0.x faces -Z. Without toes that looks the same as left and right swapped.", \
    "Turn the avatar by 180 degrees about Y and export it again; or, if it faces the right way, swap the assignment of left and right bones.") \
  X(VrmSides, "VRM_SIDES", Error, Error, \
    "Bones of the left side lie on the right, or the other way round.", \
    "Swap the assignment of left and right bones.") \
  X(VrmTPose, "VRM_T_POSE", Warning, Warning, \
    "The avatar does not stand in T-pose: a limb points elsewhere.", \
    "Pose the avatar as a T (arms along X, legs down, palms down) and apply it as the rest pose.") \
  X(VrmGround, "VRM_GROUND", Warning, Warning, \
    "The soles are not on the ground, which is Y = 0.", \
    "Move the avatar up or down in the modelling tool.") \
  X(VrmRoot, "VRM_ROOT", Warning, Warning, \
    "The root of the skeleton is not at the origin, or the hips have none above them.", \
    "Put a node at the origin above the hips.") \
  X(VrmScale, "VRM_SCALE", Error, Error, \
    "A node's scale is not the same positive number along all axes (T-pose, definition 2.1); or the avatar is no human size, or the skeleton of an animation is scaled (then it is a warning).", \
    "Apply the scale in the modelling tool, so that it is 1; units are metres.") \
  X(VrmNormalised, "VRM_NORMALISED", Warning, Warning, \
    "Nodes have a rotation or a scale at rest, which 0.x and drafts forbid; 1.0 allows it (then it is information).", \
    "Normalise the avatar: apply rotation and scale to bones and meshes.") \
  X(VrmBindMatrix, "VRM_BIND_MATRIX", Warning, Warning, \
    "Inverse bind matrices are more than a translation, which 1.0 allows (then it is information); or a skin has none, and its joints are not at the origin.", \
    "Normalise the avatar, so that meshes are bound in its rest pose.") \
  X(VrmSkeleton, "VRM_SKELETON", Warning, Warning, \
    "A skin's skeleton is a node that is not at the origin, which 0.x and drafts forbid; 1.0 allows it (then it is information).", \
    "Remove the member, or name a node at the origin.") \
  X(VrmExpressionName, "VRM_EXPRESSION_NAME", Warning, Error, \
    "An expression has no name, one that is taken, or one that is no preset's; it gets another.", \
    "Use the preset's exact name, or put it under custom with a name of its own.") \
  X(VrmExpressionEmpty, "VRM_EXPRESSION_EMPTY", Information, Information, \
    "Expressions bind nothing and so show nothing.", \
    "Give them binds (or mend those that lead nowhere), or remove them.") \
  X(VrmExpressionOverride, "VRM_EXPRESSION_OVERRIDE", Warning, Warning, \
    "An expression overrides its own kind, which has no effect.", \
    "Remove the override.") \
  X(VrmExpressionBinary, "VRM_EXPRESSION_BINARY", Warning, Warning, \
    "A binary look expression never switches, as the gaze gives it no weight that is enough.", \
    "Raise outputScale of the gaze's range maps above 0.5, or make the expression not binary.") \
  X(VrmBind, "VRM_BIND", Warning, Error, \
    "An expression binds something that the file does not have (the bind is left out), or with a weight that is not between 0 and 1 (then it is a warning).", \
    "Remove the bind, or point it at what the model has; weights of 1.0 go from 0 to 1.") \
  X(VrmBindMaterial, "VRM_BIND_MATERIAL", Warning, Warning, \
    "An expression changes a member that its material does not have or show.", \
    "Bind another member, or use a material that has it (MToon).") \
  X(VrmBindDoubled, "VRM_BIND_DOUBLED", Warning, Warning, \
    "An expression binds the same thing twice; both count.", \
    "Remove one of the binds.") \
  X(VrmLookAtUnit, "VRM_LOOK_AT_UNIT", Information, Information, \
    "A draft's look-at output could be radians or degrees; up to pi/2 it is read as radians.", \
    "Convert to 1.0, which has degrees.") \
  X(VrmLookAtCurve, "VRM_LOOK_AT_CURVE", Information, Information, \
    "A VRM 0.x look-at curve is not a straight line; it is kept, but a straight line is used.", \
    "Nothing needs to be done unless the gaze looks wrong.") \
  X(VrmLookAtEyes, "VRM_LOOK_AT_EYES", Warning, Warning, \
    "The gaze moves eye bones, and the avatar has not both; without any it is information.", \
    "Assign leftEye and rightEye, or use expressions for the gaze.") \
  X(VrmLookAtExpressions, "VRM_LOOK_AT_EXPRESSIONS", Warning, Warning, \
    "The gaze moves expressions, and some of lookUp, lookDown, lookLeft and lookRight are absent or empty.", \
    "Add the expressions, or use bones for the gaze.") \
  X(VrmLookAtRange, "VRM_LOOK_AT_RANGE", Warning, Warning, \
    "A range map of the gaze is zero or negative: the eyes jump, stand still or turn away.", \
    "Set inputMaxValue and outputScale above 0.") \
  X(VrmAnnotation, "VRM_ANNOTATION", Warning, Error, \
    "A first-person annotation is doubled or names a node without a mesh; it is left out.", \
    "Remove the annotation, or point it at a node with a mesh.") \
  X(VrmCollider, "VRM_COLLIDER", Warning, Error, \
    "A spring collider has no shape or several; the first one counts, without any it has radius 0.", \
    "Give the collider exactly one shape.") \
  X(VrmColliderFallback, "VRM_COLLIDER_FALLBACK", Warning, Error, \
    "An extended collider has no shape for readers without the extension.", \
    "Add a sphere or capsule that approximates it, or a sphere of radius 0 far away.") \
  X(VrmColliderUnused, "VRM_COLLIDER_UNUSED", Information, Information, \
    "Colliders are in no group, or groups in no spring; nothing hits them.", \
    "Give them to a spring (or mend the index of one), or remove them.") \
  X(VrmSpringChain, "VRM_SPRING_CHAIN", Warning, Error, \
    "A spring's joint does not descend from the one before it; the chain ends there.", \
    "List joints from the top down, each below the one before.") \
  X(VrmSpringShared, "VRM_SPRING_SHARED", Warning, Error, \
    "Two springs move the same node; the last one wins.", \
    "Let every node be moved by one spring.") \
  X(VrmSpringCenter, "VRM_SPRING_CENTER", Error, Error, \
    "A spring's center is not its first joint or an ancestor of it, or another spring moves it.", \
    "Choose a center above the chain that no other spring moves, or none.") \
  X(VrmSpringZero, "VRM_SPRING_ZERO", Warning, Warning, \
    "A spring's bone has no length and cannot swing.", \
    "Add a joint, remove this one, or move the nodes apart.") \
  X(VrmSpringValue, "VRM_SPRING_VALUE", Warning, Warning, \
    "A number of a spring is outside of what it can mean.", \
    "Use a value as the message says.") \
  X(VrmSpringLimp, "VRM_SPRING_LIMP", Warning, Warning, \
    "Neither stiffness nor gravity moves a spring: it stays where it is thrown.", \
    "Give it stiffness or gravity, or remove it.") \
  X(VrmSpringLimit, "VRM_SPRING_LIMIT", Warning, Error, \
    "A spring joint's limit is not exactly one of cone, hinge and spherical, or lacks its angle; it is mended or left out.", \
    "Give the limit exactly one of cone, hinge and spherical, with its angles.") \
  X(VrmSpringLimitAxis, "VRM_SPRING_LIMIT_AXIS", Warning, Warning, \
    "The bone of a limited joint points nearly along -Y, where the limit's axes are not defined.", \
    "Turn the joint's node in the modelling tool so that the bone points elsewhere in its space.") \
  X(VrmSpringOrder, "VRM_SPRING_ORDER", Warning, Warning, \
    "Springs hit colliders on each other in a ring; it is cut, and one of them meets the others where they were a frame before.", \
    "Let springs not hit colliders that hang on each other.") \
  X(VrmConstraint, "VRM_CONSTRAINT", Warning, Error, \
    "A node constraint cannot work (no, own or circular source, no or several kinds); it is left out.", \
    "Give the constraint one kind, and a source that does not depend on it.") \
  X(VrmConstraintSource, "VRM_CONSTRAINT_SOURCE", Warning, Warning, \
    "A constraint follows a node that a spring moves: it is one frame late.", \
    "Choose a source that no spring moves.") \
  X(VrmMaterial, "VRM_MATERIAL", Warning, Warning, \
    "A material says something that does not fit together; the stated value is used.", \
    "Make the settings agree.") \
  X(VrmTextureTransform, "VRM_TEXTURE_TRANSFORM", Warning, Warning, \
    "A texture transform has a rotation or texCoord, which many renderers do not support.", \
    "Apply the transform to the texture coordinates of the mesh.") \
  X(VrmColorSpace, "VRM_COLOR_SPACE", Warning, Warning, \
    "One image serves as colour and as data, or a data image says that it is a colour one.", \
    "Use different images, and save data images without a colour profile.") \
  X(VrmThumbnail, "VRM_THUMBNAIL", Warning, Warning, \
    "The thumbnail is not square, too small, or neither PNG nor JPEG. 1.0 forbids all but small ones (then it is an error); small ones are information.", \
    "Use a square picture of 1024 x 1024 pixels or so.") \
  X(VrmMeshTangent, "VRM_MESH_TANGENT", Information, Information, \
    "A mesh stores tangents; readers calculate their own.", \
    "Export without tangents, which makes the file smaller.") \
  X(VrmMorphNormal, "VRM_MORPH_NORMAL", Information, Information, \
    "Morph targets store normals or tangents, which drafts forbid for normals and every version advises against for tangents.", \
    "Export morph targets with positions alone.") \
  X(VrmMeshPrimitives, "VRM_MESH_PRIMITIVES", Error, Error, \
    "The primitives of a mesh have different attributes or morph targets.", \
    "Export the mesh anew; give all its parts the same attributes and shape keys.") \
  X(VrmTargetNames, "VRM_TARGET_NAMES", Information, Information, \
    "Morph targets have no names, or not as many as there are.", \
    "Export with the names of shape keys (mesh.extras.targetNames).") \
  X(VrmUnused, "VRM_UNUSED", Information, Information, \
    "The avatar carries animations or cameras, which VRM does not use.", \
    "Remove them, or keep motions in files of their own (.vrma).") \
  X(VrmAnimationTrack, "VRM_ANIMATION_TRACK", Error, Error, \
    "An animation file moves what it must not: eye bones or look expressions (lookAt is for them), scales, or translations of other bones than hips; or the node of an expression or of lookAt is moved in another way than its track needs.", \
    "Remove the track.") \
  X(VrmLicenceMissing, "VRM_LICENCE_MISSING", Warning, Warning, \
    "The licence does not say what its version asks for: users do not know what is allowed. Of 1.0, which has defaults, it is information.", \
    "Fill in the licence in the exporter.") \
  X(VrmLicenceConflict, "VRM_LICENCE_CONFLICT", Warning, Warning, \
    "Two terms of the licence contradict each other.", \
    "Decide for one of them.") \
  X(VrmUrl, "VRM_URL", Warning, Warning, \
    "A member that must be a URL is none, or not the one that the version asks for.", \
    "Write the whole address; other licences than that of VRM belong into otherLicenseUrl.") \
  X(VrmNameDoubled, "VRM_NAME_DOUBLED", Information, Information, \
    "Names are not unique, which drafts demand and tools that find things by name need.", \
    "Give each its own name.") \
  X(VrmNameFile, "VRM_NAME_FILE", Information, Information, \
    "A name has characters that file names cannot have, which drafts forbid; for others it is a hint.", \
    "Rename it.") \
  X(VrmLossy, "VRM_LOSSY", Warning, Warning, \
    "VRM 1.0 cannot say this; it stays in its draft extension, or is approximated or left out as the message says.", \
    "Keep the original file.") \
  X(VrmIncomplete, "VRM_INCOMPLETE", Warning, Error, \
    "VRM 1.0 requires a member that the model does not state; the file was written without it.", \
    "Add the member.") \
  X(VrmLicenceWider, "VRM_LICENCE_WIDER", Error, Error, \
    "A term that is given for a migration allows more than the source does; what that does not state is not allowed.", \
    "Leave the term out. Authors of a model change it in the source, or in the result.") \
  X(AdviceDrawCalls, "ADVICE_DRAW_CALLS", Hint, Hint, \
    "The avatar takes many draw calls: one for each primitive of each node.", \
    "Join meshes and use fewer materials.") \
  X(AdviceMaterials, "ADVICE_MATERIALS", Hint, Hint, \
    "The avatar has many materials, or some that are the same.", \
    "Merge materials that look the same, or put their textures into an atlas.") \
  X(AdviceTextures, "ADVICE_TEXTURES", Hint, Hint, \
    "Textures are larger than 2048 x 2048, or take much memory of the GPU.", \
    "Make the textures smaller; few people see the difference.") \
  X(AdviceMorphs, "ADVICE_MORPHS", Hint, Hint, \
    "No expression uses these morph targets; they take memory and time.", \
    "Remove them, or give them to an expression.") \
  X(AdviceJoints, "ADVICE_JOINTS", Hint, Hint, \
    "Joints of a skin move no vertex, or are more than older devices can have in one skin.", \
    "Remove unused joints from the skin; split meshes with too many.") \
  X(AdviceVertices, "ADVICE_VERTICES", Hint, Hint, \
    "Vertices belong to no triangle.", \
    "Remove them: export the mesh anew.") \
  X(AdviceSprings, "ADVICE_SPRINGS", Hint, Hint, \
    "Springs take a good deal of time in every frame.", \
    "Use fewer joints, and give each spring only the colliders that it can reach.") \
  X(AdviceCompression, "ADVICE_COMPRESSION", Hint, Hint, \
    "The file could be smaller without anybody seeing it.", \
    "Store meshes quantised (KHR_mesh_quantization), and morph targets sparse.") \
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
    "Check the extension by hand.") \
  X(EditKept, "EDIT_KEPT", Information, Information, \
    "Something stays as it was, because something else cannot do without it or the file would become much larger.", \
    "Nothing need be done; readers of 1.0 can handle it.") \
  X(EditImageKept, "EDIT_IMAGE_KEPT", Warning, Warning, \
    "An image that was to become smaller stays as large as it is.", \
    "Make it smaller in the program that made it; raise decodedBytes when there are too many of them.") \
  X(EditApproximate, "EDIT_APPROXIMATE", Warning, Warning, \
    "What is written is not quite the same as before.", \
    "Look at the model in motion; mend it in the program that made it if it does not move as it should.") \
  X(EditRebuilt, "EDIT_REBUILT", Hint, Hint, \
    "Primitives of a mesh got attributes or morph targets that others of it have, with values that change nothing.", \
    "Nothing need be done.") \
  X(EditUneven, "EDIT_UNEVEN", Information, Information, \
    "Primitives of a mesh have different attributes, and those that are missing cannot be made up.", \
    "Make them meshes of their own, or give all of them the same in the program that made the model.")

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
// Advice is about speed and size, and never that something is wrong.
bool isAdvice(Code code) noexcept;

}  // namespace vrm
