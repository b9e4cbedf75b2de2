// The plan of figures and groups: which statements run, and where their rows go.
//
// Query: article
// Words: {"count":true}
//   SELECT '{}', g.c FROM (SELECT count(*) AS c FROM (SELECT 1 AS one FROM "article_list" t0 …) r) g LIMIT +?
import type { DocumentList } from '../../query/ast';
import type { FigureCell } from './figures';
import type { CompiledStatement, NodePlan } from './plan-types';

export interface AggregatePlan {
  readonly reads: readonly CompiledStatement[];
  readonly level: LevelPlan;
  /** Statements that one read runs at most. */
  readonly statements: number;
  /** The same for sums of any size, with the same values; null: this plan has no others. */
  readonly long: AggregatePlan | null;
}

export interface LevelPlan {
  readonly count: boolean;
  /** null: no figure is asked for. */
  readonly figures: FiguresPlan | null;
  readonly list: DocumentsPlan | null;
  readonly groups: readonly GroupPlan[];
}

/** The documents of each bucket. */
export interface DocumentsPlan extends Pick<DocumentList, 'fields' | 'populate'> {
  /** The index of the statement. */
  readonly read: number;
  readonly node: NodePlan;
}

/** Rows are `[…keys of the path, JSON, number of documents, …]`. */
export interface FiguresPlan {
  /** The index of the statement. */
  readonly read: number;
  readonly first: number;
  readonly cells: readonly FigureCell[];
}

export interface GroupPlan {
  readonly key: string;
  /** The statement with one row per bucket. */
  readonly read: number;
  readonly parts: readonly { readonly key: string; readonly level: LevelPlan }[];
}
