// Every fault that the doctor knows, made by hand on a real database: found, named, mended where that loses nothing. And a
// database that the service has written is healthy.

import { introspect } from '../database/introspect';
import { applyMigration } from '../database/sync';
import type { DocumentObject } from '../documents/operations';
import { openTestContent, type TestContent } from '../documents/testing-content';
import { ParamRegistry } from '../query/params';
import { type AxisDefinition, only } from '../schema/axis';
import type { ContentType } from '../schema/content-type';
import { compileFiles, relation, typeFile } from '../schema/testing-files';
import { testDatabases } from '../testing/databases';
import type { DoctorCheck } from './check';
import { diagnose } from './diagnose';
import { DoctorChecks } from './registry';

const AUDIENCE: AxisDefinition = {
  name: 'audience',
  column: 'audience',
  store: { kind: 'text', length: 20 },
  base: () => 'all',
  defaultValue: () => 'all',
  any: true,
  pin: 'select',
};
const ITEM = 'api::item.item';
const TAG = 'api::tag.tag';
const SHARED = ['price', 'tags'];
const component = (attributes: object) => ({ info: {}, attributes });
const FILES = {
  'config/content-types/item.json': typeFile('item', {
    title: { type: 'string', unique: true },
    price: { type: 'integer' },
    tags: relation('manyToMany', 'tag', { inversedBy: 'items' }),
    lead: relation('manyToOne', 'tag', { inversedBy: 'led' }),
    twin: relation('oneToOne', 'tag', { inversedBy: 'twin' }),
    any: relation('morphToMany'),
    boxes: { type: 'component', component: 'shared.box', repeatable: true },
    zone: { type: 'dynamiczone', components: ['shared.box', 'shared.note'] },
  }),
  'config/content-types/tag.json': typeFile('tag', {
    name: { type: 'string' },
    items: relation('manyToMany', 'item', { mappedBy: 'tags' }),
    led: relation('oneToMany', 'item', { mappedBy: 'lead' }),
    twin: relation('oneToOne', 'item', { mappedBy: 'twin' }),
  }),
  'config/content-types/setting.json': typeFile(
    'setting',
    { name: { type: 'string' } },
    { kind: 'singleType' },
  ),
  'config/components/shared/box.json': component({
    label: { type: 'string' },
    mark: { type: 'string', unique: true },
  }),
  'config/components/shared/note.json': component({ text: { type: 'text' } }),
};
const BOX = 'config/components/shared/box.json';
const hooks = {
  contentType(type: {
    readonly uid: string;
    addAxis(axis: AxisDefinition, shared: (name: string) => boolean): void;
  }) {
    if (type.uid === ITEM) type.addAxis(AUDIENCE, (name) => SHARED.includes(name));
  },
};
const log = { info: () => undefined, warn: () => undefined };

function params(): ParamRegistry {
  const registry = new ParamRegistry();
  registry.add<string>({
    name: 'audience',
    plugin: 'test',
    description: 'audience',
    on: ['find', 'findOne', 'create', 'update', 'delete'],
    parse: String,
    apply(request, value) {
      request.axes = { ...request.axes, audience: only(value) };
    },
    openapi: {},
  });
  return registry;
}

interface Place {
  readonly run: (text: string, ...params: unknown[]) => Promise<unknown>;
  readonly linksOf: (attribute: string) => string;
  readonly first: DocumentObject;
  readonly second: DocumentObject;
  readonly tags: readonly DocumentObject[];
  readonly content: TestContent;
}

