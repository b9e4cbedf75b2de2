// One import. The archive is read and verified first. Then all documents are written in one transaction: they are here, or none is.

import { type App, AppError, type ContentType, jsonLines, type Member, refuseInput } from '../../../core';
import { type DocumentLine, SETTINGS, typeOfPart } from '../archive/format';
import {
  type ArchiveFile,
  archiveMembers,
  type VerifiedArchive,
  verifyArchive,
} from '../archive/read-archive';
import { type Choice, NO_CHOICE } from '../choose-types';
import { leavesOut, partsOf, storedAttributes } from '../model-text';
import { objectNames, withAddresses } from '../objects';
import { createRowsImport, type RowsImport } from '../rows/import-rows';
import { comparedTypes } from './compare-models';
import { createKnownDocuments } from './known-documents';
import { type ImportReport, type TypeReport, typeReport } from './report';
import { NO_OBJECTS, type StoredObjects, storeFiles } from './store-files';
import { refuseContent, refuseMissed } from './target-state';
import { writeSettings } from './write-settings';
import { checkedLine, releaseBatch, type TypeWriter, writeBatch } from './write-type';

export interface ImportOptions {
  readonly mode: 'into-empty' | 'newer' | 'source' | 'replace';
  readonly dryRun: boolean;
  /** `known`: the content types and the parts of plugins that the archive has. */
  choice(known: readonly string[]): Choice;
  progress(uid: string, documents: number): void;
}

/** Documents of one batch. */
const BATCH = 200;

/** Ends a transaction without an error. */
class DryRun extends Error {
  constructor(readonly report: ImportReport) {
    super('dry run');
  }
}

export async function runImport(app: App, file: ArchiveFile, options: ImportOptions): Promise<ImportReport> {
  const archive = await verifyArchive(file);
  if (archive.head.since !== null && options.mode !== 'newer' && options.mode !== 'source')
    refuseInput(
      `The archive has only documents that were changed since ${archive.head.since} (--since); import it with --merge.`,
    );
  const groups = new Set((archive.head.tables ?? []).map(({ group }) => group));
  const choice = options.choice([...archive.head.types.map(({ uid }) => uid), ...groups]);
  const types = comparedTypes(app, archive.head, choice);
  const merges = options.mode === 'newer' || options.mode === 'source';
  // A merge takes none: nothing says which row is newer.
  const rows = createRowsImport(app, archive.head, merges ? NO_CHOICE : choice);
  // Another import, and a start, wait for the end of this one.
  return app.database.exclusively(async () => {
    if (options.mode === 'into-empty') {
      await refuseContent(app, types, partsOf(app));
      await rows.refusePresent();
    }
    const wants = (uid: string): boolean => choice.has('files') && choice.has(uid);
    const objects = options.dryRun ? NO_OBJECTS : await storeFiles(app, file, wants);
    const written = new Set<string>();
    const report = await app.database
      .transaction(
        async () => {
          const done = await writeAll(app, file, archive, types, choice, { objects, written, rows }, options);
          if (options.dryRun) throw new DryRun(done);
          const counts = done.types.map(({ uid, read }) => [uid, read]);
          await app.record('transfer.import', {
            mode: options.mode,
            documents: Object.fromEntries(counts),
            tables: done.tables,
          });
          return done;
        },
        { timeout: 0, commits: null },
      )
      .catch(async (error: unknown) => {
        if (error instanceof DryRun) return error.report;
        // Documents that may be committed need their bytes.
        if (!(error instanceof AppError && error.code === 'OUTCOME_UNKNOWN')) await objects.discard();
        throw error;
      });
    if (options.dryRun) return report;
    report.lostFiles.push(...(await objects.replace(written)));
    report.files = objects.count();
    for (const type of types) await partsOf(app).get(type.uid)?.finish?.({ settings: new Map() });
    return report;
  });
}

interface Others {
  readonly objects: StoredObjects;
  /** The names of objects whose documents are written. */
  readonly written: Set<string>;
  /** Of tables of plugins. */
  readonly rows: RowsImport;
}

