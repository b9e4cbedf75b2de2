// The document service: the same operations as the wire, as text for transports, as objects for plugins and scripts
// (object-service.ts). Reads are core/documents/read.ts; writes are parsed and prepared here and carried out by perform.ts.

import type { DormantColumn } from '../database/axis-ledger';
import type { Database } from '../database/database';
import { createUniqueValues } from '../database/unique';
import { coreErrors } from '../errors/core-errors';
import type { ParamRegistry } from '../query/params';
import type { ContentType, Schema, Uid } from '../schema/content-type';
import { FULL_VISIBILITY } from '../schema/visibility';
import { countEntries } from './body-input';
import { cloneDocument } from './clone-document';
import { askedId, newDocumentId, singleDocumentId } from './document-id';
import { objectService } from './object-service';
import type { OperationRegistry } from './operation-registry';
import type {
  DocumentOperationMap,
  DocumentService,
  Documents,
  DocumentTextService,
  ReadArguments,
  TextResult,
  WriteAction,
  WriteArguments,
  WriteOutcome,
} from './operations';
import { createBodyParser } from './parse-body';
import { perform, type ReadAnswer, type WriteHooks } from './perform';
import { removeDocument } from './remove-document';
import { createRowRules } from './row-rule';
import { mayWriteAll } from './row-rules';
import { createDocument, rowsAsked, updateDocument } from './save-document';
import { targetOf } from './target';
import { createWritePlans } from './write-plan';

/** What the service needs of core/documents/read.ts. */
export interface DocumentReads {
  many(type: ContentType, args: ReadArguments): Promise<TextResult>;
  one(type: ContentType, documentId: string | null, args: ReadArguments): Promise<string | null>;
  count(type: ContentType, args: ReadArguments): Promise<number>;
  /** Checks the query of an answer now; reads the answer later, inside the transaction. */
  answer(type: ContentType, args: ReadArguments, writing?: string): ReadAnswer;
}

export interface DocumentsDeps {
  readonly schema: Schema;
  readonly database: Database;
  readonly read: DocumentReads;
  readonly params: ParamRegistry;
  readonly operations: OperationRegistry;
  readonly hooks: WriteHooks;
  /** The first of `count` ids for component entries, reserved for good. */
  readonly reserveEntryIds: (count: number) => Promise<number>;
  /** Keys of a body that mean nothing and are passed over, as plugins declare them. */
  readonly ignoredKeys: ReadonlySet<string>;
  /** Columns of axes whose plugin is off, per type, with the value that live rows have. */
  readonly dormant: (uid: Uid) => readonly DormantColumn[];
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
    ruleOf: createRowRules(read),
  };
  const parseBody = createBodyParser(schema, deps.ignoredKeys);
  const performing = { database, tools, hooks, reserveEntryIds: deps.reserveEntryIds };
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

  /** The whole document, for hooks: nothing hidden but secrets. */
  function wholeOf(type: ContentType): ReadAnswer | null {
    if (!hooks.written && !hooks.committed) return null;
    const answer = wholeAnswers.get(type.uid) ?? read.answer(type, {});
    wholeAnswers.set(type.uid, answer);
    return answer;
  }

  function actionOf(
    operation: string,
    type: ContentType,
    documentId: string,
    args: WriteArguments,
  ): WriteAction {
    const visibility = args.visibility ?? FULL_VISIBILITY;
    const { axes } = deps.params.parse({ ...args }, { type, operation, visibility });
    return {
      operation,
      type,
      documentId,
      data: args.data,
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
    const action = actionOf('create', type, documentId, args);
    await hooks.prepare?.(action);
    const body = await parseBody(action, args.data);
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
    const action = actionOf('update', type, documentId, args);
    await hooks.prepare?.(action);
    const body = await parseBody(action, args.data);
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
    const action = actionOf('clone', type, newDocumentId(), args);
    await hooks.prepare?.(action);
    const body = await parseBody(action, args.data ?? {});
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
    const action = actionOf('delete', type, documentId, args);
    await hooks.prepare?.(action);
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
    const operation = deps.operations.get(name, type);
    if (!operation)
      throw new Error(
        `${type.uid} has no operation "${name}"; its plugin is off or does not serve this type`,
      );
    const documentId = idOf(type, args);
    if (documentId === null) return null;
    const event = operation.event ?? name;
    const answer = read.answer(type, args, event);
    const action = actionOf(event, type, documentId, args);
    await hooks.prepare?.(action);
    return perform(performing, {
      action,
      answer,
      whole: wholeOf(type),
      entries: 0,
      joins: true,
      async work({ session, context, action: own }) {
        await session.lock([{ type: type.uid, documentId }]);
        const rows = await session.read(type, documentId);
        if (rows.length === 0 || !(await mayWriteAll(session, rowsAsked(type, own, rows)))) return false;
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
    return objectService(documentsText(uid), (args) => read.count(type, args), deps.operations.of(type));
  }

  const documents = Object.assign(
    (uid: Uid) => {
      const service = services.get(uid) ?? serviceOf(uid);
      services.set(uid, service);
      return service;
    },
    { transaction: <T>(work: () => Promise<T>): Promise<T> => database.transaction(() => work()) },
  );
  return { documents, documentsText };
}

/** null: no document can be meant. */
function idOf(type: ContentType, args: ReadArguments): string | null {
  if (type.kind === 'singleType')
    return args.documentId === undefined || args.documentId === singleDocumentId(type.uid)
      ? singleDocumentId(type.uid)
      : null;
  return args.documentId === undefined ? null : askedId(args.documentId);
}
