// For tests of this folder: a document service over a real database, made of definitions given as objects.

import type { DatabaseConfig } from '../database/config-types';
import { connectDatabase } from '../database/connect';
import type { Database } from '../database/database';
import { createEntryIds } from '../database/entry-ids';
import { PlanCache } from '../database/plan-cache';
import { Reads } from '../database/reads';
import { syncSchema } from '../database/sync';
import { ParamRegistry } from '../query/params';
import { prepareQuery } from '../query/prepare';
import type { SchemaInput } from '../schema/compile';
import type { Schema } from '../schema/content-type';
import { compileFiles, type Files } from '../schema/testing-files';
import { createTestDatabase, type TestDatabase } from '../testing/databases';
import { OperationRegistry } from './operation-registry';
import type { WriteHooks } from './perform';
import { createRead } from './read';
import { reclaimUnique } from './reclaim-unique';
import { createDocuments, type DocumentsService } from './service';

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
  readonly params?: ParamRegistry;
  readonly operations?: OperationRegistry;
  readonly ignoredKeys?: readonly string[];
  /** A database that is there already, and stays. Default: a fresh one, dropped on close. */
  readonly on?: DatabaseConfig;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const NO_HOOKS: WriteHooks = { prepare: null, validate: null, writing: null, written: null, committed: null };

export async function openTestContent(options: TestContentOptions): Promise<TestContent> {
  const schema = compileFiles(options.files, options.schema);
  const created = options.on
    ? { config: options.on, drop: async () => undefined }
    : await createTestDatabase(options.client);
  const database = await connectDatabase(created.config, { log, dir: '/' });
  const { ledger } = await syncSchema(database, schema, { log });
  await reclaimUnique({ schema, database, dialect: database.dialect, dormant: ledger.dormant, log });
  const params = options.params ?? new ParamRegistry();
  const read = createRead({
    schema,
    reads: new Reads(database),
    plans: new PlanCache({
      schema,
      dialect: database.dialect,
      dormant: ledger.dormant,
      uniform: () => false,
    }),
    params,
    prepare: prepareQuery,
    limits: {
      defaultLimit: 100,
      maxLimit: null,
      withCount: false,
      arrayLimit: 1000,
      depth: 20,
      populatePages: true,
      maxRows: 10_000,
      maxStatements: 100,
    },
    transform: null,
    loaded: null,
  });
  const service = createDocuments({
    schema,
    database,
    read,
    params,
    operations: options.operations ?? new OperationRegistry(),
    hooks: { ...NO_HOOKS, ...options.hooks },
    reserveEntryIds: createEntryIds(database).reserve,
    ignoredKeys: new Set(options.ignoredKeys ?? []),
    dormant: ledger.dormant,
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
