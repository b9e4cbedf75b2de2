// The rows of plugins' own tables that an archive has (`app.archives`): which tables, and their columns.

import { type App, type ArchivedTable, type ModelColumn, OWN_TABLES, StartupError } from '../../../core';
import type { Choice } from '../choose-types';

export interface RowTable extends ArchivedTable {
  /** The part that has the table: `webhooks`. */
  readonly group: string;
  readonly table: string;
  /** Those that an archive has, in their order. */
  readonly columns: Readonly<Record<string, ModelColumn>>;
  readonly key: readonly string[];
}

export const groupsOf = (app: App): string[] => app.archives.values().map(({ name }) => name);

/** The tables of the chosen parts. Without `secrets`, parts with secrets are left out. */
export function rowTables(app: App, choice: Choice, secrets: boolean): RowTable[] {
  return [...app.archives.values()]
    .filter(
      ({ name, secret, needs = [] }) => choice.has(name) && (secrets || !secret) && needs.every(choice.has),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, tables }) => tablesOf(app, name, tables));
}

/** All tables that parts name, by part. */
export const allTables = (app: App): RowTable[] =>
  app.archives.values().flatMap(({ name, tables }) => tablesOf(app, name, tables));

function tablesOf(app: App, group: string, tables: Readonly<Record<string, ArchivedTable>>): RowTable[] {
  const own = app.container.resolve(OWN_TABLES);
  return Object.entries(tables).map(([table, part]) => {
    const shape = own.shapeOf(table);
    if (!shape) throw mistake(group, `no plugin declares the table "${table}"`);
    const { omits = [], where = {}, belongsTo } = part;
    const named = [...omits, ...Object.keys(where), ...(belongsTo ? [belongsTo.document] : [])];
    for (const name of named)
      if (!Object.hasOwn(shape.columns, name)) throw mistake(group, `"${table}" has no column "${name}"`);
    const columns = Object.fromEntries(
      Object.entries(shape.columns).filter(([name]) => !omits.includes(name) && !Object.hasOwn(where, name)),
    );
    return { ...part, group, table, columns, key: shape.key };
  });
}

const mistake = (group: string, message: string): StartupError =>
  new StartupError(`The part "${group}" of app.archives: ${message}; correct its tables.`);

/** `WHERE` without the word, with its values; `more` comes after the conditions of the table. */
export function conditionOf(
  { database: { dialect } }: Pick<App, 'database'>,
  { where = {} }: RowTable,
  more: readonly string[] = [],
): { readonly text: string; readonly params: readonly unknown[] } {
  const own = Object.keys(where).map((name) => `${dialect.id(name)} = ?`);
  const all = [...own, ...more];
  return {
    text: all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`,
    params: Object.values(where).map((value) => toParam(dialect, value)),
  };
}

/** SQLite has no booleans. */
export const toParam = ({ toParam: convert }: App['database']['dialect'], value: unknown): unknown =>
  typeof value === 'boolean' ? convert(value, { kind: 'boolean' }) : value;
