// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm::render {

// What surfaces look like. Section names are those of VRMC_materials_mtoon 1.0 where nothing else is said.
//
// One of MTOON, PBR, UNLIT; ALPHA_MASK, ALPHA_BLEND or neither; OUTLINE for the second pass of MTOON. Defined when
// there is such a thing: FLAT (no normals in the file), VERTEX_COLOR, MANY_UV (more than one set of coordinates),
// UV_ANIMATION, and textures: BASE_TEXTURE, SHADE_TEXTURE, NORMAL_TEXTURE, EMISSIVE_TEXTURE, MATCAP_TEXTURE,
// MASK_TEXTURES (any of shading shift, rim, outline width, animation mask), SURFACE_TEXTURES (metallic and
// roughness, occlusion).

// What both stages know. The blocks are FrameBlock and MaterialBlock of surface.hpp.
inline constexpr std::string_view kSurfaceCommon = R"(
layout(std140) uniform Frame {
  mat4 uViewProjection;
  vec4 uEye;         // position; w: 1 perspective, 0 orthographic
  vec4 uBack;        // from the scene to the camera; w: height of the picture at distance 1 (or as it is)
  vec4 uToLight;     // w: seconds
  vec4 uLight;       // colour of the light; w: 1 when colours are to be encoded
  vec4 uSky;         // light from above
  vec4 uGround;      // and below
};

struct Place {       // of a texture
  vec4 turn;         // columns of a 2x2 matrix
  vec4 move;         // offset; z: which set of coordinates
};

layout(std140) uniform Material {
  vec4 uBaseColor;
  vec4 uShade;       // shadeColorFactor, shadingShiftFactor
  vec4 uEmissive;    // times its strength; shadingToonyFactor
  vec4 uMatcap;      // matcapFactor, giEqualizationFactor
  vec4 uRim;         // parametricRimColorFactor, parametricRimFresnelPowerFactor
  vec4 uOutline;     // outlineColorFactor, outlineLightingMixFactor
  vec4 uFactors;     // parametricRimLiftFactor, rimLightingMixFactor, outlineWidthFactor, alphaCutoff
  vec4 uScales;      // of the normal texture, the shading shift texture, the occlusion texture; 1: width on screen
  vec4 uSurface;     // metallicFactor, roughnessFactor
  vec4 uAnimation;   // scroll x, y, rotation, per second
  Place uPlaces[11];
};

const int kBase = 0, kShade = 1, kNormal = 2, kEmissive = 3, kShift = 4, kRim = 5, kOutlineWidth = 6, kMask = 7,
          kMetallicRoughness = 8, kOcclusion = 9, kMatcap = 10;

uniform sampler2D uBaseTexture, uShadeTexture, uNormalTexture, uEmissiveTexture, uShiftTexture, uRimTexture,
    uOutlineWidthTexture, uMaskTexture, uMetallicRoughnessTexture, uOcclusionTexture, uMatcapTexture;

#ifdef MANY_UV
vec2 uvSet(vec4 first, vec4 second, float set) {
  return set < 0.5 ? first.xy : set < 1.5 ? first.zw : set < 2.5 ? second.xy : second.zw;
}
#define UV(slot) uvSet(UV01, UV23, uPlaces[slot].move.z)
#else
#define UV(slot) UV01.xy
#endif

// KHR_texture_transform, "Overview": offset * rotation * scale.
vec2 placed(int slot, vec2 uv) {
  return mat2(uPlaces[slot].turn.xy, uPlaces[slot].turn.zw) * uv + uPlaces[slot].move.xy;
}

// "UV Animation", "Transform Order"; before KHR_texture_transform. Its example implementation turns the other way, against
// its own text, which wants KHR_texture_transform's.
vec2 animated(vec2 uv, float mask) {
#ifdef UV_ANIMATION
  float angle = uAnimation.z * uToLight.w * mask;
  float c = cos(angle), s = sin(angle);
  uv = mat2(c, -s, s, c) * (uv - 0.5) + 0.5;
  uv += uAnimation.xy * uToLight.w * mask;
#endif
  return uv;
}
)";

inline constexpr std::string_view kSurfaceVertex = R"(
layout(location = 0) in vec3 aPosition;  // in the world
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aTangent;
layout(location = 3) in vec4 aUv01;
layout(location = 4) in vec4 aUv23;
layout(location = 5) in vec4 aColor;
out vec3 vPosition;
out vec3 vNormal;
out vec4 vTangent;
out vec4 vUv01;
out vec4 vUv23;
out vec4 vColor;
#define UV01 aUv01
#define UV23 aUv23

