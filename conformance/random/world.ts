// Random worlds: writes that create documents, change them, and remove some.
import type { Dice } from './dice';
import {
  type Attribute,
  KINDS,
  type Kind,
  type KindName,
  LOCALES,
  NAMES,
  type PartField,
  targetsOf,
  type Value,
} from './kinds';
import { Linking } from './linking';
import type { Over, Question } from './model';
import { after, type Body, type Write } from './state';
import { type Doc, type Entry, localeIn, mapped, type Row, rowOf, type State } from './stored';

export interface World {
  readonly kind: KindName;
  readonly writes: readonly Write[];
  /** Subscriptions that listen while the world is written. */
  readonly watched?: readonly Question[];
}

export interface Limits {
  /** Also writes that only our own decisions define. */
  readonly isOwn: boolean;
  readonly kinds: readonly KindName[];
  /** The APIs; each request uses one of them. */
  readonly over: readonly Over[];
}

export function randomWorld(dice: Dice, limits: Limits): World {
  const kind = dice.pick(limits.kinds);
  const makes = new Making(dice, limits);
  const targets = targetsOf(KINDS[kind]).filter((to) => to !== kind);
  for (const to of targets) for (let at = 0; at < 2 + dice.below(3); at++) makes.create(to, at);
  const count = dice.once(8) ? 11 + dice.below(3) : 3 + dice.below(6);
  for (let at = 0; at < count; at++) {
    makes.create(kind, at);
    while (!dice.once(3)) makes.change(kind, targets);
  }
  return { kind, writes: makes.writes };
}

interface Writing {
  readonly key: string;
  /** Before the write; null: the write makes it. */
  readonly row: Row | null;
  readonly locale: string | null;
  readonly isNew: boolean;
}

class Making {
  readonly writes: Write[] = [];
  readonly #dice: Dice;
  readonly #limits: Limits;
  readonly #linking: Linking;
  #state: State = new Map();

  constructor(dice: Dice, limits: Limits) {
    this.#dice = dice;
    this.#limits = limits;
    this.#linking = new Linking(dice, limits.isOwn);
  }

  create(kind: KindName, at: number): void {
    const locale = this.#locale(kind);
    const { label } = KINDS[kind];
    const key = `${kind}${at}`;
    const body = label
      ? { values: { [label]: NAMES[at] ?? null }, links: {}, parts: {} }
      : this.#body(kind, { key, row: null, locale, isNew: true });
    this.#do({ does: 'create', kind, key, locale, status: this.#status(kind), body });
  }

