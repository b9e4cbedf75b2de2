// Components, zones and relations in entries that get another shape: a table of changes with their stored JSON. Per change: what the
// plan says, what startup does, what is stored afterwards. The doctor finds nothing.

import type { Database, Row } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { compileFiles, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Change = readonly [
  says: string,
  from: object,
  to: object,
  before: unknown,
  after: unknown,
  isSafe: boolean,
];

const ONE = (name: string) => ({ type: 'component', component: `shared.${name}` });
const LIST = (name: string) => ({ ...ONE(name), repeatable: true });
const ZONE = (...names: string[]) => ({
  type: 'dynamiczone',
  components: names.map((name) => `shared.${name}`),
});
const LINK = (relation: string, name: string) => ({
  type: 'relation',
  relation,
  target: `api::${name}.${name}`,
});
const A = { id: 1, n: 1 };
const B = { id: 2, n: 2 };
const IN_A = { __component: 'shared.a' };
const IN_B = { __component: 'shared.b' };

const ENTRIES: readonly Change[] = [
  ['changes from one shared.a to a list of shared.a', ONE('a'), LIST('a'), A, [A], true],
  ['changes from a list of shared.a to one shared.a', LIST('a'), ONE('a'), [A], A, true],
  ['changes from a list of shared.a to one shared.a', LIST('a'), ONE('a'), [A, B], A, false],
  ['changes from one shared.a to dynamiczone', ONE('a'), ZONE('a', 'b'), A, [{ ...A, ...IN_A }], true],
  ['changes from a list of shared.a to dynamiczone', LIST('a'), ZONE('b'), [A], null, false],
  ['changes from dynamiczone to one shared.a', ZONE('a', 'b'), ONE('a'), [{ ...A, ...IN_A }], A, true],
  [
    'changes from dynamiczone to a list of shared.b',
    ZONE('a', 'b'),
    LIST('b'),
    [
      { ...A, ...IN_A },
      { ...B, ...IN_B },
    ],
    [B],
    false,
  ],
  ['changes from one shared.a to one shared.b', ONE('a'), ONE('b'), A, null, false],
  ['changes from string to component', { type: 'string' }, ONE('a'), 'text', null, false],
  ['changes from component to json', ONE('a'), { type: 'json' }, A, A, true],
];

const LINKS: readonly Change[] = [
  ['changes from manyToOne to manyToMany', LINK('manyToOne', 'b'), LINK('manyToMany', 'b'), 'd', ['d'], true],
  ['changes from oneToMany to oneToOne', LINK('oneToMany', 'b'), LINK('oneToOne', 'b'), ['d'], 'd', true],
  [
    'changes from oneToMany to oneToOne',
    LINK('oneToMany', 'b'),
    LINK('oneToOne', 'b'),
    ['d', 'e'],
    'd',
    false,
  ],
  ['points at api::c.c, before at api::b.b', LINK('oneToOne', 'b'), LINK('oneToOne', 'c'), 'd', null, false],
  ['changes from relation to string', LINK('oneToOne', 'b'), { type: 'string' }, 'd', null, false],
  ['changes from string to relation', { type: 'string' }, LINK('manyToMany', 'b'), 'word', [], false],
];

const OTHERS = {
  'config/content-types/b.json': typeFile('b', {}),
  'config/content-types/c.json': typeFile('c', {}),
  'config/components/shared/a.json': { info: {}, attributes: { n: { type: 'integer' } } },
  'config/components/shared/b.json': { info: {}, attributes: { n: { type: 'integer' } } },
};
const PLACES = {
  'a content type': (attributes: object) =>
    compileFiles({ ...OTHERS, 'config/content-types/item.json': typeFile('item', attributes) }),
  'a component': (attributes: object) =>
    compileFiles({
      ...OTHERS,
      'config/content-types/item.json': typeFile('item', { box: ONE('box') }),
      'config/components/shared/box.json': { info: {}, attributes },
    }),
};
const CASES = [
  ...ENTRIES.map((change) => ['a content type', ...change] as const),
  // A component contains no zone.
  ...[...ENTRIES.filter(([says]) => !says.includes('zone')), ...LINKS].map(
    (change) => ['a component', ...change] as const,
  ),
];

describe.each(testDatabases())('shapes that change on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  it.each(CASES)('in %s: %s', async (place, says, from, to, before, after, isSafe) => {
    const schemaOf = PLACES[place];
    const isType = place === 'a content type';
    const [was, now] = [schemaOf({ x: from }), schemaOf({ x: to })];
    await syncSchema(database, was, { log });
    const text = typeof before === 'string' ? before : JSON.stringify(before);
    const row = isType ? { x: text } : { box: JSON.stringify({ id: 5, x: before }) };
    await database.transaction(async () => {
      for (const name of ['d', 'e']) await database.knex('bs').insert({ document_id: name });
      await database.knex('items').insert({ document_id: 'd', ...row });
      await database.knex('quire_counters').where({ name: 'entries' }).update({ value: 9 });
    });
    const owner = isType ? 'api::item.item' : 'in stored entries of shared.box';
    const loss = isSafe ? '' : '; 1 of 1 values does not convert and is lost';
    expect((await planSchema(database, now, { log })).lines).toContain(
      `[${isSafe ? 'at start' : 'LOSES DATA'}] ${owner}: x ${says}${loss}`,
    );
    if (isSafe) await syncSchema(database, now, { log });
    else {
      await expect(syncSchema(database, now, { log })).rejects.toThrow(/migrate apply --drop/);
      await applyMigration(database, now, { log, drop: true });
    }
    const [[stored] = []] = await database.transaction(
      (tx): Promise<Row[]> => tx.all(`SELECT ${isType ? 'x' : 'box'} FROM items`),
    );
    const read = stored === null ? null : JSON.parse(String(stored));
    expect(isType ? read : read.x).toEqual(after ?? (isType || !isList(to) ? null : []));
    expect((await syncSchema(database, now, { log })).steps).toEqual([]);
    const { checks } = await diagnose(database, now, { log });
    expect(checks.flatMap(({ places }) => places)).toEqual([]);
  });
});

const isList = (definition: object): boolean =>
  ('type' in definition && definition.type === 'dynamiczone') || 'repeatable' in definition;