describe.each(testDatabases())('the doctor on %s', (client) => {
  let content: TestContent;
  let place: Place;
  const examine = (options: Partial<Parameters<typeof diagnose>[2]> = {}) =>
    diagnose(content.database, content.schema, { log, ...options });
  const faults = async (options: Parameters<typeof examine>[0] = {}) =>
    (await examine(options)).checks
      .filter(({ found }) => found > 0)
      .map(({ name, found, mended }) => [name, found, mended]);

  beforeEach(async () => {
    content = await openTestContent({ client, files: FILES, schema: { hooks }, params: params() });
    const tags: DocumentObject[] = [];
    for (const name of ['a', 'b', 'c']) tags.push(await content.documents(TAG).create({ data: { name } }));
    const items = content.documents(ITEM);
    const ids = tags.map(({ documentId }) => documentId);
    const data = {
      title: 'first',
      price: 3,
      tags: ids,
      lead: ids[0],
      twin: ids[1],
      any: [{ __type: TAG, documentId: ids[2] }],
      boxes: [{ label: 'x', mark: 'one' }, { label: 'y' }],
      zone: [{ __component: 'shared.note', text: 'n' }],
    };
    const first = await items.create({ data });
    await items.update({
      documentId: first.documentId,
      data: { title: 'for kids' },
      ...{ audience: 'kids' },
    });
    const second = await items.create({ data: { title: 'second', tags: ids.slice(1) } });
    await content.documents('api::setting.setting').create({ data: { name: 's' } });
    place = {
      content,
      first,
      second,
      tags,
      run: (text, ...values) => content.database.transaction((tx) => tx.run(text, values)),
      linksOf: (name) => tableOf(content.schema.types.get(ITEM), name),
    };
  });
  afterEach(() => content?.close());

  test('finds nothing in what the service has written', async () => {
    const diagnosis = await examine();
    expect(diagnosis.checks.flatMap(({ places }) => places)).toEqual([]);
    expect(diagnosis).toMatchObject({ healthy: true, documents: 2, notes: [] });
    expect(diagnosis.checks.map(({ name }) => name).sort()).toEqual([
      'entries',
      'links',
      'rows',
      'schema',
      'shared',
      'unique',
    ]);
  });

  const entries = (text: string) =>
    `UPDATE items SET boxes = '${text}' WHERE audience = 'all' AND title = 'first'`;
  const damages: readonly [
    what: string,
    check: string,
    mends: boolean,
    damage: (p: Place) => Promise<unknown>,
  ][] = [
    [
      'a link to a document that is not there',
      'links',
      true,
      (p) => p.run(`UPDATE ${p.linksOf('any')} SET target = 'gone'`),
    ],
    [
      'a target in a column that is not there',
      'links',
      true,
      (p) => p.run(`UPDATE items SET lead_doc = 'gone' WHERE title = 'first'`),
    ],
    [
      'a target without a place',
      'links',
      true,
      (p) => p.run(`UPDATE items SET lead_ord = NULL WHERE title = 'first'`),
    ],
    [
      'a unique value that is not written down',
      'unique',
      true,
      (p) => p.run(`DELETE FROM quire_unique WHERE document_id = '${p.second.documentId}'`),
    ],
    [
      'a value kept for nobody',
      'unique',
      true,
      (p) => p.run(`INSERT INTO quire_unique (scope, value_hash, document_id) VALUES ('x', 'y', 'gone')`),
    ],
    [
      'a value kept for who has another',
      'unique',
      true,
      (p) =>
        p.run(
          `INSERT INTO quire_unique (scope, value_hash, document_id) VALUES ('x', 'y', '${p.second.documentId}')`,
        ),
    ],
    [
      'two documents with one value',
      'unique',
      false,
      (p) => p.run(`UPDATE items SET title = 'second' WHERE title = 'first'`),
    ],
    ['a counter behind its entries', 'entries', true, (p) => p.run(`UPDATE quire_counters SET value = 1`)],
    [
      'an entry without an id',
      'entries',
      false,
      (p) => p.run(entries('[{"label":"x","mark":"one"},{"id":2,"label":"y","mark":null}]')),
    ],
    [
      'two entries with one id',
      'entries',
      false,
      (p) => p.run(entries('[{"id":1,"label":"x","mark":"one"},{"id":1,"label":"y","mark":null}]')),
    ],
    [
      'shared values that differ',
      'shared',
      false,
      (p) => p.run(`UPDATE items SET price = 4 WHERE audience = 'kids'`),
    ],
    [
      'a row in a place that no read knows',
      'rows',
      false,
      (p) => p.run(`UPDATE items SET audience = '' WHERE title = 'second'`),
    ],
    [
      'two documents of a single type',
      'rows',
      false,
      (p) => p.run(`INSERT INTO settings (document_id) VALUES ('other')`),
    ],
  ];
  test.each(damages)('finds %s', async (_what, check, mends, damage) => {
    await damage(place);
    const found = (await faults()).filter(([name]) => name === check);
    expect(found).toEqual([[check, expect.any(Number), 0]]);
    const [[, count] = []] = found;
    const mended = (await faults({ fix: true })).find(([name]) => name === check);
    expect(mended).toEqual([check, count, mends ? count : expect.any(Number)]);
    expect((await examine()).healthy).toBe(mends);
  });

  test('finds shared links that differ', async () => {
    const [tag] = place.tags;
    await place.run(
      `DELETE FROM ${place.linksOf('tags')} WHERE target = '${tag?.documentId}' AND source_id = (SELECT id FROM items WHERE audience = 'kids')`,
    );
    expect(await faults()).toEqual([['shared', 1, 0]]);
  });

  test('brings an index back, after what stood in its way is mended', async () => {
    const table = place.linksOf('tags');
    const indexes = await uniqueIndexes(content, table);
    const dropped = indexes.get('source_id,target');
    await place.run(`DROP INDEX ${dropped}${client === 'mysql' ? ` ON ${table}` : ''}`);
    await place.run(
      `INSERT INTO ${table} (source_id, target, ord, inv_ord) SELECT source_id, target, 100, inv_ord FROM ${table} WHERE ord = 1`,
    );
    expect((await faults()).map(([name]) => name).sort()).toEqual(['rows', 'schema']);
    const mended = await examine({ fix: true });
    expect(mended.healthy).toBe(true);
    expect(await faults()).toEqual([]);
    expect(await uniqueIndexes(content, table)).toEqual(indexes);
    const found = await content.documents(ITEM).findOne({
      documentId: place.first.documentId,
      populate: { tags: { fields: ['name'] } },
    });
    expect(found?.tags).toHaveLength(3);
  });

  test('two rows of one document at one place are for a person to decide', async () => {
    const index = (await uniqueIndexes(content, 'items')).get('document_id,audience');
    await place.run(`DROP INDEX ${index}${client === 'mysql' ? ' ON items' : ''}`);
    await place.run(
      `INSERT INTO items (document_id, audience, price) VALUES ('${place.second.documentId}', 'all', NULL)`,
    );
    const found = await examine();
    expect(found.healthy).toBe(false);
    expect(found.checks.find(({ name }) => name === 'rows')?.places[0]?.examples[0]).toContain(
      place.second.documentId,
    );
  });

  test('looks at no documents while tables are missing, and makes them when it may', async () => {
    const files = {
      ...FILES,
      'config/content-types/late.json': typeFile('late', { name: { type: 'string' } }),
    };
    const schema = compileFiles(files, { hooks });
    const before = await diagnose(content.database, schema, { log });
    expect(before).toMatchObject({ healthy: false, documents: 0, checks: [{ name: 'schema' }] });
    expect(before.notes[0]).toMatch(/were not looked at/);
    expect((await diagnose(content.database, schema, { log, fix: true })).healthy).toBe(true);
    expect(await diagnose(content.database, schema, { log })).toMatchObject({ healthy: true, documents: 2 });
  });

  test('an entry of an older shape is written anew, and reads give stored text again', async () => {
    const grown = { ...FILES, [BOX]: component({ ...FILES[BOX].attributes, size: { type: 'integer' } }) };
    const schema = compileFiles(grown, { hooks });
    await diagnose(content.database, schema, { log, fix: true });
    const stored = await content.rows(`SELECT boxes FROM items WHERE title = 'first'`);
    expect(JSON.parse(String(stored[0]?.[0]))).toEqual([
      { id: 1, label: 'x', mark: 'one', size: null },
      { id: 2, label: 'y', mark: null, size: null },
    ]);
    const shapes = await content.rows(
      `SELECT ${content.database.dialect.id('value')} FROM quire_meta WHERE ${content.database.dialect.id('name')} = 'component shapes'`,
    );
    expect(JSON.parse(String(shapes[0]?.[0]))['shared.box']).toMatchObject({ mixed: false });
    expect(await diagnose(content.database, schema, { log })).toMatchObject({ healthy: true, notes: [] });
  });

  test('an entry that holds more than its schema knows keeps it until it is dropped', async () => {
    const { mark } = FILES[BOX].attributes as { mark: { type: string } };
    const kept = 'the attribute label of the component shared.box is not used any more';
    const gone = compileFiles({ ...FILES, [BOX]: component({ mark }) }, { hooks });
    const boxes = async () => {
      const [row] = await content.rows(`SELECT boxes FROM items WHERE title = 'first'`);
      return JSON.parse(String(row?.[0]));
    };
    await diagnose(content.database, gone, { log, fix: true });
    expect((await diagnose(content.database, gone, { log })).notes).toEqual([expect.stringContaining(kept)]);
    expect(await boxes()).toMatchObject([{ label: 'x' }, { label: 'y' }]);

    // Of a time when nothing was remembered of it.
    const { id } = content.database.dialect;
    await content.database.transaction((tx) =>
      tx.run(`UPDATE quire_meta SET ${id('value')} = ? WHERE ${id('name')} = 'component shapes'`, [
        JSON.stringify({ 'shared.box': { shape: 'mark:string', mixed: true } }),
      ]),
    );
    const { notes } = await diagnose(content.database, gone, { log, fix: true });
    expect(notes).toEqual([expect.stringContaining('(label of shared.box); "quire migrate apply --drop"')]);
    expect(await boxes()).toMatchObject([{ label: 'x' }, { label: 'y' }]);
    const again = await diagnose(content.database, gone, { log, fix: true });
    expect(again.notes).toEqual([expect.stringContaining(kept)]);
    await applyMigration(content.database, gone, { log, drop: true });
    expect(await boxes()).toEqual([
      { id: 1, mark: 'one' },
      { id: 2, mark: null },
    ]);
    await diagnose(content.database, gone, { log, fix: true });
    expect((await diagnose(content.database, gone, { log })).notes).toEqual([]);
  });

  test('runs the checks of plugins, and asks them again under the lock', async () => {
    let asked = 0;
    const check: DoctorCheck = {
      name: 'prices',
      plugin: 'shop',
      summary: 'everything has a price',
      documents: {
        of: ({ uid }) => uid === ITEM,
        check(_type, documents) {
          asked += 1;
          return documents
            .filter(({ rows }) => rows.some(({ values }) => values.price === null))
            .map(({ documentId }) => ({
              documentId,
              where: 'prices',
              message: `${documentId} has none`,
              fix: async (tx) => {
                await tx.run(`UPDATE items SET price = 0 WHERE document_id = ?`, [documentId]);
              },
            }));
        },
      },
    };
    expect(await faults({ checks: [check] })).toEqual([['prices', 1, 0]]);
    expect(asked).toBe(2);
    expect(await faults({ checks: [check], fix: true })).toEqual([['prices', 1, 1]]);
    expect(await faults({ checks: [check] })).toEqual([]);
  });
});

test('names both who add a check of one name', () => {
  const checks = new DoctorChecks();
  const add = (plugin: string) => checks.add({ name: 'prices', plugin, summary: '' });
  add('shop');
  expect(() => add('store')).toThrow(/"prices" is added by shop and by store/);
});

function tableOf(type: ContentType | undefined, name: string): string {
  const attribute = type?.attributes.get(name);
  if (attribute?.kind !== 'relation' || attribute.storage.kind !== 'table')
    throw new Error(`no table: ${name}`);
  return attribute.storage.table;
}

/** Unique indexes of a table: name → columns. */
async function uniqueIndexes({ database }: TestContent, table: string): Promise<Map<string, string>> {
  const found = await database.transaction((tx) => introspect(tx, database.dialect.name));
  const indexes = [...(found.get(table)?.indexes.values() ?? [])].filter(({ unique }) => unique);
  return new Map(indexes.map(({ name, columns }) => [columns.join(), name]));
}
