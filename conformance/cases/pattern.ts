// Patterns for answers, as data: plain values, objects whose listed keys must match, and matchers (`is`).

export type Pattern =
  | string
  | number
  | boolean
  | null
  | readonly Pattern[]
  | { readonly [key: string]: Pattern }
  | Matcher;

/** A rule instead of a value. A report shows the name when the rule fails. */
export interface Matcher {
  readonly $is: MatcherName;
  readonly with?: unknown;
}

export type MatcherName =
  | 'any'
  | 'absent'
  | 'present'
  | 'integer'
  | 'number'
  | 'text'
  | 'string'
  | 'boolean'
  | 'list'
  | 'object'
  | 'timestamp'
  | 'instant'
  | 'decimal'
  | 'matching'
  | 'nullOr'
  | 'oneOf'
  | 'not'
  | 'both'
  | 'each'
  | 'including'
  | 'shuffled'
  | 'length'
  | 'exactly'
  | 'atLeast'
  | 'atMost'
  | 'keys'
  | 'noKeys';

const of = (name: MatcherName, value?: unknown): Matcher =>
  value === undefined ? { $is: name } : { $is: name, with: value };

export const is = {
  any: of('any'),
  /** The key is absent. */
  absent: of('absent'),
  present: of('present'),
  integer: of('integer'),
  number: of('number'),
  /** A text that is not empty. */
  text: of('text'),
  string: of('string'),
  boolean: of('boolean'),
  list: of('list'),
  object: of('object'),
  /** ISO 8601 with date and time. */
  timestamp: of('timestamp'),
  /** The same moment in any spelling. */
  instant: (text: string) => of('instant', text),
  /** The same number, as a number or a text. */
  decimal: (value: string | number) => of('decimal', String(value)),
  matching: (source: string) => of('matching', source),
  nullOr: (pattern: Pattern) => of('nullOr', pattern),
  oneOf: (...patterns: Pattern[]) => of('oneOf', patterns),
  not: (pattern: Pattern) => of('not', pattern),
  both: (...patterns: Pattern[]) => of('both', patterns),
  /** A list in which every item matches. */
  each: (pattern: Pattern) => of('each', pattern),
  /** A list that contains an item for each of these. */
  including: (...patterns: Pattern[]) => of('including', patterns),
  /** A list of exactly these items, in any order. */
  shuffled: (...patterns: Pattern[]) => of('shuffled', patterns),
  length: (count: number) => of('length', count),
  /** An object without other keys, at any depth. */
  exactly: (value: unknown) => of('exactly', value),
  atLeast: (value: number | string) => of('atLeast', value),
  atMost: (value: number | string) => of('atMost', value),
  /** An object with exactly these keys. */
  keys: (...names: string[]) => of('keys', names),
  /** An object with none of these keys. */
  noKeys: (...names: string[]) => of('noKeys', names),
} as const;

export const isMatcher = (value: unknown): value is Matcher =>
  typeof value === 'object' && value !== null && '$is' in value;

/** A list of exactly these entries, in this order. */
export const exactly = (all: readonly Pattern[]): Pattern => is.both(is.length(all.length), all);

/** An object with these keys, and no others. */
export const only = (shape: { readonly [key: string]: Pattern }): Pattern =>
  is.both(is.keys(...Object.keys(shape)), shape);
