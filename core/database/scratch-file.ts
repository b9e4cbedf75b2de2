// A SQLite file for work that does not belong to the application: an unpacked archive, a source of a test.

import { openScratch } from './adapters/open-sqlite';

export interface ScratchFile {
  /** Statements without parameters. */
  run(text: string): void;
  /** All rows in one transaction. */
  insert(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]>): void;
  all(text: string, params?: readonly unknown[]): readonly Readonly<Record<string, unknown>>[];
  close(): void;
}

export function createScratchFile(file: string): ScratchFile {
  const handle = openScratch(file);
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  return {
    run: (text) => void handle.exec(text),
    insert(table, columns, rows) {
      const marks = columns.map(() => '?').join(', ');
      const text = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${marks})`;
      const insert = handle.prepare<unknown[]>(text);
      handle.transaction(() => {
        for (const row of rows) insert.run(...row);
      })();
    },
    all: (text, params = []) =>
      handle.prepare<unknown[]>(text).all(...params) as Readonly<Record<string, unknown>>[],
    close: () => void handle.close(),
  };
}
