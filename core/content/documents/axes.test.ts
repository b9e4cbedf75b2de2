// Documents with several rows: a parallel axis with shared attributes (`audience`), and an axis of stages (`phase`) with an operation
// that shows the working row. The core knows neither axis.

import type { Stored } from '../../database/sql-dialect';
import type { Registry } from '../../kernel/registry/registry';
import { testDatabases } from '../../testing/databases';
import { relation, typeFile } from '../model/testing-files';
import type { DocumentOperation } from './operations';
import { createOperationRegistry } from './operations-of-plugins';
import { AUDIENCE, axisParams, PHASE } from './testing-axes';
import { openTestContent, type TestContent } from './testing-content';
import type { DocumentObject, WriteResult } from './write-action';

/** The service as a plugin's typed additions would make it. */
type Service = Readonly<Record<string, (args: object) => Promise<DocumentObject | null>>>;

const PAGE = 'api::page.page';
const TOPIC = 'api::topic.topic';
const PLAIN = 'api::plain.plain';
const SHARED = ['price', 'code', 'topics', 'box', 'badge'];

const FILES = {
  'config/content-types/page.json': typeFile('page', {
    title: { type: 'string', required: true, unique: true, minLength: 3 },
    price: { type: 'decimal' },
    code: { type: 'string', unique: true },
    topics: relation('manyToMany', 'topic', { inversedBy: 'pages' }),
    lead: relation('manyToOne', 'topic', { inversedBy: 'led' }),
    plains: relation('manyToMany', 'plain', { inversedBy: 'pages' }),
    box: { type: 'component', component: 'shared.box', repeatable: true },
    badge: relation('oneToOne', 'topic', { inversedBy: 'badged' }),
  }),
  'config/content-types/topic.json': typeFile('topic', {
    name: { type: 'string' },
    pages: relation('manyToMany', 'page', { mappedBy: 'topics' }),
    led: relation('oneToMany', 'page', { mappedBy: 'lead' }),
    badged: relation('oneToOne', 'page', { mappedBy: 'badge' }),
  }),
  'config/content-types/plain.json': typeFile('plain', {
    name: { type: 'string' },
    pages: relation('manyToMany', 'page', { mappedBy: 'plains' }),
    pinned: relation('manyToMany', 'page'),
    first: relation('oneToOne', 'page'),
  }),
  'config/components/shared/box.json': { info: {}, attributes: { label: { type: 'string' } } },
};

const WORK = { phase: 'work' };
const SHOWN = { phase: 'shown' };

function operationsOf(): Registry<DocumentOperation> {
  const operations = createOperationRegistry();
  operations.add({
    name: 'show',
    async run({ action, variants }, documentId) {
      await variants.complete(action.type, documentId, { ...action.target, ...WORK });
      await variants.copy(
        action.type,
        documentId,
        { ...action.target, ...WORK },
        { ...action.target, ...SHOWN },
      );
    },
  });
  operations.add({
    name: 'hide',
    run: async ({ action, variants }, documentId) => {
      await variants.remove(action.type, documentId, { ...action.target, ...SHOWN });
    },
  });
  return operations;
}

