// `variants.current()` gives the rows that a read of the database gives, after every kind of write.
import { definePlugin, type StoredRow } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';

const PAGE = 'api::page.page';
const localized = { pluginOptions: { i18n: { localized: true } } };
const relation = (kind: string, side: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: PAGE,
  ...localized,
  ...side,
});

const FULL = {
  title: 'A "title" \u2028 ä',
  code: 'shared',
  body: 'text\n'.repeat(50),
  count: 7,
  big: '9007199254740993',
  price: '12.50',
  share: 0.25,
  open: true,
  day: '2026-02-03',
  moment: '2026-02-03T04:05:06.007Z',
  clock: '10:11:12.000',
  kind: 'one',
  data: { a: [1, null, 'ä', { __proto__x: 2 }], big: 12345678901234 },
  rich: [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }],
  list: [{ name: 'first', size: 1 }, { name: 'second' }],
  zone: [{ __component: 'shared.part', name: 'in a zone', size: 3 }],
};

/** Of the last writes: the rows as the write knew them, and as the database has them. */
let seen: { readonly current: unknown; readonly stored: unknown }[] = [];
/** Of the same writes: some columns only. */
let seenInPart: typeof seen = [];
const WANTED = new Set(['title', 'code', 'data', 'list']);
const plain = (rows: readonly StoredRow[]): unknown =>
  rows.map(({ id, documentId, axes, updatedAt, values }) => ({ id, documentId, axes, updatedAt, values }));
const inPart = (rows: readonly StoredRow[]): unknown =>
  rows.map(({ id, axes, updatedAt, values }) => ({
    id,
    axes,
    updatedAt,
    values: Object.fromEntries(Object.entries(values).filter(([column]) => WANTED.has(column))),
  }));
const spy = definePlugin({
  name: 'spy',
  after: ['draft-and-publish', 'i18n'],
  register: ({ hooks }) =>
    hooks.documents.prepare(
      ({ followUps }) => {
        followUps.push({
          name: 'compare',
          joins: false,
          async run({ action, variants }) {
            const [current, wanted] = [await variants.current(), await variants.current(WANTED)];
            const stored = await variants.rows(action.type, action.documentId);
            seen.push({ current: plain(current), stored: plain(stored) });
            seenInPart.push({ current: inPart(wanted), stored: inPart(stored) });
          },
        });
      },
      { stage: 1_000 },
    ),
});

describe.each(testDatabases())('the current rows of a write on %s', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({
      database,
      plugins: [spy],
      components: {
        'shared.part': {
          info: { displayName: 'part' },
          attributes: { name: { type: 'string' }, size: { type: 'integer' } },
        },
      },
      contentTypes: [
        {
          info: { singularName: 'page', pluralName: 'pages' },
          options: { draftAndPublish: true },
          ...localized,
          attributes: {
            title: { type: 'string', ...localized },
            code: { type: 'string' },
            body: { type: 'richtext', ...localized },
            count: { type: 'integer', ...localized },
            big: { type: 'biginteger', ...localized },
            price: { type: 'decimal', ...localized },
            share: { type: 'float', ...localized },
            open: { type: 'boolean', ...localized },
            day: { type: 'date', ...localized },
            moment: { type: 'datetime', ...localized },
            clock: { type: 'time', ...localized },
            kind: { type: 'enumeration', enum: ['one', 'two'], ...localized },
            slug: { type: 'uid', targetField: 'title', ...localized },
            data: { type: 'json', ...localized },
            rich: { type: 'blocks', ...localized },
            secret: { type: 'password', ...localized },
            list: { type: 'component', component: 'shared.part', repeatable: true, ...localized },
            zone: { type: 'dynamiczone', components: ['shared.part'], ...localized },
            parent: relation('manyToOne', { inversedBy: 'children' }),
            children: relation('oneToMany', { mappedBy: 'parent' }),
            twin: relation('oneToOne', { inversedBy: 'twinOf' }),
            twinOf: relation('oneToOne', { mappedBy: 'twin' }),
            near: relation('manyToMany'),
          },
        },
      ],
      config: {
        plugins: { 'draft-and-publish': true, i18n: { enabled: true, config: { locales: ['en', 'de'] } } },
      },
    });
  });
  afterAll(() => app?.close());

  it('are those of the database', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the operations of plugins
    const pages = app.documents(PAGE) as any;
    let writes = 0;
    const compared = async (write: () => Promise<unknown>): Promise<void> => {
      seen = [];
      seenInPart = [];
      await write();
      writes += 1;
      expect(seen.length).toBeGreaterThan(0);
      for (const { current, stored } of [...seen, ...seenInPart]) expect(current).toEqual(stored);
    };
    const { documentId: other } = await pages.create({ data: { title: 'other' } });
    const { documentId } = await pages.create({ data: FULL, status: 'draft' });
    const update = (data: object, rest: object = { status: 'draft' }) =>
      compared(() => pages.update({ documentId, data, ...rest }));

    for (const [name, value] of Object.entries(FULL)) {
      await update({ [name]: null });
      await update({ [name]: value });
    }
    await update(FULL);
    await update({ ...FULL, title: 'new', list: [{ name: 'only' }] });
    await update({ secret: 'pass word', title: 'published' }, {});
    await update({ data: { other: 1 }, zone: [] }, { status: 'published' });
    await update({ title: 'draft only' });
    await update({ parent: other, near: [other], twin: other });
    await update({ children: [documentId] });
    await update({ twinOf: documentId }, {});
    await update({ title: 'deutsch' }, { locale: 'de' });
    await update({ code: 'again for all', parent: null });
    await compared(() => pages.publish({ documentId, locale: '*' }));
    await compared(() => pages.discardDraft({ documentId }));
    await compared(() => pages.unpublish({ documentId }));
    await compared(() => pages.clone({ documentId, data: { title: 'a clone' } }));
    await compared(() => pages.delete({ documentId, locale: 'de' }));
    await compared(() => pages.create({ data: FULL }));
    expect(writes).toBeGreaterThan(40);
  });
});

