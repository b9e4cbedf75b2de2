// Relations that change: a table of changes with their links. Per change: what the plan says, what startup does, what is stored
// afterwards. The doctor finds nothing.

import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import type { RelationAttribute, Schema } from '../model/compiled/content-type';
import { compileFiles, typeFile } from '../model/testing-files';
import { heldStorage, placeOf } from './link-place';
import { applyMigration, planSchema } from './migrate';
import { storedAttribute } from './stored-model';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `manyToOne b`, `manyToOne b two-way`, `manyToMany b held by the other side`. */
type Kind = string;
/** The documents that each row links, in order. */
type Links = readonly (readonly string[])[];
type Change = readonly [from: Kind, to: Kind, before: Links, after: Links, says: string | null];

const KEEPING: readonly Change[] = [
  [
    'manyToOne b',
    'manyToMany b',
    [['b0'], ['b0'], []],
    [['b0'], ['b0'], []],
    'changes from manyToOne to manyToMany',
  ],
  [
    'manyToOne b',
    'oneToMany b',
    [['b0'], ['b1'], []],
    [['b0'], ['b1'], []],
    'changes from manyToOne to oneToMany',
  ],
  [
    'oneToOne b',
    'manyToMany b',
    [['b0'], [], ['b1']],
    [['b0'], [], ['b1']],
    'changes from oneToOne to manyToMany',
  ],
  [
    'manyToMany b',
    'manyToOne b',
    [['b0'], ['b0'], []],
    [['b0'], ['b0'], []],
    'changes from manyToMany to manyToOne',
  ],
  [
    'oneToMany b',
    'oneToOne b two-way',
    [['b0'], ['b1'], []],
    [['b0'], ['b1'], []],
    'changes from oneToMany to oneToOne',
  ],
  ['manyToMany b', 'oneToMany b', [['b1', 'b0'], ['b0'], []], [['b1', 'b0'], ['b0'], []], null],
  ['manyToOne b', 'manyToOne b two-way', [['b0'], ['b0'], []], [['b0'], ['b0'], []], null],
  ['manyToMany b two-way', 'manyToMany b', [['b0', 'b1'], [], []], [['b0', 'b1'], [], []], null],
  ['oneToOne b', 'oneToOne b two-way', [['b0'], ['b1'], []], [['b0'], ['b1'], []], null],
  [
    'manyToOne b',
    'morphToOne',
    [['b0'], [], []],
    [['b0'], [], []],
    'changes from manyToOne to morphToOne and points at any type, before at api::b.b',
  ],
  [
    'manyToOne b',
    'morphToMany',
    [['b0'], [], []],
    [['b0'], [], []],
    'changes from manyToOne to morphToMany and points at any type, before at api::b.b',
  ],
  [
    'manyToMany b',
    'morphToMany',
    [['b1', 'b0'], [], []],
    [['b1', 'b0'], [], []],
    'changes from manyToMany to morphToMany and points at any type, before at api::b.b',
  ],
  ['morphToOne', 'manyToOne b', [['b0'], ['b1'], []], [['b0'], ['b1'], []], null],
  ['morphToMany', 'manyToMany b', [['b0', 'b1'], [], []], [['b0', 'b1'], [], []], null],
];

const LOSING: readonly Change[] = [
  [
    'manyToMany b',
    'manyToOne b',
    [['b1', 'b0'], ['b2'], []],
    [['b1'], ['b2'], []],
    'changes from manyToMany to manyToOne; 1 of 3 links is lost',
  ],
  [
    'manyToOne b',
    'oneToOne b two-way',
    [['b0'], ['b0'], ['b1']],
    [['b0'], [], ['b1']],
    'changes from manyToOne to oneToOne; 1 of 3 links is lost',
  ],
  [
    'oneToOne b',
    'oneToOne b two-way',
    [['b0'], ['b0'], ['b1']],
    [['b0'], [], ['b1']],
    'gets the other side i; 1 of 3 links is lost',
  ],
  [
    'manyToMany b',
    'oneToOne b two-way',
    [['b0', 'b1'], ['b0'], ['b2']],
    [['b0'], [], ['b2']],
    'changes from manyToMany to oneToOne; 2 of 4 links are lost',
  ],
  [
    'manyToOne b',
    'manyToOne c',
    [['b0'], ['b1'], []],
    [[], [], []],
    'points at api::c.c, before at api::b.b; 2 of 2 links are lost',
  ],
  [
    'manyToMany b',
    'manyToMany c',
    [['b0', 'b1'], ['b1'], []],
    [[], [], []],
    'points at api::c.c, before at api::b.b; 3 of 3 links are lost',
  ],
  [
    'morphToMany',
    'manyToMany b',
    [['b0', 'c0'], ['c1'], []],
    [['b0'], [], []],
    'changes from morphToMany to manyToMany and points at api::b.b, before at any type; 2 of 3 links are lost',
  ],
  [
    'morphToOne',
    'manyToMany c',
    [['b0'], ['c1'], []],
    [[], ['c1'], []],
    'changes from morphToOne to manyToMany and points at api::c.c, before at any type; 1 of 2 links is lost',
  ],
  [
    'manyToMany b',
    'manyToMany b mapped',
    [['b0'], ['b1'], []],
    [],
    'the links of x were stored by api::item.item, and the other side stores them now; 2 of 2 links are lost',
  ],
];

const REVERSE: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

