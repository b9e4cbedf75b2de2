// From a schema to tables, and to the next schema: steps of startup, refused steps, declared renames, the axis ledger. Also processes that
// start at the same time.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseOptions } from '../../database/config-types';
import type { Database } from '../../database/database';
import { connectDatabase } from '../../database/run/connect';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { SchemaInput } from '../model/compile/compile';
import type { AxisDefinition } from '../model/compiled/axis';
import type { Schema } from '../model/compiled/content-type';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { createEntryIdCounter } from '../sql/entry-id-counter';
import { introspect } from './introspect';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import type { SyncOptions } from './sync-target';
import { PHASE, TONE } from './testing-database';

const said: string[] = [];
const log = {
  info: (message: string) => void said.push(message),
  warn: (message: string) => void said.push(message),
  error() {},
};
const options = { log };
const file = (name: string) => `config/content-types/${name}.json`;

type Attributes = Parameters<typeof typeFile>[1];

/** Type `a` with these attributes and axes, beside a type `b` that links can point at. */
function schemaOf(
  attributes: Attributes,
  axes: readonly AxisDefinition[] = [],
  shared: readonly string[] = [],
): Schema {
  const hooks: SchemaInput['hooks'] = {
    contentType(type) {
      if (type.uid === 'api::item.item')
        for (const axis of axes) type.addAxis(axis, (name) => shared.includes(name));
    },
  };
  return compileFiles(
    {
      [file('item')]: typeFile('item', attributes),
      [file('b')]: typeFile('b', { name: { type: 'string' } }),
    },
    { hooks },
  );
}

const EVERYTHING: Attributes = {
  title: { type: 'string', unique: true },
  body: { type: 'text' },
  count: { type: 'integer' },
  big: { type: 'biginteger' },
  price: { type: 'decimal' },
  ratio: { type: 'float' },
  on: { type: 'boolean' },
  day: { type: 'date' },
  data: { type: 'json' },
  slug: { type: 'uid' },
  one: relation('oneToOne', 'b'),
  many: relation('manyToMany', 'b'),
  morph: relation('morphToMany'),
};

