// Writes versions, and reads them.
import type { Tx } from '../../core';
import type { Delta } from './delta';
import type { FormerTypes } from './former-types';
import type { StoredChange } from './limited';
import type { Place } from './place';
import {
  type KnownVersion,
  type LastVersion,
  type StoredState,
  type StoredStates,
  shownText,
} from './stored-states';
import type { ChangeRow } from './tables';
import type { Author, State, Version } from './types';

/** A state is read from at most so many versions. */
const KEYFRAME_EVERY = 100;
/** And from changes that are at most so many times as long as the state. */
const KEYFRAME_FACTOR = 4;

export interface StoredVersion extends Version {
  readonly delta: Delta;
}

export interface NewVersion extends Omit<StoredVersion, 'id'> {
  readonly isGone: boolean;
  /** What leads to the state of the published row. undefined: the save did not write that row; null: it removed it. */
  readonly shown: Delta | null | undefined;
}

/** Of the row that a save has left. */
export interface SavedRow {
  /** null: the type has no such time. */
  readonly updatedAt: string | null;
  /** As JSON. */
  readonly links: string;
  state(): Promise<State>;
}

export interface VersionRows {
  /** The target of a place, for the reads below. */
  target(place: Place): Promise<string>;
  /** The last version, if this process has added it, and if the row has not been saved since. */
  known(place: Place, updatedAt: string): KnownVersion | null;
  /** Inside the transaction of a write. */
  last(tx: Tx, place: Place): Promise<StoredState | null>;
  /** The version leads from `last` to the state of the row. */
  add(tx: Tx, place: Place, last: LastVersion | null, row: SavedRow, version: NewVersion): Promise<void>;
  /** The same after a known version. false: nothing was added, because the database no longer has that version. */
  addAfter(tx: Tx, place: Place, known: KnownVersion, row: SavedRow, version: NewVersion): Promise<boolean>;
  list(
    target: string,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly StoredVersion[]; readonly total: number }>;
  /** What leads to the states of all versions, the oldest first. */
  changes(target: string): Promise<readonly StoredChange[]>;
  /** In the order of the ids. */
  some(target: string, ids: readonly number[]): Promise<readonly StoredVersion[]>;
  version(target: string, id: number): Promise<StoredVersion | null>;
  /** null: no version was recorded. */
  current(target: string): Promise<State | null>;
  /** null: there is no published row, or none was recorded. */
  published(target: string): Promise<State | null>;
  /** The state of a version. */
  stateAt(target: string, id: number): Promise<State | null>;
}

export function createVersionRows(states: StoredStates, { targetAt }: FormerTypes): VersionRows {
  const { tables, statements, reader, until, publishedUntil } = states;
  const { changes } = tables;

  async function stateAt(target: string, version: number): Promise<State | null> {
    const stored = await until(reader, target, version);
    return stored?.id === version ? stored.state : null;
  }

  /** `after`: the id of the version that must be stored. Returns false if it is not, and nothing was added. */
  function insert(
    tx: Tx,
    place: Place,
    target: string,
    last: LastVersion | null,
    row: SavedRow,
    version: NewVersion,
    after: number | null,
  ): Promise<boolean> {
    const { operation, at, by, request, published, delta, isGone, shown } = version;
    const changed = JSON.stringify(delta);
    const isKeyframe =
      last === null ||
      last.isGone ||
      last.versions >= KEYFRAME_EVERY ||
      last.deltas + changed.length > KEYFRAME_FACTOR * last.keyframe;
    const added = (id: number, whole: string | null): void => {
      const { updatedAt, links } = row;
      if (updatedAt === null || isGone) return;
      const sizes =
        last === null || whole !== null
          ? { versions: 1, keyframe: (whole ?? '').length, deltas: 0 }
          : { versions: last.versions + 1, keyframe: last.keyframe, deltas: last.deltas + changed.length };
      states.remember(tx, place.key, { id, target, isGone, updatedAt, links, ...sizes });
    };
    const add = (whole: string | null): Promise<boolean> => {
      const { addVersion, addAfter } = statements();
      const params = [
        operation,
        at,
        by && JSON.stringify(by),
        request,
        published ? 1 : 0,
        isGone ? 1 : 0,
        changed,
        shown === undefined ? null : shownText(shown),
        whole,
      ];
      const adding =
        after === null
          ? tx.run(addVersion, [...params, target])
          : tx.run(addAfter, [...params, after, target]);
      // Without `async`: each promise more costs every save.
      return adding.then(({ id, changes }) => {
        if (changes > 0) added(id, whole);
        return changes > 0;
      });
    };
    return isKeyframe ? row.state().then((state) => add(JSON.stringify(state))) : add(null);
  }

  return {
    target: (place) => targetAt(reader, place),
    known(place, updatedAt) {
      const known = states.known(place.key);
      return known?.updatedAt === updatedAt ? known : null;
    },
    last: async (tx, place) => until(tx, await targetAt(tx, place), Number.MAX_SAFE_INTEGER),
    async add(tx, place, last, row, version) {
      const target = await targetAt(tx, place);
      // Cleaning may remove what is gone at the same time.
      if (last?.isGone) await tx.run(statements().removeTarget, [target]);
      if (last === null || last.isGone)
        await tx.run(statements().addTarget, [target, place.type, place.documentId]);
      await insert(tx, place, target, last, row, version, null);
    },
    addAfter: (tx, place, known, row, version) =>
      insert(tx, place, known.target, known, row, version, known.id),
    async list(target, page, pageSize) {
      const { results, total } = await changes
        .query()
        .where({ target })
        .orderBy('id', 'desc')
        .page(page - 1, pageSize);
      return { rows: results.map(versionOf), total };
    },
    async changes(target) {
      const rows = await changes.query().where({ target }).select('id', 'delta', 'state').orderBy('id');
      return rows.map(({ id, delta, state }) => ({
        id,
        delta: JSON.parse(delta) as Delta,
        state: state === null ? null : (JSON.parse(state) as State),
      }));
    },
    async some(target, ids) {
      const rows = await changes
        .query()
        .where({ target })
        .whereIn('id', [...ids]);
      const byId = new Map(rows.map((row) => [row.id, versionOf(row)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async version(target, version) {
      const row = await changes.query().findOne({ target, id: version });
      return row ? versionOf(row) : null;
    },
    current: async (target) => (await until(reader, target, Number.MAX_SAFE_INTEGER))?.state ?? null,
    published: async (target) => (await publishedUntil(reader, target, Number.MAX_SAFE_INTEGER)) ?? null,
    stateAt,
  };
}

function versionOf({ id, operation, at, author, request, published, delta }: ChangeRow): StoredVersion {
  const by = author === null ? null : (JSON.parse(author) as Author);
  return { id, operation, at, by, request, published: published === 1, delta: JSON.parse(delta) as Delta };
}
