// Names of prepared statements on PostgreSQL: one per text, so that the server plans it once per connection. Bounded; what comes
// after runs unnamed, since a name lives on the server as long as its connection.
import { postgresDialect } from '../dialects/postgres';

const MOST = 3_000;

export interface StatementNames {
  of(sql: string): string | undefined;
  /** The tables have changed under it: the next use prepares it anew, under another name. */
  forget(sql: string): void;
  /** Marks numbered, remembered per text. */
  finish(text: string): string;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let given = 0;
  const finished = new Map<string, string>();
  return {
    of(sql) {
      const known = names.get(sql);
      if (known || names.size >= MOST) return known;
      const name = `q${given++}`;
      names.set(sql, name);
      return name;
    },
    forget: (sql) => void names.delete(sql),
    finish(text) {
      const known = finished.get(text);
      if (known !== undefined) return known;
      const made = postgresDialect.finish(text);
      if (finished.size < MOST) finished.set(text, made);
      return made;
    },
  };
}
