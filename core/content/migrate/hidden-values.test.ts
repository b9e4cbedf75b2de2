// Changes after which stored values could be hidden: several changes at once, renamed types and components, removed attributes that come
// back. Per change: what the plan says, what startup does, what is stored afterwards. The doctor finds nothing.
import type { Knex } from 'knex';
import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { compileFiles, type Files, relation, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Change {
  /** The schemas of the starts, the last one with the change. */
  readonly starts: readonly Files[];
  /** After the first start, and after the second if there are three. */
  readonly writes: readonly ((knex: Knex) => Promise<unknown>)[];
  readonly says: readonly string[];
  readonly read: (knex: Knex) => Promise<unknown>;
  readonly after: unknown;
}

const file = (name: string, attributes: object, more: object = {}) => {
  const { info, ...rest } = typeFile(name, attributes);
  return { [`config/content-types/${name}.json`]: { ...rest, info: { ...info, ...more } } };
};
const part = (name: string, attributes: object, info: object = {}) => ({
  [`config/components/shared/${name}.json`]: { info, attributes },
});
const one = (name: string) => ({ type: 'component', component: `shared.${name}` });
const zone = (...names: string[]) => ({
  type: 'dynamiczone',
  components: names.map((name) => `shared.${name}`),
});
const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const A = '__component';

const items =
  (...rows: object[]) =>
  async (knex: Knex) => {
    for (const [index, row] of rows.entries())
      await knex('items').insert({ id: index + 1, document_id: `i${index + 1}`, ...row });
    await knex('quire_counters').where({ name: 'entries' }).update({ value: 99 });
  };
const targets =
  (...names: string[]) =>
  async (knex: Knex) => {
    for (const name of names) await knex(`${name[0]}s`).insert({ document_id: name });
  };
const links =
  (table: string, ...rows: (readonly [source: number, target: string, more?: object])[]) =>
  async (knex: Knex) => {
    for (const [index, [source, target, more = {}]] of rows.entries())
      await knex(table).insert({ source_id: source, target, ord: index + 1, inv_ord: 1, ...more });
  };
const all =
  (...works: ((knex: Knex) => Promise<unknown>)[]) =>
  async (knex: Knex) => {
    for (const work of works) await work(knex);
  };
const json = (column: string) => async (knex: Knex) =>
  (await knex('items').orderBy('id').select(column)).map((row) => JSON.parse(String(row[column])));
const column = (name: string) => async (knex: Knex) =>
  (await knex('items').orderBy('id').select(name)).map((row) => row[name]);
const linked =
  (table: string, ...more: string[]) =>
  async (knex: Knex) =>
    (
      await knex(table)
        .orderBy(['source_id', 'ord'])
        .select('source_id', 'target', ...more)
    ).map((row) => [Number(row.source_id), row.target, ...more.map((name) => row[name])].join(' '));
const text = JSON.stringify;
const IN = (value: object, name: string) => ({ ...value, [A]: `shared.${name}` });

const B = file('b', {});
const LINK = relation('manyToOne', 'b');
const LINKS = relation('manyToMany', 'b');
const TWO_WAY = relation('oneToOne', 'b', { inversedBy: 'i' });
const SIDE = file('b', { i: relation('oneToOne', 'item', { mappedBy: 'x' }) });
const late = (from: string, definition: object) => ({ ...definition, renamedFrom: from });

const FOLLOWED = {
  ...file('item', { any: relation('morphToMany'), x: zone('c'), y: one('c') }),
  ...file('c', {}, { renamedFrom: 'api::b.b' }),
  ...part('c', { any: relation('morphToMany') }, { renamedFrom: 'shared.a' }),
};

const CHANGES: Readonly<Record<string, Change>> = {
  'a component that becomes a zone, with another type inside': {
    starts: [
      { ...file('item', { x: one('a') }), ...part('a', { n: TEXT }) },
      { ...file('item', { x: zone('a') }), ...part('a', { n: NUMBER }) },
    ],
    writes: [items({ x: text({ id: 1, n: '7' }) }, { x: text({ id: 2, n: 'seven' }) })],
    says: [
      '[at start] api::item.item: x changes from one shared.a to dynamiczone',
      '[LOSES DATA] in stored entries of shared.a: n changes from string to integer; 1 of 2 values does not convert and is lost',
    ],
    read: json('x'),
    after: [[IN({ id: 1, n: 7 }, 'a')], [IN({ id: 2, n: null }, 'a')]],
  },
  'a zone that becomes a component, with another type inside': {
    starts: [
      { ...file('item', { x: zone('a', 'b') }), ...part('a', { n: TEXT }), ...part('b', { n: TEXT }) },
      { ...file('item', { x: one('a') }), ...part('a', { n: NUMBER }), ...part('b', { n: TEXT }) },
    ],
    writes: [items({ x: text([IN({ id: 1, n: 'seven' }, 'b'), IN({ id: 2, n: '7' }, 'a')]) })],
    says: [
      '[LOSES DATA] api::item.item: x changes from dynamiczone to one shared.a; 1 of 1 values does not convert and is lost',
      '[at start] in stored entries of shared.a: n changes from string to integer',
    ],
    read: json('x'),
    after: [{ id: 2, n: 7 }],
  },
  'a renamed type that polymorphic links name': {
    starts: [
      {
        ...file('item', { any: relation('morphToMany'), some: relation('morphToOne'), x: one('a') }),
        ...part('a', { any: relation('morphToMany') }),
        ...B,
      },
      {
        ...file('item', { any: relation('morphToMany'), some: relation('morphToOne'), x: one('a') }),
        ...part('a', { any: relation('morphToMany') }),
        ...file('c', {}, { renamedFrom: 'api::b.b' }),
      },
    ],
    writes: [
      all(
        targets('b1'),
        items({
          some_doc: 'b1',
          some_ord: 1,
          some_type: 'api::b.b',
          x: text({ id: 1, any: [{ __type: 'api::b.b', documentId: 'b1' }] }),
        }),
        links('items_any_lnk', [1, 'b1', { target_type: 'api::b.b' }]),
      ),
    ],
    says: [
      '[at start] api::item.item: any stores the type api::c.c instead of api::b.b',
      '[at start] api::item.item: some stores the type api::c.c instead of api::b.b',
      '[at start] in stored entries of shared.a: any stores the type api::c.c instead of api::b.b',
    ],
    read: async (knex) => [
      await linked('items_any_lnk', 'target_type')(knex),
      await column('some_type')(knex),
      await json('x')(knex),
    ],
    after: [['1 b1 api::c.c'], ['api::c.c'], [{ id: 1, any: [{ __type: 'api::c.c', documentId: 'b1' }] }]],
  },
  'former names in links and entries, which an earlier version left': {
    starts: [FOLLOWED, FOLLOWED],
    writes: [
      all(
        targets('c1'),
        items({
          x: text([IN({ id: 1 }, 'a'), IN({ id: 2 }, 'gone')]),
          y: text({ id: 3, any: [{ __type: 'api::b.b', documentId: 'c1' }] }),
        }),
        links('items_any_lnk', [1, 'c1', { target_type: 'api::b.b' }]),
        (knex) => knex('quire_meta').where({ name: 'fingerprint' }).delete(),
      ),
    ],
    says: [
      '[at start] api::item.item: x contains shared.c, before shared.a',
      '[at start] api::item.item: any stores the type api::c.c instead of api::b.b',
      '[at start] in stored entries of shared.c: any stores the type api::c.c instead of api::b.b',
    ],
    read: async (knex) => [
      await linked('items_any_lnk', 'target_type')(knex),
      await json('x')(knex),
      await json('y')(knex),
    ],
    after: [
      ['1 c1 api::c.c'],
      [[IN({ id: 1 }, 'c'), IN({ id: 2 }, 'gone')]],
      [{ id: 3, any: [{ __type: 'api::c.c', documentId: 'c1' }] }],
    ],
  },
  'a renamed type, and polymorphic links that now name it': {
    starts: [
      { ...file('item', { x: relation('morphToMany') }), ...B },
      {
        ...file('item', { x: relation('manyToMany', 'c') }),
        ...file('c', {}, { renamedFrom: 'api::b.b' }),
      },
    ],
    writes: [all(targets('b1'), items({}), links('items_x_lnk', [1, 'b1', { target_type: 'api::b.b' }]))],
    says: ['[at start] api::item.item: x stores the type api::c.c instead of api::b.b'],
    read: linked('items_x_lnk'),
    after: ['1 b1'],
  },
  'a removed type that polymorphic links name': {
    starts: [
      { ...file('item', { any: relation('morphToMany'), some: relation('morphToOne') }), ...B },
      file('item', { any: relation('morphToMany'), some: relation('morphToOne') }),
    ],
    writes: [
      all(
        targets('b1'),
        items({ some_doc: 'b1', some_ord: 1, some_type: 'api::b.b' }),
        links('items_any_lnk', [1, 'b1', { target_type: 'api::b.b' }]),
      ),
    ],
    says: ['[kept] the content type api::b.b is not used any more'],
    read: async (knex) => [
      await linked('items_any_lnk', 'target_type')(knex),
      await column('some_type')(knex),
    ],
    after: [['1 b1 api::b.b'], ['api::b.b']],
  },
  'a zone that loses a component with its file': {
    starts: [
      {
        ...file('item', { x: zone('a', 'b') }),
        ...part('a', {}),
        ...part('b', { n: { ...TEXT, private: true } }),
      },
      { ...file('item', { x: zone('a') }), ...part('a', {}) },
    ],
    writes: [
      items(
        { x: text([IN({ id: 1 }, 'a'), IN({ id: 2, n: 'hidden' }, 'b')]) },
        { x: text([IN({ id: 3 }, 'a')]) },
      ),
    ],
    says: [
      '[LOSES DATA] api::item.item: x no longer allows shared.b; 1 of 2 values does not convert and is lost',
    ],
    read: json('x'),
    after: [[IN({ id: 1 }, 'a')], [IN({ id: 3 }, 'a')]],
  },
  'a component with another uid, in a zone and alone, with another name inside': {
    starts: [
      { ...file('item', { x: zone('a'), y: one('a') }), ...part('a', { n: TEXT }) },
      {
        ...file('item', { x: zone('c'), y: one('c') }),
        ...part('c', { m: late('n', TEXT) }, { renamedFrom: 'shared.a' }),
      },
    ],
    writes: [items({ x: text([IN({ id: 1, n: 'one' }, 'a')]), y: text({ id: 2, n: 'two' }) })],
    says: [
      '[at start] api::item.item: x contains shared.c, before shared.a',
      '[at start] in stored entries of shared.c: the attribute n is renamed to m',
    ],
    read: async (knex) => [await json('x')(knex), await json('y')(knex)],
    after: [[[IN({ id: 1, m: 'one' }, 'c')]], [{ id: 2, m: 'two' }]],
  },
  'a removed relation that comes back as a list': {
    starts: [
      { ...file('item', { x: LINK }), ...B },
      { ...file('item', {}), ...B },
      { ...file('item', { x: LINKS }), ...B },
    ],
    writes: [
      all(targets('b1', 'b2'), items({ x_doc: 'b1', x_ord: 1 }, { x_doc: 'b2', x_ord: 1 })),
      (knex) => knex('bs').where({ document_id: 'b2' }).delete(),
    ],
    says: [
      '[at start] api::item.item: x comes back, changes from manyToOne to manyToMany; its links are kept; 1 link to a missing document is removed',
    ],
    read: linked('items_x_lnk'),
    after: ['1 b1'],
  },
  'a removed polymorphic relation that comes back': {
    starts: [
      { ...file('item', { x: relation('morphToMany') }), ...B },
      { ...file('item', {}), ...B },
      { ...file('item', { x: relation('morphToMany') }), ...B },
    ],
    writes: [
      all(
        targets('b1', 'b2'),
        items({}),
        links('items_x_lnk', [1, 'b1', { target_type: 'api::b.b' }], [1, 'b2', { target_type: 'api::b.b' }]),
      ),
      (knex) => knex('bs').where({ document_id: 'b2' }).delete(),
    ],
    says: [
      '[at start] api::item.item: x comes back; its links are kept; 1 link to a missing document is removed',
    ],
    read: linked('items_x_lnk'),
    after: ['1 b1'],
  },
  'a rename that is declared as the former attribute is removed': {
    starts: [file('item', { former: TEXT, word: TEXT }), file('item', { word: late('former', TEXT) })],
    writes: [items({ former: 'kept' }, { former: 'old', word: 'new' })],
    says: [
      '[at start] api::item.item: the attribute former is renamed to word after word was added; rows without a value take 1 of 2',
    ],
    read: column('word'),
    after: ['kept', 'new'],
  },
  'such a rename in a component': {
    starts: [
      { ...file('item', { x: one('a') }), ...part('a', { former: TEXT, word: TEXT }) },
      { ...file('item', { x: one('a') }), ...part('a', { word: late('former', TEXT) }) },
    ],
    writes: [
      items(
        { x: text({ id: 1, former: 'kept', word: null }) },
        { x: text({ id: 2, former: 'old', word: 'new' }) },
      ),
    ],
    says: [
      '[at start] in stored entries of shared.a: the attribute former is renamed to word, unless an entry has a value there',
    ],
    read: json('x'),
    after: [
      { id: 1, word: 'kept' },
      { id: 2, former: 'old', word: 'new' },
    ],
  },
  'a late rename into a relation that allows a document once': {
    starts: [
      { ...file('item', { former: relation('oneToOne', 'b'), x: TWO_WAY }), ...SIDE },
      { ...file('item', { x: TWO_WAY }), ...SIDE },
      { ...file('item', { x: late('former', TWO_WAY) }), ...SIDE },
    ],
    writes: [
      all(
        targets('b1', 'b2', 'b3'),
        items(
          { former_doc: 'b1', former_ord: 1 },
          { former_doc: 'b2', former_ord: 1 },
          { former_doc: 'b2', former_ord: 1 },
          { former_doc: 'b3', former_ord: 1 },
          { former_doc: 'b2', former_ord: 1, x_doc: 'b1', x_ord: 1 },
        ),
      ),
      (knex) => knex('bs').where({ document_id: 'b3' }).delete(),
    ],
    says: [
      '[at start] api::item.item: the attribute former is renamed to x after x was added; rows without a value take 1 of 5',
    ],
    read: column('x_doc'),
    after: [null, 'b2', null, null, 'b1'],
  },
  'a late rename of a list of links': {
    starts: [
      { ...file('item', { former: LINKS }), ...B },
      { ...file('item', { x: LINKS }), ...B },
      { ...file('item', { x: late('former', LINKS) }), ...B },
    ],
    writes: [
      all(targets('b1', 'b2'), items({}, {}), links('items_former_lnk', [1, 'b2'], [1, 'b1'], [2, 'b1'])),
      links('items_x_lnk', [2, 'b2']),
    ],
    says: [
      '[at start] api::item.item: the attribute former is renamed to x after x was added; rows without a value take 2 of 3',
    ],
    read: linked('items_x_lnk'),
    after: ['1 b2', '1 b1', '2 b2'],
  },
};

describe.each(testDatabases())('values that a change could hide on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  it.each(Object.entries(CHANGES))('%s', async (_name, { starts, writes, says, read, after }) => {
    const schemas = starts.map((files) => compileFiles(files));
    const now = schemas.pop();
    if (!now) throw new Error('no start');
    for (const [index, schema] of schemas.entries()) {
      await syncSchema(database, schema, { log });
      const write = writes[index];
      if (write) await database.transaction(() => write(database.knex));
    }
    const { lines } = await planSchema(database, now, { log });
    const said = lines.filter((line) => /^\[(at start|LOSES DATA)\]|^\[kept\] the content type/.test(line));
    expect(said.filter((line) => !/the (table|column|index)|its table|name no type/.test(line))).toEqual(
      says,
    );
    if (lines.some((line) => line.startsWith('[LOSES DATA]'))) {
      await expect(syncSchema(database, now, { log })).rejects.toThrow(/migrate apply --drop/);
      await applyMigration(database, now, { log, drop: true });
    } else await syncSchema(database, now, { log });
    expect(await database.transaction(() => read(database.knex))).toEqual(after);
    expect((await syncSchema(database, now, { log })).steps).toEqual([]);
    const { checks } = await diagnose(database, now, { log });
    expect(checks.flatMap(({ places }) => places)).toEqual([]);
  });
});
