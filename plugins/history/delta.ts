// The difference of two JSON values as a list of operations, small where the change is small: a changed paragraph is stored, not the text
// around it.
//   { a: 'x', tags: [1, 2] } → { tags: [1, 3, 2] }   [[['a'], 'del'], [['tags'], 'list', 1, 0, [3]]]
import type { Json, State } from './types';

type Path = readonly (string | number)[];

export type Change =
  | readonly [path: Path, kind: 'set', value: Json]
  | readonly [path: Path, kind: 'del']
  /** At a place of a text or a list: so many characters or items are replaced. */
  | readonly [path: Path, kind: 'text', start: number, removed: number, text: string]
  | readonly [path: Path, kind: 'list', start: number, removed: number, items: readonly Json[]];

export type Delta = readonly Change[];

/** Shorter texts are stored whole. */
const SHORT = 40;
const SURROGATE = /[\ud800-\udfff]/;

type Fields = { readonly [key: string]: Json };

export function deltaOf(from: Json | undefined, to: Json | undefined, path: Path = []): Change[] {
  if (from === to) return [];
  if (to === undefined) return [[path, 'del']];
  if (isFields(from) && isFields(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) => deltaOf(own(from, name), own(to, name), [...path, name]));
  }
  if (isList(from) && isList(to)) return listDelta(from, to, path);
  if (typeof from === 'string' && typeof to === 'string') return [textDelta(from, to, path)];
  return [[path, 'set', to]];
}

function listDelta(from: readonly Json[], to: readonly Json[], path: Path): Change[] {
  const { start, fromEnd, toEnd } = listEnds(from, to);
  if (fromEnd === toEnd)
    return from
      .slice(start, fromEnd)
      .flatMap((item, index) => deltaOf(item, to[start + index], [...path, start + index]));
  return [[path, 'list', start, fromEnd - start, to.slice(start, toEnd)]];
}

function textDelta(from: string, to: string, path: Path): Change {
  const { start, fromEnd, toEnd } = textEnds(from, to);
  const text = to.slice(start, toEnd);
  // Half a character is no text that every database stores.
  const isWhole = !SURROGATE.test(text);
  if (to.length - text.length < SHORT || !isWhole) return [path, 'set', to];
  return [path, 'text', start, fromEnd - start, text];
}

/** The ends of the parts that differ. */
interface Ends {
  readonly start: number;
  readonly fromEnd: number;
  readonly toEnd: number;
}

function listEnds(from: readonly Json[], to: readonly Json[]): Ends {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && isSame(from[start], to[start])) start += 1;
  const most = shorter - start;
  let end = 0;
  while (end < most && isSame(from[from.length - 1 - end], to[to.length - 1 - end])) end += 1;
  return { start, fromEnd: from.length - end, toEnd: to.length - end };
}

function textEnds(from: string, to: string): Ends {
  const shorter = Math.min(from.length, to.length);
  let start = equalStart(from, to, shorter);
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start += 1;
  const most = shorter - start;
  let end = equalEnd(from, to, most);
  const [fromLast, toLast] = [from.length - 1, to.length - 1];
  while (end < most && from.charCodeAt(fromLast - end) === to.charCodeAt(toLast - end)) end += 1;
  return { start, fromEnd: from.length - end, toEnd: to.length - end };
}

export function isSame(from: Json | undefined, to: Json | undefined): boolean {
  if (from === to) return true;
  if (isList(from))
    return isList(to) && from.length === to.length && from.every((item, at) => isSame(item, to[at]));
  if (!isFields(from) || !isFields(to)) return false;
  const names = Object.keys(from);
  return (
    names.length === Object.keys(to).length &&
    names.every((name) => Object.hasOwn(to, name) && isSame(from[name], to[name]))
  );
}

/** Parts of long texts are compared at once, shorter ones behind the longer; a loop then finds the place in the first part that differs. */
const PARTS = [1_024, 64];

function equalStart(from: string, to: string, most: number): number {
  let at = 0;
  for (const part of PARTS)
    while (at + part <= most && from.slice(at, at + part) === to.slice(at, at + part)) at += part;
  return at;
}

function equalEnd(from: string, to: string, most: number): number {
  let at = 0;
  const partOf = (text: string, part: number): string =>
    text.slice(text.length - at - part, text.length - at);
  for (const part of PARTS) while (at + part <= most && partOf(from, part) === partOf(to, part)) at += part;
  return at;
}

export function applyDelta(state: State, delta: Delta): State {
  const next = structuredClone(state);
  applyInPlace(next, delta);
  return next;
}

/** For a state that no other code holds. */
export function applyInPlace(state: State, delta: Delta): void {
  for (const change of delta) {
    const [path] = change;
    const last = path.at(-1);
    if (last === undefined) continue;
    let holder = state as Record<string | number, Json>;
    for (const key of path.slice(0, -1)) holder = own(holder, key) as never;
    if (change[1] === 'del') delete holder[last];
    else put(holder, last, structuredClone(applied(own(holder, last), change)) as Json);
  }
}

/** Also a key such as `__proto__`, which an assignment does not store. */
const put = (holder: object, key: string | number, value: Json): void =>
  void Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

function applied(value: Json | undefined, change: Change): Json | undefined {
  switch (change[1]) {
    case 'set':
      return change[2];
    case 'del':
      return undefined;
    case 'text': {
      const [, , start, removed, text] = change;
      const whole = String(value);
      return whole.slice(0, start) + text + whole.slice(start + removed);
    }
    case 'list': {
      const [, , start, removed, items] = change;
      const list = [...(value as readonly Json[])];
      list.splice(start, removed, ...items);
      return list;
    }
  }
}

/** A change for people: the values at its path. Of a list, the items from `at` on that differ. */
export interface ShownChange {
  readonly path: string;
  readonly at?: number;
  readonly from: Json;
  readonly to: Json;
}

export const shownChanges = (from: State, to: State): ShownChange[] =>
  deltaOf(from, to).map((change) => {
    const [path, kind] = change;
    const [before, after] = [valueAt(from, path), valueAt(to, path)];
    if (kind !== 'list') return { path: path.join('.'), from: before, to: after };
    const [, , start, removed, items] = change;
    const gone = (before as readonly Json[]).slice(start, start + removed);
    return { path: path.join('.'), at: start, from: gone, to: items };
  });

/** The attributes that differ, with their whole values. */
export function wholeChanges(from: State, to: State): ShownChange[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => {
    const [before, after] = [own(from, name), own(to, name)];
    return isSame(before, after) ? [] : [{ path: name, from: before ?? null, to: after ?? null }];
  });
}

function valueAt(state: State, path: Path): Json {
  let value: Json = state;
  for (const key of path) value = (value === null ? undefined : own(value as Fields, key)) ?? null;
  return value;
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value);
const own = (fields: Fields, name: string | number): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
