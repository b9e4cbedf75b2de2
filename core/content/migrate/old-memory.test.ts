// A database whose memory was written by version 0.1.0 starts without a migration, and the next rename is still recognised.

import type { Database } from '../../database/database';
import { connectDatabase } from '../../database/run/connect';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { planSchema } from './migrate';
import { syncSchema } from './sync';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TEXT = { type: 'string' };
const LINKS = { type: 'component', component: 'shared.link', repeatable: true };
const B = relation('manyToOne', 'b');

const schemaOf = (item: object, link: object) =>
  compileFiles({
    'config/components/shared/link.json': { info: {}, attributes: link },
    'config/content-types/b.json': typeFile('b', { name: TEXT }),
    'config/content-types/item.json': typeFile('item', item),
  });
const FIRST = schemaOf(
  { title: TEXT, was: TEXT, old: TEXT, links: LINKS, tags: relation('manyToMany', 'b'), b: B },
  { label: TEXT, href: TEXT, extra: { type: 'integer' } },
);
const ITEM = { title: TEXT, now: { ...TEXT, renamedFrom: 'was' }, links: LINKS, b: B };
const LINK = { label: TEXT, url: { ...TEXT, renamedFrom: 'href' } };
const SECOND = schemaOf(ITEM, LINK);

/** Rows as version 0.1.0 left them after FIRST and SECOND. */
const SHAPES = {
  'shared.link': {
    shape: 'label:string,url:string',
    mixed: true,
    kinds: { label: 'text', url: 'text' },
    gone: { extra: 'integer' },
    renamed: { url: 'href' },
  },
};
const columns = (kind: string, ...names: string[]) => ({ kind, columns: names, table: null });
const MODELS = [
  {
    uid: 'api::b.b',
    kind: 'collectionType',
    singularName: 'b',
    pluralName: 'bs',
    collectionName: 'bs',
    table: 'bs',
    attributes: { name: columns('scalar', 'name') },
    links: [],
    brought: ['created_at', 'updated_at'],
  },
  {
    uid: 'api::item.item',
    kind: 'collectionType',
    singularName: 'item',
    pluralName: 'items',
    collectionName: 'items',
    table: 'items',
    attributes: {
      title: columns('scalar', 'title'),
      now: columns('scalar', 'now'),
      links: columns('component', 'links'),
      b: columns('relation', 'b_doc', 'b_ord'),
    },
    links: ['items_tags_lnk'],
    brought: ['created_at', 'updated_at'],
  },
];
const KEPT = [
  'the attribute extra of the component shared.link is not used any more',
  'api::item.item: the column old is not used any more',
  'api::item.item: the link table items_tags_lnk is not used any more',
]
  .map((sentence) => `[kept] ${sentence}`)
  .sort();

describe.each(testDatabases())('the memory of version 0.1.0 on %s', (client) => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    database = await connectDatabase(created.config, { log, dir: '/' });
    await syncSchema(database, FIRST, { log });
    await syncSchema(database, SECOND, { log });
    await database.transaction(async () => {
      const { knex } = database;
      await knex('quire_schema').delete();
      for (const model of MODELS)
        await knex('quire_schema').insert({ uid: model.uid, model: JSON.stringify(model) });
      await knex('quire_meta').where({ name: 'fingerprint' }).update({ value: '0ee792aac7e73d2e' });
      await knex('quire_meta').insert({ name: 'component shapes', value: JSON.stringify(SHAPES) });
    });
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  it('asks for no step, and is written in the present form', async () => {
    expect([...(await planSchema(database, SECOND, { log })).lines].sort()).toEqual(KEPT);
    const first = await syncSchema(database, SECOND, { log });
    expect(first.steps).toEqual([]);
    expect([first.uniform('shared.link'), first.uniform('other.one')]).toEqual([false, false]);
    expect(await database.knex('quire_meta').where({ name: 'component shapes' })).toEqual([]);
    const { statements } = database.stats();
    await syncSchema(database, SECOND, { log });
    expect(database.stats().statements - statements).toBe(1);
    expect([...(await planSchema(database, SECOND, { log })).lines].sort()).toEqual(KEPT);
  });

  it('leads to the renames and conversions that it did before', async () => {
    const { title, ...rest } = ITEM;
    const renamed = schemaOf(
      { ...rest, heading: { ...TEXT, renamedFrom: 'title' } },
      { url: TEXT, text: { ...TEXT, renamedFrom: 'label' } },
    );
    expect((await syncSchema(database, renamed, { log })).steps.map(({ sentence }) => sentence)).toEqual([
      'api::item.item: the attribute title is renamed to heading',
      'in stored entries of shared.link: the attribute label is renamed to text',
    ]);
  });
});

