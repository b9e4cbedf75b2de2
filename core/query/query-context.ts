// What a query is prepared with: the schema, who asks, the limits, and what the request says about axes.
import type { AxisBindings } from '../schema/axis';
import type { Schema } from '../schema/content-type';
import type { Visibility } from '../schema/visibility';
import type { QueryNode } from './ast';
import type { QueryLimits } from './raw-query';

export interface QueryContext {
  readonly schema: Schema;
  readonly visibility: Visibility;
  readonly limits: QueryLimits;
  /** What the request says about axes: what nodes without a wish of their own inherit. */
  readonly axes: AxisBindings;
  /** The read is the answer of a write: what was written may be shown to who wrote it. */
  readonly isOwnAnswer?: true | undefined;
  /** `query.transform`, where anybody taps it. */
  readonly transform: ((node: QueryNode, context: QueryContext) => void) | null;
}
