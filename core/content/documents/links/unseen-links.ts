// Stored links to documents that the caller cannot see. A list that the caller sends leaves them in place (find-unseen.ts finds them).
// Example: stored [a, hidden, b], body { set: [b, c] } → [hidden, b, c].
import type { RelationInput } from '../input/body-input';
import type { Link } from '../write/link';

/** Keys of documents. */
export type Unseen = ReadonlySet<string>;

export const NOTHING_UNSEEN: Unseen = new Set();

export const targetKey = ({ type, document }: Link): string => `${type} ${document}`;

export const isUnseen = (unseen: Unseen, link: Link): boolean =>
  unseen.size > 0 && unseen.has(targetKey(link));

/** Does the input replace links, so that it has to leave those in place that its caller cannot see? */
export const leavesUnseen = (input: RelationInput | undefined): boolean =>
  input?.kind === 'set' && !input.isOwn;
