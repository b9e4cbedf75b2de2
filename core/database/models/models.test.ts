// Models of own tables: equal rows on every database, in the transaction of the caller.
import { type App, definePlugin, type OwnModel } from '../../index';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { sqliteDialect } from '../dialects/sqlite';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
const NOTE = 'api::note.note';

const declareModels = (app: App) => {
  const shelves = app.model({
    table: 'things_shelves',
    columns: { id: { kind: 'id' }, name: { kind: 'string', length: 20, notNull: true } },
  });
  const things = app.model({
    table: 'things',
    columns: {
      id: { kind: 'id' },
      name: { kind: 'string', length: 5, notNull: true },
      text: { kind: 'text' },
      facts: { kind: 'json' },
      count: { kind: 'integer' },
      big: { kind: 'bigint' },
      ratio: { kind: 'double' },
      is_new: { kind: 'boolean' },
      at: { kind: 'datetime' },
      shelf: { kind: 'integer' },
    },
    indexes: [{ columns: ['name'], unique: true }],
    relations: ({ BelongsToOneRelation }) => ({
      on: {
        relation: BelongsToOneRelation,
        modelClass: shelves.Model,
        join: { from: 'things.shelf', to: 'things_shelves.id' },
      },
    }),
  });
  const codes = app.model({
    table: 'things_codes',
    columns: { id: { kind: 'id' }, code: { kind: 'string', length: 5 } },
    indexes: [{ columns: ['code'], unique: true, filled: true }],
  });
  const lines = app.model({
    table: 'things_lines',
    columns: { id: { kind: 'id', reuse: true }, text: { kind: 'text' } },
  });
  return { shelves, things, codes, lines };
};

type Models = ReturnType<typeof declareModels>;
const FULL = {
  name: 'äöü𝄞!',
  text: 'a "text"\nof lines',
  facts: { list: [1, true, null, 'x'], text: '5' },
  count: 9_007_199_254_740_991,
  big: 9_223_372_036_854_775_807n,
  ratio: 0.1,
  is_new: true,
  at: new Date('2026-03-01T10:20:30.045Z'),
};

