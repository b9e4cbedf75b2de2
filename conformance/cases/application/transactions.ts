// Transactions of a plugin of the application: what a failed part undoes, what runs after a commit, and what ends them.
import { HOOKED } from '../application-plugins';
import { check, get, named } from '../build';
import type { Case, Expectation, Step } from '../case';
import { counts, runs } from '../document-plugin';
import { is, type Pattern } from '../pattern';

const deploy = { deploy: HOOKED };
const STAMPEDS = '/stampeds?sort=name&filters[name][$startsWith]={mark}';

/** Short names for the code of a plugin. */
const WORDS = `
  const transaction = app.documents.transaction;
  const create = (name) => app.documents('api::stamped.stamped').create({ data: { name: '{mark} ' + name } });
  const named = () => events.flatMap(({ document }) =>
    String(document?.name).startsWith('{mark} ') ? [document.name.slice('{mark} '.length)] : []);
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const refused = (work) => work.then(() => 'done', (error) => error.message);`;
const code = (text: string): string => WORDS + text;
const shows = (...all: string[]): Expectation => ({
  data: is.both(
    is.length(all.length),
    all.map((name) => ({ name: `{mark} ${name}` })),
  ),
  meta: { pagination: { total: all.length } },
});

/** An error of the driver after which a transaction runs again. */
const LOST = `
  const lost = { sqlite: { code: 'SQLITE_BUSY' }, mysql: { errno: 1213, code: 'ER_LOCK_DEADLOCK' }, postgres: { code: '40P01' } };`;

