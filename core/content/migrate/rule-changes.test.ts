// Attributes that get stricter rules: the plan counts stored values that do not meet them, startup keeps the values.

import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import type { Schema } from '../model/compiled/content-type';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest, PHASE, TONE } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const schemaOf = (
  attributes: object,
  size: object,
  list: object = {},
  more: object = {},
  fresh: object = {},
) =>
  compileFiles(
    {
      'config/content-types/b.json': typeFile('b', {
        name: { type: 'string' },
        owner: { ...relation('oneToOne', 'item', { mappedBy: 'one' }), ...more },
      }),
      'config/content-types/item.json': typeFile('item', {
        one: relation('oneToOne', 'b', { inversedBy: 'owner' }),
        many: { ...relation('manyToMany', 'b'), ...more },
        ...attributes,
        boxes: { type: 'component', component: 'shared.box', repeatable: true, ...list },
      }),
      'config/components/shared/box.json': {
        info: {},
        attributes: { size: { type: 'integer', ...size }, word: { type: 'string', ...more }, ...fresh },
      },
    },
    { hooks: { contentType: (type) => type.addAxis(PHASE, () => false) } },
  );
const COLOURS = ['red', 'blue'];
const BEFORE = schemaOf(
  {
    title: { type: 'string' },
    code: { type: 'string' },
    name: { type: 'string' },
    count: { type: 'integer' },
    colour: { type: 'enumeration', enum: [...COLOURS, 'green'] },
    day: { type: 'date' },
  },
  {},
);
const AFTER = schemaOf(
  {
    title: { type: 'string', required: true, minLength: 3 },
    code: { type: 'string', unique: true },
    name: { type: 'string', unique: 'ignore-case' },
    count: { type: 'integer', min: 1, max: 9 },
    colour: { type: 'enumeration', enum: COLOURS },
    day: { type: 'date' },
    fresh: { type: 'string', required: true },
    one: { ...relation('oneToOne', 'b', { inversedBy: 'owner' }), required: true },
    another: { ...relation('manyToMany', 'b'), required: true },
  },
  { max: 5 },
  { min: 2, max: 2 },
  { required: true },
  { fresh: { type: 'boolean', required: true } },
);
const WORKING = 0;
const FULL = { size: 1, word: 'w' };
/** Rows, entries and links. */
const ROWS: readonly (readonly [row: object, boxes: readonly object[] | null, links: readonly string[]])[] = [
  [{ title: 'long', code: 'a', name: 'One', count: 1, colour: 'red', one_doc: 'b0' }, [FULL, FULL], ['b0']],
  [{ title: null, code: 'a', name: 'one', count: 10, colour: 'green' }, [{ size: 9 }], ['b0', 'b1']],
  [{ title: 'ab', code: '', name: 'two', count: 0, colour: null }, [{ size: 6, word: null }, FULL, FULL], []],
  [{ title: 'abc', code: '', name: null, count: null, colour: 'blue', one_doc: 'b1' }, [], []],
  [{ title: null, code: 'a', name: 'two', count: 99, colour: 'green', phase: WORKING }, [{}, {}, {}], []],
];
const STAYS = 'They stay. A write that sends them, or releases their document to readers, has to change them';
const PLAN = [
  'api::b.b: owner is required now; rows without a value: 1',
  'api::item.item: one is required now; rows without a value: 2',
  'api::item.item: many is required now; rows without a value: 2',
  'api::item.item: title is required now; rows without a value: 1',
  'api::item.item: title has other rules now; values that do not meet them: 1',
  'api::item.item: code is unique now; values of several documents: 1',
  'api::item.item: name is unique now; values of several documents: 1',
  'api::item.item: count has other rules now; values that do not meet them: 2',
  'api::item.item: colour has other rules now; values that do not meet them: 1',
  'api::item.item: fresh is required now; rows without a value: 4',
  'api::item.item: another is required now; rows without a value: 4',
  'api::item.item: boxes has other rules now; values that do not meet them: 2',
  'in stored entries of shared.box: size has other rules now; values that do not meet them: 2',
  'in stored entries of shared.box: word is required now; entries without a value: 2',
  'in stored entries of shared.box: fresh is required now; entries without a value: 6',
].map((line) => `[CHECK] ${line}. ${STAYS}`);

const MANY = relation('manyToMany', 'b');
const ONE = relation('manyToOne', 'b');
const TEXT = { type: 'string' };
const MOVES: readonly (readonly [what: string, from: { o: object }, to: { o: object }, row: object])[] = [
  ['to many', { o: ONE }, { o: { ...MANY, required: true } }, { o_doc: 'b', o_ord: 1 }],
  ['to one', { o: MANY }, { o: { ...ONE, required: true } }, {}],
  [
    'a late rename',
    { o: TEXT, former: TEXT } as { o: object },
    { o: { ...TEXT, required: true, renamedFrom: 'former' } },
    { former: 'x' },
  ],
];

