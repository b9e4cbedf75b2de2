// How a body changes relations: their order, and the rows of the other side.
import { Impossible } from './impossible';
import { KINDS, type Mirror } from './kinds';
import { type Doc, localeIn, mapped, type Row, type State, type Status } from './stored';

export type Place =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly start: true }
  | { readonly end: true };

export type LinkChange =
  /** A list, or `set`: what was there is replaced. */
  | { readonly set: readonly string[]; readonly form: 'list' | 'set' | 'one' }
  | { readonly connect: readonly Connect[]; readonly disconnect: readonly string[] };
export interface Connect {
  readonly key: string;
  readonly place?: Place;
}

/** Entries of `connect` are processed in their order; the default place is the end. */
export function linksAfter(before: readonly string[], change: LinkChange): readonly string[] {
  if ('set' in change) return change.set;
  const kept = before.filter((key) => !change.disconnect.includes(key));
  return change.connect.reduce<readonly string[]>((list, { key, place = { end: true } }) => {
    const rest = list.filter((one) => one !== key);
    return rest.toSpliced(placeIn(rest, place), 0, key);
  }, kept);
}

function placeIn(list: readonly string[], place: Place): number {
  if ('start' in place) return 0;
  if ('end' in place) return list.length;
  const at = list.indexOf('before' in place ? place.before : place.after);
  if (at < 0) throw new Impossible();
  return 'before' in place ? at : at + 1;
}

/**
 * A write through an inverse side is a write of the other documents: of their rows in the locale of the request, and in the status
 * written. A relation to one document leaves its former one.
 */
export function mirrored(
  state: State,
  key: string,
  { of, link }: Mirror,
  change: LinkChange,
  locale: string | null,
  statuses: readonly Status[],
): State {
  const isMany = KINDS[of].links[link]?.isMany === true;
  const named = 'set' in change ? change.set : change.connect.map((one) => one.key);
  const changed = (row: Row, isNamed: boolean, isLeft: boolean): Row => {
    const before = row.links[link] ?? [];
    const rest = isLeft ? before.filter((one) => one !== key) : before;
    const after = !isNamed || rest.includes(key) ? rest : isMany ? [...rest, key] : [key];
    return { ...row, links: { ...row.links, [link]: after } };
  };
  return new Map(
    [...state].map(([other, doc]) => {
      if (doc.kind !== of) return [other, doc];
      const isNamed = named.includes(other);
      const isLeft = 'set' in change ? !isNamed : change.disconnect.includes(other);
      const at = localeIn(of, locale);
      const rows = Object.fromEntries(
        (['draft', 'published'] as const).map((status) => {
          const row = doc.rows[status][at];
          if (!row || !statuses.includes(status)) return [status, doc.rows[status]];
          return [status, { ...doc.rows[status], [at]: changed(row, isNamed, isLeft) }];
        }),
      ) as Record<Status, Readonly<Record<string, Row>>>;
      return [other, { ...doc, rows }];
    }),
  );
}

/** One-to-one: rows of other documents with equal locale and status lose the targets of this row. */
export function taken(state: State, { key, kind }: Doc, status: Status, locale: string): State {
  const names = Object.entries(KINDS[kind].links).flatMap(([name, { isExclusive }]) =>
    isExclusive ? [name] : [],
  );
  const own = state.get(key)?.rows[status][locale];
  if (names.length === 0 || !own) return state;
  const without = (row: Row): Row => ({
    ...row,
    links: mapped(row.links, (keys, name) =>
      names.includes(name) ? keys.filter((one) => !own.links[name]?.includes(one)) : keys,
    ),
  });
  return new Map(
    [...state].map(([other, doc]) => {
      const row = doc.rows[status][locale];
      if (doc.kind !== kind || other === key || !row) return [other, doc];
      return [
        other,
        { ...doc, rows: { ...doc.rows, [status]: { ...doc.rows[status], [locale]: without(row) } } },
      ];
    }),
  );
}