  change(kind: KindName, targets: readonly KindName[]): void {
    const dice = this.#dice;
    const docs = [...this.#state.values()].filter((doc) => doc.kind === kind);
    if (docs.length === 0) return;
    const doc = dice.pick(docs);
    const { isOwn } = this.#limits;
    if (isOwn && dice.once(6)) this.#target(dice.pick(targets));
    else if (dice.once(6)) this.#do({ ...this.#about(doc), does: 'delete' });
    else if (isOwn && KINDS[kind].hasDrafts && dice.once(3)) this.#act(doc);
    else this.#update(doc);
  }

  #update(doc: Doc): void {
    const about = this.#about(doc);
    const row = rowOf(doc, about.locale, 'draft') ?? null;
    const body = this.#body(doc.kind, { key: doc.key, row, locale: about.locale, isNew: false });
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

  #about({ kind, key }: Doc): Omit<Write, 'does' | 'over'> {
    return { kind, key, locale: this.#locale(kind), status: null };
  }

  /** Writes a document that others refer to: from the other side of a relation, or itself. */
  #target(kind: KindName): void {
    const dice = this.#dice;
    const docs = [...this.#state.values()].filter((one) => one.kind === kind);
    if (docs.length === 0) return;
    const doc = dice.pick(docs);
    const about = this.#about(doc);
    const links = this.#linking.mirrors(this.#state, kind, doc.key, about.locale);
    if (KINDS[kind].label === undefined) this.#update(doc);
    else if (Object.keys(links).length > 0 && !dice.once(3))
      this.#do({
        ...about,
        does: 'update',
        status: this.#status(kind),
        body: { values: {}, links, parts: {} },
      });
    else if (dice.once(4)) this.#do({ ...about, does: 'delete' });
    else if (KINDS[kind].hasDrafts && dice.once(2)) this.#act(doc);
    else this.#rename(docs, about);
  }

  /** Names stay different, so that they give an order. */
  #rename(docs: readonly Doc[], about: Omit<Write, 'does' | 'over'>): void {
    const { label = '' } = KINDS[about.kind];
    const taken = docs.flatMap(({ rows }) =>
      Object.values(rows).flatMap((all) => Object.values(all).map(({ values }) => values[label])),
    );
    const free = NAMES.filter((name) => !taken.includes(name));
    if (free.length === 0) return;
    const body = { values: { [label]: this.#dice.pick(free) }, links: {}, parts: {} };
    this.#do({ ...about, does: 'update', status: this.#status(about.kind), body });
  }

  #body(kind: KindName, { key, row, locale, isNew }: Writing): Body {
    const dice = this.#dice;
    const { attributes, links, parts, mirrors, hasLocales } = KINDS[kind];
    const isAdded = !isNew && row === null;
    const mayShare = !isAdded && (isNew || this.#limits.isOwn || !hasLocales);
    const names = Object.keys(attributes).filter((name) => mayShare || attributes[name]?.isLocalized);
    const written = isNew || isAdded ? names : dice.some(names, 3);
    const isOther = !isNew && Object.keys(mirrors).length > 0 && dice.once(3);
    return {
      values: Object.fromEntries(written.map((name) => [name, this.#value(attributes[name])])),
      links: {
        ...Object.fromEntries(
          Object.entries(links)
            .filter(([, link]) => (mayShare || !link.isShared) && (this.#limits.isOwn || !link.isOwn))
            .filter(() => isNew || dice.once(3))
            .map(([name, link]) => [
              name,
              this.#linking.link(this.#state, link, row?.links[name] ?? [], locale),
            ]),
        ),
        ...(isOther ? this.#linking.mirrors(this.#state, kind, key, locale) : {}),
      },
      parts: Object.fromEntries(
        Object.entries(parts)
          .filter(([, field]) => (mayShare || !field.isShared) && dice.once(2))
          .map(([name, field]) => [name, this.#entries(field, locale)]),
      ),
    };
  }

  #entries({ of, isMany }: PartField, locale: string | null): Entry[] {
    const dice = this.#dice;
    const count = dice.below(isMany ? 4 : 2);
    return Array.from({ length: count }, () => {
      const component = dice.pick(Object.keys(of));
      const { attributes = {}, links = {}, parts = {} } = of[component] ?? {};
      return {
        component,
        values: mapped(attributes, (attribute) => this.#value(attribute)),
        links: mapped(links, (link) =>
          link.isOwn && !this.#limits.isOwn
            ? []
            : dice.some(this.#linking.targets(this.#state, link, locale), link.isMany ? 3 : 1),
        ),
        parts: mapped(parts, (inner) => this.#entries(inner, locale)),
      };
    });
  }

  #value(attribute?: Attribute): Value {
    if (!attribute) throw new Error('there is no attribute');
    const mayBeNull = this.#limits.isOwn && !attribute.isRequired;
    return mayBeNull && this.#dice.once(6) ? null : this.#dice.pick(attribute.from);
  }

  #locale(kind: KindName): string | null {
    return KINDS[kind].hasLocales && this.#dice.once(2) ? this.#dice.pick(LOCALES) : null;
  }

  #status(kind: KindName): Write['status'] {
    const { hasDrafts }: Kind = KINDS[kind];
    return hasDrafts && this.#dice.once(3) ? 'draft' : null;
  }

  #do(given: Omit<Write, 'over'>): void {
    const write: Write = { ...given, over: this.#dice.pick(this.#limits.over) };
    this.#state = after(this.#state, write);
    this.writes.push(write);
  }
}
