// Random questions. For other deployments they avoid what the specification leaves open: comparisons with null, negated
// conditions on relations, the order of mixed letters, ties.
import type { Dice } from './dice';
import { ASKED_PARTS, type Attribute, KINDS, type KindName, LOCALES, SPELLINGS, type Value } from './kinds';
import type { Filter, Page, Populate, Question } from './model';
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
      const populate = this.#populate(write.kind, 2);
      return {
        ...{ ...versions, kind: write.kind, one: write.key, filter: null, sort: [], page: null },
        fields: [],
        populate,
      };
    }
    return {
      ...{ ...versions, kind, one: null },
      filter: dice.once(4) ? null : this.#filter(kind, 1 + dice.below(3), true),
      sort: dice.some(this.#sorts(kind), 3).map((field) => (dice.once(2) ? `${field}:desc` : field)),
      page: dice.once(2) ? null : this.#page(),
      fields: dice.once(3) ? dice.some(Object.keys(KINDS[kind].attributes), 3) : [],
      populate: this.#populate(kind, 2),
    };
  }

  #page(): Page {
    const dice = this.#dice;
    const kind = dice.pick(['page', 'offset'] as const);
    const first = kind === 'page' ? 1 + dice.below(3) : dice.below(8);
    return { kind, size: 1 + dice.below(6), first, withCount: !dice.once(4) };
  }

  #sorts(kind: KindName): string[] {
    const { attributes, links } = KINDS[kind];
    return [
      ...Object.keys(attributes).filter((name) => ORDERED.includes(attributes[name]?.shape ?? '')),
      ...Object.keys(links)
        .filter((name) => this.#isOwn && !links[name]?.isMany)
        .map((name) => `${name}.name`),
    ];
  }

  /** Related documents that may be asked about: `group`, and from the other side `plains`. */
  #relations(kind: KindName): Map<string, KindName> {
    const { links, mirrors } = KINDS[kind];
    return new Map([
      ...Object.entries(links)
        .filter(([, link]) => this.#isOwn || !link.isOwn)
        .map(([name, { to }]): [string, KindName] => [name, to]),
      ...Object.entries(mirrors).map(([name, { of }]): [string, KindName] => [name, of]),
    ]);
  }

  #populate(kind: KindName, depth: number): Populate[] {
    const dice = this.#dice;
    const relations = this.#relations(kind);
    const names = dice.some([...relations.keys(), ...Object.keys(KINDS[kind].parts)], depth);
    return names.map((name): Populate => {
      const to = relations.get(name);
      const none = { name, filter: null, sort: null, fields: [], populate: [] };
      if (to === undefined || dice.once(2)) return none;
      const isMany = KINDS[kind].links[name]?.isMany !== false;
      const hasNames = KINDS[to].mark === undefined;
      return {
        name,
        filter: (isMany || this.#isOwn) && dice.once(2) ? this.#filter(to, 1, false) : null,
        sort: isMany && hasNames && dice.once(2) ? dice.pick(['name', 'name:desc']) : null,
        fields: dice.once(3) ? dice.some(Object.keys(KINDS[to].attributes), 2) : [],
        populate: depth > 1 && dice.once(2) ? this.#populate(to, 1) : [],
      };
    });
  }

  #filter(kind: KindName, depth: number, mayRelate: boolean): Filter {
    const dice = this.#dice;
    const parts = (): Filter[] =>
      Array.from({ length: 1 + dice.below(3) }, () => this.#filter(kind, depth - 1, mayRelate));
    const through = mayRelate ? [...this.#relations(kind).keys(), ...this.#askedParts(kind)] : [];
    switch (depth === 0 ? 9 : dice.below(10)) {
      case 0:
        return { all: parts() };
      case 1:
        return { any: parts() };
      case 2:
        return { not: this.#filter(kind, depth - 1, mayRelate && this.#isOwn) };
      case 3:
      case 4:
        return through.length > 0 ? this.#through(kind, dice.pick(through), depth) : this.#field(kind);
      default:
        return this.#field(kind);
    }
  }

  #askedParts(kind: KindName): string[] {
    return Object.keys(KINDS[kind].parts).filter((name) => this.#isOwn && ASKED_PARTS[name]);
  }

  #through(kind: KindName, name: string, depth: number): Filter {
    const to = this.#relations(kind).get(name);
    if (to !== undefined)
      return { through: name, one: this.#isOwn ? this.#filter(to, depth - 1, depth > 1) : this.#plain(to) };
    return { through: name, one: this.#comparison(ASKED_PARTS[name] ?? {}) };
  }

  /** One comparison that is not negated. */
  #plain(kind: KindName): Filter {
    for (;;) {
      const filter = this.#field(kind);
      if ('operator' in filter && !/^\$(n|notIn|notContains)/.test(filter.operator)) return filter;
    }
  }

  #field(kind: KindName): Filter {
    return this.#comparison(KINDS[kind].attributes);
  }

  #comparison(attributes: Readonly<Record<string, Attribute>>): Filter {
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
