// The tables of the history. A head has the whole last state of a row; a version has the changes that lead back from its state to the one
// before. So a save stores what it changed, and the state of a version is the head with the changes of all later versions undone.
//   history_heads  target  state            history_versions  id  target  operation  delta
//                  9f3c…   {"title":"C"}                       2   9f3c…   update     [[["title"],"set","A"]]
import { createHash } from 'node:crypto';
import type { App, RowOf, Tx } from '../../core';
import { applyInPlace, type Delta } from './delta';
import type { Author, Place, State, Version } from './types';

const HEAD = {
  /** Of type, document, axis values and stage. */
  target: { kind: 'string', length: 32, notNull: true },
  type: { kind: 'string', length: 191, notNull: true },
  document_id: { kind: 'string', length: 191, notNull: true },
  state: { kind: 'text', notNull: true },
  /** 1: the row was deleted. */
  gone: { kind: 'integer', notNull: true, default: 0 },
} as const;

const VERSION = {
  id: { kind: 'id' },
  target: { kind: 'string', length: 32, notNull: true },
  operation: { kind: 'string', length: 60, notNull: true },
  at: { kind: 'string', length: 24, notNull: true },
  author: { kind: 'text' },
  request: { kind: 'string', length: 128 },
  published: { kind: 'integer', notNull: true, default: 0 },
  delta: { kind: 'text', notNull: true },
} as const;

/** Rows of one statement. */
const PAGE = 100;

export type Stage = 'working' | 'shown';
export interface StoredVersion extends Version {
  readonly delta: Delta;
}

export interface Limits {
  /** Versions of each document and locale. */
  readonly keep: number;
  /** A version that was no longer the last one at this time is too old. */
  readonly before: string;
}

export interface VersionRows {
  /** Inside the transaction of a write. */
  head(tx: Tx, target: string): Promise<State | null>;
  saveHead(tx: Tx, place: Place, stage: Stage, state: State, isNew: boolean): Promise<void>;
  removeHead(tx: Tx, target: string): Promise<void>;
  markGone(tx: Tx, target: string): Promise<void>;
  add(tx: Tx, target: string, version: Omit<StoredVersion, 'id'>): Promise<void>;
  list(
    target: string,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly StoredVersion[]; readonly total: number }>;
  version(target: string, id: number): Promise<StoredVersion | null>;
  /** null: there is no head. */
  current(target: string): Promise<State | null>;
  /** The state of a version. */
  stateAt(target: string, id: number): Promise<State | null>;
  /** Removes the versions of a type beyond its limits; returns their number. */
  clean(type: string, limits: Limits, signal: AbortSignal): Promise<number>;
}

