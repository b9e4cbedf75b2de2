// The document service: text for transports, objects for plugins and scripts (object-service.ts). Reads are in read.ts. Writes are
// parsed and prepared here; perform.ts runs them.

import type { DormantColumn } from '../database/axis-ledger';
import type { Database } from '../database/database';
import type { AggregateOutcome } from '../database/read/run-aggregate';
import type { TableSpec } from '../database/tables';
import { createUniqueValues } from '../database/unique';
import { coreErrors } from '../errors/core-errors';
import { type ParamDefinition, parseParams } from '../query/params';
import type { Registry } from '../registry/registry';
import type { ContentType, Schema, Uid } from '../schema/model/content-type';
import { FULL_VISIBILITY } from '../schema/model/visibility';
import type { DocumentOperationMap } from '../types';
import { cloneDocument } from './clone-document';
import { countEntries } from './input/body-input';
import { askedId, newDocumentId, singleDocumentId } from './input/document-id';
import {
  createOwnValues,
  type OwnValues,
  type OwnValuesOfWrite,
  readOnlyView,
  refuseReplaced,
} from './input/own-values';
import { createBodyParser } from './input/parse-body';
import { objectService } from './object-service';
import type {
  AggregateArguments,
  DocumentOperation,
  DocumentService,
  DocumentTextService,
  ReadArguments,
  TextResult,
  WriteAction,
  WriteArguments,
  WriteOutcome,
} from './operations';
import { operationsOf } from './operations-of-plugins';
import { perform, type ReadAnswer, type WriteHooks } from './perform';
import { removeDocument } from './remove-document';
import { createDocument, updateDocument } from './save-document';
import type { Documents } from './typed-documents';
import { createRowFilterChecks } from './write/row-filter-check';
import { rowsAsked, targetOf, workingOf } from './write/target';
import { mayWriteAll } from './write/writable-documents';
import { createWritePlans } from './write/write-plan';

/** The functions of read.ts that the service uses. */
export interface DocumentReads {
  many(type: ContentType, args: ReadArguments): Promise<TextResult>;
  one(type: ContentType, documentId: string | null, args: ReadArguments): Promise<string | null>;
  count(type: ContentType, args: ReadArguments): Promise<number>;
  aggregate(type: ContentType, args: AggregateArguments & ReadArguments): Promise<AggregateOutcome>;
  /** Checks the query of an answer at once; the result reads the answer inside the transaction. */
  answer(type: ContentType, args: ReadArguments, writing?: string): ReadAnswer;
}

export interface DocumentsDeps {
  readonly schema: Schema;
  readonly database: Database;
  readonly read: DocumentReads;
  readonly params: Registry<ParamDefinition>;
  readonly operations: Registry<DocumentOperation>;
  readonly hooks: WriteHooks;
  /** Reserves `count` ids for component entries and returns the first. They are never reused. */
  readonly reserveEntryIds: (count: number) => Promise<number>;
  /** Keys of a body that are ignored, as plugins declare them. */
  readonly ignoredKeys: ReadonlySet<string>;
  /** Columns of dormant axes of a type, with the value of visible rows. */
  readonly dormant: (uid: Uid) => readonly DormantColumn[];
  readonly tables: readonly TableSpec[];
}

export interface DocumentsService {
  readonly documents: Documents;
  documentsText(uid: Uid): DocumentTextService;
}