describe.each(testDatabases())('axes on %s', (client) => {
  let content: TestContent;
  const results: WriteResult[] = [];
  const service = (uid: string) => content.documents(uid) as unknown as Service;
  const call = async (uid: string, name: string, args: object) => (await service(uid)[name]?.(args)) ?? null;
  const pages = {
    show: (args: object) => call(PAGE, 'show', args),
    hide: (args: object) => call(PAGE, 'hide', args),
    clone: (args: object) => call(PAGE, 'clone', args),
    delete: (args: object) => call(PAGE, 'delete', args),
  };
  const make = async (uid: string, args: object) => (await call(uid, 'create', args)) as DocumentObject;
  const create = (data: object, args: object = {}) => make(PAGE, { ...args, data });
  const update = (documentId: string, data: object, args: object = {}) =>
    call(PAGE, 'update', { ...args, documentId, data });
  const find = (documentId: string, args: object = {}) => call(PAGE, 'findOne', { ...args, documentId });
  const rowsOf = async (documentId: string): Promise<Stored[][]> =>
    (await content.rows(
      `SELECT audience, phase, title FROM pages WHERE document_id = '${documentId}' ORDER BY id`,
    )) as Stored[][];
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error & { status: number; details: { errors?: { path: string[] }[] } }) => error,
    );

  beforeAll(async () => {
    content = await openTestContent({
      client,
      files: FILES,
      params: axisParams(),
      operations: operationsOf(),
      schema: {
        hooks: {
          contentType(type) {
            if (type.uid === PLAIN) return;
            type.addAxis(AUDIENCE, (name) => SHARED.includes(name));
            if (type.uid === PAGE) type.addAxis(PHASE, () => false);
          },
        },
      },
      hooks: {
        async prepare(action) {
          if (action.type.uid !== PAGE || !['create', 'update', 'clone'].includes(action.operation)) return;
          const bound = action.axes.phase;
          const asked = bound?.kind === 'values' ? bound.values[0] : undefined;
          action.target.phase = 'work';
          if (asked === 'work') action.strictness = 'partial';
          else
            action.followUps.push({
              name: 'show',
              run: async ({ action: own, variants }) => {
                await variants.copy(own.type, own.documentId ?? '', own.target, { ...own.target, ...SHOWN });
              },
            });
        },
        async written(result) {
          results.push(result);
        },
      },
    });
  });
  afterAll(() => content?.close());

  test('showing a working row inserts an equal shown row', async () => {
    const shown = await create({ title: 'Both', price: '1.50' });
    expect(shown).toMatchObject({ title: 'Both', price: 1.5, audience: 'all' });
    const work = await find(shown.documentId, WORK);
    expect(work).toMatchObject({ title: 'Both', updatedAt: shown.updatedAt, createdAt: shown.createdAt });
    expect(work?.id).not.toBe(shown.id);
    expect(results.at(-1)?.rows.map(({ became }) => became)).toEqual(['created', 'created']);
  });

  test('a working row may be incomplete; showing it checks it completely and keeps the id of the shown row', async () => {
    const work = await create({ title: 'ab' }, WORK);
    expect(await find(work.documentId)).toBeNull();
    expect((await refused(pages.show({ documentId: work.documentId })))?.details.errors).toMatchObject([
      { path: ['title'] },
    ]);
    await update(work.documentId, { title: 'abc' }, WORK);
    const first = await pages.show({ documentId: work.documentId });
    await update(work.documentId, { title: 'abcd' }, WORK);
    expect(await find(work.documentId)).toMatchObject({ title: 'abc' });
    const second = await pages.show({ documentId: work.documentId });
    expect(second).toMatchObject({ id: first?.id, title: 'abcd', createdAt: first?.createdAt });
    expect(String(second?.updatedAt) > String(first?.updatedAt)).toBe(true);
  });

  test('a failing write changes neither row', async () => {
    const { documentId } = await create({ title: 'Stays' });
    await update(documentId, { title: 'x' }, WORK);
    expect((await refused(update(documentId, { price: 3 })))?.details.errors).toMatchObject([
      { path: ['title'] },
    ]);
    expect(await rowsOf(documentId)).toMatchObject([
      ['all', expect.anything(), 'x'],
      ['all', expect.anything(), 'Stays'],
    ]);
  });

  test('shown rows hold unique values, and release them when hidden', async () => {
    const first = await create({ title: 'Unique' });
    const second = await create({ title: 'Unique' }, WORK);
    expect((await refused(pages.show({ documentId: second.documentId })))?.message).toBe(
      'This attribute must be unique',
    );
    await expect(create({ title: 'Unique', code: 'x1' }, { audience: 'kids' })).resolves.toMatchObject({
      audience: 'kids',
    });
    expect((await refused(create({ title: 'Other', code: 'x1' })))?.message).toBe(
      'This attribute must be unique',
    );
    await pages.hide({ documentId: first.documentId });
    await expect(pages.show({ documentId: second.documentId })).resolves.toMatchObject({ title: 'Unique' });
    await pages.delete({ documentId: second.documentId });
    await expect(create({ title: 'Unique' })).resolves.toBeDefined();
  });

  test('a new row along an axis takes the shared values only', async () => {
    const { documentId } = await create({ title: 'Shared', price: 2, box: [{ label: 'b' }] });
    const kids = await update(documentId, { title: 'Kids' }, { audience: 'kids', populate: '*' });
    expect(kids).toMatchObject({ title: 'Kids', price: 2, box: [{ label: 'b' }], audience: 'kids' });
    expect((await refused(update(documentId, {}, { audience: 'old' })))?.details.errors).toMatchObject([
      { path: ['title'] },
    ]);
    expect(await rowsOf(documentId)).toHaveLength(4);
  });

  test('shared values are equal in all working rows, and in all shown rows', async () => {
    const topic = await make(TOPIC, { data: { name: 't' } });
    await call(TOPIC, 'update', { documentId: topic.documentId, audience: 'kids', data: { name: 'kt' } });
    const { documentId } = await create({ title: 'Prices', price: 1 });
    await update(documentId, { title: 'KidPrices' }, { audience: 'kids' });
    await update(documentId, { price: 2, topics: [topic.documentId] }, { audience: 'kids', ...WORK });
    const all = async (args: object) =>
      Promise.all(
        ['all', 'kids'].map((audience) => find(documentId, { audience, populate: ['topics'], ...args })),
      );
    expect(await all(WORK)).toMatchObject([
      { price: 2, topics: [{ name: 't' }] },
      { price: 2, topics: [{ name: 'kt' }] },
    ]);
    expect(await all({})).toMatchObject([
      { price: 1, topics: [] },
      { price: 1, topics: [] },
    ]);
    await pages.show({ documentId, audience: 'kids' });
    expect(await all({})).toMatchObject([
      { title: 'Prices', price: 2, topics: [{ name: 't' }] },
      { title: 'KidPrices', price: 2, topics: [{ name: 'kt' }] },
    ]);
  });

  test('siblings with equal values are not written', async () => {
    const { documentId } = await create({ title: 'Quiet', price: 1 });
    await update(documentId, { title: 'KidQuiet' }, { audience: 'kids' });
    const before = await find(documentId);
    await update(documentId, { title: 'KidQuiet2', price: 1 }, { audience: 'kids' });
    expect((await find(documentId))?.updatedAt).toBe(before?.updatedAt);
  });

  test('entry ids are shared by all rows of a document', async () => {
    const made = await create({ title: 'Entries', box: [{ label: 'b' }] }, { populate: '*' });
    const work = await find(made.documentId, { ...WORK, populate: '*' });
    expect(work?.box).toEqual(made.box);
  });

  test('deletes all stages at one value of the parallel axis, then the whole document', async () => {
    const { documentId } = await create({ title: 'Delete me', code: 'del' });
    await update(documentId, { title: 'Delete kids' }, { audience: 'kids' });
    expect(await pages.delete({ documentId, audience: 'kids' })).toEqual({ deleted: 2 });
    expect(await find(documentId)).not.toBeNull();
    expect((await refused(create({ title: 'Clash', code: 'del' })))?.message).toBe(
      'This attribute must be unique',
    );
    await expect(create({ title: 'Delete kids' }, { audience: 'kids' })).resolves.toBeDefined();
    await update(documentId, { title: 'Back' }, { audience: 'kids' });
    expect(await pages.delete({ documentId, audience: '*' })).toEqual({ deleted: 4 });
    expect(await rowsOf(documentId)).toEqual([]);
    await expect(create({ title: 'Delete me', code: 'del' })).resolves.toBeDefined();
  });

  test('a target must have a row along an axis that both have', async () => {
    const topic = await make(TOPIC, { data: { name: 'only all' } });
    const error = await refused(
      create({ title: 'Kids topic', topics: [topic.documentId] }, { audience: 'kids' }),
    );
    expect(error?.message).toBe(`Document with id "${topic.documentId}", audience "kids" not found`);
    const named = [{ documentId: topic.documentId, audience: 'all' }];
    expect(
      (await refused(create({ title: 'Kids topic', topics: { connect: named } }, { audience: 'kids' })))
        ?.status,
    ).toBe(400);
    await expect(create({ title: 'All topic', topics: { connect: named } })).resolves.toBeDefined();
  });

  test('an inverse write changes rows with its own axis values; a link is shown together with its own document', async () => {
    const page = await create({ title: 'Inverse' });
    await update(page.documentId, { title: 'Inverse kids' }, { audience: 'kids' });
    const topic = await make(TOPIC, { data: { name: 'inv', led: [page.documentId] } });
    const lead = async (args: object) => (await find(page.documentId, { populate: ['lead'], ...args }))?.lead;
    expect(await lead({})).toMatchObject({ name: 'inv' });
    expect(await lead(WORK)).toMatchObject({ name: 'inv' });
    expect(await lead({ audience: 'kids' })).toBeNull();
    await call(TOPIC, 'update', { documentId: topic.documentId, data: { led: [] } });
    expect(await lead(WORK)).toBeNull();
  });

  test('an inverse write of a shared relation reaches every row along the axis', async () => {
    const page = await create({ title: 'Shared inverse' });
    await update(page.documentId, { title: 'Shared inverse kids' }, { audience: 'kids' });
    const topic = await make(TOPIC, {
      data: { name: 'si', pages: [page.documentId], badged: page.documentId },
    });
    const at = async (args: object) => find(page.documentId, { ...args, populate: ['topics', 'badge'] });
    const links = async () =>
      (
        await content.rows(
          `SELECT COUNT(*), COUNT(badge_doc) FROM pages p LEFT JOIN pages_topics_lnk l ON l.source_id = p.id WHERE p.document_id = '${page.documentId}'`,
        )
      )[0]?.map(Number);
    expect(await at({})).toMatchObject({ topics: [{ name: 'si' }], badge: { name: 'si' } });
    expect(await links()).toEqual([4, 4]);
    await call(TOPIC, 'update', { documentId: topic.documentId, data: { pages: [] } });
    expect(await at({})).toMatchObject({ topics: [] });
  });

  test('a lost target is removed from every row along an axis that shares the relation', async () => {
    const topic = await make(TOPIC, { data: { name: 'badge' } });
    const loser = await create({ title: 'Loser', badge: topic.documentId });
    await update(loser.documentId, { title: 'Loser kids' }, { audience: 'kids' });
    await create({ title: 'Keeper', badge: topic.documentId });
    const left = await content.rows(
      `SELECT COUNT(badge_doc) FROM pages WHERE document_id = '${loser.documentId}'`,
    );
    expect(Number(left[0]?.[0])).toBe(0);
  });

  test('from a type without the axes, a named value is kept with the link or selects the rows to write', async () => {
    const page = await create({ title: 'Pinned' });
    await update(page.documentId, { title: 'Pinned kids' }, { audience: 'kids' });
    const connect = (more: object) => ({ connect: [{ documentId: page.documentId, ...more }] });
    const plain = await make(PLAIN, {
      data: {
        name: 'p',
        pinned: connect({ audience: 'kids' }),
        first: connect({ audience: 'kids' }),
        pages: connect({}),
      },
    });
    const read = (args: object) =>
      call(PLAIN, 'findOne', { documentId: plain.documentId, populate: '*', ...args });
    expect(await read({})).toMatchObject({
      pinned: [{ title: 'Pinned kids' }],
      first: { title: 'Pinned kids' },
      pages: [{ title: 'Pinned' }],
    });
    const missing = await refused(make(PLAIN, { data: { pinned: connect({ audience: 'robots' }) } }));
    expect(missing?.message).toBe(`Document with id "${page.documentId}", audience "robots" not found`);
    const plains = async (args: object) =>
      (await find(page.documentId, { populate: ['plains'], ...args }))?.plains;
    expect([await plains({}), await plains(WORK)]).toMatchObject([[{ name: 'p' }], [{ name: 'p' }]]);
    expect(await plains({ audience: 'kids' })).toEqual([]);
  });

  test('clones every row along parallel axes as a working row', async () => {
    const { documentId } = await create({ title: 'Clone all' });
    await update(documentId, { title: 'Clone kids' }, { audience: 'kids' });
    const copy = await pages.clone({ documentId, phase: 'work' });
    expect((await rowsOf(copy?.documentId ?? '')).map(([audience, , title]) => [audience, title])).toEqual([
      ['all', 'Clone all'],
      ['kids', 'Clone kids'],
    ]);
  });
});
