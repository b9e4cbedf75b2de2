// Reads documents: query parameters → tree → plan → text. Handlers forward the text; object-service.ts parses it.
import type { ReadControl, Snapshot, Steps } from '../../database/database';
import type { Caller } from '../../kernel/http/request/caller';
import type { AxisBindings } from '../model/compiled/axis';
import { callerOf } from '../model/compiled/callers';
import { ownDocumentId } from '../model/compiled/content-scope';
import type { ContentType } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { QueryNode } from '../query/ast';
import type { OneOutcome } from '../sql/read/outcomes';
import type { Reads } from '../sql/read/reads';
import type { AggregateOutcome, ParseDocuments } from '../sql/read/run-aggregate';
import { askedId } from './input/document-id';
import { listResult, paginationOf } from './list-result';
import { ReadSet, type ReadTree } from './loaded-set';
import type { LoadedSet, PaginationMeta, TextResult } from './operations';
import {
  createPreparation,
  type Preparation,
  type PrepareDependencies,
  type PreparedAggregate,
  type PreparedRead,
  type ReadWords,
  tooMany,
  unlessLarge,
} from './prepare-read';
import { createEachReads, type EachReads } from './read-each';

export interface ReadDependencies extends PrepareDependencies {
  readonly reads: Reads;
  /** `documents.loaded`; null when the hook is not tapped. */
  readonly loaded: ((set: LoadedSet) => Promise<void>) | null;
  /** Taps of `documents.loaded` may show each caller other values. */
  readonly loadsPerCaller: boolean;
}

/** The answer of a write. `load` runs `documents.loaded` and returns the changed text; absent when the hook is not tapped. */
export interface Answered extends OneOutcome {
  readonly load?: () => Promise<string>;
}

/** One state of the database. */
export type Moment = Snapshot;

/** A large answer: JSON text that is sent while it is read. */
export interface TextPieces {
  readonly pieces: AsyncIterable<string>;
  readonly pagination?: PaginationMeta;
  /** Must be called. Afterwards no more pieces can be read. */
  close(): void;
}