describe.each(testDatabases())('a memory without the components of a zone on %s', (client) => {
  it('leads to a plan that counts entries of components that the zone does not allow', async () => {
    const { config, drop } = await createTestDatabase(client);
    const database = await connectDatabase(config, { log, dir: '/' });
    const zoneOf = (...components: string[]) =>
      compileFiles({
        ...Object.fromEntries(
          ['a', 'b', 'c'].map((name) => [
            `config/components/shared/${name}.json`,
            {
              info: name === 'c' ? { renamedFrom: 'shared.was' } : {},
              attributes: { title: TEXT },
            },
          ]),
        ),
        'config/content-types/item.json': typeFile('item', { zone: { type: 'dynamiczone', components } }),
      });
    const schema = zoneOf('shared.a', 'shared.c');
    await syncSchema(database, zoneOf('shared.a', 'shared.b', 'shared.c'), { log });
    const { knex } = database;
    await database.transaction(async () => {
      const zone = ['a', 'b', 'b', 'was'].map((name, id) => ({ __component: `shared.${name}`, id }));
      await knex('items').insert({ document_id: 'd', zone: JSON.stringify(zone) });
      const [{ model }] = await knex('quire_schema').where({ uid: 'api::item.item' });
      const { attributes, ...rest } = JSON.parse(model);
      const { entries, ...former } = attributes.zone;
      expect(entries.components).toHaveLength(3);
      const text = JSON.stringify({ ...rest, attributes: { ...attributes, zone: former } });
      await knex('quire_schema').where({ uid: 'api::item.item' }).update({ model: text });
      await knex('quire_meta').where({ name: 'fingerprint' }).update({ value: 'old' });
    });
    const { lines } = await planSchema(database, schema, { log });
    expect(lines.filter((line) => line.startsWith('[CHECK]'))).toEqual([
      '[CHECK] api::item.item: zone has entries of components that it does not allow: 2. They stay. A write that sends them, or releases their document to readers, has to change them',
    ]);
    await database.close();
    await drop();
  });
});

describe.each(testDatabases())('the memory with one kind for all types of text on %s', (client) => {
  it('asks for no step, and is completed', async () => {
    const { config, drop } = await createTestDatabase(client);
    const database = await connectDatabase(config, { log, dir: '/' });
    const many = { m: relation('manyToMany', 'b'), links: LINKS, b: B };
    const first = schemaOf(
      { day: { type: 'date' }, mail: { type: 'email' }, n: { type: 'integer' }, ...many },
      LINK,
    );
    await syncSchema(database, first, { log });
    const { knex } = database;
    await database.transaction(async () => {
      for (const { uid, model } of await knex('quire_schema')) {
        const { attributes, ...rest } = JSON.parse(model);
        const old = Object.entries<Record<string, unknown>>(attributes).map(
          ([name, { kind, columns: own, table }]) => [
            name,
            { kind: ['date', 'email', 'string'].includes(String(kind)) ? 'text' : kind, columns: own, table },
          ],
        );
        const text = JSON.stringify({ ...rest, attributes: Object.fromEntries(old) });
        await knex('quire_schema').where({ uid }).update({ model: text });
      }
      await knex('quire_meta').where({ name: 'fingerprint' }).update({ value: 'old' });
    });
    expect((await planSchema(database, first, { log })).lines).toEqual([]);
    const second = schemaOf(
      { day: { type: 'integer' }, mail: { type: 'text' }, n: { type: 'integer' }, ...many },
      LINK,
    );
    expect((await planSchema(database, second, { log })).lines).toContain(
      '[at start] api::item.item: day changes from text to integer',
    );
    expect((await syncSchema(database, first, { log })).steps).toEqual([]);
    expect((await planSchema(database, second, { log })).lines.map((line) => line.slice(0, 60))).toEqual([
      '[at start] api::item.item: day changes from date to integer',
      '[at start] api::item.item: mail changes from email to text',
    ]);
    await database.close();
    await drop();
  });
});
