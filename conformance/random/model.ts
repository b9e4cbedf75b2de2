// The reference model: documents in memory, and what a list must answer, from the text of the specification alone.

export type Value = string | number | boolean | null;

export interface Entry {
  readonly key: string;
  readonly values: Readonly<Record<string, Value>>;
  /** The keys of related documents. */
  readonly group: string | null;
  readonly labels: readonly string[];
  /** The bodies that led here: of POST, then of each PUT. Relations name keys. */
  readonly writes: readonly Body[];
}

export interface Body {
  readonly values: Readonly<Record<string, Value>>;
  readonly group?: string | null;
  readonly labels?: readonly string[] | LabelChange;
}

export type LabelChange =
  | { readonly set: readonly string[] }
  | { readonly connect: readonly string[]; readonly disconnect: readonly string[] };

/** PUT: what is absent stays. */
export function written(entry: Entry, body: Body): Entry {
  const { values, group = entry.group, labels = { connect: [], disconnect: [] } } = body;
  return {
    key: entry.key,
    values: { ...entry.values, ...values },
    group,
    labels: labelsAfter(entry.labels, labels),
    writes: [...entry.writes, body],
  };
}

function labelsAfter(before: readonly string[], change: readonly string[] | LabelChange): readonly string[] {
  if (!('connect' in change)) return 'set' in change ? change.set : change;
  const kept = before.filter((key) => !change.disconnect.includes(key));
  return [...kept, ...change.connect.filter((key) => !kept.includes(key))];
}

/** Plains with their groups and labels: name by key. */
export interface World {
  readonly groups: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly plains: readonly Entry[];
}

export type Filter =
  | { readonly field: string; readonly operator: string; readonly value: Value | readonly Value[] }
  | {
      readonly through: 'group' | 'labels';
      readonly operator: string;
      readonly value: Value | readonly Value[];
    }
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter };

export interface Question {
  readonly filter: Filter | null;
  /** `n`, `day:desc`. */
  readonly sort: readonly string[];
  readonly page: { readonly kind: 'page' | 'offset'; readonly first: number; readonly size: number } | null;
  readonly fields: readonly string[];
  readonly populate: readonly ('group' | 'labels')[];
}

export interface Expected {
  readonly keys: readonly string[];
  readonly total: number;
}

const DEFAULT_SIZE = 25;

export function expectedOf(world: World, { filter, sort, page }: Question): Expected {
  const matching = world.plains.filter((entry) => filter === null || matches(world, entry, filter));
  const ordered = [...matching].sort((left, right) => compareBy(left, right, sort));
  const size = page?.size ?? DEFAULT_SIZE;
  const start = page === null ? 0 : page.kind === 'page' ? (page.first - 1) * size : page.first;
  return { keys: ordered.slice(start, start + size).map(({ key }) => key), total: matching.length };
}

function matches(world: World, entry: Entry, filter: Filter): boolean {
  if ('all' in filter) return filter.all.every((part) => matches(world, entry, part));
  if ('any' in filter) return filter.any.some((part) => matches(world, entry, part));
  if ('not' in filter) return !matches(world, entry, filter.not);
  const holds = OPERATORS[filter.operator];
  if (!holds) throw new Error(`The model does not know ${filter.operator}.`);
  if ('field' in filter) return holds(entry.values[filter.field] ?? null, filter.value);
  const names =
    filter.through === 'group'
      ? entry.group === null
        ? []
        : [world.groups[entry.group]]
      : entry.labels.map((key) => world.labels[key]);
  return names.some((name) => holds(name ?? null, filter.value));
}

type Holds = (stored: Value, asked: Value | readonly Value[]) => boolean;

/** Texts with a time become moments, so that two spellings of one moment are equal. */
function plainOf(value: Value): string | number | boolean | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
}
const one = (asked: Value | readonly Value[], at = 0): Value => (isList(asked) ? (asked[at] ?? null) : asked);
const isList = (asked: Value | readonly Value[]): asked is readonly Value[] => Array.isArray(asked);
const compared = (left: Value, right: Value): number => {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
};
const text = (value: Value): string => String(value);
const low = (value: Value): string => String(value).toLowerCase();
const not =
  (holds: Holds): Holds =>
  (stored, asked) =>
    !holds(stored, asked);
const eq: Holds = (stored, asked) => compared(stored, one(asked)) === 0;
const eqi: Holds = (stored, asked) => low(stored) === low(one(asked));
const isIn: Holds = (stored, asked) => isList(asked) && asked.some((value) => eq(stored, value));
const contains: Holds = (stored, asked) => text(stored).includes(text(one(asked)));
const containsi: Holds = (stored, asked) => low(stored).includes(low(one(asked)));
const isNull: Holds = (stored) => stored === null;

const OPERATORS: Readonly<Record<string, Holds>> = {
  $eq: eq,
  $ne: not(eq),
  $eqi: eqi,
  $nei: not(eqi),
  $lt: (stored, asked) => compared(stored, one(asked)) < 0,
  $lte: (stored, asked) => compared(stored, one(asked)) <= 0,
  $gt: (stored, asked) => compared(stored, one(asked)) > 0,
  $gte: (stored, asked) => compared(stored, one(asked)) >= 0,
  $in: isIn,
  $notIn: not(isIn),
  $contains: contains,
  $notContains: not(contains),
  $containsi: containsi,
  $notContainsi: not(containsi),
  $startsWith: (stored, asked) => text(stored).startsWith(text(one(asked))),
  $startsWithi: (stored, asked) => low(stored).startsWith(low(one(asked))),
  $endsWith: (stored, asked) => text(stored).endsWith(text(one(asked))),
  $endsWithi: (stored, asked) => low(stored).endsWith(low(one(asked))),
  $between: (stored, asked) => compared(stored, one(asked)) >= 0 && compared(stored, one(asked, 1)) <= 0,
  $null: isNull,
  $notNull: not(isNull),
};

function compareBy(left: Entry, right: Entry, sort: readonly string[]): number {
  for (const word of sort) {
    const [field = '', direction] = word.split(':');
    const found = compared(left.values[field] ?? null, right.values[field] ?? null);
    if (found !== 0) return direction === 'desc' ? -found : found;
  }
  return 0;
}
