// Functions that SQLite lacks, registered on every handle (writer, reader, worker). Never named in the schema: a database
// file must open without them.
import type { Database as Handle } from 'better-sqlite3';
import { foldCase } from '../dialect';
import { toScaled } from './scaled';

export function registerFunctions(handle: Handle): void {
  const options = { deterministic: true, varargs: false };
  handle.function('quire_fold', options, (value: unknown) =>
    value === null ? null : foldCase(String(value)),
  );
  /** A double as JavaScript, and so the answer, spells it. */
  handle.function('quire_number', options, (value: unknown) => (value === null ? null : String(value)));
  /** The JSON text of a decimal inside a component → the scaled integer that a column would hold. */
  handle.function('quire_scaled', options, (value: unknown, scale: unknown) =>
    value === null || value === 'null' ? null : toScaled(String(value).replaceAll('"', ''), Number(scale)),
  );
}