export const targetOf = ({ type, documentId, axes }: Place, stage: Stage): string => {
  const values = Object.entries(axes).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([type, documentId, values, stage]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
};

export function createVersionRows(app: App): VersionRows {
  const heads = app.model({
    table: 'history_heads',
    columns: HEAD,
    primaryKey: ['target'],
    indexes: [{ columns: ['type', 'document_id'] }],
  });
  const versions = app.model({
    table: 'history_versions',
    columns: VERSION,
    indexes: [{ columns: ['target', 'id'] }, { columns: ['at'] }],
  });

  const current = async (target: string): Promise<State | null> => {
    const row = await heads.query().findById(target);
    return row ? (JSON.parse(row.state) as State) : null;
  };

  /** Targets with more versions than stay, or with an old one. */
  async function candidatesOf(page: readonly { readonly target: string }[], { keep, before }: Limits) {
    const [total, oldest] = [
      versions.Model.raw('COUNT(*) AS total'),
      versions.Model.raw(`MIN(${app.database.dialect.id('at')}) AS oldest`),
    ];
    const counted = (await versions
      .query()
      .select('target', total, oldest)
      .whereIn(
        'target',
        page.map(({ target }) => target),
      )
      .groupBy('target')) as unknown as readonly { target: string; total: number | string; oldest: string }[];
    const found = counted.filter((each) => Number(each.total) > keep || each.oldest < before);
    return new Set(found.map(({ target }) => target));
  }

  /** The first versions go, never one in between: a state is found by the changes of all later versions. */
  async function cleanOne(target: string, isGone: boolean, { keep, before }: Limits): Promise<number> {
    const own = () => versions.query().where({ target });
    const [newest] = await own().select('id', 'at').orderBy('id', 'desc').limit(1);
    if (isGone && (newest === undefined || newest.at < before)) {
      await heads.query().where({ target, gone: 1 }).delete();
      return own().delete();
    }
    const [old] = await own().select('id').where('at', '<', before).orderBy('id', 'desc').limit(1);
    const [surplus] = await own().select('id').orderBy('id', 'desc').offset(keep).limit(1);
    // The newest old version was the state until the next one, so it stays.
    const first = Math.max(old?.id ?? 0, (surplus?.id ?? 0) + 1);
    return own().where('id', '<', first).delete();
  }

  return {
    async head(tx, target) {
      const [row] = await tx.all('SELECT state FROM history_heads WHERE target = ?', [target]);
      return row ? (JSON.parse(String(row[0])) as State) : null;
    },
    async saveHead(tx, place, stage, state, isNew) {
      const { type, documentId } = place;
      const [target, text] = [targetOf(place, stage), JSON.stringify(state)];
      if (isNew)
        await tx.run(
          'INSERT INTO history_heads (target, type, document_id, state, gone) VALUES (?, ?, ?, ?, 0)',
          [target, type, documentId, text],
        );
      else await tx.run('UPDATE history_heads SET state = ?, gone = 0 WHERE target = ?', [text, target]);
    },
    async removeHead(tx, target) {
      await tx.run('DELETE FROM history_heads WHERE target = ?', [target]);
    },
    async markGone(tx, target) {
      await tx.run('UPDATE history_heads SET gone = 1 WHERE target = ?', [target]);
    },
    async add(tx, target, { operation, at, by, request, published, delta }) {
      const id = app.database.dialect.id;
      const names = ['target', 'operation', 'at', 'author', 'request', 'published', 'delta'];
      await tx.run(
        `INSERT INTO ${id('history_versions')} (${names.map((name) => id(name)).join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [target, operation, at, by && JSON.stringify(by), request, published ? 1 : 0, JSON.stringify(delta)],
      );
    },
    async list(target, page, pageSize) {
      const { results, total } = await versions
        .query()
        .where({ target })
        .orderBy('id', 'desc')
        .page(page - 1, pageSize);
      return { rows: results.map(versionOf), total };
    },
    async version(target, id) {
      const row = await versions.query().findOne({ target, id });
      return row ? versionOf(row) : null;
    },
    current,
    stateAt: (target, id) =>
      // One transaction, so that no save comes between the head and the changes to undo.
      app.database.transaction(async () => {
        const state = await current(target);
        if (state === null || !(await versions.query().findOne({ target, id }))) return null;
        for (let last = Number.MAX_SAFE_INTEGER; ; ) {
          const later = await versions
            .query()
            .select('id', 'delta')
            .where({ target })
            .where('id', '>', id)
            .where('id', '<', last)
            .orderBy('id', 'desc')
            .limit(PAGE);
          for (const { delta } of later) applyInPlace(state, JSON.parse(delta) as Delta);
          last = later.at(-1)?.id ?? 0;
          if (later.length < PAGE) return state;
        }
      }),
    async clean(type, limits, signal) {
      let removed = 0;
      for (let last = ''; !signal.aborted; ) {
        const page = await heads
          .query()
          .select('target', 'gone')
          .where({ type })
          .where('target', '>', last)
          .orderBy('target')
          .limit(PAGE);
        const candidates = await candidatesOf(page, limits);
        for (const { target, gone } of page)
          if (gone === 1 || candidates.has(target)) removed += await cleanOne(target, gone === 1, limits);
        last = page.at(-1)?.target ?? '';
        if (page.length < PAGE) break;
      }
      return removed;
    },
  };
}

function versionOf({
  id,
  operation,
  at,
  author,
  request,
  published,
  delta,
}: RowOf<typeof VERSION>): StoredVersion {
  const by = author === null ? null : (JSON.parse(author) as Author);
  return { id, operation, at, by, request, published: published === 1, delta: JSON.parse(delta) as Delta };
}
