// The events of reads: `beforeFindMany`, `afterFindOne`, `beforeCount` and the others. Their parameters are those of `strapi.db.query`.
import { isDeepStrictEqual } from 'node:util';
import { type App, type ContentType, check } from '../../../core';
import type { Params } from './document-params';
import type { Handlers, LifecycleEvent } from './handlers';
import { rowQuery } from './row-query';

export type ReadKind = 'FindOne' | 'FindMany' | 'Count';

export interface ReadEvents {
  isHeard(uid: string): boolean;
  /** Runs the event before a read. The code may change the parameters of the result. */
  before(uid: string, kind: ReadKind, params: Params): Promise<Begun>;
  /** Runs a read between its events. The code may change the parameters, and members of the result. */
  around<T>(uid: string, kind: ReadKind, params: Params, work: (params: Params) => Promise<T>): Promise<T>;
  /** Strapi reads a row that it has written. */
  written<T>(uid: string, row: T): Promise<T>;
}

interface Begun {
  readonly params: Params;
  readonly state: LifecycleEvent['state'];
}

export function createReadEvents({ hasReads, emit }: Handlers): ReadEvents {
  const events: ReadEvents = {
    isHeard: (uid) => hasReads(uid),
    async before(uid, kind, given) {
      const params: Params = { ...given };
      const state = await emit(uid, `before${kind}`, {
        params: params as LifecycleEvent['params'],
        state: {},
      });
      return { params, state };
    },
    async around(uid, kind, given, work) {
      if (!hasReads(uid)) return work(given);
      const { params, state } = await events.before(uid, kind, given);
      const result = await work(params);
      await emit(uid, `after${kind}`, { params: params as LifecycleEvent['params'], state, result });
      return result;
    },
    async written(uid, row) {
      if (!check.isPlainObject(row) || !hasReads(uid)) return row;
      return events.around(uid, 'FindOne', { where: { id: row.id } }, async () => row);
    },
  };
  return events;
}

/** By action of the document service. */
const KINDS: Readonly<Record<string, ReadKind>> = {
  findOne: 'FindOne',
  findFirst: 'FindOne',
  findMany: 'FindMany',
  count: 'Count',
};

/** The results of other writes are no rows. */
const SHOWS_ROW: ReadonlySet<string> = new Set(['create', 'update']);

export interface DocumentRead {
  readonly action: string;
  readonly type: ContentType;
  readonly schema: App['schema'];
}

/** Runs a call of the document service between the events of its read. `totalOf`: of the page that has been read. */
export async function withReadEvents<T>(
  events: ReadEvents,
  { action, type, schema }: DocumentRead,
  params: Params,
  work: (params: Params) => Promise<T>,
  totalOf: () => number | undefined,
): Promise<T> {
  const { uid } = type;
  const kind = KINDS[action];
  if (!events.isHeard(uid)) return work(params);
  if (kind === undefined) {
    const result = await work(params);
    return SHOWS_ROW.has(action) ? events.written(uid, result) : result;
  }
  const shown = asRowParams(params, action);
  const result = await events.around(uid, kind, structuredCloneOf(shown), (left) =>
    work(changedParams(params, shown, left, rowQuery(left, type, schema))),
  );
  const total = action === 'findMany' ? totalOf() : undefined;
  if (total !== undefined) await events.around(uid, 'Count', { where: shown.where }, async () => total);
  return result;
}

/** An aggregate covers the rows that the code leaves of a list and of a count. No event runs after it. */
export async function aggregateParams(
  events: ReadEvents,
  { type, schema }: Omit<DocumentRead, 'action'>,
  params: Params,
): Promise<Params> {
  const { filters, _q, locale, status } = params;
  const shown = asRowParams({ filters, _q, locale, status }, 'findMany');
  let left = structuredCloneOf(shown);
  for (const kind of ['FindMany', 'Count'] as const)
    left = (await events.before(type.uid, kind, left)).params;
  const where = { where: left.where };
  return changedParams(params, { where: shown.where }, where, rowQuery(where, type, schema));
}

/** Only of what JSON knows; the rest stays the same object. */
const structuredCloneOf = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      check.isPlainObject(value) || Array.isArray(value) ? structuredClone(value) : value,
    ]),
  );

function asRowParams(params: Params, action: string): Params {
  const { filters, fields, sort, populate, start, limit, page, pageSize, documentId, ...others } = params;
  // The read of a single type names no document.
  const isOne = action === 'findOne' && documentId !== undefined;
  const size = Number(pageSize ?? Number.NaN);
  const shown: Params = {
    ...others,
    where: { ...(check.isPlainObject(filters) ? filters : {}), ...(isOne ? { documentId } : {}) },
    select: fields,
    populate,
    orderBy: sort,
    offset: Number.isNaN(size) ? start : (Number(page ?? 1) - 1) * size,
    limit: Number.isNaN(size) ? limit : size,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

const BACK = [
  ['select', 'fields', 'fields'],
  ['populate', 'populate', 'populate'],
  ['orderBy', 'sort', 'sort'],
  ['offset', 'start', 'start'],
  ['limit', 'limit', 'limit'],
] as const;

/** What the code has changed, in the words of the document service. */
function changedParams(
  params: Params,
  shown: Params,
  left: Params,
  query: ReturnType<typeof rowQuery>,
): Params {
  const isChanged = (key: string): boolean => !isDeepStrictEqual(shown[key], left[key]);
  const changes: Record<string, unknown> = {};
  if (isChanged('where')) {
    const filters = check.isPlainObject(query.filters) ? query.filters : {};
    const { documentId, ...others } = filters;
    const isNamed = params.documentId !== undefined && typeof documentId === 'string';
    Object.assign(changes, isNamed ? { documentId, filters: others } : { filters });
  }
  for (const [key, name, of] of BACK) if (isChanged(key)) changes[name] = query[of];
  if ('start' in changes || 'limit' in changes)
    Object.assign(changes, { page: undefined, pageSize: undefined });
  return { ...params, ...changes };
}
