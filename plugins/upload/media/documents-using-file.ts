// The documents that use a file. Relations are looked up; the text of components and zones is searched for the documentId.
import type { Attribute, ContentType, Database, Schema } from '../../../core';
import { isMedia } from './media-attribute';

export interface Use {
  readonly type: string;
  readonly documentId: string;
  readonly field: string;
}

/** Enough for a message; the search stops here. */
const MOST = 20;

export async function documentsUsingFile(
  database: Database,
  schema: Schema,
  file: string,
): Promise<readonly Use[]> {
  const uses: Use[] = [];
  for (const type of schema.types.values())
    for (const attribute of type.attributes.values()) {
      const query = holdersOf(database, type, attribute, file);
      if (!query) continue;
      const rows: readonly { readonly document_id: string }[] = await query
        .distinct('document_id')
        .limit(MOST);
      uses.push(
        ...rows.map((row) => ({ type: type.uid, documentId: row.document_id, field: attribute.name })),
      );
      if (uses.length >= MOST) return uses.slice(0, MOST);
    }
  return uses;
}

/** null: the attribute cannot hold files. */
function holdersOf({ knex, dialect }: Database, type: ContentType, attribute: Attribute, file: string) {
  if (attribute.kind === 'component' || attribute.kind === 'zone') {
    const text = dialect.name === 'postgres' ? '??::text LIKE ?' : '?? LIKE ?';
    return knex(type.table).whereRaw(text, [attribute.column, `%"${file}"%`]);
  }
  if (!isMedia(attribute)) return null;
  const { storage } = attribute;
  if (storage.kind === 'column') return knex(type.table).where(storage.column, file);
  if (storage.kind !== 'table') return null;
  return knex(type.table).whereIn('id', knex(storage.table).select('source_id').where('target', file));
}