export interface ReadService extends Omit<Preparation, 'prepareAnswer' | 'plannedOne'>, EachReads {
  /** `documents.loaded` or `documents.around` has taps: they see the documents of each read. */
  isTapped(): boolean;
  /** Their taps may show each caller other values, so two callers cannot share an answer. */
  loadsPerCaller(): boolean;
  many(type: ContentType, words: ReadWords): Promise<TextResult>;
  /** `documentId` null: the document of a single type. */
  one(type: ContentType, documentId: string | null, words: ReadWords): Promise<string | null>;
  count(type: ContentType, words: ReadWords): Promise<number>;
  /** Figures and groups of all documents that match; a page of the words does not count. */
  aggregate(type: ContentType, words: ReadWords): Promise<AggregateOutcome>;
  runAggregate(
    read: PreparedAggregate,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<AggregateOutcome>;
  /**
   * Checks the query of a write's answer before anything is written; the result reads the answer inside the transaction.
   * `writing`: the operation that has these parameters.
   */
  answer(
    type: ContentType,
    words: ReadWords,
    writing?: string,
  ): (documentId: string, axes: AxisBindings) => Steps<Answered | null>;
  /**
   * `control`: of the request that reads. `caller`: for whom the documents are read, for taps of `documents.loaded`. Absent: an
   * anonymous caller with the visibility of the read.
   */
  runMany(
    read: PreparedRead,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<TextResult> | TextResult;
  runOne(
    read: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<OneOutcome | null> | OneOutcome | null;
  /** The committed data of now, for short reads after later writes; null: too many are open. It must be closed. */
  moment(): Promise<Moment> | null;
  /** As `runMany`, for transports that can send an answer in pieces. With a tap on `documents.loaded`, no answer is. */
  sendMany(
    read: PreparedRead,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<TextResult | TextPieces> | TextResult | TextPieces;
  sendOne(
    read: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<OneOutcome | TextPieces | null> | OneOutcome | TextPieces | null;
}

export function createRead(deps: ReadDependencies): ReadService {
  const { reads, plans } = deps;
  const { prepareAnswer, plannedOne, ...preparation } = createPreparation(deps);
  const { prepare, prepareAggregate } = preparation;
  /** Asked per read: a plugin may tap the hook after this service is made. */
  const isTapped = (): boolean => deps.loaded !== null || deps.isSurrounded();
  const mayPage = (): boolean => reads.readsLong && !isTapped();

  function runMany(
    { node, visibility, planned, limits }: PreparedRead,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<TextResult> | TextResult {
    const outcome = reads.list(planned, node.page, limits, control);
    const listed =
      outcome instanceof Promise ? outcome.then((it) => listResult(node, it)) : listResult(node, outcome);
    return deps.loaded ? loadedList(treeOf(node, visibility, caller), listed) : listed;
  }

  function runOne(
    { node, visibility, planned, limits }: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<OneOutcome | null> | OneOutcome | null {
    const outcome = reads.one(
      planned,
      storedId(node, documentId, callerOf({ caller, visibility })),
      limits,
      control,
    );
    return deps.loaded ? loadedOne(treeOf(node, visibility, caller), outcome) : outcome;
  }

  function sendMany(read: PreparedRead, control?: ReadControl | null, caller?: Caller) {
    return send<TextResult, TextPieces>(
      read,
      (asked) => runMany(asked, control, caller),
      () => readPieces(read, null, control) as Promise<TextPieces> | undefined,
    );
  }

  function sendOne(
    read: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
    caller?: Caller,
  ) {
    return send<OneOutcome | null, TextPieces | null>(
      read,
      (asked) => runOne(asked, documentId, control, caller),
      () =>
        readPieces(
          read,
          storedId(read.node, documentId, callerOf({ caller, visibility: read.visibility })),
          control,
        ),
    );
  }

  /** While no more answers can be sent in pieces, a read need not find out whether it is small. */
  function send<T, P>(
    read: PreparedRead,
    run: (asked: PreparedRead) => Promise<T> | T,
    pieces: () => Promise<P> | undefined,
  ): Promise<T | P> | T | P {
    if (!read.small || !mayPage()) return run(read);
    const first = reads.maySendLong ? read.small : read;
    const whole = (): Promise<T> | T =>
      first === read ? tooMany() : unlessLarge(read.limits, () => run(read), tooMany);
    return unlessLarge<T, T | P>(
      read.limits,
      () => run(first),
      () => pieces() ?? whole(),
    );
  }

  /** undefined: too many are being sent. */
  function readPieces(
    { node, limits }: PreparedRead,
    documentId: string | null,
    control?: ReadControl | null,
  ): Promise<TextPieces | null> | undefined {
    const plan = plans.long(node, documentId === null ? 'list' : 'one');
    const reading = reads.long(plan, documentId, node.page, limits, control);
    return reading?.then((long) => long && { ...long, ...paginationOf(node, long.total) });
  }

  async function loadedList(tree: ReadTree, listed: Promise<TextResult> | TextResult): Promise<TextResult> {
    const result = await listed;
    return { ...result, text: await loadedText(tree, result.text) };
  }

  async function loadedOne(
    tree: ReadTree,
    found: Promise<OneOutcome | null> | OneOutcome | null,
  ): Promise<OneOutcome | null> {
    const outcome = await found;
    return outcome && { ...outcome, text: await loadedOneText(tree, outcome.text) };
  }

  async function runAggregate(
    { type, visibility, planned, limits }: PreparedAggregate,
    control?: ReadControl | null,
    caller?: Caller,
  ): Promise<AggregateOutcome> {
    const sets: ReadSet[] = [];
    const parse: ParseDocuments = (texts, { fields, populate }) => {
      const tree = treeOf({ type, fields, populate }, visibility, caller);
      const set = new ReadSet(tree, `[${texts.join(',')}]`);
      sets.push(set);
      return set.documents;
    };
    const outcome = await reads.aggregate(planned, limits, parse, control);
    if (deps.loaded) for (const set of sets) await deps.loaded(set);
    return outcome;
  }

  const loadedOneText = async (tree: ReadTree, text: string): Promise<string> =>
    (await loadedText(tree, `[${text}]`)).slice(1, -1);

  async function loadedText(tree: ReadTree, text: string): Promise<string> {
    const set = new ReadSet(tree, text);
    await deps.loaded?.(set);
    return set.text;
  }

  function* loadedSteps(tree: ReadTree, steps: Steps<OneOutcome | null>): Steps<Answered | null> {
    const outcome = yield* steps;
    return outcome && { ...outcome, load: () => loadedOneText(tree, outcome.text) };
  }

  return {
    isTapped,
    loadsPerCaller: () => deps.loadsPerCaller || deps.isSurrounded(),
    ...preparation,
    runMany,
    runOne,
    moment: () => reads.moment(),
    ...createEachReads({ reads, plans, loaded: deps.loaded, treeOf }),
    sendMany,
    sendOne,
    many: async (type, words) => runMany(prepare(type, words, 'find'), null, callerOf(words)),
    one: async (type, documentId, words) =>
      (await runOne(prepare(type, words, 'findOne'), documentId, null, callerOf(words)))?.text ?? null,
    count: async (type, words) => {
      const { node, limits } = prepare(
        type,
        { ...words, fields: undefined, populate: undefined, sort: undefined },
        'find',
      );
      return reads.count(plans.plan(node, 'count'), limits);
    },
    aggregate: async (type, words) => runAggregate(prepareAggregate(type, words), null, callerOf(words)),
    runAggregate,
    answer(type, words, writing = 'update') {
      const asked = prepareAnswer(type, words, writing);
      const { query, context } = asked;
      return (documentId, axes) => {
        // The checked query is the one that runs, unless the write sets the axes of the answer.
        const { node, planned } = isEmpty(axes)
          ? asked
          : plannedOne(query, type, { ...context, axes: { ...context.axes, ...axes } });
        const steps = reads.oneSteps(planned, documentId, context.limits);
        return deps.loaded ? loadedSteps(treeOf(node, context.visibility, context.caller), steps) : steps;
      };
    },
  };
}

/** Callers who read with one visibility share a read, so the caller is none of its parts. */
const treeOf = (
  { type, fields, populate }: Pick<ReadTree, 'type' | 'fields' | 'populate'>,
  visibility: Visibility,
  caller: Caller = callerOf({ visibility }),
): ReadTree => ({ type, fields, populate, visibility, caller });

function isEmpty(axes: AxisBindings): boolean {
  for (const _name in axes) return false;
  return true;
}

const storedId = ({ type }: QueryNode, documentId: string | null, caller: Caller): string =>
  documentId === null ? ownDocumentId(type, caller) : askedId(documentId);
