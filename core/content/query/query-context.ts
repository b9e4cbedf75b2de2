// The input of a query besides its text: schema, caller, limits, and the axis values of the request.

import type { Caller } from '../../kernel/http/request/caller';
import type { AxisBindings } from '../model/compiled/axis';
import type { Schema } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { QueryNode } from './ast';
import type { QueryLimits } from './query-limits';

export interface QueryContext {
  readonly schema: Schema;
  /** For whom the query is made. Plans are shared, so conditions must depend on the visibility alone. */
  readonly caller: Caller;
  readonly visibility: Visibility;
  readonly limits: QueryLimits;
  /** The axis values of the request, for nodes that name no value. */
  readonly axes: AxisBindings;
  /** The read is the answer of a write: the caller may read the written document. */
  readonly isOwnAnswer?: true | undefined;
  /** The words of figures and groups, unparsed; absent: documents are read. */
  readonly aggregate?: unknown;
  /** `query.transform`; null: no plugin taps it. */
  readonly transform: ((node: QueryNode, context: QueryContext) => void) | null;
}