describe.each(testDatabases())('models on %s', (client) => {
  let app: TestApp;
  let models: Models;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase(client);
    drop = database.drop;
    const plugin = definePlugin({
      name: 'things',
      register(given) {
        models = declareModels(given);
      },
    });
    app = await createTestApp({
      contentTypes: [note],
      plugins: [plugin],
      config: { database: database.config },
    });
  });
  afterAll(async () => {
    await app.close();
    await drop();
  });
  afterEach(() => models.things.query().delete());

  const rows = async (): Promise<unknown> =>
    JSON.parse(JSON.stringify(await models.things.query().orderBy('id')));

  it('leave out rows without a value from an index that asks for it, and keep values unique', async () => {
    const insert = (code: string | null) => models.codes.query().insert({ code });
    await insert(null);
    await insert(null);
    await insert('one');
    await expect(insert('one')).rejects.toThrow();
    const texts: Readonly<Record<string, string>> = {
      sqlite: "SELECT sql FROM sqlite_master WHERE name = 'things_codes_code_uq'",
      postgres: "SELECT indexdef FROM pg_indexes WHERE indexname = 'things_codes_code_uq'",
    };
    const text = texts[client];
    if (!text) return;
    const [[definition] = []] = await app.kernel.database.transaction((tx) => tx.all(text));
    expect(definition).toMatch(/WHERE \(?"?code"? IS NOT NULL/);
  });

  it('returns the same rows on every database', async () => {
    const { id } = await models.things.query().insert(FULL);
    const found = await models.things.query().findById(id).throwIfNotFound();
    expect(found).toMatchObject(FULL);
    const empty = { text: null, facts: null, count: null, big: null, ratio: null, is_new: null, at: null };
    await models.things.query().insert({ name: 'empty', ...empty });
    await models.things.query().insert({ name: 'zero', big: -1n, is_new: false, facts: 'text', count: 0 });
    expect(await rows()).toEqual([
      { ...FULL, id, shelf: null, big: '9223372036854775807', at: '2026-03-01T10:20:30.045Z' },
      { ...empty, id: id + 1, name: 'empty', shelf: null },
      { ...empty, id: id + 2, name: 'zero', shelf: null, big: '-1', is_new: false, facts: 'text', count: 0 },
    ]);
    expect(await models.things.query().resultSize()).toBe(3);
    expect(await models.things.query().max('count as most').first()).toMatchObject({ most: FULL.count });
  });

  it('compares dates, booleans and 64-bit integers', async () => {
    await models.things.query().insert(FULL);
    const query = models.things.query();
    const names = await query
      .where('at', '<', new Date('2026-03-01T10:20:30.046Z'))
      .where('at', '>=', FULL.at)
      .where('is_new', true)
      .where('big', FULL.big)
      .where('big', '>', FULL.big - 1n);
    expect(names.map(({ name }) => name)).toEqual([FULL.name]);
    const patched = await models.things.query().where('is_new', true).patch({ is_new: false, big: 2n });
    expect(patched).toBe(1);
    expect(await models.things.query().where('is_new', true)).toEqual([]);
  });

  it('rolls rows back with the transaction of documents', async () => {
    const before = await app.kernel.documents(NOTE).count();
    const failing = app.kernel.documents.transaction(async () => {
      await app.kernel.documents(NOTE).create({ data: { text: 'one' } });
      await models.things.query().insert({ name: 'one' });
      expect(await models.things.query().resultSize()).toBe(1);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await rows()).toEqual([]);
    expect(await app.kernel.documents(NOTE).count()).toBe(before);
  });

  it('rolls back to the savepoint of an inner transaction', async () => {
    const { documents } = app.kernel;
    await documents.transaction(async () => {
      await models.things.query().insert({ name: 'outer' });
      const inner = documents.transaction(async () => {
        await models.things.query().insert({ name: 'inner' });
        throw new Error('undo');
      });
      await expect(inner).rejects.toThrow('undo');
    });
    expect(await rows()).toMatchObject([{ name: 'outer' }]);
  });

  it('reads relations', async () => {
    const shelf = await models.shelves.query().insert({ name: 'upper' });
    await models.things.query().insert({ name: 'one', shelf: shelf.id });
    for (const fetch of ['withGraphFetched', 'withGraphJoined'] as const) {
      const [thing] = await models.things.query()[fetch]('on');
      expect(JSON.parse(JSON.stringify(thing))).toMatchObject({ name: 'one', on: { name: 'upper' } });
    }
  });

  it('names the violated rule', async () => {
    await models.things.query().insert({ name: 'one' });
    const error: unknown = await models.things
      .query()
      .insert({ name: 'one' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'UniqueViolationError' });
    expect(app.kernel.database.dialect.classify(error)).toMatchObject({ kind: 'duplicate' });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a long text', { name: 'longer' }, /"name" of the table "things" takes at most 5 characters/],
    ['NUL', { text: 'a\0' }, /"text" of the table "things" takes a string without NUL/],
    ['a fraction', { count: 1.5 }, /"count" .* takes a whole number/],
    ['more than 64 bits', { big: 2n ** 63n }, /"big" .* takes a bigint of 64 bits/],
    ['infinity', { ratio: Number.POSITIVE_INFINITY }, /"ratio" .* takes a finite number/],
    ['a number', { is_new: 1 }, /"is_new" .* takes a boolean/],
    ['a wrong date', { at: new Date(Number.NaN) }, /"at" .* takes a Date/],
    ['an unknown column', { colour: 'red' }, /has no column "colour"/],
  ])('refuses %s', async (_title, values, message) => {
    const insert = async () => models.things.query().insert({ name: 'x', ...values } as never);
    await expect(insert()).rejects.toThrow(message);
  });

  it('refuses a transaction of objection', () => {
    expect(() => models.things.Model.transaction(async () => undefined)).toThrow(/app.documents.transaction/);
  });

  it('uses the number of a removed row again only where a table allows it', async () => {
    const numbers: boolean[] = [];
    for (const { query } of [models.lines, models.codes]) {
      const add = async (): Promise<number> => (await query().insert({})).id;
      await add();
      const last = await add();
      await query().findById(last).delete();
      numbers.push((await add()) === last);
    }
    expect(numbers).toEqual([client === 'sqlite', false]);
  });

  it('keeps the totals of content', async () => {
    const { database } = app.kernel;
    const version = () => database.version([{ table: 'notes', columns: ['text'] }]);
    const before = version();
    await models.things.query().insert({ name: 'one' });
    await app.kernel.documents.transaction(async () => models.things.query().delete());
    expect(version()).toBe(before);
  });
});

describe('declarations', () => {
  const start = (register: (app: App) => void) =>
    createTestApp({ plugins: [definePlugin({ name: 'things', register })] }).then((app) => app.close());
  const columns = { id: { kind: 'id' } } as const;

  it.each<[string, (app: App) => unknown, RegExp]>([
    [
      'twice',
      (app) => [1, 2].map(() => app.model({ table: 'things', columns })),
      /"things" is declared by the plugin "things" and by the plugin "things"\. Rename/,
    ],
    ['with a name of the core', (app) => app.model({ table: 'quire_meta', columns }), /without the prefix/],
    [
      'without a key',
      (app) => app.model({ table: 'things', columns: { name: { kind: 'text' } } }),
      /needs one column of the kind "id", or `primaryKey`/,
    ],
    [
      'with an index of nothing',
      (app) => app.model({ table: 'things', columns, indexes: [{ columns: ['x' as 'id'] }] }),
      /an index names the column "x"/,
    ],
    [
      'with the name of a content type',
      (app) => {
        app.hooks.schema.collect((types) => types.addContentType('plugin::things.note', note));
        app.model({ table: 'notes', columns });
      },
      /declares the table "notes", which exists for plugin::things.note/,
    ],
  ])('refuses a table %s', async (_title, register, message) => {
    await expect(start(register as (app: App) => void)).rejects.toThrow(message);
  });

  it('refuses a table after startup', async () => {
    let late: (() => OwnModel<object>) | undefined;
    const app = await createTestApp({
      plugins: [
        definePlugin({
          name: 'things',
          register(given) {
            late = () => given.model({ table: 'things', columns });
          },
        }),
      ],
    });
    expect(() => late?.()).toThrow(/declares the table "things" too late; call app.model in register/);
    await app.close();
  });

  it('keeps the fault of the database inside the error of objection', () => {
    const native = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    expect(sqliteDialect.classify({ name: 'DBError', nativeError: native })).toEqual({ kind: 'retry' });
  });
});
