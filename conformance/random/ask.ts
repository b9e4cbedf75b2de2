// Random questions. Questions for other deployments avoid behaviour that the specification leaves open: the order of texts, ties,
// spellings.
import { Filtering, relationsOf } from './ask-filters';
import type { Dice } from './dice';
import { LISTS, randomForms } from './forms';
import { filterFor, fragmentFor, inGraphql } from './graphql-question';
import { KINDS, type KindName, LOCALES, type PartField, type Shape, type Structure } from './kinds';
import type { Aggregate, Fragment, Over, Page, Populate, Question } from './model';
import type { Write } from './state';
import type { Limits, World } from './world';

const DEPTH = 2;
const NOTHING: Structure = { attributes: {}, links: {}, parts: {}, mirrors: {} };
const labelOf = (kind: KindName): string => KINDS[kind].label ?? 'n';
const ORDERED = ['number', 'day', 'moment', 'word', 'boolean'];
/** Parts of texts that no generated text contains. */
const WORDS = ['50% O', 'nt h', 'T HILL', '-20', '2.25', '-2.5', '10.50', '100.75'];

export class Asking {
  readonly #dice: Dice;
  readonly #isOwn: boolean;
  readonly #over: readonly Over[];
  readonly #filtering: Filtering;

  constructor(dice: Dice, { isOwn, over }: Limits) {
    this.#dice = dice;
    this.#isOwn = isOwn;
    this.#over = over;
    this.#filtering = new Filtering(dice, isOwn);
  }

  question(world: World): Question {
    const over = this.#dice.pick(this.#over);
    const question = this.#restQuestion(world);
    if (over === 'rest') return question;
    const { kind, one, page } = question;
    const mayAggregate = one === null && page?.withCount !== false && this.#dice.once(2);
    return { ...inGraphql(question), aggregate: mayAggregate ? this.#aggregate(kind) : null };
  }

  #aggregate(kind: KindName): Aggregate {
    const dice = this.#dice;
    const { attributes, links } = KINDS[kind];
    const named = (...shapes: Shape[]): string[] =>
      Object.keys(attributes).filter((name) => shapes.includes(attributes[name]?.shape ?? 'text'));
    const groups = [...named('number', 'boolean', 'word', 'day'), ...Object.keys(links)];
    const filter = dice.once(2) ? this.#filtering.filter(KINDS[kind], 1, true) : null;
    const group = dice.once(3) ? null : dice.pick(groups);
    return {
      numbers: dice.some(named('number'), 2),
      ends: dice.some(named('number'), 2),
      group,
      inner: group !== null && dice.once(2) ? dice.pick(groups) : null,
      size: dice.once(2) ? null : 1 + dice.below(3),
      filter: filter && filterFor(filter, KINDS[kind]),
    };
  }

