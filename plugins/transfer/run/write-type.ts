// Writes the documents of one type, batch by batch, inside the transaction of the import.

import {
  type BulkDocument,
  type BulkWrites,
  type ContentType,
  type HeldDocument,
  type ImportPart,
  pathToText,
  refuseInput,
  runCheck,
} from '../../../core';
import { type DocumentLine, documentCheck } from '../archive/format';
import { type LineContext, readLine } from '../convert/from-line';
import { withKept } from './kept-values';
import type { ImportReport, TypeReport } from './report';

export interface TypeWriter {
  readonly type: ContentType;
  readonly bulk: BulkWrites;
  readonly context: LineContext;
  readonly report: ImportReport;
  readonly own: TypeReport;
  /** null: no document of the archive exists here. Otherwise which one stays. */
  readonly merge: 'newer' | 'source' | null;
  /** The values of a row that are written. */
  adapt(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The document is written, and not only read. */
  wrote(line: DocumentLine): void;
  readonly renews: ImportPart['renews'];
}

interface Incoming extends BulkDocument {
  readonly line: DocumentLine;
  readonly changed: string;
  readonly links: number;
}

export function checkedLine(name: string, value: unknown): DocumentLine {
  const { value: line, issues } = runCheck(documentCheck, value);
  const [issue] = issues;
  if (issue) refuseInput(`${name}: ${pathToText(issue.path)} ${issue.message}.`);
  return line;
}

/** Documents that are replaced give up what only one document may hold, since a document before them may take it. */
export async function releaseBatch(writer: TypeWriter, lines: readonly DocumentLine[]): Promise<void> {
  const { type, bulk, context, merge } = writer;
  if (merge === null) return;
  const { all } = readBatch(writer, lines);
  const replaced = (await compared(writer, all, merge)).flatMap(({ before, stays }) =>
    before && !stays ? before : [],
  );
  await bulk.release(type, replaced, new Set(context.attributesOf(type).keys()));
}

export async function writeBatch(writer: TypeWriter, lines: readonly DocumentLine[]): Promise<void> {
  const { type, bulk, own, report, merge } = writer;
  const { all, highest } = readBatch(writer, lines);
  own.read += all.length;
  if (new Set(all.map(({ documentId }) => documentId)).size < all.length)
    refuseInput(`${type.uid}: the archive has a document twice.`);
  if (highest > 0) await bulk.reserveEntryIds(highest);
  const chosen = merge === null ? all : await makeRoom(writer, all, merge);
  const written = chosen.map((document) => withRenewed(writer, document));
  const outcome = await bulk.write(type, written);
  const [present] = outcome.present;
  if (present !== undefined) refuseInput(`${type.uid} ${present}: the archive has the document twice.`);
  const refused = outcome.refused.map(({ documentId, reason }) => `${type.uid} ${documentId}: ${reason}`);
  if (refused.length > 0) refuseInput('Documents cannot be stored here:', ...refused);
  for (const { row, link } of outcome.unlinked)
    report.notes.push(
      `${type.uid} ${row.id ?? ''}, ${link.attribute}: another document has ${link.document} already`,
    );
  const rows = written.reduce((sum, each) => sum + each.rows.length, 0);
  if (outcome.written.length !== rows)
    refuseInput(`${type.uid}: ${rows} rows were to be written, and ${outcome.written.length} are.`);
  for (const { line } of written) writer.wrote(line);
  own.added += written.length;
  report.rows += outcome.written.length;
  report.links += written.reduce((sum, { links }) => sum + links, 0) - outcome.unlinked.length;
}

function readBatch(writer: TypeWriter, lines: readonly DocumentLine[]) {
  const { type, context } = writer;
  let highest = 0;
  const updated = type.scalars.get('updatedAt')?.column ?? '';
  const all = lines.map((line): Incoming => {
    const documentId = context.documentOf(type.uid, line.documentId);
    const rows = line.rows.map((row) => ({ ...row, values: writer.adapt(row.values) }));
    const read = readLine(type, { documentId, rows }, context);
    highest = Math.max(highest, read.highestEntry);
    const changed = read.rows.reduce((most, { columns }) => latest(most, columns.get(updated)), '');
    return { documentId, rows: read.rows, line, changed, links: read.links };
  });
  return { all, highest };
}

const latest = (most: string, time: unknown): string =>
  typeof time === 'string' && time > most ? time : most;

/** Each document with the one here, which stays if it is as new. */
async function compared(
  { type, bulk }: TypeWriter,
  all: readonly Incoming[],
  merge: 'newer' | 'source',
): Promise<{ document: Incoming; before: HeldDocument | undefined; stays: boolean }[]> {
  const stored = await bulk.stored(
    type,
    all.map(({ documentId }) => documentId),
  );
  const here = new Map(stored.map((each) => [each.documentId, each]));
  return all.map((document) => {
    const before = here.get(document.documentId);
    const changed = before?.rows.reduce((most, { updatedAt }) => latest(most, updatedAt), '') ?? '';
    return { document, before, stays: !!before && merge === 'newer' && changed >= document.changed };
  });
}

/** Removes the documents that are replaced; returns those that are written. */
async function makeRoom(
  writer: TypeWriter,
  all: readonly Incoming[],
  merge: 'newer' | 'source',
): Promise<Incoming[]> {
  const { type, bulk, own, context } = writer;
  const written: Incoming[] = [];
  const replaced: HeldDocument[] = [];
  for (const { document, before, stays } of await compared(writer, all, merge)) {
    if (stays) {
      own.kept += 1;
      continue;
    }
    if (before) replaced.push(before);
    written.push(
      before
        ? { ...document, rows: document.rows.map((row) => withKept(type, row, before, context)) }
        : document,
    );
  }
  await bulk.remove(type, replaced);
  own.replaced += replaced.length;
  own.added -= replaced.length;
  return written;
}

/** Columns that the import sets anew. A column that has a value, or is kept empty, stays. */
function withRenewed({ type, renews }: TypeWriter, document: Incoming): Incoming {
  if (!renews) return document;
  const rows = document.rows.map((row) => {
    const columns = new Map(row.columns);
    for (const [name, value] of Object.entries(renews())) {
      const column = type.scalars.get(name)?.column;
      if (column !== undefined && !columns.has(column)) columns.set(column, value);
    }
    return { ...row, columns };
  });
  return { ...document, rows };
}
