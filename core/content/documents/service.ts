// The document service: text for transports, objects for plugins and scripts (object-service.ts). read.ts reads, writes.ts writes.

import type { DocumentOperationMap } from '../../types';
import { callerOf } from '../model/compiled/callers';
import type { ContentType, Schema, Uid } from '../model/compiled/content-type';
import type { AggregateOutcome } from '../sql/read/run-aggregate';
import type { Around } from './around/document-call';
import { documentIdOf } from './input/document-id';
import { objectService } from './object-service';
import type {
  AggregateArguments,
  DocumentService,
  DocumentTextService,
  ReadArguments,
  TextResult,
} from './operations';
import { operationsOf } from './operations-of-plugins';
import type { AnswerReads } from './prepared-writes';
import type { Documents } from './typed-documents';
import type { Writes, WritesDeps } from './writes';

/** The functions of read.ts that the service uses. */
export interface DocumentReads extends AnswerReads {
  many(type: ContentType, args: ReadArguments): Promise<TextResult>;
  one(type: ContentType, documentId: string | null, args: ReadArguments): Promise<string | null>;
  count(type: ContentType, args: ReadArguments): Promise<number>;
  aggregate(type: ContentType, args: AggregateArguments & ReadArguments): Promise<AggregateOutcome>;
}

export interface DocumentsDeps extends WritesDeps {
  readonly read: DocumentReads;
  readonly surrounding: {
    /** null: no plugin taps `documents.around`. Asked per write: a plugin may tap it later. */
    around(): Around | null;
    /** Reads without the hook. */
    readonly read: Pick<DocumentReads, 'many'>;
  };
}

export interface DocumentsService {
  readonly documents: Documents;
  documentsText(uid: Uid): DocumentTextService;
}

/** Some fifty files, which the first write loads. */
const loadWrites = (): typeof import('./writes') => require('./writes');
const loadAround = (): typeof import('./around/surround-writes') => require('./around/surround-writes');

export function createDocuments(deps: DocumentsDeps): DocumentsService {
  const { schema, database, read, operations, surrounding } = deps;
  let made: Writes | null = null;
  let surrounded: Writes | null = null;
  const writes = (): Writes => {
    made ??= loadWrites().createWrites(deps);
    if (surrounding.around() === null) return made;
    surrounded ??= loadAround().surroundWrites(made, {
      ...deps,
      read: surrounding.read,
      around: (call, work) => surrounding.around()?.(call, work) ?? work(),
    });
    return surrounded;
  };
  const texts = new Map<Uid, DocumentTextService>();
  const services = new Map<Uid, DocumentService & DocumentOperationMap>();

  function documentsText(uid: Uid): DocumentTextService {
    const service = texts.get(uid) ?? textsOf(typeOf(schema, uid));
    texts.set(uid, service);
    return service;
  }

  function textsOf(type: ContentType): DocumentTextService {
    return {
      findMany: (args = {}) => read.many(type, args),
      findOne: async (args) => {
        const documentId = documentIdOf(type, args.documentId, callerOf(args));
        return documentId === null ? null : read.one(type, documentId, args);
      },
      create: (args) => writes().create(type, args),
      update: (args) => writes().update(type, args),
      delete: async (args) => ({ deleted: (await writes().remove(type, args)).deleted }),
      deleteEffects: (args) => writes().deleteEffects(type, args),
      clone: (args) => writes().clone(type, args),
      writeMany: (args) => writes().many(type, args),
      operation: (name, args) => writes().operate(name, type, args),
    };
  }

  function serviceOf(uid: Uid): DocumentService & DocumentOperationMap {
    const type = typeOf(schema, uid);
    return objectService(
      documentsText(uid),
      {
        count: (args) => read.count(type, args),
        aggregate: (args) => read.aggregate(type, args as AggregateArguments & ReadArguments),
      },
      operationsOf(operations, type),
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

function typeOf({ types }: Schema, uid: Uid): ContentType {
  const type = types.get(uid);
  if (type) return type;
  throw new Error(`There is no content type "${uid}". Known: ${[...types.keys()].sort().join(', ')}`);
}
