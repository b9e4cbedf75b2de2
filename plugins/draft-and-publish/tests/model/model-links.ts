// Applies a body to an ordered list of links: connect, disconnect, set, positions.
import type { Connect, LinkInput } from './operations';

export interface Link {
  readonly key: string;
  /** The locale that the link names; it is shown to every read. */
  readonly locale?: string;
  /** The status that the link names; it is shown only to reads of this status. */
  readonly status?: string;
}

const same = (a: Link, b: Link): boolean => a.key === b.key && a.locale === b.locale && a.status === b.status;

const plain = ({ key, locale, status }: Link): Link => ({
  key,
  ...(locale === undefined ? {} : { locale }),
  ...(status === undefined ? {} : { status }),
});

/** null: the body is refused. */
export function applyLinks(current: readonly Link[], input: LinkInput, many: boolean): Link[] | null {
  if ('set' in input) {
    const list = input.set.map(plain);
    return many
      ? list.filter((link, index) => list.findIndex((other) => same(other, link)) === index)
      : list.slice(-1);
  }
  const { connect, disconnect } = input;
  const last = connect.at(-1);
  if (!many) return last ? [plain(last)] : current.filter(({ key }) => !disconnect.includes(key));
  if (connect.some((link, index) => connect.findIndex((other) => same(other, link)) !== index)) return null;

  // Disconnected links mark places until the end.
  const list = [...current];
  const besideOf = ({ position }: Connect): string | null =>
    position && 'before' in position
      ? position.before
      : position && 'after' in position
        ? position.after
        : null;
  // Each document waits for its neighbour, if the neighbour comes later in the body.
  const waiting = connect.map((link): Connect => {
    const beside = besideOf(link);
    const isKnown = [...current, ...connect].some(({ key }) => key === beside);
    // Beside a document that the body disconnects, and that was not connected: the end.
    if (beside === null || isKnown || !disconnect.includes(beside)) return link;
    const { position: _, ...rest } = link;
    return rest;
  });
  while (waiting.length > 0) {
    const index = firstOfChain(waiting, list, besideOf);
    const [link] = index === null ? [] : waiting.splice(index, 1);
    if (!link) return null;
    const there = list.findIndex((other) => same(other, link));
    if (there >= 0) list.splice(there, 1);
    list.splice(placeOf(link, list), 0, plain(link));
  }
  return list.filter((link) => !disconnect.includes(link.key) || connect.some((other) => same(other, link)));
}

/** The next document to write; null: documents wait for each other, or for an unknown one. */
function firstOfChain(
  waiting: readonly Connect[],
  list: readonly Link[],
  besideOf: (link: Connect) => string | null,
): number | null {
  const chain = new Set<string>();
  for (let index = 0; ; ) {
    const link = waiting[index];
    const beside = link ? besideOf(link) : null;
    if (!link || beside === link.key || (beside !== null && chain.has(beside))) return null;
    if (beside === null || list.some(({ key }) => key === beside)) return index;
    chain.add(link.key);
    index = waiting.findIndex(({ key }) => key === beside);
  }
}

function placeOf({ position }: Connect, list: readonly Link[]): number {
  if (position && 'start' in position) return 0;
  if (position && 'before' in position) return list.findIndex(({ key }) => key === position.before);
  if (position && 'after' in position) return list.findIndex(({ key }) => key === position.after) + 1;
  return list.length;
}