async function writeAll(
  app: App,
  file: ArchiveFile,
  { head, end }: VerifiedArchive,
  types: readonly ContentType[],
  choice: Choice,
  { objects, written, rows }: Others,
  { mode, dryRun, progress }: ImportOptions,
): Promise<ImportReport> {
  const parts = partsOf(app);
  const leaves = leavesOut(parts, head.secrets);
  const known = createKnownDocuments(app, parts);
  const bulk = app.documents.bulk();
  const merge = mode === 'newer' || mode === 'source' ? mode : null;
  const report: ImportReport = {
    types: types.map(({ uid }) => typeReport(uid)),
    rows: 0,
    links: 0,
    lostLinks: 0,
    files: objects.count(),
    lostFiles: [],
    settings: 0,
    tables: {},
    notes: [],
  };
  const removed = new Map<ContentType, readonly string[]>();
  for (const [at, type] of types.entries()) {
    const own = report.types[at];
    if (own && (mode === 'replace' || (mode === 'into-empty' && parts.get(type.uid)?.sameBy)))
      removed.set(type, await bulk.clear(type));
    if (own) own.removed = removed.get(type)?.length ?? 0;
  }
  if (mode === 'replace') await rows.clear();
  const listed = new Map([
    ...head.types.map(({ uid, attributes }) => [uid, attributes] as const),
    ...Object.entries(head.components),
  ]);
  const attributes = new Map<string, ReturnType<typeof storedAttributes>>();
  const context: TypeWriter['context'] = {
    schema: app.schema,
    documentOf: merge ? known.documentOf : (_uid, documentId) => documentId,
    attributesOf(model) {
      const found = attributes.get(model.uid);
      if (found) return found;
      const names = listed.get(model.uid) ?? {};
      const own = new Map(
        [...storedAttributes(model, leaves)].filter(([name]) => Object.hasOwn(names, name)),
      );
      attributes.set(model.uid, own);
      return own;
    },
  };
  const writers = new Map<string, TypeWriter>();
  async function writerOf(type: ContentType, own: TypeReport): Promise<TypeWriter> {
    const open = writers.get(type.uid);
    if (open) return open;
    if (merge) await known.load(type);
    const hasBytes = parts.get(type.uid)?.store !== undefined;
    const adapt: TypeWriter['adapt'] = (values) =>
      hasBytes ? withAddresses(values, objects.addressOf) : values;
    const wrote: TypeWriter['wrote'] = (line) => {
      if (hasBytes)
        for (const { values } of line.rows) for (const name of objectNames(values)) written.add(name);
    };
    const renews = parts.get(type.uid)?.renews;
    const made = { type, bulk, context, report, own, merge, adapt, wrote, renews };
    writers.set(type.uid, made);
    return made;
  }
  if (merge)
    for await (const member of archiveMembers(file)) {
      const at = types.findIndex((type) => type.uid === typeOfPart(member.name));
      const [type, own] = [types[at], report.types[at]];
      if (!type || !own || !bulk.holdsAlone(type)) continue;
      const writer = await writerOf(type, own);
      await inBatches(
        member,
        (lines) => releaseBatch(writer, lines),
        (line) => known.note(type.uid, line),
      );
    }
  let hasSettings = false;
  for await (const member of archiveMembers(file)) {
    const uid = typeOfPart(member.name);
    const at = types.findIndex((type) => type.uid === uid);
    const [type, own] = [types[at], report.types[at]];
    if (type && own) {
      const writer = await writerOf(type, own);
      await inBatches(
        member,
        (lines) => writeBatch(writer, lines),
        (line) => merge && known.note(type.uid, line),
      );
      progress(type.uid, own.read);
    } else if (member.name === SETTINGS && choice.has('settings') && mode !== 'newer' && mode !== 'replace') {
      report.settings = await writeSettings(app, member);
      hasSettings = true;
    } else await rows.take(member);
  }
  if (!hasSettings && end.settings > 0 && mode === 'newer')
    report.notes.push('Settings of plugins: those here stay; --source-wins takes those of the archive');
  if (merge && (head.tables ?? []).length > 0)
    report.notes.push('Rows of plugins: those here stay; --replace NAME takes those of the archive');
  const own = await rows.finish(end.tables ?? {}, { types: new Set(types.map(({ uid }) => uid)) });
  report.tables = own.counts;
  report.notes.push(...own.notes);
  await refuseMissed(bulk, removed);
  report.lostLinks = await bulk.unlinkLost();
  for (const { uid, read } of report.types)
    if (read !== (end.documents[uid] ?? 0))
      refuseInput(`${uid}: the archive says ${end.documents[uid] ?? 0} documents, and has ${read}.`);
  if (dryRun) report.notes.push('Nothing was written (--dry-run).');
  return report;
}

async function inBatches(
  member: Member,
  work: (lines: readonly DocumentLine[]) => Promise<void>,
  note: (line: DocumentLine) => void,
): Promise<void> {
  let batch: DocumentLine[] = [];
  for await (const value of jsonLines(member)) {
    const line = checkedLine(member.name, value);
    note(line);
    batch.push(line);
    if (batch.length < BATCH) continue;
    await work(batch);
    batch = [];
  }
  if (batch.length > 0) await work(batch);
}
