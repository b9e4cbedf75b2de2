// Attributes that get stricter rules: the plan counts stored values that do not meet them, startup keeps the values.
import type { AxisDefinition } from '../../schema/model/axis';
import { compileFiles, typeFile } from '../../schema/testing-files';
import { testDatabases } from '../../testing/databases';
import type { Database } from '../database';
import { planSchema, syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PHASE: AxisDefinition = {
  name: 'phase',
  column: 'phase',
  kind: 'stages',
  store: { kind: 'enum', values: ['raw', 'done'] },
  base: () => 'done',
  defaultValue: () => 'done',
  any: true,
  pin: 'select',
  working: 'raw',
};

const schemaOf = (attributes: object, size: object) =>
  compileFiles(
    {
      'config/content-types/item.json': typeFile('item', {
        ...attributes,
        boxes: { type: 'component', component: 'shared.box', repeatable: true },
      }),
      'config/components/shared/box.json': { info: {}, attributes: { size: { type: 'integer', ...size } } },
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
  },
  { max: 5 },
);
const WORKING = 0;
const ROWS = [
  { title: 'long', code: 'a', name: 'One', count: 1, colour: 'red', size: 1 },
  { title: null, code: 'a', name: 'one', count: 10, colour: 'green', size: 9 },
  { title: 'ab', code: '', name: 'two', count: 0, colour: null, size: 6 },
  { title: 'abc', code: '', name: null, count: null, colour: 'blue', size: null },
  { title: null, code: 'a', name: 'two', count: 99, colour: 'green', size: null, phase: WORKING },
];
const STAYS = 'They stay until the next write, which has to change them';
const PLAN = [
  'api::item.item: title is required now; rows without a value: 1',
  'api::item.item: title has other rules now; values that do not meet them: 1',
  'api::item.item: code is unique now; values of several documents: 1',
  'api::item.item: name is unique now; values of several documents: 1',
  'api::item.item: count has other rules now; values that do not meet them: 2',
  'api::item.item: colour has other rules now; values that do not meet them: 1',
  'in stored entries of shared.box: size has other rules now; values that do not meet them: 2',
].map((line) => `[CHECK] ${line}. ${STAYS}`);

describe.each(testDatabases())('stricter rules on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  it('counts values of shown rows that do not meet them, and keeps the values', async () => {
    await syncSchema(database, BEFORE, { log });
    await database.transaction(async () => {
      for (const [index, { size, ...row }] of ROWS.entries()) {
        const boxes = JSON.stringify([{ id: index + 1, size }]);
        await database.knex('items').insert({ document_id: `d${index}`, phase: 1, ...row, boxes });
      }
    });
    const stored = await database.knex('items').orderBy('id');
    expect((await planSchema(database, BEFORE, { log })).lines).toEqual([]);
    const { lines } = await planSchema(database, AFTER, { log });
    expect(lines.filter((line) => line.startsWith('[CHECK]'))).toEqual(PLAN);
    await syncSchema(database, AFTER, { log });
    expect(await database.knex('items').orderBy('id')).toEqual(stored);
    expect((await planSchema(database, AFTER, { log })).lines).toEqual([]);
    // Looser rules are no news.
    expect((await planSchema(database, BEFORE, { log })).lines.join()).not.toContain('[CHECK]');
  });

  it('says nothing where all values meet them', async () => {
    await syncSchema(database, BEFORE, { log });
    expect((await planSchema(database, AFTER, { log })).lines.join()).not.toContain('[CHECK]');
  });
});
