// Types and components follow a declared rename by the same rules, whenever it is declared.

import type { Database, Row } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TEXT = { type: 'string' };
const RENAMED = { ...TEXT, renamedFrom: 'former' };
type Attributes = Readonly<Record<string, object>>;

const PLACES = {
  'a content type': (attributes: Attributes) =>
    compileFiles({
      'config/content-types/item.json': typeFile('item', { n: { type: 'integer' }, ...attributes }),
    }),
  'a component': (attributes: Attributes) =>
    compileFiles({
      'config/content-types/item.json': typeFile('item', {
        box: { type: 'component', component: 'shared.box' },
      }),
      'config/components/shared/box.json': {
        info: {},
        attributes: { n: { type: 'integer' }, ...attributes },
      },
    }),
};

const cases = testDatabases().flatMap((client) =>
  Object.entries(PLACES).map(([place, schemaOf]) => [place, client, schemaOf] as const),
);

describe.each(cases)('renames in %s on %s', (place, client, schemaOf) => {
  const isType = place === 'a content type';
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });
  const sync = (attributes: Attributes) => syncSchema(database, schemaOf(attributes), { log });
  const write = (values: Readonly<Record<string, string>>, documentId = 'd') =>
    database.transaction(() =>
      database.knex('items').insert({
        document_id: documentId,
        ...(isType ? values : { box: JSON.stringify({ id: 1, ...values }) }),
      }),
    );
  const read = async (name: string, documentId = 'd'): Promise<unknown> => {
    const [row] = await database.transaction(
      (tx): Promise<Row[]> =>
        tx.all(`SELECT ${isType ? name : 'box'} FROM items WHERE document_id = ?`, [documentId]),
    );
    return isType ? row?.[0] : JSON.parse(String(row?.[0]))[name];
  };

  it('follows one once, and one that was declared after the attribute had gone', async () => {
    await sync({ former: TEXT });
    await write({ former: 'kept' });
    await sync({});
    expect((await sync({ word: RENAMED })).steps.map(({ effect }) => effect)).toContain('safe');
    expect(await read('word')).toBe('kept');
    expect((await sync({ word: RENAMED })).steps).toEqual([]);
  });

  it('fills rows without a value where it was declared after the attribute had its new name', async () => {
    await sync({ former: TEXT });
    await write({ former: 'kept' });
    await write({ former: 'old' }, 'e');
    await sync({ word: TEXT });
    await database.transaction(() =>
      database
        .knex('items')
        .where({ document_id: 'e' })
        .update(
          isType ? { word: 'newer' } : { box: JSON.stringify({ id: 2, former: 'old', word: 'newer' }) },
        ),
    );
    const { steps } = await sync({ word: RENAMED });
    expect(steps.map(({ effect, sentence }) => [effect, sentence])).toEqual([
      [
        'safe',
        isType
          ? 'api::item.item: the attribute former is renamed to word after word was added; rows without a value take 1 of 2'
          : 'in stored entries of shared.box: the attribute former is renamed to word, unless an entry has a value there',
      ],
    ]);
    expect([await read('word'), await read('word', 'e')]).toEqual(['kept', 'newer']);
    expect((await sync({ word: RENAMED })).steps).toEqual([]);
    await applyMigration(database, schemaOf({ word: RENAMED }), { log, drop: true });
    expect([await read('word'), await read('word', 'e')]).toEqual(['kept', 'newer']);
  });

  it('refuses one that would replace values of an earlier attribute, and does it on request', async () => {
    await sync({ former: TEXT, word: TEXT });
    await write({ former: 'new', word: 'old' });
    await sync({ former: TEXT });
    await expect(sync({ word: RENAMED })).rejects.toThrow(/1 value of an earlier attribute word.* is lost/);
    expect([await read('former'), await read('word')]).toEqual(['new', 'old']);
    await applyMigration(database, schemaOf({ word: RENAMED }), { log, drop: true });
    expect(await read('word')).toBe('new');
  });

  it('refuses a former name that no start has stored, and names the nearest one', async () => {
    await sync({ former: TEXT });
    await write({ former: 'kept' });
    const word = { ...TEXT, renamedFrom: 'fromer' };
    await expect(sync({ word })).rejects.toThrow(/word has "renamedFrom": "fromer".*Did you mean "former"\?/);
    const { lines } = await planSchema(database, schemaOf({ word }), { log });
    expect(lines[0]).toContain('[WRONG] ');
    expect(await read('former')).toBe('kept');
    await expect(sync({ former: { ...TEXT, renamedFrom: 'none' } })).rejects.toThrow('remove "renamedFrom"');
    await sync({ word: RENAMED });
    expect(await read('word')).toBe('kept');
  });

  it('follows every rename in a new database', async () => {
    expect((await sync({ word: RENAMED })).steps.map(({ effect }) => effect)).not.toContain('wrong');
    expect((await sync({ word: RENAMED })).steps).toEqual([]);
  });

  it('forgets a removed attribute once its values are dropped', async () => {
    const goneOf = async () => {
      const models = await database.transaction(() => database.knex('quire_schema').select('model'));
      return models.flatMap(({ model }) => Object.keys(JSON.parse(model).gone));
    };
    await sync({ former: TEXT });
    await write({ former: 'dropped' });
    await sync({});
    expect(await goneOf()).toEqual(['former']);
    await applyMigration(database, schemaOf({}), { log, drop: true });
    expect(await goneOf()).toEqual([]);
    expect((await sync({})).steps).toEqual([]);
  });
});

