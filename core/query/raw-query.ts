// The raw form of a query: what a transport hands over. Untyped, untrusted; parse.ts turns it into the tree or refuses it.
// The document service takes the same words from plugins and scripts.
import type { AxisBindings } from '../schema/axis';
import type { Visibility } from '../schema/visibility';

export interface RawQuery {
  readonly filters?: unknown;
  readonly sort?: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly pagination?: unknown;
  readonly _q?: unknown;
}

/** The limits that a transport and its configuration put on a query. */
export interface QueryLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
  readonly withCount: boolean;
  /** Entries of a list in the query (`$in`, `$or`, `sort`, `fields`, `populate`). */
  readonly arrayLimit: number;
  /** Levels of nesting. */
  readonly depth: number;
  /** May `populate` carry `limit`, `start`, `pagination`? GraphQL and plugins may, REST may not. */
  readonly populatePages: boolean;
  /** Rows that one query may read over all its statements, and statements it may need. */
  readonly maxRows: number;
  readonly maxStatements: number;
}

/** What a request says beside the query: parsed parameters of plugins land here. */
export interface QueryRequest {
  axes: AxisBindings;
  /** Who asks. */
  readonly visibility?: Visibility;
}
