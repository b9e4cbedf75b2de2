// The rows of plugins' own tables that an archive has (`app.archives`): which tables, and their columns.

import {
  type App,
  type ArchivedTable,
  type ModelColumn,
  OWN_TABLES,
  refuseInput,
  StartupError,
} from '../../../core';
import type { Choice } from '../choose-types';
import { partsOf } from '../model-text';

export interface RowTable extends ArchivedTable {
  /** The part that has the table: `webhooks`. */
  readonly group: string;
  readonly table: string;
  /** Those that an archive has, in their order. */
  readonly columns: Readonly<Record<string, ModelColumn>>;
  readonly key: readonly string[];
}

export const groupsOf = (app: App): string[] => app.archives.values().map(({ name }) => name);

/** Which rows of tables with `ofType` are taken. */
export interface RowFilter {
  /** true: rows of `types` only. false: all but these. */
  readonly only: boolean;
  readonly types: readonly string[];
}

/** null: the rows of all types. A choice without content types, such as `--only history`, takes them all, too. */
export function rowFilter(app: App, choice: Choice, secrets: boolean): RowFilter | null {
  const parts = partsOf(app);
  const types = [...app.schema.types.keys()];
  const isSecret = (uid: string): boolean => !secrets && parts.get(uid)?.secret === true;
  if (types.some(choice.names))
    return { only: true, types: types.filter((uid) => choice.has(uid) && !isSecret(uid)) };
  const left = types.filter((uid) => choice.leaves(uid) || isSecret(uid));
  return left.length === 0 ? null : { only: false, types: left };
}

/** A part that is named, and that would be left out, refuses the command. */
export function refuseUnmet(app: App, choice: Choice, secrets: boolean): void {
  for (const { name, secret, needs = [] } of app.archives.values()) {
    if (!choice.names(name)) continue;
    if (secret && !secrets) refuseInput(`${name}: its rows are secrets; add --secrets.`);
    const missing = needs.filter((uid) => !choice.has(uid));
    if (missing.length > 0)
      refuseInput(`${name}: its rows need the documents of ${missing.join(', ')}; add the type to the list.`);
  }
}

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
    const { omits = [], where = {}, belongsTo, ofType } = part;
    const named = [
      ...omits,
      ...Object.keys(where),
      ...(belongsTo ? [ownerOf(belongsTo).column] : []),
      ...(ofType ? [ofType.column] : []),
    ];
    if (ofType?.table !== undefined && !tables[ofType.table]?.ofType)
      throw mistake(group, `"${table}" names the table "${ofType.table}", which has no "ofType"`);
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

/** The column of `belongsTo`, and the column of the document that it names. */
export const ownerOf = (
  belongsTo: NonNullable<ArchivedTable['belongsTo']>,
): { readonly column: string; readonly names: 'document_id' | 'id' } =>
  'row' in belongsTo
    ? { column: belongsTo.row, names: 'id' }
    : { column: belongsTo.document, names: 'document_id' };

/** ` WHERE …` with its values; `more` comes after the conditions of the table. */
export function conditionOf(
  app: App,
  { group, where = {}, ofType }: RowTable,
  filter: RowFilter | null,
  more: readonly string[] = [],
): { readonly text: string; readonly params: readonly unknown[] } {
  const { dialect } = app.database;
  const own = Object.keys(where).map((name) => `${dialect.id(name)} = ?`);
  const types = filter && ofType ? [typeCondition(app, group, ofType, filter)] : [];
  const all = [...own, ...types, ...more];
  return {
    text: all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`,
    params: [
      ...Object.values(where).map((value) => toParam(dialect, value)),
      ...(types.length > 0 ? (filter?.types ?? []) : []),
    ],
  };
}

function typeCondition(
  app: App,
  group: string,
  { column, table }: NonNullable<ArchivedTable['ofType']>,
  filter: RowFilter,
): string {
  const { id } = app.database.dialect;
  if (filter.types.length === 0) return filter.only ? '1 = 0' : '1 = 1';
  if (table === undefined)
    return `${id(column)} ${filter.only ? '' : 'NOT '}IN (${filter.types.map(() => '?').join(', ')})`;
  const inner = app.archives.get(group)?.tables[table]?.ofType ?? { column };
  const [key = ''] = app.container.resolve(OWN_TABLES).shapeOf(table)?.key ?? [];
  return `${id(column)} IN (SELECT ${id(key)} FROM ${id(table)} WHERE ${typeCondition(app, group, inner, filter)})`;
}

/** SQLite has no booleans. */
export const toParam = ({ toParam: convert }: App['database']['dialect'], value: unknown): unknown =>
  typeof value === 'boolean' ? convert(value, { kind: 'boolean' }) : value;
