// Puts documents together: the schema, a connected database brought in step with it, and what plugins have added.
import { KEPT_VALUES } from '../cluster/module';
import type { Database } from '../database/database';
import { indexesByTable } from '../database/tables';
import { quireVersion } from '../kernel/app/about';
import type { Kernel } from '../kernel/app/app';
import { closeHooks } from '../kernel/app/closed-hooks';
import { BUILT_IN_SOURCE } from '../kernel/app/find-plugin';
import { hookScopesOf } from '../kernel/app/hook-scope';
import { partOfWorker } from '../kernel/concurrency/worker-part';
import { errorSourceOf } from '../kernel/errors/error-source';
import type { Caller } from '../kernel/http/request/caller';
import type { ContentDocuments } from './application';
import { documentActionOf } from './documents/actions';
import type { Around } from './documents/around/document-call';
import type { LoadedSet } from './documents/operations';
import type { WriteHooks } from './documents/perform';
import { createRead } from './documents/read';
import { createDocuments } from './documents/service';
import { surroundableRead } from './documents/surroundable-read';
import { reclaimUnique } from './documents/unique/reclaim-unique';
import type { WriteAction, WriteContext, WriteResult } from './documents/write-action';
import { READ_BEFORE_BOOT } from './hooks';
import { changedTypes } from './migrate/changed-types';
import { ownTablesOf } from './migrate/own-tables-of';
import { recordAtStart } from './migrate/record-migration';
import { syncSchema } from './migrate/sync';
import { prepareQuery } from './query/prepare';
import { programLimits } from './query/query-limits';
import { createEntryIdCounter } from './sql/entry-id-counter';
import { createKeptReads } from './sql/read/kept-reads';
import { PlanCache } from './sql/read/plan-cache';
import { Reads } from './sql/read/reads';
import { GRACE, watchEpoch } from './watch-epoch';

export async function openContent(kernel: Kernel, database: Database): Promise<ContentDocuments> {
  const { schema, hooks, params, operations, ignoredKeys, linkActions, log } = kernel;
  const { readOnly } = kernel.config.server;
  const changed = changedTypes(hooks, schema, database);
  const {
    ledger,
    uniform,
    tables: specs,
    epoch,
    steps,
    isFormer,
  } = await syncSchema(database, schema, {
    log,
    extend: ownTablesOf(kernel),
    grace: kernel.isProduction ? GRACE : 0,
    readOnly,
    renamed: changed.renamed,
  });
  if (changed.lines.length > 0)
    log.info('What plugins stored follows renamed content types', { changes: changed.lines });
  watchEpoch(kernel, database, epoch);
  recordAtStart(
    hooks,
    steps.map(({ sentence }) => sentence),
  );
  const { dormant } = ledger;
  // The unique values follow the rules of the next schema.
  if (!readOnly && !isFormer)
    await reclaimUnique({ schema, database, dialect: database.dialect, dormant, log });
  const { transform } = hooks.query;
  const { loaded, around } = hooks.documents;
  const scopes = hookScopesOf(hooks);
  const isOfPlugins = tapsOfPlugins(kernel);
  closeHooks(hooks, READ_BEFORE_BOOT);
  const { bytes, maxAge } = kernel.config.api.cache;
  const plainRead = createRead({
    schema,
    reads: new Reads(
      database,
      createKeptReads(database, kernel.events, {
        bytes: bytes === 0 ? 0 : partOfWorker(bytes),
        maxAge,
        shared: kernel.container.has(KEPT_VALUES) ? kernel.container.resolve(KEPT_VALUES) : null,
        scope: `${quireVersion()} ${epoch}`,
      }),
    ),
    plans: new PlanCache(
      {
        schema,
        dialect: database.dialect,
        dormant,
        uniform,
        indexes: indexesByTable(specs),
      },
      kernel.events,
    ),
    params,
    prepare: prepareQuery,
    limits: programLimits(kernel.config.api),
    isSurrounded: () => around.isUsed(),
    transform: transform.isUsed() ? (node, context) => transform.call(node, context) : null,
    get loadsPerCaller() {
      return isOfPlugins(loaded);
    },
    // A plugin may tap it at startup, when it knows whether it must.
    get loaded() {
      if (!loaded.isUsed()) return null;
      const tapped = (set: LoadedSet) => loaded.promise(set);
      return isOfPlugins(loaded)
        ? (set: LoadedSet) => scopes.run(set.caller, 'loaded', () => tapped(set))
        : tapped;
    },
  });
  const surrounding: Around = (call, work) => around.call(call, work);
  const aroundOf = (): Around | null => {
    if (!around.isUsed()) return null;
    if (!isOfPlugins(around)) return surrounding;
    return (call, work) => scopes.run(call.caller, 'write', () => surrounding(call, work));
  };
  const read = surroundableRead({ read: plainRead, schema, around: aroundOf });
  const { documents, documentsText } = createDocuments({
    schema,
    database,
    read,
    surrounding: { around: aroundOf, read: plainRead },
    params,
    operations,
    hooks: writeHooks(kernel),
    reserveEntryIds: createEntryIdCounter(database).reserve,
    ignoredKeys,
    linkActions,
    cascade: {
      most: kernel.config.api.limits.cascade,
      actionOf: (uid) => documentActionOf(kernel.documentActions, uid, 'delete'),
    },
    dormant,
    tables: specs,
    log,
  });
  const bulk = () => loadBulk().createBulkWrites({ schema, database, tables: specs, dormant });
  return Object.assign(documents, { text: documentsText, read, bulk });
}

