// Damages a real database by SQL. The doctor must find each fault, and repair those that lose no data.

import { Registry } from '../../kernel/registry/registry';
import { testDatabases } from '../../testing/databases';
import { AUDIENCE, axisParams } from '../documents/testing-axes';
import { openTestContent, type TestContent } from '../documents/testing-content';
import type { DocumentObject } from '../documents/write-action';
import { introspect } from '../migrate/introspect';
import { applyMigration } from '../migrate/migrate';
import type { AxisDefinition } from '../model/compiled/axis';
import type { ContentType } from '../model/compiled/content-type';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import type { DoctorCheck } from './check';
import { diagnose } from './diagnose';

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
      .map(({ name, found, fixed }) => [name, found, fixed]);

  beforeEach(async () => {
    content = await openTestContent({ client, files: FILES, schema: { hooks }, params: axisParams() });
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
    fixes: boolean,
    damage: (p: Place) => Promise<unknown>,
  ][] = [
    [
      'a link to a missing document',
      'links',
      true,
      (p) => p.run(`UPDATE ${p.linksOf('any')} SET target = 'gone'`),
    ],
    [
      'a missing target in a column',
      'links',
      true,
      (p) => p.run(`UPDATE items SET lead_doc = 'gone' WHERE title = 'first'`),
    ],
    [
      'a target without a position',
      'links',
      true,
      (p) => p.run(`UPDATE items SET lead_ord = NULL WHERE title = 'first'`),
    ],
    [
      'a unique value without a claim',
      'unique',
      true,
      (p) => p.run(`DELETE FROM quire_unique WHERE document_id = '${p.second.documentId}'`),
    ],
    [
      'a claim of a document that does not exist',
      'unique',
      true,
      (p) => p.run(`INSERT INTO quire_unique (scope, value_hash, document_id) VALUES ('x', 'y', 'gone')`),
    ],
    [
      'a claim on a value that the document does not have',
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
      'a row with an unknown axis value',
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
  test.each(damages)('finds %s', async (_what, check, fixes, damage) => {
    await damage(place);
    const found = (await faults()).filter(([name]) => name === check);
    expect(found).toEqual([[check, expect.any(Number), 0]]);
    const [[, count] = []] = found;
    const fixed = (await faults({ fix: true })).find(([name]) => name === check);
    expect(fixed).toEqual([check, count, fixes ? count : expect.any(Number)]);
    expect((await examine()).healthy).toBe(fixes);
  });

  test('finds shared links that differ', async () => {
    const [tag] = place.tags;
    await place.run(
      `DELETE FROM ${place.linksOf('tags')} WHERE target = '${tag?.documentId}' AND source_id = (SELECT id FROM items WHERE audience = 'kids')`,
    );
    expect(await faults()).toEqual([['shared', 1, 0]]);
  });

  test('creates a missing index after it has removed duplicate rows', async () => {
    const table = place.linksOf('tags');
    const indexes = await uniqueIndexes(content, table);
    const dropped = indexes.get('source_id,target');
    await place.run(`DROP INDEX ${dropped}${client === 'mysql' ? ` ON ${table}` : ''}`);
    await place.run(
      `INSERT INTO ${table} (source_id, target, ord, inv_ord) SELECT source_id, target, 100, inv_ord FROM ${table} WHERE ord = 1`,
    );
    expect((await faults()).map(([name]) => name).sort()).toEqual(['rows', 'schema']);
    const fixed = await examine({ fix: true });
    expect(fixed.healthy).toBe(true);
    expect(await faults()).toEqual([]);
    expect(await uniqueIndexes(content, table)).toEqual(indexes);
    const found = await content.documents(ITEM).findOne({
      documentId: place.first.documentId,
      populate: { tags: { fields: ['name'] } },
    });
    expect(found?.tags).toHaveLength(3);
  });

  test('does not repair two rows of a document with equal axis values', async () => {
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

  test('checks no documents while tables are missing, and creates the tables with fix', async () => {
    const files = {
      ...FILES,
      'config/content-types/late.json': typeFile('late', { name: { type: 'string' } }),
    };
    const schema = compileFiles(files, { hooks });
    const before = await diagnose(content.database, schema, { log });
    expect(before).toMatchObject({ healthy: false, documents: 0, checks: [{ name: 'schema' }] });
    expect(before.notes[0]).toMatch(/were not checked/);
    expect((await diagnose(content.database, schema, { log, fix: true })).healthy).toBe(true);
    expect(await diagnose(content.database, schema, { log })).toMatchObject({ healthy: true, documents: 2 });
  });

  test('rewrites an entry of an older shape, so that reads return the stored text', async () => {
    const grown = { ...FILES, [BOX]: component({ ...FILES[BOX].attributes, size: { type: 'integer' } }) };
    const schema = compileFiles(grown, { hooks });
    await diagnose(content.database, schema, { log, fix: true });
    const stored = await content.rows(`SELECT boxes FROM items WHERE title = 'first'`);
    expect(JSON.parse(String(stored[0]?.[0]))).toEqual([
      { id: 1, label: 'x', mark: 'one', size: null },
      { id: 2, label: 'y', mark: null, size: null },
    ]);
    const [remembered] = await content.rows(`SELECT model FROM quire_schema WHERE uid = 'shared.box'`);
    expect(JSON.parse(String(remembered?.[0]))).toMatchObject({ entries: { mixed: false } });
    expect(await diagnose(content.database, schema, { log })).toMatchObject({ healthy: true, notes: [] });
  });

  test('keeps values of a removed attribute in an entry until they are dropped', async () => {
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

    // The attribute was removed before `quire_schema` existed.
    const [row] = await content.rows(`SELECT model FROM quire_schema WHERE uid = 'shared.box'`);
    const stored = JSON.parse(String(row?.[0]));
    const { mark: known } = stored.attributes;
    const entries = { shape: 'mark:string', mixed: true };
    const model = { ...stored, attributes: { mark: known }, gone: {}, entries };
    await content.database.transaction((tx) =>
      tx.run("UPDATE quire_schema SET model = ? WHERE uid = 'shared.box'", [JSON.stringify(model)]),
    );
    const { notes } = await diagnose(content.database, gone, { log, fix: true });
    expect(notes).toEqual([expect.stringContaining('(label of shared.box); "quire migrate apply --drop"')]);
    expect(await boxes()).toMatchObject([{ label: 'x' }, { label: 'y' }]);
    const repeated = await diagnose(content.database, gone, { log, fix: true });
    expect(repeated.notes).toEqual([expect.stringContaining(kept)]);
    await applyMigration(content.database, gone, { log, drop: true });
    expect(await boxes()).toEqual([
      { id: 1, mark: 'one' },
      { id: 2, mark: null },
    ]);
    await diagnose(content.database, gone, { log, fix: true });
    expect((await diagnose(content.database, gone, { log })).notes).toEqual([]);
  });

  test('runs the checks of plugins, and repeats them under the lock', async () => {
    let asked = 0;
    const check: DoctorCheck = {
      name: 'prices',
      description: 'every item has a price',
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
    const checks = new Registry<DoctorCheck>('check');
    checks.as('shop').add(check);
    expect(await faults({ checks })).toEqual([['prices', 1, 0]]);
    expect(asked).toBe(2);
    expect(await faults({ checks, fix: true })).toEqual([['prices', 1, 1]]);
    expect(await faults({ checks })).toEqual([]);
    const { checks: results } = await diagnose(content.database, content.schema, { log, checks });
    expect(results.map(({ plugin }) => plugin)).toContain('shop');
  });
});

function tableOf(type: ContentType | undefined, name: string): string {
  const attribute = type?.attributes.get(name);
  if (attribute?.kind !== 'relation' || attribute.storage.kind !== 'table')
    throw new Error(`no table: ${name}`);
  return attribute.storage.table;
}

/** Unique indexes of a table: name → columns. */
async function uniqueIndexes({ database }: TestContent, table: string): Promise<Map<string, string>> {
  const found = await database.transaction((tx) => introspect(tx, database.dialect));
  const indexes = [...(found.get(table)?.indexes.values() ?? [])].filter(({ unique }) => unique);
  return new Map(indexes.map(({ name, columns }) => [columns.join(), name]));
}
