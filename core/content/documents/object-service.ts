// The document service for plugins and scripts: parses the texts of the service into objects.

import type { DocumentOperationMap } from '../../types';
import type { AggregateOutcome } from '../sql/read/run-aggregate';
import type {
  AggregateArguments,
  DocumentService,
  DocumentTextService,
  ManyArguments,
  ReadArguments,
  WriteArguments,
  WriteManyResult,
  WriteOutcome,
} from './operations';
import type { DocumentObject } from './write-action';

/** The reads that return values, not text. */
export interface ObjectReads {
  count(args: ReadArguments): Promise<number>;
  aggregate(args: AggregateArguments): Promise<AggregateOutcome>;
}

/** `added`: the operations that plugins added for the type. */
export function objectService(
  text: DocumentTextService,
  reads: ObjectReads,
  added: Iterable<{ readonly name: string }>,
): DocumentService & DocumentOperationMap {
  const service: DocumentService = {
    findMany: async (args = {}) => JSON.parse((await text.findMany(args)).text) as DocumentObject[],
    findFirst: async (args = {}) => {
      const pagination = { start: 0, limit: 1, withCount: false };
      const [first] = JSON.parse((await text.findMany({ ...args, pagination })).text) as DocumentObject[];
      return first ?? null;
    },
    findOne: async (args) => toObject(await text.findOne(args)),
    count: (args = {}) => reads.count(args),
    aggregate: (args) => reads.aggregate(args),
    create: async (args) => created(await text.create(args)),
    update: async (args) => written(await text.update(args)),
    delete: (args) => text.delete(args),
    deleteEffects: (args) => text.deleteEffects(args),
    clone: async (args) => written(await text.clone(args)),
    createMany: manyOf(text, 'create'),
    updateMany: manyOf(text, 'update'),
    deleteMany: manyOf(text, 'delete'),
    writeMany: (args) => text.writeMany(args),
  };
  const operations: Record<string, unknown> = {};
  for (const { name } of added) {
    operations[name] = async (args: WriteArguments) => written(await text.operation(name, args));
    operations[`${name}Many`] = manyOf(text, name);
  }
  // Plugins declare the types of their operations in DocumentOperationMap.
  return Object.assign(service, operations as unknown as DocumentOperationMap);
}

type Many = (args: ManyArguments) => Promise<WriteManyResult>;

const manyOf =
  (text: DocumentTextService, operation: string): Many =>
  ({ items, ...args }) =>
    text.writeMany({ ...args, items: items.map((item) => ({ ...item, operation })) });

const toObject = (text: string | null): DocumentObject | null =>
  text === null ? null : (JSON.parse(text) as DocumentObject);

const written = (outcome: WriteOutcome | null): DocumentObject | null =>
  outcome ? toObject(outcome.text) : null;

function created(outcome: WriteOutcome): DocumentObject {
  const document = toObject(outcome.text);
  if (!document)
    throw new Error(
      `The document ${outcome.documentId} was created, but the axes asked for show no row of it`,
    );
  return document;
}
