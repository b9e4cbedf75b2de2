// `strapi.documents.use` and the events of reads on the hook `documents.around`: the calls of the document service in the form that code of
// Strapi knows.
import { type App, check, type DocumentAnswer, type DocumentCall } from '../../../core';
import { coreArguments, type Params } from './document-params';
import { entriesAround } from './entries';
import { ORIGIN, UNOBSERVED } from './origin';
import { aggregateParams, type ReadEvents, withReadEvents } from './read-events';
import { keepRights } from './scope';

export interface UseContext {
  readonly uid: string;
  readonly action: string;
  params: Params;
  readonly contentType: unknown;
}

export type UseMiddleware = (context: UseContext, next: () => Promise<unknown>) => unknown;

/** A call of `strapi.documents(uid)`. */
export interface OwnCall {
  readonly action: string;
  readonly params: Params;
  /** The result that the middlewares leave; null: none has run. */
  result: { readonly value: unknown } | null;
}

export const withOrigin = <T extends object>(args: T, own: OwnCall): T => ({ ...args, [ORIGIN]: own });

/** By operation. Others are operations of plugins, which have the names of Strapi, or have no counterpart. */
const ACTIONS: Readonly<Record<string, string>> = { find: 'findMany' };
const KNOWN: ReadonlySet<string> = new Set([
  ...['findMany', 'findFirst', 'findOne', 'count', 'create', 'update', 'delete', 'clone'],
  ...['publish', 'unpublish', 'discardDraft'],
]);

export interface AroundCalls {
  use(middleware: UseMiddleware): void;
  /** Does code run around the calls of a type? */
  isUsed(uid: string): boolean;
  /** From now on, reads have their events. */
  surround(): void;
}

export interface AroundOptions {
  readonly app: Pick<App, 'documents' | 'hooks' | 'schema'>;
  contentType(uid: string): unknown;
  readonly reads: ReadEvents;
}

export function createAroundCalls({ app, contentType, reads }: AroundOptions): AroundCalls {
  const uses: UseMiddleware[] = [];
  let isTapped = false;
  const isUsed = (uid: string): boolean => uses.length > 0 || reads.isHeard(uid);

  const runFrom = async (at: number, context: UseContext, work: () => Promise<unknown>): Promise<unknown> => {
    const use = uses[at];
    return use ? use(context, () => runFrom(at + 1, context, work)) : work();
  };

  async function surround(call: DocumentCall, next: () => Promise<DocumentAnswer>): Promise<DocumentAnswer> {
    const { type, operation } = call;
    const origin: unknown = Reflect.get(call.params, ORIGIN);
    const own = check.isPlainObject(origin) ? (origin as unknown as OwnCall) : null;
    const action = own?.action ?? ACTIONS[operation] ?? operation;
    // Quire reads users, roles and files with this service, too. Strapi does not.
    const isOfStrapi = own !== null || (origin !== UNOBSERVED && type.uid.startsWith('api::'));
    if (!isOfStrapi || !isUsed(type.uid)) return next();
    if (action === 'aggregate' && reads.isHeard(type.uid))
      call.params = await aggregateParams(reads, { type, schema: app.schema }, call.params);
    if (!KNOWN.has(action)) return next();
    const params = own ? own.params : flatPage(call.params);
    const context: UseContext = {
      uid: type.uid,
      action,
      params: { ...params },
      contentType: contentType(type.uid),
    };
    const reached: { answer: DocumentAnswer | null } = { answer: null };
    const perform = async (left: Params): Promise<unknown> => {
      if (own) {
        const { caller: _c, visibility: _v, ...args } = coreArguments(action, left, type, app.schema);
        call.params = withOrigin(args, own);
      } else call.params = nestedPage(left);
      const { documentId } = call.params;
      const { caller, visibility } = call;
      const args = { ...call.params, caller, visibility };
      const entries = own || action === 'delete' ? await entriesAround(app, type, action, args) : null;
      reached.answer = await next();
      return shownResult(action, reached.answer.value, documentId, (await entries?.()) ?? null);
    };
    const value = await runFrom(0, context, () => {
      // A middleware may replace the parameters, and not the rights of the call.
      const left = keepRights(params, context.params);
      const read = { action, type, schema: app.schema };
      return withReadEvents(reads, read, left, perform, () => reached.answer?.pagination?.total);
    });
    const { answer } = reached;
    if (own) own.result = { value };
    return coreResult(action, own ? undefined : value, answer);
  }

  const tap = (): void => {
    if (!isTapped) app.hooks.documents.around(surround);
    isTapped = true;
  };

  return {
    use(middleware) {
      tap();
      uses.push(middleware);
    },
    isUsed,
    surround: tap,
  };
}

/** Strapi has the words of a page beside `filters`. */
function flatPage({ pagination, ...params }: Params): Params {
  return check.isPlainObject(pagination) ? { ...params, ...pagination } : params;
}

const PAGE = ['start', 'limit', 'page', 'pageSize', 'withCount'];

function nestedPage(params: Params): Params {
  const words = PAGE.filter((name) => params[name] !== undefined);
  if (words.length === 0) return params;
  const others = Object.entries(params).filter(([name]) => !PAGE.includes(name));
  return {
    ...Object.fromEntries(others),
    pagination: Object.fromEntries(words.map((name) => [name, params[name]])),
  };
}

/** As Strapi returns it. */
export function shownResult(
  action: string,
  value: unknown,
  documentId: unknown,
  entries: readonly unknown[] | null,
): unknown {
  switch (action) {
    case 'findFirst':
      return Array.isArray(value) ? (value[0] ?? null) : value;
    case 'delete':
      return { documentId, entries };
    case 'clone':
      return check.isPlainObject(value)
        ? { documentId: value.documentId, entries: [value] }
        : { documentId: undefined, entries: [] };
    case 'publish':
    case 'unpublish':
    case 'discardDraft':
      return { documentId, entries: entries ?? (value === null ? [] : [value]) };
    default:
      return value;
  }
}

/** For the document service. `value` undefined: `strapi.documents` returns the value itself. */
function coreResult(action: string, value: unknown, answer: DocumentAnswer | null): DocumentAnswer {
  if (action === 'delete') return answer ?? { value: { deleted: entriesIn(value).length } };
  if (value === undefined) return answer ?? { value: NOTHING[action] ?? {} };
  const [entry = null] = entriesIn(value);
  const hasEntries = isOfEntries(action) && check.isPlainObject(value) && Array.isArray(value.entries);
  return { value: hasEntries ? entry : value, pagination: answer?.pagination };
}

const NOTHING: Readonly<Record<string, unknown>> = { findMany: [], findFirst: [], count: 0 };

const isOfEntries = (action: string): boolean =>
  ['clone', 'publish', 'unpublish', 'discardDraft'].includes(action);

const entriesIn = (value: unknown): readonly unknown[] =>
  check.isPlainObject(value) && Array.isArray(value.entries) ? value.entries : [];