const LINKS = relation('manyToMany', 'b');
const linked = (
  types: Readonly<Record<string, { attributes: Attributes; renamedFrom?: string }>>,
  suffix = '',
) =>
  compileFiles({
    'config/content-types/b.json': typeFile('b', {}),
    ...Object.fromEntries(
      Object.entries(types).map(([name, { attributes, renamedFrom }]) => {
        const file = typeFile(name, attributes);
        const info = { ...file.info, ...(renamedFrom && { renamedFrom }) };
        return [`config/content-types/${name}.json`, { ...file, info, collectionName: `${name}s${suffix}` }];
      }),
    ),
  });
const TAGS = { attributes: { tags: LINKS } };
const attributeBack = (suffix = '') => [
  linked({ item: TAGS }, suffix),
  linked({ item: { attributes: { labels: { ...LINKS, renamedFrom: 'tags' } } } }, suffix),
  linked({ item: { attributes: { labels: LINKS, tags: LINKS } } }, suffix),
];
const BACK = [
  ['an attribute', attributeBack()],
  ['an attribute of a table with a long name', attributeBack(`_${'of_our_customers_'.repeat(3)}`)],
  [
    'a content type',
    [
      linked({ item: TAGS }),
      linked({ thing: { ...TAGS, renamedFrom: 'api::item.item' } }),
      linked({ thing: TAGS, item: TAGS }),
    ],
  ],
] as const;

describe.each(testDatabases())('former names that come back on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  it.each(BACK)('creates the tables of %s', async (_what, schemas) => {
    for (const schema of schemas) {
      await syncSchema(database, schema, { log });
      expect((await planSchema(database, schema, { log })).lines).toEqual([]);
    }
  });

  it('refuses a former uid that no start has stored', async () => {
    await syncSchema(database, linked({ item: TAGS }), { log });
    const wrong = linked({ thing: { ...TAGS, renamedFrom: 'api::itme.itme' } });
    await expect(syncSchema(database, wrong, { log })).rejects.toThrow(
      /"api::itme\.itme", but the database stores no content type.*Did you mean "api::item\.item"\?/,
    );
  });

  it('refuses a former uid that has a file, and follows it in two starts', async () => {
    const chain = {
      thing: { ...TAGS, renamedFrom: 'api::item.item' },
      part: { ...TAGS, renamedFrom: 'api::thing.thing' },
    };
    await syncSchema(database, linked({ item: TAGS, thing: TAGS }), { log });
    await database.transaction(async () => {
      await database.knex('items').insert({ document_id: 'of item' });
      await database.knex('things').insert({ document_id: 'of thing' });
    });
    await expect(syncSchema(database, linked(chain), { log })).rejects.toMatchObject({
      mistakes: [
        {
          message:
            'api::part.part has "renamedFrom": "api::thing.thing", but api::thing.thing has a definition file, too. Start once without that file, or remove "renamedFrom"',
        },
      ],
    });
    await syncSchema(database, linked({ part: chain.part }), { log });
    await syncSchema(database, linked(chain), { log });
    expect(await database.knex('things').pluck('document_id')).toEqual(['of item']);
    expect(await database.knex('parts').pluck('document_id')).toEqual(['of thing']);
  });

  it('refuses two types with one former uid', async () => {
    await syncSchema(database, linked({ item: TAGS }), { log });
    const from = { ...TAGS, renamedFrom: 'api::item.item' };
    await expect(syncSchema(database, linked({ part: from, thing: from }), { log })).rejects.toMatchObject({
      mistakes: [
        {
          message:
            'api::thing.thing has "renamedFrom": "api::item.item", and so has api::part.part. Remove "renamedFrom" from one of them',
        },
      ],
    });
  });

  it('does not undo a rename that an older release finished after a stop', async () => {
    const item = (attributes: Attributes) => PLACES['a content type'](attributes);
    const { knex } = database;
    await syncSchema(database, item({ former: TEXT }), { log });
    await database.transaction(() => knex('items').insert({ document_id: 'd', former: 'kept' }));
    await syncSchema(database, item({ word: RENAMED }), { log });
    // It knows no list of renames, so it leaves the list of the stop.
    const value = JSON.stringify([{ table: 'items', from: 'former', to: 'word' }]);
    await database.transaction(async () => {
      await knex('quire_meta').insert({ name: 'renames', value });
      await knex('quire_meta').where({ name: 'fingerprint' }).update({ value: 'of an older release' });
    });
    await syncSchema(database, item({ word: RENAMED }), { log });
    expect(await knex('items').pluck('word')).toEqual(['kept']);
    expect(await knex('quire_meta').where({ name: 'renames' })).toEqual([]);
  });
});
