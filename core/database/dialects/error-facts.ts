// The facts of a driver's error, by its properties. An error can come from another realm (a worker, a test's sandbox), where
// `instanceof Error` is false.

export interface ErrorFacts {
  readonly code: string;
  readonly errno: number;
  readonly message: string;
  /** The violated constraint or index, where the error names it. */
  readonly constraint: string | null;
}

export function errorFacts(error: unknown): ErrorFacts {
  // objection wraps the error of the driver.
  if (isObject(error) && 'nativeError' in error) return errorFacts(error.nativeError);
  const facts: object = isObject(error) ? error : {};
  return {
    code: 'code' in facts ? String(facts.code) : '',
    errno: 'errno' in facts ? Number(facts.errno) : 0,
    message: 'message' in facts ? String(facts.message) : '',
    constraint: 'constraint' in facts ? String(facts.constraint) : null,
  };
}

/** The errors under an error: `cause` of this code, `nativeError` of objection. */
function* chain(error: unknown): Generator<ErrorFacts> {
  for (let each = error; isObject(each); each = 'cause' in each ? each.cause : null) yield errorFacts(each);
}

const hasOne = (error: unknown, codes: ReadonlySet<string>, errnos: ReadonlySet<number>): boolean =>
  [...chain(error)].some(({ code, errno }) => codes.has(code) || errnos.has(errno));

/** A server that follows another, or whose administrator forbids writes. */
export const isReadOnly = (error: unknown): boolean =>
  hasOne(error, new Set(['25006']), new Set([1290, 1792, 1836]));

const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['42P01', '42703']);
const UNKNOWN_NUMBERS: ReadonlySet<number> = new Set([1054, 1146]);
const SQLITE_UNKNOWN = /^no such (table|column)/;

/** A table or a column does not exist. */
export const isUnknownName = (error: unknown): boolean =>
  hasOne(error, UNKNOWN_NAMES, UNKNOWN_NUMBERS) ||
  [...chain(error)].some(({ message }) => SQLITE_UNKNOWN.test(message));

/** Table, column, index, and the same of the catalogue: two sessions created them at once. */
const EXISTING_CODES: ReadonlySet<string> = new Set(['42P07', '42701', '42704', '42710']);
/** Also 1091: what a statement drops is gone, and 1051: a table. */
const EXISTING_NUMBERS: ReadonlySet<number> = new Set([1050, 1051, 1060, 1061, 1091]);

/** Another process has run a statement of the same migration. */
export const isDoneElsewhere = (error: unknown): boolean =>
  isUnknownName(error) || hasOne(error, EXISTING_CODES, EXISTING_NUMBERS);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** For people. A refused connection can come without a message. */
export function reasonOf(error: unknown): string {
  const { message, code } = errorFacts(error);
  return message || code || String(error);
}
