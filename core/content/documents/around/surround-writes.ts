// Writes with taps of `documents.around`. A tap runs before the write is prepared and its transaction begins, and ends after the commit.
import { isPlainObject } from '../../../kernel/check/checks';
import type { Registry } from '../../../kernel/registry/registry';
import type { ContentType, Schema } from '../../model/compiled/content-type';
import type { DocumentOperation, ReadArguments, WriteArguments, WriteOutcome } from '../operations';
import type { Writes } from '../writes';
import { type CleanAnswers, createCleanAnswers, idsOf, wordsOfIds, wrongAnswer } from './clean-answers';
import { type Around, callOf, type DocumentCall } from './document-call';
import { isUntouched, TextAnswer } from './text-answer';
import { type EachDeps, writeEach } from './write-each';

export interface SurroundingWrites extends EachDeps {
  readonly schema: Schema;
  readonly operations: Registry<DocumentOperation>;
  readonly around: Around;
  readonly read: { many(type: ContentType, words: ReadArguments): Promise<{ readonly text: string }> };
}

type Run = (args: WriteArguments) => Promise<WriteOutcome | null>;

export function surroundWrites(writes: Writes, deps: SurroundingWrites): Writes {
  const { schema, operations, around, read } = deps;
  const clean = createCleanAnswers(schema, async (call, type, ids) => {
    const { text } = await read.many(type, wordsOfIds(call, ids));
    return idsOf(JSON.parse(text));
  });

  async function surrounded(operation: string, type: ContentType, args: WriteArguments, run: Run) {
    const call = callOf(operation, type, args, args);
    const result: { outcome: WriteOutcome | null; made: TextAnswer | null } = { outcome: null, made: null };
    const answer = await around(call, async () => {
      result.outcome = await run(argumentsOf(call, args));
      result.made = new TextAnswer(result.outcome?.text ?? 'null');
      return result.made;
    });
    const { outcome, made } = result;
    if (isUntouched(answer, made)) return outcome;
    const document =
      operations.get(operation)?.answers === 'value'
        ? answer.value
        : await shown(clean, call, answer.value, outcome);
    return outcomeOf(document, outcome);
  }

  const each: Writes = {
    async create(type, args) {
      const outcome = await surrounded('create', type, args, (given) => writes.create(type, given));
      if (outcome) return outcome;
      throw wrongAnswer(callOf('create', type, args, args), 'a document', null);
    },
    update: (type, args) => surrounded('update', type, args, (given) => writes.update(type, given)),
    clone: (type, args) => surrounded('clone', type, args, (given) => writes.clone(type, given)),
    operate: (name, type, args) => surrounded(name, type, args, (given) => writes.operate(name, type, given)),
    async remove(type, args) {
      const call = callOf('delete', type, args, args);
      let takenAlong: readonly string[] = [];
      const { value } = await around(call, async () => {
        const removed = await writes.remove(type, argumentsOf(call, args));
        takenAlong = removed.takenAlong;
        return { value: { deleted: removed.deleted } };
      });
      if (isPlainObject(value) && typeof value.deleted === 'number')
        return { deleted: value.deleted, takenAlong };
      throw wrongAnswer(call, '{ deleted: 1 }, a number of rows', value);
    },
    deleteEffects: (type, args) => writes.deleteEffects(type, args),
    many: (type, args) => writeEach(each, deps, type, args),
  };
  return each;
}

/** What a tap leaves of the parameters, with the rights and conditions of the call. */
const argumentsOf = ({ params, caller, visibility }: DocumentCall, args: WriteArguments): WriteArguments => {
  const given: Record<string, unknown> = { ...params, caller, visibility };
  for (const name of KEPT) {
    const value: unknown = Reflect.get(args, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
};

const KEPT = ['limits', 'commits', 'precondition', 'newId'];

/** The document that was written may be shown, also if a row filter hides it. */
const shown = (clean: CleanAnswers, call: DocumentCall, value: unknown, outcome: WriteOutcome | null) =>
  clean.one(call, value, outcome && (outcome.text ?? JSON.stringify({ documentId: outcome.documentId })));

function outcomeOf(document: unknown, outcome: WriteOutcome | null): WriteOutcome | null {
  if (document === null || document === undefined) return outcome && { ...outcome, text: null };
  const { documentId, updatedAt } = isPlainObject(document) ? document : {};
  return {
    documentId: outcome?.documentId ?? String(documentId ?? ''),
    text: JSON.stringify(document),
    updatedAt: typeof updatedAt === 'string' ? updatedAt : (outcome?.updatedAt ?? new Date().toISOString()),
    created: outcome?.created ?? false,
  };
}
