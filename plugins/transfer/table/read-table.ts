// Reads a file of CSV or JSON lines as records. The file is UTF-8; each line and each record is bounded. Faults of the file are refused with
// their line.

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { isTooDeep, jsonOf, linesOf, refuseInput } from '../../../core';
import { LONGEST_NAME } from './columns';
import type { Format } from './export-table';
import { TOO_DEEP } from './record-values';
import { shortened } from './report';

export interface TableFile {
  readonly path: string;
  /** For sentences. */
  readonly name: string;
  readonly format: Format;
}

export interface TableRecord {
  /** The first one, from 1. */
  readonly line: number;
  /** Header → cell: a text, or of JSON any value. */
  readonly cells: ReadonlyMap<string, unknown>;
  /** Why the record cannot be used; null: it can. */
  readonly fault: string | null;
}

/** Bytes of a line, and characters of a record with line breaks. */
const LONGEST = 1024 * 1024;
const MOST_COLUMNS = 1000;
const UTF8 = 'save the file as "CSV UTF-8", or convert it with iconv -f latin1 -t utf-8';

/** Refuses a file in another encoding, before a part of it is read. Returns the delimiter of CSV. */
export async function checkText({ path, name, format }: TableFile): Promise<string> {
  let delimiter = ',';
  for await (const { number, bytes } of linesOf({ name, bytes: createReadStream(path) }, LONGEST)) {
    if (number === 1 && isUtf16(bytes))
      refuseInput(
        `${name}: the file is UTF-16; save it as "CSV UTF-8", or convert it with iconv -f utf-16 -t utf-8.`,
      );
    if (!isUtf8(bytes)) refuseInput(`${name}, line ${number}: it is not UTF-8; ${UTF8}.`);
    if (bytes.includes(0)) refuseInput(`${name}, line ${number}: it has a character NUL; remove it.`);
    if (number === 1 && format === 'csv') delimiter = delimiterIn(bytes.toString('utf8'));
  }
  return delimiter;
}

/** Its mark, or letters of ASCII between zeros. */
const isUtf16 = (bytes: Buffer): boolean =>
  [0xfeff, 0xfffe].includes(bytes.length > 1 ? bytes.readUInt16BE() : 0) || bytes.includes(0);

/** Spreadsheets of some countries write semicolons. */
function delimiterIn(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  return [',', ';', '\t'].find((each) => bare.includes(each)) ?? ',';
}

export async function* tableRecords(file: TableFile, delimiter: string): AsyncGenerator<TableRecord> {
  yield* file.format === 'csv' ? csvRecords(file, delimiter) : jsonRecords(file);
}

/** Reads the whole file, so that a fault of it is refused before a record is written. */
export async function headersOf(file: TableFile, delimiter: string): Promise<readonly string[]> {
  const headers = new Set<string>();
  for await (const { cells } of tableRecords(file, delimiter))
    for (const header of cells.keys()) {
      if (header.length > LONGEST_NAME) refuseLongName(file.name, header);
      headers.add(header);
      if (headers.size > MOST_COLUMNS)
        refuseInput(`${file.name}: it has more than ${MOST_COLUMNS} names of columns.`);
    }
  return [...headers];
}

const refuseLongName = (name: string, header: string): never =>
  refuseInput(
    `${name}: the name "${shortened(header)}" has more than ${LONGEST_NAME} characters; shorten it.`,
  );

async function* jsonRecords({ path, name }: TableFile): AsyncGenerator<TableRecord> {
  for await (const line of linesOf({ name, bytes: createReadStream(path) }, LONGEST)) {
    const isMarked = line.number === 1 && line.bytes.subarray(0, 3).equals(MARK);
    if (isTooDeep(line.bytes.toString('latin1'))) {
      yield { line: line.number, cells: new Map(), fault: `the line ${TOO_DEEP}` };
      continue;
    }
    const value = jsonOf(isMarked ? { ...line, bytes: line.bytes.subarray(3) } : line);
    if (value === null) continue;
    const fault = value === undefined ? 'the line is no JSON object' : null;
    yield { line: line.number, cells: new Map(Object.entries(value ?? {})), fault };
  }
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* csvRecords({ path, name }: TableFile, delimiter: string): AsyncGenerator<TableRecord> {
  const { parse }: typeof import('csv-parse') = require('csv-parse');
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LONGEST,
    // Without them, the first line decides, and other line ends become text of cells.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let header: readonly string[] | null = null;
  let before = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = before + 1;
      before = info.lines;
      if (header) yield { line, ...cellsOf(header, record) };
      else header = headerOf(name, record);
    }
  } catch (error) {
    throw csvFault(error, name) ?? error;
  } finally {
    source.destroy();
  }
}

function headerOf(name: string, record: readonly string[]): readonly string[] {
  const header = record.map((each) => each.trim());
  while (header.at(-1) === '') header.pop();
  if (header.length > MOST_COLUMNS) refuseInput(`${name}: the header has more than ${MOST_COLUMNS} columns.`);
  const long = header.find((each) => each.length > LONGEST_NAME);
  if (long !== undefined) refuseLongName(name, long);
  const empty = header.indexOf('');
  if (empty !== -1)
    refuseInput(`${name}, line 1: column ${empty + 1} has no name; name it, or remove the column.`);
  const twice = header.find((each, at) => header.indexOf(each) !== at);
  if (twice !== undefined)
    refuseInput(`${name}, line 1: two columns have the name "${twice}"; rename one of them.`);
  return header;
}

function cellsOf(header: readonly string[], record: readonly string[]): Pick<TableRecord, 'cells' | 'fault'> {
  const isWrong = record.length < header.length || record.slice(header.length).some((cell) => cell !== '');
  return {
    cells: new Map(header.map((name, at) => [name, record[at] ?? ''])),
    fault: isWrong
      ? `the line has ${record.length} cells, and the header has ${header.length}; put a cell with a comma between quotes`
      : null,
  };
}

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed; write a quote inside of a cell as two quotes',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote; write a quote inside of a cell as two quotes',
  INVALID_OPENING_QUOTE:
    'a quote stands inside of a cell; put the cell between quotes, and write two quotes inside of it',
  CSV_MAX_RECORD_SIZE: `the record has more than ${LONGEST} characters; a quote before it may not be closed`,
};

function csvFault(error: unknown, name: string): Error | null {
  const { code, lines } = error as { readonly code?: string; readonly lines?: number };
  const fault = FAULTS[code ?? ''];
  if (fault === undefined) return null;
  try {
    return refuseInput(`${name}, line ${lines ?? '?'}: ${fault}.`);
  } catch (refusal) {
    return refusal as Error;
  }
}
