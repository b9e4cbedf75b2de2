// The stored models of types and components have attributes as keys. Some attributes have names that every object inherits.

import { connectDatabase } from '../../database/run/connect';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { planSchema } from './migrate';
import { syncSchema } from './sync';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Attributes = Readonly<Record<string, object>>;

const BOX = { 'config/components/shared/box.json': { info: {}, attributes: { label: { type: 'string' } } } };
const OF_TYPE = (attributes: Attributes) =>
  compileFiles({
    ...BOX,
    'config/content-types/b.json': typeFile('b', { name: { type: 'string' } }),
    'config/content-types/item.json': typeFile('item', { title: { type: 'string' }, ...attributes }),
  });
const OF_COMPONENT = (attributes: Attributes) =>
  compileFiles({
    'config/content-types/b.json': typeFile('b', { name: { type: 'string' } }),
    'config/content-types/item.json': typeFile('item', {
      box: { type: 'component', component: 'shared.box' },
    }),
    'config/components/shared/box.json': {
      info: {},
      attributes: { title: { type: 'string' }, ...attributes },
    },
  });
const TEXT = { type: 'string' };
const NAMES = ['constructor', 'toString'];
const ADDED: readonly [what: string, definition: object][] = [
  ['a text', TEXT],
  ['a component', { type: 'component', component: 'shared.box' }],
  ['a link', relation('oneToOne', 'b')],
  ['a list of links', relation('manyToMany', 'b')],
];

describe.each(testDatabases())(
  'names that objects inherit, as the database is brought up to date on %s',
  (client) => {
    const migrate = async (before: ReturnType<typeof OF_TYPE>, now: ReturnType<typeof OF_TYPE>) => {
      const { config, drop } = await createTestDatabase(client);
      const database = await connectDatabase(config, { log, dir: '/' });
      try {
        await syncSchema(database, before, { log });
        const { steps } = await syncSchema(database, now, { log });
        return {
          effects: steps.map(({ effect }) => effect),
          sentences: steps.map(({ sentence }) => sentence),
          left: (await planSchema(database, now, { log })).lines,
        };
      } finally {
        await database.close();
        await drop();
      }
    };

    it.each(NAMES.flatMap((name) => ADDED.map(([what, definition]) => [what, name, definition] as const)))(
      'adds %s named %s to a type that is there, and takes it away',
      async (_what, name, definition) => {
        const [without, having] = [OF_TYPE({}), OF_TYPE({ [name]: definition })];
        const added = await migrate(without, having);
        expect(added.effects.every((effect) => effect === 'safe')).toBe(true);
        expect(added.left).toEqual([]);
        expect((await migrate(having, without)).effects).not.toContain('lossy');
      },
    );

    it.each(NAMES)('renames an attribute to %s and back', async (name) => {
      const { effects, left } = await migrate(
        OF_TYPE({ word: TEXT }),
        OF_TYPE({ [name]: { ...TEXT, renamedFrom: 'word' } }),
      );
      expect([effects, left]).toEqual([['safe'], []]);
      const back = await migrate(
        OF_TYPE({ [name]: TEXT }),
        OF_TYPE({ word: { ...TEXT, renamedFrom: name } }),
      );
      expect([back.effects, back.left]).toEqual([['safe'], []]);
    });

    it.each(NAMES)('takes a rename from %s, which nothing ever had, for a new attribute', async (name) => {
      const word = { ...TEXT, renamedFrom: name };
      for (const [of, sentences] of [
        [OF_TYPE, [expect.stringMatching(/: add the attribute word$/)]],
        [OF_COMPONENT, []],
      ] as const)
        expect((await migrate(of({}), of({ word }))).sentences).toEqual(sentences);
    });

    it.each(NAMES)('adds %s to a component that is there', async (name) => {
      expect((await migrate(OF_COMPONENT({}), OF_COMPONENT({ [name]: TEXT }))).sentences).toEqual([]);
    });
  },
);
