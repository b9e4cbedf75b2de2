// Runs all checks: the tables, then queries over whole tables, then every document, page by page. A document with findings is
// locked, checked a second time, and repaired in the same transaction.
import type { Database, Tx } from '../../database/database';
import { refuseDamage } from '../../database/run/check-database-file';
import type { Logger } from '../../kernel/log/logger';
import { Registry } from '../../kernel/registry/registry';
import { pagesOf } from '../documents/all-documents';
import { createWritePlans } from '../documents/write/write-plan';
import { inspectSchema, type SchemaState } from '../migrate/migrate';
import { syncSchema } from '../migrate/sync';
import type { SyncOptions } from '../migrate/sync-target';
import type { ContentType, Schema } from '../model/compiled/content-type';
import type { DoctorCheck, DoctorContext, DocumentFinding, Finding, StoredDocument } from './check';
import { coreChecks } from './checks/core-checks';
import { type Diagnosis, DiagnosisBuilder } from './diagnosis';
import { countRows, lockDocuments, rowsOfDocuments } from './documents';
import { createReader, type Examination } from './examination';
import { componentsOfOldShapes, rewriteEntries } from './rewrite-entries';
import { axisFindings, isReadable, isRefused, schemaNotes, stepFindings } from './schema-state';

export interface ExaminationOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly extend?: SyncOptions['extend'];
  readonly renamed?: SyncOptions['renamed'];
  /** The checks of plugins. */
  readonly checks?: Registry<DoctorCheck>;
  readonly fix?: boolean;
  /** Receives one line per step. */
  readonly progress?: (line: string) => void;
}

/** Findings per transaction of repairs. */
const BATCH = 100;

export async function diagnose(
  database: Database,
  schema: Schema,
  options: ExaminationOptions,
): Promise<Diagnosis> {
  const { log, extend, renamed, progress = () => undefined } = options;
  const { checks = new Registry<DoctorCheck>('check') } = options;
  const sync: SyncOptions = {
    log,
    ...(extend ? { extend } : {}),
    ...(renamed ? { renamed } : {}),
    distrust: true,
  };
  const diagnosis = new DiagnosisBuilder(options.fix === true, checks);

  await refuseDamage(database);
  progress('comparing the database with the schema');
  let state = await inspectSchema(database, schema, sync);
  // A missing unique index does not stop the checks: duplicate rows, which prevent the index, are repaired first.
  if (!isReadable(state) && options.fix) state = await fixSchema(database, schema, sync, state, diagnosis);
  if (!isReadable(state)) {
    reportSchema(state, diagnosis);
    diagnosis.note('The documents were not checked, because the database does not match the schema');
    return diagnosis.finish();
  }

  const planOf = createWritePlans({
    schema,
    dialect: database.dialect,
    dormant: (uid) => state.ledger.dormant(uid),
  });
  const examination: Examination = {
    database,
    schema,
    planOf,
    diagnosis,
    fix: options.fix === true,
    progress,
    checks: [...coreChecks({ schema, planOf, state, dialect: database.dialect }), ...checks.values()],
  };
  for (const check of examination.checks) await runStatements(examination, check);
  for (const type of schema.types.values()) await checkDocuments(examination, type);

  if (options.fix && stepFindings(state).length > 0)
    state = await fixSchema(database, schema, sync, state, diagnosis);
  reportSchema(state, diagnosis);
  const old = componentsOfOldShapes(schema, state.models);
  if (old.size > 0 && options.fix) diagnosis.note(await rewriteEntries(examination, state.models, old));
  else if (old.size > 0)
    diagnosis.note(
      `Entries of ${[...old].join(', ')} may have the shape of an older schema, which slows reads; --fix rewrites them`,
    );
  return diagnosis.finish();
}

async function fixSchema(
  database: Database,
  schema: Schema,
  sync: SyncOptions,
  before: SchemaState,
  diagnosis: DiagnosisBuilder,
): Promise<SchemaState> {
  if (before.steps.some(isRefused)) return before;
  for (const finding of [...stepFindings(before), ...axisFindings(before)])
    diagnosis.found(SCHEMA_CHECK, finding, true);
  await syncSchema(database, schema, sync);
  return inspectSchema(database, schema, sync);
}

function reportSchema(state: SchemaState, diagnosis: DiagnosisBuilder): void {
  diagnosis.started(SCHEMA_CHECK);
  for (const finding of [...stepFindings(state), ...axisFindings(state)])
    diagnosis.found(SCHEMA_CHECK, finding, false);
  for (const note of schemaNotes(state)) diagnosis.note(note);
}

const SCHEMA_CHECK = {
  name: 'schema',
  description: 'the tables match the content types',
};

async function runStatements(examination: Examination, check: DoctorCheck): Promise<void> {
  const { database, schema, diagnosis, fix, progress } = examination;
  diagnosis.started(check);
  if (!check.run) return;
  progress(`${check.name}: ${check.description}`);
  const context: DoctorContext = { schema, dialect: database.dialect, all: createReader(database) };
  let batch: Finding[] = [];
  const flush = async (): Promise<void> => {
    const fixable = fix ? batch.filter((finding) => finding.fix) : [];
    if (fixable.length > 0)
      await database.transaction(async (tx) => {
        for (const finding of fixable) await finding.fix?.(tx);
      });
    for (const finding of batch) diagnosis.found(check, finding, fixable.includes(finding));
    batch = [];
  };
  for await (const finding of check.run(context)) {
    batch.push(finding);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
}

async function checkDocuments(examination: Examination, type: ContentType): Promise<void> {
  const { database, schema, planOf, diagnosis, checks, progress } = examination;
  const own = checks.filter((check) => check.documents?.of(type));
  if (own.length === 0) return;
  const all = createReader(database);
  const context: DoctorContext = { schema, dialect: database.dialect, all };
  const total = await countRows(planOf(type), database.dialect, all);
  let rows = 0;
  for await (const page of pagesOf(planOf(type), all)) {
    for (const check of own) {
      const suspects = (await check.documents?.check(type, page, context)) ?? [];
      if (suspects.length > 0) await confirmUnderLock(examination, check, type, suspects);
    }
    diagnosis.read(page);
    rows += page.reduce((sum, document) => sum + document.rows.length, 0);
    progress(`${type.uid}: ${rows} of ${total} rows`);
  }
}

/** A write between the statements of a page can look like a fault. Under the lock, a fault is certain. */
async function confirmUnderLock(
  { database, schema, planOf, diagnosis, fix }: Examination,
  check: DoctorCheck,
  type: ContentType,
  suspects: readonly DocumentFinding[],
): Promise<void> {
  const documents = [...new Set(suspects.map(({ documentId }) => documentId))].sort();
  const found = await database.transaction(async (tx) => {
    await lockDocuments(planOf(type), tx, documents);
    const context: DoctorContext = { schema, dialect: database.dialect, all: readerOf(tx) };
    const locked: StoredDocument[] = await rowsOfDocuments(planOf(type), tx, documents);
    const confirmed = (await check.documents?.check(type, locked, context)) ?? [];
    if (fix) for (const finding of confirmed) await finding.fix?.(tx);
    tx.touch(type.table);
    return confirmed;
  });
  for (const finding of found) diagnosis.found(check, finding, fix && finding.fix !== undefined);
}

const readerOf =
  (tx: Tx): DoctorContext['all'] =>
  (text, params) =>
    tx.all(text, params);
