// The tables of the history. A version has the changes that lead from the state before it to its own. Some versions, the keyframes, also
// have their whole state, so a state is a keyframe with the changes of the versions after it. A save writes no more than it changed.
//   history_targets  target  type  document_id    history_changes  id  target  operation  delta                       state
//                    9f3c…   …     …                               2   9f3c…   create     []                          {"title":"A"}
//                                                                  3   9f3c…   update     [[["title"],"set","C"]]     NULL
import type { App, ArchivedTables, RowOf } from '../../core';

/** For paging by type. */
const TARGET = {
  /** Of type, document and axis values. */
  target: { kind: 'string', length: 32, notNull: true },
  type: { kind: 'string', length: 191, notNull: true },
  document_id: { kind: 'string', length: 191, notNull: true },
} as const;

/** The former uids of renamed content types (former-types.ts). */
const FORMER = {
  type: { kind: 'string', length: 191, notNull: true },
  former: { kind: 'string', length: 191, notNull: true },
} as const;

const CHANGE = {
  /** Of a target, the last version is the one with the highest id. */
  id: { kind: 'id', reuse: true },
  target: { kind: 'string', length: 32, notNull: true },
  operation: { kind: 'string', length: 60, notNull: true },
  at: { kind: 'string', length: 24, notNull: true },
  author: { kind: 'text' },
  request: { kind: 'string', length: 128 },
  published: { kind: 'integer', notNull: true, default: 0 },
  /** 1: the version removed the row. */
  gone: { kind: 'integer', notNull: true, default: 0 },
  delta: { kind: 'text', notNull: true },
  /** The changes that lead from this state to that of the published row; `null` as JSON: there is no such row any more. NULL: as before. */
  shown: { kind: 'text' },
  /** Only of a keyframe. */
  state: { kind: 'text' },
} as const;

const ADDED = [
  'operation',
  'at',
  'author',
  'request',
  'published',
  'gone',
  'delta',
  'shown',
  'state',
  'target',
] as const;

export function historyTables(app: App) {
  return {
    names: app.model({ table: 'history_names', columns: FORMER, primaryKey: ['type', 'former'] }),
    targets: app.model({
      table: 'history_targets',
      columns: TARGET,
      primaryKey: ['target'],
      indexes: [{ columns: ['type', 'target'] }],
    }),
    changes: app.model({
      table: 'history_changes',
      columns: CHANGE,
      indexes: [{ columns: ['target', 'id'] }],
    }),
  };
}

export const archivedHistory = (former: { forget(): void }): ArchivedTables => ({
  name: 'history',
  tables: {
    history_names: { ofType: { column: 'type' } },
    history_targets: { ofType: { column: 'type' } },
    history_changes: { ofType: { column: 'target', table: 'history_targets' } },
  },
  async finish() {
    former.forget();
    return [];
  },
});

export type HistoryTables = ReturnType<typeof historyTables>;
export type ChangeRow = RowOf<typeof CHANGE>;

export interface Statements {
  /** The versions from the last keyframe at or before a version up to it. */
  readonly readFrom: string;
  /** The last version that knows the published row. */
  readonly readShown: string;
  readonly addVersion: string;
  /** Adds a version if another one of its target is stored. The last parameters are the id of that one, and the target. */
  readonly addAfter: string;
  readonly addTarget: string;
  readonly removeTarget: string;
}

export function statementsOf({ id, insertBeside }: App['database']['dialect']): Statements {
  const insert = (table: string, names: readonly string[]): string =>
    `INSERT INTO ${id(table)} (${names.map(id).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const from = `FROM ${id('history_changes')} WHERE ${id('target')} = ? AND ${id('id')} <= ?`;
  const keyframe = `SELECT ${id('id')} ${from} AND ${id('state')} IS NOT NULL ORDER BY ${id('id')} DESC LIMIT 1`;
  return {
    readFrom: `SELECT ${['id', 'state', 'delta', 'gone'].map(id).join(', ')} ${from} AND ${id('id')} >= (${keyframe}) ORDER BY ${id('id')}`,
    readShown: `SELECT ${id('id')}, ${id('shown')} ${from} AND ${id('shown')} IS NOT NULL ORDER BY ${id('id')} DESC LIMIT 1`,
    removeTarget: `DELETE FROM ${id('history_targets')} WHERE ${id('target')} = ?`,
    addVersion: insert('history_changes', ADDED),
    addAfter: insertBeside(id('history_changes'), ADDED.map(id)),
    addTarget: insert('history_targets', Object.keys(TARGET)),
  };
}