export function createDocuments(deps: DocumentsDeps): DocumentsService {
  const { schema, database, read, hooks } = deps;
  const tools = {
    schema,
    dialect: database.dialect,
    unique: createUniqueValues(database),
    planOf: createWritePlans({ schema, dialect: database.dialect, dormant: deps.dormant }),
    rowFilterCheckOf: createRowFilterChecks(read),
  };
  const parseBody = createBodyParser(schema, deps.ignoredKeys);
  const { tables, reserveEntryIds } = deps;
  const performing = { database, tools, hooks, tables, reserveEntryIds };
  const wholeAnswers = new Map<Uid, ReadAnswer>();
  const texts = new Map<Uid, DocumentTextService>();
  const services = new Map<Uid, DocumentService & DocumentOperationMap>();

  function typeOf(uid: Uid): ContentType {
    const type = schema.types.get(uid);
    if (!type)
      throw new Error(
        `There is no content type "${uid}". Known: ${[...schema.types.keys()].sort().join(', ')}`,
      );
    return type;
  }

  /** Reads the whole document for hooks; only secrets are left out. */
  function wholeOf(type: ContentType): ReadAnswer | null {
    if (!hooks.written && !hooks.committed) return null;
    const answer = wholeAnswers.get(type.uid) ?? read.answer(type, {});
    wholeAnswers.set(type.uid, answer);
    return answer;
  }

  /** The action after the taps of `prepare`, and the values that they set. */
  async function prepared(
    operation: string,
    type: ContentType,
    documentId: string,
    args: WriteArguments,
    hasBody: boolean,
  ): Promise<{ readonly action: WriteAction; readonly values: OwnValues | null }> {
    const own = createOwnValues(operation, type, args.data, hasBody);
    const action = actionOf(operation, type, documentId, args, own);
    const { data } = action;
    await hooks.prepare?.(action);
    refuseReplaced(action, data);
    return { action, values: own.take() };
  }

  function actionOf(
    operation: string,
    type: ContentType,
    documentId: string,
    args: WriteArguments,
    own: OwnValuesOfWrite,
  ): WriteAction {
    const visibility = args.visibility ?? FULL_VISIBILITY;
    const { axes } = parseParams(deps.params, { ...args }, { type, operation, visibility });
    return {
      operation,
      type,
      documentId,
      data: readOnlyView(args.data),
      set: own.set,
      values: own.all,
      visibility,
      axes,
      target: targetOf(type, axes),
      strictness: 'complete',
      followUps: [],
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

  async function create(type: ContentType, args: WriteArguments): Promise<WriteOutcome> {
    const answer = read.answer(type, args, 'create');
    const documentId = type.kind === 'singleType' ? singleDocumentId(type.uid) : newDocumentId();
    const { action, values } = await prepared('create', type, documentId, args, true);
    const body = await parseBody(action, args.data, values);
    const outcome = await perform(performing, {
      action,
      answer,
      whole: wholeOf(type),
      entries: countEntries(body.input),
      work: (attempt) => createDocument(attempt, body),
    });
    if (!outcome) throw new Error(`${type.uid} could not be created`);
    return outcome;
  }

  async function update(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null> {
    const documentId = idOf(type, args);
    if (documentId === null) return null;
    const answer = read.answer(type, args, 'update');
    const { action, values } = await prepared('update', type, documentId, args, true);
    const body = await parseBody(action, args.data, values);
    return perform(performing, {
      action,
      answer,
      whole: wholeOf(type),
      entries: countEntries(body.input),
      work: (attempt) => updateDocument(attempt, body),
    });
  }

  async function clone(type: ContentType, args: WriteArguments): Promise<WriteOutcome | null> {
    const sourceId = idOf(type, args);
    if (sourceId === null) return null;
    if (type.kind === 'singleType')
      throw coreErrors.BODY_RULE(
        `${type.displayName} is a single type: it has one document, which cannot be cloned`,
      );
    const answer = read.answer(type, args, 'clone');
    const { action, values } = await prepared('clone', type, newDocumentId(), args, true);
    const body = await parseBody(action, args.data ?? {}, values);
    return perform(performing, {
      action,
      answer,
      whole: wholeOf(type),
      entries: countEntries(body.input),
      work: (attempt) => cloneDocument(attempt, sourceId, body),
    });
  }

  async function remove(type: ContentType, args: ReadArguments): Promise<{ deleted: number }> {
    const documentId = idOf(type, args);
    if (documentId === null) return { deleted: 0 };
    // A delete has no answer: this only checks the query.
    read.answer(type, args, 'delete');
    const { action } = await prepared('delete', type, documentId, args, false);
    let deleted = 0;
    await perform(performing, {
      action,
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
  }

  async function operate(
    name: string,
    type: ContentType,
    args: WriteArguments,
  ): Promise<WriteOutcome | null> {
    const operation = deps.operations.get(name);
    if (!operation || operation.available?.(type) === false)
      throw new Error(
        `${type.uid} has no operation "${name}"; its plugin is disabled or does not serve this type`,
      );
    const documentId = idOf(type, args);
    if (documentId === null) return null;
    const event = operation.event ?? name;
    const answer = read.answer(type, args, event);
    const { action } = await prepared(event, type, documentId, args, false);
    return perform(performing, {
      action,
      answer,
      whole: wholeOf(type),
      entries: 0,
      joins: true,
      async work({ session, context, action: own }) {
        await session.lock([{ type: type.uid, documentId }]);
        const rows = await session.read(type, documentId);
        const asked = rowsAsked(type, own.axes, rows);
        if (rows.length === 0 || !(await mayWriteAll(session, asked))) return false;
        own.precondition?.(operation.takesWorking ? workingOf(type, asked) : asked);
        own.rows = rows;
        own.makesRow = false;
        await hooks.writing?.(context);
        await operation.run(context, documentId);
        return true;
      },
    });
  }

  function documentsText(uid: Uid): DocumentTextService {
    const service = texts.get(uid) ?? textsOf(typeOf(uid));
    texts.set(uid, service);
    return service;
  }

  function textsOf(type: ContentType): DocumentTextService {
    return {
      findMany: (args = {}) => read.many(type, args),
      findOne: async (args) => {
        const documentId = idOf(type, args);
        return documentId === null ? null : read.one(type, documentId, args);
      },
      create: (args) => create(type, args),
      update: (args) => update(type, args),
      delete: (args) => remove(type, args),
      clone: (args) => clone(type, args),
      operation: (name, args) => operate(name, type, args),
    };
  }

  function serviceOf(uid: Uid): DocumentService & DocumentOperationMap {
    const type = typeOf(uid);
    return objectService(
      documentsText(uid),
      {
        count: (args) => read.count(type, args),
        aggregate: (args) => read.aggregate(type, args as ReadArguments & AggregateArguments),
      },
      operationsOf(deps.operations, type),
    );
  }

  const documents = Object.assign(
    (uid: Uid) => {
      const service = services.get(uid) ?? serviceOf(uid);
      services.set(uid, service);
      return service;
    },
    { transaction: <T>(work: () => Promise<T>): Promise<T> => database.transaction(() => work()) },
  );
  // The model is known at startup; `quire types` tells the compiler about it.
  return { documents: documents as unknown as Documents, documentsText };
}

/** null: no document can have this id. */
function idOf(type: ContentType, args: ReadArguments): string | null {
  if (type.kind === 'singleType')
    return args.documentId === undefined || args.documentId === singleDocumentId(type.uid)
      ? singleDocumentId(type.uid)
      : null;
  return args.documentId === undefined ? null : askedId(args.documentId);
}
