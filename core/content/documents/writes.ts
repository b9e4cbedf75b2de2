// The writes of the document service. Each checks the query of its answer, prepares its action, parses its body and performs its work.

import type { Database } from '../../database/database';
import type { TableSpec } from '../../database/tables';
import { type Check, runCheck } from '../../kernel/check/check';
import { coreErrors } from '../../kernel/errors/core-errors';
import type { Registry } from '../../kernel/registry/registry';
import { callerOf, visibilityOf } from '../model/compiled/callers';
import { ownDocumentId } from '../model/compiled/content-scope';
import type { ContentType, Schema, Uid } from '../model/compiled/content-type';
import { type ParamDefinition, parseParams } from '../query/params';
import type { DormantColumn } from '../sql/axis-ledger';
import { createUniqueValues } from '../sql/unique';
import { cloneDocument } from './clone-document';
import { countEntries } from './input/body-input';
import { documentIdOf, newDocumentId } from './input/document-id';
import { createOwnValues, type OwnValuesOfWrite, readOnlyView, refuseReplaced } from './input/own-values';
import { createBodyParser, type ParsedBody } from './input/parse-body';
import { dataObject } from './input/parse-input';
import type { DocumentOperation, ReadArguments, WriteArguments, WriteOutcome } from './operations';
import { type Attempt, perform, type ReadAnswer, type WriteHooks } from './perform';
import { removeDocument } from './remove-document';
import { createDocument, updateDocument } from './save-document';
import { setScopes } from './unique/document-scopes';
import type { LinkActions } from './write/link-right';
import { createRowFilterChecks } from './write/row-filter-check';
import { rowsAsked, targetOf, workingOf } from './write/target';
import { mayWriteAll } from './write/writable-documents';
import { createWritePlans } from './write/write-plan';
import type { WriteAction } from './write-action';

export interface AnswerReads {
  /** Checks the query of an answer at once; the result reads the answer inside the transaction. */
  answer(type: ContentType, args: ReadArguments, writing?: string): ReadAnswer;
}

export interface WritesDeps {
  readonly schema: Schema;
  readonly database: Database;
  readonly read: AnswerReads;
  readonly params: Registry<ParamDefinition>;
  readonly operations: Registry<DocumentOperation>;
  readonly hooks: WriteHooks;
  /** Reserves `count` ids for component entries and returns the first. They are never reused. */
  readonly reserveEntryIds: (count: number) => Promise<number>;
  /** Keys of a body that are ignored, as plugins declare them. */
  readonly ignoredKeys: ReadonlySet<string>;
  /** The actions that a caller needs to link documents of a type; absent: none. */
  readonly linkActions?: LinkActions;
  /** Columns of dormant axes of a type, with the value of visible rows. */
  readonly dormant: (uid: Uid) => readonly DormantColumn[];
  readonly tables: readonly TableSpec[];
}

