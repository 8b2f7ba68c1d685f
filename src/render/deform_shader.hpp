// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm::render {

// Morphs and skins every vertex once per frame, as skin() of vrm/runtime/skinning.hpp does, into a buffer that all
// passes draw from. Defined or not: MORPH, SKIN, MORE_INFLUENCES (above four), NORMAL, TANGENT.
inline constexpr std::string_view kDeformVertex = R"(
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aTangent;
layout(location = 3) in uvec4 aJoints;
layout(location = 4) in vec4 aWeights;

uniform sampler2DArray uWorlds;      // four columns per node: Avatar::worldMatrices() as they are
uniform sampler2DArray uBinds;       // four columns per joint, inverse bind matrices; the first column's w: its node
uniform sampler2DArray uInfluences;  // joint, weight, joint, weight: those after the first four
uniform isampler2DArray uTargets;    // offset, first vertex, vertices, bits of the weight
uniform sampler2DArray uDeltas;      // position, and normal when there are normals
uniform int uNode;                   // without a skin
uniform int uFirstJoint;             // of uBinds
uniform int uMore;                   // texels of uInfluences per vertex
uniform int uFirstTarget;            // of uTargets
uniform int uTargetCount;
uniform int uDeltaTexels;            // per vertex of a target: 1 or 2

out vec3 vPosition;
out vec3 vNormal;
out vec4 vTangent;

// Table of vrm/src/render/gl_objects.hpp.
ivec3 texel(int i) { return ivec3(i & 1023, (i >> 10) & 1023, i >> 20); }

mat4 worldOf(int node) {
  int i = node * 4;
  return mat4(texelFetch(uWorlds, texel(i), 0), texelFetch(uWorlds, texel(i + 1), 0),
              texelFetch(uWorlds, texel(i + 2), 0), texelFetch(uWorlds, texel(i + 3), 0));
}

#ifdef SKIN
mat4 jointMatrix(int joint) {
  int i = (uFirstJoint + joint) * 4;
  vec4 x = texelFetch(uBinds, texel(i), 0);
  mat4 bind = mat4(vec4(x.xyz, 0.0), texelFetch(uBinds, texel(i + 1), 0), texelFetch(uBinds, texel(i + 2), 0),
                   texelFetch(uBinds, texel(i + 3), 0));
  return worldOf(int(x.w)) * bind;
}
#endif

vec3 unit(vec3 v) {
  float squared = dot(v, v);
  return squared > 0.0 ? v * inversesqrt(squared) : vec3(0.0);
}

void main() {
  vec3 position = aPosition;
  vec3 normal = aNormal;
#ifdef MORPH
  for (int i = 0; i < uTargetCount; ++i) {
    ivec4 target = texelFetch(uTargets, texel(uFirstTarget + i), 0);
    int vertex = gl_VertexID - target.y;
    if (vertex < 0 || vertex >= target.z) continue;
    float weight = intBitsToFloat(target.w);
    int at = target.x + vertex * uDeltaTexels;
    position += texelFetch(uDeltas, texel(at), 0).xyz * weight;
#ifdef NORMAL
    if (uDeltaTexels == 2) normal += texelFetch(uDeltas, texel(at + 1), 0).xyz * weight;
#endif
  }
#endif

#ifdef SKIN
  mat4 m = jointMatrix(int(aJoints.x)) * aWeights.x;
  if (aWeights.y != 0.0) m += jointMatrix(int(aJoints.y)) * aWeights.y;
  if (aWeights.z != 0.0) m += jointMatrix(int(aJoints.z)) * aWeights.z;
  if (aWeights.w != 0.0) m += jointMatrix(int(aJoints.w)) * aWeights.w;
#ifdef MORE_INFLUENCES
  for (int i = 0; i < uMore; ++i) {
    vec4 two = texelFetch(uInfluences, texel(gl_VertexID * uMore + i), 0);
    m += jointMatrix(int(two.x)) * two.y + jointMatrix(int(two.z)) * two.w;
  }
#endif
#else
  mat4 m = worldOf(uNode);
#endif

  vPosition = (m * vec4(position, 1.0)).xyz;
  gl_Position = vec4(vPosition, 1.0);
  gl_PointSize = 1.0;
  vNormal = vec3(0.0);
  vTangent = vec4(0.0);
#ifdef NORMAL
  // The inverse transpose: cofactors with the sign of the determinant.
  vec3 x = m[0].xyz, y = m[1].xyz, z = m[2].xyz;
  vec3 yz = cross(y, z);
  float side = dot(x, yz) < 0.0 ? -1.0 : 1.0;
  vNormal = unit((yz * normal.x + cross(z, x) * normal.y + cross(x, y) * normal.z) * side);
#ifdef TANGENT
  vTangent = vec4(unit(mat3(x, y, z) * aTangent.xyz), aTangent.w * side);
#endif
#endif
}
)";

// Nothing is drawn, but a program needs one.
inline constexpr std::string_view kDeformFragment = R"(
out vec4 oColor;
void main() { oColor = vec4(0.0); }
)";

}  // namespace vrm::render
