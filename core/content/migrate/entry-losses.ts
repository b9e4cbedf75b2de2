// Counts what changes of component entries lose, before the tables have their new names. Changes nothing.
import type { ContentType, Schema, Uid } from '../model/compiled/content-type';
import type { NestedAttribute } from '../model/compiled/nested';
import type { ChangedValues } from './changed-values';
import { convertStored, specOfType, targetOfSpec } from './convert-value';
import type { FoundColumn, FoundTable, FoundTables } from './introspect';
import type { LosingDocument, MigrationContext } from './migration-step';
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
  context: MigrationContext,
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
  const asked = { schema, found, components: new Set(changes.keys()), columns, condition };
  for await (const { attribute, stored } of storedEntries(context, asked))
    changedEntries(attribute, stored, schema, changes, tally);
  return of;
}

/** The documents whose entries lose values of one attribute of a component. */
export async function* losingEntries(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  changes: EntryChanges,
  columns: ColumnChanges,
  [component, name]: readonly [component: Uid, name: string],
): AsyncIterable<LosingDocument> {
  const beside: AskedEntries['beside'] = (_type, table) => {
    const column = table.columns.get('document_id');
    return column ? [column] : [];
  };
  const asked = { schema, found, components: new Set(changes.keys()), columns, condition: () => '', beside };
  for await (const {
    type,
    attribute,
    stored,
    beside: [documentId],
  } of storedEntries(context, asked)) {
    let loses = false;
    changedEntries(attribute, stored, schema, changes, (uid, own, isExact) => {
      loses ||= uid === component && own === name && !isExact;
    });
    if (loses) yield { type: type.uid, documentId: String(documentId) };
  }
}

export interface AskedEntries {
  readonly schema: Schema;
  /** The tables with their new names. */
  readonly found: FoundTables;
  readonly components: ReadonlySet<Uid>;
  readonly columns: ColumnChanges;
  /** ` AND …`: the rows that count. */
  readonly condition: (type: ContentType, table: FoundTable) => string;
  /** Further columns of each row. */
  readonly beside?: (type: ContentType, table: FoundTable, attribute: NestedAttribute) => FoundColumn[];
}

export interface FoundEntries {
  readonly type: ContentType;
  readonly attribute: NestedAttribute;
  /** One entry or a list, after the changes of its column. */
  readonly stored: unknown;
  readonly beside: readonly unknown[];
}

/** The stored entries in which entries of these components can be. */
export async function* storedEntries(
  { tx, dialect }: MigrationContext,
  { schema, found, components, columns, condition, beside = () => [] }: AskedEntries,
): AsyncIterable<FoundEntries> {
  for (const type of schema.types.values()) {
    const table = found.get(type.table);
    for (const attribute of entryColumns(type, components, schema)) {
      const column = table?.columns.get(attribute.column);
      if (!table || !column) continue;
      const change = columns.get(type.table)?.find((each) => each.column === attribute.column);
      const source = change?.source ?? { spec: specOfType(column.type), hidden: false };
      const target = change?.target ?? targetOfSpec({ kind: 'json' });
      const read = [column, ...beside(type, table, attribute)];
      for await (const rows of columnPages(tx, dialect, table.name, read, condition(type, table)))
        for (const [, value, ...others] of rows) {
          const text = convertStored(value, source, target, dialect).value;
          if (typeof text === 'string') yield { type, attribute, stored: JSON.parse(text), beside: others };
        }
    }
  }
}
