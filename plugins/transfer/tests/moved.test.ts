// --merge when unique values and one-to-one links moved between documents, also of different batches; and rows that a disabled plugin hides.

import { join } from 'node:path';
import { createKernel, type Kernel } from '../../../core';
import { createTestApp, examine, runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';

const ITEM = 'api::item.item';
const BADGE = 'api::badge.badge';
const localized = { pluginOptions: { i18n: { localized: true } } };
const TYPES = [
  {
    kind: 'collectionType',
    collectionName: 'items',
    info: { singularName: 'item', pluralName: 'items', displayName: 'Item' },
    ...localized,
    attributes: {
      code: { type: 'string', unique: true },
      title: { type: 'string', ...localized },
      badge: {
        type: 'relation',
        relation: 'oneToOne',
        target: BADGE,
        inversedBy: 'item',
        pluginOptions: { i18n: { localized: false } },
      },
    },
  },
  {
    kind: 'collectionType',
    collectionName: 'badges',
    info: { singularName: 'badge', pluralName: 'badges', displayName: 'Badge' },
    attributes: {
      name: { type: 'string' },
      item: { type: 'relation', relation: 'oneToOne', target: ITEM, mappedBy: 'badge' },
    },
  },
];
/** More than one batch. */
const COUNT = 201;

afterAll(removeTemporary);

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  const plugins = (i18n: boolean) => ({
    rest: false,
    openapi: false,
    transfer: true,
    i18n: i18n && { config: { locales: ['en', 'fr'] } },
  });
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: TYPES as never,
      config: { plugins: plugins(true) },
      listen: false,
    });
    kernel = app.kernel;
  });
  afterAll(async () => {
    if (kernel !== app?.kernel) await kernel?.stop();
    await app?.close();
  });
  async function restart(i18n: boolean): Promise<void> {
    await kernel.stop();
    kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { plugins: plugins(i18n), database: app.kernel.config.database },
      writeLog: () => undefined,
    });
    await kernel.start();
  }
  const items = (words: object = {}) =>
    kernel.documents(ITEM).findMany({ sort: 'documentId', populate: { badge: true }, ...words });
  const merge = (file: string) => runCommand(kernel, ['import', file, '--merge', '--source-wins']);

  it('two documents of different batches exchange their values and links', async () => {
    const badges = await kernel
      .documents(BADGE)
      .createMany({ items: [{ data: { name: 'a' } }, { data: { name: 'b' } }] });
    const ids = badges.items.map(({ documentId }) => documentId);
    const data = Array.from({ length: COUNT }, (_, at) => ({ data: { code: `c${at}` } }));
    await kernel.documents(ITEM).createMany({ items: data });
    const all = await items();
    const [first, last] = [all[0]?.documentId ?? '', all.at(-1)?.documentId ?? ''];
    const codes = [all[0]?.code, all.at(-1)?.code];
    const update = (documentId: string, values: object) =>
      kernel.documents(ITEM).update({ documentId, data: values });
    await update(first, { badge: ids[0] });
    await update(last, { badge: ids[1] });
    const before = await items();
    const file = join(temporary(), 'a.tar.gz');
    expect((await runCommand(kernel, ['export', file])).code).toBe(0);
    await update(first, { code: 'none', badge: null });
    await update(last, { code: codes[0], badge: ids[0] });
    await update(first, { code: codes[1], badge: ids[1] });

    const { code, lines } = await merge(file);
    expect([code, ...lines]).toEqual([0, ...lines]);
    expect(lines.filter((line) => line.includes('another document'))).toEqual([]);
    expect(await items()).toEqual(before);
    expect(await examine(kernel)).toEqual([]);
  });

  it('hidden locales of a replaced document stay', async () => {
    const [{ documentId } = { documentId: '' }] = await items();
    await kernel.documents(ITEM).update({ documentId, locale: 'fr', data: { title: 'Un' } });
    await restart(false);
    const file = join(temporary(), 'b.tar.gz');
    expect((await runCommand(kernel, ['export', file])).code).toBe(0);
    await kernel.documents(ITEM).update({ documentId, data: { title: 'newer' } });
    expect(await merge(file)).toMatchObject({ code: 0 });
    expect((await kernel.documents(ITEM).findOne({ documentId }))?.title).toBeNull();
    await restart(true);
    const shown = await kernel
      .documents(ITEM)
      .findOne({ documentId, locale: 'fr', populate: { badge: true } });
    expect(shown).toMatchObject({ title: 'Un', badge: { name: 'a' } });
    expect(await examine(kernel)).toEqual([]);
  });
});
