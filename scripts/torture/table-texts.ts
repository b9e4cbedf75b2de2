// The rows of all tables of content as texts that two applications with the same content share.
import type { Kernel } from '../../core';
import type { TestDatabase } from '../../core/testing/databases';

const TABLES: Readonly<Record<TestDatabase, string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database()',
  postgres: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
};
/** Tables of processes, not of content. */
const OF_PROCESSES = /^quire_(?!unique)/;
/** Documents that each application makes at its first start, with an id and a time of its own; and what they have in common. */
const SEEDED: Readonly<Record<string, string>> = {
  up_roles: 'type',
  i18n_locales: 'code',
  up_permissions: 'action',
};
const TIMES: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'published_at', 'role_ord']);

type Row = Readonly<Record<string, unknown>>;

export async function tableTexts(
  { database: { knex } }: Pick<Kernel, 'database'>,
  client: TestDatabase,
): Promise<Map<string, string>> {
  const names = rowsOf(await knex.raw(TABLES[client]))
    .map((row) => String(Object.values(row)[0]))
    .filter((name) => !OF_PROCESSES.test(name));
  const tables = new Map<string, readonly Row[]>();
  for (const name of names) tables.set(name, await knex(name).select());
  const ids = new Map<string, string>();
  for (const [table, column] of Object.entries(SEEDED))
    for (const row of tables.get(table) ?? [])
      ids.set(String(row.document_id), `${table} ${row[column]} ${ids.get(String(row.role_doc)) ?? ''}`);
  const texts = [...tables].map(([name, rows]): [string, string] => {
    const lines = rows.map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([column]) => !(name in SEEDED && TIMES.has(column)))
          .map(([column, value]) => [column, ids.get(String(value)) ?? value]),
      ),
    );
    return [name, lines.sort().join('\n')];
  });
  return new Map(texts);
}

/** Each driver answers in its own form. */
function rowsOf(answer: unknown): readonly Row[] {
  const outer = Array.isArray(answer) ? answer : (answer as { readonly rows: unknown[] }).rows;
  return (Array.isArray(outer[0]) ? outer[0] : outer) as Row[];
}
