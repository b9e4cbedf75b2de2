// The components of the source. A database does not store their schemas, so the files of this application name their tables. An archive
// has the schemas itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Schema } from '../../../core';
import { parsed } from './open-database';
import type { Source, StrapiModel } from './source';
import { modelOf } from './strapi-model';

export function componentModels(
  source: Source,
  schema: Schema,
  dir: string,
): ReadonlyMap<string, StrapiModel> {
  if (source.components) return source.components;
  return new Map(
    [...schema.components.values()].flatMap(({ uid, source: file }): [string, StrapiModel][] => {
      const definition = readDefinition(join(dir, file));
      return check.isPlainObject(definition) ? [[uid, modelOf(uid, definition)]] : [];
    }),
  );
}

/** null: a component of a plugin has no file, and Strapi has no such component. */
function readDefinition(file: string): unknown {
  try {
    return parsed(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
