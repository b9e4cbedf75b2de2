// Makes it possible to end a thread while it runs a long SQLite statement. `terminate()` of a worker has an effect only when SQLite calls a
// JavaScript function. So a condition that is always true calls such a function for about each 256th row:
//   SELECT count(*) FROM "article_list" t0 WHERE likelihood(t0.rowid & 255 OR quire_go_on(), 1.0) AND t0."rating" > ?
// The condition costs up to a third of a plain scan. A statement without a table before WHERE keeps its text.
import type { Handle } from './open-sqlite';

/** The last table before a WHERE, and its alias. */
const FILTERED = /((?:FROM|JOIN) "[^"]+" (t\d+)(?: ON [^()]*?)?) WHERE /g;

/** `likelihood` keeps the plan of the statement. */
export const endable = (sql: string): string =>
  sql.replace(FILTERED, '$1 WHERE likelihood($2.rowid & 255 OR quire_go_on(), 1.0) AND ');

/** SQLite would call a deterministic function without arguments only once, so this function is not deterministic. */
export function registerEndable(handle: Handle): void {
  handle.function('quire_go_on', () => 1);
}
