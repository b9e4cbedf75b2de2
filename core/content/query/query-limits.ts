// The limits of the size and the cost of one query. core/kernel/http has the limits of the text of a query string (QueryStringLimits).

export interface QueryLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
  readonly withCount: boolean;
  /** Entries of a list in the query (`$in`, `$or`, `sort`, `fields`, `populate`). */
  readonly arrayLimit: number;
  /** Levels of nesting. */
  readonly depth: number;
  /** Comparisons of values, over all filters of the query. A list of `$in` is one. */
  readonly conditions: number;
  /** May `populate` carry `limit`, `start`, `pagination`? GraphQL, plugins and the routes of the admin may; REST may not. */
  readonly populatePages: boolean;
  /** May filters ask for entries of a zone? Plugins and the routes of the admin may. Absent: they may not. */
  readonly zoneFilters?: boolean;
  /**
   * Does `_q` also find words in structured texts, components and zones? In the routes of the admin it does. Not of types with a search
   * index, because such a search reads all rows.
   */
  readonly searchInside?: boolean;
  /** Rows that one query may read over all its statements, and statements it may need. */
  readonly maxRows: number;
  readonly maxStatements: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Rows that all reads of one request may read together. Absent: each read has only its own limit. */
  readonly rows?: RowBudget;
}

export interface RowBudget {
  /** Below 0, the read ends with the error of `refuse`. */
  left: number;
  refuse(): Error;
}

/** The part of config/api that limits queries. */
interface LimitSettings {
  readonly rest: Pick<QueryLimits, 'defaultLimit' | 'withCount'> & { readonly maxLimit: number };
  readonly limits: Pick<
    QueryLimits,
    'arrayLimit' | 'depth' | 'conditions' | 'maxRows' | 'maxStatements' | 'answerBytes'
  >;
}

/** For the requests of clients. */
export const clientLimits = ({ rest, limits }: LimitSettings): QueryLimits => ({
  ...limits,
  defaultLimit: Math.min(rest.defaultLimit, rest.maxLimit),
  maxLimit: rest.maxLimit,
  withCount: rest.withCount,
  populatePages: false,
});

/** For calls of plugins and scripts: every document that matches, unless the call asks for a page. */
export const programLimits = ({ limits }: LimitSettings): QueryLimits => ({
  ...limits,
  defaultLimit: Number.MAX_SAFE_INTEGER,
  maxLimit: null,
  withCount: false,
  populatePages: true,
  zoneFilters: true,
});
