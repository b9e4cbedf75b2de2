// The written forms of `populate` → requests by name, merged, in the order of the request. parse-populate.ts looks up the names
// and reads the options.
import { coreErrors } from '../../kernel/errors/core-errors';
import { isMeaningless, isRecord, type ParseState, parseFlag, show } from './parse-state';

export interface PopulateRequests {
  /** `*`: everything of the first level. */
  isAll: boolean;
  readonly byKey: Map<string, PopulateRequest>;
}

export interface PopulateRequest {
  /** `populate[a]=false`: the name is checked, and the answer does not have it. */
  readonly isOff: boolean;
  /** From dotted paths: `a.b`. */
  readonly below: PopulateRequests;
  /** From the object form. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** A value that is neither a flag nor an object. */
  readonly unreadable: unknown;
  /** Written as text at the top level: `populate=a`. An error about an unknown name then has the path. */
  readonly isText?: true;
}

/** `path`: the dotted path to the populated node, null at the root. */
export function readPopulate(
  raw: unknown,
  path: string | null,
  depth: number,
  context: ParseState,
): PopulateRequests {
  const requests = noRequests();
  if (raw === undefined || raw === null || raw === '') return requests;
  if (typeof raw === 'string') {
    if (raw === '*') requests.isAll = true;
    // Names with commas are a form of the top level only.
    else if (path === null)
      readList(
        raw.split(',').map((name) => name.trim()),
        requests,
        path,
        depth,
        context,
      );
    else readPath(raw, requests, path, depth, context);
  } else if (Array.isArray(raw)) readList(raw, requests, path, depth, context);
  else if (isRecord(raw)) readObject(raw, requests);
  else throw wrongForm(raw, path, context);
  return requests;
}

export const noRequests = (): PopulateRequests => ({ isAll: false, byKey: new Map() });

/** Populated, without options. */
export const PLAIN: PopulateRequest = {
  isOff: false,
  below: noRequests(),
  options: null,
  unreadable: undefined,
};

const wrongForm = (raw: unknown, path: string | null, context: ParseState) =>
  context.invalid(
    `Invalid populate parameter${path === null ? '' : ` at ${path}`}. Expected a string, an array of strings or an object, got ${show(raw)}`,
    'populate',
    path,
  );

function readList(
  list: readonly unknown[],
  requests: PopulateRequests,
  path: string | null,
  depth: number,
  context: ParseState,
): void {
  const { arrayLimit } = context.limits;
  if (list.length > arrayLimit)
    throw coreErrors.QUERY_INVALID(
      `Too many populate entries (${list.length}). The maximum number of populate entries when using array notation is ${arrayLimit}. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`,
      { source: 'query', param: 'populate' },
    );
  for (const item of list) {
    if (item === undefined || item === '') continue;
    if (typeof item !== 'string') throw wrongForm(item, path, context);
    readPath(item, requests, path, depth, context);
  }
}

function readPath(
  text: string,
  requests: PopulateRequests,
  path: string | null,
  depth: number,
  context: ParseState,
): void {
  const names = text.split('.');
  context.checkDepth(depth + names.length - 1, 'populate', path);
  let at = requests;
  for (const name of names) {
    let request = at.byKey.get(name);
    if (!request) {
      request = { isOff: false, below: noRequests(), options: null, unreadable: undefined };
      if (path === null) request = { ...request, isText: true };
      at.byKey.set(name, request);
    }
    at = request.below;
  }
}

function readObject(raw: Readonly<Record<string, unknown>>, requests: PopulateRequests): void {
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    if (!isMeaningless(key) && value !== undefined) requests.byKey.set(key, readRequest(value));
  }
}

export function readRequest(value: unknown): PopulateRequest {
  if (isRecord(value)) return { isOff: false, below: noRequests(), options: value, unreadable: undefined };
  const flag = parseFlag(value);
  return {
    isOff: flag === false,
    below: noRequests(),
    options: null,
    unreadable: flag === undefined ? value : undefined,
  };
}

/** `*`: everything of the first level. */
export const FIRST_LEVEL: PopulateRequest = { ...PLAIN, below: { isAll: true, byKey: new Map() } };

/** The key that the error names: of a list its first index. */
export function unreadableKey(unreadable: unknown): string {
  if (typeof unreadable === 'string') return unreadable;
  return Array.isArray(unreadable) ? '0' : show(unreadable);
}