void main() {
  vPosition = aPosition;
  vNormal = aNormal;
  vTangent = aTangent;
  vUv01 = aUv01;
  vUv23 = aUv23;
  vColor = aColor;
  gl_Position = uViewProjection * vec4(aPosition, 1.0);
#ifdef OUTLINE
  // "Outline Width": metres, or a part of the height of the screen.
  float width = uFactors.z;
#ifdef MASK_TEXTURES
  float mask = 1.0;
#ifdef UV_ANIMATION
  mask = textureLod(uMaskTexture, placed(kMask, UV(kMask)), 0.0).b;
#endif
  width *= textureLod(uOutlineWidthTexture, placed(kOutlineWidth, animated(UV(kOutlineWidth), mask)), 0.0).g;
#endif
  if (uScales.w > 0.5) width *= uBack.w * gl_Position.w;
  gl_Position = uViewProjection * vec4(aPosition + aNormal * width, 1.0);
#endif
}
)";

inline constexpr std::string_view kSurfaceFragment = R"(
in vec3 vPosition;
in vec3 vNormal;
in vec4 vTangent;
in vec4 vUv01;
in vec4 vUv23;
in vec4 vColor;
out vec4 oColor;
#define UV01 vUv01
#define UV23 vUv23

vec3 light(vec3 normal) {  // from all sides: rawGi of "Global Illumination"
  return mix(uGround.rgb, uSky.rgb, normal.y * 0.5 + 0.5);
}

// Files have normals and tangents of length 0 too.
vec3 unit(vec3 v) { return v * inversesqrt(max(dot(v, v), 1e-30)); }

vec3 surfaceNormal(float mask) {
#ifdef FLAT
  // glTF 2.0 section 3.7.2.1: without normals every triangle is flat.
  return unit(cross(dFdx(vPosition), dFdy(vPosition)));
#else
  float side = gl_FrontFacing ? 1.0 : -1.0;
#ifdef OUTLINE
  side = 1.0;  // its triangles are those that look away
#endif
  vec3 normal = unit(vNormal) * side;
#ifdef NORMAL_TEXTURE
  vec3 bump = texture(uNormalTexture, placed(kNormal, animated(UV(kNormal), mask))).xyz * 2.0 - 1.0;
  bump.xy *= uScales.x;
  vec3 tangent = unit(vTangent.xyz) * side;
  vec3 bitangent = cross(normal, tangent) * vTangent.w * side;
  if (dot(vTangent.xyz, vTangent.xyz) > 0.0) normal = unit(tangent * bump.x + bitangent * bump.y + normal * bump.z);
#endif
  return normal;
#endif
}

#ifdef MTOON
vec3 shaded(vec3 base, vec3 normal, vec3 toEye, float mask) {
  // "Lighting", "Implementation"
  vec3 shadeColor = uShade.rgb;
#ifdef SHADE_TEXTURE
  shadeColor *= texture(uShadeTexture, placed(kShade, animated(UV(kShade), mask))).rgb;
#endif
  float shading = dot(normal, uToLight.xyz) + uShade.w;
#ifdef MASK_TEXTURES
  shading += texture(uShiftTexture, placed(kShift, animated(UV(kShift), mask))).r * uScales.y;
#endif
  float toony = uEmissive.w;
  shading = clamp((shading + 1.0 - toony) / max(2.0 - 2.0 * toony, 1e-5), 0.0, 1.0);
  vec3 color = mix(shadeColor, base, shading) * uLight.rgb;

  // "Global Illumination", "Implementation"
  vec3 even = (uSky.rgb + uGround.rgb) * 0.5;
  vec3 ambient = mix(light(normal), even, uMatcap.w);
  color += ambient * base;

  // Core glTF
  vec3 emission = uEmissive.rgb;
#ifdef EMISSIVE_TEXTURE
  emission *= texture(uEmissiveTexture, placed(kEmissive, animated(UV(kEmissive), mask))).rgb;
#endif
  color += emission;

  // "Rim Lighting", "Implementation"
  vec3 rim = vec3(0.0);
#ifdef MATCAP_TEXTURE
  vec3 viewX = vec3(toEye.z, 0.0, -toEye.x);
  float across = dot(viewX, viewX);
  viewX = across > 1e-12 ? viewX * inversesqrt(across) : vec3(1.0, 0.0, 0.0);  // seen from straight above
  vec3 viewY = cross(toEye, viewX);
  // V of textures goes down.
  vec2 sphere = vec2(dot(viewX, normal), -dot(viewY, normal)) * 0.495 + 0.5;
  rim = uMatcap.rgb * texture(uMatcapTexture, placed(kMatcap, sphere)).rgb;
#endif
  float edge = clamp(1.0 - dot(normal, toEye) + uFactors.x, 0.0, 1.0);
  rim += pow(edge, max(uRim.w, 1e-5)) * uRim.rgb;
#ifdef MASK_TEXTURES
  rim *= texture(uRimTexture, placed(kRim, animated(UV(kRim), mask))).rgb;
#endif
  rim *= mix(vec3(1.0), uLight.rgb + ambient, uFactors.y);
  return color + rim;
}
#endif

