// What an import of a table did: each record is created, updated or left out.

export interface LineError {
  /** The first line of the record. */
  readonly line: number;
  readonly column: string | null;
  /** Shortened. */
  readonly value: string | null;
  readonly message: string;
}

export interface TableReport {
  read: number;
  created: number;
  updated: number;
  leftOut: number;
  readonly errors: LineError[];
  /** Errors that are not in the list. */
  moreErrors: number;
  readonly notes: string[];
}

const MOST_ERRORS = 100;
const LONGEST = 60;

export const emptyReport = (notes: readonly string[]): TableReport => ({
  read: 0,
  created: 0,
  updated: 0,
  leftOut: 0,
  errors: [],
  moreErrors: 0,
  notes: [...notes],
});

export function addErrors(report: TableReport, errors: readonly LineError[]): void {
  const room = Math.max(MOST_ERRORS - report.errors.length, 0);
  report.errors.push(...errors.slice(0, room));
  report.moreErrors += Math.max(errors.length - room, 0);
}

export function shortened(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** The first sentences of a list that a file may make very long. */
export const firstOf = (sentences: readonly string[]): readonly string[] =>
  sentences.length > MOST_ERRORS
    ? [...sentences.slice(0, MOST_ERRORS), `and ${sentences.length - MOST_ERRORS} more`]
    : sentences;

export function tableLines(report: TableReport): string[] {
  const { read, created, updated, leftOut, errors, moreErrors, notes } = report;
  return [
    ...errors.map(errorLine),
    ...(moreErrors > 0 ? [`${moreErrors} more errors`] : []),
    `${read} records: ${created} created, ${updated} updated, ${leftOut} left out`,
    ...notes,
  ];
}

function errorLine({ line, column, value, message }: LineError): string {
  const place = [
    `line ${line}`,
    ...(column === null ? [] : [`column "${column}"`]),
    ...(value === null ? [] : [`"${value}"`]),
  ];
  return `${place.join(', ')}: ${message}`;
}