function schemaOf(kind: Kind, renamed: object = {}): Schema {
  const [relation = '', target, side] = kind.split(' ');
  const x = renamed ? { ...renamed } : {};
  const name = 'renamedFrom' in x ? 'y' : 'x';
  const [own, other] = side === 'mapped' ? ['mappedBy', 'inversedBy'] : ['inversedBy', 'mappedBy'];
  const inverse = side
    ? { i: { type: 'relation', relation: REVERSE[relation], target: 'api::item.item', [other]: name } }
    : {};
  const definition = {
    type: 'relation',
    relation,
    ...(target ? { target: `api::${target}.${target}` } : {}),
    ...(side ? { [own]: 'i' } : {}),
    ...x,
  };
  return compileFiles({
    'config/content-types/item.json': typeFile('item', { [name]: definition }),
    'config/content-types/b.json': typeFile('b', target === 'b' ? inverse : {}),
    'config/content-types/c.json': typeFile('c', {}),
  });
}

const typeOf = ([letter]: string): string => `api::${letter}.${letter}`;

const cases = testDatabases().flatMap((client) =>
  [false, true].map((isNew) => [client, isNew ? 'and a new name' : 'and its name', isNew] as const),
);

describe.each(cases)('a relation that changes on %s %s', (client, _name, isNew) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });

  const later = (kind: Kind) => schemaOf(kind, isNew ? { renamedFrom: 'x' } : undefined);
  const attributeOf = (schema: Schema): RelationAttribute => {
    const attributes = schema.types.get('api::item.item')?.attributes;
    const attribute = attributes?.get('y') ?? attributes?.get('x');
    if (attribute?.kind !== 'relation') throw new Error('no relation');
    return attribute;
  };
  const placeIn = (schema: Schema) => {
    const storage = heldStorage(storedAttribute(attributeOf(schema)).link);
    return storage && placeOf(storage, 'items');
  };

  async function write(schema: Schema, links: Links): Promise<void> {
    const place = placeIn(schema);
    if (!place) throw new Error('the other side has the links');
    const { knex } = database;
    await database.transaction(async () => {
      for (const name of ['b0', 'b1', 'b2', 'c0', 'c1'])
        await knex(`${name[0]}s`).insert({ document_id: name });
      for (const row of [1, 2, 3]) await knex('items').insert({ id: row, document_id: `d${row}` });
      for (const [index, targets] of links.entries())
        for (const [at, target] of targets.entries()) {
          const type = place.type ? { [place.type]: typeOf(target) } : {};
          const link = { [place.target]: target, [place.inverseOrder]: index + 1, ...type };
          if (place.order === null)
            await knex('items')
              .where({ id: index + 1 })
              .update(link);
          else await knex(place.table).insert({ [place.row]: index + 1, [place.order]: at + 1, ...link });
        }
    });
  }

  async function read(schema: Schema): Promise<Links> {
    const place = placeIn(schema);
    if (!place) return [];
    const order = place.order ?? place.inverseOrder;
    const rows = await database.transaction(() =>
      database.knex(place.table).whereNotNull(place.target).orderBy([place.row, order]).select('*'),
    );
    for (const row of rows) if (place.type) expect(row[place.type]).toBe(typeOf(row[place.target]));
    return [1, 2, 3].map((id) =>
      rows.filter((row) => Number(row[place.row]) === id).map((row) => row[place.target]),
    );
  }

  const changesIn = (lines: readonly string[]): string[] =>
    lines.filter((line) => /^\[(?!kept).*\] api::item\.item: (?!the attribute|the links in|add )/.test(line));
  const named = (says: string): string =>
    says.startsWith('the links')
      ? says.replace('of x ', `of ${isNew ? 'y' : 'x'} `)
      : `${isNew ? 'y' : 'x'} ${says}`;
  const examine = async (schema: Schema): Promise<readonly string[]> =>
    (await diagnose(database, schema, { log })).checks.flatMap(({ places }) =>
      places.map(({ where }) => where),
    );

  it.each(KEEPING)('from %s to %s keeps its links', async (from, to, before, after, says) => {
    const [was, now] = [schemaOf(from), later(to)];
    await syncSchema(database, was, { log });
    await write(was, before);
    const { lines } = await planSchema(database, now, { log });
    expect(changesIn(lines)).toEqual(
      says === null ? [] : [`[at start] api::item.item: ${named(says)}; its links are kept`],
    );
    await syncSchema(database, now, { log });
    expect(await read(now)).toEqual(after);
    expect((await syncSchema(database, now, { log })).steps).toEqual([]);
    expect(await examine(now)).toEqual([]);
    // Nothing comes back that was moved.
    await applyMigration(database, now, { log, drop: true });
    expect(await read(now)).toEqual(after);
    expect((await planSchema(database, now, { log })).lines).toEqual([]);
  });

  it.each(LOSING)('from %s to %s says how many links are lost', async (from, to, before, after, says) => {
    const [was, now] = [schemaOf(from), later(to)];
    await syncSchema(database, was, { log });
    await write(was, before);
    const { lines, steps, losing } = await planSchema(database, now, { log }, true);
    expect(changesIn(lines)).toEqual([`[LOSES DATA] api::item.item: ${named(says ?? '')}`]);
    // Documents that share a target with one that keeps it are listed, too.
    const listed = losing[steps.findIndex(({ effect }) => effect === 'lossy')]?.documents;
    const loses = before.flatMap((links, at) =>
      links.length > (after[at]?.length ?? 0) ? [{ type: 'api::item.item', documentId: `d${at + 1}` }] : [],
    );
    expect(listed).toEqual(expect.arrayContaining(loses));
    await expect(syncSchema(database, now, { log })).rejects.toThrow(/migrate apply --drop/);
    expect(await read(was)).toEqual(before);
    await applyMigration(database, now, { log, drop: true });
    expect(await read(now)).toEqual(after);
    expect((await planSchema(database, now, { log })).lines).toEqual([]);
    expect(await examine(now)).toEqual([]);
  });
});
