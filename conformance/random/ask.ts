// Random questions. For other deployments they avoid what the specification leaves open: comparisons with null, negated
// conditions on relations, the order of mixed letters, ties.
import type { Dice } from './dice';
import {
  type Attribute,
  KINDS,
  type KindName,
  LOCALES,
  type PartField,
  SPELLINGS,
  type Structure,
  type Value,
} from './kinds';
import type { Filter, Fragment, Page, Populate, Question } from './model';
import type { Limits, World } from './world';

const EQUALITY = ['$eq', '$ne', '$in', '$notIn'];
const ORDER = ['$lt', '$lte', '$gt', '$gte', '$between'];
const PARTIAL = [
  ...['$contains', '$notContains', '$containsi', '$notContainsi'],
  ...['$startsWith', '$startsWithi', '$endsWith', '$endsWithi'],
];
const NULLS = ['$null', '$notNull'];
const OPERATORS: Readonly<Record<Attribute['shape'], readonly string[]>> = {
  text: [...EQUALITY, ...PARTIAL, '$eqi', '$nei'],
  number: [...EQUALITY, ...ORDER],
  day: [...EQUALITY, ...ORDER],
  moment: [...EQUALITY, ...ORDER],
  word: EQUALITY,
  boolean: EQUALITY,
  nullable: NULLS,
};
const LISTS = ['$in', '$notIn', '$between'];
const PARTS: readonly Value[] = ['a', 'An', 'ant', 'b', 'e', '%', '_', 'hill', 'B', '50%'];
const DEPTH = 2;
const NOTHING: Structure = { attributes: {}, links: {}, parts: {}, mirrors: {} };
const labelOf = (kind: KindName): string => KINDS[kind].label ?? 'n';
const ORDERED = ['number', 'day', 'moment', 'word', 'boolean'];

export class Asking {
  readonly #dice: Dice;
  readonly #isOwn: boolean;

  constructor(dice: Dice, { isOwn }: Limits) {
    this.#dice = dice;
    this.#isOwn = isOwn;
  }

  question({ kind, writes }: World): Question {
    const dice = this.#dice;
    const { hasDrafts, hasLocales } = KINDS[kind];
    const versions = {
      locale: hasLocales && dice.once(2) ? dice.pick(LOCALES) : null,
      status: hasDrafts && !dice.once(3) ? dice.pick(['draft', 'published'] as const) : null,
    };
    if (dice.once(5)) {
      const write = dice.pick(writes);
      const populate = this.#populate(KINDS[write.kind], DEPTH);
      return {
        ...{ ...versions, kind: write.kind, one: write.key, filter: null, sort: [], page: null },
        fields: [],
        populate,
      };
    }
    return {
      ...{ ...versions, kind, one: null },
      filter: dice.once(4) ? null : this.#filter(KINDS[kind], 1 + dice.below(3), true),
      sort: dice.some(this.#sorts(kind), 3).map((field) => (dice.once(2) ? `${field}:desc` : field)),
      page: dice.once(2) ? null : this.#page(),
      fields: dice.once(3) ? dice.some(Object.keys(KINDS[kind].attributes), 3) : [],
      populate: this.#populate(KINDS[kind], DEPTH),
    };
  }

  #page(): Page {
    const dice = this.#dice;
    const kind = dice.pick(['page', 'offset'] as const);
    const first = kind === 'page' ? 1 + dice.below(3) : dice.below(8);
    return { kind, size: 1 + dice.below(6), first, withCount: !dice.once(4) };
  }

  #sorts(kind: KindName): string[] {
    const { attributes, links, mirrors, parts } = KINDS[kind];
    const own = Object.keys(attributes).filter((name) => ORDERED.includes(attributes[name]?.shape ?? ''));
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

  /** Related documents that may be asked about: `group`, and from the other side `plains`. */
  #relations({ links, mirrors }: Structure): Map<string, KindName> {
    return new Map([
      ...Object.entries(links)
        .filter(([, link]) => this.#isOwn || !link.isOwn)
        .map(([name, { to }]): [string, KindName] => [name, to]),
      ...Object.entries(mirrors).map(([name, { of }]): [string, KindName] => [name, of]),
    ]);
  }

