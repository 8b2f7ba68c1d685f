// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Five seconds of strong motion, for springs: node motion.mjs >SCENARIO
// An avatar that dances, turns and jumps half a metre in one frame, in a wind.
const FRAMES = 300;

const frames = Array.from({ length: FRAMES }, (_, i) => (i + 1) / 60);
const round = (v) => Math.round(v * 1e6) / 1e6;
// Three swings of different lengths about an axis that wanders, so that nothing repeats.
function turn(size, seed) {
  return frames.map((t) => {
    const [x, y, z] = [1.1, 1.7, 2.3].map((f, i) => size * Math.sin(6.283185 * f * (0.6 + 0.13 * seed) * t + seed * (i + 1)));
    const angle = Math.hypot(x, y, z);
    const s = Math.sin(angle / 2) / Math.max(angle, 1e-9);
    return [x * s, y * s, z * s, Math.cos(angle / 2)]; // with all digits: the reference takes it as it is
  });
}
const bone = (name, size, seed) => ({ target: `bone:${name}`, property: "rotation", values: turn(size, seed) });

const place = frames.map((t, i) => [
  0.3 * Math.sin(7 * t) + (i >= 150 ? 0.5 : 0), 0.1 * Math.abs(Math.sin(9 * t)), 0.2 * Math.cos(5 * t) - 0.2,
].map(round));
const wind = frames.map((t) => [0.5 * Math.sin(2 * t), 0, 0.3 * Math.sin(3.1 * t)].map(round));
console.log(JSON.stringify({
  version: 1,
  dt: 0.0166667,
  frames: FRAMES,
  sample: [1, 2, 3, 4, 5, 6, 30, FRAMES],
  tracks: [
    { target: "root", property: "translation", values: place },
    { target: "root", property: "rotation", values: turn(0.5, 1) },
    bone("hips", 0.2, 2), bone("spine", 0.15, 3), bone("chest", 0.15, 4), bone("neck", 0.2, 5), bone("head", 0.4, 6),
    bone("leftUpperArm", 0.5, 7), bone("rightUpperArm", 0.5, 8), bone("leftUpperLeg", 0.4, 9), bone("rightUpperLeg", 0.4, 10),
    { target: "force", property: "world", values: wind },
  ],
  output: { nodes: "springs", what: ["rotation"] },
}));
