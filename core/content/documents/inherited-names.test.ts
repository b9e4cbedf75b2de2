// Attributes with names that every object inherits, in entries of components that were written before the attributes were there.

import { createTestDatabase, testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { relation, typeFile } from '../model/testing-files';
import { openTestContent, type TestContent } from './testing-content';
import type { DocumentObject } from './write-action';

const ITEM = 'api::item.item';
const component = (attributes: object) => ({
  info: {},
  attributes: { label: { type: 'string' }, ...attributes },
});
const filesOf = (attributes: object) => ({
  'config/content-types/tag.json': typeFile('tag', { name: { type: 'string' } }),
  'config/content-types/item.json': typeFile('item', {
    title: { type: 'string' },
    boxes: { type: 'component', component: 'shared.box', repeatable: true },
    zone: { type: 'dynamiczone', components: ['shared.box'] },
  }),
  'config/components/shared/box.json': component(attributes),
  'config/components/shared/part.json': component({}),
});
const ADDED = {
  constructor: { type: 'string', unique: true },
  toString: { type: 'string' },
  valueOf: { type: 'component', component: 'shared.part' },
  isPrototypeOf: { type: 'component', component: 'shared.part', repeatable: true },
  hasOwnProperty: relation('oneToOne', 'tag'),
  toLocaleString: relation('oneToMany', 'tag'),
};
const NOTHING = {
  constructor: null,
  toString: null,
  valueOf: null,
  isPrototypeOf: [],
  hasOwnProperty: null,
  toLocaleString: [],
};
const ENTRY = { populate: '*' };
const POPULATE = { boxes: ENTRY, zone: { on: { 'shared.box': ENTRY } } };

describe.each(testDatabases())('entries older than attributes of inherited names on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;
  let old: DocumentObject;

  const start = (attributes: object) =>
    openTestContent({ client, on: database.config, files: filesOf(attributes) });
  const items = () => content.documents(ITEM);
  const shown = (documentId: string) => items().findOne({ documentId, populate: POPULATE });
  const examine = async (fix: boolean): Promise<string[]> => {
    const log = { info: () => undefined, warn: () => undefined };
    const { checks } = await diagnose(content.database, content.schema, { log, fix });
    return checks.flatMap(({ places }) => places.flatMap(({ examples }) => examples));
  };
  const entriesOf = (name: string) => ({
    boxes: [{ label: name }],
    zone: [{ __component: 'shared.box', label: `${name} zone` }],
  });

  beforeEach(async () => {
    database = await createTestDatabase(client);
    content = await start({});
    old = await items().create({ data: { title: 'old', ...entriesOf('x') } });
    await items().create({ data: { title: 'other', ...entriesOf('y') } });
    await content.close();
    content = await start(ADDED);
  });
  afterEach(async () => {
    const found = await examine(false);
    await content.close();
    await database.drop();
    expect(found).toEqual([]);
  });

  const whole = (name: string) => ({
    boxes: [{ label: name, ...NOTHING }],
    zone: [{ label: `${name} zone`, ...NOTHING }],
  });

  it.each<[what: string, deed: () => Promise<string>, name: string]>([
    ['read as they are', async () => old.documentId, 'x'],
    [
      'kept by a write of something else',
      async () => {
        await items().update({ documentId: old.documentId, data: { title: 'new' } });
        return old.documentId;
      },
      'x',
    ],
    [
      'written in part',
      async () => {
        const before = await shown(old.documentId);
        const idIn = (name: string): unknown => ((before?.[name] ?? []) as { id: number }[])[0]?.id;
        const data = {
          boxes: [{ id: idIn('boxes'), label: 'z' }],
          zone: [{ __component: 'shared.box', id: idIn('zone'), label: 'z zone' }],
        };
        await items().update({ documentId: old.documentId, data });
        return old.documentId;
      },
      'z',
    ],
    [
      'cloned',
      async () => (await items().clone({ documentId: old.documentId, data: {} }))?.documentId ?? '',
      'x',
    ],
    [
      'rewritten by the doctor',
      async () => {
        expect(await examine(true)).toEqual([]);
        return old.documentId;
      },
      'x',
    ],
  ])('have nothing there when %s', async (_what, deed, name) => {
    expect(await shown(await deed())).toMatchObject(whole(name));
  });
});
