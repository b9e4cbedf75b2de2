// Reads all documents of a type in batches, in the order of their documentIds. Memory holds one batch.

import type { ContentType } from '../../../core';
import type { ItemReader } from './read-items';
import { documentIdOf } from './read-links';
import { numberOf } from './read-values';
import type { Source, SourceRow, StrapiModel } from './source';
import type { SourceDocument, SourceItem } from './source-document';

/** Documents of one batch. */
export const BATCH = 200;

export async function* documentsOf(
  { knex, tables }: Source,
  items: ItemReader,
  type: ContentType,
  stored: StrapiModel,
): AsyncIterable<readonly SourceDocument[]> {
  const table = stored.table;
  if (!tables.has(table)) return;
  for (let after = ''; ; ) {
    const page: SourceRow[] = await knex(table)
      .distinct('document_id')
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(BATCH);
    const ids = page.map((row) => String(row.document_id));
    const last = ids.at(-1);
    if (last === undefined) break;
    const rows: SourceRow[] = await knex(table).whereIn('document_id', ids).orderBy('id').select();
    yield grouped(type, await items.complete(type, stored, rows));
    after = last;
  }
  for (let after = 0; ; ) {
    const rows: SourceRow[] = await knex(table)
      .where('id', '>', after)
      .andWhere((query) => void query.whereNull('document_id').orWhere('document_id', ''))
      .orderBy('id')
      .limit(BATCH)
      .select();
    const last = rows.at(-1);
    if (!last) return;
    yield grouped(type, await items.complete(type, stored, rows));
    after = numberOf(last.id);
  }
}

function grouped({ uid }: ContentType, items: readonly SourceItem[]): SourceDocument[] {
  const documents = new Map<string, SourceItem[]>();
  for (const item of items) {
    const documentId = documentIdOf(uid, item.id, item.row.document_id === '' ? null : item.row.document_id);
    const rows = documents.get(documentId);
    if (rows) rows.push(item);
    else documents.set(documentId, [item]);
  }
  return [...documents].map(([documentId, rows]) => ({ documentId, rows }));
}

export async function countRows({ knex, tables }: Source, table: string): Promise<number> {
  if (!tables.has(table)) return 0;
  const row: SourceRow | undefined = await knex(table).count({ count: '*' }).first();
  return numberOf(row?.count);
}
