// Rows that no deployment has passed yet: their cases are written from the text alone.
import type { Row } from './row';

/** GraphQL itself has passed elsewhere (PEER.md); starts with its configuration and code have not. */
const STARTS = ['config', 'production'];
const ROWS = new Set(['graphql.mutation.delete.locale', 'limits.graphql.amount', 'relations.graphql']);

export const isUnproven = ({ id, needs }: Row): boolean =>
  ROWS.has(id) ||
  needs.includes('aggregates') ||
  needs.includes('extension') ||
  (needs.includes('graphql') && STARTS.some((start) => needs.includes(start)));
