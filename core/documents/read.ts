// Reads documents: query parameters → tree → plan → text. Handlers forward the text; object-service.ts parses it.
import type { ReadControl, Steps } from '../database/database';
import { GenerationCache } from '../database/generation-cache';
import type { PlanCache, Planned } from '../database/read/plan-cache';
import type { ListOutcome, OneOutcome, Reads } from '../database/read/reads';
import type { AggregateOutcome, ParseDocuments } from '../database/read/run-aggregate';
import type { Page, QueryNode } from '../query/ast';
import { type ParamDefinition, parseParams } from '../query/params';
import type { PrepareQuery, QueryContext } from '../query/prepare';
import type { QueryLimits } from '../query/query-limits';
import type { RawQuery } from '../query/raw-query';
import type { Registry } from '../registry/registry';
import type { AxisBindings } from '../schema/model/axis';
import type { ContentType, Schema } from '../schema/model/content-type';
import { FULL_VISIBILITY, type Visibility } from '../schema/model/visibility';
import { askedId, singleDocumentId } from './input/document-id';
import { ReadSet, type ReadTree } from './loaded-set';
import type { LoadedSet, PaginationMeta, TextResult } from './operations';

/** What a transport adds to the parameters of a read: its limits and the caller. */
export type ReadWords = RawQuery & {
  readonly visibility?: Visibility;
  readonly limits?: QueryLimits;
  readonly [param: string]: unknown;
};

export interface ReadDependencies {
  readonly schema: Schema;
  readonly reads: Reads;
  readonly plans: PlanCache;
  readonly params: Registry<ParamDefinition>;
  readonly prepare: PrepareQuery;
  /** For calls without limits of their own: plugins and scripts. */
  readonly limits: QueryLimits;
  readonly transform: QueryContext['transform'];
  /** `documents.loaded`; null when the hook is not tapped. */
  readonly loaded: ((set: LoadedSet) => Promise<void>) | null;
}

/** The answer of a write. `load` runs `documents.loaded` and returns the changed text; absent when the hook is not tapped. */
export interface Answered extends OneOutcome {
  readonly load?: () => Promise<string>;
}

export type ReadOperation = 'find' | 'findOne';

/** A checked and planned read: it only needs values and a run. */
export interface PreparedRead {
  readonly node: QueryNode;
  readonly planned: Planned;
  readonly limits: QueryLimits;
}

export interface ReadService {
  many(type: ContentType, words: ReadWords): Promise<TextResult>;
  /** `documentId` null: the document of a single type. */
  one(type: ContentType, documentId: string | null, words: ReadWords): Promise<string | null>;
  count(type: ContentType, words: ReadWords): Promise<number>;
  /** Figures and groups of all documents that match; a page of the words does not count. */
  aggregate(type: ContentType, words: ReadWords, control?: ReadControl | null): Promise<AggregateOutcome>;
  /**
   * Checks the query of a write's answer before anything is written; the result reads the answer inside the transaction.
   * `writing`: the operation that has these parameters.
   */
  answer(
    type: ContentType,
    words: ReadWords,
    writing?: string,
  ): (documentId: string, axes: AxisBindings) => Steps<Answered | null>;
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
  /** Drops the cache of `prepareText`, for plugins whose defaults change at run time. */
  forgetTexts(): void;
  /** `control`: of the request that reads. */
  runMany(read: PreparedRead, control?: ReadControl | null): Promise<TextResult> | TextResult;
  runOne(
    read: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
  ): Promise<OneOutcome | null> | OneOutcome | null;
}

