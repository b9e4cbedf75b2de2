// A migration in two steps, without processes: what the columns hold, and what a stop leaves. scripts/cluster/side-by-side.ts has the
// processes.
import { hostname } from 'node:os';
import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { compileFiles, typeFile } from '../model/testing-files';
import { SAFELY } from './chosen-steps';
import { contractSchema } from './contract';
import { expandSchema, planExpansion } from './expand';
import { applyMigration, planSchema } from './migrate';
import { answerRoll } from './roll-call';
import { readEpoch } from './schema-epoch';
import { syncSchema } from './sync';
import { underSyncLock } from './sync-lock';
import { openForEachTest } from './testing-database';
import { afterStatement, interrupted } from './testing-interrupted';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const schemaOf = (attributes: object) =>
  compileFiles({ 'config/content-types/item.json': typeFile('item', attributes) });

const FORMER = schemaOf({
  old: { type: 'string', maxLength: 20 },
  size: { type: 'integer' },
  data: { type: 'json' },
  gone: { type: 'string' },
});
const NEXT = schemaOf({
  now: { type: 'text', renamedFrom: 'old' },
  sizeText: { type: 'string', renamedFrom: 'size' },
  facts: { type: 'json', renamedFrom: 'data' },
  more: { type: 'string', required: true },
});
const THIRD = schemaOf({ word: { type: 'string' } });
const expand = (database: Database, schema = NEXT) => expandSchema(database, schema, { log });
const contract = (database: Database, schema = NEXT, choice = {}) =>
  contractSchema(database, schema, { log, patience: 1, ...SAFELY, ...choice });

