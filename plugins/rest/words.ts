// Turns the query string of a request into the arguments of the document service. core/content/query defines their meaning.
import {
  type App,
  checkMisplacedPagination,
  clientLimits,
  coreErrors,
  type ParamDefinition,
  type QueryLimits,
  type ReadWords,
  type Registry,
  type RequestContext,
} from '../../core';

const WORDS: ReadonlySet<string> = new Set(['filters', 'sort', 'fields', 'populate', 'pagination', '_q']);

export interface WordRules {
  readonly params: Registry<ParamDefinition>;
  readonly limits: QueryLimits;
  /** true: an unknown parameter is a 400. false: it is ignored. */
  readonly strict: boolean;
  /** Used when the request does not contain the parameter. */
  readonly defaults: Pick<ReadWords, 'fields' | 'populate'>;
}

/** The rules of a type with these settings. */
export function wordRules(
  { config: { api }, params }: Pick<App, 'config' | 'params'>,
  {
    pageSize,
    defaults,
    pages = false,
  }: {
    readonly pageSize: number | null;
    /** For the admin: `populate` takes pages, and a page may have any number of documents. */
    readonly pages?: boolean;
  } & Pick<WordRules, 'defaults'>,
): WordRules {
  const limits = clientLimits(api);
  return {
    params,
    limits: {
      ...limits,
      defaultLimit: pageSize ?? limits.defaultLimit,
      ...(pages ? { populatePages: true, zoneFilters: true, searchInside: true, maxLimit: null } : {}),
    },
    strict: api.rest.strictParams,
    defaults,
  };
}

/** The parts of a request that become words. */
export type QuerySource = Pick<RequestContext, 'query' | 'caller' | 'visibility'>;

/** Assigns keys one by one: an object literal with spreads is slow when the set of keys varies. */
export function wordsOf(source: QuerySource, { params, limits, strict, defaults }: WordRules): ReadWords {
  const { query } = source;
  const words: Record<string, unknown> = {};
  words.caller = source.caller;
  words.visibility = source.visibility;
  words.limits = limits;
  if (defaults.fields !== undefined) words.fields = defaults.fields;
  if (defaults.populate !== undefined) words.populate = defaults.populate;
  for (const key of Object.keys(query)) {
    if (WORDS.has(key) || params.get(key)) words[key] = query[key];
    else refuse(key, strict);
  }
  return words;
}

/**
 * `GET /:documentId?start=1` skips the document, as in the peer: the answer is a 404. Other words of pages have no effect there.
 */
export function skipsDocument(request: RequestContext): boolean {
  // `query` is parsed when it is read, and known plans do not need it.
  if (!request.queryName.includes('start') || request.query.start === undefined) return false;
  const start = Number(request.query.start);
  if (!Number.isSafeInteger(start) || start < 0)
    throw coreErrors.QUERY_INVALID(
      `convertStartQueryParams expected a positive integer got ${Number.isNaN(start) ? 'NaN' : String(request.query.start)}`,
    );
  return start > 0;
}

function refuse(key: string, strict: boolean): void {
  checkMisplacedPagination(key);
  if (strict) throw coreErrors.QUERY_INVALID_KEY(key, null, key);
  if (key === 'lookup') throw coreErrors.QUERY_INVALID("Invalid params: 'lookup'");
}
