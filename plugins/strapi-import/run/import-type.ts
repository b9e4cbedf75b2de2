// Imports all documents of one type, batch by batch. Each batch is one transaction, so a stopped import goes on with the documents that
// are missing.

import type { BulkWrites, ContentType } from '../../../core';
import { type ConvertContext, type ConvertedDocument, convertDocument } from '../convert/convert-document';
import { documentsOf } from '../source/read-documents';
import type { ItemReader } from '../source/read-items';
import type { Source, StrapiModel } from '../source/source';
import type { SourceDocument } from '../source/source-document';
import type { TypeReport } from './report';
import { Stopped } from './stopped';

export interface TypeImport {
  readonly source: Source;
  readonly items: ItemReader;
  readonly bulk: BulkWrites;
  readonly context: ConvertContext;
  readonly strict: boolean;
  readonly dryRun: boolean;
  /** The document exists here, perhaps with another documentId: it stays. */
  isKnown(document: SourceDocument): boolean;
  /** Why the document is left out; null: it is not. */
  refusal(document: SourceDocument): string | null;
  progress(uid: string, rows: number): void;
  /** The document exists here with the same documentId: it stays. */
  present(document: SourceDocument): void;
  /** No row of the document is written. */
  missing(uid: string, documentId: string): void;
}

export async function importType(
  type: ContentType,
  stored: StrapiModel,
  options: TypeImport,
  report: TypeReport,
): Promise<void> {
  const { source, items, bulk, context, dryRun, strict } = options;
  const table = stored.table;
  for await (const batch of documentsOf(source, items, type, stored)) {
    const known = batch.filter((document) => options.isKnown(document));
    report.read += batch.reduce((sum, { rows }) => sum + rows.length, 0);
    report.present += known.reduce((sum, { rows }) => sum + rows.length, 0);
    const converted = batch
      .filter((document) => !known.includes(document) && !leftOut(document, options, table, report))
      .map((document) => convertDocument(type, document, context));
    for (const each of converted) noteConverted(each, table, report, strict);
    const written = converted.filter(({ document }) => document.rows.length > 0);
    for (const { document } of converted)
      if (document.rows.length === 0) options.missing(type.uid, document.documentId);
    const highest = converted.reduce((most, each) => Math.max(most, each.highestEntry), 0);
    if (dryRun) countAll(written, report);
    else {
      if (highest > 0) await bulk.reserveEntryIds(highest);
      for (const documentId of await write(type, written, options, table, report))
        for (const document of batch) if (document.documentId === documentId) options.present(document);
    }
    options.progress(type.uid, report.read);
  }
}

function leftOut(
  document: SourceDocument,
  { refusal, strict, missing }: TypeImport,
  table: string,
  report: TypeReport,
): boolean {
  const reason = refusal(document);
  if (reason === null) return false;
  for (const { id } of document.rows) {
    if (strict) throw new Stopped(`${table} ${id}: ${reason}`);
    report.leftOut.push({ table, id, reason });
  }
  missing(report.uid, document.documentId);
  return true;
}

function noteConverted(
  { leftOut, notes }: ConvertedDocument,
  table: string,
  report: TypeReport,
  strict: boolean,
): void {
  for (const { id, reason, isMade } of leftOut) {
    if (strict) throw new Stopped(`${table} ${id}: ${reason}`);
    if (!isMade) report.leftOut.push({ table, id, reason });
  }
  for (const { id, text } of notes) report.notes.push({ table, id, reason: text });
}

function countAll(converted: readonly ConvertedDocument[], report: TypeReport): void {
  for (const { document, origins } of converted) {
    report.documents += 1;
    for (const row of document.rows) countRow(origins.get(row), report);
  }
}

function countRow(origin: ReturnType<ConvertedDocument['origins']['get']>, report: TypeReport): void {
  if (!origin) return;
  const { counts, isMade } = origin;
  if (isMade) report.made += 1;
  else report.versions += 1;
  report.links += counts.links;
  report.repeatedLinks += counts.repeatedLinks;
  report.lostLinks += counts.lostLinks;
  report.components += counts.entries;
}

/** Returns the documents that were here before. */
async function write(
  type: ContentType,
  converted: readonly ConvertedDocument[],
  { bulk, strict, missing }: TypeImport,
  table: string,
  report: TypeReport,
): Promise<readonly string[]> {
  const origins = new Map(converted.flatMap((each) => [...each.origins]));
  const rows = new Map(converted.map(({ document }) => [document.documentId, document.rows]));
  const outcome = await bulk.write(
    type,
    converted.map(({ document }) => document),
  );
  for (const documentId of outcome.present) {
    const own = rows.get(documentId) ?? [];
    report.present += own.filter((row) => origins.get(row)?.isMade === false).length;
  }
  const done = new Set<string>();
  for (const { documentId, row, id } of outcome.written) {
    const origin = origins.get(row);
    done.add(documentId);
    countRow(origin, report);
    if (origin && !origin.isMade && origin.item.id !== id)
      report.otherIds.push({ from: origin.item.id, to: id });
  }
  report.documents += done.size;
  for (const documentId of rows.keys())
    if (!done.has(documentId) && !outcome.present.includes(documentId)) missing(type.uid, documentId);
  for (const { row, reason } of outcome.refused) {
    const origin = origins.get(row);
    if (!origin || origin.isMade) continue;
    if (strict) throw new Stopped(`${table} ${origin.item.id}: ${reason}`);
    report.leftOut.push({ table, id: origin.item.id, reason });
  }
  for (const { row, link } of outcome.unlinked) {
    const id = origins.get(row)?.item.id ?? 0;
    report.notes.push({
      table,
      id,
      reason: `${link.attribute}: another document has ${link.document} already`,
    });
  }
  return outcome.present;
}
