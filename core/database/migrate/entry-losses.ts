// Counts what changes of component entries lose, before the tables have their new names. Changes nothing.
import type { Schema, Uid } from '../../schema/model/content-type';
import type { Tx } from '../database';
import type { Dialect } from '../dialect';
import type { FoundTables } from './introspect';
import { columnPages } from './stored-columns';
import { changedEntries, type EntryChanges, entryColumns } from './stored-entries';

export interface Losses {
  readonly values: number;
  readonly lost: number;
}

/** By uid and name of the attribute; absent where no entry has a value. */
export type EntryLosses = (uid: Uid, name: string) => Losses;

/** `found`: the tables with their new names. */
export async function countEntryLosses(
  tx: Tx,
  dialect: Dialect,
  schema: Schema,
  changes: EntryChanges,
  found: FoundTables,
): Promise<EntryLosses> {
  const counted = new Map<string, Losses>();
  const of = (uid: Uid, name: string): Losses => counted.get(`${uid} ${name}`) ?? { values: 0, lost: 0 };
  const tally = (uid: Uid, name: string, isExact: boolean): void => {
    const { values, lost } = of(uid, name);
    counted.set(`${uid} ${name}`, { values: values + 1, lost: lost + (isExact ? 0 : 1) });
  };
  const wanted = new Set(changes.keys());
  for (const type of schema.types.values()) {
    const table = found.get(type.table);
    for (const attribute of entryColumns(type, wanted, schema)) {
      const column = table?.columns.get(attribute.column);
      if (!table || !column) continue;
      for await (const rows of columnPages(tx, dialect, table.name, column.name))
        for (const [, text] of rows) changedEntries(attribute, readEntries(text), schema, changes, tally);
    }
  }
  return of;
}

/** The column may still have the text of another type of attribute. */
function readEntries(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
