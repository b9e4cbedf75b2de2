// Rows that no deployment has passed yet. Their cases come from the text alone.
import type { Row } from './row';

/** GraphQL has passed elsewhere (PEER.md), but not with its own configuration and code. */
const STARTS = ['config', 'production'];
const ROWS = new Set(['graphql.mutation.delete.locale', 'limits.graphql.amount', 'relations.graphql']);

export const isUnproven = ({ id, needs }: Row): boolean =>
  ROWS.has(id) ||
  needs.includes('aggregates') ||
  needs.includes('extension') ||
  (needs.includes('graphql') && STARTS.some((start) => needs.includes(start)));
