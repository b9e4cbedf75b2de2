// Prepares reads: query parameters → tree → plan. A read whose query string is known is prepared already.

import { GenerationCache } from '../../kernel/cache/generation-cache';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Caller } from '../../kernel/http/request/caller';
import type { Registry } from '../../kernel/registry/registry';
import { callerOf, visibilityOf } from '../model/compiled/callers';
import type { ContentType, Schema } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { QueryNode } from '../query/ast';
import { type ParamDefinition, parseParams } from '../query/params';
import type { PrepareQuery, QueryContext } from '../query/prepare';
import type { QueryLimits } from '../query/query-limits';
import type { RawQuery } from '../query/raw-query';
import type { AggregatePlan } from '../sql/compile/aggregate-plan';
import { isLong } from '../sql/compile/populate';
import { isTooCostly, isTooLarge } from '../sql/read/bind';
import type { PlanCache, Planned } from '../sql/read/plan-cache';
import { recovered } from '../sql/read/recovered';
import { paramsOf } from './around/document-call';
import type { CallContext } from './operations';

/** The parameters of a read, with the limits and the caller that a transport adds. */
export type ReadWords = RawQuery & {
  readonly caller?: Caller;
  readonly visibility?: Visibility;
  readonly limits?: QueryLimits;
  readonly [param: string]: unknown;
};

export type ReadOperation = 'find' | 'findOne';

/** A checked and planned read: it only needs values and a run. */
export interface PreparedRead {
  readonly node: QueryNode;
  /** The same for all callers who share the read. */
  readonly visibility: Visibility;
  readonly planned: Planned;
  readonly limits: QueryLimits;
  /** The words without rights and limits; null: no hook `documents.around` is tapped. */
  readonly asked: Asked | null;
  /** The same with fewer rows, where a larger answer can be sent in pieces; null: none can. */
  readonly small: PreparedRead | null;
}

/** Figures and groups, checked and planned. */
export interface PreparedAggregate {
  readonly type: ContentType;
  /** The same for all callers who share the read. */
  readonly visibility: Visibility;
  readonly planned: Planned<AggregatePlan>;
  readonly limits: QueryLimits;
  readonly asked: Asked | null;
}

type Asked = Readonly<Record<string, unknown>>;

export interface PrepareDependencies {
  readonly schema: Schema;
  readonly plans: PlanCache;
  readonly params: Registry<ParamDefinition>;
  readonly prepare: PrepareQuery;
  /** For calls without limits of their own: plugins and scripts. */
  readonly limits: QueryLimits;
  readonly transform: QueryContext['transform'];
  /** Has `documents.around` taps? Asked per read: a plugin may tap it later. */
  readonly isSurrounded: () => boolean;
}

/** The checked and planned query that reads the answer of a write. */
export interface PreparedAnswer extends PlannedOne {
  readonly query: RawQuery;
  readonly context: QueryContext;
}

export interface PlannedOne {
  readonly node: QueryNode;
  readonly planned: Planned;
}

export interface Preparation {
  prepare(type: ContentType, words: ReadWords, operation: ReadOperation): PreparedRead;
  /**
   * The same, cached under the text of the query string: a repeated query is not parsed again. `words` is called only for a new
   * text.
   */
  prepareText(
    type: ContentType,
    operation: ReadOperation,
    text: string,
    visibility: Visibility,
    words: () => ReadWords,
  ): PreparedRead;
  /** `writing`: the operation, such as `update`. If all words about the answer are texts, it is prepared once. */
  prepareAnswer(type: ContentType, words: ReadWords, writing: string): PreparedAnswer;
  plannedOne(query: RawQuery, type: ContentType, context: QueryContext): PlannedOne;
  prepareAggregate(type: ContentType, words: ReadWords): PreparedAggregate;
  /** As `prepareText`. */
  prepareAggregateText(
    type: ContentType,
    text: string,
    visibility: Visibility,
    words: () => ReadWords,
  ): PreparedAggregate;
  /** Drops the caches of texts, for plugins whose defaults change at run time. */
  forgetTexts(): void;
}

/** Rows and bytes of an answer that is not sent in pieces, if it could be. */
const SMALL = { maxRows: 10_000, answerBytes: 33_554_432 };

const smallLimits = (limits: QueryLimits): QueryLimits => ({
  ...limits,
  maxRows: Math.min(SMALL.maxRows, limits.maxRows),
  answerBytes: Math.min(SMALL.answerBytes, limits.answerBytes),
});

