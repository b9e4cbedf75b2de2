// Makes the database agree with the schema. At start only what loses nothing is done; anything else stops the start with the
// plan and the command that carries it out. Where nothing changed since the last start, one SELECT tells.
import { createHash } from 'node:crypto';
import { StartupError } from '../errors/startup-error';
import type { Logger } from '../http/logger';
import type { ContentType, Schema, Uid } from '../schema/content-type';
import { followLedger } from './attach-axes';
import {
  type AxisLedger,
  createLedger,
  type LedgerChange,
  type LedgerEntry,
  nextLedger,
} from './axis-ledger';
import { type ComponentShapes, isUniform, nextShapes, withoutGone } from './component-shapes';
import type { Database, Tx } from './database';
import { seedCounter } from './entry-ids';
import { type FoundTables, introspect } from './introspect';
import { applySteps, describeSteps } from './migrate';
import type { MigrationStep } from './migration-step';
import { planMigration } from './plan-migration';
import { type AddedColumns, mergeModels, type StoredModel, storedModelOf } from './stored-model';
import { underSyncLock } from './sync-lock';
import { readFingerprint, readLedger, readModels, readShapes, remember } from './sync-memory';
import { SYSTEM_TABLES } from './system-tables';
import type { TableSpec } from './tables';
import { tablesOf } from './tables-of';

/** Changes when the same schema needs other tables, or another memory of them, than before: a new version of this program. */
const GENERATION = 2;

export interface SyncOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** `schema.tables`: plugins add tables, columns, indexes. */
  readonly extend?: (tables: TableSpec[], schema: Schema) => void;
  /** Looks at the tables themselves, whatever is remembered of them: somebody else may have changed them. */
  readonly distrust?: boolean;
}

export interface SyncResult {
  readonly ledger: AxisLedger;
  /** Are all stored entries of the component written as its schema says today? */
  readonly uniform: (component: Uid) => boolean;
  readonly tables: readonly TableSpec[];
  /** What was done; empty on most starts. */
  readonly steps: readonly MigrationStep[];
}

/** What the database is, beside what it should be. */
export interface SchemaState extends SyncResult {
  /** Axes that the next start switches on or off. */
  readonly changes: readonly LedgerChange[];
  /** Tables and columns that are there. */
  readonly found: FoundTables;
  /** Content types as they are stored, those that no file defines any more included. */
  readonly stored: ReadonlyMap<Uid, StoredModel>;
  readonly shapes: ComponentShapes;
}

export interface MigrationPlan {
  readonly steps: readonly MigrationStep[];
  /** The steps as lines for people. */
  readonly lines: readonly string[];
}

/** At start. Throws a StartupError where data would be lost. */
export async function syncSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SyncResult> {
  const known = options.distrust ? null : await readFingerprint(database);
  if (known) {
    const target = targetOf(schema, known.entries, known.shapes, options);
    if (target.fingerprint === known.fingerprint) return resultOf(target, []);
  }
  return underSyncLock(database, (tx) =>
    migrate(database, tx, schema, options, (step) => step.effect === 'safe', refuseLosses),
  );
}

/** `quire migrate plan`: what the next start would do, what it would refuse, what is kept without use. */
export async function planSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<MigrationPlan> {
  return underSyncLock(database, async (tx) => {
    const { steps } = await prepare(database, tx, schema, options);
    return { steps, lines: describeSteps(steps) };
  });
}

/** For `quire doctor`: the same comparison with all that it rests on. Changes nothing. */
export async function inspectSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SchemaState> {
  return underSyncLock(database, async (tx) => {
    const { found, stored, target, steps } = await prepare(database, tx, schema, options);
    return { ...resultOf(target, steps), found, stored, changes: target.changes, shapes: target.shapes };
  });
}

/** `quire migrate apply`: all of the plan; `drop` also removes what is not used any more. */
export async function applyMigration(
  database: Database,
  schema: Schema,
  options: SyncOptions & { readonly drop: boolean },
): Promise<SyncResult> {
  return underSyncLock(database, (tx) =>
    migrate(
      database,
      tx,
      schema,
      options,
      (step) => options.drop || step.effect !== 'unused',
      () => undefined,
    ),
  );
}

