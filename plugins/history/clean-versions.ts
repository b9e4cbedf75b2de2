// Removes the versions of a type that are beyond its limits.
import type { App, Tx } from '../../core';
import { deltaOf } from './delta';
import { createJoining } from './join-saves';
import { type StoredStates, shownText } from './stored-states';

/** Rows of one statement. */
const PAGE = 100;

export interface Limits {
  /** Versions of each document and locale. */
  readonly keep: number;
  /** A version that was no longer the last one at this time is too old. */
  readonly before: string;
  /** Later saves are not joined. */
  readonly joinBefore: string;
}

/** Returns the number of removed versions. */
export type CleanVersions = (type: string, limits: Limits, signal: AbortSignal) => Promise<number>;

interface Counted {
  readonly target: string;
  readonly total: number | string;
  readonly old: number | string;
  readonly gone: number | string;
}

export function createCleaning(app: App, states: StoredStates): CleanVersions {
  const { targets, changes } = states.tables;
  const joinSaves = createJoining(states.tables);

  /** Targets with versions to remove: of old ones, the newest stays unless it removed the row. */
  async function candidatesOf(page: readonly { readonly target: string }[], { keep, before }: Limits) {
    const total = changes.Model.raw('COUNT(*) AS total');
    const { id } = app.database.dialect;
    const old = changes.Model.raw(`SUM(CASE WHEN ${id('at')} < ? THEN 1 ELSE 0 END) AS old`, [before]);
    const gone = changes.Model.raw(`MAX(${id('gone')}) AS gone`);
    const counted = (await changes
      .query()
      .select('target', total, old, gone)
      .whereIn(
        'target',
        page.map(({ target }) => target),
      )
      .groupBy('target')) as unknown as readonly Counted[];
    return counted.filter(
      (each) => Number(each.total) > keep || Number(each.old) > (Number(each.gone) === 1 ? 0 : 1),
    );
  }

  /** Saves are joined first. Then the first versions go, never one in between. The first one that stays becomes a keyframe. */
  async function cleanOne(tx: Tx, target: string, limits: Limits): Promise<number> {
    const { keep, before, joinBefore } = limits;
    const own = () => changes.query().where({ target });
    const surplusOf = async () =>
      (await own().select('id').orderBy('id', 'desc').offset(keep).limit(1))[0]?.id ?? 0;
    const [last] = await own().select('id', 'at', 'gone').orderBy('id', 'desc').limit(1);
    if (!last || (last.gone === 1 && last.at < before)) {
      await targets.query().where({ target }).delete();
      return last ? own().where('id', '<=', last.id).delete() : 0;
    }
    const [old] = await own().select('id').where('at', '<', before).orderBy('id', 'desc').limit(1);
    const joined = (await surplusOf()) > 0 ? await joinSaves(target, joinBefore) : 0;
    // The newest old version was the state until the next one, so it stays.
    const [first] = await own()
      .select('id', 'state')
      .where('id', '>=', Math.max(old?.id ?? 0, (await surplusOf()) + 1))
      .orderBy('id')
      .limit(1);
    if (!first || !(await own().select('id').where('id', '<', first.id).first())) return joined;
    const state = (await states.until(tx, target, first.id))?.state ?? {};
    const published = await states.publishedUntil(tx, target, first.id);
    await own()
      .where({ id: first.id })
      .patch({
        state: JSON.stringify(state),
        ...(published === undefined ? {} : { shown: shownText(published && deltaOf(state, published)) }),
      });
    return joined + (await own().where('id', '<', first.id).delete());
  }

  return async (type, limits, signal) => {
    let removed = 0;
    for (let last = ''; !signal.aborted; ) {
      const page = await targets
        .query()
        .select('target')
        .where({ type })
        .where('target', '>', last)
        .orderBy('target')
        .limit(PAGE);
      for (const { target } of await candidatesOf(page, limits))
        removed += await app.database.transaction((tx) => cleanOne(tx, target, limits));
      last = page.at(-1)?.target ?? '';
      if (page.length < PAGE) break;
    }
    return removed;
  };
}
