// Prepares the writes of the document service: each checks the query of its answer, runs the taps of `prepare`, parses its body and says
// what its transaction does. writes.ts performs them, one alone or many together.
import { isThenable } from '../../kernel/check/thenable';
import { coreErrors } from '../../kernel/errors/core-errors';
import type { Registry } from '../../kernel/registry/registry';
import { callerOf } from '../model/compiled/callers';
import { ownDocumentId } from '../model/compiled/content-scope';
import type { ContentType, Schema, Uid } from '../model/compiled/content-type';
import type { ParamDefinition } from '../query/params';
import { cloneDocument } from './clone-document';
import { countEntries, type ModelInput } from './input/body-input';
import { documentIdOf, givenId, newDocumentId } from './input/document-id';
import { createOwnValues, type OwnValuesOfWrite, refuseReplaced } from './input/own-values';
import { createBodyParser, type ParsedBody } from './input/parse-body';
import { cascadeTest } from './links/linked-places';
import { newAction, type WriteRequest } from './new-action';
import type { DocumentOperation, ReadArguments, WriteArguments, WriteOutcome } from './operations';
import type { Attempt, Performance, ReadAnswer, WriteHooks } from './perform';
import { refusing } from './refusals';
import { removeDocument } from './remove-document';
import { checkedValues, runOperation } from './run-operation';
import { createDocument, updateDocument } from './save-document';
import { setScopes } from './unique/document-scopes';
import type { LinkedPlace } from './write/removal';
import type { WriteAction } from './write-action';

interface PreparedAction {
  readonly action: WriteAction;
  readonly answer: ReadAnswer | null;
  /** Reads the whole document for hooks; null: no hook is tapped. */
  readonly whole: ReadAnswer | null;
  readonly own: OwnValuesOfWrite;
}

/** A write that waits for its transaction. */
export interface PreparedWrite {
  readonly performance: Performance;
  /** The parsed body; null: the write has none. */
  readonly input: ModelInput | null;
  /** Of a delete that was performed: other documents of the type that it has taken along. */
  readonly takenAlong?: () => readonly string[];
}

export interface PreparedDelete extends PreparedWrite {
  /** The rows that it has removed. */
  readonly deleted: () => number;
}

export interface PreparedOperation extends PreparedWrite {
  readonly finish: (outcome: WriteOutcome | null) => WriteOutcome | null;
}

/** null: no document can have the id. `shows` false: the answer is not read. */
export interface PreparedWrites {
  create(type: ContentType, args: WriteArguments, shows?: boolean): Promise<PreparedWrite>;
  update(type: ContentType, args: WriteArguments, shows?: boolean): Promise<PreparedWrite | null>;
  clone(type: ContentType, args: WriteArguments, shows?: boolean): Promise<PreparedWrite | null>;
  remove(type: ContentType, args: ReadArguments): Promise<PreparedDelete | null>;
  /** A delete that is a part of another write. */
  removePart(part: LinkedPlace, args: ReadArguments): Promise<PreparedDelete>;
  /** A delete that is not performed: no tap runs for it. */
  asked(type: ContentType, args: ReadArguments): WriteAction | null;
  operate(
    name: string,
    type: ContentType,
    args: WriteArguments,
    shows?: boolean,
  ): Promise<PreparedOperation | null>;
}

export interface AnswerReads {
  /** Checks the query of an answer at once; the result reads the answer inside the transaction. */
  answer(type: ContentType, args: ReadArguments, writing?: string): ReadAnswer;
}

export interface PreparingDeps {
  readonly schema: Schema;
  readonly read: AnswerReads;
  readonly params: Registry<ParamDefinition>;
  readonly operations: Registry<DocumentOperation>;
  readonly hooks: WriteHooks;
  /** Keys of a body that are ignored, as plugins declare them. */
  readonly ignoredKeys: ReadonlySet<string>;
}