describe.each(testDatabases())('a migration in two steps on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  const insert = (values: object) => database.transaction(() => database.knex('items').insert(values));
  const update = (id: number, values: object) =>
    database.transaction(() => database.knex('items').where({ id }).update(values));
  const row = async (id: number) => {
    const found = await database.transaction(() => database.knex('items').where({ id }).first());
    const { old, now, size, size_text, data, facts } = found;
    return {
      old,
      now,
      size: size === null ? null : Number(size),
      size_text,
      data: text(data),
      facts: text(facts),
    };
  };
  const text = (json: unknown) => (typeof json === 'string' || json === null ? json : JSON.stringify(json));
  const EMPTY = { old: null, now: null, size: null, size_text: null, data: null, facts: null };

  it('refuses another uid, since rows of plugins have one uid, also where no table changes', async () => {
    const schema = (file: string, more = {}) =>
      compileFiles({
        [file]: {
          collectionName: 'words',
          info: { singularName: 'word', pluralName: 'words', ...more },
          attributes: { text: { type: 'string' } },
        },
      });
    await syncSchema(database, schema('src/api/word/content-types/word/schema.json'), { log });
    const next = schema('src/api/term/content-types/word/schema.json', { renamedFrom: 'api::word.word' });
    await expect(expand(database, next)).rejects.toMatchObject({
      mistakes: [expect.objectContaining({ message: 'api::term.word: it was api::word.word' })],
    });
    const { epoch } = await underSyncLock(database, () => readEpoch(database));
    await syncSchema(database, next, { log });
    // Processes with the former schema stop writing.
    expect(await underSyncLock(database, () => readEpoch(database))).toMatchObject({
      epoch: epoch + 1,
      least: epoch + 1,
    });
  });

  it('keeps the columns of both schemas equal, and drops the former ones', async () => {
    await syncSchema(database, FORMER, { log });
    await insert({ id: 1, document_id: 'a', old: 'Ä1', size: -7, data: '{"a":1}', gone: 'x' });
    await expand(database);
    expect(await row(1)).toEqual({
      ...{ old: 'Ä1', now: 'Ä1', size: -7, size_text: '-7', data: '{"a":1}', facts: '{"a":1}' },
    });
    await insert({ id: 2, document_id: 'b', old: 'b', size: 9007199254740991 });
    await insert({ id: 3, document_id: 'c', now: 'c', size_text: '0', facts: '[]' });
    await insert({ id: 4, document_id: 'd' });
    expect(await row(2)).toMatchObject({ now: 'b', size_text: '9007199254740991' });
    expect(await row(3)).toMatchObject({ old: 'c', size: 0, data: '[]' });
    expect(await row(4)).toEqual(EMPTY);
    await update(3, { old: 'C' });
    await update(1, { size_text: null, now: 'n' });
    expect(await row(3)).toMatchObject({ now: 'C', size_text: '0' });
    expect(await row(1)).toMatchObject({ old: 'n', size: null });
    // The former and the next schema start, and change nothing.
    for (const schema of [FORMER, NEXT, FORMER])
      expect((await syncSchema(database, schema, { log })).steps).toEqual([]);
    expect((await expand(database)).pairs).toEqual([]);
    const { lines } = await planSchema(database, NEXT, { log });
    expect(lines).toContain('[contract] api::item.item: the attribute old is not used any more');
    expect(lines).toContain('[kept] api::item.item: the attribute gone is not used any more');
    expect((await diagnose(database, NEXT, { log })).healthy).toBe(true);
    await contract(database);
    const [left] = await database.transaction(() => database.knex('items').where({ id: 2 }));
    expect(Object.keys(left)).toEqual(expect.arrayContaining(['now', 'size_text', 'facts', 'gone']));
    expect(left).not.toHaveProperty('old');
    await update(2, { size_text: 'large' });
    expect((await syncSchema(database, NEXT, { log })).steps).toEqual([]);
    expect((await diagnose(database, NEXT, { log })).healthy).toBe(true);
    await expect(contract(database)).rejects.toThrow('There is nothing to contract');
  });

  it('refuses values that the former column cannot hold', async () => {
    await syncSchema(database, FORMER, { log });
    await expand(database);
    await insert({ id: 1, document_id: 'a', size: 5 });
    const refusal = { code: 'VALUE_NEEDS_CONTRACT', status: 409 };
    for (const value of ['large', '007', '1.5', '9007199254740992', '-0', ' 1', '1\n', '']) {
      await expect(update(1, { size_text: value })).rejects.toMatchObject(refusal);
      await expect(insert({ id: 2, document_id: 'b', size_text: value })).rejects.toMatchObject(refusal);
    }
    await expect(update(1, { now: 'x'.repeat(256) })).rejects.toMatchObject(refusal);
    expect(await row(1)).toMatchObject({ size: 5, size_text: '5', old: null });
  });

  it('is taken back by the second step with the former files', async () => {
    await syncSchema(database, FORMER, { log });
    await expand(database);
    await insert({ id: 1, document_id: 'a', now: 'a', more: 'm' });
    await expect(applyMigration(database, NEXT, { log, drop: true })).rejects.toThrow('two steps');
    await expect(syncSchema(database, THIRD, { log })).rejects.toThrow('two steps');
    await expect(expand(database, THIRD)).rejects.toThrow('two steps');
    expect((await contract(database, FORMER)).keeps).toBe('former');
    const [left] = await database.transaction(() => database.knex('items').where({ id: 1 }));
    expect(left.old).toBe('a');
    expect(left).not.toHaveProperty('now');
    expect((await syncSchema(database, FORMER, { log })).steps).toEqual([]);
    // It can be made again.
    await expand(database);
    expect(await row(1)).toMatchObject({ old: 'a', now: 'a' });
  });

  it('says what cannot be split, and changes nothing', async () => {
    await syncSchema(
      database,
      schemaOf({ old: { type: 'string', unique: true }, size: { type: 'integer' } }),
      { log },
    );
    const schema = schemaOf({
      now: { type: 'string', unique: true, renamedFrom: 'old' },
      size: { type: 'string' },
    });
    const plan = await underSyncLock(database, (tx) => planExpansion(database, tx, schema, { log }));
    expect(plan.refusals).toEqual([
      'api::item.item: the attribute old is renamed to now; processes with different schemas would not see its unique values',
      'api::item.item: the attribute old is renamed to now',
      'api::item.item: size changes from integer to string; one column has one type, so give the attribute a new name with "renamedFrom"',
    ]);
    await expect(expand(database, schema)).rejects.toThrow('cannot be split');
    const found = await database.transaction(() => database.knex('items').columnInfo());
    expect(Object.keys(found)).not.toContain('now');
  });

  it.each([
    ['manyToMany', 'manyToOne'],
    ['manyToOne', 'manyToMany'],
    ['manyToMany', 'oneToMany'],
  ])('does not split %s to %s, also without links, and former processes must not write', async (from, to) => {
    const relationTo = (relation: string) =>
      schemaOf({
        name: { type: 'string' },
        others: { type: 'relation', relation, target: 'api::item.item' },
      });
    await syncSchema(database, relationTo(from), { log });
    const plan = await underSyncLock(database, (tx) => planExpansion(database, tx, relationTo(to), { log }));
    expect(plan.refusals).toContainEqual(
      expect.stringContaining(
        `others changes from ${from} to ${to}, and processes with the former schema would write links where the others read none. Add`,
      ),
    );
    await expect(expand(database, relationTo(to))).rejects.toThrow('cannot be split');
    // As a start does it: nothing is dropped.
    await syncSchema(database, relationTo(to), { log });
    const { epoch, least } = await readEpoch(database);
    expect(least).toBe(epoch);
  });

  it('does not split a new axis', async () => {
    const staged = compileFiles(
      { 'config/content-types/item.json': typeFile('item', { name: { type: 'string' } }) },
      {
        hooks: {
          contentType: (type) =>
            type.addAxis(
              {
                name: 'phase',
                column: 'phase',
                kind: 'stages',
                working: 'work',
                store: { kind: 'enum', values: ['work', 'shown'] },
                base: () => 'shown',
                defaultValue: () => 'shown',
                any: false,
                pin: 'restrict',
              },
              () => false,
            ),
        },
      },
    );
    await syncSchema(database, schemaOf({ name: { type: 'string' } }), { log });
    const plan = await underSyncLock(database, (tx) => planExpansion(database, tx, staged, { log }));
    expect(plan.refusals).toContainEqual(
      expect.stringContaining('Make this change in a deploy of its own with "quire migrate apply"'),
    );
    await expect(expand(database, staged)).rejects.toThrow('cannot be split');
  });

  it('refuses to add a column that the table has already', async () => {
    await syncSchema(database, FORMER, { log });
    await database.transaction(() => database.knex.raw('ALTER TABLE items ADD COLUMN now varchar(255)'));
    await insert({ id: 1, document_id: 'a', old: 'a', now: 'mine' });
    const taken = 'the attribute now needs the column now, which the table items has already';
    await expect(expand(database)).rejects.toMatchObject({
      mistakes: [{ message: expect.stringContaining(taken) }],
    });
    expect(await database.transaction(() => database.knex('items').first())).toMatchObject({ now: 'mine' });
  });

  it('plans the first step of a new database', async () => {
    const plan = await underSyncLock(database, (tx) => planExpansion(database, tx, NEXT, { log }));
    expect(plan).toMatchObject({ pairs: [], waiting: [], refusals: [] });
    expect(plan.steps.length).toBeGreaterThan(0);
  });

  it('keeps values that lost triggers have not copied', async () => {
    await syncSchema(database, FORMER, { log });
    await expand(database);
    for (const sql of database.dialect.tables.pairs.drop('items'))
      await database.transaction(() => database.knex.raw(sql));
    await insert({ id: 1, document_id: 'a', old: 'a' });
    await expect(contract(database)).rejects.toThrow(
      'the attributes old and now are not equal, so nothing was changed; the first document: a.',
    );
    await update(1, { now: 'a' });
    expect((await contract(database)).keeps).toBe('next');
  });

  it.each(['expand', 'contract'] as const)('goes on after a stop in each transaction of %s', async (step) => {
    await syncSchema(database, FORMER, { log });
    await insert({ id: 1, document_id: 'a', old: 'a', size: 1 });
    if (step === 'contract') await expand(database);
    let isDone = false;
    for (let stop = 1; !isDone; stop++) {
      let begun = 0;
      // As after a kill: nothing else reaches the database.
      const stopping = new Proxy(database, {
        get: (target, key: keyof Database) =>
          key === 'transaction'
            ? (...args: Parameters<Database['transaction']>) => {
                begun += 1;
                return begun >= stop ? Promise.reject(new Error('killed')) : target.transaction(...args);
              }
            : target[key],
      });
      await (step === 'expand' ? expand(stopping) : contract(stopping)).then(
        () => {
          isDone = true;
        },
        (error: Error) => expect(error.message).toBe('killed'),
      );
      if (step === 'expand' && !isDone) {
        expect((await syncSchema(database, FORMER, { log })).steps).toEqual([]);
        await insert({ id: stop + 1, document_id: `d${stop}`, old: 'later', size: stop });
      }
    }
    if (step === 'expand') {
      expect(await row(1)).toMatchObject({ now: 'a', size_text: '1' });
      expect(await row(2)).toMatchObject({ now: 'later', size_text: '1' });
      await contract(database);
    }
    const [left] = await database.transaction(() => database.knex('items').where({ id: 1 }));
    expect(left).toMatchObject({ now: 'a', size_text: '1' });
    expect(left).not.toHaveProperty('old');
    expect((await diagnose(database, NEXT, { log })).healthy).toBe(true);
  });
});