export function createPreparation(deps: PrepareDependencies): Preparation {
  const { plans } = deps;
  const reads = new GenerationCache<string, PreparedRead>(1000);
  const aggregates = new GenerationCache<string, PreparedAggregate>(1000);
  const answers = new GenerationCache<string, PreparedAnswer>(1000);

  /** `writing`: the write whose answer is read. The answer shows the written document; parameters of lists do not apply. */
  function contextOf(
    type: ContentType,
    words: ReadWords,
    operation: ReadOperation,
    writing?: string,
  ): QueryContext {
    const caller = callerOf(words);
    const visibility = visibilityOf(words);
    const { axes, transforms } = parseParams(deps.params, words, {
      type,
      operation,
      writing,
      caller,
      visibility,
    });
    const isOwnAnswer = writing !== undefined;
    const { transform } = deps;
    return {
      schema: deps.schema,
      caller,
      visibility,
      limits: words.limits ?? deps.limits,
      axes,
      transform:
        isOwnAnswer || transforms.length === 0
          ? transform
          : (tree, context) => {
              for (const own of transforms) own(tree, context);
              transform?.(tree, context);
            },
      ...(isOwnAnswer ? { isOwnAnswer } : {}),
    };
  }

  function prepare(type: ContentType, words: ReadWords, operation: ReadOperation): PreparedRead {
    const context = contextOf(type, words, operation);
    const node = deps.prepare(words, type, context, operation === 'findOne');
    const planned = plans.plan(node, operation === 'findOne' ? 'one' : 'list');
    const { limits, visibility } = context;
    const asked = askedBy(words);
    const small = node.populate.some(isLong)
      ? { node, visibility, planned, limits: smallLimits(limits), asked, small: null }
      : null;
    return { node, visibility, planned, limits, asked, small };
  }

  function prepareAnswer(type: ContentType, words: ReadWords, writing: string): PreparedAnswer {
    const shape = answerWords(words);
    if (shape === null) return checkAnswer(type, words, writing);
    const { limits = deps.limits } = words;
    const caller = callerOf(words);
    const visibility = visibilityOf(words);
    const key = `${writing} ${type.uid} ${visibility.scope} ${shape}`;
    const answer = kept(answers, key, visibility, () => checkAnswer(type, words, writing));
    return { ...answer, context: { ...answer.context, caller, visibility, limits } };
  }

  function checkAnswer(type: ContentType, words: ReadWords, writing: string): PreparedAnswer {
    const context = contextOf(type, words, 'findOne', writing);
    const query = { fields: words.fields, populate: words.populate };
    // Filters and sorts do not change the answer, but wrong ones are refused.
    if (LIST_WORDS.some((name) => words[name] !== undefined))
      deps.prepare({ ...words, fields: undefined, populate: undefined }, type, context, false);
    return { query, context, ...plannedOne(query, type, context) };
  }

  function plannedOne(query: RawQuery, type: ContentType, context: QueryContext): PlannedOne {
    const node = deps.prepare(query, type, context, true);
    return { node, planned: plans.plan(node, 'one') };
  }

  function prepareAggregate(type: ContentType, words: ReadWords): PreparedAggregate {
    const context = { ...contextOf(type, words, 'find'), aggregate: words };
    const asked = { filters: words.filters, _q: words._q, fields: [] };
    const planned = plans.aggregate(deps.prepare(asked, type, context, true));
    return { type, visibility: context.visibility, planned, limits: context.limits, asked: askedBy(words) };
  }

  const askedBy = (words: ReadWords): Asked | null => (deps.isSurrounded() ? paramsOf(words) : null);

  function kept<R extends object>(
    texts: GenerationCache<string, R>,
    key: string,
    visibility: Visibility,
    make: () => R,
  ): R {
    if (deps.transform || visibility.rowFilter) return make();
    let read = texts.get(key);
    // Prepared before the hook was tapped, it does not know its words.
    if (!read || (deps.isSurrounded() && 'asked' in read && read.asked === null)) {
      read = make();
      texts.set(key, read);
    }
    return read;
  }

  return {
    prepare,
    prepareAnswer,
    plannedOne,
    prepareText: (type, operation, text, visibility, words) =>
      kept(reads, `${operation} ${type.uid} ${visibility.scope} ${text}`, visibility, () =>
        prepare(type, words(), operation),
      ),
    prepareAggregate,
    prepareAggregateText: (type, text, visibility, words) =>
      kept(aggregates, `${type.uid} ${visibility.scope} ${text}`, visibility, () =>
        prepareAggregate(type, words()),
      ),
    forgetTexts() {
      reads.clear();
      aggregates.clear();
      answers.clear();
    },
  };
}

const LIST_WORDS = ['filters', 'sort', 'pagination', '_q'] as const;

/** Words of a write that do not change its answer. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  Object.keys({
    documentId: true,
    newId: true,
    data: true,
    precondition: true,
    commits: true,
    caller: true,
    visibility: true,
    limits: true,
  } satisfies Record<keyof CallContext | 'documentId' | 'data' | 'limits', true>),
);

/** The words of the answer as a key, such as `fields=title`; empty without any. null: one of them is no text. */
function answerWords(words: ReadWords): string | null {
  let key = '';
  for (const name in words) {
    const value = words[name];
    if (OWN_WORDS.has(name) || value === undefined) continue;
    if (typeof value !== 'string') return null;
    key += `${JSON.stringify(name)}:${JSON.stringify(value)},`;
  }
  return key;
}

/**
 * Runs a read. When it reads more rows or writes more text than it may, `large` takes its place. Not for an answer with more than
 * `answerBytes`: its pieces would have as many.
 */
export const unlessLarge = <T, P>(
  { answerBytes }: Pick<QueryLimits, 'answerBytes'>,
  run: () => Promise<T> | T,
  large: () => Promise<P> | P,
): Promise<T | P> | T | P =>
  recovered(run, (error) => {
    if (isTooCostly(error) && !isTooLarge(error, answerBytes)) return large();
    throw error;
  });

/** Throws the 503 of an answer that can only be sent in pieces, while others are. */
export function tooMany(): never {
  const error = coreErrors.SERVER_BUSY(RETRY_AFTER.answers);
  error.cause = 'other large answers are being sent';
  throw error;
}
