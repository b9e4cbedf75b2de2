// Writes JSON Schemas of definition and configuration files to dist/schema/, for editors. Part of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAttributeRegistry } from '../core/attributes/registry';
import { CONFIG_CHECKS } from '../core/config/load-config';
import { definitionJsonSchema } from '../core/schema/read/json-schema';
import { mediaType } from '../plugins/upload/media-type';

const FOLDER = join(__dirname, '..', 'schema');

const types = createAttributeRegistry();
// The attribute types of built-in plugins.
types.add(mediaType);

const { contentType, component } = definitionJsonSchema(types);
const schemas: Record<string, unknown> = { 'content-type': contentType, component };
for (const [name, check] of Object.entries(CONFIG_CHECKS)) schemas[name] = check.schema;

mkdirSync(FOLDER, { recursive: true });
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(join(FOLDER, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
