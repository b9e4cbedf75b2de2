// An axis is attached to existing documents, disabled, and enabled again, with writes between. No row is lost, hidden rows come back,
// shared values are equal, and unique values stay unique.

import { createTestDatabase, testDatabases } from '../../testing/databases';
import { diagnose } from '../doctor/diagnose';
import { relation, typeFile } from '../model/testing-files';
import { AUDIENCE, axisParams } from './testing-axes';
import { openTestContent, type TestContent } from './testing-content';
import type { DocumentObject } from './write-action';

const PAGE = 'api::page.page';
const TOPIC = 'api::topic.topic';
const FILES = {
  'config/content-types/page.json': typeFile('page', {
    title: { type: 'string', unique: true },
    price: { type: 'integer' },
    topics: relation('manyToMany', 'topic'),
    boxes: { type: 'component', component: 'shared.box', repeatable: true },
  }),
  'config/content-types/topic.json': typeFile('topic', { name: { type: 'string' } }),
  'config/components/shared/box.json': { info: {}, attributes: { mark: { type: 'string', unique: true } } },
};
const SHARED = ['price', 'topics'];

describe.each(testDatabases())('an axis that is enabled and disabled on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent | undefined;

  beforeEach(async () => {
    database = await createTestDatabase(client);
  });
  afterEach(async () => {
    await content?.close();
    await database.drop();
  });

  /** A start of the application, with the axis or without. */
  const start = async (axis: boolean): Promise<TestContent> => {
    await content?.close();
    content = await openTestContent({
      client,
      on: database.config,
      files: FILES,
      params: axisParams(),
      schema: {
        hooks: {
          contentType(type) {
            if (axis && type.uid === PAGE) type.addAxis(AUDIENCE, (name) => SHARED.includes(name));
          },
        },
      },
    });
    return content;
  };
  const create = async (data: object, args: object = {}) =>
    (await content?.documents(PAGE).create({ data, ...args })) as DocumentObject;
  const update = (documentId: string, data: object, args: object = {}) =>
    content?.documents(PAGE).update({ documentId, data, ...args });
  const find = (documentId: string, args: object = {}) =>
    content?.documents(PAGE).findOne({ documentId, populate: '*', ...args });
  const healthy = async () => {
    if (!content) return;
    const log = { info: () => undefined, warn: () => undefined };
    const { checks } = await diagnose(content.database, content.schema, { log });
    expect(checks.flatMap(({ places }) => places)).toEqual([]);
  };
  const KIDS = { audience: 'kids' };

  test('keeps all rows, hides them, and copies shared values again', async () => {
    await start(false);
    const topics = [];
    for (const name of ['t1', 't2', 't3'])
      topics.push((await content?.documents(TOPIC).create({ data: { name } })) as DocumentObject);
    const [t1, t2, t3] = topics.map(({ documentId }) => documentId);
    const old = await create({ title: 'Old', price: 1, topics: [t1, t2], boxes: [{ mark: 'm' }] });

    await start(true);
    expect(await find(old.documentId)).toMatchObject({
      id: old.id,
      title: 'Old',
      price: 1,
      boxes: [{ mark: 'm' }],
    });
    const kids = (await update(old.documentId, { title: 'Old kids' }, KIDS)) as DocumentObject;
    expect(kids).toMatchObject({ title: 'Old kids', price: 1 });
    const alone = await create({ title: 'Only kids' }, KIDS);
    await healthy();

    await start(false);
    expect(await find(old.documentId)).toMatchObject({
      id: old.id,
      title: 'Old',
      topics: [{ name: 't1' }, { name: 't2' }],
    });
    expect(await find(alone.documentId)).toBeNull();
    expect(await content?.documents(PAGE).findMany()).toHaveLength(1);
    await update(old.documentId, { title: 'New', price: 2, topics: [t3, t1] });
    const gone = await create({ title: 'Made meanwhile', price: 5 });
    await healthy();

    await start(true);
    expect(await find(old.documentId)).toMatchObject({ id: old.id, title: 'New', price: 2 });
    const shared = { price: 2, topics: [{ name: 't3' }, { name: 't1' }] };
    expect(await find(old.documentId, KIDS)).toMatchObject({ id: kids.id, title: 'Old kids', ...shared });
    expect(await find(alone.documentId, KIDS)).toMatchObject({ title: 'Only kids' });
    expect(await find(gone.documentId)).toMatchObject({ title: 'Made meanwhile', price: 5 });
    await healthy();
  });

  test('keeps unique values unique, with the axis and without', async () => {
    await start(false);
    await create({ title: 'One', boxes: [{ mark: 'm' }] });
    for (const axis of [true, false, true]) {
      await start(axis);
      await expect(create({ title: 'One' })).rejects.toThrow('must be unique');
      await expect(create({ title: `Other ${axis}`, boxes: [{ mark: 'm' }] })).rejects.toThrow(
        'must be unique',
      );
      await healthy();
    }
    await expect(create({ title: 'One' }, KIDS)).resolves.toBeDefined();
    await start(false);
    await expect(create({ title: 'One' })).rejects.toThrow('must be unique');
    await healthy();
  });

  test('a delete removes hidden rows too', async () => {
    await start(true);
    const page = await create({ title: 'Goes' });
    await update(page.documentId, { title: 'Goes kids' }, KIDS);
    await start(false);
    await content?.documents(PAGE).delete({ documentId: page.documentId });
    await start(true);
    expect(await find(page.documentId, KIDS)).toBeNull();
    await expect(create({ title: 'Goes kids' }, KIDS)).resolves.toBeDefined();
    await healthy();
  });
});
