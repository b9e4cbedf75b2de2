// A component that changes: old entries are answered in today's shape, and text passes untouched only while nothing changed.

import { writeFileSync } from 'node:fs';
import { createKernel } from '../../create-kernel';
import { createTestApp, testDatabases } from '../../testing';

const link = (attributes: object) => ({
  'shared.link': { info: {}, attributes: attributes as Record<string, { type: string }> },
});
const page = {
  info: { singularName: 'page', pluralName: 'pages' },
  attributes: { links: { type: 'component', component: 'shared.link', repeatable: true } },
};

describe.each(testDatabases())('components on %s', (database) => {
  test('entries written before an attribute was added answer null for it, those written after do not lose it', async () => {
    const app = await createTestApp({
      database,
      contentTypes: [page],
      components: link({ label: { type: 'string' } }),
    });
    const pages = app.documents('api::page.page');
    const { documentId } = await pages.create({ data: { links: [{ label: 'old' }] } });
    const before = await pages.findOne({ documentId, populate: 'links' });
    expect(before?.links).toEqual([{ id: expect.any(Number), label: 'old' }]);

    const changed = link({ href: { type: 'string' }, label: { type: 'string' } })['shared.link'];
    writeFileSync(`${app.dir}/src/components/shared/link.json`, JSON.stringify(changed));
    const { config } = app.kernel;
    await app.kernel.stop();
    for (let start = 0; start < 2; start++) {
      const kernel = await createKernel({
        dir: app.dir,
        env: { NODE_ENV: 'test' },
        overrides: { database: { ...config.database }, server: { logs: { level: 'silent' } } },
      });
      await kernel.start();
      const again = kernel.documents('api::page.page');
      const made = await again.create({ data: { links: [{ label: 'new', href: '/x' }] }, populate: 'links' });
      expect(made.links).toEqual([{ id: expect.any(Number), href: '/x', label: 'new' }]);
      const [entry] = ((await again.findOne({ documentId, populate: 'links' }))?.links ?? []) as {
        id: number;
      }[];
      expect(JSON.stringify(entry)).toBe(`{"id":${entry?.id},"href":null,"label":"old"}`);
      await kernel.stop();
    }
    await app.close();
  });

  test('a declared rename does not take the place of values that are still kept there', async () => {
    const app = await createTestApp({
      database,
      contentTypes: [page],
      components: link({ label: { type: 'string' }, title: { type: 'string' } }),
    });
    const { config } = app.kernel;
    const pages = app.documents('api::page.page');
    const { documentId } = await pages.create({ data: { links: [{ label: 'live', title: 'kept' }] } });
    await app.kernel.stop();
    const start = async (attributes: object) => {
      const file = `${app.dir}/src/components/shared/link.json`;
      writeFileSync(file, JSON.stringify(link(attributes)['shared.link']));
      const kernel = await createKernel({
        dir: app.dir,
        env: { NODE_ENV: 'test' },
        overrides: { database: { ...config.database }, server: { logs: { level: 'silent' } } },
      });
      await kernel.start();
      const found = await kernel.documents('api::page.page').findOne({ documentId, populate: 'links' });
      await kernel.stop();
      return found?.links;
    };
    expect(await start({ label: { type: 'string' } })).toMatchObject([{ label: 'live' }]);
    await expect(start({ title: { type: 'string', renamedFrom: 'label' } })).rejects.toThrow(
      /label is renamed to title; 1 value of an earlier attribute title of shared\.link is lost/,
    );
    expect(await start({ label: { type: 'string' }, title: { type: 'string' } })).toMatchObject([
      { label: 'live', title: 'kept' },
    ]);
    await app.close();
  });
});
