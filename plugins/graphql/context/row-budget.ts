// `nodeLimit`: the documents that the reads of one operation may read together. Reading ends with the first document beyond it.
import type { RowBudget } from '../../../core';
import { graphqlErrors } from '../errors';

/** `stop`: ends the other reads of the operation. A class: the collector keeps an object literal with a function. */
export class NodeBudget implements RowBudget {
  left: number;

  constructor(
    private readonly nodeLimit: number,
    private readonly stop: ((reason: unknown) => void) | null,
  ) {
    this.left = nodeLimit;
  }

  refuse(): Error {
    const error = graphqlErrors.GRAPHQL_NODE_LIMIT(this.nodeLimit);
    this.stop?.(error);
    return error;
  }
}

/** The prepared read is shared by requests, the budget is of one. */
export const within = <Prepared extends { readonly limits: object }>(
  prepared: Prepared,
  rows: RowBudget,
): Prepared => ({ ...prepared, limits: { ...prepared.limits, rows } });
