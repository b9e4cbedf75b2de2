// Counts what changes of component entries lose, before the tables have their new names. Changes nothing.
import type { ContentType, Schema, Uid } from '../../schema/model/content-type';
import type { ChangedValues } from './changed-values';
import { convertStored, specOfType, targetOfSpec } from './convert-value';
import type { FoundTable, FoundTables } from './introspect';
import type { MigrationContext } from './migration-step';
import { columnPages } from './stored-columns';
import { changedEntries, type EntryChanges, entryColumns, type Tally } from './stored-entries';

export interface Losses {
  readonly values: number;
  readonly lost: number;
  readonly changed: number;
}

const NONE: Losses = { values: 0, lost: 0, changed: 0 };

/** By uid and name of the attribute; absent where no entry has a value. */
export type EntryLosses = (uid: Uid, name: string) => Losses;

/** By table: values of its columns that change before the entries do. */
export type ColumnChanges = ReadonlyMap<string, readonly ChangedValues[]>;

/** `found`: the tables with their new names. */
export async function countEntryLosses(
  schema: Schema,
  { tx, dialect }: MigrationContext,
  found: FoundTables,
  changes: EntryChanges,
  columns: ColumnChanges,
  /** ` AND …`: the rows that count. */
  condition: (type: ContentType, table: FoundTable) => string = () => '',
): Promise<EntryLosses> {
  const counted = new Map<string, Losses>();
  const of = (uid: Uid, name: string): Losses => counted.get(`${uid} ${name}`) ?? NONE;
  const tally: Tally = (uid, name, isExact, isSame) => {
    const { values, lost, changed } = of(uid, name);
    counted.set(`${uid} ${name}`, {
      values: values + 1,
      lost: lost + (isExact ? 0 : 1),
      changed: changed + (isSame ? 0 : 1),
    });
  };
  const wanted = new Set(changes.keys());
  for (const type of schema.types.values()) {
    const table = found.get(type.table);
    for (const attribute of entryColumns(type, wanted, schema)) {
      const column = table?.columns.get(attribute.column);
      if (!table || !column) continue;
      const change = columns.get(type.table)?.find((each) => each.column === attribute.column);
      const source = change?.source ?? { spec: specOfType(column.type), hidden: false };
      const target = change?.target ?? targetOfSpec({ kind: 'json' });
      for await (const rows of columnPages(tx, dialect, table.name, [column], condition(type, table)))
        for (const [, stored] of rows) {
          const text = convertStored(stored, source, target, dialect).value;
          if (typeof text === 'string') changedEntries(attribute, JSON.parse(text), schema, changes, tally);
        }
    }
  }
  return of;
}
