// Writes JSON Schemas of definition and configuration files to dist/schema/, for editors. Part of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAttributeRegistry } from '../core/content/attributes/registry';
import { definitionJsonSchema } from '../core/content/model/read/json-schema';
import { CONFIG_CHECKS } from '../core/kernel/config/load-config';
import {
  documentCheck,
  endCheck,
  headCheck,
  rowCheck,
  settingCheck,
} from '../plugins/transfer/archive/format';
import { mediaType } from '../plugins/upload/media/media-type';

const FOLDER = join(__dirname, '..', 'schema');

const types = createAttributeRegistry();
// The attribute types of built-in plugins.
types.add(mediaType);

const { contentType, component } = definitionJsonSchema(types);
const schemas: Record<string, unknown> = { 'content-type': contentType, component };
for (const [name, check] of Object.entries(CONFIG_CHECKS)) schemas[name] = check.schema;
const archive = {
  head: headCheck,
  document: documentCheck,
  setting: settingCheck,
  row: rowCheck,
  end: endCheck,
};
for (const [name, check] of Object.entries(archive)) schemas[`archive-${name}`] = check.schema;

mkdirSync(FOLDER, { recursive: true });
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(join(FOLDER, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
