// Values that move between a content type and its component, and back.
import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { compileFiles, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest, TONE } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
type Attributes = Readonly<Record<string, object>>;

const seoOf = (options: object = {}) => ({ seo: { type: 'component', component: 'shared.seo', ...options } });
const files = (item: Attributes, seo: Attributes, shared: readonly string[] = []) =>
  compileFiles(
    {
      'config/content-types/item.json': typeFile('item', item),
      'config/components/shared/seo.json': {
        info: {},
        attributes: { words: TEXT, og: { type: 'component', component: 'shared.og' }, ...seo },
      },
      'config/components/shared/og.json': { info: {}, attributes: { size: NUMBER } },
    },
    { hooks: { contentType: (type) => type.addAxis(TONE, (name) => shared.includes(name)) } },
  );
const APART = files({ headline: TEXT, ...seoOf() }, {});
const INSIDE = files(seoOf({ fieldsFrom: { title: 'headline' } }), { title: TEXT });
const BACK = files({ headline: { ...TEXT, renamedFrom: 'seo.title' }, ...seoOf() }, {});

describe.each(testDatabases())('moved fields on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });
  const write = (documentId: string, values: object) =>
    database.transaction(() =>
      database.knex('items').insert({ document_id: documentId, tone: 'plain', ...values }),
    );
  const read = async (...columns: string[]): Promise<unknown[][]> =>
    (await database.transaction((tx) => tx.all(`SELECT ${columns.join(', ')} FROM items ORDER BY id`))).map(
      (row) => row.map((value) => (/^\{/.test(String(value)) ? JSON.parse(String(value)) : value)),
    );
  const entry = (values: object) => JSON.stringify({ id: 7, words: null, og: null, ...values });

  it('go into a component, with entries of their own, and back', async () => {
    await syncSchema(database, APART, { log });
    await write('a', { headline: 'A', seo: entry({ words: 'w' }) });
    await write('b', { headline: 'B' });
    await write('b', { headline: 'B2', tone: 'dark' });
    await write('c', {});
    const plan = await planSchema(database, INSIDE, { log });
    expect(plan.lines).toContain('[at start] api::item.item: values of headline move to seo.title: 3');
    expect(plan.sql).toContain('-- Quire moves each value of headline to seo.title');
    await syncSchema(database, INSIDE, { log });
    const fresh = { words: null, og: null, title: 'B' };
    expect(await read('seo')).toEqual([
      [{ id: 7, words: 'w', og: null, title: 'A' }],
      [{ id: expect.any(Number), ...fresh }],
      [{ id: expect.any(Number), ...fresh, title: 'B2' }],
      [null],
    ]);
    const [, b, other] = (await read('seo')).map(([each]) => (each as { id: number } | null)?.id);
    expect(b).toBe(other);
    expect((await syncSchema(database, INSIDE, { log })).steps).toEqual([]);

    await syncSchema(database, BACK, { log });
    expect(await read('headline')).toEqual([['A'], ['B'], ['B2'], [null]]);
    expect((await read('seo'))[0]).toEqual([{ id: 7, words: 'w', og: null }]);
    expect((await syncSchema(database, BACK, { log })).steps).toEqual([]);
    await applyMigration(database, BACK, { log, drop: true });
    expect(await read('headline')).toEqual([['A'], ['B'], ['B2'], [null]]);
  });

  it('leave a component that goes, at any depth, and convert', async () => {
    await syncSchema(database, files(seoOf(), { title: TEXT }), { log });
    await write('a', { seo: entry({ title: '12', og: { id: 8, size: 3 } }) });
    await write('b', { seo: entry({ title: 'twelve' }) });
    const flat = files(
      { count: { ...NUMBER, renamedFrom: 'seo.title' }, size: { ...TEXT, renamedFrom: 'seo.og.size' } },
      { title: TEXT },
    );
    await expect(syncSchema(database, flat, { log })).rejects.toThrow(
      'values of seo.title move to count: 2; 1 of 2 values does not convert and is lost',
    );
    await applyMigration(database, flat, { log, drop: true });
    expect(await read('size')).toEqual([['3'], [null]]);
    const counts = await read('count');
    expect(counts.map(([count]) => (count === null ? null : Number(count)))).toEqual([12, null]);
  });

  it('keep newer values of an attribute that exists', async () => {
    await syncSchema(database, files({ headline: TEXT, ...seoOf() }, { title: TEXT }), { log });
    await write('a', { headline: 'newer', seo: entry({ title: 'old' }) });
    await write('b', { seo: entry({ title: 'kept' }) });
    await syncSchema(database, BACK, { log });
    expect(await read('headline')).toEqual([['newer'], ['kept']]);
  });

  it.each([
    ['seo.titel', seoOf(), {}, 'Did you mean "title"?'],
    ['seo.title', seoOf(), { title: TEXT }, 'seo.title still exists'],
    ['seo.og', {}, {}, 'do not move'],
  ])('refuse renamedFrom %s', async (renamedFrom, more, seo, message) => {
    await syncSchema(database, files(seoOf(), { title: TEXT }), { log });
    await write('a', { seo: entry({ title: 'kept' }) });
    const headline = { ...TEXT, renamedFrom };
    await expect(syncSchema(database, files({ headline, ...more }, seo), { log })).rejects.toThrow(message);
    expect(await read('seo')).toEqual([[{ id: 7, words: null, og: null, title: 'kept' }]]);
  });

  it('refuse a place that all rows of a document share', async () => {
    await syncSchema(database, APART, { log });
    const shared = files(seoOf({ fieldsFrom: { title: 'headline' } }), { title: TEXT }, ['seo']);
    await expect(syncSchema(database, shared, { log })).rejects.toThrow('seo is shared along tone');
  });

  it.each([
    [{ title: 'headlin' }, { title: TEXT }, {}, 'Did you mean "headline"?'],
    [{ titel: 'headline' }, { title: TEXT }, {}, 'did you mean "title"?'],
    [{ title: 'headline' }, { title: TEXT }, { headline: TEXT }, 'headline still exists'],
  ])('refuse fieldsFrom %j', async (fieldsFrom, seo, item, message) => {
    await syncSchema(database, APART, { log });
    await write('a', { headline: 'kept' });
    await expect(
      syncSchema(database, files({ ...item, ...seoOf({ fieldsFrom }) }, seo as Attributes), { log }),
    ).rejects.toThrow(message);
    expect(await read('headline')).toEqual([['kept']]);
  });
});
