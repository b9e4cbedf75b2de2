// Search indexes through migrations: they are created, follow renames, go with what they index, and are built again when they are broken.

import type { Database } from '../../database/database';
import { postgresDialect } from '../../database/dialects/postgres';
import { build } from '../../database/sql';
import { searchIndexes } from '../../database/tables';
import { testDatabases } from '../../testing/databases';
import { compileFiles, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { hasSearch } from './search-support';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (message: string) => void warnings.push(message),
  error: () => undefined,
};
const schemaOf = (attributes: object, more: object = {}) =>
  compileFiles({ 'config/content-types/item.json': typeFile('item', attributes, more) });
const TEXT = { type: 'string' };
const SEARCHED = { type: 'string', search: true };

const FOREIGN = {
  sqlite: 'CREATE INDEX items_title_fts ON items (title)',
  mysql: 'ALTER TABLE items ADD FULLTEXT INDEX items_title_fts (title)',
  postgres: "CREATE INDEX items_title_fts ON items USING gin (to_tsvector('english', title))",
};
/** Statements of other programs. The last ones make the table anew, which removes its triggers. */
const DAMAGES = [
  ['DROP TRIGGER items_search_fts_update'],
  ['DROP TRIGGER items_search_fts_merge'],
  ['DROP TABLE items_search_fts_new'],
  ['DROP TABLE items_search_fts'],
  [
    'DROP TRIGGER items_search_fts_insert',
    'DROP TRIGGER items_search_fts_update',
    'DROP TRIGGER items_search_fts_delete',
  ],
];

const TEXT_COLUMN = { kind: 'text' } as const;

