// Puts documents together: the schema, a connected database brought in step with it, and what plugins have added.
import type { Database } from '../database/database';
import { createEntryIds } from '../database/entry-ids';
import { syncSchema } from '../database/migrate/sync';
import { PlanCache } from '../database/read/plan-cache';
import { Reads } from '../database/read/reads';
import { indexesByTable } from '../database/tables';
import type { LoadedSet } from '../documents/operations';
import type { WriteHooks } from '../documents/perform';
import { createRead } from '../documents/read';
import { createDocuments } from '../documents/service';
import { reclaimUnique } from '../documents/unique/reclaim-unique';
import { errorSourceOf } from '../errors/error-source';
import { prepareQuery } from '../query/prepare';
import { programLimits } from '../query/query-limits';
import type { ContentDocuments, Kernel } from './app';
import { everyTap } from './every-tap';

export async function openContent(kernel: Kernel, database: Database): Promise<ContentDocuments> {
  const { schema, hooks, params, operations, ignoredKeys, linkActions, log } = kernel;
  const { tables } = hooks.schema;
  const {
    ledger,
    uniform,
    tables: specs,
  } = await syncSchema(database, schema, {
    log,
    extend: tables.isUsed() ? (all) => tables.call(all, schema) : undefined,
  });
  const { dormant } = ledger;
  await reclaimUnique({ schema, database, dialect: database.dialect, dormant, log });
  const { transform } = hooks.query;
  const { loaded } = hooks.documents;
  const read = createRead({
    schema,
    reads: new Reads(database),
    plans: new PlanCache({
      schema,
      dialect: database.dialect,
      dormant,
      uniform,
      indexes: indexesByTable(specs),
    }),
    params,
    prepare: prepareQuery,
    limits: programLimits(kernel.config.api),
    transform: transform.isUsed() ? (node, context) => transform.call(node, context) : null,
    // A plugin may tap it at startup, when it knows whether it must.
    get loaded() {
      return loaded.isUsed() ? (set: LoadedSet) => loaded.promise(set) : null;
    },
  });
  const { documents, documentsText } = createDocuments({
    schema,
    database,
    read,
    params,
    operations,
    hooks: writeHooks(kernel),
    reserveEntryIds: createEntryIds(database).reserve,
    ignoredKeys,
    linkActions,
    dormant,
    tables: specs,
  });
  return Object.assign(documents, { text: documentsText, read });
}

/** A hook without taps is null, so that a write does not call it. */
function writeHooks({ hooks, log }: Kernel): WriteHooks {
  const { prepare, validate, writing, written, committed, loaded } = hooks.documents;
  return {
    prepare: prepare.isUsed() ? (action) => prepare.promise(action) : null,
    validate: validate.isUsed() ? (action, issues) => validate.call(action, issues) : null,
    writing: writing.isUsed() ? (context) => writing.promise(context) : null,
    written: written.isUsed() ? (result, context) => written.promise(result, context) : null,
    committed: committed.isUsed()
      ? (result) =>
          everyTap(committed, [result], (error) => {
            const { type, documentId } = result;
            log.error('a tap of documents.committed failed', {
              ...errorSourceOf(error),
              type,
              documentId,
              error,
            });
          })
      : null,
    get hasLoaded() {
      return loaded.isUsed();
    },
  };
}
