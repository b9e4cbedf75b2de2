// The raw form of a query: what a transport hands over. Untyped, untrusted; parse.ts turns it into the tree or refuses it.
// The document service takes the same words from plugins and scripts.

import type { Caller } from '../../kernel/http/request/caller';
import type { AxisBindings } from '../model/compiled/axis';
import type { Visibility } from '../model/compiled/visibility';

export interface RawQuery {
  readonly filters?: unknown;
  readonly sort?: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly pagination?: unknown;
  readonly _q?: unknown;
}

/** The parts of a request beside the query: the caller, and parsed parameters of plugins. */
export interface QueryRequest {
  axes: AxisBindings;
  readonly caller?: Caller;
  /** The visibility of the caller. */
  readonly visibility?: Visibility;
}
