// The documents that the records of a batch name: those that their cells link, and those that they update.

import { documentsWith, type Found } from './find-documents';
import { wordsFor } from './read-words';
import type { Cell } from './record-values';
import { type LineError, shortened } from './report';
import { type Entry, errorAt, type TableImport } from './table-import';

/** The documents that the cells link. */
export async function linkedBy(
  { scope, reads }: Pick<TableImport, 'scope' | 'reads'>,
  entries: readonly Entry[],
  errors: LineError[],
): Promise<ReadonlyMap<Cell, readonly string[]>> {
  const wanted = new Map<string, { entry: Entry; cell: Cell; names: readonly string[] }[]>();
  const ids = new Map<Cell, readonly string[]>();
  for (const entry of entries)
    for (const cell of [...entry.cells.values()].flat()) {
      const { end, name } = cell.column;
      if (end.kind !== 'link' || cell.value === null) continue;
      const names = cell.value as readonly string[];
      wanted.set(name, [...(wanted.get(name) ?? []), { entry, cell, names }]);
    }
  for (const list of wanted.values()) {
    const end = list[0]?.cell.column.end;
    if (end?.kind !== 'link') continue;
    const target = scope.schema.types.get(end.relation.target ?? '');
    if (!target) continue;
    const all = list.flatMap(({ names }) => names);
    const found = await documentsWith(reads, target, end.key ?? '', all);
    for (const { entry, cell, names } of list)
      ids.set(
        cell,
        names.flatMap((name) => {
          const documents = found(name);
          const [first, second] = documents;
          if (first && !second) return first.documentId;
          const reason = first
            ? `${documents.length} documents of ${target.uid} have this ${end.key}; name one by its documentId`
            : `no document of ${target.uid} has the ${end.key} "${shortened(name) ?? ''}"; import it first, or correct the cell`;
          errors.push(errorAt(entry.line, cell, reason));
          return [];
        }),
      );
  }
  return ids;
}

/** The stored row of a record; null: its document is new. */
export async function storedBy(
  { scope, plan, reads }: Pick<TableImport, 'scope' | 'plan' | 'reads'>,
  entries: readonly Entry[],
  errors: LineError[],
): Promise<(entry: Entry) => Found | null> {
  const { key } = plan;
  if (!key) return () => null;
  const columns = [...plan.columns.values()].filter(({ locale }) => locale === null);
  const values = entries.flatMap((entry) => entry.key ?? []);
  const shape = wordsFor(scope, columns);
  const found = await documentsWith(reads, scope.type, key.attribute, values, shape);
  for (const { line, key: value } of entries) {
    if (value === null) continue;
    const count = found(value).length;
    const message =
      count > 1
        ? `${count} documents have this key; use another --key`
        : count === 0 && key.attribute === 'documentId'
          ? 'no document has this documentId; leave the cell empty for a new document'
          : null;
    if (message !== null) errors.push({ line, column: key.header, value: shortened(value), message });
  }
  return (entry) => (entry.key === null ? null : (found(entry.key)[0] ?? null));
}
