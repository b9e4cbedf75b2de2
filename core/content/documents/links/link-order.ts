// The order of a list of keys: the list after connect, disconnect and positions, and the order numbers that need the fewest
// changes. Pure functions without documents. Example: list [a, b], connect c before b, disconnect b → [a, c].

export type LinkPosition<K> =
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'before' | 'after'; readonly key: K };

export interface LinkConnect<K> {
  readonly key: K;
  readonly position: LinkPosition<K>;
}

export interface LinkChange<K> {
  readonly connect: readonly LinkConnect<K>[];
  readonly disconnect: readonly K[];
}

/** The reason why a change is refused; the caller turns it into a message. */
export type LinkMistake<K> =
  | { readonly kind: 'twice'; readonly key: K }
  | { readonly kind: 'circular'; readonly key: K }
  | { readonly kind: 'unrelated'; readonly key: K };

/**
 * Connects run in the written order; a connect beside a key that is connected later runs after that one. A connect of a present
 * key moves it. Disconnected keys go last: they mark places until then, and a key in both lists stays.
 */
export function changeOrder<K>(list: readonly K[], change: LinkChange<K>): readonly K[] | LinkMistake<K> {
  const byKey = new Map<K, LinkConnect<K>>();
  for (const entry of change.connect) {
    if (byKey.has(entry.key)) return { kind: 'twice', key: entry.key };
    byKey.set(entry.key, entry);
  }
  const result = [...list];
  const present = new Set(result);
  const done = new Set<K>();

  const place = (entry: LinkConnect<K>, waiting: ReadonlySet<K>): LinkMistake<K> | null => {
    if (done.has(entry.key)) return null;
    const { position } = entry;
    if (position.kind === 'before' || position.kind === 'after') {
      if (position.key === entry.key || waiting.has(position.key))
        return { kind: 'circular', key: entry.key };
      if (!present.has(position.key)) {
        const other = byKey.get(position.key);
        if (!other) return { kind: 'unrelated', key: entry.key };
        const mistake = place(other, new Set([...waiting, entry.key]));
        if (mistake) return mistake;
      }
    }
    if (present.has(entry.key)) result.splice(result.indexOf(entry.key), 1);
    result.splice(indexOf(result, position), 0, entry.key);
    present.add(entry.key);
    done.add(entry.key);
    return null;
  };

  for (const entry of change.connect) {
    const mistake = place(entry, new Set());
    if (mistake) return mistake;
  }
  const gone = new Set(change.disconnect.filter((key) => !byKey.has(key)));
  return result.filter((key) => !gone.has(key));
}

export const isMistake = <K>(result: readonly K[] | LinkMistake<K>): result is LinkMistake<K> =>
  !Array.isArray(result);

function indexOf<K>(list: readonly K[], position: LinkPosition<K>): number {
  if (!('key' in position)) return position.kind === 'start' ? 0 : list.length;
  return list.indexOf(position.key) + (position.kind === 'after' ? 1 : 0);
}

/**
 * Order numbers for `wanted`, strictly increasing. As many keys as possible keep their `current` number; new numbers lie evenly
 * between their neighbours. When doubles have no number left between two neighbours, the whole list is numbered from `first`.
 */
export function assignOrders<K>(
  wanted: readonly K[],
  current: ReadonlyMap<K, number>,
  first = 1,
): Map<K, number> {
  const kept = longestRising(wanted, current);
  const orders = new Map<K, number>();
  let below: number | null = null;
  let index = 0;
  while (index < wanted.length) {
    const key = wanted[index] as K;
    if (kept.has(key)) {
      below = current.get(key) ?? 0;
      orders.set(key, below);
      index++;
      continue;
    }
    let end = index;
    while (end < wanted.length && !kept.has(wanted[end] as K)) end++;
    const above: number | null = end < wanted.length ? (current.get(wanted[end] as K) ?? 0) : null;
    const between = fill(below, above, end - index, first);
    if (!between) return new Map(wanted.map((each, position) => [each, first + position]));
    for (const order of between) orders.set(wanted[index++] as K, order);
  }
  return orders;
}

/** `count` numbers strictly between two others; null when doubles have no number left. A bound of null is no bound. */
function fill(below: number | null, above: number | null, count: number, first: number): number[] | null {
  const numbers: number[] = [];
  for (let index = 0; index < count; index++) {
    if (below === null && above === null) numbers.push(first + index);
    else if (above === null) numbers.push(Math.max((below ?? 0) + 1 + index, first + index));
    else if (below === null) numbers.push(above - count + index);
    else numbers.push(below + ((above - below) * (index + 1)) / (count + 1));
  }
  const all = [...(below === null ? [] : [below]), ...numbers, ...(above === null ? [] : [above])];
  return all.every((number, index) => index === 0 || number > (all[index - 1] ?? number)) ? numbers : null;
}

/** The keys of a longest subsequence of `wanted` whose current numbers rise strictly. */
function longestRising<K>(wanted: readonly K[], current: ReadonlyMap<K, number>): Set<K> {
  const tails: { readonly key: K; readonly order: number; readonly before: number }[] = [];
  const seen: { readonly key: K; readonly before: number }[] = [];
  for (const key of wanted) {
    const order = current.get(key);
    if (order === undefined) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle]?.order ?? 0) < order) low = middle + 1;
      else high = middle;
    }
    seen.push({ key, before: low === 0 ? -1 : (tails[low - 1]?.before ?? -1) });
    tails[low] = { key, order, before: seen.length - 1 };
  }
  const kept = new Set<K>();
  for (let at = tails.at(-1)?.before ?? -1; at >= 0; at = seen[at]?.before ?? -1)
    kept.add((seen[at] as { key: K }).key);
  return kept;
}
