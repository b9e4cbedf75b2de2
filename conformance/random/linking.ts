// Random changes of relations: from both sides, with positions, and with a named locale or status of the target.
import type { Dice } from './dice';
import { KINDS, type KindName, type Link, LOCALES } from './kinds';
import type { Connect, LinkChange, Place } from './links';
import { mapped, pinned, rowOf, type State } from './stored';

export class Linking {
  readonly #dice: Dice;
  readonly #isOwn: boolean;

  constructor(dice: Dice, isOwn: boolean) {
    this.#dice = dice;
    this.#isOwn = isOwn;
  }

  /** Relations from the side that does not store them. */
  mirrors(state: State, kind: KindName, own: string, locale: string | null): Record<string, LinkChange> {
    const dice = this.#dice;
    const known = (of: KindName): string[] => this.#keys(state, of, locale).filter((key) => key !== own);
    const mirrors = Object.entries(KINDS[kind].mirrors).filter(([, { of }]) => known(of).length > 0);
    return mapped(Object.fromEntries(mirrors), ({ of, isOne }): LinkChange => {
      const keys = known(of);
      if (isOne) return { set: dice.some(keys, 1), form: 'one' };
      const picked = dice.some(keys, 2);
      const rest = keys.filter((key) => !picked.includes(key));
      return dice.once(3)
        ? { set: picked, form: 'set' }
        : { connect: picked.map((key) => ({ key })), disconnect: dice.some(rest, 2) };
    });
  }

  link(state: State, link: Link, before: readonly string[], locale: string | null): LinkChange {
    const dice = this.#dice;
    const { isMany } = link;
    const all = this.targets(state, link, locale);
    if (!isMany) return { set: dice.once(4) || all.length === 0 ? [] : [dice.pick(all)], form: 'one' };
    if (link.mayPin || dice.once(3))
      return { set: dice.some(all, 3), form: dice.pick(['list', 'set'] as const) };
    const disconnect = dice.some(before, 2);
    // The spec does not say what connecting a connected document does.
    const free = all.filter((key) => !disconnect.includes(key) && (this.#isOwn || !before.includes(key)));
    const added = dice.some(free, 3);
    const anchors = before.filter(
      (key) => !disconnect.includes(key) && !added.includes(key) && all.includes(key),
    );
    const connect: Connect[] = [];
    for (const key of added) {
      connect.push(dice.once(2) ? { key } : { key, place: this.#place(anchors) });
      anchors.push(key);
    }
    return { connect, disconnect };
  }

  #place(anchors: readonly string[]): Place {
    const dice = this.#dice;
    if (anchors.length === 0 || dice.once(3)) return dice.once(2) ? { start: true } : { end: true };
    return dice.once(2) ? { before: dice.pick(anchors) } : { after: dice.pick(anchors) };
  }

  /** The links that a write in this locale may make. */
  targets(state: State, { to, mayPin }: Link, locale: string | null): string[] {
    const dice = this.#dice;
    if (!mayPin) return this.#keys(state, to, locale);
    const docs = [...state.values()].filter(({ kind }) => kind === to);
    return docs.flatMap((doc) => {
      const { hasDrafts, hasLocales } = KINDS[to];
      const named = hasLocales && dice.once(2) ? dice.pick(LOCALES) : null;
      const status = hasDrafts && dice.once(2) ? dice.pick(['draft', 'published'] as const) : null;
      return rowOf(doc, named ?? locale, status ?? 'draft') ? [pinned(doc.key, named, status)] : [];
    });
  }

  /** The documents that a write in this locale may name. */
  #keys(state: State, kind: KindName, locale: string | null): string[] {
    return [...state.values()]
      .filter((doc) => doc.kind === kind && rowOf(doc, locale, 'draft'))
      .map(({ key }) => key);
  }
}
