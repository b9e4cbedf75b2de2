// MariaDB and MySQL commit each change of a table by itself. A start whose connection ends before any of its statements leaves a database
// from which the next start finishes: values are converted, moved and reshaped once.
import { createRequire } from 'node:module';
import { diagnose } from '../../doctor/diagnose';
import { compileFiles, relation, typeFile } from '../../schema/testing-files';
import { type CreatedDatabase, createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database } from '../database';
import { connectDatabase } from '../run/connect';
import { planSchema, syncSchema } from './sync';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const schemaOf = (item: object, part: object) =>
  compileFiles({
    'config/content-types/b.json': typeFile('b', {}),
    'config/content-types/item.json': typeFile('item', item),
    'config/components/shared/part.json': { info: {}, attributes: part },
  });
const PART = { type: 'component', component: 'shared.part' };
const BEFORE = schemaOf(
  {
    data: { type: 'text' },
    words: { type: 'text' },
    count: { type: 'string' },
    old: { type: 'string' },
    many: relation('manyToOne', 'b'),
    one: relation('oneToMany', 'b'),
    part: PART,
  },
  { data: { type: 'text' } },
);
const NOW = schemaOf(
  {
    data: { type: 'json' },
    words: { type: 'json' },
    count: { type: 'integer' },
    fresh: { type: 'string', renamedFrom: 'old' },
    many: relation('manyToMany', 'b'),
    one: relation('manyToOne', 'b'),
    part: { type: 'dynamiczone', components: ['shared.part'] },
    more: { type: 'string', unique: true },
  },
  { data: { type: 'json' } },
);
const CHANGING = /^\s*(insert|update|delete|alter|create|drop|rename|start|commit)/i;

interface Driver {
  query(...args: unknown[]): unknown;
  execute(...args: unknown[]): unknown;
  destroy(): void;
}

/** Ends the connection before its statement `last`, counted over all connections. Returns the statements that were reached. */
async function interrupted(last: number, work: () => Promise<unknown>): Promise<string[]> {
  const load = createRequire(require.resolve('mysql2'));
  const { prototype } = load('./lib/base/connection.js') as { prototype: Driver };
  const original = { query: prototype.query, execute: prototype.execute };
  const reached: string[] = [];
  for (const method of ['query', 'execute'] as const)
    prototype[method] = function (this: Driver, ...args: unknown[]): unknown {
      const [text] = args;
      const sql = typeof text === 'string' ? text : (text as { sql: string }).sql;
      if (CHANGING.test(sql)) reached.push(sql);
      if (reached.length > last) this.destroy();
      return original[method].apply(this, args);
    };
  try {
    await work();
  } finally {
    Object.assign(prototype, original);
  }
  return reached;
}

const onMysql = testDatabases().includes('mysql') ? test : test.skip;

describe('a migration that does not end', () => {
  let created: CreatedDatabase;
  let database: Database;
  beforeEach(async () => {
    created = await createTestDatabase('mysql');
    database = await connectDatabase(created.config, { log, dir: '/' });
  });
  afterEach(async () => {
    await database.close();
    await created.drop();
  });

  onMysql(
    'goes on at the next start, and changes no value twice',
    async () => {
      await syncSchema(database, BEFORE, { log });
      const { knex } = database;
      await database.transaction(async () => {
        await knex('bs').insert({ document_id: 'b1' });
        const part = JSON.stringify({ id: 1, data: '"quoted"' });
        const item = {
          id: 1,
          document_id: 'd',
          data: '"quoted"',
          words: 'word',
          count: '7',
          old: 'kept',
          part,
        };
        await knex('items').insert({ ...item, many_doc: 'b1', many_ord: 1 });
        await knex('items_one_lnk').insert({ source_id: 1, target: 'b1', ord: 1, inv_ord: 1 });
        await knex('quire_counters').where({ name: 'entries' }).update({ value: 9 });
      });
      let kills = 0;
      let statements: string[] = [];
      for (let isDone = false; !isDone; ) {
        const next = await connectDatabase(created.config, { log, dir: '/' });
        try {
          statements = await interrupted(kills, () => syncSchema(next, NOW, { log }));
          isDone = true;
        } catch {
          kills += 1;
          if (kills > 200) throw new Error('the migration does not end');
        }
        await next.close();
      }
      expect(kills).toBeGreaterThan(10);
      expect(statements.length).toBeLessThanOrEqual(kills);
      const [item] = await knex('items');
      expect(item).toMatchObject({
        data: '"\\"quoted\\""',
        words: '"word"',
        count: 7,
        fresh: 'kept',
        one_doc: 'b1',
      });
      expect(JSON.parse(item.part)).toEqual([{ id: 1, data: '"quoted"', __component: 'shared.part' }]);
      expect(await knex('items_many_lnk').select('source_id', 'target')).toEqual([
        { source_id: 1, target: 'b1' },
      ]);
      expect(await knex('items_one_lnk')).toEqual([]);
      expect(
        (await planSchema(database, NOW, { log })).lines.filter((line) => !line.startsWith('[kept]')),
      ).toEqual([]);
      const { checks } = await diagnose(database, NOW, { log });
      expect(checks.flatMap(({ places }) => places)).toEqual([]);
    },
    60_000,
  );
});
