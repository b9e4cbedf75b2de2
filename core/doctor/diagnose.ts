// The whole examination: the schema first, since the rest reads by it; then statements over whole tables; then every document,
// a page at a time. What is found in a document is looked at again with the document locked, and mended there.
import type { Database, Tx } from '../database/database';
import { inspectSchema, type SchemaState, type SyncOptions, syncSchema } from '../database/sync';
import { pagesOf } from '../documents/all-documents';
import { createWritePlans } from '../documents/write-plan';
import type { Logger } from '../http/logger';
import type { ContentType, Schema } from '../schema/content-type';
import type { DoctorCheck, DoctorContext, DocumentFinding, Finding, StoredDocument } from './check';
import { coreChecks } from './checks/core-checks';
import { type Diagnosis, DiagnosisBuilder } from './diagnosis';
import { countRows, lockDocuments, rowsOfDocuments } from './documents';
import type { Examination } from './examination';
import { createReader } from './reader';
import { componentsOfOldShapes, rewriteEntries } from './rewrite-entries';
import { axisFindings, isReadable, schemaNotes, stepFindings } from './schema-state';

export interface ExaminationOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly extend?: SyncOptions['extend'];
  /** Checks beside the core's. */
  readonly checks?: readonly DoctorCheck[];
  readonly fix?: boolean;
  /** One line about what is going on, now and then. */
  readonly progress?: (line: string) => void;
}

/** Findings are mended so many at a time. */
const BATCH = 100;

export async function diagnose(
  database: Database,
  schema: Schema,
  options: ExaminationOptions,
): Promise<Diagnosis> {
  const { log, extend, progress = () => undefined } = options;
  const sync: SyncOptions = { log, ...(extend ? { extend } : {}), distrust: true };
  const diagnosis = new DiagnosisBuilder(options.fix === true);

  progress('comparing the database with the schema');
  let state = await inspectSchema(database, schema, sync);
  // What is mended may be what keeps an index from being made, so indexes alone can wait.
  if (!isReadable(state) && options.fix) state = await mendSchema(database, schema, sync, state, diagnosis);
  if (!isReadable(state)) {
    reportSchema(state, diagnosis);
    diagnosis.note(
      'The documents were not looked at: they can be read once the database agrees with the schema',
    );
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
    checks: [...coreChecks({ schema, planOf, state, dialect: database.dialect }), ...(options.checks ?? [])],
  };
  for (const check of examination.checks) await runStatements(examination, check);
  for (const type of schema.types.values()) await lookAtDocuments(examination, type);

  if (options.fix && stepFindings(state).length > 0)
    state = await mendSchema(database, schema, sync, state, diagnosis);
  reportSchema(state, diagnosis);
  const old = componentsOfOldShapes(schema, state.shapes);
  if (old.size > 0 && options.fix) diagnosis.note(await rewriteEntries(examination, state.shapes, old));
  else if (old.size > 0)
    diagnosis.note(
      `Entries of ${[...old].join(', ')} may be stored as their schema was before, which makes reads of them slower; --fix writes them anew`,
    );
  return diagnosis.finish();
}

async function mendSchema(
  database: Database,
  schema: Schema,
  sync: SyncOptions,
  before: SchemaState,
  diagnosis: DiagnosisBuilder,
): Promise<SchemaState> {
  if (before.steps.some(({ effect }) => effect === 'lossy')) return before;
  for (const finding of [...stepFindings(before), ...axisFindings(before)])
    diagnosis.found(SCHEMA_CHECK, finding, true);
  await syncSchema(database, schema, sync);
  return inspectSchema(database, schema, sync);
}

function reportSchema(state: SchemaState, diagnosis: DiagnosisBuilder): void {
  diagnosis.looked(SCHEMA_CHECK);
  for (const finding of [...stepFindings(state), ...axisFindings(state)])
    diagnosis.found(SCHEMA_CHECK, finding, false);
  for (const note of schemaNotes(state)) diagnosis.note(note);
}

const SCHEMA_CHECK = {
  name: 'schema',
  plugin: 'core',
  summary: 'the tables are those that the content types need',
};

async function runStatements(examination: Examination, check: DoctorCheck): Promise<void> {
  const { database, schema, diagnosis, fix, progress } = examination;
  diagnosis.looked(check);
  if (!check.run) return;
  progress(`${check.name}: ${check.summary}`);
  const context: DoctorContext = { schema, dialect: database.dialect, all: createReader(database) };
  let batch: Finding[] = [];
  const flush = async (): Promise<void> => {
    const mendable = fix ? batch.filter((finding) => finding.fix) : [];
    if (mendable.length > 0)
      await database.transaction(async (tx) => {
        for (const finding of mendable) await finding.fix?.(tx);
      });
    for (const finding of batch) diagnosis.found(check, finding, mendable.includes(finding));
    batch = [];
  };
  for await (const finding of check.run(context)) {
    batch.push(finding);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
}

async function lookAtDocuments(examination: Examination, type: ContentType): Promise<void> {
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
      if (suspects.length > 0) await lookAgain(examination, check, type, suspects);
    }
    diagnosis.read(page);
    rows += page.reduce((sum, document) => sum + document.rows.length, 0);
    progress(`${type.uid}: ${rows} of ${total} rows`);
  }
}

/** What a page showed may have been a write in between its statements; under the lock it is so or it is not. */
async function lookAgain(
  { database, schema, planOf, diagnosis, fix }: Examination,
  check: DoctorCheck,
  type: ContentType,
  suspects: readonly DocumentFinding[],
): Promise<void> {
  const documents = [...new Set(suspects.map(({ documentId }) => documentId))].sort();
  const found = await database.transaction(async (tx) => {
    await lockDocuments(planOf(type), tx, documents);
    const context: DoctorContext = { schema, dialect: database.dialect, all: readerOf(tx) };
    const again: StoredDocument[] = await rowsOfDocuments(planOf(type), tx, documents);
    const confirmed = (await check.documents?.check(type, again, context)) ?? [];
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
