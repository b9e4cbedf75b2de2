// What one GraphQL request carries to its resolvers.
import type { RequestContext, Visibility } from '../../core';

export interface Limits {
  readonly amountLimit: number;
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
}

export interface RunContext {
  readonly request: RequestContext;
  readonly limits: Limits;
  /** Did the caller say who they are, or is the API open to everyone? */
  readonly isKnown: boolean;
  /** The operation and its variables as one text: what was prepared for it once serves again. null: too long to keep. */
  readonly operationText: string | null;
  /** Throws the 401 or 403 of an action that the caller may not do. */
  authorize(action: string): Promise<Visibility>;
}
