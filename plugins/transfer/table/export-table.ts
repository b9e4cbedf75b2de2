// The documents of one type as lines of CSV or JSON, page by page. Each document is one line, with all locales that the columns name.

import type { App, CallerDocuments, QueryLimits } from '../../../core';
import { cellOf, csvRow, jsonCell, listCell } from './cells';
import { type Column, type ColumnScope, isJsonColumn, isOfDocument, suffixAxisOf } from './columns';
import { valueAt, wordsFor } from './read-words';

export type Format = 'csv' | 'jsonl';

export interface TableExport {
  readonly scope: ColumnScope;
  readonly columns: readonly Column[];
  readonly format: Format;
  /** `app.documents`, or that of a caller. */
  readonly documents: App['documents'] | CallerDocuments;
  /** `locale`, `status` and other parameters. */
  readonly words: Readonly<Record<string, unknown>>;
  readonly filters?: unknown;
  readonly search?: unknown;
  readonly limits?: QueryLimits;
}

type Document = Readonly<Record<string, unknown>> & { readonly documentId: string };
/** The rows of one document: locale → row. */
type Line = ReadonlyMap<string | null, Document>;

/** Documents of one page. */
const PAGE = 200;

/** The text of the file in pieces. The first one is read before the header is there. `counted` gets the number of documents of each piece. */
export async function* tableText(
  table: TableExport,
  counted: (documents: number) => void,
): AsyncGenerator<string> {
  const { columns, format } = table;
  let header = format === 'csv' ? csvRow(columns.map(({ name }) => cellOf(name))) : '';
  for await (const lines of linesOf(table)) {
    counted(lines.length);
    yield header + lines.map((line) => lineText(table, line)).join('');
    header = '';
  }
  if (header !== '') yield header;
}

function lineText({ scope, columns, format }: TableExport, line: Line): string {
  const [any] = line.values();
  const values = columns.map((column) => {
    const row = line.get(column.locale) ?? (isOfDocument(scope, column) ? any : undefined);
    return row ? valueAt(scope, column, row) : null;
  });
  if (format === 'jsonl')
    return `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, values[at]])))}\n`;
  const cells = columns.map((column, at) => {
    const [{ end }, value] = [column, values[at]];
    if (isJsonColumn(column)) return jsonCell(value);
    return cellOf(end.kind === 'link' && Array.isArray(value) ? listCell(value) : value);
  });
  return csvRow(cells);
}

/**
 * Pages in the order of documentIds. A page ends where the shortest full page of a locale ends, so that each document has all its rows.
 * Filters and a search look at the locale of the file, and find documents: the other locales of these come whole.
 */
async function* linesOf(table: TableExport): AsyncGenerator<readonly Line[]> {
  const locales = [...new Set([null, ...table.columns.map(({ locale }) => locale)])];
  let last = '';
  for (;;) {
    const pages = await pagesAfter(table, locales, last);
    const ends = pages.flatMap((page) => (page.length < PAGE ? [] : (page.at(-1)?.documentId ?? [])));
    const end = ends.length > 0 ? ends.reduce((least, each) => (each < least ? each : least)) : null;
    const found = new Map<string, Map<string | null, Document>>();
    for (const [at, page] of pages.entries())
      for (const document of page) {
        const { documentId } = document;
        if (end !== null && documentId > end) continue;
        const line = found.get(documentId) ?? new Map<string | null, Document>();
        found.set(documentId, line.set(locales[at] ?? null, document));
      }
    const ids = [...found.keys()].sort();
    if (ids.length > 0) yield ids.flatMap((id) => found.get(id) ?? []);
    if (end === null) return;
    last = end;
  }
}

async function pagesAfter(
  table: TableExport,
  locales: readonly (string | null)[],
  last: string,
): Promise<readonly (readonly Document[])[]> {
  const { filters, search } = table;
  const after = { documentId: { $gt: last } };
  if (filters === undefined && search === undefined)
    return Promise.all(locales.map((locale) => pageOf(table, locale, after)));
  const [first, ...others] = locales;
  const found = await pageOf(
    table,
    first ?? null,
    filters === undefined ? after : { $and: [filters, after] },
    search,
  );
  const ids = found.map(({ documentId }) => documentId);
  if (ids.length === 0) return [found];
  const rest = others.map((locale) => pageOf(table, locale, { documentId: { $in: ids } }));
  return [found, ...(await Promise.all(rest))];
}

async function pageOf(
  { scope, columns, documents, words, limits }: TableExport,
  locale: string | null,
  filters: unknown,
  search?: unknown,
): Promise<readonly Document[]> {
  const own = columns.filter((column) => column.locale === locale || isOfDocument(scope, column));
  const axis = suffixAxisOf(scope.type);
  return (await documents(scope.type.uid).findMany({
    ...words,
    ...(axis && locale !== null ? { [axis.name]: locale } : {}),
    ...wordsFor(scope, own),
    ...(search === undefined ? {} : { _q: search }),
    ...(limits ? { limits: { ...limits, maxLimit: PAGE } } : {}),
    filters,
    sort: ['documentId'],
    pagination: { start: 0, limit: PAGE, withCount: false },
  })) as unknown as readonly Document[];
}
