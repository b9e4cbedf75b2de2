// Random worlds: writes that create documents, change them, and remove some.
import type { Dice } from './dice';
import { KINDS, type Kind, type KindName, type Link, LOCALES, NAMES, type Part, type Value } from './kinds';
import type { Connect, LinkChange, Place } from './links';
import { after, type Body, type Write } from './state';
import { type Doc, localeIn, type Row, rowOf, type State } from './stored';

export interface World {
  readonly kind: KindName;
  readonly writes: readonly Write[];
}

export interface Limits {
  /** Also what only our own decisions define. */
  readonly isOwn: boolean;
  readonly kinds: readonly KindName[];
}

export function randomWorld(dice: Dice, limits: Limits): World {
  const kind = dice.pick(limits.kinds);
  const makes = new Making(dice, limits);
  const targets = [...new Set(Object.values(KINDS[kind].links).map(({ to }) => to))].filter(
    (to) => to !== kind,
  );
  for (const to of targets) for (let at = 0; at < 2 + dice.below(3); at++) makes.create(to, at);
  const count = 3 + dice.below(6);
  for (let at = 0; at < count; at++) {
    makes.create(kind, at);
    while (!dice.once(3)) makes.change(kind, targets);
  }
  return { kind, writes: makes.writes };
}

class Making {
  readonly writes: Write[] = [];
  readonly #dice: Dice;
  readonly #limits: Limits;
  #state: State = new Map();

  constructor(dice: Dice, limits: Limits) {
    this.#dice = dice;
    this.#limits = limits;
  }

  create(kind: KindName, at: number): void {
    const locale = this.#locale(kind);
    const body =
      Object.keys(KINDS[kind].links).length === 0
        ? { values: { name: NAMES[at] ?? null }, links: {}, parts: {} }
        : this.#body(kind, null, locale, true);
    this.#do({ does: 'create', kind, key: `${kind}${at}`, locale, status: this.#status(kind), body });
  }

  change(kind: KindName, targets: readonly KindName[]): void {
    const dice = this.#dice;
    const docs = [...this.#state.values()].filter((doc) => doc.kind === kind);
    if (docs.length === 0) return;
    const doc = dice.pick(docs);
    const { isOwn } = this.#limits;
    if (isOwn && dice.once(6)) this.#mirror(dice.pick(targets));
    else if (dice.once(6)) this.#do({ ...this.#about(doc), does: 'delete' });
    else if (isOwn && KINDS[kind].hasDrafts && dice.once(3)) this.#act(doc);
    else this.#update(doc);
  }

  #update(doc: Doc): void {
    const about = this.#about(doc);
    const body = this.#body(doc.kind, rowOf(doc, about.locale, 'draft') ?? null, about.locale, false);
    this.#do({ ...about, does: 'update', status: this.#status(doc.kind), body });
  }

  #act(doc: Doc): void {
    const about = this.#about(doc);
    const at = localeIn(doc.kind, about.locale);
    const isPublished = doc.rows.published[at] !== undefined;
    if (isPublished)
      this.#do({ ...about, does: this.#dice.pick(['publish', 'unpublish', 'discard-draft'] as const) });
    else if (doc.rows.draft[at]) this.#do({ ...about, does: 'publish' });
  }

  #about({ kind, key }: Doc): Omit<Write, 'does'> {
    return { kind, key, locale: this.#locale(kind), status: null };
  }

  /** Writes a relation from its other side. */
  #mirror(kind: KindName): void {
    const dice = this.#dice;
    const doc = dice.pick([...this.#state.values()].filter((one) => one.kind === kind));
    const locale = dice.once(2) ? dice.pick(LOCALES) : null;
    const links = Object.fromEntries(
      Object.entries(KINDS[kind].mirrors).map(([name, { of }]): [string, LinkChange] => {
        const known = this.#keys(of, locale);
        const picked = dice.some(known, 2);
        const rest = known.filter((key) => !picked.includes(key));
        return [
          name,
          dice.once(3)
            ? { set: picked, form: 'set' }
            : { connect: picked.map((key) => ({ key })), disconnect: dice.some(rest, 2) },
        ];
      }),
    );
    const body = { values: {}, links, parts: {} };
    this.#do({ does: 'update', kind, key: doc.key, locale, status: this.#status(kind), body });
  }

  #body(kind: KindName, row: Row | null, locale: string | null, isNew: boolean): Body {
    const dice = this.#dice;
    const { attributes, links, parts, hasLocales } = KINDS[kind];
    const isAdded = !isNew && row === null;
    const mayShare = !isAdded && (isNew || this.#limits.isOwn || !hasLocales);
    const names = Object.keys(attributes).filter((name) => mayShare || attributes[name]?.isLocalized);
    const written = isNew || isAdded ? names : dice.some(names, 3);
    return {
      values: Object.fromEntries(written.map((name) => [name, this.#value(kind, name)])),
      links: Object.fromEntries(
        Object.entries(links)
          .filter(([, link]) => (this.#limits.isOwn || !link.isOwn) && (isNew || dice.once(3)))
          .map(([name, link]) => [name, this.#link(link, row?.links[name] ?? [], locale)]),
      ),
      parts: Object.fromEntries(
        Object.entries(parts)
          .filter(() => dice.once(2))
          .map(([name, from]): [string, readonly Part[]] => [name, dice.some(from, 3)]),
      ),
    };
  }

  #value(kind: KindName, name: string): Value {
    const attribute = KINDS[kind].attributes[name];
    if (!attribute) throw new Error(`${kind} has no ${name}`);
    const mayBeNull = this.#limits.isOwn && !attribute.isRequired;
    return mayBeNull && this.#dice.once(6) ? null : this.#dice.pick(attribute.from);
  }

  #link({ to, isMany }: Link, before: readonly string[], locale: string | null): LinkChange {
    const dice = this.#dice;
    const all = this.#keys(to, locale);
    if (!isMany) return { set: dice.once(4) || all.length === 0 ? [] : [dice.pick(all)], form: 'one' };
    if (dice.once(3)) return { set: dice.some(all, 3), form: dice.pick(['list', 'set'] as const) };
    const disconnect = dice.some(before, 2);
    // The spec does not say what connecting a connected document does.
    const free = all.filter(
      (key) => !disconnect.includes(key) && (this.#limits.isOwn || !before.includes(key)),
    );
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

  /** The documents that a write in this locale may name. */
  #keys(kind: KindName, locale: string | null): string[] {
    return [...this.#state.values()]
      .filter((doc) => doc.kind === kind && rowOf(doc, locale, 'draft'))
      .map(({ key }) => key);
  }

  #locale(kind: KindName): string | null {
    return KINDS[kind].hasLocales && this.#dice.once(2) ? this.#dice.pick(LOCALES) : null;
  }

  #status(kind: KindName): Write['status'] {
    const { hasDrafts }: Kind = KINDS[kind];
    return hasDrafts && this.#dice.once(3) ? 'draft' : null;
  }

  #do(write: Write): void {
    this.#state = after(this.#state, write);
    this.writes.push(write);
  }
}
