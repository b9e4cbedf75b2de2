// Writes the records of a file, batch by batch, through the document service. A batch is stored whole, or not at all.

import { AppError, check, type ItemError, type WriteItem } from '../../../core';
import { type Column, suffixAxisOf } from './columns';
import { documentsWith, valueText } from './find-documents';
import { createKeySet, type KeySet } from './key-set';
import { linkedBy, storedBy } from './match-records';
import type { TableRecord } from './read-table';
import { wordsFor } from './read-words';
import { type Cell, dataOf, readCell } from './record-values';
import { addErrors, emptyReport, type LineError, shortened, type TableReport } from './report';
import { type Entry, errorAt, type TableImport } from './table-import';

/** Records of one batch. */
const BATCH = 200;

/** Rolls a transaction back without an error. */
class Undone extends Error {
  constructor(readonly report: TableReport) {
    super('undone');
  }
}

export async function importTable(table: TableImport): Promise<TableReport> {
  if (!table.atomic && !table.dryRun) return writeAll(table);
  try {
    // A transaction that runs again begins with a new report.
    return await table.transaction(async () => {
      const report = await writeAll(table);
      if (table.dryRun || report.leftOut > 0) throw new Undone(report);
      return report;
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return table.dryRun ? error.report : allLeftOut(error.report);
  }
}

const allLeftOut = (report: TableReport): TableReport => ({
  ...report,
  created: 0,
  updated: 0,
  leftOut: report.read,
});

async function writeAll(table: TableImport): Promise<TableReport> {
  const report = emptyReport(table.plan.notes);
  const seen = createKeySet();
  let batch: TableRecord[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await writeBatch(table, batch, seen, report);
    batch = [];
    table.progress(report.read);
  };
  for await (const record of table.records()) {
    batch.push(record);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return report;
}

async function writeBatch(
  table: TableImport,
  records: readonly TableRecord[],
  seen: KeySet,
  report: TableReport,
): Promise<void> {
  const faults: LineError[] = [];
  const entries = records.flatMap((record) => entryOf(table, record, seen, faults) ?? []);
  let errors: readonly LineError[] = faults;
  let created = 0;
  try {
    await table.transaction(async () => {
      const own = [...faults];
      created = await writeEntries(table, entries, own);
      errors = own;
      if (own.length > 0) throw new Undone(report);
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  report.read += records.length;
  if (errors.length > 0) {
    report.leftOut += records.length;
    addErrors(
      report,
      [...errors].sort((a, b) => a.line - b.line),
    );
    return;
  }
  report.created += created;
  report.updated += records.length - created;
}

/** null: the record cannot be used; its faults are noted. */
function entryOf(
  { scope, plan, isText }: TableImport,
  { line, cells, fault }: TableRecord,
  seen: KeySet,
  faults: LineError[],
): Entry | null {
  const before = faults.length;
  if (fault !== null) faults.push(errorAt(line, null, fault));
  const found = new Map<string | null, Cell[]>();
  let key: string | null = null;
  for (const [header, given] of cells) {
    const column = plan.columns.get(header);
    if (!column) continue;
    const cell = readCell(header, column, given, isText);
    if (typeof cell === 'string') {
      faults.push({ line, column: header, value: shortened(given), message: cell });
    } else if (header === plan.key?.header) {
      key = cell.value === null ? null : String(cell.value);
      if (key !== null && !seen.add(valueText(scope.type, plan.key.attribute, key) ?? key))
        faults.push(errorAt(line, cell, 'a line before has the same key; merge both lines'));
      if (column.name !== 'documentId') push(found, column.locale, cell);
    } else push(found, column.locale, cell);
  }
  if (plan.key && plan.key.attribute !== 'documentId' && key === null)
    faults.push({ line, column: plan.key.header, value: null, message: 'the key is empty; fill it' });
  return faults.length > before ? null : { line, cells: found, key };
}

function push(found: Map<string | null, Cell[]>, locale: string | null, cell: Cell): void {
  const list = found.get(locale) ?? [];
  list.push(cell);
  found.set(locale, list);
}

/** Returns the number of new documents. */
async function writeEntries(
  table: TableImport,
  entries: readonly Entry[],
  errors: LineError[],
): Promise<number> {
  const { scope, plan } = table;
  const linked = await linkedBy(table, entries, errors);
  const stored = await storedBy(table, entries, errors);
  const wrong = new Set(errors.map(({ line }) => line));
  const usable = entries.filter(({ line }) => !wrong.has(line));
  const items = usable.map((entry): WriteItem => {
    const before = stored(entry);
    const data = dataOf(entry.cells.get(null) ?? [], before, (cell) => linked.get(cell) ?? []);
    return before
      ? { operation: 'update', documentId: before.documentId, data }
      : { operation: 'create', data };
  });
  const written = await write(table, null, usable, items, errors);
  if (!written) return 0;
  const locales = [...new Set([...plan.columns.values()].flatMap(({ locale }) => locale ?? []))];
  for (const locale of locales) await writeLocale(table, locale, usable, written, linked, errors);
  return items.filter(({ operation }) => operation === 'create').length;

  async function writeLocale(
    { reads }: TableImport,
    locale: string,
    all: readonly Entry[],
    ids: readonly string[],
    links: ReadonlyMap<Cell, readonly string[]>,
    into: LineError[],
  ): Promise<void> {
    const axis = suffixAxisOf(scope.type)?.name ?? '';
    const columns = [...plan.columns.values()].filter((each) => each.locale === locale);
    const words = { ...reads.words, [axis]: locale };
    const shape = wordsFor(scope, columns);
    const rows = await documentsWith({ ...reads, words }, scope.type, 'documentId', ids, shape);
    const own = all.flatMap((entry, at) => {
      const documentId = ids[at] ?? '';
      const [row = null] = rows(documentId);
      const data = dataOf(entry.cells.get(locale) ?? [], row, (cell) => links.get(cell) ?? []);
      const item: WriteItem = { operation: 'update', documentId, data };
      return Object.keys(data).length > 0 ? [{ entry, item }] : [];
    });
    await write(
      table,
      locale,
      own.map(({ entry }) => entry),
      own.map(({ item }) => item),
      into,
    );
  }
}

/** The documentIds in the order of the items; null: items were refused. */
async function write(
  { scope, reads, words }: TableImport,
  locale: string | null,
  entries: readonly Entry[],
  items: readonly WriteItem[],
  errors: LineError[],
): Promise<readonly string[] | null> {
  if (items.length === 0) return [];
  const axis = suffixAxisOf(scope.type);
  const own = axis && locale !== null ? { ...words, [axis.name]: locale } : words;
  try {
    const { items: done } = await reads.documents(scope.type.uid).writeMany({ ...own, items });
    return done.map(({ documentId }) => documentId ?? '');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ITEMS_REFUSED') throw error;
    const refused = error.details?.items as readonly { readonly index: number; readonly error: ItemError }[];
    for (const { index, error: reason } of refused) {
      const entry = entries[index];
      if (entry) errors.push(...errorsOf(entry, locale, reason));
    }
    return null;
  }
}

function errorsOf(
  { line, cells }: Entry,
  locale: string | null,
  { message, details }: ItemError,
): LineError[] {
  const { errors, path } = (details ?? {}) as { readonly errors?: unknown; readonly path?: unknown };
  const issues: readonly unknown[] =
    Array.isArray(errors) && errors.length > 0 ? errors : [{ message, path: String(path ?? '').split('.') }];
  return issues.map((issue) => {
    const own = check.isPlainObject(issue) ? issue : {};
    const at = Array.isArray(own.path) ? own.path.map(String) : [];
    const cell = (cells.get(locale) ?? []).find(({ column }) => holds(column, at));
    return errorAt(line, cell ?? null, String(own.message ?? message));
  });
}

/** Is the place inside of the column, or around it? */
function holds({ steps, end }: Column, place: readonly string[]): boolean {
  const own = end.kind === 'link' ? steps.slice(0, end.depth) : steps;
  return own[0] === place[0] && own.every((step, at) => place[at] === undefined || step === place[at]);
}
