// Reads states from the tables: a keyframe with the changes of the versions after it.
import type { App, Row, Tx } from '../../core';
import { applyInPlace, type Delta } from './delta';
import { type HistoryTables, historyTables, type Statements, statementsOf } from './tables';
import type { State } from './types';

/** A version, and what its rows hold since their keyframe. */
export interface LastVersion {
  readonly id: number;
  /** The version removed the row. */
  readonly isGone: boolean;
  readonly versions: number;
  /** Characters. */
  readonly keyframe: number;
  readonly deltas: number;
}

export interface StoredState extends LastVersion {
  readonly state: State;
}

/** The last version of a place that this process has added. */
export interface KnownVersion extends LastVersion {
  readonly target: string;
  /** Of the row: each later save of it has another time. */
  readonly updatedAt: string;
  /** The links as JSON. */
  readonly links: string;
}

/** A transaction, or reads outside of one. */
export type Reader = Pick<Tx, 'all'>;

export interface StoredStates {
  /** Reads that need no transaction: a version never changes, except that cleaning removes it. */
  readonly reader: Reader;
  readonly tables: HistoryTables;
  statements(): Statements;
  /** By a key of the place. */
  known(place: string): KnownVersion | undefined;
  /** A version that the transaction adds, so that the next save needs no state. */
  remember(tx: Tx, place: string, added: KnownVersion): void;
  /** The last version up to this id. */
  until(reader: Reader, target: string, end: number): Promise<StoredState | null>;
  /** undefined: nothing was recorded about the published row; null: there is none. */
  publishedUntil(reader: Reader, target: string, end: number): Promise<State | null | undefined>;
}

/** Characters of keys and links that a process keeps. The versions that were added first leave first. */
const MOST_KEPT = 4_000_000;

/** What else a kept version needs, as characters. */
const OBJECT = 200;

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
    const [lastId, , , gone] = later.at(-1) ?? keyframe;
    const deltas = later.reduce((sum, [, , delta]) => sum + String(delta).length, 0);
    const sizes = { versions: later.length + 1, keyframe: text.length, deltas };
    return { id: Number(lastId), isGone: Number(gone) === 1, state, ...sizes };
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

  const kept = new Map<string, KnownVersion>();
  let characters = 0;
  const sizeOf = (place: string, { links }: KnownVersion): number => OBJECT + place.length + links.length;
  function forget(place: string): void {
    const old = kept.get(place);
    if (old && kept.delete(place)) characters -= sizeOf(place, old);
  }
  function keep(place: string, version: KnownVersion): void {
    forget(place);
    kept.set(place, version);
    characters += sizeOf(place, version);
    for (const oldest of kept.keys()) {
      if (characters <= MOST_KEPT) break;
      forget(oldest);
    }
  }
  const remember: StoredStates['remember'] = (tx, place, added) => tx.afterCommit(() => keep(place, added));

  return {
    tables,
    statements,
    reader,
    known: (place) => kept.get(place),
    remember,
    until,
    publishedUntil,
  };
}

/** For the column `shown`. */
export const shownText = (shown: Delta | null): string => JSON.stringify(shown);