async function migrate(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
  wanted: (step: MigrationStep) => boolean,
  check: (steps: readonly MigrationStep[]) => void,
): Promise<SyncResult> {
  const plan = await prepare(database, tx, schema, options);
  check(plan.steps);
  const steps = plan.steps.filter(wanted);
  await applySteps(database, tx, steps, plan.found);
  await seedCounter(tx);
  const said = await followLedger(
    tx,
    database.dialect,
    schema,
    plan.target.tables,
    plan.target.entries,
    plan.target.changes,
  );
  const target = afterwards(plan.target, steps);
  await remember(database, target, mergeModels(plan.stored, schema.types.values(), target.added));
  tx.afterCommit(() => {
    if (steps.length > 0)
      options.log.info(`The database was brought in step with the schema (${steps.length} changes)`, {
        changes: describeSteps(steps),
      });
    const kept = plan.steps.filter((step) => step.effect === 'unused' && !wanted(step));
    if (kept.length > 0)
      options.log.warn(
        'Some of the database is not used any more and was kept; "quire migrate apply --drop" removes it',
        { kept: kept.map(({ sentence }) => sentence) },
      );
    for (const line of said) options.log.info(line);
  });
  return resultOf(target, steps);
}

/** What is dropped from entries is not remembered. */
function afterwards(target: Target, steps: readonly MigrationStep[]): Target {
  const dropped = steps.flatMap((step) =>
    step.kind === 'entries' && step.effect === 'unused' ? [...step.changes.keys()] : [],
  );
  const shapes = withoutGone(target.shapes, new Set(dropped));
  return { ...target, shapes, fingerprint: target.fingerprintOf(shapes) };
}

const resultOf = (target: Target, steps: readonly MigrationStep[]): SyncResult => ({
  ledger: createLedger(target.entries),
  uniform: isUniform(target.shapes),
  tables: target.tables,
  steps,
});

async function prepare(database: Database, tx: Tx, schema: Schema, options: SyncOptions) {
  const found = await introspect(tx, database.dialect.name);
  const [entries, stored] = found.has('quire_axes')
    ? [await readLedger(tx, database.dialect), await readModels(tx)]
    : [[], new Map<Uid, StoredModel>()];
  const shapes = found.has('quire_meta') ? await readShapes(tx, database.dialect) : {};
  const target = targetOf(schema, entries, shapes, options);
  const { dialect } = database;
  const steps = await planMigration(target.tables, schema, { tx, dialect, found, stored, shapes });
  return { found, stored, target, steps };
}

type Target = ReturnType<typeof targetOf>;

function targetOf(
  schema: Schema,
  known: readonly LedgerEntry[],
  knownShapes: ComponentShapes,
  { extend }: SyncOptions,
) {
  const shapes = nextShapes(knownShapes, schema);
  const { entries, changes } = nextLedger(known, schema, new Date().toISOString());
  const tables = [...SYSTEM_TABLES, ...tablesOf(schema, createLedger(entries))];
  const before = new Map(tables.map(({ name, columns }) => [name, columns]));
  extend?.(tables, schema);
  const added: AddedColumns = new Map(
    tables.map(({ name, columns }) => {
      const own = before.get(name) ?? columns;
      const all = columns.map((column) => column.name);
      return [name, all.filter((column) => !own.some((each) => each.name === column))];
    }),
  );
  const facts = entries.map(({ since, ...entry }) => entry);
  const names = [...schema.types.values()].map((type: ContentType) => [
    storedModelOf(type),
    type.renamedFrom ?? null,
  ]);
  const fingerprintOf = (stored: ComponentShapes): string =>
    createHash('sha256')
      .update(JSON.stringify([GENERATION, tables, facts, names, stored]))
      .digest('hex');
  return { entries, changes, shapes, tables, added, fingerprintOf, fingerprint: fingerprintOf(shapes) };
}

function refuseLosses(steps: readonly MigrationStep[]): void {
  const lossy = steps.filter((step) => step.effect === 'lossy');
  if (lossy.length === 0) return;
  throw new StartupError(
    'The schema has changed in a way that would lose stored data, so nothing was changed. Look at "quire migrate plan"; "quire migrate apply" carries it out. A renamed attribute or type says so with "renamedFrom".',
    lossy.map((step) => ({ where: 'database', message: step.sentence })),
  );
}