  #restQuestion({ kind, writes }: World): Question {
    const dice = this.#dice;
    const rest = { over: 'rest', aggregate: null } as const;
    const isOwn = this.#isOwn;
    const { hasDrafts, hasLocales } = KINDS[kind];
    const versions = {
      locale: hasLocales && dice.once(2) ? dice.pick(LOCALES) : null,
      status: hasDrafts && !dice.once(3) ? dice.pick(['draft', 'published'] as const) : null,
    };
    const forms = isOwn ? randomForms(dice) : LISTS;
    if (dice.once(5)) {
      const write = dice.pick(writes);
      const structure = KINDS[write.kind];
      return {
        ...{
          ...rest,
          ...versions,
          forms,
          kind: write.kind,
          one: write.key,
          sort: [],
          page: null,
          search: null,
        },
        filter: isOwn && dice.once(3) ? this.#filtering.filter(structure, 2, true) : null,
        fields: this.#fields(write.kind),
        populate: this.#populate(structure, DEPTH),
      };
    }
    const listed = {
      ...{ ...rest, ...versions, forms, kind, one: null },
      filter: dice.once(4) ? null : this.#filtering.filter(KINDS[kind], 1 + dice.below(3), true),
      search: isOwn && dice.once(8) ? dice.pick(WORDS) : null,
      sort: this.#directed(dice.some(this.#sorts(kind), 3)),
      page: dice.once(2) ? null : this.#page(),
      fields: this.#fields(kind),
      populate: this.#populate(KINDS[kind], DEPTH),
    };
    // Strapi also returns the fields of the sort.
    return isOwn || listed.sort.length === 0 ? listed : { ...listed, fields: [] };
  }

  /** Sets the world of the next questions. */
  about({ writes }: World): void {
    this.#filtering.about(writes.map(({ key }) => key));
  }

  /** What a subscriber to changes of the world's documents asks. */
  watch({ kind }: World): Question {
    // It begins before the first write: the documents have no ids yet.
    return this.#filtering.withoutKeys(() => this.#watched(kind));
  }

  #watched(kind: KindName): Question {
    const { hasDrafts, hasLocales } = KINDS[kind];
    const dice = this.#dice;
    return inGraphql({
      ...{
        over: 'graphql',
        kind,
        one: null,
        sort: [],
        page: null,
        search: null,
        forms: LISTS,
        aggregate: null,
      },
      locale: hasLocales && dice.once(2) ? dice.pick(LOCALES) : null,
      status: hasDrafts ? dice.pick(['draft', 'published'] as const) : null,
      filter: dice.once(4) ? null : this.#filtering.filter(KINDS[kind], 1 + dice.below(2), true),
      fields: this.#fields(kind),
      populate: dice.once(2) ? this.#populate(KINDS[kind], 1) : [],
    });
  }

  /** Random fields and populate for the answer to a write. */
  shown({ over, kind }: Write): Fragment {
    const shown = { fields: this.#fields(kind), populate: this.#populate(KINDS[kind], DEPTH) };
    return over === 'rest' ? shown : fragmentFor(shown, KINDS[kind]);
  }

  #page(): Page {
    const dice = this.#dice;
    const kind = dice.pick(['page', 'offset'] as const);
    const first = kind === 'page' ? 1 + dice.below(3) : dice.below(8);
    return { kind, size: 1 + dice.below(6), first, withCount: !dice.once(4) };
  }

  #fields(kind: KindName): string[] {
    const { attributes, hasDrafts, hasLocales } = KINDS[kind];
    const system = [
      ...['documentId'],
      ...(hasLocales ? ['locale'] : []),
      ...(hasDrafts ? ['publishedAt'] : []),
    ];
    return this.#dice.once(3) ? this.#dice.some([...Object.keys(attributes), ...system], 3) : [];
  }

  #directed(fields: readonly string[]): string[] {
    return fields.map((field) => (this.#dice.once(2) ? `${field}:desc` : field));
  }

  #sorts(kind: KindName): string[] {
    const { attributes, links, mirrors, parts } = KINDS[kind];
    const ordered = this.#isOwn ? [...ORDERED, 'text', 'nullable'] : ORDERED;
    const own = Object.keys(attributes).filter((name) => ordered.includes(attributes[name]?.shape ?? ''));
    if (!this.#isOwn) return own;
    return [
      ...own,
      ...Object.entries(links)
        .filter(([, { isMany }]) => !isMany)
        .map(([name, { to }]) => `${name}.${labelOf(to)}`),
      ...Object.entries(mirrors)
        .filter(([, { isOne }]) => isOne)
        .map(([name, { of }]) => `${name}.${labelOf(of)}`),
      ...Object.entries(parts)
        .filter(([, { isMany }]) => !isMany)
        .flatMap(([name, { of }]) =>
          Object.values(of).flatMap((one) => Object.keys(one.attributes).map((field) => `${name}.${field}`)),
        ),
    ];
  }

  #populate(structure: Structure, depth: number): Populate[] {
    const dice = this.#dice;
    const relations = relationsOf(structure, this.#isOwn);
    const all = [...relations.keys(), ...Object.keys(structure.parts)];
    const none = { filter: null, sort: [], fields: [], populate: [] };
    if (this.#isOwn && dice.once(10)) return all.map((name) => ({ ...none, name }));
    return dice.some(all, depth).map((name): Populate => {
      const to = relations.get(name);
      const part = structure.parts[name];
      const isMany = (structure.links[name] ?? part)?.isMany ?? !structure.mirrors[name]?.isOne;
      const counts = this.#isOwn && isMany && dice.once(8) ? ({ isCount: true } as const) : {};
      if (part)
        return this.#isOwn && !dice.once(3)
          ? { ...none, name, ...counts, ...this.#entries(part, depth) }
          : { ...none, name };
      if (to === undefined || dice.once(2)) return { ...none, name, ...counts };
      const filter = isMany || this.#isOwn ? this.#relatedFilter(to) : null;
      return {
        name,
        filter,
        sort: isMany ? this.#relatedSort(to) : [],
        ...counts,
        ...this.#fragment(KINDS[to], depth),
      };
    });
  }

  #relatedFilter(to: KindName): Populate['filter'] {
    const isOwn = this.#isOwn;
    if (!this.#dice.once(2)) return null;
    return this.#filtering.filter(KINDS[to], isOwn ? 1 + this.#dice.below(2) : 1, isOwn);
  }

  #relatedSort(to: KindName): string[] {
    const { label } = KINDS[to];
    if (!this.#dice.once(2)) return [];
    if (label !== undefined) return this.#directed([label]);
    return this.#isOwn ? this.#directed([...this.#dice.some(this.#sorts(to), 2), 'big']) : [];
  }

  #fragment(structure: Structure, depth: number): Fragment {
    const dice = this.#dice;
    return {
      fields: dice.once(3) ? dice.some(Object.keys(structure.attributes), 2) : [],
      populate: depth > 1 && dice.once(2) ? this.#populate(structure, depth - 1) : [],
    };
  }

  /** Random fields and filters for the entries of a component; in a zone, for each component. */
  #entries({ of, isZone }: PartField, depth: number): Partial<Populate> {
    const dice = this.#dice;
    const [first = NOTHING] = Object.values(of);
    if (!isZone)
      return {
        ...this.#fragment(first, depth),
        filter: dice.once(3) ? this.#filtering.filter(first, 1 + dice.below(2), true) : null,
      };
    const on = dice
      .some(Object.keys(of), 3)
      .map((name): [string, Fragment] => [name, this.#fragment(of[name] ?? NOTHING, depth)]);
    return on.length > 0 ? { on: Object.fromEntries(on) } : {};
  }
}
