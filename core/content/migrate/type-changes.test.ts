// Attributes that get another type: a table of changes with their values, for content types and components, also together with a rename.
// Per change: what the plan says, what startup does, what is stored afterwards. The doctor finds nothing.

import type { Database, Row } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { reclaimUnique } from '../documents/unique/reclaim-unique';
import type { AnyModel, ScalarAttribute, Schema } from '../model/compiled/content-type';
import { compileFiles, typeFile } from '../model/testing-files';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import type { SyncResult } from './sync-target';
import { openForEachTest } from './testing-database';
import { type Change, type Definition, KEEPING, LOSING, NOON, type Pair } from './testing-type-changes';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const definitionOf = (type: string | Definition): Definition => (typeof type === 'string' ? { type } : type);
const nameOf = (index: number, isNew: boolean): string => `${isNew ? 'n' : 'c'}${index}`;
const attributesOf = (changes: readonly Change[], side: 0 | 1, isNew: boolean) =>
  Object.fromEntries(
    changes.map((change, index) => [
      nameOf(index, isNew),
      { ...definitionOf(change[side]), ...(isNew ? { renamedFrom: nameOf(index, false) } : {}) },
    ]),
  );

const PLACES = {
  'a content type': (attributes: object) =>
    compileFiles({ 'config/content-types/item.json': typeFile('item', attributes) }),
  'a component': (attributes: object) =>
    compileFiles({
      'config/content-types/item.json': typeFile('item', {
        box: { type: 'component', component: 'shared.box' },
      }),
      'config/components/shared/box.json': { info: {}, attributes },
    }),
};
const isLost = ([before, after]: Pair, to: Definition): boolean =>
  before !== '' &&
  before !== null &&
  (after === null ||
    before === '007' ||
    (before === NOON && to.type === 'date') ||
    (to.type === 'float' && before === '9007199254740993'));

const cases = testDatabases().flatMap((client) =>
  Object.entries(PLACES).flatMap(([place, schemaOf]) =>
    [false, true].map(
      (isNew) => [isNew ? 'and other names' : 'and their names', place, client, schemaOf, isNew] as const,
    ),
  ),
);

