// For tests of this folder: a document service over a real database, made of definitions given as objects.

import type { DatabaseOptions } from '../../database/config-types';
import type { Database } from '../../database/database';
import { connectDatabase } from '../../database/run/connect';
import { indexesByTable } from '../../database/tables';
import { createLogger } from '../../kernel/log/logger';
import { createEvents } from '../../kernel/observe/events';
import { Registry } from '../../kernel/registry/registry';
import { createTestDatabase, type TestDatabase } from '../../testing/databases';
import { syncSchema } from '../migrate/sync';
import type { SchemaInput } from '../model/compile/compile';
import type { Schema } from '../model/compiled/content-type';
import { compileFiles, type Files } from '../model/testing-files';
import type { ParamDefinition } from '../query/params';
import { prepareQuery } from '../query/prepare';
import { createEntryIdCounter } from '../sql/entry-id-counter';
import { PlanCache } from '../sql/read/plan-cache';
import { Reads } from '../sql/read/reads';
import type { DocumentOperation } from './operations';
import { createOperationRegistry } from './operations-of-plugins';
import type { WriteHooks } from './perform';
import { createRead } from './read';
import { createDocuments, type DocumentsService } from './service';
import { reclaimUnique } from './unique/reclaim-unique';

export interface TestContent extends DocumentsService {
  readonly schema: Schema;
  readonly database: Database;
  /** Rows of a statement, as arrays. */
  rows(text: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

export interface TestContentOptions {
  readonly client: TestDatabase;
  readonly files: Files;
  readonly schema?: Partial<SchemaInput>;
  readonly hooks?: Partial<WriteHooks>;
  readonly params?: Registry<ParamDefinition>;
  readonly operations?: Registry<DocumentOperation>;
  readonly ignoredKeys?: readonly string[];
  /** An existing database, which is kept. Default: a new one, dropped on close. */
  readonly on?: DatabaseOptions;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const NO_HOOKS: WriteHooks = {
  prepare: null,
  validate: null,
  writing: null,
  written: null,
  committed: null,
  hasLoaded: false,
};

export async function openTestContent(options: TestContentOptions): Promise<TestContent> {
  const schema = compileFiles(options.files, options.schema);
  const created = options.on
    ? { config: options.on, drop: async () => undefined }
    : await createTestDatabase(options.client);
  const database = await connectDatabase(created.config, { log, dir: '/' });
  const { ledger, tables } = await syncSchema(database, schema, { log });
  await reclaimUnique({ schema, database, dialect: database.dialect, dormant: ledger.dormant, log });
  const params = options.params ?? new Registry<ParamDefinition>('parameter');
  const read = createRead({
    loadsPerCaller: false,
    isSurrounded: () => false,
    schema,
    reads: new Reads(database),
    plans: new PlanCache(
      {
        schema,
        dialect: database.dialect,
        dormant: ledger.dormant,
        uniform: () => false,
        indexes: indexesByTable(tables),
      },
      createEvents(log),
    ),
    params,
    prepare: prepareQuery,
    limits: {
      defaultLimit: 100,
      maxLimit: null,
      withCount: false,
      arrayLimit: 1000,
      depth: 20,
      conditions: 1000,
      populatePages: true,
      maxRows: 10_000,
      maxStatements: 100,
      answerBytes: 33_554_432,
    },
    transform: null,
    loaded: null,
  });
  const service = createDocuments({
    schema,
    database,
    read,
    surrounding: { around: () => null, read },
    params,
    operations: options.operations ?? createOperationRegistry(),
    hooks: { ...NO_HOOKS, ...options.hooks },
    reserveEntryIds: createEntryIdCounter(database).reserve,
    ignoredKeys: new Set(options.ignoredKeys ?? []),
    cascade: { most: 1000, actionOf: (uid) => `${uid}.delete` },
    dormant: ledger.dormant,
    log: createLogger({ level: 'silent' }),
    tables,
  });
  return {
    ...service,
    schema,
    database,
    rows: (text) => database.transaction(async (tx) => (await tx.all(text)).map((row) => [...row])),
    async close() {
      await database.close();
      await created.drop();
    },
  };
}
