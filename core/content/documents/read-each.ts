// Reads several documents by their ids at once, each as a read of one document finds it.
import type { ReadControl, Snapshot } from '../../database/database';
import type { Caller } from '../../kernel/http/request/caller';
import type { PlanCache } from '../sql/read/plan-cache';
import type { Reads } from '../sql/read/reads';
import { ReadSet, type ReadTree } from './loaded-set';
import type { LoadedSet } from './operations';
import type { PreparedRead } from './prepare-read';

/** The text of each document that was found, by its documentId. */
export type EachOutcome = ReadonlyMap<string, string>;

export interface EachReads {
  /** `read`: prepared for `findOne`. */
  runEach(
    read: PreparedRead,
    documentIds: readonly string[],
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<EachOutcome>;
  /** The same in an earlier state. Hooks do not see the documents: it serves to find out whether a caller saw them. */
  runEachAt(moment: Snapshot, read: PreparedRead, documentIds: readonly string[]): Promise<EachOutcome>;
}

export interface EachParts {
  readonly reads: Reads;
  readonly plans: PlanCache;
  readonly loaded: ((set: LoadedSet) => Promise<void>) | null;
  treeOf(node: PreparedRead['node'], visibility: PreparedRead['visibility'], caller?: Caller): ReadTree;
}

export function createEachReads({ reads, plans, loaded, treeOf }: EachParts): EachReads {
  return {
    async runEach({ node, visibility, limits }, documentIds, control = null, caller) {
      const found = await reads.each(plans.plan(node, 'each'), documentIds, null, limits, control);
      if (!loaded || found.size === 0) return found;
      const set = new ReadSet(treeOf(node, visibility, caller), `[${[...found.values()].join(',')}]`);
      await loaded(set);
      const { documents } = set;
      return new Map([...found.keys()].map((id, index) => [id, JSON.stringify(documents[index])]));
    },
    runEachAt: async (moment, { node, limits }, documentIds) =>
      reads.each(plans.plan(node, 'each'), documentIds, moment, limits),
  };
}
