// `diff EARLIER.json LATER.json` and `--history`: what changed between JSON reports, row by row.
import { readFileSync } from 'node:fs';
import { valueAt } from '../wire/captures';

export interface Earlier {
  readonly began: string;
  /** The state of each row, by id. */
  readonly states: ReadonlyMap<string, string>;
}

export interface Change {
  readonly title: string;
  readonly rows: readonly string[];
}

export function readReport(file: string): Earlier {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const rows = valueAt(report, 'rows');
  if (!Array.isArray(rows)) throw new Error(`${file} is no JSON report of the suite: it has no rows.`);
  const states = rows.map(
    (row: unknown) => [String(valueAt(row, 'id')), String(valueAt(row, 'status'))] as const,
  );
  return { began: String(valueAt(report, 'began')), states: new Map(states) };
}

/** Rows that turned red come first. */
export function changesOf(earlier: Earlier['states'], later: Earlier['states']): Change[] {
  const groups = new Map<string, string[]>();
  const add = (title: string, id: string): void => {
    groups.set(title, [...(groups.get(title) ?? []), id]);
  };
  for (const title of ['turned red', 'turned green', 'new', 'gone']) groups.set(title, []);
  for (const [id, now] of later) {
    const before = earlier.get(id);
    if (before === now) continue;
    if (now === 'failed') add('turned red', id);
    else if (before === 'failed' && now === 'passed') add('turned green', id);
    else if (before === undefined) add('new', id);
    else add(`${before} → ${now}`, id);
  }
  for (const id of earlier.keys()) if (!later.has(id)) add('gone', id);
  return [...groups].filter(([, rows]) => rows.length > 0).map(([title, rows]) => ({ title, rows }));
}

export function diffText(earlier: Earlier, later: Earlier): string {
  const changes = changesOf(earlier.states, later.states);
  const lines = changes.map(({ title, rows }) => `${title} (${rows.length}): ${rows.join(', ')}`);
  return [
    `${earlier.began} → ${later.began}`,
    ...(lines.length > 0 ? lines : ['every row has the same state']),
  ].join('\n');
}

export const hasTurnedRed = (earlier: Earlier, later: Earlier): boolean =>
  changesOf(earlier.states, later.states).some(({ title }) => title === 'turned red');

/** The start of the first report since which the row has been red without a break; null: not in these reports. */
function redSince(id: string, history: readonly Earlier[]): string | null {
  const newestFirst = [...history].sort((left, right) => (left.began < right.began ? 1 : -1));
  let since: string | null = null;
  for (const { began, states } of newestFirst) {
    if (states.get(id) !== 'failed') break;
    since = began;
  }
  return since;
}

/** For a report: since when a failed row has been red. */
export function redLine(id: string, history: readonly Earlier[]): string | null {
  if (history.length === 0) return null;
  const since = redSince(id, history);
  return since === null ? 'turned red since the last report' : `red since ${since}`;
}