describe.each(testDatabases())('schema sync on %s', (client) => {
  let config: DatabaseOptions;
  let database: Database;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const created = await createTestDatabase(client);
    ({ config, drop } = created);
    database = await connectDatabase(config, { log, dir: '/' });
    said.length = 0;
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  const rows = (text: string, params: readonly unknown[] = []) =>
    database.transaction((tx) => tx.all(text, params));
  const run = (text: string, params: readonly unknown[] = []) =>
    database.transaction((tx) => tx.run(text, params));
  const table = (schema: Schema, uid = 'api::item.item') => schema.types.get(uid)?.table ?? '';
  const found = () => database.transaction((tx) => introspect(tx, database.dialect));

  it('makes every table from nothing, and finds nothing to do the next time with one statement', async () => {
    const schema = schemaOf(EVERYTHING, [TONE, PHASE]);
    const first = await syncSchema(database, schema, options);
    expect(first.steps.filter((step) => step.sentence.startsWith('create the table')).length).toBe(
      first.tables.length,
    );
    const { statements } = database.stats();
    const second = await syncSchema(database, schema, options);
    expect(second.steps).toEqual([]);
    expect(database.stats().statements - statements).toBe(1);
    // and the plan, which looks at everything, agrees
    expect((await planSchema(database, schema, options)).lines).toEqual([]);
    const tables = await found();
    const indexes = [...(tables.get(table(schema))?.indexes.values() ?? [])];
    expect(indexes.find(({ unique }) => unique)?.columns).toEqual(['document_id', 'phase', 'tone']);
    expect(indexes.map(({ columns }) => columns)).toContainEqual(['phase', 'tone', 'id']);
    expect(indexes.map(({ columns }) => columns)).toContainEqual(['phase', 'tone', 'title']);
  });

  it('removes links with the row that owns them, and never gives an id again', async () => {
    const schema = schemaOf(EVERYTHING);
    await syncSchema(database, schema, options);
    const name = table(schema);
    const inserted = await run(`INSERT INTO ${name} (document_id) VALUES (?)`, ['d1']);
    const link = schema.types.get('api::item.item')?.attributes.get('many');
    if (link?.kind !== 'relation' || link.storage.kind !== 'table') throw new Error('no link table');
    await run(`INSERT INTO ${link.storage.table} (source_id, target, ord, inv_ord) VALUES (?, ?, ?, ?)`, [
      inserted.id,
      't1',
      1,
      1,
    ]);
    await run(`DELETE FROM ${name} WHERE id = ?`, [inserted.id]);
    expect(await rows(`SELECT * FROM ${link.storage.table}`)).toEqual([]);
    expect((await run(`INSERT INTO ${name} (document_id) VALUES (?)`, ['d2'])).id).toBeGreaterThan(
      inserted.id,
    );
  });

  // The start lock of one node of Galera does not exclude the processes of another node.
  if (client === 'mysql')
    it('finishes a migration of which another process has run statements', async () => {
      const second = await connectDatabase(config, { log, dir: '/' });
      const unlocked = (own: Database): Database =>
        Object.create(own, { exclusively: { value: <T>(work: () => Promise<T>) => work() } });
      try {
        const schema = schemaOf(EVERYTHING, [TONE, PHASE]);
        await Promise.all([database, second].map((own) => syncSchema(unlocked(own), schema, options)));
        expect((await planSchema(database, schema, options)).lines).toEqual([]);
      } finally {
        await second.close();
      }
    });

  it('adds attributes, types and indexes to rows that are there', async () => {
    await syncSchema(database, schemaOf({ title: { type: 'string' } }), options);
    const next = schemaOf({
      title: { type: 'string', unique: true },
      on: { type: 'boolean' },
      one: relation('oneToOne', 'b'),
    });
    await run(`INSERT INTO ${table(next)} (document_id, title) VALUES (?, ?)`, ['d1', 'kept']);
    const { steps } = await syncSchema(database, next, options);
    expect(steps.every((step) => step.effect === 'safe')).toBe(true);
    expect(await rows(`SELECT title FROM ${table(next)}`)).toEqual([['kept']]);
    expect((await found()).get(table(next))?.columns.has('one_doc')).toBe(true);
  });

  it('keeps unused tables and columns, lists them, and drops them only on request', async () => {
    const before = schemaOf({
      title: { type: 'string' },
      gone: { type: 'string' },
      many: relation('manyToMany', 'b'),
    });
    await syncSchema(database, before, options);
    await run(`INSERT INTO ${table(before)} (document_id, gone) VALUES (?, ?)`, ['d1', 'kept']);
    const after = schemaOf({ title: { type: 'string' } });
    await syncSchema(database, after, options);
    expect(said.join()).toContain('not used any more');
    expect(await rows(`SELECT gone FROM ${table(before)}`)).toEqual([['kept']]);
    expect((await planSchema(database, after, options)).lines.length).toBe(2);
    await applyMigration(database, after, { ...options, drop: true });
    expect((await found()).get(table(after))?.columns.has('gone')).toBe(false);
    expect((await planSchema(database, after, options)).lines).toEqual([]);
  });

  it('forgets a type whose table was dropped, so that it may come back with other names', async () => {
    const files = { [file('b')]: typeFile('b', {}) };
    const page = typeFile('page', { title: { type: 'string' }, many: relation('manyToMany', 'b') });
    await syncSchema(database, compileFiles({ ...files, [file('page')]: page }), options);
    const { lines } = await planSchema(database, compileFiles(files), options);
    expect(lines).toEqual([
      '[kept] api::page.page: the attribute many is not used any more',
      '[kept] the content type api::page.page is not used any more',
    ]);
    await applyMigration(database, compileFiles(files), { ...options, drop: true });
    const other = { ...page, info: { ...page.info, pluralName: 'leaves' } };
    const again = await syncSchema(database, compileFiles({ ...files, [file('page')]: other }), options);
    expect(again.steps.every(({ effect }) => effect === 'safe')).toBe(true);
  });

  it('never drops what a plugin brought that is off now', async () => {
    const own = { title: { type: 'string' } };
    const hooks: SchemaInput['hooks'] = {
      collect: (collectorOf) =>
        collectorOf('upload').addContentType('plugin::shop.cart', {
          info: { singularName: 'cart', pluralName: 'carts' },
          attributes: own,
        }),
      contentType(type) {
        if (type.uid !== 'api::item.item') return;
        type.addAttribute('price', { type: 'integer' });
        type.addAttribute('carts', { type: 'relation', relation: 'manyToMany', target: 'api::b.b' });
        type.addTailField({ name: 'soldAt', type: 'datetime', column: 'sold_at' });
      },
    };
    const files = (attributes: Attributes) => ({
      [file('item')]: typeFile('item', attributes),
      [file('b')]: typeFile('b', {}),
    });
    const on = compileFiles(files(own), { hooks });
    const extend: NonNullable<SyncOptions['extend']> = (tables) => {
      const index = tables.findIndex(({ name }) => name === table(on));
      const spec = tables[index];
      if (spec)
        tables[index] = { ...spec, columns: [...spec.columns, { name: 'rank', spec: { kind: 'integer' } }] };
    };
    await syncSchema(database, on, { ...options, extend });
    /** The losses that `--drop` allows, and the remaining columns of the item. */
    const dropped = async (attributes: Attributes) => {
      const off = compileFiles(files(attributes));
      await syncSchema(database, off, options);
      const { lines } = await planSchema(database, off, options);
      await applyMigration(database, off, { ...options, drop: true });
      const tables = await found();
      expect(['carts', 'items_carts_lnk'].filter((name) => !tables.has(name))).toEqual([]);
      return [lines, [...(tables.get(table(on))?.columns.keys() ?? [])].toSorted()];
    };
    const columns = ['created_at', 'document_id', 'id', 'rank', 'sold_at', 'title', 'updated_at'];
    const withPrice = [...columns, 'price'].toSorted();
    expect(await dropped(own)).toEqual([[], withPrice]);
    // An attribute that was in the definition of the type does not count as an attribute of the plugin.
    expect(await dropped({ ...own, price: { type: 'integer' } })).toEqual([[], withPrice]);
    expect(await dropped(own)).toEqual([
      [expect.stringContaining('api::item.item: the attribute price')],
      columns,
    ]);
  });

  it('refuses to change the type of a column with values, and converts them on request', async () => {
    const before = schemaOf({ amount: { type: 'string' }, title: { type: 'string' } });
    await syncSchema(database, before, options);
    for (const value of ['12', 'twelve', '-3'])
      await run(`INSERT INTO ${table(before)} (document_id, amount) VALUES (?, ?)`, [value, value]);
    const after = schemaOf({ amount: { type: 'decimal', unique: true }, title: { type: 'string' } });
    await expect(syncSchema(database, after, options)).rejects.toThrow(/quire migrate apply[\s\S]*amount/);
    expect((await rows(`SELECT amount FROM ${table(before)} ORDER BY id`)).map(([value]) => value)).toEqual([
      '12',
      'twelve',
      '-3',
    ]);
    await applyMigration(database, after, { ...options, drop: true });
    const spec = { kind: 'decimal', precision: 18, scale: 6 } as const;
    const values = (await rows(`SELECT amount FROM ${table(before)} ORDER BY id`)).map(([value]) =>
      database.dialect.fromColumn(value, spec),
    );
    expect(values).toEqual(['12', null, '-3']);
    expect((await syncSchema(database, after, options)).steps).toEqual([]);
  });

  it('writes only values that a conversion changes, and lets only their type claim unique values again', async () => {
    const wide = (precision: number) =>
      schemaOf({ amount: { type: 'decimal', precision, scale: 2 }, title: { type: 'string' } });
    const name = table(wide(10));
    const rules = () => rows("SELECT value FROM quire_meta WHERE name = 'unique rules'");
    const statementsOf = async (precision: number): Promise<number> => {
      const { statements } = database.stats();
      await syncSchema(database, wide(precision), options);
      return database.stats().statements - statements;
    };
    await syncSchema(database, wide(10), options);
    await run(`INSERT INTO ${name} (document_id) VALUES (?)`, ['d']);
    const empty = await statementsOf(12);
    for (const value of ['1.50', '2', '-3.25'])
      await run(`INSERT INTO ${name} (document_id, amount) VALUES (?, ?)`, [
        value,
        database.dialect.toParam(value, { kind: 'decimal', precision: 12, scale: 2 }),
      ]);
    expect(await statementsOf(14)).toBe(empty);
    const known = { 'api::b.b': 'one', 'api::item.item': 'two' };
    await run("INSERT INTO quire_meta (name, value) VALUES ('unique rules', ?)", [JSON.stringify(known)]);
    await statementsOf(16);
    expect(await rules()).toEqual([['{"api::b.b":"one"}']]);
  });

  it('converts a column whose index goes with its old type', async () => {
    const before = schemaOf({ code: { type: 'string', unique: true } });
    await syncSchema(database, before, options);
    await run(`INSERT INTO ${table(before)} (document_id, code) VALUES (?, ?)`, ['d', '7']);
    const after = schemaOf({ code: { type: 'integer' } });
    await applyMigration(database, after, { ...options, drop: false });
    expect(String((await rows(`SELECT code FROM ${table(after)}`))[0]?.[0])).toBe('7');
    expect((await planSchema(database, after, options)).lines).toEqual([]);
  });

  it('refuses other names of a type, and follows declared renames of types and attributes', async () => {
    const before = schemaOf({ title: { type: 'string' }, many: relation('manyToMany', 'b') });
    await syncSchema(database, before, options);
    await run(`INSERT INTO ${table(before)} (document_id, title) VALUES (?, ?)`, ['d1', 'kept']);
    const item = typeFile('item', { title: { type: 'string' }, many: relation('manyToMany', 'b') });
    const changed = (info: object) =>
      compileFiles({
        [file('item')]: {
          ...item,
          info: { singularName: 'item', pluralName: 'many-as', ...info },
          collectionName: 'others',
        },
        [file('b')]: typeFile('b', { name: { type: 'string' } }),
      });
    await expect(syncSchema(database, changed({}), options)).rejects.toThrow(/renamedFrom/);
    await syncSchema(database, changed({ renamedFrom: 'api::item.item' }), options);
    expect(await rows('SELECT title FROM others')).toEqual([['kept']]);

    const renamed = (more: object, headline: object) => {
      const { info, ...rest } = typeFile('c', {
        headline: { type: 'string', ...headline },
        many: relation('manyToMany', 'b'),
      });
      return compileFiles({
        [file('c')]: { ...rest, info: { ...info, ...more }, collectionName: 'others' },
        [file('b')]: typeFile('b', { name: { type: 'string' } }),
      });
    };
    await expect(syncSchema(database, renamed({}, {}), options)).rejects.toThrow(/api::item\.item/);
    const after = renamed({ renamedFrom: 'api::item.item' }, { renamedFrom: 'title' });
    await syncSchema(database, after, options);
    expect(await rows(`SELECT headline FROM ${table(after, 'api::c.c')}`)).toEqual([['kept']]);
    expect((await planSchema(database, after, options)).lines).toEqual([]);
  });

  it('leaves one set of tables when several processes start at once', async () => {
    const script = `
      const { connectDatabase } = require(${JSON.stringify(path.join(__dirname, '../../database/run/connect.js'))});
      const { syncSchema } = require(${JSON.stringify(path.join(__dirname, 'sync.js'))});
      const { compileFiles } = require(${JSON.stringify(path.join(__dirname, '../model/testing-files.js'))});
      const schema = compileFiles(${JSON.stringify({ [file('item')]: typeFile('item', EVERYTHING), [file('b')]: typeFile('b', {}) })});
      (async () => {
        const log = { info() {}, warn() {}, error() {} };
        const database = await connectDatabase(${JSON.stringify(config)}, { log, dir: '/' });
        const { steps } = await syncSchema(database, schema, { log });
        console.log(steps.length > 0 ? 'changed' : 'found');
        await database.close();
      })().catch((error) => { console.error(error); process.exit(1); });`;
    const all = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, ['-e', script])));
    expect(all.map(({ stdout }) => stdout.trim()).toSorted()).toEqual(['changed', 'found', 'found']);
  });

  it('attaches an axis to rows, hides them when it is disabled, and shows them again', async () => {
    const attributes: Attributes = {
      title: { type: 'string' },
      kind: { type: 'string' },
      many: relation('manyToMany', 'b'),
    };
    const bare = schemaOf(attributes);
    await syncSchema(database, bare, options);
    const name = table(bare);
    const many = bare.types.get('api::item.item')?.attributes.get('many');
    if (many?.kind !== 'relation' || many.storage.kind !== 'table') throw new Error('no link table');
    const links = many.storage.table;
    const now = new Date().toISOString();
    const one = await run(`INSERT INTO ${name} (document_id, title, kind, updated_at) VALUES (?, ?, ?, ?)`, [
      'd1',
      'one',
      'x',
      now,
    ]);
    await run(`INSERT INTO ${links} (source_id, target, ord, inv_ord) VALUES (?, ?, ?, ?)`, [
      one.id,
      't1',
      1,
      1,
    ]);

    const attached = await syncSchema(database, schemaOf(attributes, [TONE, PHASE], ['kind']), options);
    expect(attached.ledger.dormant('api::item.item')).toEqual([]);
    expect(await rows(`SELECT document_id, tone, phase, title FROM ${name} ORDER BY id`)).toEqual([
      ['d1', 'plain', 1, 'one'],
      ['d1', 'plain', 0, 'one'],
    ]);
    expect((await rows(`SELECT count(*) FROM ${links}`)).map(([count]) => Number(count))).toEqual([2]);
    await run(`INSERT INTO ${name} (document_id, tone, phase, title, kind) VALUES (?, ?, ?, ?, ?)`, [
      'd1',
      'loud',
      1,
      'LOUD',
      'x',
    ]);

    const off = await syncSchema(database, schemaOf(attributes), options);
    expect(off.ledger.dormant('api::item.item')).toEqual([
      { axis: 'phase', column: 'phase', value: 1, shown: 'done', none: -1 },
      { axis: 'tone', column: 'tone', value: 'plain', shown: 'plain', none: '' },
    ]);
    expect(said.join()).toContain('axis tone is off; 1 rows are hidden');
    expect((await found()).get(name)?.columns.has('tone')).toBe(true);
    // while it is off a document is made and another one changed
    await run(`INSERT INTO ${name} (document_id, title) VALUES (?, ?)`, ['d2', 'new']);
    await run(`UPDATE ${name} SET kind = ?, title = ?, updated_at = ? WHERE id = ?`, [
      'y',
      'changed',
      new Date(Date.now() + 1000).toISOString(),
      one.id,
    ]);

    await syncSchema(database, schemaOf(attributes, [TONE, PHASE], ['kind']), options);
    expect(
      await rows(`SELECT document_id, tone, phase, title, kind FROM ${name} ORDER BY document_id, id`),
    ).toEqual([
      ['d1', 'plain', 1, 'changed', 'y'],
      ['d1', 'plain', 0, 'changed', 'y'],
      ['d1', 'loud', 1, 'LOUD', 'y'],
      ['d1', 'loud', 0, 'LOUD', 'y'],
      ['d2', 'plain', 1, 'new', null],
      ['d2', 'plain', 0, 'new', null],
    ]);
  });

  it('reserves ids of entries once, in two processes and beside a transaction', async () => {
    await syncSchema(database, schemaOf({}), options);
    const other = await connectDatabase(config, { log, dir: '/' });
    const [here, there] = [createEntryIdCounter(database), createEntryIdCounter(other)];
    const firsts = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => (turn % 2 ? here : there).reserve(70)),
    );
    await other.close();
    const ids = firsts.flatMap((first) => Array.from({ length: 70 }, (_, index) => first + index));
    expect(new Set(ids).size).toBe(ids.length);
    // SQLite has one writer: inside its transaction the numbers are that one's own, and go back with it.
    const inside = (ends: () => void): Promise<void> =>
      database.transaction(async () => {
        const first = await createEntryIdCounter(database).reserve(70);
        expect(ids.every((id) => id < first)).toBe(true);
        ends();
      });
    const counter = async (): Promise<number> =>
      Number((await rows("SELECT value FROM quire_counters WHERE name = 'entries'"))[0]?.[0]);
    const before = await counter();
    await inside(() => undefined);
    const kept = await counter();
    const undone = inside(() => {
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const size = client === 'sqlite' ? 70 : 1_000;
    expect([kept, await counter()]).toEqual([
      before + size,
      before + size + (client === 'sqlite' ? 0 : size),
    ]);
  });
});
