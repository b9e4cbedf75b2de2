// Makes the database agree with the schema. At start only what loses nothing is done; anything else stops the start with the
// plan and the command that carries it out. Where nothing changed since the last start, one SELECT tells.
import { createHash } from 'node:crypto';
import { StartupError } from '../errors/startup-error';
import type { Logger } from '../http/logger';
import type { ContentType, Schema, Uid } from '../schema/content-type';
import { followLedger } from './attach-axes';
import { type AxisLedger, createLedger, type LedgerEntry, nextLedger } from './axis-ledger';
import type { Database, Row, Steps, Tx } from './database';
import type { Dialect } from './dialect';
import { seedCounter } from './entry-ids';
import { introspect } from './introspect';
import { applySteps, describeSteps } from './migrate';
import type { MigrationStep } from './migration-step';
import { planMigration } from './plan-migration';
import { mergeModels, type StoredModel, storedModelOf } from './stored-model';
import { underSyncLock } from './sync-lock';
import { SYSTEM_TABLES } from './system-tables';
import type { TableSpec } from './tables';
import { tablesOf } from './tables-of';

const FINGERPRINT = 'fingerprint';
/** Changes when the same schema needs other tables than before: a new version of this program. */
const GENERATION = 1;

export interface SyncOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** `schema.tables`: plugins add tables, columns, indexes. */
  readonly extend?: (tables: TableSpec[], schema: Schema) => void;
}

export interface SyncResult {
  readonly ledger: AxisLedger;
  readonly tables: readonly TableSpec[];
  /** What was done; empty on most starts. */
  readonly steps: readonly MigrationStep[];
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
  const known = await readFingerprint(database);
  if (known) {
    const target = targetOf(schema, known.entries, options);
    if (target.fingerprint === known.fingerprint)
      return { ledger: createLedger(target.entries), tables: target.tables, steps: [] };
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
  await remember(database, plan.target, mergeModels(plan.stored, schema.types.values()));
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
  return { ledger: createLedger(plan.target.entries), tables: plan.target.tables, steps };
}

async function prepare(database: Database, tx: Tx, schema: Schema, options: SyncOptions) {
  const found = await introspect(tx, database.dialect.name);
  const [entries, stored] = found.has('quire_axes')
    ? [await readLedger(tx, database.dialect), await readModels(tx)]
    : [[], new Map<Uid, StoredModel>()];
  const target = targetOf(schema, entries, options);
  const steps = await planMigration(target.tables, schema, { tx, dialect: database.dialect, found, stored });
  return { found, stored, target, steps };
}

function targetOf(schema: Schema, known: readonly LedgerEntry[], { extend }: SyncOptions) {
  const { entries, changes } = nextLedger(known, schema, new Date().toISOString());
  const tables = [...SYSTEM_TABLES, ...tablesOf(schema, createLedger(entries))];
  extend?.(tables, schema);
  const facts = entries.map(({ since, ...entry }) => entry);
  const names = [...schema.types.values()].map((type: ContentType) => [
    storedModelOf(type),
    type.renamedFrom ?? null,
  ]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([GENERATION, tables, facts, names]))
    .digest('hex');
  return { entries, changes, tables, fingerprint };
}

function refuseLosses(steps: readonly MigrationStep[]): void {
  const lossy = steps.filter((step) => step.effect === 'lossy');
  if (lossy.length === 0) return;
  throw new StartupError(
    'The schema has changed in a way that would lose stored data, so nothing was changed. Look at "quire migrate plan"; "quire migrate apply" carries it out. A renamed attribute or type says so with "renamedFrom".',
    lossy.map((step) => ({ where: 'database', message: step.sentence })),
  );
}

/** The fingerprint and the ledger in one statement; null on a database that has neither. */
async function readFingerprint(
  database: Database,
): Promise<{ fingerprint: string; entries: LedgerEntry[] } | null> {
  const { id, finish } = database.dialect;
  const statement = {
    sql: finish(
      `SELECT ${id('name')}, ${id('value')} FROM quire_meta WHERE ${id('name')} = ? UNION ALL SELECT 'axis', entry FROM quire_axes`,
    ),
    name: 'fingerprint',
  };
  function* steps(): Steps<Row[]> {
    const [rows = []] = yield [{ statement, params: [FINGERPRINT] }];
    return rows;
  }
  let rows: Row[];
  try {
    rows = await database.read(steps, { single: true });
  } catch (error) {
    if (
      database.dialect.classify(error).kind === 'other' &&
      !(error instanceof Error && error.name === 'ServiceUnavailableError')
    )
      return null;
    throw error;
  }
  const fingerprint = rows.find(([name]) => name === FINGERPRINT)?.[1];
  if (typeof fingerprint !== 'string') return null;
  return {
    fingerprint,
    entries: rows.filter(([name]) => name === 'axis').map(([, entry]) => parseEntry(entry)),
  };
}

async function readLedger(tx: Tx, dialect: Dialect): Promise<LedgerEntry[]> {
  return (await tx.all(`SELECT entry FROM quire_axes ORDER BY uid, ${dialect.id('axis')}`)).map(([entry]) =>
    parseEntry(entry),
  );
}

async function readModels(tx: Tx): Promise<Map<Uid, StoredModel>> {
  const rows = await tx.all('SELECT model FROM quire_schema');
  return new Map(
    rows.map(([model]) => JSON.parse(String(model)) as StoredModel).map((model) => [model.uid, model]),
  );
}

async function remember(
  database: Database,
  target: ReturnType<typeof targetOf>,
  models: ReadonlyMap<Uid, StoredModel>,
): Promise<void> {
  // Objection takes time to load, and most starts need none of it.
  const { systemModels }: typeof import('./models') = require('./models');
  const { Meta, StoredSchema, Axis } = systemModels(database.knex);
  await StoredSchema.query().delete();
  for (const model of models.values())
    await StoredSchema.query().insert({ uid: model.uid, model: JSON.stringify(model) });
  await Axis.query().delete();
  for (const entry of target.entries)
    await Axis.query().insert({ uid: entry.uid, axis: entry.axis, entry: JSON.stringify(entry) });
  await Meta.query().deleteById(FINGERPRINT);
  await Meta.query().insert({ name: FINGERPRINT, value: target.fingerprint });
}

const parseEntry = (text: unknown): LedgerEntry => JSON.parse(String(text)) as LedgerEntry;