const loadBulk = (): typeof import('./documents/bulk/bulk-writes') => require('./documents/bulk/bulk-writes');

/** A hook without taps is null, so that a write does not call it. */
function writeHooks(kernel: Kernel): WriteHooks {
  const { hooks, log } = kernel;
  const { prepare, validate, writing, written, committed, loaded } = hooks.documents;
  const scopes = hookScopesOf(hooks);
  const isOfPlugins = tapsOfPlugins(kernel);
  committed.failed = (error, [{ type, documentId }]) =>
    log.error('a tap of documents.committed failed', { ...errorSourceOf(error), type, documentId, error });
  /** `app.caller()` of plugins finds the caller. */
  const scoped = <A extends unknown[]>(
    hook: Tapped,
    callerOf: (...args: A) => Caller,
    call: (...args: A) => Promise<void>,
  ): ((...args: A) => Promise<void>) | null => {
    if (!hook.isUsed()) return null;
    if (!isOfPlugins(hook)) return call;
    return (...args) => scopes.run(callerOf(...args), 'write', () => call(...args));
  };
  return {
    prepare: scoped(
      prepare,
      ({ caller }: WriteAction) => caller,
      (action) => prepare.promise(action),
    ),
    validate: !validate.isUsed()
      ? null
      : isOfPlugins(validate)
        ? (action, issues) => scopes.runNow(action.caller, () => validate.call(action, issues))
        : (action, issues) => validate.call(action, issues),
    writing: scoped(
      writing,
      ({ caller }: WriteContext) => caller,
      (context) => writing.promise(context),
    ),
    written: scoped(
      written,
      ({ action }: WriteResult, _context: WriteContext) => action.caller,
      (result, context) => written.promise(result, context),
    ),
    committed: scoped(
      committed,
      ({ action }: WriteResult) => action.caller,
      (result) => committed.promise(result),
    ),
    get hasLoaded() {
      return loaded.isUsed();
    },
  };
}

interface Tapped {
  readonly taps: readonly { readonly name: string }[];
  isUsed(): boolean;
}

/**
 * Does a plugin of the application tap the hook? The built-in plugins do not ask for `app.caller()`, and do not write while documents are
 * loaded.
 */
function tapsOfPlugins({ plugins }: Kernel): (hook: Tapped) => boolean {
  const builtIn = new Set(plugins.filter(({ source }) => source === BUILT_IN_SOURCE).map(({ name }) => name));
  return ({ taps }) => taps.some(({ name }) => !builtIn.has(name));
}