export interface Writes {
  create(type: ContentType, args: WriteArguments): Promise<WriteOutcome>;
  update(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
  clone(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
  remove(type: ContentType, args: ReadArguments): Promise<{ deleted: number }>;
  /** Runs an operation that a plugin adds. */
  operate(name: string, type: ContentType, args: WriteArguments): Promise<WriteOutcome | null>;
}

interface WriteRequest {
  readonly operation: string;
  readonly type: ContentType;
  readonly documentId: string;
  readonly args: WriteArguments;
}

interface PreparedWrite {
  readonly action: WriteAction;
  readonly answer: ReadAnswer;
  /** Reads the whole document for hooks; null: no hook is tapped. */
  readonly whole: ReadAnswer | null;
  readonly own: OwnValuesOfWrite;
}

export function createWrites(deps: WritesDeps): Writes {
  const { schema, database, read, hooks, tables, reserveEntryIds } = deps;
  const tools = {
    schema,
    dialect: database.dialect,
    unique: createUniqueValues(database),
    planOf: createWritePlans({ schema, dialect: database.dialect, dormant: deps.dormant }),
    rowFilterCheckOf: createRowFilterChecks(read),
    linkActions: deps.linkActions,
  };
  const parseBody = createBodyParser(schema, deps.ignoredKeys);
  const performing = { database, tools, hooks, tables, reserveEntryIds };
  const wholeAnswers = new Map<Uid, ReadAnswer>();

  /** Reads the whole document for hooks; only secrets are left out. */
  function wholeOf(type: ContentType): ReadAnswer | null {
    if (!hooks.written && !hooks.committed) return null;
    const answer = wholeAnswers.get(type.uid) ?? read.answer(type, {});
    wholeAnswers.set(type.uid, answer);
    return answer;
  }

  /** Checks the query of the answer, then runs the taps of `prepare`, which may set values. */
  async function prepare(request: WriteRequest, hasBody: boolean): Promise<PreparedWrite> {
    const { operation, type, args } = request;
    const answer = read.answer(type, args, operation);
    const own = createOwnValues(operation, type, args.data, hasBody);
    const action = actionOf(request, own);
    const { data } = action;
    if (hasBody) setScopes(action);
    await hooks.prepare?.(action);
    refuseReplaced(action, data);
    return { action, answer, whole: wholeOf(type), own };
  }

  function actionOf(
    { operation, type, documentId, args }: WriteRequest,
    { set, all }: OwnValuesOfWrite,
  ): WriteAction {
    const caller = callerOf(args);
    const visibility = visibilityOf(args);
    const { axes } = parseParams(deps.params, { ...args }, { type, operation, caller, visibility });
    return {
      operation,
      type,
      documentId,
      data: readOnlyView(args.data),
      set,
      values: all,
      caller,
      visibility,
      axes,
      target: targetOf(type, axes),
      strictness: 'complete',
      followUps: [],
      purges: false,
      goesLive: false,
      columns: {},
      state: {},
      facts: {},
      shown: {},
      precondition: args.precondition ?? null,
      rows: [],
      makesRow: false,
    };
  }

  /** A write with a body. */
  async function save(
    request: WriteRequest,
    work: (attempt: Attempt, body: ParsedBody) => Promise<boolean>,
  ): Promise<WriteOutcome | null> {
    const { action, answer, whole, own } = await prepare(request, true);
    const body = await parseBody(action, request.args.data, own.take());
    return perform(performing, {
      action,
      commits: request.args.commits,
      answer,
      whole,
      entries: countEntries(body.input),
      work: (attempt) => work(attempt, body),
    });
  }

  return {
    async create(type, args) {
      const documentId = type.kind === 'singleType' ? ownDocumentId(type, callerOf(args)) : newDocumentId();
      const outcome = await save({ operation: 'create', type, documentId, args }, createDocument);
      if (!outcome) throw new Error(`${type.uid} could not be created`);
      return outcome;
    },
    async update(type, args) {
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      return documentId === null
        ? null
        : save({ operation: 'update', type, documentId, args }, updateDocument);
    },
    async clone(type, args) {
      const sourceId = documentIdOf(type, args.documentId, callerOf(args));
      if (sourceId === null) return null;
      if (type.kind === 'singleType')
        throw coreErrors.BODY_RULE(
          `${type.displayName} is a single type: it has one document, which cannot be cloned`,
        );
      const data = args.data ?? {};
      return save(
        { operation: 'clone', type, documentId: newDocumentId(), args: { ...args, data } },
        (attempt, body) => cloneDocument(attempt, sourceId, body),
      );
    },
    async remove(type, args) {
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return { deleted: 0 };
      const { action } = await prepare({ operation: 'delete', type, documentId, args }, false);
      let deleted = 0;
      await perform(performing, {
        action,
        commits: args.commits,
        answer: null,
        whole: null,
        entries: 0,
        async work(attempt) {
          const found = await removeDocument(attempt);
          deleted = attempt.session.written.filter(({ became }) => became === 'deleted').length;
          return found;
        },
      });
      return { deleted };
    },
    async operate(name, type, args) {
      const operation = deps.operations.get(name);
      if (!operation || operation.available?.(type) === false)
        throw new Error(
          `${type.uid} has no operation "${name}"; its plugin is disabled or does not serve this type`,
        );
      const documentId = documentIdOf(type, args.documentId, callerOf(args));
      if (documentId === null) return null;
      const values = operation.takes && checkedValues(operation.takes, args.data);
      const request = { operation: operation.event ?? name, type, documentId, args };
      const { action, answer, whole } = await prepare(request, false);
      const hasValue = operation.answers === 'value';
      let value: unknown = null;
      const outcome = await perform(performing, {
        action,
        commits: args.commits,
        answer: hasValue ? null : answer,
        whole,
        entries: 0,
        joins: true,
        work: (attempt) =>
          runOperation(
            attempt,
            operation.takesWorking === true,
            async ({ context, action: { documentId: id } }) => {
              value = await operation.run(context, id, values);
            },
          ),
      });
      return outcome && hasValue ? { ...outcome, text: JSON.stringify(value ?? null) } : outcome;
    },
  };
}

function checkedValues(takes: Check<unknown>, data: unknown): unknown {
  const { value, issues } = runCheck(takes, dataObject(data));
  if (issues.length === 0) return value;
  throw coreErrors.BODY_ISSUES(
    issues.map(({ path, message }) => ({
      path: path.map(String),
      message: [path.join('.'), message].filter(Boolean).join(' '),
      name: 'ValidationError',
    })),
  );
}

async function runOperation(
  attempt: Attempt,
  takesWorking: boolean,
  run: (attempt: Attempt) => Promise<void>,
): Promise<boolean> {
  const { session, context, action, hooks } = attempt;
  const { type, documentId } = action;
  await session.lock([{ type: type.uid, documentId }]);
  const rows = await session.read(type, documentId);
  const asked = rowsAsked(type, action.axes, rows);
  if (rows.length === 0 || !(await mayWriteAll(session, asked))) return false;
  action.precondition?.(takesWorking ? workingOf(type, asked) : asked);
  action.rows = rows;
  action.makesRow = false;
  await hooks.writing?.(context);
  await run(attempt);
  return true;
}
