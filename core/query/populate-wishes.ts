// The written forms of `populate` → wishes by name: merged, in the order asked. Names are not looked up here, values of
// options not read; parse-populate.ts does both.
import { coreErrors } from '../errors/core-errors';
import { isMeaningless, isRecord, type ParseContext, parseFlag, show } from './parse-context';

export interface Wishes {
  /** `*`: everything of the first level. */
  isAll: boolean;
  readonly byKey: Map<string, Wish>;
}

export interface Wish {
  /** `populate[a]=false`: the name is checked, nothing is answered. */
  readonly isOff: boolean;
  /** From dotted paths: `a.b`. */
  readonly below: Wishes;
  /** From the object form. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** A value that is neither a flag nor an object; only a dynamic zone's fragments may have one (`*`). */
  readonly odd: unknown;
}

/** `path` is the dotted way to the node that is populated, null at the root. */
export function readWishes(raw: unknown, path: string | null, depth: number, context: ParseContext): Wishes {
  const wishes = noWishes();
  if (raw === undefined || raw === null || raw === '') return wishes;
  if (typeof raw === 'string') {
    if (raw === '*') wishes.isAll = true;
    // A list in one text is a form of the top level only.
    else if (path === null)
      readList(
        raw.split(',').map((name) => name.trim()),
        wishes,
        path,
        depth,
        context,
      );
    else readPath(raw, wishes, path, depth, context);
  } else if (Array.isArray(raw)) readList(raw, wishes, path, depth, context);
  else if (isRecord(raw)) readObject(raw, wishes);
  else throw wrongForm(raw, path, context);
  return wishes;
}

export const noWishes = (): Wishes => ({ isAll: false, byKey: new Map() });

/** Populated, with nothing said about how. */
export const PLAIN: Wish = { isOff: false, below: noWishes(), options: null, odd: undefined };

const wrongForm = (raw: unknown, path: string | null, context: ParseContext) =>
  context.invalid(
    `Invalid populate parameter${path === null ? '' : ` at ${path}`}. Expected a string, an array of strings or an object, got ${show(raw)}`,
    'populate',
    path,
  );

function readList(
  list: readonly unknown[],
  wishes: Wishes,
  path: string | null,
  depth: number,
  context: ParseContext,
): void {
  const { arrayLimit } = context.limits;
  if (list.length > arrayLimit)
    throw coreErrors.QUERY_INVALID(
      `Too many populate entries (${list.length}). The maximum number of populate entries when using array notation is ${arrayLimit}. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`,
      { source: 'query', param: 'populate' },
    );
  for (const item of list) {
    if (item === undefined) continue;
    if (typeof item !== 'string') throw wrongForm(item, path, context);
    readPath(item, wishes, path, depth, context);
  }
}

function readPath(
  text: string,
  wishes: Wishes,
  path: string | null,
  depth: number,
  context: ParseContext,
): void {
  const names = text.split('.');
  context.checkDepth(depth + names.length - 1, 'populate', path);
  let at = wishes;
  for (const name of names) {
    let wish = at.byKey.get(name);
    if (!wish) {
      wish = { isOff: false, below: noWishes(), options: null, odd: undefined };
      at.byKey.set(name, wish);
    }
    at = wish.below;
  }
}

function readObject(raw: Readonly<Record<string, unknown>>, wishes: Wishes): void {
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    if (!isMeaningless(key) && value !== undefined) wishes.byKey.set(key, readWish(value));
  }
}

export function readWish(value: unknown): Wish {
  if (isRecord(value)) return { isOff: false, below: noWishes(), options: value, odd: undefined };
  const flag = parseFlag(value);
  return {
    isOff: flag === false,
    below: noWishes(),
    options: null,
    odd: flag === undefined ? value : undefined,
  };
}

/** What to call a value that no wish can have: a list's first index is a key like any other. */
export function oddKey(odd: unknown): string {
  if (typeof odd === 'string') return odd;
  return Array.isArray(odd) ? '0' : show(odd);
}