#ifdef PBR
// glTF 2.0 appendix B.3: Lambert, GGX with Smith's correlated visibility, Schlick; one light, and ambient light
// without an environment to reflect.
vec3 lit(vec3 base, vec3 normal, vec3 toEye) {
  float metallic = uSurface.x, roughness = uSurface.y, occlusion = 1.0;
#ifdef SURFACE_TEXTURES
  vec4 surface = texture(uMetallicRoughnessTexture, placed(kMetallicRoughness, UV(kMetallicRoughness)));
  metallic *= surface.b;
  roughness *= surface.g;
  occlusion = 1.0 + uScales.z * (texture(uOcclusionTexture, placed(kOcclusion, UV(kOcclusion))).r - 1.0);
#endif
  float alpha = max(roughness * roughness, 1e-3);
  float a2 = alpha * alpha;
  vec3 toLight = uToLight.xyz;
  vec3 h = toLight + toEye;
  h = dot(h, h) > 1e-12 ? normalize(h) : normal;
  float nl = clamp(dot(normal, toLight), 0.0, 1.0);
  float nv = clamp(abs(dot(normal, toEye)), 1e-4, 1.0);
  float nh = clamp(dot(normal, h), 0.0, 1.0);
  float vh = clamp(dot(toEye, h), 0.0, 1.0);
  vec3 f0 = mix(vec3(0.04), base, metallic);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
  float d = nh * nh * (a2 - 1.0) + 1.0;
  float distribution = a2 / (d * d);  // times pi, which the light's unit divides by
  float visibility = 0.5 / max(nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2), 1e-5);
  vec3 diffuse = base * (1.0 - metallic);
  vec3 color = ((1.0 - fresnel) * diffuse + fresnel * distribution * visibility) * nl * uLight.rgb;
  color += (diffuse + f0) * light(normal) * occlusion;
  vec3 emission = uEmissive.rgb;
#ifdef EMISSIVE_TEXTURE
  emission *= texture(uEmissiveTexture, placed(kEmissive, UV(kEmissive))).rgb;
#endif
  return color + emission;
}
#endif

void main() {
  float mask = 1.0;
#if defined(UV_ANIMATION) && defined(MASK_TEXTURES)
  mask = texture(uMaskTexture, placed(kMask, UV(kMask))).b;
#endif
  vec4 base = uBaseColor;
#ifdef BASE_TEXTURE
  base *= texture(uBaseTexture, placed(kBase, animated(UV(kBase), mask)));
#endif
#ifdef VERTEX_COLOR
  base *= vColor;
#endif
#ifdef ALPHA_MASK
  if (base.a < uFactors.w) discard;
#endif
#ifndef ALPHA_BLEND
  base.a = 1.0;
#endif

#ifdef UNLIT
  vec3 color = base.rgb;
#else
  vec3 toEye = uEye.w > 0.5 ? unit(uEye.xyz - vPosition) : uBack.xyz;
  vec3 normal = surfaceNormal(mask);
#ifdef MTOON
  vec3 color = shaded(base.rgb, normal, toEye, mask);
#ifdef OUTLINE
  // "Outline Lighting Mix"
  color = uOutline.rgb * mix(vec3(1.0), color, uOutline.w);
#endif
#else
  vec3 color = lit(base.rgb, normal, toEye);
#endif
#endif
  oColor = vec4(uLight.w > 0.5 ? encoded(color) : color, base.a);
}
)";

}  // namespace vrm::render
