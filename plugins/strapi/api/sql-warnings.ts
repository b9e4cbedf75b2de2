// Code with SQL of its own: where it is, and how Quire stores the types of the project.
import type { App, Attribute, ContentType } from '../../../core';
import { USER } from '../content/user-rows';
import type { Project } from '../project/load-project';

/** `strapi.db.connection`, `db?.getConnection()`, and `const { connection } = strapi.db`. */
const USES =
  /\bdb\s*\??\.\s*(?:connection|getConnection)\b|\{[^{}]*\bconnection\b[^{}]*\}\s*=\s*(?:\w+\s*\.\s*)?db\b/g;

export function sqlWarnings(
  { placesOf }: Pick<Project, 'placesOf'>,
  { schema }: Pick<App, 'schema'>,
): string[] {
  const places = placesOf(USES);
  if (places.length === 0) return [];
  const types = [...schema.types.values()].filter(({ uid }) => uid.startsWith('api::') || uid === USER);
  return [
    `strapi.db.connection runs SQL on the tables of Quire, which differ from those of Strapi (plugins/strapi/README.md#sql): ${places.join(', ')}`,
    ...types.map(tableOf),
  ];
}

function tableOf({ uid, table, attributes }: ContentType): string {
  const others = [...attributes.values()].flatMap((attribute) => {
    const at = storageOf(attribute);
    return at === null ? [] : [`"${attribute.name}" in ${at}`];
  });
  return [`${uid} is the table ${table}`, ...others].join('; ');
}

/** null: a column as in Strapi, or nothing. */
function storageOf(attribute: Attribute): string | null {
  if (attribute.kind === 'component' || attribute.kind === 'zone') return `${attribute.column} (JSON)`;
  if (attribute.kind !== 'relation' || !attribute.holdsLinks) return null;
  const { storage } = attribute;
  if (storage.kind === 'column') return `${storage.column} (documentId)`;
  return storage.kind === 'table' ? `the table ${storage.table} (source_id, target: documentId)` : null;
}
