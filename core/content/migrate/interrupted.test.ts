// MariaDB and MySQL commit each change of a table by itself. A start may lose its connection before any of its statements. The next start
// finishes the work, and converts, moves and reshapes each value once.
import type { Database } from '../../database/database';
import { connectDatabase } from '../../database/run/connect';
import { type CreatedDatabase, createTestDatabase, testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { planSchema } from './migrate';
import { syncSchema } from './sync';
import { afterStatement, interrupted } from './testing-interrupted';

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
    code: { type: 'string', unique: true },
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
    code: { type: 'json' },
    count: { type: 'integer' },
    fresh: { type: 'string', renamedFrom: 'old' },
    many: relation('manyToMany', 'b'),
    one: relation('manyToOne', 'b'),
    part: { type: 'dynamiczone', components: ['shared.part'] },
    more: { type: 'string', unique: true },
  },
  { data: { type: 'json' } },
);
const FORMER = compileFiles({
  'config/content-types/b.json': typeFile('b', {}),
  'config/content-types/thing.json': typeFile('thing', {
    old: { type: 'string' },
    code: { type: 'string', unique: true },
    many: relation('manyToMany', 'b'),
  }),
});
const stuff = typeFile('stuff', {
  count: { type: 'integer', renamedFrom: 'old' },
  code: { type: 'json' },
  more: { ...relation('manyToMany', 'b'), renamedFrom: 'many' },
  fresh: relation('manyToMany', 'b'),
});
const RENAMED = compileFiles({
  'config/content-types/b.json': typeFile('b', {}),
  'config/content-types/stuff.json': { ...stuff, info: { ...stuff.info, renamedFrom: 'api::thing.thing' } },
});
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

  onMysql('goes on at the next start, and changes no value twice', async () => {
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
        code: '"coded"',
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
        statements = await interrupted(afterStatement(kills), () => syncSchema(next, NOW, { log }));
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
      code: '"\\"coded\\""',
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
  });

  onMysql(
    'keeps the values of renamed and converted attributes for the former schema',
    async () => {
      let renames = 0;
      for (let kills = 1, isDone = false; !isDone; kills++) {
        const { config, drop } = await createTestDatabase('mysql');
        const first = await connectDatabase(config, { log, dir: '/' });
        const second = await connectDatabase(config, { log, dir: '/' });
        const { knex } = first;
        try {
          await syncSchema(first, FORMER, { log });
          await first.transaction(async () => {
            await knex('bs').insert({ document_id: 'b1' });
            await knex('things').insert({ id: 1, document_id: 'd', old: '7', code: '"quoted"' });
            await knex('things_many_lnk').insert({ source_id: 1, target: 'b1', ord: 1, inv_ord: 1 });
          });
          const reached: string[] = [];
          await interrupted(afterStatement(kills), () => syncSchema(second, RENAMED, { log }), reached).catch(
            () => undefined,
          );
          // From there the memory has the new names.
          isDone = /INSERT INTO quire_schema/.test(reached.join());
          if (isDone) continue;
          renames = reached.filter((sql) => /rename/i.test(sql)).length;
          const { lines } = await planSchema(first, FORMER, { log });
          expect(lines.filter((line) => line.startsWith('[kept]'))).toEqual([]);
          await syncSchema(first, FORMER, { log });
          expect((await planSchema(first, FORMER, { log })).lines).toEqual([]);
          expect(await knex('things').select('old', 'code')).toEqual([{ old: '7', code: '"quoted"' }]);
          expect(await knex('things_many_lnk').select('target')).toEqual([{ target: 'b1' }]);
          await syncSchema(first, RENAMED, { log });
          expect(await knex('stuffs').select('count', 'code')).toEqual([
            { count: 7, code: '"\\"quoted\\""' },
          ]);
          expect(await knex('stuffs_more_lnk').select('target')).toEqual([{ target: 'b1' }]);
          const [keys] = await knex.raw(
            'SELECT table_name AS name FROM information_schema.referential_constraints WHERE constraint_schema = database() ORDER BY 1',
          );
          expect(keys).toEqual([{ name: 'stuffs_fresh_lnk' }, { name: 'stuffs_more_lnk' }]);
        } finally {
          await Promise.all([first.close(), second.close()]);
          await drop();
        }
      }
      expect(renames).toBeGreaterThan(3);
    },
    240_000,
  );

  onMysql('keeps them after two stops', async () => {
    const { knex } = database;
    await syncSchema(database, FORMER, { log });
    await database.transaction(() => knex('things').insert({ id: 1, document_id: 'd', old: '7' }));
    const isRenamed = (reached: readonly string[]) =>
      reached.slice(0, -1).some((sql) => /rename to `stuffs_more_lnk`/i.test(sql));
    for (let stops = 0; stops < 2; stops++) {
      const next = await connectDatabase(created.config, { log, dir: '/' });
      await expect(interrupted(isRenamed, () => syncSchema(next, RENAMED, { log }))).rejects.toThrow();
      await next.close();
    }
    await syncSchema(database, FORMER, { log });
    expect(await knex('things').select('old')).toEqual([{ old: '7' }]);
    await syncSchema(database, RENAMED, { log });
    expect(await knex('stuffs').select('count')).toEqual([{ count: 7 }]);
  });
});
