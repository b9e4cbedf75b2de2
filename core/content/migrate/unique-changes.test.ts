// Changes that make values of a declared unique index equal. Startup refuses them with the number of values, and the former schema starts.

import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { compileFiles, typeFile } from '../model/testing-files';
import { introspect } from './introspect';
import { planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest, PHASE } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const schemaOf = (attributes: object, hasPhase = false) =>
  compileFiles(
    {
      'config/content-types/item.json': typeFile('item', attributes, {
        indexes: [{ attributes: ['code'], unique: true }],
      }),
    },
    hasPhase ? { hooks: { contentType: (type) => type.addAxis(PHASE, () => false) } } : {},
  );
const TEXT = { type: 'string' };
const blocked = (index: string): string =>
  `api::item.item: documents share values of code (shared: 1), so the unique index ${index} cannot be created. Change these documents, or remove "unique" from the index`;

describe.each(testDatabases())('values that become equal on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  const codes = () => database.knex('items').orderBy('id').pluck('code');
  const insert = (...rows: object[]) =>
    database.transaction(async () => {
      for (const [index, row] of rows.entries())
        await database.knex('items').insert({ document_id: `d${index}`, ...row });
    });
  const refusal = (mistake: string) => ({
    message: expect.stringMatching(
      /^Stored documents do not meet a new rule of the schema\. Start the former/,
    ),
    mistakes: [{ where: 'database', message: mistake }],
  });

  it.each([
    ['integer', '1', '1.0'],
    ['boolean', '1', 'true'],
    ['datetime', '2024-05-01', '2024-05-01T00:00:00.000Z'],
  ])('counts values of another type as they will be: %s', async (type, one, other) => {
    const former = schemaOf({ code: TEXT });
    await syncSchema(database, former, { log });
    await insert({ code: one }, { code: other }, { code: null });
    const before = await codes();
    const now = schemaOf({ code: { type } });
    const { lines } = await planSchema(database, now, { log });
    expect(lines).toContain(`[BLOCKED] ${blocked('items_code_uq')}`);
    await expect(syncSchema(database, now, { log })).rejects.toMatchObject(refusal(blocked('items_code_uq')));
    expect(await codes()).toEqual(before);
    expect((await planSchema(database, former, { log })).lines).toEqual([]);
  });

  it('names each reason where a plan is blocked and loses values', async () => {
    await syncSchema(database, schemaOf({ code: TEXT }), { log });
    await insert({ code: '1' }, { code: '1.0' }, { code: 'x' });
    await expect(syncSchema(database, schemaOf({ code: { type: 'integer' } }), { log })).rejects.toThrow(
      /do not meet a new rule of the schema[\s\S]*would lose stored data/,
    );
  });

  it('counts values again after a late rename', async () => {
    const former = schemaOf({ code: TEXT, old: TEXT });
    await syncSchema(database, former, { log });
    await insert({ code: 'a' }, { old: 'a' }, { old: 'b' });
    const now = schemaOf({ code: { ...TEXT, renamedFrom: 'old' } });
    await expect(syncSchema(database, now, { log })).rejects.toMatchObject(refusal(blocked('items_code_uq')));
    expect(await codes()).toEqual(['a', null, null]);
    await syncSchema(database, former, { log });
    expect(await codes()).toEqual(['a', null, null]);
  });

  it('counts values again after an axis is enabled again', async () => {
    const [without, withPhase] = [schemaOf({ code: TEXT }), schemaOf({ code: TEXT }, true)];
    await syncSchema(database, withPhase, { log });
    await insert({ code: 'a', phase: 1 });
    await insert({ code: 'x', phase: 0, phase_pending: 1 });
    await syncSchema(database, without, { log });
    await database.transaction(() =>
      database.knex('items').insert({ document_id: 'e', code: 'x', phase: 1 }),
    );
    await expect(syncSchema(database, withPhase, { log })).rejects.toMatchObject(
      refusal(blocked('items_phase_code_uq')),
    );
    await syncSchema(database, without, { log });
    expect(await codes()).toEqual(['a', 'x', 'x']);
    const again = database.transaction(() =>
      database.knex('items').insert({ document_id: 'f', code: 'x', phase: 1 }),
    );
    expect(await again.catch((error) => database.dialect.classify(error).kind)).toBe('duplicate');
    await database.knex('items').where({ document_id: 'e' }).update({ code: 'y' });
    await syncSchema(database, withPhase, { log });
    expect(await codes()).toEqual(['a', 'x', 'y', 'y']);
  });

  it.each([
    ['text', ['mysql']],
    ['integer', ['sqlite', 'mysql', 'postgres']],
  ])('keeps an index that Quire did not create, or the plan names it: %s', async (type, dropping) => {
    await syncSchema(database, schemaOf({ code: TEXT, word: TEXT }), { log });
    await insert({ word: '1' });
    const { knex, dialect } = database;
    await knex.schema.alterTable('items', (table) => {
      table.unique(['document_id', 'word'], { indexName: 'mine', useConstraint: false });
    });
    const isDropped = dropping.includes(dialect.name);
    const now = schemaOf({ code: TEXT, word: { type } });
    const words = isDropped ? '; this drops mine, which Quire did not create' : '';
    expect((await planSchema(database, now, { log })).lines).toEqual([
      `[at start] api::item.item: word changes from string to ${type}${words}`,
    ]);
    await syncSchema(database, now, { log });
    const found = await database.transaction((tx) => introspect(tx, dialect));
    expect(found.get('items')?.indexes.has('mine')).toBe(!isDropped);
  });
});