describe('the roll call', () => {
  let database: Database;
  openForEachTest('sqlite', log, (opened) => {
    database = opened;
  });

  it('hears processes that have the same name', async () => {
    await syncSchema(database, FORMER, { log });
    await expand(database);
    const refusal = expect(contractSchema(database, NEXT, { log, patience: 1_000, ...SAFELY })).rejects;
    const asked = async (): Promise<string> => (await readEpoch(database)).call ?? asked();
    const call = await asked();
    for (const epoch of [1, 2]) await answerRoll(database, call, epoch);
    await refusal.toMatchObject({
      message: expect.stringContaining('former schema'),
      mistakes: [{ where: 'process', message: `process ${process.pid} on ${hostname()}` }],
    });
  });
});

const onMysql = testDatabases().includes('mysql') ? describe : describe.skip;

/** Each change of a table commits. */
onMysql('an expansion that stops on mysql', () => {
  let database: Database;
  openForEachTest('mysql', log, (opened) => {
    database = opened;
  });
  const first = async () => (await database.knex('items').where({ id: 1 }))[0];
  const begin = async () => {
    await syncSchema(database, FORMER, { log });
    await database.transaction(() =>
      database.knex('items').insert({ id: 1, document_id: 'a', old: 'a', size: 1 }),
    );
  };

  it('leaves the former schema whole before each statement', async () => {
    await begin();
    let kills = 0;
    for (let isDone = false; !isDone; ) {
      try {
        await interrupted(afterStatement(kills), () => expand(database));
        isDone = true;
      } catch {
        kills += 1;
        await syncSchema(database, FORMER, { log });
        expect(await first()).toMatchObject({ old: 'a', size: 1 });
      }
      if (kills > 200) throw new Error('the expansion does not end');
    }
    expect(kills).toBeGreaterThan(10);
    expect(await first()).toMatchObject({ now: 'a', size_text: '1', old: 'a' });
  });

  it('takes the column back if the database refuses triggers', async () => {
    await begin();
    await database.knex.raw(
      'CREATE TRIGGER quire_pair_items_update BEFORE UPDATE ON items FOR EACH ROW SET NEW.old = NEW.old',
    );
    await expect(expand(database)).rejects.toThrow('The database refused triggers on the table items');
    expect(await first()).not.toHaveProperty('now');
    await expand(database);
    expect(await first()).toMatchObject({ now: 'a' });
  });

  it('ends the second step after a stop before each statement', async () => {
    await begin();
    await expand(database);
    const refusals = new Set<string>();
    let kills = 0;
    for (let isDone = false; !isDone; ) {
      try {
        await interrupted(afterStatement(kills), () => contract(database));
        isDone = true;
      } catch {
        kills += 1;
        expect((await syncSchema(database, NEXT, { log })).steps).toEqual([]);
        await syncSchema(database, FORMER, { log }).catch((error: Error) => refusals.add(error.message));
        expect(await first()).toMatchObject({ now: 'a', size_text: '1' });
      }
      if (kills > 200) throw new Error('the second step does not end');
    }
    expect([...refusals]).toEqual([expect.stringContaining('With the files of the next schema')]);
    expect(await first()).not.toHaveProperty('old');
  });

  it('lets a migration in one step find the values', async () => {
    await begin();
    const isRemembered = (reached: readonly string[]) =>
      reached.slice(0, -1).some((sql) => /INSERT INTO quire_schema/i.test(sql));
    await expect(interrupted(isRemembered, () => expand(database))).rejects.toThrow();
    await applyMigration(database, NEXT, { log });
    expect(await first()).toMatchObject({ now: 'a', size_text: '1' });
    expect(await first()).not.toHaveProperty('old');
  });
});
