// Random filters. Filters for other deployments avoid open points of the specification: comparisons with null, negated conditions on
// relations, the order of texts.
import type { Dice } from './dice';
import { type Attribute, KINDS, type KindName, SPELLINGS, type Structure, type Value } from './kinds';
import type { Condition, Filter } from './model';

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
/** Our decisions define an order of texts. Text operators compare numbers and days in the form of the answer. */
const OWN_OPERATORS: typeof OPERATORS = {
  ...OPERATORS,
  text: [...OPERATORS.text, ...ORDER],
  number: [...OPERATORS.number, ...PARTIAL],
  day: [...OPERATORS.day, ...PARTIAL],
  word: [...EQUALITY, ...PARTIAL],
  nullable: [...OPERATORS.text, ...NULLS],
};
const LISTS = ['$in', '$notIn', '$between'];
const PARTS: Partial<Record<Attribute['shape'], readonly Value[]>> = {
  number: ['0', '1', '.', '-2', '25', '5'],
  day: ['2024', '-02', '9', '00', '1'],
};
const LETTERS: readonly Value[] = ['a', 'An', 'ant', 'b', 'e', '%', '_', 'hill', 'B', '50%'];
const NOTHING: Structure = { attributes: {}, links: {}, parts: {}, mirrors: {} };

/** The relations that questions may use: `group`, and from the other side `plains`. */
export const relationsOf = (structure: Structure, isOwn: boolean): Map<string, KindName> =>
  new Map(
    [
      ...Object.entries(structure.links)
        .filter(([, link]) => isOwn || !link.isOwn)
        .map(([name, { to }]): [string, KindName] => [name, to]),
      ...Object.entries(structure.mirrors).map(([name, { of }]): [string, KindName] => [name, of]),
    ].filter(([, to]) => isOwn || !gainsLocales(structure, to)),
  );

/** A document without locales: only our decisions say which locales of its targets it shows. */
const gainsLocales = (from: Structure, to: KindName): boolean =>
  'hasLocales' in from && from.hasLocales === false && KINDS[to].hasLocales;

export class Filtering {
  readonly #dice: Dice;
  readonly #isOwn: boolean;
  /** The documents of the world, for questions about their documentId. */
  #keys: readonly string[] = [];

  constructor(dice: Dice, isOwn: boolean) {
    this.#dice = dice;
    this.#isOwn = isOwn;
  }

  about(keys: readonly string[]): void {
    this.#keys = keys;
  }

  /** Makes a question that names no documentId. */
  withoutKeys<T>(ask: () => T): T {
    const keys = this.#keys;
    this.#keys = [];
    const question = ask();
    this.#keys = keys;
    return question;
  }

  filter(structure: Structure, depth: number, mayRelate: boolean): Filter {
    const dice = this.#dice;
    const through = mayRelate ? this.#asked(structure) : [];
    switch (depth === 0 ? 9 : dice.below(11)) {
      case 0:
        return {
          all: this.#several(structure, depth, mayRelate),
          ...(this.#isOwn && dice.once(3) ? { isList: true } : {}),
        };
      case 1:
        return { any: this.#several(structure, depth, mayRelate) };
      case 2:
        return { not: this.filter(structure, depth - 1, mayRelate && this.#isOwn) };
      case 3:
      case 4:
      case 5:
        return through.length > 0
          ? this.#through(structure, dice.pick(through), depth)
          : this.#field(structure);
      case 6:
        return this.#together(structure);
      case 7:
        return this.#isOwn ? this.#inside(structure) : this.#field(structure);
      default:
        return this.#field(structure);
    }
  }

  #several(structure: Structure, depth: number, mayRelate: boolean): Filter[] {
    return Array.from({ length: 1 + this.#dice.below(3) }, () =>
      this.filter(structure, depth - 1, mayRelate),
    );
  }

  /** Conditions on different fields in one object. */
  #together(structure: Structure): Filter {
    const fields = this.#dice.some(Object.keys(structure.attributes), 3);
    return fields.length === 0
      ? this.#field(structure)
      : { all: fields.map((field) => this.#condition(structure, field)), isObject: true };
  }

  /** `$and`, `$or` and `$not` below one field. */
  #inside(structure: Structure): Filter {
    const dice = this.#dice;
    const inside = dice.pick(Object.keys(structure.attributes));
    const one = (): Condition => this.#condition(structure, inside);
    const parts = Array.from({ length: 1 + dice.below(3) }, one);
    const not = dice.once(2) ? one() : { any: parts };
    return dice.pick([
      { any: parts, inside },
      { all: parts, inside },
      { not, inside },
    ]);
  }

  /** The relations and components that a filter may name. Filters cannot name zones. */
  #asked(structure: Structure): string[] {
    const { parts } = structure;
    const components = Object.keys(parts).filter((name) => this.#isOwn && !parts[name]?.isZone);
    return [...relationsOf(structure, this.#isOwn).keys(), ...components];
  }

  #through(structure: Structure, name: string, depth: number): Filter {
    const dice = this.#dice;
    const to = relationsOf(structure, this.#isOwn).get(name);
    const inner = to ? KINDS[to] : (Object.values(structure.parts[name]?.of ?? {})[0] ?? NOTHING);
    if (this.#isOwn && dice.once(8)) return { through: name, isNone: dice.once(2) };
    if (to && dice.once(8)) return { through: name, one: this.#key(KINDS[to], 'documentId') };
    return {
      through: name,
      one: this.#isOwn ? this.filter(inner, depth - 1, depth > 1) : this.#plain(inner),
    };
  }

  /** One comparison that is not negated. */
  #plain(structure: Structure): Filter {
    for (;;) {
      const filter = this.#field(structure);
      if (!/^\$(n|notIn|notContains)/.test(filter.operator)) return filter;
    }
  }

  #field(structure: Structure): Condition {
    return this.#condition(structure, this.#dice.pick(Object.keys(structure.attributes)));
  }

  #condition({ attributes }: Structure, field: string): Condition {
    const dice = this.#dice;
    const { shape = 'text', from = [] } = attributes[field] ?? {};
    const isOwn = this.#isOwn;
    if (isOwn && dice.once(10)) return { field, operator: dice.pick(NULLS), value: !dice.once(4) };
    const operator = dice.pick(
      (isOwn ? OWN_OPERATORS : OPERATORS)[shape].filter((name) => isOwn || name !== '$between'),
    );
    if (NULLS.includes(operator)) return { field, operator, value: !isOwn || !dice.once(4) };
    const known = [...from, ...(shape === 'moment' && isOwn ? SPELLINGS : [])].filter((one) => one !== null);
    const values = PARTIAL.includes(operator) ? (PARTS[shape] ?? LETTERS) : known;
    return this.#compared(field, operator, values);
  }

  /** Without documents, no id is known: any other field is asked. */
  #key(structure: Structure, field: string): Condition {
    if (this.#keys.length === 0) return this.#field(structure);
    return this.#compared(field, this.#dice.pick(['$eq', '$in']), this.#keys);
  }

  #compared(field: string, operator: string, values: readonly Value[]): Condition {
    const dice = this.#dice;
    const some = (most: number): Value[] =>
      Array.from({ length: 1 + dice.below(most) }, () => dice.pick(values));
    if (operator === '$between') return { field, operator, value: [dice.pick(values), dice.pick(values)] };
    if (LISTS.includes(operator)) return { field, operator, value: some(3) };
    const isShort = this.#isOwn && operator === '$eq' && dice.once(3);
    const value = this.#isOwn && dice.once(8) ? some(3) : dice.pick(values);
    return { field, operator, value, ...(isShort ? { isShort } : {}) };
  }
}