  #populate(structure: Structure, depth: number): Populate[] {
    const dice = this.#dice;
    const relations = this.#relations(structure);
    const names = dice.some([...relations.keys(), ...Object.keys(structure.parts)], depth);
    return names.map((name): Populate => {
      const to = relations.get(name);
      const none = { name, filter: null, sort: null, fields: [], populate: [] };
      const part = structure.parts[name];
      if (part) return this.#isOwn && !dice.once(3) ? { ...none, ...this.#entries(part, depth) } : none;
      if (to === undefined || dice.once(2)) return none;
      const { label } = KINDS[to];
      const isMany = (structure.links[name]?.isMany ?? !structure.mirrors[name]?.isOne) === true;
      return {
        name,
        filter: (isMany || this.#isOwn) && dice.once(2) ? this.#filter(KINDS[to], 1, false) : null,
        sort: isMany && label !== undefined && dice.once(2) ? dice.pick([label, `${label}:desc`]) : null,
        ...this.#fragment(KINDS[to], depth),
      };
    });
  }

  #fragment(structure: Structure, depth: number): Fragment {
    const dice = this.#dice;
    return {
      fields: dice.once(3) ? dice.some(Object.keys(structure.attributes), 2) : [],
      populate: depth > 1 && dice.once(2) ? this.#populate(structure, depth - 1) : [],
    };
  }

  /** What the entries of a component show; in a zone for each component. */
  #entries({ of, isZone }: PartField, depth: number): Pick<Populate, 'fields' | 'populate' | 'on'> {
    const dice = this.#dice;
    if (!isZone) return this.#fragment(Object.values(of)[0] ?? NOTHING, depth);
    const on = dice
      .some(Object.keys(of), 3)
      .map((name): [string, Fragment] => [name, this.#fragment(of[name] ?? NOTHING, depth)]);
    return { fields: [], populate: [], ...(on.length > 0 ? { on: Object.fromEntries(on) } : {}) };
  }

  #filter(structure: Structure, depth: number, mayRelate: boolean): Filter {
    const dice = this.#dice;
    const parts = (): Filter[] =>
      Array.from({ length: 1 + dice.below(3) }, () => this.#filter(structure, depth - 1, mayRelate));
    const through = mayRelate ? this.#asked(structure) : [];
    switch (depth === 0 ? 9 : dice.below(10)) {
      case 0:
        return { all: parts() };
      case 1:
        return { any: parts() };
      case 2:
        return { not: this.#filter(structure, depth - 1, mayRelate && this.#isOwn) };
      case 3:
      case 4:
      case 5:
        return through.length > 0
          ? this.#through(structure, dice.pick(through), depth)
          : this.#field(structure);
      default:
        return this.#field(structure);
    }
  }

  /** The relations and components that a filter may ask; zones have no filters. */
  #asked(structure: Structure): string[] {
    const { parts } = structure;
    const components = Object.keys(parts).filter((name) => this.#isOwn && !parts[name]?.isZone);
    return [...this.#relations(structure).keys(), ...components];
  }

  #through(structure: Structure, name: string, depth: number): Filter {
    const to = this.#relations(structure).get(name);
    const inner = to ? KINDS[to] : (Object.values(structure.parts[name]?.of ?? {})[0] ?? NOTHING);
    return {
      through: name,
      one: this.#isOwn ? this.#filter(inner, depth - 1, depth > 1) : this.#plain(inner),
    };
  }

  /** One comparison that is not negated. */
  #plain(structure: Structure): Filter {
    for (;;) {
      const filter = this.#field(structure);
      if ('operator' in filter && !/^\$(n|notIn|notContains)/.test(filter.operator)) return filter;
    }
  }

  #field({ attributes }: Structure): Filter {
    const dice = this.#dice;
    const field = dice.pick(Object.keys(attributes));
    const { shape = 'text', from = [] } = attributes[field] ?? {};
    if (shape === 'nullable' || (this.#isOwn && dice.once(10)))
      return { field, operator: dice.pick(NULLS), value: true };
    const operator = dice.pick(OPERATORS[shape].filter((name) => this.#isOwn || name !== '$between'));
    const known = shape === 'moment' && this.#isOwn ? [...from, ...SPELLINGS] : from;
    const value = LISTS.includes(operator)
      ? [dice.pick(known), dice.pick(known)]
      : dice.pick(PARTIAL.includes(operator) ? PARTS : known);
    return { field, operator, value };
  }
}