describe.each(testDatabases())('search indexes on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
    warnings.length = 0;
  });

  const insert = (table: string, row: object) =>
    database.transaction(async () => {
      await database.knex(table).insert(row);
    });
  const all = (text: string, params: readonly unknown[] = []) =>
    database.transaction((tx) => tx.all(text, params));
  /** Everything of the database with the name of a search index. */
  const parts = async (): Promise<unknown[]> =>
    (
      await all(
        client === 'sqlite'
          ? "SELECT name FROM sqlite_master WHERE name LIKE '%_fts%'"
          : client === 'postgres'
            ? "SELECT indexname FROM pg_indexes WHERE indexname LIKE '%_fts%'"
            : "SELECT index_name FROM information_schema.statistics WHERE table_schema = database() AND index_name LIKE '%_fts%'",
      )
    ).map(([name]) => name);
  /** Ids of rows whose texts may contain the value; without an index all. */
  const candidates = async (
    tables: Parameters<typeof searchIndexes>[0],
    value: string,
  ): Promise<unknown[]> => {
    const { dialect } = database;
    const [[table, index] = []] = [...searchIndexes(tables)];
    if (!table || !index || !dialect.search) return [];
    const compared = index.columns.map((column) => ({
      column,
      spec: TEXT_COLUMN,
      value: { text: '?', params: [dialect.search?.toParam(value)] },
    }));
    const place = { ...index, table };
    const { from, condition } = dialect.search.candidates(
      { alias: 't', list: 'l', page: null },
      place,
      compared,
    );
    const { text, params } = build('SELECT t.id FROM ', from, `${dialect.id(table)} t WHERE `, condition);
    const rows = await all(dialect.finish(`${text} ORDER BY t.id`), params);
    return rows.map(([id]) => Number(id));
  };

  it('is created for stored rows, and removed again', async () => {
    await syncSchema(database, schemaOf({ title: TEXT }), { log });
    await insert('items', { document_id: 'a', title: 'Kelvin' });
    const { tables, steps } = await syncSchema(database, schemaOf({ title: SEARCHED }), { log });
    if (client === 'mysql') {
      expect(steps).toEqual([]);
      expect(warnings).toEqual([expect.stringMatching(/^MariaDB and MySQL have no index/)]);
      return;
    }
    expect(warnings).toEqual([]);
    expect(steps.map(({ sentence }) => sentence)).toEqual(['create the index items_search_fts']);
    await insert('items', { document_id: 'b', title: 'other' });
    expect(await candidates(tables, 'elvin')).toContain(1);
    expect((await planSchema(database, schemaOf({ title: SEARCHED }), { log })).lines).toEqual([]);
    await syncSchema(database, schemaOf({ title: TEXT }), { log });
    expect(await parts()).toEqual([]);
  });

  it("keeps the administrator's indexes", async () => {
    await syncSchema(database, schemaOf({ title: SEARCHED }), { log });
    await database.transaction((tx) => tx.run(FOREIGN[client]));
    await syncSchema(database, schemaOf({ title: SEARCHED, rank: TEXT }), { log });
    await syncSchema(database, schemaOf({ title: TEXT, rank: TEXT }), { log });
    expect(await parts()).toEqual(['items_title_fts']);
  });

  if (client === 'mysql') return;

  it('follows the columns and the table to other names', async () => {
    await syncSchema(database, schemaOf({ title: SEARCHED, rank: SEARCHED }), { log });
    await insert('items', { document_id: 'a', title: 'Kelvin', rank: 'first' });
    const next = schemaOf(
      { name: { ...SEARCHED, renamedFrom: 'title' }, rank: SEARCHED },
      {
        collectionName: 'goods',
        info: { singularName: 'item', pluralName: 'items', renamedFrom: 'api::item.item' },
      },
    );
    const { tables } = await syncSchema(database, next, { log });
    await insert('goods', { document_id: 'b', name: 'Celvina', rank: null });
    expect(await candidates(tables, 'elvin')).toEqual([1, 2]);
    expect(await candidates(tables, 'first')).toContain(1);
    expect(await parts()).toContain('goods_search_fts');
    expect(await parts()).not.toContain('items_search_fts');
    expect((await planSchema(database, next, { log })).lines).toEqual([]);
  });

  it('goes with a column that gets another type, and with its table', async () => {
    await syncSchema(database, schemaOf({ title: SEARCHED, body: SEARCHED }), { log });
    await insert('items', { document_id: 'a', title: '12', body: 'text' });
    const { tables } = await syncSchema(database, schemaOf({ title: { type: 'integer' }, body: SEARCHED }), {
      log,
    });
    expect(await candidates(tables, 'text')).toEqual([1]);
    await applyMigration(database, schemaOf({ title: { type: 'integer' } }), { log, drop: true });
    expect(await parts()).toEqual([]);
    await syncSchema(database, schemaOf({ body: SEARCHED }), { log });
    const other = compileFiles({ 'config/content-types/thing.json': typeFile('thing', {}) });
    await applyMigration(database, other, { log, drop: true });
    expect(await parts()).toEqual([]);
  });

  const onSqlite = client === 'sqlite' ? it : it.skip;
  onSqlite.each(DAMAGES)('builds it again after %s', async (...damages) => {
    const schema = schemaOf({ title: SEARCHED });
    await syncSchema(database, schema, { log });
    await insert('items', { document_id: 'a', title: 'Kelvin' });
    for (const damage of damages) await database.transaction((tx) => tx.run(damage));
    const { lines } = await planSchema(database, schema, { log });
    expect(lines).toEqual([
      '[at start] drop the rest of the incomplete index items_search_fts',
      '[at start] create the index items_search_fts',
    ]);
    const { tables } = await syncSchema(database, schema, { log });
    expect(await candidates(tables, 'elvin')).toEqual([1]);
    expect((await planSchema(database, schema, { log })).lines).toEqual([]);
  });

  onSqlite.each(DAMAGES)('changes and removes what it indexes after %s', async (...damages) => {
    const damage = async (): Promise<void> => {
      for (const each of damages) await database.transaction((tx) => tx.run(each));
    };
    await syncSchema(database, schemaOf({ title: SEARCHED }), { log });
    await insert('items', { document_id: 'a', title: '12' });
    await damage();
    await syncSchema(database, schemaOf({ title: { type: 'integer' } }), { log });
    expect(await parts()).toEqual([]);
    await insert('items', { document_id: 'b', title: 13 });
    await syncSchema(database, schemaOf({ title: SEARCHED }), { log });
    await damage();
    const { tables } = await syncSchema(database, schemaOf({ name: { ...SEARCHED, renamedFrom: 'title' } }), {
      log,
    });
    await insert('items', { document_id: 'c', name: '12 and more' });
    expect(await candidates(tables, 'more')).toContain(3);
  });

  onSqlite('keeps rows that other programs write', async () => {
    const { tables } = await syncSchema(database, schemaOf({ title: SEARCHED }), { log });
    const run = (text: string) => database.transaction((tx) => tx.run(text));
    await run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2950) INSERT INTO items (document_id, title) SELECT 'd' || i, 'number ' || i FROM n",
    );
    expect((await all('SELECT count(*) FROM items_search_fts_new'))[0]).toEqual([2950 % 1000]);
    await run("UPDATE items SET title = 'other' WHERE id = 7");
    await run("REPLACE INTO items (id, document_id, title) VALUES (8, 'd8', 'third')");
    await run('DELETE FROM items WHERE id BETWEEN 10 AND 2900');
    expect((await all('SELECT count(*) FROM items_search_fts'))[0]).toEqual([59 + ((952 + 2891) % 1000)]);
    expect(await candidates(tables, 'other')).toContain(7);
    expect(await candidates(tables, 'third')).toContain(8);
  });
});

describe('on PostgreSQL without the extension', () => {
  const schema = schemaOf({ title: SEARCHED });
  const NEVER = { visible: null, installed: false, available: false, creatable: false };
  const warned = async (state: object): Promise<readonly unknown[]> => {
    const row = Object.values({ ...NEVER, ...state });
    const database = {
      dialect: postgresDialect,
      transaction: (work: (tx: unknown) => unknown) => work({ all: async () => [row] }),
    };
    warnings.length = 0;
    return [await hasSearch(database as never, schema, log), warnings.join()];
  };

  it.each([
    [{ installed: true, visible: true }, true, ''],
    [{ available: true, creatable: true }, true, ''],
    [{ installed: true, visible: false }, false, 'outside of search_path'],
    [{ available: true }, false, 'Run CREATE EXTENSION pg_trgm as an administrator'],
    [{}, false, 'Install the package'],
  ])('%j', async (state, has, words) => {
    expect(await warned(state)).toEqual([has, expect.stringContaining(words)]);
  });

  it('is asked only if a schema file wants an index', async () => {
    expect(await hasSearch({} as never, schemaOf({ title: TEXT }), log)).toBe(true);
  });
});
