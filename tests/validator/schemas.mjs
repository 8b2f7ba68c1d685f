// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The published JSON schemas against `vrm validate`: node schemas.mjs MODULES VRM SCHEMAS WORK MODEL.glb...
//   MODULES  a folder with ajv-draft-04 in node_modules
//   VRM      the command
//   SCHEMAS  the folder of schemas, one folder inside for each extension
//   WORK     a folder for the changed files, which is emptied first
// Every member of every extension in the models is left out and replaced by all kinds of values. What a schema calls
// wrong must give an error that the model did not have before, and what it allows none about members. Prints what does
// not hold.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [modules, vrm, schemas, files, ...models] = process.argv.slice(2);
if (models.length === 0) {
  console.error('usage: node schemas.mjs MODULES VRM SCHEMAS WORK MODEL.glb...');
  process.exit(2);
}
const Ajv = createRequire(path.join(path.resolve(modules), 'package.json'))('ajv-draft-04');

// Where the schemas allow what the text of the standard forbids: [pattern of "EXTENSION POINTER CHANGE", why].
const stricter = [
  [/^VRM /, 'the schema of 0.x demands next to nothing'],
  [/\/extensions[/ ]/, 'glTF has the word there, or the schema of that extension'],
  [/^VRMC_springBone_limit .*\/rotation\/\d/, 'a rotation is a quaternion of length 1'],
  [/^VRMC_springBone_extended_collider \/shape\/plane\/normal\/\d/, 'a normal has length 1'],
  [/^VRMC_springBone_extended_collider \/shape removed/, 'the extension says nothing without its shape'],
  [/^VRMC_vrm \/meta\/licenseUrl ""/, 'nothing is no URL'],
];
// What the rules of members report; other errors are about what the values mean.
const memberCodes = /^GLTF_(MISSING|TYPE|VALUE) /;

// --- schemas

const roots = {
  VRM: 'vrm.schema.json',
  VRMC_vrm: 'VRMC_vrm.schema.json',
  VRMC_springBone: 'VRMC_springBone.schema.json',
  VRMC_springBone_extended_collider: 'VRMC_springBone_extended_collider.schema.json',
  VRMC_springBone_limit: 'VRMC_springBone_limit.schema.json',
  VRMC_node_constraint: 'VRMC_node_constraint.schema.json',
  'VRMC_constraints-1.0': 'VRMC_constraints.schema.json',
  VRMC_materials_mtoon: 'VRMC_materials_mtoon.schema.json',
  VRMC_materials_hdr_emissiveMultiplier: 'VRMC_materials_hdr_emissiveMultiplier.json',
  VRMC_vrm_animation: 'VRMC_vrm_animation.schema.json',
};

const ajv = new Ajv({ strict: false, allErrors: false, logger: false });
for (const folder of fs.readdirSync(schemas)) {
  const at = path.join(schemas, folder);
  if (!fs.statSync(at).isDirectory()) continue;
  for (const file of fs.readdirSync(at).filter((f) => f.endsWith('.json'))) {
    const schema = JSON.parse(fs.readFileSync(path.join(at, file), 'utf8'));
    delete schema.$schema;
    delete schema.id;
    // The text of the draft has them in small letters.
    if (file === 'VRMC_constraints.space.schema.json') schema.enum.push('model', 'local');
    ajv.addSchema(schema, file);
  }
}
// Core glTF's, as far as they say something about a value itself.
const id = { type: 'integer', minimum: 0 };
ajv.addSchema({ type: 'object' }, 'glTFProperty.schema.json');
ajv.addSchema({ type: 'object', properties: { name: { type: 'string' } } }, 'glTFChildOfRootProperty.schema.json');
ajv.addSchema(id, 'glTFid.schema.json');
ajv.addSchema({ type: 'object', properties: { index: id, texCoord: id }, required: ['index'] }, 'textureInfo.schema.json');

// --- models

const chunkTypes = { json: 0x4e4f534a, bin: 0x004e4942 };
function readGlb(file) {
  const bytes = fs.readFileSync(file);
  const length = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.toString('utf8', 20, 20 + length)), rest: bytes.subarray(20 + length) };
}
function writeGlb(file, json, rest) {
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.writeUInt32LE(chunkTypes.json, 16);
  fs.writeFileSync(file, Buffer.concat([head, text, rest]));
}