it('have the objects of the rows before the write for JSON and entries that it wrote again', async () => {
  let kept: readonly string[] = [];
  const watch = definePlugin({
    name: 'watch' as string,
    register: ({ hooks }) =>
      hooks.documents.prepare(({ followUps }) => {
        followUps.push({
          name: 'watch',
          joins: false,
          async run({ action, variants }) {
            const [[before], [after]] = [action.rows, await variants.current()];
            const columns = Object.keys(after?.values ?? {});
            kept = columns.filter((column) => before?.values[column] === after?.values[column]);
          },
        });
      }),
  });
  const app = await createTestApp({
    plugins: [watch],
    components: {
      'shared.part': { info: { displayName: 'part' }, attributes: { name: { type: 'string' } } },
    },
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: {
          title: { type: 'string' },
          data: { type: 'json' },
          list: { type: 'component', component: 'shared.part', repeatable: true },
        },
      },
    ],
  });
  try {
    // biome-ignore lint/suspicious/noExplicitAny: the operations of plugins
    const pages = app.documents(PAGE) as any;
    const data = { title: 'a', data: { a: [1] }, list: [{ name: 'one' }, { name: 'two' }] };
    const { documentId, list } = await pages.create({ data, populate: '*' });
    await pages.update({ documentId, data: { ...data, title: 'b', list } });
    expect(kept).toEqual(expect.arrayContaining(['data', 'list']));
    await pages.update({ documentId, data: { data: { a: [2] }, list: [list[1], list[0]] } });
    expect(kept).toContain('title');
    expect(kept).not.toContain('data');
    expect(kept).not.toContain('list');
  } finally {
    await app.close();
  }
});

it.each(testDatabases())(
  'are those of the database after a tap that writes the document, on %s',
  async (database) => {
    let data: object | null = null;
    const writer = definePlugin({
      name: 'writer' as string,
      register: (app) =>
        app.hooks.documents.writing(async ({ action: { operation, documentId } }) => {
          // A discard also gets another published row.
          const status = operation === 'publish' ? 'draft' : 'published';
          if (operation !== 'update' && data) await app.documents(PAGE).update({ documentId, data, status });
        }),
    });
    const app = await createTestApp({
      database,
      plugins: [spy, writer],
      contentTypes: [
        {
          info: { singularName: 'page', pluralName: 'pages' },
          options: { draftAndPublish: true },
          attributes: { title: { type: 'string' }, code: { type: 'string', unique: true } },
        },
      ],
      config: { plugins: { 'draft-and-publish': true } },
    });
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the operations of plugins
      const pages = app.documents(PAGE) as any;
      const { documentId } = await pages.create({ data: { title: 'old', code: 'old' } });
      for (const operation of ['publish', 'discardDraft']) {
        data = { title: operation, code: operation };
        seen = [];
        await pages[operation]({ documentId });
        data = null;
        // The write of the tap, and the operation.
        expect(seen).toHaveLength(2);
        for (const { current, stored } of seen) expect(current).toEqual(stored);
        for (const status of ['draft', 'published'])
          expect(await pages.findOne({ documentId, status })).toMatchObject({
            title: operation,
            code: operation,
          });
        await expect(pages.create({ data: { code: operation } })).rejects.toMatchObject({ status: 400 });
      }
    } finally {
      await app.close();
    }
  },
);

it.each(testDatabases())(
  'are those of the database after a plugin removes the row that was copied, on %s',
  async (database) => {
    let removes: string | null = null;
    const remover = definePlugin({
      name: 'remover' as string,
      register: ({ hooks }) =>
        hooks.documents.prepare(({ followUps }) => {
          const status = removes;
          if (status === null) return;
          followUps.push({
            name: 'remove',
            joins: false,
            run: async ({ action, variants }) => {
              await variants.remove(action.type, action.documentId, { status });
            },
          });
        }),
    });
    const app = await createTestApp({
      database,
      plugins: [remover, spy],
      contentTypes: [
        {
          info: { singularName: 'page', pluralName: 'pages' },
          options: { draftAndPublish: true },
          attributes: { title: { type: 'string' }, data: { type: 'json' }, count: { type: 'integer' } },
        },
      ],
      config: { plugins: { 'draft-and-publish': true } },
    });
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the operations of plugins
      const pages = app.documents(PAGE) as any;
      for (const isPublished of [false, true]) {
        const status = isPublished ? 'published' : 'draft';
        const { documentId } = await pages.create({
          data: { title: 'old', data: { a: 1 }, count: 1 },
          status,
        });
        removes = 'draft';
        seen = [];
        await pages.update({
          documentId,
          data: { title: 'new', data: { b: [2] }, count: 2 },
          status: 'published',
        });
        removes = null;
        expect(seen).toHaveLength(1);
        expect(seen[0]?.current).toMatchObject([{ values: { title: 'new', data: { b: [2] }, count: 2 } }]);
        expect(seen[0]?.current).toEqual(seen[0]?.stored);
      }
    } finally {
      await app.close();
    }
  },
);
