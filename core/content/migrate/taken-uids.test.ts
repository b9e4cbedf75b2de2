// `renamedFrom` where the database stores the former and the present uid. It starts unless content would be hidden.
import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import { stepId } from './chosen-steps';
import { applyMigration, planSchema } from './migrate';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
type Info = Readonly<Record<string, { readonly renamedFrom?: string }>>;

const typesOf = (types: Info) =>
  compileFiles({
    'config/content-types/b.json': typeFile('b', {}),
    ...Object.fromEntries(
      Object.entries(types).map(([name, info]) => {
        const file = typeFile(name, { tags: relation('manyToMany', 'b') });
        return [
          `config/content-types/${name}.json`,
          { ...file, info: { ...file.info, ...info }, collectionName: `${name}s` },
        ];
      }),
    ),
  });
const FROM_ITEM = { renamedFrom: 'api::item.item' };
const [ITEM, THING, BOTH] = [
  typesOf({ item: {} }),
  typesOf({ thing: FROM_ITEM }),
  typesOf({ item: {}, thing: FROM_ITEM }),
];
const TEXT = { type: 'string' };
const partsOf = (parts: Info, allowed = Object.keys(parts)) =>
  compileFiles({
    'config/content-types/item.json': typeFile('item', {
      ...(allowed.length > 0
        ? { zone: { type: 'dynamiczone', components: allowed.map((name) => `shared.${name}`) } }
        : {}),
    }),
    ...Object.fromEntries(
      Object.entries(parts).map(([name, info]) => [
        `config/components/shared/${name}.json`,
        { info, attributes: { word: TEXT } },
      ]),
    ),
  });
const FROM_BOX = { renamedFrom: 'shared.box' };

describe.each(testDatabases())('former uids that are stored on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });
  type Compiled = typeof ITEM;
  const sync = (schema: Compiled) => syncSchema(database, schema, { log });
  const planOf = (schema: Compiled) => planSchema(database, schema, { log });
  const write = (table: string, documentId: string, values: object = {}) =>
    database.transaction(() => database.knex(table).insert({ document_id: documentId, ...values }));
  const documentsOf = (table: string) => database.knex(table).pluck('document_id');
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    return JSON.stringify((error as { mistakes?: unknown }).mistakes ?? 'accepted');
  };

  it('starts after a start of the former files, and drops the table that it left', async () => {
    await sync(ITEM);
    await write('items', 'kept');
    await sync(THING);
    await sync(ITEM);
    await sync(THING);
    expect(await documentsOf('things')).toEqual(['kept']);
    const { lines } = await planOf(THING);
    expect(lines).toEqual([
      '[kept] api::item.item: the attribute tags is not used any more',
      '[kept] the content type api::item.item is not used any more',
    ]);
    expect((await sync(THING)).steps).toEqual([]);
    await applyMigration(database, THING, { log, drop: true });
    expect((await planOf(THING)).lines).toEqual([]);
    expect(await documentsOf('things')).toEqual(['kept']);
  });

  it('refuses two types with rows, and starts when the former one has none', async () => {
    await sync(typesOf({ item: {}, thing: {} }));
    await write('items', 'of item');
    await write('things', 'of thing');
    expect(await refusal(sync(THING))).toContain(
      'both have content in the database. Give api::item.item its definition file again',
    );
    const { steps, lines } = await planOf(THING);
    expect(lines).toContain('[kept] the content type api::item.item is not used any more');
    const changes = steps.filter(({ effect }) => effect === 'unused').map(stepId);
    const only = applyMigration(database, THING, { log, drop: true, only: true, changes });
    expect(await refusal(only)).toContain('both have content in the database');
    await sync(BOTH);
    await database.transaction(() => database.knex('items').delete());
    await sync(THING);
    await applyMigration(database, THING, { log, drop: true });
    expect(await documentsOf('things')).toEqual(['of thing']);
    expect((await planOf(THING)).lines).toEqual([]);
  });

  it('refuses a type without rows beside rows of its former uid, and follows when its model is removed', async () => {
    await sync(typesOf({ item: {}, thing: {} }));
    await write('items', 'of item');
    expect(await refusal(sync(THING))).toContain(
      'the database stores api::thing.thing already, without content. Move the definition file of api::thing.thing away',
    );
    const neither = typesOf({});
    const about = (await planOf(neither)).steps.filter(({ sentence }) =>
      sentence.includes('api::thing.thing'),
    );
    expect(about.map(({ effect }) => effect)).toEqual(['unused', 'unused']);
    await applyMigration(database, neither, { log, drop: true, only: true, changes: about.map(stepId) });
    await sync(THING);
    expect(await documentsOf('things')).toEqual(['of item']);
    expect((await planOf(THING)).lines).toEqual([]);
  });

  it('refuses components with one former uid, and a former uid with a file', async () => {
    await sync(partsOf({ box: {} }));
    expect(await refusal(sync(partsOf({ box: {}, crate: FROM_BOX })))).toMatch(
      /shared\.box has a definition file, too/,
    );
    expect(await refusal(sync(partsOf({ crate: FROM_BOX, chest: FROM_BOX })))).toMatch(
      /and so has shared\.chest/,
    );
    await sync(partsOf({ crate: FROM_BOX }));
    expect((await planOf(partsOf({ crate: FROM_BOX, box: {} }))).lines).toEqual([]);
  });

  it('renames a component to the uid of a removed one', async () => {
    await sync(partsOf({ box: {}, crate: {} }));
    await sync(partsOf({ box: {} }));
    await applyMigration(database, partsOf({ box: {} }), { log, drop: true });
    await write('items', 'd', { zone: JSON.stringify([{ id: 1, __component: 'shared.box', word: 'kept' }]) });
    const renamed = partsOf({ crate: FROM_BOX });
    await sync(renamed);
    const [zone] = await database.knex('items').pluck('zone');
    expect(typeof zone === 'string' ? JSON.parse(zone) : zone).toEqual([
      { id: 1, __component: 'shared.crate', word: 'kept' },
    ]);
    expect((await sync(renamed)).steps).toEqual([]);
    expect((await planOf(renamed)).lines).toEqual([]);
  });

  it('refuses two components that attributes allow, and starts when none allows the former one', async () => {
    const both = partsOf({ box: {}, crate: FROM_BOX });
    await sync(partsOf({ box: {}, crate: {} }));
    expect(await refusal(sync(partsOf({ crate: FROM_BOX })))).toContain(
      'both may have entries in the database. Give shared.box its definition file again',
    );
    await sync(both);
    await sync(partsOf({ box: {}, crate: FROM_BOX }, ['crate']));
    await sync(partsOf({ crate: FROM_BOX }));
    expect((await planOf(partsOf({ crate: FROM_BOX }))).lines).toEqual([]);
  });
});
