// Databases made before pending changes had a column: a draft without pending changes had one time in `published_at` and
// `updated_at`. The first startup after the update fills the column, also where the plugin is disabled at that startup.
import { createKernel, type Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './testing-app';

const ARTICLE = 'api::article.article';

describe.each(testDatabases())('a database without the column of pending changes on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;

  const start = async (drafts: boolean): Promise<void> => {
    await kernel?.stop();
    kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        database: app.kernel.config.database,
        plugins: { rest: true, 'draft-and-publish': drafts },
      },
      writeLog: () => undefined,
    });
    await kernel.start();
  };
  const titles = async (args: object): Promise<unknown[]> =>
    (await kernel.documents(ARTICLE).findMany({ sort: 'title', ...args })).map(({ title }) => title);
  const states = async () => ({
    modified: await titles({ status: 'draft', publicationFilter: 'modified' }),
    unmodified: await titles({ status: 'draft', publicationFilter: 'unmodified' }),
    never: await titles({ status: 'draft', publicationFilter: 'never-published' }),
  });

  beforeEach(async () => {
    app = await openApp({ database, listen: false });
    const articles = app.documents(ARTICLE);
    await articles.create({ data: { title: 'Settled' } });
    const { documentId } = await articles.create({ data: { title: 'Published' } });
    await articles.update({ documentId, data: { title: 'Pending' }, status: 'draft' });
    await articles.create({ data: { title: 'Never' }, status: 'draft' });
    await app.kernel.database.transaction(async (tx) => {
      await tx.run('UPDATE articles SET published_at = updated_at WHERE _status = 0 AND _status_pending = 0');
      await tx.run('ALTER TABLE articles DROP COLUMN _status_pending');
      await tx.run("DELETE FROM quire_meta WHERE name = 'fingerprint'");
    });
    await app.kernel.stop();
  });
  afterEach(async () => {
    await kernel?.stop();
    await app?.close();
  });

  it('keeps what was modified and what was not', async () => {
    await start(true);
    expect(await states()).toEqual({ modified: ['Pending'], unmodified: ['Settled'], never: ['Never'] });
  });

  it('keeps it where the plugin was disabled meanwhile', async () => {
    await start(false);
    const [pending, settled] = await kernel.documents(ARTICLE).findMany({ sort: 'title' });
    for (const [row, title] of [
      [pending, 'Other'],
      [settled, 'Followed'],
    ] as const)
      await kernel.documents(ARTICLE).update({ documentId: String(row?.documentId), data: { title } });
    await start(true);
    expect(await states()).toEqual({ modified: ['Pending'], unmodified: ['Followed'], never: ['Never'] });
    expect(await titles({})).toEqual(['Followed', 'Other']);
  });
});