export function createPreparedWrites(deps: PreparingDeps): PreparedWrites {
  const { schema, read, hooks } = deps;
  const parseBody = createBodyParser(schema, deps.ignoredKeys);
  const wholeAnswers = new Map<Uid, ReadAnswer>();
  const mayTakeAlong = cascadeTest(schema);

  /** Reads the whole document for hooks; only secrets are left out. */
  function wholeOf(type: ContentType): ReadAnswer | null {
    if (!hooks.written && !hooks.committed) return null;
    const answer = wholeAnswers.get(type.uid) ?? read.answer(type, {});
    wholeAnswers.set(type.uid, answer);
    return answer;
  }

  /** Checks the query of the answer, then runs the taps of `prepare`, which may set values. */
  function prepare(
    request: WriteRequest,
    hasBody: boolean,
    shows: boolean,
  ): PreparedAction | Promise<PreparedAction> {
    const { operation, type, args } = request;
    const answer = shows ? read.answer(type, args, operation) : null;
    const own = createOwnValues(operation, type, args.data, hasBody);
    const action = newAction(request, own, deps.params);
    const { data } = action;
    if (hasBody) setScopes(action);
    const prepared = { action, answer, whole: wholeOf(type), own };
    if (!hooks.prepare) return prepared;
    const { prepare: run } = hooks;
    return refusing(action, async () => {
      await run(action);
      refuseReplaced(action, data);
      return prepared;
    });
  }

  /** A write with a body. */
  async function save(
    request: WriteRequest,
    shows: boolean,
    work: (attempt: Attempt, body: ParsedBody) => Promise<boolean>,
  ): Promise<PreparedWrite> {
    const preparing = prepare(request, true, shows);
    const { action, answer, whole, own } = isThenable(preparing) ? await preparing : preparing;
    const parsing = refusing(action, () => parseBody(action, request.args.data, own.take()));
    const body = isThenable(parsing) ? await parsing : parsing;
    const entries = countEntries(body.input);
    const { commits } = request.args;
    return {
      performance: { action, commits, answer, whole, entries, work: (attempt) => work(attempt, body) },
      input: body.input,
    };
  }

  async function removal(request: WriteRequest): Promise<PreparedDelete> {
    const { type, args, part } = request;
    const { action } = await prepare(request, false, part === undefined);
    let deleted = 0;
    let gone: readonly string[] = [];
    return {
      performance: {
        action,
        commits: args.commits,
        answer: null,
        whole: null,
        entries: 0,
        joins: mayTakeAlong(type),
        async work(attempt) {
          const found = await removeDocument(attempt);
          deleted = attempt.session.written.filter(({ became }) => became === 'deleted').length;
          gone = attempt.session.removal.goneOf(type);
          return found;
        },
      },
      input: null,
      deleted: () => deleted,
      takenAlong: () => gone.filter((documentId) => documentId !== action.documentId),
    };
  }

  return {
    create(type, args, shows = true) {
      const { newId } = args;
      const isNamed = type.kind === 'singleType' || newId !== undefined;
      const given = newId === undefined ? newDocumentId() : givenId(newId, type);
      const documentId = type.kind === 'singleType' ? ownDocumentId(type, callerOf(args)) : given;
      return save({ operation: 'create', type, documentId, args }, shows, (attempt, body) =>
        createDocument(attempt, body, isNamed),
      );
    },
    async update(type, args, shows = true) {
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return null;
      return save({ operation: 'update', type, documentId, args }, shows, updateDocument);
    },
    async clone(type, args, shows = true) {
      const sourceId = documentIdOf(type, args.documentId, callerOf(args));
      if (sourceId === null) return null;
      if (type.kind === 'singleType')
        throw coreErrors.BODY_RULE(
          `${type.displayName} is a single type: it has one document, which cannot be cloned`,
        );
      const data = args.data ?? {};
      return save(
        { operation: 'clone', type, documentId: newDocumentId(), source: sourceId, args: { ...args, data } },
        shows,
        (attempt, body) => cloneDocument(attempt, sourceId, body),
      );
    },
    async remove(type, args) {
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return null;
      return removal({ operation: 'delete', type, documentId, args });
    },
    removePart: (part, args) =>
      removal({ operation: 'delete', type: part.type, documentId: part.documentId, args, part }),
    asked(type, args) {
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return null;
      const request = { operation: 'delete', type, documentId, args };
      return newAction(request, createOwnValues('delete', type, undefined, false), deps.params);
    },
    async operate(name, type, args, shows = true) {
      const operation = deps.operations.get(name);
      if (!operation || operation.available?.(type) === false)
        throw new Error(
          `${type.uid} has no operation "${name}"; its plugin is disabled or does not serve this type`,
        );
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return null;
      const values = operation.takes && checkedValues(operation.takes, args.data);
      const request = { operation: operation.event ?? name, type, documentId, args };
      const { action, answer, whole } = await prepare(request, false, shows);
      const hasValue = operation.answers === 'value';
      let value: unknown = null;
      return {
        performance: {
          action,
          commits: args.commits,
          answer: hasValue ? null : answer,
          whole,
          entries: 0,
          joins: operation.joins !== false,
          isApart: operation.joins === false,
          work: (attempt) =>
            runOperation(
              attempt,
              operation.takesWorking === true,
              async ({ context, action: { documentId: id } }) => {
                value = await operation.run(context, id, values);
              },
            ),
        },
        input: null,
        finish: (outcome) =>
          outcome && hasValue ? { ...outcome, text: JSON.stringify(value ?? null) } : outcome,
      };
    },
  };
}
