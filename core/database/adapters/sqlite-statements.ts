// Prepared statements of one SQLite handle. Those of plans are kept by their Statement object; others by text, at most 500.
import type { Row, Run, Statement } from '../database';
import { exactInteger } from '../dialects/stored-value';
import type { Handle, Prepared } from './open-sqlite';

const MOST_PREPARED = 500;

export interface SqliteStatements {
  plan(run: Run): Row[];
  all(text: string, params: readonly unknown[]): Row[];
  run(text: string, params: readonly unknown[]): { readonly changes: number; readonly id: number };
  exec(text: string): void;
}

export function createSqliteStatements(handle: Handle): SqliteStatements {
  const ofPlans = new WeakMap<Statement, Prepared>();
  const ofTexts = new Map<string, Prepared>();

  const prepared = (text: string): Prepared => {
    const known = ofTexts.get(text);
    if (known) return known;
    const made = handle.prepare<unknown[]>(text);
    if (made.reader) made.raw(true).safeIntegers(true);
    if (ofTexts.size >= MOST_PREPARED) for (const oldest of ofTexts.keys()) if (ofTexts.delete(oldest)) break;
    ofTexts.set(text, made);
    return made;
  };

  const rowsOf = (statement: Prepared, params: readonly unknown[]): Row[] => {
    const rows = statement.all(...params) as unknown[][];
    // Integers come as bigints, so that large ones are exact; small ones become numbers again.
    for (const row of rows)
      for (let i = 0; i < row.length; i++) {
        const value = row[i];
        if (typeof value === 'bigint') row[i] = exactInteger(value);
      }
    return rows;
  };

  const ofPlan = (statement: Statement): Prepared => {
    let made = ofPlans.get(statement);
    if (!made) {
      made = handle.prepare<unknown[]>(statement.sql).raw(true);
      ofPlans.set(statement, made);
    }
    return made;
  };

  return {
    plan: ({ statement, params }) => ofPlan(statement).all(...params) as Row[],
    all: (text, params) => rowsOf(prepared(text), params),
    run(text, params) {
      const statement = prepared(text);
      if (statement.reader) {
        const rows = rowsOf(statement, params);
        return { changes: rows.length, id: Number(rows[0]?.[0] ?? 0) };
      }
      const { changes, lastInsertRowid } = statement.run(...params);
      return { changes, id: Number(lastInsertRowid) };
    },
    exec(text) {
      prepared(text).run();
    },
  };
}
