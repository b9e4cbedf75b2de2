// Writes versions, and reads them.
import { hash } from 'node:crypto';
import type { Tx } from '../../core';
import type { Delta } from './delta';
import { type StoredState, type StoredStates, shownText } from './stored-states';
import type { ChangeRow } from './tables';
import type { Author, Place, State, Version } from './types';

/** A state is read from at most so many versions. */
const KEYFRAME_EVERY = 100;

export interface StoredVersion extends Version {
  readonly delta: Delta;
}

export interface NewVersion extends Omit<StoredVersion, 'id'> {
  readonly isGone?: boolean;
  /** undefined: the save did not write the published row; null: it removed it. */
  readonly shown?: State | null;
}

export interface VersionRows {
  /** Inside the transaction of a write. */
  last(tx: Tx, target: string): Promise<StoredState | null>;
  /** The version leads from `last` to `state`. */
  add(
    tx: Tx,
    target: string,
    place: Place,
    last: StoredState | null,
    state: State,
    version: NewVersion,
  ): Promise<void>;
  list(
    target: string,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly StoredVersion[]; readonly total: number }>;
  version(target: string, id: number): Promise<StoredVersion | null>;
  /** null: no version was recorded. */
  current(target: string): Promise<State | null>;
  /** null: there is no published row, or none was recorded. */
  published(target: string): Promise<State | null>;
  /** The state of a version. */
  stateAt(target: string, id: number): Promise<State | null>;
}

export const targetOf = ({ type, documentId, axes }: Place): string => {
  const values = Object.entries(axes).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([type, documentId, values]);
  return hash('sha256', text).slice(0, 32);
};

export function createVersionRows(states: StoredStates): VersionRows {
  const { tables, statements, reader, until, publishedUntil } = states;
  const { changes } = tables;

  async function stateAt(target: string, version: number): Promise<State | null> {
    const stored = await until(reader, target, version);
    return stored?.id === version ? stored.state : null;
  }

  return {
    last: states.last,
    async add(
      tx,
      target,
      place,
      last,
      state,
      { operation, at, by, request, published, delta, isGone = false, shown },
    ) {
      // Cleaning may remove what is gone at the same time.
      if (last?.isGone) await tx.run(statements().removeTarget, [target]);
      if (last === null || last.isGone)
        await tx.run(statements().addTarget, [target, place.type, place.documentId]);
      const changed = JSON.stringify(delta);
      const isKeyframe =
        last === null ||
        last.isGone ||
        last.versions >= KEYFRAME_EVERY ||
        last.deltas + changed.length > last.keyframe;
      const whole = isKeyframe ? JSON.stringify(state) : null;
      const { id } = await tx.run(statements().addVersion, [
        target,
        operation,
        at,
        by && JSON.stringify(by),
        request,
        published ? 1 : 0,
        isGone ? 1 : 0,
        changed,
        shown === undefined ? null : shownText(state, shown),
        whole,
      ]);
      const sizes =
        last === null || whole !== null
          ? { versions: 1, keyframe: (whole ?? '').length, deltas: 0 }
          : { versions: last.versions + 1, keyframe: last.keyframe, deltas: last.deltas + changed.length };
      states.remember(tx, target, { id, at, state, isGone, ...sizes });
    },
    async list(target, page, pageSize) {
      const { results, total } = await changes
        .query()
        .where({ target })
        .orderBy('id', 'desc')
        .page(page - 1, pageSize);
      return { rows: results.map(versionOf), total };
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
