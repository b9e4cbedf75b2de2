// The raw form of a query: what a transport hands over. Untyped, untrusted; parse.ts turns it into the tree or refuses it.
// The document service takes the same words from plugins and scripts.
import type { AxisBindings } from '../schema/model/axis';
import type { Caller } from '../schema/model/caller';
import type { Visibility } from '../schema/model/visibility';

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
