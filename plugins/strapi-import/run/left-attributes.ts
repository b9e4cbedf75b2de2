// Attributes of the source that have no place here: those that need a plugin, and those that the project added to types of plugins. The
// number is that of rows with a value.

import { type AnyModel, type ContentType, componentsIn, type Schema } from '../../../core';
import { columnName } from '../source/identifiers';
import { numberOf } from '../source/read-values';
import type { Source, SourceRow, StrapiModel } from '../source/source';

const FOLDER = 'plugin::upload.folder';

/** Facts of Strapi itself, and mailed codes, are no data of the project. */
const OF_STRAPI: ReadonlySet<string> = new Set([
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'related',
]);

/** A folder has a parent here, and a file its folder; both have no paths and no lists of the other side. */
const OF_FOLDERS: ReadonlySet<string> = new Set(['pathId', 'path', 'children', 'files']);

export async function leftAttributes(
  source: Source,
  schema: Schema,
  types: readonly ContentType[],
  components: ReadonlyMap<string, StrapiModel>,
): Promise<string[]> {
  const lines: string[] = [];
  const used = [...componentsIn(schema, types)].flatMap((uid) => schema.components.get(uid) ?? []);
  for (const model of [...types, ...used]) {
    const stored = source.types.get(model.uid) ?? components.get(model.uid);
    if (!stored) continue;
    for (const name of stored.attributes.keys()) {
      const isOfStrapi = OF_STRAPI.has(name) || (model.uid === FOLDER && OF_FOLDERS.has(name));
      const why = isOfStrapi ? null : reasonFor(model, name);
      const count = why === null ? 0 : await valuesOf(source, stored, columnName(name));
      if (why !== null && count !== 0)
        lines.push(`Not imported: ${model.uid}.${name}${count === null ? '' : ` (${count} values)`}: ${why}`);
    }
  }
  return lines;
}

/** null: the attribute is taken over. */
function reasonFor(model: AnyModel, name: string): string | null {
  const attribute = model.attributes.get(name);
  if (attribute?.kind === 'waiting') return `the attribute ${attribute.reason}`;
  if (attribute !== undefined) return null;
  return model.uid === 'plugin::users-permissions.user'
    ? 'declare the attribute in user.attributes of users-permissions, and import again'
    : 'this application does not have the attribute';
}

/** null: the values are not in a column. */
async function valuesOf(
  { knex, tables }: Source,
  { table }: StrapiModel,
  column: string,
): Promise<number | null> {
  if (!tables.get(table)?.has(column)) return null;
  const row: SourceRow | undefined = await knex(table).whereNotNull(column).count({ count: '*' }).first();
  return numberOf(row?.count);
}