// What the samples do not have: limits, extended colliders, the older multiplier.
function enrich(json) {
  const springs = json.extensions?.VRMC_springBone;
  if (springs) {
    const limit = (l) => ({ VRMC_springBone_limit: { specVersion: '1.0-draft', limit: l } });
    springs.springs[0].joints[0].extensions = limit({ cone: { angle: 1, rotation: [0, 0, 0, 1] } });
    springs.springs[0].joints[1].extensions = limit({ hinge: { angle: 1, rotation: [0, 0, 0, 1] } });
    springs.springs[0].joints[2].extensions = limit({ spherical: { pitch: 1, yaw: 1, rotation: [0, 0, 0, 1] } });
    springs.colliders[0].extensions = {
      VRMC_springBone_extended_collider: {
        specVersion: '1.0',
        shape: { sphere: { offset: [0, 0, 0], radius: 1, inside: true } },
      },
    };
    springs.colliders[1].extensions = {
      VRMC_springBone_extended_collider: {
        specVersion: '1.0',
        shape: { plane: { offset: [0, 0, 0], normal: [0, 1, 0] } },
      },
    };
    json.extensionsUsed.push('VRMC_springBone_limit', 'VRMC_springBone_extended_collider');
  }
  if (json.materials?.[1] && json.extensions?.VRMC_vrm) {
    json.materials[1].extensions = {
      ...json.materials[1].extensions,
      VRMC_materials_hdr_emissiveMultiplier: { emissiveMultiplier: 2 },
    };
    json.extensionsUsed.push('VRMC_materials_hdr_emissiveMultiplier');
  }
}

// --- mutations

const replacements = [null, true, -1, 1.5, 1e6, '', 'zzz', [], {}];

// Calls visit(undo-able change, where) for every member and element below `value`.
function mutate(value, where, visit) {
  for (const key of Object.keys(value)) {
    if (key === 'extras') continue;
    const old = value[key];
    const at = `${where}/${key}`;
    for (const replacement of replacements) {
      value[key] = replacement;
      visit(at, JSON.stringify(replacement));
    }
    if (Array.isArray(value)) {
      value[key] = old;
    } else {
      delete value[key];
      visit(at, 'removed');
      value[key] = old;
    }
    if (old !== null && typeof old === 'object') mutate(old, at, visit);
  }
}

function instances(value, where, found) {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'extensions' && inner && typeof inner === 'object') {
      for (const name of Object.keys(inner)) {
        if (roots[name]) found.push({ name, owner: inner, where: `${where}/extensions/${name}` });
      }
    }
    instances(inner, `${where}/${key}`, found);
  }
  return found;
}

fs.rmSync(files, { recursive: true, force: true });
fs.mkdirSync(files, { recursive: true });

const cases = [];
const bases = new Map();
for (const model of models) {
  const { json, rest } = readGlb(model);
  enrich(json);
  const base = path.join(files, `${bases.size}-base.vrm`);
  writeGlb(base, json, rest);
  bases.set(base, []);
  const draft = json.extensions?.VRMC_vrm?.meta?.title !== undefined;
  for (const { name, owner, where } of instances(json, '', [])) {
    if (draft && name === 'VRMC_vrm') continue; // no schema of that draft was published
    const validate = ajv.getSchema(roots[name]);
    if (!validate(owner[name])) throw new Error(`${model}${where}: ${ajv.errorsText(validate.errors)}`);
    mutate(owner[name], '', (at, change) => {
      const file = path.join(files, `${bases.size - 1}-${cases.length}.vrm`);
      cases.push({ file, base, name, at, where, change, allowed: validate(owner[name]) });
      writeGlb(file, json, rest);
    });
  }
}

// --- ours

let output;
try {
  output = execFileSync(vrm, ['validate', files, '--json'], { maxBuffer: 1 << 30 });
} catch (error) {
  output = error.stdout; // exit codes 1 and 2 say that there are errors
}
const errors = new Map();
for (const report of JSON.parse(output).files) {
  errors.set(report.file, report.issues.filter((i) => i.severity === 'error').map((i) => `${i.code} ${i.pointer} ${i.message}`));
}
let wrong = 0;
for (const c of cases) {
  const before = new Set(errors.get(c.base));
  const added = errors.get(c.file).filter((e) => !before.has(e));
  const about = added.filter((e) => memberCodes.test(e));
  if (c.allowed ? about.length === 0 : added.length > 0) continue;
  const key = `${c.name} ${c.at} ${c.change}`;
  if (c.allowed && stricter.some(([pattern]) => pattern.test(key))) continue;
  if (++wrong <= 50) console.log(`${c.allowed ? `allowed, but ${about[0]}` : 'no error'}: ${c.name} ${c.at} ${c.change}`);
}
const allowed = cases.filter((c) => c.allowed).length;
console.log(`${cases.length - allowed} changes that a schema calls wrong, ${allowed} that it allows, ${wrong} judged otherwise`);
process.exit(wrong > 0 ? 1 : 0);
