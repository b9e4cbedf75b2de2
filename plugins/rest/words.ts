// The query string of a request as the words of the document service. Transport only: what the words mean is core/query's.
import {
  checkMisplacedPagination,
  coreErrors,
  type ParamRegistry,
  type QueryLimits,
  type ReadWords,
  type RequestContext,
} from '../../core';

const WORDS: ReadonlySet<string> = new Set(['filters', 'sort', 'fields', 'populate', 'pagination', '_q']);

export interface WordRules {
  readonly params: ParamRegistry;
  readonly limits: QueryLimits;
  /** Unknown parameters are a 400 instead of being passed over. */
  readonly strict: boolean;
  /** What holds for words that the request does not say. */
  readonly defaults: Pick<ReadWords, 'fields' | 'populate'>;
}

/** Filled one by one: words differ from request to request, and literals with spreads are slow where shapes do. */
export function wordsOf(request: RequestContext, { params, limits, strict, defaults }: WordRules): ReadWords {
  const { query } = request;
  const words: Record<string, unknown> = {};
  words.visibility = request.visibility;
  words.limits = limits;
  if (defaults.fields !== undefined) words.fields = defaults.fields;
  if (defaults.populate !== undefined) words.populate = defaults.populate;
  for (const key of Object.keys(query)) {
    if (WORDS.has(key) || params.get(key)) words[key] = query[key];
    else refuse(key, strict);
  }
  return words;
}

function refuse(key: string, strict: boolean): void {
  checkMisplacedPagination(key);
  if (key === 'lookup') throw coreErrors.QUERY_INVALID("Invalid params: 'lookup'");
  if (strict) throw coreErrors.QUERY_INVALID_KEY(key, null, key);
}