describe.each(cases)(
  'attributes with other types %s in %s on %s',
  (_names, place, client, schemaOf, isNew) => {
    const isType = place === 'a content type';
    let database: Database;
    openForEachTest(client, log, (opened) => {
      database = opened;
    });

    const modelOf = (schema: Schema): AnyModel => {
      const model = isType ? schema.types.get('api::item.item') : schema.components.get('shared.box');
      if (!model) throw new Error('no model');
      return model;
    };
    const attributeOf = (schema: Schema, name: string): ScalarAttribute => {
      const attribute = modelOf(schema).attributes.get(name);
      if (attribute?.kind !== 'scalar') throw new Error(`no ${name}`);
      return attribute;
    };

    /** Row r has the value r of each change. */
    async function write(schema: Schema, changes: readonly Change[]): Promise<void> {
      for (let row = 0; row < 4; row++) {
        const values: Record<string, unknown> = {};
        for (const [index, [, , pairs]] of changes.entries()) {
          const { type, options, name } = attributeOf(schema, nameOf(index, false));
          const given = pairs[row]?.[0] ?? null;
          const stored =
            given === null
              ? null
              : type.parse(given, options, { path: [], issues: [], strictness: 'complete' });
          values[name] = isType
            ? database.dialect.toParam(stored, type.column(options))
            : JSON.parse(type.toJson(stored, options));
        }
        const stored = isType ? values : { box: JSON.stringify({ id: row + 1, ...values }) };
        await database.transaction(() =>
          database.knex('items').insert({ document_id: `d${row}`, ...stored }),
        );
      }
      await database.transaction((tx) =>
        tx.run("UPDATE quire_counters SET value = 9 WHERE name = 'entries'"),
      );
    }

    /** By attribute: its values as an answer shows them. */
    async function read(schema: Schema, changes: readonly Change[]): Promise<unknown[][]> {
      const all: unknown[][] = [];
      for (const index of changes.keys()) {
        const { type, options, name, column } = attributeOf(schema, nameOf(index, isNew));
        const rows = await database.transaction(
          (tx): Promise<Row[]> => tx.all(`SELECT ${isType ? column : 'box'} FROM items ORDER BY id`),
        );
        all.push(
          rows.map(([value]) =>
            isType
              ? JSON.parse(type.toJson(database.dialect.fromColumn(value, type.column(options)), options))
              : JSON.parse(String(value))[name],
          ),
        );
      }
      return all;
    }

    const expected = (changes: readonly Change[]) =>
      changes.map(([, , pairs]) => [0, 1, 2, 3].map((row) => pairs[row]?.[1] ?? null));
    const sentenceOf = ([from, to, pairs]: Change, index: number): string => {
      const [one, other] = [definitionOf(from), definitionOf(to)];
      const words = one.type === other.type ? ['decimal(18,6)', 'decimal(10,2)'] : [one.type, other.type];
      const filled = pairs.filter(([value]) => value !== null && (isType || value !== ''));
      const lost = pairs.filter((pair) => isLost(pair, other)).length;
      const loss =
        lost === 0
          ? ''
          : `; ${lost} of ${filled.length} values ${lost === 1 ? 'does' : 'do'} not convert and ${lost === 1 ? 'is' : 'are'} lost`;
      const owner = isType ? 'api::item.item' : 'in stored entries of shared.box';
      return `${lost === 0 ? '[at start]' : '[LOSES DATA]'} ${owner}: ${nameOf(index, isNew)} changes from ${words[0]} to ${words[1]}${loss}`;
    };
    const changesIn = (lines: readonly string[]): string[] =>
      lines.filter((line) => line.includes(' changes from '));

    async function prepare(changes: readonly Change[]) {
      const before = schemaOf(attributesOf(changes, 0, false));
      const { ledger } = await syncSchema(database, before, { log });
      await write(before, changes);
      await claim(before, ledger);
      const now = schemaOf(attributesOf(changes, 1, isNew));
      return { before, now, plan: await planSchema(database, now, { log }) };
    }

    const claim = (schema: Schema, { dormant }: SyncResult['ledger']): Promise<void> =>
      reclaimUnique({ database, log, schema, dialect: database.dialect, dormant });

    it('converts values that lose nothing at start', async () => {
      const { now, plan } = await prepare(KEEPING);
      expect(changesIn(plan.lines)).toEqual(KEEPING.map(sentenceOf));
      const { ledger } = await syncSchema(database, now, { log });
      await claim(now, ledger);
      expect(await read(now, KEEPING)).toEqual(expected(KEEPING));
      expect((await planSchema(database, now, { log })).lines).toEqual([]);
      expect((await syncSchema(database, now, { log })).steps).toEqual([]);
      expect(await examineAll(now)).toEqual([]);
    });

    it('refuses values that lose something with their number, and converts them with --drop', async () => {
      const { before, now, plan } = await prepare(LOSING);
      expect(changesIn(plan.lines)).toEqual(LOSING.map(sentenceOf));
      const stored = await database.knex('items').orderBy('id');
      for (const attempt of [
        () => syncSchema(database, now, { log }),
        () => applyMigration(database, now, { log, drop: false }),
      ])
        await expect(attempt()).rejects.toThrow(/migrate apply --drop/);
      expect(await database.knex('items').orderBy('id')).toEqual(stored);
      expect((await syncSchema(database, before, { log })).steps).toEqual([]);
      const { ledger } = await applyMigration(database, now, { log, drop: true });
      await claim(now, ledger);
      expect(await read(now, LOSING)).toEqual(expected(LOSING));
      expect((await planSchema(database, now, { log })).lines).toEqual([]);
      expect(await examineAll(now)).toEqual([]);
    });

    const examineAll = async (schema: Schema): Promise<readonly string[]> =>
      (await diagnose(database, schema, { log })).checks.flatMap(({ places }) =>
        places.map(({ where }) => where),
      );
  },
);
