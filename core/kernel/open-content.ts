// Puts documents together: the schema, a connected database brought in step with it, and what plugins have added.
import type { Database } from '../database/database';
import { createEntryIds } from '../database/entry-ids';
import { PlanCache } from '../database/plan-cache';
import { Reads } from '../database/reads';
import { syncSchema } from '../database/sync';
import type { WriteHooks } from '../documents/perform';
import { createRead } from '../documents/read';
import { reclaimUnique } from '../documents/reclaim-unique';
import { createDocuments } from '../documents/service';
import { culpritOf } from '../errors/culprit';
import { prepareQuery } from '../query/prepare';
import type { ContentDocuments, Kernel } from './kernel-surface';
import { ownLimits } from './query-limits';

export async function openContent(kernel: Kernel, database: Database): Promise<ContentDocuments> {
  const { schema, hooks, params, operations, ignoredKeys, log } = kernel;
  const { tables } = hooks.schema;
  const { ledger, uniform } = await syncSchema(database, schema, {
    log,
    extend: tables.isUsed() ? (specs) => tables.call(specs, schema) : undefined,
  });
  const { dormant } = ledger;
  await reclaimUnique({ schema, database, dialect: database.dialect, dormant, log });
  const { transform } = hooks.query;
  const { loaded } = hooks.documents;
  const read = createRead({
    schema,
    reads: new Reads(database),
    plans: new PlanCache({ schema, dialect: database.dialect, dormant, uniform }),
    params,
    prepare: prepareQuery,
    limits: ownLimits(kernel.config.api),
    transform: transform.isUsed() ? (node, context) => transform.call(node, context) : null,
    loaded: loaded.isUsed() ? (set) => loaded.call(set) : null,
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
    dormant,
  });
  return Object.assign(documents, { text: documentsText, read });
}

/** null where nobody taps, so that a write pays for what is there. */
function writeHooks({ hooks, log }: Kernel): WriteHooks {
  const { prepare, validate, writing, written, committed } = hooks.documents;
  return {
    prepare: prepare.isUsed() ? (action) => prepare.promise(action) : null,
    validate: validate.isUsed() ? (action, issues) => validate.call(action, issues) : null,
    writing: writing.isUsed() ? (context) => writing.promise(context) : null,
    written: written.isUsed() ? (result, context) => written.promise(result, context) : null,
    committed: committed.isUsed()
      ? (result) =>
          committed.promise(result).catch((error: unknown) => {
            const { type, documentId } = result;
            log.error('a tap of documents.committed failed', {
              ...culpritOf(error),
              type,
              documentId,
              error,
            });
          })
      : null,
  };
}
