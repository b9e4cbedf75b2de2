// Names of prepared statements on PostgreSQL: a hash of the text, `q3f0c…`. Behind a transaction pooler processes share connections;
// with names from a counter (`q0`, `q1`), one process would run a statement of the other. The server keeps each named statement
// until its connection ends, so at most 3,000 get a name: those that run a second time.
import { createHash } from 'node:crypto';
import { postgresDialect } from '../dialects/postgres';
import { GenerationCache } from '../generation-cache';

const MOST = 3_000;
/** Statements that have run once. */
const MOST_ONCE = 500;

export interface StatementNames {
  of(sql: string): string | undefined;
  /** The tables have changed under the statement: the next use prepares it under another name. */
  forget(sql: string): void;
  /** Marks numbered, remembered per text. */
  finish(text: string): string;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  /** How often a statement was prepared anew. */
  const rounds = new Map<string, number>();
  const once = new Set<string>();
  const finished = new GenerationCache<string, string>(MOST);
  return {
    of(sql) {
      const known = names.get(sql);
      if (known || names.size >= MOST) return known;
      if (!rounds.has(sql) && !once.delete(sql)) {
        if (once.size >= MOST_ONCE) once.clear();
        once.add(sql);
        return undefined;
      }
      const name = nameOf(sql, rounds.get(sql) ?? 0);
      names.set(sql, name);
      return name;
    },
    forget(sql) {
      if (names.delete(sql)) rounds.set(sql, (rounds.get(sql) ?? 0) + 1);
    },
    finish(text) {
      const known = finished.get(text);
      if (known !== undefined) return known;
      const made = postgresDialect.finish(text);
      finished.set(text, made);
      return made;
    },
  };
}

const nameOf = (sql: string, round: number): string =>
  `q${createHash('sha256').update(sql).digest('hex').slice(0, 32)}${round === 0 ? '' : `_${round}`}`;
