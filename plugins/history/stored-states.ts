// Reads states from the tables: a keyframe with the changes of the versions after it.
import type { App, Tx } from '../../core';
import { applyInPlace, type Delta, deltaOf } from './delta';
import { type HistoryTables, historyTables, type Statements, statementsOf } from './tables';
import type { State } from './types';

/** The state of a version, and what its rows hold since their keyframe. */
export interface StoredState {
  readonly id: number;
  readonly at: string;
  readonly state: State;
  readonly versions: number;
  /** Characters. */
  readonly keyframe: number;
  readonly deltas: number;
}

export interface StoredStates {
  readonly tables: HistoryTables;
  statements(): Statements;
  /** Of a target. */
  last(tx: Tx, target: string): Promise<StoredState | null>;
  /** A version that the transaction adds. The next save finds its state without reading it. */
  remember(tx: Tx, target: string, added: StoredState): void;
  /** The last version up to this id. */
  until(tx: Tx, target: string, end: number): Promise<StoredState | null>;
  /** undefined: nothing was recorded about the published row; null: there is none. */
  publishedUntil(tx: Tx, target: string, end: number): Promise<State | null | undefined>;
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

  async function until(tx: Tx, target: string, end: number): Promise<StoredState | null> {
    const [keyframe, ...later] = await tx.all(statements().readFrom, [target, end, target, end]);
    if (!keyframe) return null;
    const text = String(keyframe[1]);
    const state = JSON.parse(text) as State;
    for (const [, , delta] of later) applyInPlace(state, JSON.parse(String(delta)) as Delta);
    const [lastId, , , at] = later.at(-1) ?? keyframe;
    const deltas = later.reduce((sum, [, , delta]) => sum + String(delta).length, 0);
    const sizes = { versions: later.length + 1, keyframe: text.length, deltas };
    return { id: Number(lastId), at: String(at), state, ...sizes };
  }

  async function publishedUntil(tx: Tx, target: string, end: number): Promise<State | null | undefined> {
    const [row] = await tables.changes
      .query()
      .select('id', 'shown')
      .where({ target })
      .where('id', '<=', end)
      .whereNotNull('shown')
      .orderBy('id', 'desc')
      .limit(1);
    if (!row) return undefined;
    const delta = JSON.parse(String(row.shown)) as Delta | null;
    if (delta === null) return null;
    const state = (await until(tx, target, row.id))?.state ?? {};
    applyInPlace(state, delta);
    return state;
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
  async function last(tx: Tx, target: string): Promise<StoredState | null> {
    const [row] = await tx.all(statements().readLast, [target]);
    if (!row) return null;
    const [id, at] = [Number(row[0]), String(row[1])];
    const known = kept.get(target);
    return known?.id === id && known.at === at ? known : until(tx, target, id);
  }

  const remember: StoredStates['remember'] = (tx, target, added) => tx.afterCommit(() => keep(target, added));

  return { tables, statements, last, remember, until, publishedUntil };
}

/** For the column `shown`. */
export const shownText = (state: State, shown: State | null): string =>
  JSON.stringify(shown && deltaOf(state, shown));
