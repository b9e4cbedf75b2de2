// Rows of plugins' own tables that the archive does not have, such as jobs. The report of the export counts them.

import type { App, BulkReader } from '../../../core';

export type LeftOut = (reader: BulkReader, written: ReadonlySet<string>) => Promise<readonly string[]>;

/** While the plugin registers. */
export function createLeftOut(app: App): LeftOut {
  const known: { readonly owner: string; readonly table: string }[] = [];
  app.hooks.schema.tables((tables) => {
    known.length = 0;
    for (const { name, owner } of tables)
      if (app.plugins.some((plugin) => plugin.name === owner)) known.push({ owner, table: name });
  });
  return async (reader, written) => {
    const counts = new Map<string, number>();
    for (const { owner, table } of known) {
      if (written.has(table)) continue;
      const [[count] = []] = await reader.rows(`SELECT COUNT(*) FROM ${app.database.dialect.id(table)}`);
      counts.set(owner, (counts.get(owner) ?? 0) + Number(count));
    }
    const full = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    if (full.length === 0) return [];
    return [`Not in the archive: ${full.map(([owner, count]) => `${owner} (${count} rows)`).join(', ')}`];
  };
}