export const quireTransactionCases: readonly Case[] = [
  check(
    'quire.plugins.transactions',
    {},
    [
      counts('/stampeds', 0),
      runs(
        code(`
          const parts = await transaction(async () => {
            await create('a');
            const parts = await Promise.all([
              refused(transaction(async () => { await create('b'); await pause(5); await create('c'); })),
              refused(transaction(async () => {
                await create('x');
                await transaction(() => create('y'));
                await pause(5);
                throw new Error('undone');
              })),
              refused(transaction(() => create('d'))),
            ]);
            await create('e');
            return [...parts, named().length];
          });
          return { parts, events: named() };`),
        { parts: ['done', 'undone', 'done', 0], events: ['a', 'b', 'c', 'd', 'e'] },
      ),
      get(STAMPEDS, shows('a', 'b', 'c', 'd', 'e')),
      runs(
        code(`
          const failed = await refused(transaction(async () => { await create('z'); throw new Error('all'); }));
          return { failed, events: named().length };`),
        { failed: 'all', events: 5 },
      ),
      get(STAMPEDS, shows('a', 'b', 'c', 'd', 'e')),
    ],
    { ...deploy, name: 'parts that fail' },
  ),
  check(
    'quire.plugins.transactions',
    {},
    [
      counts('/stampeds', 0),
      runs(
        code(`
          let tellLate;
          const late = new Promise((resolve) => { tellLate = resolve; });
          const work = app.database.transaction(async (tx) => {
            // On a slow server it may fail because the time is over.
            await refused(create('a'));
            await pause(600);
            tellLate(refused(tx.all('SELECT 1')));
          }, { timeout: 300 });
          const failed = await refused(work);
          await create('b');
          return { failed, late: await late };`),
        { failed: is.matching('took too long'), late: is.matching('open for longer than .* rolled back') },
      ),
      get(STAMPEDS, shows('b')),
      runs(
        code(`
          let used;
          await app.database.transaction(async (tx) => { used = tx; });
          const committed = await refused(used.run('DELETE FROM stampeds'));
          await refused(app.database.transaction(async (tx) => { used = tx; throw new Error('no'); }));
          return { committed, undone: await refused(used.run('DELETE FROM stampeds')) };`),
        { committed: is.matching('has been committed'), undone: is.matching('has been rolled back') },
      ),
      get(STAMPEDS, shows('b')),
    ],
    { ...deploy, name: 'that take too long, or are over' },
  ),
  check(
    'quire.plugins.transactions',
    {},
    [
      runs(
        code(`${LOST}
          const attempts = [];
          const before = app.database.stats().retries;
          await app.database.transaction(async (tx) => {
            attempts.push(tx.attempt);
            await create(String(tx.attempt));
            if (tx.attempt < 3) throw Object.assign(new Error('lost'), lost[app.database.dialect.name]);
          });
          return { attempts, events: named(), retries: app.database.stats().retries - before };`),
        { attempts: [1, 2, 3], events: ['3'], retries: is.atLeast(2) },
      ),
      get(STAMPEDS, shows('3')),
    ],
    { ...deploy, name: 'that the database ends' },
  ),
  {
    rows: ['quire.plugins.transactions'],
    name: 'that change the number of documents',
    ...deploy,
    given: { a: named('/counteds', 'a'), b: named('/counteds', 'b') },
    async run(bench) {
      const count = (number: Pattern): Step =>
        get('/counteds?pagination[limit]=1', { meta: { pagination: { total: number } } });
      const { body } = await bench.send(count(is.integer));
      const before = Number(Object(body).meta.pagination.total);
      const add = (many: number): string =>
        `for (let n = 0; n < ${many}; n++) await app.documents('api::counted.counted').create({ data: { name: '{mark}' } });`;
      const added = `await transaction(async () => { ${add(3)} await refused(transaction(async () => { ${add(2)} throw new Error(); })); });`;
      await bench.send(runs(code(`${added} return 'done';`), 'done'));
      await bench.send(count(before + 3));
      await bench.send(
        runs(
          code(`await refused(transaction(async () => { ${add(2)} throw new Error(); })); return 'done';`),
          'done',
        ),
      );
      await bench.send(count(before + 3));
      // Statements of a plugin change it too, also beside documents.
      const removed = `await app.database.knex('counteds').where('name', '{mark}').orderBy('id', 'desc').first('id')
        .then(({ id }) => app.database.knex('counteds').where({ id }).delete());`;
      const touched = `await tx.run("DELETE FROM counteds WHERE name = '{mark}'"); tx.touch('counteds');`;
      const within = (work: string): string => `await app.database.transaction(async (tx) => { ${work} });`;
      for (const [work, total] of [
        [removed, before + 2],
        [within(`${add(2)} ${removed}`), before + 3],
        [within(`${removed} ${add(1)}`), before + 3],
        [within(touched), before],
      ] as const) {
        await bench.send(runs(code(`${work} return 'done';`), 'done'));
        await bench.send(count(total));
      }
    },
  },
  check(
    'quire.plugins.transactions',
    {},
    [
      // MySQL has no RETURNING.
      runs(
        code(`
          const insert = "INSERT INTO quire_plugin_state (plugin, name, value) VALUES ('{mark}', ?, 'null')";
          const returning = app.database.dialect.name === 'mysql' ? '' : ' RETURNING 7 AS id';
          return app.database.transaction(async (tx) => {
            const { changes, id } = await tx.run(insert + returning, ['a']);
            await tx.run(insert, ['b']);
            const rows = await tx.all("SELECT name FROM quire_plugin_state WHERE plugin = '{mark}' ORDER BY name");
            const removed = await tx.run("DELETE FROM quire_plugin_state WHERE plugin = '{mark}'");
            return { changes, id: returning ? id : 7, rows, removed: removed.changes };
          });`),
        { changes: 1, id: 7, rows: [['a'], ['b']], removed: 2 },
      ),
      runs(
        code("return refused(app.database.knex('no_table_has_this_name'));"),
        is.matching('no_table_has_this_name'),
      ),
    ],
    { ...deploy, name: 'with statements of a plugin' },
  ),
  check(
    'quire.plugins.state',
    {},
    [
      runs(
        code(`
          await state.set('count', 3);
          await state.set('words', ['{mark}', 'b']);
          await state.set('count', 4);
          await refused(transaction(async () => { await state.set('count', 5); throw new Error('undone'); }));
          const wrong = await refused(state.set('count', -1));
          const unknown = await refused(state.get('cuont'));
          return { wrong, unknown, count: await state.get('count'), words: await state.get('words') };`),
        {
          ...{ count: 4, words: ['{mark}', 'b'] },
          wrong: is.matching('sets "count" of its state: .*at least 0'),
          unknown: is.matching('no key "cuont"; known: count, words'),
        },
      ),
      runs(
        code(`
          await state.delete('count');
          return { count: (await state.get('count')) ?? null, words: await state.get('words') };`),
        { count: null, words: ['{mark}', 'b'] },
      ),
    ],
    deploy,
  ),
];
