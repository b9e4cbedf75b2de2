// Names of prepared statements on PostgreSQL: a hash of the text, `q3f0c…`. Behind a transaction pooler, processes share connections. With
// names from a counter (`q0`, `q1`), one process would run a statement of another process. The server keeps named statements until the
// connection ends. So only statements that run a second time get a name, at most 3,000.
import { createHash } from 'node:crypto';
import { GenerationCache } from '../../kernel/cache/generation-cache';
import { postgresDialect } from '../dialects/postgres';

const MOST_NAMED = 3_000;
/** Statements that have run once. */
const MOST_ONCE = 500;

/** A query object for pg, without values. */
export interface NamedQuery {
  readonly name: string | undefined;
  readonly text: string;
  readonly rowMode: 'array';
}

export interface StatementNames {
  /** The query has only inherited properties. pg keeps the prototype of a query, but copies own properties, which costs 0.5 µs each. */
  query(sql: string): NamedQuery;
  /** The tables have changed under the statement: the next use prepares it under another name. */
  forget(sql: string): void;
  /** Marks numbered, remembered per text. */
  finish(text: string): string;
}

/** `isNamed` false: no statement gets a name. */
export function createStatementNames(isNamed = true): StatementNames {
  const named = new Map<string, NamedQuery>();
  /** How often a statement was prepared anew. */
  const rounds = new Map<string, number>();
  const once = new Set<string>();
  const finished = new GenerationCache<string, string>(MOST_NAMED);
  return {
    query(sql) {
      const known = named.get(sql);
      if (known) return known;
      if (!isNamed || named.size >= MOST_NAMED) return queryOf(undefined, sql);
      if (!rounds.has(sql) && !once.delete(sql)) {
        if (once.size >= MOST_ONCE) once.clear();
        once.add(sql);
        return queryOf(undefined, sql);
      }
      const query = queryOf(nameOf(sql, rounds.get(sql) ?? 0), sql);
      named.set(sql, query);
      return query;
    },
    forget(sql) {
      if (named.delete(sql)) rounds.set(sql, (rounds.get(sql) ?? 0) + 1);
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

/** `name` undefined: the server plans the statement anew for the values of each run. */
export const queryOf = (name: string | undefined, text: string): NamedQuery =>
  Object.freeze(Object.create({ name, text, rowMode: 'array' } satisfies NamedQuery));

const nameOf = (sql: string, round: number): string =>
  `q${createHash('sha256').update(sql).digest('hex').slice(0, 32)}${round === 0 ? '' : `_${round}`}`;
