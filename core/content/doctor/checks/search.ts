// Finds rows that a search index does not find by the beginnings of their texts. Only on SQLite: its index is kept by triggers, which
// other programs can drop or disable.
import type { SearchDialect, SearchIndexPlace, SearchUpkeep } from '../../../database/dialect';
import { searchParts } from '../../../database/search-parts';
import { searchIndexes } from '../../../database/tables';
import type { ContentType } from '../../model/compiled/content-type';
import type { DoctorCheck, DoctorContext, DocumentFinding, StoredDocument } from '../check';
import type { CheckSources } from '../examination';

/** None without an index to check. */
export function searchChecks({ state, dialect: { search } }: CheckSources): DoctorCheck[] {
  const indexes = searchIndexes(state.tables);
  const upkeep = search?.upkeep;
  if (!upkeep || indexes.size === 0) return [];
  return [
    {
      name: 'search',
      description: 'a search index finds the row of every text',
      documents: {
        of: ({ table }) => indexes.has(table),
        async check(type, documents, context) {
          const index = indexes.get(type.table);
          // The next start creates an index that is missing or incomplete.
          const found = index && state.found.get(type.table)?.indexes.get(index.name);
          if (!found || found.broken) return [];
          return findLost({ ...index, table: type.table }, type, documents, { search, upkeep }, context);
        },
      },
    },
  ];
}

async function findLost(
  index: SearchIndexPlace,
  type: ContentType,
  documents: readonly StoredDocument[],
  { search, upkeep }: { readonly search: SearchDialect; readonly upkeep: SearchUpkeep },
  { all }: DoctorContext,
): Promise<DocumentFinding[]> {
  const owners = new Map<number, string>();
  const expected = documents.flatMap(({ documentId, rows }) =>
    rows.flatMap(({ id, values }) => {
      owners.set(id, documentId);
      const texts = [documentId, ...index.columns.map((column) => values[column])];
      const found = texts.flatMap((text) =>
        typeof text === 'string' && searchParts(text).length > 0 ? [search.toParam(text)] : [],
      );
      return found.length > 0 ? [[id, found.join(' AND ')]] : [];
    }),
  );
  const rows = await all(upkeep.lost(index), [JSON.stringify(expected)]);
  return rows.map(([id]) => ({
    documentId: owners.get(Number(id)) ?? '',
    where: type.uid,
    message: `the search index ${index.name} lacks texts of the row ${Number(id)}`,
    fix: (tx) => tx.run(upkeep.mend(index), [id]).then(() => undefined),
  }));
}
