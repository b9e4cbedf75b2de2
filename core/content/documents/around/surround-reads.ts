// Reads with taps of `documents.around`. A read is prepared before, so that the caller's own parameters are checked with the rights of the
// caller. Parameters that a tap changes are prepared again, with the same rights.
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../../kernel/http/request/caller';
import type { ContentType, Schema } from '../../model/compiled/content-type';
import type { OneOutcome } from '../../sql/read/outcomes';
import type { AggregateOutcome } from '../../sql/read/run-aggregate';
import { paginationOf } from '../list-result';
import type { PaginationMeta, TextResult } from '../operations';
import type { Preparation, PreparedAggregate, PreparedRead, ReadWords } from '../prepare-read';
import { createCleanAnswers, idsOf, wordsOfIds, wrongAnswer } from './clean-answers';
import { type Around, callOf, type DocumentAnswer, type DocumentCall } from './document-call';
import { isUntouched, TextAnswer } from './text-answer';

type Words = Readonly<Record<string, unknown>>;

export interface SurroundedReads {
  list(
    read: Surrounded<PreparedRead>,
    caller: Caller | undefined,
    run: (read: PreparedRead) => Promise<TextResult> | TextResult,
  ): Promise<TextResult>;
  one(
    read: Surrounded<PreparedRead>,
    documentId: string | null,
    caller: Caller | undefined,
    run: (read: PreparedRead, documentId: string | null) => Promise<OneOutcome | null> | OneOutcome | null,
  ): Promise<OneOutcome | null>;
  aggregate(
    read: Surrounded<PreparedAggregate>,
    caller: Caller | undefined,
    run: (read: PreparedAggregate) => Promise<AggregateOutcome>,
  ): Promise<AggregateOutcome>;
  count(type: ContentType, words: ReadWords, run: (words: ReadWords) => Promise<number>): Promise<number>;
}

/** A read that knows its words. */
export type Surrounded<R> = R & { readonly asked: Words };

export interface SurroundingReads {
  readonly schema: Schema;
  readonly around: Around;
  readonly preparation: Pick<Preparation, 'prepare' | 'prepareAggregate'>;
  runMany(read: PreparedRead): Promise<TextResult> | TextResult;
}

export function createSurroundedReads({
  schema,
  around,
  preparation,
  runMany,
}: SurroundingReads): SurroundedReads {
  const { prepare, prepareAggregate } = preparation;
  const clean = createCleanAnswers(schema, async (call, type, ids) => {
    const read = prepare(type, wordsOfIds(call, ids), 'find');
    return idsOf(JSON.parse((await runMany(read)).text));
  });

  /** The words of a call that a tap has changed; null: they are as they were. */
  const changed = (
    { params, caller, visibility }: DocumentCall,
    words: Words,
    { limits }: Pick<PreparedRead, 'limits'>,
  ): ReadWords | null =>
    isDeepStrictEqual(params, words) ? null : { ...params, caller, visibility, limits };

  return {
    async list(read, caller, run) {
      const { asked, visibility, node } = read;
      const call = callOf('find', node.type, asked, { caller, visibility });
      const result: Result<TextResult> = { found: null, made: null };
      const answer = await around(call, async () => {
        const words = changed(call, asked, read);
        const found = await run(words ? prepare(node.type, words, 'find') : read);
        result.found = found;
        result.made = new TextAnswer(found.text, found.pagination);
        return result.made;
      });
      const { found, made } = result;
      if (isUntouched(answer, made)) return { text: answer.text, ...pageOf(answer, null) };
      const documents = await clean.list(call, answer.value, found?.text ?? null);
      // A page of another call, or one with hidden documents, says nothing about this answer.
      const isOther = answer instanceof TextAnswer && answer !== made;
      const isWhole = Array.isArray(answer.value) && answer.value.length === documents.length;
      const page = isOther || !isWhole ? null : pageOf(answer, found);
      return { text: JSON.stringify(documents), ...(page ?? paginationOf(node, documents.length)) };
    },
    async one(read, documentId, caller, run) {
      const { visibility, node } = read;
      const asked = documentId === null ? read.asked : { ...read.asked, documentId };
      const call = callOf('findOne', node.type, asked, { caller, visibility });
      const result: Result<OneOutcome> = { found: null, made: null };
      const answer = await around(call, async () => {
        const { documentId: named = null, ...params } = call.params;
        const words = changed({ ...call, params }, read.asked, read);
        const found = await run(words ? prepare(node.type, words, 'findOne') : read, named as string | null);
        result.found = found;
        result.made = new TextAnswer(found?.text ?? 'null');
        return result.made;
      });
      if (isUntouched(answer, result.made)) return result.found;
      const document = await clean.one(call, answer.value, result.found?.text ?? null);
      return document && { text: JSON.stringify(document), updatedAt: updatedAtOf(document, result.found) };
    },
    async aggregate(read, caller, run) {
      const { asked, visibility, type } = read;
      const call = callOf('aggregate', type, asked, { caller, visibility });
      const answer = await around(call, async () => {
        const words = changed(call, asked, read);
        return { value: await run(words ? prepareAggregate(type, words) : read) };
      });
      return answer.value as AggregateOutcome;
    },
    async count(type, words, run) {
      const call = callOf('count', type, words, words);
      const { caller, visibility } = call;
      const answer = await around(call, async () => ({
        value: await run({ ...call.params, caller, visibility, ...limitsOf(words) }),
      }));
      if (typeof answer.value === 'number') return answer.value;
      throw wrongAnswer(call, 'a number', answer.value);
    },
  };
}

/** What `next()` has read; null: nothing. */
interface Result<T> {
  found: T | null;
  made: TextAnswer | null;
}

/** A tap may answer without a page: then the page of the read holds. */
const pageOf = (answer: DocumentAnswer, found: TextResult | null): { pagination: PaginationMeta } | null => {
  const pagination = answer.pagination ?? found?.pagination;
  return pagination ? { pagination } : null;
};

const limitsOf = ({ limits }: ReadWords): Pick<ReadWords, 'limits'> => (limits ? { limits } : {});

const NEVER = new Date(0).toISOString();

const updatedAtOf = ({ updatedAt }: Words, found: OneOutcome | null): string =>
  typeof updatedAt === 'string' ? updatedAt : (found?.updatedAt ?? NEVER);