describe.each(testDatabases())('stricter rules on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  it('counts values of shown rows that do not meet them, and keeps the values', async () => {
    await syncSchema(database, BEFORE, { log });
    await database.transaction(async () => {
      for (const name of ['b0', 'b1', 'b2'])
        await database.knex('bs').insert({ document_id: name, phase: 1 });
      for (const [index, [row, boxes, links]] of ROWS.entries()) {
        const text = boxes && JSON.stringify(boxes.map((box, at) => ({ id: index * 10 + at + 1, ...box })));
        const own = { id: index + 1, document_id: `d${index}`, phase: 1, ...row, boxes: text };
        await database.knex('items').insert(own);
        for (const [at, target] of links.entries())
          await database
            .knex('items_many_lnk')
            .insert({ source_id: own.id, target, ord: at + 1, inv_ord: 1 });
      }
    });
    const stored = await database.knex('items').orderBy('id');
    expect((await planSchema(database, BEFORE, { log })).lines).toEqual([]);
    const { lines } = await planSchema(database, AFTER, { log });
    expect(lines.filter((line) => line.startsWith('[CHECK]'))).toEqual(PLAN);
    expect(lines.filter((line) => line.includes(' add '))).toEqual([
      '[at start] api::item.item: add the attribute fresh',
    ]);
    await syncSchema(database, AFTER, { log });
    const kept = stored.map((row) => ({ ...row, fresh: null }));
    expect(await database.knex('items').orderBy('id')).toEqual(kept);
    expect((await planSchema(database, AFTER, { log })).lines).toEqual([]);
    // Looser rules are no news.
    expect((await planSchema(database, BEFORE, { log })).lines.join()).not.toContain('[CHECK]');
  });

  it('says nothing where all values meet them', async () => {
    await syncSchema(database, BEFORE, { log });
    expect((await planSchema(database, AFTER, { log })).lines.join()).not.toContain('[CHECK]');
  });

  it('counts values that the same start converts, as they are afterwards', async () => {
    const compiled = (attributes: object, size: object): Schema =>
      compileFiles({
        'config/content-types/item.json': typeFile('item', attributes),
        'config/components/shared/box.json': { info: {}, attributes: size },
        'config/components/shared/one.json': { info: {}, attributes: { n: { type: 'integer' } } },
      });
    const list = (repeatable: boolean, rules: object = {}) => ({
      type: 'component',
      component: 'shared.box',
      repeatable,
      ...rules,
    });
    const inner = (repeatable: boolean, rules: object = {}) => ({
      type: 'component',
      component: 'shared.one',
      repeatable,
      ...rules,
    });
    const was = compiled(
      { count: TEXT, must: TEXT, kept: TEXT, code: TEXT, boxes: list(false) },
      { size: TEXT, need: TEXT, in: inner(false) },
    );
    const whole = { type: 'integer' };
    const now = compiled(
      {
        count: { ...whole, max: 9 },
        must: { ...whole, required: true },
        kept: { ...whole, max: 9 },
        code: { ...whole, unique: true },
        boxes: list(true, { min: 2 }),
      },
      { size: { ...whole, max: 5 }, need: { ...whole, required: true }, in: inner(true, { min: 2 }) },
    );
    const { knex } = database;
    await syncSchema(database, was, { log });
    await database.transaction(async () => {
      const boxes = JSON.stringify({ id: 1, size: '6', need: '', in: { id: 2, n: 1 } });
      const row = { count: '10', must: '', kept: '3', code: '', boxes };
      await knex('items').insert([
        { id: 1, document_id: 'd', ...row },
        { id: 2, document_id: 'e', ...row, count: '9', must: '1', boxes: null },
      ]);
    });
    const { lines } = await planSchema(database, now, { log });
    expect(lines.join()).not.toContain('LOSES');
    expect(lines.filter((line) => line.startsWith('[CHECK]'))).toEqual(
      [
        'api::item.item: count has other rules now; values that do not meet them: 1',
        'api::item.item: must is required now; rows without a value: 1',
        'api::item.item: boxes has other rules now; values that do not meet them: 1',
        'in stored entries of shared.box: size has other rules now; values that do not meet them: 1',
        'in stored entries of shared.box: need is required now; entries without a value: 1',
        'in stored entries of shared.box: in has other rules now; values that do not meet them: 1',
      ].map((line) => `[CHECK] ${line}. ${STAYS}`),
    );
    await syncSchema(database, now, { log });
    expect((await planSchema(database, now, { log })).lines).toEqual([]);
  });

  it('counts values of components that are unique now, by content type and path', async () => {
    const compiled = (code: object, note: object): Schema =>
      compileFiles(
        {
          'config/content-types/item.json': typeFile('item', {
            box: { type: 'component', component: 'shared.box' },
            more: { type: 'component', component: 'shared.box', repeatable: true },
            zone: { type: 'dynamiczone', components: ['shared.box', 'shared.outer'] },
          }),
          'config/content-types/other.json': typeFile('other', {
            box: { type: 'component', component: 'shared.box' },
          }),
          'config/components/shared/box.json': { info: {}, attributes: { code, note } },
          'config/components/shared/outer.json': {
            info: {},
            attributes: { box: { type: 'component', component: 'shared.box' } },
          },
        },
        { hooks: { contentType: (type) => type.addAxis(PHASE, () => false) } },
      );
    const was = compiled(TEXT, TEXT);
    const now = compiled({ ...TEXT, unique: true }, { ...TEXT, unique: 'ignore-case' });
    const { knex } = database;
    await syncSchema(database, was, { log });
    const box = (code: string, note = '') => ({ id: 1, code, note });
    const inZone = (...entries: object[]) =>
      JSON.stringify(entries.map((entry) => ({ __component: 'shared.box', ...entry })));
    const row = (document_id: string, values: object, phase = 1) => ({
      document_id,
      phase,
      box: null,
      more: null,
      zone: null,
      ...values,
    });
    await database.transaction(async () => {
      await knex('items').insert([
        // Twice in one document, and at another path.
        row('a', { box: JSON.stringify(box('x', 'Σ')), more: JSON.stringify([box('y'), box('y')]) }),
        row('b', { box: JSON.stringify(box('x', 'ς')), zone: inZone(box('y'), box('z')) }),
        row('c', { zone: inZone(box('z'), { __component: 'shared.outer', id: 2, box: box('z') }) }),
        row('d', { more: JSON.stringify([box('y')]) }, WORKING),
        row('e', { box: JSON.stringify(box('')) }),
        row('f', { box: JSON.stringify(box('')) }),
      ]);
      await knex('others').insert({ document_id: 'o', phase: 1, box: JSON.stringify(box('x')) });
    });
    expect((await planSchema(database, now, { log })).lines).toEqual(
      [
        'in stored entries of shared.box: code is unique now; values of several documents: 2',
        'in stored entries of shared.box: note is unique now; values of several documents: 1',
      ].map((line) => `[CHECK] ${line}. ${STAYS}`),
    );
    await syncSchema(database, now, { log });
    expect((await planSchema(database, now, { log })).lines).toEqual([]);
  });

  it('counts unique values of components within each row of a parallel axis, unless the rows share them', async () => {
    const box = { type: 'component', component: 'shared.box' };
    const compiled = (code: object): Schema =>
      compileFiles(
        {
          'config/content-types/item.json': typeFile('item', { own: box, shared: box }),
          'config/components/shared/box.json': { info: {}, attributes: { code } },
        },
        { hooks: { contentType: (type) => type.addAxis(TONE, (name) => name === 'shared') } },
      );
    const now = compiled({ ...TEXT, unique: true });
    const { knex } = database;
    await syncSchema(database, compiled(TEXT), { log });
    const code = (value: string) => JSON.stringify({ id: 1, code: value });
    await database.transaction(async () => {
      await knex('items').insert([
        { document_id: 'a', tone: 'plain', own: code('x'), shared: code('s') },
        { document_id: 'b', tone: 'loud', own: code('x'), shared: code('s') },
        { document_id: 'c', tone: 'loud', own: code('y'), shared: null },
        { document_id: 'd', tone: 'loud', own: code('y'), shared: null },
      ]);
    });
    expect((await planSchema(database, now, { log })).lines).toEqual([
      `[CHECK] in stored entries of shared.box: code is unique now; values of several documents: 2. ${STAYS}`,
    ]);
  });

  it.each(MOVES)('does not count values that the start moves: %s', async (_what, from, to, row) => {
    const [was, now] = [from, to].map((attributes) =>
      compileFiles({
        'config/content-types/b.json': typeFile('b', {}),
        'config/content-types/item.json': typeFile('item', attributes),
      }),
    ) as [Schema, Schema];
    const { knex } = database;
    await syncSchema(database, was, { log });
    await database.transaction(async () => {
      await knex('bs').insert({ document_id: 'b' });
      await knex('items').insert({ id: 1, document_id: 'd', ...row });
      if (from.o === MANY) await knex('items_o_lnk').insert({ source_id: 1, target: 'b' });
    });
    expect((await planSchema(database, now, { log })).lines.join()).not.toContain('[CHECK]');
    await syncSchema(database, now, { log });
  });
});
