// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// three-vrm without a browser: parse(FILE, BYTES) gives what GLTFLoader gives, with images not decoded.
import { readFileSync } from 'node:fs';

// What three touches while parsing and node lacks.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};

export const THREE = await import('three');
const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
const { VRMLoaderPlugin, VRMMetaLoaderPlugin } = await import('@pixiv/three-vrm');

// Complaints about a file are not what is measured, and writing them would be.
console.warn = () => {};
process.on('unhandledRejection', () => {});

const onePixel = new Uint8Array([255, 255, 255, 255]);
function skipImages(parser) {
  parser.loadImageSource = async () => new THREE.DataTexture(onePixel, 1, 1);
  return { name: 'bench_skip_images' };
}

// The licence that three-vrm accepts is a matter of policy, not of speed: take the file's own.
function vrmPlugin(parser) {
  const licence = parser.json.extensions?.VRMC_vrm?.meta?.licenseUrl;
  return new VRMLoaderPlugin(parser, {
    metaPlugin: new VRMMetaLoaderPlugin(parser, { acceptLicenseUrls: licence ? [licence] : [] }),
  });
}

export async function parse(file, bytes) {
  const loader = new GLTFLoader();
  loader.register(skipImages);
  if (file.toLowerCase().endsWith('.vrm')) loader.register(vrmPlugin);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return loader.parseAsync(data, './');
}

const version = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
export const versions = { node: process.versions.node, three: version('three'), threeVrm: version('@pixiv/three-vrm') };