export function createRead(deps: ReadDependencies): ReadService {
  const { reads, plans } = deps;
  const texts = new GenerationCache<string, PreparedRead>(1000);

  /** `writing`: the write whose answer is read. The answer shows the written document; parameters of lists do not apply. */
  function contextOf(
    type: ContentType,
    words: ReadWords,
    operation: ReadOperation,
    writing?: string,
  ): QueryContext {
    const visibility = words.visibility ?? FULL_VISIBILITY;
    const { axes, transforms } = parseParams(deps.params, words, { type, operation, writing, visibility });
    const isOwnAnswer = writing !== undefined;
    const { transform } = deps;
    return {
      schema: deps.schema,
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
    return {
      node,
      planned: plans.plan(node, operation === 'findOne' ? 'one' : 'list'),
      limits: context.limits,
    };
  }

  function prepareText(
    type: ContentType,
    operation: ReadOperation,
    text: string,
    visibility: Visibility,
    words: () => ReadWords,
  ): PreparedRead {
    if (deps.transform || visibility.rowFilter) return prepare(type, words(), operation);
    const key = `${operation} ${type.uid} ${visibility.scope} ${text}`;
    let read = texts.get(key);
    if (!read) {
      read = prepare(type, words(), operation);
      texts.set(key, read);
    }
    return read;
  }

  function runMany(
    { node, planned, limits }: PreparedRead,
    control?: ReadControl | null,
  ): Promise<TextResult> | TextResult {
    const outcome = reads.list(planned, node.page, limits, control);
    const listed =
      outcome instanceof Promise ? outcome.then((it) => listResult(node, it)) : listResult(node, outcome);
    return deps.loaded ? loadedList(node, listed) : listed;
  }

  function runOne(
    { node, planned, limits }: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
  ): Promise<OneOutcome | null> | OneOutcome | null {
    const id = documentId === null ? singleDocumentId(node.type.uid) : askedId(documentId);
    const outcome = reads.one(planned, id, limits, control);
    return deps.loaded ? loadedOne(node, outcome) : outcome;
  }

  async function loadedList(node: QueryNode, listed: Promise<TextResult> | TextResult): Promise<TextResult> {
    const result = await listed;
    return { ...result, text: await loadedText(node, result.text) };
  }

  async function loadedOne(
    node: QueryNode,
    found: Promise<OneOutcome | null> | OneOutcome | null,
  ): Promise<OneOutcome | null> {
    const outcome = await found;
    return outcome && { ...outcome, text: await loadedOneText(node, outcome.text) };
  }

  const loadedOneText = async (tree: ReadTree, text: string): Promise<string> =>
    (await loadedText(tree, `[${text}]`)).slice(1, -1);

  async function loadedText(tree: ReadTree, text: string): Promise<string> {
    const set = new ReadSet(tree, text);
    await deps.loaded?.(set);
    return set.text;
  }

  function* loadedSteps(node: QueryNode, steps: Steps<OneOutcome | null>): Steps<Answered | null> {
    const outcome = yield* steps;
    return outcome && { ...outcome, load: () => loadedOneText(node, outcome.text) };
  }

  return {
    prepare,
    prepareText,
    forgetTexts: () => texts.clear(),
    runMany,
    runOne,
    many: async (type, words) => runMany(prepare(type, words, 'find')),
    one: async (type, documentId, words) =>
      (await runOne(prepare(type, words, 'findOne'), documentId))?.text ?? null,
    count: async (type, words) => {
      const { node, limits } = prepare(
        type,
        { ...words, fields: undefined, populate: undefined, sort: undefined },
        'find',
      );
      return reads.count(plans.plan(node, 'count'), limits);
    },
    aggregate: async (type, words, control) => {
      const context = { ...contextOf(type, words, 'find'), aggregate: words };
      const asked = { filters: words.filters, _q: words._q, fields: [] };
      const node = deps.prepare(asked, type, context, true);
      const sets: ReadSet[] = [];
      const parse: ParseDocuments = (texts, populate) => {
        const set = new ReadSet({ type, populate }, `[${texts.join(',')}]`);
        sets.push(set);
        return set.documents;
      };
      const outcome = await reads.aggregate(plans.aggregate(node), context.limits, parse, control);
      if (deps.loaded) for (const set of sets) await deps.loaded(set);
      return outcome;
    },
    answer(type, words, writing = 'update') {
      const context = contextOf(type, words, 'findOne', writing);
      const query = { fields: words.fields, populate: words.populate };
      // The answer needs no filters and no sort; wrong ones are refused nevertheless.
      if (LIST_WORDS.some((name) => words[name] !== undefined))
        deps.prepare({ ...words, fields: undefined, populate: undefined }, type, context, false);
      let checked: QueryNode | null = deps.prepare(query, type, context, true);
      return (documentId, axes) => {
        // The checked query is the one that runs, unless the write sets the axes of the answer.
        const node =
          checked && isEmpty(axes)
            ? checked
            : deps.prepare(query, type, { ...context, axes: { ...context.axes, ...axes } }, true);
        checked = null;
        const steps = reads.oneSteps(plans.plan(node, 'one'), documentId, context.limits);
        return deps.loaded ? loadedSteps(node, steps) : steps;
      };
    },
  };
}

const LIST_WORDS = ['filters', 'sort', 'pagination', '_q'] as const;

function isEmpty(axes: AxisBindings): boolean {
  for (const _name in axes) return false;
  return true;
}

function listResult({ page }: QueryNode, { texts, total }: ListOutcome): TextResult {
  const text = arrayText(texts);
  return page ? { text, pagination: paginationMeta(page, total) } : { text };
}

function paginationMeta(page: Page, total: number | null): PaginationMeta {
  const counted = page.withCount && total !== null;
  if (page.style === 'offset') return { start: page.start, limit: page.limit, ...(counted ? { total } : {}) };
  return {
    page: page.page,
    pageSize: page.pageSize,
    ...(counted ? { pageCount: Math.ceil(total / page.pageSize), total } : {}),
  };
}

/** One long text is copied once, when it is sent. `join` would copy it here too. */
function arrayText(texts: readonly string[]): string {
  let text = '[';
  for (let i = 0; i < texts.length; i++) text += i === 0 ? texts[i] : `,${texts[i]}`;
  return `${text}]`;
}
