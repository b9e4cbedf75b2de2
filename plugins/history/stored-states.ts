// Reads states from the tables: a keyframe with the changes of the versions after it.
import type { App, Row, Tx } from '../../core';
import { applyInPlace, type Delta, deltaOf } from './delta';
import { type HistoryTables, historyTables, type Statements, statementsOf } from './tables';
import type { State } from './types';

/** The state of a version, and what its rows hold since their keyframe. */
export interface StoredState {
  readonly id: number;
  readonly at: string;
  readonly state: State;
  /** The version removed the row. */
  readonly isGone: boolean;
  readonly versions: number;
  /** Characters. */
  readonly keyframe: number;
  readonly deltas: number;
}

/** A transaction, or reads outside of one. */
export type Reader = Pick<Tx, 'all'>;

export interface StoredStates {
  /** Reads that need no transaction: a version never changes, except that cleaning removes it. */
  readonly reader: Reader;
  readonly tables: HistoryTables;
  statements(): Statements;
  /** Of a target. */
  last(reader: Reader, target: string): Promise<StoredState | null>;
  /** A version that the transaction adds. The next save finds its state without reading it. */
  remember(tx: Tx, target: string, added: StoredState): void;
  /** The last version up to this id. */
  until(reader: Reader, target: string, end: number): Promise<StoredState | null>;
  /** undefined: nothing was recorded about the published row; null: there is none. */
  publishedUntil(reader: Reader, target: string, end: number): Promise<State | null | undefined>;
}

/** Characters of states that a process keeps. The states that were not used for longest leave first. */
const MOST_KEPT = 4_000_000;

export function createStoredStates(app: App): StoredStates {
  const tables = historyTables(app);
  let known: Statements | null = null;
  const statements = (): Statements => {
    known ??= statementsOf(app.database.dialect);
    return known;
  };

  const reader: Reader = {
    all: async (text, params = []) => {
      function* steps() {
        const statement = { sql: app.database.dialect.finish(text), name: 'history' };
        const [rows = []]: Row[][] = yield [{ statement, params }];
        return rows;
      }
      return app.database.read(steps, { single: true });
    },
  };

  async function until(reader: Reader, target: string, end: number): Promise<StoredState | null> {
    const [keyframe, ...later] = await reader.all(statements().readFrom, [target, end, target, end]);
    if (!keyframe) return null;
    const text = String(keyframe[1]);
    const state = JSON.parse(text) as State;
    for (const [, , delta] of later) applyInPlace(state, JSON.parse(String(delta)) as Delta);
    const [lastId, , , at, gone] = later.at(-1) ?? keyframe;
    const deltas = later.reduce((sum, [, , delta]) => sum + String(delta).length, 0);
    const sizes = { versions: later.length + 1, keyframe: text.length, deltas };
    return { id: Number(lastId), at: String(at), isGone: Number(gone) === 1, state, ...sizes };
  }

  async function publishedUntil(
    reader: Reader,
    target: string,
    end: number,
  ): Promise<State | null | undefined> {
    const [row] = await reader.all(statements().readShown, [target, end]);
    if (!row) return undefined;
    const delta = JSON.parse(String(row[1])) as Delta | null;
    if (delta === null) return null;
    const stored = await until(reader, target, Number(row[0]));
    if (stored?.id !== Number(row[0])) {
      // Cleaning has removed the version meanwhile. A later one has what it showed.
      const [next] = await reader.all(statements().readShown, [target, end]);
      return next && next[0] !== row[0] ? publishedUntil(reader, target, end) : null;
    }
    applyInPlace(stored.state, delta);
    return stored.state;
  }

  const kept = new Map<string, StoredState>();
  let characters = 0;
  const sizeOf = ({ keyframe, deltas }: StoredState): number => keyframe + deltas;
  function forget(target: string): void {
    const old = kept.get(target);
    if (old && kept.delete(target)) characters -= sizeOf(old);
  }
  function keep(target: string, state: StoredState): void {
    forget(target);
    kept.set(target, state);
    characters += sizeOf(state);
    for (const oldest of kept.keys()) if (characters > MOST_KEPT) forget(oldest);
  }

  /** Another process may have added a version, so the table says which one is the last. */
  async function last(reader: Reader, target: string): Promise<StoredState | null> {
    const [row] = await reader.all(statements().readLast, [target]);
    if (!row) return null;
    const [id, at] = [Number(row[0]), String(row[1])];
    const known = kept.get(target);
    return known?.id === id && known.at === at ? known : until(reader, target, id);
  }

  const remember: StoredStates['remember'] = (tx, target, added) => tx.afterCommit(() => keep(target, added));

  return { tables, statements, reader, last, remember, until, publishedUntil };
}

/** For the column `shown`. */
export const shownText = (state: State, shown: State | null): string =>
  JSON.stringify(shown && deltaOf(state, shown));
